# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The cluster's own checks.

# minutes under Icarus
RTL_TB_VERILATOR += cl_switch_tb cl_level2_tb
