// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The level-2 switch of the cluster with the ends of its lanes.
//
// Parameters as cl_switch. Wires of a lane as cl_link, lane 0 lowest. Registers: 000 to 1FF the switch, 200 + 80 l those of lane l; read data in the
// cycle after reg_rd. Contract: cl_level2.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module cl_level2 #(
    parameter integer PORT_N  = 4,
    parameter integer PLANE_N = 2,
    parameter integer SPEED   = 2,
    parameter integer PREEMPT = 1
) (
    input  wire                         clk,
    input  wire                         rst,
    output wire [PORT_N*PLANE_N-1:0]    wire_tx_k,
    output wire [16*PORT_N*PLANE_N-1:0] wire_tx_data,
    input  wire [PORT_N*PLANE_N-1:0]    wire_rx_k,
    input  wire [PORT_N*PLANE_N-1:0]    wire_rx_err,
    input  wire [16*PORT_N*PLANE_N-1:0] wire_rx_data,
    output wire [PORT_N*PLANE_N-1:0]    up,
    output wire [PORT_N*PLANE_N-1:0]    obs_move,
    output wire [5*PORT_N*PLANE_N-1:0]  obs_from,
    output wire [PORT_N*PLANE_N-1:0]    obs_drop,
    input  wire                         reg_wr,
    input  wire                         reg_rd,
    input  wire [11:0]                  reg_addr,
    input  wire [31:0]                  reg_wdata,
    output wire [31:0]                  reg_rdata
);

    localparam integer LANE_N = PORT_N * PLANE_N;

    wire [LANE_N-1:0]    s_valid, s_ready, s_last, m_valid, m_last, d_valid, d_ready, d_last, d_done;
    wire [16*LANE_N-1:0] s_data, m_data, d_data;
    wire [3*LANE_N-1:0]  s_ok, freed;
    wire [32*LANE_N-1:0] lane_rdata;
    wire [31:0]          switch_rdata;

    // ---- registers: the lane of an address, and that of the last read
    wire [4:0] page = reg_addr[11:7];
    wire       here = page < 5'd4;
    reg  [4:0] page_q;
    always @(posedge clk) if (reg_rd) page_q <= page;
    assign reg_rdata = page_q < 5'd4 ? switch_rdata : {27'd0, page_q} < LANE_N + 4 ? lane_rdata[32*({27'd0, page_q}-4)+:32] : 32'd0;

    genvar k;
    generate
        for (k = 0; k < PORT_N; k = k + 1) begin : g_port
            localparam integer AT = k * PLANE_N;
            reg [PLANE_N-1:0] mine;
            integer p;
            always @* for (p = 0; p < PLANE_N; p = p + 1) mine[p] = {27'd0, page} == AT + p + 4;

            cl_port #(
                .PLANE_N(PLANE_N)
            ) u_port (
                .clk         (clk),
                .rst         (rst),
                .wire_tx_k   (wire_tx_k[AT+:PLANE_N]),
                .wire_tx_data(wire_tx_data[16*AT+:16*PLANE_N]),
                .wire_rx_k   (wire_rx_k[AT+:PLANE_N]),
                .wire_rx_err (wire_rx_err[AT+:PLANE_N]),
                .wire_rx_data(wire_rx_data[16*AT+:16*PLANE_N]),
                .s_valid     (s_valid[AT+:PLANE_N]),
                .s_ready     (s_ready[AT+:PLANE_N]),
                .s_data      (s_data[16*AT+:16*PLANE_N]),
                .s_last      (s_last[AT+:PLANE_N]),
                .s_ok        (s_ok[3*AT+:3*PLANE_N]),
                .m_valid     (m_valid[AT+:PLANE_N]),
                .m_data      (m_data[16*AT+:16*PLANE_N]),
                .m_last      (m_last[AT+:PLANE_N]),
                .freed       (freed[3*AT+:3*PLANE_N]),
                .up          (up[AT+:PLANE_N]),
                .d_valid     (d_valid[AT+:PLANE_N]),
                .d_ready     (d_ready[AT+:PLANE_N]),
                .d_data      (d_data[16*AT+:16*PLANE_N]),
                .d_last      (d_last[AT+:PLANE_N]),
                .d_done      (d_done[AT+:PLANE_N]),
                .reg_wr      (mine & {PLANE_N{reg_wr}}),
                .reg_rd      (mine & {PLANE_N{reg_rd}}),
                .reg_addr    (reg_addr[6:0]),
                .reg_wdata   (reg_wdata),
                .reg_rdata   (lane_rdata[32*AT+:32*PLANE_N])
            );
        end
    endgenerate

    cl_switch #(
        .PORT_N (PORT_N),
        .PLANE_N(PLANE_N),
        .SPEED  (SPEED),
        .PREEMPT(PREEMPT)
    ) u_switch (
        .clk      (clk),
        .rst      (rst),
        .s_valid  (m_valid),
        .s_data   (m_data),
        .s_last   (m_last),
        .freed    (freed),
        .m_valid  (s_valid),
        .m_ready  (s_ready),
        .m_data   (s_data),
        .m_last   (s_last),
        .m_ok     (s_ok),
        .up       (up),
        .d_valid  (d_valid),
        .d_ready  (d_ready),
        .d_data   (d_data),
        .d_last   (d_last),
        .d_done   (d_done),
        .obs_move (obs_move),
        .obs_from (obs_from),
        .obs_drop (obs_drop),
        .reg_wr   (reg_wr && here),
        .reg_rd   (reg_rd && here),
        .reg_addr (reg_addr[8:0]),
        .reg_wdata(reg_wdata),
        .reg_rdata(switch_rdata)
    );

endmodule

`default_nettype wire
