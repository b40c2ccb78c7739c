// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The queues of one direction, one a class, and the UR completions; and the
// choice of what leaves next (checkers/czodiac/spec/cz_ioport_remap.md section 4).
//
// A P leaves when its class may begin. NP, CPL and UR leave when, too, every P
// that came before them has left: each carries the number of those P. Among
// what may leave, round robin. Latency: 2 cycles. One beat a cycle. rst empties
// everything.

`timescale 1ns / 1ps
`default_nettype none

module cz_class_queues #(
    parameter integer MPS_B      = 512, // largest payload, bytes
    parameter integer QUEUE_LOG2 = 7    // log2 of the beats of a class
) (
    input  wire         clk,
    input  wire         rst,

    // TLPs that come
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_first,
    input  wire         s_last,
    input  wire [3:0]   s_dest,
    input  wire [1:0]   s_cls,
    input  wire         s_bad,
    output wire         s_ready,
    output reg  [2:0]   s_ok,      // classes that may begin at the input

    input  wire         posted,    // a P was accepted that will come here
    // UR completions
    input  wire         ur_valid,
    input  wire [95:0]  ur_beat,
    input  wire [3:0]   ur_dest,
    output wire         ur_ready,
    output reg          ur_room,   // UR completions can be taken for a while

    // TLPs that leave
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg  [3:0]   m_dest,
    input  wire         m_ready,
    input  wire [2:0]   m_ok,

    output wire [2:0]   left,      // a TLP of the class left in this cycle
    output wire         left_bad   // it had a wrong digest
);
    localparam integer DEPTH    = 1 << QUEUE_LOG2;
    localparam integer TLP_BEAT = (16 + MPS_B + 4 + 15) / 16;
    // beats on the way from the input to the queue, besides the two TLPs
    localparam integer PIPE_BEAT = 6;
    localparam integer LIMIT     = DEPTH - 2 * TLP_BEAT - PIPE_BEAT;
    localparam integer UR_LOG2   = 4;
    localparam [UR_LOG2:0] UR_LIMIT = 5'd8;
    // wide, since NP and CPL may be blocked while P pass: half the range at most
    localparam integer STAMP_W   = 32;

    generate
        if (LIMIT < 0) begin : g_check
            tn_error_QUEUE_LOG2_must_hold_two_TLPs_of_MPS_B u_error ();
        end
    endgenerate

    localparam integer BEAT_W = 128 + 4 + 1 + 1 + 4;
    localparam [QUEUE_LOG2:0] OK_LIMIT = LIMIT[QUEUE_LOG2:0];

    // --- the queues: 0 P, 1 NP, 2 CPL, 3 UR ---
    wire [BEAT_W-1:0]   in_beat = {s_data, s_keep, s_last, s_bad, s_dest};
    wire [BEAT_W-1:0]   beat0, beat1, beat2;
    wire [99:0]         beat3;
    wire [3:0]          have;
    wire [2:0]          room;
    wire [QUEUE_LOG2:0] level0, level1, level2;
    wire [UR_LOG2:0]    level3;
    reg  [3:0]          pop;

    tn_fifo #(.DATA_W(BEAT_W), .DEPTH_LOG2(QUEUE_LOG2)) u_p (
        .clk(clk), .rst(rst), .s_valid(s_valid && s_cls == 2'd0), .s_data(in_beat),
        .s_ready(room[0]), .m_valid(have[0]), .m_data(beat0), .m_ready(pop[0]), .level(level0)
    );
    tn_fifo #(.DATA_W(BEAT_W), .DEPTH_LOG2(QUEUE_LOG2)) u_np (
        .clk(clk), .rst(rst), .s_valid(s_valid && s_cls == 2'd1), .s_data(in_beat),
        .s_ready(room[1]), .m_valid(have[1]), .m_data(beat1), .m_ready(pop[1]), .level(level1)
    );
    tn_fifo #(.DATA_W(BEAT_W), .DEPTH_LOG2(QUEUE_LOG2)) u_cpl (
        .clk(clk), .rst(rst), .s_valid(s_valid && s_cls == 2'd2), .s_data(in_beat),
        .s_ready(room[2]), .m_valid(have[2]), .m_data(beat2), .m_ready(pop[2]), .level(level2)
    );
    tn_fifo #(.DATA_W(100), .DEPTH_LOG2(UR_LOG2)) u_ur (
        .clk(clk), .rst(rst), .s_valid(ur_valid), .s_data({ur_beat, ur_dest}),
        .s_ready(ur_ready), .m_valid(have[3]), .m_data(beat3), .m_ready(pop[3]), .level(level3)
    );

    assign s_ready = s_cls == 2'd0 ? room[0] : s_cls == 2'd1 ? room[1] : room[2];

    // --- posted TLPs accepted, queued, gone; stamps of what must follow them ---
    reg  [STAMP_W-1:0]  accepted_q, queued_q, gone_q;
    wire [STAMP_W-1:0]  stamp1, stamp2, stamp3;
    wire                push    = s_valid && s_ready && s_first;
    wire                ur_push = ur_valid && ur_ready;
    wire [2:0]          stamp_have, stamp_room, stamp_pop;
    wire [QUEUE_LOG2:0] stamp_level1, stamp_level2;
    wire [UR_LOG2:0]    stamp_level3;

    tn_fifo #(.DATA_W(STAMP_W), .DEPTH_LOG2(QUEUE_LOG2)) u_stamp_np (
        .clk(clk), .rst(rst), .s_valid(push && s_cls == 2'd1), .s_data(queued_q),
        .s_ready(stamp_room[0]), .m_valid(stamp_have[0]), .m_data(stamp1),
        .m_ready(stamp_pop[0]), .level(stamp_level1)
    );
    tn_fifo #(.DATA_W(STAMP_W), .DEPTH_LOG2(QUEUE_LOG2)) u_stamp_cpl (
        .clk(clk), .rst(rst), .s_valid(push && s_cls == 2'd2), .s_data(queued_q),
        .s_ready(stamp_room[1]), .m_valid(stamp_have[1]), .m_data(stamp2),
        .m_ready(stamp_pop[1]), .level(stamp_level2)
    );
    tn_fifo #(.DATA_W(STAMP_W), .DEPTH_LOG2(UR_LOG2)) u_stamp_ur (
        .clk(clk), .rst(rst), .s_valid(ur_push), .s_data(accepted_q),
        .s_ready(stamp_room[2]), .m_valid(stamp_have[2]), .m_data(stamp3),
        .m_ready(stamp_pop[2]), .level(stamp_level3)
    );

    // --- what may leave ---
    wire       free = !m_valid || m_ready;
    reg        open_q;  // a TLP is leaving
    reg  [1:0] from_q;  // from this queue
    wire [3:0] req;
    wire       any;
    wire [1:0] turn;
    wire       leaves = any;
    wire       begins = free && !open_q && leaves;
    wire [1:0] from   = open_q ? from_q : turn;

    // how many P have left beyond those that came before; negative: not yet all
    wire [STAMP_W-1:0] beyond1 = gone_q - stamp1;
    wire [STAMP_W-1:0] beyond2 = gone_q - stamp2;
    wire [STAMP_W-1:0] beyond3 = gone_q - stamp3;

    assign req[0] = have[0] && m_ok[0];
    assign req[1] = have[1] && m_ok[1] && !beyond1[STAMP_W-1];
    assign req[2] = have[2] && m_ok[2] && !beyond2[STAMP_W-1];
    assign req[3] = have[3] && m_ok[2] && !beyond3[STAMP_W-1];

    tn_arb_rr #(.REQ_N(4), .IDX_W(2)) u_arb (
        .clk(clk), .rst(rst), .req(req), .advance(begins), .any(any), .grant(turn)
    );

    // a stamp FIFO holds no more words than its queue, and one for each TLP there
    wire unused = &{1'b0, stamp_have, stamp_room, stamp_level1, stamp_level2, stamp_level3,
                    beyond1, beyond2, beyond3};

    reg [BEAT_W-1:0] out;

    always @* begin
        case (from)
            2'd0: out = beat0;
            2'd1: out = beat1;
            2'd2: out = beat2;
            default: out = {32'd0, beat3[99:4], 4'h7, 1'b1, 1'b0, beat3[3:0]};
        endcase
        pop = 4'd0;
        if (free && (open_q || leaves))
            pop[from] = have[from];
    end

    wire moves = pop != 4'd0;
    wire ends  = moves && out[5];

    assign stamp_pop = {pop[3], pop[2] && out[5], pop[1] && out[5]};
    wire   gone      = ends && from == 2'd0;

    // of the beat on the wires
    reg  [1:0] m_from_q;
    reg        m_bad_q;
    wire       leaving = m_valid && m_ready && m_last;

    assign left      = {leaving && m_from_q == 2'd2, leaving && m_from_q == 2'd1, leaving && m_from_q == 2'd0};
    assign left_bad  = leaving && m_bad_q;

    always @(posedge clk) begin
        if (rst) begin
            m_valid    <= 1'b0;
            open_q     <= 1'b0;
            accepted_q <= {STAMP_W{1'b0}};
            queued_q   <= {STAMP_W{1'b0}};
            gone_q     <= {STAMP_W{1'b0}};
            s_ok       <= 3'b000;
            ur_room    <= 1'b0;
        end else begin
            if (free)
                m_valid <= moves;
            if (moves)
                open_q <= !out[5];
            if (posted)
                accepted_q <= accepted_q + 1'b1;
            if (push && s_cls == 2'd0)
                queued_q <= queued_q + 1'b1;
            if (gone)
                gone_q <= gone_q + 1'b1;
            s_ok    <= {level2 <= OK_LIMIT, level1 <= OK_LIMIT, level0 <= OK_LIMIT};
            ur_room <= level3 <= UR_LIMIT;
        end
        if (begins)
            from_q <= turn;
        if (free) begin
            m_data <= out[BEAT_W-1 -: 128];
            m_keep <= out[9:6];
            m_last <= out[5];
            m_bad_q  <= out[4];
            m_from_q <= from;
            m_dest <= out[3:0];
        end
    end
endmodule

`default_nettype wire
