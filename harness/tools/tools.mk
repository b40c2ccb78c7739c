# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tenter command's own needs: its version, and the vectors a rule has.

HARNESS_CFLAGS += -DTN_VERSION='"$(VERSION)"'
VECTORS_PCIE := $(sort $(wildcard vectors/pcie/*.vec))

$(B)/gen/tn_vector_counts.h: $(VECTORS_PCIE)
	@mkdir -p $(@D)
	$(Q)awk '/^(good|bad) /{ sub(/:$$/, "", $$2); n[$$2]; k[$$1, $$2]++ } \
	    END { for (r in n) printf "{\"%s\", %d, %d},\n", r, k["good", r], k["bad", r] }' \
	    /dev/null $(VECTORS_PCIE) | sort > $@
$(B)/harness/tools/cmd_rules.o: $(B)/gen/tn_vector_counts.h
