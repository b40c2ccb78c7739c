# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The suites on any RTL with the documented ports, and on our own with seeded bugs.

.PHONY: conformance check-mutants
conformance: # the suites on your RTL: WRAPPER=my.v SRC="a.v b.v"
	@rm -rf $(B)/results/cosim
	@$(MAKE) QUIET=1 $(ICARUS_RUNS)
	@suites/conformance/report $(B)/results/cosim/icarus/cz_ioport_remap

CHECKS += check-mutants
check-mutants: $(B)/sim/icarus/cz_ioport_remap.vvp $(B)/sim/icarus/prog/cosim/cz_ioport_remap/random.vpi $(B)/sim/icarus/prog/cosim/cz_ioport_remap/directed.vpi
	@$(RUN) conformance/mutants suites/conformance/mutants $(B) $(RTL_SRC)
