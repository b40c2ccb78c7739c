# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Two boards of ExaNet whose gateway lines lead to APErouters, joined in a torus.

BLOCKS += ape_boards
ape_boards.fabric := apenet
ape_boards.rtl := rtl/common/*.v rtl/exanet/*.v rtl/apenet/*.v rtl/top/*.v
ape_boards.rtl_not := rtl/apenet/ape_ni*.v
ape_boards.params := AXI_ID_W=1..16 CHAN_N=2..64 MBOX_N=1..64 SLOT_LOG2=1..6 RSP_LOG2=2..12 READ_LOG2=1..8 DUP_N=4..1024 WIRE_CYC=0..22 BAND=0..1
ape_boards.legal := DUP_N>=8*CHAN_N
ape_boards.pages := ape_boards.md
ape_boards.blocks := exa_link exa_crossbar exa_mailbox:AXI_ID_W,MBOX_N,SLOT_LOG2,DUP_N exa_packetizer:AXI_ID_W,CHAN_N exa_rt_mailbox:AXI_ID_W,RSP_LOG2,READ_LOG2,DUP_N
ape_boards.blocks_of := exanet
ape_boards.model_opt := -Og
ape_boards.size_verilator := 300
ape_boards.check_sims := none
ape_boards.bench := none
