// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The receiving half of the network interface: packet buffers, tables, and the judge that works on them.
//
// Parameters as of ape_ni. rst empties all. Contract: ape_ni.md sections 6 and 7.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_in #(
    parameter integer PKT_LOG2 = 2,  // log2 of the packet buffers of a VC, 0 to 2
    parameter integer BUF_LOG2 = 6,  // log2 of the registered buffers, 1 to 6
    parameter integer TLB_LOG2 = 6,  // log2 of the TLB's entries, 1 to 6
    parameter integer MSG_LOG2 = 6,  // log2 of the message table's entries, 1 to 6
    parameter integer GET_LOG2 = 4,  // log2 of the tags, 1 to 4
    parameter integer ACK_LOG2 = 4,  // log2 of the answers awaited, 1 to 4
    parameter integer CUT      = 0   // 1: the footer does not hold up data
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
    // timers
    input  wire [31:0]  msg_timeout,
    input  wire [31:0]  get_timeout,
    input  wire [31:0]  miss_timeout,
    input  wire [31:0]  ack_timeout,
    // a tag for a descriptor, or an answer that is awaited
    input  wire         get_tag_ask,
    input  wire         get_ans_ask,
    input  wire [31:0]  get_tag,
    input  wire [15:0]  get_tag_dst,
    input  wire [15:0]  get_tag_pid,
    input  wire [31:0]  get_tag_msg,
    input  wire [47:0]  get_tag_addr,
    input  wire [31:0]  get_tag_bytes,
    output wire         get_tag_done,
    output wire         get_tag_dup,
    output wire [6:0]   get_ans_name,
    input  wire         ask_sent,
    input  wire         ask_void,
    input  wire [6:0]   ask_name,
    // GET requests, pages for the replies
    output wire         get_valid,
    output wire [191:0] get_req,
    input  wire         p_ask,
    input  wire         p_first,
    input  wire [15:0]  p_pid,
    input  wire [47:0]  p_addr,
    input  wire [31:0]  p_bytes,
    output wire         p_done,
    output wire         p_ok,
    output wire [47:0]  p_paddr,
    input  wire         reply_read,
    // commands
    input  wire         cmd_go,
    input  wire [2:0]   cmd_op,
    input  wire [15:0]  cmd_pid,
    input  wire [3:0]   cmd_flags,
    input  wire [47:0]  cmd_vaddr,
    input  wire [31:0]  cmd_length,
    input  wire [47:0]  cmd_paddr,
    output wire         cmd_done,
    output wire [7:0]   cmd_code,
    output wire [5:0]   cmd_idx,
    // the micro-controller
    output wire         miss_valid,
    output wire [59:0]  miss,
    input  wire         answer,
    input  wire         answer_fault,
    input  wire [7:0]   answer_slot,
    input  wire [35:0]  answer_page,
    // bytes to be written
    output wire         w_valid,
    input  wire         w_ready,
    output wire [63:0]  w_cmd,
    input  wire         w_done,
    input  wire         b_rd,
    input  wire [10:0]  b_rd_addr,
    output wire [127:0] b_rd_data,
    input  wire         b_free,
    input  wire [2:0]   b_free_buf,
    // what follows packets
    output wire         d_valid,
    input  wire         d_room,
    output wire [129:0] d_entry,
    // counts
    output wire         ev_packet,
    output wire         ev_bad,
    output wire         ev_crc,
    output wire         ev_dropped,
    output wire         ev_late,
    output wire         ev_hit,
    output wire         ev_miss
);

`include "ape_ni_defs.vh"

    reg [31:0] now_q;

    always @(posedge clk)
        if (rst) now_q <= 32'd0;
        else now_q <= now_q + 32'd1;

    // ---- packets
    wire [1:0]   h_valid;
    wire         h_vc, h_crc_ok, h_pop, h_drop;
    wire [127:0] h_hdr, h_ftr, h_first;
    wire [2:0]   h_buf;

    ape_ni_rx #(
        .PKT_LOG2(PKT_LOG2)
    ) u_rx (
        .clk(clk), .rst(rst),
        .own       (own),
        .l_rx_valid(l_rx_valid), .l_rx_data(l_rx_data),
        .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head),
        .l_rx_last(l_rx_last), .l_rx_room(l_rx_room),
        .h_valid   (h_valid),
        .h_vc      (h_vc),
        .h_hdr     (h_hdr),
        .h_ftr     (h_ftr),
        .h_first   (h_first),
        .h_crc_ok  (h_crc_ok),
        .h_buf     (h_buf),
        .h_pop     (h_pop),
        .h_drop    (h_drop),
        .b_free(b_free), .b_free_buf(b_free_buf),
        .b_rd(b_rd), .b_rd_addr(b_rd_addr),
        .b_rd_data (b_rd_data),
        .ev_packet (ev_packet),
        .ev_bad    (ev_bad),
        .ev_crc    (ev_crc)
    );

    // source, pid, address, reply address, bytes, tag
    assign get_req = {h_ftr[APE_SRC_LSB+:16], h_hdr[APE_PID_LSB+:16], h_hdr[APE_ADDR_LSB+:48], h_first[47:0],
                      h_first[95:64], h_first[127:96]};

    // ---- registered buffers
    wire        buf_ask, buf_hit, buf_start, buf_wr, buf_gone, buf_take, buf_give;
    wire [2:0]  buf_for;
    wire [15:0] buf_pid;
    wire [47:0] buf_addr, buf_at_addr;
    wire [48:0] buf_end, buf_at_end;
    wire [5:0]  buf_idx, buf_at;

    ape_ni_bufs #(
        .BUF_LOG2(BUF_LOG2)
    ) u_bufs (
        .clk(clk), .rst(rst),
        .ask     (buf_ask),
        .ask_for (buf_for),
        .ask_pid (buf_pid),
        .ask_addr(buf_addr),
        .ask_end (buf_end),
        .hit_q   (buf_hit),
        .start_q (buf_start),
        .idx_q   (buf_idx),
        .at      (buf_at),
        .at_addr (buf_at_addr),
        .at_end  (buf_at_end),
        .wr      (buf_wr),
        .wr_idx  (buf_at),
        .wr_flags(cmd_flags),
        .wr_pid  (buf_pid),
        .wr_addr (buf_addr),
        .wr_end  (buf_end),
        .gone    (buf_gone),
        .take    (buf_take),
        .give    (buf_give),
        .take_idx(buf_at)
    );

    // ---- TLB and misses
    wire        tlb_ask, tlb_hit, tlb_busy, tlb_fill, tlb_drop, tlb_found;
    wire [15:0] tlb_pid, fill_pid;
    wire [35:0] tlb_page, tlb_to, tlb_drop_first, tlb_drop_last, fill_page, fill_to;
    wire        miss_open, miss_clear, miss_fault, miss_timed, fill_want, fill_taken;
    wire [1:0]  miss_who;
    wire [2:0]  miss_waits;

    ape_ni_tlb #(
        .TLB_LOG2(TLB_LOG2)
    ) u_tlb (
        .clk(clk), .rst(rst),
        .ask       (tlb_ask),
        .ask_pid   (tlb_pid),
        .ask_page  (tlb_page),
        .hit       (tlb_hit),
        .hit_page  (tlb_to),
        .fill      (tlb_fill),
        .fill_pid  (fill_taken ? fill_pid : cmd_pid),
        .fill_page (fill_taken ? fill_page : cmd_vaddr[47:12]),
        .fill_to   (fill_taken ? fill_to : cmd_paddr[47:12]),
        .busy      (tlb_busy),
        .drop(tlb_drop), .drop_pid(cmd_pid),
        .drop_first(tlb_drop_first), .drop_last(tlb_drop_last),
        .found_q   (tlb_found)
    );

    ape_ni_miss u_miss (
        .clk(clk), .rst(rst),
        .now         (now_q),
        .timeout     (miss_timeout),
        .open        (miss_open),
        .clear       (miss_clear),
        .who         (miss_who),
        .pid         (tlb_pid),
        .page        (tlb_page),
        .waits       (miss_waits),
        .fault       (miss_fault),
        .timed       (miss_timed),
        .fill_want(fill_want), .fill_taken(fill_taken),
        .fill_pid(fill_pid), .fill_page(fill_page),
        .fill_to(fill_to), .drop(tlb_drop),
        .drop_pid(cmd_pid), .drop_first(tlb_drop_first),
        .drop_last   (tlb_drop_last),
        .head_valid  (miss_valid),
        .head        (miss),
        .answer(answer), .answer_fault(answer_fault),
        .answer_slot (answer_slot),
        .answer_page (answer_page)
    );

    // ---- messages and tags
    wire         msg_ask, msg_stream, msg_hit, msg_room, msg_at_valid, msg_at_late, msg_wr, msg_free, msg_touch;
    wire [15:0]  msg_src, msg_pid;
    wire [5:0]   msg_idx, msg_free_idx, msg_at, msg_wr_idx;
    wire [121:0] msg_entry, msg_wr_entry;

    ape_ni_msgs #(
        .MSG_LOG2(MSG_LOG2)
    ) u_msgs (
        .clk(clk), .rst(rst),
        .now       (now_q),
        .timeout   (msg_timeout),
        .ask       (msg_ask),
        .ask_src   (msg_src),
        .ask_stream(msg_stream),
        .ask_pid   (msg_pid),
        .hit_q     (msg_hit),
        .idx_q     (msg_idx),
        .room_q    (msg_room),
        .free_q    (msg_free_idx),
        .at        (msg_at),
        .entry     (msg_entry),
        .at_valid  (msg_at_valid),
        .at_late   (msg_at_late),
        .wr        (msg_wr),
        .free      (msg_free),
        .touch     (msg_touch),
        .wr_idx    (msg_wr_idx),
        .wr_entry  (msg_wr_entry),
        .gone      (buf_gone),
        .gone_buf  (buf_at)
    );

    wire        tag_ask, tag_known, tag_open, tag_room, tag_at_open, tag_at_late, tag_take, tag_touch, tag_kill, tag_free;
    wire [31:0] tag_tag, tag_at_tag, tag_at_bytes;
    wire [47:0] tag_at_addr;
    wire [15:0] tag_dst, tag_at_dst, tag_at_pid;
    wire [3:0]  tag_idx, tag_free_idx, tag_at, tag_wr_idx;

    ape_ni_tags #(
        .GET_LOG2(GET_LOG2)
    ) u_tags (
        .clk(clk), .rst(rst),
        .now     (now_q),
        .timeout (get_timeout),
        .ask     (tag_ask),
        .ask_tag (tag_tag),
        .ask_dst (tag_dst),
        .known_q (tag_known),
        .open_q  (tag_open),
        .idx_q   (tag_idx),
        .room_q  (tag_room),
        .free_q  (tag_free_idx),
        .at      (tag_at),
        .at_tag  (tag_at_tag),
        .at_dst  (tag_at_dst),
        .at_pid  (tag_at_pid),
        .at_addr (tag_at_addr),
        .at_bytes(tag_at_bytes),
        .at_open (tag_at_open),
        .at_late (tag_at_late),
        .wr_idx  (tag_wr_idx),
        .take    (tag_take),
        .wr_tag  (tag_tag),
        .wr_dst  (tag_dst),
        .wr_pid  (get_tag_pid),
        .wr_addr (get_tag_addr),
        .wr_bytes(get_tag_bytes),
        .touch   (tag_touch),
        .kill    (tag_kill),
        .free    (tag_free)
    );

    // ---- answers awaited
    wire        ack_ask, ack_known, ack_open, ack_room, ack_at_open, ack_at_late, ack_take, ack_kill, ack_free;
    wire [15:0] ack_pid, ack_at_pid, ack_at_dst;
    wire [31:0] ack_msg, ack_at_tag;
    wire [3:0]  ack_idx, ack_free_idx, ack_at, ack_wr_idx;

    ape_ni_acks #(
        .ACK_LOG2(ACK_LOG2)
    ) u_acks (
        .clk(clk), .rst(rst),
        .now      (now_q),
        .timeout  (ack_timeout),
        .ask      (ack_ask),
        .ask_pid  (ack_pid),
        .ask_msg  (ack_msg),
        .known_q  (ack_known),
        .open_q   (ack_open),
        .idx_q    (ack_idx),
        .room_q   (ack_room),
        .free_q   (ack_free_idx),
        .at       (ack_at),
        .at_pid   (ack_at_pid),
        .at_dst   (ack_at_dst),
        .at_tag   (ack_at_tag),
        .at_open  (ack_at_open),
        .at_late  (ack_at_late),
        .wr_idx   (ack_wr_idx),
        .take     (ack_take),
        .wr_pid   (get_tag_pid),
        .wr_msg   (get_tag_msg),
        .wr_dst   (get_tag_dst),
        .wr_tag   (get_tag),
        .kill     (ack_kill),
        .free     (ack_free),
        .take_name(get_ans_name),
        .sent     (ask_sent),
        .gone     (ask_void),
        .name     (ask_name)
    );

    ape_ni_judge #(
        .MSG_LOG2(MSG_LOG2),
        .GET_LOG2(GET_LOG2),
        .ACK_LOG2(ACK_LOG2),
        .CUT     (CUT)
    ) u_judge (
        .clk(clk), .rst(rst),
        .h_valid       (h_valid),
        .h_vc          (h_vc),
        .h_hdr         (h_hdr),
        .h_ftr         (h_ftr),
        .h_crc_ok      (h_crc_ok),
        .h_buf         (h_buf),
        .h_pop         (h_pop),
        .h_drop        (h_drop),
        .buf_ask       (buf_ask),
        .buf_for       (buf_for),
        .buf_pid       (buf_pid),
        .buf_addr      (buf_addr),
        .buf_end       (buf_end),
        .buf_hit       (buf_hit),
        .buf_start     (buf_start),
        .buf_idx       (buf_idx),
        .buf_at        (buf_at),
        .buf_at_addr   (buf_at_addr),
        .buf_at_end    (buf_at_end),
        .buf_wr        (buf_wr),
        .buf_gone      (buf_gone),
        .buf_take      (buf_take),
        .buf_give      (buf_give),
        .tlb_ask       (tlb_ask),
        .tlb_pid       (tlb_pid),
        .tlb_page      (tlb_page),
        .tlb_hit       (tlb_hit),
        .tlb_to        (tlb_to),
        .tlb_busy      (tlb_busy),
        .tlb_fill      (tlb_fill),
        .tlb_drop      (tlb_drop),
        .tlb_drop_first(tlb_drop_first),
        .tlb_drop_last (tlb_drop_last),
        .tlb_found     (tlb_found),
        .miss_open     (miss_open),
        .miss_clear    (miss_clear),
        .miss_who      (miss_who),
        .miss_waits    (miss_waits),
        .miss_fault    (miss_fault),
        .miss_timed    (miss_timed),
        .fill_want(fill_want), .fill_taken(fill_taken),
        .msg_ask       (msg_ask),
        .msg_src       (msg_src),
        .msg_stream    (msg_stream),
        .msg_pid       (msg_pid),
        .msg_hit       (msg_hit),
        .msg_idx       (msg_idx),
        .msg_room      (msg_room),
        .msg_free_idx  (msg_free_idx),
        .msg_at        (msg_at),
        .msg_entry     (msg_entry),
        .msg_at_valid  (msg_at_valid),
        .msg_at_late   (msg_at_late),
        .msg_wr        (msg_wr),
        .msg_free      (msg_free),
        .msg_touch     (msg_touch),
        .msg_wr_idx    (msg_wr_idx),
        .msg_wr_entry  (msg_wr_entry),
        .tag_ask       (tag_ask),
        .tag_tag       (tag_tag),
        .tag_dst       (tag_dst),
        .tag_known     (tag_known),
        .tag_open      (tag_open),
        .tag_idx       (tag_idx),
        .tag_room      (tag_room),
        .tag_free_idx  (tag_free_idx),
        .tag_at        (tag_at),
        .tag_at_tag    (tag_at_tag),
        .tag_at_dst    (tag_at_dst),
        .tag_at_pid    (tag_at_pid),
        .tag_at_addr   (tag_at_addr),
        .tag_at_bytes  (tag_at_bytes),
        .tag_at_open   (tag_at_open),
        .tag_at_late   (tag_at_late),
        .tag_wr_idx    (tag_wr_idx),
        .tag_take      (tag_take),
        .tag_touch     (tag_touch),
        .tag_kill      (tag_kill),
        .tag_free      (tag_free),
        .ack_ask       (ack_ask),
        .ack_pid       (ack_pid),
        .ack_msg       (ack_msg),
        .ack_known     (ack_known),
        .ack_open      (ack_open),
        .ack_idx       (ack_idx),
        .ack_room      (ack_room),
        .ack_free_idx  (ack_free_idx),
        .ack_at        (ack_at),
        .ack_at_pid    (ack_at_pid),
        .ack_at_dst    (ack_at_dst),
        .ack_at_tag    (ack_at_tag),
        .ack_at_open   (ack_at_open),
        .ack_at_late   (ack_at_late),
        .ack_wr_idx    (ack_wr_idx),
        .ack_take      (ack_take),
        .ack_kill      (ack_kill),
        .ack_free      (ack_free),
        .get_tag_ask   (get_tag_ask),
        .get_ans_ask   (get_ans_ask),
        .get_tag_pid   (get_tag_pid),
        .get_tag_msg   (get_tag_msg),
        .get_tag       (get_tag),
        .get_tag_dst   (get_tag_dst),
        .get_tag_done  (get_tag_done),
        .get_tag_dup   (get_tag_dup),
        .get_valid     (get_valid),
        .p_ask         (p_ask),
        .p_first       (p_first),
        .p_pid         (p_pid),
        .p_addr        (p_addr),
        .p_bytes       (p_bytes),
        .p_done        (p_done),
        .p_ok          (p_ok),
        .p_paddr       (p_paddr),
        .reply_read    (reply_read),
        .cmd_go        (cmd_go),
        .cmd_op        (cmd_op),
        .cmd_pid       (cmd_pid),
        .cmd_flags     (cmd_flags),
        .cmd_addr      (cmd_vaddr),
        .cmd_length    (cmd_length),
        .cmd_done      (cmd_done),
        .cmd_code      (cmd_code),
        .cmd_idx       (cmd_idx),
        .w_push        (w_valid),
        .w_ready       (w_ready),
        .w_cmd         (w_cmd),
        .w_done        (w_done),
        .d_push        (d_valid),
        .d_room        (d_room),
        .d_entry       (d_entry),
        .ev_dropped    (ev_dropped),
        .ev_late       (ev_late),
        .ev_hit        (ev_hit),
        .ev_miss       (ev_miss)
    );

    wire unused = &{1'b0, cmd_paddr[11:0], h_first[63:48]};

endmodule

`default_nettype wire
