# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Figures: one line each, name, value, bound, ok or short, separated by tabs.

DEPFILES += $(B)/suites/bench/pcap_read.d
$(B)/bench/pcap_read: $(B)/suites/bench/pcap_read.o
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $< -lpcap

.PHONY: bench figures
bench: $(B)/tenter $(B)/bench/pcap_read # figures as ratios in one run: name, value, bound, ok or short
	@for s in suites/bench/*.sh; do $$s $(B); done
figures: bench # the same
