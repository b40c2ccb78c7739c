// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Answers of an ExaNet network interface's block: a queue of 16 acknowledgments,
// sent as packets of header and footer.
//
// head and foot are the words of the packet that is answered, with the code err. An
// answer put in t is on m_* in t+2 when it is alone; no idle cycle between
// answers. sent is high as a footer leaves. rst empties it. Contract: exa_ni.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_answer (
    input  wire         clk,
    input  wire         rst,
    input  wire [21:0]  own,
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [127:0] head,
    input  wire [127:0] foot,
    input  wire [3:0]   err,
    output wire         m_hdr_valid,
    output wire         m_ftr_valid,
    input  wire         m_hdr_ready,
    input  wire         m_ftr_ready,
    output reg  [127:0] m_data,
    output wire         sent
);

`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam [9:0] TO_PACKETIZER = {3'b111, 7'd2};
    localparam [9:0] TO_RT_MAILBOX = {3'b111, 7'd1};
    localparam [4:0] ACK           = 5'd8;

    wire         q_valid;
    wire         q_ready;
    wire [4:0]   q_level;
    wire [15:0]  pdid;
    wire [21:0]  to;
    wire [15:0]  tag;
    wire [22:0]  tid_seq;
    wire [3:0]   code;

    tn_fifo #(
        .DATA_W    (81),
        .DEPTH_LOG2(4)
    ) u_queue (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_valid),
        .s_ready(s_ready),
        .s_data ({head[EXA_PDID_LSB+:16], foot[EXA_DST_LSB+:EXA_DST_W], head[15:0],
                  foot[EXA_SEQ_LSB+:23], err}),
        .m_valid(q_valid),
        .m_ready(q_ready),
        .m_data ({pdid, to, tag, tid_seq, code}),
        .level  (q_level)
    );

    wire         message = tag[15];
    wire [111:0] hdr = {pdid, to, message ? TO_PACKETIZER : TO_RT_MAILBOX, 32'd0, ACK, EXA_FORM_FTR, 9'd0,
                        message ? tag : 16'd0};
    wire [119:0] ftr = {32'd0, own, tid_seq, 3'd0, code, 36'd0};

    reg          hdr_q;
    reg          ftr_q;
    reg [127:0]  next_q;  // the footer, behind its header

    wire gone = (hdr_q && m_hdr_ready) || (ftr_q && m_ftr_ready);
    wire free = (!hdr_q && !ftr_q) || gone;

    assign q_ready     = free && !hdr_q;
    assign m_hdr_valid = hdr_q;
    assign m_ftr_valid = ftr_q;
    assign sent        = ftr_q && m_ftr_ready;

    always @(posedge clk) begin
        if (rst) begin
            hdr_q <= 1'b0;
            ftr_q <= 1'b0;
        end else if (free) begin
            hdr_q <= !hdr_q && q_valid;
            ftr_q <= hdr_q;
        end
    end

    always @(posedge clk) begin
        if (q_ready && q_valid) begin
            m_data <= {exa_crc16(hdr), hdr};
            next_q <= {ftr, exa_crc8(ftr)};
        end else if (free) begin
            m_data <= next_q;
        end
    end

    wire unused = &{1'b0, q_level, head, foot};

endmodule

`default_nettype wire
