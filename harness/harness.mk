# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What drives: captures, simulators, faults, campaigns, and the tenter command.

HARNESS_SRC := $(wildcard $(addprefix harness/,capture/*.c scoreboard/*.c case/*.c memory/*.c wave/*.c)) $(call of_fabrics,harness/,/capture/*.c /wave/*.c /board/*.c /case/*.c /*/words.c /torus/*.c /stimulus/*.c /fault/kinds.c /firmware/*.c) harness/dut/dut.c harness/dut/block_table.c harness/bench/names.c harness/bench/mix_read.c harness/bench/plain_text.c harness/fault/fault.c harness/fault/arm.c harness/sim/waves.c $(filter-out %/sim_campaign.c,$(wildcard harness/campaign/*.c))
HARNESS_OBJ := $(HARNESS_SRC:%.c=$(B)/%.o)
HARNESS_LIB := $(B)/libtenter-harness.a
LIBS += $(HARNESS_LIB)
TOOLS_SRC := $(wildcard harness/tools/*.c) $(call of_fabrics,harness/,/face/*.c)
TOOLS_OBJ := $(TOOLS_SRC:%.c=$(B)/%.o)
HARNESS_LDLIBS := -Wl,-u,tn_duts -lpcap -lz -lzstd -lsqlite3 -lm
DEPFILES += $(HARNESS_OBJ:.o=.d) $(TOOLS_OBJ:.o=.d)

$(HARNESS_LIB): $(HARNESS_OBJ)

# The library of FST files is the one that Verilator ships; its warnings are not ours to mend.
VERILATOR_INC := $(shell verilator --getenv VERILATOR_ROOT)/include
$(B)/harness/wave/fst.o: harness/wave/fst.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -Iharness/include -isystem $(VERILATOR_INC) -isystem $(VERILATOR_INC)/gtkwave -MMD -MP -c -o $@ $<
	$(Q)objcopy --keep-global-symbol=tn_wave_form_fst $@

# Channels of one's own in waveforms (harness/wave/README.md): WAVE_DIR=folder
WAVE_DIR ?=
OWN_WAVES := $(if $(strip $(WAVE_DIR)),$(patsubst %.c,$(B)/own-waves/%.o,$(notdir $(wildcard $(WAVE_DIR)/*.c))))
$(B)/own-waves/%.o: $(WAVE_DIR)/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -Iharness/include -c -o $@ $<

$(B)/tenter: $(OWN_WAVES) $(TOOLS_OBJ) $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ $(HARNESS_LDLIBS)

# tenter wave while a simulation runs: vvp -M $(B) -m tenter_attach design.vvp +tenter
ATTACH_OBJ := $(B)/harness/wave/attach/attach.o
DEPFILES += $(ATTACH_OBJ:.o=.d)
all: $(B)/tenter_attach.vpi
$(B)/tenter_attach.vpi: $(ATTACH_OBJ) $(OWN_WAVES) $(filter-out %/tools/main.o,$(TOOLS_OBJ)) $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -shared -o $@ $^ $(HARNESS_LDLIBS)

include harness/tools/fieldgen/fieldgen.mk
-include $(filter-out %/part.mk,$(call of_fabrics,harness/,/*/*.mk)) harness/sim/sim.mk harness/case/case.mk harness/dissector/dissector.mk harness/tools/tools.mk harness/campaign/campaign.mk harness/replay/replay.mk
