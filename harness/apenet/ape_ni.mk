# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The network interface of an APEnet node; image "cut" shows why data wait for the footer.

BLOCKS += ape_ni
ape_ni.fabric := apenet
ape_ni.rtl := rtl/common/*.v rtl/apenet/*.v
ape_ni.params := AXI_ID_W=1..16 ENGINE_N=1..4 PKT_LOG2=0..2 BUF_LOG2=1..6 TLB_LOG2=1..6 MSG_LOG2=1..6 GET_LOG2=1..4 ACK_LOG2=1..4 CUT=0..1
ape_ni.legal :=
ape_ni.shapes := AXI_ID_W=1,ENGINE_N=1,PKT_LOG2=0,BUF_LOG2=4,TLB_LOG2=1,MSG_LOG2=2,GET_LOG2=1,ACK_LOG2=1 \
    AXI_ID_W=16,ENGINE_N=4,PKT_LOG2=2,BUF_LOG2=6,TLB_LOG2=6,MSG_LOG2=6,GET_LOG2=4,ACK_LOG2=4 \
    AXI_ID_W=7,ENGINE_N=3,PKT_LOG2=1,BUF_LOG2=5,TLB_LOG2=3,MSG_LOG2=3,GET_LOG2=2,ACK_LOG2=2
ape_ni.pages := ape_ni.md
ape_ni.cases := suites/apenet/cases/ape_ni
ape_ni.model_opt := -O2
ape_ni.size_icarus := 60
ape_ni.size_verilator := 600
ape_ni.mutants := suites/apenet/mutants/ape_ni_mutants.tsv
ape_ni.mutant_checks := suites_catch_the_bugs cases_catch_the_bugs replay_catches_the_bugs
ape_ni.case_mutants := suites/apenet/mutants/ape_ni_case_mutants.tsv
ape_ni.parts := cases_catch_the_bugs:6
ape_ni.replay := yes
ape_ni.campaign := ape_ni.sh 9
ape_ni.campaign_regress := ape_ni.sh 90 verilator
ape_ni.images := cut:CUT=1
ape_ni.cover := ape_ni
ape_ni.cover_missed := event: UNREG
ape_ni.cover_never := command: MAP, FULL
ape_ni.dead_check := yes
ape_ni.bench := none
ape_ni.judges_rtl := tn_axi_slave_tb ape_ni_tlb_tb ape_ni_regs_tb ape_ni_tb ape_ni_owners_tb
ape_ni.judges := smoke cases messages directed hard random
ape_ni.judges_shape := random
