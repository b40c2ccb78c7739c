# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tests. Every check runs through suites/run, which records its results for
# suites/tally. A file is found by its place: suites/unit/*.c and suites/<fabric>/unit/*.c are cmocka programs.

RUN = suites/run $(B)/results

UNIT_SRC := $(wildcard suites/unit/*.c) $(call of_fabrics,suites/,/unit/*.c)
UNIT_BIN := $(patsubst %.c,$(B)/unit/%,$(notdir $(UNIT_SRC)))
DEPFILES += $(UNIT_SRC:%.c=$(B)/%.d)
# a fabric's folder says how its vectors are read
VECTOR_FORMS := $(patsubst %.c,$(B)/%.o,$(call of_fabrics,suites/,/vectors/*.c))
$(B)/unit/rule_vectors: $(VECTOR_FORMS)
DEPFILES += $(VECTOR_FORMS:.o=.d)

$(foreach s,$(UNIT_SRC),$(eval $(B)/unit/$(basename $(notdir $(s))): $(B)/$(s:.c=.o)))
$(UNIT_BIN): $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcmocka $(HARNESS_LDLIBS)

.PHONY: check-unit
CHECKS += check-unit
check-unit: $(UNIT_BIN:%=%.run)
$(B)/unit/%.run: $(B)/unit/% $(B)/tenter
	@$(RUN) unit/$* $<

# What `make check` has a part of by SEED (suites/part) is whole in `make regress`. PART_CHECKS: the checks of which that is so
# $(call turns,N,LIST): each Nth word, the first by SEED; with TN_ALL=1 each word
turns = $(shell printf '%s\n' $(2) | SEED='$(SEED)' suites/part $(1) 1)
.PHONY: regress-parts
REGRESS_PARTS += regress-parts
regress-parts:
	@TN_ALL=1 $(MAKE) -k $(PART_CHECKS)

.PHONY: unit
unit: # the unit tests alone
	@rm -rf $(B)/results
	@$(MAKE) check-unit
	@suites/tally $(B)/results

.PHONY: inventory
inventory: # the numbers of rules, cases, suites, benches, plans and seeded bugs, and the lines, fabric by fabric
	@suites/inventory

# Benches of suites/rtl and suites/<fabric>/rtl, which coverage counts, too. The fabrics' fragments say which run under one
# simulator alone: RTL_TB_ICARUS, RTL_TB_VERILATOR, and RTL_TB_LONG_BUILD (a part of the first, which coverage takes all the same).
RTL_TB_SOURCES := $(wildcard suites/rtl/*_tb.v) $(call of_fabrics,suites/,/rtl/*_tb.v)
RTL_TB := $(basename $(notdir $(RTL_TB_SOURCES)))
RTL_TB_ICARUS := tn_8b10b_tb
RTL_TB_LONG_BUILD :=
RTL_TB_VERILATOR :=
BENCH_NEEDS :=
BENCH_C :=

# a fabric's own checks come first: lists that other fragments read
-include $(call of_fabrics,suites/,/*.mk) $(filter-out $(FABRICS:%=suites/%/*.mk) $(call of_fabrics,suites/,/*.mk),$(wildcard suites/*/*.mk))
