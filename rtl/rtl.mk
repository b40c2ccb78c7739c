# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Synthesizable Verilog: sources and lint.

RTL_SRC := $(wildcard rtl/common/*.v rtl/czodiac/*.v)
# apart, so that the remapper's images do not depend on another fabric
EXA_SRC := $(wildcard rtl/exanet/*.v)
TNW_SRC := $(wildcard rtl/tnw/*.v)
# assemblies: FPGA, board, two boards
EXA_TOP := $(wildcard rtl/top/exa_*.v)

.PHONY: lint-rtl check-lint
lint-rtl: $(B)/gen/tn_fields.vh # every RTL module as its own top: no warning, no latch
	@rtl/lint/lint $(B)/gen $(RTL_SRC) $(EXA_SRC) $(TNW_SRC) $(EXA_TOP)

CHECKS += check-lint
check-lint: $(B)/gen/tn_fields.vh
	@$(RUN) rtl/lint rtl/lint/lint $(B)/gen $(RTL_SRC) $(EXA_SRC) $(TNW_SRC) $(EXA_TOP)
