# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Seeded violations of other seeds than those of make check (suites/pcie/cli/violations.sh), and more of each.

VIOLATION_SEEDS ?= 1 2 3 4
VIOLATION_TRIALS ?= 10
.PHONY: regress-violations
REGRESS_PARTS += regress-violations
regress-violations: $(B)/tenter
	@for s in $(VIOLATION_SEEDS); do $(RUN) pcie/violations-$$s suites/pcie/violations/run $(B)/tenter $(VIOLATION_TRIALS) $$s; done
