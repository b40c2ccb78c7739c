// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Part of tnw_nget_tb.v: what notifications must say, and the row in which they wait for m_tlp.

    // ---- notifications: those taken stand in a row, of a link one; go of them may leave
    reg [127:0] told;
    reg [2:0]   row [0:63];
    integer     row_in = 0, row_out = 0, row_rate = 1, go = 1 << 20;
    reg [5:0]   in_row = 6'd0;
    task noted;
        begin
            l = nd[102:100];
            e = l * MAX + dh[l] % MAX;
            must(work[l] === 1'b1 && in_beats[l] == 8 * in_items[l], `__LINE__);
            must(in_items[l] == (want_items[l] >= 0 ? want_items[l] : d_items[e]), `__LINE__);
            told = 128'd0;
            told[104] = 1'b1;
            told[103:100] = l;
            told[99:96] = d_vc[e];
            told[95] = 1'b1;
            told[71:64] = want_cause[l];
            told[63:32] = 128 * in_items[l];
            told[31:0] = d_tag[e];
            must(nd === told && na === d_note[e] && nlink === l, `__LINE__);
            must(!in_row[l], `__LINE__);
            in_row[l] = 1'b1;
            row[row_in%64] = l;
            row_in = row_in + 1;
            must(i_fail === (want_cause[l] != 0), `__LINE__);
            notes = notes + 1;
            must(p_wait[32*l+:32] === 32'd0, `__LINE__);
            for (i = 32 * l; i < 32 * l + S; i = i + 1) p_held[i] = 1'b0;
            dh[l] = dh[l] + 1;
            begins(l);
        end
    endtask
