// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The sending half of the network interface: descriptors, GET replies, DMA engines, and their reads of memory.
//
// ENGINE_N, GET_LOG2: as of ape_ni. rst forgets all. Contract: ape_ni.md sections 4 and 7.5.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_out #(
    parameter integer ENGINE_N = 4,  // DMA engines, 1 to 4
    parameter integer GET_LOG2 = 4   // log2 of the GETs that wait, 1 to 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  own,
    // the transmit ring
    input  wire         tx_clear,
    input  wire [47:0]  tx_base,
    input  wire [3:0]   tx_size,
    input  wire [11:0]  tx_write,
    output wire [11:0]  tx_read,
    // a tag for a GET, or an answer that is awaited
    output wire         tag_ask,
    output wire         ans_ask,
    output wire [31:0]  tag,
    output wire [15:0]  tag_dst,
    output wire [15:0]  tag_pid,
    output wire [31:0]  tag_msg,
    output wire [47:0]  tag_addr,
    output wire [31:0]  tag_bytes,
    input  wire         tag_done,
    input  wire         tag_dup,
    input  wire [6:0]   ans_name,
    output wire         ask_sent,
    output wire         ask_void,
    output wire [6:0]   ask_name,
    // answers of messages received
    input  wire         ans_valid,
    output wire         ans_ready,
    input  wire [127:0] ans_header,
    // GETs of others, pages for their replies
    input  wire         req_valid,
    input  wire [191:0] req,
    output wire         p_ask,
    output wire         p_first,
    output wire [15:0]  p_pid,
    output wire [47:0]  p_addr,
    output wire [31:0]  p_bytes,
    input  wire         p_done,
    input  wire         p_ok,
    input  wire [47:0]  p_paddr,
    output wire         reply_read,
    // the local port
    output wire         l_tx_valid,
    input  wire         l_tx_ready,
    output wire [127:0] l_tx_data,
    output wire         l_tx_head,
    output wire         l_tx_last,
    // events
    output wire         t_valid,
    input  wire         t_ready,
    output wire [118:0] t_evt,
    // AXI master: reads
    output wire         m_axi_arvalid,
    input  wire         m_axi_arready,
    output wire [2:0]   m_axi_arid,
    output wire [47:0]  m_axi_araddr,
    output wire [7:0]   m_axi_arlen,
    output wire [2:0]   m_axi_arsize,
    output wire [1:0]   m_axi_arburst,
    input  wire         m_axi_rvalid,
    output wire         m_axi_rready,
    input  wire [2:0]   m_axi_rid,
    input  wire [127:0] m_axi_rdata,
    input  wire [1:0]   m_axi_rresp,
    input  wire         m_axi_rlast,
    // counts
    output wire         ev_dsc,
    output wire         ev_tx,
    output wire [12:0]  tx_bytes,
    output wire         ev_answer,
    output wire         ev_refused,
    output wire         ev_get_dropped,
    output wire         ev_failed
);

    localparam [2:0] ID_DSC = 3'd0;
    localparam [2:0] SIZE_16 = 3'd4;
    localparam [1:0] INCR = 2'd1;
    localparam [1:0] OKAY = 2'd0;

    // ---- transmission: descriptors
    wire         f_ar_valid, f_ar_ready;
    wire [47:0]  f_ar_addr;
    wire [7:0]   f_ar_len;
    wire         r_bad = m_axi_rresp != OKAY;
    wire         r_dsc = m_axi_rvalid && m_axi_rid == ID_DSC;
    wire         r_eng = m_axi_rvalid && m_axi_rid != ID_DSC;
    wire [2:0]   r_which = m_axi_rid - 3'd1;
    wire         dsc_valid, dsc_ready, dsc_failed;
    wire [351:0] dsc;

    ape_ni_fetch u_fetch (
        .clk       (clk),
        .rst       (rst),
        .clear     (tx_clear),
        .base      (tx_base),
        .size      (tx_size),
        .write     (tx_write),
        .read_q    (tx_read),
        .ar_valid_q(f_ar_valid),
        .ar_ready  (f_ar_ready),
        .ar_addr_q (f_ar_addr),
        .ar_len_q  (f_ar_len),
        .r_valid   (r_dsc),
        .r_data    (m_axi_rdata),
        .r_bad     (r_bad),
        .r_last    (m_axi_rlast),
        .dsc_valid (dsc_valid),
        .dsc_ready (dsc_ready),
        .dsc       (dsc),
        .dsc_failed(dsc_failed)
    );

    // ---- jobs: of descriptors, of GETs from elsewhere
    wire         c_valid, c_ready, g_valid, g_ready, job_valid, job_ready;
    wire [285:0] c_job, g_job, job;

    ape_ni_cut u_cut (
        .clk        (clk),
        .rst        (rst),
        .clear      (tx_clear),
        .dsc_valid  (dsc_valid),
        .dsc_ready  (dsc_ready),
        .dsc        (dsc),
        .dsc_failed (dsc_failed),
        .tag_ask    (tag_ask),
        .ans_ask    (ans_ask),
        .ans_name   (ans_name),
        .tag        (tag),
        .tag_dst    (tag_dst),
        .tag_pid    (tag_pid),
        .tag_msg    (tag_msg),
        .tag_addr   (tag_addr),
        .tag_bytes  (tag_bytes),
        .tag_done   (tag_done),
        .tag_dup    (tag_dup),
        .job_valid_q(c_valid),
        .job_ready  (c_ready),
        .job        (c_job)
    );

    wire         req_room, refuse_room;

    ape_ni_get #(
        .GET_LOG2(GET_LOG2)
    ) u_get (
        .clk        (clk),
        .rst        (rst),
        .req_valid  (req_valid),
        .req_room   (req_room),
        .refuse_room(refuse_room),
        .req        (req),
        .refused    (ev_refused),
        .dropped    (ev_get_dropped),
        .p_ask_q    (p_ask),
        .p_first_q  (p_first),
        .p_pid      (p_pid),
        .p_addr     (p_addr),
        .p_bytes    (p_bytes),
        .p_done     (p_done),
        .p_ok       (p_ok),
        .p_paddr    (p_paddr),
        .job_valid_q(g_valid),
        .job_ready  (g_ready),
        .job        (g_job)
    );

    // in turn when both have one
    reg  turn_q;
    wire g_first = g_valid && (turn_q || !c_valid);

    assign job_valid = c_valid || g_valid;
    assign job       = g_first ? g_job : c_job;
    assign g_ready   = job_ready && g_first;
    assign c_ready   = job_ready && !g_first;

    always @(posedge clk)
        if (rst) turn_q <= 1'b0;
        else if (job_valid && job_ready) turn_q <= !g_first;

    // ---- engines
    wire         e_ar_valid, e_ar_ready;
    wire [1:0]   e_ar_engine;
    wire [47:0]  e_ar_addr;
    wire [7:0]   e_ar_len;

    ape_ni_engines #(
        .ENGINE_N(ENGINE_N)
    ) u_engines (
        .clk       (clk),
        .rst       (rst),
        .own       (own),
        .job_valid (job_valid),
        .job_ready (job_ready),
        .job       (job),
        .ar_valid  (e_ar_valid),
        .ar_ready  (e_ar_ready),
        .ar_engine (e_ar_engine),
        .ar_addr   (e_ar_addr),
        .ar_len    (e_ar_len),
        .r_valid   (r_eng),
        .r_engine  (r_which[1:0]),
        .r_data    (m_axi_rdata),
        .r_bad     (r_bad),
        .r_last    (m_axi_rlast),
        .l_tx_valid(l_tx_valid),
        .l_tx_ready(l_tx_ready),
        .l_tx_data (l_tx_data),
        .l_tx_head (l_tx_head),
        .l_tx_last (l_tx_last),
        .evt_valid (t_valid),
        .evt_ready (t_ready),
        .evt       (t_evt),
        .reply_read(reply_read),
        .ans_valid (ans_valid),
        .ans_ready (ans_ready),
        .ans_header(ans_header),
        .ask_sent  (ask_sent),
        .ask_void  (ask_void),
        .ask_name  (ask_name),
        .ev_packet (ev_tx),
        .ev_bytes  (tx_bytes),
        .ev_answer (ev_answer)
    );

    // ---- reads of memory: a register in front of AR, descriptors first
    reg          ar_valid_q;
    reg  [2:0]   ar_id_q;
    reg  [47:0]  ar_addr_q;
    reg  [7:0]   ar_len_q;
    wire         ar_can = !ar_valid_q || m_axi_arready;

    assign f_ar_ready = ar_can;
    assign e_ar_ready = ar_can && !f_ar_valid;

    always @(posedge clk)
        if (rst) ar_valid_q <= 1'b0;
        else if (ar_can) ar_valid_q <= f_ar_valid || e_ar_valid;

    always @(posedge clk)
        if (ar_can) begin
            ar_id_q   <= f_ar_valid ? ID_DSC : {1'b0, e_ar_engine} + 3'd1;
            ar_addr_q <= f_ar_valid ? f_ar_addr : e_ar_addr;
            ar_len_q  <= f_ar_valid ? f_ar_len : e_ar_len;
        end

    assign m_axi_arvalid = ar_valid_q;
    assign m_axi_arid    = ar_id_q;
    assign m_axi_araddr  = ar_addr_q;
    assign m_axi_arlen   = ar_len_q;
    assign m_axi_arsize  = SIZE_16;
    assign m_axi_arburst = INCR;
    assign m_axi_rready  = !rst;
    assign ev_dsc        = dsc_valid && dsc_ready;

    // a burst's bad beats count once, with its last
    reg  r_bad_q;

    assign ev_failed = m_axi_rvalid && m_axi_rlast && (r_bad || r_bad_q);

    always @(posedge clk)
        if (rst || (m_axi_rvalid && m_axi_rlast)) r_bad_q <= 1'b0;
        else if (m_axi_rvalid && r_bad) r_bad_q <= 1'b1;

    wire unused = &{1'b0, req_room, refuse_room, r_which[2]};

endmodule

`default_nettype wire
