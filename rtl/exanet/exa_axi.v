// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet's zDMA: loads and stores to other nodes (AXI2EXA), and theirs to memory here (EXA2AXI).
//
// AXI_ID_W (1 to 16); REQ_LOG2 (1 to 6): log2 of the requests from other nodes that wait. A write's last beat in t: its
// packet's header in t+3; a request's last word in t: its address on m_axi in t+4, when nothing else is done. rst frees all and clears
// registers. Paper sections 3.1 and 7; contract: exa_axi.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi #(
    parameter integer AXI_ID_W = 4,  // bits of an AXI ID, 1 to 16
    parameter integer REQ_LOG2 = 4   // log2 of the requests that wait, 1 to 6
) (
`include "exa_ni_ports.vh"
    // the windows
    input  wire                s_win_awvalid,
    output wire                s_win_awready,
    input  wire [AXI_ID_W-1:0] s_win_awid,
    input  wire [34:0]         s_win_awaddr,
    input  wire [7:0]          s_win_awlen,
    input  wire [2:0]          s_win_awsize,
    input  wire [1:0]          s_win_awburst,
    input  wire                s_win_wvalid,
    output wire                s_win_wready,
    input  wire [127:0]        s_win_wdata,
    input  wire [15:0]         s_win_wstrb,
    input  wire                s_win_wlast,
    output wire                s_win_bvalid,
    input  wire                s_win_bready,
    output wire [AXI_ID_W-1:0] s_win_bid,
    output wire [1:0]          s_win_bresp,
    input  wire                s_win_arvalid,
    output wire                s_win_arready,
    input  wire [AXI_ID_W-1:0] s_win_arid,
    input  wire [34:0]         s_win_araddr,
    input  wire [7:0]          s_win_arlen,
    input  wire [2:0]          s_win_arsize,
    input  wire [1:0]          s_win_arburst,
    output wire                s_win_rvalid,
    input  wire                s_win_rready,
    output wire [AXI_ID_W-1:0] s_win_rid,
    output wire [127:0]        s_win_rdata,
    output wire [1:0]          s_win_rresp,
    output wire                s_win_rlast,
    // memory
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
    output wire                m_axi_arvalid,
    input  wire                m_axi_arready,
    output wire [2:0]          m_axi_arid,
    output wire [41:0]         m_axi_araddr,
    output wire [7:0]          m_axi_arlen,
    output wire [2:0]          m_axi_arsize,
    output wire [1:0]          m_axi_arburst,
    input  wire                m_axi_rvalid,
    output wire                m_axi_rready,
    input  wire [2:0]          m_axi_rid,
    input  wire [127:0]        m_axi_rdata,
    input  wire [1:0]          m_axi_rresp,
    input  wire                m_axi_rlast,
    // events
    output wire [15:0]         obs_rx
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h455a0001;
    localparam [7:0]  KERNEL = 8'h40;
    localparam [6:0]  AT_BANK = 7'd2;        // 32 bytes of the kernel's page
    localparam [6:0]  AT_BANK_LEVEL = 7'd4;
    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;
    localparam [3:0]  CODE_CRC = 4'd3;
    localparam [3:0]  CODE_DECODE = 4'd4;
    localparam [3:0]  CODE_PROT = 4'd7;
    localparam integer WIN_W = 1 + EXA_DST_W + EXA_PDID_W;

    generate
        if (REQ_LOG2 < 1 || REQ_LOG2 > 6) begin : g_req_log2
            tn_error_REQ_LOG2_must_be_1_to_6 u_error ();
        end
    endgenerate

`include "exa_ni_front.vh"

    // ---- windows, bases of banks: words of 16 bytes from the page's begin on
    reg  [8*WIN_W-1:0] win_q;    // valid, dst, pdid
    reg  [79:0]        zbase_q;
    wire [3:0]         whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};
    wire               wr_kernel = wr_addr[15:8] == KERNEL;
    wire               wr_conf = wr_kernel && wr_addr[7:3] == 5'd0;
    wire               wr_do = wr_valid && wr_conf;

    integer i;
    always @(posedge clk) begin
        if (rst) begin
            win_q   <= {8 * WIN_W{1'b0}};
            zbase_q <= 80'd0;
        end else if (wr_do)
            for (i = 0; i < 8; i = i + 1) begin
                if (wr_addr[2:0] == {1'b0, i[2:1]}) begin
                    if (whole[{i[0], 1'b0}])
                        win_q[WIN_W*i+EXA_PDID_W+:EXA_DST_W+1] <= {wr_data[64*i[0]+31], wr_data[64*i[0]+:EXA_DST_W]};
                    if (whole[{i[0], 1'b1}]) win_q[WIN_W*i+:EXA_PDID_W] <= wr_data[64*i[0]+32+:EXA_PDID_W];
                end
                if (wr_addr[2:0] == {2'b11, i[2]} && whole[i[1:0]]) zbase_q[10*i+:10] <= wr_data[32*i[1:0]+:10];
            end
    end

    // ---- what became of a packet
    wire [EXA_TYPE_W-1:0] h_type = w_head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [EXA_ADDR_W-1:0] h_addr = w_head[EXA_ADDR_LSB+:EXA_ADDR_W];
    wire [EXA_SIZE_W-1:0] h_size = w_head[EXA_SIZE_LSB+:EXA_SIZE_W];
    wire [EXA_PDID_W-1:0] h_pdid = w_head[EXA_PDID_LSB+:EXA_PDID_W];
    wire [EXA_TID_W-1:0]  f_tid = w_data[EXA_TID_LSB+:EXA_TID_W];
    wire [EXA_SEQ_W-1:0]  f_seq = w_data[EXA_SEQ_LSB+:EXA_SEQ_W];
    wire [EXA_DST_W-1:0]  f_src = w_data[EXA_SRC_LSB+:EXA_DST_W];

    wire         bank_hit;
    wire [2:0]   bank;
    wire [3:0]   bank_there;
    wire [127:0] bank_data;
    wire         bank_take;
    wire         bank_give;
    wire [2:0]   give_bank;
    wire         wr_banks = wr_kernel && wr_addr[7:1] == AT_BANK;

    exa_banks u_banks (
        .clk      (clk),
        .rst      (rst),
        .wr       (wr_valid && wr_banks),
        .wr_row   (wr_addr[0]),
        .which    (whole),
        .wr_data  (wr_data),
        .there    (bank_there),
        .rd_row   ({rd_addr[3], rd_addr[0]}),
        .rd_data  (bank_data),
        .pdid     (h_pdid),
        .hit      (bank_hit),
        .bank     (bank),
        .take     (bank_take),
        .give     (bank_give),
        .give_bank(give_bank)
    );

    wire        sound = w_ftr && w_ftr_ok;
    wire        is_write = h_type == EXA_ZWRITE;
    wire        is_read = h_type == EXA_ZREAD_REQ && h_size == 14'd0;
    wire        request = sound && (is_write || is_read);
    wire        rsp = sound && h_type == EXA_ZREAD_RSP;
    wire        ack = w_alone && h_type == EXA_ACK;
    wire        match;
    wire        full;
    wire [14:0] past = {9'd0, h_addr[5:0]} + {1'b0, h_size};
    wire        decode = h_addr[41:32] != EXA_TO_AXI || past > 15'd64;
    wire        room = request && !full;

    assign cause[6]  = w_ftr && !w_ftr_ok;
    assign cause[7]  = w_alone && h_type == EXA_FLOW_RATE;
    assign cause[8]  = sound && !request && !rsp;
    assign cause[9]  = 1'b0;
    assign cause[10] = (room || (rsp && match)) && !w_pld_ok;
    assign cause[11] = (rsp || ack) && !match;
    assign cause[12] = room && w_pld_ok && decode;
    assign cause[13] = room && w_pld_ok && !decode && !bank_hit;
    assign cause[14] = request && full;
    assign bank_take = room && w_pld_ok && !decode && bank_hit;
    assign cause[15] = bank_take || (match && (ack || w_pld_ok));

    // ---- the two sides, and their output
    wire [127:0] conf;
    wire [2:0]   level;
    wire [6:0]   waits;
    wire [1:0]   p_valid;
    wire         p_alone;
    wire [5:0]   p_words;
    wire [255:0] p_hdr;
    wire [255:0] p_ftr;
    wire [255:0] p_word;
    wire [1:0]   p_index;
    wire [1:0]   p_done;
    wire         sent_write;
    wire         sent_read;
    wire         refused;
    wire         timeout;
    wire         error;

    exa_axi_ask #(
        .AXI_ID_W(AXI_ID_W)
    ) u_ask (
        .clk          (clk),
        .rst          (rst),
        .own          (own),
        .win          (win_q),
        .z_timeout    (conf[31:0]),
        .s_win_awvalid(s_win_awvalid),
        .s_win_awready(s_win_awready),
        .s_win_awid   (s_win_awid),
        .s_win_awaddr (s_win_awaddr),
        .s_win_awlen  (s_win_awlen),
        .s_win_awsize (s_win_awsize),
        .s_win_awburst(s_win_awburst),
        .s_win_wvalid (s_win_wvalid),
        .s_win_wready (s_win_wready),
        .s_win_wdata  (s_win_wdata),
        .s_win_wstrb  (s_win_wstrb),
        .s_win_bvalid (s_win_bvalid),
        .s_win_bready (s_win_bready),
        .s_win_bid    (s_win_bid),
        .s_win_bresp  (s_win_bresp),
        .s_win_arvalid(s_win_arvalid),
        .s_win_arready(s_win_arready),
        .s_win_arid   (s_win_arid),
        .s_win_araddr (s_win_araddr),
        .s_win_arlen  (s_win_arlen),
        .s_win_arsize (s_win_arsize),
        .s_win_arburst(s_win_arburst),
        .s_win_rvalid (s_win_rvalid),
        .s_win_rready (s_win_rready),
        .s_win_rid    (s_win_rid),
        .s_win_rdata  (s_win_rdata),
        .s_win_rresp  (s_win_rresp),
        .s_win_rlast  (s_win_rlast),
        .a_put        (w_pld && w_index[3:2] == 2'd0),
        .a_index      (w_index[1:0]),
        .a_word       (w_data),
        .a_ack        (ack),
        .a_rsp        (rsp),
        .a_resp       (w_head[EXA_A_RESP_LSB+:EXA_A_RESP_W]),
        .a_tid        (ack ? w_head[EXA_A_TID_LSB+:EXA_TID_W] : f_tid),
        .a_seq        (ack ? {1'b0, w_head[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W], w_head[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W]} : f_seq),
        .a_src        (f_src),
        .a_addr       (h_addr),
        .a_line       (h_size == 14'd64),
        .a_pld_ok     (w_pld_ok),
        .a_match      (match),
        .p_valid      (p_valid[0]),
        .p_words      (p_words[2:0]),
        .p_hdr        (p_hdr[127:0]),
        .p_ftr        (p_ftr[127:0]),
        .p_word       (p_word[127:0]),
        .p_index      (p_index),
        .p_done       (p_done[0]),
        .level        (level),
        .sent_write   (sent_write),
        .sent_read    (sent_read),
        .refused      (refused),
        .timeout      (timeout),
        .error        (error)
    );

    exa_axi_serve #(
        .REQ_LOG2(REQ_LOG2)
    ) u_serve (
        .clk          (clk),
        .rst          (rst),
        .own          (own),
        .w_put        (w_pld && w_index[3:2] == 2'd0),
        .w_index      (w_index[1:0]),
        .w_word       (w_data),
        .q_put        (room),
        .q_read       (is_read),
        .q_code       (!w_pld_ok ? CODE_CRC : decode ? CODE_DECODE : !bank_hit ? CODE_PROT : 4'd0),
        .q_bank       (bank),
        .q_addr       ({zbase_q[10*bank+:10], h_addr[31:0]}),
        .q_size       (h_size[6:0]),
        .q_pdid       (h_pdid),
        .q_src        (f_src),
        .q_tid        (f_tid),
        .q_seq        (f_seq),
        .full         (full),
        .level        (waits),
        .over         (bank_give),
        .over_bank    (give_bank),
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
        .m_axi_arvalid(m_axi_arvalid),
        .m_axi_arready(m_axi_arready),
        .m_axi_arid   (m_axi_arid),
        .m_axi_araddr (m_axi_araddr),
        .m_axi_arlen  (m_axi_arlen),
        .m_axi_arsize (m_axi_arsize),
        .m_axi_arburst(m_axi_arburst),
        .m_axi_rvalid (m_axi_rvalid),
        .m_axi_rready (m_axi_rready),
        .m_axi_rid    (m_axi_rid),
        .m_axi_rdata  (m_axi_rdata),
        .m_axi_rresp  (m_axi_rresp),
        .m_axi_rlast  (m_axi_rlast),
        .p_valid      (p_valid[1]),
        .p_alone      (p_alone),
        .p_words      (p_words[5:3]),
        .p_hdr        (p_hdr[255:128]),
        .p_ftr        (p_ftr[255:128]),
        .p_word       (p_word[255:128]),
        .p_index      (p_index),
        .p_done       (p_done[1])
    );

    exa_axi_out u_out (
        .clk        (clk),
        .rst        (rst),
        .p_valid    (p_valid),
        .p_alone    ({p_alone, 1'b0}),
        .p_words    (p_words),
        .p_hdr      (p_hdr),
        .p_ftr      (p_ftr),
        .p_word     (p_word),
        .p_index    (p_index),
        .p_done     (p_done),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_pld_valid(m_exa_pld_valid),
        .m_pld_ready(m_exa_pld_ready),
        .m_ftr_valid(m_exa_ftr_valid),
        .m_ftr_ready(m_exa_ftr_ready),
        .m_data     (m_exa_data)
    );

    // ---- registers
    wire [127:0] regs_data;
    wire [3:0]   regs_ok;
    wire [3:0]   regs_rd_ok;

    exa_ni_regs #(
        .ID       (ID),
        .CONF_EN  (4'b0011),
        .CONF_MASK({96'd0, 32'hffffffff}),
        .CONF_RST ({96'd0, 32'd65536}),
        .EXTRA_N  (6)
    ) u_regs (
        .clk     (clk),
        .rst     (rst),
        .params  ({24'd0, REQ_LOG2[7:0]}),
        .own     (own),
        .conf_in ({64'd0, 9'd0, waits, 13'd0, level, 32'd0}),
        .conf    (conf),
        .event_in({10'd0, error, timeout, refused, p_done[1], sent_read, sent_write, cause, rx_cause, 1'b0}),
        .wr_en   (wr_valid && wr_kernel),
        .wr_at   (wr_addr[7:0]),
        .wr_strb (wr_strb),
        .wr_data (wr_data),
        .wr_ok   (regs_ok),
        .rd_at   (rd_addr[7:0]),
        .rd_data (regs_data),
        .rd_ok   (regs_rd_ok)
    );

    wire [3:0] wr_touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};
    wire [3:0] wr_ok = wr_banks ? whole & bank_there : wr_conf ? whole : regs_ok;
    always @* begin
        if (!wr_kernel) wr_resp = DECERR;
        else wr_resp = wr_touched != 4'd0 && (wr_touched & wr_ok) == 4'd0 ? SLVERR : OKAY;
    end

    wire [3:0] rd_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    wire [7:0] rd_at = rd_addr[7:0];
    reg  [3:0] rd_ok;
    integer    r;
    always @* begin
        rd_data = regs_data;
        // the word of cause 0 is not there
        rd_ok   = rd_at == 8'h44 ? regs_rd_ok & 4'he : regs_rd_ok;
        if (rd_at[7:3] == 5'd0) begin
            rd_data = 128'd0;
            rd_ok   = 4'hf;
            for (r = 0; r < 4; r = r + 1)
                if (rd_at[2:1] == 2'd3) rd_data[32*r+:10] = zbase_q[10*{rd_at[0], r[1:0]}+:10];
                else if (r[0]) rd_data[32*r+:EXA_PDID_W] = win_q[WIN_W*{rd_at[1:0], r[1]}+:EXA_PDID_W];
                else begin
                    rd_data[32*r+31]         = win_q[WIN_W*{rd_at[1:0], r[1]}+WIN_W-1];
                    rd_data[32*r+:EXA_DST_W] = win_q[WIN_W*{rd_at[1:0], r[1]}+EXA_PDID_W+:EXA_DST_W];
                end
        end
        if (rd_at[7:1] == AT_BANK || rd_at[7:1] == AT_BANK_LEVEL) begin
            rd_data = bank_data;
            rd_ok   = 4'hf;
        end
        if (rd_addr[15:8] != KERNEL) begin
            rd_data = 128'd0;
            rd_resp = DECERR;
        end else rd_resp = (rd_touched & rd_ok) == 4'd0 ? SLVERR : OKAY;
    end

    wire unused = &{1'b0, ending, next_data, rd_soon, w_hdr, rd_valid, s_win_wlast, conf[127:32], w_head};

endmodule

`default_nettype wire
