# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A lattice of APEnet routers and links, with local ports instead of network interfaces.

BLOCKS += ape_lattice
ape_lattice.fabric := apenet
ape_lattice.rtl := rtl/common/*.v rtl/apenet/*.v
ape_lattice.params := X_N=1..8 Y_N=1..8 Z_N=1..8 LINK_N=3..6 LOCAL_N=1..2 WIRE_CYC=0..22 BAND=0..1
ape_lattice.legal := X_N*Y_N*Z_N*LOCAL_N<=16 && (LINK_N==6||LINK_N==3&&X_N<=2&&Y_N<=2&&Z_N<=2)
ape_lattice.shapes := X_N=1,Y_N=1,Z_N=1,LOCAL_N=2,WIRE_CYC=0 \
    X_N=5,Y_N=1,Z_N=1,WIRE_CYC=22 \
    X_N=2,Y_N=2,Z_N=2,LINK_N=3,WIRE_CYC=3,BAND=0 \
    X_N=4,Y_N=2,Z_N=1
ape_lattice.pages := ape_torus.md ape_router.md
ape_lattice.rules_not := APR-DIM-1 APR-DROP-1 APR-DROP-2 APR-CUT-1 APR-ARB-1 APR-RATE-1 APR-LAT-1 APR-HSK-1 APR-REG-1 APR-REG-2
ape_lattice.blocks := ape_link:BAND,LITERAL_EN=1,CUT_CYC=3,HEADER=0
ape_lattice.model_opt := -O1
ape_lattice.both := slow packets=40
ape_lattice.icarus_slow := random full faults
ape_lattice.regress_rtl := ape_lattice_tb ape_coded_tb
ape_lattice.bench := none
