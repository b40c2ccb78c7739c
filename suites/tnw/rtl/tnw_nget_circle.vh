// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Part of tnw_nget_tb.v: who is served when on the circle of injection.

    // ---- the circle: who asks and may is served at once, 8 cycles from the last, the next behind the last first
    integer since = 8, last = 53, next;
    wire [53:0] may = {gask & ok, pask & {{8{ok[5]}}, {8{ok[4]}}, {8{ok[3]}}, {8{ok[2]}}, {8{ok[1]}}, {8{ok[0]}}}};
    task circle;
        begin
            next = -1;
            if (since >= 8 && may != 0) begin
                next = last == 53 ? 0 : last + 1;
                while (!may[next]) next = next == 53 ? 0 : next + 1;
            end
            since = since + 1;
            must(pserve === (next >= 0 && next < 48) && gserve === (next >= 48), `__LINE__);
            if (pserve) must(pid === next, `__LINE__);
            if (gserve) must(glink === next - 48, `__LINE__);
            if (next >= 0) begin
                since = 1;
                last = next;
            end
            must((iv != 6'd0) === (gv || pleft != 0) && !(gv && pleft != 0), `__LINE__);
            if (pleft != 0) must(iv === 6'd1 << pfrom[5:3] && ivc === pfrom[2:0] && idata === {122'd7, pfrom}
                && ioff === {18'd5, pfrom} && il === (pleft == 1), `__LINE__);
        end
    endtask
