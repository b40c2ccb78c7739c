# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Blocks, and the image that a user asked for. A block is a manifest (harness/README.md), read here into
# variables <block>.<property> and for scripts into $(B)/gen/blocks.tsv.

MANIFESTS := $(sort $(shell grep -ls '^BLOCKS +=' $(FABRICS:%=harness/%/*.mk) $(FABRICS:%=harness/%/*/block.mk) /dev/null))
BLOCKS :=
include $(MANIFESTS)
# (a block's own folder has block.mk)
block_of = $(if $(filter %/block.mk,$(1)),$(notdir $(patsubst %/block.mk,%,$(1))),$(basename $(notdir $(1))))
$(foreach m,$(MANIFESTS),$(eval $(call block_of,$(m)).dir := $(if $(filter %/block.mk,$(m)),$(patsubst %/,%,$(dir $(m))),$(dir $(m))dut)))
OUR_BLOCKS := $(BLOCKS)

## A user's own block: DUT_DIR=folder with a manifest, whose paths are relative to the folder
# .contract: the block of ours whose suites, cases and bench judge it. Without one it is a kind of its own, with its
# bench <block>_tb.v, the block <block>.v, its descriptor <block>.c with other C files (.sources), its rules (.rules), cases
# and suites (.suites) beside the manifest.
DUT_DIR ?=
quoted = '$(subst ','\'',$(1))'
# the words of a list of paths, without blanks in them: a folder with one is reached through a link in $(B)
own_paths = $(shell harness/sim/own-paths $(B) $(call quoted,$(1)) $(call quoted,$(2)))
ifneq ($(strip $(DUT_DIR)),)
OWN_DIR := $(call own_paths,$(DUT_DIR),folder)
OWN_MANIFEST := $(shell grep -ls '^BLOCKS +=' $(OWN_DIR)/*.mk)
$(if $(word 2,$(OWN_MANIFEST)),$(error DUT_DIR=$(DUT_DIR): more than one manifest: $(notdir $(OWN_MANIFEST))))
$(if $(OWN_MANIFEST),,$(error DUT_DIR=$(DUT_DIR): no manifest there (a file .mk with BLOCKS += and the block's name)))
BLOCKS :=
BEFORE_OWN := $(.VARIABLES)
include $(OWN_MANIFEST)
OWN_BLOCK := $(firstword $(BLOCKS))
# a property of another name than the block's, or that nothing reads, is an error of writing
OWN_PROPERTIES := $(foreach v,$(filter-out $(BEFORE_OWN) BEFORE_OWN OWN_BLOCK,$(.VARIABLES)),$(if $(findstring .,$(v)),$(v)))
OWN_STRANGE := $(filter-out $(OWN_BLOCK).%,$(OWN_PROPERTIES))
$(if $(OWN_STRANGE),$(error $(OWN_MANIFEST): $(firstword $(OWN_STRANGE)) is no property of $(OWN_BLOCK), the block that BLOCKS names))
PROPERTIES := $(shell sed -nE '/^\| property /,/^$$/s/^\| (`[a-z_`, ]*) \|.*/\1/p' harness/dut/README.md | tr -d '`,')
OWN_STRANGE := $(filter-out $(PROPERTIES:%=$(OWN_BLOCK).%),$(OWN_PROPERTIES))
$(if $(OWN_STRANGE),$(error $(OWN_MANIFEST): $(firstword $(OWN_STRANGE)): there is no such property; there are: $(sort $(PROPERTIES))))
$(if $(filter $(OWN_BLOCK),$(OUR_BLOCKS)),$(error DUT_DIR=$(DUT_DIR): $(OWN_BLOCK) is the name of a block of ours))
of_own_dir = $(wildcard $(addprefix $(OWN_DIR)/,$(filter-out /%,$(1))) $(filter /%,$(1)))
OWN_CONTRACT := $($(OWN_BLOCK).contract)
ifneq ($(OWN_CONTRACT),)
$(if $(filter $(OWN_CONTRACT),$(OUR_BLOCKS)),,$(error $(OWN_MANIFEST): the contract $(OWN_CONTRACT) is none of: $(OUR_BLOCKS)))
BLOCKS := $(OUR_BLOCKS)
DUT := $(OWN_CONTRACT)
NAME := $(OWN_BLOCK)
# (with .module the wrapper is made, of a contract that has tables)
MODULE := $($(OWN_BLOCK).module)
NAMES := $($(OWN_BLOCK).names)
WRAPPER := $(if $(MODULE),,$(call of_own_dir,$(or $($(OWN_BLOCK).wrapper),$(OWN_BLOCK).v)))
SRC := $(filter-out $(WRAPPER),$(call of_own_dir,$($(OWN_BLOCK).rtl)))
$(if $(MODULE)$(WRAPPER),,$(error $(OWN_MANIFEST): the wrapper $(or $($(OWN_BLOCK).wrapper),$(OWN_BLOCK).v) is not there))
$(if $(SRC),,$(error $(OWN_MANIFEST): no file is $(OWN_BLOCK).rtl ($($(OWN_BLOCK).rtl))))
else
DUT := $(OWN_BLOCK)
$(OWN_BLOCK).dir := $(OWN_DIR)
$(OWN_BLOCK).rtl := $(call of_own_dir,$($(OWN_BLOCK).rtl))
$(OWN_BLOCK).suites := $(call of_own_dir,$($(OWN_BLOCK).suites))
$(OWN_BLOCK).bench_v := $(call of_own_dir,$($(OWN_BLOCK).bench_v))
$(OWN_BLOCK).sources := $(call of_own_dir,$($(OWN_BLOCK).sources))
$(OWN_BLOCK).rules := $(call of_own_dir,$($(OWN_BLOCK).rules))
$(OWN_BLOCK).cases := $(call of_own_dir,$($(OWN_BLOCK).cases))
BLOCKS := $(OUR_BLOCKS) $(OWN_BLOCK)
MANIFESTS += $(OWN_MANIFEST)
endif
endif

## Tables: a block with ports.def in checkers/<fabric>/<block>/, or beside its own manifest, has its bench, wrapper, pins and
## facts for Make from there
TABLES := $(foreach f,$(wildcard checkers/*/*/ports.def),$(notdir $(f:/ports.def=))=$(f:/ports.def=))
TABLES += $(if $(OWN_CONTRACT),,$(patsubst %/ports.def,$(OWN_BLOCK)=%,$(if $(OWN_DIR),$(wildcard $(OWN_DIR)/ports.def))))
TABLED := $(foreach t,$(TABLES),$(firstword $(subst =, ,$(t))))
$(shell harness/tools/fieldgen/rules $(B) $(TABLES))
-include $(TABLED:%=$(B)/gen/%/rules.mk)
of_table = $(if $(filter $(1),$(TABLED)),$(2),$(3))
GEN_H := $(TABLED:%=$(B)/gen/include/tn/gen/%.h) $(TABLED:%=$(B)/gen/%/pins.h)
GEN_VH += $(TABLED:%=$(B)/gen/%/regs.vh)
lint-rtl check-lint: $(GEN_VH)

# Blocks that have a property; that have it so: $(call with,cases) $(call with,fabric,NAME)
with = $(foreach b,$(BLOCKS),$(if $(if $(2),$(filter $(2),$($(b).$(1))),$($(b).$(1))),$(b)))

DUTS := $(BLOCKS)
# (the block of whose manifest .default says so, without DUT=)
DUT ?= $(firstword $(call with,default) $(DUTS))
$(if $(filter $(DUT),$(DUTS)),,$(error DUT=$(DUT) is none of: $(DUTS)))
$(if $(filter icarus verilator,$(SIM)),,$(error SIM=$(SIM) is neither icarus nor verilator))

# What stands before and behind a colon; a,b as a b
comma := ,
before = $(firstword $(subst :, ,$(1)))
behind = $(subst $(comma), ,$(word 2,$(subst :, ,$(1))))

# Parameters are looked for by name: $(call names,PORT_N=2..16 IN_N=2..4) is PORT_N IN_N
names = $(foreach p,$(1),$(firstword $(subst =, ,$(p))))
tb_of = $(call of_table,$(1),$(B)/gen/$(1),$($(1).dir))/$(1)_tb.v
wrapper_of = $(call of_table,$(1),$(B)/gen/$(1),$($(1).dir))/$(1).v
$(foreach b,$(BLOCKS),$(eval RTL_$(b) := $(filter-out $($(b).rtl_not) $(call wrapper_of,$(b)) $(call tb_of,$(b)),$(wildcard $($(b).rtl))) $($(b).bench_v))$(eval BENCH_PARAMS_$(b) := $(call names,$($(b).params))))

# made anew when its text changes: another DUT_DIR is no newer file
$(B)/gen/blocks.tsv: FORCE
	@mkdir -p $(@D)
	@{ $(foreach b,$(BLOCKS),$(foreach v,$(sort $(filter $(b).%,$(.VARIABLES))),printf '%s\t%s\t%s\n' '$(b)' '$(v:$(b).%=%)' '$(strip $($(v)))'; )) } > $@.$$$$; if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

## An image of one's own of $(DUT), beside the plain one
# WRAPPER=my.v  SRC="a.v b.v"              in place of our wrapper and RTL
# MODULE=my NAMES="aclk !aresetn %_axis_t%"  the module in SRC, of a block with tables, and its names of clock, reset and streams
#                                          (.module, .names of a manifest): the wrapper is made
# DUT_DEFINES=-DNAME=1                     preprocessor
# FUNC_N=8 PORT_N=4 ...                    the bench's parameters
# NAME=mine                                its name is then $(DUT)-mine, everywhere
WRAPPER ?=
SRC ?=
DUT_DEFINES ?=
NAME ?= own
MODULE ?=
NAMES ?=
ifneq ($(MODULE),)
$(if $(filter $(DUT),$(TABLED)),,$(error MODULE=$(MODULE): $(DUT) has no tables; copy its wrapper, and give it as WRAPPER=))
$(if $(WRAPPER),$(error MODULE=$(MODULE) and WRAPPER=$(WRAPPER): one of both))
override WRAPPER := $(B)/gen/own/$(DUT)-$(NAME).v
$(B)/gen/own/$(DUT)-$(NAME).v: $(B)/blockgen $($(DUT).tables)/ports.def $(wildcard $($(DUT).tables)/regs.def) $(B)/sim/own/$(DUT)-$(NAME).text
	$(call made,$< wrapper $(DUT) $($(DUT).tables) $(MODULE) $(foreach n,$(NAMES),$(call quoted,$(n))))
endif
override WRAPPER := $(call own_paths,$(WRAPPER))
override SRC := $(call own_paths,$(SRC))
BENCH_PARAMS := $(BENCH_PARAMS_$(DUT))
SHAPE := $(strip $(foreach p,$(BENCH_PARAMS),$(if $($(p)),$(p)=$($(p)))))
# and those that the user gives of another block's, to be refused by name
FOREIGN := $(strip $(foreach p,$(filter-out $(BENCH_PARAMS),$(sort $(foreach b,$(BLOCKS),$(BENCH_PARAMS_$(b))))),$(if $(filter command environment,$(firstword $(origin $(p)))),$(p)=$($(p)))))
ifneq ($(SHAPE)$(FOREIGN),)
SHAPE_SAYS := $(shell suites/conformance/check_shape $(DUT) $(call quoted,$($(DUT).params)) $(call quoted,$($(DUT).legal)) $(call of_table,$(DUT),$($(DUT).tables)/ports.def,$(call tb_of,$(DUT))) $(foreach s,$(FOREIGN) $(SHAPE),$(call quoted,$(s))) 2>&1)
$(if $(SHAPE_SAYS),$(error $(SHAPE_SAYS)))
endif
OWN_TEXT := $(strip $(WRAPPER) $(MODULE) $(NAMES) $(SRC) $(DUT_DEFINES) $(SHAPE))
OWN := $(if $(OWN_TEXT),-$(NAME))
$(if $(OWN),$(if $(shell [[ $(call quoted,$(NAME)) =~ ^[A-Za-z0-9_]+$$ ]] && echo 1),,$(error NAME=$(NAME): letters, digits and _)))
$(if $(OWN),$(if $(filter state mut% $(foreach i,$($(DUT).images),$(call before,$(i))),$(NAME)),$(error NAME=$(NAME) is the name of an image of ours)))
# What the image is made of is kept beside it, and written only when it changes
OWN_MADE_OF := $(B)/sim/own/$(DUT)$(OWN)
ifneq ($(OWN),)
$(shell mkdir -p $(B)/sim/own; printf '%s\n' $(call quoted,$(OWN_TEXT)) | cmp -s - $(OWN_MADE_OF).text || printf '%s\n' $(call quoted,$(OWN_TEXT)) > $(OWN_MADE_OF).text)
endif

OWN_FOLDERS := $(sort $(patsubst %/,%,$(dir $(WRAPPER) $(SRC))))
OWN_FOLDERS += $(wildcard $(OWN_FOLDERS:%=%/in))

# ... of the DUT $(1)
of_dut = $(if $(filter $(1),$(DUT)),$(2))
own = $(call of_dut,$(1),$(OWN))
dut_rtl = $(or $(call of_dut,$(1),$(SRC)),$(RTL_$(1)))
dut_wrapper = $(or $(call of_dut,$(1),$(WRAPPER)),$(call wrapper_of,$(1)))
dut_options = $(call of_dut,$(1),$(DUT_DEFINES) $(SHAPE:%=$(2)%) $(addprefix -I,$(OWN_FOLDERS)))
# Verilog-2005, but SystemVerilog where a file says so by its name
dut_language = $(if $(filter %.sv,$(call dut_wrapper,$(1)) $(call dut_rtl,$(1))),-g2012,-g2005)
# ports are looked at (suites/conformance/check_ports) before an image with a wrapper of one's own is made
dut_checked = $(if $(call own,$(1)),$(OWN_MADE_OF).text $(if $(WRAPPER),$(OWN_MADE_OF).ports))
