# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Fault-injection campaigns, small enough for every check; `make campaign` runs a plan.

.PHONY: check-campaign campaign
CHECKS += check-campaign
# (two links are long to compile and short to tell: Icarus alone has them here)
check-campaign: $(B)/tenter $(ICARUS_SIMS) $(filter-out $(B)/sim/verilator/exa_link-%,$(VERILATOR_SIMS))
	@$(RUN) campaign/campaign suites/campaign/campaign.sh $(B)
	@$(RUN) campaign/exa_crossbar suites/campaign/exa_crossbar.sh $(B)
	@$(RUN) campaign/exa_link suites/campaign/exa_link.sh $(B)

PLAN ?= suites/campaign/remap.plan
DB ?= $(B)/campaign.db
campaign: # run PLAN into DB, report to DB.html
	@$(MAKE) $(B)/tenter sims $(if $(shell grep -sE '^ *sim *= *verilator' $(PLAN)),SIM=verilator)
	@$(B)/tenter campaign run $(PLAN) --db $(DB)
	@$(B)/tenter campaign report $(DB) -o $(DB).html
	@echo "report: $(DB).html"
