# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# TNW's own checks: its benches of RTL, its captures, its proofs, its figures.

# A second each under Icarus, half a minute of compiler under Verilator, which has the link in its suites.
RTL_TB_ICARUS += tnw_defs_tb tnw_pcs_tb tnw_link_tb tnw_link_pair_tb tnw_link_line_tb tnw_rcv_tb
RTL_TB_ICARUS += tnw_pput_tb tnw_pi_in_tb tnw_pi_out_tb tnw_pi_regs_tb tnw_pi_tb tnw_nget_tb tnw_nwp_tb
RTL_TB_ICARUS += tnw_torus_tb tnw_twin_tb tnw_rcv_write_tb tnw_wire_tb tnw_link_twin_tb tnw_pi_reads_tb tnw_pi_frame_tb
RTL_TB_ICARUS += tnw_inj_arb_tb tnw_rcv_match_tb

# Of these coverage counts two alone: blocks are covered by their suites, a line that is bad column by column and the torus'
# wire are benches'; those of tnw_nwp and tnw_torus call into the hosts they generate, which Verilator 5.006 does not take.
RTL_TB_COVERED += tnw_pcs_tb tnw_wire_tb

CHECKS += check-tnw-lines
# Those of a TNW link in the captures of its suites.
.PHONY: check-tnw-lines
check-tnw-lines: $(patsubst %,$(B)/sim/verilator/tnw_link/prog/cosim/tnw_link/%,smoke errors cases seq_off) $(B)/tenter
	@$(RUN) cosim/tnw_lines suites/tnw/cosim/tnw_lines $(B)

CHECKS += check-tnw-holes
# The holes of the paper, the mend off and on, in traces/tnw.
.PHONY: check-tnw-holes
check-tnw-holes: $(patsubst %,$(B)/sim/icarus/prog/cosim/%.vpi,tnw_link/short_reset tnw_torus/waits tnw_torus/shorter) \
    $(patsubst %,$(B)/sim/icarus/%.vvp,tnw_link tnw_torus-pair tnw_torus-paper) $(B)/tenter
	@$(RUN) cosim/tnw_holes suites/tnw/cosim/tnw_holes $(B)

FORMAL_CHECKS += check-formal-credits check-formal-spin check-formal-link
.PHONY: check-formal-credits
check-formal-credits: $(B)/gen/tn_fields.vh
	@$(RUN) formal/credits suites/tnw/formal/credits $(B)
.PHONY: check-formal-link
check-formal-link: $(B)/gen/tn_fields.vh
	@$(RUN) formal/link suites/tnw/formal/link $(B)
.PHONY: check-formal-spin
check-formal-spin:
	@$(RUN) formal/spin suites/tnw/formal/spin $(B)

.PHONY: regress-credits
regress-credits: # TNW's reception credits: every size, more seeded bugs: minutes
	@$(RUN) formal/credits-all suites/tnw/formal/credits $(B) all

.PHONY: regress-spin
regress-spin: # the TNW link's protocol with longer wires and wider windows: minutes, 2 GB
	@$(RUN) formal/spin-large suites/tnw/formal/spin $(B) large

## Figures: two nodes; and the link under Verilator, as Icarus takes minutes for its symbols
$(eval $(call icarus_prog,bench/tnw_rates,$(B)/suites/tnw/bench/tnw_rates.o))
$(eval $(call verilator_prog,tnw_link,bench/tnw_link_rate,$(B)/suites/tnw/bench/tnw_link_rate.o,))
BENCH_NEEDS += $(B)/sim/verilator/tnw_link/prog/bench/tnw_link_rate $(B)/sim/icarus/prog/bench/tnw_rates.vpi \
    $(B)/sim/icarus/tnw_torus-pair.vvp $(B)/sim/icarus/tnw_torus-symbols.vvp

# Fuzz targets reach none of the models but what becomes of TLPs, the symbols that waveforms have, and the bins of coverage that the descriptors name.
FUZZ_NOT += $(filter-out %/pi/pi_tlp.c %/pcs/pcs.c %/pcs/pcs_word.c $(wildcard checkers/tnw/model/*/cover_*.c),$(wildcard checkers/tnw/model/*/*.c checkers/tnw/model/*.c))
