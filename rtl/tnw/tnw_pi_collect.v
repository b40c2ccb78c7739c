// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TLPs from the host, collected: while one is worked off the next comes in.
//
// Last beat in t: whole_valid with header and length in t+1, its payload in words of 16 bytes at rd_* from then until
// the last beat of the next. That is accepted when the work before is over by then: left is how many cycles it takes yet,
// this one among them. rst drops what is there. Contract: tnw_pi.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_collect (
    input  wire         clk,
    input  wire         rst,
    // the stream
    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    output wire [2:0]   s_tlp_ok,
    // the TLP that is whole
    input  wire [4:0]   left,
    output reg          whole_valid,
    output wire [127:0] whole_header,  // as on the stream
    output reg  [7:0]   whole_dw,
    // places for answers
    input  wire         no_answer,     // with whole_valid: it gets none
    input  wire         ans_gone,
    // words of the TLP that is worked off
    input  wire         rd_hdr4,       // the TLP that is worked off has four DWs of header
    input  wire [3:0]   rd_word,
    output wire [127:0] rd_data
);
    `include "tn_bswap.vh"
    `include "tnw_tlp.vh"

    localparam [3:0] READS_OK = 4'd4;

    reg         up_q;      // the cycle behind rst is over
    reg         first_q;   // a TLP begins with the next beat
    reg         bank_q;    // that is filled
    reg  [4:0]  row_q;
    reg         np_q;      // the TLP collected last is to be answered, if it is well-formed
    reg  [3:0]  open_q;    // such TLPs that began and whose answer has not left
    reg [127:0] header_q;

    assign s_tlp_ready  = !rst && !(s_tlp_valid && s_tlp_last && (whole_valid || left > 5'd2));
    assign s_tlp_ok[0]  = up_q && !rst;
    assign s_tlp_ok[1]  = up_q && !rst && open_q <= READS_OK;
    assign s_tlp_ok[2]  = up_q && !rst;
    assign whole_header = header_q;

    wire         accept = s_tlp_valid && s_tlp_ready;
    wire [31:0]  h0 = tn_bswap32(s_tlp_data[31:0]);
    wire [4:0]   kind = h0[TLP_DW0_TYPE_LSB+:TLP_DW0_TYPE_W];
    wire         writes = h0[TLP_DW0_FMT_LSB+1];
    // all that is not posted, by Type alone: completions and messages have others
    wire         np = kind == TLP_DW0_TYPE_MEM ? !writes
                    : kind[4:3] == 2'b00 || kind == TLP_DW0_TYPE_FETCHADD || kind == TLP_DW0_TYPE_SWAP || kind == TLP_DW0_TYPE_CAS;
    wire         opens = accept && first_q && np;
    wire         shuts = whole_valid && np_q && no_answer;
    wire [4:0]   row = first_q ? 5'd0 : row_q;
    wire [7:0]   dw_end = s_tlp_keep[3] ? 8'd4 : s_tlp_keep[2] ? 8'd3 : s_tlp_keep[1] ? 8'd2 : 8'd1;

    always @(posedge clk) begin
        if (rst) begin
            up_q        <= 1'b0;
            first_q     <= 1'b1;
            bank_q      <= 1'b0;
            row_q       <= 5'd0;
            np_q        <= 1'b0;
            open_q      <= 4'd0;
            whole_valid <= 1'b0;
            whole_dw    <= 8'd0;
        end else begin
            up_q        <= 1'b1;
            whole_valid <= accept && s_tlp_last;
            open_q      <= open_q + {3'd0, opens} - {3'd0, shuts} - {3'd0, ans_gone};
            if (accept) begin
                first_q  <= s_tlp_last;
                row_q    <= &row ? row : row + 5'd1;
                whole_dw <= {1'b0, row, 2'd0} + dw_end;
                if (first_q) np_q <= np;
                if (s_tlp_last) bank_q <= !bank_q;
            end
        end
        if (accept && first_q) header_q <= s_tlp_data;
    end

    // ---- payload: a memory a lane, so that a word may begin in any
    wire [127:0] lanes;
    genvar       l;
    generate
        for (l = 0; l < 4; l = l + 1) begin : g_lane
            tn_ram #(
                .DATA_W (32),
                .DEPTH_N(64),
                .ADDR_W (6)
            ) u_ram (
                .clk    (clk),
                .wr_en  (accept),
                .wr_addr({bank_q, row}),
                .wr_data(s_tlp_data[32*l+:32]),
                .rd_addr({work_bank_q, l == 3 && !rd_hdr4 ? {1'b0, rd_word} : {1'b0, rd_word} + 5'd1}),
                .rd_data(lanes[32*l+:32])
            );
        end
    endgenerate

    // the bank stays with the work: another TLP may be whole before it is over
    reg work_bank_q;
    always @(posedge clk) if (whole_valid) work_bank_q <= !bank_q;

    assign rd_data = rd_hdr4 ? lanes : {lanes[95:0], lanes[127:96]};

    wire unused = &{1'b0, h0, s_tlp_keep[0]};

endmodule

`default_nettype wire
