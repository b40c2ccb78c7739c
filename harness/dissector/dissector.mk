# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The Wireshark dissector: generated tables and hand-written parts as one file.

DISSECTOR := $(B)/tenter.lua
DISSECTOR_PARTS := $(GEN_LUA) $(addprefix harness/dissector/,codec.lua rules.lua fields.lua draw.lua tn.lua)

$(DISSECTOR): $(DISSECTOR_PARTS) harness/dissector/dissector.mk
	$(call say,LUA,$@)
	$(Q)cat $(DISSECTOR_PARTS) > $@

.PHONY: dissector
dissector: $(DISSECTOR) # the Wireshark dissector, one Lua file in $(B)
all: $(DISSECTOR)
