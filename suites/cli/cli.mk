# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tenter command from outside: suites/cli/*.sh print TAP lines.

CLI_SCRIPTS := $(wildcard suites/cli/*.sh) $(call of_fabrics,suites/,/cli/*.sh)
CLI_NAMES := $(basename $(notdir $(CLI_SCRIPTS)))
.PHONY: check-cli
CHECKS += check-cli
PART_CHECKS += $(B)/cli/shape_words.run
check-cli: $(CLI_NAMES:%=$(B)/cli/%.run)
$(foreach s,$(CLI_SCRIPTS),$(eval $(B)/cli/$(basename $(notdir $(s))).run: $(s)))
$(B)/cli/shape_words.run: $(B)/gen/blocks.tsv
$(B)/cli/wave_live.run $(B)/cli/wave_vpi.run: $(B)/tenter_attach.vpi
$(CLI_NAMES:%=$(B)/cli/%.run): $(B)/tenter
	@OPT='$(OPT)' $(RUN) cli/$(basename $(@F)) $(firstword $(filter %.sh,$^)) $(B)
