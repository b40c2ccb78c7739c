#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter wave --check on an FST file of 100 MB, against fst2vcd on the same file: one AXI4-Stream among 63 other
# signals of 64 bits, all random in every cycle; and against the same stream alone.
# shellcheck source=suites/bench/lib.bash disable=SC2154 # seconds_N, rss_N: by measure
. "${0%/*}/lib.bash"

cat >"$dir/wide.v" <<'END'
`timescale 1ns / 1ps
module wide;
    parameter integer OTHERS = 63;
    reg clk = 1'b0, rst = 1'b1, m_axis_tvalid = 1'b0, m_axis_tready = 1'b1, m_axis_tlast = 1'b0;
    reg [63:0] m_axis_tdata;
    genvar g;
    integer seed = 1, cycles;
    generate
        for (g = 0; g < OTHERS; g = g + 1) begin : other
            reg [63:0] noise;
            integer own = g;
            always @(posedge clk) noise <= {$random(own), $random(own)};
        end
    endgenerate
    always @(posedge clk) begin
        rst           <= 1'b0;
        m_axis_tvalid <= !rst;
        m_axis_tdata  <= {$random(seed), $random(seed)};
        m_axis_tlast  <= m_axis_tdata[3:0] == 4'd0;
    end
    initial begin
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 1000;
        $dumpfile("wide.fst");
        $dumpvars(0, wide);
        repeat (2 * cycles) #2 clk = !clk;
        $finish;
    end
endmodule
END
iverilog -g2005 -o "$dir/wide.vvp" "$dir/wide.v"
iverilog -g2005 -Pwide.OTHERS=0 -o "$dir/alone.vvp" "$dir/wide.v"
make_wave() { (cd "$dir" && vvp -n "${3:-wide}.vvp" -fst "+cycles=$1" >/dev/null && mv wide.fst "$2"); }
make_wave 122000 100.fst
make_wave 12200 10.fst
make_wave 122000 alone.fst alone
measure 3 "$tenter" wave --check -q "$dir/100.fst" -- fst2vcd -f "$dir/100.fst" -o /dev/null
figure "wave --check / fst2vcd, processor time on $(($(stat -c %s "$dir/100.fst") / 1000000)) MB" "$seconds_1 / $seconds_2" at-most 0.5
measure 3 "$tenter" wave --check -q "$dir/100.fst" -- "$tenter" wave --check -q "$dir/10.fst"
figure "wave's time, 100 MB / 10 MB" "$seconds_1 / $seconds_2" at-most 12
figure "wave's memory, 100 MB / 10 MB" "$rss_1 / $rss_2" at-most 1.5
# time goes with the changes of the chosen signals: the others are skipped, packed as they are
measure 3 "$tenter" wave --check -q "$dir/100.fst" -- "$tenter" wave --check -q "$dir/alone.fst"
figure "wave's time beside 63 signals that no channel has / alone" "$seconds_1 / $seconds_2" at-most 3
