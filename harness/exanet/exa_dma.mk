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
exa_dma.cases := suites/exanet/cases/exa_dma
exa_dma.model_opt := -O2
exa_dma.judges := random
exa_dma.judges_shape := random
exa_dma.size_icarus := 300
exa_dma.both := slow packets=60
exa_dma.bench := none
