// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cz_dll_credit alone, the side that sends: a source offers a TLP in the cycle behind ok and holds it until it is taken, one behind the
// other, while the far end gives a header or two at a time. No TLP may begin beyond the limit, and all that is given is used.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_credit_tb;
    reg         clk = 1'b0, rst = 1'b1, init = 1'b0, update = 1'b0, offered = 1'b0, ready = 1'b0;
    reg  [7:0]  hdr = 8'd3;
    wire        ok, bad, fits, due;
    wire [31:0] limit, consumed, allocated;
    wire        begins = offered && ready;

    cz_dll_credit #(.GRANT_H(4), .GRANT_D(64), .MAX_D(2)) dut (
        .clk(clk), .rst(rst), .clr(1'b0), .init(init), .update(update), .hdr(hdr), .data(12'd0), .bad(bad),
        .ok(ok), .waits(offered && !ready), .begins(begins), .undo(1'b0), .begins_data(9'd0), .undo_data(9'd0),
        .fits(fits), .ask(1'b0), .ask_data(9'd0), .accepted(1'b0), .left(1'b0), .left_data(9'd0), .wait_cyc(16'd10),
        .due(due), .taken(1'b0), .limit(limit), .consumed(consumed), .allocated(allocated)
    );

    always #1 clk = !clk;

    reg [31:0] rnd_q = 32'd77;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    integer given = 3, begun = 0, beyond = 0;
    reg     over = 1'b0;   // nothing more is given
    reg [7:0] more;

    always @(posedge clk) if (!rst) begin
        more = hdr - given[7:0];
        if (update) given = given + more;
        if (begins) begin
            begun = begun + 1;
            if (begun > given) beyond = beyond + 1;
        end
        if (!offered || ready) offered <= ok && rnd(4) != 0;
        ready  <= rnd(3) != 0;
        update <= !over && !update && given - begun < 2 && rnd(12) == 0;
        hdr    <= given[7:0] + 8'd1 + rnd(2);
    end

    initial begin
        repeat (3) @(negedge clk);
        rst  = 1'b0;
        init = 1'b1;
        hdr  = 8'd3;
        @(negedge clk);
        init = 1'b0;
        repeat (8000) @(negedge clk);
        over = 1'b1;
        repeat (200) @(negedge clk);
        if (beyond == 0) $display("ok no_tlp_begins_beyond_the_limit");
        else $display("not ok no_tlp_begins_beyond_the_limit # %0d of %0d", beyond, begun);
        if (begun >= given && given > 300) $display("ok all_that_is_given_is_used");
        else $display("not ok all_that_is_given_is_used # %0d of %0d", begun, given);
        $finish;
    end
endmodule

`default_nettype wire
