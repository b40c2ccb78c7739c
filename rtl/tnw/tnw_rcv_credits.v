// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Credits of TNW's 48 (link, channel): a queue each, and how far the oldest is used up.
//
// CREDIT_LOG2 0 to 4: a queue has 2** of it. LINK_N 1 to 6: links; fewer than 6 for proofs, ids are below 8*LINK_N
// then. A credit is {base in 16 bytes, length in 128 bytes, notify address in 16 bytes, tag}. One that is pushed
// in t is there in t+1. take uses 128 bytes of the oldest of sel up, and takes it off the queue when that is all
// of it; cut takes the oldest of cut_id off before that (a packet with last). It stays outstanding until gone (its notification was accepted). flush drops a link's; of those the
// writer says which are kept: packets of theirs are not yet written, and drop when they are. rst empties all.
// Contract: tnw_nwp.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_credits #(
    parameter integer CREDIT_LOG2 = 3,  // log2 of the credits of a queue
    parameter integer LINK_N      = 6   // links, of 8 channels each
) (
    input  wire                 clk,
    input  wire                 rst,
    // registers
    input  wire                 push,      // only with room
    input  wire [5:0]           reg_id,    // whose room, outstanding and used are shown, and who is pushed to
    input  wire [173:0]         reg_credit,
    output wire                 room,
    output wire [CREDIT_LOG2:0] outstanding,
    output wire [20:0]          used,
    // takes
    output reg  [8*LINK_N-1:0]  has,
    input  wire [5:0]           sel,
    input  wire                 take,
    output wire [173:0]         credit,    // the oldest of sel
    output wire                 first,     // nothing of it is used up
    output wire                 ends,      // the next packet uses up all
    output wire [21:0]          use_to,    // packets of it that are used up then
    input  wire                 cut,       // never of sel with take
    input  wire [5:0]           cut_id,
    // flushes, and credits that end
    input  wire [LINK_N-1:0]    flush,
    input  wire                 gone,
    input  wire                 drop,
    input  wire [5:0]           gone_id,   // of gone and drop
    input  wire [1:0]           kept,
    input  wire [11:0]          kept_id,
    output reg  [9:0]           flushed    // credits dropped in this cycle
);

    localparam integer Q = 8 * LINK_N;                            // queues
    localparam integer N = CREDIT_LOG2 + 1;                       // bits of a number of credits
    localparam integer P = CREDIT_LOG2 == 0 ? 1 : CREDIT_LOG2;    // bits of a place
    localparam [N-1:0] SIZE = 1 << CREDIT_LOG2;
    localparam [N-1:0] ONE = 1;

    reg [Q*N-1:0] have_q, have_d;  // in the queue
    reg [Q*N-1:0] out_q, out_d;    // those, and those not yet gone
    reg [Q*P-1:0] wr_q;            // next place to be written
    reg [Q-1:0]   begun_q;         // used_q holds the use of the oldest

    assign outstanding = out_q[N*reg_id+:N];
    assign room        = outstanding != SIZE;

    integer i;
    always @* begin
        for (i = 0; i < Q; i = i + 1) has[i] = have_q[N*i+:N] != {N{1'b0}};
    end

    // A push comes before the flush of its cycle.
    integer k;
    always @* begin
        have_d  = have_q;
        out_d   = out_q;
        flushed = {9'd0, drop};
        if (push) begin
            have_d[N*reg_id+:N] = have_d[N*reg_id+:N] + ONE;
            out_d[N*reg_id+:N]  = out_d[N*reg_id+:N] + ONE;
        end
        if (take && ends) have_d[N*sel+:N] = have_d[N*sel+:N] - ONE;
        if (cut) have_d[N*cut_id+:N] = have_d[N*cut_id+:N] - ONE;
        if (gone || drop) out_d[N*gone_id+:N] = out_d[N*gone_id+:N] - ONE;
        for (k = 0; k < Q; k = k + 1)
            if (flush[k/8]) begin
                flushed = flushed + {{(10 - N) {1'b0}}, out_d[N*k+:N]};
                have_d[N*k+:N] = {N{1'b0}};
                out_d[N*k+:N]  = {N{1'b0}};
            end
        for (k = 0; k < 2; k = k + 1)
            if (kept[k]) begin
                flushed = flushed - 10'd1;
                out_d[N*kept_id[6*k+:6]+:N] = out_d[N*kept_id[6*k+:6]+:N] + ONE;
            end
    end

    integer l;
    always @(posedge clk) begin
        if (rst) begin
            have_q  <= {(Q * N) {1'b0}};
            out_q   <= {(Q * N) {1'b0}};
            wr_q    <= {(Q * P) {1'b0}};
            begun_q <= {Q{1'b0}};
        end else begin
            have_q <= have_d;
            out_q  <= out_d;
            if (push) wr_q[P*reg_id+:P] <= wr_q[P*reg_id+:P] + 1'b1;
            if (take) begun_q[sel] <= !ends;
            if (cut) begun_q[cut_id] <= 1'b0;
            for (l = 0; l < LINK_N; l = l + 1) if (flush[l]) begun_q[8*l+:8] <= 8'd0;
        end
    end

    // ---- the credits themselves
    wire [P-1:0] sel_wr = wr_q[P*sel+:P];
    wire [P-1:0] sel_rd = sel_wr - have_q[N*sel+:P];

    tn_ram #(
        .DATA_W (174),
        .DEPTH_N(Q << P),
        .ADDR_W (6 + P)
    ) u_ram (
        .clk    (clk),
        .wr_en  (push),
        .wr_addr({reg_id, wr_q[P*reg_id+:P]}),
        .wr_data(reg_credit),
        .rd_addr({sel, sel_rd}),
        .rd_data(credit)
    );

    // ---- packets of the oldest that are used up
    wire [20:0] use_sel;
    wire [20:0] use_reg;
    wire [20:0] use_now = first ? 21'd0 : use_sel;
    wire [20:0] use_next = use_now + 21'd1;

    assign first = !begun_q[sel];
    assign use_to = {1'b0, use_now} + 22'd1;
    assign ends  = use_to == credit[113:92];
    assign used  = begun_q[reg_id] ? use_reg : 21'd0;

    tn_ram #(
        .DATA_W (21),
        .DEPTH_N(Q),
        .ADDR_W (6)
    ) u_use_sel (
        .clk    (clk),
        .wr_en  (take),
        .wr_addr(sel),
        .wr_data(use_next),
        .rd_addr(sel),
        .rd_data(use_sel)
    );

    tn_ram #(
        .DATA_W (21),
        .DEPTH_N(Q),
        .ADDR_W (6)
    ) u_use_reg (
        .clk    (clk),
        .wr_en  (take),
        .wr_addr(sel),
        .wr_data(use_next),
        .rd_addr(reg_id),
        .rd_data(use_reg)
    );

endmodule

`default_nettype wire
