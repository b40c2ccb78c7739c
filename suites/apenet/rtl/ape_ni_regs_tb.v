// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The registers of ape_ni beside a model: single beats of every size at every kind of address, strobes, page 0 handed on, commands,
// answers, and counters where they wrap (ape_ni.md section 3). The bench writes the counters.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_regs_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer COUNT_N = 16, TX_BYTES = 2;

    reg          clk = 1'b0, rst = 1'b1, awv = 1'b0, wv = 1'b0, arv = 1'b0, done = 1'b0, lost = 1'b0;
    reg  [19:0]  addr = 20'd0;
    reg  [2:0]   size = 3'd0;
    reg  [127:0] wdata = 128'd0;
    reg  [15:0]  wstrb = 16'd0;
    reg  [31:0]  n_rdata = 32'd0;
    reg  [11:0]  tx_read = 12'd0, evq_write = 12'd0;
    reg  [7:0]   code = 8'd0;
    reg  [5:0]   idx = 6'd0;
    reg          miss_valid = 1'b0;
    reg  [59:0]  miss = 60'd0;
    reg  [14:0]  ev = 15'd0;
    reg  [12:0]  ev_bytes = 13'd0;
    wire         awr, wr, bv, arr, rv, n_wr, n_rd, tx_clear, evq_clear, evq_written, go, answer, fault;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata;
    wire [11:0]  n_addr, tx_write, evq_read;
    wire [31:0]  n_wdata, length, msg_t, get_t, miss_t, evq_t, ack_t;
    wire [47:0]  tx_base, evq_base, vaddr, paddr;
    wire [3:0]   tx_size, evq_size;
    wire [2:0]   op;
    wire [3:0]   flags;
    wire [15:0]  pid;
    wire [7:0]   slot;
    wire [35:0]  page;
    always #1 clk = !clk;

    ape_ni_regs #(.AXI_ID_W(4)) dut (
        .clk(clk), .rst(rst), .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd5), .s_axi_awaddr(addr), .s_axi_awlen(8'd0),
        .s_axi_awsize(size), .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wr), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
        .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(1'b1), .s_axi_bid(), .s_axi_bresp(bresp), .s_axi_arvalid(arv),
        .s_axi_arready(arr), .s_axi_arid(4'd6), .s_axi_araddr(addr), .s_axi_arlen(8'd0), .s_axi_arsize(size), .s_axi_arburst(2'd1),
        .s_axi_rvalid(rv), .s_axi_rready(1'b1), .s_axi_rid(), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(),
        .n_reg_wr(n_wr), .n_reg_rd(n_rd), .n_reg_addr(n_addr), .n_reg_wdata(n_wdata), .n_reg_rdata(n_rdata), .tx_base_q(tx_base),
        .tx_size_q(tx_size), .tx_clear(tx_clear), .tx_write_q(tx_write), .tx_read(tx_read), .evq_base_q(evq_base),
        .evq_size_q(evq_size), .evq_clear(evq_clear), .evq_read_q(evq_read), .evq_read_written(evq_written), .evq_write(evq_write),
        .cmd_go_q(go), .cmd_op_q(op), .cmd_pid_q(pid), .cmd_flags_q(flags), .cmd_vaddr_q(vaddr), .cmd_length_q(length),
        .cmd_paddr_q(paddr), .cmd_done(done), .cmd_code(code), .cmd_idx(idx), .msg_timeout_q(msg_t), .get_timeout_q(get_t),
        .miss_timeout_q(miss_t), .evq_wait_q(evq_t), .ack_timeout_q(ack_t), .miss_valid(miss_valid), .miss(miss), .answer(answer), .answer_fault(fault),
        .answer_slot(slot), .answer_page_q(page), .ev_count(ev), .ev_tx_bytes(ev_bytes), .ev_lost(lost)
    );

    // ---- the page: words by address / 4
    reg [31:0] due [0:4095];
    reg [31:0] node [0:1023];  // the router's and links'
    reg        pending = 1'b0;
    function [31:0] bits_of;   // that a write sets
        input [19:0] a;
        case (a)
            20'h01000, 20'h01020, 20'h01058: bits_of = 32'hfffff000;
            20'h01004, 20'h01024, 20'h01040, 20'h0104c, 20'h0105c: bits_of = 32'h0000ffff;
            20'h01008, 20'h01028, 20'h02014: bits_of = 32'h0000000f;
            20'h01010, 20'h01030: bits_of = 32'h00000fff;
            20'h01044: bits_of = 32'h0000000f;
            20'h01048, 20'h01050, 20'h01080, 20'h01084, 20'h01088, 20'h0108c, 20'h01090, 20'h02010: bits_of = 32'hffffffff;
            default: bits_of = 32'd0;
        endcase
    endfunction
    function writes;           // a write finds a register there
        input [19:0] a;
        writes = a[19:12] == 0 || bits_of(a) != 0 || a == 20'h01038 || (a == 20'h01060 && !pending) || a == 20'h02018;
    endfunction
    function reads;
        input [19:0] a;
        reads = writes(a) || a == 20'h010fc || a == 20'h01014 || a == 20'h01034 || a == 20'h01060 || a == 20'h01064 ||
            a == 20'h02000 || a == 20'h02004 || a == 20'h02008 || (a >= 20'h03000 && a < 20'h03040);
    endfunction
    task reset_values;
        integer n;
        begin
            for (n = 0; n < 4096; n = n + 1) due[n] = 32'd0;
            due['h10fc/4] = 32'h414e0001;
            due['h1080/4] = 32'h01000000;
            due['h1084/4] = 32'h01000000;
            due['h1088/4] = 32'h00100000;
            due['h108c/4] = 32'h00010000;
            due['h1090/4] = 32'h00400000;
            pending = 1'b0;
        end
    endtask
    function [31:0] any;
        input unused;
        any = rnd(65536) << 16 | rnd(65536);
    endfunction
    task state;  // words that show what goes on
        begin
            tx_read = rnd(4096);
            evq_write = rnd(4096);
            miss_valid = rnd(2);
            miss = {any(1'b0), any(1'b0)};
            due['h1014/4] = tx_read;
            due['h1034/4] = evq_write;
            due['h2000/4] = miss_valid ? {8'h80, miss[59:36]} : 32'd0;
            due['h2004/4] = miss_valid ? miss[31:0] : 32'd0;
            due['h2008/4] = miss_valid ? miss[35:32] : 32'd0;
        end
    endtask
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask

    always @(posedge clk) begin
        if (n_rd) n_rdata <= node[n_addr[11:2]];
        else n_rdata <= 32'hx;
        if (n_wr) node[n_addr[11:2]] = n_wdata;
    end
    // what a write sets off, for one cycle each
    integer tx_clears = 0, evq_clears = 0, evq_writes = 0, answers = 0, tx_due = 0, evq_due = 0, read_due = 0, answer_due = 0;
    reg [40:0] answered = 0, answer_is = 0;
    always @(posedge clk) begin
        if (tx_clear) tx_clears = tx_clears + 1;
        if (evq_clear) evq_clears = evq_clears + 1;
        if (evq_written) evq_writes = evq_writes + 1;
        if (answer) begin
            answers = answers + 1;
            answered = {fault, slot};
        end
    end

    // ---- beats of 2**size bytes at addr, which is a multiple of them
    reg [15:0] lanes;
    integer    k;
    reg        some, there;
    reg [19:0] a;
    task write_beat;
        reg got_a, got_w;
        begin
            lanes = ((16'd1 << (1 << size)) - 16'd1) << addr[3:0];
            if (size == 3'd4) lanes = 16'hffff;
            wstrb = lanes & (rnd(3) == 0 ? rnd(65536) : 16'hffff);
            wdata = {any(1'b0), any(1'b0), any(1'b0), any(1'b0)};
            {some, there} = 2'b00;
            for (k = 0; k < 4; k = k + 1) begin
                a = {addr[19:4], k[1:0], 2'd0};
                some = some || wstrb[4*k+:4] != 4'd0;
                if (wstrb[4*k+:4] == 4'hf && writes(a) && a < 20'h04000) there = 1'b1;
            end
            {awv, wv} = 2'b11;
            while (awv || wv) begin
                {got_a, got_w} = {awv && awr, wv && wr};
                @(negedge clk);
                if (got_a) awv = 1'b0;
                if (got_w) wv = 1'b0;
            end
            while (!bv) @(negedge clk);
            check(bresp === (addr >= 20'h04000 ? 2'd3 : some && !there ? 2'd2 : 2'd0));
            for (k = 0; k < 4; k = k + 1) if (wstrb[4*k+:4] == 4'hf && addr < 20'h04000) begin
                a = {addr[19:4], k[1:0], 2'd0};
                if (writes(a)) took(a, wdata[32*k+:32]);
            end
            repeat (2) @(negedge clk);
        end
    endtask
    task took;  // the register at that address took the word
        input [19:0] at;
        input [31:0] d;
        begin
            if (at >= 20'h01000 && bits_of(at) != 0) due[at[13:2]] = d & bits_of(at);
            case (at)
                20'h01008: begin
                    due['h1010/4] = 32'd0;
                    tx_due = tx_due + 1;
                end
                20'h01028: begin
                    due['h1030/4] = 32'd0;
                    evq_due = evq_due + 1;
                end
                20'h01030: read_due = read_due + 1;
                20'h01038: if (d[0]) due['h1038/4] = 32'd0;
                20'h01060: begin
                    pending = 1'b1;
                    due['h1064/4][31] = 1'b1;
                    @(negedge clk) check(go === 1'b1 && op === d[2:0]);
                end
                20'h02018: begin
                    answer_due = answer_due + 1;
                    answer_is = {d[31], d[7:0]};
                end
                default: ;
            endcase
        end
    endtask
    task read_beat;
        begin
            state;
            lanes = size == 3'd4 ? 16'hffff : ((16'd1 << (1 << size)) - 16'd1) << addr[3:0];
            there = 1'b0;
            for (k = 0; k < 4; k = k + 1)
                if (lanes[4*k+:4] != 4'd0 && reads({addr[19:4], k[1:0], 2'd0}) && addr < 20'h04000) there = 1'b1;
            arv = 1'b1;
            while (!arr) @(negedge clk);
            @(negedge clk) arv = 1'b0;
            while (!rv) @(negedge clk);
            check(rresp === (addr >= 20'h04000 ? 2'd3 : there ? 2'd0 : 2'd2));
            for (k = 0; k < 16; k = k + 1) if (lanes[k] && there) begin
                a = {addr[19:4], k[3:2], 2'd0};
                if (rdata[8*k+:8] !== (addr[19:12] == 0 ? node[a[11:2]] >> 8 * (k % 4) : due[a[13:2]] >> 8 * (k % 4)) % 256) begin
                    wrong = wrong + 1;
                    if (wrong < 9) $display("# byte %0d of %h: %h, not %h", k, a, rdata[8*k+:8], due[a[13:2]]);
                end
            end
            @(negedge clk);
        end
    endtask
    task look;  // at all words, and at what they set
        integer n;
        begin
            size = 3'd2;
            for (n = 0; n < 16; n = n + 1) for (i = 0; i < 3; i = i + 1) begin
                addr = (i + 1 << 12) + 4 * n;
                read_beat;
            end
            for (n = 16; n < 64; n = n + 1) begin
                addr = 20'h01000 + 4 * n;
                read_beat;
            end
            check(tx_base === {due['h1004/4][15:0], due['h1000/4]} && evq_base === {due['h1024/4][15:0], due['h1020/4]});
            check(tx_size === due['h1008/4][3:0] && evq_size === due['h1028/4][3:0]);
            check(tx_write === due['h1010/4][11:0] && evq_read === due['h1030/4][11:0]);
            check(pid === due['h1040/4][15:0] && flags === due['h1044/4][3:0] && length === due['h1050/4]);
            check(vaddr === {due['h104c/4][15:0], due['h1048/4]} && paddr === {due['h105c/4][15:0], due['h1058/4]});
            check(msg_t === due['h1080/4] && get_t === due['h1084/4] && miss_t === due['h1088/4] && evq_t === due['h108c/4] && ack_t === due['h1090/4]);
            check(page === {due['h2014/4][3:0], due['h2010/4]} && go === pending);
            check(tx_clears == tx_due && evq_clears == evq_due && evq_writes == read_due);
            check(answers == answer_due && answered === answer_is);
        end
    endtask

    integer i, j, c;
    initial begin
        for (i = 0; i < 1024; i = i + 1) node[i] = any(1'b0);
        repeat (3) @(negedge clk);
        rst = 1'b0;
        reset_values;
        look;
        if (test("beats of every size and strobe read and write the words they hold, and no others")) begin
            for (j = 0; j < 4000; j = j + 1) begin
                size = rnd(3) == 0 ? rnd(5) : 2;
                addr = (rnd(12) == 0 ? rnd(256) : rnd(4)) << 12 | (rnd(16) == 0 ? rnd(4096) : rnd(160));
                if (addr[15:12] == 4'd3 && addr[19:16] == 0) addr[7:6] = 0;
                if (rnd(20) == 0) addr = 20'h01038;
                addr = addr >> size << size;
                if (rnd(2) == 0) write_beat;
                read_beat;
                if (pending && rnd(3) == 0) begin
                    done = 1'b1;
                    code = rnd(256);
                    idx = rnd(64);
                    @(negedge clk) done = 1'b0;
                    pending = 1'b0;
                    due['h1064/4] = {18'd0, idx, code};
                end
                if (rnd(20) == 0) begin
                    lost = 1'b1;
                    @(negedge clk) lost = 1'b0;
                    due['h1038/4] = 32'd1;
                end
                if (j % 500 == 499) look;
            end
            check(tx_clears > 2 && answers > 2 && evq_writes > 2);
            judge;
        end
        if (test("each counter counts its events, all 32 bits of it, and wraps")) begin
            for (c = 0; c < COUNT_N; c = c + 1) begin
                dut.count_q[32*c+:32] = c == TX_BYTES ? -32'd100000 : -32'd20 - c;
                due['hc00+c] = c == TX_BYTES ? -32'd100000 : -32'd20 - c;
            end
            look;
            for (i = 0; i < 160; i = i + 1) begin
                ev = i < 15 ? 15'd1 << i : rnd(32768) & rnd(32768);
                ev_bytes = rnd(2) == 0 ? 13'd4096 : rnd(4097);
                for (c = 0; c < COUNT_N; c = c + 1)
                    due['hc00+c] = due['hc00+c] + (c == TX_BYTES ? {19'd0, ev_bytes} : {31'd0, ev[c < 2 ? c : c - 1]});
                @(negedge clk);
            end
            {ev, ev_bytes} = 28'd0;
            look;
            judge;
        end
        if (test("a reset of one cycle sets every register to its value")) begin
            ev = 15'h7fff;
            lost = 1'b1;
            rst = 1'b1;
            @(negedge clk) rst = 1'b0;
            {ev, lost} = 16'd0;
            reset_values;
            look;
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
