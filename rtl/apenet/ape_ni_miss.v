// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Pages that the TLB does not have: asked of the micro-controller, one each for VC 0, VC 1 and the replies to GETs.
//
// open begins a miss of client who (0 to 2); wait_q is high for it until the answer has been taken, into the TLB by fill when it is
// a page. fault and timed tell how it ended when the question is still for the same page; clear forgets that. drop: pages
// were taken away, an answer for them is void and the client asks anew. rst forgets all. Contract: ape_ni.md section 7.3.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_miss (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] now,
    input  wire [31:0] timeout,
    // the judge's side
    input  wire        open,
    input  wire        clear,
    input  wire [1:0]  who,
    input  wire [15:0] pid,
    input  wire [35:0] page,
    output wire [2:0]  waits,
    output wire        fault,
    output wire        timed,
    // pages found, for the TLB
    output wire        fill_want,
    input  wire        fill_taken,
    output wire [15:0] fill_pid,
    output wire [35:0] fill_page,
    output wire [35:0] fill_to,
    // pages taken away
    input  wire        drop,
    input  wire [15:0] drop_pid,
    input  wire [35:0] drop_first,
    input  wire [35:0] drop_last,
    // the micro-controller's side
    output wire        head_valid,
    output wire [59:0] head,        // slot, pid, page
    input  wire        answer,
    input  wire        answer_fault,
    input  wire [7:0]  answer_slot,
    input  wire [35:0] answer_page
);

    localparam integer N = 3;
    localparam [2:0] S_NONE = 3'd0;
    localparam [2:0] S_WANT = 3'd1;   // not yet in the queue
    localparam [2:0] S_WAIT = 3'd2;
    localparam [2:0] S_FILL = 3'd3;   // the page goes into the TLB
    localparam [2:0] S_FAULT = 3'd4;
    localparam [2:0] S_TIMED = 3'd5;

    reg  [3*N-1:0] state_q;
    reg  [6*N-1:0] seq_q;
    reg  [16*N-1:0] pid_q;
    reg  [36*N-1:0] page_q;
    reg  [32*N-1:0] since_q;
    reg  [N-1:0] stale_q;
    reg  [36*N-1:0] to_q;

    wire        q_ready;
    wire [2:0]  level;
    // of those who want to ask the lowest
    wire [2:0]  wants = {state_q[3*2+:3] == S_WANT, state_q[3*1+:3] == S_WANT, state_q[3*0+:3] == S_WANT};
    wire [1:0]  asker = wants[0] ? 2'd0 : wants[1] ? 2'd1 : 2'd2;
    wire        push = wants != 3'd0 && q_ready;
    wire        pop = answer && head_valid && answer_slot == head[59:52];
    wire [2:0]  fills = {state_q[3*2+:3] == S_FILL, state_q[3*1+:3] == S_FILL, state_q[3*0+:3] == S_FILL};
    wire [1:0]  filler = fills[0] ? 2'd0 : fills[1] ? 2'd1 : 2'd2;
    wire        same = pid_q[16*who+:16] == pid && page_q[36*who+:36] == page;

    function in_drop;
        input [15:0] p;
        input [35:0] g;
        in_drop = p == drop_pid && g >= drop_first && g <= drop_last;
    endfunction

    assign waits     = {state_q[3*2+:3] != S_NONE && state_q[3*2+:3] < S_FAULT, state_q[3*1+:3] != S_NONE && state_q[3*1+:3] < S_FAULT,
                        state_q[3*0+:3] != S_NONE && state_q[3*0+:3] < S_FAULT};
    assign fault     = state_q[3*who+:3] == S_FAULT && same;
    assign timed     = state_q[3*who+:3] == S_TIMED && same;
    assign fill_want = fills != 3'd0;
    assign fill_pid  = pid_q[16*filler+:16];
    assign fill_page = page_q[36*filler+:36];
    assign fill_to   = to_q[36*filler+:36];

    tn_fifo #(
        .DATA_W    (60),
        .DEPTH_LOG2(2)
    ) u_queue (
        .clk    (clk),
        .rst    (rst),
        .s_valid(push),
        .s_ready(q_ready),
        .s_data ({seq_q[6*asker+:6], asker, pid_q[16*asker+:16], page_q[36*asker+:36]}),
        .m_valid(head_valid),
        .m_ready(pop),
        .m_data (head),
        .level  (level)
    );

    wire [2:0] dropped = {drop && in_drop(pid_q[16*2+:16], page_q[36*2+:36]), drop && in_drop(pid_q[16*1+:16], page_q[36*1+:36]),
                          drop && in_drop(pid_q[16*0+:16], page_q[36*0+:36])};
    wire [2:0] stale = stale_q | dropped;
    wire [2:0] answered = !pop ? 3'd0
                        : {head[53:52] == 2'd2 && head[59:54] == seq_q[6*2+:6] && state_q[3*2+:3] == S_WAIT,
                           head[53:52] == 2'd1 && head[59:54] == seq_q[6*1+:6] && state_q[3*1+:3] == S_WAIT,
                           head[53:52] == 2'd0 && head[59:54] == seq_q[6*0+:6] && state_q[3*0+:3] == S_WAIT};
    integer c;
    always @(posedge clk)
        for (c = 0; c < N; c = c + 1)
            if (rst) begin
                state_q[3*c+:3] <= S_NONE;
                seq_q[6*c+:6]   <= 6'd0;
            end else begin
                if (dropped[c]) stale_q[c] <= 1'b1;
                if (push && asker == c[1:0]) state_q[3*c+:3] <= S_WAIT;
                if ((state_q[3*c+:3] == S_WAIT || state_q[3*c+:3] == S_WANT) && now - since_q[32*c+:32] >= timeout) begin
                    state_q[3*c+:3] <= S_TIMED;
                    seq_q[6*c+:6]   <= seq_q[6*c+:6] + 6'd1;
                end
                if (answered[c]) begin
                    state_q[3*c+:3] <= stale[c] ? S_NONE : answer_fault ? S_FAULT : S_FILL;
                    seq_q[6*c+:6]   <= seq_q[6*c+:6] + 6'd1;
                end
                if (state_q[3*c+:3] == S_FILL && (stale[c] || (fill_taken && filler == c[1:0]))) state_q[3*c+:3] <= S_NONE;
                if (clear && who == c[1:0]) state_q[3*c+:3] <= S_NONE;
                if (open && who == c[1:0]) begin
                    state_q[3*c+:3] <= S_WANT;
                    pid_q[16*c+:16]   <= pid;
                    page_q[36*c+:36]  <= page;
                    since_q[32*c+:32] <= now;
                    stale_q[c] <= 1'b0;
                end
            end

    always @(posedge clk) if (pop && head[53:52] != 2'd3) to_q[36*head[53:52]+:36] <= answer_page;

    wire unused = &{1'b0, level};

endmodule

`default_nettype wire
