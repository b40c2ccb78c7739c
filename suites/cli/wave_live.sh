#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# The same verdicts from a simulation at work, through VPI, as from its waveform.
set -u
. suites/cli/hex.bash
build=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# cycles of 4 ns, edges at 2, 6, 10, ...: the data of a beat that waits change behind the edge at 38 ns, VALID
# becomes unknown behind the one at 62 ns, and each is seen an edge later
cat >"$dir/d.v" <<'END'
`timescale 1ns / 1ps
module tb;
    reg clk = 0, rst = 1, m_axis_tvalid = 0, m_axis_tready = 0, m_axis_tlast = 0;
    reg [31:0] m_axis_tdata = 0;
    integer n = 0;
    always #2 clk = !clk;
    always @(posedge clk) begin
        n   <= n + 1;
        rst <= n < 3;
        case (n)
            6:  begin m_axis_tvalid <= 1; m_axis_tdata <= 32'h1234; end
            9:  m_axis_tdata <= 32'h1235;
            11: m_axis_tready <= 1;
            12: m_axis_tvalid <= 0;
            15: m_axis_tvalid <= 1'bx;
            17: m_axis_tvalid <= 0;
            20: $finish;
        endcase
    end
    initial begin
        $dumpfile("d.fst");
        $dumpvars(0, tb);
    end
endmodule
END
cd "$dir" || exit 2
iverilog -g2005 -o d.vvp d.v
live() { # NAME CODE ARG...
    local name=$1 want=$2
    shift 2
    vvp -n -M "$build" -m tenter_attach d.vvp -fst "$@" >live 2>err
    is "$name" "$want" $?
    sed -i '/^FST info/d' live
}
live "a simulation that breaks rules ends with code 1" 1 +tenter
"$build/tenter" wave --check d.fst >file
is "the waveform, too" 1 $?
true_that "with the same verdicts" cmp -s live file
is "a beat that changed" 1 "$(grep -c '^AXI-HSK-2 * at 42.000 ns tb.m_axis: ' live)"
is "an unknown VALID" 1 "$(grep -c '^AXI-UNK-1 * at 66.000 ns tb.m_axis: ' live)"
is "and nothing else" 2 "$(grep -c '^[A-Z]' live)"
echo "none tb.m_axis" >map
live "a map leaves the channel out: nothing is left to check" 2 +tenter=map
live "without +tenter nothing happens" 0
is "and nothing is said" "" "$(cat live err)"

# a stream that is led on through the ports of two modules is one channel, as in the waveform
cat >"$dir/d.v" <<'END'
`timescale 1ns / 1ps
module relay (input clk, input [31:0] m_axis_tdata, input m_axis_tvalid, m_axis_tlast, m_axis_tready);
    inner u_in (.clk(clk), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready));
endmodule
module inner (input clk, input [31:0] m_axis_tdata, input m_axis_tvalid, m_axis_tlast, m_axis_tready);
endmodule
module tb;
    reg clk = 0, m_axis_tvalid = 0, m_axis_tready = 0, m_axis_tlast = 0;
    reg [31:0] m_axis_tdata = 0;
    integer n = 0;
    always #2 clk = !clk;
    relay u_r (.clk(clk), .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tlast(m_axis_tlast), .m_axis_tready(m_axis_tready));
    always @(posedge clk) begin
        n <= n + 1;
        case (n)
            6:  begin m_axis_tvalid <= 1; m_axis_tdata <= 32'h1234; end
            9:  m_axis_tdata <= 32'h1235;
            11: m_axis_tready <= 1;
            12: m_axis_tvalid <= 0;
            20: $finish;
        endcase
    end
    initial begin
        $dumpfile("d.fst");
        $dumpvars(0, tb);
    end
endmodule
END
iverilog -g2005 -o d.vvp d.v
live "a stream through ports that breaks a rule ends with code 1" 1 +tenter
"$build/tenter" wave --check d.fst >file
true_that "and has the waveform's verdicts" cmp -s live file
is "once, and as one channel" "1 1 channels" "$(grep -c '^AXI-HSK-2 ' live) $(grep -o '^[0-9]* channels' live)"
