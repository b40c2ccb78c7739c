// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Writes of the RDMA receiver: a packet becomes an AXI4 burst, its answer comes back with the
// packet's name.
//
// Packets are offered at w_* in their order (exa_rdma_in); one with w_write is written, others are
// let go. Eight writes of a bank may await their answer. An answer stands at b_* with what was
// written until b_done. The address stands on the bus one cycle after the packet is offered, a word
// of data in each cycle from then on. rst forgets all. Contract: exa_rdma_rx.md sections 3 and 7.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_write (
    input  wire         clk,
    input  wire         rst,
    // packets, and their words
    input  wire         w_valid,
    input  wire         w_write,
    input  wire [1:0]   w_kind,
    input  wire [15:0]  w_pdid,
    input  wire [41:0]  w_addr,
    input  wire [8:0]   w_size,
    input  wire [21:0]  w_src,
    input  wire [13:0]  w_tid,
    input  wire [13:0]  w_seq,
    input  wire [2:0]   w_bank,
    output wire         w_rd,
    output wire [3:0]   w_index,
    input  wire [127:0] w_word,
    output wire         w_done,
    // writes to memory
    output wire         m_axi_awvalid,
    input  wire         m_axi_awready,
    output wire [2:0]   m_axi_awid,
    output wire [41:0]  m_axi_awaddr,
    output wire [7:0]   m_axi_awlen,
    output wire [2:0]   m_axi_awsize,
    output wire [1:0]   m_axi_awburst,
    output wire         m_axi_wvalid,
    input  wire         m_axi_wready,
    output wire [127:0] m_axi_wdata,
    output wire [15:0]  m_axi_wstrb,
    output wire         m_axi_wlast,
    input  wire         m_axi_bvalid,
    output wire         m_axi_bready,
    input  wire [2:0]   m_axi_bid,
    input  wire [1:0]   m_axi_bresp,
    // answers, with what was written
    output wire         b_valid,
    output wire [1:0]   b_resp,
    output wire [1:0]   b_kind,
    output wire [15:0]  b_pdid,
    output wire [5:0]   b_bit,
    output wire [21:0]  b_src,
    output wire [13:0]  b_tid,
    output wire [13:0]  b_seq,
    input  wire         b_done
);

    localparam integer ENTRY_W = 2 + 16 + 6 + 22 + 14 + 14;

    // ---- writes that await their answer, a queue of eight for each bank
    // 4 bits a bank
    reg [31:0] put_q;   // those put, modulo 8: place of the next
    reg [31:0] take_q;  // of the oldest
    reg [31:0] open_q;  // how many

    // ---- the packet on the bus
    reg        busy_q;
    reg        aw_q;
    reg        data_q;   // a word stands at w_word
    reg [3:0]  index_q;  // the word to be fetched
    reg        all_q;    // the last word was fetched
    reg        begun_q;  // a word of the packet has gone

    wire [8:0] end_at = {5'd0, w_addr[3:0]} + w_size;  // behind the last byte, in lanes from the first word on
    wire [8:0] end_m1 = end_at - 9'd1;
    wire [3:0] top = end_m1[7:4];                      // number of the last word
    wire       full = open_q[{w_bank, 2'd3}];
    wire       start = w_valid && w_write && !busy_q && !full;
    wire       drop = w_valid && !w_write && !busy_q;
    wire       fetch = start || (busy_q && !all_q && (!data_q || m_axi_wready));
    wire       gone = data_q && m_axi_wready;
    wire       aw_gone = !aw_q || m_axi_awready;
    wire       over = busy_q && aw_gone && all_q && (gone || !data_q);

    assign w_rd    = fetch;
    assign w_index = start ? 4'd0 : index_q;
    assign w_done  = drop || over;

    always @(posedge clk) begin
        if (rst) begin
            busy_q <= 1'b0;
            aw_q   <= 1'b0;
            data_q <= 1'b0;
        end else begin
            if (start) busy_q <= 1'b1;
            else if (over) busy_q <= 1'b0;
            if (start) aw_q <= 1'b1;
            else if (m_axi_awready) aw_q <= 1'b0;
            if (fetch) data_q <= 1'b1;
            else if (gone) data_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (fetch) begin
            index_q <= w_index + 4'd1;
            all_q   <= w_index == top;
        end
        if (start) begun_q <= 1'b0;
        else if (gone) begun_q <= 1'b1;
    end

    assign m_axi_awvalid = aw_q;
    assign m_axi_awid    = w_bank;
    assign m_axi_awaddr  = {w_addr[41:4], 4'd0};
    assign m_axi_awlen   = {4'd0, top};
    assign m_axi_awsize  = 3'd4;
    assign m_axi_awburst = 2'd1;
    assign m_axi_wvalid  = data_q;
    assign m_axi_wdata   = w_word;
    assign m_axi_wlast   = all_q;
    // lanes from the first byte on in the first word, up to the last byte in the last
    assign m_axi_wstrb   = (begun_q ? 16'hffff : 16'hffff << w_addr[3:0]) & (all_q ? 16'hffff >> ~end_m1[3:0] : 16'hffff);

    // ---- answers
    reg       b_valid_q;
    reg [2:0] b_bank_q;
    reg [1:0] b_resp_q;

    assign m_axi_bready = !b_valid_q && !rst;
    assign b_valid      = b_valid_q;
    assign b_resp       = b_resp_q;

    always @(posedge clk) begin
        if (rst) b_valid_q <= 1'b0;
        else if (m_axi_bvalid && m_axi_bready) b_valid_q <= 1'b1;
        else if (b_done) b_valid_q <= 1'b0;
        if (m_axi_bready) begin
            b_bank_q <= m_axi_bid;
            b_resp_q <= m_axi_bresp;
        end
    end

    integer k;
    always @(posedge clk) begin
        if (rst) begin
            put_q  <= 32'd0;
            take_q <= 32'd0;
            open_q <= 32'd0;
        end else
            for (k = 0; k < 8; k = k + 1) begin
                if (start && w_bank == k[2:0]) put_q[4*k+:3] <= put_q[4*k+:3] + 3'd1;
                if (b_done && b_bank_q == k[2:0]) take_q[4*k+:3] <= take_q[4*k+:3] + 3'd1;
                open_q[4*k+:4] <= open_q[4*k+:4] + {3'd0, start && w_bank == k[2:0]}
                                - {3'd0, b_done && b_bank_q == k[2:0]};
            end
    end

    tn_ram #(
        .DATA_W (ENTRY_W),
        .DEPTH_N(64),
        .ADDR_W (6)
    ) u_waiting (
        .clk    (clk),
        .wr_en  (start),
        .wr_addr({w_bank, put_q[{w_bank, 2'd0}+:3]}),
        .wr_data({w_kind, w_pdid, w_addr[13:8], w_src, w_tid, w_seq}),
        .rd_addr({b_bank_q, take_q[{b_bank_q, 2'd0}+:3]}),
        .rd_data({b_kind, b_pdid, b_bit, b_src, b_tid, b_seq})
    );

    wire unused = &{1'b0, end_m1[8]};

endmodule

`default_nettype wire
