# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# APEnet's own checks.

# Under Verilator 5.006 -O0, as benches are built, the router's ways come out wrong, and right with its optimisations on, as DUTs are
# built; the link's and the lattice's benches take long to build.
RTL_TB_ICARUS += ape_router_tb ape_lattice_tb ape_link_tb
