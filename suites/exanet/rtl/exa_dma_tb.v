// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_dma against its contract page: registers and descriptors, cutting and lanes, banks out of order, slots and
// turns, chains, control messages, faults. The bench has a memory that answers as it likes, and works out each
// word of each packet from the page's text, byte by byte; CRCs bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_tb;
`include "tn_bench.vh"
    localparam integer OUTS = 3, TXN_LOG2 = 5, TXNS = 32;
    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
    localparam [21:0] OWN = 22'h2a5c3;

    reg              clk = 1'b0, rst = 1'b1;
    reg              s_hv = 0;
    wire             s_hr, s_pr, s_fr;
    wire [OUTS-1:0]  m_hv, m_pv, m_fv;
    reg  [OUTS-1:0]  m_r = 0;
    wire [128*OUTS-1:0] m_data;
    reg              awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire             awr, wrdy, bv, arr, rv, rlast;
    reg  [19:0]      awaddr = 0, araddr = 0;
    reg  [7:0]       arlen = 0;
    reg  [2:0]       awsize = 0, arsize = 0;
    reg  [127:0]     wdata = 0;
    reg  [15:0]      wstrb = 0;
    wire [3:0]       bid, rid;
    wire [1:0]       bresp, rresp;
    wire [127:0]     rdata;
    wire             ar_v, irq, obs_drop;
    reg              ar_r = 0;
    wire [2:0]       ar_id, ar_size;
    wire [41:0]      ar_addr;
    wire [7:0]       ar_len;
    wire [1:0]       ar_burst;
    reg              r_v = 0;
    wire             r_r;
    reg  [2:0]       r_id = 0;
    reg  [127:0]     r_data = 0;
    reg  [1:0]       r_resp = 0;

    exa_dma #(
        .AXI_ID_W(4),
        .OUT_N   (OUTS),
        .TXN_LOG2(TXN_LOG2)
    ) dut (
        .clk(clk), .rst(rst), .own(OWN),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(1'b0), .s_exa_pld_ready(s_pr),
        .s_exa_ftr_valid(1'b0), .s_exa_ftr_ready(s_fr), .s_exa_data(128'd0),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_r & m_hv), .m_exa_pld_valid(m_pv), .m_exa_pld_ready(m_r & m_pv),
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_r & m_fv), .m_exa_data(m_data),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd5), .s_axi_awaddr(awaddr), .s_axi_awlen(8'd0),
        .s_axi_awsize(awsize), .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wrdy), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(br), .s_axi_bid(bid),
        .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd9), .s_axi_araddr(araddr),
        .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(2'd1), .s_axi_rvalid(rv), .s_axi_rready(rr),
        .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
        .m_axi_arvalid(ar_v), .m_axi_arready(ar_r), .m_axi_arid(ar_id), .m_axi_araddr(ar_addr), .m_axi_arlen(ar_len),
        .m_axi_arsize(ar_size), .m_axi_arburst(ar_burst), .m_axi_rvalid(r_v), .m_axi_rready(r_r), .m_axi_rid(r_id),
        .m_axi_rdata(r_data), .m_axi_rresp(r_resp), .m_axi_rlast(1'b0), .irq_fault(irq), .obs_drop(obs_drop));

    always #1 clk = !clk;

    integer now = 0, wrong = 0;
    always @(posedge clk) now <= now + 1;

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    task bad;  // with the first few said
        input [8*60-1:0] why;
        input integer    a, b;
        begin
            wrong = wrong + 1;
            if (wrong < 8) $display("# %0d: %0s: %0x %0x", now, why, a, b);
        end
    endtask

    // ---- the port: writes and reads may be under way together
    reg [1:0]   wr_resp, rd_resp;
    reg [127:0] rd_word;

    // what a task asks for is done by a process: Verilator puts a task's text where it is called
    reg [19:0]  w_at, r_at;
    reg [2:0]   w_sz, r_sz;
    reg [15:0]  w_sb;
    reg [127:0] w_d;
    reg         w_go = 0, r_go = 0;

    always begin
        wait (w_go);
        @(negedge clk) awaddr = w_at; awsize = w_sz; awv = 1;
        @(posedge clk) while (!awr) @(posedge clk);
        @(negedge clk) awv = 0; wv = 1; wdata = w_d; wstrb = w_sb;
        @(posedge clk) while (!wrdy) @(posedge clk);
        @(negedge clk) wv = 0; br = 1;
        @(posedge clk) while (!bv) @(posedge clk);
        wr_resp = bresp;
        if (bid !== 4'd5) bad("BID", bid, 5);
        @(negedge clk) br = 0;
        w_go = 0;
    end

    always begin
        wait (r_go);
        @(negedge clk) araddr = r_at; arsize = r_sz; arlen = 0; arv = 1;
        @(posedge clk) while (!arr) @(posedge clk);
        @(negedge clk) arv = 0; rr = 1;
        @(posedge clk) while (!rv) @(posedge clk);
        rd_word = rdata;
        rd_resp = rresp;
        if (rid !== 4'd9 || !rlast) bad("RID or RLAST", rid, rlast);
        @(negedge clk) rr = 0;
        r_go = 0;
    end

    task write;
        input [19:0]  a;
        input [2:0]   size;
        input [15:0]  strb;
        input [127:0] d;
        begin
            w_at = a; w_sz = size; w_sb = strb; w_d = d; w_go = 1;
            wait (!w_go);
        end
    endtask

    task read;
        input [19:0] a;
        input [2:0]  size;
        begin
            r_at = a; r_sz = size; r_go = 1;
            wait (!r_go);
        end
    endtask

    task put32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            write(a, 2, 16'h000f << a[3:0], {4{d}});
            if (wr_resp !== e) bad("answer to a write", a, wr_resp);
        end
    endtask

    task get32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            read(a, 2);
            rd_word = rd_word >> {a[3:2], 5'd0};
            if (rd_word[31:0] !== d || rd_resp !== e) bad("read of a register", a, rd_word[31:0]);
        end
    endtask

    task put64;
        input [19:0] a;
        input [63:0] d;
        input [1:0]  e;
        begin
            write(a, 3, 16'h00ff << a[3:0], {2{d}});
            if (wr_resp !== e) bad("answer to a write", a, wr_resp);
        end
    endtask

`include "exa_dma_bench.vh"

    // ---- software
    task describe;   // words 0, 1 and 3, and what is expected
        input integer t;
        input [63:0]  src;
        input [21:0]  dst;
        input [41:0]  to;
        input [12:0]  seq;
        input [4:0]   path;
        begin
            write(32 * t, 4, 16'hffff, {dst, to, src});
            put64(32 * t + 24, {46'd0, seq, path}, OKAY);
            t_src[t] = src;
            t_dst[t] = {dst, to};
            t_seq[t] = seq;
            t_path[t] = path;
        end
    endtask

    task control;    // word 2
        input integer t;
        input         db, notify, chained;
        input [9:0]   dep;
        input [14:0]  length;
        input [15:0]  pdid;
        begin
            t_len[t] = length;
            t_pdid[t] = pdid;
            t_notify[t] = notify;
            t_off[t] = 0;
            t_live[t] = 1;
            put64(32 * t + 16, {db, 3'd0, notify, 17'h15555, dep, chained, length, pdid}, OKAY);
        end
    endtask

    integer     s_t, s_len;
    reg [63:0]  s_src;
    reg [41:0]  s_to;
    reg [15:0]  s_pdid;
    reg [4:0]   s_path;
    reg         s_go = 0;
    always begin
        wait (s_go);
        describe(s_t, s_src, 22'h15a3c ^ s_t, s_to, 13'h1230 + s_t % 2, s_path);
        control(s_t, 0, s_t % 3 == 0, 0, 0, s_len, s_pdid);
        s_go = 0;
    end

    task start;
        input integer t;
        input [63:0]  src;
        input [41:0]  to;
        input integer length;
        input [15:0]  pdid;
        input [4:0]   path;
        begin
            s_t = t; s_src = src; s_to = to; s_len = length; s_pdid = pdid; s_path = path; s_go = 1;
            wait (!s_go);
        end
    endtask

    // word 2 of t says: error, done, and so many bytes; db and the rest as written
    task expect_end;
        input integer t;
        input         db, error, done;
        input [14:0]  bytes;
        begin
            read(32 * t + 16, 3);
            if (rd_word[63] !== db || rd_word[62:61] !== 0 || rd_word[60] !== error || rd_word[58] !== 0 ||
                rd_word[57] !== done || rd_word[56:42] !== bytes || rd_resp !== OKAY) begin
                bad("end of a transaction", t, bytes);
                $display("# db %b error %b done %b bytes %0d", rd_word[63], rd_word[60], rd_word[57], rd_word[56:42]);
            end
        end
    endtask

    reg     q_go = 0;
    integer quiet, left;
    always begin
        wait (q_go);
        quiet = 0;
        left = 200000;
        rd_word = 128'd1 << 96;
        while (rd_word[127:96] != 0 && left > 0) begin
            read(20'h4045c, 2);
            left = left - 6;
        end
        while (quiet < 64 && left > 0) begin
            @(negedge clk);
            left = left - 1;
            quiet = (m_hv | m_pv | m_fv) != 0 || r_v || ar_v ? 0 : quiet + 1;
        end
        if (left == 0) bad("it does not come to rest", 0, 0);
        q_go = 0;
    end

    task settle;     // nothing ACTIVE, nothing leaves, for 64 cycles
        begin
            q_go = 1;
            wait (!q_go);
        end
    endtask

    task restart;
        integer i;
        begin
            @(negedge clk) rst = 1;
            awv = 0; wv = 0; arv = 0;
            repeat (3) @(negedge clk);
            for (i = 0; i < 8; i = i + 1) begin
                mem_put[i] = 0;
                mem_got[i] = 0;
            end
            for (i = 0; i < OUTS; i = i + 1) begin
                p_n[i] = -1;
                p_was[i] = 0;
                idle_n[i] = 0;
                c_due[i] = 0;
                packets_of[i] = 0;
                bytes_of[i] = 0;
            end
            for (i = 0; i < TXNS; i = i + 1) begin
                t_live[i] = 0;
                t_over[i] = 0;
            end
            if (s_hr || s_pr || s_fr) bad("ready in reset", 0, 0);
            rst = 0;
        end
    endtask

    task banks;      // 1000 to 1007
        integer i;
        for (i = 0; i < 8; i = i + 1) put32(20'h40000 + 4 * i, 32'h80001000 + i, OKAY);
    endtask

`include "exa_dma_tests.vh"
`include "exa_dma_fault_tests.vh"

    initial begin
        restart;
        if (only == "a search goes on, whatever the port and the memory do") begin
            banks;
            test_search;
            $finish;
        end else if (only == "what is issued and started amid a search keeps its place") begin
            banks;
            test_amid_search;
            $finish;
        end else if ($test$plusargs("random")) banks;   // the last test alone
        else begin
            test_registers;
            test_descriptors;
            test_one;
            test_lanes;
            test_refused;
            test_busy;
            test_slots;
            test_turns;
            test_order;
            test_chains;
            test_control;
            test_faults;
            test_fault_queue;
            test_drain;
            test_search;
            test_amid_search;
            test_reset;
            test_rates;
        end
        test_random;
        $finish;
    end

    initial begin
        repeat (3000000) @(posedge clk);
        $display("not ok the bench ends");
        $finish;
    end

endmodule

`default_nettype wire
