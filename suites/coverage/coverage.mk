# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Coverage: the suites run again on builds that count. C by gcov (unit, command line,
# simulation suites under Icarus) in $(B)/coverage/c; RTL by Verilator, lines and
# toggles (simulation suites and benches), in $(B)/coverage/rtl.

COV_C := $(B)/coverage/c
COV_RTL := $(B)/coverage/rtl
COV_TLPS ?= 5000
COV_VERILATOR := $(VERILATOR_FLAGS) --coverage-line --coverage-toggle
# (RTL_TB_COVERED: benches under Icarus that fabrics want counted all the same)
COV_TB := $(filter-out $(RTL_TB_ICARUS),$(RTL_TB)) $(RTL_TB_LONG_BUILD) $(RTL_TB_COVERED)
# install.sh links with the plain compiler, and its library would lack the counters
COV_CLI = $(filter-out install,$(CLI_NAMES))

# Targets of other fragments that run in the C build too.
COVERAGE_CHECKS +=

.PHONY: coverage coverage-c coverage-rtl coverage-benches
coverage: # HTML of the lines that the suites run, C and RTL: B/coverage/index.html
	@$(MAKE) coverage-c
	@$(MAKE) coverage-rtl
	@suites/coverage/report $(B)/coverage

coverage-c:
	@rm -rf $(COV_C)/results && { [ ! -d $(COV_C) ] || find $(COV_C) -name '*.gcda' -delete; }
	@QUIET=1 $(MAKE) B=$(COV_C) CC='gcc --coverage' OPT='-O0 -g' all
	@QUIET=1 $(MAKE) B=$(COV_C) CC='gcc --coverage' OPT='-O0 -g' check-unit $(COVERAGE_CHECKS) \
	    $(COV_CLI:%=$(COV_C)/cli/%.run) $(patsubst $(B)/%,$(COV_C)/%,$(foreach d,$(DUTS),$(if $($(d).blocks),$(filter %/smoke.run,$(ICARUS_RUNS_$(d))),$(ICARUS_RUNS_$(d)))))
	@suites/tally $(COV_C)/results

coverage-rtl:
	@rm -rf $(COV_RTL)/results $(COV_RTL)/data && mkdir -p $(COV_RTL)/data
	@QUIET=1 TN_COVERAGE=$(abspath $(COV_RTL))/data TN_TLPS=$(COV_TLPS) TN_PACKETS=$(COV_TLPS) $(MAKE) B=$(COV_RTL) \
	    VERILATOR_FLAGS='$(COV_VERILATOR)' FAST_DEFINES= MODEL_CFLAGS=-DVM_COVERAGE=1 \
	    VERILATED_OBJ='$(VERILATED_OBJ) verilated_cov.o' $(patsubst $(B)/%,$(COV_RTL)/%,$(foreach d,$(FLAT_DUTS),$(VERILATOR_RUNS_$(d))))
	@TN_COVERAGE=$(abspath $(COV_RTL))/data $(MAKE) B=$(COV_RTL) coverage-benches
	@suites/tally $(COV_RTL)/results

# (as in suites/rtl: nothing optimised, by OPT_*, which stand behind -CFLAGS; one piece)
$(B)/bench/%/bench: %.v suites/coverage/bench_main.cpp $(RTL_TB_SRC) $(GEN_VH) $(VERILATED_MENDED)/include/verilated_funcs.h
	$(call say,VLT,$@)
	@mkdir -p $(@D)
	$(Q)verilator --cc --exe --build --timing -O0 -Wno-fatal -Wno-lint -Wno-style --output-split 0 --coverage-line --coverage-toggle \
	    $(RTL_TB_PATH) --prefix Vbench --Mdir $(@D) --top-module $* -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0 VERILATOR_ROOT=$(VERILATED_MENDED)' -o bench $< \
	    $(abspath suites/coverage/bench_main.cpp) > $(@D).log 2>&1 || { cat $(@D).log >&2; exit 2; }
coverage-benches: $(COV_TB:%=$(B)/bench/%/bench)
	@for b in $(COV_TB); do QUIET=1 $(RUN) rtl/$$b $(B)/bench/$$b/bench; done
