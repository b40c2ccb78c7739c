// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What stands around the block in exa_axi_tb: channels, registers, windows, a memory; packets sent and looked at. Include
// inside that bench.

`include "exa_ni_words.vh"
    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3, INCR = 2'd1;
    localparam [21:0] OWN = 22'h112345, FAR = 22'h2abcde;
    localparam [9:0]  TO_AXI = 10'h385;
    localparam integer REQ_LOG2 = 2;
    localparam [4:0]  ZREAD = 3, ZWRITE = 9, ACK = 10, ZRSP = 11;

    reg          clk = 0, rst = 1;
    reg          s_hv = 0, s_pv = 0, s_fv = 0;
    wire         s_hr, s_pr, s_fr, m_hv, m_pv, m_fv;
    reg  [127:0] s_data = 0;
    wire [127:0] m_data;
    reg          m_r = 1;
    // registers
    reg          awv = 0, wv = 0, arv = 0;
    wire         awr, wr, bv, arr, rv, rlast;
    reg  [19:0]  addr = 0;
    reg  [2:0]   size = 2;
    reg  [127:0] wdata = 0;
    reg  [15:0]  wstrb = 0;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata;
    // windows
    reg          zawv = 0, zwv = 0, zbr = 0, zarv = 0, zrr = 0;
    wire         zawr, zwr, zbv, zarr, zrv, zrlast;
    reg  [3:0]   zawid = 0, zarid = 0;
    wire [3:0]   zbid, zrid;
    reg  [34:0]  zawaddr = 0, zaraddr = 0;
    reg  [7:0]   zawlen = 0, zarlen = 0;
    reg  [2:0]   zawsize = 0, zarsize = 0;
    reg  [1:0]   zawburst = 0, zarburst = 0;
    reg  [127:0] zwdata = 0;
    reg  [15:0]  zwstrb = 0;
    wire [1:0]   zbresp, zrresp;
    wire [127:0] zrdata;
    // memory
    wire         maw_v, mw_v, mw_last, mb_r, mar_v, mr_r;
    reg          maw_r = 0, mw_r = 0, mb_v = 0, mar_r = 0, mr_v = 0, mr_last = 0;
    wire [2:0]   maw_id, mar_id, maw_size, mar_size;
    wire [41:0]  maw_addr, mar_addr;
    wire [7:0]   maw_len, mar_len;
    wire [1:0]   maw_burst, mar_burst;
    wire [127:0] mw_data;
    wire [15:0]  mw_strb, obs;
    reg  [2:0]   mb_id = 0, mr_id = 0;
    reg  [1:0]   mb_resp = 0, mr_resp = 0;
    reg  [127:0] mr_data = 0;

    exa_axi #(.REQ_LOG2(REQ_LOG2)) dut (
        .clk(clk), .rst(rst), .own(OWN), .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr), .s_exa_data(s_data),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_r), .m_exa_pld_valid(m_pv), .m_exa_pld_ready(m_r),
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_r), .m_exa_data(m_data),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd1), .s_axi_awaddr(addr), .s_axi_awlen(8'd0),
        .s_axi_awsize(size), .s_axi_awburst(INCR), .s_axi_wvalid(wv), .s_axi_wready(wr), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(1'b1), .s_axi_bid(), .s_axi_bresp(bresp),
        .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd1), .s_axi_araddr(addr), .s_axi_arlen(8'd0),
        .s_axi_arsize(size), .s_axi_arburst(INCR), .s_axi_rvalid(rv), .s_axi_rready(1'b1), .s_axi_rid(), .s_axi_rdata(rdata),
        .s_axi_rresp(rresp), .s_axi_rlast(rlast),
        .s_win_awvalid(zawv), .s_win_awready(zawr), .s_win_awid(zawid), .s_win_awaddr(zawaddr), .s_win_awlen(zawlen),
        .s_win_awsize(zawsize), .s_win_awburst(zawburst), .s_win_wvalid(zwv), .s_win_wready(zwr), .s_win_wdata(zwdata),
        .s_win_wstrb(zwstrb), .s_win_wlast(1'b0), .s_win_bvalid(zbv), .s_win_bready(zbr), .s_win_bid(zbid),
        .s_win_bresp(zbresp), .s_win_arvalid(zarv), .s_win_arready(zarr), .s_win_arid(zarid), .s_win_araddr(zaraddr),
        .s_win_arlen(zarlen), .s_win_arsize(zarsize), .s_win_arburst(zarburst), .s_win_rvalid(zrv), .s_win_rready(zrr),
        .s_win_rid(zrid), .s_win_rdata(zrdata), .s_win_rresp(zrresp), .s_win_rlast(zrlast),
        .m_axi_awvalid(maw_v), .m_axi_awready(maw_r), .m_axi_awid(maw_id), .m_axi_awaddr(maw_addr), .m_axi_awlen(maw_len),
        .m_axi_awsize(maw_size), .m_axi_awburst(maw_burst), .m_axi_wvalid(mw_v), .m_axi_wready(mw_r), .m_axi_wdata(mw_data),
        .m_axi_wstrb(mw_strb), .m_axi_wlast(mw_last), .m_axi_bvalid(mb_v), .m_axi_bready(mb_r), .m_axi_bid(mb_id),
        .m_axi_bresp(mb_resp), .m_axi_arvalid(mar_v), .m_axi_arready(mar_r), .m_axi_arid(mar_id), .m_axi_araddr(mar_addr),
        .m_axi_arlen(mar_len), .m_axi_arsize(mar_size), .m_axi_arburst(mar_burst), .m_axi_rvalid(mr_v), .m_axi_rready(mr_r),
        .m_axi_rid(mr_id), .m_axi_rdata(mr_data), .m_axi_rresp(mr_resp), .m_axi_rlast(mr_last), .obs_rx(obs));

    always #1 clk = !clk;
    integer now = 0, wrong = 0;
    always @(posedge clk) now <= now + 1;

    task bad;
        input [8*32-1:0] name;
        input [63:0] a, b;
        begin
            wrong = wrong + 1;
            if (wrong < 9) $display("# %0d: %0s: %x %x", now, name, a, b);
        end
    endtask

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    // ---- what leaves: whole packets, in order; CRCs and the channel's rules
    reg [127:0] o_hdr [0:255], o_ftr [0:255], o_word [0:1023], was_data;
    integer     o_n [0:255], o_put = 0, o_take = 0, words = 0, o_stall = 0, o_at = 0, o_answers = 0;
    reg [2:0]   was = 0;
    reg [4:0]   o_type;
    always @(negedge clk) m_r = o_stall == 0 || (o_stall < 100 && rnd(o_stall + 1) == 0);
    always @(posedge clk) begin
        if (!rst) begin
            if (s_hr !== 1 || s_pr !== 1 || s_fr !== 1) bad("the input stalls", s_hr, 0);
            if (m_hv + m_pv + m_fv > 1) bad("two valids", 0, 0);
            if (was != 0 && ({m_fv, m_pv, m_hv} !== was || m_data !== was_data)) bad("does not hold", was, {m_fv, m_pv, m_hv});
            was = m_r ? 3'd0 : {m_fv, m_pv, m_hv};
            was_data = m_data;
            if (m_r && m_hv) begin
                if (words != 0) bad("header amid a packet", 0, 0);
                if (m_data !== sealed(m_data[111:0])) bad("header CRC", m_data[127:64], m_data[63:0]);
                o_hdr[o_put%256] = m_data;
                o_n[o_put%256] = 0;
                o_type = m_data[47:43];
                if (o_type == ACK || o_type == ZRSP) o_answers = o_answers + 1;
                if (o_type == ACK) o_put = o_put + 1; else words = 1;
            end
            if (m_r && m_pv) begin
                if (words == 0 || o_n[o_put%256] > 3) bad("payload word", words, o_n[o_put%256]);
                else begin
                    o_word[(4*o_put+o_n[o_put%256])%1024] = m_data;
                    o_n[o_put%256] = o_n[o_put%256] + 1;
                end
            end
            if (m_r && m_fv) begin
                if (words == 0) bad("stray footer", 0, 0);
                o_ftr[o_put%256] = m_data;
                o_put = o_put + 1;
                o_at = now;
                words = 0;
            end
        end else begin
            was = 0;
            words = 0;
        end
    end

    reg [127:0] g_hdr, g_ftr;
    integer     g_n;
    task get;  // the next packet that left: header, payload words in pay, footer
        integer left, i;
        begin
            left = 400;
            while (o_put == o_take && left != 0) begin
                left = left - 1;
                @(negedge clk);
            end
            if (o_put == o_take) begin
                bad("no packet", o_put, 0);
                g_hdr = 0; g_ftr = 0; g_n = 0;
            end else begin
                g_hdr = o_hdr[o_take%256];
                g_ftr = o_ftr[o_take%256];
                g_n = o_n[o_take%256];
                for (i = 0; i < g_n; i = i + 1) pay[i] = o_word[(4*o_take+i)%1024];
                o_take = o_take + 1;
            end
        end
    endtask

    task none;  // nothing has left
        begin
            repeat (30) @(negedge clk);
            if (o_put != o_take) bad("a packet", o_put, o_take);
        end
    endtask

    // ---- a packet in: words of pay
    task put_word;
        input integer kind;
        input [127:0] d;
        begin
            s_hv = kind == HDR; s_pv = kind == PLD; s_fv = kind == FTR; s_data = d;
            @(negedge clk);
            s_hv = 0; s_pv = 0; s_fv = 0;
        end
    endtask
    integer pi;
    task put_packet;
        input [127:0] h;
        input integer n;
        input [31:0]  crc;
        input [21:0]  src;
        input [13:0]  tid, seq;
        begin
            put_word(HDR, h);
            for (pi = 0; pi < n; pi = pi + 1) put_word(PLD, pay[pi]);
            put_word(FTR, footer(crc, src, tid, seq));
        end
    endtask
    task put_ack;
        input [13:0] tid;
        input [12:0] seq;
        input [3:0]  code;
        put_word(HDR, ack_word(16'h77, OWN, TO_AXI, tid, seq, code));
    endtask

    // causes seen
    integer causes [0:15], c;
    always @(posedge clk) for (c = 0; c < 16; c = c + 1) if (!rst && obs[c]) causes[c] = causes[c] + 1;

    // ---- registers
    reg [127:0] got;
    reg [1:0]   resp;
    task put32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            @(negedge clk);
            addr = a; size = 2; wdata = {4{d}}; wstrb = 16'hf << {a[3:2], 2'd0}; awv = 1;
            @(posedge clk) while (!awr) @(posedge clk);
            @(negedge clk) awv = 0;
            wv = 1;
            @(posedge clk) while (!wr) @(posedge clk);
            @(negedge clk) wv = 0;
            while (!bv) @(negedge clk);
            if (bresp !== e) bad("write of a register", a, bresp);
        end
    endtask
    task read32;
        input [19:0] a;
        begin
            @(negedge clk);
            addr = a; size = 2; arv = 1;
            @(posedge clk) while (!arr) @(posedge clk);
            @(negedge clk) arv = 0;
            while (!rv) @(negedge clk);
            got = rdata >> {a[3:2], 5'd0} & 128'hffffffff;
            resp = rresp;
        end
    endtask
    task expect32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            read32(a);
            if (got[31:0] !== d || resp !== e) bad("read of a register", a, {resp, got[31:0]});
        end
    endtask
    task at_rest;
        repeat (80) @(negedge clk);
    endtask

    // ---- windows: a burst, its answer; what is asked is in ask_*
    reg [7:0]  bytes [0:63];
    reg [63:0] strb;
    task z_write;  // strb: bytes of the line by their number; the beats' lanes of them
        input [34:0] a;
        input [7:0]  len;
        input [2:0]  s;
        input [1:0]  burst;
        input [3:0]  id;
        integer i, k;
        reg [34:0]  at;
        reg [127:0] lanes;
        reg [15:0]  on;
        begin
            @(negedge clk);
            zawv = 1; zawaddr = a; zawlen = len; zawsize = s; zawburst = burst; zawid = id;
            @(posedge clk) while (!zawr) @(posedge clk);
            @(negedge clk) zawv = 0;
            at = a;
            for (i = 0; i <= len; i = i + 1) begin
                for (k = 0; k < 16; k = k + 1) begin
                    on[k] = strb[{at[5:4], 4'd0}+k];
                    lanes[8*k+:8] = bytes[{at[5:4], 4'd0}+k];
                    // lanes that the beat does not cover are noise
                    if (k < at[3:0] || k >= ((at[3:0] >> s) + 1 << s)) begin
                        lanes[8*k+:8] = rnd(256);
                        on[k] = 0;
                    end
                end
                zwdata = lanes;
                zwstrb = on;
                zwv = 1;
                @(posedge clk) while (!zwr) @(posedge clk);
                @(negedge clk) zwv = 0;
                at = ((at >> s) + 1) << s;
            end
        end
    endtask
    task z_answer;
        input [3:0] id;
        input [1:0] e;
        integer left;
        begin
            left = 400;
            @(negedge clk);
            while (!zbv && left != 0) begin
                left = left - 1;
                @(negedge clk);
            end
            if (!zbv || zbid !== id || zbresp !== e) bad("B", {zbv, zbid}, zbresp);
            zbr = 1;
            @(negedge clk) zbr = 0;
        end
    endtask
    task z_read;
        input [34:0] a;
        input [7:0]  len;
        input [2:0]  s;
        input [1:0]  burst;
        input [3:0]  id;
        begin
            @(negedge clk);
            zarv = 1; zaraddr = a; zarlen = len; zarsize = s; zarburst = burst; zarid = id;
            @(posedge clk) while (!zarr) @(posedge clk);
            @(negedge clk) zarv = 0;
        end
    endtask
    reg [511:0] line;
    task z_data;  // e: all beats; line: what they give, or zeros
        input [3:0]   id;
        input integer len;
        input [1:0]   e;
        integer i, left;
        begin
            for (i = 0; i <= len; i = i + 1) begin
                zrr = 1;
                left = 400;
                @(posedge clk);
                while (!zrv && left != 0) begin
                    left = left - 1;
                    @(posedge clk);
                end
                if (!zrv || zrid !== id || zrresp !== e || zrlast !== (i == len)) bad("R", {zrv, zrid, zrlast}, zrresp);
                if (zrdata !== (e == OKAY ? line[128*(i%4)+:128] : 128'd0)) bad("R data", zrdata[63:0], line[128*(i%4)+:64]);
                @(negedge clk) zrr = 0;
            end
        end
    endtask

    // the packet of a write: bytes of strb
    task is_write;
        input [21:0] dst;
        input [15:0] pdid;
        input [31:0] at;  // of the line
        integer i, lo, hi, w;
        reg [7:0] b;
        begin
            get;
            lo = -1;
            for (i = 0; i < 64; i = i + 1) if (strb[i]) begin
                if (lo < 0) lo = i;
                hi = i;
            end
            if (g_hdr !== header(pdid, dst, {TO_AXI, at[31:6], lo[5:0]}, ZWRITE, hi - lo + 1)) bad("header", g_hdr[127:64], g_hdr[63:0]);
            if (g_n != hi / 16 - lo / 16 + 1) bad("words", g_n, hi);
            for (w = 0; w < g_n; w = w + 1)
                for (i = 0; i < 16; i = i + 1) begin
                    b = 0;
                    if (16 * (lo / 16 + w) + i >= lo && 16 * (lo / 16 + w) + i <= hi) b = bytes[16*(lo/16+w)+i];
                    if (pay[w][8*i+:8] !== b) bad("payload byte", {w[7:0], i[7:0]}, pay[w][8*i+:8]);
                end
            if (g_ftr !== footer(pay_crc(g_n), OWN, {11'd0, g_ftr[2:0]}, {1'b0, g_ftr[59:47]}) || g_ftr[2:0] > 5)
                bad("footer", g_ftr[127:64], g_ftr[63:0]);
        end
    endtask
    task is_read;
        input [21:0] dst;
        input [15:0] pdid;
        input [31:0] at;
        begin
            get;
            if (g_hdr !== header(pdid, dst, {TO_AXI, at}, ZREAD, 0) || g_n != 0) bad("header", g_hdr[127:64], g_hdr[63:0]);
            if (g_ftr !== footer(0, OWN, {11'd0, g_ftr[2:0]}, {1'b0, g_ftr[59:47]}) || g_ftr[2:0] > 5)
                bad("footer", g_ftr[127:64], g_ftr[63:0]);
        end
    endtask
    task is_ack;
        input [21:0] dst;
        input [15:0] pdid;
        input [13:0] tid;
        input [12:0] seq;
        input [3:0]  code;
        begin
            get;
            if (g_hdr !== ack_word(pdid, dst, TO_AXI, tid, seq, code)) bad("answer", g_hdr[127:64], g_hdr[63:0]);
        end
    endtask
    task answer_line;  // a read's answer: the line
        input [21:0] src;
        input [31:0] at;
        input [13:0] tid, seq;
        input        good;
        integer i;
        begin
            for (i = 0; i < 4; i = i + 1) pay[i] = line[128*i+:128];
            put_packet(header(16'h88, OWN, {TO_AXI, at}, ZRSP, 64), 4, pay_crc(4) ^ !good, src, tid, seq);
        end
    endtask

    // ---- memory: bytes of one 64 KiB area; by address bit 20 DECERR, 21 SLVERR
    reg [7:0]  mem [0:65535];
    reg [41:0] at_w, at_r, last_aw, last_ar;
    integer    w_open = 0, r_left = 0, m_stall = 0, m_k, bursts = 0;
    reg [2:0]  last_id;
    always @(negedge clk) begin
        maw_r = w_open == 0 && !mb_v && (m_stall == 0 || (m_stall < 100 && rnd(m_stall + 1) == 0));
        mw_r  = w_open == 1 && (m_stall == 0 || rnd(m_stall + 1) == 0);
        mar_r = r_left == 0 && !mr_v && (m_stall == 0 || (m_stall < 100 && rnd(m_stall + 1) == 0));
    end
    always @(posedge clk) if (!rst) begin
        if (mb_v && mb_r) mb_v <= 0;
        if (maw_v && maw_r) begin
            at_w = maw_addr; last_aw = maw_addr; last_id = maw_id; w_open = 1; bursts = bursts + 1;
            if (maw_size !== 4 || maw_burst !== INCR || maw_addr[3:0] !== 0 || maw_len > 3) bad("AW", maw_addr, maw_len);
        end
        if (mw_v && mw_r) begin
            for (m_k = 0; m_k < 16; m_k = m_k + 1) if (mw_strb[m_k] && at_w[21:20] == 0) mem[at_w[15:0]+m_k] = mw_data[8*m_k+:8];
            at_w = at_w + 16;
            if (mw_last) begin
                w_open = 0;
                if (at_w != last_aw + 16 * (maw_len + 1)) bad("W beats", at_w, last_aw);
                mb_v <= 1; mb_id <= last_id;
                mb_resp <= last_aw[21] ? SLVERR : last_aw[20] ? DECERR : OKAY;
            end
        end
        if (mr_v && mr_r) mr_v <= 0;
        if (mar_v && mar_r) begin
            at_r = mar_addr; last_ar = mar_addr; last_id = mar_id; r_left = 4; bursts = bursts + 1;
            if (mar_size !== 4 || mar_burst !== INCR || mar_addr[5:0] !== 0 || mar_len !== 3) bad("AR", mar_addr, mar_len);
        end else if (r_left != 0 && (!mr_v || mr_r)) begin
            mr_v <= 1; mr_id <= last_id; mr_last <= r_left == 1;
            // an area that fails in its third beat, and otherwise in its fourth
            mr_resp <= last_ar[22] ? (r_left == 2 ? SLVERR : r_left == 1 ? DECERR : OKAY) :
                       last_ar[21] ? SLVERR : last_ar[20] ? DECERR : OKAY;
            for (m_k = 0; m_k < 16; m_k = m_k + 1) mr_data[8*m_k+:8] <= mem[at_r[15:0]+m_k];
            at_r = at_r + 16;
            r_left = r_left - 1;
        end
    end

    // a request of another node
    task ask_write;
        input [31:0] at;
        input integer n;
        input [15:0] pdid;
        input [21:0] src;
        input [13:0] tid, seq;
        input        good;
        integer i, k;
        begin
            for (i = 0; i < 16; i = i + 1) pay[i] = 0;
            for (i = 0; i < n; i = i + 1) begin
                k = at[3:0] + i;
                pay[k/16][8*(k%16)+:8] = rnd(256);
            end
            k = (at[3:0] + n + 15) / 16;
            put_packet(header(pdid, OWN, {TO_AXI, at}, ZWRITE, n), k, pay_crc(k) ^ !good, src, tid, seq);
        end
    endtask
    task ask_read;
        input [31:0] at;
        input [15:0] pdid;
        input [21:0] src;
        input [13:0] tid, seq;
        put_packet(header(pdid, OWN, {TO_AXI, at}, ZREAD, 0), 0, 0, src, tid, seq);
    endtask
