# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Frames to symbols of lanes and back, one end of a PCIe link.

BLOCKS += cz_framing
cz_framing.fabric := czodiac
cz_framing.rtl := rtl/common/*.v rtl/czodiac/*.v
cz_framing.params := MPS_B=128..4096 LANES=1..8 SCRAMBLE=0..1 SKP_CYC=1180..1538
cz_framing.legal := (MPS_B&(MPS_B-1))==0 && (LANES==1||LANES==4||LANES==8)
cz_framing.shapes := MPS_B=128,LANES=1,SCRAMBLE=0,SKP_CYC=1180 MPS_B=4096,LANES=8,SCRAMBLE=1,SKP_CYC=1538 MPS_B=256,LANES=8,SCRAMBLE=1,SKP_CYC=1279
cz_framing.pages := cz_framing.md
cz_framing.bench := none
cz_framing.quick := smoke
cz_framing.mutants := suites/czodiac/mutants/cz_framing_mutants.tsv
cz_framing.mutant_shapes := 560:LANES=8 567:LANES=8 568:LANES=8 569:LANES=8 576:LANES=1,MPS_B=4096 586:LANES=8 599:LANES=8
cz_framing.mutant_checks := suites_catch_the_bugs
cz_framing.parts := suites_catch_the_bugs:9
cz_framing.judges_rtl := cz_framing_tb
cz_framing.judges := smoke random
cz_framing.judges_shape := random
