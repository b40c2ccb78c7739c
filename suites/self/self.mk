# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The project held to its own rules, and each of these shown to be able to fail.

.PHONY: check-self
CHECKS += check-self
check-self:
	@$(RUN) self/rules suites/self/check
	@$(RUN) self/plants suites/self/plants
