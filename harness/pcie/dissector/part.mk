# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The dissector's parts for TLPs and link frames.

DISSECTOR_pcie := $(addprefix $(dir $(lastword $(MAKEFILE_LIST))),codec.lua artefact.lua rules.lua fields.lua draw.lua replay.lua link.lua forms.lua)
