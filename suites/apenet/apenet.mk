# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet's own checks.

# Under Verilator 5.006 -O0, as benches are built, the router's ways come out wrong (right with its optimisations on, as DUTs are built)
# and two of the link's tests fail, of which the cause is not known; the lattice's bench takes long to build.
RTL_TB_ICARUS += ape_router_tb ape_lattice_tb ape_link_tb ape_ni_tb ape_coded_tb ape_cells_tb ape_cells_net_tb

# Hole A2: with CUT = 1 bytes reach memory that no footer vouches for.
.PHONY: check-ape-cut
COSIM_CHECKS += check-ape-cut
check-ape-cut: $(B)/sim/icarus/ape_ni-cut.vvp $(B)/sim/icarus/prog/cosim/ape_ni/hard.vpi
	@$(RUN) cosim/icarus/ape_ni-cut harness/sim/run-sim $(B) icarus ape_ni-cut cosim/ape_ni/hard data_of_a_harmed_packet_wait_for_the_footer
