# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Bounded proofs with yosys-smtbmc, and link protocols with spin. The fabrics' fragments state the proofs.

.PHONY: check-formal
CHECKS += check-formal
PART_CHECKS += check-formal
check-formal: $(FORMAL_CHECKS)
