// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two flushes of a link while m_wr stalls: a packet of its credit waits, the next, which does not fit, was taken right
// before the first flush. The credit is dropped once (tnw_nwp.md sections 2 and 3, TNW-INV-2). And a flush between the
// take and the first beat of a packet that ends its credit by last, or fills it without. TAP.
`timescale 1ns / 1ps

module tnw_rcv_write_tb;
    reg         clk = 1'b0, rst = 1'b1, push = 1'b0, take = 1'b0, wready = 1'b0;
    reg [5:0]   id = 6'd44, flush = 6'd0, dvalid = 6'd0;
    reg [143:0] offset = 144'd0;
    always #5 clk = !clk;

    wire         room, space, first, ends, gone, drop, cut;
    wire [5:0]   cut_id;
    wire [21:0]  use_to;
    wire [1:0]   kept, outstanding;
    wire [11:0]  kept_id;
    wire [5:0]   gone_id;
    wire [173:0] credit;
    wire [9:0]   flushed;
    wire [47:0]  has, behind;

    tnw_rcv_credits #(.CREDIT_LOG2(1)) u_credits (
        .clk(clk), .rst(rst), .push(push), .reg_id(id), .reg_credit({60'd0, 22'd4, 92'd0}), .room(room),
        .outstanding(outstanding), .used(), .has(has), .sel(id), .take(take), .credit(credit), .first(first), .ends(ends),
        .use_to(use_to), .cut(cut), .cut_id(cut_id), .flush(flush), .gone(gone), .drop(drop), .gone_id(gone_id), .kept(kept), .kept_id(kept_id), .flushed(flushed)
    );
    tnw_rcv_write u_write (
        .clk(clk), .rst(rst), .room(space), .take(take), .take_id(id), .take_credit(credit), .take_first(first),
        .take_ends(ends), .take_use(use_to), .behind(behind), .cut(cut), .cut_id(cut_id), .rcv_dvalid(dvalid), .rcv_data(768'd0), .rcv_offset(offset), .flush(flush), .gone(gone),
        .drop(drop), .gone_id(gone_id), .kept(kept), .kept_id(kept_id), .obs_match_valid(), .obs_match_id(),
        .obs_match_fit(), .inc_short(), .inc_long(), .inc_behind(), .m_wr_valid(), .m_wr_ready(wready), .m_wr_first(), .m_wr_last(), .m_wr_addr(), .m_wr_data()
    );

    localparam [8*80-1:0] FLUSHED = "a flush between take and first beat of a LONG packet leaves nobody behind";
    localparam [8*80-1:0] UNFLUSHED = "without it the channel is behind";

    integer k, n;
    integer total = 0;
    always @(posedge clk) if (!rst) total <= total + flushed;
    integer ended = 0;
    always @(posedge clk) if (!rst) ended <= ended + gone;

    task packet;  // taken now; its beats two cycles behind, flushed or not
        input [23:0] at;
        input [5:0]  links;
        begin
            offset = {6{at}};
            take = 1'b1;
            @(negedge clk) take = 1'b0;
            flush = links;
            @(negedge clk) flush = 6'd0;
            dvalid = 6'b100000;
            repeat (8) @(negedge clk);
            dvalid = 6'd0;
            repeat (3) @(negedge clk);
        end
    endtask

    initial begin
        repeat (3) @(negedge clk);
        rst = 1'b0;
        push = 1'b1;
        @(negedge clk) push = 1'b0;
        packet(24'd0, 6'd0);
        packet(24'hfffff8, 6'b100000);
        repeat (60) @(negedge clk);
        flush = 6'b100000;
        @(negedge clk) flush = 6'd0;
        wready = 1'b1;
        repeat (30) @(negedge clk);
        if (total == 1 && outstanding == 2'd0) $display("ok a credit flushed twice behind a stall is dropped once");
        else $display("not ok a credit flushed twice behind a stall is dropped once: FLUSHED %0d, outstanding %0d",
            total, outstanding);
        // the same with last: the flush comes between the take and the first beat, which ends the credit
        wready = 1'b0;
        push = 1'b1;
        @(negedge clk) push = 1'b0;
        packet(24'd0, 6'd0);
        packet(24'd9, 6'b100000);
        repeat (20) @(negedge clk);
        if (outstanding == 2'd1) $display("ok a credit that was flushed behind the take of a packet with last is kept");
        else $display("not ok a credit that was flushed behind the take of a packet with last is kept: outstanding %0d", outstanding);
        wready = 1'b1;
        repeat (30) @(negedge clk);
        if (total == 1 && outstanding == 2'd0 && ended == 1) $display("ok it ends with its notification and is not counted as flushed");
        else $display("not ok it ends with its notification and is not counted as flushed: FLUSHED %0d, outstanding %0d, notified %0d",
            total, outstanding, ended);
        // no credit is left, and the next one is used as any other; its last packet is no last one
        if (has == 48'd0) $display("ok a credit that was flushed and ended leaves none in the queue");
        else $display("not ok a credit that was flushed and ended leaves none in the queue: %h", has);
        for (k = 0; k < 2; k = k + 1) begin
            push = 1'b1;
            @(negedge clk) push = 1'b0;
            for (n = 0; n < 4; n = n + 1) packet(8 * n, k == 0 && n == 3 ? 6'b100000 : 6'd0);
            repeat (60) @(negedge clk);
            if (behind == (k == 0 ? 48'd0 : 48'd1 << 44)) $display("ok %0s", k == 0 ? FLUSHED : UNFLUSHED);
            else $display("not ok %0s: behind %h", k == 0 ? FLUSHED : UNFLUSHED, behind);
        end
        $finish;
    end
endmodule
