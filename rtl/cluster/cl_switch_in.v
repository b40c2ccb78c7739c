// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Input buffer of a lane of the level-2 switch: 14 packets in virtual output queues, a queue for each level and each lane that is a
// flow's own.
//
// LANE_N, PLANE_N, SPEED: as cl_switch. take in t pops the oldest packet of queue take_at (level x LANE_N + lane), which must have one: with drop it is
// forgotten, else its words stand at rd_data from t+2 on, SPEED a cycle, rd_two with two. Its place is free behind the last one. Contract:
// cl_switch.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_in #(
    parameter integer LANE_N  = 8,
    parameter integer PLANE_N = 2,
    parameter integer SPEED   = 2
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                s_valid,
    input  wire [15:0]         s_data,
    input  wire                s_last,
    output wire [3*LANE_N-1:0] some,     // queues that have a packet
    input  wire                take,
    input  wire                drop,
    input  wire [5:0]          take_at,
    output reg                 rd_valid,
    output wire [31:0]         rd_data,
    output reg                 rd_two,
    output reg                 rd_last,
    output wire [2:0]          freed,
    output reg                 ev_in,
    output reg                 ev_overflow,
    output reg                 ev_drop,
    output wire [3:0]          level     // packets in the buffer
);

    localparam integer PLACE_N = 14, QUEUE_N = 3 * LANE_N, PORT_N = LANE_N / PLANE_N;

    // ---- places
    reg [13:0] used_q;
    reg [3:0]  lowest;
    integer p;
    always @* begin
        lowest = 4'd15;
        for (p = PLACE_N - 1; p >= 0; p = p - 1) if (!used_q[p]) lowest = p[3:0];
    end

    // ---- a packet comes
    reg        in_q, lost_q, astray_q;
    reg [1:0]  come_prio_q;
    reg [3:0]  place_q;
    reg [5:0]  word_q, queue_q;
    wire       first = s_valid && !in_q;
    wire [3:0] place = first ? lowest : place_q;
    wire       lost  = first ? lowest == 4'd15 : lost_q;
    wire [5:0] word  = first ? 6'd0 : word_q;
    wire [1:0] prio  = first ? s_data[5:4] : come_prio_q;

    // the remainder by PLANE_N of five bits: by 3, digits of base 4 count alike
    wire [4:0] mix = s_data[15:11] ^ s_data[10:6] ^ {3'd0, s_data[5:4]};
    wire [2:0] sum = {1'b0, mix[1:0]} + {1'b0, mix[3:2]} + {2'd0, mix[4]};
    wire [1:0] rest3 = sum >= 3'd6 ? sum[1:0] - 2'd2 : sum >= 3'd3 ? sum[1:0] - 2'd3 : sum[1:0];
    wire [1:0] plane = PLANE_N == 1 ? 2'd0 : PLANE_N == 2 ? {1'b0, mix[0]} : rest3;
    wire [6:0] own   = {2'd0, s_data[15:11]} * PLANE_N[6:0] + {5'd0, plane};
    wire [6:0] index = {5'd0, s_data[5:4]} * LANE_N[6:0] + own;
    wire [31:0] queue = first ? {25'd0, index} : {26'd0, queue_q};
    wire       astray = first ? s_data[15:11] >= PORT_N[4:0] : astray_q;
    wire       whole = s_valid && s_last && !lost;
    wire       push  = whole && !astray;

    // ---- queues: the places of a queue are a list
    reg [4*QUEUE_N-1:0] count_q;
    reg [3:0] head_q  [0:QUEUE_N-1];
    reg [4*QUEUE_N-1:0] tail_q;
    reg [3:0] next_q  [0:15];
    reg [5:0] words_q [0:15];
    reg [QUEUE_N-1:0] some_q;
    assign some = some_q;

    wire [31:0] out  = {26'd0, take_at};
    wire [3:0]  gone = head_q[out];
    wire        same = push && take && queue == out;

    always @(posedge clk) begin
        if (take) head_q[out] <= next_q[gone];
        if (push) begin
            if (!some_q[queue] || (same && count_q[4*queue+:4] == 4'd1)) head_q[queue] <= place;
            else next_q[tail_q[4*queue+:4]] <= place;
            tail_q[4*queue+:4] <= place;
            words_q[place] <= word + 6'd1;
        end
        if (push && !same) begin
            count_q[4*queue+:4] <= count_q[4*queue+:4] + 4'd1;
            some_q[queue]  <= 1'b1;
        end
        if (take && !same) begin
            count_q[4*out+:4] <= count_q[4*out+:4] - 4'd1;
            some_q[out]  <= count_q[4*out+:4] != 4'd1;
        end
        if (rst) begin
            some_q <= {QUEUE_N{1'b0}};
            count_q <= {4 * QUEUE_N{1'b0}};
        end
    end

    // ---- the packet that is read
    reg        read_q;
    reg [3:0]  from_q;
    reg [5:0]  at_q, n_q;
    reg [1:0]  prio_q;
    reg        half_q;   // SPEED 1: rd_data has the upper word below
    wire [5:0] step = SPEED == 2 ? 6'd2 : 6'd1;
    wire       ends = read_q && at_q + step >= n_q;
    wire [31:0] ram_data;
    wire [1:0] take_prio = out >= 2 * LANE_N ? 2'd2 : out >= LANE_N ? 2'd1 : 2'd0;

    always @(posedge clk) begin
        rd_valid <= read_q;
        rd_two   <= read_q && SPEED == 2 && at_q + 6'd1 < n_q;
        rd_last  <= ends;
        half_q   <= SPEED == 1 && at_q[0];
        if (read_q) at_q <= at_q + step;
        if (ends) read_q <= 1'b0;
        if (take && !drop) begin
            read_q <= 1'b1;
            from_q <= gone;
            at_q   <= 6'd0;
            n_q    <= words_q[gone];
            prio_q <= take_prio;
        end
        if (rst) begin
            read_q   <= 1'b0;
            rd_valid <= 1'b0;
            rd_last  <= 1'b0;
        end
    end

    tn_ram_sync #(
        .DATA_W (32),
        .DEPTH_N(512),
        .ADDR_W (9),
        .COL_W  (16)
    ) u_words (
        .clk    (clk),
        .wr_en  ({s_valid && !lost && word[0], s_valid && !lost && !word[0]}),
        .wr_addr({place, word[5:1]}),
        .wr_data({s_data, s_data}),
        .rd_en  (read_q),
        .rd_addr({from_q, at_q[5:1]}),
        .rd_data(ram_data)
    );
    assign rd_data = half_q ? {16'd0, ram_data[31:16]} : ram_data;

    // ---- places and what is told: a packet that was moved, one dropped from a queue, one for a port that is not there
    wire       stray = whole && astray;
    reg  [5:0] owed_q;  // packets that freed has still to tell
    reg  [3:0] level_q;
    assign freed = {owed_q[5:4] != 2'd0, owed_q[3:2] != 2'd0, owed_q[1:0] != 2'd0};
    assign level = level_q;

    integer q;
    always @(posedge clk) begin
        ev_in       <= s_valid && s_last && !rst;
        ev_overflow <= s_valid && s_last && lost && !rst;
        ev_drop     <= (stray || (take && drop)) && !rst;
        for (q = 0; q < 3; q = q + 1)
            owed_q[2*q+:2] <= owed_q[2*q+:2] - {1'b0, freed[q]} + {1'b0, stray && prio == q[1:0]}
                         + {1'b0, rd_last && prio_q == q[1:0]} + {1'b0, take && drop && take_prio == q[1:0]};
        level_q <= level_q + {3'd0, whole} - {3'd0, rd_last} - {3'd0, take && drop} - {3'd0, stray};
        if (s_valid) begin
            in_q     <= !s_last;
            lost_q   <= lost;
            astray_q <= astray;
            place_q  <= place;
            queue_q  <= queue[5:0];
            word_q   <= word + 6'd1;
            come_prio_q <= prio;
            if (first && !lost) used_q[place] <= 1'b1;
        end
        if (stray) used_q[place] <= 1'b0;
        if (rd_last) used_q[from_q] <= 1'b0;
        if (take && drop) used_q[gone] <= 1'b0;
        if (rst) begin
            in_q    <= 1'b0;
            used_q  <= 14'd0;
            level_q <= 4'd0;
            owed_q  <= 6'd0;
        end
    end

endmodule

`default_nettype wire
