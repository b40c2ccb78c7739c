# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Figures: one line each, name, value, bound, ok or short, separated by tabs.

BENCH_C := measure pcap_read tlps
BENCH_BIN := $(BENCH_C:%=$(B)/bench/%)
DEPFILES += $(BENCH_C:%=$(B)/suites/bench/%.d)

$(BENCH_BIN): $(B)/bench/%: $(B)/suites/bench/%.o $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(HARNESS_LDLIBS)

BENCH_NEEDS := $(B)/tenter $(BENCH_BIN)

.PHONY: bench figures
bench: # figures as ratios in one run: name, value, bound, ok or short
	@$(MAKE) deps
	@$(MAKE) $(BENCH_NEEDS) >&2
	@for s in suites/bench/*.sh; do $$s $(B) || exit 2; done
figures: bench # the same
