// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Issues the reads of a packet: one burst, or two when its beats cross a multiple of 4 KiB.
//
// start (with busy low) takes the packet; its first address stands on m_axi_ar from the next cycle
// on; busy is high until the last one was accepted. rst stops it. Contract: exa_dma.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_read (
    input  wire        clk,
    input  wire        rst,
    // a packet's reads
    input  wire        start,
    output wire        busy,
    input  wire [2:0]  bank,
    input  wire [37:0] beat_at,
    input  wire [4:0]  beats,
    input  wire [4:0]  page_beats,
    // AXI master: addresses
    output wire        m_axi_arvalid,
    input  wire        m_axi_arready,
    output wire [2:0]  m_axi_arid,
    output wire [41:0] m_axi_araddr,
    output wire [7:0]  m_axi_arlen,
    output wire [2:0]  m_axi_arsize,
    output wire [1:0]  m_axi_arburst
);

    localparam [2:0] BEAT_16 = 3'd4;
    localparam [1:0] INCR = 2'd1;

    reg        valid_q;
    reg [2:0]  bank_q;
    reg [37:0] at_q;
    reg [4:0]  now_q;   // beats of this burst
    reg [4:0]  then_q;  // of the one behind the page's end
    wire [4:0] len = now_q - 5'd1;

    assign busy          = valid_q;
    assign m_axi_arvalid = valid_q;
    assign m_axi_arid    = bank_q;
    assign m_axi_araddr  = {at_q, 4'd0};
    assign m_axi_arlen   = {3'd0, len};
    assign m_axi_arsize  = BEAT_16;
    assign m_axi_arburst = INCR;

    always @(posedge clk) begin
        if (rst) valid_q <= 1'b0;
        else if (start) valid_q <= 1'b1;
        else if (m_axi_arready && then_q == 5'd0) valid_q <= 1'b0;
    end

    always @(posedge clk) begin
        if (start) begin
            bank_q <= bank;
            at_q   <= beat_at;
            now_q  <= page_beats;
            then_q <= beats - page_beats;
        end else if (valid_q && m_axi_arready) begin
            at_q   <= at_q + {33'd0, now_q};
            now_q  <= then_q;
            then_q <= 5'd0;
        end
    end

endmodule

`default_nettype wire
