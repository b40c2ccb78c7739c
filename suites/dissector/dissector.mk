# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The Wireshark dissector under tshark: suites/dissector/*.sh print TAP lines. And the
# documents that are made from the same tables.

DISSECTOR_TESTS := $(patsubst suites/dissector/%.sh,%,$(wildcard suites/dissector/*.sh))
.PHONY: check-dissector check-docs
CHECKS += check-dissector check-docs
check-dissector: $(DISSECTOR_TESTS:%=$(B)/dissector/%.run)
$(B)/dissector/%.run: suites/dissector/%.sh $(DISSECTOR) $(B)/tenter
	@$(RUN) dissector/$* $< $(B)

# SEED= for other mutations
.PHONY: dissector-hostile
dissector-hostile: $(DISSECTOR) $(B)/tenter # the dissector on every packet cut and mutated that its check samples
	@PACKETS=$${PACKETS:-1000000} suites/dissector/hostile.sh $(B)

check-docs: $(B)/fieldgen $(B)/tenter
	@$(RUN) docs/generated suites/dissector/docs $(B) $(DOC_PAGES)
