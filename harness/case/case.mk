# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Conformance cases: the parser belongs to the harness (harness.mk takes case/*.c),
# the runner to what is linked into a simulation.

CASE_RUN_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard harness/case/run/*.c) $(call of_fabrics,harness/,/case_run/*.c))
DEPFILES += $(CASE_RUN_OBJ:.o=.d)
$(SIM_LIB): $(CASE_RUN_OBJ)
