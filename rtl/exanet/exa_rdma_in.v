// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception of the RDMA receiver: judges words, keeps four whole packets, offers them in order.
//
// A packet with a good footer that the receiver may take stands at p_* until p_done says what
// becomes of it: p_write with its bank, or nothing. Of packets to be written the fields
// stand at w_*, and w_word is the payload word asked for by w_rd and w_index in the cycle before,
// until w_done. No header is taken while three packets are held, or open is low. cause: one cycle
// for each packet that ends here (bits 1 to 8). A footer accepted in t is offered in t+3. rst
// empties all. Contract: exa_rdma_rx.md sections 3 and 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_in (
    input  wire         clk,
    input  wire         rst,
    input  wire         open,
    // channel
    input  wire         s_hdr_valid,
    output wire         s_hdr_ready,
    input  wire         s_pld_valid,
    output wire         s_pld_ready,
    input  wire         s_ftr_valid,
    output wire         s_ftr_ready,
    input  wire [127:0] s_data,
    // events
    output wire [8:1]   cause,
    // the packet to be judged
    output wire         p_valid,
    output wire [1:0]   p_kind,    // 0 data, 1 control, 2 message, 3 notification
    output wire [15:0]  p_pdid,
    output wire [41:0]  p_addr,
    output wire [8:0]   p_size,
    output wire [21:0]  p_src,
    output wire [13:0]  p_tid,
    output wire [13:0]  p_seq,
    output wire         p_first,
    output wire         p_last,
    output wire         p_notify,
    output wire         p_pld_ok,
    output wire         p_decode,  // its address, or type, is refused
    output wire [63:0]  p_place,   // payload of a control packet
    output wire [127:0] p_note,
    input  wire         p_done,
    input  wire         p_write,
    input  wire [2:0]   p_bank,
    // the packet to be written, or to be let go
    output wire         w_valid,
    output wire         w_write,
    output wire [1:0]   w_kind,
    output wire [15:0]  w_pdid,
    output wire [41:0]  w_addr,
    output wire [8:0]   w_size,
    output wire [21:0]  w_src,
    output wire [13:0]  w_tid,
    output wire [13:0]  w_seq,
    output wire [2:0]   w_bank,
    input  wire         w_rd,
    input  wire [3:0]   w_index,
    output wire [127:0] w_word,
    input  wire         w_done
);

`include "exa_defs.vh"

    localparam [1:0] DATA    = 2'd0;
    localparam [1:0] CONTROL = 2'd1;
    localparam [1:0] MESSAGE = 2'd2;
    localparam [1:0] NOTICE  = 2'd3;
    localparam integer INFO_W = 2 + 16 + 42 + 9 + 22 + 14 + 14 + 5;

    // ---- words
    wire         rx_ready;
    wire         r_hdr;
    wire         r_pld;
    wire         r_ftr;
    wire         r_alone;
    wire         r_ending;
    wire [127:0] r_next_data;
    wire [127:0] r_data;
    wire [127:0] r_head;
    wire [3:0]   r_index;
    wire         r_ftr_ok;
    wire         r_pld_ok;
    wire [5:1]   rx_cause;
    reg  [2:0]   held_q;  // packets
    wire         room = open && held_q < 3'd3;

    assign s_hdr_ready = rx_ready && room;
    assign s_pld_ready = rx_ready && open;
    assign s_ftr_ready = rx_ready && open;

    exa_rx u_rx (
        .clk        (clk),
        .rst        (rst),
        .s_hdr_valid(s_hdr_valid && room),
        .s_pld_valid(s_pld_valid && open),
        .s_ftr_valid(s_ftr_valid && open),
        .s_ready    (rx_ready),
        .s_data     (s_data),
        .w_hdr      (r_hdr),
        .w_pld      (r_pld),
        .w_ftr      (r_ftr),
        .w_alone    (r_alone),
        .ending     (r_ending),
        .next_data  (r_next_data),
        .w_data     (r_data),
        .w_head     (r_head),
        .w_index    (r_index),
        .w_ftr_ok   (r_ftr_ok),
        .w_pld_ok   (r_pld_ok),
        .cause      (rx_cause)
    );

    // ---- kinds, and what header and footer alone refuse
    wire [EXA_TYPE_W-1:0] h_type = r_head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [EXA_ADDR_W-1:0] h_addr = r_head[EXA_ADDR_LSB+:EXA_ADDR_W];
    wire [EXA_SIZE_W-1:0] h_size = r_head[EXA_SIZE_LSB+:EXA_SIZE_W];
    wire                  is_msg = r_data[EXA_TID_LSB+EXA_TID_MSG_BIT];
    wire                  first = r_data[EXA_FIRST_LSB];
    wire                  peripheral = h_addr[41:39] == EXA_PERIPHERALS;
    wire                  crosses = {1'b0, h_addr[7:0]} + h_size[8:0] > 9'd256;
    wire                  crooked = h_addr[3:0] != 4'd0;

    reg       known;
    reg [1:0] kind;
    reg       decode;
    always @* begin
        known  = 1'b1;
        kind   = DATA;
        decode = 1'b0;
        if (is_msg && (h_type == EXA_WRITE || h_type == EXA_READ_REQ)) begin
            kind   = MESSAGE;
            decode = peripheral || crosses || h_type == EXA_READ_REQ || h_size > 14'd64;
        end else if (!is_msg && h_type == EXA_WRITE) decode = peripheral || crosses || (h_addr[7:0] != 8'd0 && !first);
        else if (!is_msg && h_type == EXA_DMA_CTL) begin
            kind   = CONTROL;
            decode = crooked;
        end else if (h_type == EXA_NOTIFY) begin
            kind   = NOTICE;
            decode = peripheral || crooked;
        end else known = 1'b0;
    end

    wire keep = r_ftr && r_ftr_ok && known;
    wire flow = r_alone && h_type == EXA_FLOW_RATE;

    assign cause = {(r_alone && !flow) || (r_ftr && r_ftr_ok && !known), flow, r_ftr && !r_ftr_ok, rx_cause};

    // ---- four packets: being filled, to be judged, to be written
    reg [2:0] fill_q;
    reg [2:0] judge_q;
    reg [2:0] write_q;

    always @(posedge clk) begin
        if (rst) begin
            fill_q  <= 3'd0;
            judge_q <= 3'd0;
            write_q <= 3'd0;
            held_q  <= 3'd0;
        end else begin
            if (keep) fill_q <= fill_q + 3'd1;
            if (p_done) judge_q <= judge_q + 3'd1;
            if (w_done) write_q <= write_q + 3'd1;
            held_q <= held_q + {2'd0, keep} - {2'd0, w_done};
        end
    end

    assign p_valid = judge_q != fill_q;
    assign w_valid = write_q != judge_q;

    wire [INFO_W-1:0] info = {kind, r_head[EXA_PDID_LSB+:EXA_PDID_W], h_addr, h_size[8:0],
                              r_data[EXA_SRC_LSB+:EXA_DST_W], r_data[EXA_TID_LSB+:EXA_TID_W],
                              r_data[EXA_SEQ_LSB+:EXA_SEQ_W], first, r_data[EXA_LAST_LSB],
                              r_data[EXA_NOTIFY_LSB], r_pld_ok, decode};

    tn_ram #(
        .DATA_W (INFO_W),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_judged (
        .clk    (clk),
        .wr_en  (keep),
        .wr_addr(fill_q[1:0]),
        .wr_data(info),
        .rd_addr(judge_q[1:0]),
        .rd_data({p_kind, p_pdid, p_addr, p_size, p_src, p_tid, p_seq, p_first, p_last, p_notify, p_pld_ok, p_decode})
    );

    wire [4:0] w_rest;

    tn_ram #(
        .DATA_W (INFO_W),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_written (
        .clk    (clk),
        .wr_en  (keep),
        .wr_addr(fill_q[1:0]),
        .wr_data(info),
        .rd_addr(write_q[1:0]),
        .rd_data({w_kind, w_pdid, w_addr, w_size, w_src, w_tid, w_seq, w_rest})
    );

    tn_ram #(
        .DATA_W (4),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_verdicts (
        .clk    (clk),
        .wr_en  (p_done),
        .wr_addr(judge_q[1:0]),
        .wr_data({p_write, p_bank}),
        .rd_addr(write_q[1:0]),
        .rd_data({w_write, w_bank})
    );

    // ---- payload; the two words of a control packet are read with its fields
    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(64),
        .ADDR_W (6)
    ) u_payload (
        .clk    (clk),
        .wr_en  (r_pld),
        .wr_addr({fill_q[1:0], r_index}),
        .wr_data(r_data),
        .rd_en  (w_rd),
        .rd_addr({write_q[1:0], w_index}),
        .rd_data(w_word)
    );

    tn_ram #(
        .DATA_W (64),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_place (
        .clk    (clk),
        .wr_en  (r_pld && r_index == 4'd0),
        .wr_addr(fill_q[1:0]),
        .wr_data(r_data[63:0]),
        .rd_addr(judge_q[1:0]),
        .rd_data(p_place)
    );

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_note (
        .clk    (clk),
        .wr_en  (r_pld && r_index == 4'd1),
        .wr_addr(fill_q[1:0]),
        .wr_data(r_data),
        .rd_addr(judge_q[1:0]),
        .rd_data(p_note)
    );

    wire unused = &{1'b0, r_ending, r_next_data, r_hdr, w_rest, r_head, r_data};

endmodule

`default_nettype wire
