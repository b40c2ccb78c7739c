// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the benches of exa_rdma_rx share: the module, a memory that answers late and by address,
// packets made by hand, every word that leaves and every byte of the memory to compare. Include
// inside a bench.

`include "tn_bench.vh"
    localparam [21:0] OWN = 22'h2a5c31, SRC = 22'h013579, OTHER = 22'h3c0ffe;
    localparam [15:0] PDID = 16'hbeef, PDID2 = 16'h0042;
    localparam [9:0]  TO_RT = 10'h381, TO_PKT = 10'h382;
    localparam integer BYTES = 65536;

    reg          clk = 0, rst = 1;
    reg          sh = 0, sp = 0, sf = 0;
    wire         shr, spr, sfr;
    reg  [127:0] sd = 0;
    wire         mh, mp, mf;
    reg          mr = 1;
    wire [127:0] md;
    reg          awv = 0, wv = 0, br = 1, arv = 0, rr = 1;
    wire         awr, wr, bv, arr, rv, rl;
    reg  [19:0]  awa = 0, ara = 0;
    reg  [2:0]   asz = 2;
    reg  [127:0] wd = 0;
    reg  [15:0]  ws = 0;
    wire [3:0]   bid, rid;
    wire [1:0]   bresp, rresp;
    wire [127:0] rd;
    wire         xawv, xwv, xwl, xbr;
    reg          xawr = 1, xwr = 1, xbv = 0;
    wire [2:0]   xid, xsz;
    reg  [2:0]   xbid = 0;
    reg  [1:0]   xbresp = 0;
    wire [41:0]  xawa;
    wire [7:0]   xlen;
    wire [1:0]   xburst;
    wire [127:0] xwd;
    wire [15:0]  xws;
    wire [31:0]  obs;

    exa_rdma_rx #(.AXI_ID_W(4), .DUP_N(4)) dut (
        .clk(clk), .rst(rst), .own(OWN), .s_exa_hdr_valid(sh), .s_exa_hdr_ready(shr), .s_exa_pld_valid(sp),
        .s_exa_pld_ready(spr), .s_exa_ftr_valid(sf), .s_exa_ftr_ready(sfr), .s_exa_data(sd), .m_exa_hdr_valid(mh),
        .m_exa_hdr_ready(mr), .m_exa_pld_valid(mp), .m_exa_pld_ready(mr), .m_exa_ftr_valid(mf), .m_exa_ftr_ready(mr),
        .m_exa_data(md), .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd5), .s_axi_awaddr(awa),
        .s_axi_awlen(8'd0), .s_axi_awsize(asz), .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wr),
        .s_axi_wdata(wd), .s_axi_wstrb(ws), .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(br), .s_axi_bid(bid),
        .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd6), .s_axi_araddr(ara),
        .s_axi_arlen(8'd0), .s_axi_arsize(asz), .s_axi_arburst(2'd1), .s_axi_rvalid(rv), .s_axi_rready(rr),
        .s_axi_rid(rid), .s_axi_rdata(rd), .s_axi_rresp(rresp), .s_axi_rlast(rl), .m_axi_awvalid(xawv),
        .m_axi_awready(xawr), .m_axi_awid(xid), .m_axi_awaddr(xawa), .m_axi_awlen(xlen), .m_axi_awsize(xsz),
        .m_axi_awburst(xburst), .m_axi_wvalid(xwv), .m_axi_wready(xwr), .m_axi_wdata(xwd), .m_axi_wstrb(xws),
        .m_axi_wlast(xwl), .m_axi_bvalid(xbv), .m_axi_bready(xbr), .m_axi_bid(xbid), .m_axi_bresp(xbresp), .obs_rx(obs));

    always #1 clk = !clk;
    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // ---- the memory: 64 KiB from 0 on; bit 20 of the address: SLVERR, bit 21: DECERR. Answers come
    // slow cycles after the last word, in the order of addresses
    reg  [7:0]  mem [0:BYTES-1], ref_m [0:BYTES-1];
    reg  [44:0] aws [0:255];        // bank, address of bursts not written yet
    integer     aw_put = 0, aw_take = 0, beat = 0, slow = 0, stall = 0, bad_bus = 0, l;
    reg  [4:0]  bs [0:255];         // bank, answer
    integer     b_due [0:255];
    integer     b_put = 0, b_take = 0;
    reg  [144:0] ws_all [0:255];    // words: last, strobes, data
    integer     w_put = 0, w_take = 0;
    reg         w_last;
    reg  [15:0] w_strb;
    reg  [127:0] w_data;
    reg  [41:0] at;
    reg  [7:0]  lens [0:255];
    always @(posedge clk) if (!rst) begin
        if (xawv && xawr) begin
            aws[aw_put%256] = {xid, xawa};
            lens[aw_put%256] = xlen;
            aw_put = aw_put + 1;
            if (xsz !== 4 || xburst !== 1 || xawa[3:0] !== 0 || xlen > 15) bad_bus = bad_bus + 1;
            if (xawa[11:0] + 16 * xlen + 15 > 4095) bad_bus = bad_bus + 1;
        end
        if (xwv && xwr) begin
            ws_all[w_put%256] = {xwl, xws, xwd};
            w_put = w_put + 1;
        end
        // words may come before their address
        while (w_put != w_take && aw_put != aw_take) begin
            {w_last, w_strb, w_data} = ws_all[w_take%256];
            w_take = w_take + 1;
            at = aws[aw_take%256][41:0] + 16 * beat;
            for (l = 0; l < 16; l = l + 1)
                if (w_strb[l] && at[41:16] == 0) mem[at[15:0]+l] = w_data[8*l+:8];
            if (w_last !== (beat == lens[aw_take%256])) bad_bus = bad_bus + 1;
            beat = beat + 1;
            if (w_last) begin
                bs[b_put%256] = {aws[aw_take%256][44:42], at[21] ? 2'd3 : at[20] ? 2'd2 : 2'd0};
                b_due[b_put%256] = now + slow;
                b_put = b_put + 1;
                aw_take = aw_take + 1;
                beat = 0;
            end
        end
        if (xbv && xbr) xbv <= 0;
        if ((!xbv || xbr) && b_take != b_put && b_due[b_take%256] <= now) begin
            xbv <= 1;
            {xbid, xbresp} <= bs[b_take%256];
            b_take = b_take + 1;
        end
        xawr <= rnd(stall + 1) == 0;
        xwr <= rnd(stall + 1) == 0;
    end

    // ---- words that leave, with their kinds; the time of the last answer of memory then
    reg [127:0] out [0:1023];
    reg [1:0]   out_kind [0:1023];
    integer     out_b [0:1023];
    integer     outs = 0, taken = 0, bad_out = 0, bad_hold = 0;
    reg [130:0] past = 0;
    always @(posedge clk) begin
        if (mh + mp + mf > 1) bad_hold = bad_hold + 1;
        if (past[130:128] != 0 && {mh, mp, mf, md} !== past) bad_hold = bad_hold + 1;
        past = !rst && !mr ? {mh, mp, mf, (mh || mp || mf) ? md : 128'd0} : 131'd0;
        if (!rst && mr && (mh || mp || mf)) begin
            out[outs%1024] = md;
            out_kind[outs%1024] = mh ? HDR : mp ? PLD : FTR;
            out_b[outs%1024] = b_take;
            outs = outs + 1;
        end
    end

    // ---- packets by the fabric's page
    function [127:0] head;
        input [15:0] pdid;
        input [21:0] dst;
        input [41:0] addr;
        input [4:0]  kind;
        input [13:0] size;
        head = sealed({8'd0, addr, size, kind, dst, pdid, 5'd0});
    endfunction

    function [127:0] ack;
        input [3:0]  resp;
        input [9:0]  to;
        input [15:0] pdid;
        input [21:0] dst;
        input [13:0] tid;
        input [12:0] seq;
        ack = sealed({9'd0, pdid[15:4], seq[12], resp, tid, to, 14'd0, 5'd10, dst, seq[11:0], pdid[3:0], 5'd0});
    endfunction

    function [127:0] foot;
        input [31:0] crc;
        input [13:0] seq;
        input [2:0]  flags;  // notify, last, first
        input [21:0] src;
        input [13:0] tid;
        reg [119:0] body;
        reg [7:0]   c;
        reg         top;
        integer     i;
        begin
            body = {crc, 27'd0, seq, flags, 8'd0, src, tid};
            c = 8'hff;
            for (i = 119; i >= 0; i = i - 1) begin
                top = c[7] != body[i];
                c = {c[6:0], 1'b0};
                if (top) c = c ^ 8'h07;
            end
            foot = {body[119:88], c, body[87:0]};
        end
    endfunction

    reg [127:0] pay [0:15];
    function [31:0] pay_crc;
        input integer n;
        integer i, b;
        reg     low;
        begin
            pay_crc = 32'hffffffff;
            for (i = 0; i < n; i = i + 1)
                for (b = 0; b < 128; b = b + 1) begin
                    low = pay_crc[0] != pay[i][b];
                    pay_crc = pay_crc >> 1;
                    if (low) pay_crc = pay_crc ^ 32'hedb88320;
                end
            pay_crc = n == 0 ? 32'd0 : ~pay_crc;
        end
    endfunction

    // what a test changes in what it sends
    reg [15:0] pdid = PDID;
    reg [21:0] src = SRC;
    integer    salt = 0, gap = 0;
    reg        spoil_h = 0, spoil_p = 0, spoil_f = 0;
    integer    words_less = 0;

    task word;  // over the channel
        input [1:0]   kind;
        input [127:0] data;
        begin
            while (gap != 0 && rnd(gap + 1) != 0) @(negedge clk);
            sh = kind == HDR; sp = kind == PLD; sf = kind == FTR; sd = data;
            @(posedge clk) while (!(kind == HDR ? shr : kind == PLD ? spr : sfr)) @(posedge clk);
            @(negedge clk) sh = 0; sp = 0; sf = 0;
        end
    endtask

    function [7:0] byte_of;  // what address a holds by salt
        input integer a;
        byte_of = a * 7 + (a >> 8) * 3 + salt * 29 + 1;
    endfunction

    task send;  // a packet of type kind; its payload is in pay
        input [4:0]  kind;
        input [41:0] addr;
        input integer size;
        input [13:0] tid;
        input [13:0] seq;
        input [2:0]  flags;
        integer i, n;
        reg [127:0] x;
        begin
            n = size == 0 ? 0 : (addr[3:0] + size + 15) / 16;
            x = head(pdid, OWN, addr, kind, size);
            if (spoil_h) x[70] = !x[70];
            word(HDR, x);
            for (i = 0; i < n - words_less; i = i + 1) word(PLD, pay[i]);
            x = foot(pay_crc(n) ^ {31'd0, spoil_p}, seq, flags, src, tid);
            if (spoil_f) x[20] = !x[20];
            word(FTR, x);
        end
    endtask

    // data of a transaction; done: they must be in memory
    task data;
        input [41:0] addr;
        input integer size;
        input [13:0] tid;
        input [13:0] seq;
        input [2:0]  flags;
        input        done;
        integer i;
        begin
            for (i = 0; i < 16; i = i + 1) pay[i] = 0;
            for (i = 0; i < size; i = i + 1) begin
                pay[(addr[3:0]+i)/16][8*((addr+i)%16)+:8] = byte_of(addr + i);
                if (done) ref_m[(addr+i)%BYTES] = byte_of(addr + i);
            end
            send(0, addr, size, tid, seq, flags);
        end
    endtask

    task control;
        input [13:0]  tid;
        input [13:0]  seq;
        input [63:0]  place;
        input [127:0] note;
        begin
            pay[0] = {64'd0, place};
            pay[1] = note;
            send(2, {3'b111, 39'd0}, 32, tid, seq, 0);
        end
    endtask

    task quiet;  // until nothing moves any more, or for long
        integer i;
        begin
            repeat (60) @(negedge clk);
            for (i = 0; i < 3000 && (b_take != b_put || xbv || xawv || xwv || (mr && (mh || mp || mf))); i = i + 1) @(negedge clk);
            repeat (120) @(negedge clk);
        end
    endtask

    // the next word that left is this one
    task leaves;
        input [1:0]   kind;
        input [127:0] data;
        begin
            if (taken == outs || out[taken%1024] !== data || out_kind[taken%1024] !== kind) begin
                bad_out = bad_out + 1;
                if (bad_out < 4) begin
                    $display("# at %0d, word %0d of %0d: kind %0d, %h", now, taken, outs, out_kind[taken%1024], out[taken%1024]);
                    $display("#                      wanted kind %0d, %h", kind, data);
                end
            end
            if (taken != outs) taken = taken + 1;
        end
    endtask
    task answer;  // an acknowledgment to the transaction's sender
        input [3:0]  resp;
        input [13:0] tid;
        input [12:0] seq;
        leaves(HDR, ack(resp, tid[13] ? TO_PKT : TO_RT, pdid, src, tid, seq));
    endtask
    task notice;
        input [63:0]  place;
        input [127:0] note;
        input [13:0]  tid;
        input [13:0]  seq;
        begin
            leaves(HDR, head(pdid, place[63:42], place[41:0], 6, 16));
            pay[0] = note;
            leaves(PLD, note);
            leaves(FTR, foot(pay_crc(1), seq, 0, OWN, tid));
        end
    endtask
    task nothing_more;
        begin
            if (taken != outs) begin
                bad_out = bad_out + 1;
                $display("# at %0d: %0d words too many left, the first %h", now, outs - taken, out[taken%1024]);
            end
            taken = outs;
        end
    endtask

    // ---- registers
    task reg_write;
        input [19:0] addr;
        input [31:0] value;
        begin
            asz = 2;
            awv = 1; awa = addr; wv = 1; wd = {4{value}}; ws = 16'hf << addr[3:0];
            @(posedge clk) while (!awr) @(posedge clk);
            @(negedge clk) awv = 0;
            while (!wr) @(negedge clk);
            @(negedge clk) wv = 0;
            while (!bv) @(negedge clk);
            got_resp = bresp;
            @(negedge clk);
        end
    endtask
    reg [31:0]  got;
    reg [127:0] got_all;
    reg [1:0]   got_resp;
    task axi_read;
        input [19:0] addr;
        input [2:0]  size;
        begin
            asz = size;
            arv = 1; ara = addr;
            @(posedge clk) while (!arr) @(posedge clk);
            @(negedge clk) arv = 0;
            while (!rv) @(negedge clk);
            got_all = rd;
            got_resp = rresp;
            got = rd >> 8 * addr[3:0];
            @(negedge clk);
        end
    endtask

    task register_is;
        input [19:0] addr;
        input [31:0] value;
        begin
            axi_read(addr, 2);
            if (got !== value || got_resp !== 0) begin
                bad_reg = bad_reg + 1;
                $display("# at %0d: register %h is %h, not %h", now, addr, got, value);
            end
        end
    endtask

    integer bad_reg = 0;
    reg [31:0] counts [0:31];
    task counted;  // counter n has grown by so much since the last look
        input integer n;
        input integer by;
        begin
            axi_read(20'h40440 + 4 * n, 2);
            if (got - counts[n] !== by || got_resp !== 0) begin
                bad_reg = bad_reg + 1;
                $display("# at %0d: counter %0d grew by %0d, not %0d", now, n, got - counts[n], by);
            end
            counts[n] = got;
        end
    endtask

    task recount;  // what was counted so far is not looked at
        integer i;
        for (i = 0; i < 31; i = i + 1) begin
            axi_read(20'h40440 + 4 * i, 2);
            counts[i] = got;
        end
    endtask

    // the index of the context of {src, tid}, or -1, by the debug page
    integer found;
    reg [31:0] w0, w1, w18;
    task find;
        input [13:0] tid;
        integer i, set;
        reg [31:0] key;
        begin
            key = {src, tid[9:0]};
            set = key[31:28] ^ key[27:24] ^ key[23:20] ^ key[19:16] ^ key[15:12] ^ key[11:8] ^ key[7:4] ^ key[3:0];
            found = -1;
            for (i = 0; i < 16; i = i + 1) begin
                axi_read(64 * (16 * set + i), 4);
                if (got_all[31:30] != 0 && got_all[63:32] == key) begin
                    if (found >= 0) bad_reg = bad_reg + 1;
                    found = 16 * set + i;
                    w0 = got_all[31:0];
                    w1 = got_all[127:96];
                end
            end
        end
    endtask
    task context_is;  // state, seq, bitmap, first and last
        input [13:0] tid;
        input [1:0]  state;
        input [12:0] seq;
        input [63:0] map;
        input [14:0] ends;
        begin
            find(tid);
            if (found < 0) begin
                if (state != 0) bad_reg = bad_reg + 1;
            end else begin
                if (w0[31:30] !== state || w0[12:0] !== seq) bad_reg = bad_reg + 1;
                axi_read(64 * found + 16, 4);
                if (got_all[63:0] !== map || got_all[95:64] !== {17'd0, ends}) bad_reg = bad_reg + 1;
                if (bad_reg != 0) $display("# at %0d: context %0d %h %h map %h ends %h", now, found, w0, w1, got_all[63:0], got_all[95:64]);
            end
        end
    endtask

    integer bad_mem = 0;
    task compare;  // the memory
        integer i;
        for (i = 0; i < BYTES; i = i + 1)
            if (mem[i] !== ref_m[i]) begin
                if (bad_mem == 0) $display("# at %0d: byte %h is %h, not %h", now, i, mem[i], ref_m[i]);
                bad_mem = bad_mem + 1;
            end
    endtask

    integer wrong;
    task settle;  // everything that was compared since the last time
        begin
            compare;
            nothing_more;
            wrong = bad_out + bad_reg + bad_mem;
            bad_out = 0; bad_reg = 0; bad_mem = 0;
        end
    endtask
