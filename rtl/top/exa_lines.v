// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Lines of an FPGA: one exa_link or two (exa_pair) to each other FPGA of the board, on FPGA 0 four gateway lines
// more, and the dead port in place of its own.
//
// FPGA (0 to 3): its number. LINES: line l is built where bit l is 1 and the FPGA has one. LINKS: lines to each other FPGA.
// Channels and lines 0 to 3 are those of FPGAs, 4 to 7 the gateway's; a channel without a line takes
// everything and gives nothing. reg_addr bits 15:12: 1 + line, 9 + line for the second line to an FPGA.
// Resets as in exa_link; its latency, 0 through the dead port. Paper section 3.2; contract:
// exa_qfdb.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_lines #(
    parameter integer FPGA  = 0,   // number on the board, 0 to 3
    parameter integer LINES = 255, // mask of the lines that are built, 0 to 255
    parameter integer LINKS = 1    // lines to each other FPGA, 1 or 2
) (
    input  wire          clk,
    input  wire          rst,
    // clocks of the line
    input  wire          tx_clk,
    input  wire          tx_rst,
    input  wire [7:0]    rx_clk,
    input  wire [7:0]    rx_rst,
    // packets in
    input  wire [7:0]    s_exa_hdr_valid,
    output wire [7:0]    s_exa_hdr_ready,
    input  wire [7:0]    s_exa_pld_valid,
    output wire [7:0]    s_exa_pld_ready,
    input  wire [7:0]    s_exa_ftr_valid,
    output wire [7:0]    s_exa_ftr_ready,
    input  wire [1023:0] s_exa_data,
    // packets out
    output wire [7:0]    m_exa_hdr_valid,
    input  wire [7:0]    m_exa_hdr_ready,
    output wire [7:0]    m_exa_pld_valid,
    input  wire [7:0]    m_exa_pld_ready,
    output wire [7:0]    m_exa_ftr_valid,
    input  wire [7:0]    m_exa_ftr_ready,
    output reg  [1023:0] m_exa_data,
    // line
    output reg  [15:0]   tx_head,
    output reg  [511:0]  tx_data,
    input  wire [15:0]   rx_head,
    input  wire [511:0]  rx_data,
    output wire [7:0]    rx_slip,
    // second lines to the FPGAs
    output reg  [7:0]    tx_second_head,
    output reg  [255:0]  tx_second_data,
    input  wire [7:0]    rx_second_head,
    input  wire [255:0]  rx_second_data,
    // registers
    input  wire          reg_rd,
    input  wire [15:0]   reg_addr,
    output reg  [31:0]   reg_rdata
);

    reg [255:0] l_rdata;
    reg [127:0] second_rdata;

    genvar l;
    generate
        if (LINKS < 1 || LINKS > 2) begin : g_links
            tn_error_LINKS_must_be_1_or_2 u_error ();
        end
        for (l = 0; l < 8; l = l + 1) begin : g_line
            wire [127:0] data;
            wire [1:0]   head;
            wire [63:0]  block;
            wire [31:0]  rdata;
            wire [1:0]   head_2;
            wire [63:0]  block_2;
            wire [31:0]  rdata_2;

            if (l == FPGA) begin : g_dead
                assign m_exa_hdr_valid[l]    = s_exa_hdr_valid[l];
                assign m_exa_pld_valid[l]    = s_exa_pld_valid[l];
                assign m_exa_ftr_valid[l]    = s_exa_ftr_valid[l];
                assign s_exa_hdr_ready[l]    = m_exa_hdr_ready[l];
                assign s_exa_pld_ready[l]    = m_exa_pld_ready[l];
                assign s_exa_ftr_ready[l]    = m_exa_ftr_ready[l];
                assign data       = s_exa_data[128*l+:128];
                assign head       = 2'd0;
                assign block      = 64'd0;
                assign rdata      = 32'd0;
                assign head_2     = 2'd0;
                assign block_2    = 64'd0;
                assign rdata_2    = 32'd0;
                assign rx_slip[l] = 1'b0;
            end else if ((l < 4 || FPGA == 0) && (LINES >> l) % 2 == 1) begin : g_link
                // from the link to the hop into the switch
                wire [2:0]   valid;
                wire [2:0]   ready;
                wire [127:0] word;

                if (l < 4 && LINKS == 2) begin : g_pair
                    exa_pair u_pair (
                        .clk      (clk),
                        .rst      (rst),
                        .tx_clk   (tx_clk),
                        .tx_rst   (tx_rst),
                        .rx_clk   (rx_clk[l]),
                        .rx_rst   (rx_rst[l]),
                        .s_valid  ({s_exa_ftr_valid[l], s_exa_pld_valid[l], s_exa_hdr_valid[l]}),
                        .s_ready  ({s_exa_ftr_ready[l], s_exa_pld_ready[l], s_exa_hdr_ready[l]}),
                        .s_data   (s_exa_data[128*l+:128]),
                        .m_valid  (valid),
                        .m_ready  (ready),
                        .m_data   (word),
                        .tx_head  ({head_2, head}),
                        .tx_data  ({block_2, block}),
                        .rx_head  ({rx_second_head[2*(l%4)+:2], rx_head[2*l+:2]}),
                        .rx_data  ({rx_second_data[64*(l%4)+:64], rx_data[64*l+:64]}),
                        .rx_slip  (rx_slip[l]),
                        .reg_rd   (reg_rd),
                        .reg_addr (reg_addr[11:0]),
                        .reg_rdata({rdata_2, rdata})
                    );
                end else begin : g_single
                    wire lock;
                    wire broken;

                    exa_link u_link (
                        .clk            (clk),
                        .rst            (rst),
                        .tx_clk         (tx_clk),
                        .tx_rst         (tx_rst),
                        .rx_clk         (rx_clk[l]),
                        .rx_rst         (rx_rst[l]),
                        .s_exa_hdr_valid(s_exa_hdr_valid[l]),
                        .s_exa_hdr_ready(s_exa_hdr_ready[l]),
                        .s_exa_pld_valid(s_exa_pld_valid[l]),
                        .s_exa_pld_ready(s_exa_pld_ready[l]),
                        .s_exa_ftr_valid(s_exa_ftr_valid[l]),
                        .s_exa_ftr_ready(s_exa_ftr_ready[l]),
                        .s_exa_data     (s_exa_data[128*l+:128]),
                        .m_exa_hdr_valid(valid[0]),
                        .m_exa_hdr_ready(ready[0]),
                        .m_exa_pld_valid(valid[1]),
                        .m_exa_pld_ready(ready[1]),
                        .m_exa_ftr_valid(valid[2]),
                        .m_exa_ftr_ready(ready[2]),
                        .m_exa_data     (word),
                        .tx_head        (head),
                        .tx_data        (block),
                        .rx_head        (rx_head[2*l+:2]),
                        .rx_data        (rx_data[64*l+:64]),
                        .rx_slip        (rx_slip[l]),
                        .reg_rd         (reg_rd),
                        .reg_addr       (reg_addr[11:0]),
                        .reg_rdata      (rdata),
                        .obs_rx_lock    (lock),
                        .obs_rx_break   (broken)
                    );
                    assign head_2  = 2'd0;
                    assign block_2 = 64'd0;
                    assign rdata_2 = 32'd0;

                    wire unused = &{1'b0, lock, broken};
                end

                exa_hop #(
                    .FPGA(FPGA),
                    .LINE(l)
                ) u_hop (
                    .clk    (clk),
                    .rst    (rst),
                    .s_valid(valid),
                    .s_ready(ready),
                    .s_data (word),
                    .m_valid({m_exa_ftr_valid[l], m_exa_pld_valid[l], m_exa_hdr_valid[l]}),
                    .m_ready({m_exa_ftr_ready[l], m_exa_pld_ready[l], m_exa_hdr_ready[l]}),
                    .m_data (data)
                );
            end else begin : g_none
                assign m_exa_hdr_valid[l]    = 1'b0;
                assign m_exa_pld_valid[l]    = 1'b0;
                assign m_exa_ftr_valid[l]    = 1'b0;
                assign s_exa_hdr_ready[l]    = 1'b1;
                assign s_exa_pld_ready[l]    = 1'b1;
                assign s_exa_ftr_ready[l]    = 1'b1;
                assign data       = 128'd0;
                assign head       = 2'd0;
                assign block      = 64'd0;
                assign rdata      = 32'd0;
                assign head_2     = 2'd0;
                assign block_2    = 64'd0;
                assign rdata_2    = 32'd0;
                assign rx_slip[l] = 1'b0;

                wire unused = &{1'b0, s_exa_hdr_valid[l], s_exa_pld_valid[l], s_exa_ftr_valid[l], s_exa_data[128*l+:128],
                                m_exa_hdr_ready[l], m_exa_pld_ready[l], m_exa_ftr_ready[l]};
            end

            // each by itself: a block changes in every cycle
            always @* m_exa_data[128*l+:128] = data;
            always @* tx_head[2*l+:2] = head;
            always @* tx_data[64*l+:64] = block;
            always @* l_rdata[32*l+:32] = rdata;
            if (l < 4) begin : g_second
                always @* tx_second_head[2*l+:2] = head_2;
                always @* tx_second_data[64*l+:64] = block_2;
                always @* second_rdata[32*l+:32] = rdata_2;
            end else begin : g_one
                wire unused = &{1'b0, head_2, block_2, rdata_2};
            end
        end
    endgenerate

    // the line of the last read
    reg [3:0] sel_q;
    always @(posedge clk) if (reg_rd) sel_q <= reg_addr[15:12];

    wire [2:0] line = sel_q[2:0] - 3'd1;
    always @* begin
        reg_rdata = 32'd0;
        if (sel_q != 4'd0 && sel_q <= 4'd8) reg_rdata = l_rdata[32*line+:32];
        else if (sel_q >= 4'd9 && sel_q <= 4'd12) reg_rdata = second_rdata[32*line[1:0]+:32];
    end

    wire unused = &{1'b0, rx_clk, rx_rst, rx_head, rx_data, rx_second_head, rx_second_data};

endmodule

`default_nettype wire
