# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# cZodiac's own checks: its benches of RTL, its proofs.

# Counters that the bench writes, and tables of many entries: less than a second each, and much C++ under Verilator.
RTL_TB_ICARUS += cz_remap_counters_tb cz_remap_tables_tb

FORMAL_CHECKS += check-formal-isolation
.PHONY: check-formal-isolation
check-formal-isolation: $(B)/gen/tn_fields.vh
	@$(RUN) formal/isolation suites/czodiac/formal/prove $(B)
