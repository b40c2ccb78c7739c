# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Nodes, wires and boards, for rtl/lint/lint: what is synthesized, and in which shape each is read.
# shellcheck shell=bash disable=SC2154

# With their blocks a node alone would be half a minute: these are boxes.
BOXES=exanet synth top exa_two_qfdb exa_two_nodes
