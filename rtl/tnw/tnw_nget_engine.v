// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One Nget engine: a link's descriptors, one after the other, into reads, items and a notification.
//
// TAG_LOG2 (1 to 5), DESC_LOG2 (0 to 4): 2** of it slots and descriptors. LAST_EN (0, 1): bit 0 of the offset of a descriptor's
// last item is 1. A descriptor, {source in 16 bytes, length in
// 128, vc, offset, notify address in 16 bytes, tag}, pushed in t asks for its first read in t+2. ask: an item is there;
// serve in t takes it out: its beats are head, pos in t to t+7. note_ask: the notification is due; told: it is in
// tnw_pi_out's row, the next descriptor follows, whose notification is due when sent said that this one is on m_tlp.
// abandon in t: from t+1 on the descriptors there make no read and no item. rst empties it. Contract: tnw_pi.md
// sections 3 and 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_engine #(
    parameter integer TAG_LOG2  = 3,
    parameter integer DESC_LOG2 = 3,
    parameter integer LAST_EN   = 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                push,         // only with room
    input  wire [200:0]        push_desc,
    output wire                room,
    output wire [7:0]          there,        // descriptors
    input  wire                abandon,      // those there end; never with push
    // reads
    output wire                rd_ask,
    input  wire                rd_take,
    output wire [59:0]         rd_addr,      // in 16 bytes
    output wire [5:0]          rd_n,         // 16 bytes each
    output wire [TAG_LOG2-1:0] rd_slot,
    input  wire                free,
    input  wire [TAG_LOG2-1:0] free_slot,
    // what came
    input  wire [7:0]          err,
    input  wire                waiting,
    input  wire                writing,      // beats of a completion are to come
    output wire [TAG_LOG2-1:0] head,         // slots of the next byte, and behind it
    output wire [TAG_LOG2-1:0] second,
    input  wire [5:0]          head_good,
    input  wire [5:0]          second_good,
    output wire                release_en,   // of head
    // items
    output wire                ask,
    input  wire                serve,
    output wire [4:0]          pos,          // beat in head
    output wire [2:0]          vc,
    output wire [23:0]         offset,
    // notification
    output wire                note_ask,
    input  wire                note_take,
    input  wire                told,
    input  wire                sent,
    output wire [124:0]        note          // {address in 16 bytes, vc, items, cause, tag}
);

    localparam integer S = 1 << TAG_LOG2;
    localparam integer N = DESC_LOG2 + 1;
    localparam integer P = DESC_LOG2 == 0 ? 1 : DESC_LOG2;
    localparam integer O = TAG_LOG2 + 1;
    localparam [N-1:0] SIZE = 1 << DESC_LOG2;
    localparam [5:0] BLOCK = 6'd32, ITEM = 6'd8;  // beats of a block of 512 bytes, of an item
    localparam [7:0] ABORTED = 8'd32;  // cause

    // ---- descriptors: the oldest stands at the memory's output until its notification is in the row
    reg  [N-1:0] count_q;
    reg  [P-1:0] wr_q;
    reg  [P-1:0] rd_q;
    wire [200:0] desc;
    wire [59:0]  source = desc[200:141];
    wire [21:0]  length = desc[140:119];
    wire [59:0]  notify = desc[91:32];
    wire [31:0]  tag = desc[31:0];

    assign vc    = desc[118:116];
    assign room  = count_q != SIZE;
    assign there = {{(8 - N) {1'b0}}, count_q};

    tn_ram #(
        .DATA_W (201),
        .DEPTH_N(1 << DESC_LOG2),
        .ADDR_W (P)
    ) u_desc (
        .clk    (clk),
        .wr_en  (push),
        .wr_addr(wr_q),
        .wr_data(push_desc),
        .rd_addr(rd_q),
        .rd_data(desc)
    );

    reg  active_q;  // one is in work
    reg  told_q;    // its notification is on the way to the row
    reg  in_row_q;  // the one before stands there: an aborted descriptor, without reads that waited behind it, waits now
    wire start = !active_q && count_q != {N{1'b0}};
    reg  [N-1:0] doomed_q;  // so many of the oldest are aborted
    wire doomed = doomed_q != {N{1'b0}};

    always @(posedge clk) begin
        if (rst) begin
            count_q  <= {N{1'b0}};
            wr_q     <= {P{1'b0}};
            rd_q     <= {P{1'b0}};
            active_q <= 1'b0;
            told_q   <= 1'b0;
            in_row_q <= 1'b0;
            doomed_q <= {N{1'b0}};
        end else begin
            if (abandon) doomed_q <= told ? count_q - 1'b1 : count_q;
            else if (told && doomed) doomed_q <= doomed_q - 1'b1;
            if (push != told) count_q <= push ? count_q + 1'b1 : count_q - 1'b1;
            if (push && DESC_LOG2 != 0) wr_q <= wr_q + 1'b1;
            if (start) active_q <= 1'b1;
            if (note_take) told_q <= 1'b1;
            if (told || sent) in_row_q <= told;
            if (told) begin
                active_q <= 1'b0;
                told_q   <= 1'b0;
                if (DESC_LOG2 != 0) rd_q <= rd_q + 1'b1;
            end
        end
    end

    // ---- reads, to the next multiple of 512 bytes each
    reg  [59:0] addr_q;
    reg  [24:0] left_q;   // 16 bytes each
    reg  [7:0]  cause_q;
    wire [5:0]  to_border = BLOCK - {1'b0, addr_q[4:0]};

    assign rd_ask  = active_q && left_q != 25'd0 && free && !doomed
        && cause_q == 8'd0;
    assign rd_addr = addr_q;
    assign rd_n    = left_q < {19'd0, to_border} ? left_q[5:0] : to_border;
    assign rd_slot = free_slot;

    // ---- slots in the order of their reads
    reg  [TAG_LOG2-1:0] order_q [0:S-1];
    reg  [O-1:0]        in_q;
    reg  [O-1:0]        out_q;
    wire [O-1:0]        reads = in_q - out_q;
    wire [TAG_LOG2-1:0] behind = out_q[TAG_LOG2-1:0] + 1'b1;

    assign head   = order_q[out_q[TAG_LOG2-1:0]];
    assign second = order_q[behind];

    // ---- items: the next is there when its beats are, in one slot or two
    reg  [4:0]  pos_q;
    reg  [21:0] todo_q;
    reg  [21:0] items_q;   // injected
    reg  [23:0] offset_q;
    reg  [2:0]  run_q;     // beats of an item still to be read
    wire [5:0]  got = head_good - {1'b0, pos_q};
    wire        one = got >= ITEM;
    wire        two = head_good == BLOCK && reads[O-1:1] != {(O - 1) {1'b0}} && got + second_good >= ITEM;
    wire        whole = reads != {O{1'b0}} && (one || two);
    wire        step = serve || run_q != 3'd0;

    assign ask        = active_q && whole && run_q == 3'd0 && !doomed;
    assign pos        = pos_q;
    assign offset     = {offset_q[23:1], offset_q[0] || (LAST_EN != 0 && todo_q == 22'd1)};
    assign release_en = step && pos_q == 5'd31;

    always @(posedge clk) begin
        if (rst) begin
            in_q  <= {O{1'b0}};
            out_q <= {O{1'b0}};
            run_q <= 3'd0;
        end else begin
            if (start) begin
                in_q  <= {O{1'b0}};
                out_q <= {O{1'b0}};
            end
            if (rd_take) in_q <= in_q + 1'b1;
            if (release_en) out_q <= out_q + 1'b1;
            if (step) run_q <= run_q - 3'd1;  // 0 becomes 7
        end
        if (rd_take) order_q[in_q[TAG_LOG2-1:0]] <= free_slot;
        if (start) begin
            addr_q   <= source;
            left_q   <= {length, 3'd0};
            cause_q  <= 8'd0;
            pos_q    <= source[4:0];
            todo_q   <= length;
            items_q  <= 22'd0;
            offset_q <= desc[115:92];
        end else if (active_q) begin
            cause_q <= cause_q | err;
            if (rd_take) begin
                addr_q <= addr_q + {54'd0, rd_n};
                left_q <= left_q - {19'd0, rd_n};
            end
            if (step) pos_q <= pos_q + 5'd1;
            if (serve) begin
                todo_q   <= todo_q - 22'd1;
                items_q  <= items_q + 22'd1;
                offset_q <= offset_q + 24'd8;
            end
        end
    end

    // ---- the end: all injected, or nothing more can be
    wire       all = todo_q == 22'd0;
    wire       over = ((cause_q != 8'd0 && !whole) || doomed) && !waiting && !writing;
    wire [7:0] cause = all ? 8'd0 : cause_q | (doomed ? ABORTED : 8'd0);

    assign note_ask = active_q && !told_q && !in_row_q && run_q == 3'd0 && (all || over);
    assign note     = {notify, vc, items_q, cause, tag};

endmodule

`default_nettype wire
