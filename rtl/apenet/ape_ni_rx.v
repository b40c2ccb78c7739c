// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Reception: whole packets into buffers of their VC, form and CRC judged as the footer comes.
//
// PKT_LOG2 (0 to 2): log2 of the buffers of a VC. A packet that is well formed stands at its VC's head a cycle behind its
// footer, until h_pop; its buffer is free again by b_free (at the pop when it has no payload to be written). An answer is a header
// alone, which has no CRC and leaves the footer as it was. Payload is read by the buffer's number and word, data a cycle later.
// rst empties all. Contract: ape_ni.md sections 2 and 7.1.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_rx #(
    parameter integer PKT_LOG2 = 2  // log2 of the packet buffers of a VC, 0 to 2
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  own,
    // the local port
    input  wire         l_rx_valid,
    input  wire [127:0] l_rx_data,
    input  wire         l_rx_vc,
    input  wire         l_rx_head,
    input  wire         l_rx_last,
    output wire [1:0]   l_rx_room,
    // heads of the VCs
    output wire [1:0]   h_valid,
    input  wire         h_vc,       // whose packet is looked at
    output wire [127:0] h_hdr,
    output wire [127:0] h_ftr,
    output wire [127:0] h_first,    // its first word
    output wire         h_crc_ok,
    output wire [2:0]   h_buf,      // its buffer: VC and number
    input  wire         h_pop,
    // buffers given back
    input  wire         h_drop,     // with h_pop: nothing of it is to be written
    input  wire         b_free,
    input  wire [2:0]   b_free_buf,
    // payload
    input  wire         b_rd,
    input  wire [10:0]  b_rd_addr,  // buffer and word
    output wire [127:0] b_rd_data,
    // counts
    output reg          ev_packet,
    output reg          ev_bad,
    output reg          ev_crc
);

`include "ape_ni_defs.vh"
`include "ape_crc.vh"

    localparam integer BUF_N = 8;  // numbers of buffers: VC, then up to 4

    // numbers of a VC's buffers
    localparam [1:0] PTR_MASK = PKT_LOG2 == 0 ? 2'd0 : PKT_LOG2 == 1 ? 2'd1 : 2'd3;

    reg  [BUF_N-1:0] busy_q;      // taken
    reg  [BUF_N-1:0] whole_q;     // judged, not popped
    reg  [127:0]     hdr_q [0:BUF_N-1];
    reg  [127:0]     ftr_q [0:BUF_N-1];
    reg  [127:0]     first_q [0:BUF_N-1];
    reg  [BUF_N-1:0] crc_ok_q;
    reg  [3:0]       in_q;        // next buffer of each VC, two bits each
    reg  [3:0]       head_q;      // its oldest packet

    wire [1:0] in_0 = in_q[1:0] & PTR_MASK;
    wire [1:0] in_1 = in_q[3:2] & PTR_MASK;
    wire [2:0] in_vc = {l_rx_vc, l_rx_vc ? in_1 : in_0};

    assign l_rx_room = {!busy_q[{1'b1, in_1}], !busy_q[{1'b0, in_0}]};

    // ---- the packet that comes
    reg         taking_q;  // a buffer takes it
    reg  [2:0]  buf_q;
    reg  [8:0]  count_q;   // words of payload so far, 257: too many
    reg  [8:0]  await_q;   // words that len tells
    reg         form_q;    // the header is as it should be
    reg  [31:0] crc_q;

    wire        head = l_rx_valid && l_rx_head;
    wire        begins = head && l_rx_room[l_rx_vc] && (!l_rx_last || i_alone);
    wire        ends = l_rx_valid && l_rx_last && !l_rx_head;
    wire        body = l_rx_valid && !l_rx_head && !l_rx_last;

    wire [13:0] i_len = l_rx_data[APE_LEN_LSB+:14];
    wire [4:0]  i_type = l_rx_data[APE_TYPE_LSB+:5];
    wire [15:0] i_dst = {l_rx_data[APE_X_LSB+:6], l_rx_data[APE_X_LSB+6+:5], l_rx_data[APE_X_LSB+11+:5]};
    wire        i_type_ok = i_type == TYPE_PUT || i_type == TYPE_SEND || i_type == TYPE_REPLY
                         || (i_type == TYPE_GET && i_len == 14'd16);
    wire        i_here = i_dst == own || l_rx_data[APE_OOL];
    wire        i_form = i_type_ok && i_len <= {1'b0, PAGE_B} && i_here;
    wire        i_alone = l_rx_last && i_type == TYPE_ACK && i_len == 14'd0 && i_here;
    wire        answer = begins && l_rx_last;

    wire        good = taking_q && form_q && count_q == await_q;
    wire [2:0]  to_buf = answer ? in_vc : buf_q;
    wire [31:0] end_crc = ape_crc_foot(crc_q, l_rx_data);
    wire        crc_ok = end_crc == l_rx_data[APE_CRC_LSB+:32];

    // ---- heads
    wire [1:0] head_0 = head_q[1:0] & PTR_MASK;
    wire [1:0] head_1 = head_q[3:2] & PTR_MASK;

    assign h_valid  = {whole_q[{1'b1, head_1}], whole_q[{1'b0, head_0}]};
    assign h_buf    = {h_vc, h_vc ? head_1 : head_0};
    assign h_hdr    = hdr_q[h_buf];
    assign h_ftr    = ftr_q[h_buf];
    assign h_first  = first_q[h_buf];
    assign h_crc_ok = crc_ok_q[h_buf];

    always @(posedge clk)
        if (rst) begin
            busy_q   <= {BUF_N{1'b0}};
            whole_q  <= {BUF_N{1'b0}};
            in_q     <= 4'd0;
            head_q   <= 4'd0;
            taking_q <= 1'b0;
        end else begin
            if (head) taking_q <= begins && !l_rx_last;
            if (begins) busy_q[in_vc] <= 1'b1;
            if (ends) begin
                taking_q <= 1'b0;
                if (!good && taking_q) busy_q[buf_q] <= 1'b0;
            end
            if (answer || (ends && good)) begin
                whole_q[to_buf] <= 1'b1;
                if (to_buf[2]) in_q[3:2] <= in_q[3:2] + 2'd1;
                else in_q[1:0] <= in_q[1:0] + 2'd1;
            end
            // a header amid a packet: the packet before is dropped
            if (head && taking_q) busy_q[buf_q] <= begins && buf_q == in_vc;
            if (h_pop) begin
                whole_q[h_buf] <= 1'b0;
                if (h_drop) busy_q[h_buf] <= 1'b0;
                if (h_vc) head_q[3:2] <= head_q[3:2] + 2'd1;
                else head_q[1:0] <= head_q[1:0] + 2'd1;
            end
            if (b_free) busy_q[b_free_buf] <= 1'b0;
        end

    always @(posedge clk) begin
        if (begins) begin
            buf_q        <= in_vc;
            hdr_q[in_vc] <= l_rx_data;
            await_q      <= i_len[12:4] + {8'd0, i_len[3:0] != 4'd0};
            form_q       <= i_form;
            crc_q        <= ape_crc_head(l_rx_data);
            count_q      <= 9'd0;
        end else if (body && taking_q) begin
            crc_q <= ape_crc_word(crc_q, l_rx_data);
            if (count_q != 9'd257) count_q <= count_q + 9'd1;
            if (count_q == 9'd0) first_q[buf_q] <= l_rx_data;
        end
        if (ends && taking_q) begin
            ftr_q[buf_q]    <= l_rx_data;
            crc_ok_q[buf_q] <= crc_ok;
        end
    end

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(2048),
        .ADDR_W (11)
    ) u_ram (
        .clk    (clk),
        .wr_en  (body && taking_q && !count_q[8]),
        .wr_addr({buf_q, count_q[7:0]}),
        .wr_data(l_rx_data),
        .rd_en  (b_rd),
        .rd_addr(b_rd_addr),
        .rd_data(b_rd_data)
    );

    always @(posedge clk) begin
        ev_packet <= !rst && (answer || (ends && good && crc_ok));
        ev_crc    <= !rst && ends && good && !crc_ok;
        ev_bad    <= !rst && ((ends && !good) || (head && l_rx_last && !answer) || (head && taking_q));
    end

endmodule

`default_nettype wire
