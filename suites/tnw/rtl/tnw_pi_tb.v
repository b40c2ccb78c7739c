// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pi whole, for what its blocks only give together: latencies from port to port, a host that takes nothing, and
// the order of data, notifications and register reads. Expected values by hand from tnw_pi.md.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam [15:0] RID = 16'h0208, HOST = 16'h0008;
    localparam [63:0] BAR0 = 64'h00000000_fe010000, BAR2 = 64'h00000012_34000000;
    localparam [63:0] SOURCE = 64'h00000000_00401000, NOTIFY = 64'h00000000_00500020;

    reg          clk = 1'b0, rst = 1'b1;
    reg          sv = 1'b0, sl = 1'b0, mr = 1'b1, wv = 1'b0, wf = 1'b0, wl = 1'b0;
    reg  [127:0] sd = 128'd0, wd = 128'd0;
    reg  [3:0]   sk = 4'd0;
    reg  [2:0]   mok = 3'b111;
    reg  [63:0]  wa = 64'd0;
    wire         sr, mv, ml, wr, rw, rr, dv, ev, il;
    wire [2:0]   sok, ivc, ec;
    wire [127:0] md, idat;
    wire [3:0]   mk, dc;
    wire [5:0]   iv, eid;
    wire [23:0]  ioff;
    wire [15:0]  ra;
    wire [31:0]  rwd;
    always #2 clk = !clk;

    tnw_pi #(.LAST_EN(0)) dut (
        .clk(clk), .rst(rst), .rid(RID), .bar0(BAR0), .bar2(BAR2), .s_tlp_valid(sv), .s_tlp_ready(sr), .s_tlp_data(sd),
        .s_tlp_keep(sk), .s_tlp_last(sl), .s_tlp_ok(sok), .m_tlp_valid(mv), .m_tlp_ready(mr), .m_tlp_data(md),
        .m_tlp_keep(mk), .m_tlp_last(ml), .m_tlp_ok(mok), .m_wr_valid(wv), .m_wr_ready(wr), .m_wr_first(wf),
        .m_wr_last(wl), .m_wr_addr(wa), .m_wr_data(wd), .inj_ok(6'h3f), .inj_valid(iv), .inj_last(il), .inj_data(idat),
        .inj_vc(ivc), .inj_offset(ioff), .reg_wr(rw), .reg_rd(rr), .reg_addr(ra), .reg_wdata(rwd), .reg_rdata(32'd0),
        .obs_drop_valid(dv), .obs_drop_cause(dc), .obs_err_valid(ev), .obs_err_id(eid), .obs_err_cause(ec)
    );

    integer now = 0, i, j, k;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d at %0d", line, now);
        end
    endtask

    // ---- what is seen: when a TLP began and what it was, items, strobes
    reg [127:0] tlp [0:255];
    integer     tlp_at [0:255], tlps = 0, item_at [0:255], items = 0, strobes = 0, beat = 0, stalled = 0, longest = 0;
    reg [33:0]  item [0:255];  // link, channel, offset
    reg         shown = 1'b0, mid = 1'b0;
    always @(posedge clk) begin
        if (mv && !mid && !shown) begin
            tlp[tlps] = md;
            tlp_at[tlps] = now;
            tlps = tlps + 1;
        end
        shown = mv && !mr;
        if (mv && mr) mid = !ml;
        if (iv != 6'd0) begin
            if (beat == 0) begin
                item[items] = {1'b0, iv, ivc, ioff};
                item_at[items] = now;
            end
            if (idat !== {4{items[15:0], beat[15:0]}}) fault(`__LINE__);
            if (il !== (beat == 7)) fault(`__LINE__);
            beat = (beat + 1) % 8;
            if (beat == 0) items = items + 1;
        end
        if (rw || rr) strobes = strobes + 1;
        stalled = sr || rst ? 0 : stalled + 1;
        if (stalled > longest) longest = stalled;
        now = now + 1;
    end

    // ---- TLPs to it; sent: the cycle in which the last beat was accepted
    reg [31:0] d [0:99];
    integer    n = 0, sent = 0;
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
    task send;
        begin
            for (i = 0; i < n; i = i + 4) begin
                sv = 1'b1;
                sl = i + 4 >= n;
                for (j = 0; j < 4; j = j + 1) begin
                    sk[j] = i + j < n;
                    sd[32*j+:32] = d[i+j];
                end
                #1;
                while (!sr) @(negedge clk) #1;
                sent = now;
                @(negedge clk) sv = 1'b0;
            end
            n = 0;
        end
    endtask
    task beats;  // m beats of item t from beat f on, as payload
        input integer t, f, m;
        for (k = f; k < f + m; k = k + 1) repeat (4) pay({t[15:0], k[15:0]});
    endtask
    task put;  // 64 bytes, half h of item t, to item p of window w
        input integer w, p, t, h;
        begin
            head(32'h60000010);
            head({HOST, 16'h00ff});
            head(BAR2[63:32]);
            head(BAR2[31:0] + (w << 20) + 128 * p + 64 * h);
            beats(t, 4 * h, 4);
            send;
        end
    endtask
    task register;  // a write of m DWs to addr: those of 32 * m bits
        input [15:0]  addr;
        input integer m;
        input [511:0] v;
        begin
            head(32'h40000000 + m);
            head({HOST, 8'h00, m == 1 ? 8'h0f : 8'hff});
            head(BAR0[31:0] + addr);
            for (k = 0; k < m; k = k + 1) pay(v[32*k+:32]);
            send;
        end
    endtask
    task complete;  // 64 bytes of a read of 512: half h of the item at a multiple of 128, item t on inj
        input [7:0]   tag;
        input integer at, t, h;
        begin
            head(32'h4a000010);
            head({16'h0000, 4'd0, 12'd512 - at[11:0]});
            head({RID, tag, 1'b0, at[6:0]});
            beats(t, 4 * h, 4);
            send;
        end
    endtask
    task refuse;  // a read of 128 bytes
        input [7:0] tag;
        begin
            head(32'h0a000000);
            head({16'h0000, 16'h2080});
            head({RID, tag, 8'd0});
            send;
            idle(40);
        end
    endtask
    task look;  // at a register
        input [15:0] addr;
        begin
            head(32'h00000001);
            head({HOST, 16'h000f});
            head(BAR0[31:0] + addr);
            send;
        end
    endtask
    task idle; input integer m; repeat (m) @(negedge clk); endtask

    task packet;  // on m_wr
        input [63:0] a;
        for (k = 0; k < 8; k = k + 1) begin
            wv = 1'b1;
            wf = k == 0;
            wl = k == 7;
            wa = a;
            wd = k;
            #1;
            while (!wr) @(negedge clk) #1;
            @(negedge clk) wv = 1'b0;
        end
    endtask

    integer w, h, q, base, reads;
    initial begin
        idle(3);
        rst = 1'b0;
        idle(3);
        if (test("an item begins on inj 8 cycles after its last fragment")) begin
            for (w = 0; w < 48; w = w + 5)
                for (h = 0; h < 2; h = h + 1) begin
                    base = items;
                    put(w, h, base, h);
                    put(w, h, base, 1 - h);
                    idle(20);
                    if (items != base + 1 || item[base] !== {1'b0, 6'd1 << w / 8, w[2:0], 20'd0, h[0], 3'd0}
                        || item_at[base] - sent > 8) fault(`__LINE__);
                end
            judge;
        end
        // 1024 bytes on link 5, channel 6; slot 1 is answered before slot 0
        if (test("Nget: reads in time, items, then the notification, then its register")) begin
            base = items;
            register(16'h8500, 6, {NOTIFY[31:0], 3'd6, 29'h100, 32'hcafe0001, 32'd1024, SOURCE});
            idle(10);
            register(16'h8518, 1, NOTIFY[63:32]);
            idle(40);
            if (tlps != 2 || tlp_at[0] - sent > 2 + 12) fault(`__LINE__);
            for (q = 0; q < 2; q = q + 1)
                if (tlp[q][95:0] !== {8'd0, 8'h10 + 8'd2 * q[7:0], 16'h4000, 8'hff, 8'ha0 + q[7:0], RID[7:0], RID[15:8], 32'h80000000})
                    fault(`__LINE__);
            for (q = 0; q < 8; q = q + 1) complete(8'ha1, 64 * q, base + 4 + q / 2, q % 2);
            idle(60);
            if (items != base) fault(`__LINE__);
            for (q = 0; q < 8; q = q + 1) complete(8'ha0, 64 * q, base + q / 2, q % 2);
            // a register that says it is notified is read behind the notification: 00a8 is GET_NOTIFIED
            reads = 0;
            while (tlps < 3 || tlp[tlps-1][127:96] !== 32'd1) begin
                reads = reads + 1;
                q = tlps;
                look(16'h00a8);
                while (tlps == q || tlp[tlps-1][7:0] !== 8'h4a) @(negedge clk);
                if (reads > 50) begin
                    fault(`__LINE__);
                    tlp[tlps-1][127:96] = 32'd1;
                end
            end
            if (items != base + 8 || tlps != 3 + reads) fault(`__LINE__);
            for (q = 0; q < 8; q = q + 1)
                if (item[base+q] !== {1'b0, 6'h20, 3'd6, 24'h100 + 24'd8 * q[23:0]}) fault(`__LINE__);
            for (q = 2; q < tlps && tlp[q][7:0] === 8'h4a; q = q + 1) if (tlp[q][127:96] !== 32'd0) fault(`__LINE__);
            if (tlp[q][95:0] !== {32'h20005000, 8'hff, 8'h00, RID[7:0], RID[15:8], 32'h04000040}) fault(`__LINE__);
            if (tlp_at[q] < item_at[base+7] + 8) fault(`__LINE__);
            judge;
        end
        // eight descriptors of link 0, the first with a read, and one of link 1: none is whole, writes do not leave
        if (test("ABORT: eight notifications of a link hold nothing up, and no answer passes one")) begin
            base = tlps;
            for (w = 0; w < 9; w = w + 1) begin
                register(w < 8 ? 16'h8000 : 16'h8100, 7, {NOTIFY + 64'd16 * w, 32'd0, 32'd100 + w, 32'd128, SOURCE});
                idle(40);
            end
            if (tlps != base + 2) fault(`__LINE__);
            mok = 3'b110;
            register(16'h8024, 1, 1);
            refuse(8'h00);
            refuse(8'h20);
            if (!wr) fault(`__LINE__);
            else packet(64'h00000000_00700000);
            look(16'h801c);
            look(16'h811c);
            idle(60);
            if (tlps != base + 2) fault(`__LINE__);
            mok = 3'b111;
            idle(400);
            look(16'h801c);
            idle(60);
            // notifications of link 0 and 1, the write, STATUS twice, notifications of link 0, STATUS
            if (tlps != base + 15) fault(`__LINE__);
            for (w = 0; w < 9; w = w + 1) begin
                q = base + (w == 0 ? 2 : w == 8 ? 3 : 6 + w);
                if (tlp[q][31:0] !== 32'h04000040 || tlp[q][127:96] !== 100 + w || tlp[q][95:64] !== {8'h20 + 8'd16 * w[7:0], 24'h005000})
                    fault(`__LINE__);
                if (w > 0 && w < 8 && tlp_at[q] - tlp_at[q-1] > 48 + 12) fault(`__LINE__);
            end
            if (tlp[base+4][31:0] !== 32'h20000040) fault(`__LINE__);
            if (tlp[base+5][127:96] !== 32'h00000107 || tlp[base+6][127:96] !== 32'h00000800) fault(`__LINE__);
            if (tlp[base+14][127:96] !== 32'h00000800) fault(`__LINE__);
            judge;
        end
        // nothing leaves: five reads are open, and all else is taken
        if (test("a host that takes nothing stalls nothing but its own reads")) begin
            mok = 3'b000;
            longest = 0;
            q = tlps;
            packet(64'h00000000_00600000);
            for (reads = 0; reads < 5; reads = reads + 1) begin
                head(32'h00000010);
                head({HOST, reads[7:0], 8'hff});
                head(BAR0[31:0] + 32'h1000);
                send;
            end
            idle(40);
            if (sok !== 3'b101) fault(`__LINE__);
            strobes = 0;
            base = items;
            for (w = 0; w < 10; w = w + 1) begin
                register(16'h4000, 16, {16{32'h1}});
                complete(8'h33, 0, 0, 0);
                put(41, w, items, 0);
                put(41, w, items, 1);
                idle(20);
            end
            if (strobes != 160 || items != base + 10 || longest > 40 || tlps != q) fault(`__LINE__);
            mok = 3'b111;
            idle(100);
            if (tlps != q + 6 || tlp[q][7:0] !== 8'h40) fault(`__LINE__);
            for (w = 1; w < 6; w = w + 1) if (tlp[q+w][7:0] !== 8'h4a || tlp[q+w][87:80] !== w - 1) fault(`__LINE__);
            if (dv || ev) fault(`__LINE__);
            judge;
        end
        $finish;
    end
    initial begin
        #400000 $display("not ok the bench ends");
        $finish;
    end
endmodule
