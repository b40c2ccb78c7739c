# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The field generator and what it makes.

GEN_VH := $(B)/gen/tn_fields.vh

$(B)/fieldgen: $(B)/harness/tools/fieldgen/fieldgen.o $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -o $@ $^

# rewritten only when its text changes, so that nothing is simulated again in vain
$(B)/gen/tn_fields.vh: $(B)/fieldgen
	@mkdir -p $(@D)
	$(Q)$< vh > $@.new
	$(Q)cmp -s $@ $@.new && rm $@.new || mv $@.new $@
