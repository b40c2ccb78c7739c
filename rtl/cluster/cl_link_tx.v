// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses the next run of a lane: a packet, a link packet of the lane's own, a side packet; makes the words of the wire.
//
// PLANE (0 to 2): the lane's number. The choice in t has its first word on the wire in t+2; one comma word stands between two runs
// that wait. rst: comma words. Contract: cl_link.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module cl_link_tx #(
    parameter integer PLANE = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        up,
    // packets
    input  wire        any,
    output wire        start,
    input  wire        pkt_valid,
    input  wire [15:0] pkt_data,
    // what the lane has to say; a NACK, or something else, is due since this cycle
    input  wire        ask_nack,
    input  wire        ask_ack,
    input  wire [5:0]  taken,
    input  wire [2:0]  freed,
    // side packets
    input  wire        x_valid,
    output wire        x_ready,
    input  wire        x_nack,
    input  wire [1:0]  x_plane,
    input  wire [5:0]  x_ack,
    output reg         wire_tx_k,
    output reg  [15:0] wire_tx_data,
    output wire        ev_ctl,
    output wire        ev_nack
);

`include "cl_defs.vh"

    localparam [6:0] IDLE_N = 7'd64;  // comma words in a row at most
    localparam [1:0] RUNS_N = 2'd2;   // packets in front of a link packet that is due
    localparam [2:0] CTL_CRC = 3'd5;  // the last word of a link packet

    reg        due_q, nack_q;
    reg [1:0]  runs_q;
    reg [6:0]  idle_q;   // comma words that were chosen in a row
    reg [23:0] freed_q;  // counts of freed packets, priority 0 lowest
    reg        ctl_q;    // a link packet is under way
    reg [2:0]  word_q;   // its word
    reg [47:0] body_q;   // its payload, first word on top
    reg [15:0] crc_q;

    // ---- the choice
    wire go   = up && !pkt_valid && !ctl_q;
    wire rest = go && !nack_q && !x_valid;
    wire full = idle_q >= IDLE_N - 7'd1;
    assign start   = rest && any && !(due_q && runs_q == RUNS_N);
    assign x_ready = go && !nack_q;
    wire side = x_ready && x_valid;
    wire own  = go && (nack_q || (rest && !start && (due_q || full)));
    assign ev_ctl  = own || side;
    assign ev_nack = own && nack_q;

    integer p;
    always @(posedge clk) begin
        if (rst) begin
            due_q   <= 1'b0;
            nack_q  <= 1'b0;
            runs_q  <= 2'd0;
            idle_q  <= 7'd1;  // the wire is a word behind the choice
            freed_q <= 24'd0;
            ctl_q   <= 1'b0;
        end else begin
            nack_q <= ask_nack || (nack_q && !own);
            due_q  <= ask_ack || freed != 3'd0 || (due_q && !own);
            if (own) runs_q <= 2'd0;
            else if (start && due_q) runs_q <= runs_q + 2'd1;
            idle_q <= pkt_valid || ctl_q ? 7'd0 : idle_q + {6'd0, !full};
            for (p = 0; p < 3; p = p + 1) freed_q[8*p+:8] <= freed_q[8*p+:8] + {7'd0, freed[p]};
            if (ev_ctl) ctl_q <= 1'b1;
            else if (word_q == CTL_CRC) ctl_q <= 1'b0;
        end
        word_q <= ctl_q ? word_q + 3'd1 : 3'd0;
        if (side) body_q <= {x_nack, x_plane, 7'd0, x_ack, 32'd0};
        else if (own) body_q <= {nack_q, PLANE[1:0], 7'd0, taken, freed_q[7:0], freed_q[15:8], freed_q[23:16], 8'd0};
    end

    // ---- words
    reg [15:0] word;
    always @* case (word_q)
        3'd0: word = CL_LINK_0;
        3'd1: word = CL_LINK_1;
        3'd2: word = body_q[47:32];
        3'd3: word = body_q[31:16];
        3'd4: word = body_q[15:0];
        default: word = crc_q;
    endcase

    always @(posedge clk) begin
        if (ctl_q) crc_q <= cl_crc16(word_q == 3'd0 ? CL_CRC_INIT : crc_q, word);
        wire_tx_k    <= rst || (!ctl_q && !pkt_valid);
        wire_tx_data <= rst || (!ctl_q && !pkt_valid) ? CL_COMMA : ctl_q ? word : pkt_data;
    end

endmodule

`default_nettype wire
