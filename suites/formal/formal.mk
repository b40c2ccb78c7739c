# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Bounded proofs with yosys-smtbmc, and the link protocol with spin.

.PHONY: check-formal
CHECKS += check-formal
check-formal: $(B)/gen/tn_fields.vh
	@$(RUN) formal/isolation suites/formal/prove $(B)
	@$(RUN) formal/spin suites/formal/spin $(B)

# wider wires and windows, many minutes, 2 GB
.PHONY: regress-spin
regress-spin:
	@$(RUN) formal/spin-large suites/formal/spin $(B) large
