// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_nget and tnw_inj_arb between registers, a host memory that answers in any order and with faults, windows that
// inject, too, and links that stop: what is expected is worked out from tnw_pi.md, sections 4 to 6. 4 slots and 2
// descriptors a link.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer T = 2, D = 1, S = 1 << T, MAX = 512;  // MAX: descriptors of a link in one test
    // faults of a completion
    localparam integer NONE = 0, STATUS = 1, EP = 2, MUTE = 3, BYTES = 4, LOWER = 5, LONG = 6, BORDER = 7, ODD = 8, BAD_DATA = 9;

    reg          clk = 1'b0, rst = 1'b1;
    reg          wr = 1'b0, rd = 1'b0;
    reg  [15:0]  addr = 16'd0;
    reg  [31:0]  wdata = 32'd0, tmo = 32'd0;
    wire [31:0]  rdata;
    wire         rv, nv, gserve, pserve, gv, gl, i_not, i_fail, i_unex, i_bad, i_room;
    reg          rready = 1'b1, nready = 1'b1, cv = 1'b0, cmine = 1'b1, cep = 1'b0, chas = 1'b0, cdv = 1'b0;
    wire [63:0]  ra, na;
    wire [7:0]   rdw, rtag;
    reg  [23:0]  sent_q = 24'd0;
    reg  [2:0]   sent_v = 3'd0;
    reg  [7:0]   ctag = 8'd0;
    reg  [2:0]   cstat = 3'd0;
    reg  [11:0]  cbytes = 12'd0;
    reg  [6:0]   clow = 7'd0, cdw = 7'd0;
    reg  [127:0] cdata = 128'd0;
    wire [2:0]   nlink;
    reg          nsent = 1'b0;
    reg  [2:0]   nsent_link = 3'd0;
    wire [127:0] nd, gd, idata;
    wire [5:0]   gask, iv, pid;
    wire [2:0]   glink, gfrom, gvc, ivc, i_lost;
    wire [23:0]  goff, ioff;
    wire         il;
    reg  [47:0]  pask = 48'd0;
    reg  [5:0]   ok = 6'h3f;
    reg  [3:0]   pleft = 4'd0;
    reg  [5:0]   pfrom = 6'd0;
    always #2 clk = !clk;

    tnw_nget #(.TAG_LOG2(T), .DESC_LOG2(D), .LAST_EN(0)) dut (
        .clk(clk), .rst(rst), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(rdata),
        .cpl_tmo(tmo), .rd_valid(rv), .rd_ready(rready), .rd_addr(ra), .rd_dw(rdw), .rd_tag(rtag),
        .rd_sent(sent_v[2]), .rd_sent_tag(sent_q[23:16]), .cpl_valid(cv), .cpl_tag(ctag), .cpl_mine(cmine),
        .cpl_status(cstat), .cpl_ep(cep), .cpl_bytes(cbytes), .cpl_lower(clow), .cpl_dw(cdw), .cpl_has_data(chas),
        .cpl_dvalid(cdv), .cpl_data(cdata), .note_valid(nv), .note_ready(nready), .note_addr(na), .note_data(nd),
        .note_link(nlink), .note_sent(nsent), .note_sent_link(nsent_link), .ask(gask), .serve(gserve), .serve_link(glink), .inj_valid(gv), .inj_last(gl), .inj_data(gd), .inj_link(gfrom),
        .inj_vc(gvc), .inj_offset(goff), .inc_notified(i_not), .inc_failed(i_fail), .inc_unexpected(i_unex),
        .inc_bad(i_bad), .inc_no_room(i_room), .inc_lost(i_lost)
    );

    tnw_inj_arb arb (
        .clk(clk), .rst(rst), .ask({gask, pask}), .inj_ok(ok), .put_serve(pserve), .put_id(pid), .put_valid(pleft != 0),
        .put_last(pleft == 1), .put_data({122'd7, pfrom}), .put_from(pfrom), .put_offset({18'd5, pfrom}),
        .get_serve(gserve), .get_link(glink), .get_valid(gv), .get_last(gl), .get_data(gd), .get_from(gfrom),
        .get_vc(gvc), .get_offset(goff), .inj_valid(iv), .inj_last(il), .inj_data(idata), .inj_vc(ivc), .inj_offset(ioff)
    );

    integer cycle = 0, i, j, l, n;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d in cycle %0d", line, cycle);
        end
    endtask
    task must;
        input good;
        input integer line;
        if (good !== 1'b1) fault(line);
    endtask

    function [127:0] mem;  // 16 bytes of host memory
        input [59:0] a;
        mem = {a[31:0] * 32'd2654435761, a[59:28], ~a[31:0], a[31:0] ^ 32'h5a5a1234};
    endfunction

    // ---- descriptors of each link, in order, with what must become of them
    reg [63:0] d_src [0:6*MAX-1], d_note [0:6*MAX-1];
    reg [31:0] d_tag [0:6*MAX-1];
    integer    d_items [0:6*MAX-1], d_vc [0:6*MAX-1], d_off [0:6*MAX-1];
    integer    d_kind [0:6*MAX-1], d_fread [0:6*MAX-1], d_fat [0:6*MAX-1];
    integer    dh [0:5], dt [0:5];          // in work, behind the last
    integer    r_n [0:5], r_beat [0:5];     // of the one in work: reads made, beats they cover
    integer    in_items [0:5], in_beats [0:5];
    integer    want_items [0:5], want_cause [0:5], stopped [0:5];
    integer    doom [0:5];                  // descriptors below this number are aborted
    // ---- slots {link, slot}: a read there
    reg [191:0] p_wait;
    reg        p_held [0:191], p_lost [0:191], p_mute [0:191];
    reg [59:0] p_addr [0:191];
    integer    p_n [0:191], p_done [0:191], p_read [0:191], p_left [0:191], p_sent [0:191];
    integer    order [0:6*32-1], o_in [0:5], o_out [0:5];
    integer    notes = 0, fails = 0, items = 0, unex = 0, want_unex = 0, bads = 0, rooms = 0, losts = 0, reads = 0, gave = 0;
    integer    first_read = 0;
    wire [5:0] work = {dh[5] != dt[5], dh[4] != dt[4], dh[3] != dt[3], dh[2] != dt[2], dh[1] != dt[1], dh[0] != dt[0]};

    task aborted;  // descriptor dh of link l: nothing more of it
        input integer k;
        begin
            want_items[k] = in_items[k];
            want_cause[k] = 32;
            stopped[k] = cycle;
        end
    endtask
    task begins;  // descriptor dh of link l
        input integer k;
        begin
            r_n[k] = 0;
            r_beat[k] = 0;
            in_items[k] = 0;
            in_beats[k] = 0;
            stopped[k] = 0;
            want_cause[k] = 0;
            want_items[k] = -1;
            o_in[k] = 0;
            o_out[k] = 0;
            if (dh[k] < doom[k]) aborted(k);
        end
    endtask

    // ---- reads as they leave
    integer tag, at, len, e, shown = 0;  // shown: since when it is on rd
    reg        rv_q = 1'b0, nv_q = 1'b0;
    reg [59:0] want;
    task made;
        begin
            tag = rtag;
            l = tag / 32;
            e = l * MAX + dh[l] % MAX;
            reads = reads + 1;
            first_read = cycle;
            must(l < 6 && tag % 32 < S && work[l] === 1'b1, `__LINE__);
            must(!p_held[tag] && !p_lost[tag], `__LINE__);
            want = d_src[e][63:4] + r_beat[l];
            len = 32 - want[4:0];
            if (8 * d_items[e] - r_beat[l] < len) len = 8 * d_items[e] - r_beat[l];
            must(ra === {want, 4'd0} && rdw === 4 * len && len > 0, `__LINE__);
            must(stopped[l] == 0 || shown - stopped[l] < 4, `__LINE__);
            p_held[tag] = 1'b1;
            p_wait[tag] = 1'b1;
            p_mute[tag] = 1'b0;
            p_addr[tag] = want;
            p_n[tag] = len;
            p_left[tag] = len;
            p_done[tag] = 0;
            p_read[tag] = r_n[l];
            order[32*l+o_in[l]%32] = tag;
            o_in[l] = o_in[l] + 1;
            if (d_kind[e] != NONE && r_n[l] == d_fread[e]) begin
                want_items[l] = (r_beat[l] + d_fat[e]) / 8;
                want_cause[l] = d_kind[e] == STATUS || d_kind[e] == BAD_DATA ? 2 : d_kind[e] == EP ? 4 : d_kind[e] == MUTE ? 8 : 16;
            end
            r_n[l] = r_n[l] + 1;
            r_beat[l] = r_beat[l] + len;
        end
    endtask

    // ---- completions: rate in 16 of the cycles one begins; a read that is mute gets none
    integer    rate = 16, cbeats = 0, pick, k, m, stray_rate = 0, strays;
    reg [59:0] caddr = 60'd0;
    reg        junk = 1'b0;
    task complete;  // of the read with this tag
        begin
            e = (tag / 32) * MAX + dh[tag/32] % MAX;
            at = p_done[tag];
            caddr = p_addr[tag] + at;
            len = p_n[tag] - at;
            k = d_kind[e] != NONE && p_read[tag] == d_fread[e] ? d_kind[e] : NONE;
            // to a multiple of 64 bytes, or the end; not across the fault's place
            m = 4 - caddr[1:0] + 4 * rnd(4);
            if (m > len) m = len;
            if (m > 16) m = 16;
            if (k != NONE && at < d_fat[e] && at + m > d_fat[e]) m = d_fat[e] - at;
            if (at != d_fat[e]) k = NONE;
            ctag <= tag;
            cstat <= 3'd0;
            cep <= 1'b0;
            chas <= 1'b1;
            cbytes <= 16 * len;
            clow <= {caddr[2:0], 4'd0};
            cdw <= 4 * m;
            junk = 1'b0;
            case (k)
                STATUS: begin
                    cstat <= 3'd1;
                    chas <= 1'b0;
                    cdw <= 7'd0;
                    m = 0;
                end
                BAD_DATA: cstat <= 3'd4;
                EP: cep <= 1'b1;
                BYTES: cbytes <= 16 * len + 16;
                LOWER: clow <= {caddr[2:0] ^ 3'd1, 4'd0};
                LONG: begin
                    m = len + 1;
                    cdw <= 4 * m;
                end
                BORDER: begin
                    m = 5 - caddr[1:0];
                    cdw <= 4 * m;
                end
                ODD: cdw <= 4 * m - 2;
                default: ;
            endcase
            if (k == MUTE) begin
                p_mute[tag] = 1'b1;
                p_lost[tag] = 1'b1;
                p_wait[tag] = 1'b0;
            end else begin
                cv <= 1'b1;
                cbeats = m;
                p_done[tag] = at + m;
                if (k != NONE) stopped[tag/32] = cycle;
                if (p_done[tag] >= p_n[tag] || (k != NONE && k != EP)) p_wait[tag] = 1'b0;
                if (k >= BYTES && k <= ODD) p_lost[tag] = 1'b1;
            end
        end
    endtask
    task stray;  // one that no read waits for
        begin
            cv <= 1'b1;
            chas <= 1'b1;
            cdw <= 7'd16;
            cbytes <= 12'd64;
            clow <= 7'd0;
            cstat <= 3'd0;
            cep <= 1'b0;
            junk = 1'b1;
            cbeats = 4;
            want_unex = want_unex + 1;
            tag = 32 * rnd(6) + rnd(S);
            case (rnd(4))
                0: ctag <= 32 * (6 + rnd(2)) + rnd(S);          // no such link
                1: ctag <= 32 * rnd(6) + S + rnd(32 - S);       // no such slot
                2: begin                                        // another's
                    ctag <= tag;
                    cmine <= 1'b0;
                end
                default: begin                                  // neither data nor error
                    ctag <= tag;
                    chas <= 1'b0;
                    cdw <= 7'd0;
                    cbeats = 0;
                    if (p_lost[tag]) cmine <= 1'b0;
                end
            endcase
        end
    endtask
    task host;
        begin
            cv <= 1'b0;
            cdv <= 1'b0;
            if (cbeats != 0) begin
                if (rnd(8) != 0) begin
                    cdv <= 1'b1;
                    cdata <= junk ? {4{32'hdeadbeef}} : mem(caddr);
                    caddr = caddr + 60'd1;
                    cbeats = cbeats - 1;
                end
            end else begin
                cmine <= 1'b1;
                if (stray_rate != 0 && rnd(stray_rate) == 0) stray;
                else if (rnd(16) < rate) begin
                    pick = rnd(6 * S);
                    if (p_wait != 192'd0) while (!p_wait[pick/S*32+pick%S]) pick = (pick + 1) % (6 * S);
                    tag = pick / S * 32 + pick % S;
                    // its MRd is on the way for some cycles
                    if (p_wait[tag] && cycle - p_sent[tag] > 4 && p_sent[tag] != 0) complete;
                end
            end
        end
    endtask

    // ---- items
    integer beat = 0;
    task injected;
        begin
            must(iv === 6'd1 << gfrom, `__LINE__);
            l = gfrom;
            e = l * MAX + dh[l] % MAX;
            must(work[l] === 1'b1 && in_items[l] < (want_items[l] >= 0 ? want_items[l] : d_items[e]), `__LINE__);
            must(idata === mem(d_src[e][63:4] + in_beats[l]), `__LINE__);
            must(ivc === d_vc[e] && ioff === d_off[e] + 8 * in_items[l], `__LINE__);
            beat = (beat + 1) % 8;
            must(il === (beat == 0), `__LINE__);
            in_beats[l] = in_beats[l] + 1;
            if (beat == 0) begin
                in_items[l] = in_items[l] + 1;
                items = items + 1;
            end
            tag = order[32*l+o_out[l]%32];
            p_left[tag] = p_left[tag] - 1;
            if (p_left[tag] == 0) begin
                p_held[tag] = 1'b0;
                o_out[l] = o_out[l] + 1;
            end
        end
    endtask

`include "tnw_nget_notes.vh"
`include "tnw_nget_circle.vh"

    integer put_rate = 0, ready_rate = 1, ok_rate = 0, expired = 0;
    always @(posedge clk) begin
        cycle = cycle + 1;
        if (!rst) begin
            circle;
            if (gv) injected;
            if (nv && nready) noted;
            if (nsent) in_row[nsent_link] = 1'b0;
            if (rv && !rv_q) begin
                shown = cycle;
                must(!nv_q, `__LINE__);  // it would pass that notification
            end
            if (rv && rready) made;
            rv_q = rv && !rready;
            nv_q = nv && !nready;
            if (i_unex) unex = unex + 1;
            if (i_bad) bads = bads + 1;
            if (i_room) rooms = rooms + 1;
            if (i_fail) fails = fails + 1;
            if (i_lost != 0) expired = cycle;
            losts = losts + i_lost;
            if (sent_v[2]) p_sent[sent_q[23:16]] = cycle;
            if (sent_v[0]) p_sent[sent_q[7:0]] = 0;
            host;
        end
        nsent <= 1'b0;
        if (row_out != row_in && go != 0 && !rst && (row_rate == 1 || rnd(row_rate) == 0)) begin
            nsent <= 1'b1;
            nsent_link <= row[row_out%64];
            row_out = row_out + 1;
            go = go - 1;
        end
        sent_v <= {sent_v[1:0], rv && rready && !rst};
        sent_q <= {sent_q[15:0], rtag};
        if (pserve) begin
            pleft <= 4'd8;
            pfrom <= pid;
            pask[pid] <= 1'b0;
        end else if (pleft != 0) pleft <= pleft - 4'd1;
        if (put_rate != 0) pask[rnd(48)] <= rnd(put_rate) == 0;
        rready <= rnd(ready_rate) == 0;
        nready <= rnd(ready_rate) == 0;
        if (ok_rate == 0) ok <= 6'h3f;
        else ok[rnd(6)] <= rnd(ok_rate) == 0;
    end

    task write;
        input [15:0] a;
        input [31:0] v;
        begin
            @(negedge clk) wr = 1'b1;
            addr = a;
            wdata = v;
            @(negedge clk) wr = 1'b0;
        end
    endtask
    task expect_reg;
        input [15:0] a;
        input [31:0] v;
        begin
            @(negedge clk) rd = 1'b1;
            addr = a;
            @(negedge clk) rd = 1'b0;
            if (rdata !== v) $display("# register %h is %h, not %h", a, rdata, v);
            must(rdata === v, `__LINE__);
            @(negedge clk) must(rdata === 32'd0, `__LINE__);
        end
    endtask
    task idle; input integer c; repeat (c) @(negedge clk); endtask
    reg stuck = 1'b0;  // a descriptor never ended: the rest of the test is left out
    // a descriptor as it stands in the registers of link k; fault kind at beat fat of its read fread
    task give;
        input integer    k, items_n, vc, off;
        input [63:0]     src;
        input integer    kind, fread, fat;
        integer          x;
        if (!stuck) begin
            for (n = 0; dt[k] - dh[k] >= 1 << D && n < 20000; n = n + 1) @(negedge clk);
            if (n == 20000) stuck = 1'b1;
            x = k * MAX + dt[k] % MAX;
            d_src[x] = src;
            d_items[x] = items_n;
            d_vc[x] = vc;
            d_off[x] = off;
            d_note[x] = {28'h7, k[3:0], dt[k][27:0], 4'd0};
            d_tag[x] = rnd(65536) * 65536 + dt[k];
            d_kind[x] = kind;
            d_fread[x] = fread;
            d_fat[x] = fat;
            write(16'h8000 + 256 * k, src[31:0]);
            write(16'h8004 + 256 * k, src[63:32]);
            write(16'h8008 + 256 * k, 128 * items_n);
            write(16'h800c + 256 * k, d_tag[x]);
            write(16'h8010 + 256 * k, {vc[2:0], 5'd0, off[23:0]});
            write(16'h8014 + 256 * k, d_note[x][31:0]);
            gave = cycle + 1;
            dt[k] = dt[k] + 1;
            write(16'h8018 + 256 * k, d_note[x][63:32]);
        end
    endtask
    task drain;  // until all descriptors have ended
        input integer limit;
        if (!stuck) begin
            n = 0;
            while (work != 0 && n < limit) begin
                @(negedge clk);
                n = n + 1;
            end
            must(work === 6'd0, `__LINE__);
            stuck = work !== 6'd0;
            strays = stray_rate;
            stray_rate = 0;  // one that comes now is not counted yet
            idle(20);
            must(unex == want_unex, `__LINE__);
            stray_rate = strays;
        end
    endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            p_wait = 192'd0;
            for (i = 0; i < 192; i = i + 1) begin
                p_held[i] = 1'b0;
                p_lost[i] = 1'b0;
                p_mute[i] = 1'b0;
                p_sent[i] = 0;
            end
            for (i = 0; i < 6; i = i + 1) begin
                dh[i] = 0;
                dt[i] = 0;
                doom[i] = 0;
                begins(i);
            end
            tmo = 32'd0;
            rate = 16;
            put_rate = 0;
            pask = 48'd0;
            ready_rate = 1;
            ok_rate = 0;
            stray_rate = 0;
            row_rate = 1;
            go = 1 << 20;
            row_out = row_in;
            in_row = 6'd0;
            cbeats = 0;
            beat = 0;
            stuck = 1'b0;
            since = 8;
            last = 53;
            notes = 0;
            fails = 0;
            items = 0;
            unex = 0;
            want_unex = 0;
            bads = 0;
            rooms = 0;
            losts = 0;
            reads = 0;
            idle(12);
            rst = 1'b0;
            idle(2);
        end
    endtask
`include "tnw_nget_tests.vh"
endmodule
