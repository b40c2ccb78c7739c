// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet RT mailbox: responses and read requests for the firmware, read over AXI4.
//
// AXI_ID_W (1 to 16); queues of 2**RSP_LOG2 (2 to 12) responses and 2**READ_LOG2 (1 to 8)
// read requests; DUP_N (4 to 1024) entries of the table of duplicates. A footer
// accepted in t has its effect at the end of t+2. rst empties all, clears counters.
// Paper section 6.2; contract: exa_rt_mailbox.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_rt_mailbox #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID
    parameter integer RSP_LOG2  = 10,  // log2 of the responses held, 2 to 12
    parameter integer READ_LOG2 = 6,   // log2 of the read requests held, 1 to 8
    parameter integer DUP_N     = 64   // entries of the table of duplicates, 4 to 1024
) (
`include "exa_ni_ports.vh"
    output wire [15:0]         obs_rx
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h45520001;
    localparam [7:0]  RESPONSE = 8'h00;  // pages
    localparam [7:0]  READ = 8'h01;
    localparam [7:0]  KERNEL = 8'h40;
    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;

    generate
        if (RSP_LOG2 < 2 || RSP_LOG2 > 12) begin : g_rsp_log2
            tn_error_RSP_LOG2_must_be_2_to_12 u_error ();
        end
        if (READ_LOG2 < 1 || READ_LOG2 > 8) begin : g_read_log2
            tn_error_READ_LOG2_must_be_1_to_8 u_error ();
        end
        if (DUP_N < 4 || DUP_N > 1024) begin : g_dup_n
            tn_error_DUP_N_must_be_4_to_1024 u_error ();
        end
    endgenerate

`include "exa_ni_front.vh"

    // ---- judgement
    wire [13:0]  tid = w_alone ? w_head[EXA_A_TID_LSB+:EXA_TID_W] : w_data[EXA_TID_LSB+:EXA_TID_W];
    wire         is_msg = tid[EXA_TID_MSG_BIT];
    wire [4:0]   kind = w_head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire         response = kind == EXA_ACK && !is_msg;
    wire         request = kind == EXA_READ_REQ;
    wire         awaited = !w_alone && (is_msg || kind == EXA_WRITE);
    wire         whole = w_head[EXA_ADDR_LSB+:4] == 4'd0;
    wire         decode = !response && !(request && whole);

    wire         look;
    wire         dup;
    wire         answer;
    wire         room;
    wire         answered;
    wire [3:0]   err;
    wire [127:0] conf;
    wire         taken = cause[15];
    wire         rsp_room;
    wire         read_room;

    exa_ni_judge u_judge (
        .valid  (w_ftr || w_alone),
        .ftr_ok (w_alone || w_ftr_ok),
        .pld_ok (w_alone || w_pld_ok),
        .flow   (kind == EXA_FLOW_RATE),
        .awaited(awaited),
        .takes  (response || request),
        .room   (room),
        .look   (look),
        .dup    (dup),
        .decode (decode),
        .prot   (1'b0),
        .full   (response ? !rsp_room : !read_room),
        .cause  (cause),
        .answer (answer),
        .err    (err)
    );

    exa_dup #(
        .ENTRY_N(DUP_N)
    ) u_dup (
        .clk   (clk),
        .rst   (rst),
        .age   (conf[127:96]),
        .key   ({s_exa_data[EXA_SRC_LSB+:EXA_DST_W], s_exa_data[EXA_TID_LSB+:EXA_TID_MSG_BIT]}),
        .num   (s_exa_data[EXA_SEQ_LSB+:EXA_SEQ_W]),
        .ending(ending),
        .look  (look && request && is_msg),
        .put   (taken && request && is_msg),
        .dup   (dup)
    );

    exa_answer u_answer (
        .clk        (clk),
        .rst        (rst),
        .s_valid    (answer),
        .s_ready    (room),
        .head       (w_head),
        .foot       (w_data),
        .err        (err),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_data     (m_exa_data),
        .sent       (answered)
    );

    assign m_exa_pld_valid = 1'b0;
    assign m_exa_ftr_valid = 1'b0;

    // ---- the two queues
    wire         rsp_valid;
    wire [26:0]  rsp;
    wire [RSP_LOG2:0] rsp_level;
    wire         rsp_pop;

    tn_fifo #(
        .DATA_W    (27),
        .DEPTH_LOG2(RSP_LOG2)
    ) u_responses (
        .clk    (clk),
        .rst    (rst),
        .s_valid(taken && response),
        .s_ready(rsp_room),
        .s_data ({w_head[EXA_A_RESP_LSB+:EXA_A_RESP_W], w_head[EXA_A_SEQ_HI_LSB+:EXA_A_SEQ_HI_W],
                  w_head[EXA_A_SEQ_LO_LSB+:EXA_A_SEQ_LO_W], tid[EXA_TID_NUM_W-1:0]}),
        .m_valid(rsp_valid),
        .m_ready(rsp_pop),
        .m_data (rsp),
        .level  (rsp_level)
    );

    // requests: a slot has two words, and of the second the upper half is footer's and header's in place of what its payload held
    // there. Words come into the slot behind the last one as they come; there are twice as many slots as may be held
    reg  [READ_LOG2:0] head_q;
    reg  [READ_LOG2:0] tail_q;
    reg  [2:0]         part_q;  // words read of the oldest request
    wire [READ_LOG2:0] read_level = tail_q - head_q;
    wire               read_valid = tail_q != head_q;
    wire               read_at;
    wire [READ_LOG2+3:0] at = {head_q, part_q} + {{(READ_LOG2 + 3) {1'b0}}, rd_valid && read_at && read_valid};
    wire [127:0]       read;
    wire [31:0] requester = {10'd0, w_data[EXA_SRC_LSB+:EXA_DST_W]};
    wire [63:0]        named = {16'd0, w_head[EXA_PDID_LSB+:EXA_PDID_W], requester};

    assign read_room = !read_level[READ_LOG2];

    always @(posedge clk)
        if (rst) begin
            {head_q, part_q} <= {READ_LOG2 + 4{1'b0}};
            tail_q           <= {READ_LOG2 + 1{1'b0}};
        end else begin
            {head_q, part_q} <= at;
            if (taken && request) tail_q <= tail_q + 1'b1;
        end

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(4 << READ_LOG2),
        .ADDR_W (READ_LOG2 + 2),
        .COL_W  (64)
    ) u_reads (
        .clk    (clk),
        .wr_en  ({w_pld || w_ftr, w_pld}),
        .wr_addr({tail_q, w_ftr || w_index[0]}),
        .wr_data({w_ftr ? named : w_data[127:64], w_data[63:0]}),
        .rd_en  (1'b1),
        .rd_addr(at[READ_LOG2+3:2]),
        .rd_data(read)
    );

    // ---- reads
    wire [7:0]   rd_page = rd_addr[15:8];
    // exactly the four bytes of one word
    wire         one = rd_strb == 16'h000f || rd_strb == 16'h00f0 || rd_strb == 16'h0f00 || rd_strb == 16'hf000;
    wire         rsp_at = rd_page == RESPONSE && one;

    assign read_at = rd_page == READ && one;
    assign rsp_pop = rd_valid && rsp_at;

    wire [31:0]  rsp_word = {read_valid, rsp_valid, rsp_valid ? {rsp, 3'd0} : 30'd0};
    wire [31:0]  read_word = read_valid ? read[32*part_q[1:0]+:32] : 32'd0;

    wire [127:0] regs_data;
    wire [3:0]   regs_rd_ok;
    wire [3:0]   regs_wr_ok;
    wire [3:0]   rd_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    wire [3:0]   touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};
    wire         wr_kernel = wr_addr[15:8] == KERNEL;
    wire [31:0]  params = {DUP_N[15:0], READ_LOG2[7:0], RSP_LOG2[7:0]};
    reg  [31:0]  level;

    always @* begin
        level = 32'd0;
        level[RSP_LOG2:0]     = rsp_level;
        level[16+:READ_LOG2+1] = read_level;
    end

    exa_ni_regs #(
        .ID       (ID),
        .CONF_EN  (4'b1001),
        .CONF_MASK({32'hffffffff, 96'd0}),
        .CONF_RST ({32'd65536, 96'd0}),
        .EXTRA_N  (3)
    ) u_regs (
        .clk     (clk),
        .rst     (rst),
        .params  (params),
        .own     (own),
        .conf_in ({96'd0, level}),
        .conf    (conf),
        .event_in({13'd0, cause[14] && response, taken && request, taken && response, cause, rx_cause, answered}),
        .wr_en   (wr_valid && wr_kernel),
        .wr_at   (wr_addr[7:0]),
        .wr_strb (wr_strb),
        .wr_data (wr_data),
        .wr_ok   (regs_wr_ok),
        .rd_at   (rd_addr[7:0]),
        .rd_data (regs_data),
        .rd_ok   (regs_rd_ok)
    );

    always @* begin
        rd_data = 128'd0;
        rd_resp = SLVERR;
        if (rsp_at || read_at) begin
            rd_data = {4{rsp_at ? rsp_word : read_word}};
            rd_resp = OKAY;
        end else if (rd_page == KERNEL) begin
            rd_data = regs_data;
            if ((rd_touched & regs_rd_ok) != 4'd0) rd_resp = OKAY;
        end else if (rd_page != RESPONSE && rd_page != READ) rd_resp = DECERR;
    end

    always @* begin
        wr_resp = OKAY;
        if (!wr_kernel && wr_addr[15:8] != RESPONSE && wr_addr[15:8] != READ) wr_resp = DECERR;
        else if (touched != 4'd0 && (!wr_kernel || (touched & regs_wr_ok) == 4'd0)) wr_resp = SLVERR;
    end

    wire unused = &{1'b0, next_data, rd_soon, m_exa_pld_ready, m_exa_ftr_ready, w_hdr, w_index[3:1], conf[95:0], w_head, w_data};

endmodule

`default_nettype wire
