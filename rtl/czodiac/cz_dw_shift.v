// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Puts a new header on a TLP and moves what follows by one DW when the header
// grew or shrank.
//
// One beat a cycle in and out. With a shrinking header a beat waits for the
// first DW of the next one; a growing header may need one more beat at the end.
// Latency: 1 cycle when the next beat follows at once. rst empties it.

`timescale 1ns / 1ps
`default_nettype none

module cz_dw_shift (
    input  wire         clk,
    input  wire         rst,

    // TLPs as they came
    input  wire         s_valid,
    input  wire [127:0] s_data,   // as it came, header included
    input  wire [2:0]   s_n,      // DWs, 1 to 4
    input  wire         s_first,
    input  wire         s_last,
    input  wire [127:0] s_header, // new header; with s_first
    input  wire         s_in4,    // 4DW header came; stable over the TLP
    input  wire         s_out4,   // 4DW header leaves; stable over the TLP
    input  wire         s_bad,    // its digest is wrong; with s_last
    input  wire [7:0]   s_side,   // goes with the TLP; stable over it
    output wire         s_ready,

    // TLPs with the new header
    output wire         m_valid,
    output reg  [127:0] m_data,
    output reg  [2:0]   m_n,
    output wire         m_first,
    output wire         m_last,
    output wire         m_bad,
    output wire [7:0]   m_side,
    input  wire         m_ready
);
    reg         valid_q, first_q, last_q, bad_q, in4_q, out4_q, flush_q;
    reg [127:0] data_q, header_q;
    reg [2:0]   n_q;
    reg [7:0]   side_q;
    reg [31:0]  carry_q; // growing: the DW that did not fit in the beat before

    wire grow   = out4_q && !in4_q;
    wire shrink = in4_q && !out4_q;

    // Growing: a full last beat leaves one DW over. Shrinking: the first DW of
    // the next beat belongs to this one, and when it is all of the next beat, that
    // one is swallowed.
    wire need_next = shrink && !last_q;
    wire swallow   = need_next && s_last && s_n == 3'd1;
    wire overflow  = grow && last_q && n_q == 3'd4 && !flush_q;
    wire fire      = m_valid && m_ready;
    wire done      = fire && !overflow;

    assign m_valid = valid_q && (!need_next || s_valid);
    assign m_first = first_q && !flush_q;
    assign m_last  = (last_q && !overflow) || swallow;
    assign m_bad   = swallow ? s_bad : bad_q;
    assign m_side  = side_q;
    assign s_ready = !valid_q || done;

    wire [127:0] head3 = {data_q[127:96], header_q[95:0]};

    always @* begin
        m_data = data_q;
        m_n    = n_q;
        if (flush_q) begin
            m_data = {96'd0, carry_q};
            m_n    = 3'd1;
        end else if (grow) begin
            m_data = first_q ? header_q : {data_q[95:0], carry_q};
            m_n    = first_q || n_q == 3'd4 ? 3'd4 : n_q + 3'd1;
        end else if (shrink) begin
            m_data = first_q ? {s_data[31:0], header_q[95:0]} : {s_data[31:0], data_q[127:32]};
            m_n    = last_q ? n_q - 3'd1 : 3'd4;
        end else if (first_q) begin
            m_data = out4_q ? header_q : head3;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 1'b0;
            flush_q <= 1'b0;
        end else begin
            if (s_ready)
                valid_q <= s_valid && !(valid_q && swallow);
            if (fire)
                flush_q <= overflow;
        end
        if (s_ready && s_valid) begin
            data_q   <= s_data;
            n_q      <= s_n;
            first_q  <= s_first;
            last_q   <= s_last;
            bad_q    <= s_bad;
            in4_q    <= s_in4;
            out4_q   <= s_out4;
            side_q   <= s_side;
            header_q <= s_header;
        end
        if (fire)
            carry_q <= data_q[127:96];
    end
endmodule

`default_nettype wire
