# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A torus of TNW nodes: eight, with symbols on the lines, under Verilator; two under Icarus (image "pair"),
# where eight are slow.

BLOCKS += tnw_torus
tnw_torus.fabric := tnw
tnw_torus.rtl := rtl/common/*.v rtl/tnw/*.v
tnw_torus.params := X_N=1..4 Y_N=1..4 Z_N=1..4 WIRE_CYC=0..63 PCS_EN=0..1 ITEM_LOG2=2..5 DESC_LOG2=0..4 CREDIT_LOG2=0..4 LAST_EN=0..1
tnw_torus.legal := X_N*Y_N*Z_N<=8
tnw_torus.shapes := X_N=1,Y_N=1,Z_N=2,WIRE_CYC=0,ITEM_LOG2=2,DESC_LOG2=0,CREDIT_LOG2=0 \
    X_N=4,Y_N=2,Z_N=1,WIRE_CYC=63 \
    X_N=1,Y_N=3,Z_N=1,WIRE_CYC=3 \
    X_N=1,Y_N=1,Z_N=3,WIRE_CYC=2 \
    X_N=2,Y_N=1,Z_N=1,LAST_EN=0
tnw_torus.pages := tnw_torus.md_1 tnw_torus.md_2 tnw_torus.md_3 tnw_nwp.md_5
tnw_torus.mutants := suites/tnw/mutants/tnw_torus_mutants.tsv
tnw_torus.mutant_checks := suites_catch_the_bugs
tnw_torus.blocks := tnw_link:TX_ITEMS_LOG2=4,RX_PKTS_LOG2=4 tnw_pcs tnw_pi:OFF_LOG2=16,ITEM_LOG2=4,TAG_LOG2=3,DESC_LOG2=3,LAST_EN=1 tnw_rcv:CREDIT_LOG2=3,LAST_EN=1
tnw_torus.model_opt := -Og
tnw_torus.verilator_params := PCS_EN=1
tnw_torus.images := pair:Y_N=1,Z_N=1,PCS_EN=0 \
    paper:Y_N=1,Z_N=1,PCS_EN=0,LAST_EN=0 \
    symbols:Y_N=1,Z_N=1,PCS_EN=1
tnw_torus.replay_images := pair symbols
tnw_torus.icarus_image := pair
tnw_torus.icarus_not := completions faults fragments linkrst outages resets
tnw_torus.verilator_not := ledger shorter
tnw_torus.cover := tnw_torus
tnw_torus.campaign := tnw_torus.sh 5
tnw_torus.campaign_regress := tnw_torus.sh 200 verilator
tnw_torus.campaign_regress_images := tnw_symbols.sh 8
tnw_torus.judges_rtl := tnw_nwp_tb
tnw_torus.judges_shape := smoke nwp
