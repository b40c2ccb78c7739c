# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The data link layer, one end of a PCIe link.

BLOCKS += cz_dll
cz_dll.fabric := czodiac
cz_dll.rtl := rtl/common/*.v rtl/czodiac/*.v
cz_dll.params := MPS_B=128..4096 LANES=1..8 REPLAY_LOG2=9..14 SEQ_LOG2=3..11 CR_PH=1..127 CR_NPH=1..127 CR_PD=8..2047 CR_NPD=2..2047
cz_dll.legal := (MPS_B&(MPS_B-1))==0 && (LANES==1||LANES==4||LANES==8) && CR_PD>=MPS_B/16 && (1<<REPLAY_LOG2)>=2*((MPS_B+41)/16)*16
cz_dll.shapes := MPS_B=128,LANES=1,REPLAY_LOG2=9,SEQ_LOG2=3,CR_PH=1,CR_NPH=1,CR_PD=8,CR_NPD=2 \
    MPS_B=4096,LANES=8,REPLAY_LOG2=14,SEQ_LOG2=11,CR_PH=127,CR_NPH=127,CR_PD=2047,CR_NPD=2047 \
    MPS_B=256,LANES=8,REPLAY_LOG2=10,SEQ_LOG2=5,CR_PH=7,CR_NPH=3,CR_PD=33,CR_NPD=5
cz_dll.pages := cz_dll.md
cz_dll.cases := suites/czodiac/cases/cz_dll
cz_dll.replay := yes
cz_dll.cover := cz_dll
cz_dll.campaign := cz_dll.sh cz_dll 22
cz_dll.campaign_regress := cz_dll.sh cz_dll 220 verilator
cz_dll.mutants := suites/czodiac/mutants/cz_dll_mutants.tsv
cz_dll.mutant_shapes := 513:SEQ_LOG2=3 545:MPS_B=4096,REPLAY_LOG2=14,CR_PD=512
cz_dll.mutant_checks := cases_catch_the_bugs
cz_dll.case_checks := cases_cover_the_contract verdict_log every_line_counts
cz_dll.parts := cases_catch_the_bugs:8 verdict_log:3
cz_dll.icarus_slow := cases
cz_dll.spoilt_sim := verilator
cz_dll.bench := none
cz_dll.quick := smoke
cz_dll.regress_rtl := cz_link_tb
cz_dll.judges_rtl := cz_dll_tb cz_dll_replay_tb cz_dll_credit_tb
cz_dll.judges := smoke cases random
cz_dll.judges_shape := random
