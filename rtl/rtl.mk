# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Synthesizable Verilog: sources and lint.

RTL_SRC := $(wildcard rtl/common/*.v rtl/czodiac/*.v rtl/top/*.v)
