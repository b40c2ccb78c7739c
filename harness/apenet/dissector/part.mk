# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The dissector's part for APEnet.

DISSECTOR_apenet := $(addprefix $(dir $(lastword $(MAKEFILE_LIST))),fields.lua apenet.lua)
