// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Passive checker of one ExaNet on-chip channel (exanet.md 1, paper 3.2.4): the rules
// EXA-CHN-1 to EXA-CHN-5, cycle by cycle, as tn_checker_exa_cycle() judges them.
//
// Bits of valid and ready: 0 header, 1 payload, 2 footer. broken[i] is high for the cycle
// after one that broke EXA-CHN-(i+1); it holds its reset value 0 while rst is high.
// Latency 1 cycle. Reset: all state. Drives nothing of the channel.

`default_nettype none

module exa_channel_check (
    input  wire         clk,
    input  wire         rst,
    input  wire [2:0]   valid,
    input  wire [2:0]   ready,
    input  wire [127:0] data,
    output reg  [4:0]   broken
);
    `include "tn_fields.vh"

    localparam       H = 0, P = 1, F = 2;
    localparam [4:0] WORDS_MAX = 5'd16;
    localparam [4:0] WORDS_TOP = 5'd31; // counts no further

    // CRC-16/IBM-3740 of bits 111:0, the most significant first
    function [15:0] header_crc;
        input [127:0] word;
        integer i;
        begin
            header_crc = 16'hffff;
            for (i = EXA_HDR_HDR_CRC_LSB - 1; i >= 0; i = i - 1)
                header_crc = {header_crc[14:0], 1'b0} ^
                             ((header_crc[15] ^ word[i]) ? 16'h1021 : 16'h0000);
        end
    endfunction

    reg  [2:0]   waiting_q; // the valid that has not met its ready
    reg  [127:0] data_q;
    reg          inside_q;  // a packet has begun
    reg          unsure_q;  // by a header that is not to be trusted
    reg  [4:0]   words_q;   // of its payload so far

    wire         any = valid != 3'd0;
    wire         one = valid == 3'd1 || valid == 3'd2 || valid == 3'd4;
    wire         takes = one && (valid & ready) != 3'd0;
    wire         held = waiting_q != 3'd0 && (one || !any);
    wire [1:0]   form = data[EXA_HDR_FORM_LSB +: EXA_HDR_FORM_W];
    wire         doubt = header_crc(data) != data[EXA_HDR_HDR_CRC_LSB +: EXA_HDR_HDR_CRC_W] ||
                         form == 2'd2;

    always @(posedge clk) begin
        broken[0] <= held && valid != waiting_q;
        broken[1] <= held && valid == waiting_q && data != data_q;
        broken[2] <= any && !one;
        broken[3] <= takes && (valid[H] ? inside_q && !unsure_q : !inside_q);
        broken[4] <= takes && valid[P] && words_q >= WORDS_MAX;
        waiting_q <= one && !takes ? valid : 3'd0;
        data_q    <= data;
        if (takes && valid[H]) begin
            unsure_q <= doubt;
            inside_q <= doubt || form != EXA_HDR_FORM_H;
            words_q  <= 5'd0;
        end
        if (takes && valid[P] && words_q != WORDS_TOP) words_q <= words_q + 5'd1;
        if (takes && valid[F]) inside_q <= 1'b0;
        if (rst) begin
            broken    <= 5'd0;
            waiting_q <= 3'd0;
            inside_q  <= 1'b0;
            unsure_q  <= 1'b0;
            words_q   <= 5'd0;
        end
    end
endmodule

`default_nettype wire
