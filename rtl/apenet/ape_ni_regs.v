// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers of the network interface: rings, commands, timers, the micro-controller's page, counters; page 0 goes on to the node.
//
// AXI_ID_W (1 to 16). Times of the port are tn_axi_slave's; a beat of page 0 takes a cycle for each word more. Counts of a cycle are seen
// from the next on. rst sets reset values. Contract: ape_ni.md sections 2 and 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_regs #(
    parameter integer AXI_ID_W = 4  // bits of an AXI ID, 1 to 16
) (
    input  wire                clk,
    input  wire                rst,
    // AXI slave
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
    // the node's registers
    output wire                n_reg_wr,
    output wire                n_reg_rd,
    output wire [11:0]         n_reg_addr,
    output wire [31:0]         n_reg_wdata,
    input  wire [31:0]         n_reg_rdata,
    // rings
    output reg  [47:0]         tx_base_q,
    output reg  [3:0]          tx_size_q,
    output reg                 tx_clear,
    output reg  [11:0]         tx_write_q,
    input  wire [11:0]         tx_read,
    output reg  [47:0]         evq_base_q,
    output reg  [3:0]          evq_size_q,
    output reg                 evq_clear,
    output reg  [11:0]         evq_read_q,
    output reg                 evq_read_written,
    input  wire [11:0]         evq_write,
    // commands
    output reg                 cmd_go_q,
    output reg  [2:0]          cmd_op_q,
    output reg  [15:0]         cmd_pid_q,
    output reg  [3:0]          cmd_flags_q,
    output reg  [47:0]         cmd_vaddr_q,
    output reg  [31:0]         cmd_length_q,
    output reg  [47:0]         cmd_paddr_q,
    input  wire                cmd_done,
    input  wire [7:0]          cmd_code,
    input  wire [5:0]          cmd_idx,
    // timers
    output reg  [31:0]         msg_timeout_q,
    output reg  [31:0]         get_timeout_q,
    output reg  [31:0]         miss_timeout_q,
    output reg  [31:0]         evq_wait_q,
    output reg  [31:0]         ack_timeout_q,
    // the micro-controller
    input  wire                miss_valid,
    input  wire [59:0]         miss,
    output reg                 answer,
    output reg                 answer_fault,
    output reg  [7:0]          answer_slot,
    output reg  [35:0]         answer_page_q,
    // counts: TX_DESC, TX_PACKETS, RX_PACKETS to ACK_DROPPED
    input  wire [14:0]         ev_count,
    input  wire [12:0]         ev_tx_bytes,
    input  wire                ev_lost
);

    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;
    localparam [31:0] ID = 32'h414e0001;
    localparam integer COUNT_N = 16;

    wire         wr_valid, wr_ready, rd_valid, rd_ready;
    wire [15:0]  wr_addr, wr_strb, rd_addr, rd_soon, rd_strb;
    wire [127:0] wr_data;
    reg  [127:0] rd_data;
    wire [1:0]   wr_resp, rd_resp;

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
        .wr_ready     (wr_ready),
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

    wire [3:0] w_touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};
    wire [3:0] w_whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};
    wire [3:0] r_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    wire [7:0] w_page = wr_addr[15:8];
    wire [7:0] r_page = rd_addr[15:8];
    wire       w_node = w_page == 8'd0;
    wire       r_node = r_page == 8'd0;

    // ---- page 0: a word at a time
    reg          n_busy_q;
    reg          n_write_q;
    reg  [2:0]   n_at_q;     // word whose turn it is
    reg  [127:0] n_data_q;

    wire         n_now = n_busy_q && !n_at_q[2];
    wire         n_end = n_busy_q && (n_write_q ? n_at_q == 3'd3 : n_at_q == 3'd5);

    assign n_reg_wr    = n_now && n_write_q && w_whole[n_at_q[1:0]];
    assign n_reg_rd    = n_now && !n_write_q && r_touched[n_at_q[1:0]];
    assign n_reg_addr  = {n_write_q ? wr_addr[7:0] : rd_addr[7:0], n_at_q[1:0], 2'd0};
    assign n_reg_wdata = wr_data[{n_at_q[1:0], 5'd0}+:32];

    reg  n_asked_q;

    always @(posedge clk)
        if (rst) n_busy_q <= 1'b0;
        else if (!n_busy_q) n_busy_q <= (wr_valid && w_node) || (rd_valid && r_node);
        else if (n_end) n_busy_q <= 1'b0;

    always @(posedge clk)
        if (!n_busy_q) begin
            n_write_q <= wr_valid && w_node;
            n_at_q    <= 3'd0;
            n_data_q  <= 128'd0;
            n_asked_q <= 1'b0;
        end else begin
            n_at_q    <= n_at_q + 3'd1;
            n_asked_q <= n_reg_rd;
            if (n_asked_q && n_at_q <= 3'd4)
                case (n_at_q)
                    3'd1: n_data_q[31:0] <= n_reg_rdata;
                    3'd2: n_data_q[63:32] <= n_reg_rdata;
                    3'd3: n_data_q[95:64] <= n_reg_rdata;
                    default: n_data_q[127:96] <= n_reg_rdata;
                endcase
        end

    // ---- which words can be written, which read; the host's page
    function [3:0] can_write;
        input [7:0] page;
        input [7:0] at;
        case ({page, at})
            16'h0100: can_write = 4'b0111;
            16'h0101: can_write = 4'b0001;
            16'h0102: can_write = 4'b0111;
            16'h0103: can_write = 4'b0101;
            16'h0104: can_write = 4'b1111;
            16'h0105: can_write = 4'b1101;
            16'h0106: can_write = 4'b0001;
            16'h0108: can_write = 4'b1111;
            16'h0109: can_write = 4'b0001;
            16'h0201: can_write = 4'b0111;
            default: can_write = 4'b0000;
        endcase
    endfunction

    function [3:0] can_read;
        input [7:0] page;
        input [7:0] at;
        case ({page, at})
            16'h0101: can_read = 4'b0011;
            16'h0103: can_read = 4'b0111;
            16'h0106: can_read = 4'b0011;
            16'h010f: can_read = 4'b1000;
            16'h0200: can_read = 4'b0111;
            16'h0300, 16'h0301, 16'h0302, 16'h0303: can_read = 4'b1111;
            default: can_read = can_write(page, at);
        endcase
    endfunction

    wire       is_op = {w_page, wr_addr[7:0]} == 16'h0106;
    wire [3:0] w_there = w_node ? w_whole : is_op && cmd_go_q ? 4'd0 : w_whole & can_write(w_page, wr_addr[7:0]);
    wire [3:0] r_there = r_node ? r_touched : r_touched & can_read(r_page, rd_addr[7:0]);
    wire       w_mapped = w_page < 8'd4;
    wire       r_mapped = r_page < 8'd4;

    assign wr_ready = w_node ? n_end && n_write_q : 1'b1;
    assign rd_ready = r_node ? n_end && !n_write_q : 1'b1;
    assign wr_resp  = !w_mapped ? DECERR : w_touched != 4'd0 && w_there == 4'd0 ? SLVERR : OKAY;
    assign rd_resp  = !r_mapped ? DECERR : r_touched != 4'd0 && r_there == 4'd0 ? SLVERR : OKAY;

    wire       w_host = wr_valid && w_page == 8'd1;
    wire       w_micro = wr_valid && w_page == 8'd2;
    wire [3:0] at = wr_addr[3:0];
    wire       w_low = wr_addr[7:4] == 4'd0;
    wire [3:0] w = w_host && w_low ? w_there : 4'd0;
    reg        lost_q;
    reg  [7:0] code_q;
    reg  [5:0] idx_q;

    always @(posedge clk) begin
        if (rst) begin
            tx_base_q        <= 48'd0;
            tx_size_q        <= 4'd0;
            tx_write_q       <= 12'd0;
            tx_clear         <= 1'b0;
            evq_base_q       <= 48'd0;
            evq_size_q       <= 4'd0;
            evq_read_q       <= 12'd0;
            evq_clear        <= 1'b0;
            evq_read_written <= 1'b0;
            lost_q           <= 1'b0;
            cmd_pid_q        <= 16'd0;
            cmd_flags_q      <= 4'd0;
            cmd_vaddr_q      <= 48'd0;
            cmd_length_q     <= 32'd0;
            cmd_paddr_q      <= 48'd0;
            cmd_go_q         <= 1'b0;
            code_q           <= 8'd0;
            idx_q            <= 6'd0;
            msg_timeout_q    <= 32'h01000000;
            get_timeout_q    <= 32'h01000000;
            miss_timeout_q   <= 32'h00100000;
            evq_wait_q       <= 32'h00010000;
            ack_timeout_q    <= 32'h00400000;
        end else begin
            tx_clear         <= 1'b0;
            evq_clear        <= 1'b0;
            evq_read_written <= 1'b0;
            if (at == 4'h0) begin
                if (w[0]) tx_base_q[31:12] <= wr_data[31:12];
                if (w[1]) tx_base_q[47:32] <= wr_data[47:32];
                if (w[2]) begin
                    tx_size_q  <= wr_data[67:64];
                    tx_clear   <= 1'b1;
                    tx_write_q <= 12'd0;
                end
            end
            if (at == 4'h1 && w[0]) tx_write_q <= wr_data[11:0];
            if (at == 4'h2) begin
                if (w[0]) evq_base_q[31:12] <= wr_data[31:12];
                if (w[1]) evq_base_q[47:32] <= wr_data[47:32];
                if (w[2]) begin
                    evq_size_q <= wr_data[67:64];
                    evq_clear  <= 1'b1;
                    evq_read_q <= 12'd0;
                end
            end
            if (at == 4'h3 && w[0]) begin
                evq_read_q       <= wr_data[11:0];
                evq_read_written <= 1'b1;
            end
            if (ev_lost) lost_q <= 1'b1;
            else if (at == 4'h3 && w[2] && wr_data[64]) lost_q <= 1'b0;
            if (at == 4'h4) begin
                if (w[0]) cmd_pid_q <= wr_data[15:0];
                if (w[1]) cmd_flags_q <= wr_data[35:32];
                if (w[2]) cmd_vaddr_q[31:0] <= wr_data[95:64];
                if (w[3]) cmd_vaddr_q[47:32] <= wr_data[111:96];
            end
            if (at == 4'h5) begin
                if (w[0]) cmd_length_q <= wr_data[31:0];
                if (w[2]) cmd_paddr_q[31:12] <= wr_data[95:76];
                if (w[3]) cmd_paddr_q[47:32] <= wr_data[111:96];
            end
            if (at == 4'h6 && w[0]) begin
                cmd_go_q <= 1'b1;
                cmd_op_q <= wr_data[2:0];
            end else if (cmd_done) begin
                cmd_go_q <= 1'b0;
                code_q   <= cmd_code;
                idx_q    <= cmd_idx;
            end
            if (at == 4'h8) begin
                if (w[0]) msg_timeout_q <= wr_data[31:0];
                if (w[1]) get_timeout_q <= wr_data[63:32];
                if (w[2]) miss_timeout_q <= wr_data[95:64];
                if (w[3]) evq_wait_q <= wr_data[127:96];
            end
            if (at == 4'h9 && w[0]) ack_timeout_q <= wr_data[31:0];
        end
    end

    // ---- the micro-controller's page
    wire [3:0] w_2 = w_micro && wr_addr[7:0] == 8'd1 ? w_there : 4'd0;

    always @(posedge clk) begin
        if (rst) begin
            answer        <= 1'b0;
            answer_page_q <= 36'd0;
        end else begin
            answer <= w_2[2];
            if (w_2[0]) answer_page_q[31:0] <= wr_data[31:0];
            if (w_2[1]) answer_page_q[35:32] <= wr_data[35:32];
        end
        answer_fault <= wr_data[95];
        answer_slot  <= wr_data[71:64];
    end

    wire unused = &{1'b0, rd_soon, w_2[3]};

    // ---- counters: 0, 1, bytes, then the others
    reg  [32*COUNT_N-1:0] count_q;
    integer               i;

    always @(posedge clk)
        if (rst) count_q <= {32 * COUNT_N{1'b0}};
        else
            for (i = 0; i < COUNT_N; i = i + 1)
                if (i == 2) count_q[32*i+:32] <= count_q[32*i+:32] + {19'd0, ev_tx_bytes};
                else if (ev_count[i<2?i : i-1]) count_q[32*i+:32] <= count_q[32*i+:32] + 32'd1;

    // ---- reads
    always @* begin
        case ({r_page, rd_addr[7:0]})
            16'h0100: rd_data = {32'd0, 28'd0, tx_size_q, 16'd0, tx_base_q};
            16'h0101: rd_data = {64'd0, 20'd0, tx_read, 20'd0, tx_write_q};
            16'h0102: rd_data = {32'd0, 28'd0, evq_size_q, 16'd0, evq_base_q};
            16'h0103: rd_data = {32'd0, 31'd0, lost_q, 20'd0, evq_write, 20'd0, evq_read_q};
            16'h0104: rd_data = {16'd0, cmd_vaddr_q, 28'd0, cmd_flags_q, 16'd0, cmd_pid_q};
            16'h0105: rd_data = {16'd0, cmd_paddr_q, 32'd0, cmd_length_q};
            16'h0106: rd_data = {64'd0, cmd_go_q, 17'd0, idx_q, code_q, 32'd0};
            16'h0108: rd_data = {evq_wait_q, miss_timeout_q, get_timeout_q, msg_timeout_q};
            16'h0109: rd_data = {96'd0, ack_timeout_q};
            16'h010f: rd_data = {ID, 96'd0};
            16'h0200: rd_data = !miss_valid ? 128'd0 : {32'd0, 28'd0, miss[35:0], 1'b1, 7'd0, miss[59:36]};
            16'h0201: rd_data = {64'd0, 28'd0, answer_page_q};
            16'h0300: rd_data = count_q[127:0];
            16'h0301: rd_data = count_q[255:128];
            16'h0302: rd_data = count_q[383:256];
            16'h0303: rd_data = count_q[511:384];
            default: rd_data = r_node ? n_data_q : 128'd0;
        endcase
    end

endmodule

`default_nettype wire
