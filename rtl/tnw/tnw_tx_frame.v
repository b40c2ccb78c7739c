// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Words to the line: a control word, IDLE, or a packet of 35 in a row.
//
// No parameters but SLOT_W, bits of a place. While free is 1, ctl (a SET) or start
// chooses the next word (start with its packet's place and number), else it is
// IDLE; it is on tx_data in the next cycle, the packet's others behind it; ends
// is 1 with the choice of its CRC. rst: IDLE. Contract: tnw.md sections 1 to 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_tx_frame #(
    parameter integer SLOT_W = 5  // bits of a place in txFifo and txBuffer
) (
    input  wire              clk,
    input  wire              rst,
    // the next word, or packet
    output wire              free,
    output wire              ends,
    input  wire              ctl,
    input  wire              start,
    input  wire [2:0]        code,
    input  wire [4:0]        code_seq,
    input  wire [SLOT_W-1:0] slot,
    input  wire [4:0]        seq,
    // the packet's item
    output wire [SLOT_W-1:0] rd_slot,
    output wire [2:0]        rd_beat,
    input  wire [127:0]      rd_data,
    input  wire [26:0]       rd_info,
    // the line
    output reg  [31:0]       tx_data,
    output reg  [3:0]        tx_flags
);

`include "tnw_defs.vh"
`include "tnw_crc.vh"

    localparam [5:0] HDR_N = 6'd1, CRC_N = 6'd34;

    reg [5:0]        n_q;  // word of the packet that is next; 0: none is under way
    reg [SLOT_W-1:0] slot_q;
    reg [4:0]        seq_q;
    reg [31:0]       crc_q;

    wire [5:0]  pld_n = n_q - 6'd2;
    wire [15:0] field = {code, code_seq, 8'd0};
    reg  [31:0] word;
    always @* begin
        if (n_q == 6'd0) word = ctl || start ? {field, tnw_crc8(field), ctl ? TNW_OCT_SET : TNW_OCT_START} : TNW_IDLE;
        else if (n_q == HDR_N) word = {rd_info[26:24], seq_q, rd_info[23:0]};
        else if (n_q == CRC_N) word = ~crc_q;
        else word = rd_data[32*pld_n[1:0]+:32];
    end

    assign free    = n_q == 6'd0;
    assign ends    = n_q == CRC_N;
    assign rd_slot = slot_q;
    assign rd_beat = pld_n[4:2];

    always @(posedge clk) begin
        if (rst) begin
            n_q      <= 6'd0;
            tx_data  <= TNW_IDLE;
            tx_flags <= TNW_FLAGS_IDLE;
        end else begin
            if (free) n_q <= start ? HDR_N : 6'd0;
            else n_q <= ends ? 6'd0 : n_q + 6'd1;
            tx_data  <= word;
            tx_flags <= !free ? 4'd0 : ctl || start ? TNW_FLAGS_CTL : TNW_FLAGS_IDLE;
        end
        if (free && start) begin
            slot_q <= slot;
            seq_q  <= seq;
        end
        crc_q <= free ? 32'hffffffff : tnw_crc32(crc_q, word);
    end

    wire unused = &{1'b0, pld_n[5]};

endmodule

`default_nettype wire
