// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Answers of an ExaNet network interface's block: a queue of 16 acknowledgments,
// each a header alone.
//
// head and foot are the words of the packet that is answered, with the code err. An
// answer put in t is on m_* in t+2 when it is alone; no idle cycle between
// answers. sent is high as one leaves. rst empties it. Contract: exa_ni.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_answer (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid,
    output wire         s_ready,
    input  wire [127:0] head,
    input  wire [127:0] foot,
    input  wire [3:0]   err,
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output reg  [127:0] m_data,
    output wire         sent
);

`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam integer QUEUE_W = EXA_PDID_W + EXA_DST_W + EXA_TID_W + EXA_A_SEQ_W + EXA_A_RESP_W;

    wire                      q_valid;
    wire                      q_ready;
    wire [4:0]                q_level;
    wire [EXA_PDID_W-1:0]     pdid;
    wire [EXA_DST_W-1:0]      to;
    wire [EXA_TID_W-1:0]      tid;
    wire [EXA_A_SEQ_W-1:0]  seq;
    wire [EXA_A_RESP_W-1:0] code;

    tn_fifo #(
        .DATA_W    (QUEUE_W),
        .DEPTH_LOG2(4)
    ) u_queue (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_valid),
        .s_ready(s_ready),
        .s_data ({head[EXA_PDID_LSB+:EXA_PDID_W], foot[EXA_SRC_LSB+:EXA_DST_W],
                  foot[EXA_TID_LSB+:EXA_TID_W], foot[EXA_SEQ_LSB+:EXA_A_SEQ_W], err}),
        .m_valid(q_valid),
        .m_ready(q_ready),
        .m_data ({pdid, to, tid, seq, code}),
        .level  (q_level)
    );

    // the header, but for its CRC
    reg [127:0] hdr;
    always @* begin
        hdr = 128'd0;
        hdr[EXA_A_PDID_HI_LSB+:EXA_A_PDID_HI_W] = pdid[EXA_PDID_W-1:EXA_A_PDID_LO_W];
        hdr[EXA_A_PDID_LO_LSB+:EXA_A_PDID_LO_W] = pdid[EXA_A_PDID_LO_W-1:0];
        hdr[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W]   = seq[EXA_A_SEQ_W-1:EXA_A_SEQ_LO_W];
        hdr[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W]   = seq[EXA_A_SEQ_LO_W-1:0];
        hdr[EXA_A_RESP_LSB+:EXA_A_RESP_W]       = code;
        hdr[EXA_A_TID_LSB+:EXA_TID_W]             = tid;
        hdr[EXA_A_TO_LSB+:EXA_A_TO_W]           = tid[EXA_TID_MSG_BIT] ? EXA_TO_PACKETIZER : EXA_TO_RT_MAILBOX;
        hdr[EXA_TYPE_LSB+:EXA_TYPE_W]               = EXA_ACK;
        hdr[EXA_DST_LSB+:EXA_DST_W]                 = to;
    end

    // hdr, with its CRC in place
    function [127:0] sealed;
        input [127:0] bare;
        begin
            sealed = bare;
            sealed[EXA_CRC_LSB+:EXA_CRC_W] = exa_crc16(bare);
        end
    endfunction

    reg hdr_q;

    assign q_ready     = !hdr_q || m_hdr_ready;
    assign m_hdr_valid = hdr_q;
    assign sent        = hdr_q && m_hdr_ready;

    always @(posedge clk) begin
        if (rst) hdr_q <= 1'b0;
        else if (q_ready) hdr_q <= q_valid;
    end

    always @(posedge clk) if (q_ready && q_valid) m_data <= sealed(hdr);

    wire unused = &{1'b0, q_level, head, foot};

endmodule

`default_nettype wire
