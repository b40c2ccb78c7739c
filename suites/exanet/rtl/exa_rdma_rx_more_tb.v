// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_rdma_rx against exa_rdma_rx.md, sections 3 to 5 and 8: messages, notifications to memory, what
// is dropped, full sets, time, full queues, throughput, stalls.

`timescale 1ns / 1ps
`default_nettype none

module exa_rdma_rx_more_tb;
`include "exa_rdma_bench.vh"

    integer i, j, t, early_n;
    reg [13:0] s;
    initial begin
        for (i = 0; i < BYTES; i = i + 1) begin
            mem[i] = 8'haa;
            ref_m[i] = 8'haa;
        end
        for (i = 0; i < 32; i = i + 1) counts[i] = 0;
        repeat (3) @(negedge clk);
        if (shr || spr || sfr || mh || mp || mf || xawv || xwv) bad_reg = bad_reg + 1;
        rst = 0;
        repeat (40) @(negedge clk);

        reg_write(20'h40000, 32'h80000000 | PDID);
        reg_write(20'h4000c, 32'h80000000 | PDID2);

        slow = 30; stall = 1;
        // messages are answered after their write, copies are not written
        salt = 12;
        data(42'h6005, 60, 14'h2007, 14'h2345, 3'b000, 1);
        quiet;
        answer(0, 14'h2007, 13'h0345);
        salt = 13;
        data(42'h6005, 60, 14'h2007, 14'h2345, 3'b000, 0);
        data(42'h6005, 65, 14'h2008, 14'h0001, 3'b000, 0);
        data(42'h100005, 6, 14'h2009, 14'h0001, 3'b000, 0);
        data(42'h100005, 6, 14'h2009, 14'h0001, 3'b000, 0);
        pdid = 16'h2222;
        data(42'h6005, 6, 14'h200a, 14'h0001, 3'b000, 0);
        pdid = PDID;
        spoil_p = 1;
        data(42'h6005, 6, 14'h200b, 14'h0001, 3'b000, 0);
        spoil_p = 0;
        quiet;
        // refusals do not wait for memory
        answer(0, 14'h2007, 13'h0345);
        answer(4, 14'h2008, 1);
        pdid = 16'h2222;
        answer(7, 14'h200a, 1);
        pdid = PDID;
        answer(3, 14'h200b, 1);
        answer(1, 14'h2009, 1);
        answer(1, 14'h2009, 1);
        data(42'h100005, 6, 14'h2009, 14'h0001, 3'b000, 0);
        quiet;
        answer(1, 14'h2009, 1);
        counted(11, 1);
        settle;
        verdict(wrong, "messages are answered after their write, copies are not written");

        // notifications to memory are written and never answered
        pay[0] = 128'h00112233445566778899aabbccddeeff;
        for (i = 0; i < 16; i = i + 1) ref_m[16'h7010+i] = pay[0] >> 8 * i;
        send(6, 42'h7010, 16, 3, 4, 0);
        spoil_p = 1;
        send(6, 42'h7020, 16, 3, 4, 0);
        spoil_p = 0;
        quiet;
        settle;
        verdict(wrong, "notifications to memory are written and never answered");

        // what is broken, stray, spoilt or nobody's is dropped and counted
        recount;
        word(PLD, 128'd1);
        word(FTR, 128'd1);
        spoil_h = 1;
        data(42'h7100, 256, 60, 14'h00, 3'b011, 0);
        spoil_h = 0;
        spoil_f = 1;
        data(42'h7100, 256, 60, 14'h00, 3'b011, 0);
        spoil_f = 0;
        words_less = 1;
        data(42'h7100, 256, 60, 14'h00, 3'b011, 0);
        words_less = -1;
        data(42'h7100, 200, 60, 14'h00, 3'b011, 0);
        words_less = 0;
        word(HDR, head(PDID, OWN, 42'h7100, 17, 0));
        word(HDR, head(PDID, OWN, 42'h7100, 18, 0));
        word(HDR, ack(0, TO_RT, PDID, SRC, 1, 1));
        word(HDR, head(PDID, OWN, 42'h7100, 5, 0));
        word(HDR, head(PDID, OWN, 42'h7100, 0, 16));
        word(HDR, head(PDID, OWN, 42'h7100, 18, 0));
        pay[0] = 0; pay[1] = 0;
        send(9, 42'h7100, 16, 60, 0, 0);
        send(2, 42'h7100, 32, 14'h2001, 0, 0);
        quiet;
        counted(1, 1);
        counted(2, 1);
        counted(3, 1);
        counted(4, 3);
        counted(5, 2);
        counted(6, 1);
        counted(7, 2);
        counted(8, 3);
        counted(15, 0);
        settle;
        verdict(wrong, "what is broken, stray, spoilt or nobody's is dropped and counted");

        // a set takes its ways, then the oldest done one, then none
        salt = 14;
        src = OTHER;
        slow = 5; stall = 0;
        for (i = 0; i < 16; i = i + 1) data(42'h8000, 256, {6'd0, i[3:0], i[3:0]} & 14'h0ff, 14'h00, 3'b001, 1);
        data(42'h8000, 256, 14'h101, 14'h00, 3'b001, 0);
        data(42'h8000, 256, 14'h101, 14'h00, 3'b001, 0);
        quiet;
        answer(2, 14'h101, 0);
        counted(14, 2);
        // 33 and 99 become done, 33 the later
        data(42'h8100, 256, 14'h099, 14'h00, 3'b010, 1);
        data(42'h8100, 256, 14'h033, 14'h00, 3'b010, 1);
        quiet;
        answer(0, 14'h099, 0);
        answer(0, 14'h033, 0);
        reg_write(20'h40414, 32'd100000);
        data(42'h8000, 256, 14'h101, 14'h10, 3'b001, 0);
        quiet;
        answer(2, 14'h101, 14'h10);
        reg_write(20'h40414, 32'd0);
        data(42'h8000, 256, 14'h101, 14'h11, 3'b001, 1);
        quiet;
        context_is(14'h099, 0, 0, 0, 0);
        context_is(14'h033, 2, 0, 64'h3, {1'b1, 6'd1, 1'b0, 1'b1, 6'd0});
        context_is(14'h101, 1, 14'h11, 64'h1, {1'b0, 6'd0, 1'b0, 1'b1, 6'd0});
        counted(25, 1);
        axi_read(20'h40418, 2);
        j = got[8:0];
        settle;
        verdict(wrong, "a set takes its ways, then the oldest done one, then none");

        // contexts end by their time
        axi_read(20'h40418, 2);
        i = got[8:0] + got[24:16];
        if (i == 0) bad_reg = bad_reg + 1;
        reg_write(20'h40410, 32'd0);
        repeat (3000) @(negedge clk);
        axi_read(20'h40418, 2);
        if (got[8:0] + got[24:16] !== i || got[8:0] !== j) bad_reg = bad_reg + 1;
        salt = 15;
        dut.u_ctx.now_q = 32'hfffff800;  // the clock wraps amid its time
        data(42'hA000, 256, 70, 14'h00, 3'b001, 1);
        t = now;
        reg_write(20'h40410, 32'd4000);
        repeat (3500) @(negedge clk);
        context_is(70, 1, 14'h00, 64'h100000000, {1'b0, 6'd0, 1'b0, 1'b1, 6'd32});
        if (now - t > 3990) bad_reg = bad_reg + 1;
        repeat (2500) @(negedge clk);
        axi_read(20'h40418, 2);
        if (got !== 0) bad_reg = bad_reg + 1;
        counted(26, j + 1);
        counted(27, i - j);
        reg_write(20'h40410, 32'h00100000);
        settle;
        verdict(wrong, "contexts end by their time");

        // all 256 contexts are done at once, and BYTES wraps meanwhile
        salt = 20;
        recount;
        dut.bytes_q = 32'hffffff00;
        for (i = 0; i < 256; i = i + 1) data(42'hB000 + 16 * i, 16, i, 14'h00, 3'b011, 1);
        quiet;
        for (i = 0; i < 256; i = i + 1) answer(0, i, 0);
        axi_read(20'h40418, 2);
        if (got !== 32'h01000000) bad_reg = bad_reg + 1;
        axi_read(20'h404b8, 2);
        if (got !== 32'h00000f00) bad_reg = bad_reg + 1;
        reg_write(20'h40410, 32'd1000);
        repeat (12000) @(negedge clk);
        axi_read(20'h40418, 2);
        if (got !== 0) bad_reg = bad_reg + 1;
        reg_write(20'h40410, 32'h00100000);
        settle;
        verdict(wrong, "every context is done at once");

        // the input never waits for the output; 64 answers wait, others come later
        salt = 16;
        recount;
        mr = 0;
        t = now;
        for (i = 0; i < 70; i = i + 1) data(42'hB000 + 16 * i, 16, 100 + i, 14'h00, 3'b011, 1);
        pdid = 16'h3333;
        data(42'hB000, 16, 99, 14'h00, 3'b011, 0);
        pdid = PDID;
        if (now - t > 71 * 40) bad_reg = bad_reg + 1;
        repeat (3000) @(negedge clk);
        mr = 1;
        repeat (3000) @(negedge clk);
        for (i = 0; i < 64; i = i + 1) answer(0, 100 + i, 0);
        // of the last six one may have found a place that was free again; the order is the scan's
        if (outs - taken != 6) bad_out = bad_out + 1;
        taken = outs;
        counted(0, 70);
        counted(13, 1);
        counted(23, 1);
        settle;
        verdict(wrong, "the input never waits for the output; 64 answers wait, others come later");

        // a transaction that is complete waits for room; one place becomes free as a message of its number is answered
        salt = 18;
        recount;
        src = SRC;
        slow = 300;
        mr = 0;
        for (i = 0; i < 65; i = i + 1) data(42'hB000 + 16 * i, 16, 200 + i, 14'h00, 3'b011, 1);
        quiet;
        data(42'hB800, 16, 7, 14'h00, 3'b011, 1);
        quiet;
        data(42'hB900, 16, 14'h2007, 14'h0005, 3'b000, 1);
        while (b_put == b_take || now < b_due[b_take%256] - 3) @(negedge clk);
        mr = 1;
        @(negedge clk) mr = 0;
        repeat (60) @(negedge clk);
        mr = 1;
        repeat (3000) @(negedge clk);
        for (i = 0; i < 65; i = i + 1) answer(0, 200 + i, 0);
        answer(0, 14'h2007, 13'h0005);
        answer(0, 7, 0);
        counted(23, 0);
        settle;
        verdict(wrong, "an answer to a message takes the place that a complete one waits for");

        // copies of packets that are there already are open, too: the response is behind the memory's answer to the last
        salt = 19;
        recount;
        src = SRC;
        slow = 900;
        for (i = 0; i < 14; i = i + 1) data(42'hB000 + 256 * (i == 1), 256, 300, 14'h00, {1'b0, i == 1, i != 1}, 1);
        for (t = now; outs == taken && now < t + 4000; t = t) @(negedge clk);
        if (b_put != b_take) bad_out = bad_out + 1;
        quiet;
        answer(0, 300, 0);
        settle;
        verdict(wrong, "a response waits for the answers to 14 writes of its attempt");

        // 64 packets of 16 words are taken without a pause
        salt = 17;
        slow = 10;
        t = now;
        for (i = 0; i < 64; i = i + 1) begin
            src = SRC;
            data(42'hC000 + 256 * i, 256, 500, 14'h00, {1'b0, i == 63, i == 0}, 1);
        end
        if (now - t > 64 * 18 + 40) begin
            bad_reg = bad_reg + 1;
            $display("# %0d cycles", now - t);
        end
        quiet;
        answer(0, 500, 0);
        settle;
        verdict(wrong, "64 packets of 16 words are taken without a pause");

        // a bank changes its owner: writes that wait for the memory, and for its answer, are open
        salt = 40; slow = 300; stall = 1000000;
        for (i = 0; i < 3; i = i + 1) data(42'h7000 + 64 * i, 60, 14'h2100 + i, 1, 0, 1);
        repeat (30) @(negedge clk);
        register_is(20'h40020, 3);
        register_is(20'h4002c, 0);
        stall = 0;
        data(42'h70c0, 60, 14'h2103, 1, 0, 1);
        repeat (60) @(negedge clk);
        reg_write(20'h40000, 32'h80000000 | PDID);
        register_is(20'h40000, 32'h80000000 | PDID);
        register_is(20'h40020, 4);
        reg_write(20'h40000, 32'h80003333);
        if (got_resp !== 0) bad_reg = bad_reg + 1;
        register_is(20'h40000, 32'hc0003333);
        reg_write(20'h40000, 32'h80000000 | PDID);
        if (got_resp !== 2) bad_reg = bad_reg + 1;
        reg_write(20'h40020, 0);
        if (got_resp !== 2) bad_reg = bad_reg + 1;
        data(42'h7100, 60, 14'h2104, 1, 0, 0);
        pdid = 16'h3333;
        data(42'h7100, 60, 14'h2105, 1, 0, 0);
        pdid = PDID2;   // another bank is not touched
        data(42'h7140, 60, 14'h2106, 1, 0, 1);
        quiet;
        pdid = PDID;
        answer(7, 14'h2104, 1);
        pdid = 16'h3333;
        answer(7, 14'h2105, 1);
        pdid = PDID;
        for (i = 0; i < 4; i = i + 1) answer(0, 14'h2100 + i, 1);
        pdid = PDID2;
        answer(0, 14'h2106, 1);
        register_is(20'h40000, 32'h80003333);
        register_is(20'h40020, 0);
        pdid = 16'h3333;
        data(42'h7100, 60, 14'h2105, 1, 0, 1);
        quiet;
        answer(0, 14'h2105, 1);
        // the write takes effect in every cycle around the judgement
        slow = 200;
        pdid = PDID2;
        data(42'h7140, 60, 14'h2107, 1, 0, 1);
        quiet;
        answer(0, 14'h2107, 1);
        recount;
        early_n = 0;
        for (j = 0; j < 40; j = j + 1) begin
            reg_write(20'h4000c, 32'h80000000 | PDID2);
            register_is(20'h4000c, 32'h80000000 | PDID2);
            pdid = PDID2;
            axi_read(20'h4047c, 2);
            t = got;
            for (i = 0; i < 16; i = i + 1) pay[i] = {16{8'h5a}};
            repeat (rnd(4)) @(negedge clk);   // another turn of the contexts that are looked at
            fork
                send(0, 42'h7180, 16, 14'h2200 + j, 1, 0);
                begin
                    for (i = 0; i < 4 + j % 10; i = i + 1) @(negedge clk);
                    reg_write(20'h4000c, 32'h80004444);
                end
            join
            repeat (30) @(negedge clk);
            axi_read(20'h4047c, 2);
            t = got - t;   // it was taken
            early_n = early_n + t;
            register_is(20'h4000c, t == 1 ? 32'hc0004444 : 32'h80004444);
            register_is(20'h4002c, t);
            quiet;
            if (aws[(aw_put-1)%256][44:42] !== 3'd3) bad_reg = bad_reg + 1;
            answer(t == 1 ? 0 : 7, 14'h2200 + j, 1);
            if (t == 1) for (i = 0; i < 16; i = i + 1) ref_m[16'h7180+i] = 8'h5a;
        end
        if (early_n < 4 || early_n > 36) bad_reg = bad_reg + 1;
        reg_write(20'h40000, 32'h80000000 | PDID);
        reg_write(20'h4000c, 32'h80000000 | PDID2);
        pdid = PDID;
        settle;
        verdict(wrong, "a bank that changes its owner admits it when nothing is open");

        // random gaps and stalls
        for (j = 0; j < 12; j = j + 1) begin
            salt = 20 + j;
            gap = rnd(3); stall = rnd(4); slow = rnd(60);
            for (i = 0; i < 20; i = i + 1)
                data(42'hC000 + 256 * ((i * 7) % 20), 256, 501, 16 * j, {1'b0, (i * 7) % 20 == 19, i == 0}, 1);
            quiet;
            answer(0, 501, 16 * j);
        end
        settle;
        verdict(wrong, "random gaps and stalls");

        verdict(bad_bus, "the memory sees bursts of 16-byte words within 4 KiB, last words marked");
        verdict(bad_hold, "valid and data of the output hold until ready, one at a time");
        $finish;
    end

    initial begin
        repeat (400000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
