# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A torus of APEnet nodes, with a host at each: two nodes (image "pair") under Icarus, where four are slow; two
# whose lines have symbols (image "symbols"); two whose control words travel in band (image "inband"), which shows why they do not.

BLOCKS += ape_torus
ape_torus.fabric := apenet
ape_torus.rtl := rtl/common/*.v rtl/apenet/*.v
ape_torus.params := X_N=1..4 Y_N=1..4 Z_N=1..4 LINK_N=3..6 LOCAL_N=1..1 WIRE_CYC=0..22 AXI_ID_W=1..16 ENGINE_N=1..4 TLB_LOG2=1..6 PCS=0..1 BAND=0..1
ape_torus.legal := X_N*Y_N*Z_N<=4 && (LINK_N==6||LINK_N==3&&X_N<=2&&Y_N<=2&&Z_N<=2)
ape_torus.shapes := X_N=1,Y_N=1,Z_N=1,WIRE_CYC=0,AXI_ID_W=1 \
    X_N=4,Y_N=1,Z_N=1,WIRE_CYC=22,AXI_ID_W=16 \
    X_N=1,Y_N=2,Z_N=2,LINK_N=3,WIRE_CYC=3,BAND=0
ape_torus.pages := ape_torus.md
ape_torus.images := pair:Y_N=1,LINK_N=3 \
    inband:Y_N=1,LINK_N=3,BAND=0 \
    symbols:Y_N=1,LINK_N=3,WIRE_CYC=4,PCS=1
ape_torus.replay_images := pair symbols
ape_torus.icarus_image := pair
ape_torus.blocks := ape_link:BAND,LITERAL_EN=1,CUT_CYC=3,HEADER=0 ape_ni:AXI_ID_W,ENGINE_N,PKT_LOG2=2,BUF_LOG2=6,TLB_LOG2,MSG_LOG2=6,GET_LOG2=4,ACK_LOG2=4,CUT=0
ape_torus.mutants := suites/apenet/mutants/ape_torus_mutants.tsv
ape_torus.mutant_checks := suites_catch_the_bugs
ape_torus.model_opt := -O1
ape_torus.icarus_slow := puts faults forged
ape_torus.size_icarus := 40
ape_torus.size_verilator := 400
ape_torus.bench := none
ape_torus.campaign := ape_torus.sh 3
ape_torus.campaign_regress := ape_torus.sh 60 verilator
ape_torus.campaign_regress_images := ape_symbols.sh 2
