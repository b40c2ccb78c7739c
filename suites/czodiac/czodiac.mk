# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# cZodiac's own checks: its benches of RTL, its proofs.

# Counters that the bench writes, and tables of many entries: less than a second each, and much C++ under Verilator.
RTL_TB_ICARUS += cz_remap_counters_tb cz_remap_open_tb cz_remap_tables_tb
# Their traffic takes Icarus half a minute and more.
RTL_TB_VERILATOR += cz_dll_tb cz_framing_tb
# Its six links of 8b/10b are minutes of compiler under Verilator, and of Icarus (make regress).
RTL_TB_ICARUS += cz_link_tb

FORMAL_CHECKS += check-formal-isolation check-formal-replay check-formal-dll
.PHONY: check-formal-isolation
check-formal-isolation: $(B)/gen/tn_fields.vh
	@$(RUN) formal/isolation suites/czodiac/formal/prove $(B)

.PHONY: check-formal-replay
check-formal-replay: $(B)/gen/tn_fields.vh
	@$(RUN) formal/replay suites/czodiac/formal/replay $(B)
.PHONY: check-formal-dll
check-formal-dll:
	@$(RUN) formal/dll suites/czodiac/formal/spin $(B)

.PHONY: regress-replay
regress-replay: $(B)/gen/tn_fields.vh # the replay buffer for 17 cycles from reset, more seeded bugs: minutes
	@$(RUN) formal/replay-all suites/czodiac/formal/replay $(B) all

.PHONY: regress-dll
regress-dll: # the PCIe link's protocol with longer wires and a wider window: minutes, 2 GB
	@$(RUN) formal/dll-large suites/czodiac/formal/spin $(B) large

.PHONY: regress-isolation
regress-isolation: $(B)/gen/tn_fields.vh # the remapper's isolation, a whole direction for 12 cycles from reset: minutes
	@$(RUN) formal/isolation-all suites/czodiac/formal/prove $(B) all

## What the harness leaves and does, shown on the remapper
# The frames that a link's symbols carry, in the trace of a run
.PHONY: check-link-trace
COSIM_CHECKS += check-link-trace
check-link-trace: $(patsubst %,$(B)/sim/icarus/prog/cosim/cz_link/%.vpi,smoke random) $(B)/sim/icarus/cz_link.vvp $(B)/tenter
	@$(RUN) cosim/link-trace suites/czodiac/cosim/link_trace $(B) icarus
.PHONY: check-casts check-waves check-links check-stream
COSIM_CHECKS += check-casts check-waves check-links check-stream
REMAP := cz_ioport_remap
# Faults on links under Verilator: the -state model alone has them.
check-links: $(B)/sim/verilator/$(REMAP)$(call own,$(REMAP))-state/prog/cosim/$(REMAP)/faults
	@$(RUN) cosim/verilator-state/$(REMAP)/faults harness/sim/run-sim $(B) verilator $(REMAP)$(call own,$(REMAP))-state cosim/$(REMAP)/faults links

# vvp with its casts remembered is vvp.
check-casts: $(VVP_CAST) $(B)/sim/icarus/$(REMAP).vvp $(B)/sim/icarus/prog/cosim/$(REMAP)/random.vpi
	@$(RUN) cosim/casts suites/cosim/casts $(B) $(VVP_CAST) $(REMAP) cosim/$(REMAP)/random

# What a stream's monitor tells C, and when.
check-stream: $(B)/sim/icarus/prog/cosim/cz_ioport_remap/random.vpi $(GEN_VH)
	@$(RUN) cosim/stream suites/czodiac/cosim/stream $(B)

# What a failure leaves. The model with waveforms is there; its program run-sim links itself.
check-waves: $(B)/mutants/sim/icarus/mutant-3.vvp $(B)/sim/icarus/$(REMAP).vvp $(B)/tenter \
    $(patsubst %,$(B)/sim/icarus/prog/cosim/$(REMAP)/%.vpi,smoke directed registers commit cases) \
    $(patsubst %,$(B)/sim/verilator/$(REMAP)/prog/cosim/$(REMAP)/%,smoke cases) \
    $(B)/sim/verilator/$(REMAP)-state/libmodel.a
	@$(RUN) cosim/waves suites/cosim/waves $(B) $(REMAP) suites/czodiac/cases/$(REMAP)/bar_last_byte_lies_inside.case

# the seeded bugs of a script whose list stands in it
BUGS_other_means_catch_the_bugs = printf '%s\n' 1 2 18 19 33

## The table of conformance, shown on the remapper
.PHONY: check-cases-report
check-cases: check-cases-report
check-cases-report: $(B)/gen/blocks.tsv
	@$(RUN) conformance/report suites/czodiac/conformance/report_says_what_is suites/conformance/report $(B)

## Figures of the PCIe link: share of the line, recovery, line errors, TLPs a second (FIGURES_SIM=icarus takes long)
FIGURES_SIM ?= verilator
LINK_FIGURES := $(B)/figures/pcie_link
LINK_FIGURES_PROG := bench/cz_link_figures
LINK_FIGURES_verilator := $(B)/sim/verilator/cz_link/prog/$(LINK_FIGURES_PROG)
LINK_FIGURES_icarus := $(B)/sim/icarus/cz_link.vvp $(B)/sim/icarus/prog/$(LINK_FIGURES_PROG).vpi
$(eval $(call icarus_prog,$(LINK_FIGURES_PROG),$(B)/suites/czodiac/bench/cz_link_figures.o))
$(eval $(call verilator_prog,cz_link,$(LINK_FIGURES_PROG),$(B)/suites/czodiac/bench/cz_link_figures.o,))
$(LINK_FIGURES)/measured.tsv: $(LINK_FIGURES_$(FIGURES_SIM))
	@mkdir -p $(@D)
	@TN_WINDOW=0 harness/sim/run-sim $(B) $(FIGURES_SIM) cz_link $(LINK_FIGURES_PROG) > $@.log || { tail -20 $@.log >&2; exit 2; }
	@sed -n 's/^FIGURE\t//p' $@.log > $@
$(LINK_FIGURES)/speed-%.tsv: $(LINK_FIGURES_icarus) $(LINK_FIGURES_verilator)
	@mkdir -p $(@D)
	@TN_WINDOW=0 harness/sim/run-sim $(B) $* cz_link $(LINK_FIGURES_PROG) speed > $@.log || { tail -20 $@.log >&2; exit 2; }
	@sed -n 's/^FIGURE\t/$* /p' $@.log > $@
.PHONY: figures-link
figures: figures-link
figures-link: $(LINK_FIGURES)/measured.tsv $(LINK_FIGURES)/speed-icarus.tsv $(LINK_FIGURES)/speed-verilator.tsv # the PCIe link's curves: plots in build/figures/pcie_link, and their table
	@suites/czodiac/figures/plot.py $(LINK_FIGURES)
