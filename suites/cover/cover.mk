# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Functional coverage: each simulation suite leaves the bins it hit in
# $(B)/cover/<simulator>/<suite>.tsv; all of them together must hit every bin of
# checkers/model/czodiac/cover.def but those listed there as out of reach.

# Where faults change TLPs, and where tables change under them, the bins of what was
# sent are not those of what arrived. The bins are the remapper's alone.
COVERED_DUT := cz_ioport_remap
NOT_COVERED := %/faults %/tables
cover_file = $(if $(OWN)$(filter $(NOT_COVERED),$(2))$(filter-out $(COVERED_DUT)/%,$(2)),,$(B)/cover/$(1)/$(notdir $(2)).tsv)
COVER_REPORT := $(B)/cover-report
DEPFILES += $(B)/suites/cover/report.d
COVER_FILES = $(foreach n,$(filter-out $(NOT_COVERED),$(COSIM_NAMES_$(COVERED_DUT))),$(B)/cover/icarus/$(notdir $(n)).tsv $(B)/cover/verilator/$(notdir $(n)).tsv)

$(COVER_REPORT): $(B)/suites/cover/report.o $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^

.PHONY: cover check-cover
CHECKS += check-cover
check-cover: $(COVER_REPORT) $(ICARUS_RUNS_$(COVERED_DUT)) $(VERILATOR_RUNS_$(COVERED_DUT))
	@$(RUN) cover/bins $(COVER_REPORT) $(COVER_FILES)
	@$(RUN) cover/misses suites/cover/misses $(COVER_REPORT) $(B)/cover/icarus/smoke.tsv

cover: $(COVER_REPORT) # which bins of the contract the simulation suites hit, and the missing ones
	@QUIET=1 $(MAKE) $(ICARUS_RUNS_$(COVERED_DUT)) $(VERILATOR_RUNS_$(COVERED_DUT))
	@$(COVER_REPORT) $(COVER_FILES)
