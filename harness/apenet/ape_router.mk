# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The router of an APEnet node.

BLOCKS += ape_router
ape_router.fabric := apenet
ape_router.rtl := rtl/common/*.v rtl/apenet/*.v
ape_router.params := LINK_N=3..6 LOCAL_N=1..2 X_N=1..64 Y_N=1..32 Z_N=1..32 X_ME=0..63 Y_ME=0..31 Z_ME=0..31
ape_router.legal := (LINK_N==6||LINK_N==3&&X_N<=2&&Y_N<=2&&Z_N<=2) && X_ME<X_N && Y_ME<Y_N && Z_ME<Z_N
ape_router.size_verilator := 3000
ape_router.shapes := LINK_N=3,LOCAL_N=1,X_N=1,Y_N=1,Z_N=1,X_ME=0,Y_ME=0,Z_ME=0 \
    LINK_N=6,LOCAL_N=2,X_N=64,Y_N=32,Z_N=32,X_ME=63,Y_ME=31,Z_ME=31 \
    LINK_N=3,LOCAL_N=2,X_N=2,Y_N=2,Z_N=2,X_ME=1,Y_ME=0,Z_ME=1
ape_router.pages := ape_router.md
ape_router.rules_not := APR-NET-1
ape_router.cases := suites/apenet/cases/ape_router
ape_router.mutants := suites/apenet/mutants/ape_router_mutants.tsv
ape_router.mutant_checks := cases_catch_the_bugs
ape_router.cover := ape_router
ape_router.cover_missed := order: x z y, z
ape_router.cover_never := way: x-, size of 2
ape_router.dead_check := yes
ape_router.bench := none
ape_router.quick := smoke
ape_router.judges_rtl := ape_router_regs_tb ape_router_twin_tb ape_router_tb ape_cells_tb
ape_router.judges := smoke cases random
ape_router.judges_shape := random
