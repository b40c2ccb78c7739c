// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Inverts bits of each word. W (8 to 64) bits a word; a word that is taken at s stands at m in the next cycle. rst clears all but data.

`timescale 1ns / 1ps
`default_nettype none

module my_pipe #(
    parameter integer W = 32
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [W-1:0] s_data,
    input  wire         s_last,
    output reg          m_valid,
    input  wire         m_ready,
    output reg  [W-1:0] m_data,
    output reg          m_last,
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [3:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output reg  [31:0]  reg_rdata
);
`include "my_pipe/regs.vh"

    reg [7:0]  mask;
    reg [31:0] words;

    assign s_ready = !m_valid || m_ready;

    always @(posedge clk) begin
        if (s_ready) begin
            m_valid <= s_valid;
            m_data  <= s_data ^ {{W - 8{1'b0}}, mask};
            m_last  <= s_last;
        end
        if (m_valid && m_ready) words <= words + 32'd1;
        if (reg_wr && reg_addr[3:2] == PIPE_MASK) mask <= reg_wdata[7:0];
        if (reg_rd) reg_rdata <= reg_addr[3:2] == PIPE_MASK ? {24'd0, mask} : reg_addr[3:2] == PIPE_WORDS ? words : 32'd0;
        if (rst) begin
            m_valid <= 1'b0;
            mask    <= 8'd0;
            words   <= 32'd0;
        end
    end
endmodule

`default_nettype wire
