// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Bench of APEnet's lattice: at local port n, of sixteen at most, a source "tx0" to "tx15" and a monitor of the same name, and
// behind it a monitor "rx0" to "rx15" and a sink of that name, whose ready is the port's room. C sees the words on all lines.

`timescale 1ns / 1ps
`default_nettype none
`include "tn_sim.vh"

module ape_lattice_tb #(
    parameter integer X_N      = 2,
    parameter integer Y_N      = 2,
    parameter integer Z_N      = 1,
    parameter integer LINK_N   = 6,
    parameter integer LOCAL_N  = 1,
    parameter integer WIRE_CYC = 1,
    parameter integer BAND     = 1
`ifdef VERILATOR
) (
    `TN_BENCH_PORTS
);
`else
) ();
    `TN_BENCH_NETS
`endif

    localparam integer K = X_N * Y_N * Z_N;
    localparam integer L = LINK_N * K;
    localparam integer N = LOCAL_N * K;

    wire           done;
    wire [2*N-1:0] port_done;
    wire [L-1:0]   line_done;
    wire           pins_done;

    `TN_BENCH_CLOCK(1)

    tn_bench_any #(.N(2*N + L + 1)) u_any (.clk(clk), .done({pins_done, line_done, port_done}), .any(done));

    wire [N-1:0]     l_tx_valid, l_tx_ready, l_tx_last, l_rx_valid, l_rx_vc, l_rx_head, l_rx_last, room;
    wire [128*N-1:0] l_tx_data, l_rx_data;
    wire [2*N-1:0]   l_rx_room;
    wire [L-1:0]     wire_out_valid, wire_out_k;
    wire [128*L-1:0] wire_out_data;
    wire [32*K-1:0]  unused_rdata;
    reg  [N-1:0]     tx_open, rx_open; // a packet is under way at the port
    reg              head_wrong;       // a word was marked as head that was none, or the other way round

    always @(posedge clk)
        if (rst) begin
            tx_open    <= {N{1'b0}};
            rx_open    <= {N{1'b0}};
            head_wrong <= 1'b0;
        end else begin
            tx_open <= (l_tx_valid & l_tx_ready & ~l_tx_last) | (tx_open & ~(l_tx_valid & l_tx_ready));
            rx_open <= (l_rx_valid & ~l_rx_last) | (rx_open & ~l_rx_valid);
            if (|(l_rx_valid & (l_rx_head ^ ~rx_open))) head_wrong <= 1'b1;
        end

    wire [1023:0]    play;
    wire [319:0]     strikes;
    wire [L-1:0]     wire_in_valid, wire_in_k, wire_xor_k, wire_cut, wire_put;
    wire [128*L-1:0] wire_in_data, wire_xor;

    // word 0 bit 0: head_wrong; from word 2 on those of harness/apenet/fault/ape_line.c
    tn_bfm_block u_pins (
        .clk(clk), .cycle(cycle), .play(play), .done(pins_done), .pins({31'd0, rst, 96'd0, strikes, 63'd0, head_wrong})
    );
    tn_bfm_ape_strikes #(.L(L)) u_strikes (
        .wire_in_valid(wire_in_valid), .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .play(play[319:0]), .pins(strikes),
        .wire_xor(wire_xor), .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put)
    );

    genvar n;
    generate
        for (n = 0; n < N; n = n + 1) begin : g_port
            localparam [15:0] DIGITS = n < 10 ? 48 + n : 256 * 49 + 48 + n - 10;
            localparam [31:0] TX = n < 10 ? {"tx", DIGITS[7:0]} : {"tx", DIGITS};
            localparam [31:0] RX = n < 10 ? {"rx", DIGITS[7:0]} : {"rx", DIGITS};
            initial begin
                `TN_DECLARE(0, n, `TN_TEXT(TX));
                `TN_DECLARE(1, n, `TN_TEXT(RX));
                `TN_DECLARE(2, 2*n, `TN_TEXT(TX));
                `TN_DECLARE(2, 2*n + 1, `TN_TEXT(RX));
            end
            assign l_rx_room[2*n+:2] = {2{room[n]}};
            tn_bfm_source #(.ID(n)) u_source (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[n]), .ok(3'b111), .m_valid(l_tx_valid[n]),
                .m_data(l_tx_data[128*n+:128]), .m_keep(), .m_last(l_tx_last[n]), .m_port(), .m_ready(l_tx_ready[n])
            );
            tn_bfm_monitor #(.ID(2*n)) u_mon_tx (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(l_tx_valid[n]), .data(l_tx_data[128*n+:128]), .keep(4'hf),
                .last(l_tx_last[n]), .port(4'd0), .ready(l_tx_ready[n]), .ok(3'b111), .done(port_done[2*n])
            );
            tn_bfm_monitor #(.ID(2*n + 1)) u_mon_rx (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(l_rx_valid[n]), .data(l_rx_data[128*n+:128]), .keep(4'hf),
                .last(l_rx_last[n]), .port({3'd0, l_rx_vc[n]}), .ready(1'b1), .ok(3'b111), .done(port_done[2*n+1])
            );
            tn_bfm_sink #(.ID(n)) u_sink (
                .clk(clk), .rst(rst), .wake(wake[64+n]), .ok_wanted(3'b111), .s_ready(room[n]), .s_ok()
            );
        end
        for (n = 0; n < L; n = n + 1) begin : g_line
            tn_bfm_ape_line #(.ID(n)) u_line (
                .clk(clk), .rst(rst), .cycle(cycle), .valid(wire_out_valid[n]), .k(wire_out_k[n]),
                .data(wire_out_data[128*n+:128]), .done(line_done[n])
            );
        end
    endgenerate

    dut_ape_lattice #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .WIRE_CYC(WIRE_CYC),
        .BAND(BAND)
    ) u_dut (
        .clk(clk), .rst({K{rst}}), .l_tx_valid(l_tx_valid), .l_tx_ready(l_tx_ready), .l_tx_data(l_tx_data),
        .l_tx_head(~tx_open), .l_tx_last(l_tx_last), .l_rx_valid(l_rx_valid), .l_rx_data(l_rx_data),
        .l_rx_vc(l_rx_vc), .l_rx_head(l_rx_head), .l_rx_last(l_rx_last), .l_rx_room(l_rx_room), .reg_wr({K{1'b0}}),
        .reg_rd({K{1'b0}}), .reg_addr(12'd0), .reg_wdata(32'd0), .reg_rdata(unused_rdata), .wire_xor(wire_xor),
        .wire_xor_k(wire_xor_k), .wire_cut(wire_cut), .wire_put(wire_put), .wire_in_valid(wire_in_valid),
        .wire_in_k(wire_in_k), .wire_in_data(wire_in_data), .wire_out_valid(wire_out_valid), .wire_out_k(wire_out_k), .wire_out_data(wire_out_data)
    );

    initial begin
        `TN_DECLARE(3, 0, "ape_lattice");
        `TN_PARAM("X_N", X_N);
        `TN_PARAM("Y_N", Y_N);
        `TN_PARAM("Z_N", Z_N);
        `TN_PARAM("LINK_N", LINK_N);
        `TN_PARAM("LOCAL_N", LOCAL_N);
        `TN_PARAM("WIRE_CYC", WIRE_CYC);
        `TN_PARAM("BAND", BAND);
    end
endmodule

`default_nettype wire
