// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The way of packets from one side of ape_ni_tb to the other: a packet goes when there is room for it, its words with gaps when slow is not
// 0. It can be dropped, changed, or made by the bench. Include behind that bench's module.

module ape_ni_way (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_valid,
    output reg          s_ready,
    input  wire [127:0] s_data,
    input  wire         s_head,
    input  wire         s_last,
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg          m_vc,
    output reg          m_head,
    output reg          m_last,
    input  wire [1:0]   m_room
);
    integer wrong = 0, slow = 0, words = 0, packets = 0, drop_at = -1, flip_at = -1, flip_word = 0, wait_n = 0, r;
    reg     vc = 0, going = 0, made = 0, ours = 0, dropping = 0, shut = 0;
    integer flip_bit = 0;
    reg     ask = 0;
    reg [127:0] last_hdr, last_ftr, last_word, last_ack, was;
    reg         was_valid = 0;
    reg [31:0]  crc;
    integer     expect_n = 0;

    task bad;
        input [8*32-1:0] name;
        input [63:0] x, y;
        begin
            wrong = wrong + 1;
            if (wrong < 9) $display("# %0t way: %0s: %x %x", $time, name, x, y);
        end
    endtask

    function [31:0] crc_byte;
        input [31:0] c;
        input [7:0]  d;
        integer      k;
        begin
            crc_byte = c ^ d;
            for (k = 0; k < 8; k = k + 1) crc_byte = crc_byte[0] ? (crc_byte >> 1) ^ 32'hedb88320 : crc_byte >> 1;
        end
    endfunction

    // a header's or a footer's bytes from the top, payload from lane 0
    function [31:0] crc_word;
        input [31:0]  c;
        input [127:0] w;
        input         top;
        integer       k;
        begin
            crc_word = c;
            for (k = 0; k < 16; k = k + 1) crc_word = crc_byte(crc_word, top ? w[8*(15-k)+:8] : w[8*k+:8]);
        end
    endfunction

    function [127:0] bare_header;
        input [127:0] w;
        begin
            bare_header = w;
            bare_header[4:0] = 0;
            bare_header[42] = 0;
            bare_header[127:110] = 0;
        end
    endfunction

    function [127:0] bare_footer;
        input [127:0] w;
        begin
            bare_footer = w;
            bare_footer[127:96] = 0;
            bare_footer[47] = 0;
        end
    endfunction

    // a packet of the bench: header, footer without CRC, up to one word of payload; spoil changes the CRC
    reg [127:0] o_hdr, o_word, o_ftr;
    task make;
        input [4:0]   kind;
        input [15:0]  dst, src, pid;
        input [13:0]  len;
        input [47:0]  addr;
        input [31:0]  msg;
        input [15:0]  pkt;
        input         last, err, ool, spoil;
        input [127:0] word;
        reg   [31:0]  c;
        begin
            o_hdr = {18'h2a5a5, addr, len, kind, ool, 1'b0, 4'd0, dst[4:0], dst[9:5], dst[15:10], pid, 5'd0};
            o_word = word;
            o_ftr = {32'd0, msg, pkt, err, last, src, ask, 29'd0};
            c = crc_word(32'hffffffff, bare_header(o_hdr), 1);
            if (len != 0) c = crc_word(c, word, 0);
            c = ~crc_word(c, bare_footer(o_ftr), 1);
            o_ftr[127:96] = spoil ? ~c : c;
            while (going || s_valid) @(negedge clk);
            made = 1;
            while (!m_room[vc]) @(negedge clk);
            ours = 1;
            m_valid = 1;
            m_vc = vc;
            m_head = 1;
            m_last = 0;
            m_data = o_hdr;
            @(negedge clk);
            m_head = 0;
            if (len != 0) begin
                m_data = word;
                @(negedge clk);
            end
            m_last = 1;
            m_data = o_ftr;
            @(negedge clk);
            m_valid = 0;
            m_last = 0;
            ours = 0;
            made = 0;
            @(negedge clk);
            @(negedge clk);
        end
    endtask

    // an answer of the bench, with its check spoilt by those bits; kind is 22 unless it is malformed
    reg [7:0] o_check;
    task reply;
        input [4:0]  kind;
        input [15:0] dst, node, pid;
        input [13:0] len;
        input [31:0] msg;
        input [7:0]  cause, spoil;
        input        ool;
        integer      k;
        begin
            o_hdr = {node, pid, msg, cause};
            o_check = 8'h5a ^ spoil;
            for (k = 0; k < 9; k = k + 1) o_check = o_check ^ o_hdr[8*k+:8];
            o_hdr = {18'h15a5a, o_check, cause, msg, len, kind, ool, 1'b0, 4'd0, dst[4:0], dst[9:5], dst[15:10], pid, 5'd0};
            while (going || s_valid) @(negedge clk);
            made = 1;
            while (!m_room[vc]) @(negedge clk);
            {ours, m_valid, m_vc, m_head, m_last} = {2'b11, vc, 2'b11};
            m_data = o_hdr;
            @(negedge clk);
            {ours, made, m_valid, m_last} = 4'd0;
            repeat (40) @(negedge clk);
        end
    endtask

    task flush;
        begin
            {going, dropping, shut, vc, ask, was_valid} = 6'd0;
            slow = 0;
            {drop_at, flip_at} = -64'd1;
        end
    endtask

    initial begin
        s_ready = 0;
        m_valid = 0;
        m_data = 0;
        m_vc = 0;
        m_head = 0;
        m_last = 0;
        r = 77;
    end

    // words go on half a cycle later
    always @(negedge clk)
        if (!ours) begin
            r = (r * 1103515245 + 12345) & 32'h7fffffff;
            s_ready = 0;
            m_valid = 0;
            m_head = 0;
            m_last = 0;
            if (wait_n != 0) wait_n = wait_n - 1;
            if (!rst && s_valid && !made && (slow == 0 || (r >> 8) % (slow + 1) == 0) && !shut)
                if (going || (s_head && m_room[vc] && wait_n == 0)) s_ready = 1;
            if (s_ready) begin
                if (s_head !== !going) bad("head amid a packet, or none", s_head, going);
                if (s_head && s_last) begin
                    words = 0;
                    dropping = packets == drop_at;
                    last_ack = s_data;
                    if ({s_data[127:110], s_data[61:37], s_data[4:0]} !== {18'd0, 14'd0, 5'd22, 2'd0, 4'd0, 5'd0}) bad("answer", s_data[127:64], s_data[63:0]);
                end else if (s_head) begin
                    words = 0;
                    dropping = packets == drop_at;
                    last_hdr = s_data;
                    crc = crc_word(32'hffffffff, bare_header(s_data), 1);
                    expect_n = (s_data[61:48] + 15) / 16;
                    if ({s_data[127:110], s_data[42:41], s_data[4:0]} !== 0) bad("header", s_data[127:64], s_data[63:0]);
                end else if (s_last) begin
                    last_ftr = s_data;
                    if (words !== expect_n + 1) bad("words of a packet", words, expect_n);
                    crc = ~crc_word(crc, bare_footer(s_data), 1);
                    if (crc !== s_data[127:96]) bad("CRC", crc, s_data[127:96]);
                    if (s_data[28:0] !== 0) bad("footer", s_data[127:64], s_data[63:0]);
                end else begin
                    last_word = s_data;
                    crc = crc_word(crc, s_data, 0);
                end
                going = !s_last;
                m_valid = !dropping;
                m_data = s_data;
                if (packets == flip_at && words == flip_word) m_data[flip_bit] = !m_data[flip_bit];
                m_vc = vc;
                m_head = s_head;
                m_last = s_last;
                words = words + 1;
                if (s_last) begin
                    packets = packets + 1;
                    wait_n = 3;
                end
            end
        end

    // what is offered holds until it is taken
    always @(posedge clk)
        if (!rst) begin
            if (was_valid && (s_valid !== 1 || s_data !== was)) bad("the offer does not hold", s_data[63:0], was[63:0]);
            was_valid = s_valid && !s_ready;
            was = s_data;
        end
endmodule
