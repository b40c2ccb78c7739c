// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// APEnet's network interface: descriptors to packets, packets to memory, events for the host.
//
// AXI_ID_W (1 to 16); ENGINE_N (1 to 4) DMA engines; PKT_LOG2 (0 to 2): log2 of the packet buffers of a VC; BUF_LOG2,
// TLB_LOG2, MSG_LOG2 (1 to 6), GET_LOG2, ACK_LOG2 (1 to 4): log2 of the tables; CUT (0 or 1). rst forgets
// all. Paper sections 3 and 4; contract: ape_ni.md.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni #(
    parameter integer AXI_ID_W = 4,  // bits of an AXI ID, 1 to 16
    parameter integer ENGINE_N = 4,  // DMA engines, 1 to 4
    parameter integer PKT_LOG2 = 2,  // log2 of the packet buffers of a VC, 0 to 2
    parameter integer BUF_LOG2 = 6,  // log2 of the registered buffers, 1 to 6
    parameter integer TLB_LOG2 = 6,  // log2 of the TLB's entries, 1 to 6
    parameter integer MSG_LOG2 = 6,  // log2 of the message table's entries, 1 to 6
    parameter integer GET_LOG2 = 4,  // log2 of the GETs open and waiting, 1 to 4
    parameter integer ACK_LOG2 = 4,  // log2 of the answers awaited and waiting, 1 to 4
    parameter integer CUT      = 0   // 0 or 1: data do not wait for the footer's verdict
) (
    input  wire                clk,
    input  wire                rst,
    // this node, and its router's and links' registers
    input  wire [15:0]         own,
    output wire                n_reg_wr,
    output wire                n_reg_rd,
    output wire [11:0]         n_reg_addr,
    output wire [31:0]         n_reg_wdata,
    input  wire [31:0]         n_reg_rdata,
    // interrupts
    output wire                irq_event,
    output wire                irq_miss,
    // the local port
    output wire                l_tx_valid,
    input  wire                l_tx_ready,
    output wire [127:0]        l_tx_data,
    output wire                l_tx_head,
    output wire                l_tx_last,
    input  wire                l_rx_valid,
    input  wire [127:0]        l_rx_data,
    input  wire                l_rx_vc,
    input  wire                l_rx_head,
    input  wire                l_rx_last,
    output wire [1:0]          l_rx_room,
    // AXI slave: registers
    input  wire                s_axi_awvalid,
    output wire                s_axi_awready,
    input  wire [AXI_ID_W-1:0] s_axi_awid,
    input  wire [19:0]         s_axi_awaddr,
    input  wire [7:0]          s_axi_awlen,
    input  wire [2:0]          s_axi_awsize,
    input  wire [1:0]          s_axi_awburst,
    input  wire                s_axi_wvalid,
    output wire                s_axi_wready,
    input  wire [127:0]        s_axi_wdata,
    input  wire [15:0]         s_axi_wstrb,
    input  wire                s_axi_wlast,
    output wire                s_axi_bvalid,
    input  wire                s_axi_bready,
    output wire [AXI_ID_W-1:0] s_axi_bid,
    output wire [1:0]          s_axi_bresp,
    input  wire                s_axi_arvalid,
    output wire                s_axi_arready,
    input  wire [AXI_ID_W-1:0] s_axi_arid,
    input  wire [19:0]         s_axi_araddr,
    input  wire [7:0]          s_axi_arlen,
    input  wire [2:0]          s_axi_arsize,
    input  wire [1:0]          s_axi_arburst,
    output wire                s_axi_rvalid,
    input  wire                s_axi_rready,
    output wire [AXI_ID_W-1:0] s_axi_rid,
    output wire [127:0]        s_axi_rdata,
    output wire [1:0]          s_axi_rresp,
    output wire                s_axi_rlast,
    // AXI master: memory of the host
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [2:0]          m_axi_awid,
    output wire [47:0]         m_axi_awaddr,
    output wire [7:0]          m_axi_awlen,
    output wire [2:0]          m_axi_awsize,
    output wire [1:0]          m_axi_awburst,
    output wire                m_axi_wvalid,
    input  wire                m_axi_wready,
    output wire [127:0]        m_axi_wdata,
    output wire [15:0]         m_axi_wstrb,
    output wire                m_axi_wlast,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready,
    input  wire [2:0]          m_axi_bid,
    input  wire [1:0]          m_axi_bresp,
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    output wire [2:0]          m_axi_arid,
    output wire [47:0]         m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire [2:0]          m_axi_arsize,
    output wire [1:0]          m_axi_arburst,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    input  wire [2:0]          m_axi_rid,
    input  wire [127:0]        m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast
);

    generate
        if (AXI_ID_W < 1 || AXI_ID_W > 16) begin : g_id_w
            tn_error_AXI_ID_W_must_be_1_to_16 u_error ();
        end
        if (ENGINE_N < 1 || ENGINE_N > 4) begin : g_engine_n
            tn_error_ENGINE_N_must_be_1_to_4 u_error ();
        end
        if (PKT_LOG2 < 0 || PKT_LOG2 > 2) begin : g_pkt_log2
            tn_error_PKT_LOG2_must_be_0_to_2 u_error ();
        end
        if (BUF_LOG2 < 1 || BUF_LOG2 > 6) begin : g_buf_log2
            tn_error_BUF_LOG2_must_be_1_to_6 u_error ();
        end
        if (TLB_LOG2 < 1 || TLB_LOG2 > 6) begin : g_tlb_log2
            tn_error_TLB_LOG2_must_be_1_to_6 u_error ();
        end
        if (MSG_LOG2 < 1 || MSG_LOG2 > 6) begin : g_msg_log2
            tn_error_MSG_LOG2_must_be_1_to_6 u_error ();
        end
        if (GET_LOG2 < 1 || GET_LOG2 > 4) begin : g_get_log2
            tn_error_GET_LOG2_must_be_1_to_4 u_error ();
        end
        if (ACK_LOG2 < 1 || ACK_LOG2 > 4) begin : g_ack_log2
            tn_error_ACK_LOG2_must_be_1_to_4 u_error ();
        end
        if (CUT < 0 || CUT > 1) begin : g_cut
            tn_error_CUT_must_be_0_or_1 u_error ();
        end
    endgenerate

    localparam [2:0] ID_DATA = 3'd5;
    localparam [2:0] SIZE_16 = 3'd4;
    localparam [1:0] INCR = 2'd1;
    localparam [1:0] OKAY = 2'd0;

    // ---- registers
    wire [47:0]  tx_base, evq_base, cmd_vaddr, cmd_paddr;
    wire [3:0]   tx_size, evq_size;
    wire [11:0]  tx_write, tx_read, evq_read, evq_write;
    wire         tx_clear, evq_clear, evq_read_written, cmd_go, cmd_done;
    wire [2:0]   cmd_op;
    wire [3:0]   cmd_flags;
    wire [15:0]  cmd_pid;
    wire [31:0]  cmd_length, msg_timeout, get_timeout, miss_timeout, evq_wait, ack_timeout;
    wire [7:0]   cmd_code, answer_slot;
    wire [5:0]   cmd_idx;
    wire         miss_valid, answer, answer_fault;
    wire [59:0]  miss;
    wire [35:0]  answer_page;
    wire [14:0]  ev_count;
    wire [12:0]  tx_bytes;
    wire         ev_lost;

    ape_ni_regs #(
        .AXI_ID_W(AXI_ID_W)
    ) u_regs (
        .clk(clk), .rst(rst),
        .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr),
        .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast),
        .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready),
        .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr),
        .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize),
        .s_axi_arburst(s_axi_arburst), .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
        .s_axi_rlast     (s_axi_rlast),
        .n_reg_wr        (n_reg_wr),
        .n_reg_rd        (n_reg_rd),
        .n_reg_addr      (n_reg_addr),
        .n_reg_wdata     (n_reg_wdata),
        .n_reg_rdata     (n_reg_rdata),
        .tx_base_q       (tx_base),
        .tx_size_q       (tx_size),
        .tx_clear        (tx_clear),
        .tx_write_q      (tx_write),
        .tx_read         (tx_read),
        .evq_base_q      (evq_base),
        .evq_size_q      (evq_size),
        .evq_clear       (evq_clear),
        .evq_read_q      (evq_read),
        .evq_read_written(evq_read_written),
        .evq_write       (evq_write),
        .cmd_go_q        (cmd_go),
        .cmd_op_q        (cmd_op),
        .cmd_pid_q       (cmd_pid),
        .cmd_flags_q     (cmd_flags),
        .cmd_vaddr_q     (cmd_vaddr),
        .cmd_length_q    (cmd_length),
        .cmd_paddr_q     (cmd_paddr),
        .cmd_done        (cmd_done),
        .cmd_code        (cmd_code),
        .cmd_idx         (cmd_idx),
        .msg_timeout_q   (msg_timeout),
        .get_timeout_q   (get_timeout),
        .miss_timeout_q  (miss_timeout),
        .evq_wait_q      (evq_wait),
        .ack_timeout_q   (ack_timeout),
        .miss_valid      (miss_valid),
        .miss            (miss),
        .answer          (answer),
        .answer_fault    (answer_fault),
        .answer_slot     (answer_slot),
        .answer_page_q   (answer_page),
        .ev_count        (ev_count),
        .ev_tx_bytes     (tx_bytes),
        .ev_lost         (ev_lost)
    );

    assign irq_event = evq_write != evq_read;
    assign irq_miss  = miss_valid;

    // ---- transmission
    wire         tag_ask, ans_ask, ask_sent, ask_void, tag_done, tag_dup, req_valid, p_ask, p_first, p_done, p_ok, reply_read, t_valid, t_ready;
    wire [31:0]  tag, tag_msg, tag_bytes, p_bytes;
    wire [6:0]   ans_name, ask_name;
    wire         ans_valid, ans_ready, ans_put;
    wire [127:0] ans_header;
    wire [71:0]  ans_entry;
    wire [15:0]  tag_dst, tag_pid, p_pid;
    wire [191:0] req;
    wire [47:0]  p_addr, p_paddr, tag_addr;
    wire [118:0] t_evt;
    wire         ev_dsc, ev_tx, ev_refused, ev_get_dropped, ev_failed, ev_answer, ev_unanswered;

    ape_ni_out #(
        .ENGINE_N(ENGINE_N),
        .GET_LOG2(GET_LOG2)
    ) u_out (
        .clk(clk), .rst(rst),
        .own           (own),
        .tx_clear      (tx_clear),
        .tx_base       (tx_base),
        .tx_size       (tx_size),
        .tx_write      (tx_write),
        .tx_read       (tx_read),
        .tag_ask       (tag_ask),
        .ans_ask       (ans_ask),
        .tag           (tag),
        .tag_dst       (tag_dst),
        .tag_pid       (tag_pid),
        .tag_msg       (tag_msg),
        .tag_addr      (tag_addr),
        .tag_bytes     (tag_bytes),
        .tag_done      (tag_done),
        .tag_dup       (tag_dup),
        .ans_name      (ans_name),
        .ask_sent      (ask_sent),
        .ask_void      (ask_void),
        .ask_name      (ask_name),
        .ans_valid     (ans_valid),
        .ans_ready     (ans_ready),
        .ans_header    (ans_header),
        .req_valid     (req_valid),
        .req           (req),
        .p_ask         (p_ask),
        .p_first       (p_first),
        .p_pid         (p_pid),
        .p_addr        (p_addr),
        .p_bytes       (p_bytes),
        .p_done        (p_done),
        .p_ok          (p_ok),
        .p_paddr       (p_paddr),
        .reply_read    (reply_read),
        .l_tx_valid    (l_tx_valid),
        .l_tx_ready    (l_tx_ready),
        .l_tx_data     (l_tx_data),
        .l_tx_head     (l_tx_head),
        .l_tx_last     (l_tx_last),
        .t_valid       (t_valid),
        .t_ready       (t_ready),
        .t_evt         (t_evt),
        .m_axi_arvalid (m_axi_arvalid),
        .m_axi_arready (m_axi_arready),
        .m_axi_arid    (m_axi_arid),
        .m_axi_araddr  (m_axi_araddr),
        .m_axi_arlen   (m_axi_arlen),
        .m_axi_arsize  (m_axi_arsize),
        .m_axi_arburst (m_axi_arburst),
        .m_axi_rvalid  (m_axi_rvalid),
        .m_axi_rready  (m_axi_rready),
        .m_axi_rid     (m_axi_rid),
        .m_axi_rdata   (m_axi_rdata),
        .m_axi_rresp   (m_axi_rresp),
        .m_axi_rlast   (m_axi_rlast),
        .ev_dsc        (ev_dsc),
        .ev_tx         (ev_tx),
        .tx_bytes      (tx_bytes),
        .ev_answer     (ev_answer),
        .ev_refused    (ev_refused),
        .ev_get_dropped(ev_get_dropped),
        .ev_failed     (ev_failed)
    );

    ape_ni_answers #(
        .ACK_LOG2(ACK_LOG2)
    ) u_answers (
        .clk(clk), .rst(rst),
        .own    (own),
        .put    (ans_put),
        .answer (ans_entry),
        .valid  (ans_valid),
        .ready  (ans_ready),
        .header (ans_header),
        .dropped(ev_unanswered)
    );

    // ---- reception
    wire         w_valid, w_ready, b_rd, b_free, d_valid, d_room;
    wire [63:0]  w_cmd;
    wire [10:0]  b_rd_addr;
    wire [127:0] b_rd_data;
    wire [2:0]   b_free_buf;
    wire [129:0] d_entry;
    wire         ev_packet, ev_bad, ev_crc, ev_dropped, ev_late, ev_hit, ev_miss;
    wire         b_data = m_axi_bvalid && m_axi_bid == ID_DATA;
    wire         b_event = m_axi_bvalid && m_axi_bid != ID_DATA;
    wire         b_bad = m_axi_bresp != OKAY;

    ape_ni_in #(
        .PKT_LOG2(PKT_LOG2),
        .BUF_LOG2(BUF_LOG2),
        .TLB_LOG2(TLB_LOG2),
        .MSG_LOG2(MSG_LOG2),
        .GET_LOG2(GET_LOG2),
        .ACK_LOG2(ACK_LOG2),
        .CUT     (CUT)
    ) u_in (
        .clk(clk), .rst(rst),
        .own          (own),
        .l_rx_valid   (l_rx_valid),
        .l_rx_data    (l_rx_data),
        .l_rx_vc      (l_rx_vc),
        .l_rx_head    (l_rx_head),
        .l_rx_last    (l_rx_last),
        .l_rx_room    (l_rx_room),
        .msg_timeout  (msg_timeout),
        .get_timeout  (get_timeout),
        .miss_timeout (miss_timeout),
        .ack_timeout  (ack_timeout),
        .get_tag_ask  (tag_ask),
        .get_ans_ask  (ans_ask),
        .get_tag      (tag),
        .get_tag_dst  (tag_dst),
        .get_tag_pid  (tag_pid),
        .get_tag_msg  (tag_msg),
        .get_tag_addr (tag_addr),
        .get_tag_bytes(tag_bytes),
        .get_tag_done (tag_done),
        .get_tag_dup  (tag_dup),
        .get_ans_name (ans_name),
        .ask_sent     (ask_sent),
        .ask_void     (ask_void),
        .ask_name     (ask_name),
        .get_valid    (req_valid),
        .get_req      (req),
        .p_ask        (p_ask),
        .p_first      (p_first),
        .p_pid        (p_pid),
        .p_addr       (p_addr),
        .p_bytes      (p_bytes),
        .p_done       (p_done),
        .p_ok         (p_ok),
        .p_paddr      (p_paddr),
        .reply_read   (reply_read),
        .cmd_go       (cmd_go),
        .cmd_op       (cmd_op),
        .cmd_pid      (cmd_pid),
        .cmd_flags    (cmd_flags),
        .cmd_vaddr    (cmd_vaddr),
        .cmd_length   (cmd_length),
        .cmd_paddr    (cmd_paddr),
        .cmd_done     (cmd_done),
        .cmd_code     (cmd_code),
        .cmd_idx      (cmd_idx),
        .miss_valid   (miss_valid),
        .miss         (miss),
        .answer       (answer),
        .answer_fault (answer_fault),
        .answer_slot  (answer_slot),
        .answer_page  (answer_page),
        .w_valid      (w_valid),
        .w_ready      (w_ready),
        .w_cmd        (w_cmd),
        .w_done       (b_data),
        .b_rd         (b_rd),
        .b_rd_addr    (b_rd_addr),
        .b_rd_data    (b_rd_data),
        .b_free       (b_free),
        .b_free_buf   (b_free_buf),
        .d_valid      (d_valid),
        .d_room       (d_room),
        .d_entry      (d_entry),
        .ev_packet    (ev_packet),
        .ev_bad       (ev_bad),
        .ev_crc       (ev_crc),
        .ev_dropped   (ev_dropped),
        .ev_late      (ev_late),
        .ev_hit       (ev_hit),
        .ev_miss      (ev_miss)
    );

    // ---- events and writes
    wire         e_valid, e_ready;
    wire [47:0]  e_addr;
    wire [127:0] e_data;

    ape_ni_events #(
        .MSG_LOG2(MSG_LOG2)
    ) u_events (
        .clk(clk), .rst(rst),
        .clear       (evq_clear),
        .base        (evq_base),
        .size        (evq_size),
        .read        (evq_read),
        .read_written(evq_read_written),
        .wait_cyc    (evq_wait),
        .write_q     (evq_write),
        .d_valid     (d_valid),
        .d_room      (d_room),
        .d_entry     (d_entry),
        .b_valid     (b_data),
        .b_bad       (b_bad),
        .a_put       (ans_put),
        .a_entry     (ans_entry),
        .t_valid     (t_valid),
        .t_ready     (t_ready),
        .t_evt       (t_evt),
        .wr_valid_q  (e_valid),
        .wr_ready    (e_ready),
        .wr_addr_q   (e_addr),
        .wr_data_q   (e_data),
        .wr_done     (b_event),
        .ev_lost     (ev_lost)
    );

    ape_ni_write u_write (
        .clk(clk), .rst(rst),
        .w_valid      (w_valid),
        .w_ready      (w_ready),
        .w_cmd        (w_cmd),
        .e_valid      (e_valid),
        .e_ready      (e_ready),
        .e_addr       (e_addr),
        .e_data       (e_data),
        .b_rd         (b_rd),
        .b_rd_addr    (b_rd_addr),
        .b_rd_data    (b_rd_data),
        .b_free       (b_free),
        .b_free_buf   (b_free_buf),
        .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready),
        .m_axi_awid   (m_axi_awid),
        .m_axi_awaddr (m_axi_awaddr),
        .m_axi_awlen  (m_axi_awlen),
        .m_axi_wvalid (m_axi_wvalid),
        .m_axi_wready (m_axi_wready),
        .m_axi_wdata  (m_axi_wdata),
        .m_axi_wstrb  (m_axi_wstrb),
        .m_axi_wlast  (m_axi_wlast)
    );

    assign m_axi_awsize  = SIZE_16;
    assign m_axi_awburst = INCR;
    assign m_axi_bready  = !rst;

    // the counter takes one a cycle: a write that fails beside a read waits a cycle
    reg  owed_q;
    wire b_fails = m_axi_bvalid && b_bad;

    always @(posedge clk)
        if (rst) owed_q <= 1'b0;
        else owed_q <= (ev_failed && b_fails) || (owed_q && (ev_failed || b_fails));

    assign ev_count = {ev_unanswered, ev_answer, ev_failed || b_fails || owed_q, ev_miss, ev_hit, ev_lost, ev_get_dropped, ev_refused, ev_late, ev_dropped,
                       ev_crc, ev_bad, ev_packet, ev_tx, ev_dsc};

endmodule

`default_nettype wire
