// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_dma against its contract page: registers and descriptors, cutting and lanes, banks out of order, slots and
// turns, chains, control messages, faults. The bench has a memory that answers as it likes, and works out each
// word of each packet from the page's text, byte by byte; CRCs bit by bit.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_tb;
`include "tn_bench.vh"
    localparam integer OUTS = 3, TXN_LOG2 = 5, TXNS = 32;
    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
    localparam [21:0] OWN = 22'h2a5c3;

    reg              clk = 1'b0, rst = 1'b1;
    reg              s_hv = 0;
    wire             s_hr, s_pr, s_fr;
    wire [OUTS-1:0]  m_hv, m_pv, m_fv;
    reg  [OUTS-1:0]  m_r = 0;
    wire [128*OUTS-1:0] m_data;
    reg              awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire             awr, wrdy, bv, arr, rv, rlast;
    reg  [19:0]      awaddr = 0, araddr = 0;
    reg  [7:0]       arlen = 0;
    reg  [2:0]       awsize = 0, arsize = 0;
    reg  [127:0]     wdata = 0;
    reg  [15:0]      wstrb = 0;
    wire [3:0]       bid, rid;
    wire [1:0]       bresp, rresp;
    wire [127:0]     rdata;
    wire             ar_v, irq, obs_drop;
    reg              ar_r = 0;
    wire [2:0]       ar_id, ar_size;
    wire [41:0]      ar_addr;
    wire [7:0]       ar_len;
    wire [1:0]       ar_burst;
    reg              r_v = 0;
    wire             r_r;
    reg  [2:0]       r_id = 0;
    reg  [127:0]     r_data = 0;
    reg  [1:0]       r_resp = 0;

    exa_dma #(
        .AXI_ID_W(4),
        .OUT_N   (OUTS),
        .TXN_LOG2(TXN_LOG2)
    ) dut (
        .clk(clk), .rst(rst), .own(OWN),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(1'b0), .s_exa_pld_ready(s_pr),
        .s_exa_ftr_valid(1'b0), .s_exa_ftr_ready(s_fr), .s_exa_data(128'd0),
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_r & m_hv), .m_exa_pld_valid(m_pv), .m_exa_pld_ready(m_r & m_pv),
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_r & m_fv), .m_exa_data(m_data),
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(4'd5), .s_axi_awaddr(awaddr), .s_axi_awlen(8'd0),
        .s_axi_awsize(awsize), .s_axi_awburst(2'd1), .s_axi_wvalid(wv), .s_axi_wready(wrdy), .s_axi_wdata(wdata),
        .s_axi_wstrb(wstrb), .s_axi_wlast(1'b1), .s_axi_bvalid(bv), .s_axi_bready(br), .s_axi_bid(bid),
        .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(4'd9), .s_axi_araddr(araddr),
        .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(2'd1), .s_axi_rvalid(rv), .s_axi_rready(rr),
        .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
        .m_axi_arvalid(ar_v), .m_axi_arready(ar_r), .m_axi_arid(ar_id), .m_axi_araddr(ar_addr), .m_axi_arlen(ar_len),
        .m_axi_arsize(ar_size), .m_axi_arburst(ar_burst), .m_axi_rvalid(r_v), .m_axi_rready(r_r), .m_axi_rid(r_id),
        .m_axi_rdata(r_data), .m_axi_rresp(r_resp), .m_axi_rlast(1'b0), .irq_fault(irq), .obs_drop(obs_drop));

    always #1 clk = !clk;

    integer now = 0, wrong = 0;
    always @(posedge clk) now <= now + 1;

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    task bad;  // with the first few said
        input [8*60-1:0] why;
        input integer    a, b;
        begin
            wrong = wrong + 1;
            if (wrong < 8) $display("# %0d: %0s: %0x %0x", now, why, a, b);
        end
    endtask

    // ---- the port: writes and reads may be under way together
    reg [1:0]   wr_resp, rd_resp;
    reg [127:0] rd_word;

    // what a task asks for is done by a process: Verilator puts a task's text where it is called
    reg [19:0]  w_at, r_at;
    reg [2:0]   w_sz, r_sz;
    reg [15:0]  w_sb;
    reg [127:0] w_d;
    reg         w_go = 0, r_go = 0;

    always begin
        wait (w_go);
        @(negedge clk) awaddr = w_at; awsize = w_sz; awv = 1;
        @(posedge clk) while (!awr) @(posedge clk);
        @(negedge clk) awv = 0; wv = 1; wdata = w_d; wstrb = w_sb;
        @(posedge clk) while (!wrdy) @(posedge clk);
        @(negedge clk) wv = 0; br = 1;
        @(posedge clk) while (!bv) @(posedge clk);
        wr_resp = bresp;
        if (bid !== 4'd5) bad("BID", bid, 5);
        @(negedge clk) br = 0;
        w_go = 0;
    end

    always begin
        wait (r_go);
        @(negedge clk) araddr = r_at; arsize = r_sz; arlen = 0; arv = 1;
        @(posedge clk) while (!arr) @(posedge clk);
        @(negedge clk) arv = 0; rr = 1;
        @(posedge clk) while (!rv) @(posedge clk);
        rd_word = rdata;
        rd_resp = rresp;
        if (rid !== 4'd9 || !rlast) bad("RID or RLAST", rid, rlast);
        @(negedge clk) rr = 0;
        r_go = 0;
    end

    task write;
        input [19:0]  a;
        input [2:0]   size;
        input [15:0]  strb;
        input [127:0] d;
        begin
            w_at = a; w_sz = size; w_sb = strb; w_d = d; w_go = 1;
            wait (!w_go);
        end
    endtask

    task read;
        input [19:0] a;
        input [2:0]  size;
        begin
            r_at = a; r_sz = size; r_go = 1;
            wait (!r_go);
        end
    endtask

    task put32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            write(a, 2, 16'h000f << a[3:0], {4{d}});
            if (wr_resp !== e) bad("answer to a write", a, wr_resp);
        end
    endtask

    task get32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            read(a, 2);
            rd_word = rd_word >> {a[3:2], 5'd0};
            if (rd_word[31:0] !== d || rd_resp !== e) bad("read of a register", a, rd_word[31:0]);
        end
    endtask

    task put64;
        input [19:0] a;
        input [63:0] d;
        input [1:0]  e;
        begin
            write(a, 3, 16'h00ff << a[3:0], {2{d}});
            if (wr_resp !== e) bad("answer to a write", a, wr_resp);
        end
    endtask

    // ---- the memory: a byte for each address; banks in any order; pages that fault
    function [7:0] byte_at;
        input [41:0] a;
        byte_at = a[7:0] * 8'd29 + a[15:8] * 8'd7 + a[23:16] * 8'd3 + a[41:34] + 8'd17;
    endfunction

    reg [41:0] mem_addr [0:8191];   // beats asked for, bank b's in 1024b and up
    integer    mem_put [0:7], mem_got [0:7], asked = 0, answered = 0, asked_at [0:65535], bursts = 0;
    integer    hold = 0;            // 1: the memory answers nothing; 2: bank 1 waits
    integer    slow = 0, ar_slow = 0, order = 0;
    reg [29:0] fault_page [0:7];
    reg [1:0]  fault_code [0:7];
    integer    fault_pages = 0, refused_r = 0;

    function [1:0] answer;
        input [41:0] a;
        integer i;
        begin
            answer = 0;
            for (i = 0; i < fault_pages; i = i + 1) if (fault_page[i] == a[41:12]) answer = fault_code[i];
        end
    endfunction

    integer ab, mb, mi;
    always @(negedge clk) ar_r = ar_slow == 0 || (ar_slow < 1000 && rnd(ar_slow + 1) == 0);

    reg ar_was = 0;
    reg [54:0] ar_word;
    always @(posedge clk) if (!rst) begin
        if (ar_was && (!ar_v || ar_word !== {ar_id, ar_addr, ar_len, ar_burst})) bad("AR does not hold", ar_v, ar_id);
        ar_was = ar_v && !ar_r;
        ar_word = {ar_id, ar_addr, ar_len, ar_burst};
        if (ar_v && ar_r) begin
            if (ar_size !== 4 || ar_burst !== 1 || ar_addr[3:0] !== 0 || ar_len > 16) bad("shape of a read", ar_addr, ar_len);
            if (ar_addr[11:4] + ar_len > 255) bad("read across 4 KiB", ar_addr, ar_len);
            for (ab = 0; ab <= ar_len; ab = ab + 1) begin
                mem_addr[1024*ar_id+mem_put[ar_id]%1024] = ar_addr + 16 * ab;
                mem_put[ar_id] = mem_put[ar_id] + 1;
            end
            asked_at[bursts%65536] = now;
            bursts = bursts + 1;
        end
    end

    task pick_beat;  // order 0: the lowest bank first; 1: any
        integer k;
        begin
            mb = -1;
            for (k = 7; k >= 0; k = k - 1) if (mem_put[k] != mem_got[k] && !(hold == 2 && k == 1)) mb = k;
            if (order == 1 && mb >= 0)
                for (k = 0; k < 8; k = k + 1) begin
                    mi = rnd(8);
                    if (mem_put[mi] != mem_got[mi] && !(hold == 2 && mi == 1)) mb = mi;
                end
        end
    endtask

    reg [41:0] mem_a;
    integer    ml;
    always @(negedge clk) begin
        if (r_v && was_r) r_v = 0;
        if (rst) r_v = 0;
        else if (!r_v && hold != 1 && (slow == 0 || rnd(slow + 1) == 0)) begin
            pick_beat;
            if (mb >= 0) begin
                mem_a = mem_addr[1024*mb+mem_got[mb]%1024];
                mem_got[mb] = mem_got[mb] + 1;
                r_v = 1;
                r_id = mb;
                r_resp = answer(mem_a);
                for (ml = 0; ml < 16; ml = ml + 1) r_data[8*ml+:8] = r_resp[1] ? 8'hee : byte_at(mem_a + ml);
            end
        end
    end
    reg was_r = 0;
    always @(posedge clk) begin
        was_r = r_v && r_r;
        if (r_v && !r_r) refused_r = refused_r + 1;
        else refused_r = 0;
        if (refused_r > 4) bad("R refused for long", refused_r, 0);
    end

    // ---- transactions as the bench knows them
    reg [63:0]  t_src [0:TXNS-1], t_dst [0:TXNS-1];
    reg [14:0]  t_len [0:TXNS-1], t_off [0:TXNS-1];   // off: bytes that have left
    reg [15:0]  t_pdid [0:TXNS-1];
    reg [12:0]  t_seq [0:TXNS-1];
    reg [4:0]   t_path [0:TXNS-1];
    reg         t_notify [0:TXNS-1], t_live [0:TXNS-1];
    integer     t_over [0:TXNS-1];                    // cycle in which the last footer went
    integer     packets = 0, payload_bytes = 0, packets_of [0:OUTS-1], bytes_of [0:OUTS-1];

    // ---- what leaves: words of the packet under way
    reg [127:0]     p_hdr [0:OUTS-1];
    reg [127:0]     p_pld [0:16*OUTS-1];
    integer         p_n [0:OUTS-1], idle_n [0:OUTS-1];
    reg [2:0]       p_was [0:OUTS-1];
    reg [127:0]     p_word [0:OUTS-1];
    reg [OUTS-1:0]  shut = 0;
    integer         stall = 0, full_speed = 0, gap_max = 0;
    integer         tid_log [0:65535], out_log [0:65535];

    always @(negedge clk) m_r = ~shut & (stall == 0 || rnd(stall + 1) == 0 ? {OUTS{1'b1}} : rnd(1 << OUTS));

    function [127:0] footer_of;   // CRC over bits 127:96 and 87:0, first the highest
        input [127:0] body;
        reg   [7:0]   c;
        reg           top;
        integer       i;
        begin
            c = 8'hff;
            for (i = 127; i >= 0; i = i - 1)
                if (i >= 96 || i < 88) begin
                    top = c[7] != body[i];
                    c = {c[6:0], 1'b0};
                    if (top) c = c ^ 8'h07;
                end
            footer_of = {body[127:96], c, body[87:0]};
        end
    endfunction

    function [31:0] crc_of;   // payload words of output o
        input integer o, n;
        integer i, b;
        reg     low;
        begin
            crc_of = 32'hffffffff;
            for (i = 0; i < n; i = i + 1)
                for (b = 0; b < 128; b = b + 1) begin
                    low = crc_of[0] != p_pld[16*o+i][b];
                    crc_of = crc_of >> 1;
                    if (low) crc_of = crc_of ^ 32'hedb88320;
                end
            crc_of = ~crc_of;
        end
    endfunction

    // control messages awaited: one an output
    reg [127:0] c_hdr [0:OUTS-1], c_0 [0:OUTS-1], c_1 [0:OUTS-1], c_ftr [0:OUTS-1];
    reg         c_due [0:OUTS-1];
    integer     controls = 0, control_at [0:OUTS-1];

    task control_packet;
        input integer o;
        input [127:0] ftr;
        begin
            controls = controls + 1;
            control_at[o] = packets;
            if (!c_due[o]) bad("control packet not awaited", o, 0);
            c_due[o] = 0;
            if (p_hdr[o] !== c_hdr[o] || p_n[o] != 2 || p_pld[16*o] !== c_0[o] || p_pld[16*o+1] !== c_1[o] ||
                ftr !== footer_of({crc_of(o, 2), 8'd0, c_ftr[o][87:0]})) begin
                bad("control packet", o, p_n[o]);
                $display("# %032x %032x", p_hdr[o], c_hdr[o]);
                $display("# %032x %032x", ftr, footer_of({crc_of(o, 2), 8'd0, c_ftr[o][87:0]}));
            end
        end
    endtask

    task data_packet;   // the footer of one on output o
        input integer o;
        input [127:0] ftr;
        integer t, n, i, w, lane;
        reg [41:0]  to, from;
        reg [127:0] x;
        begin
            t = ftr[13:0];
            if (t >= TXNS) begin
                bad("unknown transaction", t, o);
                t = 0;
            end
            to = t_dst[t][41:0] + t_off[t];
            from = t_src[t][41:0] + t_off[t];
            n = 256 - to[7:0];
            if (n > t_len[t] - t_off[t]) n = t_len[t] - t_off[t];
            if (!t_live[t] || t_path[t] != o) bad("packet of no transaction", t, o);
            x = sealed({t_path[t][2:0], 5'd0, to, 14'd0 | n[13:0], 5'd0, t_dst[t][63:42], t_pdid[t], 5'd0});
            if (p_hdr[o] !== x) begin
                bad("header", t, t_off[t]);
                $display("# %032x %032x", p_hdr[o], x);
            end
            if (p_n[o] != (to[3:0] + n + 15) / 16) bad("payload words", t, p_n[o]);
            for (w = 0; w < p_n[o]; w = w + 1) begin
                x = 0;
                for (lane = 0; lane < 16; lane = lane + 1) begin
                    i = 16 * w + lane - to[3:0];
                    if (i >= 0 && i < n) x[8*lane+:8] = byte_at(from + i);
                end
                if (p_pld[16*o+w] !== x) begin
                    bad("payload", t, w);
                    if (wrong < 4) $display("# %032x %032x", p_pld[16*o+w], x);
                end
            end
            x = footer_of({crc_of(o, p_n[o]), 8'd0, 12'd0, 15'd0, 1'b0, t_seq[t], t_notify[t], t_off[t] + n == t_len[t],
                           t_off[t] == 0, 8'd0, OWN, 4'd0, t[9:0]});
            if (ftr !== x) begin
                bad("footer", t, t_off[t]);
                $display("# %032x %032x", ftr, x);
            end
            for (i = 0; i < n; i = i + 1) if (answer((from + i) & ~42'd15) != 0) bad("a packet that faulted left", t, o);
            t_off[t] = t_off[t] + n;
            if (t_off[t] == t_len[t]) begin
                t_live[t] = 0;
                t_over[t] = now;
            end
            tid_log[packets%65536] = t;
            out_log[packets%65536] = o;
            packets = packets + 1;
            packets_of[o] = packets_of[o] + 1;
            bytes_of[o] = bytes_of[o] + n;
        end
    endtask

    integer oo;
    reg [2:0]   v;
    reg [127:0] word;
    always @(posedge clk)
        for (oo = 0; oo < OUTS; oo = oo + 1) if (!rst) begin
            v = {m_fv[oo], m_pv[oo], m_hv[oo]};
            word = m_data[128*oo+:128];
            if (v[0] + v[1] + v[2] > 1) bad("two valids", oo, v);
            if (p_was[oo] != 0 && (v !== p_was[oo] || word !== p_word[oo])) bad("a word does not hold", oo, v);
            if (^v === 1'bx || (v != 0 && ^word === 1'bx)) bad("unknown bits", oo, v);
            if (v == 0 && p_n[oo] >= 0) bad("idle in a packet", oo, p_n[oo]);
            if (v == 0) idle_n[oo] = idle_n[oo] + 1;
            p_was[oo] = m_r[oo] ? 3'd0 : v;
            p_word[oo] = word;
            if (m_r[oo] && v[0]) begin
                if (p_n[oo] >= 0) bad("header in a packet", oo, 0);
                if (idle_n[oo] > gap_max) gap_max = idle_n[oo];
                p_hdr[oo] = word;
                p_n[oo] = 0;
            end
            if (m_r[oo] && v[1]) begin
                if (p_n[oo] < 0 || p_n[oo] > 15) bad("payload out of place", oo, p_n[oo]);
                else begin
                    p_pld[16*oo+p_n[oo]] = word;
                    p_n[oo] = p_n[oo] + 1;
                end
            end
            if (m_r[oo] && v[2]) begin
                if (p_hdr[oo][47:43] == 2) control_packet(oo, word);
                else data_packet(oo, word);
                p_n[oo] = -1;
                idle_n[oo] = 0;
            end
        end

    // ---- software
    task describe;   // words 0, 1 and 3, and what is expected
        input integer t;
        input [63:0]  src;
        input [21:0]  dst;
        input [41:0]  to;
        input [12:0]  seq;
        input [4:0]   path;
        begin
            write(32 * t, 4, 16'hffff, {dst, to, src});
            put64(32 * t + 24, {46'd0, seq, path}, OKAY);
            t_src[t] = src;
            t_dst[t] = {dst, to};
            t_seq[t] = seq;
            t_path[t] = path;
        end
    endtask

    task control;    // word 2
        input integer t;
        input         db, notify, chained;
        input [9:0]   dep;
        input [14:0]  length;
        input [15:0]  pdid;
        begin
            t_len[t] = length;
            t_pdid[t] = pdid;
            t_notify[t] = notify;
            t_off[t] = 0;
            t_live[t] = 1;
            put64(32 * t + 16, {db, 3'd0, notify, 17'h15555, dep, chained, length, pdid}, OKAY);
        end
    endtask

    integer     s_t, s_len;
    reg [63:0]  s_src;
    reg [41:0]  s_to;
    reg [15:0]  s_pdid;
    reg [4:0]   s_path;
    reg         s_go = 0;
    always begin
        wait (s_go);
        describe(s_t, s_src, 22'h15a3c ^ s_t, s_to, 13'h1230 + s_t % 2, s_path);
        control(s_t, 0, s_t % 3 == 0, 0, 0, s_len, s_pdid);
        s_go = 0;
    end

    task start;
        input integer t;
        input [63:0]  src;
        input [41:0]  to;
        input integer length;
        input [15:0]  pdid;
        input [4:0]   path;
        begin
            s_t = t; s_src = src; s_to = to; s_len = length; s_pdid = pdid; s_path = path; s_go = 1;
            wait (!s_go);
        end
    endtask

    // word 2 of t says: error, done, and so many bytes; db and the rest as written
    task expect_end;
        input integer t;
        input         db, error, done;
        input [14:0]  bytes;
        begin
            read(32 * t + 16, 3);
            if (rd_word[63] !== db || rd_word[62:61] !== 0 || rd_word[60] !== error || rd_word[58] !== 0 ||
                rd_word[57] !== done || rd_word[56:42] !== bytes || rd_resp !== OKAY) begin
                bad("end of a transaction", t, bytes);
                $display("# db %b error %b done %b bytes %0d", rd_word[63], rd_word[60], rd_word[57], rd_word[56:42]);
            end
        end
    endtask

    reg     q_go = 0;
    integer quiet, left;
    always begin
        wait (q_go);
        quiet = 0;
        left = 200000;
        rd_word = 128'd1 << 96;
        while (rd_word[127:96] != 0 && left > 0) begin
            read(20'h4045c, 2);
            left = left - 6;
        end
        while (quiet < 64 && left > 0) begin
            @(negedge clk);
            left = left - 1;
            quiet = (m_hv | m_pv | m_fv) != 0 || r_v || ar_v ? 0 : quiet + 1;
        end
        if (left == 0) bad("it does not come to rest", 0, 0);
        q_go = 0;
    end

    task settle;     // nothing ACTIVE, nothing leaves, for 64 cycles
        begin
            q_go = 1;
            wait (!q_go);
        end
    endtask

    task restart;
        integer i;
        begin
            @(negedge clk) rst = 1;
            awv = 0; wv = 0; arv = 0;
            repeat (3) @(negedge clk);
            for (i = 0; i < 8; i = i + 1) begin
                mem_put[i] = 0;
                mem_got[i] = 0;
            end
            for (i = 0; i < OUTS; i = i + 1) begin
                p_n[i] = -1;
                p_was[i] = 0;
                idle_n[i] = 0;
                c_due[i] = 0;
                packets_of[i] = 0;
                bytes_of[i] = 0;
            end
            for (i = 0; i < TXNS; i = i + 1) begin
                t_live[i] = 0;
                t_over[i] = 0;
            end
            if (s_hr || s_pr || s_fr) bad("ready in reset", 0, 0);
            rst = 0;
        end
    endtask

    task banks;      // 1000 to 1007
        integer i;
        for (i = 0; i < 8; i = i + 1) put32(20'h40000 + 4 * i, 32'h80001000 + i, OKAY);
    endtask

`include "exa_dma_tests.vh"

    initial begin
        restart;
        if ($test$plusargs("random")) banks;   // the last test alone
        else begin
            test_registers;
            test_descriptors;
            test_one;
            test_lanes;
            test_refused;
            test_busy;
            test_slots;
            test_turns;
            test_order;
            test_chains;
            test_control;
            test_faults;
            test_fault_queue;
            test_reset;
            test_rates;
        end
        test_random;
        $finish;
    end

    initial begin
        repeat (3000000) @(posedge clk);
        $display("not ok the bench ends");
        $finish;
    end

endmodule

`default_nettype wire
