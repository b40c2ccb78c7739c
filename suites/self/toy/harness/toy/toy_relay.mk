# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The toy relay: its manifest (harness/dut/README.md says what each property means).

BLOCKS += toy_relay
toy_relay.fabric := toy
toy_relay.rtl := rtl/common/*.v rtl/toy/*.v
toy_relay.params := DEPTH_LOG2=1..6
toy_relay.legal :=
toy_relay.shapes := DEPTH_LOG2=1 \
    DEPTH_LOG2=6 \
    DEPTH_LOG2=3
toy_relay.pages := toy_relay.md
toy_relay.cases := suites/toy/cases/toy_relay
toy_relay.replay := yes
toy_relay.mutants := suites/toy/mutants/toy_relay_mutants.tsv
toy_relay.mutant_checks := cases_catch_the_bugs
toy_relay.case_checks := cases_cover_the_contract verdict_log every_line_counts
toy_relay.shape_check := yes
toy_relay.model_opt := -O1
toy_relay.state_opt := -O1
toy_relay.quick := random
