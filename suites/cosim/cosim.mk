# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Simulation suites: suites/cosim/<dut>/*.c, each on both simulators.

COSIM_DUT := cz_ioport_remap
COSIM_NAMES := $(patsubst suites/cosim/%.c,%,$(wildcard suites/cosim/$(COSIM_DUT)/*.c))
COSIM_TITLE := cosim
ICARUS_RUNS := $(COSIM_NAMES:%=$(B)/cosim/icarus/%.run)
VERILATOR_RUNS := $(COSIM_NAMES:%=$(B)/cosim/verilator/%.run)

.PHONY: check-cosim cosim regress
CHECKS += check-cosim
check-cosim: $(ICARUS_RUNS) $(VERILATOR_RUNS) check-both check-waves check-shape

$(B)/cosim/icarus/%.run: $(B)/sim/icarus/$(COSIM_DUT)$(OWN).vvp $(B)/sim/icarus/prog/cosim/%.vpi
	@mkdir -p $(B)/cover/icarus
	@TN_COVER=$(call cover_file,icarus,$*) TN_TLPS=$${TN_TLPS:-500} $(RUN) $(COSIM_TITLE)/icarus/$* harness/sim/run-sim $(B) icarus $(COSIM_DUT)$(OWN) cosim/$*
$(B)/cosim/verilator/%.run: $(B)/sim/verilator/$(COSIM_DUT)$(OWN)/prog/cosim/%
	@mkdir -p $(B)/cover/verilator
	@TN_COVER=$(call cover_file,verilator,$*) TN_TLPS=$${TN_TLPS:-40000} $(RUN) $(COSIM_TITLE)/verilator/$* harness/sim/run-sim $(B) verilator $(COSIM_DUT)$(OWN) cosim/$*

# The same seed gives the same packets again, and on the other simulator.
.PHONY: check-both check-waves check-shape
check-both: $(B)/sim/icarus/$(COSIM_DUT)$(OWN).vvp $(B)/sim/icarus/prog/cosim/$(COSIM_DUT)/random.vpi $(B)/sim/verilator/$(COSIM_DUT)$(OWN)/prog/cosim/$(COSIM_DUT)/random
	@$(RUN) cosim/both suites/cosim/both $(B) $(COSIM_DUT)$(OWN)

# What a failure leaves. The model with waveforms is there; its program run-sim links itself.
check-waves: $(B)/mutants/sim/icarus/mutant-3.vvp $(B)/sim/icarus/$(COSIM_DUT).vvp $(B)/tenter \
    $(patsubst %,$(B)/sim/icarus/prog/cosim/$(COSIM_DUT)/%.vpi,smoke directed registers commit cases) \
    $(patsubst %,$(B)/sim/verilator/$(COSIM_DUT)/prog/cosim/$(COSIM_DUT)/%,smoke cases) \
    $(B)/sim/verilator/$(COSIM_DUT)-state/libmodel.a
	@$(RUN) cosim/waves suites/cosim/waves $(B) $(COSIM_DUT)

# The suites once more on a bench of another shape.
SHAPE_TRIED := FUNC_N=3 PORT_N=16 MPS_B=256
check-shape:
	@$(MAKE) $(SHAPE_TRIED) COSIM_TITLE=shape TN_TLPS=300 $(ICARUS_RUNS)

cosim: # the simulation suites on SIM
	@rm -rf $(B)/results
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
	@suites/tally $(B)/results

regress: # the random suites with a million TLPs under Verilator
	@rm -rf $(B)/results
	@TN_TLPS=$${TN_TLPS:-1000000} $(MAKE) $(VERILATOR_RUNS)
	@suites/tally $(B)/results
