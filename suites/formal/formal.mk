# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Bounded proofs with yosys-smtbmc.

.PHONY: check-formal
CHECKS += check-formal
check-formal: $(B)/gen/tn_fields.vh
	@$(RUN) formal/isolation suites/formal/prove $(B)
