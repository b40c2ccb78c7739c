# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Two linked FPGAs of a board, each with its RDMA engines.

BLOCKS += exa_two_nodes
exa_two_nodes.fabric := exanet
exa_two_nodes.rtl := rtl/common/*.v rtl/exanet/*.v rtl/top/exa_*.v
exa_two_nodes.rtl_not := rtl/top/exa_wires.v rtl/top/exa_hop.v
exa_two_nodes.bench_v := harness/exanet/dut/exa_wires.v harness/exanet/dut/exa_hop.v
exa_two_nodes.params := AXI_ID_W=1..16 CHAN_N=2..64 MBOX_N=1..64 SLOT_LOG2=1..6 RSP_LOG2=2..12 READ_LOG2=1..8 OUT_N=1..3 LINKS=1..2 DUP_N=4..1024 TXN_LOG2=2..10 WAY_LOG2=0..4 ALL_LINES=0..1
exa_two_nodes.legal := DUP_N>=2*CHAN_N
exa_two_nodes.images := paths:OUT_N=3,LINKS=2 lines:OUT_N=2,LINKS=2,ALL_LINES=1
exa_two_nodes.pages := exa_two_nodes.md exa_transfer.md_5
exa_two_nodes.cases := suites/exanet/cases/exa_two_nodes
exa_two_nodes.replay := yes
exa_two_nodes.cover := exa_two_nodes
# its banks change amid a transfer, whose next attempt then is the one refused with code 7
exa_two_nodes.cover_not := isolation
exa_two_nodes.campaign := exa_nodes.sh exa_two_nodes 2
exa_two_nodes.campaign_regress := exa_nodes.sh exa_two_nodes 46 verilator
exa_two_nodes.model_opt := -O1
exa_two_nodes.state_opt := -O1
exa_two_nodes.size_icarus := 60
exa_two_nodes.size_verilator := 300
exa_two_nodes.check_sims := verilator
exa_two_nodes.both := slow packets=40
exa_two_nodes.bench := none
exa_two_nodes.icarus_slow := holes
