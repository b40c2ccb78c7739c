// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_mux and exa_demux against their contract page, one behind the other: what every
// packet must become is worked out when it is made.

`timescale 1ns / 1ps
`default_nettype none

module exa_mux_tb;
    localparam integer N = 4, LEN = 8192;
`include "tn_bench.vh"

    reg            clk = 1'b0, rst = 1'b1;
    reg  [N-1:0]   s_hv = 0, s_pv = 0, s_fv = 0, m_r = 0;
    wire [N-1:0]   s_hr, s_pr, s_fr, m_hv, m_pv, m_fv;
    reg  [128*N-1:0] s_data = 0;
    wire [128*N-1:0] m_data;
    wire           x_hv, x_hr, x_pv, x_pr, x_fv, x_fr;
    wire [127:0]   x_data;
    reg            reg_rd = 1'b0;
    reg  [11:0]    reg_addr = 12'd0;
    wire [31:0]    mux_rdata, demux_rdata;
    wire [N-1:0]   mux_drop;
    wire [4*N-1:0] mux_cause;
    wire           demux_drop;
    wire [3:0]     demux_cause;

    exa_mux #(.IN_N(N)) u_mux (
        .clk(clk), .rst(rst), .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr), .s_exa_data(s_data),
        .m_exa_hdr_valid(x_hv), .m_exa_hdr_ready(x_hr), .m_exa_pld_valid(x_pv), .m_exa_pld_ready(x_pr),
        .m_exa_ftr_valid(x_fv), .m_exa_ftr_ready(x_fr), .m_exa_data(x_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(mux_rdata), .obs_drop_valid(mux_drop), .obs_drop_cause(mux_cause));

    // output 0: DRAM and index 0; 1: indexes 1 and 2, acknowledgments only; 2: 2 to 9; 3: 9 to 20
    exa_demux #(
        .OUT_N(N), .DRAM_EN(16'h0001), .RANGE_EN(16'h000f),
        .RANGE_LO({84'd0, 7'd9, 7'd2, 7'd1, 7'd0}), .RANGE_HI({84'd0, 7'd20, 7'd9, 7'd2, 7'd0}),
        .TYPE_SET({{448{1'b1}}, 32'h00000400, 32'hffffffff})
    ) u_demux (
        .clk(clk), .rst(rst), .s_exa_hdr_valid(x_hv), .s_exa_hdr_ready(x_hr), .s_exa_pld_valid(x_pv),
        .s_exa_pld_ready(x_pr), .s_exa_ftr_valid(x_fv), .s_exa_ftr_ready(x_fr), .s_exa_data(x_data),
        // a ready of another kind than the word's must take nothing
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hv ~^ m_r), .m_exa_pld_valid(m_pv), .m_exa_pld_ready(m_pv ~^ m_r),
        .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fv ~^ m_r), .m_exa_data(m_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(demux_rdata), .obs_drop_valid(demux_drop),
        .obs_drop_cause(demux_cause));

    always #1 clk = !clk;

    // ---- what is sent, a list an input; what must come, by packet number (its PDID)
    reg [129:0] stim [0:N*LEN-1];
    integer tail [0:N-1], head [0:N-1];
    integer at [0:4095], words [0:4095], from [0:4095], to [0:4095], got [0:4095];
    reg     zero [0:4095];
    integer mux_cnt [0:127], demux_cnt [0:127];
    integer ids = 0, expected = 0, received = 0, p, o, i, j, k, now = 0;

    task put;
        input integer port, kind;
        input [127:0] data;
        begin
            stim[port*LEN+tail[port]] = {kind[1:0], data};
            tail[port] = tail[port] + 1;
        end
    endtask

    function integer ref_out;
        input [41:0] addr;
        input integer kind;
        begin
            if (addr[41:39] != 7) ref_out = 0;
            else if (addr[38:32] == 0) ref_out = 0;
            else if ((addr[38:32] == 1 || addr[38:32] == 2) && kind == 10) ref_out = 1;
            else if (addr[38:32] >= 2 && addr[38:32] <= 9) ref_out = 2;
            else if (addr[38:32] >= 9 && addr[38:32] <= 20) ref_out = 3;
            else ref_out = -1;
        end
    endfunction

    // how: 0 good, 1 header CRC, 2 malformed, 3 a payload word missing, 4 one too many, 5 strays before it
    task packet;
        input integer port, how, bytes, kind;
        input [41:0] addr;
        integer w, n, s;
        reg [127:0] h;
        begin
            if (how == 5) begin
                put(port, FTR, rnd_word(0));
                mux_cnt[96+port] = mux_cnt[96+port] + 1;
            end
            w = bytes == 0 ? 0 : (addr[3:0] + bytes + 15) / 16;
            s = how == 3 ? rnd(w) : how == 4 ? w + 1 : w;
            // an acknowledgment's address is its upper ten bits, where others have the lowest
            h = header(ids[15:0], 22'd0, kind == 10 ? {addr[31:0], addr[41:32]} : addr, how == 2 ? 5'd4 : kind[4:0], bytes);
            if (how == 1) h = h ^ 128'd1 << rnd(128);
            at[ids] = port * LEN + tail[port];
            from[ids] = port;
            to[ids] = how == 1 || how == 2 ? N : ref_out(addr, kind);
            zero[ids] = how == 3 || how == 4;
            words[ids] = form_of(kind, bytes) == 0 ? 1 : how == 3 ? s + 2 : w + 2;
            got[ids] = 0;
            put(port, HDR, h);
            // a payload word may look like a header
            for (n = 0; n < s; n = n + 1) put(port, PLD, rnd(4) == 0 ? {16'hffff, h[111:0]} : rnd_word(0));
            if (form_of(kind, bytes) != 0) put(port, FTR, rnd_word(0));
            k = how == 1 ? 1 : how == 2 ? 2 : zero[ids] ? 5 : 0;
            mux_cnt[16*k+port] = mux_cnt[16*k+port] + 1;
            if (k == 0 || k == 5) begin
                mux_cnt[112] = mux_cnt[112] + 1;
                // a broken packet is whole behind the mux but for its footer: short ones break again
                if (to[ids] < 0) demux_cnt[48] = demux_cnt[48] + 1;
                else begin
                    if (how == 3) demux_cnt[80] = demux_cnt[80] + 1;
                    else demux_cnt[0] = demux_cnt[0] + 1;
                    demux_cnt[112+to[ids]] = demux_cnt[112+to[ids]] + 1;
                    expected = expected + 1;
                end
            end
            ids = ids + 1;
        end
    endtask

    // ---- drivers at the falling edge, checks at the rising one
    integer stall_in = 0, stall_out = 0, bad_hold = 0, bad_id = 0, bad_word = 0, bad_order = 0, bad_mix = 0, bad_cnt = 0;
    integer cur [0:N-1], idx [0:N-1], last_id [0:N*N-1], first_word = -1, last_word = 0, seen = 0, header_in = -1;
    integer turn = -1, bad_turn = 0, bad_time = 0, drops = 0;
    reg [N-1:0] moved = 0, blocked = 0;
    reg [2:0]   was_v [0:N-1];
    reg [N-1:0] was_r = 0;
    reg [127:0] was_d [0:N-1], d;

    always @(negedge clk) if (!rst) begin
        for (p = 0; p < N; p = p + 1) begin
            if (moved[p] || !(s_hv[p] || s_pv[p] || s_fv[p])) begin
                s_hv[p] = 0; s_pv[p] = 0; s_fv[p] = 0;
                if (head[p] < tail[p] && rnd(stall_in + 1) == 0) begin
                    s_data[128*p+:128] = stim[p*LEN+head[p]];
                    s_hv[p] = stim[p*LEN+head[p]] >> 128 == HDR;
                    s_pv[p] = stim[p*LEN+head[p]] >> 128 == PLD;
                    s_fv[p] = stim[p*LEN+head[p]] >> 128 == FTR;
                    head[p] = head[p] + 1;
                end
            end
            m_r[p] = !blocked[p] && rnd(stall_out + 1) == 0;
        end
    end

    always @(posedge clk) begin
        now = now + 1;
        moved = (s_hv & s_hr) | (s_pv & s_pr) | (s_fv & s_fr);
        if (|(s_hv & s_hr) && header_in < 0) header_in = now;
        for (p = 0; p < N; p = p + 1) if (mux_drop[p]) drops = drops + 1;
        if (demux_drop) drops = drops + 1;
        if (!rst) for (o = 0; o < N; o = o + 1) begin
            d = m_data[128*o+:128];
            if (m_hv[o] + m_pv[o] + m_fv[o] > 1) bad_hold = bad_hold + 1;
            if (was_v[o] != 0 && !was_r[o] && (was_v[o] != {m_fv[o], m_pv[o], m_hv[o]} || was_d[o] !== d))
                bad_hold = bad_hold + 1;
            was_v[o] = {m_fv[o], m_pv[o], m_hv[o]};
            was_r[o] = m_r[o];
            was_d[o] = d;
            if (was_v[o] != 0 && first_word < 0) first_word = now;
            if (was_v[o] != 0 && m_r[o]) begin
                last_word = now;
                seen = seen + 1;
                if (m_hv[o]) begin
                    if (cur[o] >= 0) bad_mix = bad_mix + 1;
                    cur[o] = d[20:5];
                    idx[o] = 0;
                    if (cur[o] >= ids || to[cur[o]] != o) bad_id = bad_id + 1;
                    else begin
                        if (cur[o] <= last_id[from[cur[o]]*N+o]) bad_order = bad_order + 1;
                        last_id[from[cur[o]]*N+o] = cur[o];
                        if (from[cur[o]] != (turn + 1) % N) bad_turn = bad_turn + 1;
                        turn = from[cur[o]];
                    end
                end
                k = cur[o];
                if (k < 0 || k >= ids || idx[o] >= words[k]) bad_word = bad_word + 1;
                else begin
                    if (zero[k] && idx[o] + 1 == words[k]) begin
                        if (!m_fv[o] || d !== 128'd0) bad_word = bad_word + 1;
                    end else if ({m_fv[o] ? 2'd2 : m_pv[o] ? 2'd1 : 2'd0, d} !== stim[at[k]+idx[o]]) bad_word = bad_word + 1;
                    idx[o] = idx[o] + 1;
                    if (idx[o] == words[k]) begin
                        got[k] = got[k] + 1;
                        received = received + 1;
                        cur[o] = -1;
                    end
                end
            end
        end
    end

    task restart;
        begin
            @(negedge clk) rst = 1;
            s_hv = 0; s_pv = 0; s_fv = 0;
            ids = 0; expected = 0; received = 0; drops = 0; first_word = -1; header_in = -1; seen = 0; turn = -1;
            for (i = 0; i < N; i = i + 1) begin
                head[i] = 0; tail[i] = 0; cur[i] = -1; was_v[i] = 0;
            end
            for (i = 0; i < N * N; i = i + 1) last_id[i] = -1;
            for (i = 0; i < 128; i = i + 1) begin mux_cnt[i] = 0; demux_cnt[i] = 0; end
            repeat (3) @(negedge clk);
            rst = 0;
        end
    endtask

    task drain;
        begin
            j = 20000;
            while (j != 0 && (received < expected || head[0] != tail[0] || head[1] != tail[1] || head[2] != tail[2]
                              || head[3] != tail[3])) begin @(negedge clk); j = j - 1; end
            repeat (20) @(negedge clk);
            if (received != expected) bad_id = bad_id + 1;
            for (i = 0; i < ids; i = i + 1) if (to[i] >= 0 && to[i] < N && got[i] != 1) bad_id = bad_id + 1;
        end
    endtask

    // at the end every address: what is not listed reads 0
    integer a;
    task check_counters;
        input all;
        begin
            j = 0;
            for (i = all ? 0 : 12'h400; i < (all ? 4096 : 12'h600); i = i + (all ? 1 : 4)) begin
                reg_rd = 1;
                reg_addr = i;
                a = i % 4 == 0 && i >= 12'h400 && i < 12'h600 ? (i - 12'h400) / 4 : -1;
                @(negedge clk) reg_rd = 0;
                if (mux_rdata !== (a >= 0 ? mux_cnt[a] : i == 0 ? 32'h45550001 : i == 4 ? N : 0) ||
                    demux_rdata !== (a >= 0 ? demux_cnt[a] : i == 0 ? 32'h45440001 : i == 4 ? N : 0)) begin
                    bad_cnt = bad_cnt + 1;
                    $display("# %03x: %0d %0d", reg_addr, mux_rdata, demux_rdata);
                end
                if (a >= 16 && a < 112) j = j + mux_cnt[a] + demux_cnt[a];
            end
            if (drops != j) bad_cnt = bad_cnt + 1;
        end
    endtask

    integer how, c;
    task verdicts;
        begin
            verdict(bad_id, "every packet leaves once, where address and type say");
            verdict(bad_word, "words leave as they came, broken packets end with a zero footer");
            verdict(bad_mix, "packets do not mix");
            verdict(bad_order, "packets of one input to one output keep their order");
            verdict(bad_hold, "the outputs keep the channel's rules");
            verdict(bad_cnt, "the counters count each cause");
        end
    endtask
    always @(bad_id or bad_word or bad_mix or bad_order or bad_hold or bad_cnt) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        for (c = 0; c < 3; c = c + 1) begin
            stall_in = c;
            stall_out = 2 - c;
            restart;
            for (p = 0; p < N; p = p + 1)
                for (o = 0; o < 100; o = o + 1) begin
                    how = rnd(3) != 0 ? 0 : 1 + rnd(5);
                    k = how == 3 ? 40 : how == 4 || rnd(2) == 0 ? 1 + rnd(100) : 0;
                    packet(p, how, k, k != 0 ? 11 * rnd(2) : (how == 0 || how == 5) && rnd(3) != 0 ? 10 : 3,
                           (rnd(8) == 0 ? 42'h10000000000 : 42'h38000000000 | 42'd0 + rnd(23) << 32) | rnd(16));
                end
            drain;
            check_counters(c == 2);
        end
        verdicts;

        stall_in = 0; stall_out = 0;
        restart;
        packet(2, 0, 64, 0, 42'd0);
        drain;
        if (first_word - header_in != 4 || last_word - first_word != 5) bad_time = bad_time + 1;
        verdict(bad_time, "two cycles through each, words without a gap");

        restart;
        bad_turn = 0; bad_time = 0;
        for (o = 0; o < 12; o = o + 1)
            for (p = 0; p < N; p = p + 1) packet(p, 0, o % 3 * 20, 3, {3'd7, o % 2 == 0 ? 7'd0 : 7'd3, 32'd0});
        drain;
        if (last_word - first_word + 1 != seen) bad_time = bad_time + 1;
        verdict(bad_turn, "inputs take turns");
        verdict(bad_time, "no idle cycle between packets, to one output or two");

        // a blocked output blocks what stands behind its packet, and no packet before it
        restart;
        blocked = 4'b0100;
        packet(0, 0, 20, 0, {3'd7, 7'd0, 32'd0});
        packet(0, 0, 20, 0, {3'd7, 7'd3, 32'd0});
        packet(0, 0, 20, 0, {3'd7, 7'd0, 32'd0});
        repeat (60) @(negedge clk);
        bad_time = received != 1;
        blocked = 0;
        drain;
        verdict(bad_time + (received != 3), "a blocked output blocks the input, as long as it is blocked");

        // one cycle of reset while headers stand everywhere: none is left, none is counted
        restart;
        bad_cnt = 0;
        blocked = 4'b1111;
        for (o = 0; o < 3; o = o + 1)
            for (p = 0; p < N; p = p + 1) packet(p, 0, 0, 3, {3'd7, 7'd3, 32'd0});
        repeat (40) @(negedge clk);
        rst = 1;
        s_hv = 0; s_pv = 0; s_fv = 0; drops = 0;
        for (i = 0; i < N; i = i + 1) begin head[i] = tail[i]; cur[i] = -1; was_v[i] = 0; end
        for (i = 0; i < 128; i = i + 1) begin mux_cnt[i] = 0; demux_cnt[i] = 0; end
        @(negedge clk) rst = 0;
        blocked = 0;
        seen = 0;
        repeat (20) @(negedge clk);
        check_counters(0);
        // nor a stray word that is dropped in that very cycle
        s_fv = 4'b1111;
        @(negedge clk) rst = 1;
        s_fv = 0;
        @(negedge clk) rst = 0;
        drops = 0;
        check_counters(0);
        verdict(bad_cnt + seen, "after a cycle of reset nothing comes of what waited");
        $finish;
    end

    initial begin
        repeat (60000) @(posedge clk);
        verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
