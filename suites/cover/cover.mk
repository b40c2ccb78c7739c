# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Functional coverage: each simulation suite leaves the bins it hit in
# $(B)/cover/<simulator>/<dut>/<suite>.tsv; all suites of a plan's blocks (.cover) together must hit
# every bin of its .def (checkers/<fabric>/model/) but those listed there as out of reach.

COVER_PLANS := $(sort $(foreach b,$(OUR_BLOCKS),$($(b).cover)))
COVERED_DUTS := $(call with,cover)
# What `make cover` looks at: the plan of DUT, if DUT= is given or RTL of one's own is, else all.
COVER_ASKED := $(if $(OWN)$(filter command% environment%,$(origin DUT)),$($(DUT).cover),$(COVER_PLANS))
# RTL of one's own has a folder of its own. The bins are those of default parameters.
COVER_DIR := $(B)/cover$(OWN)
# Where faults change packets, and where tables change under them, the bins of what was
# sent are not those of what arrived (.cover_not).
# simulator, DUT, suite
cover_file = $(if $(SHAPE)$(if $($(2).cover),,no)$(filter $(addprefix $(2)/,$($(2).cover_not)),$(3)),,$(if $(OWN),$(call of_dut,$(2),$(COVER_DIR)/$(1)/$(3).tsv),$(COVER_DIR)/$(1)/$(3).tsv))
COVER_REPORT := $(B)/cover-report
DEPFILES += $(B)/suites/cover/report.d
# of a DUT, a plan, all; CHECK: those of `make check`, which has a part by SEED; ALL
cover_runs = $(filter-out $(foreach s,$($(1).cover_not),%/$(1)/$(s).run),$($(2)_RUNS_$(1)))
cover_files = $(foreach d,$(call with,cover,$(1)),$(patsubst $(B)/cosim/%.run,$(COVER_DIR)/%.tsv,$(call cover_runs,$(d),$(2))))
COVER_RUNS = $(foreach d,$(2),$(call cover_runs,$(d),$(1)))

$(COVER_REPORT): $(B)/suites/cover/report.o $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(HARNESS_LDLIBS)

.PHONY: cover check-cover
CHECKS += check-cover
check-cover: $(COVER_REPORT) $(call COVER_RUNS,CHECK,$(if $(OWN),$(DUT),$(COVERED_DUTS))) $(B)/gen/blocks.tsv
	@$(foreach p,$(COVER_PLANS),$(RUN) cover/$(p) $(COVER_REPORT) $(firstword $(call with,cover,$(p))) $(call cover_files,$(p),CHECK) &&) true
	@$(RUN) cover/misses suites/cover/misses $(COVER_REPORT) $(B)/gen/blocks.tsv $(B)/cover/icarus

cover: $(COVER_REPORT) # which bins of the contracts the simulation suites hit, and the missing ones; with DUT= of one block, with WRAPPER= of your RTL
	$(if $(SHAPE),$(error make cover: the bins are those of default parameters, and $(SHAPE) is given))
	$(if $(COVER_ASKED),,$(error make cover: $(DUT) has no coverage plan))
	@QUIET=1 $(MAKE) $(call COVER_RUNS,ALL,$(if $(OWN),$(DUT),$(foreach p,$(COVER_ASKED),$(call with,cover,$(p)))))
	@$(foreach p,$(COVER_ASKED),$(COVER_REPORT) $(firstword $(call with,cover,$(p))) $(call cover_files,$(p),ALL);) true
