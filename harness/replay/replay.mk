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
