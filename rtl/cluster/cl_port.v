// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The lanes of a port, at the switch or at a node: their ends, and the side packets by which two ends agree on what a dead lane brought.
//
// PLANE_N (1 to 3). Ports are those of cl_link, lane 0 lowest. Contract: cl_level2.md section 1.

`timescale 1ns / 1ps
`default_nettype none

module cl_port #(
    parameter integer PLANE_N = 2
) (
    input  wire                  clk,
    input  wire                  rst,
    // lanes
    output wire [PLANE_N-1:0]    wire_tx_k,
    output wire [16*PLANE_N-1:0] wire_tx_data,
    input  wire [PLANE_N-1:0]    wire_rx_k,
    input  wire [PLANE_N-1:0]    wire_rx_err,
    input  wire [16*PLANE_N-1:0] wire_rx_data,
    // packets to send
    input  wire [PLANE_N-1:0]    s_valid,
    output wire [PLANE_N-1:0]    s_ready,
    input  wire [16*PLANE_N-1:0] s_data,
    input  wire [PLANE_N-1:0]    s_last,
    output wire [3*PLANE_N-1:0]  s_ok,
    // packets that were taken
    output wire [PLANE_N-1:0]    m_valid,
    output wire [16*PLANE_N-1:0] m_data,
    output wire [PLANE_N-1:0]    m_last,
    input  wire [3*PLANE_N-1:0]  freed,
    output wire [PLANE_N-1:0]    up,
    // packets of dead lanes
    output wire [PLANE_N-1:0]    d_valid,
    input  wire [PLANE_N-1:0]    d_ready,
    output wire [16*PLANE_N-1:0] d_data,
    output wire [PLANE_N-1:0]    d_last,
    output wire [PLANE_N-1:0]    d_done,
    // registers, a bit a lane
    input  wire [PLANE_N-1:0]    reg_wr,
    input  wire [PLANE_N-1:0]    reg_rd,
    input  wire [6:0]            reg_addr,
    input  wire [31:0]           reg_wdata,
    output wire [32*PLANE_N-1:0] reg_rdata
);

    localparam [6:0] AGAIN_N = 7'd70;  // cycles from one side packet of a lane to the next

    generate
        if (PLANE_N < 1 || PLANE_N > 3) begin : g_check
            tn_error_PLANE_N_must_be_1_to_3 u_error ();
        end
    endgenerate

    wire [6*PLANE_N-1:0] taken, y_ack;
    wire [PLANE_N-1:0]   y_valid, y_nack, x_ready;
    wire [2*PLANE_N-1:0] y_plane;
    reg  [PLANE_N-1:0]   kill_q, go_q, told_q, answer_q, x_valid;
    reg  [6*PLANE_N-1:0] ack_q;
    reg  [7*PLANE_N-1:0] wait_q;  // until a dead lane is named again
    reg                  busy_q, nack_q;
    reg  [1:0]           plane_q;

    // ---- side packets that come
    integer p, n;
    always @(posedge clk) begin
        go_q <= {PLANE_N{1'b0}};
        for (p = 0; p < PLANE_N; p = p + 1)
            for (n = 0; n < PLANE_N; n = n + 1)
                if (y_valid[n] && y_plane[2*n+:2] == p[1:0] && n != p) begin
                    kill_q[p] <= 1'b1;
                    if (!told_q[p] && !kill_q[p]) ack_q[6*p+:6] <= y_ack[6*n+:6];
                    if (y_nack[n]) answer_q[p] <= 1'b1;
                end
        for (p = 0; p < PLANE_N; p = p + 1)
            if (kill_q[p] && !up[p] && !told_q[p]) begin
                told_q[p] <= 1'b1;
                go_q[p]   <= 1'b1;
            end
        if (sent && !nack_q) answer_q[plane] <= 1'b0;
        if (rst) begin
            kill_q   <= {PLANE_N{1'b0}};
            told_q   <= {PLANE_N{1'b0}};
            answer_q <= {PLANE_N{1'b0}};
        end
    end

    // ---- side packets that go, on the lowest lane that is up
    wire [31:0] plane = {30'd0, plane_q};
    wire        sent  = busy_q && (x_valid & x_ready) != {PLANE_N{1'b0}};
    reg  [1:0]  lane;
    always @* begin
        lane = 2'd0;
        for (p = PLANE_N - 1; p >= 0; p = p - 1) if (up[p]) lane = p[1:0];
        x_valid = {PLANE_N{1'b0}};
        if (busy_q) x_valid[{30'd0, lane}] = up[{30'd0, lane}];
    end

    always @(posedge clk) begin
        for (n = 0; n < PLANE_N; n = n + 1) if (wait_q[7*n+:7] != 7'd0) wait_q[7*n+:7] <= wait_q[7*n+:7] - 7'd1;
        if (sent) begin
            busy_q <= 1'b0;
            if (nack_q) wait_q[7*plane+:7] <= AGAIN_N;
        end else if (!busy_q)
            for (n = 0; n < PLANE_N; n = n + 1) if (!up[n] && (answer_q[n] || (!told_q[n] && wait_q[7*n+:7] == 7'd0))) begin
                busy_q  <= 1'b1;
                nack_q  <= !answer_q[n];
                plane_q <= n[1:0];
            end
        if (rst) begin
            busy_q <= 1'b0;
            wait_q <= {7 * PLANE_N{1'b0}};
        end
    end

    genvar l;
    generate
        for (l = 0; l < PLANE_N; l = l + 1) begin : g_lane
            cl_link #(
                .PLANE(l)
            ) u_link (
                .clk         (clk),
                .rst         (rst),
                .wire_tx_k   (wire_tx_k[l]),
                .wire_tx_data(wire_tx_data[16*l+:16]),
                .wire_rx_k   (wire_rx_k[l]),
                .wire_rx_err (wire_rx_err[l]),
                .wire_rx_data(wire_rx_data[16*l+:16]),
                .s_valid     (s_valid[l]),
                .s_ready     (s_ready[l]),
                .s_data      (s_data[16*l+:16]),
                .s_last      (s_last[l]),
                .s_ok        (s_ok[3*l+:3]),
                .m_valid     (m_valid[l]),
                .m_data      (m_data[16*l+:16]),
                .m_last      (m_last[l]),
                .freed       (freed[3*l+:3]),
                .up          (up[l]),
                .kill        (kill_q[l]),
                .taken       (taken[6*l+:6]),
                .x_valid     (x_valid[l]),
                .x_ready     (x_ready[l]),
                .x_nack      (nack_q),
                .x_plane     (plane_q),
                .x_ack       (taken[6*plane+:6]),
                .y_valid     (y_valid[l]),
                .y_nack      (y_nack[l]),
                .y_plane     (y_plane[2*l+:2]),
                .y_ack       (y_ack[6*l+:6]),
                .d_go        (go_q[l]),
                .d_ack       (ack_q[6*l+:6]),
                .d_valid     (d_valid[l]),
                .d_ready     (d_ready[l]),
                .d_data      (d_data[16*l+:16]),
                .d_last      (d_last[l]),
                .d_done      (d_done[l]),
                .reg_wr      (reg_wr[l]),
                .reg_rd      (reg_rd[l]),
                .reg_addr    (reg_addr),
                .reg_wdata   (reg_wdata),
                .reg_rdata   (reg_rdata[32*l+:32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
