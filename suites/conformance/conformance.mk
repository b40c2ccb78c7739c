# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The suites and the cases on any RTL with the documented ports, and on our own with
# seeded bugs.

# STRICT=1     conformance: a broken SHOULD counts
STRICT ?=
CONFORMANCE := $(B)/conformance

.PHONY: conformance check-mutants check-cases
conformance: # suites and cases on your RTL: DUT= WRAPPER=my.v SRC="a.v b.v" [SIM=verilator] [STRICT=1]
	@suites/conformance/check_names '$(DUT)' '$(DUTS)' '$(SIM)' $(WRAPPER) $(SRC)
	@rm -rf $(CONFORMANCE) && mkdir -p $(CONFORMANCE)
	@TN_VERDICTS=$(CONFORMANCE)/verdicts.log $(MAKE) QUIET=1 RUN='suites/run $(CONFORMANCE)/results' \
	    $(if $(filter verilator,$(SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
	@suites/conformance/report $(if $(filter 1,$(STRICT)),--strict) $(CONFORMANCE) $(CONFORMANCE)/results/cosim/$(SIM)/$(DUT)

.PHONY: case
CASE ?= suites/cases/czodiac
ifeq ($(SIM),verilator)
case: $(B)/sim/verilator/cz_ioport_remap$(call own,cz_ioport_remap)/prog/cosim/cz_ioport_remap/cases
else
case: $(B)/sim/icarus/cz_ioport_remap$(call own,cz_ioport_remap).vvp $(B)/sim/icarus/prog/cosim/cz_ioport_remap/cases.vpi
endif
case: # run one case, or a folder of them: CASE=suites/cases/czodiac/ur_fields.case
	@harness/sim/run-sim $(B) $(SIM) cz_ioport_remap$(call own,cz_ioport_remap) cosim/cz_ioport_remap/cases --stalls both $(CASE)

## Seeded bugs: an image each
MUTANTS := $(shell cut -f1 suites/conformance/mutants.tsv)
MUTANT_IMAGES := $(MUTANTS:%=$(B)/mutants/sim/icarus/mutant-%.vvp)
MUTANT_SRC := harness/dut/cz_ioport_remap_tb.v harness/dut/cz_ioport_remap.v $(BENCH_SRC)
# one that does not compile leaves no image, and the checks say so
$(B)/mutants/sim/icarus/mutant-%.vvp: $(MUTANT_SRC) $(BENCH_INC) $(RTL_SRC) $(wildcard rtl/common/*.vh) $(GEN_VH)
	$(call say,IVL,$@)
	@mkdir -p $(@D) && ln -sfn $(abspath $(B))/sim/icarus/prog $(@D)/prog
	$(Q)iverilog -g2005 -DTN_MUT_SEL=$* $(SIM_INC) -s cz_ioport_remap_tb -o $@ $(MUTANT_SRC) $(RTL_SRC) 2>$@.log || rm -f $@

CASES_PROG := cosim/cz_ioport_remap/cases
CHECKS += check-mutants check-cases
check-mutants: $(MUTANT_IMAGES) $(patsubst %,$(B)/sim/icarus/prog/cosim/cz_ioport_remap/%.vpi,directed registers commit random cases isolation tables) $(B)/sim/icarus/cz_ioport_remap.vvp $(B)/tenter
	@$(RUN) conformance/mutants suites/conformance/mutants $(B)
	@$(RUN) conformance/cases_catch_the_bugs suites/conformance/cases_catch_the_bugs $(B)
	@$(RUN) conformance/suites_catch_the_bugs suites/conformance/suites_catch_the_bugs $(B)

check-cases: $(B)/sim/icarus/cz_ioport_remap.vvp $(B)/sim/icarus/prog/$(CASES_PROG).vpi $(B)/sim/verilator/cz_ioport_remap/prog/$(CASES_PROG)
	@$(RUN) conformance/cases_cover_the_contract suites/conformance/cases_cover_the_contract
	@$(RUN) conformance/verdict_log suites/conformance/verdict_log $(B)
	@$(RUN) conformance/every_line_counts suites/conformance/every_line_counts $(B)
	@$(RUN) conformance/messages suites/conformance/messages $(B)
	@$(RUN) conformance/report suites/conformance/report_says_what_is suites/conformance/report
