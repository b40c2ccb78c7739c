# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Unit benches of RTL parts: suites/rtl/<module>_tb.v and suites/<fabric>/rtl/<module>_tb.v, each run on both simulators but for
# RTL_TB_ICARUS and RTL_TB_VERILATOR. `make check` has a third of those that both can run under Verilator, by SEED: their
# models take longer to compile than to run.

RTL_TB_BOTH := $(filter-out $(RTL_TB_ICARUS),$(RTL_TB))
RTL_TB_INC := $(RTL_INC) -Isuites/rtl $(addprefix -I,$(call of_fabrics,suites/,/rtl)) -I$(B)/gen
RTL_TB_PATH := $(RTL_TB_INC) $(RTL_PATH)
RTL_TB_SRC = $(ALL_RTL) $(wildcard rtl/*/*.vh suites/rtl/*.vh) $(call of_fabrics,suites/,/rtl/*.vh)

vpath %_tb.v suites/rtl $(call of_fabrics,suites/,/rtl)

$(B)/rtl/icarus/%.vvp: %.v $(RTL_TB_SRC) $(GEN_VH)
	$(call say,IVL,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2005 -Wall -Wno-timescale $(RTL_TB_INC) -s $* -o $@ $< $(ALL_RTL)

# Warnings about the RTL are rtl/lint's business; benches use delays on purpose. A bench runs for a
# second and is built for minutes, so nothing is optimised, and the model is compiled in one piece: its dozens of
# small files are mostly headers, a second of compiler each (VM_PARALLEL_BUILDS=0, as --output-split 0 alone leaves
# a few a module). Verilator's runtime, three times what a small bench is, is compiled once for all of them: a
# bench's make finds it newer than what it is made of.
RTL_TB_RUNTIME := $(patsubst %,$(B)/rtl/verilator/runtime/%.o,verilated verilated_timing verilated_threads)
$(B)/rtl/verilator/runtime/%.o: $(VERILATED_DIR)/%.cpp $(VERILATED_MENDED)/include/verilated_funcs.h
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ -I$(VERILATED_MENDED)/include -I$(VERILATED_DIR)/vltstd -DVL_TIME_CONTEXT -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 \
	    -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 -fcoroutines -faligned-new -fcf-protection=none -w -O0 -c -o $@ $(VERILATED_MENDED)/include/$(<F)
$(B)/rtl/verilator/%/bench: %.v $(RTL_TB_SRC) $(GEN_VH) $(RTL_TB_RUNTIME)
	$(call say,VLT,$@)
	@mkdir -p $(@D)
	$(Q)verilator --cc --exe --main --timing -O0 -Wno-fatal -Wno-lint -Wno-style --output-split 0 $(RTL_TB_PATH) --Mdir $(@D) \
	    --top-module $* -o bench $< > $(@D).log 2>&1 || { cat $(@D).log >&2; exit 2; }
	@cp $(RTL_TB_RUNTIME) $(@D)
	+$(Q)$(MAKE) -C $(@D) -f V$*.mk VERILATOR_ROOT=$(VERILATED_MENDED) OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0 bench >> $(@D).log 2>&1 || { cat $(@D).log >&2; exit 2; }

# Benches that alone see no seeded bug and take their time are in `make regress DUT=` (.regress_rtl), not in `make check`
RTL_TB_REGRESS := $(sort $(foreach b,$(BLOCKS),$($(b).regress_rtl)))
.PHONY: regress-rtl
regress-rtl: $(patsubst %,check-rtl-icarus-%,$($(DUT).regress_rtl))

.PHONY: check-rtl
CHECKS += check-rtl
PART_CHECKS += check-rtl
RTL_TB_TURN := $(filter $(RTL_TB_VERILATOR),$(RTL_TB_BOTH)) $(call turns,3,$(filter-out $(RTL_TB_VERILATOR),$(RTL_TB_BOTH)))
check-rtl: $(patsubst %,check-rtl-icarus-%,$(filter-out $(RTL_TB_VERILATOR) $(RTL_TB_REGRESS),$(RTL_TB))) $(filter-out $(RTL_TB_REGRESS:%=check-rtl-verilator-%),$(RTL_TB_TURN:%=check-rtl-verilator-%))
check-rtl-icarus-%: $(B)/rtl/icarus/%.vvp $(VVP_CAST)
	@$(RUN) rtl/$*-icarus $(VVP) $<
check-rtl-verilator-%: $(B)/rtl/verilator/%/bench
	@$(RUN) rtl/$*-verilator $<

# two thirds of a second a bug: a sixteenth of them, the others by other seeds
CHECKS += check-rtl-mutants
PART_CHECKS += check-rtl-mutants
.PHONY: check-rtl-mutants
check-rtl-mutants: $(VVP_CAST) $(GEN_VH)
	@$(RUN) rtl/mutants suites/rtl/mutants $(B)/rtl/mutants $(VVP_CAST)
