// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Judges the TLP frames that come: LCRC, number, EDB (PCIe 3.0 3.5.3), and schedules Ack and Nak.
//
// A frame waits in a ring until its last beat was judged, in the second cycle behind it; then its TLP moves
// on to m, or is forgotten. A beat may come in every cycle. What is to be sent: ack_due (after
// wait_cyc), nak_due, each with number seq until taken. clr forgets all but the TLPs that were
// judged good. Contract: cz_dll.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_rx #(
    parameter integer MPS_B = 512 // largest payload, bytes
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         clr,

    // TLP frames that come
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire         s_edb,
    input  wire         s_err,

    // TLPs that were judged good, in their order
    output wire         m_valid,
    input  wire         m_ready,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_first,
    output wire         m_last,

    // credits of the frame that is judged
    output reg          ask,       // a new TLP of that class and those data credits
    output reg  [1:0]   ask_class,
    output reg  [8:0]   ask_data,
    input  wire [2:0]   fits,      // combinational, by class: within what was granted

    // Ack and Nak
    input  wire [15:0]  wait_cyc,  // symbol times that an Ack may wait for others
    output wire         ack_due,
    output reg          nak_due,
    output wire [11:0]  seq,       // the last number received in order
    input  wire         taken,     // the one that is due leaves
    output reg          nak_scheduled,

    // events, a cycle each
    output reg          bad_tlp,
    output reg          overflow,
    output reg          duplicate,
    output wire         accepted   // a new TLP
);
`include "cz_dll_defs.vh"

    localparam integer FRAME = (MPS_B + 28 + 15) / 16;
    // two of the largest, rounded up to a power of two
    localparam integer A     = $clog2(2 * FRAME + 2);
    localparam [A:0]   FULL  = {1'b1, {A{1'b0}}};
    localparam integer W     = 128 + 4 + 1;
    // the largest frame has 3 DWs behind so many beats
    localparam integer MOST  = MPS_B / 16 + 1;
    localparam [9:0]   MOST_B = MOST[9:0];

    // ---- the frame as it comes
    reg          inside_q, long_q, err_q;
    reg          more_q, fewer_q;  // more DWs than the credits are for, fewer than the TLP says
    reg  [11:0]  dws_q;            // those of the credits, number and LCRC: 7 and the payload's
    reg  [11:0]  least_q;          // those of the TLP as it says, number and LCRC
    reg  [31:0]  crc_q;
    reg  [95:0]  hold_q;           // the DWs 1 to 3 of the beat before
    reg  [11:0]  seq_q;
    reg  [1:0]   class_q;
    reg  [8:0]   credit_q;
    reg  [A:0]   write_q, good_q, read_q;
    reg  [9:0]   beats_q;          // of the frame, before this one
    reg          extra_q;          // a beat more, that the last one had no room for
    reg          extra_two_q;
    wire         first = !inside_q;
    wire [9:0]   beats = first ? 10'd0 : beats_q;
    wire [11:0]  dws   = {beats, 2'd0} + {9'd0, s_keep[3] ? 3'd4 : s_keep[2] ? 3'd3 : s_keep[1] ? 3'd2 : 3'd1};
    reg  [31:0]  crc;
    integer      i;

    always @* begin
        crc = first ? LCRC_START : crc_q;
        for (i = 0; i < 4; i = i + 1)
            if (s_keep[i])
                crc = tn_crc32_dw(crc, first && i == 0 ? {s_data[31:16], 16'd0} : s_data[32*i +: 32]);
    end

    // the LCRC is the last DW: of 1 DW in the last beat nothing is the TLP's, of 2 one is
    wire         store   = s_valid && !first;
    wire         closes  = s_last && !s_keep[2];
    wire [3:0]   keep    = s_last && !s_keep[1] ? 4'h7 : 4'hf;
    wire [A:0]   used    = write_q - read_q;
    wire         full    = used >= FULL - 2;
    wire         writes  = (store && !full) || extra_q;
    wire [W-1:0] in_beat = extra_q ? {1'b1, extra_two_q ? 4'h3 : 4'h1, 32'd0, hold_q}
                                   : {closes, keep, s_data[31:0], hold_q};

    // ---- its judgement
    reg          end_q, good_crc_q, null_q, short_q;
    wire         in_order = seq_q == next_q;
    reg  [11:0]  next_q;           // NEXT_RCV_SEQ
    wire [11:0]  back     = next_q - seq_q;
    wire         sound    = good_crc_q && !err_q && !short_q;
    wire         is_new   = end_q && sound && in_order;
    wire         is_old   = end_q && sound && !in_order && back <= 12'd2048;
    wire         is_null  = end_q && null_q && !err_q;
    wire         is_bad   = end_q && !is_new && !is_old && !is_null;
    wire         keeps    = ask && fits[class_q] && !long_q && !more_q && !fewer_q;
    assign       accepted = keeps;
    assign       seq      = next_q - 12'd1;

    always @* begin
        ask       = is_new && !clr;
        ask_class = class_q;
        ask_data  = credit_q;
    end

    // ---- Ack and Nak
    reg          ack_q;
    reg  [15:0]  wait_q;
    assign       ack_due = ack_q && wait_q >= wait_cyc;

    always @(posedge clk) begin
        bad_tlp   <= is_bad && !clr;
        duplicate <= is_old && !clr;
        overflow  <= is_new && !keeps && !clr;
        if (rst || clr) begin
            {inside_q, extra_q, end_q} <= 3'd0;
            {ack_q, nak_due, nak_scheduled} <= 3'd0;
            next_q <= 12'd0;
            write_q <= rst ? {(A + 1) {1'b0}} : good_q;
            if (rst) good_q <= {(A + 1) {1'b0}};
        end else begin
            if (s_valid) inside_q <= !s_last;
            extra_q <= store && s_last && s_keep[2];
            end_q   <= s_valid && s_last;
            if (writes) write_q <= write_q + 1'b1;
            if (end_q) begin
                if (keeps)
                    good_q <= write_q + {{A{1'b0}}, extra_q};
                else
                    write_q <= good_q;
            end
            if (is_new) begin
                next_q        <= next_q + 12'd1;
                nak_scheduled <= 1'b0;
                nak_due       <= 1'b0;
            end else if (is_bad && !nak_scheduled) begin
                nak_scheduled <= 1'b1;
                nak_due       <= 1'b1;
            end else if (taken)
                nak_due <= 1'b0;
            // what arrives while an Ack leaves is not covered by it
            ack_q <= is_new || is_old || (ack_q && !taken);
        end
        if (taken || !ack_q)
            wait_q <= 16'd0;
        else if (wait_q != 16'hffff)
            wait_q <= wait_q + 16'd1;
        if (s_valid) begin
            crc_q       <= crc;
            hold_q      <= s_data[127:32];
            extra_two_q <= s_keep[3];
            good_crc_q  <= crc == LCRC_GOOD && !s_edb;
            null_q      <= crc == LCRC_NULL && s_edb;
            short_q     <= first;
            err_q       <= s_last && s_err;
            more_q      <= !first && dws > dws_q;
            fewer_q     <= !first && dws < least_q;
            beats_q     <= beats + {9'd0, beats != 10'h3ff};
            long_q      <= (!first && long_q) || (store && full) || beats > MOST_B || (beats == MOST_B && s_keep[3]);
            if (first) begin
                seq_q    <= {s_data[19:16], s_data[31:24]};
                class_q  <= dll_class(s_data[39:32]);
                credit_q <= dll_data_credits(s_data[63:32]);
                dws_q    <= dll_dws(s_data[63:32]) + 12'd7;
                least_q  <= dll_dws(s_data[63:32]) + 12'd5 + {11'd0, s_data[37]} + {11'd0, s_data[55]};
            end
        end
    end

    // ---- TLPs that were judged good
    wire [W-1:0] out_beat;
    reg          out_inside_q;
    assign       m_valid = read_q != good_q;
    assign       m_first = !out_inside_q;
    assign       {m_last, m_keep, m_data} = out_beat;

    tn_ram #(.DATA_W(W), .DEPTH_N(1 << A), .ADDR_W(A)) u_ring (
        .clk(clk), .wr_en(writes), .wr_addr(write_q[A-1:0]), .wr_data(in_beat),
        .rd_addr(read_q[A-1:0]), .rd_data(out_beat)
    );

    always @(posedge clk)
        if (rst) begin
            out_inside_q <= 1'b0;
            read_q       <= {(A + 1) {1'b0}};
        end else if (m_valid && m_ready) begin
            out_inside_q <= !m_last;
            read_q       <= read_q + 1'b1;
        end
endmodule

`default_nettype wire
