// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Asking side of ExaNet's zDMA block: accesses to its windows become requests in six slots, and end by their
// answers or by timeout.
//
// AXI_ID_W (1 to 16): bits of an ID. win has 39 bits a window: valid, dst, pdid. A request is offered to exa_axi_out at
// p_*. Payload words of packets are given at a_*, before the packet's last word: a_ack or a_rsp marks that with what
// it says, and a_match tells in the same cycle whether it ends an access; B or R follows in the next. Eight accesses of each
// kind may wait for the end of one before them. An access whose last word is taken in t is offered to the output in t+2.
// rst frees all slots. Contract: exa_axi.md sections 4 and 5.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi_ask #(
    parameter integer AXI_ID_W = 4  // bits of an AXI ID, 1 to 16
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [21:0]         own,
    input  wire [311:0]        win,
    input  wire [31:0]         z_timeout,
    // the windows
    input  wire                s_win_awvalid,
    output wire                s_win_awready,
    input  wire [AXI_ID_W-1:0] s_win_awid,
    input  wire [34:0]         s_win_awaddr,
    input  wire [7:0]          s_win_awlen,
    input  wire [2:0]          s_win_awsize,
    input  wire [1:0]          s_win_awburst,
    input  wire                s_win_wvalid,
    output wire                s_win_wready,
    input  wire [127:0]        s_win_wdata,
    input  wire [15:0]         s_win_wstrb,
    output wire                s_win_bvalid,
    input  wire                s_win_bready,
    output wire [AXI_ID_W-1:0] s_win_bid,
    output wire [1:0]          s_win_bresp,
    input  wire                s_win_arvalid,
    output wire                s_win_arready,
    input  wire [AXI_ID_W-1:0] s_win_arid,
    input  wire [34:0]         s_win_araddr,
    input  wire [7:0]          s_win_arlen,
    input  wire [2:0]          s_win_arsize,
    input  wire [1:0]          s_win_arburst,
    output wire                s_win_rvalid,
    input  wire                s_win_rready,
    output wire [AXI_ID_W-1:0] s_win_rid,
    output wire [127:0]        s_win_rdata,
    output wire [1:0]          s_win_rresp,
    output wire                s_win_rlast,
    // answers
    input  wire                a_put,
    input  wire [1:0]          a_index,
    input  wire [127:0]        a_word,
    input  wire                a_ack,
    input  wire                a_rsp,
    input  wire [3:0]          a_resp,
    input  wire [13:0]         a_tid,
    input  wire [13:0]         a_seq,
    input  wire [21:0]         a_src,
    input  wire [41:0]         a_addr,
    input  wire                a_line,  // it has 64 bytes
    input  wire                a_pld_ok,
    output wire                a_match,
    // requests
    output wire                p_valid,
    output wire [2:0]          p_words,
    output reg  [127:0]        p_hdr,
    output reg  [127:0]        p_ftr,
    output wire [127:0]        p_word,
    input  wire [1:0]          p_index,
    input  wire                p_done,
    // state, events
    output reg  [2:0]          level,
    output wire                sent_write,
    output wire                sent_read,
    output wire                refused,
    output wire                timeout,
    output wire                error
);

`include "exa_defs.vh"

    localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3, INCR = 2'd1;
    localparam [1:0] ST_IDLE  = 2'd0;  // takes an address
    localparam [1:0] ST_DATA  = 2'd1;
    localparam [1:0] ST_JUDGE = 2'd2;  // waits for a slot, when the access is good
    localparam [1:0] ST_SEND  = 2'd3;
    localparam [3:0] CODE_DECODE = 4'd4;
    localparam integer WIN_W = 1 + EXA_DST_W + EXA_PDID_W;

    // ---- writes: address, then all its data
    reg  [1:0]   w_state_q;
    reg  [34:0]  w_addr_q;   // of the beat
    reg  [25:0]  w_line_q;
    reg  [7:0]   w_len_q;
    reg  [7:0]   w_left_q;
    reg  [2:0]   w_size_q;
    reg  [1:0]   w_burst_q;
    reg          w_ok_q;     // by its address
    reg  [37:0]  w_win_q;
    reg  [511:0] w_data_q;
    reg  [63:0]  w_strb_q;
    reg  [3:0]   w_put_q;    // accesses taken, modulo 16
    reg  [3:0]   w_take_q;   // accesses answered
    reg  [7:0]   w_done_q;   // those that have their answer
    reg  [15:0]  w_resp_q;
    wire [3:0]   w_open = w_put_q - w_take_q;
    wire [15:0]  w_lanes;
    wire [34:0]  w_next;
    wire         aw_go = s_win_awvalid && s_win_awready;
    wire         w_go = s_win_wvalid && s_win_wready;

    assign s_win_awready = w_state_q == ST_IDLE && !w_open[3] && !rst;
    assign s_win_wready  = w_state_q == ST_DATA;

    wire [WIN_W-1:0] aw_win = win[WIN_W*s_win_awaddr[34:32]+:WIN_W];
    wire [5:0]       aw_from = s_win_awaddr[5:0] & (6'h3f << s_win_awsize);
    wire [12:0]      aw_end = {7'd0, aw_from} + (({5'd0, s_win_awlen} + 13'd1) << s_win_awsize);

    tn_axi_beat #(
        .ADDR_W(35)
    ) u_beat (
        .addr (w_addr_q),
        .len  (w_len_q),
        .size (w_size_q),
        .burst(w_burst_q),
        .strb (w_lanes),
        .next (w_next)
    );

    wire [15:0] w_bytes = w_lanes & s_win_wstrb;
    integer     k;
    always @(posedge clk) begin
        if (aw_go) begin
            w_addr_q  <= s_win_awaddr;
            w_line_q  <= s_win_awaddr[31:6];
            w_len_q   <= s_win_awlen;
            w_left_q  <= s_win_awlen;
            w_size_q  <= s_win_awsize;
            w_burst_q <= s_win_awburst;
            w_ok_q    <= s_win_awburst == INCR && s_win_awsize <= 3'd4 && aw_end <= 13'd64 && aw_win[WIN_W-1];
            w_win_q   <= aw_win[WIN_W-2:0];
            w_data_q  <= 512'd0;
            w_strb_q  <= 64'd0;
        end else if (w_go) begin
            w_addr_q <= w_next;
            w_left_q <= w_left_q - 8'd1;
            w_strb_q[16*w_addr_q[5:4]+:16] <= w_strb_q[16*w_addr_q[5:4]+:16] | w_bytes;
            for (k = 0; k < 16; k = k + 1)
                if (w_bytes[k]) w_data_q[128*w_addr_q[5:4]+8*k+:8] <= s_win_wdata[8*k+:8];
        end
    end

    // ---- its bytes: first, last, and whether one is missing between
    reg  [5:0]  first;
    reg  [5:0]  last;
    integer     f;
    always @* begin
        first = 6'd0;
        last  = 6'd0;
        for (f = 63; f >= 0; f = f - 1) begin
            if (w_strb_q[f]) first = f[5:0];
            if (w_strb_q[63-f]) last = 6'd63 - f[5:0];
        end
    end
    wire [63:0] begins = w_strb_q & ~{w_strb_q[62:0], 1'b0};
    wire        w_gap = (begins & (begins - 64'd1)) != 64'd0;
    wire        w_none = w_strb_q == 64'd0;
    wire        w_judge = w_state_q == ST_JUDGE;
    wire        w_refuse = w_judge && (!w_ok_q || w_gap);
    wire        w_nothing = w_judge && w_ok_q && w_none;
    wire        w_want = w_judge && w_ok_q && !w_gap && !w_none;

    // ---- reads
    reg  [1:0]  r_state_q;
    reg  [25:0] r_line_q;
    reg         r_ok_q;
    reg  [37:0] r_win_q;
    reg  [3:0]  r_put_q;
    reg  [3:0]  r_take_q;
    reg  [7:0]  r_done_q;
    reg  [15:0] r_resp_q;
    reg  [7:0]  r_beat_q;
    wire [3:0]  r_open = r_put_q - r_take_q;
    wire        ar_go = s_win_arvalid && s_win_arready;
    wire        r_judge = r_state_q == ST_JUDGE;
    wire        r_refuse = r_judge && !r_ok_q && !w_refuse;
    wire        r_want = r_judge && r_ok_q;

    assign s_win_arready = r_state_q == ST_IDLE && !r_open[3] && !rst;
    assign refused       = w_refuse || r_refuse;

    wire [WIN_W-1:0] ar_win = win[WIN_W*s_win_araddr[34:32]+:WIN_W];

    always @(posedge clk)
        if (ar_go) begin
            r_line_q <= s_win_araddr[31:6];
            r_ok_q   <= s_win_arburst == INCR && s_win_arsize == 3'd4 && s_win_arlen == 8'd3 && s_win_araddr[5:0] == 6'd0
                     && ar_win[WIN_W-1];
            r_win_q  <= ar_win[WIN_W-2:0];
        end

    // ---- slots
    reg  [5:0]  used_q;
    reg  [5:0]  sent_q;   // its request has left
    reg  [5:0]  reads_q;
    reg  [77:0] count_q;  // 13 bits a slot
    reg  [17:0] entry_q;  // 3 bits: the place of its access among those of its kind
    reg         snd_q;    // a request is offered to the output
    reg         snd_read_q;
    reg  [2:0]  snd_slot_q;
    reg         turn_q;   // a read goes first

    reg  [2:0]  free;
    integer     s;
    always @* begin
        free  = 3'd0;
        level = 3'd0;
        for (s = 5; s >= 0; s = s - 1) begin
            if (!used_q[s]) free = s[2:0];
            level = level + {2'd0, used_q[s]};
        end
    end
    wire        grant = !snd_q && used_q != 6'h3f && (w_want || r_want);
    wire        grant_read = r_want && (turn_q || !w_want);
    wire [EXA_DST_W-1:0] g_to = grant_read ? r_win_q[EXA_PDID_W+:EXA_DST_W] : w_win_q[EXA_PDID_W+:EXA_DST_W];

    // what the answer must say
    wire [2:0]           a_slot = a_tid[2:0];
    wire [EXA_DST_W-1:0] to;
    wire [25:0]          line;

    tn_ram #(
        .DATA_W (EXA_DST_W + 26),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_slots (
        .clk    (clk),
        .wr_en  (grant),
        .wr_addr(free),
        .wr_data({g_to, grant_read ? r_line_q : w_line_q}),
        .rd_addr(a_slot),
        .rd_data({to, line})
    );

    wire [7:0]  waits = {2'd0, used_q & sent_q};
    wire [7:0]  reads = {2'd0, reads_q};
    wire [103:0] counts = {26'd0, count_q};
    wire        a_same = waits[a_slot] && a_tid[13:3] == 11'd0 && a_seq[12:0] == counts[13*a_slot+:13];
    wire        ack_fits = a_ack && (!reads[a_slot] || a_resp != 4'd0);
    wire        rsp_fits = a_rsp && reads[a_slot] && !a_seq[13] && a_src == to && a_line && a_addr == {EXA_TO_AXI, line, 6'd0};
    assign a_match = a_same && (ack_fits || rsp_fits);

    // timeout: one slot a cycle is looked at
    reg  [31:0] clock_q;
    reg  [2:0]  look_q;
    wire [31:0] sent_at;

    tn_ram #(
        .DATA_W (32),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_times (
        .clk    (clk),
        .wr_en  (p_done),
        .wr_addr(snd_slot_q),
        .wr_data(clock_q),
        .rd_addr(look_q),
        .rd_data(sent_at)
    );

    assign timeout = waits[look_q] && clock_q - sent_at >= z_timeout && !a_match;

    // the slot that ends
    wire        over = a_match || timeout;
    wire [2:0]  o_slot = a_match ? a_slot : look_q;
    wire        o_read = reads[o_slot];
    wire [23:0] entries = {6'd0, entry_q};
    wire [2:0]  o_entry = entries[3*o_slot+:3];
    wire        ack_ok = a_ack && a_resp == 4'd0;
    wire [1:0]  o_resp = !a_match ? SLVERR : a_rsp ? (a_pld_ok ? OKAY : SLVERR) : ack_ok ? OKAY :
                         a_resp == CODE_DECODE ? DECERR : SLVERR;
    assign error = a_match && o_resp != OKAY;

    always @(posedge clk) begin
        if (rst) begin
            used_q  <= 6'd0;
            count_q <= 78'd0;
            snd_q   <= 1'b0;
            turn_q  <= 1'b0;
            look_q  <= 3'd0;
            clock_q <= 32'd0;
        end else begin
            clock_q <= clock_q + 32'd1;
            if (!a_match) look_q <= look_q == 3'd5 ? 3'd0 : look_q + 3'd1;
            for (k = 0; k < 6; k = k + 1) begin
                if (grant && free == k[2:0]) used_q[k] <= 1'b1;
                if (over && o_slot == k[2:0]) begin
                    used_q[k]          <= 1'b0;
                    count_q[13*k+:13]  <= count_q[13*k+:13] + 13'd1;
                end
            end
            if (grant) begin
                snd_q  <= 1'b1;
                turn_q <= !grant_read;
            end else if (p_done) snd_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        for (k = 0; k < 6; k = k + 1)
            if (grant && free == k[2:0]) begin
                sent_q[k]       <= 1'b0;
                reads_q[k]      <= grant_read;
                entry_q[3*k+:3] <= (grant_read ? r_put_q[2:0] : w_put_q[2:0]) - 3'd1;
            end else if (p_done && snd_slot_q == k[2:0]) sent_q[k] <= 1'b1;
        if (grant) begin
            snd_read_q <= grant_read;
            snd_slot_q <= free;
        end
    end

    // ---- where each kind stands, and the answers to it
    wire b_go = s_win_bvalid && s_win_bready;
    wire r_go = s_win_rvalid && s_win_rready;

    always @(posedge clk) begin
        if (rst) begin
            w_state_q <= ST_IDLE;
            r_state_q <= ST_IDLE;
            w_put_q   <= 4'd0;
            w_take_q  <= 4'd0;
            r_put_q   <= 4'd0;
            r_take_q  <= 4'd0;
            r_beat_q  <= 8'd0;
        end else begin
            case (w_state_q)
                ST_IDLE:  if (aw_go) w_state_q <= ST_DATA;
                ST_DATA:  if (w_go && w_left_q == 8'd0) w_state_q <= ST_JUDGE;
                ST_JUDGE: begin
                    if (w_refuse || w_nothing) w_state_q <= ST_IDLE;
                    else if (grant && !grant_read) w_state_q <= ST_SEND;
                end
                default:  if (sent_write) w_state_q <= ST_IDLE;
            endcase
            case (r_state_q)
                ST_IDLE:  if (ar_go) r_state_q <= ST_JUDGE;
                ST_JUDGE: begin
                    if (r_refuse) r_state_q <= ST_IDLE;
                    else if (grant && grant_read) r_state_q <= ST_SEND;
                end
                default:  if (sent_read) r_state_q <= ST_IDLE;
            endcase
            if (aw_go) w_put_q <= w_put_q + 4'd1;
            if (ar_go) r_put_q <= r_put_q + 4'd1;
            if (b_go) w_take_q <= w_take_q + 4'd1;
            if (r_go) begin
                r_beat_q <= s_win_rlast ? 8'd0 : r_beat_q + 8'd1;
                if (s_win_rlast) r_take_q <= r_take_q + 4'd1;
            end
        end
    end

    // an access has its answer: refused, empty, or ended in its slot
    wire [2:0] w_entry = w_put_q[2:0] - 3'd1;
    wire [2:0] r_entry = r_put_q[2:0] - 3'd1;
    always @(posedge clk)
        for (k = 0; k < 8; k = k + 1) begin
            if (aw_go && w_put_q[2:0] == k[2:0]) w_done_q[k] <= 1'b0;
            else if ((w_refuse || w_nothing) && w_entry == k[2:0]) begin
                w_done_q[k]      <= 1'b1;
                w_resp_q[2*k+:2] <= w_refuse ? SLVERR : OKAY;
            end else if (over && !o_read && o_entry == k[2:0]) begin
                w_done_q[k]      <= 1'b1;
                w_resp_q[2*k+:2] <= o_resp;
            end
            if (ar_go && r_put_q[2:0] == k[2:0]) r_done_q[k] <= 1'b0;
            else if (r_refuse && r_entry == k[2:0]) begin
                r_done_q[k]      <= 1'b1;
                r_resp_q[2*k+:2] <= SLVERR;
            end else if (over && o_read && o_entry == k[2:0]) begin
                r_done_q[k]      <= 1'b1;
                r_resp_q[2*k+:2] <= o_resp;
            end
        end

    wire [7:0] r_len;

    tn_ram #(
        .DATA_W (AXI_ID_W),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_writes (
        .clk    (clk),
        .wr_en  (aw_go),
        .wr_addr(w_put_q[2:0]),
        .wr_data(s_win_awid),
        .rd_addr(w_take_q[2:0]),
        .rd_data(s_win_bid)
    );

    tn_ram #(
        .DATA_W (AXI_ID_W + 8),
        .DEPTH_N(8),
        .ADDR_W (3)
    ) u_reads (
        .clk    (clk),
        .wr_en  (ar_go),
        .wr_addr(r_put_q[2:0]),
        .wr_data({s_win_arid, s_win_arlen}),
        .rd_addr(r_take_q[2:0]),
        .rd_data({s_win_rid, r_len})
    );

    assign s_win_bvalid = w_open != 4'd0 && w_done_q[w_take_q[2:0]];
    assign s_win_bresp  = w_resp_q[2*w_take_q[2:0]+:2];
    assign s_win_rvalid = r_open != 4'd0 && r_done_q[r_take_q[2:0]];
    assign s_win_rresp  = r_resp_q[2*r_take_q[2:0]+:2];
    assign s_win_rlast  = r_beat_q == r_len;

    // ---- the line read: its words as they come, and from there, when they match, into the place of the access; the
    // first with the packet's last word, the next packet's come two cycles later
    reg  [1:0]   copy_q;     // the word to be copied
    reg  [2:0]   copy_to_q;
    wire         take = a_match && a_rsp;
    wire         copy = take || copy_q != 2'd0;
    wire [127:0] copied;
    wire [127:0] given;

    always @(posedge clk) begin
        if (rst) copy_q <= 2'd0;
        else if (copy) copy_q <= copy_q + 2'd1;
        if (take) copy_to_q <= o_entry;
    end

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(4),
        .ADDR_W (2)
    ) u_come (
        .clk    (clk),
        .wr_en  (a_put),
        .wr_addr(a_index),
        .wr_data(a_word),
        .rd_addr(copy_q),
        .rd_data(copied)
    );

    tn_ram #(
        .DATA_W (128),
        .DEPTH_N(32),
        .ADDR_W (5)
    ) u_lines (
        .clk    (clk),
        .wr_en  (copy),
        .wr_addr({take ? o_entry : copy_to_q, copy_q}),
        .wr_data(copied),
        .rd_addr({r_take_q[2:0], r_beat_q[1:0]}),
        .rd_data(given)
    );

    assign s_win_rdata = s_win_rresp == OKAY ? given : 128'd0;

    // ---- requests
    wire [37:0] p_win = snd_read_q ? r_win_q : w_win_q;
    wire [1:0]  p_at = first[5:4] + p_index;

    assign p_valid    = snd_q;
    assign p_words    = snd_read_q ? 3'd0 : {1'b0, last[5:4] - first[5:4]} + 3'd1;
    assign p_word     = w_data_q[128*p_at+:128];
    assign sent_write = p_done && !snd_read_q;
    assign sent_read  = p_done && snd_read_q;

    always @* begin
        p_hdr = 128'd0;
        p_hdr[EXA_TYPE_LSB+:EXA_TYPE_W] = snd_read_q ? EXA_ZREAD_REQ : EXA_ZWRITE;
        p_hdr[EXA_DST_LSB+:EXA_DST_W]   = p_win[EXA_PDID_W+:EXA_DST_W];
        p_hdr[EXA_PDID_LSB+:EXA_PDID_W] = p_win[EXA_PDID_W-1:0];
        p_hdr[EXA_ADDR_LSB+:EXA_ADDR_W] = snd_read_q ? {EXA_TO_AXI, r_line_q, 6'd0} : {EXA_TO_AXI, w_line_q, first};
        p_hdr[EXA_SIZE_LSB+:EXA_SIZE_W] = snd_read_q ? 14'd0 : {8'd0, last - first} + 14'd1;
        p_ftr = 128'd0;
        p_ftr[EXA_SEQ_LSB+:EXA_SEQ_W] = {1'b0, counts[13*snd_slot_q+:13]};
        p_ftr[EXA_SRC_LSB+:EXA_DST_W] = own;
        p_ftr[EXA_TID_LSB+:EXA_TID_W] = {11'd0, snd_slot_q};
    end

endmodule

`default_nettype wire
