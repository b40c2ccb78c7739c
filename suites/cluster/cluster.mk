# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's own checks.

# a minute under Icarus; its two ends with symbols half a one
RTL_TB_VERILATOR += cl_switch_tb cl_link_pair_tb
