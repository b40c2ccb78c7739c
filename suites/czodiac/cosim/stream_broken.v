// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A wrapper of the remapper that breaks the rules of a stream at m_dev, the way that TN_BREAK says: what the bench's
// monitors are tested with (suites/czodiac/cosim/stream).

`timescale 1ns / 1ps
`default_nettype none

module dut_cz_ioport_remap #(
    parameter integer FUNC_N     = 8,
    parameter integer PORT_N     = 4,
    parameter integer MPS_B      = 512,
    parameter integer QUEUE_LOG2 = 7
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         s_usr_valid,
    input  wire [127:0] s_usr_data,
    input  wire [3:0]   s_usr_keep,
    input  wire         s_usr_last,
    output wire         s_usr_ready,
    input  wire [3:0]   s_usr_port,
    output wire [2:0]   s_usr_ok,

    output wire         m_dev_valid,
    output wire [127:0] m_dev_data,
    output wire [3:0]   m_dev_keep,
    output wire         m_dev_last,
    input  wire         m_dev_ready,
    input  wire [2:0]   m_dev_ok,

    input  wire         s_dev_valid,
    input  wire [127:0] s_dev_data,
    input  wire [3:0]   s_dev_keep,
    input  wire         s_dev_last,
    output wire         s_dev_ready,
    output wire [2:0]   s_dev_ok,

    output wire         m_usr_valid,
    output wire [127:0] m_usr_data,
    output wire [3:0]   m_usr_keep,
    output wire         m_usr_last,
    input  wire         m_usr_ready,
    output wire [3:0]   m_usr_port,
    input  wire [2:0]   m_usr_ok,

    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,

    output wire [1:0]   obs_rej_valid,
    output wire [7:0]   obs_rej_cause,
    output wire [7:0]   obs_rej_port
);

    wire         valid, last;
    wire [127:0] data;
    wire [3:0]   keep;
    wire         ready = m_dev_ready && !hide;
    reg          waits_q; // a beat was offered in the cycle before, and not taken

    // 1: withdrawn after a cycle
    wire hide = `TN_BREAK == 1 && waits_q;

    always @(posedge clk) waits_q <= !rst && valid && !m_dev_ready && !waits_q;

    assign m_dev_valid = valid && !hide;
    // 2: a bit changes while the beat waits; 5: one is unknown
    assign m_dev_data = {data[127:65], data[64] ^ (`TN_BREAK == 2 && waits_q), data[63:1],
                         `TN_BREAK == 5 ? 1'bx : data[0]};
    // 3: holes before the last beat; 4: in it
    assign m_dev_keep = `TN_BREAK == 3 && !last ? 4'h7 : `TN_BREAK == 4 && last ? 4'h5 : keep;
    assign m_dev_last = last;

    cz_ioport_remap #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2)
    ) u_remap (
        .clk(clk), .rst(rst),
        .s_usr_valid(s_usr_valid), .s_usr_data(s_usr_data), .s_usr_keep(s_usr_keep),
        .s_usr_last(s_usr_last), .s_usr_ready(s_usr_ready), .s_usr_port(s_usr_port),
        .s_usr_ok(s_usr_ok),
        .m_dev_valid(valid), .m_dev_data(data), .m_dev_keep(keep),
        // 6: ok is not asked
        .m_dev_last(last), .m_dev_ready(ready), .m_dev_ok(`TN_BREAK == 6 ? 3'd7 : m_dev_ok),
        .s_dev_valid(s_dev_valid), .s_dev_data(s_dev_data), .s_dev_keep(s_dev_keep),
        .s_dev_last(s_dev_last), .s_dev_ready(s_dev_ready), .s_dev_ok(s_dev_ok),
        .m_usr_valid(m_usr_valid), .m_usr_data(m_usr_data), .m_usr_keep(m_usr_keep),
        .m_usr_last(m_usr_last), .m_usr_ready(m_usr_ready), .m_usr_port(m_usr_port),
        .m_usr_ok(m_usr_ok),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .obs_rej_valid(obs_rej_valid), .obs_rej_cause(obs_rej_cause),
        .obs_rej_port(obs_rej_port)
    );
endmodule

`default_nettype wire
