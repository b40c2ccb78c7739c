# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's demultiplexer.

BLOCKS += exa_demux
exa_demux.fabric := exanet
exa_demux.rtl := rtl/common/*.v rtl/exanet/*.v
exa_demux.params := OUT_N=2..16 DRAM_EN=0..65535 RANGE_EN=0..65535 RANGE_STEP=0..127 RANGE_SPAN=0..127 TYPES=0..1
exa_demux.legal := (OUT_N-1)*RANGE_STEP+RANGE_SPAN<=127 && ((DRAM_EN|RANGE_EN)&((1<<OUT_N)-1))!=0
exa_demux.shapes := OUT_N=2,DRAM_EN=0,RANGE_EN=3,RANGE_STEP=0 \
    OUT_N=16,DRAM_EN=65535,RANGE_EN=65535,RANGE_STEP=8,RANGE_SPAN=6 \
    OUT_N=7,DRAM_EN=72,RANGE_EN=91,RANGE_STEP=8,RANGE_SPAN=20,TYPES=0
exa_demux.pages := exa_mux.md_2 exa_mux.md_3
exa_demux.shape_check := yes
exa_demux.dead_check := yes
exa_demux.model_opt := -O1
exa_demux.cover := exa_demux
exa_demux.judges_rtl := exa_mux_tb exa_net_reset_tb exa_counters_tb
exa_demux.judges := smoke directed random
exa_demux.judges_shape := directed random
