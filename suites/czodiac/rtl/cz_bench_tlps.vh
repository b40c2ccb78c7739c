// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// For the benches of a PCIe link's end: a source of TLPs of all classes, and a sink that knows which TLP comes next of each
// class. Include in front of a bench.

`timescale 1ns / 1ps
`default_nettype none

module cz_bench_tlps #(
    parameter [31:0] SEED = 32'd1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         send,
    input  wire         abort,
    input  wire         slow,
    input  wire         resync,  // numbers may leap
    input  wire         active,
    output reg          s_valid,
    input  wire         s_ready,
    output reg  [127:0] s_data,
    output reg  [3:0]   s_keep,
    output reg          s_last,
    output reg          s_abort,
    input  wire [2:0]   s_ok,
    input  wire         m_valid,
    output reg          m_ready,
    input  wire [127:0] m_data,
    input  wire [3:0]   m_keep,
    input  wire         m_last,
    output reg  [2:0]   m_ok,
    output reg  [31:0]  sent,
    output reg  [31:0]  got,
    output reg  [31:0]  wrong
);
    initial begin
        {s_valid, s_last, s_abort, m_ready} = 4'd0;
        s_data = 128'd0;
        {s_keep, m_ok} = 7'd0;
    end

    reg [31:0] rnd_q = SEED * 32'd7919;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    // TLP k of class c: its DWs, and how many
    function integer dws;
        input integer c;
        input [31:0]  k;
        dws = c == 1 ? 3 : 3 + (k * 32'd2654435761 >> 7) % 64 + 1;
    endfunction
    function [31:0] dw;
        input integer c;
        input [31:0]  k;
        input integer i;
        reg   [9:0]   len;
        begin
            len = dws(c, k) - 3;
            if (i == 0) // in lane order: the first byte lowest
                dw = c == 0 ? {len[7:0], 6'd0, len[9:8], 8'd0, 8'h40}
                   : c == 1 ? {8'd1, 8'd0, 8'd0, 8'h00}
                            : {len[7:0], 6'd0, len[9:8], 8'd0, 8'h4a};
            else if (i == 1)
                dw = k;
            else
                dw = (k + 32'd1) * 32'd2246822519 ^ i * 32'd3266489917 ^ c;
        end
    endfunction

    reg  [31:0] s_next [0:2];
    reg  [31:0] m_next [0:2];
    reg  [2:0]  ok_q = 3'd0;
    integer     c = 0, at = 0, n = 0, x = 0, j, mc = 0, mat = 0;
    reg  [31:0] mk = 0;
    reg         cut = 1'b0, leave;

    initial begin
        for (j = 0; j < 3; j = j + 1) begin
            s_next[j] = 0;
            m_next[j] = 0;
        end
        {sent, got, wrong} = 96'd0;
    end

    // the source: a TLP may begin under the ok of the cycle before
    always @(posedge clk) begin
        if (s_valid && s_ready) begin
            if (s_last) begin
                if (!s_abort && active) begin
                    s_next[c] = s_next[c] + 1;
                    sent = sent + 1;
                end
                if (!s_abort && !active) s_next[c] = s_next[c] + 1;
                n = 0;
            end else
                at = at + 4;
        end
        if (!s_valid || s_ready) begin
            leave = 1'b0;
            if (n != 0)
                leave = abort ? rnd(6) == 0 : rnd(8) != 0;
            else if (send && !rst) begin
                c = rnd(3);
                if (s_ok[c]) begin
                    n     = dws(c, s_next[c]);
                    at    = 0;
                    x     = abort && rnd(5) == 0 ? 1 : 0;
                    leave = 1'b1;
                end
            end
            s_valid <= leave;
            s_last  <= at + 4 >= n || (x == 1 && at >= 12);
            s_abort <= x == 1;
            for (j = 0; j < 4; j = j + 1) begin
                s_data[32*j +: 32] <= dw(c, s_next[c], at + j);
                s_keep[j]          <= at + j < n;
            end
        end
    end

    // the sink
    always @(posedge clk) begin
        if (m_valid && m_ready) begin
            for (j = 0; j < 4; j = j + 1)
                if (m_keep[j]) begin
                    if (mat == 0)
                        mc = m_data[7:0] == 8'h40 ? 0 : m_data[7:0] == 8'h00 ? 1 : 2;
                    if (mat == 1) begin
                        mk = m_data[32*j +: 32];
                        if (mk != m_next[mc] && !(cut && mk > m_next[mc])) wrong = wrong + 1;
                        m_next[mc] = mk;
                    end
                    if (mat == 1 ? 1'b0 : m_data[32*j +: 32] != dw(mc, mat == 0 ? m_data[63:32] : mk, mat)) wrong = wrong + 1;
                    mat = mat + 1;
                end
            if (m_last) begin
                if (mat != dws(mc, mk)) wrong = wrong + 1;
                mat = 0;
                m_next[mc] = mk + 1;
                got = got + 1;
            end
        end
        if (resync) cut = 1'b1;
        m_ready <= slow ? rnd(64) == 0 : rnd(4) != 0;
        m_ok    <= slow ? (rnd(64) == 0 ? 3'b111 : 3'b000) : rnd(8) != 0 ? 3'b111 : 3'b010;
    end
endmodule

`default_nettype wire
