# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# One end of an APEnet torus link.

BLOCKS += ape_link
ape_link.fabric := apenet
ape_link.rtl := rtl/common/*.v rtl/apenet/*.v
ape_link.params := BAND=0..1 LITERAL_EN=0..1 CUT_CYC=3..65535
ape_link.legal :=
ape_link.size_verilator := 3000
ape_link.shapes := BAND=0,LITERAL_EN=0,CUT_CYC=16 \
    BAND=0,LITERAL_EN=1,CUT_CYC=65535 \
    BAND=1,LITERAL_EN=0,CUT_CYC=5 \
    BAND=1,CUT_CYC=4 \
    BAND=1,CUT_CYC=65535
ape_link.pages := ape_link.md
ape_link.cases := suites/apenet/cases/ape_link
ape_link.mutants := suites/apenet/mutants/ape_link_mutants.tsv
ape_link.mutant_checks := cases_catch_the_bugs
ape_link.mutant_shapes := 691:BAND=0
ape_link.cover := ape_link
ape_link.dead_check := yes
ape_link.cover_missed := received: another, footer held
ape_link.cover_never := header: len above 4096, header only
ape_link.bench := none
ape_link.quick := smoke
ape_link.judges_rtl := ape_link_regs_tb ape_fifo_tb ape_link_twin_tb ape_link_tb ape_cells_net_tb
ape_link.judges := smoke cases random
ape_link.judges_shape := random
