# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's own checks: its benches of RTL, its monitors and captures, its seeded bugs, its figures.

# Minutes of C++ under Verilator and seconds under Icarus; resets want Icarus, where what was never set is unknown.
RTL_TB_ICARUS += exa_two_qfdb_tb exa_top_wires_tb exa_counters_tb exa_ni_reset_tb exa_net_reset_tb exa_defs_tb exa_cdc_fifo_tb
RTL_TB_ICARUS += exa_evt_cdc_tb exa_two_nodes_tb exa_lines_tb
RTL_TB_LONG_BUILD += exa_rdma_rx_tb exa_rdma_rx_more_tb exa_mux_tb exa_link_rx_tb exa_mailbox_tb exa_packetizer_tb exa_crossbar_tb exa_rt_mailbox_tb exa_packetizer_time_tb
RTL_TB_ICARUS += $(RTL_TB_LONG_BUILD)
# The other way round: five seconds, and Icarus takes forty.
RTL_TB_VERILATOR += exa_link_tb exa_dma_tb

.PHONY: check-channel check-lines check-sizes
CHECKS += check-channel check-lines check-sizes
# A suite that is asked for no packet fails.
check-sizes: $(B)/sim/icarus/exa_mux.vvp $(B)/sim/icarus/prog/cosim/exa_mux/random.vpi
	@$(RUN) cosim/sizes suites/exanet/cosim/sizes $(B)

# What the monitors of ExaNet's channel say of wrappers that break its rules.
check-channel: $(B)/sim/icarus/prog/cosim/exa_crossbar/channel.vpi $(GEN_VH)
	@$(RUN) cosim/channel suites/exanet/cosim/channel $(B)

# What the judge of transfers says of two nodes that are joined wrongly.
.PHONY: check-nodes-broken
CHECKS += check-nodes-broken
check-nodes-broken: $(B)/sim/icarus/prog/cosim/exa_two_nodes/smoke.vpi $(GEN_VH)
	@$(RUN) cosim/nodes_broken suites/exanet/cosim/nodes_broken $(B)

# Three outputs of each ExaDMA, two lines between the nodes, a network that reorders; `make cosim DUT=exa_two_nodes OUT_N=3 LINKS=2`
# with SIM=verilator has more packets.
.PHONY: check-paths
CHECKS += check-paths
check-paths: $(B)/sim/icarus/exa_two_nodes-paths.vvp $(B)/sim/icarus/prog/cosim/exa_two_nodes/random.vpi
	@TN_PACKETS=8 $(RUN) cosim/icarus/exa_two_nodes-paths/random harness/sim/run-sim $(B) icarus exa_two_nodes-paths cosim/exa_two_nodes/random
# Registers of lines that lead nowhere, and of second lines.
check-paths: check-paths-lines
.PHONY: check-paths-lines
check-paths-lines: $(B)/sim/icarus/exa_two_nodes-lines.vvp $(B)/sim/icarus/prog/cosim/exa_two_nodes/registers.vpi
	@$(RUN) cosim/icarus/exa_two_nodes-lines/registers harness/sim/run-sim $(B) icarus exa_two_nodes-lines cosim/exa_two_nodes/registers

# A link's lines in the capture of a run.
check-lines: $(B)/sim/icarus/exa_link.vvp $(B)/sim/icarus/prog/cosim/exa_link/random.vpi $(B)/tenter
	@$(RUN) cosim/lines suites/exanet/cosim/lines $(B)

# The suites of the network interface's blocks, mux and demux see seeded bugs.
NI_MUTANTS := suites/exanet/mutants/ni_mutants.tsv
define ni_mutant
$(B)/sim/icarus/$(1)-mut%.vvp: $(call tb_of,$(1)) $(call wrapper_of,$(1)) $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_$(1)) $$(wildcard rtl/*/*.vh) $$(GEN_VH) suites/mutants/apply $$(wildcard suites/mutants/*.tsv)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)rtl=$$$$(suites/mutants/apply $(B)/mutants/rtl/$(1)-$$* $$* $$(RTL_$(1))) && \
	    iverilog -g2005 $$(SIM_INC) -s $(1)_tb -o $$@ $(call tb_of,$(1)) $(call wrapper_of,$(1)) $$(BENCH_SRC) $$$$rtl 2>$$@.log
endef
NI_MUTANT_DUTS := $(shell cut -f2 $(NI_MUTANTS) | sort -u)
$(foreach d,$(NI_MUTANT_DUTS),$(eval $(call ni_mutant,$(d))))

.PHONY: check-ni-mutants
CHECKS += check-ni-mutants
PART_CHECKS += check-ni-mutants
check-ni-mutants: $(shell awk '{print "$(B)/sim/icarus/" $$2 "-mut" $$1 ".vvp"}' $(NI_MUTANTS) | sort -u) \
    $(shell awk '{print "$(B)/sim/icarus/prog/cosim/" $$2 "/" $$3 ".vpi"}' $(NI_MUTANTS) | sort -u)
	@$(RUN) cosim/ni_catch suites/exanet/cosim/ni_catch $(B)

## ExaNet's switch, every port with the index of its number, and link: under Icarus
EXA_RATES := exa_switch_rate exa_link_rate
$(foreach p,$(EXA_RATES),$(eval $(call icarus_prog,bench/$(p),$(B)/suites/exanet/bench/$(p).o)))
EXA_RATES_NEED := $(EXA_RATES:%=$(B)/sim/icarus/prog/bench/%.vpi) $(B)/sim/icarus/exa_crossbar-uniform.vvp $(B)/sim/icarus/exa_link.vvp

BENCH_C += exa_crc
BENCH_NEEDS += $(EXA_RATES_NEED) $(B)/sim/icarus/exa_two_qfdb.vvp $(B)/sim/icarus/prog/cosim/exa_two_qfdb/latency.vpi

## Commands on RTL of one's own, shown on the mailbox and the mux
.PHONY: check-cases-own
check-cases: check-cases-own
check-cases-own: $(GEN_VH) $(B)/gen/blocks.tsv $(B)/sim/icarus/prog/cosim/exa_mailbox/cases.vpi
	@$(RUN) conformance/ports suites/exanet/conformance/ports_are_the_contracts $(B)
	@$(RUN) conformance/own_images suites/exanet/conformance/own_images $(B)

## Figures: what two nodes carry, in cycles, beside what a line allows and what the thesis measured; cost by Yosys
FIGURES := $(B)/figures
EXA_FIGURES_OBJ := $(B)/suites/exanet/bench/exa_figures.o
# The image of the figures has what stands between nodes that are more than one hop apart.
$(eval $(call verilator_model,exa_two_nodes-hops,exa_two_nodes,$(FAST_DEFINES) -DEXA_RELAYS $(addprefix -G,$(exa_two_nodes.verilator_params)),$(VERILATED_OBJ:%=runtime/%),-DVM_TRACE_FST=0 -DTN_STATE=0,harness/exanet/dut/exa_relays.v $(RTL_exa_two_nodes),$(exa_two_nodes.dir)/exa_two_nodes.v))
$(B)/sim/verilator/exa_two_nodes-hops/libmodel.a: MODEL_OPT := -O1
$(eval $(call verilator_prog,exa_two_nodes-hops,bench/exa_figures,$(EXA_FIGURES_OBJ),))
FIGURES_BLOCKS := exa_dma exa_rdma_rx exa_rt_mailbox exa_crossbar exa_link exa_axi exa_packetizer exa_mailbox
$(FIGURES)/cost.tsv: suites/exanet/figures/cost.sh $(wildcard rtl/common/*.v rtl/exanet/*.v rtl/exanet/*.vh) $(GEN_VH)
	@mkdir -p $(@D)
	@B=$(B) suites/exanet/figures/cost.sh $@ $(FIGURES_BLOCKS) >&2
$(FIGURES)/measured.tsv: $(B)/sim/verilator/exa_two_nodes-hops/prog/bench/exa_figures
	@mkdir -p $(@D)
	@TN_WINDOW=0 harness/sim/run-sim $(B) verilator exa_two_nodes-hops bench/exa_figures > $@.log || { tail -20 $@.log >&2; exit 2; }
	@sed -n 's/^FIGURE\t//p' $@.log > $@
.PHONY: figures
figures: $(FIGURES)/measured.tsv $(FIGURES)/cost.tsv # ExaNet's curves: plots in build/figures, and their table beside the thesis
	@suites/exanet/figures/plot.py $(FIGURES)

FORMAL_CHECKS += check-formal-rdma
.PHONY: check-formal-rdma regress-rdma
check-formal-rdma:
	@$(RUN) formal/rdma suites/exanet/formal/spin $(B)
regress-rdma: # a transaction number's life with two data packets and more faults together: minutes, 4 GB
	@$(RUN) formal/rdma-large suites/exanet/formal/spin $(B) large
