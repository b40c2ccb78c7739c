// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The DUT driven by Verilog alone: what the C harness costs is measured against this.
// Beats come from memories, ready and ok are high after reset, and what comes out is
// summed up, so that dut_drive.c can be held to the same. No input of the DUT is a
// constant and no output goes unread: a simulator would leave out what hangs on them.
//
//   +dir=DIR +usr=BEATS +dev=BEATS +span=CYCLES +rounds=N   as dut_beats writes and prints them

`timescale 1ns / 1ps
`default_nettype none

module dut_floor_tb #(
    parameter integer FUNC_N     = 8,
    parameter integer PORT_N     = 4,
    parameter integer MPS_B      = 512,
    parameter integer QUEUE_LOG2 = 7
`ifdef VERILATOR
) (
    input wire clk
);
`else
) ();
    reg clk = 1'b0;
    always #2 clk = !clk;
`endif
    localparam integer REG_N = 64, QUIET_CYC = 256; // writes of registers at most
    localparam [11:0]  FORWARDED = 12'h400; // counter: forwarded posted TLPs to the device

    reg [8*1024-1:0] dir;
    reg [31:0]       usr_beats, dev_beats, rounds, span, cycle, quiet;
    reg [63:0]       regs [0:REG_N-1];
    reg              rst, go, reg_wr, reg_rd, ready;
    reg [2:0]        ok;
    reg [31:0]       rejected;
    reg [6:0]        reg_at;
    reg [31:0]       writes;
    reg [11:0]       reg_addr;
    reg [31:0]       reg_wdata;

    wire         u_valid, u_last, u_ready, d_valid, d_last, d_ready, u_finished, d_finished;
    wire [127:0] u_data, d_data, m_dev_data, m_usr_data;
    wire [3:0]   u_keep, u_port, d_keep, d_port, m_dev_keep, m_usr_keep, m_usr_port;
    wire [2:0]   u_ok, d_ok;
    wire         m_dev_valid, m_dev_last, m_usr_valid, m_usr_last;
    wire [31:0]  reg_rdata, m_dev_beats, m_usr_beats;
    wire [63:0]  m_dev_sum, m_usr_sum;
    wire [1:0]   rej_valid;
    wire [7:0]   rej_cause, rej_port;

    initial begin
        if (!$value$plusargs("dir=%s", dir) || !$value$plusargs("usr=%d", usr_beats) ||
            !$value$plusargs("dev=%d", dev_beats) || !$value$plusargs("span=%d", span) ||
            !$value$plusargs("rounds=%d", rounds) || !$value$plusargs("regs=%d", writes)) begin
            $display("dut_floor_tb: +dir=DIR +usr=BEATS +dev=BEATS +span=CYCLES +rounds=N +regs=N");
            $finish;
        end
        $readmemh({dir, "/usr.hex"}, u_usr.mem, 0, usr_beats - 1);
        $readmemh({dir, "/dev.hex"}, u_dev.mem, 0, dev_beats - 1);
        $readmemh({dir, "/reg.hex"}, regs, 0, writes - 1);
        cycle  = 32'd0;
        quiet  = 32'd0;
        rst    = 1'b1;
        go     = 1'b0;
        reg_wr = 1'b0;
        reg_rd = 1'b0;
        reg_at = 7'd0;
        rejected = 32'd0;
    end

    // reset, then the registers, then the traffic until nothing comes out any more
    always @(posedge clk) begin
        cycle  <= cycle + 32'd1;
        rst    <= cycle < 32'd4;
        ready  <= !rst;
        ok     <= {3{!rst}};
        reg_wr <= 1'b0;
        if (!rst && {25'd0, reg_at} != writes) begin
            reg_wr    <= 1'b1;
            reg_addr  <= regs[reg_at[5:0]][43:32];
            reg_wdata <= regs[reg_at[5:0]][31:0];
            reg_at    <= reg_at + 7'd1;
        end
        go    <= {25'd0, reg_at} == writes && !reg_wr;
        quiet <= u_finished && d_finished && !m_dev_valid && !m_usr_valid ? quiet + 32'd1 : 32'd0;
        if (!rst && rej_valid != 2'd0)
            rejected <= rejected + {16'd0, rej_cause, rej_port};
        reg_rd <= quiet == QUIET_CYC;
        if (quiet == QUIET_CYC)
            reg_addr <= FORWARDED;
        if (quiet == QUIET_CYC + 2) begin // the answer is there the cycle after reg_rd
            $display("cycles %0d beats %0d sums %h %h forwarded %0d", cycle,
                     m_dev_beats + m_usr_beats, m_dev_sum, m_usr_sum, reg_rdata);
            if (rejected != 32'd0)
                $display("dut_floor_tb: TLPs were not forwarded");
            $finish;
        end
    end

    dut_floor_player u_usr (
        .clk(clk), .rst(!go), .beats(usr_beats), .rounds(rounds), .span(span), .ok(u_ok),
        .m_valid(u_valid), .m_data(u_data), .m_keep(u_keep), .m_last(u_last), .m_port(u_port),
        .m_ready(u_ready), .finished(u_finished)
    );
    dut_floor_player u_dev (
        .clk(clk), .rst(!go), .beats(dev_beats), .rounds(rounds), .span(span), .ok(d_ok),
        .m_valid(d_valid), .m_data(d_data), .m_keep(d_keep), .m_last(d_last), .m_port(d_port),
        .m_ready(d_ready), .finished(d_finished)
    );
    dut_cz_ioport_remap #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2)
    ) u_dut (
        .clk(clk), .rst(rst),
        .s_usr_valid(u_valid), .s_usr_data(u_data), .s_usr_keep(u_keep), .s_usr_last(u_last),
        .s_usr_ready(u_ready), .s_usr_port(u_port), .s_usr_ok(u_ok),
        .m_dev_valid(m_dev_valid), .m_dev_data(m_dev_data), .m_dev_keep(m_dev_keep),
        .m_dev_last(m_dev_last), .m_dev_ready(ready), .m_dev_ok(ok),
        .s_dev_valid(d_valid), .s_dev_data(d_data), .s_dev_keep(d_keep), .s_dev_last(d_last),
        .s_dev_ready(d_ready), .s_dev_ok(d_ok),
        .m_usr_valid(m_usr_valid), .m_usr_data(m_usr_data), .m_usr_keep(m_usr_keep),
        .m_usr_last(m_usr_last), .m_usr_ready(ready), .m_usr_port(m_usr_port), .m_usr_ok(ok),
        .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .obs_rej_valid(rej_valid), .obs_rej_cause(rej_cause), .obs_rej_port(rej_port)
    );
    dut_floor_sum u_sum_dev (
        .clk(clk), .rst(rst), .valid(m_dev_valid && ready), .data(m_dev_data), .keep(m_dev_keep),
        .last(m_dev_last), .port(4'd0), .beats_q(m_dev_beats), .sum_q(m_dev_sum)
    );
    dut_floor_sum u_sum_usr (
        .clk(clk), .rst(rst), .valid(m_usr_valid && ready), .data(m_usr_data), .keep(m_usr_keep),
        .last(m_usr_last), .port(m_usr_port), .beats_q(m_usr_beats), .sum_q(m_usr_sum)
    );
endmodule

`default_nettype wire
