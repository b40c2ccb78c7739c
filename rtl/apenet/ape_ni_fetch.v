// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Descriptors of the transmit ring: fetched by one to four with one read, given on one by one.
//
// A fetch is at most what is left up to TX_WRITE, the next multiple of four descriptors, and the room of 32 beats here. A
// descriptor stands at dsc four cycles after its last beat at the earliest; failed: a beat of it was not OKAY. rst and
// clear (TX_SIZE was written) begin at index 0. Contract: ape_ni.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_fetch (
    input  wire         clk,
    input  wire         rst,
    // registers
    input  wire         clear,
    input  wire [47:0]  base,
    input  wire [3:0]   size,
    input  wire [11:0]  write,
    output reg  [11:0]  read_q,
    // read of memory
    output reg          ar_valid_q,
    input  wire         ar_ready,
    output reg  [47:0]  ar_addr_q,
    output reg  [7:0]   ar_len_q,
    input  wire         r_valid,
    input  wire [127:0] r_data,
    input  wire         r_bad,
    input  wire         r_last,
    // descriptors
    output wire         dsc_valid,
    input  wire         dsc_ready,
    output wire [351:0] dsc,
    output wire         dsc_failed
);

    localparam integer FIFO_LOG2 = 5;

    reg                busy_q;
    reg  [11:0]        asked_q;  // index of the first descriptor not asked for
    reg  [2:0]         count_q;  // of the fetch under way

    wire               on = size >= 4'd4 && size <= 4'd12;
    wire [12:0]        ring = 13'd1 << size;
    wire [11:0]        mask = ring[11:0] - 12'd1;
    wire [11:0]        ready = (write - asked_q) & mask;
    wire [2:0]         group = 3'd4 - {1'b0, asked_q[1:0]};
    wire [2:0]         count = ready < {9'd0, group} ? ready[2:0] : group;
    wire [FIFO_LOG2:0] level;
    wire               go = on && !busy_q && ready != 12'd0 && level <= 6'd16 && !clear;

    always @(posedge clk)
        if (rst) begin
            busy_q     <= 1'b0;
            ar_valid_q <= 1'b0;
            asked_q    <= 12'd0;
            read_q     <= 12'd0;
        end else begin
            if (ar_ready) ar_valid_q <= 1'b0;
            if (go) begin
                busy_q     <= 1'b1;
                ar_valid_q <= 1'b1;
                asked_q    <= (asked_q + {9'd0, count}) & mask;
            end
            if (r_valid && r_last) begin
                busy_q <= 1'b0;
                read_q <= (read_q + {9'd0, count_q}) & mask;
            end
            if (clear) begin
                asked_q <= 12'd0;
                read_q  <= 12'd0;
            end
        end

    always @(posedge clk)
        if (go) begin
            ar_addr_q <= base + {30'd0, asked_q, 6'd0};
            ar_len_q  <= {3'd0, count, 2'd0} - 8'd1;
            count_q   <= count;
        end

    // ---- beats wait here; four are a descriptor
    wire         f_valid;
    wire [127:0] f_data;
    wire         f_bad;
    wire         f_take;
    wire         f_ready;

    tn_fifo #(
        .DATA_W    (129),
        .DEPTH_LOG2(FIFO_LOG2)
    ) u_beats (
        .clk    (clk),
        .rst    (rst),
        .s_valid(r_valid),
        .s_ready(f_ready),
        .s_data ({r_bad, r_data}),
        .m_valid(f_valid),
        .m_ready(f_take),
        .m_data ({f_bad, f_data}),
        .level  (level)
    );

    reg [2:0]   have_q;
    reg         bad_q;
    reg [351:0] dsc_q;

    assign f_take     = !have_q[2];
    assign dsc_valid  = have_q[2];
    assign dsc        = dsc_q;
    assign dsc_failed = bad_q;

    always @(posedge clk)
        if (rst) have_q <= 3'd0;
        else if (f_valid && f_take) have_q <= have_q + 3'd1;
        else if (dsc_valid && dsc_ready) have_q <= 3'd0;

    always @(posedge clk)
        if (f_valid && f_take) begin
            bad_q <= f_bad || (bad_q && have_q != 3'd0);
            if (have_q == 3'd0) dsc_q[127:0] <= f_data;
            if (have_q == 3'd1) dsc_q[255:128] <= f_data;
            if (have_q == 3'd2) dsc_q[351:256] <= f_data[95:0];
        end

    wire unused = &{1'b0, ring[12], f_ready};

endmodule

`default_nettype wire
