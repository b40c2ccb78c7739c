// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What stands around the block in exa_dma_tb: a memory that answers as it likes, and the judgement of what leaves.
// Include inside that bench.

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
