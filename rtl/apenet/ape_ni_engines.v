// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The DMA engines: each reads the payload of one packet; packets leave on the local port in the order of jobs, and answers between them.
//
// ENGINE_N (1 to 4). Jobs go to the engines in turn. A packet begins when its last beat has come: header four cycles
// later, then a word in each cycle with l_tx_ready. A read that fails: no packet, and the event of the descriptor tells;
// of a GET reply a refusal goes in its place, and the rest of that reply is dropped. An answer waits for no event. rst forgets all. Contract: ape_ni.md sections 4 and 7.5.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_engines #(
    parameter integer ENGINE_N = 4  // engines, 1 to 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  own,
    // jobs
    input  wire         job_valid,
    output wire         job_ready,
    input  wire [285:0] job,
    // reads of memory: the engine is ar_engine, and the beat's r_engine
    output wire         ar_valid,
    input  wire         ar_ready,
    output wire [1:0]   ar_engine,
    output wire [47:0]  ar_addr,
    output wire [7:0]   ar_len,
    input  wire         r_valid,
    input  wire [1:0]   r_engine,
    input  wire [127:0] r_data,
    input  wire         r_bad,
    input  wire         r_last,
    // the local port
    output wire         l_tx_valid,
    input  wire         l_tx_ready,
    output wire [127:0] l_tx_data,
    output wire         l_tx_head,
    output wire         l_tx_last,
    // events of descriptors, and of reads for replies
    output wire         evt_valid,
    input  wire         evt_ready,
    output wire [118:0] evt,
    // a read for a reply is over
    output wire         reply_read,
    // answers of messages received: a header each
    input  wire         ans_valid,
    output wire         ans_ready,
    input  wire [127:0] ans_header,
    // an answer that is wanted: the footer of its message has left, or the message has failed
    output wire         ask_sent,
    output wire         ask_void,
    output wire [6:0]   ask_name,
    // counts
    output wire         ev_packet,
    output wire [12:0]  ev_bytes,
    output wire         ev_answer
);

`include "ape_ni_defs.vh"
`include "ape_crc.vh"

    localparam integer LAST = ENGINE_N - 1;
    localparam [1:0]   TOP = LAST[1:0];
    localparam integer BOOK_N = 4;  // engines that have a number; those past the last never have a job
    localparam integer RAM_W = ENGINE_N == 1 ? 8 : ENGINE_N == 2 ? 9 : 10;

    reg  [JOB_W-1:0]    job_q [0:BOOK_N-1];
    reg  [BOOK_N-1:0]   busy_q;   // has a job
    reg  [BOOK_N-1:0]   ask_q;    // its read is not issued
    reg  [BOOK_N-1:0]   ready_q;  // all its beats have come
    reg  [BOOK_N-1:0]   failed_q; // one was not OKAY
    reg  [8*BOOK_N-1:0] beat_q;  // beats that have come
    reg  [1:0]          in_q;     // engine of the next job
    reg  [1:0]          ask_at_q; // of the next read
    reg  [1:0]          out_q;    // of the next packet

    // engine behind this one
    function [1:0] behind;
        input [1:0] e;
        behind = e == TOP ? 2'd0 : e + 2'd1;
    endfunction

    // ---- jobs in
    wire in_read = job[JOB_KIND_LSB+:2] == JOB_READ;
    wire take = job_valid && job_ready;

    assign job_ready = !busy_q[in_q];

    // ---- reads
    wire [JOB_W-1:0] asked = job_q[ask_at_q];
    wire [47:0]      a_src = asked[JOB_SRC_LSB+:48];
    wire [12:0]      a_end = {9'd0, a_src[3:0]} + asked[JOB_LEN_LSB+:13] - 13'd1;

    assign ar_valid  = ask_q[ask_at_q];
    assign ar_engine = ask_at_q;
    assign ar_addr   = {a_src[47:4], 4'd0};
    assign ar_len    = a_end[11:4];

    wire ar_go = ar_valid && ar_ready;
    wire ask_pass = busy_q[ask_at_q] && !ask_q[ask_at_q];  // nothing to read for this job

    // ---- packets out
    localparam [2:0] S_WAIT = 3'd0;  // for the engine's job to be ready
    localparam [2:0] S_FILL = 3'd1;  // its first beat is on its way
    localparam [2:0] S_HEAD = 3'd2;
    localparam [2:0] S_DATA = 3'd3;
    localparam [2:0] S_FOOT = 3'd4;
    localparam [2:0] S_DONE = 3'd5;  // the footer is offered
    localparam [2:0] S_TELL = 3'd6;  // the event

    reg  [2:0]   state_q;
    reg  [JOB_W-1:0] cur_q;
    reg          cur_failed_q;
    reg          dead_q;       // the rest of a reply is dropped
    reg          dsc_failed_q; // a packet before of the same descriptor has failed
    reg          valid_q;
    reg  [127:0] data_q;
    reg          head_q;
    reg          last_q;
    reg  [31:0]  crc_q;
    reg  [8:0]   left_q;       // words of payload not yet offered
    reg  [7:0]   at_q;         // beat to be read next
    reg  [127:0] prev_q;

    wire [JOB_W-1:0] out_job = job_q[out_q];
    wire         j_reply = out_job[JOB_REPLY_LSB];
    wire         swallow = j_reply && dead_q && !out_job[JOB_FIRST_LSB];
    wire         start = state_q == S_WAIT && busy_q[out_q] && ready_q[out_q];

    wire [127:0] ram_data;
    wire         step = !valid_q || l_tx_ready;
    wire         reading = state_q == S_FILL || ((state_q == S_HEAD || state_q == S_DATA) && step);

    wire [1:0]   c_kind = cur_q[JOB_KIND_LSB+:2];
    wire         c_reply = cur_q[JOB_REPLY_LSB];
    wire         refused = cur_q[JOB_ERR_LSB] || (c_reply && cur_failed_q);
    wire [12:0]  c_len = refused ? 13'd0 : cur_q[JOB_LEN_LSB+:13];
    wire [15:0]  c_dst = cur_q[JOB_DST_LSB+:16];
    wire [3:0]   c_off = c_kind == JOB_READ ? cur_q[JOB_SRC_LSB+:4] : 4'd0;

    wire [127:0] header = {18'd0, cur_q[JOB_ADDR_LSB+:48], 1'b0, c_len, cur_q[JOB_TYPE_LSB+:5], 2'd0, cur_q[JOB_PORT_LSB+:4],
                           c_dst[4:0], c_dst[9:5], c_dst[15:10], cur_q[JOB_PID_LSB+:16], 5'd0};
    wire [127:0] footer = {32'd0, cur_q[JOB_MSG_LSB+:32], cur_q[JOB_PKT_LSB+:16], refused, cur_q[JOB_LAST_LSB] || refused, own, cur_q[JOB_ASK_LSB], 29'd0};
    wire [31:0]  footer_crc = ape_crc_foot(crc_q, footer);
    wire [127:0] given = {cur_q[JOB_TAG_LSB+:32], cur_q[JOB_BYTES_LSB+:32], 16'd0, cur_q[JOB_SRC_LSB+:48]};
    wire [255:0] both = {ram_data, prev_q} >> {c_off, 3'd0};
    wire [3:0]   tail = c_len[3:0];
    wire [127:0] tail_mask = ~(~128'd0 << {tail, 3'd0});
    wire [127:0] word = c_kind == JOB_GIVEN ? given
                      : left_q == 9'd1 && tail != 4'd0 ? both[127:0] & tail_mask : both[127:0];

    wire         tells = cur_q[JOB_END_LSB] && !c_reply;
    wire         fails = cur_failed_q || dsc_failed_q;
    wire         is_event = c_kind == JOB_EVENT;
    wire         told = is_event || (c_reply && cur_failed_q) || (tells && (fails || cur_q[JOB_WANT_LSB]));
    wire         footed = state_q == S_DONE && l_tx_ready;
    wire         lost = start && !swallow && !j_reply && failed_q[out_q];  // its last packet does not leave
    wire         over = (state_q == S_TELL && (!told || evt_ready)) || (start && swallow);

    always @(posedge clk)
        if (rst) begin
            state_q      <= S_WAIT;
            valid_q      <= 1'b0;
            dead_q       <= 1'b0;
            dsc_failed_q <= 1'b0;
        end else begin
            if (l_tx_ready) valid_q <= 1'b0;
            if (ans_ready) valid_q <= 1'b1;
            case (state_q)
                S_WAIT:
                if (start && !swallow) begin
                    dead_q <= dead_q && !j_reply;
                    if (out_job[JOB_KIND_LSB+:2] == JOB_EVENT) state_q <= S_TELL;
                    else if (failed_q[out_q] && !j_reply) state_q <= S_TELL;
                    else state_q <= S_FILL;
                end
                S_FILL: state_q <= S_HEAD;
                S_HEAD:
                if (step) begin
                    valid_q <= 1'b1;
                    state_q <= c_len == 13'd0 ? S_FOOT : S_DATA;
                end
                S_DATA:
                if (step) begin
                    valid_q <= 1'b1;
                    if (left_q == 9'd1) state_q <= S_FOOT;
                end
                S_FOOT:
                if (step) begin
                    valid_q <= 1'b1;
                    state_q <= S_DONE;
                end
                S_DONE: if (l_tx_ready) state_q <= S_TELL;
                default:
                if (over) begin
                    state_q <= S_WAIT;
                    if (c_reply && cur_failed_q) dead_q <= 1'b1;
                    if (!c_reply && !is_event) dsc_failed_q <= fails && !cur_q[JOB_END_LSB];
                end
            endcase
        end

    always @(posedge clk) begin
        if (state_q == S_WAIT) begin
            cur_q        <= out_job;
            cur_failed_q <= failed_q[out_q];
        end
        if (step)
            case (state_q)
                S_HEAD: data_q <= header;
                S_DATA: data_q <= word;
                default: data_q <= {footer_crc, footer[95:0]};
            endcase
        if (step) begin
            head_q <= state_q == S_HEAD;
            last_q <= state_q == S_FOOT;
        end
        if (ans_ready) begin
            head_q <= 1'b1;
            last_q <= 1'b1;
            data_q <= ans_header;
        end
        if (state_q == S_FILL) left_q <= {c_len[12:4] + {8'd0, c_len[3:0] != 4'd0}};
        else if (state_q == S_DATA && step) left_q <= left_q - 9'd1;
        if (state_q == S_HEAD && step) crc_q <= ape_crc_head(header);
        else if (state_q == S_DATA && step) crc_q <= ape_crc_word(crc_q, word);
        if (state_q == S_WAIT) at_q <= 8'd0;
        else if (reading) at_q <= at_q + 8'd1;
        if (reading) prev_q <= ram_data;
    end

    // ---- the engines' books
    wire out_free = over;

    integer i;
    always @(posedge clk)
        if (rst) begin
            busy_q   <= {BOOK_N{1'b0}};
            ask_q    <= {BOOK_N{1'b0}};
            ready_q  <= {BOOK_N{1'b0}};
            in_q     <= 2'd0;
            ask_at_q <= 2'd0;
            out_q    <= 2'd0;
        end else begin
            if (take) begin
                busy_q[in_q]  <= 1'b1;
                ask_q[in_q]   <= in_read;
                ready_q[in_q] <= !in_read;
                in_q          <= behind(in_q);
            end
            if (ar_go) ask_q[ask_at_q] <= 1'b0;
            if (ar_go || (ask_pass && ask_at_q != in_q)) ask_at_q <= behind(ask_at_q);
            if (r_valid && r_last) ready_q[r_engine] <= 1'b1;
            if (out_free) begin
                busy_q[out_q] <= 1'b0;
                out_q         <= behind(out_q);
            end
        end

    always @(posedge clk) begin
        if (take) job_q[in_q] <= job;
        for (i = 0; i < BOOK_N; i = i + 1)
            if (take && in_q == i[1:0]) begin
                beat_q[8*i+:8] <= 8'd0;
                failed_q[i]    <= 1'b0;
            end else if (r_valid && r_engine == i[1:0]) begin
                beat_q[8*i+:8] <= beat_q[8*i+:8] + 8'd1;
                failed_q[i]    <= failed_q[i] || r_bad;
            end
    end

    wire [9:0] wr_at = {r_engine, beat_q[8*r_engine+:8]};
    wire [9:0] rd_at = {out_q, at_q};

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(256 * ENGINE_N),
        .ADDR_W (RAM_W)
    ) u_ram (
        .clk    (clk),
        .wr_en  (r_valid),
        .wr_addr(wr_at[RAM_W-1:0]),
        .wr_data(r_data),
        .rd_en  (reading),
        .rd_addr(rd_at[RAM_W-1:0]),
        .rd_data(ram_data)
    );

    wire unused = &{1'b0, wr_at, rd_at, asked, a_end, both[255:128]};

    // ---- events
    wire [7:0] cause = is_event ? cur_q[JOB_CAUSE_LSB+:8] : CAUSE_DMA;
    wire       bad = is_event || fails;

    assign l_tx_valid = valid_q;
    assign l_tx_data  = data_q;
    assign l_tx_head  = head_q;
    assign l_tx_last  = last_q;
    assign evt_valid  = state_q == S_TELL && told;
    assign evt        = {bad ? EV_ERROR : EV_SENT, bad ? cause : {3'd0, cur_q[JOB_TYPE_LSB+:5]}, cur_q[JOB_PID_LSB+:16],
                         c_reply ? c_dst : own, 7'd0, c_reply ? cur_q[JOB_MSG_LSB+:32] : cur_q[JOB_TAG_LSB+:32],
                         bad ? 32'd0 : cur_q[JOB_BYTES_LSB+:32]};
    assign reply_read = r_valid && r_last && job_q[r_engine][JOB_REPLY_LSB];
    assign ev_packet  = footed;
    assign ev_bytes   = footed ? c_len : 13'd0;

    // ---- answers leave between packets
    assign ans_ready = ans_valid && !valid_q && (state_q == S_WAIT || state_q == S_TELL);
    assign ev_answer = valid_q && l_tx_ready && head_q && last_q;
    assign ask_sent  = footed && cur_q[JOB_ASK_LSB] && !fails;
    assign ask_void  = (footed && cur_q[JOB_ASK_LSB] && fails) || (lost && out_job[JOB_ASK_LSB]);
    assign ask_name  = lost ? out_job[JOB_ANS_LSB+:7] : cur_q[JOB_ANS_LSB+:7];

endmodule

`default_nettype wire
