# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Simulations. A DUT is harness/dut/<dut>_tb.v (bench), harness/dut/<dut>.v (wrapper)
# and the RTL. A program is C with tn_sim_main(); it is linked once for each simulator
# and runs on a DUT's image through harness/sim/run-sim.
#
#   $(B)/sim/icarus/<dut>.vvp          compiled image
#   $(B)/sim/icarus/prog/<name>.vpi    program as a VPI module
#   $(B)/sim/icarus/prog/vvp_cast.so   what makes vvp a quarter faster
#   $(B)/sim/verilator/<dut>/          verilated model, an archive
#   $(B)/sim/verilator/<dut>/prog/<name>

BOARD_DUTS := exa_qfdb exa_two_qfdb
PAIR_DUTS := exa_ni_pair
# made of blocks that are verilated once each, and without a -state model (but two nodes of a torus, below)
BLOCK_DUTS = $(BOARD_DUTS) tnw_torus
NI_DUTS := exa_mailbox exa_packetizer exa_rt_mailbox
# the two blocks of a TNW node that have campaigns of their own
TNW_BLOCKS := tnw_rcv tnw_pi
MUX_DUTS := exa_mux exa_demux
DUTS := cz_ioport_remap exa_crossbar exa_link tnw_link tnw_rcv tnw_pi tnw_torus axi_loop $(MUX_DUTS) $(NI_DUTS) $(PAIR_DUTS) $(BOARD_DUTS)
DUT ?= cz_ioport_remap
$(if $(filter $(DUT),$(DUTS)),,$(error DUT=$(DUT) is none of: $(DUTS)))
$(if $(filter icarus verilator,$(SIM)),,$(error SIM=$(SIM) is neither icarus nor verilator))
RTL_cz_ioport_remap := $(RTL_SRC)
RTL_exa_crossbar := $(wildcard rtl/common/*.v) $(EXA_SRC)
RTL_exa_link := $(RTL_exa_crossbar)
RTL_tnw_link := $(wildcard rtl/common/*.v) $(TNW_SRC)
RTL_tnw_torus := $(RTL_tnw_link)
RTL_tnw_rcv := $(RTL_tnw_link)
RTL_tnw_pi := $(RTL_tnw_link)
RTL_axi_loop :=
$(foreach d,$(MUX_DUTS) $(NI_DUTS) $(PAIR_DUTS),$(eval RTL_$(d) := $(RTL_exa_crossbar)))
$(foreach d,$(BOARD_DUTS),$(eval RTL_$(d) := $(RTL_exa_crossbar) $(wildcard rtl/top/*.v)))
BENCH_SRC := $(wildcard harness/bfm/*.v) harness/sim/tn_bench_clock.v harness/sim/tn_bench_osc.v harness/sim/tn_bench_any.v harness/sim/tn_bench_noise.v harness/fault/tn_saboteur.v harness/fault/tn_exa_saboteur.v harness/fault/tn_line_saboteur.v
BENCH_INC := harness/sim/tn_sim.vh $(wildcard harness/dut/*.vh)

# (its lines inside a board are the bench's, too)
RTL_exa_qfdb := $(filter-out rtl/top/exa_wires.v,$(RTL_exa_qfdb)) harness/dut/exa_wires.v

# What makes an image of one's own of $(DUT), beside the plain one:
# WRAPPER=my.v  SRC="a.v b.v"              in place of our wrapper and RTL
# DUT_DEFINES=-DNAME=1                     preprocessor
# FUNC_N=8 PORT_N=4 ...                    the bench's parameters
WRAPPER ?=
SRC ?=
DUT_DEFINES ?=
BENCH_PARAMS_cz_ioport_remap := FUNC_N PORT_N MPS_B QUEUE_LOG2
BENCH_PARAMS_exa_link := XOFF_FREE XON_FREE REFRESH_CYC SLIP_CYC
BENCH_PARAMS_tnw_link := TX_ITEMS_LOG2 RX_PKTS_LOG2
BENCH_PARAMS_tnw_torus := X_N Y_N Z_N WIRE_CYC PCS_EN ITEM_LOG2 DESC_LOG2 CREDIT_LOG2
BENCH_PARAMS_tnw_rcv := CREDIT_LOG2
BENCH_PARAMS_tnw_pi := OFF_LOG2 ITEM_LOG2 TAG_LOG2 DESC_LOG2
BENCH_PARAMS_exa_crossbar := PORT_N LINK_BASE GW_BASE DRAM_PORT RANGE_EN RANGE_STEP RANGE_SPAN
BENCH_PARAMS_exa_mux := IN_N
BENCH_PARAMS_exa_demux := OUT_N DRAM_EN RANGE_EN RANGE_STEP RANGE_SPAN TYPES
BENCH_PARAMS_axi_loop := ID_W ADDR_W USER_W
BENCH_PARAMS_exa_ni_pair := AXI_ID_W CHAN_N MBOX_N SLOT_LOG2 DUP_N
BENCH_PARAMS_exa_mailbox := AXI_ID_W MBOX_N SLOT_LOG2 DUP_N
BENCH_PARAMS_exa_packetizer := AXI_ID_W CHAN_N
BENCH_PARAMS_exa_rt_mailbox := AXI_ID_W RSP_LOG2 READ_LOG2 DUP_N
$(foreach d,$(BOARD_DUTS),$(eval BENCH_PARAMS_$(d) := AXI_ID_W CHAN_N MBOX_N SLOT_LOG2 RSP_LOG2 READ_LOG2 DUP_N))
BENCH_PARAMS := $(BENCH_PARAMS_$(DUT))
SHAPE := $(foreach p,$(BENCH_PARAMS),$(if $($(p)),$(p)=$($(p))))
$(foreach s,$(SHAPE),$(if $(shell [[ '$s' =~ ^[A-Z0-9_]+=[0-9]+$$ ]] && echo 1),,$(error $s: not a number)))
OWN_TEXT := $(strip $(WRAPPER) $(SRC) $(DUT_DEFINES) $(SHAPE))
OWN := $(if $(OWN_TEXT),-$(shell echo '$(OWN_TEXT)' | sha256sum | cut -c1-8))
# ... of the DUT $(1)
of_dut = $(if $(filter $(1),$(DUT)),$(2))
own = $(call of_dut,$(1),$(OWN))
dut_rtl = $(or $(call of_dut,$(1),$(SRC)),$(RTL_$(1)))
dut_wrapper = $(or $(call of_dut,$(1),$(WRAPPER)),harness/dut/$(1).v)
dut_options = $(call of_dut,$(1),$(DUT_DEFINES) $(SHAPE:%=$(2)%))
SIM_INC := -Iharness/sim -Iharness/dut -Irtl/common -Irtl/exanet -Irtl/tnw -I$(B)/gen

SIM_SRC := $(wildcard harness/bfm/*.c) harness/sim/core.c $(wildcard harness/sim/cover*.c) harness/sim/demux.c harness/sim/failure.c harness/sim/streams.c harness/sim/trace.c harness/sim/trace_line.c harness/sim/trace_tnw.c harness/fault/inject.c harness/fault/line.c harness/fault/tnw_line.c harness/fault/tnw_port.c harness/fault/tnw_wire.c harness/fault/saboteur.c $(filter-out harness/replay/cz_stimulus.c harness/replay/exa_stimulus.c harness/replay/sim_replay.c,$(wildcard harness/replay/*.c))
SIM_OBJ := $(SIM_SRC:%.c=$(B)/%.o)

## Descriptors of the DUTs (tn/dut.h): compiled once with the parts of a simulation, for its library, and
## once without them, for the harness' library. A simulation is linked to its own library first. The
## array of all is generated; a DUT without a file of its own gets a descriptor that has no parts.
## No file of the libraries refers to the array, which would close a circle: it makes itself known when
## a program starts, and LDLIBS ask the linker for it.
DUT_LIST := $(or $(BLOCKS),$(DUTS))
DUT_OWN := $(patsubst harness/dut/%.c,%,$(wildcard $(DUT_LIST:%=harness/dut/%.c)))
SIM_OBJ += $(DUT_OWN:%=$(B)/harness/dut/%.sim.o) $(B)/gen/tn_duts.o $(B)/harness/dut/dut.o
$(B)/harness/dut/%.sim.o: harness/dut/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -DTN_SIMULATION -Icheckers/include -Iharness/include -I$(B)/gen $(HARNESS_CFLAGS) -MMD -MP -c -o $@ $<
# the file changes when the list does, and only then
$(B)/gen/tn_duts.c: FORCE
	@mkdir -p $(@D)
	@{ printf '#include <tn/dut.h>\n'; \
	    printf 'extern const struct tn_dut tn_dut_%s;\n' $(DUT_LIST); \
	    $(foreach d,$(filter-out $(DUT_OWN),$(DUT_LIST)),printf 'const struct tn_dut tn_dut_%s = {.name = "%s", .fabric = "%s", .packet = "packet"};\n' $(d) $(d) '$(or $($(d).fabric),none)';) \
	    printf 'const struct tn_dut *const tn_duts[] = {\n'; printf '    &tn_dut_%s,\n' $(DUT_LIST); printf '    NULL};\n'; \
	    printf 'static void __attribute__((constructor)) give(void)\n{\n    tn_dut_all(tn_duts);\n}\n'; } > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/gen/tn_duts.o: $(B)/gen/tn_duts.c
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -Iharness/include -MMD -MP -c -o $@ $<
DEPFILES += $(B)/gen/tn_duts.d
.PHONY: FORCE
FORCE:
SIM_LIB := $(B)/libtenter-sim.a
VPI_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard harness/sim/vpi*.c)) $(B)/harness/sim/state_vpi.o
DEPFILES += $(SIM_OBJ:.o=.d) $(VPI_OBJ:.o=.d)
HARNESS_CFLAGS += -I/usr/include/iverilog
SIM_LDLIBS := -lcmocka $(HARNESS_LDLIBS)

$(SIM_LIB): $(SIM_OBJ)

## Programs: every C file of suites/cosim/<dut>/, and what other fragments add
$(foreach d,$(DUTS),$(eval SIM_PROGS_$(d) := $(patsubst suites/cosim/%.c,cosim/%,$(wildcard suites/cosim/$(d)/*.c))))
# both boards' benches are the same to a program, but for the lines of exa_qfdb's, which are the bench's
SIM_PROGS_exa_qfdb += $(SIM_PROGS_exa_two_qfdb)
SIM_PROGS := $(sort $(foreach d,$(DUTS),$(SIM_PROGS_$(d))))
DEPFILES += $(SIM_PROGS:%=$(B)/suites/%.d)
define sim_prog_cosim
PROG_SRC_$(1) := suites/$(1).c
endef
$(foreach p,$(SIM_PROGS),$(eval $(call sim_prog_cosim,$(p))))

## Icarus
define icarus_image
$(B)/sim/icarus/$(1)$(call own,$(1)).vvp: harness/dut/$(1)_tb.v $(call dut_wrapper,$(1)) $$(BENCH_SRC) $$(BENCH_INC) $(call dut_rtl,$(1)) $(wildcard rtl/*/*.vh) $$(GEN_VH)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)iverilog -g2005 -Wall -Wno-timescale $(call dut_options,$(1),-P$(1)_tb.) $$(SIM_INC) -s $(1)_tb -o $$@ $$< $(call dut_wrapper,$(1)) $$(BENCH_SRC) $(call dut_rtl,$(1)) 2>$$@.log || { cat $$@.log >&2; exit 2; }
endef
$(foreach d,$(DUTS),$(eval $(call icarus_image,$(d))))

# vvp's casts, remembered: run-sim loads it before vvp when it is there; VVP: the same for benches without a program
VVP_CAST := $(B)/sim/icarus/prog/vvp_cast.so
VVP := env LD_PRELOAD=$(VVP_CAST) vvp -n
$(VVP_CAST): harness/sim/vvp_cast.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ -O2 -g -Wall -Wextra -Wconversion -Wshadow -Werror -fPIC -shared -o $@ $<

$(B)/sim/icarus/prog/%.vpi: $(B)/suites/%.o $(VPI_OBJ) $(SIM_LIB) $(HARNESS_LIB) $(CHECKERS_LIB) | $(VVP_CAST)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^ $(SIM_LDLIBS)

## Verilator. Two models of each DUT: the fast one, without faults (TN_LEAN), and -state,
## which has those on links and keeps every register by name for those in state and for
## waveforms (slower).
# MODEL_CFLAGS, FAST_DEFINES: with the flags and objects, what suites/coverage changes
MODEL_CFLAGS :=
FAST_DEFINES := -DTN_LEAN
VERILATED_OBJ := verilated.o verilated_dpi.o verilated_threads.o
# A model is one long function, run whole every cycle: what pads it drives it out of the
# processor's nearest cache, which holds 32 KB.
MODEL_OPT := -O2 -falign-functions=1 -falign-loops=1 -falign-jumps=1 -falign-labels=1
VERILATOR_FLAGS := --cc -O3 --x-assign fast --noassert -Wno-fatal -Wno-lint -Wno-style --prefix Vtop
STATE_FLAGS := --vpi --trace-fst
STATE_OBJ := verilated_vpi.o verilated_fst_c.o
# Verilator's VPI takes vectors of so many 32-bit words; the tables have hundreds of bits an entry
STATE_CPP := -DVL_VALUE_STRING_MAX_WORDS=2048
VERILATED_DIR := /usr/share/verilator/include
VERILATED_CXX := -O2 -fPIC -Wall -Wextra -Iharness/sim -Iharness/include -isystem $(VERILATED_DIR) -isystem $(VERILATED_DIR)/vltstd

# Verilator's runtime, the same for all models of a kind
$(B)/sim/verilator/runtime/%.o: $(VERILATED_DIR)/%.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ $(VERILATED_CXX) -w -c -o $@ $<
$(B)/sim/verilator/runtime-state/%.o: $(VERILATED_DIR)/%.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ $(VERILATED_CXX) -w -DVM_TRACE=1 -DVM_TRACE_FST=1 $(STATE_CPP) -c -o $@ $<

# A board has its blocks four to sixteen times: flat, its model is minutes of compiling. So each is a
# library, compiled once, and the board's model calls it. RTL of one's own (SRC) is verilated flat.
BOARD_BLOCKS := exa_link exa_crossbar $(NI_DUTS)
# The torus likewise: its blocks stand in it 8 or 48 times. (The bench has PCS_EN 0 under Icarus, for speed.)
TORUS_BLOCKS := tnw_link tnw_pcs tnw_pi tnw_rcv
TORUS_PARAMS_tnw_link := TX_ITEMS_LOG2=4 RX_PKTS_LOG2=4
TORUS_PARAMS_tnw_pi := OFF_LOG2=16 ITEM_LOG2=4 TAG_LOG2=3 DESC_LOG2=3
TORUS_PARAMS_tnw_rcv := CREDIT_LOG2=3
TORUS_DIR := $(B)/sim/verilator/blocks-tnw
of_torus = $(if $(filter $(1),tnw_torus),$(if $(call of_dut,$(1),$(SRC)),,1))
torus_rtl = $(filter-out $(TORUS_BLOCKS:%=rtl/tnw/%.v),$(call dut_rtl,$(1))) $(foreach b,$(TORUS_BLOCKS),$(TORUS_DIR)/$(b)/$(b).sv)
of_blocks = $(if $(filter $(1),$(BOARD_DUTS)),$(if $(call of_dut,$(1),$(SRC)),,1))
board_objects = $(if $(call of_blocks,$(1)),$(BOARD_BLOCKS:%=blocks$(call own,$(1))/%/block.o))$(if $(call of_torus,$(1)),$(TORUS_BLOCKS:%=blocks-tnw/%/block.o))
model_rtl = $(if $(call of_blocks,$(1)),$(filter-out $(BOARD_BLOCKS:%=rtl/exanet/%.v),$(call dut_rtl,$(1))) \
    $(foreach b,$(BOARD_BLOCKS),$(B)/sim/verilator/blocks$(call own,$(1))/$(b)/$(b).sv),$(if $(call of_torus,$(1)),$(torus_rtl),$(call dut_rtl,$(1))))
# few files, as each reads one large header; functions as small as usual
BOARD_SPLIT := --output-split 100000 --output-split-cfuncs 20000
# A model's C++ is compiled in one piece, or most of the time is Verilator's headers, a second a file; but a board that
# is flat is in pieces, for all processors.
ONE_PIECE := harness/sim/one-piece
pieces = VERILATOR_INCLUDER='"$(CURDIR)/$(ONE_PIECE)"' VM_PARALLEL_BUILDS=$(if $(filter $(1),$(BLOCK_DUTS)),$(if $(call of_dut,$(1),$(SRC)),1,0),0)
# suffix of the image, DUT_DEFINES, SHAPE
define board_block
$(B)/sim/verilator/blocks$(1)/%/block.o: harness/sim/block $(ONE_PIECE) harness/dut/exa_boards.vh $(RTL_exa_crossbar) $(wildcard rtl/*/*.vh) $$(GEN_VH)
	$$(call say,VLT,$$@)
	$$(Q)harness/sim/block $$(@D) $$* '$$(if $$(filter $$*,$(NI_DUTS)),$$(BENCH_PARAMS_$$*))' '$(3)' -O1 $$(VERILATOR_FLAGS) $$(FAST_DEFINES) $(2) $$(SIM_INC) $(RTL_exa_crossbar)
endef
$(eval $(call board_block))
define torus_block
$(TORUS_DIR)/$(1)/block.o: harness/sim/block $(ONE_PIECE) $(RTL_tnw_torus) $(wildcard rtl/tnw/*.vh rtl/common/*.vh) $$(GEN_VH)
	$$(call say,VLT,$$@)
	$$(Q)harness/sim/block $$(@D) $(1) '$(foreach p,$(TORUS_PARAMS_$(1)),$(firstword $(subst =, ,$(p))))' '$(TORUS_PARAMS_$(1))' -O1 $$(VERILATOR_FLAGS) $$(FAST_DEFINES) $$(SIM_INC) $(RTL_tnw_torus)
endef
$(foreach b,$(TORUS_BLOCKS),$(eval $(call torus_block,$(b))))
$(if $(and $(OWN),$(filter $(DUT),$(BOARD_DUTS))),$(eval $(call board_block,$(OWN),$(DUT_DEFINES),$(SHAPE))))
$(foreach d,$(BLOCK_DUTS),$(eval $(B)/sim/verilator/$(d)$(call own,$(d))/libmodel.a: MODEL_OPT := -Og))
# The suites of these simulate for seconds, less than -O2 takes longer
$(foreach d,cz_ioport_remap-state exa_crossbar exa_crossbar-state $(NI_DUTS) $(PAIR_DUTS) $(MUX_DUTS) tnw_link tnw_rcv tnw_pi,$(eval $(B)/sim/verilator/$(d)$(call own,$(d))/libmodel.a: MODEL_OPT := -O1))

# Model: directory, DUT, flags, runtime objects, defines of the clock; RTL, unless it is that of the DUT's model
define verilator_model
$(B)/sim/verilator/$(1)/libmodel.a: harness/dut/$(2)_tb.v $(call dut_wrapper,$(2)) $$(BENCH_SRC) $$(BENCH_INC) $(call dut_rtl,$(2)) $(wildcard rtl/*/*.vh) $$(GEN_VH) harness/sim/dpi.cpp harness/sim/core.h harness/sim/sim.mk $(ONE_PIECE) $(4:%=$(B)/sim/verilator/%)
	$$(call say,VLT,$$@)
	@mkdir -p $$(@D)
	$$(Q)verilator $$(VERILATOR_FLAGS) $(3) $(call dut_options,$(2),-G) $$(SIM_INC) --Mdir $$(@D) --top-module $(2)_tb $$< $(call dut_wrapper,$(2)) $$(BENCH_SRC) $(or $(6),$(call model_rtl,$(2))) > $$@.log 2>&1 || { cat $$@.log >&2; exit 2; }
	+$$(Q)$$(MAKE) -C $$(@D) -f Vtop.mk OPT=-fPIC OPT_FAST='$$(MODEL_OPT)' OPT_GLOBAL=-O2 $(call pieces,$(2)) Vtop__ALL.a >> $$@.log 2>&1 || { tail -20 $$@.log >&2; exit 2; }
	$$(Q)g++ $$(VERILATED_CXX) $(5) $$(MODEL_CFLAGS) -I$$(@D) -c -o $$(@D)/dpi.o harness/sim/dpi.cpp
	$$(Q)cd $$(@D) && cp Vtop__ALL.a libmodel.new && ar rs libmodel.new dpi.o $(4:%=$(abspath $(B))/sim/verilator/%) 2>/dev/null && mv libmodel.new libmodel.a
endef
$(foreach d,$(DUTS),$(eval $(call verilator_model,$(d)$(call own,$(d)),$(d),$(FAST_DEFINES) $(if $(filter $(d),$(BLOCK_DUTS)),$(BOARD_SPLIT)) $(if $(filter $(d),tnw_torus),$(if $(PCS_EN),,-GPCS_EN=1)),$(VERILATED_OBJ:%=runtime/%) $(call board_objects,$(d)),-DVM_TRACE_FST=0 -DTN_STATE=0)))
# What the state is: the variables of the DUT's modules, by name; the bench's would only make
# the model larger.
define state_names
$(B)/sim/verilator/$(1)/names.vlt: harness/sim/state-names $(2)
	@mkdir -p $$(@D)
	$$(Q)harness/sim/state-names $(2) >$$@
$(B)/sim/verilator/$(1)/libmodel.a: $(B)/sim/verilator/$(1)/names.vlt
endef
$(foreach d,$(filter-out $(BLOCK_DUTS),$(DUTS)),$(eval $(call state_names,$(d)-state$(call own,$(d)),$(call dut_wrapper,$(d)) $(call dut_rtl,$(d)))))
$(foreach d,$(filter-out $(BLOCK_DUTS),$(DUTS)),$(eval $(call verilator_model,$(d)-state$(call own,$(d)),$(d),$(STATE_FLAGS) $(B)/sim/verilator/$(d)-state$(call own,$(d))/names.vlt,$(patsubst %,runtime-state/%,$(VERILATED_OBJ) $(STATE_OBJ)),-DVM_TRACE_FST=1 -DTN_STATE=1)))

# Two nodes of a torus, flat, as a campaign of them strikes registers by name (the eight, of blocks, have none).
# Without symbols on their lines, and with. Each is a minute of processor time to make, and not made by `make check`.
# name, PCS_EN
define torus_state
$(B)/sim/verilator/tnw_torus-$(1)-state/libmodel.a: MODEL_OPT := -O1
$(call state_names,tnw_torus-$(1)-state,harness/dut/tnw_torus.v $(RTL_tnw_torus))
$(call verilator_model,tnw_torus-$(1)-state,tnw_torus,--vpi $(BOARD_SPLIT) -GY_N=1 -GZ_N=1 -GPCS_EN=$(2) $(B)/sim/verilator/tnw_torus-$(1)-state/names.vlt,$(patsubst %,runtime-state/%,$(VERILATED_OBJ) verilated_vpi.o),-DVM_TRACE_FST=0 -DTN_STATE=1,$(RTL_tnw_torus))
endef
$(eval $(call torus_state,pair,0))
$(eval $(call torus_state,symbols,1))

# Program on a model: model's directory, program, its object, more objects and libraries.
# (C++'s libraries are linked in: a campaign forks for each fault, and pays for each mapping)
define verilator_prog
$(B)/sim/verilator/$(1)/prog/$(2): $(3) $(4) $(B)/sim/verilator/$(1)/libmodel.a $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)g++ -static-libstdc++ -static-libgcc -o $$@ $(3) $(4) -Wl,--whole-archive $(B)/sim/verilator/$(1)/libmodel.a -Wl,--no-whole-archive -Wl,--start-group $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB) -Wl,--end-group $$(SIM_LDLIBS) -lpthread $(5)
endef
$(foreach d,$(DUTS),$(foreach p,$(SIM_PROGS_$(d)),$(eval $(call verilator_prog,$(d)$(call own,$(d)),$(p),$(B)/suites/$(p).o))))
# ... and on the model that has waveforms, made when run-sim wants one (boards: Icarus has them)
$(foreach d,$(filter-out $(BLOCK_DUTS),$(DUTS)),$(foreach p,$(SIM_PROGS_$(d)),$(eval $(call verilator_prog,$(d)-state$(call own,$(d)),$(p),$(B)/suites/$(p).o,$(B)/harness/sim/state_vpi.o,-lz))))

## Programs of the harness itself: replay and campaign, behind the tenter commands, for the
## DUTs that captures are played into
HARNESS_DUTS := cz_ioport_remap exa_crossbar exa_link tnw_link $(TNW_BLOCKS) $(NI_DUTS)
HARNESS_PROGS := replay campaign
DEPFILES += $(foreach p,$(HARNESS_PROGS),$(B)/harness/$(p)/sim_$(p).d)
define harness_prog
$$(B)/sim/icarus/prog/$(1).vpi: $$(B)/harness/$(1)/sim_$(1).o $$(VPI_OBJ) $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB) | $$(VVP_CAST)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -shared -o $$@ $$^ $$(SIM_LDLIBS)
endef
$(foreach p,$(HARNESS_PROGS),$(eval $(call harness_prog,$(p))))
$(foreach d,$(HARNESS_DUTS),$(foreach p,$(HARNESS_PROGS),$(eval $(call verilator_prog,$(d)-state$(call own,$(d)),$(p),$(B)/harness/$(p)/sim_$(p).o,$(B)/harness/sim/state_vpi.o,-lz))))

# (a torus is played into as two nodes; under Icarus they are of suites/cosim/cosim.mk)
HARNESS_PAIRS := tnw_torus-pair tnw_torus-symbols
$(foreach d,$(HARNESS_PAIRS),$(foreach p,$(HARNESS_PROGS),$(eval $(call verilator_prog,$(d)-state,$(p),$(B)/harness/$(p)/sim_$(p).o,$(B)/harness/sim/state_vpi.o,-lz))))

ICARUS_SIMS := $(foreach d,$(HARNESS_DUTS),$(B)/sim/icarus/$(d)$(call own,$(d)).vvp) $(HARNESS_PAIRS:%=$(B)/sim/icarus/%.vvp) $(HARNESS_PROGS:%=$(B)/sim/icarus/prog/%.vpi)
VERILATOR_SIMS := $(foreach d,$(HARNESS_DUTS),$(HARNESS_PROGS:%=$(B)/sim/verilator/$(d)-state$(call own,$(d))/prog/%))
VERILATOR_PAIR_SIMS := $(foreach d,$(HARNESS_PAIRS),$(HARNESS_PROGS:%=$(B)/sim/verilator/$(d)-state/prog/%))
.PHONY: sims
sims: $(ICARUS_SIMS) $(if $(filter verilator,$(SIM)),$(VERILATOR_SIMS) $(VERILATOR_PAIR_SIMS)) # what replay and campaign run; SIM=verilator both
