# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The dissector's parts for TNW.

DISSECTOR_tnw := $(addprefix $(dir $(lastword $(MAKEFILE_LIST))),fields.lua tnw.lua)
