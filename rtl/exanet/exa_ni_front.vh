// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What stands at the ports of exa_ni_ports.vh in every block: AXI4 bursts as accesses of 16-byte
// words (wr_*, rd_*; the block says wr_resp, rd_data, rd_resp), packets as checked words (w_*).
// The block says what became of a packet in cause. Include inside the module.

    // ---- AXI to words
    wire         wr_valid;
    wire [15:0]  wr_addr;
    wire [15:0]  wr_strb;
    wire [127:0] wr_data;
    reg  [1:0]   wr_resp;
    wire         rd_valid;
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
        .rd_ready     (1'b1),
        .rd_addr      (rd_addr),
        .rd_soon      (rd_soon),
        .rd_strb      (rd_strb),
        .rd_data      (rd_data),
        .rd_resp      (rd_resp)
    );

    // ---- reception
    wire         rx_ready;
    wire         w_hdr;
    wire         w_pld;
    wire         w_ftr;
    wire         w_alone;
    wire         ending;
    wire [127:0] next_data;
    wire [127:0] w_data;
    wire [127:0] w_head;
    wire [3:0]   w_index;
    wire         w_ftr_ok;
    wire         w_pld_ok;
    wire [5:1]   rx_cause;
    wire [15:6]  cause;

    assign s_exa_hdr_ready = rx_ready;
    assign s_exa_pld_ready = rx_ready;
    assign s_exa_ftr_ready = rx_ready;
    assign obs_rx          = {cause, rx_cause, 1'b0};

    exa_rx u_rx (
        .clk        (clk),
        .rst        (rst),
        .s_hdr_valid(s_exa_hdr_valid),
        .s_pld_valid(s_exa_pld_valid),
        .s_ftr_valid(s_exa_ftr_valid),
        .s_ready    (rx_ready),
        .s_data     (s_exa_data),
        .w_hdr      (w_hdr),
        .w_pld      (w_pld),
        .w_ftr      (w_ftr),
        .w_alone    (w_alone),
        .ending     (ending),
        .next_data  (next_data),
        .w_data     (w_data),
        .w_head     (w_head),
        .w_index    (w_index),
        .w_ftr_ok   (w_ftr_ok),
        .w_pld_ok   (w_pld_ok),
        .cause      (rx_cause)
    );
