# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A TNW link with its symbols (tnw_pcs).

BLOCKS += tnw_link
tnw_link.fabric := tnw
tnw_link.rtl := rtl/common/*.v rtl/tnw/*.v
tnw_link.modules := tnw_link tnw_pcs
tnw_link.params := TX_ITEMS_LOG2=2..6 RX_PKTS_LOG2=1..4
tnw_link.legal :=
tnw_link.shapes := TX_ITEMS_LOG2=2,RX_PKTS_LOG2=1 \
    TX_ITEMS_LOG2=6,RX_PKTS_LOG2=4 \
    TX_ITEMS_LOG2=3,RX_PKTS_LOG2=2
tnw_link.pages := tnw_link.md tnw.md_1 tnw.md_2 tnw.md_3 tnw.md_5
tnw_link.cases := suites/tnw/cases/tnw_link
tnw_link.replay := yes
tnw_link.mutants := suites/tnw/mutants/tnw_link_mutants.tsv
tnw_link.mutant_checks := cases_catch_the_bugs
tnw_link.case_checks := every_line_counts
tnw_link.spoilt_sim := verilator
tnw_link.model_opt := -O1
tnw_link.cover := tnw_link
tnw_link.campaign := tnw_link.sh 13
tnw_link.campaign_regress := tnw_link.sh 60 verilator
tnw_link.icarus_slow := errors seq_off wires cases
tnw_link.regress_rtl := tnw_link_line_tb
tnw_link.judges_rtl := tnw_link_tb tnw_link_pair_tb tn_8b10b_tb tnw_pcs_tb tnw_link_twin_tb tnw_link_line_tb
tnw_link.judges := smoke cases seq_off errors wires
