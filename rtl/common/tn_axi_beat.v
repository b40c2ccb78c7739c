// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One beat of an AXI4 burst on a 128-bit bus: the bytes it covers, the address of
// the next.
//
// ADDR_W >= 12 bits an address. Combinational; nothing resets. strb[k] is set for
// each byte of lane k that the beat at addr covers; next is the address of the
// beat after it. Contract: axi_slave.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module tn_axi_beat #(
    parameter integer ADDR_W = 20  // bits of an address
) (
    input  wire [ADDR_W-1:0] addr,
    input  wire [7:0]        len,
    input  wire [2:0]        size,
    input  wire [1:0]        burst,
    output wire [15:0]       strb,
    output reg  [ADDR_W-1:0] next
);

    localparam [1:0] FIXED = 2'd0;
    localparam [1:0] WRAP  = 2'd2;

    wire [ADDR_W-1:0] bytes = {{(ADDR_W - 1) {1'b0}}, 1'b1} << size;
    wire [ADDR_W-1:0] start = addr & ~(bytes - 1'b1);
    // lanes of the whole beat, and those from the address on
    wire [15:0]       lanes = ~(16'hffff << bytes[4:0]) << start[3:0];
    // bytes of the whole burst, less one: what wraps
    wire [ADDR_W-1:0] wrap = (({{(ADDR_W - 8) {1'b0}}, len} + 1'b1) << size) - 1'b1;

    assign strb = lanes & (16'hffff << addr[3:0]);

    always @* begin
        next = start + bytes;
        if (burst == FIXED) next = addr;
        if (burst == WRAP) next = (addr & ~wrap) | ((addr + bytes) & wrap);
    end

endmodule

`default_nettype wire
