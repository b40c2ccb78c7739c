# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A block of a kind of one's own. Paths are relative to this folder.

BLOCKS += my_filter
my_filter.kit     := plain
my_filter.rtl     := my_filter.v my_count.v
my_filter.module  := my_filter
my_filter.names   := aclk !aresetn %_axis_t%
my_filter.shapes  := KIND_MAX=1 KIND_MAX=255
my_filter.pages   := my_filter.md
my_filter.rules   := rules.def
my_filter.sources := judge.c
my_filter.cases   := cases
