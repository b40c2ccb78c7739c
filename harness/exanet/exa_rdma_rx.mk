# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The receiver of RDMA transactions.

BLOCKS += exa_rdma_rx
exa_rdma_rx.fabric := exanet
exa_rdma_rx.rtl := rtl/common/*.v rtl/exanet/*.v
exa_rdma_rx.params := AXI_ID_W=1..16 HOLD=1..1 WAY_LOG2=0..4 DUP_N=4..1024
exa_rdma_rx.legal :=
exa_rdma_rx.shapes := AXI_ID_W=1,WAY_LOG2=0,DUP_N=4 \
    AXI_ID_W=16,WAY_LOG2=2,DUP_N=1024 \
    AXI_ID_W=7,WAY_LOG2=1,DUP_N=37
exa_rdma_rx.pages := exa_rdma_rx.md axi_slave.md
exa_rdma_rx.rules_not := AXS-LAT-1
exa_rdma_rx.cases := suites/exanet/cases/exa_rdma_rx
exa_rdma_rx.replay := yes
exa_rdma_rx.cover := exa_rdma_rx
exa_rdma_rx.campaign := exa_rdma.sh exa_rdma_rx 6
exa_rdma_rx.campaign_regress := exa_rdma.sh exa_rdma_rx 150 verilator
exa_rdma_rx.model_opt := -O2
exa_rdma_rx.mutants := suites/exanet/mutants/exa_rdma_rx_mutants.tsv
exa_rdma_rx.mutant_checks := cases_catch_the_bugs
exa_rdma_rx.parts := verdict_log:3
exa_rdma_rx.case_checks := cases_cover_the_contract verdict_log every_line_counts
exa_rdma_rx.spoilt_sim := verilator
exa_rdma_rx.icarus_slow := cases
exa_rdma_rx.alone := kernel_identity_and_parameters
exa_rdma_rx.shape_check := yes
exa_rdma_rx.dead_check := yes
exa_rdma_rx.judges_rtl := exa_rdma_rx_tb exa_rdma_rx_more_tb
exa_rdma_rx.judges := smoke cases map random
exa_rdma_rx.judges_shape := map random
exa_rdma_rx.size_icarus := 150
exa_rdma_rx.both := bins slow packets=60
exa_rdma_rx.bench := none
