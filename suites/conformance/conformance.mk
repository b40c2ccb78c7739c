# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The suites and the cases on any RTL with the documented ports, and on our own with
# seeded bugs.

# STRICT=1     conformance: a broken SHOULD counts
STRICT ?=
$(if $(filter-out 0 1,$(STRICT)),$(error STRICT=$(STRICT) is neither 1 nor 0))
CONFORMANCE := $(B)/conformance
# boards: Verilator unless asked otherwise, as Icarus takes minutes
CONFORMANCE_SIM := $(if $(and $(filter $(DUT),$(BOARD_DUTS)),$(filter file,$(origin SIM))),verilator,$(SIM))

# axi_loop is no block but a loop for the AXI masters' own tests
CONFORMANCE_DUTS := $(filter-out axi_loop,$(DUTS))

.PHONY: conformance check-mutants check-cases
conformance: $(GEN_VH) # suites and cases on your RTL: DUT= WRAPPER=my.v SRC="a.v b.v" [SIM=verilator] [STRICT=1]
	@suites/conformance/check_names '$(DUT)' '$(CONFORMANCE_DUTS)' '$(CONFORMANCE_SIM)' $(WRAPPER) $(SRC)
	$(if $(WRAPPER),@suites/conformance/check_ports $(DUT) iverilog -g2005 -Wall -Wno-timescale $(call dut_options,$(DUT),-P$(DUT)_tb.) $(SIM_INC) \
	    -s $(DUT)_tb harness/dut/$(DUT)_tb.v $(WRAPPER) $(BENCH_SRC) $(call dut_rtl,$(DUT)))
	@rm -rf $(CONFORMANCE) && mkdir -p $(CONFORMANCE)
	@TN_VERDICTS=$(CONFORMANCE)/verdicts.log $(MAKE) QUIET=1 RUN='suites/run $(CONFORMANCE)/results' \
	    $(if $(filter verilator,$(CONFORMANCE_SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
	@suites/conformance/report $(if $(filter 1,$(STRICT)),--strict) $(DUT) $(CONFORMANCE) $(CONFORMANCE)/results/cosim/$(CONFORMANCE_SIM)/$(DUT)

# Of each DUT with cases: where they are, its contract, its seeded bugs
CASE_DUTS := cz_ioport_remap exa_crossbar $(NI_DUTS)
CASES_cz_ioport_remap := suites/cases/czodiac
CASES_exa_crossbar := suites/cases/exanet
MUTANTS_cz_ioport_remap := suites/conformance/mutants.tsv
# ... that no case sees
SUITE_MUTANTS_cz_ioport_remap := suites/conformance/suite_mutants.tsv
MUTANTS_exa_crossbar := suites/conformance/exa_crossbar_mutants.tsv
$(foreach d,$(NI_DUTS),$(eval CASES_$(d) := suites/cases/$(d))$(eval MUTANTS_$(d) := suites/conformance/$(d)_mutants.tsv))
# blocks of TNW with cases beside their suites
TNW_CASE_DUTS := tnw_pi tnw_rcv
$(foreach d,exa_link tnw_link $(TNW_CASE_DUTS),$(eval CASES_$(d) := suites/cases/$(d)))

.PHONY: case
CASE ?= $(CASES_$(DUT))
# the DUT that the case, or the first of the folder, is for
CASE_DUT = $(firstword $(filter $(CASE_DUTS) exa_link tnw_link $(TNW_CASE_DUTS),$(shell sed -n 's/^dut = //p' $(wildcard $(CASE) $(CASE)/*.case) 2>/dev/null | head -1)) $(DUT))
CASE_IMAGE = $(CASE_DUT)$(call own,$(CASE_DUT))
case: # run one case, or a folder of them: CASE=suites/cases/czodiac/ur_fields.case
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(B)/sim/verilator/$(CASE_IMAGE)/prog/cosim/$(CASE_DUT)/cases,$(B)/sim/icarus/$(CASE_IMAGE).vvp $(B)/sim/icarus/prog/cosim/$(CASE_DUT)/cases.vpi)
	@harness/sim/run-sim $(B) $(SIM) $(CASE_IMAGE) cosim/$(CASE_DUT)/cases --stalls both $(CASE)

## Seeded bugs: an image each, from copies of the RTL that suites/mutants/apply edits; their numbers are of one series.
## A bug whose text the RTL no longer has, or that does not compile, leaves no image, and the checks say so
MUTANT_EDITS := suites/mutants/apply $(wildcard suites/mutants/*.tsv)
# the link's cases are a few; its suites judge it (116 breaks frames on lines with errors)
MUTANTS_exa_link := suites/conformance/exa_link_mutants.tsv
MUTANTS_tnw_link := suites/conformance/tnw_link_mutants.tsv
TNW_DUTS := tnw_rcv tnw_pi tnw_torus
# two nodes, or each bug takes a minute
MUTANT_SHAPE_tnw_torus := -Ptnw_torus_tb.Y_N=1 -Ptnw_torus_tb.Z_N=1
$(foreach d,$(TNW_DUTS),$(eval MUTANTS_$(d) := suites/conformance/$(d)_mutants.tsv))
define mutant_images
MUTANT_IMAGES_$(1) := $$(patsubst %,$(B)/mutants/sim/icarus/mutant-%.vvp,$$(shell cut -f1 $$(MUTANTS_$(1)) $$(SUITE_MUTANTS_$(1))))
$$(MUTANT_IMAGES_$(1)): $(B)/mutants/sim/icarus/mutant-%.vvp: harness/dut/$(1)_tb.v harness/dut/$(1).v $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_$(1)) $$(wildcard rtl/*/*.vh) $$(GEN_VH) $$(MUTANT_EDITS)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D) && ln -sfn $$(abspath $(B))/sim/icarus/prog $$(@D)/prog
	$$(Q){ rtl=$$$$(suites/mutants/apply $(B)/mutants/rtl/$$* $$* $$(RTL_$(1))) && \
	    iverilog -g2005 $$(MUTANT_SHAPE_$(1)) $$(SIM_INC) -s $(1)_tb -o $$@ harness/dut/$(1)_tb.v harness/dut/$(1).v $$(BENCH_SRC) $$$$rtl; } 2>$$@.log || { cat $$@.log >&2; rm -f $$@; }
endef
$(foreach d,$(CASE_DUTS) exa_link tnw_link $(TNW_DUTS),$(eval $(call mutant_images,$(d))))

REMAP_PROGS := directed registers commit random cases isolation tables
CHECKS += check-mutants check-cases
check-mutants: check-mutants-cz_ioport_remap check-mutants-exa_crossbar check-mutants-exa_link check-mutants-tnw_link $(NI_DUTS:%=check-mutants-%) $(TNW_DUTS:%=check-mutants-%)
check-cases: $(CASE_DUTS:%=check-cases-%) check-cases-tnw_link $(TNW_CASE_DUTS:%=check-cases-%) check-cases-suites

.PHONY: check-mutants-tnw_link check-cases-tnw_link
.PHONY: check-mutants-cz_ioport_remap check-mutants-exa_crossbar check-mutants-exa_link $(NI_DUTS:%=check-mutants-%) $(TNW_DUTS:%=check-mutants-%) check-cases-suites $(CASE_DUTS:%=check-cases-%) $(TNW_CASE_DUTS:%=check-cases-%)
check-mutants-cz_ioport_remap: $(MUTANT_IMAGES_cz_ioport_remap) $(patsubst %,$(B)/sim/icarus/prog/cosim/cz_ioport_remap/%.vpi,$(REMAP_PROGS)) $(B)/sim/icarus/cz_ioport_remap.vvp $(B)/tenter
	@$(RUN) conformance/mutants suites/conformance/mutants $(B)
	@$(RUN) conformance/cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) cz_ioport_remap $(MUTANTS_cz_ioport_remap)
	@$(RUN) conformance/suites_catch_the_bugs suites/conformance/suites_catch_the_bugs $(B)
check-mutants-exa_crossbar: $(MUTANT_IMAGES_exa_crossbar) $(patsubst %,$(B)/sim/icarus/prog/cosim/exa_crossbar/%.vpi,cases directed timing random)
	@$(RUN) conformance/exa_crossbar_cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) exa_crossbar $(MUTANTS_exa_crossbar)
	@$(RUN) conformance/exa_crossbar_suites_catch_the_bugs suites/conformance/exa_suites_catch_the_bugs $(B) exa_crossbar
check-mutants-exa_link: $(MUTANT_IMAGES_exa_link) $(B)/sim/icarus/prog/cosim/exa_link/random.vpi $(B)/sim/icarus/prog/cosim/exa_link/cases.vpi
	@$(RUN) conformance/exa_link_suites_catch_the_bugs suites/conformance/exa_suites_catch_the_bugs $(B) exa_link
	@$(RUN) conformance/exa_link_cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) exa_link suites/conformance/exa_link_case_mutants.tsv
check-mutants-tnw_link: $(MUTANT_IMAGES_tnw_link) $(B)/sim/icarus/prog/cosim/tnw_link/cases.vpi
	@$(RUN) conformance/tnw_link_cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) tnw_link $(MUTANTS_tnw_link)
check-cases-tnw_link: $(B)/sim/verilator/tnw_link/prog/cosim/tnw_link/cases
	@$(RUN) conformance/tnw_link_every_line_counts suites/conformance/every_line_counts $(B) tnw_link suites/cases/tnw_link verilator

define tnw_mutants_of
check-mutants-$(1): $(MUTANT_IMAGES_$(1)) $(patsubst suites/%.c,$(B)/sim/icarus/prog/%.vpi,$(wildcard suites/cosim/$(1)/*.c))
	@$$(RUN) conformance/$(1)_suites_catch_the_bugs suites/conformance/tnw_suites_catch_the_bugs $(B) $(1) $$(MUTANTS_$(1))
	$(if $(filter $(1),$(TNW_CASE_DUTS)),@$$(RUN) conformance/$(1)_cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) $(1) $$(MUTANTS_$(1)) --judges no)
endef
$(foreach d,$(TNW_DUTS),$(eval $(call tnw_mutants_of,$(d))))

# the cases on Icarus, each line spoilt on the fast one
define tnw_cases_of
check-cases-$(1): $(B)/sim/icarus/$(1).vvp $(B)/sim/icarus/prog/cosim/$(1)/cases.vpi $(B)/sim/verilator/$(1)/prog/cosim/$(1)/cases
	@$$(RUN) conformance/$(1)_cases_cover_the_contract suites/conformance/cases_cover_the_contract $(1) $$(CASES_$(1)) $$(MUTANTS_$(1))
	@$$(RUN) conformance/$(1)_every_line_counts suites/conformance/every_line_counts $(B) $(1) $$(CASES_$(1)) verilator
endef
$(foreach d,$(TNW_CASE_DUTS),$(eval $(call tnw_cases_of,$(d))))

define ni_mutants_of
check-mutants-$(1): $(MUTANT_IMAGES_$(1)) $(B)/sim/icarus/prog/cosim/$(1)/cases.vpi
	@$$(RUN) conformance/$(1)_cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B) $(1) $$(MUTANTS_$(1))
endef
$(foreach d,$(NI_DUTS),$(eval $(call ni_mutants_of,$(d))))

define cases_of
check-cases-$(1): $(B)/sim/icarus/$(1).vvp $(B)/sim/icarus/prog/cosim/$(1)/cases.vpi $(B)/sim/verilator/$(1)/prog/cosim/$(1)/cases
	@$$(RUN) conformance/$(1)_cases_cover_the_contract suites/conformance/cases_cover_the_contract $(1) $$(CASES_$(1)) $$(MUTANTS_$(1))
	$(if $(filter exa_rt_mailbox exa_packetizer,$(1)),,@$$(RUN) conformance/$(1)_verdict_log suites/conformance/verdict_log $(B) $(1) $$(CASES_$(1)))
	@$$(RUN) conformance/$(1)_every_line_counts suites/conformance/every_line_counts $(B) $(1) $$(CASES_$(1))
	$(if $(filter $(1),$(NI_DUTS)),,@$$(RUN) conformance/$(1)_messages suites/conformance/messages $(B) $(1))
endef
$(foreach d,$(CASE_DUTS),$(eval $(call cases_of,$(d))))
check-cases-suites: $(GEN_VH)
	@$(RUN) conformance/ports suites/conformance/ports_are_the_contracts $(B)
	@$(RUN) conformance/report suites/conformance/report_says_what_is suites/conformance/report
