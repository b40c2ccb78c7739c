# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A PCIe link from TLPs to symbols, one end: cz_dll, cz_framing and cz_pcs in one.

BLOCKS += cz_link
cz_link.fabric := czodiac
cz_link.rtl := rtl/common/*.v rtl/czodiac/*.v
cz_link.params := MPS_B=128..4096 LANES=1..8 REPLAY_LOG2=9..14 SEQ_LOG2=3..11 CR_PH=1..127 CR_NPH=1..127 CR_PD=8..2047 CR_NPD=2..2047 SCRAMBLE=0..1 SKP_CYC=1180..1538
cz_link.legal := (MPS_B&(MPS_B-1))==0 && (LANES==1||LANES==4||LANES==8) && CR_PD>=MPS_B/16 && (1<<REPLAY_LOG2)>=2*((MPS_B+41)/16)*16
cz_link.shapes := MPS_B=128,LANES=1,REPLAY_LOG2=10,SEQ_LOG2=3,CR_PH=1,CR_NPH=1,CR_PD=8,CR_NPD=2,SCRAMBLE=0,SKP_CYC=1180 \
    MPS_B=4096,LANES=8,REPLAY_LOG2=14,SEQ_LOG2=11,CR_PH=127,CR_NPH=127,CR_PD=2047,CR_NPD=2047,SCRAMBLE=1,SKP_CYC=1538 \
    MPS_B=256,LANES=8,REPLAY_LOG2=10,SEQ_LOG2=5,CR_PH=7,CR_NPH=3,CR_PD=33,CR_NPD=5,SCRAMBLE=1,SKP_CYC=1279
cz_link.pages := cz_framing.md
cz_link.rules_not := CZF-FRM-2 CZF-FRM-3 CZF-STR-1 CZF-RX-1 CZF-RX-2 CZF-ERR-1 CZF-ERR-3
cz_link.cases := suites/czodiac/cases/cz_link
cz_link.bench := none
cz_link.icarus_slow := cases
cz_link.quick := smoke
cz_link.mutants := suites/czodiac/mutants/cz_link_mutants.tsv
cz_link.mutant_checks := suites_catch_the_bugs
