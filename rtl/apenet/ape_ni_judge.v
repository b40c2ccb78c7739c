// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The judge of the network interface: one machine that looks at packets, commands, pages for replies, tags, answers and timers, one
// after the other, so that every table has one reader and one writer.
//
// MSG_LOG2, GET_LOG2, ACK_LOG2: as of the tables. A packet with a hit takes six cycles from its VC's head to the writer (a reply one more),
// and is not begun while the writer has no room, so nothing waits in here and timers go on. A packet
// that waits for its page is judged again from the beginning when the page is there; nothing of it was kept. rst
// begins idle. Contract: ape_ni.md sections 6 and 7.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_judge #(
    parameter integer MSG_LOG2 = 6,  // log2 of the message table's entries
    parameter integer GET_LOG2 = 4,  // log2 of the tags
    parameter integer ACK_LOG2 = 4,  // log2 of the answers awaited
    parameter integer CUT      = 0   // 1: the footer does not hold up data
) (
    input  wire         clk,
    input  wire         rst,
    // packets
    input  wire [1:0]   h_valid,
    output wire         h_vc,
    input  wire [127:0] h_hdr,
    input  wire [127:0] h_ftr,
    input  wire         h_crc_ok,
    input  wire [2:0]   h_buf,
    output reg          h_pop,
    output reg          h_drop,
    // buffers
    output reg          buf_ask,
    output reg  [2:0]   buf_for,
    output reg  [15:0]  buf_pid,
    output reg  [47:0]  buf_addr,
    output reg  [48:0]  buf_end,
    input  wire         buf_hit,
    input  wire         buf_start,
    input  wire [5:0]   buf_idx,
    output wire [5:0]   buf_at,     // looked at, written, taken or given
    input  wire [47:0]  buf_at_addr,
    input  wire [48:0]  buf_at_end,
    output reg          buf_wr,
    output reg          buf_gone,
    output reg          buf_take,
    output reg          buf_give,
    // TLB
    output reg          tlb_ask,
    output wire [15:0]  tlb_pid,
    output wire [35:0]  tlb_page,
    input  wire         tlb_hit,
    input  wire [35:0]  tlb_to,
    input  wire         tlb_busy,
    output reg          tlb_fill,
    output reg          tlb_drop,
    output wire [35:0]  tlb_drop_first,
    output wire [35:0]  tlb_drop_last,
    input  wire         tlb_found,
    // misses
    output reg          miss_open,
    output reg          miss_clear,
    output wire [1:0]   miss_who,
    input  wire [2:0]   miss_waits,
    input  wire         miss_fault,
    input  wire         miss_timed,
    input  wire         fill_want,
    output reg          fill_taken,
    // message table
    output reg          msg_ask,
    output wire [15:0]  msg_src,
    output wire         msg_stream,
    output wire [15:0]  msg_pid,
    input  wire         msg_hit,
    input  wire [5:0]   msg_idx,
    input  wire         msg_room,
    input  wire [5:0]   msg_free_idx,
    output wire [5:0]   msg_at,
    input  wire [121:0] msg_entry,
    input  wire         msg_at_valid,
    input  wire         msg_at_late,
    output reg          msg_wr,
    output reg          msg_free,
    output reg          msg_touch,
    output reg  [5:0]   msg_wr_idx,
    output wire [121:0] msg_wr_entry,
    // tags
    output reg          tag_ask,
    output reg  [31:0]  tag_tag,
    output reg  [15:0]  tag_dst,
    input  wire         tag_known,
    input  wire         tag_open,
    input  wire [3:0]   tag_idx,
    input  wire         tag_room,
    input  wire [3:0]   tag_free_idx,
    output wire [3:0]   tag_at,
    input  wire [31:0]  tag_at_tag,
    input  wire [15:0]  tag_at_dst,
    input  wire [15:0]  tag_at_pid,
    input  wire [47:0]  tag_at_addr,
    input  wire [31:0]  tag_at_bytes,
    input  wire         tag_at_open,
    input  wire         tag_at_late,
    output reg  [3:0]   tag_wr_idx,
    output reg          tag_take,
    output reg          tag_touch,
    output reg          tag_kill,
    output reg          tag_free,
    // answers awaited
    output reg          ack_ask,
    output wire [15:0]  ack_pid,
    output wire [31:0]  ack_msg,
    input  wire         ack_known,
    input  wire         ack_open,
    input  wire [3:0]   ack_idx,
    input  wire         ack_room,
    input  wire [3:0]   ack_free_idx,
    output wire [3:0]   ack_at,
    input  wire [15:0]  ack_at_pid,
    input  wire [15:0]  ack_at_dst,
    input  wire [31:0]  ack_at_tag,
    input  wire         ack_at_open,
    input  wire         ack_at_late,
    output wire [3:0]   ack_wr_idx,
    output reg          ack_take,
    output reg          ack_kill,
    output reg          ack_free,
    // a descriptor's GET wants a tag, or its message an answer
    input  wire         get_tag_ask,
    input  wire         get_ans_ask,
    input  wire [15:0]  get_tag_pid,
    input  wire [31:0]  get_tag_msg,
    input  wire [31:0]  get_tag,
    input  wire [15:0]  get_tag_dst,
    output reg          get_tag_done,
    output wire         get_tag_dup,
    // GET requests for the replies
    output reg          get_valid,
    // pages of replies
    input  wire         p_ask,
    input  wire         p_first,
    input  wire [15:0]  p_pid,
    input  wire [47:0]  p_addr,
    input  wire [31:0]  p_bytes,
    output reg          p_done,
    output reg          p_ok,
    output wire [47:0]  p_paddr,
    input  wire         reply_read,
    // commands
    input  wire         cmd_go,
    input  wire [2:0]   cmd_op,
    input  wire [15:0]  cmd_pid,
    input  wire [3:0]   cmd_flags,
    input  wire [47:0]  cmd_addr,
    input  wire [31:0]  cmd_length,
    output reg          cmd_done,
    output reg  [7:0]   cmd_code,
    output reg  [5:0]   cmd_idx,
    // bytes to be written
    output reg          w_push,
    input  wire         w_ready,
    output wire [63:0]  w_cmd,       // buffer, length, physical address
    input  wire         w_done,      // a B has come
    // what follows a packet: its event, when its B is there
    output reg          d_push,
    input  wire         d_room,
    output wire [129:0] d_entry,
    // counts
    output reg          ev_dropped,
    output reg          ev_late,
    output reg          ev_hit,
    output wire         ev_miss
);

`include "ape_ni_defs.vh"
`include "ape_ni_check.vh"

    localparam [4:0] S_IDLE = 5'd0, S_PKT = 5'd1, S_MSG = 5'd2, S_BUF = 5'd3, S_TLB = 5'd4, S_PUT = 5'd5, S_FAIL = 5'd6,
                     S_OLD = 5'd7, S_ACK = 5'd8, S_GET = 5'd9, S_GBUF = 5'd10, S_GTLB = 5'd11, S_TAG = 5'd12,
                     S_TAG2 = 5'd13, S_SCAN = 5'd14, S_TAGX = 5'd15, S_CMD = 5'd16, S_CMD2 = 5'd17, S_ASKED = 5'd18;
    localparam [2:0] ASK_PUT = 3'd0, ASK_GET = 3'd1, ASK_SEND = 3'd2, ASK_EXACT = 3'd3, ASK_NAMED = 3'd4, ASK_FREE = 3'd5,
                     ASK_REPLY = 3'd6;
    localparam [2:0] OP_REGISTER = 3'd1, OP_UNREGISTER = 3'd2, OP_MAP = 3'd3, OP_UNMAP = 3'd4, OP_RELEASE = 3'd5;
    localparam [7:0] OK = 8'd0, FULL = 8'd1, BAD = 8'd2, NOTFOUND = 8'd3;
    localparam [6:0] SCAN_TAGS = 7'd64, SCAN_ACKS = 7'd80, SCAN_END = 7'd95;

    reg  [4:0]  state_q, state_d;
    reg         vc_q;
    reg  [1:0]  turn_q;
    reg  [6:0]  scan_q;
    reg  [7:0]  cause_q, cause_d;
    reg  [49:0] va_q;
    reg  [5:0]  b_q;       // buffer of the packet
    // a VC's packet that waits for its page: its entry, its tag
    reg  [1:0]  held_q;
    reg  [11:0] held_idx_q;
    reg  [1:0]  kept_q;
    reg  [7:0]  kept_idx_q;

    // ---- the packet
    wire [15:0] p_pid_h = h_hdr[APE_PID_LSB+:16];
    wire [4:0]  p_type = h_hdr[APE_TYPE_LSB+:5];
    wire [12:0] p_len = h_hdr[APE_LEN_LSB+:13];
    wire [47:0] p_va = h_hdr[APE_ADDR_LSB+:48];
    wire        is_reply = p_type == TYPE_REPLY;
    wire        is_send = p_type == TYPE_SEND;
    wire [31:0] f_msg = h_ftr[APE_MSG_LSB+:32];
    wire [15:0] f_pkt = h_ftr[APE_PKT_LSB+:16];
    wire        f_err = h_ftr[APE_ERR];
    wire        f_last = h_ftr[APE_LAST];
    wire [15:0] f_src = h_ftr[APE_SRC_LSB+:16];
    wire        f_asks = h_ftr[APE_ASK] && f_last && !is_reply;
    wire        refusal = is_reply && f_err && f_last && p_len == 13'd0;

    // with CUT: its footer is wrong, its data are written by its header all the same
    reg         cut_q;
    wire        cut_short = CUT != 0 && !h_crc_ok && !h_hdr[APE_OOL] && p_len != 13'd0 && (p_type == TYPE_PUT || is_reply);

    // an answer: its cause, and whether it is that of the node which is awaited
    wire [7:0]  a_cause = p_va[39:32];
    wire        a_right = ack_open && !h_hdr[APE_OOL] && p_va[47:40] == answer_check(ack_at_dst, p_pid_h, p_va[31:0], a_cause);

    // ---- its entry in the message table; of one that has failed its bytes are the cause
    wire [15:0] e_pid = msg_entry[15:0];
    wire [31:0] e_bytes = msg_entry[47:16];
    wire [5:0]  e_buf = msg_entry[53:48];
    wire        e_send = msg_entry[54];
    wire [15:0] e_next = msg_entry[70:55];
    wire [31:0] e_msg = msg_entry[102:71];
    wire        e_gone = msg_entry[103];
    wire        e_failed = msg_entry[104];
    wire        e_stream = msg_entry[105];
    wire [15:0] e_src = msg_entry[121:106];
    wire        begins = !msg_hit || e_msg != f_msg || (f_pkt == 16'd0 && !e_failed && e_next != 16'd0);

    // ---- a reply that was not asked for: its process, or its place among those that have come
    reg         odd_q;
    wire        follows = msg_hit && !e_failed && e_msg == f_msg;
    wire [31:0] got = follows ? e_bytes : 32'd0;
    wire [31:0] owed = tag_at_bytes - got;
    wire        ends_it = {19'd0, p_len} == owed;
    wire        odd_len = p_len == 13'd0 || {19'd0, p_len} > owed || f_last != ends_it;
    wire        odd_place = p_va != tag_at_addr + {16'd0, got} || (!f_err && odd_len);
    wire        odd = p_pid_h != tag_at_pid || (f_pkt == (follows ? e_next : 16'd0) && odd_place);

    // ---- its place in memory
    wire [49:0] va = is_send ? {2'd0, buf_at_addr} + {2'd0, p_va} : {2'd0, p_va};
    wire [49:0] va_end = va + {37'd0, p_len};
    wire        fits = (!msg_known || e_send == is_send) && va >= {2'd0, buf_at_addr} && va_end <= {1'b0, buf_at_end};
    wire [12:0] in_page = {1'b0, va[11:0]} + p_len;
    wire        crosses = in_page > PAGE_B;

    // ---- GET replies, commands
    reg  [5:0]  g_buf_q;
    reg         g_gone_q;
    reg         cmd_wait_q;
    reg  [7:0]  begun_q;   // bursts begun
    reg  [7:0]  done_q;    // their Bs
    reg  [7:0]  snap_q;    // begun when the command was done
    reg  [4:0]  reads_q;   // reads for replies under way
    reg  [7:0]  code_q;
    reg  [5:0]  code_idx_q;
    wire [7:0]  behind = done_q - snap_q;
    wire        drained = cmd_wait_q && !behind[7] && reads_q == 5'd0;
    wire [48:0] cmd_end = {1'b0, cmd_addr} + {17'd0, cmd_length};
    wire        cmd_bad = cmd_length == 32'd0 || cmd_end > 49'h1000000000000 || (cmd_flags[0] && (cmd_flags[1] || cmd_flags[3] || cmd_addr[11:0] != 12'd0));
    wire [48:0] buf_last = buf_at_end - 49'd1;

    wire        getting = state_q == S_GET || state_q == S_GBUF || state_q == S_GTLB;
    wire [1:0]  can = h_valid & ~miss_waits[1:0];
    wire        pick = can[!vc_q] ? !vc_q : vc_q;
    wire        scan_ack = scan_q >= SCAN_ACKS;
    wire        scan_tag = scan_q >= SCAN_TAGS && !scan_ack;
    wire        scan_msg = scan_q < (7'd1 << MSG_LOG2);
    wire        scan_ok = scan_tag && scan_q - SCAN_TAGS < (7'd1 << GET_LOG2);
    wire        scan_ans = scan_ack && scan_q - SCAN_ACKS < (7'd1 << ACK_LOG2);
    wire        held = (held_q[0] && miss_waits[0] && held_idx_q[5:0] == scan_q[5:0])
                    || (held_q[1] && miss_waits[1] && held_idx_q[11:6] == scan_q[5:0]);
    wire        kept = (kept_q[0] && miss_waits[0] && kept_idx_q[3:0] == scan_q[3:0])
                    || (kept_q[1] && miss_waits[1] && kept_idx_q[7:4] == scan_q[3:0]);
    wire        msg_known = msg_hit && !begins && !cut_q;
    wire [5:0]  entry_idx = msg_known ? msg_idx : msg_free_idx;
    wire        scans = state_q == S_SCAN;

    assign h_vc           = vc_q;
    assign buf_at         = state_q == S_PUT ? b_q : state_q == S_CMD2 ? buf_idx
                          : msg_known || scans || state_q == S_MSG ? e_buf : buf_idx;
    assign msg_src        = scans ? tag_at_dst : f_src;
    assign msg_stream     = scans || is_reply;
    assign msg_pid        = scans ? tag_at_pid : p_pid_h;
    assign msg_at         = scans ? scan_q[5:0] : msg_idx;
    assign tag_at         = state_q == S_ASKED ? tag_idx : scan_q[3:0];
    assign ack_pid        = state_q == S_TAG ? get_tag_pid : p_pid_h;
    assign ack_msg        = state_q == S_TAG ? get_tag_msg : p_va[31:0];
    assign ack_at         = state_q == S_ACK ? ack_idx : scan_q[3:0];
    assign ack_wr_idx     = state_q == S_TAG2 ? ack_free_idx : ack_at;
    assign tlb_pid        = state_q == S_CMD || state_q == S_CMD2 ? cmd_pid : getting ? p_pid : p_pid_h;
    assign tlb_page       = getting ? p_addr[47:12] : state_q == S_BUF ? va[47:12] : va_q[47:12];
    assign tlb_drop_first = cmd_addr[47:12];
    assign tlb_drop_last  = state_q == S_CMD ? cmd_addr[47:12] : buf_last[47:12];
    assign miss_who       = getting ? 2'd2 : {1'b0, vc_q};
    assign p_paddr        = {tlb_to, p_addr[11:0]};
    assign w_cmd          = {h_buf, p_len, tlb_to, va_q[11:0]};
    assign get_tag_dup    = get_tag_ask ? tag_known : ack_known;
    assign ev_miss        = miss_open;

    // ---- what follows: the event and whose it is
    reg         d_ask, d_plain, d_wr, d_first, d_ev;
    reg  [5:0]  d_idx;
    reg  [7:0]  d_kind, d_cause;
    reg  [1:0]  d_from;    // 0 the packet, 1 the entry looked at, 2 the tag looked at, 3 the answer looked at
    reg         d_has_buf;
    reg  [31:0] d_bytes;
    wire [15:0] d_pid = d_from == 2'd0 ? p_pid_h : d_from == 2'd1 ? e_pid : d_from == 2'd2 ? tag_at_pid : ack_at_pid;
    wire [15:0] d_src = d_from == 2'd0 ? f_src : d_from == 2'd1 ? e_src : d_from == 2'd2 ? tag_at_dst : ack_at_dst;
    wire [31:0] d_msg = d_from == 2'd0 ? f_msg : d_from == 2'd1 ? e_msg : d_from == 2'd2 ? tag_at_tag : ack_at_tag;
    assign d_entry = {d_ask, d_plain, d_wr, d_first, d_idx, d_ev, d_kind, d_cause, d_pid, d_src, d_has_buf,
                      d_has_buf ? b_q : 6'd0, d_msg, d_bytes};

    reg  put_failed;
    wire [31:0] bytes_before = msg_known ? e_bytes : 32'd0;
    wire [31:0] bytes_after = bytes_before + {19'd0, p_len};
    assign msg_wr_entry = {f_src, is_reply, put_failed, 1'b0, f_msg, f_pkt + 16'd1, is_send, b_q,
                           put_failed ? {24'd0, cause_q} : bytes_after, p_pid_h};

`include "ape_ni_judge_steps.vh"

    always @(posedge clk)
        if (rst) begin
            state_q    <= S_IDLE;
            vc_q       <= 1'b0;
            turn_q     <= 2'd0;
            scan_q     <= 7'd0;
            held_q     <= 2'd0;
            kept_q     <= 2'd0;
            cmd_wait_q <= 1'b0;
            begun_q    <= 8'd0;
            done_q     <= 8'd0;
            reads_q    <= 5'd0;
            g_gone_q   <= 1'b0;
        end else begin
            state_q <= state_d;
            if (state_q == S_IDLE && state_d != S_CMD && !fill_taken) turn_q <= turn_q + 2'd1;
            if (state_q == S_IDLE && state_d == S_PKT) vc_q <= pick;
            if ((scans && state_d != S_TAGX) || state_q == S_TAGX) scan_q <= scan_q == SCAN_END ? 7'd0 : scan_q + 7'd1;
            if (miss_open && !getting) begin
                held_q[vc_q] <= msg_known;
                kept_q[vc_q] <= is_reply;
            end
            begun_q <= begun_q + {7'd0, w_push};
            done_q  <= done_q + {7'd0, w_done};
            reads_q <= reads_q + {4'd0, p_done && p_ok} - {4'd0, reply_read};
            if (state_q == S_CMD2 && !cmd_done) cmd_wait_q <= 1'b1;
            else if (drained) cmd_wait_q <= 1'b0;
            if (state_q == S_GBUF) g_gone_q <= 1'b0;
            else if (buf_gone && buf_at == g_buf_q) g_gone_q <= 1'b1;
        end

    always @(posedge clk) begin
        cause_q <= cause_d;
        if (state_q == S_PKT) cut_q <= cut_short;
        if (state_q == S_ASKED) odd_q <= odd;
        if (state_q == S_BUF) begin
            va_q <= va;
            b_q  <= buf_at;
        end
        if (state_q == S_GBUF) g_buf_q <= buf_idx;
        if (miss_open && !getting)
            if (vc_q) begin
                held_idx_q[11:6] <= msg_idx;
                kept_idx_q[7:4]  <= tag_idx;
            end else begin
                held_idx_q[5:0] <= msg_idx;
                kept_idx_q[3:0] <= tag_idx;
            end
        if (state_q == S_CMD2) begin
            snap_q     <= begun_q;
            code_q     <= cmd_op == OP_UNMAP ? (tlb_found ? OK : NOTFOUND) : cmd_code;
            code_idx_q <= cmd_op == OP_UNMAP ? 6'd0 : cmd_idx;
        end
    end

    wire unused = &{1'b0, cmd_flags[2], va_q[49:48], behind[6:0], buf_last};

endmodule

`default_nettype wire
