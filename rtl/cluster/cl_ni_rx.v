// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Takes a packet of one priority from the network into a register and judges its form.
//
// PRIO: the priority; WORD_N: payload words that are kept, 4 to 10. A packet is there the cycle behind its last word, until `take`.
// rst: no packet. Contract: cl_ni.md sections 2 and 5.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_rx #(
    parameter integer PRIO   = 0,
    parameter integer WORD_N = 10
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         go,       // packets may come
    input  wire [6:0]   me,       // this CPU's node and number
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [31:0]  s_data,
    input  wire         s_last,
    output wire         valid,
    output wire         bad,      // malformed
    input  wire         take,
    output wire [3:0]   kind,     // its type
    output wire [319:0] payload,
    output wire [3:0]   n         // data words behind the two addresses
);

    `include "cl_defs.vh"
    localparam [1:0] PRIO_2 = PRIO[1:0];

    reg                 full_q;
    reg [4:0]           count_q;  // words, saturated
    reg [31:0]          head_q;
    reg [32*WORD_N-1:0] pay_q;

    wire [320:0] wide = {{(321 - 32 * WORD_N) {1'b0}}, pay_q};
    assign payload = wide[319:0];
    assign s_ready = go && !full_q;
    assign valid   = full_q;

    wire [4:0] at = count_q - 5'd1;
    integer i;
    always @(posedge clk) begin
        if (rst) begin
            full_q  <= 1'b0;
            count_q <= 5'd0;
        end else if (s_valid && s_ready) begin
            full_q <= s_last;
            if (count_q != 5'd31) count_q <= count_q + 5'd1;
        end else if (take) begin
            full_q  <= 1'b0;
            count_q <= 5'd0;
        end
        if (s_valid && s_ready) begin
            if (count_q == 5'd0) head_q <= s_data;
            for (i = 0; i < WORD_N; i = i + 1)
                if (at == i[4:0]) pay_q[32*i+:32] <= s_data;
        end
    end

    // ---- its form
    wire [5:0] len = head_q[22+:6];
    wire [31:0] w0 = payload[31:0], w1 = payload[63:32], w2 = payload[95:64];
    wire [15:0] size = kind == CL_READ ? payload[111:96] : payload[79:64];
    assign kind = head_q[3:0];
    assign n    = len[4:1] - 4'd2;

    reg fits;
    always @*
        case (kind)
            CL_WRITE, CL_WRITE_REPLY: fits = !len[0] && len >= 6'd6 && len <= 6'd20 && {1'b0, w0[4:2]} + n <= 4'd8;
            CL_READ: fits = len == 6'd7 && w2[1:0] == 2'd0 && size <= 16'd32;
            CL_MESSAGE: fits = !len[0] && len >= 6'd6 && len <= 6'd32;
            CL_QUEUE_READ: fits = len == 6'd5 && size <= 16'd28;
            CL_ACK, CL_ADD: fits = len == 6'd4;
            CL_REFUSE: fits = len == 6'd5;
            default: fits = 1'b0;
        endcase

    wire sized = kind == CL_READ || kind == CL_QUEUE_READ;
    wire [6:0] end_at = {2'd0, w1[4:0]} + size[6:0];
    wire in_line = !sized || (size != 16'd0 && size[1:0] == 2'd0 && end_at <= 7'd32);
    wire adds = kind == CL_ACK || kind == CL_ADD || kind == CL_REFUSE;  // no second address
    assign bad = !fits || !in_line || count_q != 5'd1 + (len[5:1] + {4'd0, len[0]}) || head_q[5:4] != PRIO_2
                 || cl_type_prio(kind) != PRIO_2 || {head_q[15:11], head_q[31:30]} != me || w0[31:25] != me || w0[1:0] != 2'd0
                 || (!adds && w1[1:0] != 2'd0);

    wire unused = &{1'b0, head_q[29:28], head_q[21:16], head_q[10:6], wide[320], w0[24:5], w1[31:5], w2[31:2]};

endmodule

`default_nettype wire
