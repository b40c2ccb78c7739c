# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tests. Every check runs through suites/run, which records its results for
# suites/tally. A file is found by its place: suites/unit/*.c is a cmocka program.

RUN = suites/run $(B)/results

UNIT_SRC := $(wildcard suites/unit/*.c)
UNIT_BIN := $(UNIT_SRC:suites/%.c=$(B)/%)
DEPFILES += $(UNIT_SRC:%.c=$(B)/%.d)

$(B)/unit/%: $(B)/suites/unit/%.o $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $^ -lcmocka $(HARNESS_LDLIBS)

.PHONY: check-unit
CHECKS += check-unit
check-unit: $(UNIT_BIN:%=%.run)
$(B)/unit/%.run: $(B)/unit/% $(B)/tenter
	@$(RUN) unit/$* $<

.PHONY: unit
unit: # the unit tests alone
	@rm -rf $(B)/results
	@$(MAKE) check-unit
	@suites/tally $(B)/results

# Benches of suites/rtl, which coverage counts, too; and those under Icarus alone. Two boards, flat, are more C++ than a
# check has the time to compile: suites/cosim has them under Verilator. Resets want Icarus, where what was never set is
# unknown. Constants need no second simulator; crossings of clocks are in Verilator's models of exa_link, too.
RTL_TB := $(patsubst suites/rtl/%.v,%,$(wildcard suites/rtl/*_tb.v))
RTL_TB_ICARUS := exa_two_qfdb_tb exa_top_wires_tb exa_counters_tb exa_ni_reset_tb exa_net_reset_tb exa_defs_tb exa_cdc_fifo_tb exa_evt_cdc_tb
# A second each under Icarus, half a minute of compiler under Verilator, which has the link in suites/cosim.
RTL_TB_ICARUS += tnw_defs_tb tnw_8b10b_tb tnw_pcs_tb tnw_link_tb tnw_link_pair_tb tnw_link_line_tb tnw_rcv_tb tnw_pput_tb
RTL_TB_ICARUS += tnw_pi_in_tb tnw_pi_out_tb tnw_pi_regs_tb tnw_pi_tb tnw_nget_tb tnw_nwp_tb tnw_torus_tb tnw_twin_tb
RTL_TB_ICARUS += tnw_rcv_write_tb tnw_wire_tb tnw_link_twin_tb tnw_pi_reads_tb tnw_pi_frame_tb tnw_inj_arb_tb tnw_rcv_match_tb
# Likewise, with suites/cosim for the other simulator; coverage takes these all the same.
RTL_TB_LONG_BUILD := exa_mux_tb exa_link_rx_tb exa_mailbox_tb exa_packetizer_tb
RTL_TB_LONG_BUILD += exa_crossbar_tb exa_rt_mailbox_tb exa_packetizer_time_tb
RTL_TB_ICARUS += $(RTL_TB_LONG_BUILD)
# The other way round: five seconds, and Icarus takes forty.
RTL_TB_VERILATOR := exa_link_tb
# Counters that the bench writes, and tables of many entries: less than a second each, and much C++.
RTL_TB_ICARUS += cz_remap_counters_tb cz_remap_tables_tb

-include $(wildcard suites/*/*.mk)
