// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi_in, TLP by TLP: each is sent with what tnw_pi.md section 2 makes of it, in three lists: what is worked off, answers,
// verdicts. The bench is the host and all registers, too.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_in_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer O = 10;
    localparam integer MALF = 1, CPL = 2, UNSUP = 3, EP = 4, NOBAR = 5, REG = 6, REGRD = 7, PPUT = 8, FINE = 9;
    localparam [15:0] RID = 16'h0a08;
    localparam [63:0] BAR0 = 64'h00000000_fe010000, BAR2 = 64'h00000012_34500000;
    localparam [3:0]  E_WR = 1, E_RD = 2, E_FRAG = 3, E_FORM = 4, E_CPL = 5, E_BEAT = 6;

    reg           clk = 1'b0, rst = 1'b1;
    reg           sv = 1'b0, sl = 1'b0, gone = 1'b0;
    reg  [127:0]  sd = 128'd0;
    reg  [3:0]    sk = 4'd0;
    reg  [31:0]   rdata = 32'd0;
    wire          sr, rw, rr, fv, mv, cv, cmine, cep, chas, cdv, adv, av, jv, dv;
    wire [2:0]    sok, cstat;
    wire [15:0]   ra;
    wire [31:0]   rwd, ma, ad;
    wire [5:0]    id;
    wire [O-1:0]  fa;
    wire [127:0]  fd, cd;
    wire [7:0]    ctag;
    wire [11:0]   cbytes;
    wire [6:0]    clower, cdw;
    wire [3:0]    aat, jc, dc;
    wire [95:0]   ah;
    wire [4:0]    an;
    always #2 clk = !clk;

    tnw_pi_in #(.OFF_LOG2(O), .LAST_EN(0)) dut (
        .clk(clk), .rst(rst), .rid(RID), .bar0(BAR0), .bar2(BAR2), .s_tlp_valid(sv), .s_tlp_ready(sr), .s_tlp_data(sd),
        .s_tlp_keep(sk), .s_tlp_last(sl), .s_tlp_ok(sok), .reg_wr(rw), .reg_rd(rr), .reg_addr(ra), .reg_wdata(rwd),
        .reg_rdata(rdata), .frag_valid(fv), .form_valid(mv), .in_id(id), .frag_addr(fa), .frag_data(fd), .form_addr(ma),
        .cpl_valid(cv), .cpl_tag(ctag), .cpl_mine(cmine), .cpl_status(cstat), .cpl_ep(cep), .cpl_bytes(cbytes),
        .cpl_lower(clower), .cpl_dw(cdw), .cpl_has_data(chas), .cpl_dvalid(cdv), .cpl_data(cd), .ans_dvalid(adv),
        .ans_at(aat), .ans_data(ad), .ans_valid(av), .ans_header(ah), .ans_dw(an), .ans_gone(gone), .judged_valid(jv),
        .judged_cause(jc), .obs_drop_valid(dv), .obs_drop_cause(dc)
    );

    integer now = 0, i;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d at %0d", line, now);
        end
    endtask

    // ---- what must come, and when it must have: work, answers, verdicts
    reg [199:0] work [0:16383];
    reg [100:0] answer [0:8191];
    reg [511:0] answer_data [0:8191];
    integer     work_time [0:16383];  // cycle in which it must have come
    reg [3:0]   verdict_due [0:8191];
    integer     work_n = 0, work_at = 0, answer_n = 0, answer_at = 0, verdict_n = 0, verdict_at = 0;
    integer     last_n = 0;           // work of TLPs whose last beat was accepted
    integer     limit = 24;           // cycles behind that
    task due;
        input [3:0]   kind;
        input [195:0] v;
        begin
            work[work_n] = {kind, v};
            work_time[work_n] = limit;
            work_n = work_n + 1;
        end
    endtask
    task happens;
        input [3:0]   kind;
        input [195:0] v;
        begin
            if (work_at >= last_n || work[work_at] !== {kind, v}) begin
                if (wrong < 3) $display("# kind %0d %h, due is %0d %h", kind, v, work[work_at][199:196], work[work_at][195:0]);
                fault(`__LINE__);
            end
            if (now > work_time[work_at]) fault(`__LINE__);
            work_at = work_at + 1;
        end
    endtask

    function [127:0] first_dws;
        input [127:0] v;
        input [2:0]   m;
        first_dws = v & ~({128{1'b1}} << 32 * m);
    endfunction

    // ---- the registers: 64 KiB of memory; data in the cycle behind the strobe, else noise
    reg [31:0]  regs [0:16383];
    reg [31:0]  shadow [0:16383];  // as the TLPs sent leave them
    initial for (i = 0; i < 16384; i = i + 1) begin
        regs[i] = i * 32'h9e3779b9;
        shadow[i] = regs[i];
    end
    reg [511:0] got = 512'd0;
    integer     answers = 0;   // that are there and have not left
    integer     stalled = 0, longest = 0, reads_out = 0;
    reg         released = 1'b0;
    reg         drain = 1'b1;  // answers leave, one cycle in four
    always @(posedge clk) if (!rst) begin
        if (rw) begin
            regs[ra[15:2]] = rwd;
            happens(E_WR, {ra, rwd});
            if (id !== ra[11:6]) fault(`__LINE__);  // of an injection window's registers
        end
        if (rr) happens(E_RD, ra);
        if (fv) happens(E_FRAG, {id, fa, fd});
        if (mv) happens(E_FORM, {id, ma});
        if (cv) happens(E_CPL, {ctag, cmine, cstat, cep, cbytes, clower, cdw, chas});
        if (cdv) happens(E_BEAT, {work[work_at][130:128], first_dws(cd, work[work_at][130:128])});
        if (rw + rr + fv + mv + cv + cdv > 1) fault(`__LINE__);
        if (adv) got[32*aat+:32] = ad;
        if (av) begin
            if (answer_at >= answer_n || {ah, an} !== answer[answer_at]) begin
                if (wrong < 3) $display("# answer %h, due is %h", {ah, an}, answer[answer_at]);
                fault(`__LINE__);
            end
            if (got !== (answer_data[answer_at] & ~({512{1'b1}} << 32 * an))) fault(`__LINE__);
            got = 512'd0;
            answer_at = answer_at + 1;
            answers = answers + 1;
        end
        if (jv) begin
            if (verdict_at >= verdict_n || jc !== verdict_due[verdict_at]) begin
                if (wrong < 3) $display("# cause %0d, due is %0d", jc, verdict_due[verdict_at]);
                fault(`__LINE__);
            end
            if (dv !== (jc != CPL && jc != FINE) || (dv && dc !== jc)) fault(`__LINE__);
            verdict_at = verdict_at + 1;
        end else if (dv) fault(`__LINE__);
        stalled = sr ? 0 : stalled + 1;
        if (stalled > longest) longest = stalled;
        if (sok[0] !== released || sok[2] !== released) fault(`__LINE__);
        if (sok[1] !== (released && reads_out <= 4)) fault(`__LINE__);
        if (sv && sr && opens) reads_out = reads_out + 1;
        if (gone) reads_out = reads_out - 1;
        if (jv && shuts[verdict_at-1]) reads_out = reads_out - 1;
        gone <= drain && answers > 0 && now % 4 == 0;
        if (drain && answers > 0 && now % 4 == 0) answers = answers - 1;
        now = now + 1;
    end
    always @(posedge clk) released <= !rst;
    always @(posedge clk) rdata <= rr ? regs[ra[15:2]] : rnd(65536);
    // ---- TLPs: DWs as they stand on the stream
    reg [31:0] d [0:299];
    integer    n = 0, gaps = 0, b, k, np_now = 0;
    reg        opens = 1'b0;         // the beat begins what may be answered
    reg        shuts [0:8191];       // the TLP of this verdict began like one, and is not answered
    task head;
        input [31:0] w;
        begin
            d[n] = {w[7:0], w[15:8], w[23:16], w[31:24]};
            n = n + 1;
        end
    endtask
    task pay;
        input [31:0] w;
        begin
            d[n] = w;
            n = n + 1;
        end
    endtask
    function [31:0] byte_dw;  // payload that tells where it belongs
        input integer seed, at;
        byte_dw = {seed[15:0] + at[15:0], at[7:0], seed[7:0] ^ 8'h5a};
    endfunction
    // sends what stands in d, its verdict cause; np: begins like a request to be answered, ans: is answered
    task send;
        input integer cause;
        input         np, ans;
        begin
            verdict_due[verdict_n] = cause;
            shuts[verdict_n] = np && !ans;
            verdict_n = verdict_n + 1;
            for (b = 0; b < n; b = b + 4) begin
                while (gaps != 0 && rnd(gaps) == 0) @(negedge clk);
                sv = 1'b1;
                sl = b + 4 >= n;
                opens = np && b == 0;
                for (k = 0; k < 4; k = k + 1) begin
                    sk[k] = b + k < n;
                    sd[32*k+:32] = b + k < n ? d[b+k] : 32'hxxxxxxxx;
                end
                #1;
                while (!sr) @(negedge clk) #1;
                if (sl) begin
                    while (last_n < work_n) begin
                        work_time[last_n] = work_time[last_n] + now;
                        last_n = last_n + 1;
                    end
                end
                @(negedge clk) sv = 1'b0;
                opens = 1'b0;
            end
            n = 0;
        end
    endtask
    task idle; input integer m; repeat (m) @(negedge clk); endtask

    // ---- requests with what they do
    integer    seq = 0, dws, a;
    reg [63:0] at;
    task request;  // header of Fmt/Type h0[31:24] and Length; tag counts
        input [31:0] h0;
        input [63:0] addr;
        input [7:0]  be;
        begin
            seq = seq + 1;
            head(h0);
            head({16'h0100, seq[7:0], be});
            if (h0[29]) head(addr[63:32]);
            head(addr[31:0]);
        end
    endtask
    task fill; input integer m; for (i = 0; i < m; i = i + 1) pay(byte_dw(seq, i)); endtask
    task write_regs;  // m DWs from addr on, which are fine
        input [15:0]  addr;
        input integer m;
        begin
            request(32'h40000000 + m, BAR0 + addr, m == 1 ? 8'h0f : 8'hff);
            fill(m);
            for (i = 0; i < m; i = i + 1) begin
                due(E_WR, {addr[15:0] + i[13:0] * 16'd4, byte_dw(seq, i)});
                shadow[addr[15:2]+i] = byte_dw(seq, i);
            end
            send(FINE, 1'b0, 1'b0);
        end
    endtask
    task answered;  // Length field, status, Byte Count, Lower Address of the answer to the request sent last
        input [7:0]  tc_attr;  // {TC, Attr}
        input integer m, status, bytes, lower;
        reg [31:0] a0, a1, a2;
        begin
            a0 = {m != 0 ? 8'h4a : 8'h0a, 1'b0, tc_attr[5:3], 1'b0, tc_attr[2], 2'd0, 2'd0, tc_attr[1:0], 2'd0, m[9:0]};
            a1 = {RID, status[2:0], 1'b0, bytes[11:0]};
            a2 = {16'h0100, seq[7:0], 1'b0, lower[6:0]};
            answer[answer_n] = {{a2[7:0], a2[15:8], a2[23:16], a2[31:24]}, {a1[7:0], a1[15:8], a1[23:16], a1[31:24]},
                                {a0[7:0], a0[15:8], a0[23:16], a0[31:24]}, m[4:0]};
            answer_data[answer_n] = 512'd0;
            answer_n = answer_n + 1;
        end
    endtask
    task read_regs;  // answered with bytes and lower
        input [15:0]  addr;
        input integer m;
        input [7:0]   be;
        input integer bytes, lower;
        begin
            while (!sok[1]) @(negedge clk);
            request(32'h00000000 + m, BAR0 + addr, be);
            if (be[3:0] != 4'd0) for (i = 0; i < m; i = i + 1) due(E_RD, addr + i[13:0] * 16'd4);
            answered(8'd0, m, 0, bytes, lower);
            if (be[3:0] != 4'd0) for (i = 0; i < m; i = i + 1) answer_data[answer_n-1][32*i+:32] = shadow[addr[15:2]+i];
            send(FINE, 1'b1, 1'b1);
        end
    endtask
    task put;  // m fragments to window w, from fragment f on
        input integer w, f, m;
        begin
            at = BAR2 + (w * 64'd1024 + f) * 16;
            request(32'h60000000 + 4 * m, at, 8'hff);
            fill(4 * m);
            limit = m <= 4 ? 5 : 24;  // TNW-LAT-7: two for tnw_pput and one to spare
            for (i = 0; i < m; i = i + 1)
                due(E_FRAG, {w[5:0], f[9:0] + i[9:0], byte_dw(seq, 4*i+3), byte_dw(seq, 4*i+2), byte_dw(seq, 4*i+1),
                             byte_dw(seq, 4*i)});
            limit = 24;
            send(FINE, 1'b0, 1'b0);
        end
    endtask
    task completion;  // m DWs, requester, status, EP, Byte Count, Lower Address; its last word is compared as far as it goes
        input integer m;
        input [15:0]  requester;
        input integer tag, status, ep, bytes, lower;
        begin
            seq = seq + 1;
            head({m != 0 ? 8'h4a : 8'h0a, 8'd0, 1'b0, ep[0], 4'd0, m[9:0]});
            head({16'h1122, status[2:0], 1'b0, bytes[11:0]});
            head({requester, tag[7:0], 1'b0, lower[6:0]});
            fill(m);
            due(E_CPL, {tag[7:0], requester == RID, status[2:0], ep[0], bytes[11:0], lower[6:0], m[6:0], m != 0});
            for (i = 0; i < m; i = i + 4)
                due(E_BEAT, {m - i > 4 ? 3'd4 : m[2:0] - i[2:0], first_dws({byte_dw(seq, i + 3), byte_dw(seq, i + 2), byte_dw(seq, i + 1),
                             byte_dw(seq, i)}, m - i > 4 ? 4 : m - i)});
            send(CPL, 1'b0, 1'b0);
        end
    endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            drain = 1'b1;
            gone = 1'b0;
            repeat (3) @(negedge clk);
            rst = 1'b0;
            answers = 0;
            reads_out = 0;
            longest = 0;
            stalled = 0;
            repeat (2) @(negedge clk);
        end
    endtask
    task settle_and_judge;
        begin
            idle(60);
            if (work_at != work_n || answer_at != answer_n || verdict_at != verdict_n) begin
                $display("# work %0d of %0d, answers %0d of %0d, verdicts %0d of %0d", work_at, work_n, answer_at, answer_n,
                         verdict_at, verdict_n);
                fault(`__LINE__);
            end
            if (longest > 40) fault(`__LINE__);
            work_at = work_n;
            last_n = work_n;
            answer_at = answer_n;
            verdict_at = verdict_n;
            judge;
        end
    endtask

`include "tnw_pi_in_tests.vh"
endmodule
