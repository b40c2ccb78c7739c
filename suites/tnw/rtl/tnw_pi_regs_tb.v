// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi_regs against the table of tnw_pi.md section 6: each of its 16384 addresses is read, and which go out to others.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_regs_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    reg         clk = 1'b0, rst = 1'b1;
    reg         wr = 1'b0, rd = 1'b0, jv = 1'b0, ev = 1'b0;
    reg  [15:0] addr = 16'd0;
    reg  [31:0] wdata = 32'd0, ext_rdata = 32'd0, get_rdata = 32'd0;
    reg  [3:0]  jc = 4'd0;
    reg  [2:0]  ec = 3'd0, lost = 3'd0;
    reg  [8:0]  inc = 9'd0;  // put_item, after, get_item, get_read, notified, failed, unexpected, bad, no_room
    wire [31:0] rdata, reorder_tmo, cpl_tmo;
    wire        ext_wr, ext_rd, next_valid;
    wire [23:0] next_item;
    wire [5:0]  look_id;
    always #2 clk = !clk;

    // of window w: what it looks at is told by bits 13:6 or 17:6 and the highest bit
    tnw_pi_regs #(.OFF_LOG2(11), .ITEM_LOG2(2), .TAG_LOG2(5), .DESC_LOG2(0)) dut (
        .clk(clk), .rst(rst), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata),
        .ext_wr(ext_wr), .ext_rd(ext_rd), .ext_rdata(ext_rdata), .get_rdata(get_rdata), .reorder_tmo(reorder_tmo),
        .cpl_tmo(cpl_tmo), .next_valid(next_valid), .next_item(next_item), .look_id(look_id), .look_next({18'h2aa00, look_id}),
        .look_status({26'h2000b00, look_id}), .look_err_addr({26'h3000c00, look_id}), .look_done({26'h2800d00, look_id}),
        .judged_valid(jv), .judged_cause(jc), .inc_put_item(inc[8]), .err_valid(ev), .err_cause(ec), .inc_after(inc[7]),
        .inc_get_item(inc[6]), .inc_get_read(inc[5]), .inc_notified(inc[4]), .inc_failed(inc[3]), .inc_unexpected(inc[2]),
        .inc_bad(inc[1]), .inc_no_room(inc[0]), .inc_lost(lost)
    );

    integer    i, a;
    reg [31:0] tmo [0:1];
    reg [31:0] count [0:47];  // by address / 4 from 0 on
    reg [31:0] due;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d at address %h", line, addr);
        end
    endtask
    task expect_of;  // what a read of addr gives
        begin
            due = 32'd0;
            if (addr < 16'h00c0) due = count[addr[7:2]];
            if (addr == 16'h0000) due = 32'h54500001;
            if (addr == 16'h0004) due = 32'h0005020b;
            if (addr == 16'h0008) due = 32'h00000001;
            if (addr == 16'h0010) due = tmo[0];
            if (addr == 16'h0014) due = tmo[1];
            if (addr >= 16'h1000 && addr < 16'h6000) due = ext_rdata;
            if (addr >= 16'h8000) due = get_rdata;
            if (addr >= 16'h6000 && addr < 16'h6c00) case (addr[5:2])
                0: due = {8'd0, 18'h2aa00, addr[11:6]};
                1: due = {26'h2000b00, addr[11:6]};
                2: due = {26'h3000c00, addr[11:6]};
                3: due = {26'h2800d00, addr[11:6]};
            endcase
        end
    endtask
    task read;  // of addr
        begin
            @(negedge clk) rd = 1'b1;
            #1;
            if (ext_rd !== (addr >= 16'h1000 && addr < 16'h6000) || ext_wr) fault(`__LINE__);
            @(negedge clk) rd = 1'b0;
            get_rdata = addr >= 16'h8000 ? rnd(65536) : 32'd0;
            ext_rdata = rnd(65536);
            expect_of;
            #1;
            if (rdata !== due) fault(`__LINE__);
            get_rdata = 32'd0;
        end
    endtask
    task write;
        begin
            @(negedge clk) wr = 1'b1;
            wdata = {rnd(65536), addr};
            #1;
            if (ext_wr !== (addr >= 16'h1000 && addr < 16'h6000) || ext_rd) fault(`__LINE__);
            if (next_valid !== (addr >= 16'h6000 && addr < 16'h6c00 && addr[5:0] == 6'd0) || next_item !== wdata[23:0]
                || look_id !== addr[11:6]) fault(`__LINE__);
            if (addr == 16'h0010) tmo[0] = wdata;
            if (addr == 16'h0014) tmo[1] = wdata;
            @(negedge clk) wr = 1'b0;
            if (reorder_tmo !== tmo[0] || cpl_tmo !== tmo[1]) fault(`__LINE__);
        end
    endtask
    task event_of;  // a cycle in which this and that happens
        begin
            jv = rnd(2);
            jc = 1 + rnd(9);
            ev = rnd(2);
            ec = 1 + rnd(4);
            inc = rnd(512);
            lost = rnd(7);
            if (jv) count[16+jc] = count[16+jc] + 1;
            if (ev) count[32+ec] = count[32+ec] + 1;
            count[32] = count[32] + inc[8];
            count[37] = count[37] + inc[7];
            for (i = 0; i < 7; i = i + 1) count[40+i] = count[40+i] + inc[6-i];
            count[47] = count[47] + lost;
            @(negedge clk) {jv, ev} = 2'd0;
            inc = 9'd0;
            lost = 3'd0;
        end
    endtask
    task clear;
        begin
            for (i = 0; i < 48; i = i + 1) count[i] = 32'd0;
            tmo[0] = 4096;
            tmo[1] = 65536;
        end
    endtask

    initial begin
        clear;
        repeat (2) @(negedge clk);
        rst = 1'b0;
        if (test("every address reads what the table says, and goes to its block")) begin
            for (a = 0; a < 65536; a = a + 4) begin
                addr = a;
                read;
            end
            judge;
        end
        if (test("a write acts on what can be written")) begin
            for (a = 0; a < 65536; a = a + 4) begin
                addr = a;
                write;
            end
            for (a = 0; a < 32'h100; a = a + 4) begin
                addr = a;
                read;
            end
            judge;
        end
        if (test("each counter counts what its line says")) begin
            repeat (500) event_of;
            // near their wrap, where no traffic brings them
            for (i = 17; i < 48; i = i + 1) if (i < 26 || (i > 31 && i != 38 && i != 39)) begin
                count[i] = -32'd60 - i;
                dut.count_q[32*(i < 26 ? i - 17 : i < 38 ? i - 23 : i - 25)+:32] = count[i];
            end
            for (a = 32'h44; a < 32'hc0; a = a + 4) begin
                addr = a;
                read;
            end
            repeat (500) event_of;
            for (a = 0; a < 32'hc0; a = a + 4) begin
                addr = a;
                read;
            end
            judge;
        end
        // an error told in the cycle of the strobe came before it
        if (test("a read sees an error that is told in its cycle")) begin
            for (a = 32'h84; a < 32'h94; a = a + 4) begin
                addr = a;
                ev = 1'b1;
                ec = a / 4 - 32;
                count[a/4] = count[a/4] + 1;
                @(posedge clk) #1 ev = 1'b0;
                @(negedge clk);
                ev = 1'b1;
                rd = 1'b1;
                count[a/4] = count[a/4] + 1;
                @(negedge clk) {rd, ev} = 2'd0;
                if (rdata !== count[a/4]) fault(`__LINE__);
            end
            judge;
        end
        // what Pput and Nget tell comes a cycle late; a TLP judged in the strobe's cycle is behind the read
        if (test("a read sees what Pput and Nget tell in its cycle, and no TLP judged in it")) begin
            for (a = 32'h80; a < 32'hc0; a = a + 4) if (a == 32'h80 || a == 32'h94 || a >= 32'ha0) begin
                addr = a;
                inc = a == 32'h80 ? 9'h100 : a == 32'h94 ? 9'h080 : 9'h040 >> (a - 32'ha0) / 4;
                lost = a == 32'hbc ? 3'd5 : 3'd0;
                rd = 1'b1;
                count[a/4] = count[a/4] + (a == 32'hbc ? 5 : 1);
                @(negedge clk) {rd, inc, lost} = 13'd0;
                if (rdata !== count[a/4]) fault(`__LINE__);
            end
            for (a = 32'h44; a < 32'h68; a = a + 4) begin
                addr = a;
                jv = 1'b1;
                jc = a / 4 - 16;
                rd = 1'b1;
                @(negedge clk) {rd, jv} = 2'd0;
                if (rdata !== count[a/4]) fault(`__LINE__);
                count[a/4] = count[a/4] + 1;
            end
            judge;
        end
        if (test("a reset gives the values of the table")) begin
            @(negedge clk) rst = 1'b1;
            @(negedge clk) rst = 1'b0;
            clear;
            for (a = 0; a < 32'hc0; a = a + 4) begin
                addr = a;
                read;
            end
            judge;
        end
        $finish;
    end
    initial begin
        #4000000 $display("not ok the bench ends");
        $finish;
    end
endmodule
