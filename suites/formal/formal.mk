# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Bounded proofs with yosys-smtbmc, and the link protocol with spin.

.PHONY: check-formal
CHECKS += check-formal
check-formal: check-formal-isolation check-formal-credits check-formal-spin
.PHONY: check-formal-isolation check-formal-credits check-formal-spin
check-formal-isolation: $(B)/gen/tn_fields.vh
	@$(RUN) formal/isolation suites/formal/prove $(B)
check-formal-credits: $(B)/gen/tn_fields.vh
	@$(RUN) formal/credits suites/formal/credits $(B)
check-formal-spin:
	@$(RUN) formal/spin suites/formal/spin $(B)

.PHONY: regress-credits
regress-credits: # TNW's reception credits: every size, more seeded bugs: minutes
	@$(RUN) formal/credits-all suites/formal/credits $(B) all

.PHONY: regress-spin
regress-spin: # the TNW link's protocol with longer wires and wider windows: minutes, 2 GB
	@$(RUN) formal/spin-large suites/formal/spin $(B) large
