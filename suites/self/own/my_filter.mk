# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A block of a kind of one's own. Paths are relative to this folder; $(CURDIR) is Tenter's tree.

BLOCKS += my_filter
my_filter.rtl     := my_count.v $(CURDIR)/rtl/common/*.v
my_filter.params  := KIND_MAX=1..255
my_filter.legal   :=
my_filter.shapes  := KIND_MAX=1 KIND_MAX=255
my_filter.rules   := rules.def
my_filter.pages   := my_filter.md
my_filter.sources := model.c
my_filter.suites  := random.c cases.c
my_filter.cases   := cases
