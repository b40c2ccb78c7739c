// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ape_ni_tlb with one bit of an entry upset at a time, on its way in too: the page is found right or missed, and no other page is found (ape_ni.md 7.3).

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_tlb_tb;
    localparam [35:0] PAGE = 36'h5_a5a5_a5a5, TO = 36'h0_1234_5678;
    localparam [15:0] PID = 16'h0042;

    reg         clk = 1'b0, rst = 1'b1, ask = 1'b0, fill = 1'b0, drop = 1'b0;
    reg  [15:0] pid = 16'd0;
    reg  [35:0] page = 36'd0, to = 36'd0;
    wire        hit, busy, found;
    wire [35:0] hit_page;
    integer     bad = 0, i;

    always #5 clk = !clk;

    ape_ni_tlb #(.TLB_LOG2(2)) u_tlb (
        .clk(clk), .rst(rst), .ask(ask), .ask_pid(pid), .ask_page(page), .hit(hit), .hit_page(hit_page),
        .fill(fill), .fill_pid(pid), .fill_page(page), .fill_to(to), .busy(busy),
        .drop(drop), .drop_pid(pid), .drop_first(page), .drop_last(page), .found_q(found)
    );

    task put;
        input [15:0] p;
        input [35:0] from, lead;
        begin
            {pid, page, to, fill} = {p, from, lead, 1'b1};
            @(negedge clk) fill = 1'b0;
            for (i = 0; i < 12 && busy; i = i + 1) @(negedge clk);
        end
    endtask

    // Asks, and counts an answer other than the page (known) or none.
    task question;
        input [15:0] p;
        input [35:0] from;
        input        known, must;
        begin
            {pid, page, ask} = {p, from, 1'b1};
            @(negedge clk) ask = 1'b0;
            if (hit ? !known || hit_page != TO : must) begin
                $display("# pid %h page %h: hit %b, page %h", p, from, hit, hit_page);
                bad = bad + 1;
            end
        end
    endtask

    task verdict;
        input [8*64-1:0] what;
        begin
            $display("%0s %0s", bad == 0 ? "ok" : "not ok", what);
            bad = 0;
        end
    endtask

    integer    n;
    reg [87:0] upset;
    initial begin
        repeat (3) @(negedge clk);
        rst = 1'b0;
        put(PID, PAGE, TO);
        question(PID, PAGE, 1'b1, 1'b1);
        verdict("an entry is found");
        for (n = 0; n < 36; n = n + 1) begin
            u_tlb.to_q[0][n] = !u_tlb.to_q[0][n];
            question(PID, PAGE, 1'b0, 1'b0);
            u_tlb.to_q[0][n] = !u_tlb.to_q[0][n];
            u_tlb.page_q[0][n] = !u_tlb.page_q[0][n];
            question(PID, PAGE ^ (36'd1 << n), 1'b0, 1'b0);
            u_tlb.page_q[0][n] = !u_tlb.page_q[0][n];
        end
        verdict("an upset of either page is no hit");
        for (n = 0; n < 16; n = n + 1) begin
            u_tlb.pid_q[0][n] = !u_tlb.pid_q[0][n];
            question(PID ^ (16'd1 << n), PAGE, 1'b0, 1'b0);
            u_tlb.pid_q[0][n] = !u_tlb.pid_q[0][n];
        end
        verdict("an upset of the pid is no hit");
        u_tlb.to_q[0][7] = !u_tlb.to_q[0][7];
        put(PID, PAGE, TO);
        question(PID, PAGE, 1'b1, 1'b1);
        verdict("a fill mends an upset entry");
        {pid, page, drop} = {PID, PAGE, 1'b1};
        @(negedge clk) drop = 1'b0;
        u_tlb.valid_q[0] = 1'b1;
        question(PID, PAGE, 1'b0, 1'b0);
        verdict("an entry that was removed does not come back by an upset");
        for (n = 0; n < 36 + 36 + 16; n = n + 1) begin
            rst = 1'b1;
            @(negedge clk) rst = 1'b0;
            {pid, page, to, fill} = {PID, PAGE, TO, 1'b1};
            @(negedge clk) fill = 1'b0;
            upset = 88'd1 << n;
            {u_tlb.f_pid_q, u_tlb.f_page_q, u_tlb.f_to_q} = {PID, PAGE, TO} ^ upset;
            for (i = 0; i < 12 && busy; i = i + 1) @(negedge clk);
            question(PID ^ upset[87:72], PAGE ^ upset[71:36], 1'b0, 1'b0);
        end
        verdict("an upset of an entry on its way in is no hit");
        $finish;
    end
endmodule

`default_nettype wire
