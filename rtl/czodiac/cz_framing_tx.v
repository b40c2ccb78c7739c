// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sender of a PCIe link's symbols: frames, SKP ordered sets, idle, scrambling (PCIe 3.0 4.2.2, 4.2.3, 4.2.7).
//
// A frame is collected whole, as the wire does not pause within it, and its first symbol leaves 4 cycles behind its last
// beat, up to 7 on one lane. rst empties it, and while up is 0 it sends ordered sets alone. Contract: cz_framing.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module cz_framing_tx #(
    parameter integer MPS_B    = 512,  // largest payload in bytes
    parameter integer LANES    = 4,    // 1, 4, 8
    parameter integer SCRAMBLE = 1,    // 0: data leave as they are
    parameter integer SKP_CYC  = 1280  // symbol times between SKP ordered sets, 1180 to 1538
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               up,

    // frames
    input  wire               s_valid,
    output wire               s_ready,
    input  wire [127:0]       s_data,
    input  wire [3:0]         s_keep,
    input  wire               s_last,
    input  wire               s_dllp,
    input  wire               s_edb,

    // symbols
    output reg  [8*LANES-1:0] tx_data,
    output reg  [LANES-1:0]   tx_k
);
`include "cz_framing_defs.vh"

    localparam integer FRAME = (MPS_B + 43) / 16;
    // beats that may wait when the next frame is asked for: as much time as that one takes to come
    localparam integer REST  = (FRAME + 6) * LANES / 16 + 1;
    localparam integer A     = $clog2(REST + FRAME + 3);
    localparam [A:0]   REST_B = REST[A:0];
    localparam integer W     = 1 + 3 + 128;
    localparam integer G     = LANES == 8 ? 2 : 1; // groups of 4 symbols a step; a step is 4 cycles on one lane
    localparam [10:0]  SKP_LAST = SKP_CYC[10:0] - 11'd1;

    wire clr = rst || !up;

    // ---- beats as they stand on the wire: a byte further than in the frame, behind STP or SDP
    reg          first_q, hold_q, hold_last_q, hold_edb_q;
    reg  [2:0]   hold_n_q;     // groups of the last beat
    reg  [119:0] beat_q;
    reg  [A:0]   write_q, read_q;
    reg  [A-1:0] whole_q;      // frames that wait whole
    wire [A:0]   stored  = write_q - read_q;
    wire         flush   = hold_q && hold_last_q;
    wire         takes   = s_valid && s_ready;
    wire         writes  = hold_q && (hold_last_q || takes);
    wire [7:0]   ending  = hold_edb_q ? SYM_EDB : SYM_END;
    reg  [127:0] on_wire;

    assign s_ready = clr ? !rst : !flush && (!first_q || stored <= REST_B);

    always @* begin
        on_wire = {s_data[7:0], beat_q};
        if (hold_last_q) case (hold_n_q)
            3'd1:    on_wire[31:24]   = ending;
            3'd2:    on_wire[63:56]   = ending;
            3'd3:    on_wire[95:88]   = ending;
            default: on_wire[127:120] = ending;
        endcase
    end

    wire [W-1:0] next;

    tn_ram #(.DATA_W(W), .DEPTH_N(1 << A), .ADDR_W(A)) u_beats (
        .clk(clk), .wr_en(writes), .wr_addr(write_q[A-1:0]), .wr_data({hold_last_q, hold_last_q ? hold_n_q : 3'd4, on_wire}),
        .rd_addr(read_q[A-1:0]), .rd_data(next)
    );

    // ---- what leaves in a step
    reg          busy_q, last_q;  // a frame is leaving; its last beat is
    reg  [2:0]   count_q;         // groups left of the beat that leaves
    reg  [127:0] rest_q;
    reg  [1:0]   set_q;           // columns of an ordered set that have left
    reg  [2:0]   owed_q;          // ordered sets that are due
    reg  [10:0]  skp_q;
    reg  [1:0]   phase_q;         // one lane: the symbol of the group
    wire         step  = LANES != 1 || phase_q == 2'd3;
    wire         due   = skp_q == SKP_LAST;
    wire         in_set = !busy_q && (set_q != 2'd0 || owed_q != 3'd0 || !up);

    reg          busy, last, first, ended, pops, begins; // first: a frame begins with the group
    reg  [2:0]   count;
    reg  [127:0] rest;
    reg  [32*G-1:0] group;
    reg  [4*G-1:0]  group_k;
    integer      g;

    always @* begin
        {busy, last, count, rest} = {busy_q, last_q, count_q, rest_q};
        {first, ended, pops, begins} = 4'd0;
        group   = {32*G{1'b0}};
        group_k = {4*G{1'b0}};
        if (in_set) begin
            group_k = {4*G{1'b1}};
            for (g = 0; g < 4 * G; g = g + 1)
                group[8*g +: 8] = (LANES == 1 ? g == 0 : set_q == 2'd0) ? SYM_COM : SYM_SKP;
        end else for (g = 0; g < G; g = g + 1) begin
            first = !busy && whole_q != {A{1'b0}} && (g == 0 || (ended && owed_q == 3'd0));
            if (first || (busy && count == 3'd0)) begin
                {last, count, rest} = next;
                pops = 1'b1;
            end
            if (first) {busy, begins} = 2'b11;
            if (busy) begin
                group[32*g +: 32]  = rest[31:0];
                group_k[4*g +: 4]  = {last && count == 3'd1, 2'd0, first};
                rest  = {32'd0, rest[127:32]};
                count = count - 3'd1;
                ended = last && count == 3'd0;
                busy  = !ended;
            end else if (ended) begin
                group[32*g +: 32] = {4{SYM_PAD}};
                group_k[4*g +: 4] = 4'hf;
            end
        end
        // the next beat of the frame stands ready for the next step
        if (!in_set && busy && count == 3'd0) begin
            {last, count, rest} = next;
            pops = 1'b1;
        end
    end

    reg  [32*G-1:0] group_q;
    reg  [4*G-1:0]  group_k_q;

    always @(posedge clk) begin
        // frames that come
        if (takes) begin
            beat_q     <= s_dllp ? {56'd0, SYM_END, s_data[47:0], SYM_SDP}
                                 : {s_data[127:16], first_q ? SYM_STP : s_data[15:8]};
            hold_n_q   <= 3'd1 + {2'd0, s_keep[1]} + {2'd0, s_keep[2]} + {2'd0, s_keep[3]};
            hold_edb_q <= s_edb && !s_dllp;
        end
        hold_last_q <= takes ? s_last : hold_last_q && !flush;
        if (clr) begin
            {first_q, hold_q} <= 2'b10;
            {write_q, read_q} <= {2 * (A + 1) {1'b0}};
            whole_q <= {A{1'b0}};
            busy_q  <= 1'b0;
            owed_q  <= 3'd0;
            skp_q   <= 11'd0;
        end else begin
            if (takes) first_q <= s_last;
            hold_q  <= takes || (hold_q && !flush);
            if (writes) write_q <= write_q + 1'b1;
            if (step && pops) read_q <= read_q + 1'b1;
            whole_q <= whole_q + {{A-1{1'b0}}, flush} - {{A-1{1'b0}}, step && begins};
            if (step) busy_q <= busy;
            skp_q   <= due ? 11'd0 : skp_q + 11'd1;
            owed_q  <= owed_q + {2'd0, due && owed_q != 3'd7} - {2'd0, step && in_set && set_q == 2'd0 && owed_q != 3'd0};
        end
        if (step) {last_q, count_q, rest_q} <= {last, count, rest};
        // ordered sets, also while the link is down
        if (rst) begin
            set_q   <= 2'd0;
            phase_q <= 2'd0;
        end else begin
            if (step && in_set && LANES != 1) set_q <= set_q + 2'd1;
            phase_q <= phase_q + 2'd1;
        end
        group_q   <= step ? group : group_q >> 8;
        group_k_q <= step ? group_k : group_k_q >> 1;
        if (rst) {group_q, group_k_q} <= {36 * G {1'b0}};
    end

    // ---- scrambling: all lanes' registers are alike
    reg  [15:0]  lfsr_q;
    wire [8*LANES-1:0] data = group_q[8*LANES-1:0];
    wire [LANES-1:0]   k    = group_k_q[LANES-1:0];
    wire         in_step = k[0] && (data[7:0] == SYM_COM || data[7:0] == SYM_SKP);
    wire [23:0]  mask    = scramble_8(lfsr_q);
    integer      i;

    always @(posedge clk) begin
        lfsr_q <= rst || in_step ? 16'hffff : mask[23:8];
        tx_k   <= k & {LANES{!rst}};
        for (i = 0; i < LANES; i = i + 1)
            tx_data[8*i +: 8] <= data[8*i +: 8] ^ (k[i] || SCRAMBLE == 0 ? 8'd0 : mask[7:0]);
    end
endmodule

`default_nettype wire
