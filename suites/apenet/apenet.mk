# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet's own checks.

# Under Verilator 5.006 -O0, as benches are built, the router's ways come out wrong (right with its optimisations on, as DUTs are built)
# and two of the link's tests fail, of which the cause is not known; the lattice's bench takes long to build.
RTL_TB_ICARUS += ape_router_tb ape_lattice_tb ape_link_tb ape_ni_tb ape_coded_tb ape_cells_tb ape_cells_net_tb
