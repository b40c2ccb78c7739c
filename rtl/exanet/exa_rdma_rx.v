// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet RDMA receiver: writes packets to memory, keeps an account of each transaction, answers.
//
// AXI_ID_W (1 to 16); HOLD 1: a packet is judged before it is written (0, cut-through, is not
// built); WAY_LOG2 (0 to 4): log2 of the ways of each of the 16 sets of contexts; DUP_N (4 to 1024)
// entries of the table of duplicates for messages. A footer accepted in t: its packet's address
// stands on the bus in t+10 when nothing else is being done; its answer follows B by 12 cycles.
// rst empties all, clears counters; the input opens 17 cycles later.
// Paper section 6.1; contract: exa_rdma_rx.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_rx #(
    parameter integer AXI_ID_W = 4,   // bits of an AXI ID of the slave port
    parameter integer HOLD     = 1,   // a packet is judged before it is written
    parameter integer WAY_LOG2 = 4,   // log2 of the ways of a set, 0 to 4
    parameter integer DUP_N    = 64   // entries of the table of duplicates, 4 to 1024
) (
`include "exa_ni_ports.vh"
    // writes to memory
    output wire                m_axi_awvalid,
    input  wire                m_axi_awready,
    output wire [2:0]          m_axi_awid,
    output wire [41:0]         m_axi_awaddr,
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
    // events
    output wire [31:0]         obs_rx
);

    localparam [31:0] ID = 32'h45430001;
    localparam [7:0]  DEBUG_TOP = 8'h03;  // pages
    localparam [7:0]  KERNEL = 8'h40;
    localparam [6:0]  AT_BANK = 7'd0;     // 32 bytes of the kernel's page; BANK_LEVEL behind them
    localparam [7:0]  AT_BYTES = 8'h4b;   // 16 bytes of it, whose word 2 is BYTES
    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;
    localparam [1:0]  DATA = 2'd0;        // kind of packet

    generate
        if (HOLD != 1) begin : g_hold
            tn_error_HOLD_must_be_1 u_error ();
        end
        if (WAY_LOG2 < 0 || WAY_LOG2 > 4) begin : g_way_log2
            tn_error_WAY_LOG2_must_be_0_to_4 u_error ();
        end
        if (DUP_N < 4 || DUP_N > 1024) begin : g_dup_n
            tn_error_DUP_N_must_be_4_to_1024 u_error ();
        end
    endgenerate

    // ---- AXI to words
    wire         wr_valid;
    wire [15:0]  wr_addr;
    wire [15:0]  wr_strb;
    wire [127:0] wr_data;
    reg  [1:0]   wr_resp;
    wire         rd_valid;
    wire         rd_ready;
    wire [15:0]  rd_addr;
    wire [15:0]  rd_soon;
    wire [15:0]  rd_strb;
    reg  [127:0] rd_data;
    reg  [1:0]   rd_resp;

    tn_axi_slave #(
        .AXI_ID_W(AXI_ID_W),
        .ADDR_W  (20)
    ) u_axi (
        .clk          (clk),
        .rst          (rst),
        .s_axi_awvalid(s_axi_awvalid),
        .s_axi_awready(s_axi_awready),
        .s_axi_awid   (s_axi_awid),
        .s_axi_awaddr (s_axi_awaddr),
        .s_axi_awlen  (s_axi_awlen),
        .s_axi_awsize (s_axi_awsize),
        .s_axi_awburst(s_axi_awburst),
        .s_axi_wvalid (s_axi_wvalid),
        .s_axi_wready (s_axi_wready),
        .s_axi_wdata  (s_axi_wdata),
        .s_axi_wstrb  (s_axi_wstrb),
        .s_axi_wlast  (s_axi_wlast),
        .s_axi_bvalid (s_axi_bvalid),
        .s_axi_bready (s_axi_bready),
        .s_axi_bid    (s_axi_bid),
        .s_axi_bresp  (s_axi_bresp),
        .s_axi_arvalid(s_axi_arvalid),
        .s_axi_arready(s_axi_arready),
        .s_axi_arid   (s_axi_arid),
        .s_axi_araddr (s_axi_araddr),
        .s_axi_arlen  (s_axi_arlen),
        .s_axi_arsize (s_axi_arsize),
        .s_axi_arburst(s_axi_arburst),
        .s_axi_rvalid (s_axi_rvalid),
        .s_axi_rready (s_axi_rready),
        .s_axi_rid    (s_axi_rid),
        .s_axi_rdata  (s_axi_rdata),
        .s_axi_rresp  (s_axi_rresp),
        .s_axi_rlast  (s_axi_rlast),
        .wr_valid     (wr_valid),
        .wr_ready     (1'b1),
        .wr_addr      (wr_addr),
        .wr_strb      (wr_strb),
        .wr_data      (wr_data),
        .wr_resp      (wr_resp),
        .rd_valid     (rd_valid),
        .rd_ready     (rd_ready),
        .rd_addr      (rd_addr),
        .rd_soon      (rd_soon),
        .rd_strb      (rd_strb),
        .rd_data      (rd_data),
        .rd_resp      (rd_resp)
    );

    // ---- banks
    wire [15:0]  p_pdid;
    wire         bank_hit;
    wire [2:0]   bank;
    wire         bank_take;
    wire [3:0]   bank_there;
    wire [127:0] bank_data;

    wire         wr_kernel = wr_addr[15:8] == KERNEL;
    wire         wr_banks = wr_kernel && wr_addr[7:1] == AT_BANK;
    wire [3:0]   whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};

    exa_banks u_banks (
        .clk      (clk),
        .rst      (rst),
        .wr       (wr_valid && wr_banks),
        .wr_row   (wr_addr[0]),
        .which    (whole),
        .wr_data  (wr_data),
        .there    (bank_there),
        .rd_row   (rd_addr[1:0]),
        .rd_data  (bank_data),
        .pdid     (p_pdid),
        .hit      (bank_hit),
        .bank     (bank),
        .take     (bank_take),
        .give     (m_axi_bvalid && m_axi_bready),
        .give_bank(m_axi_bid)
    );

    // ---- reception
    wire         open;
    wire [8:1]   in_cause;
    wire         p_valid;
    wire [1:0]   p_kind;
    wire [41:0]  p_addr;
    wire [8:0]   p_size;
    wire [21:0]  p_src;
    wire [13:0]  p_tid;
    wire [13:0]  p_seq;
    wire         p_first;
    wire         p_last;
    wire         p_notify;
    wire         p_pld_ok;
    wire         p_decode;
    wire [63:0]  p_place;
    wire [127:0] p_note;
    wire         p_done;
    wire         p_write;
    wire [2:0]   p_bank;
    wire         w_valid;
    wire         w_write;
    wire [1:0]   w_kind;
    wire [15:0]  w_pdid;
    wire [41:0]  w_addr;
    wire [8:0]   w_size;
    wire [21:0]  w_src;
    wire [13:0]  w_tid;
    wire [13:0]  w_seq;
    wire [2:0]   w_bank;
    wire         w_rd;
    wire [3:0]   w_index;
    wire [127:0] w_word;
    wire         w_done;

    exa_rdma_in u_in (
        .clk        (clk),
        .rst        (rst),
        .open       (open),
        .s_hdr_valid(s_exa_hdr_valid),
        .s_hdr_ready(s_exa_hdr_ready),
        .s_pld_valid(s_exa_pld_valid),
        .s_pld_ready(s_exa_pld_ready),
        .s_ftr_valid(s_exa_ftr_valid),
        .s_ftr_ready(s_exa_ftr_ready),
        .s_data     (s_exa_data),
        .cause      (in_cause),
        .p_valid    (p_valid),
        .p_kind     (p_kind),
        .p_pdid     (p_pdid),
        .p_addr     (p_addr),
        .p_size     (p_size),
        .p_src      (p_src),
        .p_tid      (p_tid),
        .p_seq      (p_seq),
        .p_first    (p_first),
        .p_last     (p_last),
        .p_notify   (p_notify),
        .p_pld_ok   (p_pld_ok),
        .p_decode   (p_decode),
        .p_place    (p_place),
        .p_note     (p_note),
        .p_done     (p_done),
        .p_write    (p_write),
        .p_bank     (p_bank),
        .w_valid    (w_valid),
        .w_write    (w_write),
        .w_kind     (w_kind),
        .w_pdid     (w_pdid),
        .w_addr     (w_addr),
        .w_size     (w_size),
        .w_src      (w_src),
        .w_tid      (w_tid),
        .w_seq      (w_seq),
        .w_bank     (w_bank),
        .w_rd       (w_rd),
        .w_index    (w_index),
        .w_word     (w_word),
        .w_done     (w_done)
    );

    // ---- memory
    wire         b_valid;
    wire [1:0]   b_resp;
    wire [1:0]   b_kind;
    wire [15:0]  b_pdid;
    wire [5:0]   b_bit;
    wire [21:0]  b_src;
    wire [13:0]  b_tid;
    wire [13:0]  b_seq;
    wire         b_done;

    exa_rdma_write u_write (
        .clk          (clk),
        .rst          (rst),
        .w_valid      (w_valid),
        .w_write      (w_write),
        .w_kind       (w_kind),
        .w_pdid       (w_pdid),
        .w_addr       (w_addr),
        .w_size       (w_size),
        .w_src        (w_src),
        .w_tid        (w_tid),
        .w_seq        (w_seq),
        .w_bank       (w_bank),
        .w_rd         (w_rd),
        .w_index      (w_index),
        .w_word       (w_word),
        .w_done       (w_done),
        .m_axi_awvalid(m_axi_awvalid),
        .m_axi_awready(m_axi_awready),
        .m_axi_awid   (m_axi_awid),
        .m_axi_awaddr (m_axi_awaddr),
        .m_axi_awlen  (m_axi_awlen),
        .m_axi_awsize (m_axi_awsize),
        .m_axi_awburst(m_axi_awburst),
        .m_axi_wvalid (m_axi_wvalid),
        .m_axi_wready (m_axi_wready),
        .m_axi_wdata  (m_axi_wdata),
        .m_axi_wstrb  (m_axi_wstrb),
        .m_axi_wlast  (m_axi_wlast),
        .m_axi_bvalid (m_axi_bvalid),
        .m_axi_bready (m_axi_bready),
        .m_axi_bid    (m_axi_bid),
        .m_axi_bresp  (m_axi_bresp),
        .b_valid      (b_valid),
        .b_resp       (b_resp),
        .b_kind       (b_kind),
        .b_pdid       (b_pdid),
        .b_bit        (b_bit),
        .b_src        (b_src),
        .b_tid        (b_tid),
        .b_seq        (b_seq),
        .b_done       (b_done)
    );

    // ---- contexts
    wire [127:0] conf;
    wire         q_room;
    wire         q_room2;
    wire         q_valid;
    wire         q_notice;
    wire [3:0]   q_resp;
    wire [15:0]  q_pdid;
    wire [21:0]  q_dst;
    wire [13:0]  q_tid;
    wire [12:0]  q_seq;
    wire [41:0]  q_addr;
    wire [127:0] q_note;
    wire         dbg_at = rd_addr[15:8] <= DEBUG_TOP;
    wire         dbg_ready;
    wire [127:0] dbg_data;
    wire [8:0]   active_n;
    wire [8:0]   done_n;
    wire [19:10] ctx_cause;
    wire [7:0]   ctx_event;

    assign rd_ready = !dbg_at || dbg_ready;

    exa_rdma_ctx #(
        .WAY_LOG2(WAY_LOG2),
        .DUP_N   (DUP_N)
    ) u_ctx (
        .clk        (clk),
        .rst        (rst),
        .open       (open),
        .ctx_timeout(conf[31:0]),
        .done_hold  (conf[63:32]),
        .dup_cyc    (conf[127:96]),
        .bank_hit   (bank_hit),
        .bank       (bank),
        .bank_take  (bank_take),
        .p_valid    (p_valid),
        .p_kind     (p_kind),
        .p_pdid     (p_pdid),
        .p_addr     (p_addr),
        .p_src      (p_src),
        .p_tid      (p_tid),
        .p_seq      (p_seq),
        .p_first    (p_first),
        .p_last     (p_last),
        .p_notify   (p_notify),
        .p_pld_ok   (p_pld_ok),
        .p_decode   (p_decode),
        .p_place    (p_place),
        .p_note     (p_note),
        .p_done     (p_done),
        .p_write    (p_write),
        .p_bank     (p_bank),
        .b_valid    (b_valid),
        .b_resp     (b_resp),
        .b_kind     (b_kind),
        .b_pdid     (b_pdid),
        .b_bit      (b_bit),
        .b_src      (b_src),
        .b_tid      (b_tid),
        .b_seq      (b_seq),
        .b_done     (b_done),
        .q_room     (q_room),
        .q_room2    (q_room2),
        .q_valid    (q_valid),
        .q_notice   (q_notice),
        .q_resp     (q_resp),
        .q_pdid     (q_pdid),
        .q_dst      (q_dst),
        .q_tid      (q_tid),
        .q_seq      (q_seq),
        .q_addr     (q_addr),
        .q_note     (q_note),
        .dbg_valid  (rd_valid && dbg_at),
        .dbg_at     (rd_addr[9:0]),
        .dbg_ready  (dbg_ready),
        .dbg_data   (dbg_data),
        .active_n   (active_n),
        .done_n     (done_n),
        .cause      (ctx_cause),
        .event_out  (ctx_event)
    );

    // ---- answers
    wire         sent_answer;
    wire         sent_nack;
    wire         sent_notice;

    exa_rdma_out u_out (
        .clk        (clk),
        .rst        (rst),
        .own        (own),
        .q_valid    (q_valid),
        .q_notice   (q_notice),
        .q_resp     (q_resp),
        .q_pdid     (q_pdid),
        .q_dst      (q_dst),
        .q_tid      (q_tid),
        .q_seq      (q_seq),
        .q_addr     (q_addr),
        .q_note     (q_note),
        .room       (q_room),
        .room2      (q_room2),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_pld_valid(m_exa_pld_valid),
        .m_pld_ready(m_exa_pld_ready),
        .m_ftr_valid(m_exa_ftr_valid),
        .m_ftr_ready(m_exa_ftr_ready),
        .m_data     (m_exa_data),
        .sent_answer(sent_answer),
        .sent_nack  (sent_nack),
        .sent_notice(sent_notice)
    );

    // ---- registers; BYTES counts by more than one
    wire [127:0] regs_data;
    wire [3:0]   regs_rd_ok;
    wire [3:0]   regs_wr_ok;
    wire [31:0]  params = {DUP_N[15:0], 5'd0, WAY_LOG2[2:0], 7'd0, HOLD[0]};
    wire [31:0]  level = {7'd0, done_n, 7'd0, active_n};
    reg  [31:0]  bytes_q;

    assign obs_rx = {12'd0, ctx_cause, 1'b0, in_cause, 1'b0};

    always @(posedge clk) begin
        if (rst) bytes_q <= 32'd0;
        else if (p_done && p_write && p_kind == DATA) bytes_q <= bytes_q + {23'd0, p_size};
    end

    exa_ni_regs #(
        .ID       (ID),
        .CONF_EN  (4'b1111),
        .CONF_MASK({32'hffffffff, 32'd0, 32'hffffffff, 32'hffffffff}),
        .CONF_RST ({32'd65536, 32'd0, 32'd0, 32'h00100000}),
        .EXTRA_N  (14)
    ) u_regs (
        .clk     (clk),
        .rst     (rst),
        .params  (params),
        .own     (own),
        .conf_in ({32'd0, level, 64'd0}),
        .conf    (conf),
        .event_in({2'd0, ctx_event[7], ctx_event[6], ctx_event[5], ctx_event[4], ctx_event[3], ctx_event[2],
                   ctx_event[1], ctx_event[0], sent_notice, sent_nack, ctx_cause, 1'b0, in_cause, sent_answer}),
        .wr_en   (wr_valid && wr_kernel),
        .wr_at   (wr_addr[7:0]),
        .wr_strb (wr_strb),
        .wr_data (wr_data),
        .wr_ok   (regs_wr_ok),
        .rd_at   (rd_addr[7:0]),
        .rd_data (regs_data),
        .rd_ok   (regs_rd_ok)
    );

    wire         rd_kernel = rd_addr[15:8] == KERNEL;
    wire         rd_banks = rd_addr[7:2] == AT_BANK[6:1];
    wire [3:0]   rd_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    wire [3:0]   touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};

    always @* begin
        rd_data = 128'd0;
        rd_resp = DECERR;
        if (dbg_at) begin
            rd_data = dbg_data;
            rd_resp = OKAY;
        end else if (rd_kernel && rd_banks) begin
            rd_data = bank_data;
            rd_resp = OKAY;
        end else if (rd_kernel) begin
            rd_data = regs_data;
            rd_resp = (rd_touched & regs_rd_ok) != 4'd0 ? OKAY : SLVERR;
            if (rd_addr[7:0] == AT_BYTES) begin
                rd_data[95:64] = bytes_q;
                if (rd_touched[2]) rd_resp = OKAY;
            end
        end
    end

    always @* begin
        wr_resp = OKAY;
        if (!wr_kernel && wr_addr[15:8] > DEBUG_TOP) wr_resp = DECERR;
        else if (touched != 4'd0 && (touched & (wr_banks ? whole & bank_there : wr_kernel ? regs_wr_ok : 4'd0)) == 4'd0) wr_resp = SLVERR;
    end

    wire unused = &{1'b0, rd_soon, conf[95:64]};

endmodule

`default_nettype wire
