# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What is right: CRCs, codec, rules, models. Nothing here knows the harness.

CHECKERS_SRC := $(wildcard checkers/*.c checkers/base/*.c checkers/engine/*.c) $(call of_fabrics,checkers/,/codec/*.c /rules/*.c /model/*.c /model/*/*.c) $(wildcard $(patsubst %/ports.def,%/*.c,$(call of_fabrics,checkers/,/*/ports.def)))
CHECKERS_OBJ := $(CHECKERS_SRC:%.c=$(B)/%.o)
CHECKERS_LIB := $(B)/libtenter-checkers.a
LIBS += $(CHECKERS_LIB)
DEPFILES += $(CHECKERS_OBJ:.o=.d)

$(CHECKERS_LIB): $(CHECKERS_OBJ)
