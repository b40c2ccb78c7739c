# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# One non-recursive build. Each top-level folder adds to it through <dir>/<dir>.mk:
# fragments append to variables (LIBS, GEN, CHECKS) and state their own rules.
# Everything made lands under $(B). `make help` lists the targets.

## Settings (on the command line or in the environment)
# B=dir        build directory
# SIM=icarus   simulator: icarus (the reference) or verilator (fast)
# SEED=1       seed of every random choice
# WAVES=1      write an FST of every simulation (a failing suite leaves one anyway)
# V=1          show the commands
# T=pattern    the tests and cases of simulation suites whose name it fits (* and ?); fuzz targets
B ?= build
SIM ?= icarus
SEED ?= 1
PREFIX ?= /usr/local
DESTDIR ?=
# programs of the tests leave nothing in the tree
export PYTHONDONTWRITEBYTECODE := 1
export SEED WAVES
export TN_TESTS := $(if $(filter command,$(firstword $(origin T))),$(T))

VERSION := 0.1.0
CC := gcc
OPT ?= -O2 -g
WARN := -Wall -Wextra -Wconversion -Wshadow -Werror
CFLAGS_ALL = -std=c17 -D_GNU_SOURCE -fPIC $(OPT) $(WARN) -I$(B)/gen/include $(CFLAGS)
Q := $(if $(V),,@)
say = @printf ' %-7s %s\n' '$(1)' '$(2)'

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory
SHELL := /bin/bash

# What stands in the way of a build is said in one line before anything is made; check and demo install what is missing
ifeq ($(MAKELEVEL),0)
ifneq ($(filter-out help clean deps demo check,$(or $(MAKECMDGOALS),all)),)
NOT_READY := $(shell CC='$(CC)' harness/tools/ready '$(B)' $(firstword $(CC)) g++ python3 iverilog vvp $(if $(filter verilator,$(SIM)),verilator) cmocka.h pcap.h sqlite3.h zstd.h zlib.h pcre2.h)
$(if $(NOT_READY),$(error $(NOT_READY)))
endif
endif
.DELETE_ON_ERROR:
.SECONDARY:

.PHONY: all
all: # the tools and libraries (default)

CHECKS :=
DEPFILES :=

# One line a fabric: what belongs to it lies in folders of its name. $(call of_fabrics,harness/,/bfm/*.c): its files there.
FABRICS := $(shell sed -n 's/^TN_FABRIC.\([a-z0-9_]*\),.*/\1/p' checkers/spec/fabrics.def)
of_fabrics = $(wildcard $(foreach f,$(FABRICS),$(foreach p,$(2),$(1)$(f)$(p))))

include checkers/checkers.mk
include rtl/rtl.mk
include harness/harness.mk
include suites/suites.mk

all: $(B)/tenter $(LIBS)

## C objects: the include path is what keeps checkers/ from knowing harness/; $(B)/gen/include has what is made of tables in
## checkers/
$(B)/checkers/%.o: checkers/%.c | $(GEN_H)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -MMD -MP -c -o $@ $<
$(B)/harness/%.o: harness/%.c | $(GEN_H)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -Iharness/include -I$(B)/gen $(HARNESS_CFLAGS) -MMD -MP -c -o $@ $<
# Unit tests are compiled with -O0 and simulation suites with -O1: optimising them takes longer than
# running them. The libraries keep $(OPT).
ifeq ($(origin OPT),file)
$(foreach d,suites $(addprefix suites/,$(FABRICS)),$(eval $(B)/$(d)/unit/%.o: OPT := -O0 -g)$(eval $(B)/$(d)/cosim/%.o: OPT := -O1 -g))
endif
$(B)/suites/%.o: suites/%.c | $(GEN_H)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) -Icheckers/include -Iharness/include $(SUITES_CFLAGS) -MMD -MP -c -o $@ $<
$(B)/%.a:
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $(filter %.o,$^)

## What a fresh Debian 12 lacks
PACKAGES := gcc g++ libc6-dev pkg-config iverilog verilator yosys boolector z3 spin python3 \
    libcmocka-dev libpcap-dev zlib1g-dev libzstd-dev zstd libsqlite3-dev sqlite3 libpcre2-dev tshark gtkwave \
    clang libclang-rt-14-dev clang-format cppcheck shellcheck lcov mandoc time

.PHONY: deps
deps: # install every Debian package needed
	@missing=$$(dpkg-query -W -f '$${Status} $${Package}\n' $(PACKAGES) 2>/dev/null | \
	    awk '/^install ok installed/ {print $$4}' | sort | comm -13 - <(printf '%s\n' $(PACKAGES) | sort)); \
	[ -z "$$missing" ] && exit 0; \
	sudo=; if [ "$$(id -u)" != 0 ]; then \
	    if sudo -n true 2>/dev/null; then sudo="sudo -n"; else \
	        echo "make deps: packages are missing; as root run: apt-get install -y --no-install-recommends" $$missing >&2; exit 2; \
	    fi; fi; \
	echo "installing:" $$missing; \
	$$sudo apt-get update -qq && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null

# A part of a check whose programs do not build counts as a failed test
not_made = { mkdir -p $(B)/results; printf 'fail\tmake: a part was not made; its message stands above\n' >$(B)/results/make.tsv; }
.PHONY: check
check: # every test; the last line says N passed, N failed
	@$(MAKE) deps
	@rm -rf $(B)/results
	@$(MAKE) all $(B)/gen/blocks.tsv
	@$(MAKE) -k $(CHECKS) || $(not_made)
	@suites/tally $(B)/results $(B)/gen/blocks.tsv

.PHONY: help
help: # this list
	@grep -hE '^[a-z][a-z_-]*:.* # ' $(MAKEFILE_LIST) | sort -u | \
	    sed -E 's/^([a-z_-]+):[^#]*# (.*)/  \1|\2/' | awk -F'|' '{printf "%-19s %s\n", $$1, $$2}'
	@echo '  parts of check   ' $(sort $(CHECKS))
	@echo '  variables         SIM=icarus|verilator SEED=n WAVES=1 TN_WINDOW=before/after V=1 B=dir T=pattern'
	@echo '  bench             $(foreach p,$(BENCH_PARAMS),$(p)=n) DUT_DEFINES=-DX=1 WRAPPER=my.v SRC="a.v b.v" NAME=mine DUT_DIR=my/'

.PHONY: clean
clean: # remove the build directory
	$(Q)rm -rf $(B)

-include $(DEPFILES)
