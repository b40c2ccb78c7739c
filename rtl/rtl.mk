# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Synthesizable Verilog: sources and lint.

ALL_RTL := $(wildcard rtl/*/*.v)
# folders of headers; of modules
RTL_INC := $(addprefix -I,$(sort $(patsubst %/,%,$(dir $(wildcard rtl/*/*.vh)))))
RTL_PATH := $(addprefix -y ,$(sort $(patsubst %/,%,$(dir $(ALL_RTL)))))

.PHONY: lint-rtl check-lint
lint-rtl: $(B)/gen/tn_fields.vh $(B)/gen/blocks.tsv # every RTL module as its own top: no warning, no latch
	@TN_ALL=1 rtl/lint/lint $(B)/gen $(ALL_RTL)

CHECKS += check-lint
PART_CHECKS += check-lint
check-lint: $(B)/gen/tn_fields.vh $(B)/gen/blocks.tsv
	@$(RUN) rtl/lint rtl/lint/lint $(B)/gen $(ALL_RTL)
