// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW network processor: processor interface, reception, and six links with their symbols.
//
// PCS_EN 1: lines carry symbols; 0: words, {4'd0, flags, data}, and the far side is always up. The others are those of
// tnw_pi, tnw_rcv and tnw_link. Latency: those of the blocks, nothing is added. rst resets all. Paper section 2;
// contract: tnw_nwp.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nwp #(
    parameter integer PCS_EN        = 1,
    parameter integer OFF_LOG2      = 16,  // log2 of the 16-byte units of an injection window
    parameter integer ITEM_LOG2     = 4,   // log2 of the items a window collects
    parameter integer TAG_LOG2      = 3,   // log2 of the reads of a link under way
    parameter integer DESC_LOG2     = 3,   // log2 of the descriptors of a link
    parameter integer CREDIT_LOG2   = 3,   // log2 of the credits of a (link, channel)
    parameter integer LAST_EN       = 1,   // bit 0 of an offset is last
    parameter integer TX_ITEMS_LOG2 = 4,   // log2 of the items of txFifo
    parameter integer RX_PKTS_LOG2  = 4    // log2 of the packets of a channel's FIFO
) (
    input  wire         clk,
    input  wire         rst,
    // identity and address ranges
    input  wire [15:0]  rid,
    input  wire [63:0]  bar0,
    input  wire [63:0]  bar2,
    // TLPs from the host
    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    output wire [2:0]   s_tlp_ok,
    // TLPs to the host
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok,
    // the six lines
    output wire [239:0] line_tx,
    input  wire [239:0] line_rx,
    // observation
    output wire [5:0]   obs_up,
    output wire [5:0]   obs_rx_valid,
    output wire [23:0]  obs_rx_cause,
    output wire [17:0]  obs_rx_vc,
    output wire [29:0]  obs_rx_seq,
    output wire [191:0] obs_tx_data,
    output wire [23:0]  obs_tx_flags,
    output wire [191:0] obs_rx_data,
    output wire [23:0]  obs_rx_flags,
    output wire         obs_match_valid,
    output wire [5:0]   obs_match_id,
    output wire         obs_match_fit
);

    generate
        if (PCS_EN != 0 && PCS_EN != 1) begin : g_check
            tn_error_PCS_EN_must_be_0_or_1 u_error ();
        end
    endgenerate

    // ---- BAR0, beyond what tnw_pi has itself: 1000 + 400h*l link l, 4000 tnw_rcv
    localparam [3:0] AT_RCV = 4'h4;
    localparam [5:0] LINK_0 = 6'd4;

    wire         reg_wr;
    wire         reg_rd;
    wire [15:0]  reg_addr;
    wire [31:0]  reg_wdata;
    wire [223:0] reg_rdata;
    wire         at_rcv = reg_addr[15:12] == AT_RCV;

    // ---- between the blocks
    wire         m_wr_valid;
    wire         m_wr_ready;
    wire         m_wr_first;
    wire         m_wr_last;
    wire [63:0]  m_wr_addr;
    wire [127:0] m_wr_data;
    wire [5:0]   inj_ok;
    wire [5:0]   inj_valid;
    wire         inj_last;
    wire [127:0] inj_data;
    wire [2:0]   inj_vc;
    wire [23:0]  inj_offset;
    wire [47:0]  rcv_valid;
    wire [5:0]   rcv_take;
    wire [2:0]   rcv_vc;
    wire [5:0]   rcv_dvalid;
    wire [767:0] rcv_data;
    wire [143:0] rcv_offset;
    wire [5:0]   flush;
    wire         drop_valid;
    wire [3:0]   drop_cause;
    wire         err_valid;
    wire [5:0]   err_id;
    wire [2:0]   err_cause;

    tnw_pi #(
        .OFF_LOG2 (OFF_LOG2),
        .ITEM_LOG2(ITEM_LOG2),
        .TAG_LOG2 (TAG_LOG2),
        .DESC_LOG2(DESC_LOG2),
        .LAST_EN  (LAST_EN)
    ) u_pi (
        .clk           (clk),
        .rst           (rst),
        .rid           (rid),
        .bar0          (bar0),
        .bar2          (bar2),
        .s_tlp_valid   (s_tlp_valid),
        .s_tlp_ready   (s_tlp_ready),
        .s_tlp_data    (s_tlp_data),
        .s_tlp_keep    (s_tlp_keep),
        .s_tlp_last    (s_tlp_last),
        .s_tlp_ok      (s_tlp_ok),
        .m_tlp_valid   (m_tlp_valid),
        .m_tlp_ready   (m_tlp_ready),
        .m_tlp_data    (m_tlp_data),
        .m_tlp_keep    (m_tlp_keep),
        .m_tlp_last    (m_tlp_last),
        .m_tlp_ok      (m_tlp_ok),
        .m_wr_valid    (m_wr_valid),
        .m_wr_ready    (m_wr_ready),
        .m_wr_first    (m_wr_first),
        .m_wr_last     (m_wr_last),
        .m_wr_addr     (m_wr_addr),
        .m_wr_data     (m_wr_data),
        .inj_ok        (inj_ok),
        .inj_valid     (inj_valid),
        .inj_last      (inj_last),
        .inj_data      (inj_data),
        .inj_vc        (inj_vc),
        .inj_offset    (inj_offset),
        .reg_wr        (reg_wr),
        .reg_rd        (reg_rd),
        .reg_addr      (reg_addr),
        .reg_wdata     (reg_wdata),
        .reg_rdata     (reg_rdata[31:0] | reg_rdata[63:32] | reg_rdata[95:64] | reg_rdata[127:96] | reg_rdata[159:128]
                        | reg_rdata[191:160] | reg_rdata[223:192]),
        .obs_drop_valid(drop_valid),
        .obs_drop_cause(drop_cause),
        .obs_err_valid (err_valid),
        .obs_err_id    (err_id),
        .obs_err_cause (err_cause)
    );

    tnw_rcv #(
        .CREDIT_LOG2(CREDIT_LOG2),
        .LAST_EN    (LAST_EN)
    ) u_rcv (
        .clk            (clk),
        .rst            (rst),
        .rcv_valid      (rcv_valid),
        .rcv_take       (rcv_take),
        .rcv_vc         (rcv_vc),
        .rcv_dvalid     (rcv_dvalid),
        .rcv_data       (rcv_data),
        .rcv_offset     (rcv_offset),
        .flush          (flush),
        .m_wr_valid     (m_wr_valid),
        .m_wr_ready     (m_wr_ready),
        .m_wr_first     (m_wr_first),
        .m_wr_last      (m_wr_last),
        .m_wr_addr      (m_wr_addr),
        .m_wr_data      (m_wr_data),
        .reg_wr         (reg_wr && at_rcv),
        .reg_rd         (reg_rd && at_rcv),
        .reg_addr       (reg_addr[11:0]),
        .reg_wdata      (reg_wdata),
        .reg_rdata      (reg_rdata[223:192]),
        .obs_match_valid(obs_match_valid),
        .obs_match_id   (obs_match_id),
        .obs_match_fit  (obs_match_fit)
    );

    // ---- the links
    genvar l;
    generate
        for (l = 0; l < 6; l = l + 1) begin : g_link
            wire [31:0] rx_data;
            wire [3:0]  rx_flags;
            wire        rx_up;
            wire [2:0]  rx_code_n;
            wire [2:0]  rx_disp_n;
            wire [31:0] tx_data;
            wire [3:0]  tx_flags;
            wire [31:0] rdata;
            reg         read_q;  // rdata is this link's answer, not one of before
            wire        here = reg_addr[15:10] == LINK_0 + l;
            wire [2:0]  tx_state;
            wire [4:0]  unacked;

            assign reg_rdata[32*l+:32]    = read_q ? rdata : 32'd0;
            assign obs_tx_data[32*l+:32]  = tx_data;
            assign obs_tx_flags[4*l+:4]   = tx_flags;
            assign obs_rx_data[32*l+:32]  = rx_data;
            assign obs_rx_flags[4*l+:4]   = rx_flags;

            always @(posedge clk) read_q <= reg_rd && here && !rst;

            if (PCS_EN != 0) begin : g_pcs
                wire [3:0] sync;
                wire       unused = &{1'b0, sync};

                tnw_pcs u_pcs (
                    .clk      (clk),
                    .rst      (rst),
                    .tx_data  (tx_data),
                    .tx_flags (tx_flags),
                    .tx_sym   (line_tx[40*l+:40]),
                    .rx_sym   (line_rx[40*l+:40]),
                    .rx_data  (rx_data),
                    .rx_flags (rx_flags),
                    .rx_up    (rx_up),
                    .rx_code_n(rx_code_n),
                    .rx_disp_n(rx_disp_n),
                    .obs_sync (sync)
                );
            end else begin : g_words
                wire unused = &{1'b0, line_rx[40*l+36+:4]};

                assign line_tx[40*l+:40] = {4'd0, tx_flags, tx_data};
                assign rx_data           = line_rx[40*l+:32];
                assign rx_flags          = line_rx[40*l+32+:4];
                assign rx_up             = 1'b1;
                assign rx_code_n         = 3'd0;
                assign rx_disp_n         = 3'd0;
            end

            tnw_link #(
                .TX_ITEMS_LOG2(TX_ITEMS_LOG2),
                .RX_PKTS_LOG2 (RX_PKTS_LOG2)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .tx_data     (tx_data),
                .tx_flags    (tx_flags),
                .rx_data     (rx_data),
                .rx_flags    (rx_flags),
                .rx_up       (rx_up),
                .rx_code_n   (rx_code_n),
                .rx_disp_n   (rx_disp_n),
                .inj_ok      (inj_ok[l]),
                .inj_valid   (inj_valid[l]),
                .inj_last    (inj_last),
                .inj_data    (inj_data),
                .inj_vc      (inj_vc),
                .inj_offset  (inj_offset),
                .rcv_valid   (rcv_valid[8*l+:8]),
                .rcv_take    (rcv_take[l]),
                .rcv_vc      (rcv_vc),
                .rcv_dvalid  (rcv_dvalid[l]),
                .rcv_data    (rcv_data[128*l+:128]),
                .rcv_offset  (rcv_offset[24*l+:24]),
                .flush       (flush[l]),
                .reg_wr      (reg_wr && here),
                .reg_rd      (reg_rd && here),
                .reg_addr    (reg_addr[9:0]),
                .reg_wdata   (reg_wdata),
                .reg_rdata   (rdata),
                .obs_rx_valid(obs_rx_valid[l]),
                .obs_rx_cause(obs_rx_cause[4*l+:4]),
                .obs_rx_vc   (obs_rx_vc[3*l+:3]),
                .obs_rx_seq  (obs_rx_seq[5*l+:5]),
                .obs_tx_state(tx_state),
                .obs_unacked (unacked),
                .obs_up      (obs_up[l])
            );

            wire unused = &{1'b0, tx_state, unacked};
        end
    endgenerate

    wire unused = &{1'b0, drop_valid, drop_cause, err_valid, err_id, err_cause};

endmodule

`default_nettype wire
