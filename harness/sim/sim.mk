# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Simulations. A DUT is harness/<fabric>/dut/<dut>_tb.v (bench), harness/<fabric>/dut/<dut>.v (wrapper)
# and the RTL. A program is C with tn_sim_main(); it is linked once for each simulator
# and runs on a DUT's image through harness/sim/run-sim.
#
#   $(B)/sim/icarus/<dut>.vvp          compiled image
#   $(B)/sim/icarus/prog/<name>.vpi    program as a VPI module
#   $(B)/sim/icarus/prog/vvp_cast.so   what makes vvp a quarter faster
#   $(B)/sim/verilator/<dut>/          verilated model, an archive
#   $(B)/sim/verilator/<dut>/prog/<name>

include harness/sim/blocks.mk

BENCH_SRC := $(wildcard harness/bfm/*.v) harness/sim/tn_bench_clock.v harness/sim/tn_bench_osc.v harness/sim/tn_bench_any.v harness/sim/tn_bench_noise.v $(wildcard harness/fault/*.v) $(call of_fabrics,harness/,/bfm/*.v /fault/*.v)
BENCH_INC := harness/sim/tn_sim.vh $(call of_fabrics,harness/,/dut/*.vh)
SIM_INC := $(addprefix -I,$(OWN_DIR)) -Iharness/sim $(addprefix -I,$(call of_fabrics,harness/,/dut)) $(RTL_INC) -I$(B)/gen

SIM_SRC := $(wildcard harness/bfm/*.c) $(call of_fabrics,harness/,/bfm/*.c /*/bench.c /sim/*.c /session/*.c) $(filter-out %/kinds.c,$(call of_fabrics,harness/,/fault/*.c)) $(filter-out %/names.c %/mix_read.c %/plain_text.c %/sim_cases.c %/sim_mixes.c,$(wildcard harness/bench/*.c)) harness/sim/core.c harness/sim/boundary.c harness/sim/cover.c harness/sim/failure.c harness/sim/streams.c harness/sim/trace.c  $(filter-out harness/fault/fault.c harness/fault/arm.c,$(wildcard harness/fault/*.c)) $(filter-out harness/replay/sim_replay.c,$(wildcard harness/replay/*.c))
SIM_OBJ := $(SIM_SRC:%.c=$(B)/%.o)

## Descriptors of the DUTs (tn/dut.h): compiled once with the parts of a simulation, for its library, and
## once without them, for the harness' library. A simulation is linked to its own library first. The
## array of all is generated; a DUT without a file of its own gets a descriptor that has no parts.
## No file of the libraries refers to the array, which would close a circle: it makes itself known when
## a program starts, and LDLIBS ask the linker for it.
DESCRIBED := $(foreach b,$(BLOCKS),$(if $(wildcard $($(b).dir)/$(b).c),$(b)))
# a block of the plain bench (.kit is plain) has its descriptor from its tables
PLAIN := $(filter-out $(DESCRIBED),$(foreach b,$(BLOCKS),$(if $(filter plain,$($(b).kit)),$(b))))
SIM_OBJ += $(PLAIN:%=$(B)/gen/%/dut.sim.o) $(DESCRIBED:%=$(B)/dut/%.sim.o) $(B)/gen/tn_duts.o $(B)/gen/tn_benches.o $(B)/harness/dut/dut.o $(TABLED:%=$(B)/gen/%/pins.o)
$(HARNESS_LIB): $(DESCRIBED:%=$(B)/dut/%.o) $(PLAIN:%=$(B)/gen/%/dut.o) $(B)/gen/tn_duts.o $(TABLED:%=$(B)/gen/%/table.o)
# what blockgen made of a block's tables
$(B)/gen/%.o: $(B)/gen/%.c | $(GEN_H)
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -I. -Icheckers/include -Iharness/include -I$(B)/gen -MMD -MP -c -o $@ $<
$(B)/gen/%/dut.sim.o: $(B)/gen/%/dut.c | $(GEN_H)
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -DTN_SIMULATION -I. -Icheckers/include -Iharness/include -I$(B)/gen -MMD -MP -c -o $@ $<
DEPFILES += $(TABLED:%=$(B)/gen/%/pins.d) $(TABLED:%=$(B)/gen/%/table.d) $(PLAIN:%=$(B)/gen/%/dut.d) $(PLAIN:%=$(B)/gen/%/dut.sim.d)
# block, suffix of the object, flag
define descriptor
$(B)/dut/$(1)$(2).o: $($(1).dir)/$(1).c | $(GEN_H)
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_ALL) $(3) -Icheckers/include -Iharness/include -Iharness -I$(B)/gen $$(HARNESS_CFLAGS) -MMD -MP -c -o $$@ $$<
DEPFILES += $(B)/dut/$(1)$(2).d
endef
$(foreach b,$(DESCRIBED),$(eval $(call descriptor,$(b)))$(eval $(call descriptor,$(b),.sim,-DTN_SIMULATION)))
# Other C files of a block of a kind of its own (.sources): where its descriptor is
define own_source
$(B)/dut/own/$(basename $(notdir $(2))).o: $(2) | $(GEN_H)
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_ALL) -Icheckers/include -Iharness/include -MMD -MP -c -o $$@ $$<
SIM_OBJ += $(B)/dut/own/$(basename $(notdir $(2))).o
$$(HARNESS_LIB): $(B)/dut/own/$(basename $(notdir $(2))).o
endef
$(foreach b,$(BLOCKS),$(foreach f,$($(b).sources),$(eval $(call own_source,$(b),$(f)))))
# the file changes when the list does, and only then; more than one make may be at it
$(B)/gen/tn_duts.c: FORCE
	@mkdir -p $(@D)
	@{ printf '#include <tn/dut.h>\n'; \
	    printf 'extern const struct tn_dut tn_dut_%s;\n' $(BLOCKS); \
	    $(foreach d,$(filter-out $(DESCRIBED) $(PLAIN),$(BLOCKS)),printf '%sconst struct tn_dut tn_dut_%s = {.name = "%s", .fabric = "%s", .packet = "packet"%s};\n' \
	        '$(call of_table,$(d),extern const struct tn_block_table tn_table_$(d); )' $(d) $(d) '$(or $($(d).fabric),none)' '$(call of_table,$(d),$(comma) .table = &tn_table_$(d))';) \
	    printf 'const struct tn_dut *const tn_duts[] = {\n'; printf '    &tn_dut_%s,\n' $(BLOCKS); printf '    NULL};\n'; \
	    printf 'static void __attribute__((constructor)) give(void)\n{\n    tn_dut_all(tn_duts);\n}\n'; } > $@.$$$$; if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
# what the fabrics bring to benches (harness/sim/boundary.h)
BENCHES := $(patsubst harness/%/bfm/bench.c,%,$(call of_fabrics,harness/,/bfm/bench.c))
$(B)/gen/tn_benches.c: FORCE
	@mkdir -p $(@D)
	@{ printf '#include "harness/sim/boundary.h"\n'; $(foreach f,$(BENCHES),printf 'extern const struct tn_bench_parts tn_bench_%s;\n' $(f);) \
	    printf 'const struct tn_bench_parts *const tn_benches[] = {\n'; $(foreach f,$(BENCHES),printf '    &tn_bench_%s,\n' $(f);) printf '    NULL};\n'; } > $@.$$$$; if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
$(B)/gen/tn_benches.o: $(B)/gen/tn_benches.c
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -I. -Icheckers/include -Iharness/include -MMD -MP -c -o $@ $<
DEPFILES += $(B)/gen/tn_benches.d
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

## Programs: cosim/<dut>/<suite> of every C file of suites/<fabric>/cosim/<dut>/, and what other fragments add
suites_of_dut = $(patsubst suites/$($(1).fabric)/%.c,%,$(wildcard suites/$($(1).fabric)/cosim/$(1)/*.c))
# the object of a program: of cosim/<dut>/<suite> in the folders of the block's fabric, or of the core's
prog_object = $(or $(KIT_OBJECT_$(1)),$(B)/suites/$(addsuffix /,$($(word 2,$(subst /, ,$(1))).fabric))$(1).o)
$(foreach d,$(DUTS),$(eval SIM_PROGS_$(d) := $(call suites_of_dut,$(d))))
# a block of which another runs the suites, too, has a bench that is the same to them
$(foreach d,$(DUTS),$(eval SIM_PROGS_$(d) += $(SIM_PROGS_$($(d).suites_of))))
# and those of a block of a kind of its own stand beside its manifest (.suites)
define own_suite
SIM_PROGS_$(1) += cosim/$(1)/$(basename $(notdir $(2)))
$(call prog_object,cosim/$(1)/$(basename $(notdir $(2)))): $(2) | $(GEN_H)
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_ALL) -DTN_OWN_DIR='"$$(abspath $(dir $(2)))"' -Icheckers/include -Iharness/include -Isuites/cosim $$(SUITES_CFLAGS) -MMD -MP -c -o $$@ $$<
endef
$(foreach d,$(DUTS),$(foreach f,$($(d).suites),$(eval $(call own_suite,$(d),$(f)))))
# a block of the kit (.kit) has its cases and its mixes from the core
KIT := $(foreach d,$(DUTS),$(if $($(d).kit),$(d)))
# (of a block of one's own: beside its manifest)
kit_folder = $(if $($(1).fabric),suites/$($(1).fabric)/$(1),$(abspath $($(1).dir)))
define kit_program
SIM_PROGS_$(1) += cosim/$(1)/$(2)
KIT_OBJECT_cosim/$(1)/$(2) := $(B)/kit/$(1)/$(2).o
$(B)/kit/$(1)/$(2).o: harness/bench/sim_$(2).c
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS_ALL) -DTN_FOLDER='"$(call kit_folder,$(1))/$(2)"' -Icheckers/include -Iharness/include -Iharness/bench -MMD -MP -c -o $$@ $$<
endef
$(foreach d,$(KIT),$(foreach p,cases mixes,$(eval $(call kit_program,$(d),$(p)))))
SIM_PROGS := $(sort $(foreach d,$(DUTS),$(SIM_PROGS_$(d))))
DEPFILES += $(foreach p,$(SIM_PROGS),$(patsubst %.o,%.d,$(call prog_object,$(p))))

## Icarus
# Image: suffix, DUT, options, 1 when it is the one of one's own (the files that it includes are dependencies, too)
define icarus_image
$(B)/sim/icarus/$(2)$(1).vvp: $(call tb_of,$(2)) $(call dut_wrapper,$(2)) $$(BENCH_SRC) $$(BENCH_INC) $(call dut_rtl,$(2)) $(wildcard rtl/*/*.vh) $$(GEN_VH) $(if $(4),$(call dut_checked,$(2)))
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)iverilog $(call dut_language,$(2)) -Wall -Wno-timescale $(3) $$(SIM_INC) -s $(2)_tb -o $$@ $$< $(call dut_wrapper,$(2)) $$(BENCH_SRC) $(call dut_rtl,$(2)) 2>$$@.log || { cat $$@.log >&2; exit 2; }
	$(if $(4),@harness/sim/includes $$@ $(call dut_language,$(2)) $(filter -D% -I%,$(3)) $$(SIM_INC) $(call dut_wrapper,$(2)) $(call dut_rtl,$(2)))
$(if $(4),DEPFILES += $(B)/sim/icarus/$(2)$(1).vvp.inc)
endef
# Images of another shape (.images) are of our RTL. Suites run under Icarus on one of them where it is said (.icarus_image),
# and an image of one's own then has its shape, but for what the user gives.
image_params = $(foreach i,$($(1).images),$(if $(filter $(2),$(call before,$(i))),$(call behind,$(i))))
not_in_shape = $(foreach p,$(1),$(if $(filter $(call names,$(p))=%,$(SHAPE)),,$(p)))
icarus_params = $(if $(call own,$(1)),$(call not_in_shape,$(call image_params,$(1),$($(1).icarus_image))))
icarus_of = $(1)$(or $(call own,$(1)),$($(1).icarus_image:%=-%))
$(foreach d,$(DUTS),$(eval $(call icarus_image,$(call own,$(d)),$(d),$(call dut_options,$(d),-P$(d)_tb.) $(addprefix -P$(d)_tb.,$(call icarus_params,$(d))),$(call own,$(d)))))
ifneq ($(OWN),)
$(OWN_MADE_OF).ports: $(OWN_MADE_OF).text $(call tb_of,$(DUT)) $(WRAPPER) $(SRC) $(GEN_VH)
	@suites/conformance/check_ports $(DUT) iverilog $(call dut_language,$(DUT)) -Wall -Wno-timescale $(call dut_options,$(DUT),-P$(DUT)_tb.) $(SIM_INC) \
	    -s $(DUT)_tb $(call tb_of,$(DUT)) $(call dut_wrapper,$(DUT)) $(BENCH_SRC) $(call dut_rtl,$(DUT))
	@touch $@
endif
define icarus_shape
$(B)/sim/icarus/$(1)-$(2).vvp: $(call tb_of,$(1)) $(call wrapper_of,$(1)) $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_$(1)) $(wildcard rtl/*/*.vh) $$(GEN_VH)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D)
	$$(Q)iverilog -g2005 -Wall -Wno-timescale $(addprefix -P$(1)_tb.,$(3)) $$(SIM_INC) -s $(1)_tb -o $$@ $$(filter %.v,$$^) 2>$$@.log || { cat $$@.log >&2; exit 2; }
endef
$(foreach d,$(DUTS),$(foreach i,$($(d).images),$(eval $(call icarus_shape,$(d),$(call before,$(i)),$(call behind,$(i))))))

# vvp's casts, remembered: run-sim loads it before vvp when it is there; VVP: the same for benches without a program
VVP_CAST := $(B)/sim/icarus/prog/vvp_cast.so
VVP := env LD_PRELOAD=$(VVP_CAST) vvp -n
$(VVP_CAST): harness/sim/vvp_cast.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ -O2 -g -Wall -Wextra -Wconversion -Wshadow -Werror -fPIC -shared -o $@ $<

# program, its objects
define icarus_prog
$(B)/sim/icarus/prog/$(1).vpi: $(2) $$(VPI_OBJ) $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB) | $$(VVP_CAST)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -shared -o $$@ $$^ $$(SIM_LDLIBS)
endef
$(foreach p,$(SIM_PROGS),$(eval $(call icarus_prog,$(p),$(call prog_object,$(p)))))

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

# Verilator 5.006 writes behind a register that takes a constant of more than 256 bits: VL_CONSTHI_W_* clear words counted from the
# constant's upper part to the length of the whole register. A test's name is such a constant, so benches get the header mended.
VERILATED_MENDED := $(abspath $(B))/rtl/verilator/root
$(VERILATED_MENDED)/include/verilated_funcs.h: $(VERILATED_DIR)/verilated_funcs.h
	@mkdir -p $(@D)
	@ln -sfn $(VERILATED_DIR)/../bin $(VERILATED_MENDED)/bin
	@ln -sf $(VERILATED_DIR)/* $(@D)
	@rm $@
	@sed 's/VL_C_END_(obits, VL_WORDS_I(lsb) + \([1-8]\))/VL_C_END_(obits - lsb, \1)/' $< > $@.$$$$ && mv $@.$$$$ $@

# Verilator's runtime, the same for all models of a kind
$(B)/sim/verilator/runtime/%.o: $(VERILATED_DIR)/%.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ $(VERILATED_CXX) -w -c -o $@ $<
$(B)/sim/verilator/runtime-state/%.o: $(VERILATED_DIR)/%.cpp
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ $(VERILATED_CXX) -w -DVM_TRACE=1 -DVM_TRACE_FST=1 $(STATE_CPP) -c -o $@ $<

# A board has its blocks four to sixteen times: flat, its model is minutes of compiling. So each (.blocks) is a
# library, compiled once for all boards of a fabric (and for those of another, .blocks_of), and the board's model calls it. RTL of one's own (SRC) is verilated flat.
of_blocks = $(if $($(1).blocks),$(if $(call of_dut,$(1),$(SRC)),,1))
block_names = $(foreach b,$($(1).blocks),$(call before,$(b)))
block_dir = blocks-$(or $($(1).blocks_of),$($(1).fabric))$(call own,$(1))
block_objects = $(if $(call of_blocks,$(1)),$(patsubst %,$(call block_dir,$(1))/%/block.o,$(call block_names,$(1))))
model_rtl = $(if $(call of_blocks,$(1)),$(filter-out $(foreach b,$(call block_names,$(1)),%/$(b).v),$(call dut_rtl,$(1))) \
    $(foreach b,$(call block_names,$(1)),$(B)/sim/verilator/$(call block_dir,$(1))/$(b)/$(b).sv),$(call dut_rtl,$(1)))
# few files, as each reads one large header; functions as small as usual
BOARD_SPLIT := --output-split 100000 --output-split-cfuncs 20000
# A model's C++ is compiled in one piece, or most of the time is Verilator's headers, a second a file; but a board that
# is flat is in pieces, for all processors.
ONE_PIECE := harness/sim/one-piece
pieces = VERILATOR_INCLUDER='"$(CURDIR)/$(ONE_PIECE)"' VM_PARALLEL_BUILDS=$(if $($(1).blocks),$(if $(call of_dut,$(1),$(SRC)),1,0),0)
# DUT, block, its parameters; two boards share them
define block_rule
BLOCK_RULES += $(call block_dir,$(1))/$(2)
$(B)/sim/verilator/$(call block_dir,$(1))/$(2)/block.o: harness/sim/block $(ONE_PIECE) $(BENCH_INC) $(filter rtl/%,$(RTL_$(1))) $(wildcard rtl/*/*.vh) $$(GEN_VH) $(call dut_checked,$(1))
	$$(call say,VLT,$$@)
	$$(Q)harness/sim/block $$(@D) $(2) '$(call tb_of,$(1)) $(BENCH_INC)' '$(3)' '$(call of_dut,$(1),$(SHAPE))' -O1 $$(VERILATOR_FLAGS) $$(FAST_DEFINES) $(call of_dut,$(1),$(DUT_DEFINES)) $$(SIM_INC) $(filter-out rtl/top/%,$(filter rtl/%,$(RTL_$(1))))
endef
$(foreach d,$(filter-out $(call with,blocks_of),$(DUTS)) $(call with,blocks_of),$(if $(call of_blocks,$(d)),$(foreach b,$($(d).blocks),$(if $(filter $(call block_dir,$(d))/$(call before,$(b)),$(BLOCK_RULES)),,$(eval $(call block_rule,$(d),$(call before,$(b)),$(call behind,$(b))))))))
# Suites that simulate for seconds, less than -O2 takes longer
$(foreach d,$(DUTS),$(if $($(d).model_opt),$(eval $(B)/sim/verilator/$(d)$(call own,$(d))/libmodel.a: MODEL_OPT := $($(d).model_opt)))$(if $($(d).state_opt),$(eval $(B)/sim/verilator/$(d)$(call own,$(d))-state/libmodel.a: MODEL_OPT := $($(d).state_opt))))

# Model: directory, DUT, flags, runtime objects, defines of the clock, RTL, wrapper, 1 when it is the one of one's own
define verilator_model
$(B)/sim/verilator/$(1)/libmodel.a: $(call tb_of,$(2)) $(7) $$(BENCH_SRC) $$(BENCH_INC) $(filter-out $(B)/%,$(6)) $(wildcard rtl/*/*.vh) $$(GEN_VH) harness/sim/dpi.cpp harness/sim/core.h harness/sim/sim.mk $(ONE_PIECE) $(4:%=$(B)/sim/verilator/%) $(if $(8),$(call dut_checked,$(2)))
	$$(call say,VLT,$$@)
	@mkdir -p $$(@D)
	$$(Q)verilator $$(VERILATOR_FLAGS) $(3) $$(SIM_INC) --Mdir $$(@D) --top-module $(2)_tb $$< $(7) $$(BENCH_SRC) $(6) > $$@.log 2>&1 || { cat $$@.log >&2; exit 2; }
	+$$(Q)$$(MAKE) -C $$(@D) -f Vtop.mk OPT=-fPIC OPT_FAST='$$(MODEL_OPT)' OPT_GLOBAL=-O2 $(call pieces,$(2)) Vtop__ALL.a >> $$@.log 2>&1 || { tail -20 $$@.log >&2; exit 2; }
	$$(Q)g++ $$(VERILATED_CXX) $(5) $$(MODEL_CFLAGS) -I$$(@D) -c -o $$(@D)/dpi.o harness/sim/dpi.cpp
	$$(Q)cd $$(@D) && cp Vtop__ALL.a libmodel.new && ar rs libmodel.new dpi.o $(4:%=$(abspath $(B))/sim/verilator/%) 2>/dev/null && mv libmodel.new libmodel.a
	$(if $(8),@harness/sim/includes $$@ $(call dut_language,$(2)) -DVERILATOR $(filter -D% -I%,$(3)) $$(SIM_INC) $(7) $(filter-out $(B)/%,$(6)))
$(if $(8),DEPFILES += $(B)/sim/verilator/$(1)/libmodel.a.inc)
endef
verilator_params = $(call dut_options,$(1),-G) $(addprefix -G,$(call of_own_shape,$(1),$($(1).verilator_params)))
of_own_shape = $(if $(call own,$(1)),$(call not_in_shape,$(2)),$(2))
$(foreach d,$(DUTS),$(eval $(call verilator_model,$(d)$(call own,$(d)),$(d),$(FAST_DEFINES) $(if $($(d).blocks),$(BOARD_SPLIT)) $(call verilator_params,$(d)),$(VERILATED_OBJ:%=runtime/%) $(call block_objects,$(d)),-DVM_TRACE_FST=0 -DTN_STATE=0,$(call model_rtl,$(d)),$(call dut_wrapper,$(d)),$(call own,$(d)))))
# What the state is: the variables of the DUT's modules, by name; the bench's would only make
# the model larger.
define state_names
$(B)/sim/verilator/$(1)/names.vlt: harness/sim/state-names $(2)
	@mkdir -p $$(@D)
	$$(Q)harness/sim/state-names $(2) >$$@
$(B)/sim/verilator/$(1)/libmodel.a: $(B)/sim/verilator/$(1)/names.vlt
endef
# image, DUT
define state_model
$(call state_names,$(1)-state,$(call dut_wrapper,$(2)) $(call dut_rtl,$(2)))
$(call verilator_model,$(1)-state,$(2),$(STATE_FLAGS) $(call verilator_params,$(2)) $(B)/sim/verilator/$(1)-state/names.vlt,$(patsubst %,runtime-state/%,$(VERILATED_OBJ) $(STATE_OBJ)),-DVM_TRACE_FST=1 -DTN_STATE=1,$(call dut_rtl,$(2)),$(call dut_wrapper,$(2)),$(call own,$(2)))
endef
FLAT_DUTS := $(foreach d,$(DUTS),$(if $($(d).blocks),,$(d)))
$(foreach d,$(FLAT_DUTS),$(eval $(call state_model,$(d)$(call own,$(d)),$(d))))

# Images that captures are played into (.replay_images) of a block that has no such model, as its blocks are made once: flat,
# as a campaign strikes registers by name. Each is a minute of processor time to make, and not made by `make check`.
# image, DUT, parameters, RTL, wrapper, 1 when it is the one of one's own
define replay_model
$(B)/sim/verilator/$(1)-state/libmodel.a: MODEL_OPT := -O1
$(call state_names,$(1)-state,$(5) $(4))
$(call verilator_model,$(1)-state,$(2),--vpi $(BOARD_SPLIT) $(addprefix -G,$(3)) $(if $(6),$(call dut_options,$(2),-G)) $(B)/sim/verilator/$(1)-state/names.vlt,$(patsubst %,runtime-state/%,$(VERILATED_OBJ) verilated_vpi.o),-DVM_TRACE_FST=0 -DTN_STATE=1,$(4),$(5),$(6))
endef
$(foreach d,$(DUTS),$(foreach i,$($(d).replay_images),$(eval $(call replay_model,$(d)-$(i),$(d),$(call image_params,$(d),$(i)),$(RTL_$(d)),$(call wrapper_of,$(d))))))
$(foreach d,$(DUTS),$(if $(and $($(d).replay_images),$(call own,$(d))),$(eval $(call replay_model,$(d)$(OWN),$(d),$(call icarus_params,$(d)),$(call dut_rtl,$(d)),$(call dut_wrapper,$(d)),1))))

# Program on a model: model's directory, program, its object, more objects and libraries.
# (C++'s libraries are linked in: a campaign forks for each fault, and pays for each mapping)
define verilator_prog
$(B)/sim/verilator/$(1)/prog/$(2): $(3) $(4) $(B)/sim/verilator/$(1)/libmodel.a $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)g++ -static-libstdc++ -static-libgcc -o $$@ $(3) $(4) -Wl,--whole-archive $(B)/sim/verilator/$(1)/libmodel.a -Wl,--no-whole-archive -Wl,--start-group $$(SIM_LIB) $$(HARNESS_LIB) $$(CHECKERS_LIB) -Wl,--end-group $$(SIM_LDLIBS) -lpthread $(5)
endef
$(foreach d,$(DUTS),$(foreach p,$(SIM_PROGS_$(d)),$(eval $(call verilator_prog,$(d)$(call own,$(d)),$(p),$(call prog_object,$(p))))))
# ... and on the model that has waveforms, made when run-sim wants one (boards: Icarus has them)
$(foreach d,$(FLAT_DUTS),$(foreach p,$(SIM_PROGS_$(d)),$(eval $(call verilator_prog,$(d)$(call own,$(d))-state,$(p),$(call prog_object,$(p)),$(B)/harness/sim/state_vpi.o,-lz))))

## Programs of the harness itself: replay and campaign, behind the tenter commands, on the images of blocks with
## sessions (.replay, .replay_images)
REPLAY_DUTS := $(call with,replay)
REPLAY_IMAGES := $(foreach d,$(DUTS),$(if $($(d).replay_images),$(if $(call own,$(d)),$(d)$(OWN),$($(d).replay_images:%=$(d)-%))))
REPLAY_PROGS := replay campaign
DEPFILES += $(foreach p,$(REPLAY_PROGS),$(B)/harness/$(p)/sim_$(p).d)
$(foreach p,$(REPLAY_PROGS),$(eval $(call icarus_prog,$(p),$(B)/harness/$(p)/sim_$(p).o)))
REPLAY_ALL := $(foreach d,$(REPLAY_DUTS),$(d)$(call own,$(d))) $(REPLAY_IMAGES)
$(foreach d,$(REPLAY_ALL),$(foreach p,$(REPLAY_PROGS),$(eval $(call verilator_prog,$(d)-state,$(p),$(B)/harness/$(p)/sim_$(p).o,$(B)/harness/sim/state_vpi.o,-lz))))

ICARUS_SIMS := $(REPLAY_ALL:%=$(B)/sim/icarus/%.vvp) $(REPLAY_PROGS:%=$(B)/sim/icarus/prog/%.vpi)
VERILATOR_SIMS := $(foreach d,$(REPLAY_DUTS),$(REPLAY_PROGS:%=$(B)/sim/verilator/$(d)$(call own,$(d))-state/prog/%))
VERILATOR_IMAGE_SIMS := $(foreach d,$(REPLAY_IMAGES),$(REPLAY_PROGS:%=$(B)/sim/verilator/$(d)-state/prog/%))
.PHONY: sims
sims: $(ICARUS_SIMS) $(if $(filter verilator,$(SIM)),$(VERILATOR_SIMS) $(VERILATOR_IMAGE_SIMS)) # what replay and campaign run; SIM=verilator both
