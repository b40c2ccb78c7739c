# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Loads and stores to other nodes.

BLOCKS += exa_axi
exa_axi.fabric := exanet
exa_axi.rtl := rtl/common/*.v rtl/exanet/*.v
exa_axi.params := AXI_ID_W=1..16 REQ_LOG2=1..6
exa_axi.legal :=
exa_axi.shapes := AXI_ID_W=1,REQ_LOG2=1 \
    AXI_ID_W=16,REQ_LOG2=6 \
    AXI_ID_W=7,REQ_LOG2=3
exa_axi.pages := exa_axi.md axi_slave.md
exa_axi.rules_not := AXS-LAT-1
exa_axi.cases := suites/exanet/cases/exa_axi
exa_axi.replay := yes
exa_axi.campaign := exa_rdma.sh exa_axi 12
exa_axi.campaign_regress := exa_rdma.sh exa_axi 150 verilator
exa_axi.cover := exa_axi
exa_axi.both := bins
exa_axi.mutants := suites/exanet/mutants/exa_axi_mutants.tsv
exa_axi.mutant_checks := cases_catch_the_bugs
exa_axi.case_checks := cases_cover_the_contract verdict_log every_line_counts
exa_axi.spoilt_sim := verilator
exa_axi.alone := kernel_identity_and_parameters
exa_axi.model_opt := -O2
exa_axi.shape_check := yes
exa_axi.dead_check := yes
exa_axi.judges_rtl := exa_axi_tb
exa_axi.judges := smoke map random
exa_axi.judges_shape := map random
exa_axi.bench := none
