# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Functional coverage: each simulation suite leaves the bins it hit in
# $(B)/cover/<simulator>/<dut>/<suite>.tsv; all suites of a plan's DUTs together must hit
# every bin of its .def (checkers/model/) but those listed there as out of reach.

COVER_PLANS := cz_ioport_remap exa_crossbar exa_mux exa_demux exa_link exa_ni exa_boards tnw_link tnw_rcv tnw_pi tnw_torus
COVER_DUTS_cz_ioport_remap := cz_ioport_remap
COVER_DUTS_exa_crossbar := exa_crossbar
COVER_DUTS_exa_mux := exa_mux
COVER_DUTS_exa_demux := exa_demux
COVER_DUTS_exa_link := exa_link
COVER_DUTS_tnw_link := tnw_link
COVER_DUTS_tnw_rcv := tnw_rcv
COVER_DUTS_tnw_pi := tnw_pi
COVER_DUTS_tnw_torus := tnw_torus
COVER_DUTS_exa_ni := exa_mailbox exa_packetizer exa_rt_mailbox
# as `make check` runs them, under Verilator, on the bench that has all faults
COVER_DUTS_exa_boards := exa_qfdb
COVER_FILES_exa_boards := $(VERILATOR_RUNS_exa_qfdb:$(B)/cosim/%.run=$(B)/cover/%.tsv)
# likewise: some of its suites are on one simulator alone
COVER_FILES_tnw_torus = $(patsubst $(B)/cosim/%.run,$(B)/cover/%.tsv,$(ICARUS_RUNS_tnw_torus) $(VERILATOR_RUNS_tnw_torus))
COVER_FILES_exa_link = $(patsubst $(B)/cosim/%.run,$(B)/cover/%.tsv,$(filter-out $(LINE_RUNS),$(ICARUS_RUNS_exa_link)) $(VERILATOR_RUNS_exa_link))
COVERED_DUTS := $(foreach p,$(COVER_PLANS),$(COVER_DUTS_$(p)))
# Where faults change TLPs, and where tables change under them, the bins of what was
# sent are not those of what arrived. The bins are those of default parameters.
NOT_COVERED := cz_ioport_remap/faults cz_ioport_remap/tables
cover_file = $(if $(OWN)$(filter $(NOT_COVERED),$(2))$(filter-out $(COVERED_DUTS:%=%/%),$(2)),,$(B)/cover/$(1)/$(2).tsv)
COVER_REPORT := $(B)/cover-report
DEPFILES += $(B)/suites/cover/report.d
# of a DUT; of a plan
cover_suites = $(filter-out $(NOT_COVERED),$(COSIM_NAMES_$(1):cosim/%=%))
cover_files = $(or $(COVER_FILES_$(1)),$(foreach d,$(COVER_DUTS_$(1)),$(foreach n,$(call cover_suites,$(d)),$(B)/cover/icarus/$(n).tsv $(B)/cover/verilator/$(n).tsv)))
COVER_RUNS := $(foreach d,$(COVERED_DUTS),$(if $(filter $(d),$(BOARD_DUTS)),,$(filter-out $(LINE_RUNS),$(ICARUS_RUNS_$(d)))) $(VERILATOR_RUNS_$(d)))

$(COVER_REPORT): $(B)/suites/cover/report.o $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(HARNESS_LDLIBS)

.PHONY: cover check-cover
CHECKS += check-cover
check-cover: $(COVER_REPORT) $(COVER_RUNS)
	@$(foreach p,$(COVER_PLANS),$(RUN) cover/$(p) $(COVER_REPORT) $(firstword $(COVER_DUTS_$(p))) $(call cover_files,$(p)) &&) true
	@$(RUN) cover/misses suites/cover/misses $(COVER_REPORT) $(B)/cover/icarus/cz_ioport_remap/smoke.tsv $(B)/cover/icarus/exa_link/smoke.tsv $(B)/cover/icarus/tnw_rcv/smoke.tsv

cover: $(COVER_REPORT) # which bins of the contracts the simulation suites hit, and the missing ones
	@QUIET=1 $(MAKE) $(COVER_RUNS)
	@$(foreach p,$(COVER_PLANS),$(COVER_REPORT) $(firstword $(COVER_DUTS_$(p))) $(call cover_files,$(p));) true
