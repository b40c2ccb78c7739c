# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The packetizer of ExaNet's network interface; of exa_ni.md it has the rules that were asked.

BLOCKS += exa_packetizer
exa_packetizer.fabric := exanet
exa_packetizer.rtl := rtl/common/*.v rtl/exanet/*.v
exa_packetizer.params := AXI_ID_W=1..16 CHAN_N=2..64
exa_packetizer.legal :=
exa_packetizer.shapes := AXI_ID_W=1,CHAN_N=2 \
    AXI_ID_W=16,CHAN_N=64 \
    AXI_ID_W=7,CHAN_N=5
exa_packetizer.pages := exa_packetizer.md axi_slave.md
exa_packetizer.cases := suites/exanet/cases/exa_packetizer
exa_packetizer.replay := yes
exa_packetizer.model_opt := -O1
exa_packetizer.size_icarus := 300
exa_packetizer.cover := exa_ni
exa_packetizer.mutants := suites/exanet/mutants/exa_packetizer_mutants.tsv
exa_packetizer.mutant_checks := cases_catch_the_bugs
exa_packetizer.case_checks := cases_cover_the_contract every_line_counts
exa_packetizer.shape_check := yes
exa_packetizer.dead_check := yes
exa_packetizer.campaign := exa_ni.sh exa_packetizer 10
exa_packetizer.campaign_regress := exa_ni.sh exa_packetizer 150 verilator
exa_packetizer.judges_rtl := exa_packetizer_tb exa_packetizer_time_tb exa_ni_reset_tb
exa_packetizer.judges := smoke directed map cases random
exa_packetizer.judges_shape := directed map random
exa_packetizer.both := bins slow packets=80
