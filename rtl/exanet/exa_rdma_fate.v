// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Decides the fate of a packet that has come to the RDMA receiver, or what memory's answer does.
//
// Combinational; nothing resets. packet, answer: which of the two; hit, was: a context has its key,
// and the context's state; room: a way can be had; ctx: its word. fate: the cause of the packet, one
// hot; code with say: a nack, or the answer to a message; positive: answered as done. With update
// the context becomes next, next_state. late: the answer is of no context any more; over: a new
// transaction takes the place of an active one.
// Contract: exa_rdma_rx.md sections 4, 6 and 7.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_fate (
    // which, and its context
    input  wire         packet,
    input  wire         answer,
    input  wire         hit,
    input  wire [1:0]   was,
    input  wire         room,
    input  wire [31:0]  now,
    input  wire [178:0] ctx,
    // the packet
    input  wire         bank_hit,
    input  wire         dup,
    input  wire [1:0]   p_kind,
    input  wire [15:0]  p_pdid,
    input  wire [41:0]  p_addr,
    input  wire [12:0]  p_seq,
    input  wire         p_first,
    input  wire         p_last,
    input  wire         p_notify,
    input  wire         p_pld_ok,
    input  wire         p_decode,
    // memory's answer
    input  wire [1:0]   b_resp,
    input  wire [1:0]   b_kind,
    input  wire [5:0]   b_bit,
    input  wire [12:0]  b_seq,
    // what follows
    output reg  [19:10] fate,
    output reg  [3:0]   code,
    output reg          say,
    output reg          positive,
    output reg          update,
    output reg  [178:0] next,
    output reg  [1:0]   next_state,
    output reg          late,
    output wire         over,
    output wire         by_ctx,
    output wire         flagged
);

`include "exa_rdma_defs.vh"

    wire message = packet ? p_kind == MESSAGE : b_kind == MESSAGE;
    wire of_ctx = packet ? !p_kind[1] : b_kind == DATA;

    // ---- the packet, or the answer, and its context
    wire [12:0] seq = packet ? p_seq : b_seq;
    wire [12:0] ahead = seq - ctx[SEQ+:13];
    wire        newer = ahead != 13'd0 && !ahead[12];
    wire        gen = seq[12:4] == ctx[SEQ+4+:9];
    wire        stale = of_ctx && hit && !newer && ahead != 13'd0 && !(gen && was == DONE);
    wire        again = of_ctx && hit && gen && was == DONE;
    wire        fresh = !hit || !gen;                // a new transaction, when it comes so far
    wire        exact = hit && was == ACTIVE && ahead == 13'd0;
    wire        retry = !fresh && newer;

    // the context as the packet finds it: new, with a new attempt, or as it is
    reg [CTX_W-1:0] base;
    always @* begin
        base = ctx;
        if (fresh) begin
            base           = {CTX_W{1'b0}};
            base[PDID+:16] = p_pdid;
        end else if (retry) begin
            base[FIRST+:7] = 7'd0;
            base[LAST+:7]  = 7'd0;
            base[NOTIFY]   = 1'b0;
            base[NACKED]   = 1'b0;
            base[MAP+:64]  = 64'd0;
            base[OPEN+:4]  = 4'd0;
        end
        base[SEQ+:13]  = p_seq;
        base[USED+:32] = now;
    end

    wire [5:0] index = p_addr[13:8];
    wire       first_known = base[FIRST+KNOWN];
    wire       last_known = base[LAST+KNOWN];
    wire       wrong_pdid = base[PDID+:16] != p_pdid;
    wire       wrong_blk = base[BLK+BLK_KNOWN] && base[BLK+:28] != p_addr[41:14];
    wire       wrong_first = p_first && first_known && base[FIRST+:6] != index;
    wire       wrong_last = p_last && last_known && base[LAST+:6] != index;
    wire       below = index < (p_first ? index : base[FIRST+:6]) && (p_first || first_known);
    wire       above = index > (p_last ? index : base[LAST+:6]) && (p_last || last_known);
    wire       wrong_data = p_kind == DATA && (wrong_blk || wrong_first || wrong_last || below || above);

    wire       marked = !b_resp[1];  // OKAY

    // ---- decision
    always @* begin
        fate       = 10'd0;
        code       = 4'd0;
        say        = 1'b0;
        positive   = 1'b0;
        update     = 1'b0;
        next       = ctx;
        next_state = was;
        late       = 1'b0;
        if (packet) begin
            if (stale) fate[C_STALE] = 1'b1;
            else if (again) begin
                fate[C_DONE]    = 1'b1;
                positive        = p_last || p_seq[3:0] > ctx[ATT+:4];
                update          = 1'b1;
                next[USED+:32]  = now;
            end else if (!p_pld_ok) begin
                fate[C_PCRC] = 1'b1;
                code         = 4'd3;
            end else if (message && dup) begin
                fate[C_DUP] = 1'b1;
            end else if (p_decode) begin
                fate[C_DECODE] = 1'b1;
                code           = 4'd4;
            end else if (!bank_hit) begin
                fate[C_PROT] = 1'b1;
                code         = 4'd7;
            end else if (of_ctx && !hit && !room) begin
                fate[C_NOCTX] = 1'b1;
                code          = 4'd2;
            end else if (!of_ctx) fate[C_TAKEN] = 1'b1;
            else begin
                update     = 1'b1;
                next       = base;
                next_state = ACTIVE;
                if (wrong_pdid || wrong_data) begin
                    fate[C_MISMATCH] = 1'b1;
                    code             = wrong_pdid ? 4'd7 : 4'd4;
                end else if (p_kind == CONTROL) begin
                    fate[base[CTL] ? C_CTLDUP : C_TAKEN] = 1'b1;
                    next[CTL] = 1'b1;
                end else begin
                    fate[C_TAKEN] = 1'b1;
                    next[BLK+:29] = {1'b1, p_addr[41:14]};
                    if (p_first) next[FIRST+:7] = {1'b1, index};
                    if (p_last) next[LAST+:7] = {1'b1, index};
                    if (p_notify) next[NOTIFY] = 1'b1;
                    next[OPEN+:4] = base[OPEN+:4] + {3'd0, base[OPEN+:4] != 4'd15};
                end
            end
            say = p_kind == MESSAGE ? (fate[C_PCRC] || fate[C_DUP] || fate[C_DECODE] || fate[C_PROT]) : of_ctx && code != 4'd0;
        end else if (answer) begin
            code = marked ? 4'd0 : b_resp[0] ? 4'd4 : 4'd1;
            if (message) say = 1'b1;
            else if (of_ctx) begin
                late   = !exact;
                say    = exact && !marked;
                update = exact;
                if (exact && marked) next[MAP+{26'd0, b_bit}] = 1'b1;
                if (exact) next[OPEN+:4] = ctx[OPEN+:4] - {3'd0, ctx[OPEN+:4] != 4'd0};
            end
        end
    end

    assign over    = packet && update && hit && !gen && was == ACTIVE;
    assign by_ctx  = of_ctx && (answer || exact || fate[C_MISMATCH]);
    assign flagged = fate[C_MISMATCH] ? base[NACKED] : ctx[NACKED];

    wire unused = &{1'b0, p_addr[7:0]};

endmodule

`default_nettype wire
