# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The Wireshark dissector under tshark: suites/dissector/*.sh print TAP lines. And the
# documents that are made from the same tables.

DISSECTOR_SCRIPTS := $(wildcard suites/dissector/*.sh) $(call of_fabrics,suites/,/dissector/*.sh)
DISSECTOR_TESTS := $(basename $(notdir $(DISSECTOR_SCRIPTS)))
.PHONY: check-dissector check-docs
CHECKS += check-dissector check-docs
check-dissector: $(DISSECTOR_TESTS:%=$(B)/dissector/%.run)
$(foreach s,$(DISSECTOR_SCRIPTS),$(eval $(B)/dissector/$(basename $(notdir $(s))).run: $(s)))
$(DISSECTOR_TESTS:%=$(B)/dissector/%.run): $(DISSECTOR) $(B)/tenter
	@$(RUN) dissector/$(basename $(@F)) $(firstword $(filter %.sh,$^)) $(B)

# SEED= for other mutations
.PHONY: dissector-hostile
dissector-hostile: $(DISSECTOR) $(B)/tenter # the dissector on every packet cut and mutated that its check samples
	@PACKETS=$${PACKETS:-1000000} suites/dissector/hostile.sh $(B)

check-docs: $(B)/fieldgen $(B)/blockgen $(B)/tenter
	@$(RUN) docs/generated suites/dissector/docs $(B) $(DOC_PAGES)
	@$(RUN) docs/tables suites/dissector/tables $(B)
