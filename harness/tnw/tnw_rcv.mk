# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The reception of a TNW node.

BLOCKS += tnw_rcv
tnw_rcv.fabric := tnw
tnw_rcv.rtl := rtl/common/*.v rtl/tnw/*.v
tnw_rcv.params := CREDIT_LOG2=0..4 LAST_EN=0..1
tnw_rcv.legal :=
tnw_rcv.shapes := CREDIT_LOG2=0 \
    CREDIT_LOG2=3,LAST_EN=0 \
    CREDIT_LOG2=4 \
    CREDIT_LOG2=2
tnw_rcv.pages := tnw_nwp.md_1 tnw_nwp.md_2 tnw_nwp.md_3 tnw_nwp.md_4
tnw_rcv.cases := suites/tnw/cases/tnw_rcv
tnw_rcv.replay := yes
tnw_rcv.mutants := suites/tnw/mutants/tnw_rcv_mutants.tsv
tnw_rcv.mutant_checks := suites_catch_the_bugs cases_catch_the_bugs
tnw_rcv.case_mutants_args := --judges no
tnw_rcv.case_checks := cases_cover_the_contract every_line_counts
tnw_rcv.spoilt_sim := verilator
tnw_rcv.shape_check := yes
tnw_rcv.model_opt := -O1
tnw_rcv.cover := tnw_rcv
tnw_rcv.campaign := tnw_block.sh tnw_rcv 18
tnw_rcv.campaign_regress := tnw_block.sh tnw_rcv 180 verilator
tnw_rcv.judges_rtl := tnw_twin_tb tnw_rcv_tb
tnw_rcv.judges := smoke directed messages random
tnw_rcv.bench := none
tnw_rcv.quick := directed
tnw_rcv.cover_missed := flush: a notification to come
tnw_rcv.cover_never := notification: cause 1, all bytes
