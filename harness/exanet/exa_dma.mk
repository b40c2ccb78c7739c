# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The sender of RDMA transactions.

BLOCKS += exa_dma
exa_dma.fabric := exanet
exa_dma.rtl := rtl/common/*.v rtl/exanet/*.v
exa_dma.params := AXI_ID_W=1..16 OUT_N=1..7 TXN_LOG2=2..10
exa_dma.legal :=
exa_dma.shapes := AXI_ID_W=1,OUT_N=1,TXN_LOG2=2 \
    AXI_ID_W=16,OUT_N=7,TXN_LOG2=10 \
    AXI_ID_W=7,OUT_N=2,TXN_LOG2=5
exa_dma.pages := exa_dma.md axi_slave.md
exa_dma.rules_not := AXS-LAT-1
exa_dma.cases := suites/exanet/cases/exa_dma
exa_dma.replay := yes
exa_dma.cover := exa_dma
exa_dma.campaign := exa_rdma.sh exa_dma 6
exa_dma.campaign_regress := exa_rdma.sh exa_dma 150 verilator
exa_dma.model_opt := -O2
exa_dma.mutants := suites/exanet/mutants/exa_dma_mutants.tsv
exa_dma.case_mutants := suites/exanet/mutants/exa_dma_case_mutants.tsv
exa_dma.mutant_checks := suites_catch_the_bugs cases_catch_the_bugs
exa_dma.parts := verdict_log:3 suites_catch_the_bugs:2
exa_dma.case_checks := cases_cover_the_contract verdict_log every_line_counts
exa_dma.spoilt_sim := verilator
exa_dma.icarus_slow := cases meets
exa_dma.alone := kernel_identity_and_parameters
exa_dma.shape_check := yes
exa_dma.dead_check := yes
exa_dma.judges := cases map random
exa_dma.judges_shape := map random
exa_dma.size_icarus := 150
exa_dma.both := bins slow packets=60
exa_dma.bench := none
