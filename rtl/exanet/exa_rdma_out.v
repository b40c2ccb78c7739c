// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the RDMA receiver sends: a queue of 64 acknowledgments and notifications.
//
// What stands at q_* with q_valid is put at the queue's end; room and room2 say that one, two
// packets have place. It is on m_* four cycles later when it is alone, two idle cycles between
// packets. sent_*: one cycle as the last word leaves. rst empties it.
// Contract: exa_rdma_rx.md sections 7 and 8.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_out (
    input  wire         clk,
    input  wire         rst,
    input  wire [21:0]  own,
    // what is to be sent
    input  wire         q_valid,
    input  wire         q_notice,
    input  wire [3:0]   q_resp,
    input  wire [15:0]  q_pdid,
    input  wire [21:0]  q_dst,
    input  wire [13:0]  q_tid,
    input  wire [12:0]  q_seq,
    input  wire [41:0]  q_addr,
    input  wire [127:0] q_note,
    output wire         room,
    output wire         room2,
    // channel
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output wire         m_pld_valid,
    input  wire         m_pld_ready,
    output wire         m_ftr_valid,
    input  wire         m_ftr_ready,
    output reg  [127:0] m_data,
    // events
    output wire         sent_answer,
    output wire         sent_nack,
    output wire         sent_notice
);

`include "exa_defs.vh"
`include "exa_crc.vh"

    localparam [2:0] ST_IDLE = 3'd0;  // fetches
    localparam [2:0] ST_LOAD = 3'd1;
    localparam [2:0] ST_HDR  = 3'd2;
    localparam [2:0] ST_PLD  = 3'd3;
    localparam [2:0] ST_FTR  = 3'd4;

    localparam integer ENTRY_W = 1 + 4 + 16 + 22 + 14 + 13 + 42 + 128;

    reg  [2:0] state_q;
    reg  [6:0] put_q;
    reg  [6:0] take_q;
    wire [6:0] level = put_q - take_q;

    assign room  = !level[6];
    assign room2 = !level[6] && level[5:0] != 6'd63;

    wire         notice;
    wire [3:0]   resp;
    wire [15:0]  pdid;
    wire [21:0]  dst;
    wire [13:0]  tid;
    wire [12:0]  seq;
    wire [41:0]  addr;
    wire [127:0] note;

    tn_ram_sync #(
        .DATA_W (ENTRY_W),
        .DEPTH_N(64),
        .ADDR_W (6)
    ) u_queue (
        .clk    (clk),
        .wr_en  (q_valid),
        .wr_addr(put_q[5:0]),
        .wr_data({q_notice, q_resp, q_pdid, q_dst, q_tid, q_seq, q_addr, q_note}),
        .rd_en  (state_q == ST_IDLE),
        .rd_addr(take_q[5:0]),
        .rd_data({notice, resp, pdid, dst, tid, seq, addr, note})
    );

    // ---- header of an acknowledgment, of a notification
    reg [127:0] hdr;
    always @* begin
        hdr = 128'd0;
        hdr[EXA_DST_LSB+:EXA_DST_W] = dst;
        if (notice) begin
            hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_NOTIFY;
            hdr[EXA_ADDR_LSB+:EXA_ADDR_W] = addr;
            hdr[EXA_SIZE_LSB+:EXA_SIZE_W] = 14'd16;
            hdr[EXA_PDID_LSB+:EXA_PDID_W] = pdid;
        end else begin
            hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_ACK;
            hdr[EXA_A_TO_LSB+:EXA_A_TO_W] = tid[EXA_TID_MSG_BIT] ? EXA_TO_PACKETIZER : EXA_TO_RT_MAILBOX;
            hdr[EXA_A_RESP_LSB+:EXA_A_RESP_W] = resp;
            hdr[EXA_A_TID_LSB+:EXA_TID_W] = tid;
            {hdr[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W], hdr[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W]} = seq;
            {hdr[EXA_A_PDID_HI_LSB+:EXA_A_PDID_HI_W], hdr[EXA_A_PDID_LO_LSB+:EXA_A_PDID_LO_W]} = pdid;
        end
    end

    // ---- footer of a notification
    reg [31:0]  crc_q;  // of its payload
    reg [127:0] ftr;
    always @* begin
        ftr = 128'd0;
        ftr[EXA_PLD_CRC_LSB+:EXA_PLD_CRC_W] = crc_q;
        ftr[EXA_SEQ_LSB+:EXA_SEQ_W] = {1'b0, seq};
        ftr[EXA_SRC_LSB+:EXA_DST_W] = own;
        ftr[EXA_TID_LSB+:EXA_TID_W] = tid;
    end

    assign m_hdr_valid = state_q == ST_HDR;
    assign m_pld_valid = state_q == ST_PLD;
    assign m_ftr_valid = state_q == ST_FTR;
    assign sent_answer = m_hdr_valid && m_hdr_ready && !notice && resp == 4'd0;
    assign sent_nack   = m_hdr_valid && m_hdr_ready && !notice && resp != 4'd0;
    assign sent_notice = m_ftr_valid && m_ftr_ready;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= ST_IDLE;
            put_q   <= 7'd0;
            take_q  <= 7'd0;
        end else begin
            if (q_valid) put_q <= put_q + 7'd1;
            case (state_q)
                ST_IDLE: if (level != 7'd0) state_q <= ST_LOAD;
                ST_LOAD: begin
                    state_q <= ST_HDR;
                    take_q  <= take_q + 7'd1;
                end
                ST_HDR: if (m_hdr_ready) state_q <= notice ? ST_PLD : ST_IDLE;
                ST_PLD: if (m_pld_ready) state_q <= ST_FTR;
                default: if (m_ftr_ready) state_q <= ST_IDLE;
            endcase
        end
    end

    always @(posedge clk) begin
        if (state_q == ST_LOAD) begin
            m_data <= hdr;
            m_data[EXA_CRC_LSB+:EXA_CRC_W] <= exa_crc16(hdr);
            crc_q <= ~exa_crc32(32'hffffffff, note);
        end else if (state_q == ST_HDR && m_hdr_ready) m_data <= note;
        else if (state_q == ST_PLD && m_pld_ready) begin
            m_data <= ftr;
            m_data[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] <= exa_crc8(ftr);
        end
    end

endmodule

`default_nettype wire
