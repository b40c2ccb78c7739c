// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Serving side of ExaNet's zDMA block: requests of other nodes wait in a queue, are done at the memory one after
// the other, and answered.
//
// REQ_LOG2 (1 to 6): log2 of the requests that wait. Payload words of what comes are given at w_*, before the
// packet is judged; q_put in or after the last one's cycle puts it into the queue, with q_code not 0 to be answered so without an
// access. full: none can be put. An answer is offered to exa_axi_out at p_*. A request put in t, when nothing else is
// being done: its address stands on m_axi in t+2. rst forgets all. Contract: exa_axi.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi_serve #(
    parameter integer REQ_LOG2 = 4  // log2 of the requests that wait, 1 to 6
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [21:0]  own,
    // requests
    input  wire         w_put,
    input  wire [1:0]   w_index,
    input  wire [127:0] w_word,
    input  wire         q_put,
    input  wire         q_read,
    input  wire [3:0]   q_code,
    input  wire [2:0]   q_bank,
    input  wire [41:0]  q_addr,
    input  wire [6:0]   q_size,
    input  wire [15:0]  q_pdid,
    input  wire [21:0]  q_src,
    input  wire [13:0]  q_tid,
    input  wire [13:0]  q_seq,
    output wire         full,
    output reg  [6:0]   level,
    output wire         over,       // a request is over at the memory, of over_bank
    output wire [2:0]   over_bank,
    // memory
    output wire         m_axi_awvalid,
    input  wire         m_axi_awready,
    output wire [2:0]   m_axi_awid,
    output wire [41:0]  m_axi_awaddr,
    output wire [7:0]   m_axi_awlen,
    output wire [2:0]   m_axi_awsize,
    output wire [1:0]   m_axi_awburst,
    output wire         m_axi_wvalid,
    input  wire         m_axi_wready,
    output wire [127:0] m_axi_wdata,
    output wire [15:0]  m_axi_wstrb,
    output wire         m_axi_wlast,
    input  wire         m_axi_bvalid,
    output wire         m_axi_bready,
    input  wire [2:0]   m_axi_bid,
    input  wire [1:0]   m_axi_bresp,
    output wire         m_axi_arvalid,
    input  wire         m_axi_arready,
    output wire [2:0]   m_axi_arid,
    output wire [41:0]  m_axi_araddr,
    output wire [7:0]   m_axi_arlen,
    output wire [2:0]   m_axi_arsize,
    output wire [1:0]   m_axi_arburst,
    input  wire         m_axi_rvalid,
    output wire         m_axi_rready,
    input  wire [2:0]   m_axi_rid,
    input  wire [127:0] m_axi_rdata,
    input  wire [1:0]   m_axi_rresp,
    input  wire         m_axi_rlast,
    // answers
    output wire         p_valid,
    output wire         p_alone,
    output wire [2:0]   p_words,
    output reg  [127:0] p_hdr,
    output reg  [127:0] p_ftr,
    output wire [127:0] p_word,
    input  wire [1:0]   p_index,
    input  wire         p_done
);

`include "exa_defs.vh"

    localparam [2:0] ST_IDLE = 3'd0;
    localparam [2:0] ST_AW   = 3'd1;
    localparam [2:0] ST_W    = 3'd2;
    localparam [2:0] ST_B    = 3'd3;
    localparam [2:0] ST_AR   = 3'd4;
    localparam [2:0] ST_R    = 3'd5;
    localparam [2:0] ST_SEND = 3'd6;
    localparam [1:0] SLVERR  = 2'd2;

    // answers to a request: the memory refused, its page is not there
    localparam [3:0] CODE_FAULT = 4'd1, CODE_DECODE = 4'd4;

    localparam integer PTR_W  = REQ_LOG2 + 1;
    localparam integer INFO_W = 1 + 4 + 3 + 42 + 7 + 16 + 22 + 14 + 14;

    // ---- the queue; its memory is twice as long: the payload of what finds it full is stored, too
    reg  [PTR_W-1:0] put_q;
    reg  [PTR_W-1:0] take_q;
    wire [PTR_W-1:0] waits = put_q - take_q;
    assign full = waits[REQ_LOG2];
    always @* begin
        level            = 7'd0;
        level[PTR_W-1:0] = waits;
    end

    wire        is_read;
    wire [3:0]  code;
    wire [2:0]  bank;
    wire [41:0] addr;
    wire [6:0]  size;
    wire [15:0] pdid;
    wire [21:0] src;
    wire [13:0] tid;
    wire [13:0] seq;

    tn_ram #(
        .DATA_W (INFO_W),
        .DEPTH_N(1 << REQ_LOG2),
        .ADDR_W (REQ_LOG2)
    ) u_queue (
        .clk    (clk),
        .wr_en  (q_put),
        .wr_addr(put_q[REQ_LOG2-1:0]),
        .wr_data({q_read, q_code, q_bank, q_addr, q_size, q_pdid, q_src, q_tid, q_seq}),
        .rd_addr(take_q[REQ_LOG2-1:0]),
        .rd_data({is_read, code, bank, addr, size, pdid, src, tid, seq})
    );

    // ---- one request after the other
    reg  [2:0] state_q;
    reg  [1:0] beat_q;
    reg  [3:0] code_q;
    wire       some = waits != {PTR_W{1'b0}};
    wire       w_go = m_axi_wvalid && m_axi_wready;
    wire       r_go = m_axi_rvalid && m_axi_rready;
    wire [6:0] last = {3'd0, addr[3:0]} + size - 7'd1;  // last byte, counted from the first beat's begin
    wire [3:0] of_b = m_axi_bresp < SLVERR ? 4'd0 : m_axi_bresp == SLVERR ? CODE_FAULT : CODE_DECODE;
    wire [3:0] of_r = m_axi_rresp < SLVERR ? 4'd0 : m_axi_rresp == SLVERR ? CODE_FAULT : CODE_DECODE;

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(1 << (PTR_W + 2)),
        .ADDR_W (PTR_W + 2)
    ) u_payload (
        .clk    (clk),
        .wr_en  (w_put),
        .wr_addr({put_q, w_index}),
        .wr_data(w_word),
        .rd_en  (state_q == ST_IDLE || w_go),
        .rd_addr({take_q, state_q == ST_IDLE ? 2'd0 : beat_q + 2'd1}),
        .rd_data(m_axi_wdata)
    );

    assign m_axi_awvalid = state_q == ST_AW;
    assign m_axi_awid    = bank;
    assign m_axi_awaddr  = {addr[41:4], 4'd0};
    assign m_axi_awlen   = {6'd0, last[5:4]};
    assign m_axi_awsize  = 3'd4;
    assign m_axi_awburst = 2'd1;
    assign m_axi_wvalid  = state_q == ST_W;
    assign m_axi_wlast   = beat_q == last[5:4];
    assign m_axi_wstrb   = (beat_q == 2'd0 ? 16'hffff << addr[3:0] : 16'hffff)
                         & (m_axi_wlast ? 16'hffff >> ~last[3:0] : 16'hffff);
    assign m_axi_bready  = state_q == ST_B;
    assign m_axi_arvalid = state_q == ST_AR;
    assign m_axi_arid    = bank;
    assign m_axi_araddr  = {addr[41:6], 6'd0};
    assign m_axi_arlen   = 8'd3;
    assign m_axi_arsize  = 3'd4;
    assign m_axi_arburst = 2'd1;
    assign m_axi_rready  = state_q == ST_R;
    assign over          = (state_q == ST_B && m_axi_bvalid) || (r_go && beat_q == 2'd3);
    assign over_bank     = bank;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= ST_IDLE;
            put_q   <= {PTR_W{1'b0}};
            take_q  <= {PTR_W{1'b0}};
        end else begin
            if (q_put) put_q <= put_q + 1'b1;
            case (state_q)
                ST_IDLE: if (some) state_q <= code != 4'd0 ? ST_SEND : is_read ? ST_AR : ST_AW;
                ST_AW:   if (m_axi_awready) state_q <= ST_W;
                ST_W:    if (w_go && m_axi_wlast) state_q <= ST_B;
                ST_B:    if (m_axi_bvalid) state_q <= ST_SEND;
                ST_AR:   if (m_axi_arready) state_q <= ST_R;
                ST_R:    if (r_go && beat_q == 2'd3) state_q <= ST_SEND;
                default: if (p_done) begin
                    state_q <= ST_IDLE;
                    take_q  <= take_q + 1'b1;
                end
            endcase
        end
    end

    always @(posedge clk) begin
        if (state_q == ST_IDLE) begin
            beat_q <= 2'd0;
            code_q <= code;
        end else if (w_go || r_go) beat_q <= beat_q + 2'd1;
        if (state_q == ST_B && m_axi_bvalid) code_q <= of_b;
        if (r_go && code_q == 4'd0) code_q <= of_r;
    end

    // ---- the answer: what was read, or a header alone
    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_line (
        .clk    (clk),
        .wr_en  (r_go),
        .wr_addr(beat_q),
        .wr_data(m_axi_rdata),
        .rd_addr(p_index),
        .rd_data(p_word)
    );

    assign p_valid = state_q == ST_SEND;
    assign p_alone = !is_read || code_q != 4'd0;
    assign p_words = 3'd4;

    always @* begin
        p_hdr = 128'd0;
        p_hdr[EXA_DST_LSB+:EXA_DST_W] = src;
        if (p_alone) begin
            p_hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_ACK;
            p_hdr[EXA_A_TO_LSB+:EXA_A_TO_W] = EXA_TO_AXI;
            p_hdr[EXA_A_RESP_LSB+:EXA_A_RESP_W] = code_q;
            p_hdr[EXA_A_TID_LSB+:EXA_TID_W] = tid;
            {p_hdr[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W], p_hdr[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W]} = seq[EXA_A_SEQ_W-1:0];
            {p_hdr[EXA_A_PDID_HI_LSB+:EXA_A_PDID_HI_W], p_hdr[EXA_A_PDID_LO_LSB+:EXA_A_PDID_LO_W]} = pdid;
        end else begin
            p_hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = EXA_ZREAD_RSP;
            p_hdr[EXA_ADDR_LSB+:EXA_ADDR_W] = {EXA_TO_AXI, addr[31:6], 6'd0};
            p_hdr[EXA_SIZE_LSB+:EXA_SIZE_W] = 14'd64;
            p_hdr[EXA_PDID_LSB+:EXA_PDID_W] = pdid;
        end
        p_ftr = 128'd0;
        p_ftr[EXA_SEQ_LSB+:EXA_SEQ_W] = seq;
        p_ftr[EXA_SRC_LSB+:EXA_DST_W] = own;
        p_ftr[EXA_TID_LSB+:EXA_TID_W] = tid;
    end

    wire unused = &{1'b0, m_axi_bid, m_axi_rid, m_axi_rlast, last[6]};

endmodule

`default_nettype wire
