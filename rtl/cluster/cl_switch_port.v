// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The lanes of a port of the level-2 switch: which one a flow takes, and how the packets of a dead one move to the lowest lane that is up.
//
// PLANE_N (1 to 3). plane, 2 bits a lane: the lane of flows whose own it is, while go has its bit; none: no lane is up. Packets of dead lane cur come from
// d first, until d_done, then from its queue (x), and go to the queue of plane to: w_* as there, hold while a packet is there. Contract:
// cl_switch.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_port #(
    parameter integer PLANE_N = 2
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [PLANE_N-1:0]    up,
    input  wire [PLANE_N-1:0]    d_done,
    input  wire [PLANE_N-1:0]    idle,    // the lane's queue has no packet
    input  wire [PLANE_N-1:0]    busy,    // a match writes into it
    output reg  [2*PLANE_N-1:0]  plane,
    output reg  [PLANE_N-1:0]    go,
    output wire                  none,
    // from the dead lane
    input  wire [PLANE_N-1:0]    d_valid,
    output reg  [PLANE_N-1:0]    d_ready,
    input  wire [16*PLANE_N-1:0] d_data,
    input  wire [PLANE_N-1:0]    d_last,
    output reg  [PLANE_N-1:0]    x_en,
    input  wire [PLANE_N-1:0]    x_valid,
    output reg  [PLANE_N-1:0]    x_ready,
    input  wire [16*PLANE_N-1:0] x_data,
    input  wire [PLANE_N-1:0]    x_last,
    // to the lane that takes its packets
    input  wire [3*PLANE_N-1:0]  room,
    output reg  [PLANE_N-1:0]    hold,
    output reg  [PLANE_N-1:0]    w_begin,
    output wire [1:0]            w_prio,
    output reg  [PLANE_N-1:0]    w_en,
    output wire [15:0]           w_data,
    output wire                  w_last
);

    localparam [1:0] REST = 2'd0, LOOK = 2'd1, MOVE = 2'd2;

    reg [1:0]         state_q, cur_q, to_q, before_q;
    reg               before_valid_q;
    reg [PLANE_N-1:0] empty_q;  // dead lanes of which nothing is left
    reg [1:0]         first_up, first_left;
    reg               left;

    integer p;
    always @* begin
        first_up   = 2'd0;
        first_left = 2'd0;
        left       = 1'b0;
        for (p = PLANE_N - 1; p >= 0; p = p - 1) begin
            if (up[p]) first_up = p[1:0];
            if (!up[p] && !empty_q[p]) begin
                first_left = p[1:0];
                left       = 1'b1;
            end
        end
    end
    assign none = up == {PLANE_N{1'b0}};

    always @*
        for (p = 0; p < PLANE_N; p = p + 1) begin
            plane[2*p+:2] = up[p] ? p[1:0] : first_up;
            go[p]         = up[p] || (!none && !left);
        end

    wire [31:0] cur  = {30'd0, cur_q}, to = {30'd0, to_q};
    wire [15:0] word = d_valid[cur] ? d_data[16*cur+:16] : x_data[16*cur+:16];
    wire        has  = d_valid[cur] || x_valid[cur];
    wire        ends = d_valid[cur] ? d_last[cur] : x_last[cur];
    assign w_prio = word[5:4];
    assign w_data = word;
    assign w_last = ends;
    wire   begins = state_q == LOOK && has && !busy[to] && up[to] && room[3*to+{30'd0, w_prio}];

    always @* begin
        d_ready = {PLANE_N{1'b0}};
        x_ready = {PLANE_N{1'b0}};
        x_en    = {PLANE_N{1'b0}};
        hold    = {PLANE_N{1'b0}};
        w_begin = {PLANE_N{1'b0}};
        w_en    = {PLANE_N{1'b0}};
        if (state_q != REST) begin
            hold[to]    = has || state_q == MOVE;
            w_begin[to] = begins;
            w_en[to]    = state_q == MOVE && has;
            x_en[cur]   = d_done[cur];
            d_ready[cur] = state_q == MOVE;
            x_ready[cur] = state_q == MOVE && !d_valid[cur];
        end
    end

    always @(posedge clk) begin
        case (state_q)
            REST: if (left && !none) begin
                state_q <= LOOK;
                cur_q   <= first_left;
                to_q    <= first_up;
            end
            LOOK:
            if (begins) state_q <= MOVE;
            else if (!up[to]) begin
                // what moved there moves on before the rest of this lane
                before_valid_q <= 1'b1;
                before_q       <= cur_q;
                cur_q          <= to_q;
                to_q           <= first_up;
                if (none) state_q <= REST;
            end else if (d_done[cur] && idle[cur] && !busy[cur]) begin
                empty_q[cur] <= 1'b1;
                before_valid_q <= 1'b0;
                cur_q          <= before_q;
                if (!before_valid_q) state_q <= REST;
            end
            default: if (has && ends) state_q <= LOOK;
        endcase
        if (rst) begin
            state_q        <= REST;
            empty_q        <= {PLANE_N{1'b0}};
            before_valid_q <= 1'b0;
        end
    end

endmodule

`default_nettype wire
