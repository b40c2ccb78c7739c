// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// From descriptors to jobs: a packet each, cut where the destination's page ends; a bad descriptor makes the job of its event.
//
// A descriptor's first job stands a cycle behind it (a GET waits for its tag, the last of a message that wants an answer for its place
// among those awaited). The message under way is kept here: a descriptor that is refused ends it, and another's begins at packet 0.
// rst and clear (TX_SIZE was written): there is none. Contract: ape_ni.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_cut (
    input  wire         clk,
    input  wire         rst,
    input  wire         clear,
    // descriptors
    input  wire         dsc_valid,
    output wire         dsc_ready,
    input  wire [351:0] dsc,
    input  wire         dsc_failed,
    // a tag for a GET, or an answer awaited: the question holds until tag_done; tag_dup comes with it, and the answer's name
    output wire         tag_ask,
    output wire         ans_ask,
    input  wire [6:0]   ans_name,
    output wire [31:0]  tag,
    output wire [15:0]  tag_dst,
    output wire [15:0]  tag_pid,
    output wire [31:0]  tag_msg,
    output wire [47:0]  tag_addr,
    output wire [31:0]  tag_bytes,
    input  wire         tag_done,
    input  wire         tag_dup,
    // jobs
    output reg          job_valid_q,
    input  wire         job_ready,
    output wire [285:0] job
);

`include "ape_ni_defs.vh"

    // the rest of the descriptor behind its first packet
    reg         second_q;
    reg  [6:0]  ans_q;
    // the message under way: msg, pid, destination; number of its next packet
    reg         under_q;
    reg         ended_q;
    reg  [63:0] key_q;
    reg  [15:0] pkt_q;

    wire [47:0] src = dsc[DSC_SRC_LSB+:48];
    wire [12:0] len = dsc[DSC_LEN_LSB+:13];
    wire [4:0]  kind = dsc[DSC_TYPE_LSB+:5];
    wire [47:0] addr = dsc[DSC_ADDR_LSB+:48];
    wire [31:0] bytes = dsc[DSC_BYTES_LSB+:32];
    wire        is_get = kind == TYPE_GET;
    wire        is_data = kind == TYPE_PUT || kind == TYPE_SEND;
    wire [12:0] src_end = {1'b0, src[11:0]} + len;
    wire        fits = len != 13'd0 && len <= PAGE_B && src_end <= PAGE_B;
    wire        bad = !(is_get && bytes != 32'd0) && !(is_data && fits);

    wire [12:0] page_left = PAGE_B - {1'b0, addr[11:0]};
    wire        two = is_data && len > page_left;
    wire [12:0] len_1 = two ? page_left : len;
    wire        last = dsc[DSC_LAST_LSB];
    wire        wants = is_data && last && dsc[DSC_ANSWER_LSB];
    wire [63:0] key = {dsc[DSC_MSG_LSB+:32], dsc[DSC_PID_LSB+:16], dsc[DSC_DST_LSB+:16]};
    wire        goes_on = under_q && key_q == key;
    wire        ended = !is_get && goes_on && ended_q;
    wire        event_only = dsc_failed || bad || ended || ((is_get || wants) && !second_q && tag_dup);
    wire        ends = event_only || is_get || second_q || !two;
    wire [12:0] len_n = is_get ? 13'd16 : second_q ? len - page_left : len_1;
    wire [47:0] skip = second_q ? {35'd0, page_left} : 48'd0;
    wire [7:0]  cause = dsc_failed ? CAUSE_DMA : bad || ended ? CAUSE_DESC : CAUSE_TAG;
    wire        good = dsc_valid && !dsc_failed && !bad && !ended && !job_valid_q;

    assign tag_ask   = good && is_get;
    assign ans_ask   = good && wants && !second_q;
    assign tag       = dsc[DSC_TAG_LSB+:32];
    assign tag_dst   = dsc[DSC_DST_LSB+:16];
    assign tag_pid   = dsc[DSC_PID_LSB+:16];
    assign tag_msg   = dsc[DSC_MSG_LSB+:32];
    assign tag_addr  = dsc[DSC_REPLY_LSB+:48];
    assign tag_bytes = bytes;

    wire        go = dsc_valid && !job_valid_q && (!(tag_ask || ans_ask) || tag_done);
    wire [15:0] pkt = goes_on ? pkt_q : 16'd0;

    assign dsc_ready = go && ends;

    always @(posedge clk)
        if (rst) begin
            job_valid_q <= 1'b0;
            second_q    <= 1'b0;
            under_q     <= 1'b0;
            pkt_q       <= 16'd0;
        end else begin
            if (job_ready) job_valid_q <= 1'b0;
            if (go) begin
                job_valid_q <= 1'b1;
                second_q    <= !ends;
                if (!dsc_failed && !is_get) begin
                    under_q <= !(last && ends);
                    pkt_q   <= pkt + 16'd1;
                end
            end
            if (clear) under_q <= 1'b0;
        end

    always @(posedge clk)
        if (go) begin
            if (dsc_failed || !is_get) ended_q <= event_only;
            if (!dsc_failed && !is_get) key_q <= key;
            if (ans_ask) ans_q <= ans_name;
        end

    reg [JOB_W-1:0] job_q;

    assign job = job_q;

    always @(posedge clk)
        if (go) begin
            job_q[JOB_KIND_LSB+:2]   <= event_only ? JOB_EVENT : is_get ? JOB_GIVEN : JOB_READ;
            job_q[JOB_REPLY_LSB]     <= 1'b0;
            job_q[JOB_FIRST_LSB]     <= 1'b0;
            job_q[JOB_END_LSB]       <= ends;
            job_q[JOB_WANT_LSB]      <= dsc[DSC_WANT_LSB];
            job_q[JOB_LAST_LSB]      <= is_get || (last && ends);
            job_q[JOB_ERR_LSB]       <= 1'b0;
            job_q[JOB_CAUSE_LSB+:8]  <= cause;
            job_q[JOB_SRC_LSB+:48]   <= is_get ? dsc[DSC_REPLY_LSB+:48] : src + skip;
            job_q[JOB_LEN_LSB+:13]   <= len_n;
            job_q[JOB_PORT_LSB+:4]   <= dsc[DSC_PORT_LSB+:4];
            job_q[JOB_TYPE_LSB+:5]   <= kind;
            job_q[JOB_DST_LSB+:16]   <= dsc[DSC_DST_LSB+:16];
            job_q[JOB_PID_LSB+:16]   <= dsc_failed ? 16'd0 : dsc[DSC_PID_LSB+:16];
            job_q[JOB_ADDR_LSB+:48]  <= addr + skip;
            job_q[JOB_MSG_LSB+:32]   <= dsc[DSC_MSG_LSB+:32];
            job_q[JOB_PKT_LSB+:16]   <= is_get ? 16'd0 : pkt;
            job_q[JOB_TAG_LSB+:32]   <= dsc_failed ? 32'd0 : tag;
            job_q[JOB_BYTES_LSB+:32] <= is_get ? bytes : {19'd0, len};
            job_q[JOB_ASK_LSB]       <= wants && ends && !event_only;
            job_q[JOB_ANS_LSB+:7]    <= second_q ? ans_q : ans_name;
        end

    wire unused = &{1'b0, dsc};

endmodule

`default_nettype wire
