// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Virtual barrel shifter of exa_dma: beats of eight banks, in any order, to payload words in slots.
//
// OUT_N (1 to 7) outputs of 8 slots. put tells of a packet whose reads will be issued: its bank, slot
// (output and slot of it) and lanes. A bank answers its packets in order. A beat taken in t has its
// word on w_* in t+3; done is high with a packet's last word and tells of a fault. rready is low in
// rst and for a cycle behind a packet that has a word more than beats to make it. rst forgets every
// packet. Contract: exa_dma.md sections 6 and 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_shift #(
    parameter integer OUT_N = 1  // outputs, 1 to 7
) (
    input  wire         clk,
    input  wire         rst,
    // reads of a packet
    input  wire         put,
    input  wire [2:0]   put_bank,
    input  wire [5:0]   put_slot,
    input  wire [27:0]  put_vbs,
    // AXI master: data
    input  wire         m_axi_rvalid,
    output wire         m_axi_rready,
    input  wire [2:0]   m_axi_rid,
    input  wire [127:0] m_axi_rdata,
    input  wire [1:0]   m_axi_rresp,
    output wire         over,       // a packet's last beat was taken in the cycle before, of over_bank
    output wire [2:0]   over_bank,
    // words of the packet
    output reg          w_en,
    output reg  [5:0]   w_slot,
    output reg  [3:0]   w_index,
    output reg  [127:0] w_data,
    // its last beat has come
    output reg          done,
    output reg          done_fault,
    output reg  [1:0]   done_code,
    output reg          done_page   // the beat that failed is in the second page
);

`include "exa_dma_defs.vh"

    // a bank's queue has room for every slot
    localparam integer QUEUE_LOG2 = OUT_N > 4 ? 6 : OUT_N > 2 ? 5 : OUT_N > 1 ? 4 : 3;

    // ---- beats as they come
    reg         b_valid_q;
    reg [2:0]   b_bank_q;
    reg [127:0] b_data_q;
    reg [1:0]   b_resp_q;
    reg         flush_q;    // the packet of the beat before needs one more word

    assign m_axi_rready = !flush_q && !rst;
    assign over         = beat && last;
    assign over_bank    = b_bank_q;

    always @(posedge clk) begin
        if (rst) b_valid_q <= 1'b0;
        else if (m_axi_rready) b_valid_q <= m_axi_rvalid;
    end

    always @(posedge clk)
        if (m_axi_rready) begin
            b_bank_q <= m_axi_rid;
            b_data_q <= m_axi_rdata;
            b_resp_q <= m_axi_rresp;
        end

    // ---- the packet that a beat belongs to
    reg [8*QUEUE_LOG2-1:0] put_q;   // where each bank's queue is written, and read
    reg [8*QUEUE_LOG2-1:0] head_q;
    reg [39:0]             count_q; // beats that the first packet of each bank has had

    wire                  beat = b_valid_q && !flush_q;
    wire [QUEUE_LOG2-1:0] put_at = put_q[QUEUE_LOG2*put_bank+:QUEUE_LOG2];
    wire [QUEUE_LOG2-1:0] head_at = head_q[QUEUE_LOG2*b_bank_q+:QUEUE_LOG2];
    wire [4:0]            count = count_q[5*b_bank_q+:5];
    wire [33:0]           head;
    wire [5:0]            slot = head[33:28];
    wire [27:0]           vbs = head[27:0];
    wire [4:0]            beats = vbs[VBS_BEATS_LSB+:VBS_COUNT_W];
    wire [4:0]            words = vbs[VBS_WORDS_LSB+:VBS_COUNT_W];
    wire                  up = vbs[VBS_UP_LSB];
    wire                  last = count + 5'd1 == beats;
    wire                  more = up ? words != beats : words == beats;

    tn_ram #(
        .DATA_W (34),
        .DEPTH_N(8 << QUEUE_LOG2),
        .ADDR_W (3 + QUEUE_LOG2)
    ) u_queue (
        .clk    (clk),
        .wr_en  (put),
        .wr_addr({put_bank, put_at}),
        .wr_data({put_slot, put_vbs}),
        .rd_addr({b_bank_q, head_at}),
        .rd_data(head)
    );

    integer k;
    always @(posedge clk) begin
        if (rst) begin
            put_q   <= {8 * QUEUE_LOG2{1'b0}};
            head_q  <= {8 * QUEUE_LOG2{1'b0}};
            count_q <= 40'd0;
            flush_q <= 1'b0;
        end else begin
            flush_q <= beat && last && more;
            for (k = 0; k < 8; k = k + 1) begin
                if (put && put_bank == k[2:0]) put_q[QUEUE_LOG2*k+:QUEUE_LOG2] <= put_at + 1'b1;
                if (beat && b_bank_q == k[2:0]) count_q[5*k+:5] <= last ? 5'd0 : count + 5'd1;
                if (beat && last && b_bank_q == k[2:0]) head_q[QUEUE_LOG2*k+:QUEUE_LOG2] <= head_at + 1'b1;
            end
        end
    end

    // ---- turned by lanes
    reg         t_beat_q;
    reg         t_flush_q;
    reg         t_end_q;    // the packet's last word
    reg [2:0]   t_bank_q;
    reg [5:0]   t_slot_q;
    reg [27:0]  t_vbs_q;
    reg [4:0]   t_count_q;
    reg [127:0] t_data_q;
    reg [1:0]   t_resp_q;

    wire [3:0]   turn = vbs[VBS_TURN_LSB+:4];
    reg  [127:0] half_turned;  // by a multiple of four lanes
    reg  [127:0] turned;
    integer      l;
    always @* begin
        for (l = 0; l < 4; l = l + 1)
            half_turned[32*l+:32] = b_data_q[32*((l+4-{30'd0, turn[3:2]})%4)+:32];
        for (l = 0; l < 16; l = l + 1)
            turned[8*l+:8] = half_turned[8*((l+16-{30'd0, turn[1:0]})%16)+:8];
    end

    always @(posedge clk) begin
        if (rst) begin
            t_beat_q  <= 1'b0;
            t_flush_q <= 1'b0;
        end else begin
            t_beat_q  <= beat;
            t_flush_q <= flush_q;
        end
    end

    always @(posedge clk) begin
        t_end_q <= flush_q || (last && !more);
        if (flush_q) t_count_q <= t_count_q + 5'd1;
        else begin
            t_count_q <= count;
            t_bank_q  <= b_bank_q;
            t_slot_q  <= slot;
            t_vbs_q   <= vbs;
            t_data_q  <= turned;
            t_resp_q  <= b_resp_q;
        end
    end

    // ---- words: the lanes below turn come from the beat before
    reg  [15:0]  fault_q;  // of each bank's packet: code of its first failure
    reg  [7:0]   page_q;
    wire [127:0] lanes_held;
    wire         t_up = t_vbs_q[VBS_UP_LSB];
    wire [3:0]   t_turn = t_vbs_q[VBS_TURN_LSB+:4];
    wire [3:0]   t_from = t_vbs_q[VBS_FROM_LSB+:4];
    wire [3:0]   t_to = t_vbs_q[VBS_END_LSB+:4];
    wire [4:0]   t_words = t_vbs_q[VBS_WORDS_LSB+:VBS_COUNT_W];
    wire [4:0]   index = t_up ? t_count_q : t_count_q - 5'd1;
    wire         first_word = index == 5'd0;
    wire         last_word = index + 5'd1 == t_words;
    wire         t_more = t_beat_q && t_count_q != 5'd0;
    wire [1:0]   held = t_more || t_flush_q ? fault_q[2*t_bank_q+:2] : 2'd0;
    wire         fails = t_beat_q && t_resp_q[1] && !held[1];
    wire [1:0]   code = fails ? t_resp_q : held;
    wire         page = fails ? t_count_q >= t_vbs_q[VBS_PAGE_LSB+:VBS_COUNT_W] : page_q[t_bank_q];
    reg  [127:0] mixed;
    integer      m;

    always @*
        for (m = 0; m < 16; m = m + 1) begin
            mixed[8*m+:8] = m[3:0] < t_turn ? lanes_held[8*m+:8] : t_data_q[8*m+:8];
            if (first_word && m[3:0] < t_from) mixed[8*m+:8] = 8'd0;
            if (last_word && t_to != 4'd0 && m[3:0] >= t_to) mixed[8*m+:8] = 8'd0;
        end

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_before (
        .clk    (clk),
        .wr_en  (t_beat_q),
        .wr_addr(t_bank_q),
        .wr_data(t_data_q),
        .rd_addr(t_bank_q),
        .rd_data(lanes_held)
    );

    always @(posedge clk) begin
        if (rst) begin
            w_en <= 1'b0;
            done <= 1'b0;
        end else begin
            w_en <= t_flush_q || (t_beat_q && (t_up || t_count_q != 5'd0));
            done <= (t_flush_q || t_beat_q) && t_end_q;
        end
    end

    integer f;
    always @(posedge clk) begin
        for (f = 0; f < 8; f = f + 1)
            if (t_beat_q && t_bank_q == f[2:0]) begin
                fault_q[2*f+:2] <= code;
                page_q[f]       <= page;
            end
        w_slot     <= t_slot_q;
        w_index    <= index[3:0];
        w_data     <= mixed;
        done_fault <= code[1];
        done_code  <= code;
        done_page  <= page;
    end

endmodule

`default_nettype wire
