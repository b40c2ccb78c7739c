# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The suites and the cases on any RTL with the documented ports, and on our own with
# seeded bugs.

# STRICT=1     conformance: a broken SHOULD counts
STRICT ?=
$(if $(filter-out 0 1,$(STRICT)),$(error STRICT=$(STRICT) is neither 1 nor 0))
# boards: Verilator unless asked otherwise, as Icarus takes minutes
CONFORMANCE_SIM := $(if $(filter file,$(origin SIM)),$(or $($(DUT).conformance_sim),$(SIM)),$(SIM))
# results lie by image and simulator; of one image and simulator one run at a time may write them
CONFORMANCE := $(B)/conformance/$(DUT)$(OWN)-$(CONFORMANCE_SIM)
# what they run is made first, by one make at a time: two would link the same programs
CONFORMANCE_BUILT = $(if $(filter verilator,$(CONFORMANCE_SIM)),$(patsubst $(B)/cosim/verilator/%.run,$(B)/sim/verilator/$(DUT)$(OWN)/prog/cosim/%,$(filter $(COSIM_NAMES_$(DUT):%=$(B)/cosim/verilator/%.run),$(CONFORMANCE_RUNS))), \
    $(B)/sim/icarus/$(call icarus_of,$(DUT)).vvp $(patsubst $(B)/cosim/icarus/%.run,$(B)/sim/icarus/prog/cosim/%.vpi,$(CONFORMANCE_RUNS)))
CONFORMANCE_RUNS = $(if $(filter verilator,$(CONFORMANCE_SIM)),$(VERILATOR_RUNS),$(ICARUS_RUNS))
OWN_SAYS = $(if $(OWN),echo "image: $(DUT)$(OWN) (make replay, case, campaign, cover with the same words; tenter replay --dut $(DUT)$(OWN))")

.PHONY: blocks
blocks: $(B)/gen/blocks.tsv # the blocks that can be judged, with the pages of their contract and their parameters
	@suites/conformance/blocks $<

.PHONY: conformance conformance-shapes check-mutants check-cases check-shapes
conformance: $(GEN_VH) $(B)/gen/blocks.tsv # suites and cases on your RTL: DUT= WRAPPER=my.v SRC="a.v b.v" [NAME=mine] [SIM=verilator] [STRICT=1]
	@suites/conformance/check_names '$(DUT)' '$(DUTS)' '$(CONFORMANCE_SIM)' $(if $(MODULE),,$(WRAPPER)) $(SRC)
	$(if $(and $(OWN),$(WRAPPER)),@$(MAKE) $(OWN_MADE_OF).ports)
	@$(OWN_SAYS)
	@mkdir -p $(CONFORMANCE); exec 9>>$(CONFORMANCE).lock; \
	flock -n 9 || { echo "conformance: $(CONFORMANCE): another run of $(DUT)$(OWN) on $(CONFORMANCE_SIM) writes there (process $$(cat $(CONFORMANCE).lock)); wait for it, or give CONFORMANCE=folder" >&2; exit 2; }; \
	echo $$$$ >$(CONFORMANCE).lock; rm -rf $(CONFORMANCE); mkdir -p $(CONFORMANCE); \
	flock -o $(B) $(MAKE) $(CONFORMANCE_BUILT) || exit 2; \
	TN_VERDICTS=$(CONFORMANCE)/verdicts.log $(MAKE) QUIET=1 RUN='suites/run $(CONFORMANCE)/results' $(CONFORMANCE_RUNS) || exit 2; \
	suites/conformance/report $(if $(filter 1,$(STRICT)),--strict) --blocks $(B)/gen/blocks.tsv --sim $(CONFORMANCE_SIM) --image $(DUT)$(OWN) $(DUT) $(CONFORMANCE) $(CONFORMANCE)/results/cosim/$(CONFORMANCE_SIM)/$(DUT)

ICARUS_PROGS = $(patsubst %,$(B)/sim/icarus/prog/%.vpi,$(call suites_of_dut,$(1)) $(if $($(1).kit),$(patsubst %,cosim/$(1)/%,cases mixes)) $(patsubst %.c,cosim/$(1)/%,$(notdir $($(1).suites))))

# Each shape of the block's manifest; `make check` has one of each of a few blocks, by SEED
SHAPES_A_CHECK := 2
SHAPES_PICKED := $(shell suites/conformance/pick_shapes '$(SEED)' $(SHAPES_A_CHECK) $(foreach d,$(call with,shape_check),$(foreach s,$($(d).shapes),$(d):$(s))))
conformance-shapes: $(GEN_VH) $(B)/gen/blocks.tsv # conformance on each shape that the manifest of DUT lists
	@suites/conformance/shapes $(B) $(DUT) $($(DUT).shapes)
CHECKS += check-shapes
check-shapes: $(foreach k,$(wordlist 1,$(words $(SHAPES_PICKED)),1 2 3 4 5 6 7 8 9),check-shape-$(k))
shape_picked = $(subst :, ,$(word $(1),$(SHAPES_PICKED)))
# the makes below would link the same programs beside this one
check-shape-%: $(GEN_VH) $(B)/gen/blocks.tsv $(foreach s,$(SHAPES_PICKED),$(call ICARUS_PROGS,$(call before,$(s))))
	@$(RUN) shape/$(firstword $(call shape_picked,$*)) suites/conformance/shapes $(B) $(call shape_picked,$*)

# A block that does nothing is judged (.dead_check): one block and one kind of being dead, by SEED; `make regress` has all of DUT
DEAD_KINDS := zeros ones x no_ready loop
DEAD_PICKED := $(shell suites/conformance/pick_shapes '$(SEED)' 1 $(foreach d,$(call with,dead_check),$(DEAD_KINDS:%=$(d):%)))
CHECKS += check-dead
.PHONY: check-dead
check-dead: $(GEN_VH) $(B)/gen/blocks.tsv $(call ICARUS_PROGS,$(call before,$(DEAD_PICKED)))
	@$(RUN) dead/$(call before,$(DEAD_PICKED)) suites/conformance/dead_is_judged $(B) $(subst :, ,$(DEAD_PICKED))

.PHONY: mix
MIX ?= suites/$($(DUT).fabric)/$(DUT)/mixes
N_SEEDS = $(if $(filter command environment,$(firstword $(origin N))),$(N),1)
mix: # MIX=file or folder, of DUT; N= seeds from SEED on
	$(if $($(DUT).kit),,$(error make mix: $(DUT) has no mixes; there are those of: $(call with,kit)))
	@$(if $(OWN),$(OWN_SAYS))
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(B)/sim/verilator/$(DUT)$(OWN)/prog/cosim/$(DUT)/mixes,$(B)/sim/icarus/$(DUT)$(OWN).vvp $(B)/sim/icarus/prog/cosim/$(DUT)/mixes.vpi)
	@for k in $$(seq 0 $$(($(N_SEEDS) - 1))); do SEED=$$(($(SEED) + k)) harness/sim/run-sim $(B) $(SIM) $(DUT)$(OWN) cosim/$(DUT)/mixes $(MIX) || exit; done

.PHONY: case
CASE ?= $($(DUT).cases)
# the DUT that the case, or the first of the folder, is for
CASE_DUT = $(firstword $(filter $(call with,cases),$(shell sed -n 's/^dut = //p' $(wildcard $(CASE) $(CASE)/*.case) 2>/dev/null | head -1)) $(DUT))
CASE_IMAGE = $(CASE_DUT)$(call own,$(CASE_DUT))
case: # run one case, or a folder of them: CASE=suites/<fabric>/cases/<block>/<name>.case
	@$(if $(call own,$(CASE_DUT)),$(OWN_SAYS))
	@$(MAKE) $(if $(filter verilator,$(SIM)),$(B)/sim/verilator/$(CASE_IMAGE)/prog/cosim/$(CASE_DUT)/cases,$(B)/sim/icarus/$(CASE_IMAGE).vvp $(B)/sim/icarus/prog/cosim/$(CASE_DUT)/cases.vpi)
	@harness/sim/run-sim $(B) $(SIM) $(CASE_IMAGE) cosim/$(CASE_DUT)/cases --stalls both $(CASE)

## Seeded bugs (.mutants): an image each, from copies of the RTL that suites/mutants/apply edits; their numbers are of one
## series. A bug whose text the RTL no longer has, or that does not compile, leaves no image, and the checks say so
# A bug that shows in another shape alone has an image of that shape (.mutant_shapes)
mutant_params = $(foreach i,$($(1).mutant_shapes),$(if $(filter $(2),$(call before,$(i))),$(call behind,$(i))))
# A script has a part of its bugs by SEED (.parts; of the shared scripts a fourth), and images of these alone are built. A
# fabric's script that has a list of its own: BUGS_<script> prints their numbers
part_of = $(call behind,$(filter $(2):%,$($(1).parts)))
bugs_part = $(or $(call part_of,$(1),$(2)),$(if $(filter suites/conformance/%,$(call conformance_script,$(1),$(2))),4,1))
bugs_of = $(or $(BUGS_$(2)),cat $(or $(if $(filter cases_%,$(2)),$($(1).case_mutants)),$($(1).mutants)) | suites/part $(call bugs_part,$(1),$(2)))
MUTANT_EDITS := suites/mutants/apply $(call of_fabrics,suites/,/mutants/bugs.tsv /*/bugs.tsv)
define mutant_images
MUTANT_IMAGES_$(1) := $$(patsubst %,$(B)/mutants/sim/icarus/mutant-%.vvp,$$(sort $$(shell cut -f1 $($(1).mutants) $($(1).case_mutants))))
$$(MUTANT_IMAGES_$(1)): $(B)/mutants/sim/icarus/mutant-%.vvp: $(call tb_of,$(1)) $(call wrapper_of,$(1)) $$(BENCH_SRC) $$(BENCH_INC) $$(RTL_$(1)) $$(wildcard rtl/*/*.vh) $$(GEN_VH) $$(MUTANT_EDITS)
	$$(call say,IVL,$$@)
	@mkdir -p $$(@D) && ln -sfn $$(abspath $(B))/sim/icarus/prog $$(@D)/prog
	$$(Q){ rtl=$$$$(suites/mutants/apply $(B)/mutants/rtl/$$* $$* $$(RTL_$(1))) && \
	    iverilog -g2005 $(addprefix -P$(1)_tb.,$(call image_params,$(1),$($(1).icarus_image))) $$(addprefix -P$(1)_tb.,$$(call mutant_params,$(1),$$*)) $$(SIM_INC) -s $(1)_tb -o $$@ $(call tb_of,$(1)) $(call wrapper_of,$(1)) $$(BENCH_SRC) $$$$rtl; } 2>$$@.log || { cat $$@.log >&2; rm -f $$@; }
endef
$(foreach d,$(call with,mutants),$(eval $(call mutant_images,$(d))))

# Checks of a block: scripts of this folder, or of suites/<fabric>/conformance, on its seeded bugs (.mutant_checks) and on its
# cases (.case_checks)
arguments_suites_catch_the_bugs = $(B) $(1) $($(1).mutants)
arguments_bench_catches_the_bugs = $(B) $(1) $($(1).mutants)
arguments_cases_catch_the_bugs = $(B) $(1) $(or $($(1).case_mutants),$($(1).mutants)) $($(1).case_mutants_args)
arguments_cases_cover_the_contract = $(1) $($(1).cases) $(or $($(1).case_mutants),$($(1).mutants)) $($(1).pages)
arguments_verdict_log = $(B) $(1) $($(1).cases) $($(1).alone)
arguments_every_line_counts = $(B) $(1) $($(1).cases) $($(1).spoilt_sim)
conformance_script = $(firstword $(wildcard suites/$($(1).fabric)/conformance/$(2) suites/conformance/$(2)) suites/conformance/$(2))
mutant_image = $(B)/mutants/sim/icarus/mutant-$(1).vvp
NEEDS_mutant = $(foreach n,$(shell export SEED='$(SEED)'; $(call bugs_of,$(1),$(2)) | cut -f1),$(call mutant_image,$(n))) $(call ICARUS_PROGS,$(1)) $(B)/sim/icarus/$(1).vvp $(B)/tenter
NEEDS_case = $(B)/sim/icarus/$(1).vvp $(B)/sim/icarus/prog/cosim/$(1)/cases.vpi $(B)/sim/verilator/$(1)/prog/cosim/$(1)/cases
# DUT= on the command line asks for the checks of that block alone
is_asked = $(or $(filter-out command environment,$(firstword $(origin DUT))),$(filter $(1),$(DUT)))
# block, mutant or case, script
define conformance_check
.PHONY: check-$(2)s-$(1)-$(3) check-$(2)s-$(1)
$(if $(call is_asked,$(1)),check-$(2)s: check-$(2)s-$(1))
check-$(2)s-$(1): check-$(2)s-$(1)-$(3)
check-$(2)s-$(1)-$(3): $(call NEEDS_$(2),$(1),$(3))
	@$(if $(call part_of,$(1),$(3)),TN_PART=$(call part_of,$(1),$(3))) $$(RUN) conformance/$(1)/$(3) $(call conformance_script,$(1),$(3)) $(or $(call arguments_$(3),$(1)),$(B) $(1))
endef
$(foreach d,$(DUTS),$(foreach k,mutant case,$(foreach s,$($(d).$(k)_checks),$(eval $(call conformance_check,$(d),$(k),$(s))))))

CHECKS += check-mutants check-cases
PART_CHECKS += check-mutants
