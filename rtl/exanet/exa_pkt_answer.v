// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the effect of an answer on the packetizer's message of its channel.
//
// Combinational, no reset. head and foot are the packet's words. open: the channel
// exists and its message has not ended; waits: the message waits for an answer, not to be
// sent again; sent: times that it was sent; num and dst: its number and destination.
// cause has bits 6 to 15. Contract: exa_packetizer.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_pkt_answer (
    input  wire         valid,
    input  wire         ftr_ok,
    input  wire         pld_ok,
    input  wire [127:0] head,
    input  wire [127:0] foot,
    input  wire         open,
    input  wire         waits,
    input  wire [8:0]   sent,
    input  wire [8:0]   retry_max,
    input  wire [8:0]   num,
    input  wire [21:0]  dst,
    output reg  [15:6]  cause,
    output wire         acked,
    output wire         refused,
    output wire         repeated
);

`include "exa_defs.vh"

    localparam integer FCRC = 6, FLOW = 7, UNEXP = 8, PCRC = 10, DUP = 11, TAKEN = 15;
    localparam [3:0] OK = 4'd0, PAGE_FAULT = 4'd1, NO_CONTEXT = 4'd2, CRC = 4'd3, FULL = 4'd6;

    wire [4:0] kind = head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire       ack = kind == 5'd8 && head[EXA_FORM_LSB+:EXA_FORM_W] == EXA_FORM_FTR && head[15];
    wire [3:0] code = foot[EXA_ERR_LSB+:4];
    wire       match = open && sent != 9'd0 && num == head[8:0] &&
                       dst == foot[EXA_DST_LSB+:EXA_DST_W];

    always @* begin
        cause = 10'd0;
        if (valid) begin
            if (!ftr_ok) cause[FCRC] = 1'b1;
            else if (kind == 5'd10) cause[FLOW] = 1'b1;
            else if (!ack) cause[UNEXP] = 1'b1;
            else if (!pld_ok) cause[PCRC] = 1'b1;
            else if (!match) cause[DUP] = 1'b1;
            else cause[TAKEN] = 1'b1;
        end
    end

    // the end, or once more at once, or nothing but its code
    wire taken = cause[TAKEN];
    wire later = code == PAGE_FAULT || code == NO_CONTEXT || code == FULL;
    wire again = code == CRC;
    wire more = sent <= retry_max;

    assign acked    = taken && code == OK;
    assign refused  = taken && code != OK && !later && (!again || (waits && !more));
    assign repeated = taken && again && waits && more;

    wire unused = &{1'b0, head, foot};

endmodule

`default_nettype wire
