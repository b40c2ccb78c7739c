// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the effect of an answer on the packetizer's message of its channel.
//
// Combinational, no reset. head is the packet's header, alone says that it has no other word. open: the channel
// exists and its message has not ended; waits: the message waits for an answer, not to be
// sent again; sent: times that it was sent; num and pdid: its number and protection domain.
// cause has bits 6 to 15. Contract: exa_packetizer.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_pkt_answer (
    // the answer
    input  wire         valid,
    input  wire         ftr_ok,
    input  wire [127:0] head,
    input  wire         alone,
    // the channel that it names
    input  wire         open,
    input  wire         waits,
    input  wire [8:0]   sent,
    input  wire [8:0]   retry_max,
    input  wire [13:0]  num,
    input  wire [15:0]  pdid,
    // the verdict
    output reg  [15:6]  cause,
    output wire         acked,
    output wire         refused,
    output wire         repeated
);

`include "exa_defs.vh"

    localparam integer FCRC = 6, FLOW = 7, UNEXP = 8, DUP = 11, TAKEN = 15;
    localparam [3:0] OK = 4'd0, PAGE_FAULT = 4'd1, NO_CONTEXT = 4'd2, CRC = 4'd3, FULL = 4'd6;

    wire [4:0] kind = head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [EXA_TID_W-1:0] tid = head[EXA_A_TID_LSB+:EXA_TID_W];
    wire       ack = alone && kind == EXA_ACK && tid[EXA_TID_MSG_BIT];
    wire [3:0] code = head[EXA_A_RESP_LSB+:EXA_A_RESP_W];
    wire [EXA_A_SEQ_W-1:0] number = {head[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W],
                                       head[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W]};
    wire [EXA_PDID_W-1:0] domain = {head[EXA_A_PDID_HI_LSB+:EXA_A_PDID_HI_W],
                                    head[EXA_A_PDID_LO_LSB+:EXA_A_PDID_LO_W]};
    // what an acknowledgment has no bits for is not compared
    wire       match = open && sent != 9'd0 && num[EXA_A_SEQ_W-1:0] == number && pdid == domain &&
                       tid[EXA_TID_MSG_BIT-1:EXA_TID_CHAN_W] == {(EXA_TID_MSG_BIT - EXA_TID_CHAN_W){1'b0}};

    always @* begin
        cause = 10'd0;
        if (valid) begin
            if (!ftr_ok) cause[FCRC] = 1'b1;
            else if (alone && kind == EXA_FLOW_RATE) cause[FLOW] = 1'b1;
            else if (!ack) cause[UNEXP] = 1'b1;
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

    wire unused = &{1'b0, head, num};

endmodule

`default_nettype wire
