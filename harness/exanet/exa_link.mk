# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's link.

BLOCKS += exa_link
exa_link.fabric := exanet
exa_link.rtl := rtl/common/*.v rtl/exanet/*.v
exa_link.params := XOFF_FREE=32..200 XON_FREE=33..255 REFRESH_CYC=16..352 SLIP_CYC=1..255
exa_link.legal := 2*XOFF_FREE>=REFRESH_CYC+48 && XON_FREE>XOFF_FREE
exa_link.shapes := XOFF_FREE=32,XON_FREE=33,REFRESH_CYC=16,SLIP_CYC=1 \
    XOFF_FREE=200,XON_FREE=255,REFRESH_CYC=352,SLIP_CYC=255 \
    XOFF_FREE=74,XON_FREE=94,REFRESH_CYC=100,SLIP_CYC=20
exa_link.pages := exa_link.md
exa_link.cases := suites/exanet/cases/exa_link
exa_link.replay := yes
exa_link.mutants := suites/exanet/mutants/exa_link_mutants.tsv
exa_link.mutant_checks := suites_catch_the_bugs cases_catch_the_bugs
exa_link.case_mutants := suites/exanet/mutants/exa_link_case_mutants.tsv
exa_link.icarus_slow := edges line
exa_link.size_icarus := 300
exa_link.size_verilator := 10000
exa_link.cover := exa_link
exa_link.campaign := exa_link.sh 12
exa_link.campaign_regress := exa_link.sh 60 verilator
exa_link.judges_rtl := exa_link_rx_tb exa_link_loop_tb exa_link_tx_tb exa_net_reset_tb exa_link_tb
exa_link.judges := smoke random
exa_link.dead_check := yes
exa_link.both := bins slow packets=80
exa_link.cover_missed := lock: lock lost
exa_link.cover_never := sent: separator-7, inside a frame
