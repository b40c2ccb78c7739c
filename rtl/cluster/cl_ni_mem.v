// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The memory's side of the cache: writes a line back, then fetches another one.
//
// No parameters. A request stands the cycle behind `start`. rst: idle. Contract: cl_ni.md sections 1 and 4.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_mem (
    input  wire         clk,
    input  wire         rst,
    input  wire         start,
    input  wire         back,       // a line is to be written back
    input  wire [18:0]  back_line,  // address 23:5
    input  wire [255:0] back_data,
    input  wire         fetch,      // a line is to be fetched
    input  wire [18:0]  line,
    output wire         busy,
    output wire         here,       // the line that was fetched is in data, until `taken`
    output reg  [255:0] data,
    input  wire         taken,
    output wire         mem_valid,
    input  wire         mem_ready,
    output wire         mem_wr,
    output wire [23:0]  mem_addr,
    output wire [255:0] mem_wdata,
    input  wire         mem_rvalid,
    input  wire [255:0] mem_rdata
);

    reg         back_q, ask_q, wait_q, here_q;
    reg [18:0]  back_line_q, line_q;
    reg [255:0] wdata_q;

    assign busy      = back_q || ask_q || wait_q || here_q;
    assign here      = here_q;
    assign mem_valid = back_q || ask_q;
    assign mem_wr    = back_q;
    assign mem_addr  = {back_q ? back_line_q : line_q, 5'd0};
    assign mem_wdata = wdata_q;

    always @(posedge clk) begin
        if (rst) {back_q, ask_q, wait_q, here_q} <= 4'd0;
        else if (start) {back_q, ask_q} <= {back, fetch};
        else if (mem_valid && mem_ready) begin
            back_q <= 1'b0;
            if (!back_q) {ask_q, wait_q} <= 2'b01;
        end else if (wait_q && mem_rvalid) {wait_q, here_q} <= 2'b01;
        else if (taken) here_q <= 1'b0;
        if (start) begin
            back_line_q <= back_line;
            line_q      <= line;
            wdata_q     <= back_data;
        end
        if (wait_q && mem_rvalid) data <= mem_rdata;
    end

endmodule

`default_nettype wire
