// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A header and words of 16 bytes into the beats of a TLP.
//
// start in t, while idle: the first beat on m_tlp in t+1; header, hdr4, dw and what stay until done. A word is taken with
// word_pop; the TLP waits for one that is not there. done: the last beat goes to m_tlp in the next cycle, another TLP may
// start then. rst ends what is under way. Contract: tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_frame (
    input  wire         clk,
    input  wire         rst,
    // the TLP to send
    output wire         idle,        // in this cycle a TLP may start
    input  wire         start,
    input  wire [4:0]   what,        // goes with the TLP
    input  wire [127:0] header,
    input  wire         hdr4,        // four DWs of it count, else three
    input  wire [5:0]   dw,          // of payload, 0 to 32
    // its payload
    input  wire         word_valid,
    input  wire [127:0] word,
    output wire         word_pop,
    output wire         done,
    // the stream
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    // the beat on the stream
    output wire         m_first,
    output wire [4:0]   m_what
);

    reg         valid_q;
    reg [127:0] data_q;
    reg [3:0]   keep_q;
    reg         first_q;
    reg         last_q;
    reg [4:0]   what_q;
    reg         mid_q;      // between first and last beat
    reg [3:0]   beat_q;     // that is next
    reg [95:0]  carry_q;    // of the word before, what did not fit

    assign m_tlp_valid = valid_q;
    assign m_tlp_data  = data_q;
    assign m_tlp_keep  = keep_q;
    assign m_tlp_last  = last_q;
    assign m_first     = first_q;
    assign m_what      = what_q;

    wire       free = !valid_q || m_tlp_ready;
    wire       first = beat_q == 4'd0;
    wire [6:0] due = {1'b0, dw} + (hdr4 ? 7'd4 : 7'd3) - {1'b0, beat_q, 2'd0};  // DWs from this beat on
    wire       ends = due <= 7'd4;
    // with three DWs of header a word begins in the beat's last lane
    wire       needs = hdr4 ? !first : {beat_q, 2'd0} < dw;
    wire       step = free && (mid_q || start) && (!needs || word_valid);

    assign idle     = free && !mid_q;
    assign word_pop = step && needs;
    assign done     = step && ends;

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 1'b0;
            mid_q   <= 1'b0;
            beat_q  <= 4'd0;
        end else begin
            if (free) valid_q <= step;
            if (step) begin
                mid_q  <= !ends;
                beat_q <= ends ? 4'd0 : beat_q + 4'd1;
            end
        end
        if (step) begin
            data_q  <= !hdr4 ? {word[31:0], first ? header[95:0] : carry_q} : first ? header : word;
            keep_q  <= !ends || due[2] ? 4'hf : {1'b0, due[1] && due[0], due[1], 1'b1};
            first_q <= first;
            last_q  <= ends;
            what_q  <= what;
            carry_q <= word[127:32];
        end
    end

endmodule

`default_nettype wire
