# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tenter command from outside: suites/cli/*.sh print TAP lines.

CLI_NAMES := $(patsubst suites/cli/%.sh,%,$(wildcard suites/cli/*.sh))
.PHONY: check-cli
CHECKS += check-cli
check-cli: $(CLI_NAMES:%=$(B)/cli/%.run)
$(B)/cli/%.run: suites/cli/%.sh $(B)/tenter
	@$(RUN) cli/$* $< $(B)
