# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet's own checks.

# Under Verilator 5.006 -O0, as benches are built, the router's ways come out wrong (right with its optimisations on, as DUTs are built)
# and two of the link's tests fail, of which the cause is not known; the lattice's bench takes long to build.
RTL_TB_ICARUS += ape_link_twin_tb ape_pcs_twin_tb ape_router_twin_tb ape_router_tb ape_lattice_tb ape_link_tb ape_ni_tb ape_coded_tb ape_cells_tb ape_cells_net_tb
# Its symbols take Icarus longer than Verilator takes to compile and run them.
RTL_TB_VERILATOR += ape_pcs_tb

# Boards in a torus: under Verilator alone
COSIM_CHECKS += $(B)/cosim/verilator/ape_boards/smoke.run $(B)/cosim/verilator/ape_boards/random.run check-boards-capture
.PHONY: check-boards-capture
check-boards-capture: $(B)/sim/verilator/ape_boards/prog/cosim/ape_boards/random $(B)/tenter
	@$(RUN) cosim/verilator/ape_boards/capture suites/apenet/cosim/boards_capture $(B)

# A capture of a torus has the words of all lines: its rules of ways and credits are asked, and none is broken.
COSIM_CHECKS += check-torus-capture
.PHONY: check-torus-capture
check-torus-capture: $(B)/sim/verilator/ape_torus/prog/cosim/ape_torus/mixed $(B)/tenter
	@$(RUN) cosim/verilator/ape_torus/capture suites/apenet/cosim/torus_capture $(B)

# A capture played into the network interface with seeded bugs
BUGS_replay_catches_the_bugs = suites/part 4 <suites/apenet/mutants/ape_ni_replay_mutants.tsv
check-mutants-ape_ni-replay_catches_the_bugs: $(B)/sim/icarus/prog/replay.vpi

## Figures: what lattices carry by traffic pattern, what hosts put and fetch, cost by Yosys
APE_FIGURES := $(B)/figures/apenet
# image of a size, block, parameters
define ape_size
$(call verilator_model,$(2)-$(1),$(2),$(FAST_DEFINES) $(addprefix -G,$(3)),$(VERILATED_OBJ:%=runtime/%),-DVM_TRACE_FST=0 -DTN_STATE=0,$(RTL_$(2)),$(call wrapper_of,$(2)))
$(B)/sim/verilator/$(2)-$(1)/libmodel.a: MODEL_OPT := -O1
endef
$(eval $(call ape_size,ring,ape_lattice,X_N=8 Y_N=1))
$(eval $(call ape_size,cube,ape_lattice,Z_N=2))
$(eval $(call ape_size,square,ape_lattice,X_N=4 Y_N=4))
# one DMA engine, and a TLB of four pages
$(eval $(call ape_size,one,ape_torus,Y_N=1 LINK_N=3 ENGINE_N=1 TLB_LOG2=2))
APE_LATTICES := ape_lattice ape_lattice-ring ape_lattice-cube ape_lattice-square
$(foreach i,$(APE_LATTICES),$(eval $(call verilator_prog,$(i),bench/ape_saturation,$(B)/suites/apenet/bench/ape_saturation.o,)))
$(foreach i,$(filter-out ape_lattice,$(APE_LATTICES)),$(eval $(call verilator_prog,$(i),cosim/ape_lattice/full,$(B)/suites/apenet/cosim/ape_lattice/full.o,)))
$(eval $(call verilator_prog,ape_torus-pair-state,bench/ape_hosts,$(B)/suites/apenet/bench/ape_hosts.o,$(B)/harness/sim/state_vpi.o,-lz))
$(eval $(call verilator_prog,ape_torus-one,bench/ape_hosts,$(B)/suites/apenet/bench/ape_hosts.o,))
# table, image, program
define ape_measured
$(APE_FIGURES)/$(1).tsv: $(B)/sim/verilator/$(2)/prog/bench/$(3)
	@mkdir -p $$(@D)
	@TN_WINDOW=0 $$< > $$@.log || { tail -20 $$@.log >&2; exit 2; }
	@sed -n 's/^FIGURE\t//p' $$@.log > $$@
endef
$(foreach i,$(APE_LATTICES),$(eval $(call ape_measured,$(i),$(i),ape_saturation)))
$(eval $(call ape_measured,hosts,ape_torus-pair-state,ape_hosts))
$(eval $(call ape_measured,hosts_one,ape_torus-one,ape_hosts))
# (the node of the paper's board is the sum of its blocks and of what joins them: in one piece it takes Yosys too long)
APE_COSTS := ape_link ape_pcs ape_router,LINK_N=3 ape_ni ape_node-ape_link-ape_pcs-ape_router-ape_ni,LINK_N=3,PCS=1
$(APE_FIGURES)/cost.tsv: suites/exanet/figures/cost.sh $(wildcard rtl/common/*.v rtl/apenet/*.v rtl/apenet/*.vh) $(GEN_VH)
	@mkdir -p $(@D)
	@FABRIC=apenet B=$(B) suites/exanet/figures/cost.sh $@ $(APE_COSTS) >&2
.PHONY: figures-ape
figures: figures-ape
figures-ape: $(APE_LATTICES:%=$(APE_FIGURES)/%.tsv) $(APE_FIGURES)/hosts.tsv $(APE_FIGURES)/hosts_one.tsv $(APE_FIGURES)/cost.tsv # APEnet's curves: plots in build/figures/apenet, and their table beside the paper
	@suites/apenet/figures/plot.py $(APE_FIGURES)

# A million cycles of each pattern of full load: four nodes, a ring of eight, a cube, a square of sixteen
REGRESS_PARTS += $(if $(filter ape_lattice,$(DUT)),regress-ape-full)
APE_FULL := $(APE_LATTICES:%=regress-full-%)
.PHONY: regress-ape-full $(APE_FULL)
regress-ape-full: $(APE_FULL) # full load of four patterns, a million cycles each, on 2 x 2 x 1, 8 x 1 x 1, 2 x 2 x 2 and 4 x 4 x 1 APErouters
$(APE_FULL): regress-full-%: $(B)/sim/verilator/%/prog/cosim/ape_lattice/full
	@TN_PACKETS=1000000 $(RUN) cosim/verilator/$*/full harness/sim/run-sim $(B) verilator $* cosim/ape_lattice/full

# Hole A2: with CUT = 1 bytes reach memory that no footer vouches for.
.PHONY: check-ape-cut
COSIM_CHECKS += check-ape-cut
check-ape-cut: $(B)/sim/icarus/ape_ni-cut.vvp $(B)/sim/icarus/prog/cosim/ape_ni/hard.vpi
	@$(RUN) cosim/icarus/ape_ni-cut harness/sim/run-sim $(B) icarus ape_ni-cut cosim/ape_ni/hard data_of_a_harmed_packet_wait_for_the_footer

# Hole A13: with BAND = 0 a payload that looks like packets becomes packets.
.PHONY: check-ape-band
COSIM_CHECKS += check-ape-band
check-ape-band: $(B)/sim/icarus/ape_torus-inband.vvp $(B)/sim/icarus/prog/cosim/ape_torus/forged.vpi
	@$(RUN) cosim/icarus/ape_torus-inband harness/sim/run-sim $(B) icarus ape_torus-inband cosim/ape_torus/forged two_bits_of_a_header

# The attacker between two links: sets of pauses at random
ATTACKS ?= 20
REGRESS_PARTS += $(if $(filter ape_link,$(DUT)),regress-ape-attack)
.PHONY: regress-ape-attack
regress-ape-attack: $(B)/rtl/icarus/ape_link_attack_tb.vvp $(VVP_CAST) # the attacker between two links with ATTACKS sets of pauses
	@$(RUN) rtl/ape_link_attack_tb-rounds $(VVP) $< +rounds=$(ATTACKS)

# Seeded bugs of what joins boards to the torus: one image with all of them, as it takes minutes to make; +bug=N chooses one.
APE_BOARD_BUGS := suites/apenet/mutants/ape_boards_mutants.tsv
APE_BUGGY := ape_gateway ape_board_port
$(APE_BUGGY:%=$(B)/mutants/rtl/ape_boards/%.v): $(B)/mutants/rtl/ape_boards/%.v: rtl/top/%.v suites/apenet/mutants/choose.py suites/apenet/mutants/bugs.tsv $(APE_BOARD_BUGS)
	@mkdir -p $(@D)
	@suites/apenet/mutants/choose.py $(APE_BOARD_BUGS) $< > $@.new && mv $@.new $@
$(eval $(call verilator_model,ape_boards-bugs,ape_boards,$(FAST_DEFINES) $(BOARD_SPLIT),$(VERILATED_OBJ:%=runtime/%) $(call block_objects,ape_boards),-DVM_TRACE_FST=0 -DTN_STATE=0,$(filter-out $(APE_BUGGY:%=rtl/top/%.v),$(call model_rtl,ape_boards)) $(APE_BUGGY:%=$(B)/mutants/rtl/ape_boards/%.v),$(ape_boards.dir)/ape_boards.v))
$(B)/sim/verilator/ape_boards-bugs/libmodel.a: MODEL_OPT := -Og
$(B)/sim/verilator/ape_boards-bugs/libmodel.a: $(APE_BUGGY:%=$(B)/mutants/rtl/ape_boards/%.v)
$(eval $(call verilator_prog,ape_boards-bugs,cosim/ape_boards/smoke,$(call prog_object,cosim/ape_boards/smoke),))
REGRESS_PARTS += $(if $(filter ape_boards,$(DUT)),regress-ape-board-bugs)
.PHONY: regress-ape-board-bugs
regress-ape-board-bugs: $(B)/sim/verilator/ape_boards-bugs/prog/cosim/ape_boards/smoke
	@$(RUN) conformance/ape_boards/suites_catch_the_bugs suites/apenet/cosim/boards_bugs $(B) $(APE_BOARD_BUGS)
