// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Block lock of a 64B/66B receiver, from the sync headers alone.
//
// SLIP_CYC (1 to 255): blocks ignored after a slip. Lock after 64 valid headers
// in a row, lost at the 16th invalid one of a window of 64. slip: one cycle.
// rst: no lock. Contract: exa_link.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module exa_block_lock #(
    parameter integer SLIP_CYC = 8  // blocks ignored after a slip
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [1:0] head,
    output reg        lock,
    output reg        slip
);

    localparam [5:0] WINDOW_LAST = 6'd63;
    localparam [3:0] BAD_LAST    = 4'd15;

    reg [5:0] count_q;
    reg [3:0] bad_q;
    reg [7:0] wait_q;

    wire valid = head[1] != head[0];
    wire done  = count_q == WINDOW_LAST;

    always @(posedge clk) begin
        slip <= 1'b0;
        if (rst) begin
            lock    <= 1'b0;
            count_q <= 6'd0;
            bad_q   <= 4'd0;
            wait_q  <= 8'd0;
        end else if (wait_q != 8'd0) begin
            wait_q <= wait_q - 8'd1;
        end else if (lock) begin
            count_q <= count_q + 6'd1;
            if (!valid) bad_q <= bad_q + 4'd1;
            if (done) bad_q <= 4'd0;
            if (!valid && bad_q == BAD_LAST) begin
                lock    <= 1'b0;
                count_q <= 6'd0;
                bad_q   <= 4'd0;
            end
        end else if (valid) begin
            count_q <= count_q + 6'd1;
            lock    <= done;
        end else begin
            count_q <= 6'd0;
            slip    <= 1'b1;
            wait_q  <= SLIP_CYC[7:0];
        end
    end

endmodule

`default_nettype wire
