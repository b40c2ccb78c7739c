# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The processor interface of a TNW node.

BLOCKS += tnw_pi
tnw_pi.fabric := tnw
tnw_pi.rtl := rtl/common/*.v rtl/tnw/*.v
tnw_pi.params := OFF_LOG2=8..24 ITEM_LOG2=2..5 TAG_LOG2=1..5 DESC_LOG2=0..4 LAST_EN=0..1
tnw_pi.legal :=
tnw_pi.shapes := OFF_LOG2=24,ITEM_LOG2=5,TAG_LOG2=5,DESC_LOG2=4 \
    OFF_LOG2=16,LAST_EN=0 \
    OFF_LOG2=11,ITEM_LOG2=3,TAG_LOG2=4,DESC_LOG2=2 \
    OFF_LOG2=8,ITEM_LOG2=2,TAG_LOG2=1,DESC_LOG2=0
tnw_pi.pages := tnw_pi.md
tnw_pi.cases := suites/tnw/cases/tnw_pi
tnw_pi.replay := yes
tnw_pi.mutants := suites/tnw/mutants/tnw_pi_mutants.tsv
tnw_pi.mutant_checks := suites_catch_the_bugs cases_catch_the_bugs
tnw_pi.case_mutants_args := --judges no
tnw_pi.case_checks := cases_cover_the_contract every_line_counts
tnw_pi.spoilt_sim := verilator
tnw_pi.shape_check := yes
tnw_pi.model_opt := -O1
tnw_pi.cover := tnw_pi
tnw_pi.campaign := tnw_block.sh tnw_pi 13
tnw_pi.campaign_regress := tnw_block.sh tnw_pi 260 verilator
tnw_pi.judges_rtl := tnw_twin_tb tnw_pi_in_tb tnw_pi_regs_tb tnw_pput_tb tnw_pi_out_tb tnw_nget_tb tnw_pi_tb
tnw_pi.judges := smoke cases pput nget abort errors refused random
tnw_pi.judges_shape := nget
tnw_pi.bench := none
