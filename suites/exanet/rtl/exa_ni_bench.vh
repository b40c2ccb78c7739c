// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What benches of ExaNet network interface blocks share: an AXI4 master, a sender and
// a receiver of packets, words worked out from the pages (CRCs bit by bit). Include
// inside a bench, and give the block `EXA_NI_PORTS.

`include "exa_ni_words.vh"

    localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
    localparam [1:0] FIXED = 2'd0, INCR = 2'd1, WRAP = 2'd2;
    localparam [21:0] OWN = {7'd3, 7'd77, 6'd21, 2'd2};

    reg          clk = 1'b0, rst = 1'b1;
    reg  [21:0]  own = OWN;
    reg          s_hv = 0, s_pv = 0, s_fv = 0;
    wire         s_hr, s_pr, s_fr, m_hv, m_pv, m_fv;
    reg          m_hr = 1, m_pr = 1, m_fr = 1;
    reg  [127:0] s_data = 0;
    wire [127:0] m_data;
    wire [15:0]  obs_rx;
    reg          awv = 0, wv = 0, br = 0, arv = 0, rr = 0;
    wire         awr, wrdy, bv, arr, rv, rlast;
    reg  [3:0]   id = 0;
    reg  [19:0]  addr = 0;
    reg  [7:0]   len = 0;
    reg  [2:0]   size = 0;
    reg  [1:0]   burst = 0;
    reg  [127:0] wdata = 0;
    reg  [15:0]  wstrb = 0;
    wire [3:0]   bid, rid;
    wire [1:0]   bresp, rresp;
    wire [127:0] rdata;

`define EXA_NI_PORTS \
        .clk(clk), .rst(rst), .own(own), \
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv), .s_exa_pld_ready(s_pr), \
        .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr), .s_exa_data(s_data), \
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hv == m_hr), .m_exa_pld_valid(m_pv), .m_exa_pld_ready(m_pv == m_pr), \
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fv == m_fr), .m_exa_data(m_data), .obs_rx(obs_rx), \
        .s_axi_awvalid(awv), .s_axi_awready(awr), .s_axi_awid(id), .s_axi_awaddr(addr), .s_axi_awlen(len), \
        .s_axi_awsize(size), .s_axi_awburst(burst), .s_axi_wvalid(wv), .s_axi_wready(wrdy), .s_axi_wdata(wdata), \
        .s_axi_wstrb(wstrb), .s_axi_wlast(1'b0), .s_axi_bvalid(bv), .s_axi_bready(br), .s_axi_bid(bid), \
        .s_axi_bresp(bresp), .s_axi_arvalid(arv), .s_axi_arready(arr), .s_axi_arid(id), .s_axi_araddr(addr), \
        .s_axi_arlen(len), .s_axi_arsize(size), .s_axi_arburst(burst), .s_axi_rvalid(rv), .s_axi_rready(rr), \
        .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast)

    always #1 clk = !clk;

    integer now = 0;
    always @(posedge clk) now <= now + 1;

    // ---- AXI4 master: one burst at a time; data in buf_d, answers in buf_r and resp
    reg [127:0] buf_d [0:255], buf_r [0:255];
    reg [15:0]  buf_s [0:255];
    reg [1:0]   buf_e [0:255];
    reg [1:0]   resp;
    integer     bad_axi = 0, took, hs_at;

    task axi_write;
        input [19:0] a;
        input [7:0]  n;  // beats less one
        input [2:0]  s;
        input [1:0]  b;
        integer i;
        begin
            @(negedge clk);
            id = rnd(16); addr = a; len = n; size = s; burst = b; awv = 1;
            @(posedge clk) while (!awr) @(posedge clk);
            @(negedge clk) awv = 0;
            for (i = 0; i <= n; i = i + 1) begin
                wv = 1; wdata = buf_d[i]; wstrb = buf_s[i];
                @(posedge clk) while (!wrdy) @(posedge clk);
                hs_at = now;
                @(negedge clk) wv = 0;
            end
            br = 1;
            @(posedge clk) while (!bv) @(posedge clk);
            resp = bresp;
            if (bid !== id) bad_axi = bad_axi + 1;
            @(negedge clk) br = 0;
        end
    endtask

    task axi_read;
        input [19:0] a;
        input [7:0]  n;
        input [2:0]  s;
        input [1:0]  b;
        integer i;
        begin
            @(negedge clk);
            id = rnd(16); addr = a; len = n; size = s; burst = b; arv = 1;
            @(posedge clk) while (!arr) @(posedge clk);
            took = now;
            @(negedge clk) arv = 0;
            for (i = 0; i <= n; i = i + 1) begin
                rr = 1;
                @(posedge clk) while (!rv) @(posedge clk);
                buf_r[i] = rdata;
                buf_e[i] = rresp;
                if (i == 0) took = now - took;
                resp = rresp;
                if (rid !== id || rlast !== (i == n)) bad_axi = bad_axi + 1;
                @(negedge clk) rr = 0;
            end
        end
    endtask

    task wr32;
        input [19:0] a;
        input [31:0] d;
        begin
            buf_d[0] = {4{d}};
            buf_s[0] = 16'h000f << {a[3:2], 2'd0};
            axi_write(a, 0, 2, INCR);
        end
    endtask

    reg [31:0] got;
    task rd32;
        input [19:0] a;
        begin
            axi_read(a, 0, 2, INCR);
            got = buf_r[0] >> {a[3:2], 5'd0};
        end
    endtask

    // a word and its answer; counts what is not as expected
    integer wrong = 0;
    task expect32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            rd32(a);
            if (got !== d || resp !== e) begin
                wrong = wrong + 1;
                $display("# %0d: %05x reads %08x (%0d), not %08x (%0d)", now, a, got, resp, d, e);
            end
        end
    endtask

    task put32;
        input [19:0] a;
        input [31:0] d;
        input [1:0]  e;
        begin
            wr32(a, d);
            if (resp !== e) begin
                wrong = wrong + 1;
                $display("# %0d: write of %05x answered %0d, not %0d", now, a, resp, e);
            end
        end
    endtask

    // what was wrong since the last verdict
    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong, name);
            wrong = 0;
        end
    endtask

    // ---- to the block: one word a cycle
    integer gap = 0, put_at;
    task put;
        input integer kind;
        input [127:0] d;
        begin
            while (gap != 0 && rnd(gap + 1) != 0) @(negedge clk);
            s_hv = kind == HDR; s_pv = kind == PLD; s_fv = kind == FTR; s_data = d;
            @(posedge clk) while (!(s_hr && s_pr && s_fr)) @(posedge clk);
            put_at = now;
            @(negedge clk);
            s_hv = 0; s_pv = 0; s_fv = 0;
        end
    endtask

    // Sixteen bits of a message: that it is one, channel, number. The bits of tid and seq that these do not say are as here.
    reg [6:0] more_tid = 7'd0;
    reg [4:0] more_seq = 5'd0;
    function [13:0] tid_of;
        input [15:0] tag;
        tid_of = {tag[15], more_tid, tag[14:9]};
    endfunction

    function [13:0] seq_of;
        input [15:0] tag;
        seq_of = {more_seq, tag[8:0]};
    endfunction

    // a packet; the CRCs are right but where bits of spoil are set: 0 header, 1 payload, 2 footer
    task packet;
        input [15:0]  pdid;
        input [41:0]  to;
        input [4:0]   kind;
        input [13:0]  n;
        input [15:0]  tag;
        input [21:0]  src;
        input [2:0]   spoil;
        integer i, words;
        begin
            words = form_of(kind, n) == 3 ? (to[3:0] + n + 15) / 16 : 0;
            put(HDR, header(pdid, OWN, to, kind, n) ^ (spoil[0] ? 128'd1 << rnd(128) : 128'd0));
            for (i = 0; i < words; i = i + 1) put(PLD, pay[i]);
            if (form_of(kind, n) != 0)
                put(FTR, footer(pay_crc(words) ^ spoil[1], src, tid_of(tag), seq_of(tag)) ^ {spoil[2], 127'd0});
        end
    endtask

    // an answer to a packet must come
    task want_answer;
        input [15:0] pdid, tag;
        input [21:0] src;
        input [3:0]  resp;
        reg   [13:0] seq;
        begin
            seq = seq_of(tag);
            want(HDR, ack_word(pdid, src, tag[15] ? 10'h382 : 10'h381, tid_of(tag), seq[12:0], resp));
        end
    endtask

    // ---- from the block
    reg [129:0] rx [0:8191];
    integer     rx_at [0:8191];
    integer     rx_n = 0, rx_seen = 0, bad_chan = 0, stall = 0;
    reg [2:0]   was_v = 0;
    reg         was_go = 1;
    reg [127:0] was_d;
    reg         shut = 0;
    integer     causes [0:15];
    integer     cz, cr;

    always @(negedge clk) begin
        m_hr = !shut && (stall == 0 || rnd(stall + 1) == 0);
        m_pr = m_hr;
        m_fr = m_hr;
    end

    always @(posedge clk) if (!rst) begin
        if (m_hv + m_pv + m_fv > 1) bad_chan = bad_chan + 1;
        if (was_v != 0 && !was_go && (was_v !== {m_fv, m_pv, m_hv} || was_d !== m_data)) bad_chan = bad_chan + 1;
        was_v = {m_fv, m_pv, m_hv};
        was_go = m_hr;
        was_d = m_data;
        if (was_v != 0 && was_go) begin
            rx[rx_n] = {m_fv ? 2'd2 : m_pv ? 2'd1 : 2'd0, m_data};
            rx_at[rx_n] = now;
            rx_n = rx_n + 1;
        end
        for (cz = 0; cz < 16; cz = cz + 1) if (obs_rx[cz]) causes[cz] = causes[cz] + 1;
    end

    // the next word from the block must be this, within some cycles
    task want;
        input integer kind;
        input [127:0] d;
        integer left;
        begin
            left = 3000;
            while (rx_seen == rx_n && left != 0) begin @(negedge clk); left = left - 1; end
            if (rx_seen == rx_n || rx[rx_seen] !== {kind[1:0], d}) begin
                wrong = wrong + 1;
                $display("# %0d: word %0d %032x awaited, %0d %032x came", now, kind, d, rx[rx_seen] >> 128, rx[rx_seen][127:0]);
            end
            if (rx_seen != rx_n) rx_seen = rx_seen + 1;
        end
    endtask

    task want_none;  // for that many cycles
        input integer n;
        begin
            repeat (n) @(negedge clk);
            if (rx_seen != rx_n) begin
                wrong = wrong + 1;
                $display("# %0d: %0d words too many", now, rx_n - rx_seen);
                rx_seen = rx_n;
            end
        end
    endtask

    task restart;  // twice: a header, then a footer, that is offered in the last cycle of the reset is not taken
        for (cr = 0; cr < 2; cr = cr + 1) begin
            @(negedge clk) rst = 1;
            for (cz = 0; cz < 16; cz = cz + 1) causes[cz] = 0;
            s_data = 128'd1;
            s_hv = cr == 0;
            s_fv = cr == 1;
            repeat (3) @(negedge clk);
            if (s_hr || s_pr || s_fr) wrong = wrong + 1;
            rst = 0;
            s_hv = 0;
            s_fv = 0;
            was_v = 0;
            @(negedge clk) if (!(s_hr && s_pr && s_fr)) wrong = wrong + 1;
            repeat (2) @(negedge clk);
            if (causes[1] != 0 || causes[5] != 0) wrong = wrong + 1;
            rx_seen = rx_n;
        end
    endtask

    // counters of causes and what obs_rx showed
    task check_causes;
        input [15:0] first;  // unused causes may be skipped by a mask
        integer i;
        for (i = 1; i < 16; i = i + 1) if (first[i]) expect32(20'h40440 + 4 * i, causes[i], OKAY);
    endtask
