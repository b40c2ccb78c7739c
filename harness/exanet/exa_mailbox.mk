# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The mailbox of ExaNet's network interface.

BLOCKS += exa_mailbox
exa_mailbox.fabric := exanet
exa_mailbox.rtl := rtl/common/*.v rtl/exanet/*.v
exa_mailbox.params := AXI_ID_W=1..16 MBOX_N=1..64 SLOT_LOG2=1..6 DUP_N=4..1024
exa_mailbox.legal :=
exa_mailbox.shapes := AXI_ID_W=1,MBOX_N=1,SLOT_LOG2=1,DUP_N=4 \
    AXI_ID_W=16,MBOX_N=64,SLOT_LOG2=6,DUP_N=1024 \
    AXI_ID_W=7,MBOX_N=5,SLOT_LOG2=2,DUP_N=4
exa_mailbox.pages := exa_mailbox.md exa_ni.md axi_slave.md
exa_mailbox.cases := suites/exanet/cases/exa_mailbox
exa_mailbox.replay := yes
exa_mailbox.model_opt := -O1
exa_mailbox.cover := exa_ni
exa_mailbox.mutants := suites/exanet/mutants/exa_mailbox_mutants.tsv
exa_mailbox.mutant_checks := cases_catch_the_bugs
exa_mailbox.case_checks := cases_cover_the_contract verdict_log every_line_counts
exa_mailbox.shape_check := yes
exa_mailbox.dead_check := yes
exa_mailbox.campaign := exa_ni.sh exa_mailbox 10
exa_mailbox.campaign_regress := exa_ni.sh exa_mailbox 150 verilator
exa_mailbox.judges_rtl := exa_mailbox_tb exa_ni_reset_tb
exa_mailbox.judges := smoke directed map random
exa_mailbox.judges_shape := directed map random
exa_mailbox.both := bins
exa_mailbox.alone := kernel_identity_and_parameters
