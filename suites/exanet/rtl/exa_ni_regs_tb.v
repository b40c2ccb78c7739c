// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_ni_regs by itself, with all that a block may have of it: every address, every strobe, every
// counter up to its wrap, against what exa_ni.md section 5 and the module's head say.

`timescale 1ns / 1ps
`default_nettype none

module exa_ni_regs_tb;
`include "tn_bench.vh"
    localparam [31:0]  ID = 32'h45990001, PARAMS = 32'h87654321;
    localparam [127:0] MASK = {32'hffffffff, 32'h00ff0ff0, 32'd0, 32'h800000ff};
    localparam [127:0] RESET = {32'd65536, 32'h00120340, 32'd0, 32'h80000007};
    localparam integer COUNTERS = 16 + 9;

    reg          clk = 0, rst = 1, wr_en = 0;
    reg  [21:0]  own = 22'h2aaaa5;
    reg  [127:0] conf_in = 0, wr_data = 0;
    reg  [31:0]  event_in = 0;
    reg  [7:0]   wr_at = 0, rd_at = 0;
    reg  [15:0]  wr_strb = 0;
    wire [127:0] conf, rd_data;
    wire [3:0]   wr_ok, rd_ok;
    always #1 clk = !clk;

    exa_ni_regs #(.ID(ID), .CONF_EN(4'hf), .CONF_MASK(MASK), .CONF_RST(RESET), .EXTRA_N(COUNTERS - 16)) dut (
        .clk(clk), .rst(rst), .params(PARAMS), .own(own), .conf_in(conf_in), .conf(conf), .event_in(event_in),
        .wr_en(wr_en), .wr_at(wr_at), .wr_strb(wr_strb), .wr_data(wr_data), .wr_ok(wr_ok), .rd_at(rd_at),
        .rd_data(rd_data), .rd_ok(rd_ok));

    // what must be there
    reg [31:0]  count [0:31];
    reg [127:0] want;
    reg [127:0] data;
    reg [3:0]   ok;
    reg [15:0]  strb;
    integer     i, n, w, first, wrong = 0;

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    task read_all;  // every address, eight a cycle
        for (n = 0; n < 256; n = n + 1) begin
            if (n % 8 == 0) @(negedge clk);
            rd_at = n;
            conf_in = {rnd_word(0)};
            data = 128'd0;
            ok = 4'd0;
            first = 4 * (n - 8'h44);
            if (n == 8'h40) begin
                data = {32'd0, 10'd0, own, PARAMS, ID};
                ok = 4'd7;
            end
            if (n == 8'h41) begin
                data = {want[127:64], conf_in[63:32], want[31:0]};  // word 1 is read only
                ok = 4'hf;
            end
            if (n >= 8'h44 && n < 8'h4c)
                for (w = 0; w < 4; w = w + 1)
                    if (first + w < COUNTERS) begin
                        data = data | {96'd0, count[first+w]} << 32 * w;
                        ok = ok | 4'd1 << w;
                    end
            #0.1 if (rd_ok !== ok || ((rd_data ^ data) & {{32{ok[3]}}, {32{ok[2]}}, {32{ok[1]}}, {32{ok[0]}}}) !== 128'd0) begin
                wrong = wrong + 1;
                $display("# %02x: %h (%b), not %h (%b)", n, rd_data, rd_ok, data, ok);
            end
        end
    endtask

    task restart;
        begin
            rst = 1;
            @(negedge clk) rst = 0;
            want = RESET;
            for (i = 0; i < 32; i = i + 1) count[i] = 0;
        end
    endtask

    task write;  // words may be written whole, where they can be written at all
        begin
            ok = wr_at != 8'h41 ? 4'd0 : {&wr_strb[15:12], &wr_strb[11:8], 1'b0, &wr_strb[3:0]};
            #0.1 if (wr_ok !== ok) wrong = wrong + 1;
            data = (wr_data & MASK) ^ want;
            if (wr_en) want = want ^ (data & {{32{ok[3]}}, {32{ok[2]}}, {32{ok[1]}}, {32{ok[0]}}});
            @(negedge clk);
            if (((conf ^ want) & {64'hffffffffffffffff, 32'd0, 32'hffffffff}) !== 128'd0) wrong = wrong + 1;
        end
    endtask

    initial begin
        @(negedge clk);
        restart;
        read_all;
        judge("after reset each word reads its value, and no other address is there");

        for (i = 0; i < 2000; i = i + 1) begin
            wr_en = rnd(4) != 0;
            wr_at = rnd(8) == 0 ? rnd(256) : 8'h41;
            wr_data = rnd_word(0);
            strb = 16'd0;
            for (w = 0; w < 4; w = w + 1) strb = strb << 4 | (rnd(2) == 0 ? 16'hf : rnd(16));
            wr_strb = strb;  // whole, for Verilator
            write;
        end
        wr_en = 0;
        read_all;
        judge("whole words are written where they can be, in the bits that can be");

        for (i = 0; i < 500; i = i + 1) begin
            event_in = rnd_word(0) & rnd_word(0);
            for (n = 0; n < COUNTERS; n = n + 1) count[n] = count[n] + event_in[n];
            @(negedge clk) event_in = 0;
        end
        read_all;
        judge("events count by one, each in its counter");

        for (n = 0; n < 32; n = n + 1) begin
            dut.count_q[32*n+:32] = 32'hffffffff - n % 3;
            count[n] = 32'hffffffff - n % 3;
        end
        read_all;
        repeat (2) begin
            event_in = ~32'd0;
            for (n = 0; n < COUNTERS; n = n + 1) count[n] = count[n] + 1;
            @(negedge clk) event_in = 0;
        end
        read_all;
        judge("counters have 32 bits and wrap");

        restart;
        read_all;
        judge("reset sets everything back");
        $finish;
    end

    initial begin
        repeat (20000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
