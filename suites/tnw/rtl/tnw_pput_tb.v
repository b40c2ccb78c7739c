// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_pput against a model inside the bench, written from tnw_pi.md section 4: windows of 4 items, 128 items
// of addresses. The bench is the register side and the arbiter, too.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pput_tb;
`include "tnw_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer O = 10, L = 2, N = 1 << L, OVERWRITE = 1, ORDER = 2, INCOMPLETE = 3, FORM = 4;

    reg          clk = 1'b0, rst = 1'b1;
    reg  [31:0]  tmo = 32'd0;
    reg          fv = 1'b0, mv = 1'b0, nv = 1'b0, serve = 1'b0;
    reg  [5:0]   id = 6'd0, sid = 6'd0, look = 6'd0;
    reg  [O-1:0] fa = 0;
    reg  [127:0] fd = 128'd0;
    reg  [31:0]  ma = 32'd0;
    reg  [23:0]  ni = 24'd0;
    wire [47:0]  ask;
    wire         iv, il, ev, after;
    wire [127:0] idat;
    wire [5:0]   iid, eid;
    wire [23:0]  ioff, lnext;
    wire [31:0]  lstatus, lerr, ldone;
    wire [2:0]   ecause;
    always #2 clk = !clk;

    tnw_pput #(.OFF_LOG2(O), .ITEM_LOG2(L), .LAST_EN(0)) dut (
        .clk(clk), .rst(rst), .reorder_tmo(tmo), .frag_valid(fv), .form_valid(mv), .next_valid(nv), .in_id(id),
        .frag_addr(fa), .frag_last(1'b0), .frag_data(fd), .form_addr(ma), .next_item(ni), .ask(ask), .serve(serve), .serve_id(sid),
        .inj_valid(iv), .inj_last(il), .inj_data(idat), .inj_id(iid), .inj_offset(ioff), .look_id(look),
        .look_next(lnext), .look_status(lstatus), .look_err_addr(lerr), .look_done(ldone), .obs_err_valid(ev),
        .obs_err_id(eid), .obs_err_cause(ecause), .inc_after(after)
    );

    // one of the largest windows, by itself
    reg          wide_fv = 1'b0, wide_serve = 1'b0;
    reg  [23:0]  wide_fa = 24'd0;
    wire [47:0]  wide_ask;
    wire [23:0]  wide_off, wide_next;
    tnw_pput #(.OFF_LOG2(24), .ITEM_LOG2(L), .LAST_EN(0)) wide (
        .clk(clk), .rst(rst), .reorder_tmo(32'd0), .frag_valid(wide_fv), .form_valid(1'b0), .next_valid(1'b0), .in_id(id),
        .frag_addr(wide_fa), .frag_last(1'b0), .frag_data(fd), .form_addr(ma), .next_item(ni), .ask(wide_ask), .serve(wide_serve),
        .serve_id(id), .inj_valid(), .inj_last(), .inj_data(), .inj_id(), .inj_offset(wide_off), .look_id(look),
        .look_next(wide_next), .look_status(), .look_err_addr(), .look_done(), .obs_err_valid(), .obs_err_id(),
        .obs_err_cause(), .inc_after()
    );

    // ---- the model
    integer     m_next [0:47], m_done [0:47], m_cause [0:47], m_start [0:47], m_some [0:47];
    reg [48*N*8-1:0] m_there;
    reg [127:0] m_data [0:48*N*8-1];
    reg [31:0]  m_addr [0:47];
    reg [127:0] out [0:7];
    integer     left = 0, out_id = 0, out_off = 0, now = 0, i, w, at, item;
    integer     want_cause = 0, want_after = 0, served = 0, errors [0:4], turn = 0, rate = 0;
    task fault;
        input integer line;
        begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# check %0d at %0d", line, now);
        end
    endtask
    function whole;
        input integer u;
        whole = &m_there[(u*N+m_next[u]%N)*8+:8];
    endfunction
    function integer places;  // with a fragment
        input integer u;
        integer       k;
        begin
            places = 0;
            for (k = 0; k < N; k = k + 1) if (m_there[(u*N+k)*8+:8] != 8'd0) places = places + 1;
        end
    endfunction
    task drop;
        input integer u;
        begin
            m_there[u*N*8+:N*8] = {8 * N{1'b0}};
            m_some[u] = 0;
        end
    endtask
    task error;
        input integer u, cause;
        input [31:0]  a;
        begin
            drop(u);
            m_cause[u] = cause;
            m_addr[u] = a;
            errors[cause] = errors[cause] + 1;
        end
    endtask
    task fragment;  // fa, fd for window id
        begin
            w = id;
            item = fa / 8;
            at = (w * N + item % N) * 8 + fa % 8;
            if (m_cause[w] != 0) want_after = 1;
            else if (item >= m_next[w] && item < m_next[w] + N && m_there[at]) want_cause = OVERWRITE;
            else if ((item >= m_next[w] && item < m_next[w] + N) || m_some[w] == 0) begin
                if (item < m_next[w] || item >= m_next[w] + N) m_next[w] = item - item % N;
                if (m_some[w] == 0) m_start[w] = now;
                m_some[w] = m_some[w] + 1;
                m_there[at] = 1'b1;
                m_data[at] = fd;
            end else want_cause = ORDER;
            if (want_cause != 0) error(w, want_cause, {w[5:0], fa, 4'd0});
        end
    endtask
    task model;
        begin
            want_cause = 0;
            want_after = 0;
            if (left > 0) left = left - 1;
            if (serve) begin
                if (!whole(sid) || left != 0) fault(`__LINE__);
                for (i = 0; i < 8; i = i + 1) begin
                    out[i] = m_data[(sid*N+m_next[sid]%N)*8+i];
                    m_there[(sid*N+m_next[sid]%N)*8+i] = 1'b0;
                end
                out_id = sid;
                out_off = 8 * m_next[sid];
                left = 8;
                served = served + 1;
                m_some[sid] = m_some[sid] - 8;
                m_next[sid] = m_next[sid] + 1;
                m_done[sid] = m_done[sid] + 1;
                m_start[sid] = now;
            end
            if (fv) fragment;
            if (mv) begin
                if (m_cause[id] != 0) want_after = 1;
                else begin
                    want_cause = FORM;
                    error(id, FORM, ma);
                end
            end
            if (nv) begin
                drop(id);
                m_cause[id] = 0;
                m_next[id] = ni;
            end
            if (after !== want_after[0]) fault(`__LINE__);
        end
    endtask
    task compare;  // behind the edge
        begin
            if (want_cause != 0) begin
                if (!ev || eid !== id || ecause !== want_cause) fault(`__LINE__);
            end else if (ev) begin  // none but a timeout that is due
                if (ecause !== INCOMPLETE || m_some[eid] == 0 || whole(eid) || tmo == 0 || now - m_start[eid] < tmo)
                    fault(`__LINE__);
                error(eid, INCOMPLETE, {eid, m_next[eid][O-4:0], 7'd0});
            end
            if (tmo != 0 && m_some[look] != 0 && !whole(look) && now - m_start[look] > tmo + 64) fault(`__LINE__);
            if (iv !== (left != 0) || il !== (left == 1)) fault(`__LINE__);
            if (iv && (idat !== out[8-left] || iid !== out_id || ioff !== out_off)) fault(`__LINE__);
            if (ask[look] !== whole(look) || lnext !== m_next[look] || ldone !== m_done[look]) fault(`__LINE__);
            if (lstatus[0] !== (m_cause[look] != 0) || lstatus[3:1] !== m_cause[look] || lstatus[7:4] !== 4'd0
                || lstatus[31:8] !== places(look)) fault(`__LINE__);
            if (lerr !== (m_cause[look] != 0 ? m_addr[look] : 32'd0)) fault(`__LINE__);
        end
    endtask
    // a cycle; the window looked at is that of the last input, or any. rate 0: nobody is served, 1: who asks,
    // at once, in turn; above: one time of it
    task tick;
        begin
            serve = 1'b0;
            if (rate != 0 && left <= 1 && rnd(rate) == 0)
                for (i = 0; i < 48; i = i + 1)
                    if (!serve && ask[(turn+i)%48]) begin
                        serve = 1'b1;
                        sid = (turn + i) % 48;
                    end
            if (serve) turn = sid + 1;
            @(posedge clk) model;
            #1 look = rnd(2) == 0 ? id : rnd(48);
            #1 compare;
            now = now + 1;
            fv = 1'b0;
            mv = 1'b0;
            nv = 1'b0;
            serve = 1'b0;
        end
    endtask
    task put;  // fragment f of item n
        input integer u, n, f;
        begin
            fv = 1'b1;
            id = u;
            fa = 8 * n + f;
            fd = {32'd65537 * rnd(65536), u[31:0], n[31:0], f[31:0]};
            tick;
        end
    endtask
    task next;
        input integer u, n;
        begin
            nv = 1'b1;
            id = u;
            ni = n;
            tick;
        end
    endtask
    task idle; input integer n; repeat (n) tick; endtask
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            for (w = 0; w < 48; w = w + 1) begin
                drop(w);
                m_next[w] = 0;
                m_done[w] = 0;
                m_cause[w] = 0;
                m_start[w] = 0;
            end
            for (w = 0; w < 5; w = w + 1) errors[w] = 0;
            left = 0;
            served = 0;
            rate = 0;
            tmo = 32'd0;
            repeat (2) @(negedge clk);
            rst = 1'b0;
            idle(2);
        end
    endtask
    task judge_of;  // so many items, and errors
        input integer    items, errs;
        begin
            if (served != items || errors[1] + errors[2] + errors[3] + errors[4] != errs) begin
                $display("# %0d items, %0d errors", served, errors[1] + errors[2] + errors[3] + errors[4]);
                fault(`__LINE__);
            end
            judge;
        end
    endtask

`include "tnw_pput_tests.vh"
endmodule
