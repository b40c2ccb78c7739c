# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Fuzzing with libFuzzer. A target is suites/fuzz/<target>.c or suites/<fabric>/fuzz/<target>.c; the code under test is
# built a second time, by clang with the sanitizers, under $(B)/fuzz.

FUZZ_TIME ?= 60
FUZZ_RUNS := 3000
# targets whose inputs each write a whole capture have fewer, and a twelfth of the seeds that they begin with
FUZZ_SLOW := damaged gen
FUZZ_SLOW_RUNS := 100
FUZZ_FILES := $(wildcard suites/fuzz/*.c) $(call of_fabrics,suites/,/fuzz/*.c)
FUZZ_TARGETS := $(sort $(basename $(notdir $(FUZZ_FILES))))
# (FUZZ_NOT: models that no target reaches, said by the fragments of their fabrics)
FUZZ_SRC := $(filter-out $(FUZZ_NOT),$(CHECKERS_SRC)) \
    $(wildcard harness/capture/*.c harness/case/*.c harness/fault/kinds/*.c) harness/dut/dut.c \
    harness/fault/fault.c harness/campaign/plan.c $(call of_fabrics,harness/,/stimulus/*.c /fault/kinds.c) \
    $(filter-out %/main.c,$(TOOLS_SRC))
FUZZ_SRC += $(filter-out $(FUZZ_SRC),$(call of_fabrics,harness/,/capture/*.c /case/*.c))
# (the faces name the channels of waveforms; the library of FST files is the one that tenter has)
FUZZ_SRC += $(filter-out $(FUZZ_SRC) %/wave/fst.c,$(wildcard harness/wave/*.c) $(call of_fabrics,harness/,/wave/*.c))
# (blocks of the kit: their words)
FUZZ_SRC += $(filter-out $(FUZZ_SRC),harness/bench/names.c harness/bench/mix_read.c harness/bench/plain_text.c $(call of_fabrics,harness/,/*/words.c))
FUZZ_OBJ := $(FUZZ_SRC:%.c=$(B)/fuzz/obj/%.o) $(DESCRIBED:%=$(B)/fuzz/obj/dut/%.o) $(PLAIN:%=$(B)/fuzz/obj/gen/%/dut.o) $(TABLED:%=$(B)/fuzz/obj/gen/%/table.o) $(B)/fuzz/obj/gen/tn_duts.o \
    $(B)/harness/wave/fst.o
FUZZ_BIN := $(FUZZ_TARGETS:%=$(B)/fuzz/bin/%)
# compiling takes longer than `make check` runs them
FUZZ_OPT ?= -O0
FUZZ_SANITIZE := address,undefined
FUZZ_CFLAGS = -std=c17 -D_GNU_SOURCE $(FUZZ_OPT) -g -fno-omit-frame-pointer -fno-sanitize-recover=all \
    -Wall -Wextra -Wshadow -Werror -Icheckers/include -Iharness/include -I$(B)/gen -I$(B)/gen/include -DTN_VERSION='"$(VERSION)"'
DEPFILES += $(FUZZ_OBJ:.o=.d) $(FUZZ_FILES:%.c=$(B)/fuzz/obj/%.d) $(B)/suites/fuzz/seeds/seeds.d

$(B)/fuzz/obj/harness/tools/cmd_rules.o: $(B)/gen/tn_vector_counts.h
$(B)/fuzz/obj/harness/tools/html.o: $(B)/gen/tn_show_page.h
$(B)/fuzz/obj/suites/%.o: suites/%.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_CFLAGS) -fsanitize=fuzzer,$(FUZZ_SANITIZE) -MMD -MP -c -o $@ $<
$(B)/fuzz/obj/%.o: %.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE) -MMD -MP -c -o $@ $<
$(B)/fuzz/obj/gen/%.o: $(B)/gen/%.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE) -MMD -MP -c -o $@ $<
define fuzz_descriptor
$(B)/fuzz/obj/dut/$(1).o: $($(1).dir)/$(1).c
	$$(call say,CLANG,$$<)
	@mkdir -p $$(@D)
	$$(Q)clang $$(FUZZ_CFLAGS) -Iharness -fsanitize=fuzzer-no-link,$$(FUZZ_SANITIZE) -MMD -MP -c -o $$@ $$<
endef
$(foreach b,$(DESCRIBED),$(eval $(call fuzz_descriptor,$(b))))
$(B)/fuzz/libtenter.a: $(FUZZ_OBJ)

$(foreach s,$(FUZZ_FILES),$(eval $(B)/fuzz/bin/$(basename $(notdir $(s))): $(B)/fuzz/obj/$(s:.c=.o)))
$(FUZZ_BIN): $(B)/fuzz/libtenter.a
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)clang -fsanitize=fuzzer,$(FUZZ_SANITIZE) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(HARNESS_LDLIBS)
$(B)/fuzz/planted/bin/planted: $(B)/fuzz/obj/suites/fuzz/planted/planted.o
	@mkdir -p $(@D)
	$(Q)clang -fsanitize=fuzzer,$(FUZZ_SANITIZE) -o $@ $^

# The corpus to start from: every vector, a NetTLP capture, and what suites/<fabric>/fuzz/seeds makes.
FUZZ_SEEDS := $(call of_fabrics,suites/,/fuzz/seeds)
$(B)/fuzz/seeds.done: $(B)/suites/fuzz/seeds/seeds.o $(B)/tenter $(VECTORS) $(call of_fabrics,suites/,/cases/*/*.case /campaign/*.plan) $(FUZZ_SEEDS) suites/fuzz/fuzz.mk
	$(Q)rm -rf $(B)/fuzz/seeds && mkdir -p $(B)/fuzz/seeds/capture
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $(B)/fuzz/seeds.bin $<
	$(Q)$(B)/fuzz/seeds.bin $(B)/fuzz/seeds $(VECTORS) > $@.new
	$(Q)$(B)/tenter gen --packets 2 --size 64 $(B)/fuzz/seeds/capture/nettlp > /dev/null
	$(Q)mkdir -p $(B)/fuzz/seeds/case && for f in suites/*/cases/*/*.case; do cp $$f $(B)/fuzz/seeds/case/$$(tr / - <<<$$f) || exit 1; done
	$(Q)$(B)/tenter convert $(B)/fuzz/seeds/capture/nettlp $(B)/fuzz/seeds/capture/own.pcap > /dev/null
	$(Q)cp -r $(B)/fuzz/seeds/capture $(B)/fuzz/seeds/convert
	$(Q)cp -r $(B)/fuzz/seeds/capture $(B)/fuzz/seeds/damaged
	$(Q)mkdir -p $(B)/fuzz/seeds/plan $(B)/fuzz/seeds/fault && cp suites/*/campaign/*.plan $(B)/fuzz/seeds/plan
	$(Q)grep -ohE '[a-z0-9]+[:+0-9]*@[^ @]+@[p0-9.]+' harness/include/tn/fault.h | split -l 1 - $(B)/fuzz/seeds/fault/text
	$(Q)for s in $(FUZZ_SEEDS); do $$s $(B) $(B)/fuzz/seeds || exit 1; done
	$(Q)mv $@.new $@

.PHONY: fuzz check-fuzz
fuzz: $(FUZZ_BIN) $(B)/fuzz/seeds.done # every parser on arbitrary input, FUZZ_TIME seconds each
	@suites/fuzz/run $(B)/fuzz time $(FUZZ_TIME) $(if $(T),$(filter $(T),$(FUZZ_TARGETS)),$(FUZZ_TARGETS))

# of the others a third by SEED
CHECKS += check-fuzz
PART_CHECKS += check-fuzz
FUZZ_TURN := $(call turns,3,$(filter-out $(FUZZ_SLOW),$(FUZZ_TARGETS)))
check-fuzz: $(patsubst %,$(B)/fuzz/bin/%,$(FUZZ_TURN) $(FUZZ_SLOW)) $(B)/fuzz/planted/bin/planted $(B)/fuzz/seeds.done
	@$(RUN) fuzz/smoke suites/fuzz/run $(B)/fuzz runs $(FUZZ_RUNS) $(FUZZ_TURN)
	@TN_FUZZ_PART=12 $(RUN) fuzz/slow suites/fuzz/run $(B)/fuzz runs $(FUZZ_SLOW_RUNS) $(FUZZ_SLOW)
	@$(RUN) fuzz/planted suites/fuzz/planted/demand $(B)/fuzz/planted

# 200,000 damaged captures through the commands
FUZZ_DAMAGED_RUNS ?= 200000
.PHONY: regress-damaged
REGRESS_PARTS += regress-damaged
regress-damaged: $(B)/fuzz/bin/damaged $(B)/fuzz/seeds.done
	@$(RUN) fuzz/damaged suites/fuzz/run $(B)/fuzz runs $(FUZZ_DAMAGED_RUNS) damaged
