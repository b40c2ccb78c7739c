// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_dma: eight transactions of a path whose first packets fault hold all eight slots, and each is searched for in the path's
// list. All eight entries must be in FAULT within the bound of exa_dma.md section 9, with a port that is idle, that reads
// without a gap, that reads and writes without a gap.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_walk_tb;
`include "tn_bench.vh"
    localparam integer TXNS  = 8;
    localparam integer BOUND = 128 * TXNS * (TXNS + 4);
    localparam [19:0]  BANK = 20'h40000, FAULT_LEVEL = 20'h40418;

    reg clk = 0, rst = 1;
    always #1 clk = !clk;

    reg          awv = 0, wv = 0, arv = 0;
    reg  [19:0]  awa = 0, ara = 0;
    reg  [7:0]   awl = 0, arl = 0;
    reg  [127:0] wd = 0;
    reg  [15:0]  ws = 0;
    reg  [2:0]   ars = 4;
    wire         awr, wr, bv, arr, rv, rl, m_arv, m_rr, irq;
    wire [127:0] rd;
    wire [2:0]   m_arid;
    wire [7:0]   m_arl;
    reg          m_rv = 0, m_rl = 0;
    reg  [2:0]   m_rid = 0;

    exa_dma #(.TXN_LOG2(5)) dut (
        .clk(clk), .rst(rst), .own(22'd0), .s_exa_hdr_valid(1'b0), .s_exa_pld_valid(1'b0), .s_exa_ftr_valid(1'b0),
        .s_exa_data(128'd0), .s_exa_hdr_ready(), .s_exa_pld_ready(), .s_exa_ftr_ready(), .m_exa_hdr_valid(), .m_exa_pld_valid(),
        .m_exa_ftr_valid(), .m_exa_data(), .m_exa_hdr_ready(1'b1), .m_exa_pld_ready(1'b1), .m_exa_ftr_ready(1'b1),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd0), .s_axi_awaddr(awa), .s_axi_awlen(awl), .s_axi_awsize(3'd4),
        .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wr), .s_axi_wdata(wd), .s_axi_wstrb(ws), .s_axi_wlast(1'b1),
        .s_axi_bvalid(bv), .s_axi_bready(1'b1), .s_axi_bid(), .s_axi_bresp(), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd0),
        .s_axi_araddr(ara), .s_axi_arlen(arl), .s_axi_arsize(ars), .s_axi_arburst(2'd1), .s_axi_rvalid(rv), .s_axi_rready(1'b1),
        .s_axi_rid(), .s_axi_rdata(rd), .s_axi_rresp(), .s_axi_rlast(rl), .m_axi_arvalid(m_arv), .m_axi_arready(!hold), .m_axi_arid(m_arid),
        .m_axi_araddr(), .m_axi_arlen(m_arl), .m_axi_arsize(), .m_axi_arburst(), .m_axi_rvalid(m_rv), .m_axi_rready(m_rr),
        .m_axi_rid(m_rid), .m_axi_rdata(128'd0), .m_axi_rresp(2'd2), .m_axi_rlast(m_rl), .irq_fault(irq), .obs_drop());

    // memory: every read faults, and answers begin when all slots are taken
    reg         hold = 1, go = 0;
    reg [8:0]   left = 0;
    reg [10:0]  q [0:63];
    integer     q_in = 0, q_out = 0;
    always @(posedge clk)
        if (rst) begin
            q_in = 0;
            q_out = 0;
            left <= 0;
            m_rv <= 0;
        end else begin
            if (m_arv && !hold) begin
                q[q_in%64] = {m_arid, m_arl};
                q_in = q_in + 1;
            end
            if (go && (!m_rv || m_rr)) begin
                m_rv <= left != 0 || q_out != q_in;
                if (left != 0) begin
                    m_rl <= left == 1;
                    left <= left - 1;
                end else if (q_out != q_in) begin
                    m_rid <= q[q_out%64][10:8];
                    m_rl  <= q[q_out%64][7:0] == 0;
                    left  <= q[q_out%64][7:0];
                    q_out = q_out + 1;
                end
            end
        end

    // pins change at the falling edge: at the rising one, simulators disagree which of bench and block comes first
    task put;
        input [19:0]  a;
        input [127:0] d;
        input [15:0]  s;
        begin
            @(negedge clk) awv = 1;
            awa = a; awl = 0;
            @(posedge clk) while (!awr) @(posedge clk);
            @(negedge clk) awv = 0;
            wv = 1; wd = d; ws = s;
            @(posedge clk) while (!wr) @(posedge clk);
            @(negedge clk) wv = 0;
            @(posedge clk) while (!bv) @(posedge clk);
        end
    endtask

    // the number of entries, read as soon as the burst before has ended
    integer    begun = 0, ended = 0;
    always @(posedge clk) begin
        if (arv && arr) begun = begun + 1;
        if (rv && rl) ended = ended + 1;
    end

    reg [31:0] level;
    task get_level;
        begin
            @(negedge clk) arv = 0;
            while (begun != ended) @(negedge clk);
            arv = 1; ara = FAULT_LEVEL; arl = 0; ars = 2;
            @(posedge clk) while (!arr) @(posedge clk);
            @(negedge clk) arv = 0;
            @(posedge clk) while (!rv) @(posedge clk);
            level = rd[95:64];
        end
    endtask

    task search;
        input integer busy;
        input [8*72-1:0] name;
        integer t;
        begin
            @(negedge clk) rst = 1;
            hold = 1; go = 0; awv = 0; wv = 0; arv = 0;
            repeat (4) @(negedge clk);
            rst = 0;
            repeat (60) @(negedge clk);
            put(BANK, 128'h80000077, 16'h000f);
            for (t = 0; t < TXNS; t = t + 1) begin
                put(32 * t, {64'h4000, 64'h10000}, 16'hffff);
                put(32 * t + 16, (128'd1024 << 16) | 128'h77, 16'hffff);
            end
            @(negedge clk) hold = 0;
            repeat (400) @(negedge clk);
            if (busy >= 1) begin arv = 1; ara = 0; arl = 63; ars = 4; end
            if (busy >= 2) begin awv = 1; awa = 20'h200; awl = 31; wv = 1; wd = 0; ws = 16'h0001; end
            repeat (20) @(negedge clk);
            go = 1;
            repeat (BOUND + 400) @(negedge clk);
            get_level;
            verdict(level != TXNS || !irq, name);
        end
    endtask

    initial begin
        search(0, "faults are told while the port is idle");
        search(1, "faults are told while the port reads without a gap");
        search(2, "faults are told while the port reads and writes without a gap");
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
