# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The Wireshark dissector: the generated tables, the parts that all fabrics share and each fabric's
# own parts as one file. A fabric's folder has part.mk, which lists its parts in their order.

DISSECTOR := $(B)/tenter.lua
include $(call of_fabrics,harness/,/dissector/part.mk)
DISSECTOR_BEFORE := $(GEN_LUA) $(addprefix harness/dissector/,codec.lua fields.lua draw.lua)
DISSECTOR_BEHIND := harness/dissector/tn.lua

# a fabric's names are its own: each stands in a block
$(DISSECTOR): $(DISSECTOR_BEFORE) $(foreach f,$(FABRICS),$(DISSECTOR_$f)) $(DISSECTOR_BEHIND) \
    harness/dissector/dissector.mk $(call of_fabrics,harness/,/dissector/part.mk) checkers/spec/fabrics.def
	$(call say,LUA,$@)
	$(Q){ cat $(DISSECTOR_BEFORE); \
	    $(foreach f,$(FABRICS),$(if $(DISSECTOR_$f),echo 'do -- $f'; cat $(DISSECTOR_$f); echo 'end';)) \
	    cat $(DISSECTOR_BEHIND); } > $@

.PHONY: dissector
dissector: $(DISSECTOR) # the Wireshark dissector, one Lua file in $(B)
all: $(DISSECTOR)

# where this machine's Wireshark looks differs: installed there only when told
WIRESHARK_PLUGINS ?=
.PHONY: install-dissector
install-dissector: $(DISSECTOR) # the dissector alone, and to WIRESHARK_PLUGINS where that is set
	@install -D -m 644 $< $(DESTDIR)$(PREFIX)/share/tenter/tenter.lua
	@if [ -n '$(WIRESHARK_PLUGINS)' ]; then install -D -m 644 $< '$(DESTDIR)$(WIRESHARK_PLUGINS)/tenter.lua'; fi
