// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Puts four lanes up to 7 cycles apart into one word, by their /A/ columns.
//
// No parameters. Lane i has octet 8*i+7:8*i and bit i of the other inputs. A
// word leaves a cycle after its last lane came; while up is 0 it is FE on all
// lanes. rst: not aligned. Contract: tnw_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pcs_deskew (
    input  wire        clk,
    input  wire        rst,
    // the lanes
    input  wire [3:0]  sync,
    input  wire [31:0] octet,
    input  wire [3:0]  flag,
    input  wire [3:0]  align,
    input  wire [3:0]  code_err,
    input  wire [3:0]  disp_err,
    // aligned words
    output reg         up,
    output reg  [31:0] data,
    output reg  [3:0]  flags,
    output reg  [2:0]  code_n,
    output reg  [2:0]  disp_n
);

    localparam [3:0] NEVER = 4'd8;      // an /A/ older than seven cycles, or none
    localparam [1:0] LOST_LAST = 2'd3;  // before the fourth incomplete column

    wire        synced = &sync;
    wire [3:0]  found;    // lane i: an /A/ now or up to seven cycles ago,
    wire [11:0] age;      // so long ago
    wire [31:0] octet_d;  // the lanes behind their delays
    wire [3:0]  flag_d;
    wire [3:0]  align_d;
    wire [3:0]  code_d;
    wire [3:0]  disp_d;
    reg  [11:0] delay_q;
    reg         set_q;    // the delays are those of a first column
    reg  [1:0]  torn_q;   // incomplete columns since a whole one
    wire        column = synced && &found;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            reg  [3:0]  age_q;
            reg  [83:0] past_q;  // seven cycles, the newest lowest
            wire [95:0] all = {past_q, disp_err[i], code_err[i], align[i], flag[i], octet[8*i+:8]};

            assign found[i]    = align[i] || age_q != NEVER;
            assign age[3*i+:3] = align[i] ? 3'd0 : age_q[2:0];
            assign {disp_d[i], code_d[i], align_d[i], flag_d[i], octet_d[8*i+:8]} = all[12*delay_q[3*i+:3]+:12];

            always @(posedge clk) begin
                past_q <= all[83:0];
                // a column uses it up
                if (rst || !synced || up || column || !found[i]) age_q <= NEVER;
                else age_q <= {1'b0, age[3*i+:3]} + 4'd1;
            end
        end
    endgenerate

    wire torn = |align_d && !(&align_d);
    wire up_d = synced && (up ? !(torn && torn_q == LOST_LAST) : column && set_q && age == delay_q);

    always @(posedge clk) begin
        up <= up_d && !rst;
        if (rst || !synced || up) begin
            set_q <= 1'b0;
        end else if (column) begin
            set_q   <= 1'b1;
            delay_q <= age;
        end
        if (!up || &align_d) torn_q <= 2'd0;
        else if (torn) torn_q <= torn_q + 2'd1;
        data   <= up_d && !rst ? octet_d : {4{8'hfe}};
        flags  <= up_d && !rst ? flag_d : 4'b1111;
        code_n <= up_d && !rst ? {2'd0, code_d[0]} + {2'd0, code_d[1]} + {2'd0, code_d[2]} + {2'd0, code_d[3]} : 3'd0;
        disp_n <= up_d && !rst ? {2'd0, disp_d[0]} + {2'd0, disp_d[1]} + {2'd0, disp_d[2]} + {2'd0, disp_d[3]} : 3'd0;
    end

endmodule

`default_nettype wire
