// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_pi_in_tb, each named for the sentence of tnw_pi.md section 2 that it holds the RTL to. Included there.

    integer m, f, w, c;
    task bad;  // a malformed TLP of request header and m DWs behind it
        input [31:0]  h0;
        input [63:0]  addr;
        input [7:0]   be;
        input integer m;
        begin
            request(h0, addr, be);
            fill(m);
            send(MALF, 1'b0, 1'b0);
        end
    endtask
    task refused;  // a write without effect: Length m
        input [31:0]  h0;
        input [63:0]  addr;
        input [7:0]   be;
        input integer m, cause;
        begin
            request(h0 + m, addr, be);
            fill(m);
            send(cause, 1'b0, 1'b0);
        end
    endtask
    task form;  // a write to BAR2 that brings window w to ERROR: byte offset in BAR2
        input [31:0]  h0;
        input [31:0]  offset;
        input [7:0]   be;
        input integer m, w, cause;
        begin
            due(E_FORM, {w[5:0], offset});
            refused(h0, BAR2 + offset, be, m, cause);
        end
    endtask
    task ur;  // a request of m DWs of payload answered UR
        input [31:0]  h0;
        input [63:0]  addr;
        input [7:0]   be;
        input integer m, cause, bytes, lower;
        begin
            while (!sok[1]) @(negedge clk);
            request(h0, addr, be);
            fill(m);
            answered({2'd0, h0[22:20], h0[18], h0[13:12]}, 0, 1, bytes, lower);
            send(cause, 1'b1, 1'b1);
        end
    endtask
    task other;  // neither request nor answer: message, completion of a locked read
        input [31:0]  h0;
        input integer m;
        begin
            head(h0);
            head(32'h01000020);
            head(32'd0);
            if (h0[29]) head(32'd0);
            fill(m);
            send(UNSUP, 1'b0, 1'b0);
        end
    endtask
    task anything;  // for random traffic
        begin
            gaps = rnd(3) == 0 ? 2 : 0;
            case (rnd(9))
                0, 1: begin
                    m = 1 + rnd(16);
                    write_regs(64 * rnd(512) + 4 * rnd(17 - m), m);
                end
                2, 3: begin
                    m = 2 + rnd(15);
                    a = 64 * rnd(512) + 4 * rnd(17 - m);
                    read_regs(a, m, 8'hff, 4 * m, a % 128);
                end
                4: put(rnd(48), 4 * rnd(64) + rnd(4), 1);
                5: put(rnd(48), 16 * rnd(16), 1 + rnd(16));
                6: completion(rnd(65), rnd(4) == 0 ? 16'h0a09 : RID, rnd(256), rnd(8), rnd(2), rnd(4096), rnd(128));
                7: case (rnd(4))
                    0: bad(32'h40000000, BAR0, 8'hff, rnd(90));
                    1: other(32'h74000003, 3);
                    2: refused(32'h40000000, 64'h12340000, 8'hff, 2 + rnd(62), NOBAR);
                    3: refused(32'h40000000, BAR0 + 256, 8'hfe, 2 + rnd(14), REG);
                endcase
                8: begin
                    m = 2 + rnd(40);
                    ur(m, 64'h12340040, 8'hff, 0, NOBAR, 4 * m, 64);
                end
            endcase
        end
    endtask

    // by First BE, F first: bytes before the first enabled, bytes from there to the last enabled; of none it is one byte
    localparam [63:0] BEFORE = 64'h0102_0103_0102_0100, SPAN = 64'h4342_4341_3231_2111;

    initial begin
        reset;
        if (test("register writes act DW by DW, in order, in 24 cycles")) begin
            for (m = 1; m <= 16; m = m + 1) begin
                write_regs(16'h1000 + 64 * m, m);
                idle(rnd(20));
            end
            for (m = 0; m < 20; m = m + 1) write_regs(16'h6000 + 64 * m, 16);
            for (m = 0; m < 40; m = m + 1) write_regs(16'h8000 + 4 * m, 1);
            settle_and_judge;
        end
        if (test("a DW a cycle, of writes that follow each other, too")) begin
            write_regs(16'h6000, 16);
            c = now;
            for (m = 0; m < 20; m = m + 1) write_regs(16'h6000 + 64 * m, 16);
            if (now - c > 20 * 16) fault(`__LINE__);
            settle_and_judge;
        end
        // {Last BE, First BE}, then Byte Count and Lower Address
        if (test("each read is answered once, in order, with what writes before it left")) begin
            read_regs(16'h1040, 1, 8'h0f, 4, 7'h40);
            read_regs(16'h1040, 1, 8'h06, 2, 7'h41);
            read_regs(16'h1044, 1, 8'h08, 1, 7'h47);
            read_regs(16'h1048, 1, 8'h05, 3, 7'h48);
            read_regs(16'h104c, 1, 8'h0c, 2, 7'h4e);
            read_regs(16'h1050, 1, 8'h00, 1, 7'h50);
            read_regs(16'h1008, 2, 8'ha4, 6, 7'h0a);
            read_regs(16'h1010, 3, 8'h3e, 9, 7'h11);
            read_regs(16'h1024, 5, 8'h18, 14, 7'h27);
            read_regs(16'h1fc0, 16, 8'hff, 64, 7'h40);
            for (m = 1; m <= 16; m = m + 1) begin
                write_regs(16'h9000, m);
                read_regs(16'h9000, 16, 8'h7f, 63, 0);
            end
            request(32'h00552002, BAR0 + 16'h9000, 8'h5a);  // TC 5, Attr 110; with TH byte enables do not count
            due(E_RD, 16'h9000);
            due(E_RD, 16'h9004);
            answered({2'd0, 3'd5, 3'b110}, 2, 0, 8, 0);
            answer_data[answer_n-1][63:0] = {shadow[14'h2401], shadow[14'h2400]};
            send(FINE, 1'b1, 1'b1);
            settle_and_judge;
        end
        // each First BE of one DW, of two with Last BE 8, and each Last BE with First BE 1
        if (test("the bytes of an answer are those between the first and the last one enabled")) begin
            for (m = 0; m < 16; m = m + 1) read_regs(16'h1040, 1, m, SPAN[4*m+:4], 64 + BEFORE[4*m+:4]);
            for (m = 1; m < 16; m = m + 1) read_regs(16'h1040, 2, {4'h8, m[3:0]}, 8 - BEFORE[4*m+:4], 64 + BEFORE[4*m+:4]);
            for (m = 1; m < 16; m = m + 1) read_regs(16'h1040, 2, {m[3:0], 4'h1}, m >= 8 ? 8 : m >= 4 ? 7 : m >= 2 ? 6 : 5, 64);
            settle_and_judge;
        end
        // answered UR: I/O, configuration, locked read, AtomicOps, and reads of what has no registers
        if (test("what is not supported is answered UR, or dropped")) begin
            ur(32'h02000001, 64'h00001000, 8'h0c, 0, UNSUP, 4, 0);
            ur(32'h42000001, 64'h00001000, 8'h0f, 1, UNSUP, 4, 0);
            ur(32'h04000001, 64'h01000010, 8'h0f, 0, UNSUP, 4, 0);
            ur(32'h44000001, 64'h01000010, 8'h0f, 1, UNSUP, 4, 0);
            ur(32'h05000001, 64'h01000010, 8'h0f, 0, UNSUP, 4, 0);
            ur(32'h45000001, 64'h01000010, 8'h0f, 1, UNSUP, 4, 0);
            ur(32'h01000003, BAR0 + 20, 8'h7e, 0, UNSUP, 10, 7'h15);
            ur(32'h21000001, BAR2 + 64, 8'h0f, 0, UNSUP, 4, 7'h40);
            ur(32'h01010001, BAR0 + 20, 8'h5a, 0, UNSUP, 4, 7'h14);  // with TH all bytes count
            ur(32'h4c000002, BAR0 + 4092, 8'h00, 2, UNSUP, 8, 0);    // nobody looks for 4 KiB there
            ur(32'h4c000001, BAR0 + 16, 8'h00, 1, UNSUP, 4, 0);
            ur(32'h6d000002, BAR2 + 16, 8'h00, 2, UNSUP, 8, 0);
            ur(32'h4e000004, BAR0 + 16, 8'h00, 4, UNSUP, 8, 0);
            ur(32'h4c004001, BAR0 + 16, 8'h00, 1, UNSUP, 4, 0);      // EP is a write's alone
            ur(32'h00004001, 64'h00020000, 8'h0f, 0, NOBAR, 4, 0);
            ur(32'h20004001, BAR2 + 64, 8'h0f, 0, REGRD, 4, 7'h40);
            ur(32'h00701001, 64'h00020004, 8'h0e, 0, NOBAR, 3, 7'h05);
            ur(32'h00000400 - 32'h400, 64'h00020000, 8'hff, 0, NOBAR, 0, 0);
            ur(32'h00000001, BAR0 - 4, 8'h0f, 0, NOBAR, 4, 7'h7c);
            ur(32'h20000001, BAR2 - 4, 8'h0f, 0, NOBAR, 4, 7'h7c);
            ur(32'h20000001, BAR2 + (1 << (O + 10)), 8'h0f, 0, NOBAR, 4, 0);
            ur(32'h20000001, {32'd1, BAR0[31:0]}, 8'h0f, 0, NOBAR, 4, 0);
            ur(32'h00000011, BAR0 + 128, 8'hff, 0, REGRD, 68, 0);
            ur(32'h00000002, BAR0 + 60, 8'hff, 0, REGRD, 8, 7'h3c);
            ur(32'h20000001, BAR2 + 64, 8'h0f, 0, REGRD, 4, 7'h40);
            ur(32'h20000080, BAR2 + 512, 8'hff, 0, REGRD, 512, 0);
            other(32'h30000000, 0);
            other(32'h74000001, 1);
            other(32'h37000000, 0);
            other(32'h0b000000, 0);
            other(32'h4b000004, 4);
            settle_and_judge;
        end
        if (test("an address that differs from a BAR's in one bit is outside")) begin
            for (m = 16; m < 64; m = m + 1) ur(32'h20000001, BAR0 ^ 64'd1 << m, 8'h0f, 0, NOBAR, 4, 0);
            for (m = O + 10; m < 64; m = m + 1) ur(32'h20000001, BAR2 ^ 64'd1 << m, 8'h0f, 0, NOBAR, 4, 0);
            settle_and_judge;
        end
        // writes without effect, or with that of ERROR
        if (test("the first cause that applies drops a write, or its window goes to ERROR")) begin
            refused(32'h40000000, 64'h00020000, 8'h0f, 1, NOBAR);
            refused(32'h60000000, BAR2 + (1 << (O + 10)), 8'hff, 4, NOBAR);
            refused(32'h40004000, 64'h00020000, 8'h0f, 1, EP);
            refused(32'h40004000, BAR0 + 16, 8'h0f, 1, EP);
            refused(32'h60004000, BAR2 + (6 << (O + 7)), 8'hff, 4, EP);
            refused(32'h40000000, BAR0 + 16, 8'h07, 1, REG);
            refused(32'h40000000, BAR0 + 16, 8'h00, 1, REG);
            refused(32'h40010000, BAR0 + 16, 8'h07, 1, REG);  // TH of a write is in its Tag
            refused(32'h40000000, BAR0 + 16, 8'hfe, 2, REG);
            refused(32'h40000000, BAR0 + 16, 8'h7f, 2, REG);
            refused(32'h40000000, BAR0 + 64, 8'hff, 17, REG);
            refused(32'h40000000, BAR0 + 60, 8'hff, 2, REG);
            refused(32'h60000000, BAR2 + (6 << (O + 7)), 8'hff, 4, PPUT);
            refused(32'h60000000, BAR2 + (7 << (O + 7)), 8'h0f, 1, PPUT);
            form(32'h60004000, 32'h0000_4010, 8'hff, 4, 1, EP);
            form(32'h60000000, 32'h0000_0004, 8'h0f, 1, 0, PPUT);
            form(32'h60000000, 32'h0000_8018, 8'hff, 4, 2, PPUT);
            form(32'h60000000, 32'h000b_fff0, 8'hf8, 4, 47, PPUT);
            form(32'h60000000, 32'h0005_0000, 8'h1f, 4, 20, PPUT);
            form(32'h60000000, 32'h0005_0000, 8'hff, 6, 20, PPUT);
            settle_and_judge;
        end
        // Fmt and Type
        if (test("a malformed TLP has no effect and no answer")) begin
            bad(32'h80000001, BAR0, 8'h0f, 1);
            bad(32'ha0000001, BAR2, 8'h0f, 0);
            bad(32'hc0000001, BAR0, 8'h0f, 1);
            bad(32'h03000001, BAR0, 8'h0f, 0);
            bad(32'h1b000001, BAR0, 8'h0f, 0);
            bad(32'h41000001, BAR0, 8'h0f, 1);
            bad(32'h22000001, BAR2, 8'h0f, 0);
            bad(32'h24000001, BAR2, 8'h0f, 0);
            bad(32'h2a000000, BAR2, 8'h00, 0);
            bad(32'h0c000001, BAR0, 8'h00, 0);
            bad(32'h10000000, BAR0, 8'h00, 0);
            // headers that end early
            for (m = 1; m < 3; m = m + 1) begin
                head(32'h00000001);
                if (m == 2) head(32'h0100000f);
                send(MALF, 1'b0, 1'b0);
            end
            head(32'h20000001);
            head(32'h0100000f);
            head(32'h00000012);
            send(MALF, 1'b0, 1'b0);
            // payload and digest
            bad(32'h40000004, BAR0, 8'hff, 3);
            bad(32'h40000004, BAR0, 8'hff, 5);
            bad(32'h40008004, BAR0, 8'hff, 4);
            bad(32'h60008004, BAR2, 8'hff, 6);
            bad(32'h00000001, BAR0, 8'h0f, 1);
            bad(32'h00008001, BAR0, 8'h0f, 0);
            bad(32'h40000041, BAR0, 8'hff, 65);
            bad(32'h60000000, BAR2, 8'hff, 64);
            bad(32'h60000000, BAR2, 8'hff, 0);
            bad(32'h60000080, BAR2, 8'hff, 0);
            bad(32'h60000110, BAR2, 8'hff, 16);
            bad(32'h60000210, BAR2, 8'hff, 16);
            bad(32'h40000040, BAR0, 8'hff, 64 + 128);
            bad(32'h4a000008, BAR0, 8'h00, 7);
            // 4 KiB, byte enables
            bad(32'h60000005, BAR2 + 4080, 8'hff, 5);
            bad(32'h00000002, BAR0 + 8188, 8'hff, 0);
            bad(32'h01000002, BAR0 + 8188, 8'hff, 0);
            bad(32'h40000001, BAR0, 8'h1f, 1);
            bad(32'h02000001, BAR0, 8'hf0, 0);
            bad(32'h44000001, BAR0, 8'h1f, 1);
            bad(32'h45000001, BAR0, 8'h2f, 1);
            bad(32'h01000003, BAR0, 8'hf9, 0);
            bad(32'h40000002, BAR0, 8'hf0, 2);
            bad(32'h40000002, BAR0, 8'h0f, 2);
            bad(32'h40000003, BAR0, 8'hf9, 3);
            bad(32'h40000003, BAR0, 8'h9f, 3);
            bad(32'h40000002, BAR0 + 4, 8'hfa, 2);
            bad(32'h00000003, BAR0, 8'hdf, 0);
            for (m = 0; m < 16; m = m + 1) begin  // enabled: the first DW's upper bytes, the last one's lower bytes
                if (m < 8 || m == 9 || m == 10 || m == 11 || m == 13) bad(32'h40000003, BAR0, {4'hf, m[3:0]}, 3);
                if (m % 2 == 0 || m == 5 || m == 9 || m == 11 || m == 13) bad(32'h40000003, BAR0, {m[3:0], 4'hf}, 3);
            end
            // and what just is not: a digest, the last DW of a page, two DWs of a quadword with holes
            request(32'h40008001, BAR0 + 4092, 8'h0f);
            fill(2);
            due(E_WR, {16'h0ffc, byte_dw(seq, 0)});
            shadow[1023] = byte_dw(seq, 0);
            send(FINE, 1'b0, 1'b0);
            refused(32'h40000000, BAR0 + 8, 8'h95, 2, REG);
            settle_and_judge;
        end
        if (test("fragments by ascending address, the last in time for its item")) begin
            for (m = 1; m <= 16; m = m + 1) begin
                put(3 * m - 3, 0, m);
                put(47, 1024 - m, m);
            end
            for (m = 0; m < 40; m = m + 1) put(m, 4 * m, 4);
            for (m = 0; m < 40; m = m + 1) begin
                put(m, 16 * m, 16);
                put(m, 16 * m, 1);
                put(m, 16 * m + 4, 4);
            end
            // the same window by its address with three DWs of header is none of ours
            refused(32'h40000000, {32'd0, BAR2[31:0]}, 8'hff, 4, NOBAR);
            settle_and_judge;
        end
        if (test("completions: header, then payload from bits 31:0 of the first beat")) begin
            for (m = 0; m <= 64; m = m + 1) completion(m, m % 3 == 0 ? 16'h0a00 : RID, m + 7, m % 8, m % 2, 64 * m, 2 * m);
            for (m = 0; m <= 64; m = m + 1) completion(64 - m, RID, 255 - m, 0, 0, 4095 - m, 127);
            head(32'h0a000005);  // Length means nothing without data
            head(32'h11222000);
            head({RID, 16'h0300});
            due(E_CPL, {8'd3, 1'b1, 3'd1, 1'b0, 12'd0, 7'd0, 7'd0, 1'b0});
            send(CPL, 1'b0, 1'b0);
            settle_and_judge;
        end
        // answers that do not leave: five open reads take ok[1], nothing else waits
        if (test("never stalled for long, while five reads are open no more are taken")) begin
            drain = 1'b0;
            for (m = 0; m < 5; m = m + 1) read_regs(16'h2000 + 64 * m, 16, 8'hff, 64, 64 * m % 128);
            idle(100);
            if (sok !== 3'b101) fault(`__LINE__);
            for (m = 0; m < 20; m = m + 1) begin
                put(5, 16 * m, 16);
                write_regs(16'h1000, 16);
                completion(64, RID, m, 0, 0, 256, 0);
            end
            drain = 1'b1;
            settle_and_judge;
        end
        // in the middle of a TLP, and of its work
        if (test("a reset drops what was not worked off")) begin
            for (m = 0; m < 12; m = m + 1) begin
                put(1, 0, 16);
                idle(m);
                request(32'h60000040, BAR2, 8'hff);
                fill(64);
                @(negedge clk) sv = 1'b1;
                sl = 1'b0;
                repeat (m) @(negedge clk);
                sv = 1'b0;
                n = 0;
                rst = 1'b1;
                @(negedge clk);
                if (sok !== 3'b000 || rw || rr || fv || mv || cv || cdv) fault(`__LINE__);
                work_at = work_n;
                answer_at = answer_n;
                verdict_at = verdict_n;
                reset;
                write_regs(16'h1000, 3);
                read_regs(16'h1000, 3, 8'hff, 12, 0);
            end
            settle_and_judge;
        end
        if (test("random TLPs with and without gaps, each with its effect and in order")) begin
            for (c = 0; c < 700; c = c + 1) anything;
            settle_and_judge;
        end
        $finish;
    end
    initial begin
        #2000000 $display("not ok the bench ends");
        $finish;
    end
