// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses the next job of exa_dma's sequencer.
//
// Combinational but for the turns; idle asks for a job, and at most one go is high then. The end of an issue goes first, then
// ends of transactions, then port and issues in turn, then looks at the transactions of a walk. Behind LOOK_TURNS jobs without
// a look (the end of an issue is part of its issue) a look goes before the next. able and lookable: paths with a packet to issue, and with a
// failed transaction to look for; able_path and look_path: whose turn it is; walk_begin: a look begins a walk of look_path. rst: the
// port goes first. Contract: exa_dma.md sections 6 and 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_turns (
    input  wire       clk,
    input  wire       rst,
    // what waits
    input  wire       idle,
    input  wire       pend,       // an issue has begun and not ended
    input  wire       read_busy,  // its reads are not accepted yet
    input  wire       over,       // a transaction
    input  wire       port_due,
    input  wire [7:0] able,
    input  wire [7:0] lookable,
    // what is done
    output wire       go_issued,
    output wire       go_end,
    output wire       go_port,
    output wire       go_issue,
    output wire       go_look,
    output wire [2:0] able_path,
    output wire [2:0] look_path,
    input  wire       walk_begin
);

    localparam [2:0] LOOK_TURNS = 3'd7;  // of 16 jobs one looks at least: 15 at most

    reg        port_turn_q;  // of port and issue the port goes first
    reg  [2:0] jobs_q;       // since the last look
    wire       any_able;
    wire       any_lookable;

    wire free = idle && !go_issued;
    wire look_now = any_lookable && jobs_q == LOOK_TURNS;
    wire issue_due = any_able && !pend;

    assign go_issued = idle && pend && !read_busy;
    assign go_end    = free && !look_now && over;
    assign go_port   = free && !look_now && !go_end && port_due && (port_turn_q || !issue_due);
    assign go_issue  = free && !look_now && !go_end && !go_port && issue_due;
    assign go_look   = free && !go_end && !go_port && !go_issue && any_lookable;

    tn_arb_rr #(
        .REQ_N(8),
        .IDX_W(3)
    ) u_paths (
        .clk    (clk),
        .rst    (rst),
        .req    (able),
        .advance(go_issue),
        .any    (any_able),
        .grant  (able_path)
    );

    tn_arb_rr #(
        .REQ_N(8),
        .IDX_W(3)
    ) u_walks (
        .clk    (clk),
        .rst    (rst),
        .req    (lookable),
        .advance(walk_begin),
        .any    (any_lookable),
        .grant  (look_path)
    );

    always @(posedge clk) begin
        if (rst) begin
            port_turn_q <= 1'b1;
            jobs_q      <= 3'd0;
        end else begin
            if (go_port) port_turn_q <= 1'b0;
            if (go_issue) port_turn_q <= 1'b1;
            if (go_look) jobs_q <= 3'd0;
            else if ((go_end || go_port || go_issue) && jobs_q != LOOK_TURNS) jobs_q <= jobs_q + 3'd1;
        end
    end

endmodule

`default_nettype wire
