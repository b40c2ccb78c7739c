// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Matching of inputs and outputs of the level-2 switch: a request a cycle, a grant a cycle later, service until the queue is empty, bounded by
// max_burst packets a match.
//
// LANE_N lanes, PREEMPT as cl_switch. some: queue level x LANE_N + lane of an input has a packet; way, go: the output lane of flows whose own lane it is,
// whether they may go there; none: they have no way and are dropped. room: levels that an output has a place for; hold: it takes no match. take, drop and
// take_at go to cl_switch_in; from is the output's input from take's cycle on until done, the cycle of the packet's last word. rst: no match. C7; contract:
// cl_switch.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_match #(
    parameter integer LANE_N  = 8,
    parameter integer PREEMPT = 1
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [7:0]                 max_burst,
    input  wire                       seed_wr,
    input  wire [15:0]                seed,
    input  wire [3*LANE_N*LANE_N-1:0] some,
    input  wire [5*LANE_N-1:0]        way,
    input  wire [LANE_N-1:0]          go,
    input  wire [LANE_N-1:0]          none,
    input  wire [3*LANE_N-1:0]        room,
    input  wire [LANE_N-1:0]          hold,
    input  wire [LANE_N-1:0]          done,
    output reg  [LANE_N-1:0]          take,
    output reg  [LANE_N-1:0]          drop,
    output reg  [6*LANE_N-1:0]        take_at,
    output reg  [2*LANE_N-1:0]        prio,    // of the match of an input
    output reg  [LANE_N-1:0]          busy,    // of an output: it has a match
    output reg  [5*LANE_N-1:0]        from,    // of an output: its input
    output reg  [4:0]                 n_match, // events of a cycle
    output reg  [4:0]                 n_void,
    output reg  [4:0]                 n_preempt
);

    localparam [1:0] FREE = 2'd0, GIVE = 2'd1, MOVE = 2'd2, SHED = 2'd3;
    localparam integer QUEUE_N = 3 * LANE_N, SET = 32;  // bits of a set of lanes
    localparam [12:0] OTHER_N = LANE_N[12:0] - 13'd1;

    // of an input
    reg [2*LANE_N-1:0]  state_q;
    reg [5*LANE_N-1:0]  own_q, to_q;        // the lane of its match's queue, and the match's output
    reg [8*LANE_N-1:0]  burst_q;
    reg [16*LANE_N-1:0] in_lfsr_q, out_lfsr_q;
    reg [5*LANE_N-1:0]  ask_own_q;          // the queue of its request in the cycle before
    reg [SET*QUEUE_N-1:0] ask_q;            // of an output's level: the inputs that asked in the cycle before

    // An output counts the packets of a level; each age_n of them make each input that waits for it older by one. Three make it late, and an output
    // serves nobody else of that level before the late input whose turn it is.
    reg [SET*QUEUE_N-1:0] old1_q, old0_q;   // of an output's level: ages of the inputs
    reg [13*QUEUE_N-1:0]  moved_q;
    reg [5*QUEUE_N-1:0]   turn_q;           // the late input that was served last
    wire [12:0] age_n = OTHER_N * {5'd0, max_burst - 8'd1} >> 2;

    function [15:0] shifted;
        input [15:0] x;
        shifted = {x[14:0], x[15] ^ x[13] ^ x[12] ^ x[10]};
    endfunction

    // a lane at random
    function [4:0] any_lane;
        input [15:0] x;
        reg [15:0] unused;
        {any_lane, unused} = {5'd0, x} * LANE_N[20:0];
    endfunction

    // the first lane of a set from one on, around
    function [4:0] first_from;
        input [31:0] set;
        input [4:0]  start;
        reg [31:0]   x;
        begin
            x = set & (32'hffffffff << start);
            if (x == 32'd0) x = set;
            x = x & (~x + 32'd1);
            first_from = {(x & 32'hffff0000) != 0, (x & 32'hff00ff00) != 0, (x & 32'hf0f0f0f0) != 0, (x & 32'hcccccccc) != 0,
                          (x & 32'haaaaaaaa) != 0};
        end
    endfunction

    function integer lane_of;
        input [4:0] lane;
        lane_of = {27'd0, lane};
    endfunction

    integer i, j, q, n, k, winner;
    reg [SET*QUEUE_N-1:0] row;    // of an input's level: the lanes of its queues that have a packet that may go
    reg [SET*QUEUE_N-1:0] wait_;  // of an output's level: the inputs with a packet for it
    reg [SET*QUEUE_N-1:0] mine;   // of an input's level: the lanes of queues whose output waits for it
    reg [2*SET-1:0] place;         // of a level: lanes of queues whose output has a place
    reg [3*SET-1:0] ready, saved;  // and whose output is free, too; whose output waits for an input
    reg [SET*QUEUE_N-1:0] served; // of an output's level: the input whose packet stands whole there since this edge
    reg [31:0] free, set, late;
    reg [4:0]  pick;
    reg [5*QUEUE_N-1:0] target;
    reg [QUEUE_N-1:0] reserved;      // an output's level waits for its target
    reg [LANE_N-1:0]  granted, called;  // called: an input is the target of a free output
    reg [4:0]  matched, voided, ended, at;
    reg [1:0]  level;
    reg        higher, more, older;
    reg [15:0] fresh;

    // temporaries of one clock edge, assigned before they are read
    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        matched = 5'd0;
        voided  = 5'd0;
        ended   = 5'd0;
        free    = 32'd0;
        granted = {LANE_N{1'b0}};
        called  = {LANE_N{1'b0}};
        take  <= {LANE_N{1'b0}};
        drop  <= {LANE_N{1'b0}};
        ask_q <= {SET * QUEUE_N{1'b0}};

        // ---- who waits for whom
        for (k = 0; k < QUEUE_N; k = k + 1) begin
            wait_[SET*k+:SET] = 32'd0;
            mine[SET*k+:SET]  = 32'd0;
            served[SET*k+:SET] = 32'd0;
        end
        for (i = 0; i < LANE_N; i = i + 1) begin
            free[i] = state_q[2*i+:2] == FREE;
            for (q = 0; q < 3; q = q + 1) begin
                k = 3 * i + q;
                row[SET*k+:SET] = {{32 - LANE_N{1'b0}}, some[LANE_N*k+:LANE_N] & go};
                if (row[SET*k+:SET] != 32'd0)
                    for (n = 0; n < LANE_N; n = n + 1) if (row[SET*k+n]) wait_[SET*(3*lane_of(way[5*n+:5])+q)+i] = 1'b1;
            end
        end
        // ---- late inputs, one of each output and level
        for (k = 0; k < QUEUE_N; k = k + 1) begin
            late = max_burst == 8'd0 ? 32'd0 : age_n == 13'd0 ? wait_[SET*k+:SET] : wait_[SET*k+:SET] & old1_q[SET*k+:SET] & old0_q[SET*k+:SET];
            reserved[k] = late != 32'd0;
            target[5*k+:5]   = first_from(late, turn_q[5*k+:5] + 5'd1);
            if (reserved[k] && !busy[k/3] && !hold[k/3] && room[k]) called[lane_of(target[5*k+:5])] = 1'b1;
        end
        for (q = 0; q < 3; q = q + 1) begin
            if (q < 2) place[SET*q+:SET] = 32'd0;
            ready[SET*q+:SET] = 32'd0;
            saved[SET*q+:SET] = 32'd0;
            for (n = 0; n < LANE_N; n = n + 1) begin
                j = lane_of(way[5*n+:5]);
                if (q < 2) place[SET*q+n] = room[3*j+q];
                ready[SET*q+n] = room[3*j+q] && !busy[j] && !hold[j];
                saved[SET*q+n] = reserved[3*j+q];
                if (reserved[3*j+q]) mine[SET*(3*lane_of(target[5*(3*j+q)+:5])+q)+n] = 1'b1;
            end
        end

        // ---- a match goes on or ends between packets
        for (i = 0; i < LANE_N; i = i + 1) begin
            if (state_q[2*i+:2] == GIVE) state_q[2*i+:2] <= MOVE;
            if (state_q[2*i+:2] == SHED) state_q[2*i+:2] <= FREE;
            if (state_q[2*i+:2] == MOVE && done[i]) begin
                j     = lane_of(to_q[5*i+:5]);
                level = prio[2*i+:2];
                n     = lane_of(own_q[5*i+:5]);
                k     = 3 * j + {30'd0, level};
                higher = PREEMPT == 1
                         && ((level > 2'd0 && ((row[SET*3*i+:SET] & place[SET-1:0]) != 32'd0 || (room[3*j] && (wait_[SET*3*j+:SET] & free) != 32'd0)))
                             || (level > 2'd1 && ((row[SET*(3*i+1)+:SET] & place[SET+:SET]) != 32'd0 || (room[3*j+1] && (wait_[SET*(3*j+1)+:SET] & free) != 32'd0))));
                more  = row[SET*(3*i+{30'd0, level})+n] && way[5*n+:5] == to_q[5*i+:5] && room[k] && !hold[j];
                if (more && higher) ended = ended + 5'd1;
                if (more && !higher && !called[i] && !(reserved[k] && target[5*k+:5] != i[4:0])
                    && (max_burst == 8'd0 || burst_q[8*i+:8] + 8'd1 != max_burst)) begin
                    state_q[2*i+:2] <= GIVE;
                    take[i]         <= 1'b1;
                    burst_q[8*i+:8] <= burst_q[8*i+:8] + 8'd1;
                end else begin
                    state_q[2*i+:2] <= FREE;
                    busy[j]         <= 1'b0;
                end
                served[SET*k+i] = 1'b1;
                if (reserved[k]) turn_q[5*k+:5] <= i[4:0];
            end
        end
        for (k = 0; k < QUEUE_N; k = k + 1) begin
            set  = old1_q[SET*k+:SET];
            late = old0_q[SET*k+:SET];
            if (served[SET*k+:SET] != 32'd0) begin
                older = moved_q[13*k+:13] + 13'd1 >= age_n;
                moved_q[13*k+:13]  <= older ? 13'd0 : moved_q[13*k+:13] + 13'd1;
                old1_q[SET*k+:SET] <= (older ? set | late : set) & wait_[SET*k+:SET] & ~served[SET*k+:SET];
                old0_q[SET*k+:SET] <= (older ? set | ~late : late) & wait_[SET*k+:SET] & ~served[SET*k+:SET];
            end else begin
                old1_q[SET*k+:SET] <= set & wait_[SET*k+:SET];
                old0_q[SET*k+:SET] <= late & wait_[SET*k+:SET];
            end
        end

        // ---- grants of the requests of the cycle before: the highest level, in it an input at random
        for (j = 0; j < LANE_N; j = j + 1) begin
            level = ask_q[SET*3*j+:SET] != 32'd0 && room[3*j] ? 2'd0 : ask_q[SET*(3*j+1)+:SET] != 32'd0 && room[3*j+1] ? 2'd1 : 2'd2;
            k     = 3 * j + {30'd0, level};
            set   = room[k] && !busy[j] && !hold[j] ? ask_q[SET*k+:SET] : 32'd0;
            at    = first_from(set, any_lane(out_lfsr_q[16*j+:16]));
            winner = lane_of(at);
            if (set != 32'd0 && !free[winner]) voided = voided + 5'd1;
            else if (set != 32'd0) begin
                matched              = matched + 5'd1;
                granted[winner]      = 1'b1;
                state_q[2*winner+:2] <= GIVE;
                take[winner]         <= 1'b1;
                own_q[5*winner+:5]   <= ask_own_q[5*winner+:5];
                take_at[6*winner+:6] <= {4'd0, level} * LANE_N[5:0] + {1'b0, ask_own_q[5*winner+:5]};
                prio[2*winner+:2]    <= level;
                to_q[5*winner+:5]    <= j[4:0];
                burst_q[8*winner+:8] <= 8'd0;
                busy[j]              <= 1'b1;
                from[5*j+:5]         <= at;
            end
        end

        for (i = 0; i < LANE_N; i = i + 1) if (free[i]) begin
            // ---- packets that have no way are dropped
            if (!granted[i] && none != {LANE_N{1'b0}})
                for (n = 0; n < QUEUE_N; n = n + 1)
                    if (some[i*QUEUE_N+n] && none[n%LANE_N]) begin
                        state_q[2*i+:2] <= SHED;
                        take[i]         <= 1'b1;
                        drop[i]         <= 1'b1;
                        take_at[6*i+:6] <= n[5:0];
                    end
            // ---- requests: the highest level with an eligible queue, in it one whose output waits for this input, else one at random
            level = 2'd3;
            for (q = 2; q >= 0; q = q - 1)
                if ((row[SET*(3*i+q)+:SET] & ready[SET*q+:SET] & (mine[SET*(3*i+q)+:SET] | ~saved[SET*q+:SET])) != 32'd0) level = q[1:0];
            if (level != 2'd3) begin
                k    = 3 * i + {30'd0, level};
                set  = row[SET*k+:SET] & ready[SET*level+:SET];
                set  = (set & mine[SET*k+:SET]) != 32'd0 ? set & mine[SET*k+:SET] : set & ~saved[SET*level+:SET];
                pick = first_from(set, any_lane(in_lfsr_q[16*i+:16]));
                ask_own_q[5*i+:5] <= pick;
                ask_q[SET*(3*lane_of(way[5*lane_of(pick)+:5])+{30'd0, level})+i] <= 1'b1;
            end
        end

        n_match   <= rst ? 5'd0 : matched;
        n_void    <= rst ? 5'd0 : voided;
        n_preempt <= rst ? 5'd0 : ended;
        for (i = 0; i < LANE_N; i = i + 1) begin
            in_lfsr_q[16*i+:16]  <= shifted(in_lfsr_q[16*i+:16]);
            out_lfsr_q[16*i+:16] <= shifted(out_lfsr_q[16*i+:16]);
            if (rst || seed_wr) begin
                fresh = (rst ? 16'd1 : seed) ^ i[15:0];
                in_lfsr_q[16*i+:16] <= fresh == 16'd0 ? 16'd1 : fresh;
                fresh = fresh ^ 16'd32;
                out_lfsr_q[16*i+:16] <= fresh == 16'd0 ? 16'd1 : fresh;
            end
        end
        if (rst) begin
            take    <= {LANE_N{1'b0}};
            drop    <= {LANE_N{1'b0}};
            busy    <= {LANE_N{1'b0}};
            ask_q   <= {SET * QUEUE_N{1'b0}};
            state_q <= {LANE_N{FREE}};
            moved_q <= {13 * QUEUE_N{1'b0}};
            turn_q  <= {5 * QUEUE_N{1'b0}};
        end
    end
    /* verilator lint_on BLKSEQ */

endmodule

`default_nettype wire
