# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The level-2 switch of the cluster without its lanes' ends.

BLOCKS += cl_switch
cl_switch.fabric := cluster
cl_switch.kit := yes
cl_switch.cases := suites/cluster/cl_switch/cases
cl_switch.replay := yes
cl_switch.campaign := cl_switch.sh cl_switch 8
cl_switch.campaign_regress := cl_switch.sh cl_switch 100 verilator
cl_switch.rtl := rtl/common/*.v rtl/cluster/*.v
cl_switch.shapes := PORT_N=2,PLANE_N=1,SPEED=1,PREEMPT=0 \
    PORT_N=20,PLANE_N=1 \
    PORT_N=6,PLANE_N=3
cl_switch.pages := cl_switch.md
cl_switch.size_icarus := 480
cl_switch.size_verilator := 16000
cl_switch.both := slow packets=80
cl_switch.mutants := suites/cluster/cl_switch/bugs.tsv
cl_switch.mutant_shapes := 891:PORT_N=2,PLANE_N=3
cl_switch.mutant_checks := bench_catches_the_bugs
cl_switch.case_checks := verdict_log every_line_counts
cl_switch.dead_check := yes
cl_switch.bench := none
cl_switch.cover := cl_switch
cl_switch.quick := cases
cl_switch.judges_rtl := cl_switch_tb cl_switch_twin_tb
cl_switch.judges := cases mixes kit
cl_switch.judges_shape := mixes
