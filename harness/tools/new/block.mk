# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# @NAME@, with the plain bench.

BLOCKS += @NAME@
@NAME@.fabric := @FABRIC@
@NAME@.kit := plain
@NAME@.rtl := rtl/@FABRIC@/@NAME@.v
@NAME@.shapes := W=8 W=24
@NAME@.pages := @NAME@.md
@NAME@.cases := suites/@FABRIC@/@NAME@/cases
@NAME@.both := slow packets=80
@NAME@.mutants := suites/@FABRIC@/@NAME@/bugs.tsv
@NAME@.mutant_checks := bench_catches_the_bugs
@NAME@.case_checks := verdict_log every_line_counts
@NAME@.dead_check := yes
@NAME@.bench := none
@NAME@.quick := cases
@NAME@.judges := cases mixes kit
