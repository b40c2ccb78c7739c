// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Table of duplicates: the number of the last message of each {sender, tid}.
//
// ENTRY_N (4 to 1024) entries. In a cycle with look: dup says that key was last put
// with number num, and used at most age cycles ago; that renews its use. With put in
// the same cycle the number is kept: in the key's entry, else in the lowest free one,
// else in the one last used longest ago. Lookup is combinational; what is put in t is
// found from t+1 on. rst frees all. Contract: exa_ni.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_dup #(
    parameter integer ENTRY_N = 64  // entries, 4 to 1024
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] age,
    input  wire        look,
    input  wire [34:0] key,
    input  wire [13:0] num,
    input  wire        put,
    output wire        dup
);

    generate
        if (ENTRY_N < 4 || ENTRY_N > 1024) begin : g_entry_n
            tn_error_ENTRY_N_must_be_4_to_1024 u_error ();
        end
    endgenerate

`include "exa_defs.vh"

    localparam integer TOP = ENTRY_N - 1;
    localparam integer KEY_W = EXA_DST_W + EXA_TID_MSG_BIT;  // the sender, and of its tid what says which message

    reg [ENTRY_N-1:0]    valid_q;
    reg [KEY_W*ENTRY_N-1:0] key_q;
    reg [EXA_SEQ_W*ENTRY_N-1:0] num_q;
    reg [32*ENTRY_N-1:0] used_q;  // when
    reg [31:0]           now_q;
    reg [9:0]            sweep_q;

    // the entry of the key, and the one to take when there is none
    reg        hit;
    reg        room;
    reg [9:0]  at;
    reg [9:0]  victim;
    reg [31:0] old;
    reg [31:0] oldest;
    integer    i;
    always @* begin
        hit    = 1'b0;
        room   = 1'b0;
        at     = 10'd0;
        victim = 10'd0;
        old    = 32'd0;
        oldest = 32'd0;
        if (look)
            for (i = ENTRY_N - 1; i >= 0; i = i - 1) begin
                old = now_q - used_q[32*i+:32];
                if (!valid_q[i] || old > age) begin
                    room   = 1'b1;
                    victim = i[9:0];
                end else begin
                    if (key_q[KEY_W*i+:KEY_W] == key) begin
                        hit = 1'b1;
                        at  = i[9:0];
                    end
                    if (!room && old >= oldest) begin
                        oldest = old;
                        victim = i[9:0];
                    end
                end
            end
    end

    wire [9:0] where = hit ? at : victim;

    assign dup = hit && num_q[EXA_SEQ_W*at+:EXA_SEQ_W] == num;

    // an entry out of its time is freed before the clock comes round
    wire stale = now_q - used_q[32*sweep_q+:32] > age;

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= {ENTRY_N{1'b0}};
            now_q   <= 32'd0;
            sweep_q <= 10'd0;
        end else begin
            now_q   <= now_q + 32'd1;
            sweep_q <= sweep_q == TOP[9:0] ? 10'd0 : sweep_q + 10'd1;
            if (stale) valid_q[sweep_q] <= 1'b0;
            if (put) valid_q[where] <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (put) begin
            key_q[KEY_W*where+:KEY_W] <= key;
            num_q[EXA_SEQ_W*where+:EXA_SEQ_W] <= num;
        end
        if (put || dup) used_q[32*where+:32] <= now_q;
    end

endmodule

`default_nettype wire
