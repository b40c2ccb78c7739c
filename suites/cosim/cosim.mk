# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Simulation suites: suites/cosim/<dut>/*.c, each on both simulators (but LINE_RUNS). DUT= chooses whose;
# check-cosim runs those of all.

COSIM_TITLE := cosim
# packets a random pattern (TN_TLPS the remapper's suites, TN_PACKETS ExaNet's)
COSIM_SIZE_icarus = TN_TLPS=$${TN_TLPS:-500} TN_PACKETS=$${TN_PACKETS:-600}
COSIM_SIZE_icarus_exa_link = TN_PACKETS=$${TN_PACKETS:-300}
COSIM_SIZE_verilator_exa_qfdb = TN_PACKETS=$${TN_PACKETS:-1500}
COSIM_SIZE_verilator_exa_two_qfdb = $(COSIM_SIZE_verilator_exa_qfdb)
COSIM_SIZE_verilator_exa_link = TN_PACKETS=$${TN_PACKETS:-10000}
COSIM_SIZE_verilator = TN_TLPS=$${TN_TLPS:-40000} TN_PACKETS=$${TN_PACKETS:-20000}

both_prog = cosim/$(if $(filter $(1),$(BOARD_DUTS)),exa_two_qfdb,$(1))/random

# DUT
define cosim_dut
COSIM_NAMES_$(1) := $$(patsubst suites/cosim/%.c,%,$$(wildcard suites/cosim/$(1)/*.c))
ICARUS_RUNS_$(1) := $$(COSIM_NAMES_$(1):%=$(B)/cosim/icarus/%.run)
VERILATOR_RUNS_$(1) := $$(COSIM_NAMES_$(1):%=$(B)/cosim/verilator/%.run)
$(B)/cosim/icarus/$(1)/%.run: $(B)/sim/icarus/$(1)$(call own,$(1)).vvp $(B)/sim/icarus/prog/cosim/$(1)/%.vpi
	@mkdir -p $(B)/cover/icarus/$(1)
	@TN_COVER=$$(call cover_file,icarus,$(1)/$$*) $$(or $$(COSIM_SIZE_icarus_$(1)),$$(COSIM_SIZE_icarus)) $$(RUN) $$(COSIM_TITLE)/icarus/$(1)/$$* harness/sim/run-sim $(B) icarus $(1)$(call own,$(1)) cosim/$(1)/$$*
$(B)/cosim/verilator/$(1)/%.run: $(B)/sim/verilator/$(1)$(call own,$(1))/prog/cosim/$(1)/%
	@mkdir -p $(B)/cover/verilator/$(1)
	@TN_COVER=$$(call cover_file,verilator,$(1)/$$*) $$(or $$(COSIM_SIZE_verilator_$(1)),$$(COSIM_SIZE_verilator)) $$(RUN) $$(COSIM_TITLE)/verilator/$(1)/$$* harness/sim/run-sim $(B) verilator $(1)$(call own,$(1)) cosim/$(1)/$$*
.PHONY: check-both-$(1) check-shape-$(1)
# The same seed gives the same packets again, and on the other simulator.
check-both-$(1): $(B)/sim/icarus/$(1)$(call own,$(1)).vvp $(B)/sim/icarus/prog/$(call both_prog,$(1)).vpi $(B)/sim/verilator/$(1)$(call own,$(1))/prog/$(call both_prog,$(1)) $(B)/tenter
	@$$(RUN) cosim/both-$(1) suites/cosim/both $(B) $(1)$(call own,$(1)) $(call both_prog,$(1))
# The suites once more on a bench of another shape.
SHAPE_NAMES_$(1) = $$(or $$(SHAPE_PROGS_$(1):%=$(1)/%),$$(COSIM_NAMES_$(1)))
check-shape-$(1): $$(SHAPE_NAMES_$(1):%=$(B)/sim/icarus/prog/cosim/%.vpi)
	@$$(MAKE) DUT=$(1) $$(SHAPE_TRIED_$(1)) COSIM_TITLE=shape TN_TLPS=300 TN_PACKETS=200 $$(SHAPE_NAMES_$(1):%=$(B)/cosim/icarus/%.run)
endef
$(foreach d,$(DUTS),$(eval $(call cosim_dut,$(d))))
# captures.c, the longest, asks of a shape what random.c does
SHAPE_PROGS_cz_ioport_remap := cases commit directed faults isolation random registers smoke tables
SHAPE_TRIED_cz_ioport_remap := FUNC_N=3 PORT_N=16 MPS_B=256
SHAPE_TRIED_exa_crossbar := PORT_N=11 LINK_BASE=3 GW_BASE=7 DRAM_PORT=2 RANGE_EN=1911 RANGE_STEP=8 RANGE_SPAN=20
SHAPE_TRIED_exa_mux := IN_N=11
SHAPE_TRIED_exa_demux := OUT_N=7 DRAM_EN=72 RANGE_EN=91 RANGE_STEP=8 RANGE_SPAN=20 TYPES=0
SHAPE_TRIED_exa_mailbox := AXI_ID_W=7 MBOX_N=5 SLOT_LOG2=2 DUP_N=4
SHAPE_TRIED_exa_packetizer := AXI_ID_W=7 CHAN_N=5
SHAPE_TRIED_exa_rt_mailbox := AXI_ID_W=7 RSP_LOG2=5 READ_LOG2=1 DUP_N=4
SHAPE_TRIED_axi_loop := ID_W=4 ADDR_W=64 USER_W=8
SHAPE_TRIED_tnw_rcv := CREDIT_LOG2=1
SHAPE_TRIED_tnw_pi := OFF_LOG2=8 ITEM_LOG2=2 TAG_LOG2=2 DESC_LOG2=1
# the model in these knows its parameters; what happens at their edges is one bench's and cosim's
SHAPE_PROGS_exa_link := random smoke
SHAPE_TRIED_exa_link := XOFF_FREE=74 XON_FREE=94 REFRESH_CYC=100 SLIP_CYC=20

# Eight nodes are slow under Icarus: it has two, and eight in suites/rtl's bench of the wiring; Verilator has eight, with symbols.
define torus_image
$(B)/sim/icarus/tnw_torus-$(1).vvp: harness/dut/tnw_torus_tb.v harness/dut/tnw_torus.v $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_tnw_torus) $$(GEN_VH)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)iverilog -g2005 -Wall -Wno-timescale -Ptnw_torus_tb.Y_N=1 -Ptnw_torus_tb.Z_N=1 -Ptnw_torus_tb.PCS_EN=$(2) $$(SIM_INC) -s tnw_torus_tb -o $$@ $$(filter %.v,$$^) 2>$$@.log || { cat $$@.log >&2; exit 2; }
endef
$(eval $(call torus_image,pair,0))
$(eval $(call torus_image,symbols,1))
TORUS_PAIR := deeds exchange ledger nwp smoke wires
$(TORUS_PAIR:%=$(B)/cosim/icarus/tnw_torus/%.run): $(B)/cosim/icarus/tnw_torus/%.run: $(B)/sim/icarus/tnw_torus-pair.vvp $(B)/sim/icarus/prog/cosim/tnw_torus/%.vpi
	@mkdir -p $(B)/cover/icarus/tnw_torus
	@TN_COVER=$(call cover_file,icarus,tnw_torus/$*) $(RUN) $(COSIM_TITLE)/icarus/tnw_torus/$* harness/sim/run-sim $(B) icarus tnw_torus-pair cosim/tnw_torus/$*

# faults of hosts, cables and nodes: ten times as fast under Verilator (Icarus has those of words, deeds.c); the
# ledger's own test needs words on the lines
ICARUS_RUNS_tnw_torus := $(filter-out $(patsubst %,$(B)/cosim/icarus/tnw_torus/%.run,completions faults fragments linkrst outages resets),$(ICARUS_RUNS_tnw_torus))
VERILATOR_RUNS_tnw_torus := $(filter-out $(B)/cosim/verilator/tnw_torus/ledger.run,$(VERILATOR_RUNS_tnw_torus))

ICARUS_RUNS := $(ICARUS_RUNS_$(DUT))
VERILATOR_RUNS = $(VERILATOR_RUNS_$(DUT))

# Minutes of bits on lines, for which Verilator takes seconds: `make check` has these under it alone, `make cosim` and
# `make conformance` under both.
LINE_RUNS := $(patsubst %,$(B)/cosim/icarus/exa_link/%.run,edges line)

.PHONY: check-cosim cosim regress
CHECKS += check-cosim
check-cosim: $(foreach d,$(filter-out $(BOARD_DUTS),$(DUTS)),$(filter-out $(LINE_RUNS),$(ICARUS_RUNS_$(d))) $(VERILATOR_RUNS_$(d))) check-boards check-both check-shape check-casts check-waves check-links check-channel check-stream check-lines check-tnw-lines

# Boards: Icarus takes minutes for what Verilator does in seconds. So in `make check` the bench that has all of
# the suites' faults, exa_qfdb's, takes the suites of both under Verilator, and Icarus plays a short one of them to the
# same packets, and packets of free ports through exa_two_qfdb. `make cosim DUT=exa_two_qfdb` has the rest.
VERILATOR_RUNS_exa_qfdb += $(COSIM_NAMES_exa_two_qfdb:%=$(B)/cosim/verilator/exa_qfdb/%.run)
$(B)/cosim/verilator/exa_qfdb/exa_two_qfdb/%.run: $(B)/sim/verilator/exa_qfdb$(call own,exa_qfdb)/prog/cosim/exa_two_qfdb/%
	@mkdir -p $(B)/cover/verilator/exa_qfdb/exa_two_qfdb
	@TN_COVER=$(call cover_file,verilator,exa_qfdb/exa_two_qfdb/$*) $(COSIM_SIZE_verilator_exa_qfdb) $(RUN) $(COSIM_TITLE)/verilator/exa_qfdb/exa_two_qfdb/$* harness/sim/run-sim $(B) verilator exa_qfdb$(call own,exa_qfdb) cosim/exa_two_qfdb/$*
BOARD_SMOKE := packets_of_free_ports_go_where_their_header_says
.PHONY: check-boards check-boards-smoke
check-boards: $(VERILATOR_RUNS_exa_qfdb) check-both-exa_qfdb check-boards-smoke
check-boards-smoke: $(B)/sim/icarus/exa_two_qfdb.vvp $(B)/sim/icarus/prog/cosim/exa_two_qfdb/smoke.vpi
	@$(RUN) cosim/icarus/exa_two_qfdb/smoke harness/sim/run-sim $(B) icarus exa_two_qfdb cosim/exa_two_qfdb/smoke $(BOARD_SMOKE)

.PHONY: check-both check-casts check-waves check-shape check-links check-channel check-stream check-lines
check-both: $(foreach d,$(filter-out $(BOARD_DUTS),$(DUTS)),$(if $(wildcard suites/cosim/$(d)/random.c),check-both-$(d)))
check-shape: $(foreach d,$(DUTS),$(if $(SHAPE_TRIED_$(d)),check-shape-$(d)))

REMAP := cz_ioport_remap
# Faults on links under Verilator: the -state model alone has them.
check-links: $(B)/sim/verilator/$(REMAP)-state$(call own,$(REMAP))/prog/cosim/$(REMAP)/faults
	@$(RUN) cosim/verilator-state/$(REMAP)/faults harness/sim/run-sim $(B) verilator $(REMAP)-state$(call own,$(REMAP)) cosim/$(REMAP)/faults links

# vvp with its casts remembered is vvp.
check-casts: $(VVP_CAST) $(B)/sim/icarus/$(REMAP).vvp $(B)/sim/icarus/prog/cosim/$(REMAP)/random.vpi
	@$(RUN) cosim/casts suites/cosim/casts $(B) $(VVP_CAST) $(REMAP) cosim/$(REMAP)/random

# What a stream's monitor tells C, and when.
check-stream: $(B)/sim/icarus/prog/cosim/cz_ioport_remap/random.vpi $(GEN_VH)
	@$(RUN) cosim/stream suites/cosim/stream $(B)

# What the monitors of ExaNet's channel say of wrappers that break its rules.
check-channel: $(B)/sim/icarus/prog/cosim/exa_crossbar/channel.vpi $(GEN_VH)
	@$(RUN) cosim/channel suites/cosim/channel $(B)

# A link's lines in the capture of a run.
check-lines: $(B)/sim/icarus/exa_link.vvp $(B)/sim/icarus/prog/cosim/exa_link/random.vpi $(B)/tenter
	@$(RUN) cosim/lines suites/cosim/lines $(B)

# Those of a TNW link in the captures of its suites.
.PHONY: check-tnw-lines
check-tnw-lines: $(patsubst %,$(B)/sim/verilator/tnw_link/prog/cosim/tnw_link/%,smoke errors cases seq_off) $(B)/tenter
	@$(RUN) cosim/tnw_lines suites/cosim/tnw_lines $(B)

# What a failure leaves. The model with waveforms is there; its program run-sim links itself.
check-waves: $(B)/mutants/sim/icarus/mutant-3.vvp $(B)/sim/icarus/$(REMAP).vvp $(B)/tenter \
    $(patsubst %,$(B)/sim/icarus/prog/cosim/$(REMAP)/%.vpi,smoke directed registers commit cases) \
    $(patsubst %,$(B)/sim/verilator/$(REMAP)/prog/cosim/$(REMAP)/%,smoke cases) \
    $(B)/sim/verilator/$(REMAP)-state/libmodel.a
	@$(RUN) cosim/waves suites/cosim/waves $(B) $(REMAP)

cosim: # the simulation suites of DUT on SIM
	@rm -rf $(B)/results
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
	@suites/tally $(B)/results

regress: # the random suites with a million packets under Verilator, and campaigns on both simulators
	@rm -rf $(B)/results
	@TN_TLPS=$${TN_TLPS:-1000000} TN_PACKETS=$${TN_PACKETS:-1000000} $(MAKE) $(VERILATOR_RUNS)
	@$(MAKE) regress-campaign
	@suites/tally $(B)/results

# The suites of the network interface's blocks, mux and demux see seeded bugs.
NI_MUTANTS := suites/cosim/ni_mutants.tsv
define ni_mutant
$(B)/sim/icarus/$(1)-mut%.vvp: harness/dut/$(1)_tb.v harness/dut/$(1).v $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_$(1)) $$(wildcard rtl/*/*.vh) $$(GEN_VH) suites/mutants/apply $$(wildcard suites/mutants/*.tsv)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)rtl=$$$$(suites/mutants/apply $(B)/mutants/rtl/$(1)-$$* $$* $$(RTL_$(1))) && \
	    iverilog -g2005 $$(SIM_INC) -s $(1)_tb -o $$@ harness/dut/$(1)_tb.v harness/dut/$(1).v $$(BENCH_SRC) $$$$rtl 2>$$@.log
endef
$(foreach d,$(NI_DUTS) $(MUX_DUTS) $(PAIR_DUTS),$(eval $(call ni_mutant,$(d))))

.PHONY: check-ni-mutants
CHECKS += check-ni-mutants
check-ni-mutants: $(shell awk '{print "$(B)/sim/icarus/" $$2 "-mut" $$1 ".vvp"}' $(NI_MUTANTS) | sort -u) \
    $(foreach d,$(NI_DUTS) $(MUX_DUTS),$(B)/sim/icarus/prog/cosim/$(d)/directed.vpi $(B)/sim/icarus/prog/cosim/$(d)/random.vpi) \
    $(foreach d,$(PAIR_DUTS),$(B)/sim/icarus/prog/cosim/$(d)/random.vpi)
	@$(RUN) cosim/ni_catch suites/cosim/ni_catch $(B)
