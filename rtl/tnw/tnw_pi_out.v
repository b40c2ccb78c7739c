// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: TLPs to the host, one row of writes and answers, reads behind the writes made before them.
//
// First beat of m_wr in t: first beat of its TLP in t+2 when nothing is before it; a beat a cycle, no gap between TLPs.
// m_wr_ready depends on ans_valid and note_valid without a register. Answers always have room, 8 of them, and so has a
// notification of each link, the next from note_sent on. Reads have 8 places; one is made when rd_ready takes it: then
// its slot is to be taken. m_tlp_ok in t is looked at without a register for a TLP that begins in t+1. rst empties it.
// Contract: tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_out (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  rid,
    // writes of tnw_rcv
    input  wire         m_wr_valid,
    output wire         m_wr_ready,
    input  wire         m_wr_first,
    input  wire         m_wr_last,
    input  wire [63:0]  m_wr_addr,
    input  wire [127:0] m_wr_data,
    // notifications of tnw_nget: writes of 16 bytes
    input  wire         note_valid,
    output wire         note_ready,
    input  wire [63:0]  note_addr,
    input  wire [127:0] note_data,
    input  wire [2:0]   note_link,
    output wire         note_sent,   // one cycle: the first beat of one is accepted on m_tlp
    output wire [2:0]   note_sent_link,
    // reads of tnw_nget
    input  wire         rd_valid,
    output wire         rd_ready,
    input  wire [63:0]  rd_addr,
    input  wire [7:0]   rd_dw,       // length in DW, 1 to 128
    input  wire [7:0]   rd_tag,
    output wire         rd_sent,     // one cycle: the last beat of this MRd is accepted on m_tlp
    output wire [7:0]   rd_sent_tag,
    // answers of tnw_pi_in
    input  wire         ans_dvalid,
    input  wire [3:0]   ans_at,
    input  wire [31:0]  ans_data,
    input  wire         ans_valid,
    input  wire [95:0]  ans_header,
    input  wire [4:0]   ans_dw,
    output wire         ans_gone,    // the last beat of an answer is accepted on m_tlp
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok
);

    // what stands in the row, and is in m_tlp
    localparam [1:0] PACKET = 2'd0, SINGLE = 2'd1, NOTE = 2'd2, ANSWER = 2'd3;  // SINGLE: one beat of m_wr
    localparam [1:0] W_WRITE = 2'd0, W_READ = 2'd1, W_ANSWER = 2'd2, W_NOTE = 2'd3;
    // in the row, when another write of tnw_rcv may come; behind it there is room for 8 answers and a notification of
    // each link: neither waits, so that none passes another (what note_sent tells has left the row in that cycle)
    localparam [5:0] ROW_WRITES = 6'd8;
    localparam [8:0] PAGE = 9'd256;      // 4 KiB in words of 16 bytes
    localparam [3:0] PACKET_WORDS = 4'd8;
    // TLPs of the row that pass a read which may begin: 8 wait here and 6 in tnw_nget_out, so it is one of the next 56
    localparam [3:0] READ_TURN = 4'd3;

    // ---- the row; one a cycle goes in, answers first since they cannot wait
    reg         mid_q;  // of a write on m_wr the first beat was accepted, the last not
    wire        beats_ready;
    wire [5:0]  row_level;
    wire        row_valid;
    wire        row_ready;
    wire [1:0]  kind;
    wire [59:0] at;
    wire [2:0]  link;   // of a notification
    wire        row_pop;
    wire        room = row_level < ROW_WRITES;
    wire        wr = m_wr_valid && m_wr_ready;
    wire        wr_first = wr && !mid_q;
    wire        note = note_valid && note_ready;

    assign note_ready = !ans_valid;
    assign m_wr_ready = beats_ready && (mid_q || (room && !ans_valid && !note_valid));

    always @(posedge clk) begin
        if (rst) mid_q <= 1'b0;
        else if (wr) mid_q <= !m_wr_last;
    end

    tn_fifo #(
        .DATA_W    (65),
        .DEPTH_LOG2(5)
    ) u_row (
        .clk    (clk),
        .rst    (rst),
        .s_valid(ans_valid || note || wr_first),
        .s_ready(row_ready),
        .s_data (ans_valid ? {ANSWER, 63'd0} : note ? {NOTE, note_addr[63:4], note_link}
            : {m_wr_last ? SINGLE : PACKET, m_wr_addr[63:4], 3'd0}),
        .m_valid(row_valid),
        .m_ready(row_pop),
        .m_data ({kind, at, link}),
        .level  (row_level)
    );

    // ---- what belongs to the row's entries
    wire         word_pop;
    wire         wr_valid, note_there, note_room;
    wire [127:0] wr_word, note_word, ans_word;
    wire [95:0]  ans_head;
    wire [4:0]   ans_n;
    wire [4:0]   wr_level;
    wire [3:0]   note_level;
    wire         is_write = kind == PACKET || kind == SINGLE;

    tn_fifo #(
        .DATA_W    (128),
        .DEPTH_LOG2(4)
    ) u_beats (
        .clk    (clk),
        .rst    (rst),
        .s_valid(wr),
        .s_ready(beats_ready),
        .s_data (m_wr_data),
        .m_valid(wr_valid),
        .m_ready(word_pop && is_write),
        .m_data (wr_word),
        .level  (wr_level)
    );

    tn_fifo #(
        .DATA_W    (128),
        .DEPTH_LOG2(3)
    ) u_notes (
        .clk    (clk),
        .rst    (rst),
        .s_valid(note),
        .s_ready(note_room),
        .s_data (note_data),
        .m_valid(note_there),
        .m_ready(word_pop && kind == NOTE),
        .m_data (note_word),
        .level  (note_level)
    );

    tnw_pi_answers u_answers (
        .clk       (clk),
        .rst       (rst),
        .ans_dvalid(ans_dvalid),
        .ans_at    (ans_at),
        .ans_data  (ans_data),
        .ans_valid (ans_valid),
        .ans_header(ans_header),
        .ans_dw    (ans_dw),
        .header    (ans_head),
        .dw        (ans_n),
        .word      (ans_word),
        .word_pop  (word_pop && kind == ANSWER),
        .pop       (row_pop && kind == ANSWER)
    );

    // ---- reads
    wire        read_valid;
    wire [63:0] read_addr;
    wire [7:0]  read_dw;
    wire [7:0]  read_tag;
    wire        read_pop;

    tnw_pi_reads u_reads (
        .clk     (clk),
        .rst     (rst),
        .rd_valid(rd_valid),
        .rd_ready(rd_ready),
        .rd_addr (rd_addr),
        .rd_dw   (rd_dw),
        .rd_tag  (rd_tag),
        .row     (row_level[4:0]),
        .row_pop (row_pop),
        .valid   (read_valid),
        .addr    (read_addr),
        .dw      (read_dw),
        .tag     (read_tag),
        .pop     (read_pop)
    );

    // ---- who begins: the row, but for a read that let READ_TURN of it pass
    wire       idle;
    wire       done;
    reg  [3:0] passed_q;
    wire       row_may = row_valid && (kind == ANSWER ? m_tlp_ok[2] : m_tlp_ok[0]);
    wire       read_may = read_valid && m_tlp_ok[1];
    wire       read = idle && read_may && (!row_may || passed_q == READ_TURN);
    wire       start = idle && (row_may || read_may);

    assign read_pop = read;  // one beat

    always @(posedge clk) begin
        if (rst || read) passed_q <= 4'd0;
        else if (start && read_may && passed_q != READ_TURN) passed_q <= passed_q + 4'd1;
    end

    // ---- a write that crosses 4 KiB is two TLPs
    reg         second_q;
    wire [8:0]  to_page = PAGE - {1'b0, at[7:0]};
    wire        crosses = kind == PACKET && to_page < {5'd0, PACKET_WORDS};
    wire [3:0]  words = kind != PACKET ? 4'd1 : !crosses ? PACKET_WORDS : second_q ? PACKET_WORDS - to_page[3:0] : to_page[3:0];
    wire [59:0] word_at = second_q ? {at[59:8] + 52'd1, 8'd0} : at;

    assign row_pop = done && !read && !(crosses && !second_q);

    always @(posedge clk) begin
        if (rst) second_q <= 1'b0;
        else if (done && !read) second_q <= crosses && !second_q;
    end

    // ---- the TLP
    wire [127:0] mem_header;
    wire         mem_hdr4;
    wire         m_first;
    wire [1:0]   m_what;
    wire [2:0]   m_link;

    tnw_pi_header u_header (
        .rid   (rid),
        .write (!read),
        .addr  (read ? read_addr : {word_at, 4'd0}),
        .length(read ? read_dw : {2'd0, words, 2'd0}),
        .tag   (read ? read_tag : 8'd0),
        .hdr4  (mem_hdr4),
        .header(mem_header)
    );

    wire answer = !read && kind == ANSWER;

    tnw_pi_frame u_frame (
        .clk        (clk),
        .rst        (rst),
        .idle       (idle),
        .start      (start),
        .what       (read ? {W_READ, 3'd0} : {answer ? W_ANSWER : kind == NOTE ? W_NOTE : W_WRITE, link}),
        .header     (answer ? {32'd0, ans_head} : mem_header),
        .hdr4       (!answer && mem_hdr4),
        .dw         (read ? 6'd0 : answer ? {1'b0, ans_n} : {words, 2'd0}),
        .word_valid (answer || (kind == NOTE ? note_there : wr_valid)),
        .word       (answer ? ans_word : kind == NOTE ? note_word : wr_word),
        .word_pop   (word_pop),
        .done       (done),
        .m_tlp_valid(m_tlp_valid),
        .m_tlp_ready(m_tlp_ready),
        .m_tlp_data (m_tlp_data),
        .m_tlp_keep (m_tlp_keep),
        .m_tlp_last (m_tlp_last),
        .m_first    (m_first),
        .m_what     ({m_what, m_link})
    );

    wire beat = m_tlp_valid && m_tlp_ready;
    assign rd_sent        = beat && m_tlp_last && m_what == W_READ;
    assign rd_sent_tag    = m_tlp_data[55:48];
    assign ans_gone       = beat && m_tlp_last && m_what == W_ANSWER;
    assign note_sent      = beat && m_first && m_what == W_NOTE;
    assign note_sent_link = m_link;

    wire unused = &{1'b0, row_ready, row_level[5], wr_level, note_level, note_room, m_wr_first, m_wr_addr[3:0], note_addr[3:0]};

endmodule

`default_nettype wire
