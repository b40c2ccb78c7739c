# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What drives: captures, simulators, faults, campaigns, and the tenter command.

HARNESS_SRC := $(wildcard $(addprefix harness/,capture/*.c scoreboard/*.c case/*.c memory/*.c tnw_torus/*.c)) harness/dut/dut.c harness/fault/fault.c harness/fault/arm.c $(wildcard harness/fault/kinds/*.c) harness/replay/cz_stimulus.c harness/replay/exa_stimulus.c harness/sim/waves.c $(filter-out %/sim_campaign.c,$(wildcard harness/campaign/*.c))
HARNESS_OBJ := $(HARNESS_SRC:%.c=$(B)/%.o)
HARNESS_LIB := $(B)/libtenter-harness.a
LIBS += $(HARNESS_LIB)
# a folder a fabric
TOOLS_SRC := $(wildcard harness/tools/*.c) $(filter-out harness/tools/fieldgen/%,$(wildcard harness/tools/*/*.c))
TOOLS_OBJ := $(TOOLS_SRC:%.c=$(B)/%.o)
HARNESS_LDLIBS := -Wl,-u,tn_duts -lpcap -lsqlite3 -lm
DEPFILES += $(HARNESS_OBJ:.o=.d) $(TOOLS_OBJ:.o=.d)

$(HARNESS_LIB): $(HARNESS_OBJ)

$(B)/tenter: $(TOOLS_OBJ) $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(HARNESS_LDLIBS)

include harness/tools/fieldgen/fieldgen.mk
-include harness/tnw_lib/tnw_lib.mk harness/sim/sim.mk harness/case/case.mk harness/dissector/dissector.mk harness/tools/tools.mk harness/campaign/campaign.mk harness/replay/replay.mk
