# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The dissector's part for the cluster.

DISSECTOR_cluster := $(addprefix $(dir $(lastword $(MAKEFILE_LIST))),cluster.lua)
