# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's own checks.

# minutes under Icarus; the two ends with symbols half a one
RTL_TB_VERILATOR += cl_ni_tb cl_switch_tb cl_level2_tb cl_link_pair_tb
