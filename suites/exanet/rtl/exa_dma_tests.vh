// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of exa_dma_tb, a task each. Include inside that bench.

    integer i, j, k, n0, base, last_of, came;

    task test_registers;
        begin
            get32(20'h40400, 32'h45440001, OKAY);
            get32(20'h40404, 32'h00000503, OKAY);
            get32(20'h40408, OWN, OKAY);
            get32(20'h4040c, 0, SLVERR);
            get32(20'h40410, 0, OKAY);
            get32(20'h40414, 0, OKAY);
            get32(20'h40418, 0, OKAY);
            get32(20'h4041c, 0, OKAY);
            get32(20'h40420, 0, SLVERR);
            for (i = 0; i < 8; i = i + 1) begin
                get32(20'h40440 + 4 * i, 0, OKAY);
                get32(20'h40000 + 4 * i, 0, OKAY);
            end
            get32(20'h40040, 0, SLVERR);
            for (i = 0; i < OUTS; i = i + 1) begin
                for (j = 0; j < 6; j = j + 1) get32(20'h40500 + 32 * i + 4 * j, 0, OKAY);
                get32(20'h40518 + 32 * i, 0, SLVERR);
            end
            get32(20'h40560, 0, SLVERR);
            put32(20'h40400, 1, SLVERR);
            put32(20'h40440, 1, SLVERR);
            put32(20'h4041c, 0, OKAY);
            put32(20'h40004, 32'hffffffff, OKAY);
            get32(20'h40004, 32'h8000ffff, OKAY);
            write(20'h40004, 1, 16'h0030, 128'd0);  // of no register a half is enough
            if (wr_resp !== SLVERR) bad("half a register", wr_resp, 0);
            get32(20'h40004, 32'h8000ffff, OKAY);
            banks;
            for (i = 0; i < 8; i = i + 1) get32(20'h40000 + 4 * i, 32'h80001000 + i, OKAY);
            get32(20'h00400, 0, SLVERR);   // descriptors past the last
            get32(20'h07ffc, 0, SLVERR);
            put32(20'h00400, 0, SLVERR);
            get32(20'h08000, 0, SLVERR);   // control messages are not read
            get32(20'h0c000, 0, DECERR);
            get32(20'h18000, 0, SLVERR);
            get32(20'h20000, 0, DECERR);
            get32(20'h41000, 0, DECERR);
            put32(20'h20000, 0, DECERR);
            put32(20'h3fffc, 0, DECERR);
            put64(20'h08200, 0, SLVERR);   // of a transaction past the last
            for (i = 0; i < 5; i = i + 1) begin
                @(negedge clk) s_hv = 1;
                if (!(s_hr && s_pr && s_fr)) bad("not ready", s_hr, s_pr);
                @(negedge clk) s_hv = 0;
                if (!obs_drop) bad("drop not shown", 0, 0);
            end
            get32(20'h40458, 5, OKAY);
            judge("pages and registers are where the page says");
        end
    endtask

    function [127:0] places;   // words 0 and 1 of descriptor t, and 2 and 3
        input integer t;
        reg [31:0] x;
        begin
            x = 32'h01020304 * (t + 1);
            places = {4{x}};
        end
    endfunction

    function [127:0] parked;
        input integer t;
        begin
            parked[127:64] = 64'h5a5a5 * (t + 3);
            parked[63:0] = 64'h8123456789abcdef ^ (t << 20);
        end
    endfunction

    reg [255:0] d_now, d_mask, d_word;
    task test_descriptors;   // bytes of all descriptors, without a start
        integer t, h, l;
        reg [15:0] s;
        begin
            d_mask = {46'd0, 18'h3ffff, 1'b1, 3'd0, 1'b1, 17'd0, 42'h3ffffffffff, 128'd0};
            d_mask[127:0] = {128{1'b1}};
            for (t = 0; t < TXNS; t = t + 1) begin
                read(32 * t, 4);
                if (rd_word !== 0) bad("not 0 after reset", t, 0);
                read(32 * t + 16, 4);
                if (rd_word !== 0) bad("not 0 after reset", t, 0);
                write(32 * t, 4, 16'hffff, places(t));
                write(32 * t + 16, 4, 16'hffff, parked(t));
            end
            t = 3;
            d_now = {parked(3), places(3)} & d_mask;
            for (l = 0; l < 200; l = l + 1) begin
                h = rnd(2);
                s = rnd(65536);
                d_word = {2{rnd_word(0)}};
                d_word[191] = 1'b1;  // parked: never a start
                for (k = 0; k < 16; k = k + 1)
                    if (s[k]) d_now[128*h+8*k+:8] = d_word[128*h+8*k+:8] & d_mask[128*h+8*k+:8];
                write(32 * t + 16 * h, 4, s, d_word[128*h+:128]);
                if (wr_resp !== OKAY) bad("write of a descriptor", h, s);
                read(32 * t + 16 * h, 4);
                if (rd_word !== d_now[128*h+:128]) bad("bytes of a descriptor", h, s);
            end
            for (t = 0; t < TXNS; t = t + 1) if (t != 3) begin
                read(32 * t, 4);
                if (rd_word !== places(t)) bad("another descriptor changed", t, 0);
            end
            get32(20'h40444, 0, OKAY);
            if (packets != 0 || bursts != 0) bad("something was sent", packets, bursts);
            judge("a descriptor's bytes read as written, the others' do not change");
        end
    endtask

    // one transaction of 20 bytes in two packets, by literal words
    reg [127:0] one [0:5];
    integer     one_n;
    reg [127:0] one_w;
    task test_one;
        begin
            one[0] = 128'h1a114002af37bc3ec005062ab54200a0;
            one[1] = 128'h3114f7dabd0000000000000000000000;
            one[2] = 128'h82fe6c37590000000d5e5000a970c007;
            one[3] = 128'h3aa24002af37bc40000f062ab54200a0;
            one[4] = 128'h00e4c7aa8d70533619fcdfc2a5886b4e;
            one[5] = 128'h7558d98d540000000d5e6000a970c007;
            describe(7, 64'h12345678abd, 22'h3155aa, 42'h0abcdef0fb, 13'h1abc, 2);
            one_n = 0;
            fork
                control(7, 0, 1, 0, 0, 20, 16'h1005);
                begin
                    n0 = 400;
                    while (one_n < 6 && n0 > 0) begin
                        @(posedge clk);
                        n0 = n0 - 1;
                        if (m_r[2] && (m_hv[2] || m_pv[2] || m_fv[2])) begin
                            one_w = m_data[256+:128];
                            if (one_w !== one[one_n]) begin
                                bad("word of the first transaction", one_n, 0);
                                $display("# %032x %032x", one_w, one[one_n]);
                            end
                            one_n = one_n + 1;
                        end
                    end
                end
            join
            if (one_n != 6) bad("words of the first transaction", one_n, 6);
            settle;
            expect_end(7, 0, 0, 1, 20);
            get32(20'h40540, 2, OKAY);
            get32(20'h40544, 20, OKAY);
            get32(20'h4054c, 1, OKAY);
            get32(20'h40550, 1, OKAY);   // its attempt is not 0
            get32(20'h4045c, 0, OKAY);
            judge("a transaction of two packets, word by word");
        end
    endtask

    task test_lanes;   // places of source and destination, lengths
        begin
            for (i = 0; i < 300; i = i + 1) begin
                n0 = i < 256 ? 1 + rnd(70) : 1 + rnd(700);
                if (i == 299) n0 = 16384;
                start(i % 8, 42'h123456000 + 4096 * (i % 7) - rnd(40) * 16 - (i < 256 ? i % 16 : rnd(16)),
                      i == 299 ? 42'h7654000 : 42'h7654000 + 256 * rnd(20) + (i < 256 ? i / 16 : rnd(256)), n0, 16'h1000 + i % 8, i % 3);
                if (i % 8 == 7 || i >= 296) settle;
                if (i >= 296) expect_end(i % 8, 0, 0, 1, n0);
            end
            settle;
            for (i = 0; i < OUTS; i = i + 1) begin
                get32(20'h40500 + 32 * i, packets_of[i], OKAY);
                get32(20'h40504 + 32 * i, bytes_of[i], OKAY);
            end
            for (i = 0; i < 8; i = i + 1) if (t_live[i]) bad("not all left", i, t_off[i]);
            judge("bytes come to their lanes from every place to every place");
        end
    endtask

    task refuse;
        input [63:0] src;
        input [41:0] to;
        input [14:0] length;
        input [15:0] pdid;
        input [4:0]  path;
        begin
            start(1, src, to, length, pdid, path);
            t_live[1] = 0;
            expect_end(1, 0, 1, 0, 0);
            n0 = n0 + 1;
        end
    endtask

    task allow;
        input [63:0] src;
        input [41:0] to;
        input [14:0] length;
        begin
            start(1, src, to, length, 16'h1001, 0);
            settle;
            expect_end(1, 0, 0, 1, length);
        end
    endtask

    task test_refused;
        begin
            n0 = 0;
            base = bursts;
            refuse(64'h1000, 42'h2000, 0, 16'h1001, 0);
            refuse(64'h1000, 42'h4000, 16385, 16'h1001, 0);
            refuse(64'h1000, 42'h4001, 16384, 16'h1001, 0);
            refuse(64'h1000, 42'h7fff, 2, 16'h1001, 0);
            refuse(64'h1000, 42'h2000, 4, 16'h1001, 3);
            refuse(64'h1000, 42'h2000, 4, 16'h1001, 31);
            refuse(64'h1000, {3'b111, 39'd0}, 4, 16'h1001, 0);
            refuse(64'h3ffffffffff, 42'h2000, 2, 16'h1001, 0);
            refuse(64'h40000000000, 42'h2000, 2, 16'h1001, 0);
            refuse(64'h8000000000001000, 42'h2000, 2, 16'h1001, 0);
            refuse(64'h1000, 42'h2000, 2, 16'h2001, 0);
            refuse(64'h1000, 42'h2000, 2, 16'h0000, 0);
            get32(20'h40444, n0, OKAY);
            if (base != bursts) bad("reads of a refused start", bursts, base);
            allow(64'h1000, 42'h7fff, 1);
            allow(64'h3ffffffffff, 42'h2000, 1);
            allow(64'h3fffffffff0, {3'b110, 39'h7fffffffff}, 1);
            get32(20'h40444, n0, OKAY);
            get32(20'h40418, 0, OKAY);
            judge("a start outside its bounds is refused, one at them is not");
        end
    endtask

    task test_busy;
        begin
            hold = 1;
            start(4, 64'h5000, 42'h9000, 600, 16'h1002, 1);
            repeat (100) @(negedge clk);
            expect_end(4, 0, 0, 0, 600);
            for (i = 0; i < 4; i = i + 1) put64(32 * 4 + 8 * i, 64'hffffffffffffffff, SLVERR);
            write(32 * 4 + 17, 0, 16'h0002, 128'd0);
            if (wr_resp !== SLVERR) bad("write to an ACTIVE one", wr_resp, 0);
            get32(20'h40440, 5, OKAY);
            get32(20'h4045c, 1, OKAY);
            hold = 0;
            settle;
            expect_end(4, 0, 0, 1, 600);
            put64(32 * 4, 64'h777, OKAY);   // and none once it is over; what ended stays
            expect_end(4, 0, 0, 1, 600);
            put64(32 * 4 + 16, {1'b1, 63'd0}, OKAY);
            expect_end(4, 1, 0, 0, 0);
            get32(20'h40440, 5, OKAY);
            judge("an ACTIVE descriptor refuses every write");
        end
    endtask

    task test_slots;
        begin
            shut = 3'b001;
            for (i = 0; i < 8; i = i + 1) mem_put[i] = mem_got[i];
            n0 = mem_put[0];
            for (i = 0; i < 4; i = i + 1) start(i, 64'h20000 + 4096 * i, 42'h10000 + 4096 * i, 4096, 16'h1000, 0);
            start(5, 64'h30000, 42'h30000, 8192, 16'h1001, 1);
            base = mem_put[1];
            start(6, 64'h40000, 42'h40000, 4096, 16'h1002, 2);
            repeat (3000) @(negedge clk);
            if (mem_put[0] - n0 != 128) bad("reads for a blocked output", mem_put[0] - n0, 128);
            if (t_live[5] || t_live[6]) bad("another output waits", t_off[5], t_off[6]);
            get32(20'h4045c, 4, OKAY);
            expect_end(5, 0, 0, 1, 8192);
            shut = 3'b110;
            settle;
            shut = 0;
            for (i = 0; i < 4; i = i + 1) expect_end(i, 0, 0, 1, 4096);
            judge("a blocked output holds 8 packets and holds up no other");
        end
    endtask

    task test_turns;
        begin
            shut = 3'b010;
            for (i = 0; i < 3; i = i + 1) start(10 + i, 64'h20000 + 4096 * i, 42'h10000 + 4096 * i, 4096, 16'h1000 + i, 1);
            repeat (500) @(negedge clk);
            base = packets;
            shut = 0;
            settle;
            for (i = base + 8; i < base + 44; i = i + 1)
                if (tid_log[i%65536] == tid_log[(i+1)%65536]) bad("twice in turn", tid_log[i%65536], i - base);
            if (packets - base != 48) bad("packets", packets - base, 48);
            // of many transactions on one path and one on another, that one is not passed over
            for (i = 0; i < 20; i = i + 1) start(i, 64'h20000 + 4096 * i, 42'h10000 + 4096 * i, 2048, 16'h1000 + i % 8, 2);
            base = packets;
            start(30, 64'h50000, 42'h50000, 2048, 16'h1003, 0);
            while (t_live[30]) @(negedge clk);
            if (packets - base > 28) bad("packets before another path's eight", packets - base, 28);
            settle;
            judge("transactions of a path take turns by packets, and so do paths");
        end
    endtask

    task test_order;
        begin
            hold = 2;
            base = packets;
            start(0, 64'h1003, 42'h2000, 300, 16'h1001, 0);   // two packets of bank 1, which waits
            start(1, 64'h9003, 42'h4000, 300, 16'h1002, 0);
            repeat (200) @(negedge clk);
            if (packets - base != 2 || tid_log[base%65536] != 1) bad("it waits for another bank", packets - base, 2);
            shut = 3'b001;
            start(2, 64'h9003, 42'h6000, 200, 16'h1004, 0);
            start(3, 64'h9003, 42'h8000, 200, 16'h1003, 0);
            repeat (200) @(negedge clk);
            hold = 0;
            repeat (200) @(negedge clk);
            base = packets;
            shut = 0;
            settle;
            // 2 had its header offered before 0 was answered
            if (tid_log[base%65536] != 2 || tid_log[(base+1)%65536] != 0 || tid_log[(base+2)%65536] != 0 ||
                tid_log[(base+3)%65536] != 3) bad("order of issue", tid_log[base%65536], tid_log[(base+1)%65536]);
            judge("of packets answered whole the one issued first leaves first");
        end
    endtask

    // park t, as a control word with db 1
    task park;
        input integer t;
        input [63:0]  src;
        input [41:0]  to;
        input integer length;
        input [15:0]  pdid;
        input [4:0]   path;
        begin
            describe(t, src, 22'h3ffff, to, 13'h0020, path);
            control(t, 1, 0, 0, 0, length, pdid);
            expect_end(t, 1, 0, 0, 0);
        end
    endtask

    task test_chains;
        begin
            park(20, 64'h8001, 42'h10001, 500, 16'h1003, 0);
            repeat (300) @(negedge clk);
            if (t_off[20] != 0) bad("it started by itself", t_off[20], 0);
            describe(21, 64'ha001, 22'h1, 42'h20001, 13'h40, 0);
            hold = 1;
            control(21, 0, 0, 1, 20, 3000, 16'h1001);   // 12 packets, 8 slots
            repeat (200) @(negedge clk);
            expect_end(20, 1, 0, 0, 0);
            start(22, 64'hb000, 42'h30000, 600, 16'h1002, 0);
            hold = 0;
            base = packets;
            settle;
            expect_end(20, 0, 0, 1, 500);
            expect_end(21, 0, 0, 1, 3000);
            came = -1;
            last_of = -1;
            for (i = base; i < packets; i = i + 1) begin
                if (tid_log[i%65536] == 20 && came < 0) came = i;
                if (tid_log[i%65536] == 21) last_of = i;
            end
            if (came < last_of) bad("a dependent before the last packet", came, last_of);
            get32(20'h4044c, 1, OKAY);
            get32(20'h40450, 0, OKAY);
            // next of its path: 8 slots full, two wait, and then the chain
            hold = 1;
            park(20, 64'h8001, 42'h10001, 500, 16'h1002, 0);
            describe(21, 64'ha001, 22'h1, 42'h20001, 13'h40, 1);
            start(22, 64'hb000, 42'h30000, 2304, 16'h1002, 0);
            start(23, 64'hc000, 42'h34000, 512, 16'h1002, 0);
            start(24, 64'hd000, 42'h38000, 512, 16'h1002, 0);
            repeat (200) @(negedge clk);
            base = packets;
            control(21, 0, 0, 1, 20, 10, 16'h1001);   // of another path: issued at once
            repeat (50) @(negedge clk);
            expect_end(20, 0, 0, 0, 0);
            hold = 0;
            settle;
            for (i = base; i < base + 9; i = i + 1) if (tid_log[i%65536] == 20) bad("too early", i - base, 9);
            if (tid_log[(base+9)%65536] != 20) bad("the chained one is not next", tid_log[(base+9)%65536], 20);
            get32(20'h4044c, 2, OKAY);
            // nothing there to start; itself; one past the last; one that refuses
            describe(21, 64'ha001, 22'h1, 42'h20001, 13'h40, 1);
            control(21, 0, 0, 1, 20, 10, 16'h1001);
            settle;
            control(21, 0, 0, 1, 21, 10, 16'h1001);
            settle;
            control(21, 0, 0, 1, 10'h3f4, 10, 16'h1001);
            settle;
            get32(20'h40450, 3, OKAY);
            get32(20'h40444, 12, OKAY);
            park(20, 64'h8001, 42'h10001, 0, 16'h1003, 0);
            control(21, 0, 0, 1, 20, 10, 16'h1001);
            settle;
            expect_end(20, 0, 1, 0, 0);
            t_live[20] = 0;
            get32(20'h40444, 13, OKAY);
            get32(20'h4044c, 3, OKAY);
            // chains of many
            for (i = 1; i < 16; i = i + 1) begin
                describe(i, 64'h1000 * i + i, 22'h5, 42'h4000 * i + 3 * i, 0, i % 3);
                control(i, 1, 0, 1, i + 1, 100 * i, 16'h1000 + i % 8);
            end
            start(16, 64'h77, 42'h77, 77, 16'h1007, 0);
            settle;
            describe(0, 64'h33, 22'h5, 42'h33, 0, 0);
            control(0, 0, 0, 1, 1, 33, 16'h1000);
            settle;
            for (i = 0; i < 16; i = i + 1) expect_end(i, 0, 0, 1, i == 0 ? 33 : 100 * i);
            get32(20'h40450, 4, OKAY);
            get32(20'h4044c, 18, OKAY);
            judge("a parked transaction starts behind the one that names it, and is next");
        end
    endtask

    // what a message from transaction t makes of three words
    task await_control;
        input integer o, t;
        input [63:0]  place, low, high;
        begin
            c_hdr[o] = sealed({t_path[t][2:0], 5'd0, 3'b111, 39'd0, 14'd32, 5'd2, t_dst[t][63:42], t_pdid[t], 5'd0});
            c_0[o] = {64'd0, place};
            c_1[o] = {high, low};
            c_ftr[o] = {40'd0, 28'd0, t_seq[t], 3'd0, 8'd0, OWN, 4'd0, t[9:0]};
            c_ftr[o][87:0] = {12'd0, 15'd0, 1'b0, t_seq[t], 3'd0, 8'd0, OWN, 4'd0, t[9:0]};
            c_due[o] = 1;
        end
    endtask

    reg [63:0] w0, w1, w2;
    task message;
        input integer o, t;
        begin
            w0 = rnd_word(0); w1 = rnd_word(0); w2 = rnd_word(0);
            put64(20'h08000 * (o + 1) + 16 * t + 8 * rnd(2), w0, OKAY);
            put64(20'h08000 * (o + 1) + 16 * t + 8 * rnd(2), w1, OKAY);
            await_control(o, t, w0, w1, w2);
            put64(20'h08000 * (o + 1) + 16 * t + 8 * rnd(2), w2, OKAY);
        end
    endtask

    task test_control;
        begin
            for (i = 0; i < 12; i = i + 1) message(i % 3, i);
            settle;
            for (i = 0; i < 3; i = i + 1) get32(20'h40514 + 32 * i, 4, OKAY);
            // refused beats
            put64(20'h08030, 1, OKAY);
            put64(20'h08040, 1, SLVERR);
            get32(20'h40448, 1, OKAY);
            put64(20'h10040, 5, OKAY);       // another output's is its own
            put32(20'h08030, 1, SLVERR);
            write(20'h08030, 4, 16'hffff, 128'd0);
            if (wr_resp !== SLVERR) bad("16 bytes", wr_resp, 0);
            write(20'h08031, 3, 16'h00fe, 128'd0);
            if (wr_resp !== SLVERR) bad("7 bytes", wr_resp, 0);
            put64(20'h08030, 2, OKAY);
            put32(20'h4041c, 1, OKAY);       // forgotten
            message(0, 9);
            settle;
            get32(20'h40448, 1, OKAY);
            w0 = 5; w1 = 6; w2 = 7;
            put64(20'h10040, 6, OKAY);
            await_control(1, 4, w0, w1, w2);
            put64(20'h10048, 7, OKAY);
            settle;
            // past the packets that wait; the fourth write waits, reads do not
            shut = 3'b001;
            start(2, 64'h9003, 42'h6000, 2000, 16'h1004, 0);
            repeat (300) @(negedge clk);
            base = packets;
            message(0, 5);
            came = 0;
            fork
                begin
                    put64(20'h08060, 9, OKAY);
                    came = 1;
                end
                begin
                    for (j = 0; j < 40; j = j + 1) begin
                        get32(20'h40400, 32'h45440001, OKAY);
                        read(32 * 7, 4);
                    end
                    if (came) bad("the fourth write did not wait", 0, 0);
                    shut = 0;
                end
            join
            settle;
            if (control_at[0] != base + 1) bad("packets before the message", control_at[0] - base, 1);
            put32(20'h4041c, 7, OKAY);
            get32(20'h40514, 6, OKAY);
            for (i = 0; i < 3; i = i + 1) if (c_due[i]) bad("a message did not leave", i, 0);
            judge("three writes make a control message, which passes the packets");
        end
    endtask
