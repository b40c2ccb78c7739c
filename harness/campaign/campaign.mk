# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Campaigns find the simulations in the tree they were built from.

HARNESS_CFLAGS += -DTN_TREE='"$(CURDIR)"'

# The switch's model with state is 20 MB of C++: its compilation counts for more than its speed
$(B)/sim/verilator/exa_crossbar-state/libmodel.a: MODEL_OPT := -O1
