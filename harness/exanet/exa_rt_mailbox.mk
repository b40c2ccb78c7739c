# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The RT mailbox of ExaNet's network interface.

BLOCKS += exa_rt_mailbox
exa_rt_mailbox.fabric := exanet
exa_rt_mailbox.rtl := rtl/common/*.v rtl/exanet/*.v
exa_rt_mailbox.params := AXI_ID_W=1..16 RSP_LOG2=2..12 READ_LOG2=1..8 DUP_N=4..1024
exa_rt_mailbox.legal :=
exa_rt_mailbox.shapes := AXI_ID_W=1,RSP_LOG2=2,READ_LOG2=1,DUP_N=4 \
    AXI_ID_W=16,RSP_LOG2=12,READ_LOG2=8,DUP_N=1024 \
    AXI_ID_W=7,RSP_LOG2=5,READ_LOG2=1,DUP_N=4
exa_rt_mailbox.pages := exa_rt_mailbox.md exa_ni.md axi_slave.md
exa_rt_mailbox.cases := suites/exanet/cases/exa_rt_mailbox
exa_rt_mailbox.replay := yes
exa_rt_mailbox.model_opt := -O1
exa_rt_mailbox.cover := exa_ni
exa_rt_mailbox.mutants := suites/exanet/mutants/exa_rt_mailbox_mutants.tsv
exa_rt_mailbox.mutant_checks := cases_catch_the_bugs
exa_rt_mailbox.case_checks := cases_cover_the_contract every_line_counts
exa_rt_mailbox.shape_check := yes
exa_rt_mailbox.dead_check := yes
exa_rt_mailbox.campaign := exa_ni.sh exa_rt_mailbox 10
exa_rt_mailbox.campaign_regress := exa_ni.sh exa_rt_mailbox 150 verilator
exa_rt_mailbox.judges_rtl := exa_rt_mailbox_tb exa_ni_reset_tb
exa_rt_mailbox.judges := smoke directed map cases random
exa_rt_mailbox.judges_shape := directed map random
exa_rt_mailbox.both := bins
