// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tn_axi_slave against axi_slave.md: random bursts of every kind with stalls on every
// channel, into a memory of bytes; then times and single accesses.

`timescale 1ns / 1ps
`default_nettype none

module tn_axi_slave_tb;
`include "tn_bench.vh"
    localparam integer BYTES = 4096;
    localparam [1:0] FIXED = 0, INCR = 1, WRAP = 2;

    reg          clk = 0, rst = 1;
    reg          awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire         awr, wrdy, bv, arr, rv, rlast;
    reg  [4:0]   awid = 0, arid = 0;
    reg  [12:0]  awaddr = 0, araddr = 0;
    reg  [7:0]   awlen = 0, arlen = 0;
    reg  [2:0]   awsize = 0, arsize = 0;
    reg  [1:0]   awburst = 0, arburst = 0;
    reg  [127:0] wdata = 0;
    reg  [15:0]  wstrb = 0;
    wire [4:0]   bid, rid;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata, wr_data;
    wire         wr_valid, rd_valid;
    reg          wr_ready = 1, rd_ready = 1;
    wire [8:0]   wr_addr, rd_addr;
    wire [15:0]  wr_strb, rd_strb;
    reg  [127:0] mem [0:BYTES/16-1];

    // the half above the memory answers DECERR, its last 16 bytes SLVERR
    wire [1:0] wr_resp = wr_addr[8] ? 2'd3 : wr_addr == 9'h0ff ? 2'd2 : 2'd0;
    wire [1:0] rd_resp = rd_addr[8] ? 2'd3 : rd_addr == 9'h0ff ? 2'd2 : 2'd0;

    tn_axi_slave #(.AXI_ID_W(5), .ADDR_W(13)) dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(awid), .s_axi_awaddr(awaddr),
        .s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst), .s_axi_wvalid(wv), .s_axi_wready(wrdy),
        .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(1'b0), .s_axi_bvalid(bv), .s_axi_bready(br),
        .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(arid),
        .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst),
        .s_axi_rvalid(rv), .s_axi_rready(rr), .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
        .s_axi_rlast(rlast), .wr_valid(wr_valid), .wr_ready(wr_ready), .wr_addr(wr_addr), .wr_strb(wr_strb),
        .wr_data(wr_data), .wr_resp(wr_resp), .rd_valid(rd_valid), .rd_ready(rd_ready), .rd_addr(rd_addr), .rd_strb(rd_strb),
        .rd_data(!rd_ready ? ~128'd0 : rd_addr[8] ? 128'd0 : mem[rd_addr[7:0]]), .rd_resp(rd_resp));

    always #1 clk = !clk;

    integer now = 0, b, reads = 0;
    always @(posedge clk) begin
        now <= now + 1;
        if (wr_valid && wr_ready && !wr_addr[8])
            for (b = 0; b < 16; b = b + 1) if (wr_strb[b]) mem[wr_addr[7:0]][8*b+:8] <= wr_data[8*b+:8];
        if (rd_valid && rd_ready) reads <= reads + 1;
    end
    integer stall = 0;
    always @(negedge clk) begin
        wr_ready = rnd(stall + 1) == 0;
        rd_ready = rnd(stall + 1) == 0;
    end

    // the model: bytes
    reg [7:0] ref_m [0:BYTES-1];
    integer i, j, k, n, size, from, bytes, lo, hi, wrap, bad_r = 0, bad_m = 0, bad_id = 0, bad_hold = 0, bad_time = 0, t;
    reg [1:0] kind, worst, e;
    reg [127:0] d;
    reg [15:0] s;

    // bytes that beat k covers: lo to hi
    task covered;
        integer a, total;
        begin
            total = bytes * (n + 1);
            a = from / bytes * bytes;
            if (kind == FIXED || k == 0) lo = from;
            else if (kind == WRAP) lo = from / total * total + (from + k * bytes) % total;
            else lo = a + k * bytes;
            lo = lo % 8192;
            hi = lo / bytes * bytes + bytes - 1;
        end
    endtask

    task pause;
        while (stall != 0 && rnd(stall + 1) != 0) @(negedge clk);
    endtask

    task choose;  // a burst
        begin
            size = rnd(5);
            bytes = 1 << size;
            kind = rnd(16) == 0 ? 3 : rnd(3);
            n = kind == WRAP ? (2 << rnd(4)) - 1 : kind == FIXED ? rnd(16) : rnd(12) == 0 ? 255 : rnd(16);
            from = rnd(12) == 0 ? rnd(8192) : rnd(4096);
            if (kind == WRAP) from = from / bytes * bytes;
            if (kind == INCR && from / 4096 != (from + bytes * (n + 1)) / 4096) from = from / 4096 * 4096;
        end
    endtask

    task write_burst;
        begin
            choose;
            worst = 0;
            pause;
            awv = 1; awid = rnd(32); awaddr = from; awlen = n; awsize = size; awburst = kind;
            @(posedge clk) while (!awr) @(posedge clk);
            @(negedge clk) awv = 0;
            for (k = 0; k <= n; k = k + 1) begin
                covered;
                d = rnd_word(0);
                s = rnd(65536);
                pause;
                wv = 1; wdata = d; wstrb = s;
                @(posedge clk) while (!wrdy) @(posedge clk);
                @(negedge clk) wv = 0;
                e = kind == 3 ? 2 : lo >= 4096 ? 3 : lo >= 4080 ? 2 : 0;
                if (e > worst) worst = e;
                if (kind != 3)
                    for (j = lo; j <= hi; j = j + 1) if (j < 4096 && s[j%16]) ref_m[j] = d >> 8 * (j % 16);
            end
            pause;
            if (!bv || bresp !== worst) bad_r = bad_r + 1;
            if (bid !== awid) bad_id = bad_id + 1;
            br = 1;
            @(negedge clk) br = 0;
        end
    endtask

    task read_burst;
        begin
            choose;
            pause;
            arv = 1; arid = rnd(32); araddr = from; arlen = n; arsize = size; arburst = kind;
            @(posedge clk) while (!arr) @(posedge clk);
            @(negedge clk) arv = 0;
            for (k = 0; k <= n; k = k + 1) begin
                covered;
                @(posedge clk) while (!rv) @(posedge clk);
                d = rdata;
                @(negedge clk) pause;
                if (!rv || rdata !== d) bad_hold = bad_hold + 1;
                e = kind == 3 ? 2 : lo >= 4096 ? 3 : lo >= 4080 ? 2 : 0;
                if (rresp !== e) bad_r = bad_r + 1;
                if (rid !== arid || rlast !== (k == n)) bad_id = bad_id + 1;
                if (kind != 3)
                    for (j = lo; j <= hi; j = j + 1)
                        if (rdata[8*(j%16)+:8] !== (j < 4096 ? ref_m[j] : 8'd0)) bad_m = bad_m + 1;
                rr = 1;
                @(negedge clk) rr = 0;
            end
        end
    endtask

    initial begin
        for (i = 0; i < BYTES; i = i + 1) begin
            ref_m[i] = rnd(256);
            mem[i/16][8*(i%16)+:8] = ref_m[i];
        end
        repeat (3) @(negedge clk);
        if (awr || wrdy || arr || bv || rv) bad_hold = bad_hold + 1;
        rst = 0;
        @(negedge clk);
        for (i = 0; i < 600; i = i + 1) begin
            stall = i / 60 % 3;
            if (rnd(2) == 0) write_burst;
            else read_burst;
        end
        verdict(bad_m, "bytes are those of the bursts' addresses");
        verdict(bad_r, "each beat has its answer, a write the worst of them");
        verdict(bad_id, "IDs come back, the last beat is marked");
        verdict(bad_hold, "nothing is valid in reset, valid and data hold until ready");

        // times: 16 beats of writes, then of reads, without stalls; single reads
        stall = 0;
        repeat (2) @(negedge clk);
        awv = 1; awaddr = 0; awlen = 15; awsize = 4; awburst = INCR; wv = 1; wstrb = 16'hffff; br = 1;
        @(negedge clk) awv = 0;
        t = now;
        while (!bv) @(negedge clk);
        wv = 0;
        if (now - t != 16) bad_time = bad_time + 1;
        @(negedge clk);
        arv = 1; araddr = 0; arlen = 15; arsize = 4; arburst = INCR; rr = 0;
        @(negedge clk) arv = 0;
        if (rv) bad_time = bad_time + 1;
        @(negedge clk);
        t = now;
        i = reads;
        if (!rv) bad_time = bad_time + 1;
        repeat (5) @(negedge clk);
        if (reads != i) bad_time = bad_time + 1;  // one access ahead, no more
        rr = 1;
        t = now;
        while (!rlast) @(negedge clk);
        if (now - t != 15) bad_time = bad_time + 1;
        @(negedge clk);
        t = reads;
        arv = 1; arlen = 0;
        repeat (40) @(negedge clk);
        if (reads - t != 20) bad_time = bad_time + 1;
        verdict(bad_time, "one beat a cycle, a single access in two");

        // a response that waits: the next burst comes up to its last beat, and leaves no mark on it
        bad_r = 0;
        arv = 0; rr = 1; br = 0; stall = 0;
        repeat (4) @(negedge clk);
        for (i = 0; i < 2; i = i + 1) begin
            // DECERR, then SLVERR; the next burst ends in SLVERR, then well
            awv = 1; awid = 7 + i; awaddr = i == 0 ? 13'h1000 : 13'h0ff0; awlen = 0; awsize = 4; awburst = INCR; wv = 1;
            @(negedge clk) awv = 0;
            @(negedge clk) wv = 0;
            if (!bv || bid !== 7 + i || bresp !== 3 - i) bad_r = bad_r + 1;
            awv = 1; awid = 20; awaddr = i == 0 ? 13'h0fd0 : 13'h0040; awlen = 2; wv = 1;
            @(negedge clk) awv = 0;
            repeat (6) @(negedge clk) if (!bv || bid !== 7 + i || bresp !== 3 - i) bad_r = bad_r + 1;
            if (wrdy) bad_r = bad_r + 1;
            br = 1;
            #0.2 if (!wrdy) bad_r = bad_r + 1;  // as the response goes
            @(negedge clk) wv = 0;
            br = 0;
            if (!bv || bid !== 20 || bresp !== (i == 0 ? 2 : 0)) bad_r = bad_r + 1;
            br = 1;
            @(negedge clk) br = 0;
            if (bv) bad_r = bad_r + 1;
        end
        verdict(bad_r, "a response waits unchanged while the next burst comes");

        // resets in the middle of bursts: nothing of them is left
        bad_hold = 0;
        for (i = 0; i < 12; i = i + 1) begin
            awv = 1; awid = 1; awaddr = 13'h1000; awlen = 1 + i % 2; awburst = i % 3; arv = 1; araddr = 0; arlen = 5; arburst = i % 4;
            rr = 0;
            @(negedge clk) awv = 0; arv = 0; wv = i % 4 != 0;
            repeat (i / 2) @(negedge clk);
            wv = 0; rst = 1;
            @(negedge clk);
            if (awr || arr || bv || rv || wrdy || wr_valid || rd_valid) bad_hold = bad_hold + 1;
            rst = 0;
            @(negedge clk);
            if (!awr || !arr || bv || rv) bad_hold = bad_hold + 1;
            // a write after it is answered by itself
            awv = 1; awid = 9; awaddr = 13'h0100; awlen = 0; awburst = INCR; wv = 1; wstrb = 0;
            @(negedge clk) awv = 0;
            @(negedge clk) wv = 0;
            if (!bv || bid !== 9 || bresp !== 0) bad_hold = bad_hold + 1;
            br = 1;
            @(negedge clk) br = 0;
        end
        verdict(bad_hold, "reset ends what is under way");
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
