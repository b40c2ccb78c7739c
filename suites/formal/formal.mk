# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Bounded proofs with yosys-smtbmc, and link protocols with spin. The fabrics' fragments state the proofs.

.PHONY: check-formal
CHECKS += check-formal
PART_CHECKS += check-formal
# a fifth of the proofs by SEED: their seeded bugs, too, come by SEED, one of two or of three
check-formal: $(call turns,5,$(sort $(FORMAL_CHECKS)))
