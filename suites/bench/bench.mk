# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Figures: one line each, name, value, bound, ok or short, separated by tabs.

BENCH_C += measure pcap_read tlps dut_beats
BENCH_BIN := $(BENCH_C:%=$(B)/bench/%)
BENCH_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard suites/bench/*.c) $(call of_fabrics,suites/,/bench/*.c))
DEPFILES += $(BENCH_OBJ:.o=.d)
# what measures is compiled by make check, so that make bench builds whenever it is wanted
check-self: $(BENCH_OBJ)
# object of a program
$(foreach o,$(BENCH_OBJ),$(eval BENCH_OBJ_$(basename $(notdir $(o))) := $(o)))

$(B)/bench/dut_beats: $(BENCH_OBJ_dut_traffic)
$(foreach b,$(BENCH_C),$(eval $(B)/bench/$(b): $(BENCH_OBJ_$(b))))
$(BENCH_BIN): $(HARNESS_LIB) $(CHECKERS_LIB)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(HARNESS_LDLIBS)

## The DUT driven from C
BENCH_DUT := $(firstword $(call with,bench,driven))
DRIVE_OBJ := $(BENCH_OBJ_dut_drive) $(BENCH_OBJ_dut_traffic)
$(eval $(call icarus_prog,bench/dut_drive,$(DRIVE_OBJ)))
$(eval $(call verilator_prog,$(BENCH_DUT),bench/dut_drive,$(DRIVE_OBJ),))

## and by Verilog alone
BENCH_FLOOR := suites/czodiac/bench/dut_floor_tb.v suites/czodiac/bench/dut_floor_player.v suites/czodiac/bench/dut_floor_sum.v $($(BENCH_DUT).dir)/$(BENCH_DUT).v
FLOOR_DIR := $(B)/bench/floor

$(B)/bench/dut_floor.vvp: $(BENCH_FLOOR) $(RTL_$(BENCH_DUT)) $(GEN_VH)
	$(call say,IVL,$@)
	@mkdir -p $(@D)
	$(Q)iverilog -g2005 -Wall -Wno-timescale $(SIM_INC) -s dut_floor_tb -o $@ $(BENCH_FLOOR) $(RTL_$(BENCH_DUT)) 2>$@.log || { cat $@.log >&2; exit 2; }

$(B)/bench/dut_floor: $(BENCH_FLOOR) $(RTL_$(BENCH_DUT)) $(GEN_VH) suites/czodiac/bench/dut_floor_main.cpp suites/bench/bench.mk
	$(call say,VLT,$@)
	@mkdir -p $(FLOOR_DIR)
	$(Q)verilator $(VERILATOR_FLAGS) $(SIM_INC) --Mdir $(FLOOR_DIR) --top-module dut_floor_tb $(BENCH_FLOOR) $(RTL_$(BENCH_DUT)) > $@.log 2>&1 || { cat $@.log >&2; exit 2; }
	+$(Q)$(MAKE) -C $(FLOOR_DIR) -f Vtop.mk OPT=-fPIC OPT_FAST='$(MODEL_OPT)' OPT_GLOBAL=-O2 Vtop__ALL.a verilated.o verilated_threads.o >> $@.log 2>&1 || { tail -20 $@.log >&2; exit 2; }
	$(Q)g++ $(VERILATED_CXX) -I$(FLOOR_DIR) -o $@ suites/czodiac/bench/dut_floor_main.cpp $(FLOOR_DIR)/Vtop__ALL.a $(FLOOR_DIR)/verilated.o $(FLOOR_DIR)/verilated_threads.o -lpthread

BENCH_NEEDS += $(B)/tenter $(BENCH_BIN) $(B)/bench/dut_floor.vvp $(B)/bench/dut_floor \
    $(B)/sim/icarus/$(BENCH_DUT).vvp $(B)/sim/icarus/prog/bench/dut_drive.vpi \
    $(B)/sim/verilator/$(BENCH_DUT)/prog/bench/dut_drive $(ICARUS_SIMS) $(filter-out $(foreach d,$(call with,bench,none),$(B)/sim/verilator/$(d)-state/prog/%),$(VERILATOR_SIMS))

.PHONY: bench
bench: # figures as ratios in one run: name, value, bound, ok or short
	@$(MAKE) deps
	@$(MAKE) $(BENCH_NEEDS) >&2
	@for s in $(wildcard suites/bench/*.sh) $(call of_fabrics,suites/,/bench/*.sh); do $$s $(B) || exit 2; done
