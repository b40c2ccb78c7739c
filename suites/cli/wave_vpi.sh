#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A model of Verilator at work, through VPI: the same verdicts as from Icarus' waveform of the same module, and from the
# model's own waveform the same packets and verdicts, too.
set -u
. suites/cli/hex.bash
build=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if ! command -v verilator >/dev/null || [ ! -e /usr/share/verilator/include/verilated_vpi.h ]; then
    echo "ok a model at work # SKIP no verilator with its headers"
    exit 0
fi
cd "$dir" || exit 2

# edges at 2, 6, 10, ... ns: the data of a beat that waits change behind the edge at 38 ns; TLPs of one DW on s_usr
cat >top.v <<'END'
`timescale 1ns / 1ps
// the stream goes on through two modules: one net under three names
module relay(input clk, input [31:0] m_axis_tdata, input m_axis_tvalid, input m_axis_tlast, input m_axis_tready);
    inner inner(.clk(clk), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready));
endmodule
module inner(input clk, input [31:0] m_axis_tdata, input m_axis_tvalid, input m_axis_tlast, input m_axis_tready);
endmodule
module top(input clk);
    relay relay(.clk(clk), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready));
    reg rst = 1, m_axis_tvalid = 0, m_axis_tready = 0, m_axis_tlast = 0;
    reg [31:0] m_axis_tdata = 0;
    reg s_usr_valid = 0, s_usr_ready = 1, s_usr_last = 0;
    reg [3:0] s_usr_keep = 0;
    reg [127:0] s_usr_data = 0;
    reg [7:0] n = 0;
    always @(posedge clk) begin
        n   <= n + 1;
        rst <= n < 3;
        // reads of 1 DW with tags of their own; one in eight has a First BE of 0 and a Length of 2
        s_usr_valid <= n[1];
        s_usr_last  <= n[1];
        s_usr_keep  <= 4'h7;
        s_usr_data  <= {32'h0, 8'h00, 8'h10, n, 8'h00, n[4:2] == 5 ? 8'h00 : 8'h0f, n, 16'h0001, n[4:2] == 5 ? 8'h02 : 8'h01, 24'h000000};
        case (n)
            6:  begin m_axis_tvalid <= 1; m_axis_tdata <= 32'h1234; end
            9:  m_axis_tdata <= 32'h1235;
            11: m_axis_tready <= 1;
            12: m_axis_tvalid <= 0;
            60: $finish;
        endcase
    end
endmodule
END
cat >tb.v <<'END'
`timescale 1ns / 1ps
module tb;
    reg clk = 0;
    always #2 clk = !clk;
    top top(.clk(clk));
    initial begin
        $dumpfile("icarus.fst");
        $dumpvars(0, tb);
    end
endmodule
END
cat >main.cpp <<'END'
#include "Vtop.h"
#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_vpi.h>
extern "C" {
extern void (*vlog_startup_routines[])(void);
int tn_attach_code(void);
}
int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    context.traceEverOn(true);
    Vtop top{&context};
    VerilatedFstC fst;
    top.trace(&fst, 99);
    fst.open("verilator.fst");
    for (int i = 0; vlog_startup_routines[i]; i++)
        vlog_startup_routines[i]();
    top.clk = 0;
    top.eval();
    fst.dump(context.time());
    VerilatedVpi::callCbs(cbStartOfSimulation);
    while (!context.gotFinish()) {
        context.timeInc(2000);
        top.clk = !top.clk;
        top.eval();
        VerilatedVpi::callValueCbs();
        fst.dump(context.time());
    }
    fst.close();
    top.final();
    VerilatedVpi::callCbs(cbEndOfSimulation);
    return tn_attach_code();
}
END
iverilog -g2005 -o tb.vvp tb.v top.v && vvp -n tb.vvp -fst >/dev/null
if ! verilator -Wno-fatal --cc --exe --build --vpi --public-flat-rw --trace-fst -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0' --Mdir o --top-module top \
    top.v main.cpp -LDFLAGS "-rdynamic $build/tenter_attach.vpi" >log 2>&1; then
    echo "ok a model at work # SKIP the model cannot be built: $(grep -m1 -iE 'error' log)"
    exit 0
fi
"$build/tenter" wave --check icarus.fst >icarus
is "Icarus' waveform breaks rules" 1 $?
./o/Vtop +tenter +tenter-output=live.pcap >live 2>err
is "the model at work ends with code 1" 1 $?
sed -i '/^- .*\$finish/d' live
"$build/tenter" wave --check -o verilator.pcap verilator.fst >verilator
is "its waveform, too" 1 $?
"$build/tenter" wave -o icarus.pcap icarus.fst >/dev/null
# without the path's beginning, which the simulators name differently, and without the number of channels: Icarus joins ports that are one net
plain() { sed -E 's/(TOP|tb)\.top\.//; s/ top\./ /; s/^[0-9]+ channels, [0-9]+ transfers, //; s/, [0-9]+ not told again further on$//' "$1"; }
packets() { "$build/tenter" show "$1" | sed 1d | sed -E 's/(TOP|tb)\.top\.//; s/ top\./ /; s/ c[0-9]+ / /'; }
true_that "with the verdicts of Icarus' waveform" cmp <(plain live) <(plain icarus)
true_that "which the model's waveform has, too" cmp <(plain verilator | sed -E 's/ c[0-9]+ / /') <(plain icarus | sed -E 's/ c[0-9]+ / /')
is "a beat that changed" 1 "$(grep -c '^AXI-HSK-2 * at 42.000 ns' live)"
true_that "all three hold the same packets" [ "$(packets icarus.pcap)" = "$(packets verilator.pcap)" -a "$(packets icarus.pcap)" = "$(packets live.pcap)" ]
is "which are 29: of 30, one in reset" 29 "$(packets icarus.pcap | grep -vc ' reset$')"
./o/Vtop >none 2>&1
is "without +tenter nothing happens" 0 $?
