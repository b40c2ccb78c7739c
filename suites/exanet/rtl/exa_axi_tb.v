// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_axi against its contract page: the bench is the processor at registers and windows, the network, and the memory.
// Packets are worked out here, CRCs bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module exa_axi_tb;
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

    integer i, j, k, n, lo, hi, since;
    reg [2:0]  slots [0:15];
    reg [12:0] seqs [0:15];
    reg [34:0] a;
    reg [2:0]  sz;
    reg [7:0]  ln;
    initial begin
        for (i = 0; i < 16; i = i + 1) causes[i] = 0;
        for (i = 0; i < 65536; i = i + 1) mem[i] = rnd(256);
        repeat (4) @(negedge clk);
        rst = 0;
        @(negedge clk);
        expect32(20'h40400, 32'h455a0001, OKAY);
        expect32(20'h40404, REQ_LOG2, OKAY);
        expect32(20'h40408, OWN, OKAY);
        expect32(20'h4040c, 0, SLVERR);
        expect32(20'h40410, 65536, OKAY);
        expect32(20'h40418, 0, SLVERR);
        expect32(20'h40440, 0, SLVERR);
        expect32(20'h40494, 0, OKAY);
        expect32(20'h40498, 0, SLVERR);
        expect32(20'h40080, 0, SLVERR);
        expect32(20'h41000, 0, DECERR);
        put32(20'h00000, 0, DECERR);
        put32(20'h40400, 0, SLVERR);
        for (i = 0; i < 32; i = i + 1) begin
            expect32(20'h40000 + 4 * i, 0, OKAY);
            put32(20'h40000 + 4 * i, ~(i * 32'h01010101), OKAY);
        end
        for (i = 0; i < 32; i = i + 1)
            expect32(20'h40000 + 4 * i, ~(i * 32'h01010101) & (i < 16 ? (i % 2 ? 32'h0000ffff : 32'h803fffff) :
                     i < 24 ? 32'h8000ffff : 32'h000003ff), OKAY);
        for (i = 0; i < 32; i = i + 1) put32(20'h40000 + 4 * i, 0, OKAY);
        put32(20'h40028, 32'h80000000 | FAR, OKAY);   // window 5
        put32(20'h4002c, 32'h00005aa5, OKAY);
        put32(20'h40038, 32'h80000000 | OWN, OKAY);   // window 7
        put32(20'h4003c, 32'h00001111, OKAY);
        put32(20'h4004c, 32'h80000044, OKAY);         // banks 3 and 6, the same; 5 another
        put32(20'h40058, 32'h80000044, OKAY);
        put32(20'h40054, 32'h80000055, OKAY);
        put32(20'h40040, 32'h00000044, OKAY);         // bank 0 is not valid
        put32(20'h4006c, 32'h00000155, OKAY);
        put32(20'h40074, 32'h000002aa, OKAY);
        judge("registers are the page's");

        // every shape of a write: one aligned line, neighbouring strobes
        for (i = 0; i < 120; i = i + 1) begin
            sz = rnd(5);
            a = {3'd5, 26'h2345678 + i[25:0], 6'd0} + rnd(64);
            // beats up to the end of the line at most
            n = 64 - ((a[5:0] >> sz) << sz) >> sz;
            ln = rnd(n);
            hi = (((a[5:0] >> sz) + ln + 1) << sz) - 1;
            lo = a[5:0] + rnd(hi - a[5:0] + 1);
            hi = lo + rnd(hi - lo + 1);
            for (k = 0; k < 64; k = k + 1) begin
                strb[k] = k >= lo && k <= hi;
                bytes[k] = rnd(256);
            end
            z_write(a, ln, sz, INCR, i[3:0]);
            is_write(FAR, 16'h5aa5, a[31:0]);
            put_ack(g_ftr[13:0], g_ftr[59:47], i % 4 == 0 ? 4 : i % 4 == 1 ? rnd(16) | 8 : 0);
            z_answer(i[3:0], i % 4 == 0 ? DECERR : i % 4 == 1 ? SLVERR : OKAY);
        end
        at_rest;
        expect32(20'h40480, 120, OKAY);
        expect32(20'h40494, 60, OKAY);
        expect32(20'h4047c, 120, OKAY);
        judge("each write becomes one packet of its bytes, and ends by its answer");

        // what is not taken
        since = o_put;
        for (k = 0; k < 64; k = k + 1) strb[k] = 1;
        z_write({3'd5, 32'h40}, 3, 4, 2'd2, 1);            // WRAP
        z_answer(1, SLVERR);
        z_write({3'd5, 32'h40}, 0, 4, 2'd0, 2);            // FIXED
        z_answer(2, SLVERR);
        z_write({3'd5, 32'h70}, 1, 4, INCR, 3);            // into the next line
        z_answer(3, SLVERR);
        z_write({3'd5, 32'h40}, 255, 4, INCR, 3);
        z_answer(3, SLVERR);
        z_write({3'd5, 32'h7f}, 1, 0, INCR, 3);
        z_answer(3, SLVERR);
        strb = ~64'd0;
        z_write({3'd5, 32'h40}, 4, 4, INCR, 3);
        z_answer(3, SLVERR);
        z_write({3'd4, 32'h40}, 0, 4, INCR, 4);            // no window
        z_answer(4, SLVERR);
        strb = 64'h0000000000000005;
        z_write({3'd5, 32'h40}, 0, 4, INCR, 5);            // a gap
        z_answer(5, SLVERR);
        strb = 64'h8000000000000001;
        z_write({3'd5, 32'h40}, 3, 4, INCR, 5);
        z_answer(5, SLVERR);
        strb = 0;
        z_write({3'd5, 32'h40}, 3, 4, INCR, 6);            // no strobe
        z_answer(6, OKAY);
        z_write({3'd4, 32'h40}, 3, 4, INCR, 7);
        z_answer(7, SLVERR);
        z_read({3'd5, 32'h40}, 3, 3, INCR, 1);
        z_data(1, 3, SLVERR);
        z_read({3'd5, 32'h40}, 4, 4, INCR, 2);
        z_data(2, 4, SLVERR);
        z_read({3'd5, 32'h50}, 3, 4, INCR, 3);
        z_data(3, 3, SLVERR);
        z_read({3'd5, 32'h40}, 3, 4, 2'd2, 4);
        z_data(4, 3, SLVERR);
        z_read({3'd6, 32'h40}, 3, 4, INCR, 5);
        z_data(5, 3, SLVERR);
        none;
        at_rest;
        expect32(20'h4048c, 15, OKAY);
        expect32(20'h40494, 60, OKAY);
        if (o_put != since) bad("sent", o_put, since);
        judge("any other access is refused and sends nothing");

        for (i = 0; i < 20; i = i + 1) begin
            for (k = 0; k < 4; k = k + 1) line[128*k+:128] = rnd_word(0);
            a = {3'd7, 20'habcde, i[5:0], 6'd0};
            z_read(a, 3, 4, INCR, i[3:0]);
            is_read(OWN, 16'h1111, a[31:0]);
            n = i % 5;
            if (n == 0) put_ack(g_ftr[13:0], g_ftr[59:47], 4);
            else if (n == 1) put_ack(g_ftr[13:0], g_ftr[59:47], 7);
            else answer_line(OWN, a[31:0], g_ftr[13:0], g_ftr[60:47], n != 2);
            z_data(i[3:0], 3, n == 0 ? DECERR : n < 3 ? SLVERR : OKAY);
        end
        at_rest;
        expect32(20'h40484, 20, OKAY);
        expect32(20'h40468, 4, OKAY);
        expect32(20'h40494, 72, OKAY);
        judge("a read of a line becomes a request, and gives the answer's words");

        // what does not match: nothing of it ends an access
        for (k = 0; k < 4; k = k + 1) line[128*k+:128] = rnd_word(0);
        z_read({3'd5, 32'h1000}, 3, 4, INCR, 9);
        is_read(FAR, 16'h5aa5, 32'h1000);
        since = causes[11];
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);                                    // 0 is no answer to a read
        put_ack({11'd1, g_ftr[2:0]}, g_ftr[59:47], 1);
        put_ack(g_ftr[13:0], g_ftr[59:47] + 1, 1);
        put_ack(g_ftr[2:0] + 1, g_ftr[59:47], 1);
        put_ack(7, g_ftr[59:47], 1);
        answer_line(OWN, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);                 // from elsewhere
        answer_line(FAR, 32'h1040, g_ftr[13:0], g_ftr[60:47], 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47] | 14'h2000, 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0] | 14'h2000, g_ftr[60:47], 1);
        for (i = 0; i < 4; i = i + 1) pay[i] = 0;
        put_packet(header(16'h88, OWN, {TO_AXI, 32'h1000}, ZRSP, 48), 3, pay_crc(3), FAR, g_ftr[13:0], g_ftr[60:47]);
        put_packet(header(16'h88, OWN, {10'h384, 32'h1000}, ZRSP, 64), 4, pay_crc(4), FAR, g_ftr[13:0], g_ftr[60:47]);
        repeat (20) @(negedge clk);
        if (causes[11] != since + 11 || zrv) bad("unmatched", causes[11], since);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);
        answer_line(FAR, 32'h1000, g_ftr[13:0], g_ftr[60:47], 1);                 // and once more
        z_data(9, 3, OKAY);
        if (causes[11] != since + 12) bad("unmatched", causes[11], since);
        strb = 64'hff;
        z_write({3'd5, 32'h2000}, 0, 4, INCR, 9);
        is_write(FAR, 16'h5aa5, 32'h2000);
        answer_line(FAR, 32'h2000, g_ftr[13:0], g_ftr[60:47], 1);                 // a line is no answer to a write
        repeat (20) @(negedge clk);
        if (causes[11] != since + 13 || zbv) bad("unmatched", causes[11], since);
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        z_answer(9, OKAY);
        judge("only the answer that matches ends an access");

        // six slots, in turns; answers in any order
        for (j = 0; j < 4; j = j + 1) begin
            strb = 64'h1;
            since = o_put;
            fork
                for (i = 0; i < 4; i = i + 1) z_write({3'd5, 32'h3000}, 0, 0, INCR, 3);
                for (k = 0; k < 4; k = k + 1) z_read({3'd5, 32'h4000}, 3, 4, INCR, 4);
            join
            repeat (40) @(negedge clk);
            if (o_put != since + 6) bad("open", o_put, since);
            read32(20'h40414);
            if (got[2:0] !== 6) bad("LEVEL", got, 0);
            if (zbv || zrv) bad("ended", zbv, zrv);
            // the answers, the last request first; then the two requests that waited
            n = 0;
            for (i = 0; i < 6; i = i + 1) begin
                get;
                if (g_hdr[47:43] == ZREAD) n = n + 1;
                slots[i] = g_ftr[2:0];
                seqs[i] = g_ftr[59:47];
                for (k = 0; k < i; k = k + 1) if (slots[k] == slots[i]) bad("slot used twice", slots[i], i);
                // what waits: at least one of each kind is among the six
                slots[8+i] = g_hdr[47:43] == ZREAD;
            end
            if (n == 0 || n == 6) bad("turns", n, 0);
            for (i = 5; i >= 0; i = i - 1) put_ack({11'd0, slots[i]}, seqs[i], slots[8+i] ? 4'd7 : 4'd0);
            for (i = 0; i < 2; i = i + 1) begin
                get;
                for (k = 0; k < 6; k = k + 1)
                    if (slots[k] == g_ftr[2:0] && g_ftr[59:47] !== seqs[k] + 13'd1) bad("count", g_ftr[59:47], seqs[k]);
                put_ack(g_ftr[13:0], g_ftr[59:47], g_hdr[47:43] == ZREAD ? 7 : 0);
            end
            for (i = 0; i < 4; i = i + 1) z_answer(3, OKAY);
            for (i = 0; i < 4; i = i + 1) z_data(4, 3, SLVERR);
        end
        at_rest;
        expect32(20'h40414, 0, OKAY);
        judge("six accesses are open at most, each in a slot whose count advances");

        // answers in the order of addresses, each with its own code
        strb = 64'h1;
        for (i = 0; i < 4; i = i + 1) begin
            z_write({3'd5, 32'h5000}, 0, 0, INCR, 8);
            get;
            slots[i] = g_ftr[2:0];
            seqs[i] = g_ftr[59:47];
        end
        for (i = 3; i >= 0; i = i - 1) put_ack({11'd0, slots[i]}, seqs[i], i == 1 ? 4 : i == 2 ? 1 : 0);
        for (i = 0; i < 4; i = i + 1) z_answer(8, i == 1 ? DECERR : i == 2 ? SLVERR : OKAY);
        judge("answers come in the order of addresses");

        // timeout
        put32(20'h40410, 500, OKAY);
        for (i = 0; i < 3; i = i + 1) begin
            strb = 64'hf0;
            if (i == 1) z_read({3'd5, 32'h6000}, 3, 4, INCR, 2);
            else z_write({3'd5, 32'h6000}, 0, 4, INCR, 2);
            get;
            n = o_at;
            while (!zbv && !zrv && now < n + 700) @(negedge clk);
            if (now - n < 500 || now - n > 565) bad("timeout after", now - n, i);
            if (i == 1) z_data(2, 3, SLVERR); else z_answer(2, SLVERR);
            since = causes[11];
            put_ack(g_ftr[13:0], g_ftr[59:47], 1);
            repeat (10) @(negedge clk);
            if (causes[11] != since + 1) bad("late answer", causes[11], since);
        end
        at_rest;
        expect32(20'h40490, 3, OKAY);
        put32(20'h40410, 65536, OKAY);
        judge("an access without an answer ends with SLVERR after its time");

        // serving: writes
        for (i = 0; i < 60; i = i + 1) begin
            m_stall = i % 3;
            a = rnd(65536);
            n = 1 + rnd(64 - a[5:0]);
            ask_write({16'h0a00, a[15:0]}, n, i % 2 ? 16'h44 : 16'h55, 22'h3456 + i, 14'h2a00 + i, 14'h3000 + i, 1);
            is_ack(22'h3456 + i, i % 2 ? 16'h44 : 16'h55, 14'h2a00 + i, 13'h1000 + i, 0);
            if (last_aw !== {i % 2 ? 10'h155 : 10'h2aa, 16'h0a00, a[15:4], 4'd0} || last_id !== (i % 2 ? 3 : 5)) bad("at", last_aw, last_id);
            for (k = 0; k < n; k = k + 1)
                if (mem[a[15:0]+k] !== pay[(a[3:0]+k)/16][8*((a[3:0]+k)%16)+:8]) bad("byte written", a + k, mem[a[15:0]+k]);
        end
        m_stall = 0;
        for (i = 0; i < 65536; i = i + 1) mem[i] = i * 7 + i / 256;
        ask_write(32'h00012345, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 0);
        for (i = 0; i < 65536; i = i + 1) if (mem[i] !== ((i * 7 + i / 256) & 255) && (i < 16'h2345 || i > 16'h2349)) bad("touched", i, 0);
        ask_write(32'h00200000, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 1);
        ask_write(32'h00100000, 5, 16'h44, FAR, 1, 1, 1);
        is_ack(FAR, 16'h44, 1, 1, 4);
        judge("a request to write is written, to its place alone, and answered then");

        for (i = 0; i < 30; i = i + 1) begin
            a = {16'h0b00, rnd(65536)};
            if (i % 2) a[5:0] = 0;
            n = i % 5;
            a[22:20] = n == 1 ? 2 : n == 2 ? 1 : n == 3 ? 4 : 0;
            ask_read(a[31:0], 16'h55, 22'h77 + i, 14'h155 + i, 14'h3123 + i);
            if (n == 0 || n == 4) begin
                get;
                if (g_hdr !== header(16'h55, 22'h77 + i, {TO_AXI, a[31:6], 6'd0}, ZRSP, 64) || g_n != 4) bad("header", g_hdr[127:64], g_hdr[63:0]);
                if (g_ftr !== footer(pay_crc(4), OWN, 14'h155 + i, 14'h3123 + i)) bad("footer", g_ftr[127:64], g_ftr[63:0]);
                for (k = 0; k < 64; k = k + 1)
                    if (pay[k/16][8*(k%16)+:8] !== mem[{a[15:6], 6'd0}+k]) bad("byte read", k, pay[k/16][8*(k%16)+:8]);
            end else is_ack(22'h77 + i, 16'h55, 14'h155 + i, 13'h1123 + i, n == 2 ? 4 : 1);
        end
        judge("a request to read is answered with the line's bytes");

        // refusals and drops
        since = bursts;
        ask_write(32'h100, 4, 16'h44, FAR, 2, 2, 0);
        is_ack(FAR, 16'h44, 2, 2, 3);
        ask_write(32'h13e, 3, 16'h44, FAR, 2, 3, 1);
        is_ack(FAR, 16'h44, 2, 3, 4);
        ask_write(32'h100, 65, 16'h44, FAR, 2, 3, 1);
        is_ack(FAR, 16'h44, 2, 3, 4);
        put_packet(header(16'h44, OWN, {10'h386, 32'h100}, ZREAD, 0), 0, 0, FAR, 2, 4);
        is_ack(FAR, 16'h44, 2, 4, 4);
        ask_read(32'h100, 16'h45, FAR, 2, 5);
        is_ack(FAR, 16'h45, 2, 5, 7);
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0), 0, 1, FAR, 2, 6);
        is_ack(FAR, 16'h44, 2, 6, 3);
        pay[0] = 5;
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 16), 1, pay_crc(1), FAR, 2, 7);  // UNEXP
        put_packet(header(16'h44, OWN, {TO_AXI, 32'h100}, 0, 16), 1, pay_crc(1), FAR, 2, 7);
        put_word(HDR, header(16'h44, OWN, 0, 18, 0));
        put_word(HDR, header(16'h44, OWN, 0, 17, 0));
        put_word(HDR, header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0) ^ 1);
        put_word(FTR, 128'd0);
        put_word(HDR, header(16'h44, OWN, {TO_AXI, 32'h100}, ZREAD, 0));
        put_word(FTR, footer(0, FAR, 2, 8) ^ 1);
        none;
        if (bursts != since) bad("bursts", bursts, since);
        if (causes[1] != 1 || causes[3] != 1 || causes[6] != 1 || causes[7] != 1 || causes[8] != 2 || causes[12] != 3 ||
            causes[13] != 1) bad("causes", causes[8], causes[12]);
        for (i = 1; i < 16; i = i + 1) expect32(20'h40440 + 4 * i, causes[i], OKAY);
        judge("what may not be done is answered so, the rest is dropped");

        // a memory that stands still: the queue of requests fills, and drops; answers are taken all the same
        m_stall = 1000;
        since = causes[14];
        for (i = 0; i < 7; i = i + 1) ask_read({24'h0, i[1:0], 6'd0}, 16'h44, FAR, 3, i);
        repeat (4) @(negedge clk);
        n = causes[14] - since;
        if (n != 3) bad("dropped", n, 0);
        read32(20'h40414);
        if (got[22:16] !== 4) bad("LEVEL", got, 0);
        strb = 64'h3;
        z_write({3'd5, 32'h7000}, 0, 4, INCR, 2);
        get;
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        z_answer(2, OKAY);
        m_stall = 0;
        for (i = 0; i < 7 - n; i = i + 1) begin
            get;
            if (g_ftr[60:47] !== i) bad("order", g_ftr[60:47], i);
        end
        none;
        // and an output that does
        o_stall = 1000;
        strb = 64'h3;
        z_write({3'd5, 32'h7000}, 0, 4, INCR, 2);
        since = causes[14];
        for (i = 0; i < 6; i = i + 1) ask_write({26'h0, 6'd1}, 3, 16'h44, FAR, 3, i, 1);
        repeat (40) @(negedge clk);
        if (causes[14] != since + 2) bad("dropped", causes[14], since);
        o_stall = 0;
        get;
        put_ack(g_ftr[13:0], g_ftr[59:47], 0);
        for (i = 0; i < 4; i = i + 1) is_ack(FAR, 16'h44, 3, i, 0);
        z_answer(2, OKAY);
        judge("a full queue of requests drops, and holds up no access of this node");

        // everything at once, with stalls
        o_stall = 2;
        m_stall = 2;
        since = causes[15];
        fork
            for (i = 0; i < 60; i = i + 1) begin
                strb = 64'h0ff0;
                for (k = 0; k < 64; k = k + 1) bytes[k] = i;
                z_write({3'd5, 32'h8000}, 0, 4, INCR, 1);
                z_answer(1, OKAY);
            end
            for (j = 0; j < 60; j = j + 1) begin
                z_read({3'd7, 32'h9000}, 3, 4, INCR, 2);
                z_data(2, 3, OKAY);
            end
            begin : network
                integer answers;
                for (answers = 0; answers < 120; answers = answers + 1) begin
                    if (answers % 4 == 0) begin
                        ask_read(32'h40, 16'h44, FAR, 4, 0);
                        ask_write(32'h80, 60, 16'h44, FAR, 4, 0, 1);
                    end
                    get;
                    while (g_hdr[47:43] == ACK || g_hdr[47:43] == ZRSP) get;
                    if (g_hdr[47:43] == ZREAD) answer_line(OWN, 32'h9000, g_ftr[13:0], g_ftr[60:47], 1);
                    else put_ack(g_ftr[13:0], g_ftr[59:47], 0);
                end
            end
        join
        repeat (400) @(negedge clk);
        n = 0;
        while (o_put != o_take) get;
        if (causes[15] - since != 180) bad("taken", causes[15] - since, 0);
        expect32(20'h40488, o_answers, OKAY);
        judge("all of it at once, with stalls everywhere");

        // reset amid accesses
        o_stall = 0;
        m_stall = 0;
        z_read({3'd5, 32'h4000}, 3, 4, INCR, 4);
        get;
        rst = 1;
        @(negedge clk) if (s_hr || zawr || zarr || awr || arr) bad("ready in reset", s_hr, zawr);
        @(negedge clk) if (m_hv || m_pv || m_fv || zbv || zrv || maw_v || mw_v || mar_v) bad("valid in reset", m_hv, zrv);
        rst = 0;
        @(negedge clk);
        expect32(20'h40414, 0, OKAY);
        expect32(20'h40028, 0, OKAY);
        expect32(20'h40484, 0, OKAY);
        put_ack(g_ftr[13:0], g_ftr[59:47], 1);
        repeat (10) @(negedge clk);
        if (zrv) bad("a slot lives on", 0, 0);
        judge("reset frees all");
        $display("# %0d cycles", now);
        $finish;
    end

    initial begin
        repeat (200000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
