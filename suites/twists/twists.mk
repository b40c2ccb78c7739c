# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Legal traffic that tries to look wrong, of more seeds and packets than make check has (suites/pcie/cli/legal.sh).

LEGAL_SEEDS ?= $(shell seq 1 20)
LEGAL_PACKETS ?= 10000
LEGAL_PLACES ?= 3
.PHONY: regress-legal
REGRESS_PARTS += regress-legal
regress-legal: $(B)/tenter # legal traffic that tries to look wrong, whole and twisted: no false alarm
	@$(RUN) pcie/legal suites/twists/legal $(B)/tenter $(LEGAL_PACKETS) $(LEGAL_PLACES) $(LEGAL_SEEDS)
