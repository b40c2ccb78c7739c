// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One direction of the remapper, from its input stream to the class queues:
// decided TLPs get their new header and digest, the others end here.
//
// Three register stages (input, shift, digest); one beat a cycle. rst empties
// them.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_pipe #(
    parameter integer DIR = 0 // 0 U2D, 1 D2U
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire [3:0]   s_port,
    output wire         s_ready,
    output wire         s_first,    // the beat at the input begins a TLP

    // decision on that beat
    input  wire         d_forward,
    input  wire [3:0]   d_cause,
    input  wire         d_answer,
    input  wire [95:0]  d_ur_beat,
    input  wire [1:0]   d_cls,
    input  wire         d_td,
    input  wire         d_in_hdr4,
    input  wire         d_out_hdr4,
    input  wire [127:0] d_header,
    input  wire [3:0]   d_dest,

    // reject: one cycle for each
    output wire         rej_valid,
    output wire [3:0]   rej_cause,
    output wire [3:0]   rej_port,
    output wire         ur_valid,   // this reject needs a completion
    output wire [95:0]  ur_beat,
    input  wire         ur_ready,
    output wire         posted,     // a P TLP to be forwarded was accepted

    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_first,
    output reg          m_last,
    output reg  [3:0]   m_dest,
    output reg  [1:0]   m_cls,
    output reg          m_bad,      // its digest came wrong; with m_last
    input  wire         m_ready
);
    function [2:0] count;
        input [3:0] keep;
        count = {2'b00, keep[0]} + {2'b00, keep[1]} + {2'b00, keep[2]} + {2'b00, keep[3]};
    endfunction

    // --- input register, with the decision taken on the way in ---
    reg         open_q; // a TLP is under way at the input
    reg         a_valid_q, a_first_q, a_last_q, a_forward_q, a_answer_q, a_td_q, a_in4_q, a_out4_q;
    reg [127:0] a_data_q, a_header_q;
    reg [95:0]  a_ur_q;
    reg [3:0]   a_keep_q, a_cause_q, a_port_q, a_dest_q;
    reg [1:0]   a_cls_q;

    wire b_ready;
    wire a_reject = a_valid_q && !a_forward_q;
    wire a_held   = a_reject && a_first_q && a_answer_q && !ur_ready;
    wire a_go     = a_valid_q && (a_forward_q ? b_ready : !a_held);
    wire s_fire   = s_valid && s_ready;

    assign s_ready   = !a_valid_q || a_go;
    assign s_first   = !open_q;
    assign rej_valid = a_reject && a_first_q && a_go;
    assign rej_cause = a_cause_q;
    assign rej_port  = a_port_q;
    assign ur_valid  = a_reject && a_first_q && a_answer_q;
    assign ur_beat   = a_ur_q;
    assign posted    = s_fire && s_first && d_forward && d_cls == 2'd0;

    always @(posedge clk) begin
        if (rst) begin
            open_q    <= 1'b0;
            a_valid_q <= 1'b0;
        end else begin
            if (s_fire)
                open_q <= !s_last;
            if (s_ready)
                a_valid_q <= s_valid;
        end
        if (s_fire) begin
            a_data_q  <= s_data;
            a_keep_q  <= s_keep;
            a_last_q  <= s_last;
            a_first_q <= s_first;
            if (s_first) begin
                a_forward_q <= d_forward;
                a_answer_q  <= d_answer;
                a_cause_q   <= d_cause;
                a_ur_q      <= d_ur_beat;
                a_cls_q     <= d_cls;
                a_td_q      <= d_td;
                a_in4_q     <= d_in_hdr4;
                a_out4_q    <= d_out_hdr4;
                a_header_q  <= d_header;
                a_dest_q    <= d_dest;
                a_port_q    <= s_port;
            end
        end
    end

    // --- the digest that came ---
    wire [2:0]  a_n = count(a_keep_q);
    wire [31:0] a_digest;
    reg  [31:0] a_last_dw;

    cz_ecrc #(.USER_SIDE(DIR == 0 ? 1 : 0)) u_check (
        .clk(clk), .rst(rst), .step(a_go), .en(a_td_q), .first(a_first_q), .last(a_last_q),
        .data(a_data_q), .n(a_n), .digest(a_digest)
    );

    always @*
        case (a_n)
            3'd1: a_last_dw = a_data_q[31:0];
            3'd2: a_last_dw = a_data_q[63:32];
            3'd3: a_last_dw = a_data_q[95:64];
            default: a_last_dw = a_data_q[127:96];
        endcase

    wire a_bad = a_td_q && a_last_q && a_last_dw != a_digest;

    // --- new header ---
    wire         b_valid, b_first, b_last, b_bad, b_take;
    wire [127:0] b_data;
    wire [2:0]   b_n;
    wire [7:0]   b_side;

    cz_dw_shift u_shift (
        .clk(clk), .rst(rst),
        .s_valid(a_valid_q && a_forward_q), .s_data(a_data_q), .s_n(a_n), .s_first(a_first_q),
        .s_last(a_last_q), .s_header(a_header_q), .s_in4(a_in4_q), .s_out4(a_out4_q),
        .s_bad(a_bad), .s_side({1'b0, a_td_q, a_cls_q, a_dest_q}), .s_ready(b_ready),
        .m_valid(b_valid), .m_data(b_data), .m_n(b_n), .m_first(b_first), .m_last(b_last),
        .m_bad(b_bad), .m_side(b_side), .m_ready(b_take)
    );

    // --- the digest that leaves ---
    wire        b_td = b_side[6];
    wire [31:0] b_digest;
    wire [31:0] b_final = b_bad ? ~b_digest : b_digest;

    assign b_take = !m_valid || m_ready;

    // to the device the Dest CPU bits are 0 anyway
    cz_ecrc #(.USER_SIDE(1)) u_make (
        .clk(clk), .rst(rst), .step(b_valid && b_take), .en(b_td), .first(b_first),
        .last(b_last), .data(b_data), .n(b_n), .digest(b_digest)
    );

    wire unused = &{1'b0, b_side[7]};

    always @(posedge clk) begin
        if (rst)
            m_valid <= 1'b0;
        else if (b_take)
            m_valid <= b_valid;
        if (b_take) begin
            m_data  <= b_data;
            m_keep  <= {b_n[2], b_n > 3'd2, b_n > 3'd1, 1'b1};
            m_first <= b_first;
            m_last  <= b_last;
            m_dest  <= b_side[3:0];
            m_cls   <= b_side[5:4];
            m_bad   <= b_bad;
            if (b_td && b_last)
                case (b_n)
                    3'd1: m_data[31:0] <= b_final;
                    3'd2: m_data[63:32] <= b_final;
                    3'd3: m_data[95:64] <= b_final;
                    default: m_data[127:96] <= b_final;
                endcase
        end
    end
endmodule

`default_nettype wire
