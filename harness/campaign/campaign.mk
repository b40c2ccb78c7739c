# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Campaigns find the simulations in the tree they were built from.

HARNESS_CFLAGS += -DTN_TREE='"$(CURDIR)"'
