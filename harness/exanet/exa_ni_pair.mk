# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A packetizer and a mailbox, for the rules of messages from end to end.

BLOCKS += exa_ni_pair
exa_ni_pair.fabric := exanet
exa_ni_pair.rtl := rtl/common/*.v rtl/exanet/*.v
exa_ni_pair.params := AXI_ID_W=1..16 CHAN_N=2..64 MBOX_N=1..64 SLOT_LOG2=1..6 DUP_N=4..1024
exa_ni_pair.legal :=
exa_ni_pair.shapes := AXI_ID_W=1,CHAN_N=2,MBOX_N=1,SLOT_LOG2=1,DUP_N=4 \
    AXI_ID_W=16,CHAN_N=64,MBOX_N=64,SLOT_LOG2=6,DUP_N=1024 \
    AXI_ID_W=3,CHAN_N=5,MBOX_N=3,SLOT_LOG2=2,DUP_N=37
exa_ni_pair.pages := exa_qfdb.md_5
exa_ni_pair.model_opt := -O1
exa_ni_pair.dead_check := yes
