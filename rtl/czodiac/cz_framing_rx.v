// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Receiver of a PCIe link's symbols: descrambling, ordered sets out, frames and their errors (PCIe 3.0 4.2.2, 4.2.3, 4.2.7).
//
// A frame's last beat leaves 2 to 4 cycles behind its last symbol. rst forgets the descramblers' step, while up is 0 no frame
// comes. Contract: cz_framing.md sections 4 and 5.

`timescale 1ns / 1ps
`default_nettype none

module cz_framing_rx #(
    parameter integer LANES    = 4, // 1, 4, 8
    parameter integer SCRAMBLE = 1  // 0: data are taken as they are
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               up,

    // symbols
    input  wire [8*LANES-1:0] rx_data,
    input  wire [LANES-1:0]   rx_k,
    input  wire [LANES-1:0]   rx_err,
    output wire               rx_up,

    // frames
    output wire               m_valid,
    output wire [127:0]       m_data,
    output wire [3:0]         m_keep,
    output wire               m_last,
    output wire               m_dllp,
    output wire               m_edb,
    output wire               m_err,
    output reg                obs_rx_err
);
`include "cz_framing_defs.vh"

    localparam integer G = LANES == 8 ? 2 : 1;

    wire [8*LANES-1:0] data_q;
    wire [3*LANES-1:0] kind_q;
    wire               torn_q;

    cz_framing_kinds #(.LANES(LANES), .SCRAMBLE(SCRAMBLE)) u_kinds (
        .clk(clk), .rst(rst), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err), .up(rx_up), .data_q(data_q), .kind_q(kind_q),
        .torn_q(torn_q)
    );

    // ---- groups of four symbols, as frames are made of; on one lane they begin with STP or SDP
    localparam [1:0] OUT = 2'd0, IN = 2'd1, LOST = 2'd2;
    reg  [1:0]       state_q;
    wire [G-1:0]     group_v;
    wire [32*G-1:0]  group;
    wire [12*G-1:0]  kinds;

    generate
        if (LANES == 1) begin : g_one
            reg  [1:0]  at_q;     // symbols of the group that are here
            reg  [23:0] old_q;
            reg         old_dllp_q;
            reg         old_begins_q; // the group's first symbol is STP or SDP
            wire        start  = kind_q == KIND_STP || kind_q == KIND_SDP;
            wire        framed = at_q != 2'd0 || state_q == IN;
            // a symbol that cuts a group short ends it, and may begin another one
            wire        cut    = framed ? kind_q != KIND_D && !(start && at_q == 2'd0) : kind_q != KIND_D && !start;
            reg  [31:0] all;
            reg  [11:0] all_k;

            always @* begin
                all   = {data_q, old_q};
                all_k = {kind_q, {3{KIND_D}}};
                if (at_q != 2'd0 && old_begins_q) all_k[2:0] = old_dllp_q ? KIND_SDP : KIND_STP;
                if (at_q != 2'd3) begin
                    all_k[11:9] = KIND_D;
                    case (at_q)
                        2'd0:    all_k[2:0] = kind_q;
                        2'd1:    all_k[5:3] = start ? KIND_BAD : kind_q;
                        default: all_k[8:6] = start ? KIND_BAD : kind_q;
                    endcase
                    if (!framed && kind_q == KIND_SET) all_k = {4{KIND_SET}};
                end else if (start)
                    all_k[11:9] = KIND_BAD;
            end

            assign group_v = at_q == 2'd3 || cut;
            assign group   = all;
            assign kinds   = all_k;

            always @(posedge clk) begin
                case (at_q)
                    2'd0:    old_q[7:0]   <= data_q;
                    2'd1:    old_q[15:8]  <= data_q;
                    default: old_q[23:16] <= data_q;
                endcase
                if (start) old_dllp_q <= kind_q == KIND_SDP;
                if (start) old_begins_q <= 1'b1;
                else if (at_q == 2'd0) old_begins_q <= 1'b0;
                if (rst || !up)
                    at_q <= 2'd0;
                else if (start)
                    at_q <= 2'd1;
                else
                    at_q <= cut || !framed ? 2'd0 : at_q + 2'd1;
            end
        end else begin : g_more
            assign group_v = {G{1'b1}};
            assign group   = data_q;
            assign kinds   = kind_q;
        end
    endgenerate

    // ---- frames: a beat of DWs is collected, and leaves when it is full or the frame ends
    localparam integer W = 128 + 4 + 4;
    reg          dllp_q, sent_q;   // the frame is a DLLP; a beat of it has left
    reg          inner_q;          // it began amid another one; behind a broken one: the next one does
    reg  [1:0]   count_q;
    reg  [127:0] beat_q;
    reg  [23:0]  carry_q;          // a TLP's last byte, a DLLP's first three
    reg  [1:0]   state, count;
    reg          dllp, sent, stray, start, whole, plain, ends, frees, inner, amid;
    reg  [127:0] beat;
    reg  [23:0]  carry;
    reg  [W-1:0] out_0, out_1, put;
    reg  [1:0]   outs;             // beats of this cycle
    reg          puts;
    reg  [2:0]   fill_q;           // beats that wait to leave
    reg  [31:0]  d;
    reg  [2:0]   k0, k1, k2, k3;
    integer      g;

    // a symbol behind which nothing of a broken frame comes any more
    function frees_one;
        input [2:0] kind;
        frees_one = kind == KIND_END || kind == KIND_EDB || kind == KIND_SET;
    endfunction

    always @* begin
        {state, dllp, sent, inner, count, beat, carry} = {state_q, dllp_q, sent_q, inner_q, count_q, beat_q, carry_q};
        amid = 1'b0;
        {out_0, out_1} = {2 * W {1'b0}};
        outs  = 2'd0;
        stray = torn_q;
        {start, plain, ends, whole, frees, puts, put} = {6 + W{1'b0}};
        {d, k3, k2, k1, k0} = 44'd0;
        for (g = 0; g < G; g = g + 1) if (group_v[g]) begin
            d = group[32*g +: 32];
            {k3, k2, k1, k0} = kinds[12*g +: 12];
            start = k0 == KIND_STP || k0 == KIND_SDP;
            plain = k1 == KIND_D && k2 == KIND_D;
            ends  = k3 == KIND_END || (k3 == KIND_EDB && !dllp);
            whole = k0 == KIND_D && plain && (dllp ? k3 == KIND_END : k3 == KIND_D || ends);
            frees = frees_one(k0) || frees_one(k1) || frees_one(k2) || frees_one(k3);
            puts  = 1'b0;
            put   = {W{1'b0}};
            amid = state == IN || inner;
            if (state == IN && !start && whole) begin
                if (dllp)
                    {puts, put} = {1'b1, 3'b110, inner, 4'h3, 80'd0, d[23:0], carry};
                else begin
                    if (count == 2'd0) beat = 128'd0;
                    beat[32*count +: 32] = {d[23:0], carry[7:0]};
                    puts  = ends || count == 2'd3;
                    put   = {ends, 1'b0, k3 == KIND_EDB, ends && inner, count == 2'd3, count[1], count != 2'd0, 1'b1, beat};
                    count = count + 2'd1;
                    carry = {16'd0, d[31:24]};
                end
                sent = sent || puts;
                if (ends) inner = 1'b0;
                if (ends) state = OUT;
            end else if (state == IN) begin
                // it ends here; where errors come thick, frames of which nothing has left are but counted
                puts  = sent || fill_q < 3'd3;
                stray = stray || !puts;
                put   = {1'b1, dllp, 2'b01, dllp ? 4'h3 : 4'h1, 128'd0};
                inner = !frees;
                state = frees ? OUT : LOST;
            end else if (!start) begin
                if (state == OUT && !(k0 == KIND_D && plain && k3 == KIND_D) && !(k0 == KIND_SET && k1 == KIND_SET && k2 == KIND_SET && k3 == KIND_SET)
                    && !(g == 1 && k0 == KIND_PAD && k1 == KIND_PAD && k2 == KIND_PAD && k3 == KIND_PAD))
                    stray = 1'b1;
                if (frees) inner = 1'b0;
                if (frees) state = OUT;
            end
            if (puts) begin
                if (outs == 2'd0) out_0 = put;
                else out_1 = put;
                outs = outs + 2'd1;
            end
            if (start) begin
                dllp  = k0 == KIND_SDP;
                sent  = 1'b0;
                count = 2'd1;
                beat  = {96'd0, d[23:8], 16'd0};
                carry = dllp ? d[31:8] : {16'd0, d[31:24]};
                state = IN;
                inner = amid;
                if (!(plain && k3 == KIND_D)) begin
                    state = frees ? OUT : LOST;
                    inner = !frees;
                    if (fill_q < 3'd3 && outs < 2'd2) begin
                        put = {1'b1, dllp, 2'b01, dllp ? 4'h3 : 4'h1, 128'd0};
                        if (outs == 2'd0) out_0 = put;
                        else out_1 = put;
                        outs = outs + 2'd1;
                    end else
                        stray = 1'b1;
                end
            end
        end
    end

    // ---- beats that wait: two may come in a cycle, one leaves
    reg  [4*W-1:0] wait_q, waits;
    reg  [2:0]     fill;

    always @* begin
        waits = fill_q != 3'd0 ? wait_q >> W : wait_q;
        fill  = fill_q != 3'd0 ? fill_q - 3'd1 : 3'd0;
        if (outs != 2'd0) begin
            waits[W*fill[1:0] +: W] = out_0;
            fill = fill + 3'd1;
        end
        if (outs == 2'd2) begin
            waits[W*fill[1:0] +: W] = out_1;
            fill = fill + 3'd1;
        end
    end

    assign m_valid = fill_q != 3'd0;
    assign {m_last, m_dllp, m_edb, m_err, m_keep, m_data} = wait_q[W-1:0];

    always @(posedge clk) begin
        if (rst || !up) begin
            // on the line a frame goes on, and is not taken
            state_q    <= rst || state == IN ? LOST : state;
            inner_q    <= !rst && (state == IN || inner);
            fill_q     <= 3'd0;
            obs_rx_err <= 1'b0;
        end else begin
            inner_q    <= inner;
            state_q    <= state;
            fill_q     <= fill;
            obs_rx_err <= stray;
        end
        {dllp_q, sent_q, count_q, beat_q, carry_q} <= {dllp, sent, count, beat, carry};
        wait_q <= waits;
    end
endmodule

`default_nettype wire
