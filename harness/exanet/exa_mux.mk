# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# ExaNet's multiplexer.

BLOCKS += exa_mux
exa_mux.fabric := exanet
exa_mux.rtl := rtl/common/*.v rtl/exanet/*.v
exa_mux.params := IN_N=2..16
exa_mux.legal :=
exa_mux.shapes := IN_N=2 \
    IN_N=16 \
    IN_N=11
exa_mux.pages := exa_mux.md_1 exa_mux.md_3
exa_mux.shape_check := yes
exa_mux.dead_check := yes
exa_mux.model_opt := -O1
exa_mux.cover := exa_mux
exa_mux.judges_rtl := exa_mux_tb exa_net_reset_tb exa_counters_tb
exa_mux.judges := smoke directed random
exa_mux.judges_shape := directed random
