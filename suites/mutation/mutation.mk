# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Mutants of the RTL against the suites. Takes minutes, and is no part of check.

# N=40         mutants
N ?= 40
MUTATION_NEEDS_cz_ioport_remap := $(B)/sim/icarus/cz_ioport_remap.vvp $(patsubst %,$(B)/sim/icarus/prog/cosim/cz_ioport_remap/%.vpi,smoke directed registers commit bench cases tables random)
.PHONY: mutation
mutation: $(MUTATION_NEEDS_$(DUT)) # N=40 mutants of the RTL, chosen by SEED, against the suites; DUT=exa_link, exa_crossbar
	@DUT=$(DUT) suites/mutation/mutate $(B) $(N)
