# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Mutants of the RTL against the suites. Takes minutes, and is no part of check.

# N=40         mutants
# FILES=a.v    of these files, else of all that DUT is made of
N ?= 40
FILES ?=
MUTATION_DUTS = $(DUT) $(filter $(call with,judges),$(call with,fabric,$($(DUT).fabric)))
MUTATION_NEEDS = $(foreach d,$(sort $(MUTATION_DUTS)),$(COSIM_NAMES_$(d):%=$(B)/sim/icarus/prog/cosim/%.vpi))
.PHONY: mutation
mutation: # N=40 mutants of the RTL, chosen by SEED, against the suites; DUT= as everywhere, boards included
	@$(MAKE) $(MUTATION_NEEDS) $(foreach d,$(MUTATION_DUTS),$(call tb_of,$(d)) $(call wrapper_of,$(d))) $(GEN_VH) $(B)/gen/blocks.tsv
	@DUT=$(DUT) suites/mutation/mutate $(B) $(N) $(FILES)
