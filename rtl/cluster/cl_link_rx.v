// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receiver of a lane: finds runs, judges them, takes the expected packet, hands link packets on.
//
// No parameters. The comma word behind a run in t: link packets at ctl in t+2, a packet's first word at m in t+3 unless the one before is
// still on its way. Events are one cycle long. rst: no comma word has come. Contract: cl_link.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_rx (
    input  wire        clk,
    input  wire        rst,
    input  wire        up,
    input  wire        wire_rx_k,
    input  wire        wire_rx_err,
    input  wire [15:0] wire_rx_data,
    output wire        m_valid,
    output wire [15:0] m_data,
    output wire        m_last,
    output wire [5:0]  taken,
    // a good link packet
    output wire        ctl_valid,
    output wire        ctl_nack,
    output wire [1:0]  ctl_plane,
    output wire [5:0]  ctl_ack,
    output wire [23:0] ctl_freed,  // priority 0 lowest
    // what is to be answered
    output wire        ask_nack,
    output wire        ask_ack,
    output wire        ev_taken,
    output wire        ev_bad,
    output wire        ev_ahead,
    output wire        ev_behind
);

`include "cl_defs.vh"

    reg        seen_q;   // a comma word has come
    reg        comma_q, word_q, err_q;
    reg [15:0] data_q;

    // the run, up to the word before data_q
    reg [5:0]  n_q;      // words; 63: so many or more
    reg        wrong_q;  // one had an error
    reg [15:0] crc_q;
    reg [79:0] head_q;   // its first five words, the first one lowest

    always @(posedge clk) begin
        seen_q  <= !rst && (seen_q || wire_rx_k);
        comma_q <= !rst && wire_rx_k;
        word_q  <= !rst && seen_q && !wire_rx_k;
        err_q   <= wire_rx_err;
        data_q  <= wire_rx_data;
        if (word_q) begin
            crc_q   <= cl_crc16(crc_q, data_q);
            wrong_q <= wrong_q || err_q;
            if (n_q < 6'd5) head_q[16*n_q[2:0]+:16] <= data_q;
        end
        if (rst || comma_q) begin
            n_q     <= 6'd0;
            crc_q   <= CL_CRC_INIT;
            wrong_q <= 1'b0;
        end else if (word_q && n_q != 6'd63) n_q <= n_q + 6'd1;
    end

    // ---- judgement, in the cycle of the comma word behind the run; a CRC over itself gives 0
    wire [15:0] word_0 = head_q[15:0];
    wire [15:0] word_1 = head_q[31:16];
    wire        is_ctl = word_0[CL_TYPE_LSB+:4] == CL_LINK;
    wire        fits   = n_q >= CL_WORDS_MIN && n_q <= CL_WORDS_MAX && {1'b0, word_1[CL_LEN_LSB+:6]} + 7'd3 == {1'b0, n_q};
    wire        sound  = fits && !wrong_q && crc_q == 16'd0 && word_0[CL_PRIO_LSB+:2] != 2'd3;
    wire        ends   = comma_q && n_q != 6'd0 && up;
    wire        whole  = sound && (!is_ctl || (word_0 == CL_LINK_0 && word_1 == CL_LINK_1));

    // a run one comma word behind one that is not whole may be a piece of it: nobody may have sent what it says
    reg         broke_q;
    wire        good   = ends && whole && !is_ctl && !broke_q;
    wire        ctl    = ends && whole && is_ctl && !broke_q;

    always @(posedge clk) if (comma_q) broke_q <= n_q != 6'd0 && !whole;  // the first comma word behind a reset ends no run

    reg  [5:0]  next_q;    // the number that is expected
    reg         nacked_q;  // since the last packet was taken
    reg         ctl_q;
    wire [5:0]  ahead = word_1[CL_SEQ_LSB+:6] - next_q;

    assign ev_taken  = good && ahead == 6'd0;
    assign ev_ahead  = good && ahead != 6'd0 && !ahead[5];
    assign ev_behind = good && ahead[5];
    assign ev_bad    = ends && !good && !ctl;
    assign ask_nack  = (ev_bad || ev_ahead) && !nacked_q;
    assign ask_ack   = ev_taken || ev_behind;
    assign taken     = next_q - 6'd1;

    assign ctl_valid = ctl_q && up;
    assign ctl_nack  = head_q[32+CL_NACK];
    assign ctl_plane = head_q[32+CL_PLANE_LSB+:2];
    assign ctl_ack   = head_q[32+CL_ACK_LSB+:6];
    assign ctl_freed = {head_q[79:72], head_q[55:48], head_q[63:56]};

    // ---- packets on their way to m
    reg  [6:0] wr_q, keep_q, rd_q;  // where words come, where the run under way began, where they leave
    reg        m_valid_q;
    wire       leaves = rd_q != keep_q;
    wire       last;
    assign m_valid = m_valid_q;
    assign m_last  = m_valid_q && last;

    wire       wr_en = word_q && n_q < CL_WORDS_MAX;

    always @(posedge clk) begin
        m_valid_q <= leaves && !rst;
        ctl_q     <= ctl && !rst;
        if (rst) begin
            next_q   <= 6'd0;
            nacked_q <= 1'b0;
            wr_q     <= 7'd0;
            keep_q   <= 7'd0;
            rd_q     <= 7'd0;
        end else begin
            if (ev_taken) begin
                next_q <= next_q + 6'd1;
                keep_q <= wr_q;
            end else if (comma_q) wr_q <= keep_q;
            if (wr_en) wr_q <= wr_q + 7'd1;
            nacked_q <= (nacked_q || ask_nack) && !ev_taken;
            if (leaves) rd_q <= rd_q + 7'd1;
        end
    end

    tn_ram_sync #(
        .DATA_W (17),
        .DEPTH_N(128),
        .ADDR_W (7)
    ) u_ram (
        .clk    (clk),
        .wr_en  (wr_en),
        .wr_addr(wr_q),
        .wr_data({wire_rx_k, data_q}),
        .rd_en  (leaves),
        .rd_addr(rd_q),
        .rd_data({last, m_data})
    );

endmodule

`default_nettype wire
