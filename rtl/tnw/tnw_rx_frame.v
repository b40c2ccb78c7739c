// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Words from the line: feedback outside packets, and packets word by word.
//
// No parameters. A word on rx_data in t is what the outputs speak of in t+1:
// fb_* a START's or SET's feedback that may be used; hdr, pld, last a packet's words;
// broken, stray, bad as section 5 has them. header is the word itself with hdr and stays over the
// packet; 0 when none came. rst: outside. Contract: tnw_link.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rx_frame (
    input  wire        clk,
    input  wire        rst,
    // the line
    input  wire [31:0] rx_data,
    input  wire [3:0]  rx_flags,
    input  wire        rx_up,
    // feedback
    output wire        fb_valid,
    output wire        fb_start,
    output wire        fb_crc_ok,
    output wire [2:0]  fb_code,
    output wire [4:0]  fb_seq,
    // words of a packet
    output wire [31:0] word,
    output wire [31:0] header,
    output wire        hdr,
    output wire        pld,
    output wire [4:0]  pld_n,
    output wire        last,
    output wire        crc_ok,
    output wire        broken,
    output wire        stray,
    output wire        bad
);

`include "tnw_defs.vh"
`include "tnw_crc.vh"

    localparam [5:0] LAST_N = 6'd33;  // words between START and CRC

    reg [31:0] data_q;
    reg        start_q;
    reg        set_q;
    reg        dat_q;
    reg        bad_q;

    // words that come while the lanes are not aligned have no class: they end what is under way
    always @(posedge clk) begin
        data_q  <= rx_data;
        start_q <= !rst && rx_up && rx_flags == TNW_FLAGS_CTL && rx_data[7:0] == TNW_OCT_START;
        set_q   <= !rst && rx_up && rx_flags == TNW_FLAGS_CTL && rx_data[7:0] == TNW_OCT_SET;
        dat_q   <= !rst && rx_up && rx_flags == 4'd0;
        bad_q   <= !rst && rx_up && rx_flags != 4'd0
            && !(rx_flags == TNW_FLAGS_CTL && (rx_data[7:0] == TNW_OCT_START || rx_data[7:0] == TNW_OCT_SET))
            && !(rx_flags == TNW_FLAGS_IDLE && rx_data == TNW_IDLE);
    end

    reg        in_q;     // IN: a START came
    reg [5:0]  n_q;      // words behind it
    reg [31:0] hdr_q;
    reg [31:0] crc_q;
    reg        stray_q;  // counted already

    assign word      = data_q;
    assign fb_valid  = !in_q && (start_q || set_q);
    assign fb_start  = start_q;
    assign fb_code   = data_q[TNW_CTL_CODE_LSB+:TNW_CODE_W];
    assign fb_seq    = data_q[TNW_CTL_SEQ_LSB+:TNW_SEQ_W];
    assign fb_crc_ok = tnw_crc8(data_q[31:16]) == data_q[TNW_CTL_CRC_LSB+:8];
    assign hdr       = in_q && dat_q && n_q == 6'd0;
    assign pld       = in_q && dat_q && n_q != 6'd0 && n_q != LAST_N;
    assign pld_n     = n_q[4:0] - 5'd1;
    assign last      = in_q && dat_q && n_q == LAST_N;
    assign crc_ok    = data_q == ~crc_q;
    assign broken    = in_q && !dat_q;
    assign stray     = !in_q && dat_q && !stray_q;
    assign bad       = !in_q && bad_q;
    assign header    = hdr ? data_q : hdr_q;

    always @(posedge clk) begin
        if (rst) begin
            in_q    <= 1'b0;
            stray_q <= 1'b0;
            hdr_q   <= 32'd0;
        end else begin
            stray_q <= dat_q && !in_q;
            if (start_q) in_q <= 1'b1;
            else if (last || broken) in_q <= 1'b0;
            if (start_q) hdr_q <= 32'd0;
            else if (hdr) hdr_q <= data_q;
        end
        if (start_q) begin
            n_q   <= 6'd0;
            crc_q <= 32'hffffffff;
        end else if (in_q) begin
            n_q   <= n_q + 6'd1;
            crc_q <= tnw_crc32(crc_q, data_q);
        end
    end

endmodule

`default_nettype wire
