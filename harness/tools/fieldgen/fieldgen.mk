# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The field generator and what it makes.

GEN_VH := $(B)/gen/tn_fields.vh
GEN_LUA := $(B)/gen/tn_fields.lua
FIELDGEN_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out %/blockgen.c,$(wildcard harness/tools/fieldgen/*.c)))
DEPFILES += $(FIELDGEN_OBJ:.o=.d)
# the pages with generated blocks
DOC_PAGES := $(shell grep -l '^<!-- generated: ' checkers/spec/*.md checkers/*/spec/*.md)

$(B)/fieldgen: $(FIELDGEN_OBJ) $(CHECKERS_LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -o $@ $^

# Rewritten only when their text changes, so that nothing is simulated again in vain; each make has a file of its own, as several
# may run in one tree (check-shapes).
made = @mkdir -p $(@D); new=$@.$$$$; $(1) > $$new || { rm -f $$new; exit 2; }; cmp -s $@ $$new && rm $$new || mv $$new $@
$(B)/gen/tn_fields.vh $(GEN_LUA): $(B)/gen/tn_fields.%: $(B)/fieldgen
	$(call made,$< $*)

# blockgen makes headers that the libraries include, so it is built of its own files alone
$(B)/blockgen: $(wildcard harness/tools/fieldgen/block*.c) harness/tools/fieldgen/block.h
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -o $@ $(filter %.c,$^)

.PHONY: golden-docs
golden-docs: $(B)/fieldgen $(B)/tenter # make the generated diagrams and tables of the documents anew
	$(Q)for page in $(DOC_PAGES); do \
	    $< doc $$page > $(B)/page.md || exit 2; \
	    cmp -s $$page $(B)/page.md || cp $(B)/page.md $$page; done
	$(Q)$(B)/tenter rules --page > checkers/spec/rules.md
	$(Q)suites/inventory --table > $(B)/rows.tsv
	$(Q)awk -v rows=$(B)/rows.tsv '/^\| fabric \|/ { print; getline; print; while ((getline row < rows) > 0) print row; skip = 1; next } \
	    skip && /^\|/ { next } { skip = 0; print }' README.md > $(B)/page.md; cmp -s README.md $(B)/page.md || cp $(B)/page.md README.md

# A block's folders and rows, of which everything is green as it is written (harness/tools/new/README.md)
.PHONY: new-block
new-block: # FABRIC= NAME= [RULES=]: folders of a new block with ports, judge, case and mix, green on both simulators as written
	@harness/tools/new-block '$(FABRIC)' '$(NAME)' '$(RULES)'
