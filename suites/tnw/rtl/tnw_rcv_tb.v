// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_rcv between six links of the bench's own (tnw_link.md section 3) and a host memory that may wait:
// what is expected is worked out from tnw_nwp.md, sections 1 to 4, packet by packet and credit by credit.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    parameter integer C = 2;             // CREDIT_LOG2
    localparam integer SIZE = 1 << C;
    localparam integer DEEP = 64;        // packets that wait in a channel of the bench
    localparam integer MAX = 16384;      // credits, and writes of 16 bytes, of one test
    localparam [63:0] BASE = 64'h0000_00a5_1000_0000, NOTE = 64'h0000_0077_0000_0000;
    localparam integer PACKETS = 'hc00, NOFIT = 'hc04, NOTIFIED = 'hc08, BAD = 'hc0c, NO_ROOM = 'hc10, FLUSHED = 'hc14;

    reg          clk = 1'b0, rst = 1'b1;
    reg  [47:0]  rv = 48'd0;
    wire [5:0]   take;
    wire [2:0]   tvc;
    reg  [5:0]   dv = 6'd0, flush = 6'd0;
    reg  [767:0] data = 768'd0;
    reg  [143:0] off = 144'd0;
    wire         wv, wf, wl, ov, ofit;
    reg          wready = 1'b1;
    wire [63:0]  wa;
    wire [127:0] wd;
    reg          wr = 1'b0, rd = 1'b0;
    reg  [11:0]  addr = 12'd0;
    reg  [31:0]  wdata = 32'd0;
    wire [31:0]  rdata;
    wire [5:0]   oid;
    always #2 clk = !clk;

    tnw_rcv #(.CREDIT_LOG2(C), .LAST_EN(0)) dut (
        .clk(clk), .rst(rst), .rcv_valid(rv), .rcv_take(take), .rcv_vc(tvc), .rcv_dvalid(dv), .rcv_data(data),
        .rcv_offset(off), .flush(flush), .m_wr_valid(wv), .m_wr_ready(wready), .m_wr_first(wf), .m_wr_last(wl),
        .m_wr_addr(wa), .m_wr_data(wd), .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata),
        .reg_rdata(rdata), .obs_match_valid(ov), .obs_match_id(oid), .obs_match_fit(ofit)
    );

    integer cycle = 0;
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

    // ---- packets that wait in the bench's links: offsets; a beat says whose it is
    reg [23:0]  q_off [0:48*DEEP-1];
    integer     q_wr [0:47], q_rd [0:47], serial [0:47];
    reg [47:0]  some;   // links' channels with a packet
    function [127:0] beat_of;
        input integer id, n, b;
        reg [31:0] mixed;
        begin
            mixed = n * 32'd2654435761 ^ b;
            beat_of = {id[15:0], b[15:0], mixed, ~n, ~mixed};
        end
    endfunction
    task packet; // one more for id
        input integer id, offset;
        begin
            q_off[id*DEEP+q_wr[id]%DEEP] = offset;
            q_wr[id] = q_wr[id] + 1;
            some[id] = 1'b1;
        end
    endtask

    // ---- credits, each by its number in the test: 0 queued, 1 used up, 2 flushed, 3 gone
    integer c_id [0:MAX-1], c_len [0:MAX-1], c_used [0:MAX-1], c_wrote [0:MAX-1], c_state [0:MAX-1], c_pend [0:MAX-1];
    reg [63:0] c_base [0:MAX-1], c_note [0:MAX-1];
    reg [31:0] c_tag [0:MAX-1];
    integer n_credits, n_flushed, n_taken, n_nofit, n_noted;
    integer head [0:47], out [0:47];   // the oldest queued, or -1; outstanding
    reg [47:0] can;                    // with a head
    integer nextc;
    task find_head;
        input integer id;
        begin
            nextc = head[id] + 1;
            while (nextc < n_credits && (c_id[nextc] != id || c_state[nextc] != 0)) nextc = nextc + 1;
            head[id] = nextc < n_credits ? nextc : -1;
            can[id] = nextc < n_credits;
        end
    endtask

    // ---- writes expected, a beat each
    reg [63:0]  e_addr [0:MAX-1];
    reg [127:0] e_data [0:MAX-1];
    reg [1:0]   e_mark [0:MAX-1];   // first, last
    integer     e_credit [0:MAX-1], e_wr, e_rd, e_kind [0:MAX-1];
    task expected;
        input [63:0] a;
        input [127:0] d;
        input [1:0] mark;
        input integer kind, credit;  // 1: a notification
        begin
            e_addr[e_wr%MAX] = a;
            e_data[e_wr%MAX] = d;
            e_mark[e_wr%MAX] = mark;
            e_kind[e_wr%MAX] = kind;
            e_credit[e_wr%MAX] = credit;
            e_wr = e_wr + 1;
        end
    endtask

    // ---- every cycle, before its edge: what the DUT did
    integer age = 99, now_id = 0, now_n = 0, now_c, now_off, last_id = 47, b, i, l, id;
    integer take_at = -99, first_at = -99, late_ask = 0, takes = 0;
    integer fits_wr = 0, fits_rd = 0, since [0:47];
    reg [6:0] fits [0:255];
    reg [5:0] due = 6'd0;   // links whose reset waits for a take to end
    reg       shut_all = 1'b0;
    reg [47:0] rv_next, ask_1, ask_2, ask_3, ask_4;  // who asked in the cycle before, that before it, ...
    wire [47:0] asks_long = ask_1 & ask_2 & ask_3 & ask_4;
    reg        held = 1'b0;
    reg [193:0] held_w;
    reg        fit;

    task take_one;  // the DUT takes id
        begin
            if (head[id] < 0) fault(`__LINE__);
            else begin
                now_c = head[id];
                fit = 64'd16 * now_off + 128 <= c_len[now_c];
                n_taken = n_taken + 1;
                if (!fit) n_nofit = n_nofit + 1;
                fits[fits_wr%256] = {fit, id[5:0]};
                fits_wr = fits_wr + 1;
                c_used[now_c] = c_used[now_c] + 128;
                if (fit) begin
                    c_wrote[now_c] = c_wrote[now_c] + 128;
                    c_pend[now_c] = c_pend[now_c] + 1;
                    for (b = 0; b < 8; b = b + 1)
                        expected(c_base[now_c] + 64'd16 * now_off, beat_of(id, now_n, b), {b == 0, b == 7}, 0, now_c);
                end
                if (c_used[now_c] == c_len[now_c]) begin
                    c_state[now_c] = 1;
                    find_head(id);
                    expected(c_note[now_c], {24'd0, 1'b0, id[5:3], 1'b0, id[2:0], 1'b1, 23'd0, 7'd0,
                        c_wrote[now_c] != c_len[now_c], c_wrote[now_c], c_tag[now_c]}, 2'b11, 1, now_c);
                end
            end
        end
    endtask

    task settle;  // credit now_c: is it still outstanding
        if (c_state[now_c] == 2 && c_pend[now_c] == 0) begin
            c_state[now_c] = 3;
            out[c_id[now_c]] = out[c_id[now_c]] - 1;
            n_flushed = n_flushed + 1;
        end
    endtask

    always @(posedge clk) if (!rst) begin
        // m_wr
        if (held && {wv, wf, wl, wa[63:4], wd} !== {1'b1, held_w[189:0]}) fault(`__LINE__);
        held = wv && !wready;
        held_w = {wf, wl, wa[63:4], wd};
        if (wv && wready) begin
            if (wf) first_at = cycle;
            if (e_rd == e_wr || wa !== e_addr[e_rd%MAX] || wd !== e_data[e_rd%MAX] || {wf, wl} !== e_mark[e_rd%MAX])
                fault(`__LINE__);
            else begin
                now_c = e_credit[e_rd%MAX];
                if (e_kind[e_rd%MAX] == 1) begin
                    c_state[now_c] = 3;
                    out[c_id[now_c]] = out[c_id[now_c]] - 1;
                    n_noted = n_noted + 1;
                end else if (e_mark[e_rd%MAX][0]) begin
                    c_pend[now_c] = c_pend[now_c] - 1;
                    settle;
                end
            end
            e_rd = e_rd + 1;
        end
        if (ov) begin
            if (fits_rd == fits_wr || {ofit, oid} !== fits[fits_rd%256]) fault(`__LINE__);
            fits_rd = fits_rd + 1;
        end
        // beats of the packet taken last, from the second cycle behind its take on
        if (age < 99) age = age + 1;
        dv <= 6'd0;
        data <= {24{32'hdeadbeef}};
        if (age >= 1 && age <= 8) begin
            dv[now_id/8] <= 1'b1;
            data[128*(now_id/8)+:128] <= beat_of(now_id, now_n, age - 1);
            off[24*(now_id/8)+:24] <= now_off;
        end
        // takes
        if (take !== 6'd0) begin
            l = take[1] ? 1 : take[2] ? 2 : take[3] ? 3 : take[4] ? 4 : take[5] ? 5 : 0;
            id = 8 * l + tvc;
            if (take !== 6'd1 << l || rv[id] !== 1'b1 || age < 8) fault(`__LINE__);
            for (i = (last_id + 1) % 48; i != id; i = (i + 1) % 48) if (asks_long[i]) fault(`__LINE__);
            last_id = id;
            take_at = cycle;
            takes = takes + 1;
            late_ask = ask_1[id] ? cycle - since[id] + 1 : 0;
            age = 0;
            now_id = id;
            now_n = serial[id];
            now_off = q_off[id*DEEP+q_rd[id]%DEEP];
            serial[id] = serial[id] + 1;
            q_rd[id] = q_rd[id] + 1;
            some[id] = q_wr[id] != q_rd[id];
            take_one;
        end
        // a flush drops what is queued
        for (l = 0; l < 6; l = l + 1)
            if (flush[l])
                for (now_c = 0; now_c < n_credits; now_c = now_c + 1)
                    if (c_id[now_c] / 8 == l && c_state[now_c] == 0) begin
                        c_state[now_c] = 2;
                        settle;
                        head[c_id[now_c]] = -1;
                        can[c_id[now_c]] = 1'b0;
                    end
        cycle = cycle + 1;
        // the links, behind the edge
        rv_next = shut_all ? 48'd0 : some & ~{{8{due[5]}}, {8{due[4]}}, {8{due[3]}}, {8{due[2]}}, {8{due[1]}}, {8{due[0]}}};
        {ask_4, ask_3, ask_2, ask_1} = {ask_3, ask_2, ask_1, rv_next & can};
        if ((ask_1 & ~ask_2) != 48'd0) for (i = 0; i < 48; i = i + 1) if (ask_1[i] && !ask_2[i]) since[i] = cycle;
        rv <= rv_next;
        flush <= 6'd0;
        if (age > 8 && due != 6'd0) begin
            flush <= due;
            for (i = 0; i < 48; i = i + 1)
                if (due[i/8]) begin
                    q_rd[i] = q_wr[i];
                    some[i] = 1'b0;
                end
            due = 6'd0;
        end
    end

`include "tnw_rcv_bench.vh"
`include "tnw_rcv_tests.vh"
endmodule
