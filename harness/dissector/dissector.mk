# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The Wireshark dissector: generated tables and hand-written parts as one file.

DISSECTOR := $(B)/tenter.lua
DISSECTOR_PARTS := $(GEN_LUA) $(addprefix harness/dissector/,codec.lua artefact.lua rules.lua fields.lua draw.lua link.lua exanet.lua exaframe.lua tnw.lua tn.lua)

$(DISSECTOR): $(DISSECTOR_PARTS) harness/dissector/dissector.mk
	$(call say,LUA,$@)
	$(Q)cat $(DISSECTOR_PARTS) > $@

.PHONY: dissector
dissector: $(DISSECTOR) # the Wireshark dissector, one Lua file in $(B)
all: $(DISSECTOR)

# where this machine's Wireshark looks differs: installed there only when told
WIRESHARK_PLUGINS ?=
.PHONY: install-dissector
install-dissector: $(DISSECTOR) # the dissector alone, and to WIRESHARK_PLUGINS where that is set
	@install -D -m 644 $< $(DESTDIR)$(PREFIX)/share/tenter/tenter.lua
	@if [ -n '$(WIRESHARK_PLUGINS)' ]; then install -D -m 644 $< '$(DESTDIR)$(WIRESHARK_PLUGINS)/tenter.lua'; fi
