// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// techmap of part-selects with an index, a quarter of the gates of yosys' own: an index is never below 0 and
// never beyond what its bits here say (the numbers of links and queues, which the proof shows to be in range).

(* techmap_celltype = "$shift" *)
module part_write (A, B, Y);  // B is the index, negated
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    input  [A_WIDTH-1:0] A;
    input  [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    localparam integer INDEX_W = $clog2(Y_WIDTH) + 1;
    wire _TECHMAP_FAIL_ = !B_SIGNED || B_WIDTH < INDEX_W;
    wire [INDEX_W-1:0] index = -B[INDEX_W-1:0];
    wire [Y_WIDTH-1:0] value = A;
    assign Y = value << index;
endmodule

(* techmap_celltype = "$shiftx" *)
module part_read (A, B, Y);
    parameter A_SIGNED = 0;
    parameter B_SIGNED = 0;
    parameter A_WIDTH = 1;
    parameter B_WIDTH = 1;
    parameter Y_WIDTH = 1;
    input  [A_WIDTH-1:0] A;
    input  [B_WIDTH-1:0] B;
    output [Y_WIDTH-1:0] Y;
    localparam integer INDEX_W = A_WIDTH > 1 ? $clog2(A_WIDTH) : 1;
    wire _TECHMAP_FAIL_ = !B_SIGNED || B_WIDTH <= INDEX_W;
    assign Y = A >> B[INDEX_W-1:0];
endmodule
