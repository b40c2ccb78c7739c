// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Decides the fate of a packet whose footer, or header alone, has come: one cause, and an answer or
// none.
//
// Combinational; nothing resets. A header alone has ftr_ok and pld_ok. awaited: somebody awaits an answer; takes: the block
// takes it although nobody does. room: an answer can be queued. dup, decode, prot,
// full: the block's findings. look is high when all before DUP has passed.
// cause has bits 6 to 15. Contract: exa_ni.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module exa_ni_judge (
    // the packet
    input  wire        valid,
    input  wire        ftr_ok,
    input  wire        pld_ok,
    input  wire        flow,
    // state of the block
    input  wire        awaited,
    input  wire        takes,
    input  wire        room,
    // the table of duplicates
    output wire        look,
    input  wire        dup,
    // reasons to refuse it
    input  wire        decode,
    input  wire        prot,
    input  wire        full,
    // the verdict
    output reg  [15:6] cause,
    output wire        answer,
    output reg  [3:0]  err
);

    localparam integer FCRC = 6, FLOW = 7, UNEXP = 8, NOROOM = 9, PCRC = 10, DUP = 11, DECODE = 12, PROT = 13,
                       FULL = 14, TAKEN = 15;

    wire dropped = !ftr_ok || flow || !(awaited || takes) || (awaited && !room);

    assign look   = valid && !dropped && pld_ok;
    assign answer = valid && !dropped && awaited;

    always @* begin
        cause = 10'd0;
        err   = 4'd0;
        if (valid) begin
            if (!ftr_ok) cause[FCRC] = 1'b1;
            else if (flow) cause[FLOW] = 1'b1;
            else if (!(awaited || takes)) cause[UNEXP] = 1'b1;
            else if (awaited && !room) cause[NOROOM] = 1'b1;
            else if (!pld_ok) begin
                cause[PCRC] = 1'b1;
                err         = 4'd3;
            end else if (dup) begin
                cause[DUP] = 1'b1;
                err        = 4'd0;
            end else if (decode) begin
                cause[DECODE] = 1'b1;
                err           = 4'd4;
            end else if (prot) begin
                cause[PROT] = 1'b1;
                err         = 4'd7;
            end else if (full) begin
                cause[FULL] = 1'b1;
                err         = 4'd6;
            end else cause[TAKEN] = 1'b1;
        end
    end

endmodule

`default_nettype wire
