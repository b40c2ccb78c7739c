// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_nwp_tb, each named for the sentence of tnw_nwp.md or tnw_pi.md that it holds the RTL to. Included
// there; with symbols the first ones alone.

    integer up_after;
    task bring_up;  // once
        if (rst) begin
            idle(10);
            rst = 1'b0;
            n = 0;
            while ((up[0] & up[1]) !== 6'h3f && n < 400) begin
                @(negedge clk);
                n = n + 1;
            end
            $display("# PCS_EN %0d: all links are UP after %0d cycles", PCS_EN, n);
            up_after = n;
        end
    endtask
    task in_time;
        if (wanted("all links come UP in the time the page gives")) begin
            bring_up;
            must(up_after <= 48 * PCS_EN + 2 * 32 + 4 * (W + 8) + 40, `__LINE__);
            judge_both;
        end
    endtask

    // one item alone: 4 + 34 + 8 + 4 + 7 cycles behind its last beat and the wire, 7 more from its first
    task one_item;
        if (wanted("an item is written in the time that the page adds up")) begin
            bring_up;
            credit(1, 1, 0, 32'h0, 1, 32'hf000, 77);
            idle(50);
            inj_at = 0;
            wr_at = 0;
            put(0, 0, 0, 0, 1, 2);
            arrived(1, 32'hf000, 32'h0, 1, 2, note_of(0, 1, 0, 0, 128, 77));
            $display("# PCS_EN %0d: last beat of the TLP to inj %0d cycles, first beat on inj to m_wr %0d", PCS_EN,
                     inj_at - side[0].host.last_at, wr_at - inj_at);
            must(inj_at != 0 && wr_at - inj_at > 34 && wr_at - inj_at <= 64 + W, `__LINE__);
            must(wr_at - inj_at <= 150, `__LINE__);
            must(inj_at - side[0].host.last_at <= 8, `__LINE__);
            expect_reg(0, 16'h0080, 32'd1);
            judge_both;
        end
    endtask

    // link 3 of side 0 has symbols with a bit wrong, on an idle line; words have no symbols
    task symbol_errors;
        if (wanted("wrong symbols are counted by their link alone, and none without symbols")) begin
            bring_up;
            if (PCS_EN != 0)
                for (i = 0; i < 10; i = i + 1) begin
                    flip[40*3+i] = 1'b1;
                    @(negedge clk) flip = 240'd0;
                    idle(40);
                end
            for (i = 0; i < 6; i = i + 1)
                for (j = 16'h10b0; j <= 16'h10b4; j = j + 4) begin
                    read(0, j[15:0] + 1024 * i);
                    must(PCS_EN != 0 && i == 3 ? value > 0 && value < 100 : value === 32'd0, `__LINE__);
                end
            judge_both;
        end
    endtask

    // the map: an identity of each block, registers that are written, and nothing between
    task map;
        if (wanted("each block answers in its place of BAR0, and nothing else does")) begin
            bring_up;
            expect_reg(0, 16'h0000, 32'h54500001);
            expect_reg(0, 16'h0004, 32'h03030410);
            for (i = 0; i < 6; i = i + 1) begin
                expect_reg(0, 16'h1000 + 1024 * i, 32'h54570001);
                expect_reg(0, 16'h1004 + 1024 * i, {8'd8, 8'd8, 8'd15, 8'd8});
                write(0, 16'h1010 + 1024 * i, 600 + i);
                write(0, 16'h4000 + 512 * i, 32'h700 + i);
                write(0, 16'h6000 + 512 * i, 32'h16 * i);
                write(0, 16'h8000 + 256 * i, 32'h900 + i);
            end
            for (i = 0; i < 6; i = i + 1) begin
                expect_reg(0, 16'h1010 + 1024 * i, 600 + i);
                expect_reg(0, 16'h4000 + 512 * i, 32'h700 + i);
                expect_reg(0, 16'h4040 + 512 * i, 32'd0);
                expect_reg(0, 16'h6000 + 512 * i, 32'h16 * i);
                expect_reg(0, 16'h8000 + 256 * i, 32'h900 + i);
                write(0, 16'h6000 + 512 * i, 32'd0);
            end
            for (i = 0; i < 3; i = i + 1) expect_reg(0, 16'h2800 + 16'h800 * i, 32'd0);
            expect_reg(0, 16'h5000, 32'd0);
            expect_reg(0, 16'h6c00, 32'd0);
            expect_reg(0, 16'h8600, 32'd0);
            expect_reg(0, 16'hfffc, 32'd0);
            expect_reg(1, 16'h1010, 32'd512);
            judge_both;
        end
    endtask

    // Pput on every link and every channel that is a multiple of step, both ways at once
    task puts;
        input integer step, items, first;
        integer       was;  // items sent
        if (wanted("Pput: each message arrives whole on its link and channel, then is told")) begin
            bring_up;
            read(0, 16'h0080);
            was = value;
            for (link = 0; link < 6; link = link + 1)
                for (vc = 0; vc < 8; vc = vc + step) begin
                    i = link * 8 + vc;
                    credit(0, link, vc, 1024 * i, items, 32'hf000 + 16 * i, 100 + i);
                    credit(1, link, vc, 1024 * i, items, 32'hf000 + 16 * i, 200 + i);
                    put(0, link, vc, 0, items, first + i);
                    put(1, link, vc, 0, items, first + 100 + i);
                end
            for (link = 0; link < 6; link = link + 1)
                for (vc = 0; vc < 8; vc = vc + step) begin
                    i = link * 8 + vc;
                    j = (link ^ 1) * 8 + vc;
                    arrived(0, 32'hf000 + 16 * i, 1024 * i, items, first + 100 + j, note_of(0, link, vc, 0, 128 * items, 100 + i));
                    j = (link ^ 1) * 8 + vc;
                    arrived(1, 32'hf000 + 16 * i, 1024 * i, items, first + j, note_of(0, link, vc, 0, 128 * items, 200 + i));
                end
            expect_reg(0, 16'h0080, was + 6 * ((7 + step) / step) * items);
            judge_both;
        end
    endtask

    // Nget on every link, both ways, sources at odd places
    task gets;
        input integer items;
        if (wanted("Nget: each message arrives whole, and is told on both sides")) begin
            bring_up;
            for (link = 0; link < 6; link = link + 1) begin
                fill(0, 32'h8010 + 1536 * link, items, 500 + link);
                fill(1, 32'h8ff0 + 1536 * link, items, 600 + link);
                credit(0, link, 2, 2048 * link, items, 32'he000 + 16 * link, 10 + link);
                credit(1, link, 2, 2048 * link, items, 32'he000 + 16 * link, 20 + link);
                get(0, link, 2, 32'h8010 + 1536 * link, items, 0, 32'he800 + 16 * link, 30 + link);
                get(1, link, 2, 32'h8ff0 + 1536 * link, items, 0, 32'he800 + 16 * link, 40 + link);
            end
            for (link = 0; link < 6; link = link + 1) begin
                i = link ^ 1;
                arrived(0, 32'he000 + 16 * link, 2048 * link, items, 600 + i, note_of(0, link, 2, 0, 128 * items, 10 + link));
                arrived(1, 32'he000 + 16 * link, 2048 * link, items, 500 + i, note_of(0, link, 2, 0, 128 * items, 20 + link));
                arrived(0, 32'he800 + 16 * link, 0, 0, 0, note_of(1, link, 2, 0, 128 * items, 30 + link));
                arrived(1, 32'he800 + 16 * link, 0, 0, 0, note_of(1, link, 2, 0, 128 * items, 40 + link));
            end
            expect_reg(0, 16'h00a0, 6 * items);
            expect_reg(0, 16'h00a8, 32'd6);
            expect_reg(0, 16'h00ac, 32'd0);
            expect_reg(0, 16'h00b0, 32'd0);
            judge_both;
        end
    endtask

    // link 2 is reset: its credits; links 3 and 5 go on under it, and it comes back
    task one_reset;
        if (wanted("a reset of one link leaves the others, their credits and windows")) begin
            bring_up;
            for (i = 2; i < 5; i = i + 1) credit(1, i, 1, 32'h1000 * i, 20, 32'hd000 + 16 * i, 50 + i);
            credit(0, 2, 1, 32'h1000, 4, 32'hd000, 60);
            idle(100);
            put(0, 5, 1, 0, 10, 74);
            put(0, 3, 1, 0, 4, 72);
            write(0, 16'h1808, 32'd1);
            put(0, 5, 1, 10, 10, 75);
            n = 0;
            while (n < 2000 && memory(1, 32'hd040) !== note_of(0, 4, 1, 0, 2560, 54)) begin
                @(negedge clk);
                n = n + 1;
            end
            must(n < 2000, `__LINE__);
            must(up[0] === 6'b111011 && up[1] === 6'b111111, `__LINE__);
            expect_reg(0, 16'h4458, 32'h00000800);                      // its credits are gone
            expect_reg(1, 16'h4000 + 512 * 4 + 64 + 24, 32'h00000800);  // this one was used
            expect_reg(1, 16'h4000 + 512 * 2 + 64 + 24, 32'h00000701);  // and this has 4 of 20
            expect_reg(1, 16'h4000 + 512 * 2 + 64 + 28, 32'h00000200);
            write(1, 16'h1008 + 1024 * 3, 32'd1);
            idle(100);
            write(0, 16'h1808, 32'd0);
            write(1, 16'h1008 + 1024 * 3, 32'd0);
            idle(150);
            must(up[0] === 6'b111111 && up[1] === 6'b111111, `__LINE__);
            judge_both;
        end
    endtask

    initial begin
        wait (start);
        in_time;
        one_item;
        symbol_errors;
        if (PCS_EN != 0) begin
            puts(8, 1, 700);
        end else begin
            map;
            puts(3, 3, 300);
            side[0].host.hold = 3;
            side[1].host.stall = 3;
            gets(11);
            side[0].host.hold = 0;
            side[1].host.stall = 0;
            counted = 1'b0;
            one_reset;
        end
        $display("# PCS_EN %0d: %0d cycles", PCS_EN, cycle);
        done = 1'b1;
    end
