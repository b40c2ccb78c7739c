# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The remapper of an I/O port.

BLOCKS += cz_ioport_remap
cz_ioport_remap.fabric := czodiac
cz_ioport_remap.rtl := rtl/common/*.v rtl/czodiac/*.v
cz_ioport_remap.rtl_not := rtl/czodiac/cz_dll%.v rtl/czodiac/cz_framing%.v rtl/czodiac/cz_pcs.v rtl/czodiac/cz_link.v rtl/czodiac/cz_wire.v
cz_ioport_remap.params := FUNC_N=1..64 PORT_N=1..16 MPS_B=128..4096 QUEUE_LOG2=5..12
cz_ioport_remap.legal := (MPS_B&(MPS_B-1))==0 && (1<<QUEUE_LOG2)>=2*((MPS_B+35)/16)+6
cz_ioport_remap.shapes := FUNC_N=1,PORT_N=1,MPS_B=128,QUEUE_LOG2=5 \
    FUNC_N=64,PORT_N=16,MPS_B=4096,QUEUE_LOG2=10 \
    FUNC_N=64,PORT_N=16,MPS_B=128,QUEUE_LOG2=5 \
    FUNC_N=1,PORT_N=1,MPS_B=4096,QUEUE_LOG2=10 \
    FUNC_N=3,PORT_N=16,MPS_B=256,QUEUE_LOG2=7
cz_ioport_remap.pages := cz_ioport_remap.md
cz_ioport_remap.cases := suites/czodiac/cases/cz_ioport_remap
cz_ioport_remap.replay := yes
cz_ioport_remap.mutants := suites/czodiac/mutants/cz_ioport_remap_mutants.tsv suites/czodiac/mutants/suite_mutants.tsv
cz_ioport_remap.case_mutants := suites/czodiac/mutants/cz_ioport_remap_mutants.tsv
cz_ioport_remap.parts := mutants:6
cz_ioport_remap.mutant_checks := mutants cases_catch_the_bugs other_means_catch_the_bugs
cz_ioport_remap.case_checks := cases_cover_the_contract verdict_log case_program every_line_counts messages
cz_ioport_remap.shape_check := yes
cz_ioport_remap.dead_check := yes
cz_ioport_remap.icarus_slow := captures isolation tables
cz_ioport_remap.state_opt := -O1
cz_ioport_remap.cover := cz_ioport_remap
cz_ioport_remap.cover_not := faults tables
cz_ioport_remap.campaign := campaign.sh
cz_ioport_remap.campaign_sims := icarus verilator
cz_ioport_remap.judges := smoke directed flow registers commit pins bench cases random
cz_ioport_remap.judges_shape := directed registers tables random
cz_ioport_remap.bench := driven
cz_ioport_remap.quick := directed
cz_ioport_remap.default := yes
cz_ioport_remap.both := bins
cz_ioport_remap.alone := ur_fields
cz_ioport_remap.cover_missed := forwarded: CAS, D2U, 4DW in, 4DW out, wrong digest
cz_ioport_remap.cover_never := forwarded: Msg, U2D, 4DW in, 4DW out, no digest
