# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Fault-injection campaigns, small enough for every check; `make campaign` runs a plan.

.PHONY: check-campaign campaign
CHECKS += check-campaign
# (links and the network interface are long to compile and short to tell: Icarus alone has
# them here; `make regress DUT=` compares the simulators on them)
REGRESS_CAMPAIGNS := exa_link tnw_link $(TNW_BLOCKS) $(NI_DUTS)
CAMPAIGN_SIMS := $(B)/tenter $(filter-out %-symbols.vvp,$(ICARUS_SIMS))
CAMPAIGNS := remap exa_crossbar exa_link tnw_link $(TNW_BLOCKS) tnw_torus $(NI_DUTS)
.PHONY: $(CAMPAIGNS:%=check-campaign-%)
check-campaign: $(CAMPAIGNS:%=check-campaign-%)
$(CAMPAIGNS:%=check-campaign-%): $(CAMPAIGN_SIMS)
check-campaign-remap check-campaign-exa_crossbar: $(filter-out $(REGRESS_CAMPAIGNS:%=$(B)/sim/verilator/%-%),$(VERILATOR_SIMS))
check-campaign-remap:
	@$(RUN) campaign/campaign suites/campaign/campaign.sh $(B)
check-campaign-exa_crossbar:
	@$(RUN) campaign/exa_crossbar suites/campaign/exa_crossbar.sh $(B)
check-campaign-exa_link:
	@$(RUN) campaign/exa_link suites/campaign/exa_link.sh $(B) 12
check-campaign-tnw_link:
	@$(RUN) campaign/tnw_link suites/campaign/tnw_link.sh $(B) 13
check-campaign-tnw_rcv:
	@$(RUN) campaign/tnw_rcv suites/campaign/tnw_block.sh $(B) tnw_rcv 18
check-campaign-tnw_pi:
	@$(RUN) campaign/tnw_pi suites/campaign/tnw_block.sh $(B) tnw_pi 13
check-campaign-tnw_torus:
	@$(RUN) campaign/tnw_torus suites/campaign/tnw_torus.sh $(B) 5
$(NI_DUTS:%=check-campaign-%): check-campaign-%:
	@$(RUN) campaign/$* suites/campaign/exa_ni.sh $(B) $* 10

# More of them, and on both simulators: of DUT, as part of `make regress`
.PHONY: regress-campaign
regress-campaign: $(if $(filter $(REGRESS_CAMPAIGNS),$(DUT)),$(B)/tenter $(ICARUS_SIMS) $(B)/sim/verilator/$(DUT)-state$(call own,$(DUT))/prog/campaign) \
    $(if $(filter tnw_torus,$(DUT)),$(B)/tenter $(HARNESS_PAIRS:%=$(B)/sim/icarus/%.vvp) $(HARNESS_PROGS:%=$(B)/sim/icarus/prog/%.vpi) $(VERILATOR_PAIR_SIMS))
	@$(if $(filter exa_link tnw_link,$(DUT)),$(RUN) campaign/$(DUT)-both suites/campaign/$(DUT).sh $(B) 60 verilator)
	@$(if $(filter tnw_rcv,$(DUT)),$(RUN) campaign/$(DUT)-both suites/campaign/tnw_block.sh $(B) $(DUT) 180 verilator)
	@$(if $(filter tnw_pi,$(DUT)),$(RUN) campaign/$(DUT)-both suites/campaign/tnw_block.sh $(B) $(DUT) 260 verilator)
	@$(if $(filter tnw_torus,$(DUT)),$(RUN) campaign/$(DUT)-both suites/campaign/$(DUT).sh $(B) 200 verilator)
	@$(if $(filter tnw_torus,$(DUT)),$(RUN) campaign/tnw_torus-symbols suites/campaign/tnw_symbols.sh $(B) 8)
	@$(if $(filter $(NI_DUTS),$(DUT)),$(RUN) campaign/$(DUT)-both suites/campaign/exa_ni.sh $(B) $(DUT) 150 verilator)

PLAN ?= suites/campaign/remap.plan
DB ?= $(B)/$(basename $(notdir $(PLAN))).db
# its simulations alone (some take minutes to compile)
PLAN_DUT = $(filter $(HARNESS_DUTS),$(shell sed -nE 's/^ *dut *= *([a-z_]+).*/\1/p' $(PLAN) 2>/dev/null))
PLAN_PAIR = $(filter $(HARNESS_PAIRS),$(shell sed -nE 's/^ *dut *= *([a-z_]+-[a-z]+).*/\1/p' $(PLAN) 2>/dev/null))
campaign: # run PLAN into DB, report to DB.html
	@[ -r $(PLAN) ] || { echo "campaign: PLAN=$(PLAN): cannot be read" >&2; exit 2; }
	@$(MAKE) $(B)/tenter sims $(if $(PLAN_DUT)$(PLAN_PAIR),HARNESS_DUTS=$(PLAN_DUT) HARNESS_PAIRS=$(PLAN_PAIR)) $(if $(shell grep -sE '^ *sim *= *verilator' $(PLAN)),SIM=verilator)
	@$(B)/tenter campaign run $(PLAN) --db $(DB)
	@$(B)/tenter campaign report $(DB) -o $(DB).html
	@echo "report: $(DB).html"
