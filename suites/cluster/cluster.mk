# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's own checks.

# minutes under Icarus; the two ends with symbols half a one
RTL_TB_VERILATOR += cl_switch_tb cl_level2_tb cl_link_pair_tb
# too much C++ to compile: its tasks are inlined
RTL_TB_ICARUS += cl_ni_tb
