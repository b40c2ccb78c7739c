# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Two boards of four FPGAs.

BLOCKS += exa_two_qfdb
exa_two_qfdb.fabric := exanet
exa_two_qfdb.rtl := rtl/common/*.v rtl/exanet/*.v rtl/top/exa_*.v
exa_two_qfdb.params := AXI_ID_W=1..16 CHAN_N=2..64 MBOX_N=1..64 SLOT_LOG2=1..6 RSP_LOG2=2..12 READ_LOG2=1..8 LINKS=1..2 DUP_N=4..1024
exa_two_qfdb.legal := DUP_N>=8*CHAN_N
exa_two_qfdb.shapes := AXI_ID_W=1,CHAN_N=2,MBOX_N=1,SLOT_LOG2=1,RSP_LOG2=2,READ_LOG2=1,DUP_N=16 \
    AXI_ID_W=16,CHAN_N=3,MBOX_N=2,SLOT_LOG2=2,RSP_LOG2=6,READ_LOG2=2,LINKS=2,DUP_N=24 \
    AXI_ID_W=3,CHAN_N=5,MBOX_N=3,SLOT_LOG2=1,RSP_LOG2=5,READ_LOG2=1,DUP_N=40
exa_two_qfdb.pages := exa_qfdb.md
exa_two_qfdb.dead_check := yes
exa_two_qfdb.conformance_sim := verilator
exa_two_qfdb.blocks := exa_link exa_crossbar exa_mailbox:AXI_ID_W,MBOX_N,SLOT_LOG2,DUP_N exa_packetizer:AXI_ID_W,CHAN_N exa_rt_mailbox:AXI_ID_W,RSP_LOG2,READ_LOG2,DUP_N
exa_two_qfdb.model_opt := -Og
exa_two_qfdb.size_verilator := 1500
exa_two_qfdb.check_sims := none
exa_two_qfdb.icarus_check := smoke:packets_of_free_ports_go_where_their_header_says
exa_two_qfdb.regress_rtl := exa_two_qfdb_tb
exa_two_qfdb.judges_rtl := exa_top_wires_tb exa_two_qfdb_tb
exa_two_qfdb.judges := smoke latency random
exa_two_qfdb.both := slow packets=50
