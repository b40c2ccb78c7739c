// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers of a lane's sender: which packet is next, what is acknowledged, goings back, the time for them, the way down, the drain.
//
// No parameters. All that happens in t is counted in t+1. rst: the lane is up, nothing was sent. Contract: cl_link.md sections 3 and 6.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_window (
    input  wire        clk,
    input  wire        rst,
    input  wire [15:0] link_tmo,  // cycles
    input  wire        kill,
    output wire        up,
    // a packet begins, is whole, is dropped at s
    input  wire        open,
    input  wire        put,
    input  wire        drop,
    output wire [5:0]  seq,       // the number of the next one
    output wire [3:0]  level,     // packets in the replay buffer
    // a packet's run starts; a packet has left by d
    input  wire        start,
    input  wire        left,
    output wire        any,       // there is a packet to send
    output wire        again,     // it was sent before
    output wire [3:0]  place,     // where it is
    // an acknowledgment, which is looked at when ack_valid is 1; ack_ok: it names what was sent, or the last one that was acknowledged
    input  wire        ack_valid,
    input  wire        ack_nack,
    input  wire [5:0]  ack,
    output wire        ack_ok,
    // what the far end took, while the lane is down
    input  wire        d_go,
    input  wire [5:0]  d_ack,
    output wire        drain,
    output wire        d_done,
    // registers and events
    output wire [5:0]  acked,
    output wire [4:0]  backs,
    output wire        ev_timeout,
    output wire        ev_back
);

    localparam [4:0]  BACKS = 5'd16;    // goings back without progress; the next one takes the lane down
    localparam [16:0] SLACK = 17'd2;    // from the choice of a run to its first word on the wire

    reg        up_q, drain_q;
    reg [5:0]  acked_q;  // the last number that was acknowledged
    reg [5:0]  at_q;     // that was sent last, since the last going back
    reg [5:0]  sent_q;   // that was ever sent
    reg [5:0]  last_q;   // that is in the replay buffer
    reg [3:0]  level_q;
    reg [4:0]  backs_q;
    reg [16:0] time_q;
    reg        turn_q;   // a going back whose first packet was not sent yet

    assign up     = up_q;
    assign drain  = drain_q;
    assign acked  = acked_q;
    assign backs  = backs_q;
    assign level  = level_q;
    assign seq    = last_q + 6'd1;
    assign any    = at_q != last_q;
    assign again  = at_q != sent_q;
    assign d_done = drain_q && level_q == 4'd0;

    wire [5:0] next = at_q + 6'd1;
    assign place  = next[3:0];

    // ---- acknowledgments and the drain take packets out of the buffer
    wire       d_first = d_go && !up_q && !drain_q;
    wire [5:0] named = (up_q ? ack : d_ack) - acked_q;
    wire [5:0] held = last_q - acked_q;
    assign ack_ok = named <= sent_q - acked_q;

    wire       free = ack_valid || (d_first && named <= held);
    wire [5:0] acked_d = free ? acked_q + named : acked_q;
    wire       progress = ack_valid && named != 6'd0;

    // ---- goings back
    wire nacked   = ack_valid && ack_nack && sent_q != acked_d;
    wire late     = up_q && time_q >= {1'b0, link_tmo} + SLACK && sent_q != acked_q && !progress && !nacked;
    wire too_many = backs_q == BACKS && !progress;
    assign ev_back    = (nacked || late) && !too_many;
    assign ev_timeout = late && !too_many;

    wire [5:0] at_d = start ? next : at_q;

    always @(posedge clk) begin
        if (rst) begin
            up_q    <= 1'b1;
            drain_q <= 1'b0;
            acked_q <= 6'd63;
            at_q    <= 6'd63;
            sent_q  <= 6'd63;
            last_q  <= 6'd63;
            level_q <= 4'd0;
            backs_q <= 5'd0;
            turn_q  <= 1'b0;
        end else begin
            if (kill || ((nacked || late) && too_many)) up_q <= 1'b0;
            if (d_first) drain_q <= 1'b1;
            acked_q <= acked_d;
            if (put) last_q <= seq;
            if (start && !again) sent_q <= next;
            // the packets that a going back was to send may have been acknowledged meanwhile
            at_q <= ev_back || d_first || (progress && at_d - acked_q < named) ? acked_d : at_d;
            level_q <= level_q + {3'd0, open} - {3'd0, drop} - {3'd0, left} - (free ? named[3:0] : 4'd0);
            turn_q  <= ev_back || (turn_q && !start);
            backs_q <= (progress ? 5'd0 : backs_q) + {4'd0, ev_back};
        end
        time_q <= progress || ev_back || turn_q || sent_q == acked_q ? 17'd0 : time_q + 17'd1;
    end

endmodule

`default_nettype wire
