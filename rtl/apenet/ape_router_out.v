// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An output of APEnet's router: grants one input at a time for which the next buffer has room, and gives its packet.
//
// IN_N (2 to 16) inputs, numbered in IDX_W bits. A word of the input granted stands at m one cycle behind. The room is looked at
// three cycles or more after the header of the packet before has left. rst: no packet, input 0 first. Contract: ape_router.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_router_out #(
    parameter integer IN_N  = 13,
    parameter integer IDX_W = 4
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                round,      // 1: round robin, 0: the lowest number
    // inputs: those that ask for this output
    input  wire [IN_N-1:0]     req,
    input  wire [IN_N-1:0]     req_vc,
    input  wire [9*IN_N-1:0]   req_words,
    output wire [IN_N-1:0]     grant,
    output wire                any,        // one of them is granted
    input  wire [IN_N-1:0]     s_valid,
    output wire [IN_N-1:0]     s_ready,
    input  wire [128*IN_N-1:0] s_data,
    input  wire [IN_N-1:0]     s_head,
    input  wire [IN_N-1:0]     s_last,
    // room of the next buffer by VC
    input  wire [19:0]         room_data,
    input  wire [15:0]         room_hdr,
    // the packet
    output wire                m_valid,
    input  wire                m_ready,
    output wire [127:0]        m_data,
    output wire                m_vc,
    output wire                m_head,
    output wire                m_last
);

    reg             busy_q;
    reg [IDX_W-1:0] from_q;
    reg             vc_q;     // of the packet that is granted
    reg [1:0]       hold_q;   // cycles until the room is looked at again, once the header has left
    reg             valid_q, head_q, last_q, out_vc_q;
    reg [127:0]     data_q;

    wire move   = !valid_q || m_ready;
    wire take   = busy_q && s_valid[from_q] && move;
    wire ends   = take && s_last[from_q];
    wire look   = (!busy_q || ends) && hold_q == 2'd0;

    // virtual cut-through: room for all of the packet
    reg [IN_N-1:0] fit;
    integer        i;
    always @* begin
        fit = {IN_N{1'b0}};
        if (look && req != {IN_N{1'b0}})
            for (i = 0; i < IN_N; i = i + 1)
                if (req[i])
                    fit[i] = (req_vc[i] ? room_data[19:10] : room_data[9:0]) >= {1'b0, req_words[9*i+:9]}
                        && (req_vc[i] ? room_hdr[15:8] : room_hdr[7:0]) >= 8'd2;
    end

    wire [IDX_W-1:0] turn;

    tn_arb_rr #(
        .REQ_N(IN_N),
        .IDX_W(IDX_W)
    ) u_turn (
        .clk    (clk),
        .rst    (rst),
        .req    (fit),
        .advance(1'b1),
        .any    (any),
        .grant  (turn)
    );

    wire [IN_N-1:0]  first = fit & (~fit + 1'b1);
    reg  [IDX_W-1:0] lowest;
    always @* begin
        lowest = {IDX_W{1'b0}};
        for (i = IN_N - 1; i >= 0; i = i - 1) if (fit[i]) lowest = i[IDX_W-1:0];
    end

    localparam [IN_N-1:0] ONE = 1;

    assign grant   = round ? (any ? ONE << turn : {IN_N{1'b0}}) : first;
    assign s_ready = busy_q && move ? ONE << from_q : {IN_N{1'b0}};
    assign m_valid = valid_q;
    assign m_data  = data_q;
    assign m_vc    = out_vc_q;
    assign m_head  = head_q;
    assign m_last  = last_q;

    always @(posedge clk) begin
        if (rst) begin
            busy_q  <= 1'b0;
            from_q  <= {IDX_W{1'b0}};
            hold_q  <= 2'd0;
            valid_q <= 1'b0;
        end else begin
            if (any) begin
                busy_q <= 1'b1;
                from_q <= round ? turn : lowest;
                hold_q <= 2'd3;
            end else begin
                if (ends) busy_q <= 1'b0;
                if (hold_q == 2'd3 ? valid_q && m_ready && head_q : hold_q != 2'd0) hold_q <= hold_q - 2'd1;
            end
            if (move) valid_q <= take;
        end
    end

    always @(posedge clk) begin
        if (any) vc_q <= req_vc[round ? turn : lowest];
        if (take) begin
            data_q   <= s_data[128*from_q+:128];
            head_q   <= s_head[from_q];
            last_q   <= s_last[from_q];
            out_vc_q <= vc_q;
        end
    end

endmodule

`default_nettype wire
