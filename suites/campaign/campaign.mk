# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Fault-injection campaigns, small enough for every check; `make campaign` runs a plan.

.PHONY: check-campaign campaign
CHECKS += check-campaign
PART_CHECKS += check-campaign
# Of the blocks with one (.campaign) a third by SEED, under Icarus, or on both simulators (.campaign_sims): most models are long to
# compile and short to tell, and `make regress DUT=` compares the simulators on them.
CAMPAIGN_SIMS := $(B)/tenter $(filter-out %-symbols.vvp,$(ICARUS_SIMS))
CAMPAIGNS := $(call with,campaign)
CAMPAIGNS_BOTH := $(call with,campaign_sims,verilator)
.PHONY: $(CAMPAIGNS:%=check-campaign-%)
check-campaign: $(patsubst %,check-campaign-%,$(call turns,3,$(CAMPAIGNS)))
campaign_script = suites/$($(2).fabric)/campaign/$(firstword $(1)) $(B) $(wordlist 2,9,$(1))
define campaign_of
check-campaign-$(1): $(filter-out %.vvp,$(CAMPAIGN_SIMS)) $(filter %/$(1).vvp,$(CAMPAIGN_SIMS)) $(filter $(B)/sim/icarus/$(1)-%,$(CAMPAIGN_SIMS)) $(if $(filter $(1),$(CAMPAIGNS_BOTH)),$(filter $(foreach d,$(CAMPAIGNS_BOTH),$(B)/sim/verilator/$(d)-state/%),$(VERILATOR_SIMS)))
	@$$(RUN) campaign/$(1) $(call campaign_script,$($(1).campaign),$(1))
endef
$(foreach d,$(CAMPAIGNS),$(eval $(call campaign_of,$(d))))

# More of them, and on both simulators: of DUT, as part of `make regress`
.PHONY: regress-campaign
regress-campaign: $(if $($(DUT).campaign_regress),$(B)/tenter $(ICARUS_SIMS) $(if $($(DUT).replay),$(B)/sim/verilator/$(DUT)$(call own,$(DUT))-state/prog/campaign)) $(if $($(DUT).replay_images),$(VERILATOR_IMAGE_SIMS))
	@$(if $($(DUT).campaign_regress),$(RUN) campaign/$(DUT)-both $(call campaign_script,$($(DUT).campaign_regress),$(DUT)))
	@$(if $($(DUT).campaign_regress_images),$(RUN) campaign/$(DUT)-images $(call campaign_script,$($(DUT).campaign_regress_images),$(DUT)))

PLAN ?= suites/czodiac/campaign/remap.plan
DB ?= $(B)/$(basename $(notdir $(PLAN))).db
# Its simulations alone (some take minutes to compile): of a block, of an image of another shape, or of one's own.
PLAN_DUT = $(shell sed -nE 's/^ *dut *= *([A-Za-z0-9_-]+).*/\1/p' $(PLAN) 2>/dev/null | head -n 1)
PLAN_BLOCK = $(firstword $(subst -, ,$(PLAN_DUT)))
campaign: # run PLAN into DB, report to DB.html; a plan with "dut = <block>-own" (or NAME) is for your WRAPPER and SRC
	@[ -r $(PLAN) ] || { echo "campaign: PLAN=$(PLAN): cannot be read" >&2; exit 2; }
	$(if $(and $(OWN),$(filter-out $(DUT)$(OWN),$(PLAN_DUT))),@echo "campaign: $(PLAN) is for $(PLAN_DUT); for the image that you give it must say: dut = $(DUT)$(OWN)" >&2; exit 2)
	@$(MAKE) $(B)/tenter sims REPLAY_DUTS=$(if $($(PLAN_BLOCK).replay),$(PLAN_BLOCK)) REPLAY_IMAGES=$(if $($(PLAN_BLOCK).replay_images),$(PLAN_DUT)) $(if $(shell grep -sE '^ *sim *= *verilator' $(PLAN)),SIM=verilator)
	@$(B)/tenter campaign run $(PLAN) --db $(DB)
	@$(B)/tenter campaign report $(DB) -o $(DB).html
	@echo "report: $(DB).html"
