# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay of a capture through the RTL, and the demo built on it.

REAL_CAPTURE := ../shared/captures/nettlp/x520/x520-1500B-16pkt.pcap
CAPTURE ?= $(if $(wildcard $(REAL_CAPTURE)),$(REAL_CAPTURE),traces/pcie/nic_like_1500b.pcap)

DEPFILES += $(B)/harness/replay/sim_replay.d
$(B)/sim/icarus/prog/replay.vpi: $(B)/harness/replay/sim_replay.o $(VPI_OBJ) $(SIM_LIB) $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^ $(SIM_LDLIBS)

.PHONY: demo demo-run
demo: # captured TLPs through the RTL, a fault caught, a report; CAPTURE=file
	@$(MAKE) deps
	@$(MAKE) demo-run
demo-run: $(B)/tenter $(B)/sim/icarus/cz_ioport_remap.vvp $(B)/sim/icarus/prog/replay.vpi
	@harness/replay/demo $(B) $(CAPTURE)
