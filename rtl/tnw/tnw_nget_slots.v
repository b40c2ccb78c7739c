// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The slots of one Nget engine: reads of up to 512 bytes under way, and what their completions say.
//
// TAG_LOG2 (1 to 5): 2** of it slots, each of 32 beats of 16 bytes, of which beat a holds the bytes at a in their block
// of 512. take in t: slot free_slot waits for n beats from beat from on. cpl in t: what it sets, err and lost in t.
// put: one more good beat of put_slot. A slot is held until release or clear, LOST until its last completion or
// unlose, and free when neither. rst frees all. Contract: tnw_pi.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_slots #(
    parameter integer TAG_LOG2 = 3  // log2 of the slots
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [31:0]         cpl_tmo,      // cycles, 0: never
    output wire                free,         // there is one,
    output reg  [TAG_LOG2-1:0] free_slot,    // the lowest
    input  wire                take,
    input  wire [4:0]          from,
    input  wire [5:0]          n,            // 1 to 32
    input  wire                sent,         // the MRd left: its time runs
    input  wire [TAG_LOG2-1:0] sent_slot,
    // a completion of this link
    input  wire                cpl,
    input  wire [TAG_LOG2-1:0] cpl_slot,
    input  wire                cpl_mine,
    input  wire [2:0]          cpl_status,
    input  wire                cpl_ep,
    input  wire [11:0]         cpl_bytes,
    input  wire [6:0]          cpl_lower,
    input  wire [6:0]          cpl_dw,
    input  wire                cpl_has_data,
    output wire                known,        // of a read under way
    output wire                store,        // its beats are right: they are put from beat store_at on
    output wire [4:0]          store_at,
    output wire [7:0]          err,          // causes
    output wire [1:0]          lost,         // slots gone LOST in this cycle
    output reg  [7:0]          lost_n,       // slots LOST
    input  wire                unlose,
    input  wire                put,
    input  wire [TAG_LOG2-1:0] put_slot,
    input  wire                release_en,
    input  wire [TAG_LOG2-1:0] head,         // released; and whose good beats are shown
    input  wire [TAG_LOG2-1:0] second,
    output wire [5:0]          head_good,    // beats below this are right, from the slot's first on
    output wire [5:0]          second_good,
    input  wire                clear,        // the descriptor has ended: none of its reads is under way
    output wire                waiting       // reads are
);

    localparam integer S = 1 << TAG_LOG2;

    reg [S-1:0] held_q;
    reg [S-1:0] wait_q;   // its read is not over
    reg [S-1:0] sent_q;   // and start_q says since when
    reg [S-1:0] lost_q;
    reg [S-1:0] dirty_q;  // a poisoned completion came: what follows is not good either
    reg [4:0]   at_q [0:S-1];    // beat of the next byte
    reg [5:0]   left_q [0:S-1];  // beats not yet come
    reg [5:0]   good_q [0:S-1];
    reg [31:0]  start_q [0:S-1];

    // ---- the lowest free slot, the number LOST
    wire [S-1:0] used = held_q | lost_q;
    integer      i;
    always @* begin
        free_slot = {TAG_LOG2{1'b0}};
        lost_n    = 8'd0;
        for (i = S - 1; i >= 0; i = i - 1) begin
            if (!used[i]) free_slot = i[TAG_LOG2-1:0];
            lost_n = lost_n + {7'd0, lost_q[i]};
        end
    end
    assign free    = !(&used);
    assign waiting = wait_q != {S{1'b0}};

    // ---- a completion: of a read under way, and as it must be
    wire [4:0] at = at_q[cpl_slot];
    wire [5:0] left = left_q[cpl_slot];
    wire [5:0] beats = {1'b0, cpl_dw[6:2]};
    wire       good = cpl_status == 3'd0;
    wire       last = beats == left;
    wire [1:0] border = at[1:0] + beats[1:0];
    wire       right = cpl_bytes == {2'd0, left, 4'd0} && cpl_lower == {at[2:0], 4'd0}
        && cpl_dw[1:0] == 2'd0 && beats != 6'd0 && beats <= left
        && (last || border == 2'd0);
    wire       failed = known && !good;
    wire       wrong = known && good && !right;
    wire       poison = known && good && cpl_ep;
    wire       taken = known && good && right;

    assign known    = cpl && cpl_mine && wait_q[cpl_slot] && (cpl_has_data || !good);
    assign store    = taken && !cpl_ep && !dirty_q[cpl_slot];
    assign store_at = at;

    // ---- one that comes for a LOST slot, and is its last
    wire [12:0] bytes = {cpl_bytes == 12'd0, cpl_bytes};
    wire        late = cpl && cpl_mine && lost_q[cpl_slot]
        && (!cpl_has_data || bytes <= {4'd0, cpl_dw, 2'd0});

    // ---- timeouts: a slot a cycle; time stands when no read is under way
    reg  [31:0]         now_q;
    reg  [TAG_LOG2-1:0] scan_q;
    wire [31:0]         age = now_q - start_q[scan_q];
    wire                expired = wait_q[scan_q] && sent_q[scan_q] && cpl_tmo != 32'd0 && age >= cpl_tmo
        && !(known && cpl_slot == scan_q);

    assign err  = {3'd0, wrong, expired, poison, failed, 1'b0};
    assign lost = {1'b0, wrong} + {1'b0, expired};

    always @(posedge clk) begin
        if (rst) begin
            held_q  <= {S{1'b0}};
            wait_q  <= {S{1'b0}};
            sent_q  <= {S{1'b0}};
            lost_q  <= {S{1'b0}};
            dirty_q <= {S{1'b0}};
            now_q   <= 32'd0;
            scan_q  <= {TAG_LOG2{1'b0}};
        end else begin
            if (waiting) begin
                now_q  <= now_q + 32'd1;
                scan_q <= scan_q + 1'b1;
            end
            if (unlose) lost_q <= {S{1'b0}};
            if (late) lost_q[cpl_slot] <= 1'b0;
            if (sent) sent_q[sent_slot] <= 1'b1;
            if (poison) dirty_q[cpl_slot] <= 1'b1;
            if (failed || wrong || (taken && last)) wait_q[cpl_slot] <= 1'b0;
            if (wrong) lost_q[cpl_slot] <= 1'b1;
            if (expired) begin
                wait_q[scan_q] <= 1'b0;
                lost_q[scan_q] <= 1'b1;
            end
            if (release_en) held_q[head] <= 1'b0;
            if (clear) held_q <= {S{1'b0}};
            if (take) begin
                held_q[free_slot]  <= 1'b1;
                wait_q[free_slot]  <= 1'b1;
                sent_q[free_slot]  <= 1'b0;
                dirty_q[free_slot] <= 1'b0;
            end
        end
    end

    assign head_good   = good_q[head];
    assign second_good = good_q[second];

    always @(posedge clk) begin
        if (sent) start_q[sent_slot] <= now_q;
        if (taken) begin
            at_q[cpl_slot]   <= at + beats[4:0];
            left_q[cpl_slot] <= left - beats;
        end
        if (put) good_q[put_slot] <= good_q[put_slot] + 6'd1;
        if (take) begin
            at_q[free_slot]   <= from;
            left_q[free_slot] <= n;
            good_q[free_slot] <= {1'b0, from};
        end
    end

endmodule

`default_nettype wire
