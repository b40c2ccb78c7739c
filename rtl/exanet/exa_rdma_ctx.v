// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Contexts of the RDMA receiver: judges packets, marks what memory answered, tells what to send.
//
// WAY_LOG2 (0 to 4): log2 of the ways of each of the 16 sets. One thing at a time: a packet (p_*,
// until p_done), an answer of memory (b_*, until b_done), a read of the debug page (dbg_*, until
// dbg_ready), or one context looked at for its age, which has every fourth turn at least and all
// that are left. A packet takes 5 cycles, 18 more when a done context is evicted, an answer 5, three
// more when it completes its context. What is to be sent stands at q_* for one cycle with q_valid.
// event_*: one cycle each. For 16 cycles after rst the tags are cleared and open is low.
// Contract: exa_rdma_rx.md sections 4 to 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_ctx #(
    parameter integer WAY_LOG2 = 4,  // log2 of the ways of a set, 0 to 4
    parameter integer DUP_N    = 64  // entries of the table of duplicates, 4 to 1024
) (
    input  wire         clk,
    input  wire         rst,
    output wire         open,
    // settings, the bank of p_pdid
    input  wire [31:0]  ctx_timeout,
    input  wire [31:0]  done_hold,
    input  wire [31:0]  dup_cyc,
    input  wire         bank_hit,
    input  wire [2:0]   bank,
    output wire         bank_take,  // a packet is judged, and will be written there
    // a packet
    input  wire         p_valid,
    input  wire [1:0]   p_kind,
    input  wire [15:0]  p_pdid,
    input  wire [41:0]  p_addr,
    input  wire [21:0]  p_src,
    input  wire [13:0]  p_tid,
    input  wire [13:0]  p_seq,
    input  wire         p_first,
    input  wire         p_last,
    input  wire         p_notify,
    input  wire         p_pld_ok,
    input  wire         p_decode,
    input  wire [63:0]  p_place,
    input  wire [127:0] p_note,
    output wire         p_done,
    output wire         p_write,
    output wire [2:0]   p_bank,
    // an answer of memory
    input  wire         b_valid,
    input  wire [1:0]   b_resp,
    input  wire [1:0]   b_kind,
    input  wire [15:0]  b_pdid,
    input  wire [5:0]   b_bit,
    input  wire [21:0]  b_src,
    input  wire [13:0]  b_tid,
    input  wire [13:0]  b_seq,
    output wire         b_done,
    // what is to be sent
    input  wire         q_room,     // for one packet more
    input  wire         q_room2,    // for two
    output wire         q_valid,
    output reg          q_notice,
    output reg  [3:0]   q_resp,
    output reg  [15:0]  q_pdid,
    output reg  [21:0]  q_dst,
    output reg  [13:0]  q_tid,
    output reg  [12:0]  q_seq,
    output reg  [41:0]  q_addr,
    output reg  [127:0] q_note,
    // the debug page: 16 bytes of a context
    input  wire         dbg_valid,
    input  wire [9:0]   dbg_at,
    output wire         dbg_ready,
    output reg  [127:0] dbg_data,
    // levels, events
    output reg  [8:0]   active_n,
    output reg  [8:0]   done_n,
    output reg  [19:10] cause,
    output reg  [7:0]   event_out   // merged, lost, overrun, evicted, expired active, expired done, error, late
);

`include "exa_defs.vh"
`include "exa_rdma_defs.vh"

    generate
        if (WAY_LOG2 < 0 || WAY_LOG2 > 4) begin : g_way_log2
            tn_error_WAY_LOG2_must_be_0_to_4 u_error ();
        end
    endgenerate

    localparam integer WAY_N = 1 << WAY_LOG2;
    localparam integer TAG_W = 34;  // state, src, tid
    localparam integer LAST_CTX = 16 * WAY_N - 1;

    localparam [1:0] OP_SCAN   = 2'd0;
    localparam [1:0] OP_PACKET = 2'd1;
    localparam [1:0] OP_ANSWER = 2'd2;
    localparam [1:0] OP_DEBUG  = 2'd3;

    localparam [3:0] ST_CLEAR  = 4'd0;
    localparam [3:0] ST_IDLE   = 4'd1;  // chooses
    localparam [3:0] ST_TAG    = 4'd2;  // looks for the key in its set
    localparam [3:0] ST_READ   = 4'd3;  // reads the context
    localparam [3:0] ST_OLDEST = 4'd4;  // reads the done contexts of the set, one a cycle
    localparam [3:0] ST_DECIDE = 4'd5;
    localparam [3:0] ST_ACT    = 4'd6;  // writes the context, sends
    localparam [3:0] ST_FETCH  = 4'd7;  // reads place and note
    localparam [3:0] ST_NOTICE = 4'd8;  // sends the notification
    localparam [3:0] ST_FINISH = 4'd9;  // sends the positive response

    // ---- what is being done
    reg [3:0]  state_q;
    reg [1:0]  op_q;
    reg [3:0]  set_q;
    reg [31:0] key_q;
    reg [3:0]  way_q;
    reg        hit_q;       // the key's context
    reg [1:0]  was_q;       // its state; that of the way to be taken
    reg        room_q;      // a way can be had
    reg [15:0] dones_q;     // ways that are done
    reg [1:0]  since_q;     // operations since the last look
    reg        debugged_q;  // the last operation was for the debug page
    reg [7:0]  scan_q;
    reg [31:0] now_q;
    reg [4:0]  clear_q;
    reg        barred_q;    // the packet's domain had no bank as its way was looked for

    wire packet = op_q == OP_PACKET;
    wire answer = op_q == OP_ANSWER;
    wire named = packet || answer;  // the key finds the way
    wire message = packet ? p_kind == MESSAGE : b_kind == MESSAGE;
    wire of_ctx = packet ? !p_kind[1] : b_kind == DATA;

    assign open = state_q != ST_CLEAR && !rst;

    always @(posedge clk) now_q <= rst ? 32'd0 : now_q + 32'd1;

    // ---- tags: state and key of all ways of a set in a row
    reg  [15:0] tag_wr;
    reg  [TAG_W-1:0] tag_new;
    wire        hit;
    wire        some_free;
    wire [3:0]  hit_way;
    wire [3:0]  free_way;
    wire [15:0] dones;
    wire [1:0]  way_state;  // of way_q
    wire [31:0] way_key;

    exa_rdma_tags #(
        .WAY_N(WAY_N)
    ) u_tags (
        .clk(clk), .wr_en(tag_wr), .wr_data(tag_new), .at(set_q), .key(key_q), .way(way_q), .hit(hit),
        .hit_way(hit_way), .some_free(some_free), .free_way(free_way), .dones(dones), .way_state(way_state),
        .way_key(way_key)
    );

    wire [1:0] hit_state = dones[hit_way] ? DONE : ACTIVE;

    // ---- contexts
    wire [7:0]       at = ({4'd0, set_q} << WAY_LOG2) | {4'd0, way_q};
    reg              ctx_wr;
    reg  [CTX_W-1:0] new_q;  // the context as it is to be
    reg  [CTX_W-1:0] ctx_new;
    wire [CTX_W-1:0] ctx;

    tn_ram_sync #(
        .DATA_W (CTX_W),
        .DEPTH_N(256),
        .ADDR_W (8)
    ) u_contexts (
        .clk(clk), .wr_en(ctx_wr), .wr_addr(at), .wr_data(ctx_new),
        .rd_en(state_q == ST_READ || state_q == ST_OLDEST), .rd_addr(at), .rd_data(ctx)
    );

    wire [191:0] kept;      // place, note of the control packet
    reg          keep_q;

    tn_ram_sync #(
        .DATA_W (192),
        .DEPTH_N(256),
        .ADDR_W (8)
    ) u_notes (
        .clk(clk), .wr_en(state_q == ST_ACT && keep_q), .wr_addr(at), .wr_data({p_place, p_note}),
        .rd_en(state_q == ST_READ || state_q == ST_FETCH), .rd_addr(at), .rd_data(kept)
    );

    // ---- the oldest done context of the set: way_q counts, the word of the way before stands at ctx
    reg         seen_q;     // a word stands there
    reg  [3:0]  seen_way_q;
    reg         found_q;
    reg  [3:0]  oldest_q;
    reg  [31:0] oldest_age_q;
    wire [31:0] age = now_q - ctx[USED+:32];
    wire        older = seen_q && dones_q[seen_way_q] && age > done_hold && (!found_q || age > oldest_age_q);
    wire        looked = seen_q && {28'd0, seen_way_q} == WAY_N - 1;

    always @(posedge clk) begin
        seen_q     <= state_q == ST_OLDEST && !looked;
        seen_way_q <= way_q;
        if (state_q == ST_READ) found_q <= 1'b0;
        else if (state_q == ST_OLDEST && older) begin
            found_q      <= 1'b1;
            oldest_q     <= seen_way_q;
            oldest_age_q <= age;
        end
    end

    // ---- the fate of the packet, or what the answer does
    wire [12:0]      seq = packet ? p_seq[12:0] : b_seq[12:0];
    wire             marked = !b_resp[1];  // OKAY
    wire             dup;
    wire [19:10]     fate;
    wire [3:0]       code;
    wire             say;
    wire             positive;
    wire             update;
    wire [CTX_W-1:0] next;
    wire [1:0]       next_state;
    wire             late, over;
    wire             by_ctx;   // its nacks are told by the context's flag,
    wire             flagged;  // which is this

    exa_rdma_fate u_fate (
        .packet(packet), .answer(answer), .hit(hit_q), .was(was_q), .room(room_q), .now(now_q), .ctx(ctx),
        .bank_hit(bank_hit && !barred_q), .dup(dup), .p_kind(p_kind), .p_pdid(p_pdid), .p_addr(p_addr), .p_seq(p_seq[12:0]),
        .p_first(p_first), .p_last(p_last), .p_notify(p_notify), .p_pld_ok(p_pld_ok), .p_decode(p_decode),
        .b_resp(b_resp), .b_kind(b_kind), .b_bit(b_bit), .b_seq(b_seq[12:0]), .fate(fate), .code(code), .say(say),
        .positive(positive), .update(update), .next(next), .next_state(next_state), .late(late), .over(over),
        .by_ctx(by_ctx), .flagged(flagged)
    );

    // ---- nacks, one an attempt: by the context's flag, else by what the set was last told
    reg  [15:0] told_q;
    wire [44:0] last_told;
    wire        repeated = by_ctx ? flagged : told_q[set_q] && last_told == {key_q, seq};

    reg         say_q, merged_q, by_ctx_q, update_q, positive_q;
    reg  [1:0]  next_state_q;
    reg  [19:10] fate_q;
    reg  [3:0]  code_q;
    reg  [2:0]  bank_q;
    reg         late_q, over_q;  // over: a new transaction over an active one
    reg         evicts_q;
    wire        nack = say_q && code_q != 4'd0 && !message;
    wire        told = nack && !by_ctx_q && q_room;

    tn_ram #(
        .DATA_W (45),
        .DEPTH_N(16),
        .ADDR_W (4)
    ) u_told (
        .clk(clk), .wr_en(state_q == ST_ACT && told), .wr_addr(set_q), .wr_data({key_q, seq}), .rd_addr(set_q),
        .rd_data(last_told)
    );

    always @(posedge clk) begin
        if (rst) told_q <= 16'd0;
        else if (state_q == ST_ACT && told) told_q[set_q] <= 1'b1;
    end

    // ---- duplicates among messages
    exa_dup #(
        .ENTRY_N(DUP_N)
    ) u_dup (
        .clk(clk), .rst(rst), .age(dup_cyc), .key(packet ? {p_src, p_tid[12:0]} : {b_src, b_tid[12:0]}),
        .num(packet ? p_seq : b_seq), .ending(named && message && (packet ? state_q == ST_READ : state_q == ST_DECIDE)),
        .look(message && (packet ? state_q == ST_DECIDE && p_pld_ok : state_q == ST_ACT && answer && marked)),
        .put(state_q == ST_ACT && answer && message && marked), .dup(dup)
    );

    // ---- age of the context looked at
    wire        expired = was_q != FREE && ctx_timeout != 32'd0 && age > ctx_timeout;
    reg         expired_q;

    // ---- complete: all bits from first to last, and no write awaits its answer
    wire [63:0] from_first = {64{1'b1}} << new_q[FIRST+:6];
    wire [63:0] to_last = {64{1'b1}} >> ~new_q[LAST+:6];
    wire [63:0] want = from_first & to_last;
    wire        complete = next_state_q == ACTIVE && !new_q[NACKED] && new_q[FIRST+KNOWN] && new_q[LAST+KNOWN]
                        && (new_q[MAP+:64] & want) == want && new_q[OPEN+:4] == 4'd0 && (!new_q[NOTIFY] || new_q[CTL]);
    wire        finish = complete && !expired_q && !say_q && (new_q[NOTIFY] ? q_room2 : q_room);

    // ---- the order of things
    wire [31:0] p_key = {p_src, p_tid[9:0]};
    wire [31:0] b_key = {b_src, b_tid[9:0]};

    function [3:0] folded;
        input [31:0] key;
        folded = key[31:28] ^ key[27:24] ^ key[23:20] ^ key[19:16] ^ key[15:12] ^ key[11:8] ^ key[7:4] ^ key[3:0];
    endfunction

    wire [7:0] dbg_ctx = dbg_at[9:2];
    wire [7:0] dbg_set = dbg_ctx >> WAY_LOG2;
    wire [7:0] scan_set = scan_q >> WAY_LOG2;
    wire       look_now = since_q == 2'd3 || !(dbg_valid || b_valid || p_valid);
    wire       debug_now = dbg_valid && (!debugged_q || !(b_valid || p_valid));
    wire       early = packet && (!p_pld_ok || p_decode || !bank_hit);  // no way is needed

    always @(posedge clk) begin
        if (rst) begin
            state_q    <= ST_CLEAR;
            clear_q    <= 5'd0;
            since_q    <= 2'd0;
            debugged_q <= 1'b0;
            scan_q     <= 8'd0;
        end else
            case (state_q)
                ST_CLEAR: begin
                    clear_q <= clear_q + 5'd1;
                    if (clear_q == 5'd16) state_q <= ST_IDLE;
                end
                ST_IDLE: begin
                    state_q    <= ST_TAG;
                    since_q    <= look_now ? 2'd0 : since_q + 2'd1;
                    debugged_q <= !look_now && debug_now;
                    if (look_now) scan_q <= {24'd0, scan_q} == LAST_CTX ? 8'd0 : scan_q + 8'd1;
                end
                ST_TAG: state_q <= op_q == OP_SCAN && way_state == FREE ? ST_IDLE : ST_READ;
                ST_READ: state_q <= packet && of_ctx && !hit_q && !room_q && !early ? ST_OLDEST : ST_DECIDE;
                ST_OLDEST: if (looked) state_q <= ST_DECIDE;
                ST_DECIDE: state_q <= op_q == OP_DEBUG ? ST_IDLE : ST_ACT;
                ST_ACT: state_q <= !finish ? ST_IDLE : new_q[NOTIFY] ? ST_FETCH : ST_FINISH;
                ST_FETCH: state_q <= ST_NOTICE;
                ST_NOTICE: state_q <= ST_FINISH;
                default: state_q <= ST_IDLE;
            endcase
    end

    always @(posedge clk)
        case (state_q)
            ST_CLEAR: set_q <= clear_q[3:0];
            ST_IDLE:
            if (look_now) begin
                op_q  <= OP_SCAN;
                set_q <= scan_set[3:0];
                way_q <= scan_q[3:0] & (WAY_N[3:0] - 4'd1);
            end else if (debug_now) begin
                op_q  <= OP_DEBUG;
                set_q <= dbg_set[3:0];
                way_q <= dbg_ctx[3:0] & (WAY_N[3:0] - 4'd1);
            end else if (b_valid) begin
                op_q  <= OP_ANSWER;
                key_q <= b_key;
                set_q <= folded(b_key);
            end else begin
                op_q  <= OP_PACKET;
                key_q <= p_key;
                set_q <= folded(p_key);
            end
            ST_TAG: begin
                hit_q    <= named && hit;
                room_q   <= some_free;
                evicts_q <= 1'b0;
                dones_q  <= dones;
                if (named) begin
                    way_q <= hit ? hit_way : some_free ? free_way : 4'd0;
                    was_q <= hit ? hit_state : FREE;
                end else begin
                    was_q <= way_state;
                    key_q <= way_key;
                end
            end
            ST_READ: begin
                barred_q <= !bank_hit;
                if (packet && of_ctx && !hit_q && !room_q && !early) way_q <= 4'd0;
            end
            ST_OLDEST: begin
                way_q <= way_q + 4'd1;
                if (looked) begin
                    way_q    <= older ? seen_way_q : oldest_q;
                    room_q   <= older || found_q;
                    evicts_q <= older || found_q;
                    was_q    <= older || found_q ? DONE : FREE;
                end
            end
            default: ;
        endcase

    // ---- decided: what ST_ACT does
    always @(posedge clk)
        if (state_q == ST_DECIDE) begin
            new_q        <= next;
            next_state_q <= next_state;
            fate_q       <= fate;
            code_q       <= code;
            update_q     <= update;
            positive_q   <= positive;
            by_ctx_q     <= by_ctx;
            say_q        <= say && (message || code == 4'd0 || !repeated);
            merged_q     <= say && !message && code != 4'd0 && repeated;
            keep_q       <= packet && fate[C_TAKEN] && p_kind == CONTROL;
            late_q       <= late;
            over_q       <= over;
            expired_q    <= op_q == OP_SCAN && expired;
            bank_q       <= bank;
        end

    wire lost = (say_q || positive_q) && !q_room;

    // the context's word and tag as they are written
    always @* begin
        ctx_wr  = 1'b0;
        ctx_new = new_q;
        tag_wr  = 16'd0;
        tag_new = {next_state_q, key_q};
        case (state_q)
            ST_CLEAR: begin
                tag_wr  = 16'hffff;
                tag_new = {TAG_W{1'b0}};
            end
            ST_ACT: begin
                ctx_wr = update_q || (nack && by_ctx_q && q_room);
                if (nack && by_ctx_q && q_room) ctx_new[NACKED] = 1'b1;
                if (positive_q && q_room && p_seq[3:0] > new_q[ATT+:4]) ctx_new[ATT+:4] = p_seq[3:0];
                tag_wr[way_q] = (packet && update_q) || expired_q;
                if (expired_q) tag_new = {TAG_W{1'b0}};
            end
            ST_FINISH: begin
                ctx_wr          = 1'b1;
                ctx_new[ATT+:4] = new_q[SEQ+:4];
                tag_wr[way_q]   = 1'b1;
                tag_new         = {DONE, key_q};
            end
            default: ;
        endcase
    end

    // ---- how many are active, done
    wire [1:0] then_state = state_q == ST_FINISH ? DONE : expired_q ? FREE : next_state_q;
    wire [1:0] from_state = state_q == ST_FINISH ? ACTIVE : was_q;
    wire       moves = (state_q == ST_ACT || state_q == ST_FINISH) && tag_wr != 16'd0;

    always @(posedge clk) begin
        if (rst) begin
            active_n <= 9'd0;
            done_n   <= 9'd0;
        end else if (moves) begin
            active_n <= active_n + {8'd0, then_state == ACTIVE} - {8'd0, from_state == ACTIVE};
            done_n   <= done_n + {8'd0, then_state == DONE} - {8'd0, from_state == DONE};
        end
    end

    // ---- results
    assign p_done    = state_q == ST_ACT && packet;
    assign p_write   = fate_q[C_TAKEN] && p_kind != CONTROL;
    assign p_bank    = bank_q;
    assign bank_take = state_q == ST_DECIDE && fate[C_TAKEN] && p_kind != CONTROL;
    assign b_done    = state_q == ST_ACT && answer;
    assign dbg_ready = state_q == ST_DECIDE && op_q == OP_DEBUG;
    assign q_valid   = (state_q == ST_ACT && (say_q || positive_q) && q_room) || state_q == ST_NOTICE || state_q == ST_FINISH;

    always @* begin
        q_notice  = state_q == ST_NOTICE;
        q_resp    = state_q == ST_ACT && !positive_q ? code_q : 4'd0;
        q_seq     = state_q == ST_ACT ? seq : new_q[SEQ+:13];
        q_tid     = state_q == ST_ACT && message ? (packet ? p_tid : b_tid) : {4'd0, key_q[9:0]};
        q_addr    = kept[128+:42];
        q_note    = kept[127:0];
        if (state_q == ST_ACT) begin
            q_pdid = packet ? p_pdid : b_pdid;
            q_dst  = packet ? p_src : b_src;
        end else begin
            q_pdid = new_q[PDID+:16];
            q_dst  = q_notice ? kept[128+EXA_PLACE_DST_LSB+:EXA_DST_W] : key_q[31:10];
        end
    end

    always @(posedge clk) begin
        cause     <= 10'd0;
        event_out <= 8'd0;
        if (state_q == ST_ACT && !rst) begin
            if (packet) cause <= fate_q;
            event_out <= {late_q, answer && !marked, expired_q && was_q == DONE, expired_q && was_q == ACTIVE,
                          packet && update_q && evicts_q, over_q, lost, merged_q};
        end
    end

    // ---- debug page: word 04 to 0C with 00, and so on; nothing of a free context
    wire [63:0] map = ctx[MAP+:64];
    wire        ctl = ctx[CTL];
    wire [31:0] flags = {was_q, ctl, ctx[NOTIFY], ctx[NACKED], ctx[BLK+BLK_KNOWN], ctx[ATT+:4], 9'd0, ctx[SEQ+:13]};
    wire [31:0] ends = {17'd0, ctx[LAST+:7], 1'b0, ctx[FIRST+:7]};
    wire        there = was_q != FREE && dbg_set[7:4] == 4'd0;

    always @* begin
        case (dbg_at[1:0])
            2'd0: dbg_data = {16'd0, ctx[PDID+:16], 4'd0, ctx[BLK+:28], key_q, flags};
            2'd1: dbg_data = {ctx[USED+:32], ends, map};
            2'd2: dbg_data = ctl ? {64'd0, kept[191:128]} : 128'd0;
            default: dbg_data = ctl ? kept[127:0] : 128'd0;
        endcase
        if (!there) dbg_data = 128'd0;
    end

    wire unused = &{1'b0, p_tid, b_tid, scan_set[7:4]};

endmodule

`default_nettype wire
