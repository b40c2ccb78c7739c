// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An output of exa_dma: payload and header of eight slots in memory, packets and control messages out.
//
// put writes header and footer of a packet into put_at, w_en a payload word into w_at. best is the packet
// to leave next (exa_dma_slots): take tells that its header is offered, sent that its footer was accepted. A
// control message (ctl_full) goes first when no header is offered. A packet that is best in t is offered in
// t+2; its words and those of packets that wait follow each other without an idle cycle. rst stops it.
// Contract: exa_dma.md sections 6 and 8.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_out (
    input  wire         clk,
    input  wire         rst,
    // this node's coordinates
    input  wire [21:0]  own,
    // a packet is issued
    input  wire         put,
    input  wire [2:0]   put_at,
    input  wire [117:0] put_cut,
    // its words from memory
    input  wire         w_en,
    input  wire [2:0]   w_at,
    input  wire [3:0]   w_index,
    input  wire [127:0] w_data,
    // the packet to send next
    input  wire         best_any,
    input  wire [2:0]   best_at,
    output wire         take,
    output wire [2:0]   take_at,
    // it has left
    output wire         sent,
    output wire [2:0]   sent_at,
    output wire [8:0]   sent_size,
    // control messages
    input  wire         ctl_full,
    output wire         ctl_gone,
    input  wire [111:0] ctl_hdr,
    input  wire [127:0] ctl_pld_0,
    input  wire [127:0] ctl_pld_1,
    input  wire [127:0] ctl_ftr,
    // packets out
    output wire         m_hdr_valid,
    input  wire         m_hdr_ready,
    output wire         m_pld_valid,
    input  wire         m_pld_ready,
    output wire         m_ftr_valid,
    input  wire         m_ftr_ready,
    output reg  [127:0] m_data
);

`include "exa_defs.vh"
`include "exa_dma_defs.vh"
`include "exa_crc.vh"

    localparam [1:0] PH_HDR = 2'd0;  // the word to be offered next
    localparam [1:0] PH_PLD = 2'd1;
    localparam [1:0] PH_FTR = 2'd2;

    reg [1:0]  phase_q;
    reg [2:0]  valid_q;   // footer, payload, header
    reg        pick_q;    // the next packet is chosen, its first word at rd_data
    reg [2:0]  pick_at_q;
    reg        ctl_q;     // the packet that leaves is a control message
    reg [2:0]  at_q;      // its slot
    reg [8:0]  size_q;
    reg [4:0]  left_q;    // payload words to be offered
    reg [3:0]  index_q;   // of the next one
    reg [31:0] crc_q;

    wire         gone = (valid_q & {m_ftr_ready, m_pld_ready, m_hdr_ready}) != 3'd0;
    wire         free = valid_q == 3'd0 || gone;
    wire         load_ctl = free && phase_q == PH_HDR && ctl_full && !(ctl_q && valid_q[2]);
    wire         load_hdr = free && phase_q == PH_HDR && pick_q && !load_ctl;
    wire         load_pld = free && phase_q == PH_PLD;
    wire         load_ftr = free && phase_q == PH_FTR;
    wire         pld_end = left_q == 5'd1;
    wire         choose = phase_q != PH_PLD && !load_ctl && !load_hdr;
    wire         next_word = load_pld && !ctl_q && !pld_end;
    wire [127:0] word;

    // ---- memories
    wire [117:0] cut;

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(128),
        .ADDR_W (7)
    ) u_payload (
        .clk    (clk),
        .wr_en  (w_en),
        .wr_addr({w_at, w_index}),
        .wr_data(w_data),
        .rd_en  (choose || next_word),
        .rd_addr(choose ? {best_at, 4'd0} : {at_q, index_q}),
        .rd_data(word)
    );

    tn_ram #(
        .DATA_W (CUT_W),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_cut (
        .clk    (clk),
        .wr_en  (put),
        .wr_addr(put_at),
        .wr_data(put_cut),
        .rd_addr(phase_q == PH_HDR ? pick_at_q : at_q),
        .rd_data(cut)
    );

    // ---- words
    wire [8:0]   size = cut[CUT_SIZE_LSB+:CUT_SIZE_W];
    wire [8:0]   lanes = size + {5'd0, cut[CUT_ADDR_LSB+:4]} + 9'd15;
    wire [127:0] pld = !ctl_q ? word : pld_end ? ctl_pld_1 : ctl_pld_0;
    reg  [111:0] cut_hdr;
    reg  [127:0] cut_ftr;
    reg  [127:0] hdr;
    reg  [127:0] ftr;

    always @* begin
        cut_hdr = 112'd0;
        cut_hdr[EXA_PATH_LSB+:EXA_PATH_W] = cut[CUT_PATH_LSB+:EXA_PATH_W];
        cut_hdr[EXA_ADDR_LSB+:EXA_ADDR_W] = cut[CUT_ADDR_LSB+:EXA_ADDR_W];
        cut_hdr[EXA_SIZE_LSB+:CUT_SIZE_W] = size;
        cut_hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_WRITE;
        cut_hdr[EXA_DST_LSB+:EXA_DST_W]   = cut[CUT_DST_LSB+:EXA_DST_W];
        cut_hdr[EXA_PDID_LSB+:EXA_PDID_W] = cut[CUT_PDID_LSB+:EXA_PDID_W];
        hdr = {16'd0, load_ctl ? ctl_hdr : cut_hdr};
        hdr[EXA_CRC_LSB+:EXA_CRC_W]       = exa_crc16(hdr);
    end

    always @* begin
        cut_ftr = 128'd0;
        cut_ftr[EXA_SEQ_LSB+:DSC_SEQ_W] = cut[CUT_SEQ_LSB+:DSC_SEQ_W];
        cut_ftr[EXA_NOTIFY_LSB]         = cut[CUT_NOTIFY_LSB];
        cut_ftr[EXA_LAST_LSB]           = cut[CUT_LAST_LSB];
        cut_ftr[EXA_FIRST_LSB]          = cut[CUT_FIRST_LSB];
        cut_ftr[EXA_SRC_LSB+:EXA_DST_W] = own;
        cut_ftr[EXA_TID_LSB+:CUT_TID_W] = cut[CUT_TID_LSB+:CUT_TID_W];
        ftr = ctl_q ? ctl_ftr : cut_ftr;
        ftr[EXA_PLD_CRC_LSB+:EXA_PLD_CRC_W] = ~crc_q;
        ftr[EXA_FTR_CRC_LSB+:EXA_FTR_CRC_W] = exa_crc8(ftr);
    end

    assign take        = load_hdr;
    assign take_at     = pick_at_q;
    assign sent        = valid_q[2] && m_ftr_ready && !ctl_q;
    assign sent_at     = at_q;
    assign sent_size   = size_q;
    assign ctl_gone    = valid_q[2] && m_ftr_ready && ctl_q;
    assign m_hdr_valid = valid_q[0];
    assign m_pld_valid = valid_q[1];
    assign m_ftr_valid = valid_q[2];

    always @(posedge clk) begin
        if (rst) begin
            phase_q <= PH_HDR;
            valid_q <= 3'd0;
            pick_q  <= 1'b0;
        end else begin
            if (choose) pick_q <= best_any;
            else if (load_hdr) pick_q <= 1'b0;
            if (free) valid_q <= {load_ftr, load_pld, load_hdr || load_ctl};
            if (load_hdr || load_ctl) phase_q <= PH_PLD;
            else if (load_pld && pld_end) phase_q <= PH_FTR;
            else if (load_ftr) phase_q <= PH_HDR;
        end
    end

    always @(posedge clk) begin
        if (choose) pick_at_q <= best_at;
        if (load_hdr || load_ctl) begin
            ctl_q   <= load_ctl;
            left_q  <= load_ctl ? 5'd2 : lanes[8:4];
            index_q <= 4'd1;
            crc_q   <= 32'hffffffff;
            m_data  <= hdr;
        end
        if (load_hdr) begin
            at_q   <= pick_at_q;
            size_q <= size;
        end
        if (load_pld) begin
            left_q  <= left_q - 5'd1;
            index_q <= index_q + 4'd1;
            crc_q   <= exa_crc32(crc_q, pld);
            m_data  <= pld;
        end
        if (load_ftr) m_data <= ftr;
    end

    wire unused = &{1'b0, lanes[3:0]};

endmodule

`default_nettype wire
