# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A board of four FPGAs; its lines to the other board are the bench's. It runs the suites of two boards, too.

BLOCKS += exa_qfdb
exa_qfdb.fabric := exanet
exa_qfdb.rtl := rtl/common/*.v rtl/exanet/*.v rtl/top/exa_*.v
exa_qfdb.rtl_not := rtl/top/exa_wires.v
exa_qfdb.bench_v := harness/exanet/dut/exa_wires.v
exa_qfdb.params := AXI_ID_W=1..16 CHAN_N=2..64 MBOX_N=1..64 SLOT_LOG2=1..6 RSP_LOG2=2..12 READ_LOG2=1..8 LINKS=1..2 DUP_N=4..1024
exa_qfdb.legal := DUP_N>=8*CHAN_N
exa_qfdb.shapes := AXI_ID_W=1,CHAN_N=2,MBOX_N=1,SLOT_LOG2=1,RSP_LOG2=2,READ_LOG2=1,DUP_N=16 \
    AXI_ID_W=16,CHAN_N=3,MBOX_N=2,SLOT_LOG2=2,RSP_LOG2=6,READ_LOG2=2,LINKS=2,DUP_N=24 \
    AXI_ID_W=3,CHAN_N=5,MBOX_N=3,SLOT_LOG2=1,RSP_LOG2=5,READ_LOG2=1,DUP_N=40
exa_qfdb.pages := exa_qfdb.md
exa_qfdb.dead_check := yes
exa_qfdb.conformance_sim := verilator
exa_qfdb.blocks := exa_link exa_crossbar exa_mailbox:AXI_ID_W,MBOX_N,SLOT_LOG2,DUP_N exa_packetizer:AXI_ID_W,CHAN_N exa_rt_mailbox:AXI_ID_W,RSP_LOG2,READ_LOG2,DUP_N
exa_qfdb.model_opt := -Og
exa_qfdb.size_verilator := 1500
exa_qfdb.suites_of := exa_two_qfdb
exa_qfdb.cover := exa_boards
exa_qfdb.check_sims := verilator
exa_qfdb.both := slow packets=10
