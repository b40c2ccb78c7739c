# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Replay of a capture through the RTL, and the demo built on it.

REAL_CAPTURE := ../shared/captures/nettlp/x520/x520-1500B-16pkt.pcap
CAPTURE ?= $(if $(wildcard $(REAL_CAPTURE)),$(REAL_CAPTURE),traces/pcie/nic_like_1500b.pcap)

.PHONY: demo demo-run
demo: # captured TLPs through the RTL, a fault caught, a report; CAPTURE=file
	@$(MAKE) deps
	@$(MAKE) demo-run
demo-run: $(B)/tenter sims
	@harness/replay/demo $(B) $(CAPTURE)

.PHONY: replay
replay: # CAPTURE through DUT, or through your WRAPPER and SRC [SIM=verilator]; OPTIONS="--digest ..." as of tenter replay
	$(if $(filter $(REPLAY_DUT)%,$(REPLAY_ALL)),,$(error make replay: no captures are played into $(DUT) (only into $(call with,replay) $(call with,replay_images))))
	@[ -r '$(CAPTURE)' ] || { echo "make replay: CAPTURE=$(CAPTURE): cannot be read" >&2; exit 2; }
	@$(if $(OWN),$(OWN_SAYS))
	@$(MAKE) $(B)/tenter sims REPLAY_DUTS=$(if $($(DUT).replay),$(DUT)) REPLAY_IMAGES=$(if $($(DUT).replay_images),$(REPLAY_DUT))
	@$(B)/tenter replay --dut $(REPLAY_DUT) --sim $(SIM) --seed $(SEED) $(OPTIONS) $(CAPTURE)
# two nodes of a torus, or what a block says that captures are played into
REPLAY_DUT = $(DUT)$(or $(OWN),$(addprefix -,$(firstword $($(DUT).replay_images))))
