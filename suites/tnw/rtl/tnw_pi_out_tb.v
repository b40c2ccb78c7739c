// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi_out between those who write, notify, read and answer, and a host that takes TLPs by class: form, content and order
// of each by tnw_pi.md section 3.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_out_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam [15:0] RID = 16'h0a08;
    localparam integer MAX = 8192;

    reg          clk = 1'b0, rst = 1'b1;
    reg          wv = 1'b0, wf = 1'b0, wl = 1'b0, nv = 1'b0, rv = 1'b0, adv = 1'b0, av = 1'b0, mr = 1'b0;
    reg  [63:0]  wa = 64'd0, na = 64'd0, ra = 64'd0;
    reg  [127:0] wd = 128'd0, nd = 128'd0;
    reg  [7:0]   rdw = 8'd0, rt = 8'd0;
    reg  [3:0]   aat = 4'd0;
    reg  [31:0]  ad = 32'd0;
    reg  [95:0]  ah = 96'd0;
    reg  [4:0]   an = 5'd0;
    reg  [2:0]   ok = 3'd0;
    reg  [2:0]   nl = 3'd0;
    wire         wr, nr, rr, sent, gone, nsent, mv, ml;
    wire [7:0]   sent_tag;
    wire [2:0]   nsent_link;
    wire [127:0] md;
    wire [3:0]   mk;
    always #2 clk = !clk;

    tnw_pi_out dut (
        .clk(clk), .rst(rst), .rid(RID), .m_wr_valid(wv), .m_wr_ready(wr), .m_wr_first(wf), .m_wr_last(wl), .m_wr_addr(wa),
        .m_wr_data(wd), .note_valid(nv), .note_ready(nr), .note_addr(na), .note_data(nd), .note_link(nl),
        .note_sent(nsent), .note_sent_link(nsent_link), .rd_valid(rv), .rd_ready(rr), .rd_addr(ra), .rd_dw(rdw), .rd_tag(rt), .rd_sent(sent), .rd_sent_tag(sent_tag), .ans_dvalid(adv), .ans_at(aat),
        .ans_data(ad), .ans_valid(av), .ans_header(ah), .ans_dw(an), .ans_gone(gone), .m_tlp_valid(mv), .m_tlp_ready(mr),
        .m_tlp_data(md), .m_tlp_keep(mk), .m_tlp_last(ml), .m_tlp_ok(ok)
    );

    integer now = 0, i, j;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d at %0d", line, now);
        end
    endtask
    function [31:0] dw_of;  // DW at of what number n of kind k carries
        input integer k, n, at;
        dw_of = {k[3:0], n[15:0], at[11:0]} * 32'd2654435761;
    endfunction
    function [127:0] word_of;
        input integer k, n, at;
        word_of = {dw_of(k, n, 4 * at + 3), dw_of(k, n, 4 * at + 2), dw_of(k, n, 4 * at + 1), dw_of(k, n, 4 * at)};
    endfunction

    // ---- what is to be made, when it was, and what has left: 0 writes, 1 notifications, 2 answers, 3 reads; notification
    // n is link n % 6's, which has another one from note_sent on
    reg [63:0] addr [0:4*MAX-1];
    integer    size [0:4*MAX-1];  // words, words, DWs, DWs
    integer    made [0:4*MAX-1];
    integer    todo [0:3], begun [0:3], left [0:3], began [0:3], gap = 0, w_beat = 0, a_beat = 0, part = 0, told = 0;
    task add;  // something of kind k
        input integer k;
        input [63:0]  at;
        input integer m;
        begin
            addr[k*MAX+todo[k]] = at;
            size[k*MAX+todo[k]] = m;
            todo[k] = todo[k] + 1;
        end
    endtask
    task makes;
        input integer k;
        begin
            made[k*MAX+begun[k]] = now;
            begun[k] = begun[k] + 1;
        end
    endtask

    // ---- TLPs: DWs of the one that comes, as they stand on the stream
    reg [31:0] d [0:511];
    integer    n = 0, kind, first_at = 0, tlps = 0, starts [0:4*MAX-1], to_page, words, skip;
    reg [2:0]  ok_before = 3'd0;
    reg        held = 1'b0, first;
    reg [133:0] held_beat;
    function [31:0] number;
        input [31:0] w;
        number = {w[7:0], w[15:8], w[23:16], w[31:24]};
    endfunction
    task is;  // DW at of the TLP
        input integer at;
        input [31:0]  v;
        if (number(d[at]) !== v) begin
            if (wrong < 3) $display("# DW %0d is %h, due is %h", at, number(d[at]), v);
            fault(`__LINE__);
        end
    endtask
    task header;  // of a memory request: Fmt without its 4DW bit; gives where the payload begins
        input [31:0] h0;
        input [7:0]  tag;
        input [63:0] at;
        begin
            is(0, h0 | (at[63:32] != 32'd0 ? 32'h20000000 : 32'd0));
            is(1, {RID, tag, 8'hff});
            if (at[63:32] != 32'd0) is(2, at[63:32]);
            skip = at[63:32] != 32'd0 ? 4 : 3;
            is(skip - 1, at[31:0]);
        end
    endtask
    task older;  // nothing of kind k that is here was made clearly before cycle t
        input integer k, t;
        if (left[k] < begun[k] && made[k*MAX+left[k]] + 4 < t) fault(`__LINE__);
    endtask
    task whole;
        begin
            tlps = tlps + 1;
            i = kind * MAX + left[kind];
            if (left[kind] >= begun[kind]) fault(`__LINE__);
            else begin
                for (j = 0; j < (kind == 3 ? 2 : 3); j = j + 1) if (j != kind) older(j, made[i]);
                case (kind)
                    0, 1: begin
                        to_page = (4096 - addr[i][11:0]) / 16;
                        words = part != 0 ? size[i] - part : to_page < size[i] ? to_page : size[i];
                        header(32'h40000000 + 4 * words, 8'd0, addr[i] + 16 * part);
                        for (j = 0; j < 4 * words; j = j + 1)
                            if (d[skip+j] !== dw_of(kind, left[kind], 4 * part + j)) fault(`__LINE__);
                        if (n != skip + 4 * words) fault(`__LINE__);
                        if (part == 0) starts[i] = first_at;
                        part = part + words == size[i] ? 0 : words;
                    end
                    2: begin
                        for (j = 0; j < 3 + size[i]; j = j + 1) if (d[j] !== dw_of(2, left[2], j)) fault(`__LINE__);
                        if (n != 3 + size[i] || !gone) fault(`__LINE__);
                    end
                    3: begin
                        header(size[i], left[3], addr[i]);
                        if (n != skip || !sent || sent_tag !== left[3] % 256) fault(`__LINE__);
                    end
                endcase
                if (kind != 2 && gone) fault(`__LINE__);
                if (kind != 3 && sent) fault(`__LINE__);
                if (kind != 0 || part == 0) left[kind] = left[kind] + 1;  // a read may go between the halves of a write
            end
        end
    endtask
    function integer kind_of;  // an answer's header is noise here, notifications have addresses of their own
        input [127:0] v;
        kind_of = left[2] < begun[2] && v[31:0] == dw_of(2, left[2], 0) ? 2 : v[7:0] == 8'h00 || v[7:0] == 8'h20 ? 3
            : v[7:0] == 8'h60 && v[79:64] == 16'h0070 ? 1 : 0;
    endfunction

    integer ready_in = 1, wr_gap = 0, note_gap = 0, read_gap = 0, ans_gap = 0;
    always @(posedge clk) if (!rst) begin
        // what was taken
        if (wv && wr) begin
            if (wf) makes(0);
            w_beat = wl ? 0 : w_beat + 1;
        end
        if (nv && !nr && !av) fault(`__LINE__);  // a link's one always has room
        if (nv && nr) makes(1);
        if (av) makes(2);
        if (rv && rr) makes(3);
        // what comes
        if (held && {mv, ml, mk, md} !== held_beat) fault(`__LINE__);
        first = mv && mr && n == 0;
        if (mv) begin
            if (n == 0 && !held) begin
                kind = kind_of(md);
                first_at = now;
                if (!ok_before[kind == 3 ? 1 : kind == 2 ? 2 : 0]) fault(`__LINE__);
                if (left[kind] >= begun[kind]) fault(`__LINE__);
            end
            if (!ml && mk !== 4'hf) fault(`__LINE__);
            if (mr) begin
                for (j = 0; j < 4; j = j + 1) if (mk[j]) begin
                    if (j > 0 && !mk[j-1]) fault(`__LINE__);
                    d[n] = md[32*j+:32];
                    n = n + 1;
                end
                if (ml) begin
                    whole;
                    n = 0;
                end
            end
        end
        if (!(mv && mr && ml) && (sent || gone)) fault(`__LINE__);
        if (nsent !== (first && kind == 1) || (nsent && nsent_link !== told % 6)) fault(`__LINE__);
        if (nsent) told = told + 1;
        held = mv && !mr;
        held_beat = {mv, ml, mk, md};
        ok_before = ok;
        // what is given: held until it was taken
        if (!wv || wr) begin
            i = begun[0];
            wv <= (w_beat != 0 || begun[0] < todo[0]) && (wr_gap == 0 || rnd(wr_gap) == 0);
            if (w_beat != 0) i = begun[0] - 1;
            wf <= w_beat == 0;
            wl <= w_beat == size[i] - 1;
            wa <= addr[i];
            wd <= word_of(0, i, w_beat);
        end
        if (!nv || nr) begin
            nv <= begun[1] < todo[1] && begun[1] < told + 6 && (note_gap == 0 || rnd(note_gap) == 0);
            nl <= begun[1] % 6;
            na <= addr[MAX+begun[1]];
            nd <= word_of(1, begun[1], 0);
        end
        if (!rv || rr) begin
            rv <= begun[3] < todo[3] && (read_gap == 0 || rnd(read_gap) == 0);
            ra <= addr[3*MAX+begun[3]];
            rdw <= size[3*MAX+begun[3]];
            rt <= begun[3];
        end
        // answers: DW by DW, header with the last, eight at most
        adv <= 1'b0;
        av <= 1'b0;
        if (begun[2] < todo[2] && !av && begun[2] - left[2] < 8 && (ans_gap == 0 || rnd(ans_gap) == 0)) begin
            i = begun[2];
            adv <= size[2*MAX+i] != 0;
            aat <= a_beat;
            ad <= dw_of(2, i, 3 + a_beat);
            ah <= {dw_of(2, i, 2), dw_of(2, i, 1), dw_of(2, i, 0)};
            an <= size[2*MAX+i];
            a_beat = a_beat + 1;
            if (a_beat >= size[2*MAX+i]) begin
                av <= 1'b1;
                a_beat = 0;
            end
        end
        mr <= ready_in == 0 ? 1'b0 : rnd(ready_in) == 0;
        now = now + 1;
    end

    task idle; input integer m; repeat (m) @(negedge clk); endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            for (i = 0; i < 4; i = i + 1) begin
                todo[i] = 0;
                begun[i] = 0;
                left[i] = 0;
            end
            {wv, nv, rv, adv, av, held} = 6'd0;
            w_beat = 0;
            a_beat = 0;
            part = 0;
            told = 0;
            n = 0;
            tlps = 0;
            ok = 3'b111;
            ready_in = 1;
            wr_gap = 0;
            note_gap = 0;
            read_gap = 0;
            ans_gap = 0;
            idle(2);
            rst = 1'b0;
        end
    endtask
    integer patience;
    task drain;  // until all has left, or not
        begin
            ok = 3'b111;
            patience = 8000;
            while (patience > 0 && (left[0] < todo[0] || left[1] < todo[1] || left[2] < todo[2] || left[3] < todo[3])) begin
                @(negedge clk);
                patience = patience - 1;
            end
            idle(20);
        end
    endtask
    task drain_and_judge;
        begin
            drain;
            for (i = 0; i < 4; i = i + 1) if (left[i] != todo[i]) begin
                $display("# of kind %0d %0d left, %0d due", i, left[i], todo[i]);
                fault(`__LINE__);
            end
            judge;
        end
    endtask

`include "tnw_pi_out_tests.vh"
endmodule
