// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_axis_split and tn_axis_join, one behind the other, with headers of each length: packets of 1 to 23 words come out
// as they went in, whoever waits, and between the two the header stands beside the data. A packet that is shorter than its
// header has no payload between the two, and comes out as long as the header. A reset at any time forgets the packets
// under way, and nothing of these comes out behind it.
// few: CYCLES=6000 LEAST=80

`timescale 1ns / 1ps
`default_nettype none

module tn_axis_tb #(
    parameter integer CYCLES = 20000,
    parameter integer LEAST  = 250 // packets
);
    reg clk = 1'b0;
    reg rst = 1'b1;
    always #1 clk = !clk;

    tn_axis_pair #(.HDR_N(1), .CYCLES(CYCLES), .LEAST(LEAST)) u_pair_1 (.clk(clk), .rst(rst));
    tn_axis_pair #(.HDR_N(2), .CYCLES(CYCLES), .LEAST(LEAST)) u_pair_2 (.clk(clk), .rst(rst));
    tn_axis_pair #(.HDR_N(3), .CYCLES(CYCLES), .LEAST(LEAST)) u_pair_3 (.clk(clk), .rst(rst));

    initial begin
        repeat (3) @(negedge clk);
        rst = 1'b0;
        repeat (CYCLES + 10) @(negedge clk);
        $finish;
    end
endmodule

// A source of counted words, both adapters, and a sink that knows what comes next.
module tn_axis_pair #(
    parameter integer HDR_N  = 1,
    parameter integer CYCLES = 20000,
    parameter integer LEAST  = 250
) (
    input  wire clk,
    input  wire rst
);
    reg          bad_data = 1'b0, bad_side = 1'b0, bad_hold = 1'b0, bad_short = 1'b0;
    reg          s_valid = 1'b0, m_ready = 1'b0, forget = 1'b0;
    wire         rst_any = rst || forget;
    wire         s_ready, m_valid, m_last, t_valid, t_ready, t_last;
    wire [127:0] s_data, m_data, t_data;
    wire [3:0]   s_keep, m_keep;
    wire [15:0]  t_keep;
    wire [32*HDR_N-1:0] t_user;
    wire         s_last;

    tn_axis_split #(.HDR_N(HDR_N)) u_split (
        .clk(clk), .rst(rst_any), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_keep(s_keep), .s_last(s_last),
        .m_axis_tvalid(t_valid), .m_axis_tready(t_ready), .m_axis_tdata(t_data), .m_axis_tkeep(t_keep),
        .m_axis_tlast(t_last), .m_axis_tuser(t_user)
    );
    tn_axis_join #(.HDR_N(HDR_N)) u_join (
        .clk(clk), .rst(rst_any), .s_axis_tvalid(t_valid), .s_axis_tready(t_ready), .s_axis_tdata(t_data),
        .s_axis_tkeep(t_keep), .s_axis_tlast(t_last), .s_axis_tuser(t_user),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_keep(m_keep), .m_last(m_last)
    );

    // xorshift32: the same numbers on every simulator
    reg [31:0] rnd_q = 32'd77 + HDR_N;
    function [31:0] rnd;
        input unused;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q;
        end
    endfunction

    // Word w of packet p is {p, w}; packet p has HDR_N + (p * 8) mod 21 words, or 1 to HDR_N-1.
    integer    p_in = 0, w_in = 0, p_out = 0, w_out = 0, w_side = 0, p_side = 0, shorts = 0;
    function integer words;
        input integer p;
        words = HDR_N > 1 && p % 5 == 3 ? 1 + p % (HDR_N > 1 ? HDR_N - 1 : 1) : HDR_N + (p * 8) % 21;
    endfunction
    // ... and so many come out: the words that a header lacks are those of the beat, here zeros
    function integer words_out;
        input integer p;
        words_out = words(p) < HDR_N ? HDR_N : words(p);
    endfunction
    function [127:0] beat;
        input integer p;
        input integer w;
        integer       i;
        for (i = 0; i < 4; i = i + 1) begin
            beat[32*i+:32] = 32'd0;
            if (w + i < words(p)) beat[32*i+:32] = {p[15:0], w[15:0] + i[15:0]};
        end
    endfunction
    function [3:0] keep;
        input integer left;
        keep = left >= 4 ? 4'b1111 : left == 3 ? 4'b0111 : left == 2 ? 4'b0011 : left == 1 ? 4'b0001 : 4'b0000;
    endfunction
    function [127:0] kept;
        input [127:0] data;
        input [3:0]   k;
        kept = data & {{32{k[3]}}, {32{k[2]}}, {32{k[1]}}, {32{k[0]}}};
    endfunction

    assign s_data = beat(p_in, w_in);
    assign s_keep = keep(words(p_in) - w_in);
    assign s_last = words(p_in) - w_in <= 4;

    reg         held = 1'b0, held_last = 1'b0;
    reg [127:0] held_data = 128'd0;
    reg [3:0]   held_keep = 4'd0;
    reg         in, out, side;

    // what passes at the next rising edge is what stands now
    task look;
        begin
            in   = s_valid && s_ready;
            side = t_valid && t_ready;
            out  = m_valid && m_ready;
            if (held && (!m_valid || m_data !== held_data || m_keep !== held_keep || m_last !== held_last)) bad_hold = 1'b1;
            held = m_valid && !m_ready;
            held_data = m_data;
            held_keep = m_keep;
            held_last = m_last;
            if (out) begin
                if (m_keep !== keep(words_out(p_out) - w_out) || m_last !== (words_out(p_out) - w_out <= 4) ||
                    kept(m_data, m_keep) !== beat(p_out, w_out)) bad_data = 1'b1;
                w_out = w_out + 4;
                if (m_last) begin
                    p_out = p_out + 1;
                    w_out = 0;
                end
            end
            if (side) begin
                if (t_user[31:0] !== {p_side[15:0], 16'd0} || t_keep !== {{4{t_keep[12]}}, {4{t_keep[8]}}, {4{t_keep[4]}}, {4{t_keep[0]}}} ||
                    kept(t_data, {t_keep[12], t_keep[8], t_keep[4], t_keep[0]}) !== beat(p_side, HDR_N + w_side)) bad_side = 1'b1;
                if (t_last !== (words(p_side) - HDR_N - w_side <= 4) || t_keep[12] !== (words(p_side) - HDR_N - w_side >= 4) ||
                    t_keep[0] !== (words(p_side) - HDR_N - w_side >= 1)) bad_side = 1'b1;
                if (words(p_side) < HDR_N) begin
                    shorts = shorts + 1;
                    if (t_keep !== 16'd0 || !t_last) bad_short = 1'b1;
                end
                w_side = w_side + 4;
                if (t_last) begin
                    p_side = p_side + 1;
                    w_side = 0;
                end
            end
        end
    endtask

    task move;
        begin
            if (in) begin
                w_in = w_in + 4;
                if (w_in >= words(p_in)) begin
                    p_in = p_in + 1;
                    w_in = 0;
                end
            end
            if (!s_valid || in) s_valid = rnd(1'b0) % 4 != 0;
            m_ready = rnd(1'b0) % 4 != 0;
        end
    endtask

    // a reset: the next packet is the first one again
    task restart;
        begin
            p_in    = p_in + 1;
            p_side  = p_in;
            p_out   = p_in;
            w_in    = 0;
            w_side  = 0;
            w_out   = 0;
            held    = 1'b0;
            s_valid = 1'b0;
        end
    endtask

    task verdict;
        input            wrong;
        input [8*64-1:0] name;
        if (!wrong) $display("ok header_of_%0d_%0s", HDR_N, name);
        else $display("not ok header_of_%0d_%0s", HDR_N, name);
    endtask

    initial begin
        @(negedge rst);
        repeat (CYCLES) begin
            @(negedge clk);
            forget = rnd(1'b0) % 200 == 0;
            if (forget) restart;
            else look;
            @(posedge clk);
            #0.2;
            if (!forget) move;
        end
        verdict(bad_data, "packets_come_out_as_they_went_in");
        verdict(bad_side, "between_the_adapters_the_header_stands_in_tuser");
        verdict(bad_hold, "what_is_offered_holds_until_it_is_taken");
        verdict(bad_short || (HDR_N > 1 && shorts == 0), "a_packet_shorter_than_its_header_has_no_payload");
        verdict(p_out < LEAST, "hundreds_of_packets_passed");
    end
endmodule

`default_nettype wire
