# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The dissector's parts for ExaNet.

DISSECTOR_exanet := $(addprefix $(dir $(lastword $(MAKEFILE_LIST))),fields.lua packet.lua transaction.lua frame.lua)
