# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Simulation suites: suites/<fabric>/cosim/<dut>/*.c, each on both simulators unless the block's manifest says otherwise. DUT=
# chooses whose; check-cosim runs those of all.

COSIM_TITLE := cosim
# (COSIM_CHECKS: what a fabric's fragment adds to check-cosim)
# packets a random pattern (TN_TLPS the remapper's suites, TN_PACKETS the others')
COSIM_TLPS_icarus := 500
COSIM_TLPS_verilator := 40000
COSIM_PACKETS_icarus := 600
COSIM_PACKETS_verilator := 20000
# simulator, DUT
cosim_size = TN_TLPS=$${TN_TLPS:-$(COSIM_TLPS_$(1))} TN_PACKETS=$${TN_PACKETS:-$(or $($(2).size_$(1)),$(COSIM_PACKETS_$(1)))}

both_prog = cosim/$(or $($(1).suites_of),$(1))/$(if $($(1).kit),mixes,random)

# DUT; a block has the suites of another one (.suites_of) under Verilator, in a folder
define cosim_dut
COSIM_NAMES_$(1) := $$(patsubst cosim/%,%,$$(call suites_of_dut,$(1)) $(if $($(1).kit),cosim/$(1)/cases cosim/$(1)/mixes)) $(patsubst %.c,$(1)/%,$(notdir $($(1).suites)))
ICARUS_RUNS_$(1) := $$(patsubst %,$(B)/cosim/icarus/%.run,$$(filter-out $($(1).icarus_not:%=$(1)/%),$$(COSIM_NAMES_$(1))))
VERILATOR_RUNS_$(1) := $$(patsubst %,$(B)/cosim/verilator/%.run,$$(filter-out $($(1).verilator_not:%=$(1)/%),$$(COSIM_NAMES_$(1)))) \
    $$(if $($(1).suites_of),$$(patsubst cosim/%,$(B)/cosim/verilator/$(1)/%.run,$$(call suites_of_dut,$($(1).suites_of))))
$(B)/cosim/icarus/$(1)/%.run: $(B)/sim/icarus/$(call icarus_of,$(1)).vvp $(B)/sim/icarus/prog/cosim/$(1)/%.vpi
	@mkdir -p $$(COVER_DIR)/icarus/$(1)
	@TN_COVER=$$(call cover_file,icarus,$(1),$(1)/$$*) $$(call cosim_size,icarus,$(1)) $$(RUN) $$(COSIM_TITLE)/icarus/$(1)/$$* harness/sim/run-sim $(B) icarus $(call icarus_of,$(1)) cosim/$(1)/$$*
$(B)/cosim/verilator/$(1)/%.run: $(B)/sim/verilator/$(1)$(call own,$(1))/prog/cosim/$(1)/%
	@mkdir -p $$(COVER_DIR)/verilator/$(1)
	@TN_COVER=$$(call cover_file,verilator,$(1),$(1)/$$*) $$(call cosim_size,verilator,$(1)) $$(RUN) $$(COSIM_TITLE)/verilator/$(1)/$$* harness/sim/run-sim $(B) verilator $(1)$(call own,$(1)) cosim/$(1)/$$*
$(if $($(1).suites_of),$(B)/cosim/verilator/$(1)/$($(1).suites_of)/%.run: $(B)/sim/verilator/$(1)$(call own,$(1))/prog/cosim/$($(1).suites_of)/%
	@mkdir -p $$(COVER_DIR)/verilator/$(1)/$($(1).suites_of)
	@TN_COVER=$$(call cover_file,verilator,$(1),$(1)/$($(1).suites_of)/$$*) $$(call cosim_size,verilator,$(1)) $$(RUN) $$(COSIM_TITLE)/verilator/$(1)/$($(1).suites_of)/$$* harness/sim/run-sim $(B) verilator $(1)$(call own,$(1)) cosim/$($(1).suites_of)/$$*)
.PHONY: check-both-$(1)
# The same seed gives the same packets again, and on the other simulator.
check-both-$(1): $(B)/sim/icarus/$(1)$(call own,$(1)).vvp $(B)/sim/icarus/prog/$(call both_prog,$(1)).vpi $(B)/sim/verilator/$(1)$(call own,$(1))/prog/$(call both_prog,$(1)) $(B)/tenter
	@$$(RUN) cosim/both-$(1) suites/cosim/both $(B) $(1)$(call own,$(1)) $(call both_prog,$(1)) $($(1).both)
endef
$(foreach d,$(DUTS),$(eval $(call cosim_dut,$(d))))

ICARUS_RUNS := $(ICARUS_RUNS_$(DUT))
VERILATOR_RUNS = $(VERILATOR_RUNS_$(DUT))

# What `make check` has of a block: not on each simulator (.check_sims), and not what takes minutes (.icarus_slow), which
# `make cosim` and `make conformance` have under both.
check_on = $(if $($(2).check_sims),$(filter $(1),$($(2).check_sims)),$(1))
$(foreach d,$(DUTS),$(eval ALL_RUNS_$(d) := $(if $(call check_on,icarus,$(d)),$(filter-out $($(d).icarus_slow:%=$(B)/cosim/icarus/$(d)/%.run),$(ICARUS_RUNS_$(d)))) \
    $(if $(call check_on,verilator,$(d)),$(VERILATOR_RUNS_$(d)))))
# Of the suites that both have, Icarus has each smoke, and of the others a third by SEED
BOTH_RUNS := $(foreach d,$(DUTS),$(filter-out %/smoke.run,$(filter $(patsubst $(B)/cosim/verilator/%,$(B)/cosim/icarus/%,$(filter $(B)/cosim/verilator/%,$(ALL_RUNS_$(d)))),$(ALL_RUNS_$(d)))))
NOT_IN_TURN := $(filter-out $(call turns,3,$(BOTH_RUNS)),$(BOTH_RUNS))
$(foreach d,$(DUTS),$(eval CHECK_RUNS_$(d) := $(filter-out $(NOT_IN_TURN),$(ALL_RUNS_$(d)))))
BOTH_DUTS := $(foreach d,$(DUTS),$(if $(filter none,$($(d).check_sims)),,$(if $(filter $(call both_prog,$(d)),$(SIM_PROGS)),$(d))))

# what a program that asks for a part that the bench lacks is told
$(eval $(call icarus_prog,absent,$(B)/suites/cosim/absent.o))
DEPFILES += $(B)/suites/cosim/absent.d
.PHONY: check-absent
COSIM_CHECKS += check-absent
check-absent: $(B)/sim/icarus/axi_loop.vvp $(B)/sim/icarus/prog/absent.vpi
	@$(RUN) cosim/absent suites/cosim/absent $(B)

.PHONY: check-cosim check-both cosim regress
CHECKS += check-cosim
PART_CHECKS += check-cosim
check-cosim: $(foreach d,$(DUTS),$(CHECK_RUNS_$(d))) check-one-test check-both $(COSIM_CHECKS)
# a third of the blocks by SEED
check-both: $(patsubst %,check-both-%,$(call turns,3,$(BOTH_DUTS)))

# One test of one suite under Icarus, of blocks that take minutes there (.icarus_check)
.PHONY: check-one-test
check-one-test: $(foreach d,$(call with,icarus_check),check-one-test-$(d))
define one_test
.PHONY: check-one-test-$(1)
check-one-test-$(1): $(B)/sim/icarus/$(1).vvp $(B)/sim/icarus/prog/cosim/$(1)/$(2).vpi
	@$$(RUN) cosim/icarus/$(1)/$(2) harness/sim/run-sim $(B) icarus $(1) cosim/$(1)/$(2) $(3)
endef
$(foreach d,$(call with,icarus_check),$(eval $(call one_test,$(d),$(call before,$($(d).icarus_check)),$(call behind,$($(d).icarus_check)))))

# One suite of one block of each fabric (.quick), under Icarus
.PHONY: check-quick check-quick-parts
check-quick: # two minutes: unit tests, the project's own rules, a suite a fabric under Icarus
	@rm -rf $(B)/results
	@$(MAKE) all
	@$(MAKE) -k check-quick-parts || $(not_made)
	@suites/tally $(B)/results $(B)/gen/blocks.tsv
check-quick-parts: check-unit check-self $(foreach d,$(call with,quick),$(B)/cosim/icarus/$(d)/$($(d).quick).run) $(B)/gen/blocks.tsv

cosim: # the simulation suites of DUT on SIM
	@rm -rf $(B)/results
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
	@suites/tally $(B)/results

regress: $(B)/gen/blocks.tsv # of DUT: the suites with a million packets under Verilator, every shape, every way to be dead, campaigns on both simulators; damaged captures, seeded violations
	@rm -rf $(B)/results
	@TN_TLPS=$${TN_TLPS:-1000000} TN_PACKETS=$${TN_PACKETS:-1000000} $(MAKE) $(VERILATOR_RUNS)
	@$(MAKE) regress-campaign regress-rtl $(REGRESS_PARTS)
	@$(RUN) shape/$(DUT) suites/conformance/shapes $(B) $(DUT) $($(DUT).shapes)
	$(if $($(DUT).dead_check),@$(RUN) dead/$(DUT) suites/conformance/dead_is_judged $(B) $(DUT))
	@suites/tally $(B)/results
