# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The tenter command's own needs: its version, and the vectors and cases a rule has.

HARNESS_CFLAGS += -DTN_VERSION='"$(VERSION)"'
VECTORS := $(sort $(call of_fabrics,vectors/,/*.vec))

RULE_CASES := $(sort $(call of_fabrics,suites/,/cases/*/*.case))
$(B)/gen/tn_vector_counts.h: $(VECTORS) $(RULE_CASES) harness/tools/tools.mk
	@mkdir -p $(@D)
	$(Q)awk '/^(good|bad) / { sub(/:$$/, "", $$2); n[$$2]; k[$$1, $$2]++ } \
	    /^rules = / { rules = substr($$0, 9) } \
	    /^expect = pass/ { m = split(rules, id, /[ ,]+/); for (i = 1; i <= m; i++) { n[id[i]]; k["good", id[i]]++ } } \
	    /^expect = [A-Z]/ { n[$$3]; k["bad", $$3]++ } \
	    END { for (r in n) printf "{\"%s\", %d, %d},\n", r, k["good", r], k["bad", r] }' \
	    /dev/null $(VECTORS) $(RULE_CASES) | sort > $@.$$$$ && mv $@.$$$$ $@
$(B)/harness/tools/cmd_rules.o: $(B)/gen/tn_vector_counts.h

# The page of show --html, as a string of C
$(B)/gen/tn_show_page.h: harness/tools/show.html
	@mkdir -p $(@D)
	$(Q)sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' $< > $@
$(B)/harness/tools/html.o: $(B)/gen/tn_show_page.h

## Installation
.PHONY: install
install: $(B)/tenter $(B)/tenter_attach.vpi $(LIBS) install-dissector # tenter, headers, library, dissector, man page and completion under DESTDIR PREFIX
	@install -D -m 644 $(B)/tenter_attach.vpi $(DESTDIR)$(PREFIX)/lib/tenter/tenter_attach.vpi
	@install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include/tn $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/share/man/man1
	@install -m 755 $(B)/tenter $(DESTDIR)$(PREFIX)/bin/tenter
	@install -m 644 $(wildcard checkers/include/tn/*.h checkers/include/tn/*.def) harness/include/tn/capture.h harness/include/tn/part.h $(DESTDIR)$(PREFIX)/include/tn/
	@for f in $(FABRICS); do for h in checkers/include/tn/$$f/*.h checkers/include/tn/$$f/*.def $(INSTALL_HEADERS); do case $$h in *"/$$f/"*) [ ! -e $$h ] || \
	    install -D -m 644 $$h $(DESTDIR)$(PREFIX)/include/tn/$$f/$${h##*/};; esac; done; done
	@for b in $(TABLED); do install -D -m 644 $(B)/gen/include/tn/gen/$$b.h $(DESTDIR)$(PREFIX)/include/tn/gen/$$b.h; done
	@install -m 644 checkers/spec/all.def checkers/spec/record.def checkers/spec/fabrics.def checkers/spec/artefacts.def \
	    $(filter-out %/rules.def,$(call of_fabrics,checkers/,/spec/*.def)) $(DESTDIR)$(PREFIX)/include/tn/
	@sed -i 's|"../../spec/\([a-z]*\.def\)"|"\1"|' $(addprefix $(DESTDIR)$(PREFIX)/include/tn/,fields.h event.h artefact.h)
	@sed -i 's|"../../[a-z0-9_]*/spec/\([a-z0-9_]*\.def\)"|"\1"|' $(foreach f,$(FABRICS),$(patsubst checkers/%,$(DESTDIR)$(PREFIX)/%,$(wildcard checkers/include/tn/$f/*.h)))
	@rm -f $(B)/libtenter.a && ar rcs $(B)/libtenter.a $(CHECKERS_OBJ) $(filter $(B)/harness/capture/%,$(HARNESS_OBJ)) $(patsubst %.c,$(B)/%.o,$(call of_fabrics,harness/,/capture/*.c))
	@install -m 644 $(B)/libtenter.a $(DESTDIR)$(PREFIX)/lib/libtenter.a
	@$(if $(INSTALL_LIBS),install -m 644 $(INSTALL_LIBS) $(DESTDIR)$(PREFIX)/lib)
	@install -D -m 644 harness/tools/completion.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/tenter
	@install -m 644 harness/tools/tenter.1 $(DESTDIR)$(PREFIX)/share/man/man1/tenter.1
	@printf 'prefix=%s\nName: tenter\nDescription: PCIe TLP codec, captures and rules\nVersion: %s\nCflags: -I$${prefix}/include\nLibs: -L$${prefix}/lib -ltenter -lpcap -lz -lzstd -lpthread\n' '$(PREFIX)' '$(VERSION)' > $(DESTDIR)$(PREFIX)/lib/pkgconfig/tenter.pc
