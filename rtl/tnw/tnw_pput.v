// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW Pput: fragments of 48 injection windows, put in order again, into items.
//
// OFF_LOG2 (8 to 24): 2** of it fragments of 16 bytes have an address in a window; LAST_EN (0, 1): a fragment may be of a
// message's last item, and its address has a bit for that; ITEM_LOG2 (2 to 5): 2** of it items
// of 8 fragments are collected. One of frag, form (a TLP refused) and next (a write of NEXT) in a cycle, always
// taken; what it makes whole asks in the next cycle. serve in t, only of who asks and 8 cycles or more after the last,
// takes the item out of its window and gives its beats in t+1 to t+8; a fragment of that cycle meets the window
// behind it. Registers and data of look_id at once. rst empties all windows. Contract: tnw_pi.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pput #(
    parameter integer OFF_LOG2  = 16,  // log2 of the fragments of a window's addresses
    parameter integer ITEM_LOG2 = 4,   // log2 of the items a window collects
    parameter integer LAST_EN   = 1    // bit 0 of an item's offset is last
) (
    input  wire                clk,
    input  wire                rst,
    // fragments, TLPs of wrong form and NEXT
    input  wire [31:0]         reorder_tmo,  // cycles, 0: never
    input  wire                frag_valid,
    input  wire                form_valid,
    input  wire                next_valid,
    input  wire [5:0]          in_id,        // window 8*link + channel of frag, form and next
    input  wire [OFF_LOG2-1:0] frag_addr,    // in 16 bytes
    input  wire                frag_last,    // 0 with LAST_EN 0
    input  wire [127:0]        frag_data,
    input  wire [31:0]         form_addr,    // byte address in BAR2
    input  wire [23:0]         next_item,
    // the turn
    output reg  [47:0]         ask,          // item next is whole
    input  wire                serve,
    input  wire [5:0]          serve_id,
    // the item
    output wire                inj_valid,
    output wire                inj_last,
    output wire [127:0]        inj_data,
    output reg  [5:0]          inj_id,       // window
    output reg  [23:0]         inj_offset,
    // values that registers show
    input  wire [5:0]          look_id,
    output wire [23:0]         look_next,
    output reg  [31:0]         look_status,
    output wire [31:0]         look_err_addr,
    output wire [31:0]         look_done,
    // errors, for an observer and the counters
    output reg                 obs_err_valid,
    output reg  [5:0]          obs_err_id,
    output reg  [2:0]          obs_err_cause,
    output wire                inc_after     // a fragment or a TLP for a window in ERROR
);

    localparam integer N = 1 << ITEM_LOG2;
    localparam [2:0] OVERWRITE = 3'd1, ORDER = 3'd2, INCOMPLETE = 3'd3, FORM = 3'd4;
    localparam [8*N-1:0] PLACE = 255;
    localparam [N-1:0]   FIRST = 1;
    localparam [5:0] TOP_ID = 6'd47;

    generate
        if (OFF_LOG2 < 8 || OFF_LOG2 > 24) begin : g_off
            tn_error_OFF_LOG2_must_be_8_to_24 u_error ();
        end
        if (ITEM_LOG2 < 2 || ITEM_LOG2 > 5) begin : g_item
            tn_error_ITEM_LOG2_must_be_2_to_5 u_error ();
        end
    endgenerate

    // ---- the windows; a bit says whether the memories' word is one of this window, or still that of before
    reg [47:0]    some_q;             // a fragment is there: map_q counts
    reg [47:0]    err_q;              // in ERROR: cause_q and err_addr_q count
    reg [47:0]    next_set_q;
    reg [47:0]    done_set_q;
    reg [8*N-1:0] map_q [0:47];       // fragments there, 8 of each place
    reg [N-1:0]   last_q [0:47];      // places with a fragment that came with last
    reg [23:0]    next_q [0:47];
    reg [31:0]    done_q [0:47];
    reg [31:0]    start_q [0:47];     // when the timeout began
    reg [2:0]     cause_q [0:47];
    reg [31:0]    err_addr_q [0:47];
    reg [31:0]    now_q;

    // ---- serve: place and next of the window it leaves behind
    wire [23:0]          s_next = next_set_q[serve_id] ? next_q[serve_id] : 24'd0;
    wire [ITEM_LOG2-1:0] s_place = s_next[ITEM_LOG2-1:0];
    wire [8*N-1:0]       s_map = map_q[serve_id] & ~(PLACE << {s_place, 3'd0});
    wire [N-1:0]         s_last = last_q[serve_id] & ~(FIRST << s_place);
    wire [23:0]          s_next_d = s_next + 24'd1;
    wire [ITEM_LOG2-1:0] s_place_d = s_next_d[ITEM_LOG2-1:0];

    // ---- what comes in meets the window as serve leaves it
    wire                 same = serve && serve_id == in_id;
    wire [23:0]          next = same ? s_next_d : next_set_q[in_id] ? next_q[in_id] : 24'd0;
    wire [8*N-1:0]       map = same ? s_map : some_q[in_id] ? map_q[in_id] : {(8 * N) {1'b0}};
    wire [N-1:0]         lasts = same ? s_last : some_q[in_id] ? last_q[in_id] : {N{1'b0}};
    wire                 empty = map == {(8 * N) {1'b0}};
    wire [23:0]          item = {{(27 - OFF_LOG2) {1'b0}}, frag_addr[OFF_LOG2-1:3]};
    wire [ITEM_LOG2-1:0] place = item[ITEM_LOG2-1:0];
    wire [ITEM_LOG2+2:0] at = {place, frag_addr[2:0]};
    wire                 close = item >= next && {1'b0, item} < {1'b0, next} + N[24:0];
    wire                 twice = close && map[at];
    wire                 begins = !close && empty;
    wire                 put = frag_valid && !err_q[in_id] && !twice && (close || begins);
    wire [23:0]          next_d = begins ? {item[23:ITEM_LOG2], {ITEM_LOG2{1'b0}}} : next;
    wire [ITEM_LOG2-1:0] place_d = next_d[ITEM_LOG2-1:0];
    wire [8*N-1:0]       one = {{(8 * N - 1) {1'b0}}, 1'b1};
    wire [8*N-1:0]       map_d = map | (one << at);
    wire                 bad = ((frag_valid && !put) || form_valid) && !err_q[in_id];

    assign inc_after = (frag_valid || form_valid) && err_q[in_id];

    // ---- timeouts: one window a cycle; it waits while another error is told, and where a fragment of the window that is
    // over comes in this very cycle: passed by, that window would have its turn 48 cycles later
    reg  [5:0]  scan_q;
    wire [31:0] age = now_q - start_q[scan_q];
    wire        over = some_q[scan_q] && !ask[scan_q] && reorder_tmo != 32'd0 && age >= reorder_tmo;
    wire        meets = (frag_valid || form_valid || next_valid) && in_id == scan_q;
    wire        late = over && !meets && !bad;
    wire [23:0] scan_next = next_set_q[scan_q] ? next_q[scan_q] : 24'd0;

    // byte addresses in BAR2
    wire [34:0] frag_byte, scan_byte;
    generate
        if (LAST_EN != 0) begin : g_last
            assign frag_byte = {{(24 - OFF_LOG2) {1'b0}}, in_id, frag_last, frag_addr, 4'd0};
            assign scan_byte = {{(24 - OFF_LOG2) {1'b0}}, scan_q, 1'b0, scan_next[OFF_LOG2-4:0], 7'd0};
        end else begin : g_no_last
            assign frag_byte = {{(25 - OFF_LOG2) {1'b0}}, in_id, frag_addr, 4'd0};
            assign scan_byte = {{(25 - OFF_LOG2) {1'b0}}, scan_q, scan_next[OFF_LOG2-4:0], 7'd0};
        end
    endgenerate
    wire [2:0]  cause = form_valid ? FORM : twice ? OVERWRITE : ORDER;

    always @(posedge clk) begin
        if (rst) begin
            some_q        <= 48'd0;
            err_q         <= 48'd0;
            next_set_q    <= 48'd0;
            done_set_q    <= 48'd0;
            ask           <= 48'd0;
            now_q         <= 32'd0;
            scan_q        <= 6'd0;
            obs_err_valid <= 1'b0;
            obs_err_id    <= 6'd0;
            obs_err_cause <= 3'd0;
        end else begin
            now_q         <= now_q + 32'd1;
            obs_err_valid <= bad || late;
            obs_err_id    <= bad ? in_id : scan_q;
            obs_err_cause <= bad ? cause : INCOMPLETE;
            if (!bad && !(over && meets)) scan_q <= scan_q == TOP_ID ? 6'd0 : scan_q + 6'd1;

            if (serve) begin
                some_q[serve_id]     <= s_map != {(8 * N) {1'b0}};
                ask[serve_id]        <= &s_map[{s_place_d, 3'd0}+:8];
                next_set_q[serve_id] <= 1'b1;
                done_set_q[serve_id] <= 1'b1;
            end
            if (put) begin
                some_q[in_id]     <= 1'b1;
                ask[in_id]        <= &map_d[{place_d, 3'd0}+:8];
                next_set_q[in_id] <= 1'b1;
            end
            if (next_valid) begin
                some_q[in_id]     <= 1'b0;
                ask[in_id]        <= 1'b0;
                err_q[in_id]      <= 1'b0;
                next_set_q[in_id] <= 1'b1;
            end
            if (bad) begin
                some_q[in_id] <= 1'b0;
                ask[in_id]    <= 1'b0;
                err_q[in_id]  <= 1'b1;
            end
            if (late) begin
                some_q[scan_q] <= 1'b0;
                err_q[scan_q]  <= 1'b1;
            end
        end
    end

    // later assignments win: what comes in is behind serve
    always @(posedge clk) begin
        if (serve) begin
            map_q[serve_id]   <= s_map;
            last_q[serve_id]  <= s_last;
            next_q[serve_id]  <= s_next_d;
            start_q[serve_id] <= now_q;
            done_q[serve_id]  <= done_set_q[serve_id] ? done_q[serve_id] + 32'd1 : 32'd1;
        end
        if (put) begin
            map_q[in_id]  <= map_d;
            last_q[in_id] <= lasts | (frag_last ? FIRST << place : {N{1'b0}});
            next_q[in_id] <= next_d;
            if (empty) start_q[in_id] <= now_q;
        end
        if (next_valid) next_q[in_id] <= next_item;
        if (bad) begin
            cause_q[in_id]    <= cause;
            err_addr_q[in_id] <= form_valid ? form_addr : frag_byte[31:0];
        end
        if (late) begin
            cause_q[scan_q]    <= INCOMPLETE;
            err_addr_q[scan_q] <= scan_byte[31:0];
        end
    end

    // ---- data: a memory for each fragment's number, so that an item leaves its place in one cycle
    reg  [1023:0] beats_q;
    wire [1023:0] whole;
    reg  [3:0]    left_q;
    genvar        f;
    generate
        for (f = 0; f < 8; f = f + 1) begin : g_frag
            tn_ram #(
                .DATA_W (128),
                .DEPTH_N(48 * N),
                .ADDR_W (6 + ITEM_LOG2)
            ) u_ram (
                .clk    (clk),
                .wr_en  (put && frag_addr[2:0] == f),
                .wr_addr({in_id, place}),
                .wr_data(frag_data),
                .rd_addr({serve_id, s_place}),
                .rd_data(whole[128*f+:128])
            );
        end
    endgenerate

    assign inj_valid = left_q != 4'd0;
    assign inj_last  = left_q == 4'd1;
    assign inj_data  = beats_q[127:0];

    always @(posedge clk) begin
        if (rst) left_q <= 4'd0;
        else if (serve) left_q <= 4'd8;
        else if (inj_valid) left_q <= left_q - 4'd1;
        beats_q <= serve ? whole : {128'd0, beats_q[1023:128]};
        if (serve) begin
            inj_id     <= serve_id;
            inj_offset <= {s_next[20:0], 2'd0, last_q[serve_id][s_place]};
        end
    end

    // ---- what registers show
    wire [8*N-1:0] look_map = map_q[look_id];
    wire [2:0]     look_cause = cause_q[look_id];
    integer        p;
    always @* begin
        look_status = 32'd0;
        if (err_q[look_id]) look_status[3:0] = {look_cause, 1'b1};
        if (some_q[look_id])
            for (p = 0; p < N; p = p + 1) look_status[13:8] = look_status[13:8] + {5'd0, look_map[8*p+:8] != 8'd0};
    end

    assign look_next     = next_set_q[look_id] ? next_q[look_id] : 24'd0;
    assign look_err_addr = err_q[look_id] ? err_addr_q[look_id] : 32'd0;
    assign look_done     = done_set_q[look_id] ? done_q[look_id] : 32'd0;

    wire unused = &{1'b0, frag_byte[34:32], scan_byte[34:32], scan_next};

endmodule

`default_nettype wire
