// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Credits of a lane: packets of each priority that are out, and whether one more may begin.
//
// No parameters. All that happens in t is counted in t+1. rst: none is out. Contract: cl_link.md sections 2 and 4.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_room (
    input  wire        clk,
    input  wire        rst,
    input  wire        up,
    input  wire [11:0] limits,     // of all, of priority 1 and 2, of 2
    input  wire [3:0]  level,      // packets in the replay buffer
    // a packet begins, is dropped at s
    input  wire        open,
    input  wire        drop,
    input  wire [1:0]  prio,
    // counts of freed packets, which are looked at when free is 1; free_ok: they do not pass the packets that are out
    input  wire        free,
    input  wire [23:0] freed,      // priority 0 lowest
    output wire        free_ok,
    output wire [2:0]  s_ok,
    output wire [11:0] out
);

    localparam [3:0] PACKETS = 4'd14;

    reg [11:0] out_q;    // sent or in the replay buffer, not freed
    reg [23:0] freed_q;

    wire [23:0] more = {freed[23:16] - freed_q[23:16], freed[15:8] - freed_q[15:8], freed[7:0] - freed_q[7:0]};
    assign free_ok = more[7:0] <= {4'd0, out_q[3:0]} && more[15:8] <= {4'd0, out_q[7:4]} && more[23:16] <= {4'd0, out_q[11:8]};

    wire [4:0] low  = {1'b0, out_q[11:8]} + {1'b0, out_q[7:4]};
    wire [4:0] all  = low + {1'b0, out_q[3:0]};
    wire       ok_0 = up && level < PACKETS && all < {1'b0, limits[3:0]};
    wire       ok_1 = ok_0 && low < {1'b0, limits[7:4]};
    assign s_ok = {ok_1 && out_q[11:8] < limits[11:8], ok_1, ok_0};
    assign out  = out_q;

    integer p;
    always @(posedge clk) begin
        for (p = 0; p < 3; p = p + 1)
            out_q[4*p+:4] <= out_q[4*p+:4] + {3'd0, open && prio == p[1:0]} - {3'd0, drop && prio == p[1:0]} - (free ? more[8*p+:4] : 4'd0);
        if (free) freed_q <= freed;
        if (rst) begin
            out_q   <= 12'd0;
            freed_q <= 24'd0;
        end
    end

endmodule

`default_nettype wire
