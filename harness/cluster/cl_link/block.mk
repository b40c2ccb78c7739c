# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# One end of a lane of the cluster.

BLOCKS += cl_link
cl_link.fabric := cluster
cl_link.rtl := rtl/common/*.v rtl/cluster/*.v
cl_link.kit := yes
cl_link.shapes := PLANE=0 \
    PLANE=2 \
    PLANE=1
cl_link.pages := cl_link.md
cl_link.cases := suites/cluster/cl_link/cases
cl_link.replay := yes
cl_link.cover := cl_link
cl_link.campaign := cl_link.sh cl_link 22
cl_link.campaign_regress := cl_link.sh cl_link 220 verilator
cl_link.mutants := suites/cluster/cl_link/bugs.tsv
cl_link.mutant_checks := bench_catches_the_bugs
cl_link.case_checks := cases_cover_the_contract verdict_log every_line_counts
cl_link.dead_check := yes
cl_link.bench := none
cl_link.quick := cases
cl_link.judges_rtl := cl_link_regs_tb
cl_link.judges := cases mixes kit
cl_link.judges_shape := mixes
