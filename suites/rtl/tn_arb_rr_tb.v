// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_arb_rr against a list of who was served when, kept by the bench.

`timescale 1ns / 1ps
`default_nettype none

module tn_arb_rr_tb;
    localparam integer N = 5;

    reg          clk = 1'b0;
    reg          rst = 1'b1;
    reg  [N-1:0] req = 5'd0;
    reg          advance = 1'b0;
    wire         any;
    wire [2:0]   grant;

    tn_arb_rr #(.REQ_N(N), .IDX_W(3)) dut (
        .clk(clk), .rst(rst), .req(req), .advance(advance), .any(any), .grant(grant)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd12346;
    function [31:0] rnd;
        input unused;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q;
        end
    endfunction

    always #1 clk = !clk;

    integer served [0:N-1];   // time of the last grant
    integer waits [0:N-1];    // grants of others while asking
    integer last = N - 1;
    integer now = 0, i, j, best;
    integer bad_any = 0, bad_grant = 0, bad_fair = 0, bad_hold = 0, moved = 0;
    reg [2:0] prior = 3'd0;

    task verdict;
        input integer wrong;
        input [8*60-1:0] name;
        if (wrong == 0) $display("ok %0s", name);
        else $display("not ok %0s", name);
    endtask

    task restart;
        begin
            last = N - 1;
            for (j = 0; j < N; j = j + 1) begin
                served[j] = j - N;
                waits[j] = 0;
            end
            now = 1;
        end
    endtask

    initial begin
        restart;
        @(negedge clk);
        @(negedge clk);
        rst = 1'b0;
        for (i = 0; i < 20000; i = i + 1) begin
            req = (i[9:8] == 2'd3) ? 5'h1f : rnd(1'b0);
            if (i[9:8] == 2'd2) req = req & rnd(1'b0);
            advance = rnd(1'b0) % 4 != 0;
            rst = i % 1013 == 1012;
            #0.1;
            // the first that asks after the last winner
            best = -1;
            for (j = N; j >= 1; j = j - 1)
                if (req[(last + j) % N]) best = (last + j) % N;
            if (any !== (req != 5'd0)) bad_any = bad_any + 1;
            if (best >= 0 && {29'd0, grant} !== best) bad_grant = bad_grant + 1;
            if (i > 0 && !advance && best >= 0) begin
                prior = grant;
                @(posedge clk);
                #0.1;
                if (!rst && grant !== prior) bad_hold = bad_hold + 1;
            end
            @(negedge clk);
            if (rst) restart;
            else if (advance && best >= 0) begin
                for (j = 0; j < N; j = j + 1)
                    if (!req[j] || j == best) waits[j] = 0;
                    else begin
                        waits[j] = waits[j] + 1;
                        if (waits[j] >= N) bad_fair = bad_fair + 1;
                    end
                served[best] = now;
                last = best;
                now = now + 1;
                moved = moved + 1;
            end
        end
        verdict(bad_any, "any says whether someone asks");
        verdict(bad_grant, "the grant goes to whose turn it is, also after reset");
        verdict(bad_hold, "without advance the turn stays");
        verdict(bad_fair, "who keeps asking waits for each other at most once");
        verdict(moved < 1000 ? 1 : 0, "many turns were taken");
        $finish;
    end
endmodule

`default_nettype wire
