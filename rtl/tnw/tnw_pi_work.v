// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Does the work of a TLP from the host: register strobes, fragments, a completion for Nget, the data of an answer.
//
// OFF_LOG2 (8 to 24), LAST_EN (0, 1) as in tnw_pi_in. load in t gives strobes from t+1 on; left is 0 when no work is left. The data
// of a read strobe come a cycle later and leave at once as data of the answer. rst ends the work. Contract:
// tnw_pi.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_work #(
    parameter integer OFF_LOG2 = 16,  // log2 of the fragments of a window's addresses
    parameter integer LAST_EN  = 1    // a window's address has a bit for last
) (
    input  wire                clk,
    input  wire                rst,
    // the TLP, as judged
    input  wire [15:0]         rid,
    input  wire                load,
    input  wire [2:0]          work,
    input  wire [4:0]          cycles,
    input  wire [127:0]        header,      // big-endian DWs, the first in bits 31:0
    input  wire                hdr4,
    input  wire                data,
    input  wire [10:0]         length,
    input  wire [63:0]         addr,
    input  wire [3:0]          first_be,
    input  wire [11:0]         bytes,
    input  wire [6:0]          lower,
    output reg  [4:0]          left,        // cycles it takes yet, this one among them
    // its words
    output wire                rd_hdr4,
    output wire [3:0]          rd_word,
    input  wire [127:0]        rd_data,
    // register accesses
    output wire                reg_wr,
    output wire                reg_rd,
    output wire [15:0]         reg_addr,
    output wire [31:0]         reg_wdata,
    input  wire [31:0]         reg_rdata,
    // to tnw_pput
    output wire                frag_valid,
    output wire                form_valid,
    output wire [5:0]          in_id,
    output wire [OFF_LOG2-1:0] frag_addr,
    output wire                frag_last,
    output wire [127:0]        frag_data,
    output wire [31:0]         form_addr,
    // completions, to tnw_nget
    output wire                cpl_valid,
    output wire [7:0]          cpl_tag,
    output wire                cpl_mine,
    output wire [2:0]          cpl_status,
    output wire                cpl_ep,
    output wire [11:0]         cpl_bytes,
    output wire [6:0]          cpl_lower,
    output wire [6:0]          cpl_dw,
    output wire                cpl_has_data,
    output wire                cpl_dvalid,
    output wire [127:0]        cpl_data,
    // answers
    output reg                 ans_dvalid,
    output reg  [3:0]          ans_at,
    output wire [31:0]         ans_data,
    output reg                 ans_valid,
    output reg  [95:0]         ans_header,
    output reg  [4:0]          ans_dw
);
    `include "tn_bswap.vh"
    `include "tnw_tlp.vh"
    `include "tnw_pi_work.vh"

    localparam integer BAR2_W = OFF_LOG2 + 10 + LAST_EN;

    reg [2:0]          work_q;
    reg [4:0]          at_q;       // cycles of it that are over
    reg [127:0]        header_q;
    reg                hdr4_q;
    reg                data_q;
    reg [6:0]          length_q;
    reg [BAR2_W-1:0]   addr_q;     // in BAR2; BAR0 is smaller
    reg                none_q;     // a read of no byte
    reg [11:0]         bytes_q;
    reg [6:0]          lower_q;

    wire busy = left != 5'd0;

    always @(posedge clk) begin
        if (rst) left <= 5'd0;
        else if (load) left <= cycles;
        else if (busy) left <= left - 5'd1;
        at_q <= load ? 5'd0 : at_q + 5'd1;
        if (load) begin
            work_q   <= work;
            header_q <= header;
            hdr4_q   <= hdr4;
            data_q   <= data;
            length_q <= length[6:0];
            addr_q   <= addr[BAR2_W-1:0];
            none_q   <= first_be == 4'd0;
            bytes_q  <= bytes;
            lower_q  <= lower;
        end
    end

    // ---- registers
    assign reg_wr    = busy && work_q == WORK_WRITE;
    assign reg_rd    = busy && work_q == WORK_READ && !none_q;
    assign reg_addr  = addr_q[15:0] + {9'd0, at_q, 2'd0};
    assign reg_wdata = rd_data[32*at_q[1:0]+:32];

    // ---- payload: of a completion the header goes first
    wire [4:0] beat = at_q - 5'd1;
    assign rd_hdr4 = hdr4_q;
    assign rd_word = work_q == WORK_CPL ? beat[3:0] : work_q == WORK_FRAG ? at_q[3:0] : {1'b0, at_q[4:2]};

    // ---- Pput; a register's window stands in its address
    assign frag_valid = busy && work_q == WORK_FRAG;
    assign form_valid = busy && work_q == WORK_FORM;
    assign in_id      = work_q == WORK_WRITE ? reg_addr[11:6] : addr_q[OFF_LOG2+4+LAST_EN+:6];
    assign frag_addr  = addr_q[OFF_LOG2+3:4] + {{(OFF_LOG2 - 5) {1'b0}}, at_q};
    assign frag_last  = LAST_EN != 0 && addr_q[OFF_LOG2+4];
    assign frag_data  = rd_data;

    wire [34:0] form_byte = {{(35 - BAR2_W) {1'b0}}, addr_q};
    assign form_addr = form_byte[31:0];

    // ---- Nget
    wire [31:0] h0 = header_q[31:0];
    wire [31:0] h1 = header_q[63:32];
    wire [63:0] ends = {h1, header_q[95:64]};
    assign cpl_valid    = busy && work_q == WORK_CPL && at_q == 5'd0;
    assign cpl_tag      = ends[TLP_CPL_TAG_LSB+:TLP_CPL_TAG_W];
    assign cpl_mine     = ends[TLP_CPL_REQUESTER_LSB+:TLP_CPL_REQUESTER_W] == rid;
    assign cpl_status   = ends[TLP_CPL_STATUS_LSB+:TLP_CPL_STATUS_W];
    assign cpl_ep       = h0[TLP_DW0_EP_LSB];
    assign cpl_bytes    = ends[TLP_CPL_BYTE_COUNT_LSB+:TLP_CPL_BYTE_COUNT_W];
    assign cpl_lower    = ends[TLP_CPL_LOWER_ADDR_LSB+:TLP_CPL_LOWER_ADDR_W];
    assign cpl_dw       = data_q ? length_q : 7'd0;
    assign cpl_has_data = data_q;
    assign cpl_dvalid   = busy && work_q == WORK_CPL && at_q != 5'd0;
    assign cpl_data     = rd_data;

    // ---- answers, behind the data of their read strobes
    wire       reads = work_q == WORK_READ;
    reg  [95:0] answer;
    always @* begin
        answer = 96'd0;
        answer[64+TLP_DW0_FMT_LSB+:TLP_DW0_FMT_W]   = reads ? TLP_DW0_FMT_3DW_DATA : TLP_DW0_FMT_3DW;
        answer[64+TLP_DW0_TYPE_LSB+:TLP_DW0_TYPE_W] = TLP_DW0_TYPE_CPL;
        answer[64+TLP_DW0_TC_LSB+:TLP_DW0_TC_W]     = h0[TLP_DW0_TC_LSB+:TLP_DW0_TC_W];
        answer[64+TLP_DW0_IDO_LSB]                  = h0[TLP_DW0_IDO_LSB];
        answer[64+TLP_DW0_ATTR_LSB+:TLP_DW0_ATTR_W] = h0[TLP_DW0_ATTR_LSB+:TLP_DW0_ATTR_W];
        if (reads) answer[64+TLP_DW0_LENGTH_LSB+:7] = length_q;
        answer[63:48]                                        = rid;
        answer[TLP_CPL_STATUS_LSB+:TLP_CPL_STATUS_W]         = reads ? TLP_CPL_STATUS_SC : TLP_CPL_STATUS_UR;
        answer[TLP_CPL_BYTE_COUNT_LSB+:TLP_CPL_BYTE_COUNT_W] = bytes_q;
        answer[TLP_CPL_REQUESTER_LSB+:TLP_CPL_REQUESTER_W]   = h1[TLP_REQ_REQUESTER_LSB+:16];
        answer[TLP_CPL_TAG_LSB+:TLP_CPL_TAG_W]               = h1[TLP_REQ_TAG_LSB+:8];
        answer[TLP_CPL_LOWER_ADDR_LSB+:TLP_CPL_LOWER_ADDR_W] = lower_q;
    end

    reg none_data_q;
    assign ans_data = none_data_q ? 32'd0 : reg_rdata;

    always @(posedge clk) begin
        if (rst) begin
            ans_dvalid <= 1'b0;
            ans_valid  <= 1'b0;
        end else begin
            ans_dvalid <= busy && reads;
            ans_valid  <= left == 5'd1 && (reads || work_q == WORK_UR);
        end
        none_data_q <= none_q;
        ans_at      <= at_q[3:0];
        ans_dw      <= reads ? length_q[4:0] : 5'd0;
        ans_header  <= {tn_bswap32(answer[31:0]), tn_bswap32(answer[63:32]), tn_bswap32(answer[95:64])};
    end

    wire unused = &{1'b0, addr, length, form_byte[34:32], header_q[127:96], h0, beat[4], ends};

endmodule

`default_nettype wire
