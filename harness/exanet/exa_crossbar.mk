# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's switch.

BLOCKS += exa_crossbar
exa_crossbar.fabric := exanet
exa_crossbar.rtl := rtl/common/*.v rtl/exanet/*.v
exa_crossbar.params := PORT_N=8..16 LINK_BASE=0..12 GW_BASE=0..12 DRAM_PORT=0..15 RANGE_EN=0..65535 RANGE_STEP=0..127 RANGE_SPAN=0..127
exa_crossbar.legal := LINK_BASE+4<=PORT_N && GW_BASE+4<=PORT_N && (GW_BASE>=LINK_BASE+4 || LINK_BASE>=GW_BASE+4) && DRAM_PORT<PORT_N && (PORT_N-1)*RANGE_STEP+RANGE_SPAN<=127
exa_crossbar.shapes := PORT_N=8,LINK_BASE=0,GW_BASE=4 \
    PORT_N=8,LINK_BASE=4,GW_BASE=0,DRAM_PORT=7 \
    PORT_N=16,LINK_BASE=12,GW_BASE=0,DRAM_PORT=15,RANGE_EN=65535,RANGE_STEP=8,RANGE_SPAN=6 \
    PORT_N=11,LINK_BASE=3,GW_BASE=7,DRAM_PORT=2,RANGE_EN=1911,RANGE_STEP=8,RANGE_SPAN=20
exa_crossbar.pages := exa_crossbar.md
exa_crossbar.cases := suites/exanet/cases/exa_crossbar
exa_crossbar.replay := yes
exa_crossbar.mutants := suites/exanet/mutants/exa_crossbar_mutants.tsv
exa_crossbar.mutant_checks := cases_catch_the_bugs suites_catch_the_bugs
exa_crossbar.case_checks := cases_cover_the_contract verdict_log every_line_counts messages
exa_crossbar.shape_check := yes
exa_crossbar.dead_check := yes
exa_crossbar.model_opt := -O1
exa_crossbar.state_opt := -O1
exa_crossbar.cover := exa_crossbar
exa_crossbar.campaign := exa_crossbar.sh
exa_crossbar.campaign_sims := icarus verilator
exa_crossbar.images := uniform:RANGE_EN=65535
exa_crossbar.judges_rtl := exa_crossbar_tb exa_net_reset_tb exa_counters_tb
exa_crossbar.judges := smoke directed timing cases random
exa_crossbar.judges_shape := directed
exa_crossbar.quick := directed
exa_crossbar.both := bins slow
exa_crossbar.alone := rte_no_such_peripheral
