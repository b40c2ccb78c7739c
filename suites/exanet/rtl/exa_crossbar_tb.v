// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// exa_crossbar against its contract page: what every packet must become is
// worked out when it is made; then sixteen senders and receivers with random
// stalls, and directed traffic for latency, idle cycles, turns and blocking.
//
// For seeded bugs this is enough:
// few: ROUNDS=2 PACKETS=10

`timescale 1ns / 1ps
`default_nettype none

module exa_crossbar_tb #(
    parameter integer ROUNDS = 4,   // of random traffic, on FPGA 0, 1, ...
    parameter integer PACKETS = 50  // of each input in a round, about
);
    localparam integer N = 16, LEN = 8192, ROUTE = 16, LOOP = 17;
    localparam [127:0] NO_FOOTER = 128'd0;
`include "tn_bench.vh"

    reg           clk = 1'b0, rst = 1'b1;
    reg  [21:0]   own = 22'd0;
    reg  [N-1:0]  s_hv = 0, s_pv = 0, s_fv = 0, m_r = 0;
    wire [N-1:0]  s_hr, s_pr, s_fr, m_hv, m_pv, m_fv;
    reg  [128*N-1:0] s_data = 0;
    wire [128*N-1:0] m_data;
    reg           reg_rd = 1'b0;
    reg  [11:0]   reg_addr = 12'd0;
    wire [31:0]   reg_rdata;
    wire [N-1:0]  drop_valid;
    wire [4*N-1:0] drop_cause;

    exa_crossbar dut (
        .clk(clk), .rst(rst), .own(own),
        .s_exa_hdr_valid(s_hv), .s_exa_hdr_ready(s_hr), .s_exa_pld_valid(s_pv),
        .s_exa_pld_ready(s_pr), .s_exa_ftr_valid(s_fv), .s_exa_ftr_ready(s_fr), .s_exa_data(s_data),
        // a ready of another kind than the word's must take nothing
        .m_exa_hdr_valid(m_hv), .m_exa_hdr_ready(m_hv ~^ m_r), .m_exa_pld_valid(m_pv),
        .m_exa_pld_ready(m_pv ~^ m_r), .m_exa_ftr_valid(m_fv), .m_exa_ftr_ready(m_fv ~^ m_r), .m_exa_data(m_data),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_rdata),
        .obs_drop_valid(drop_valid), .obs_drop_cause(drop_cause)
    );

    always #1 clk = !clk;

    // ---- what is sent: LEN words a port; what must come, by packet number
    reg [129:0] stim [0:N*LEN-1];
    integer tail [0:N-1], head [0:N-1];
    reg [31:0] want_cnt [0:127];
    integer at [0:65535], words [0:65535], from [0:65535], to [0:65535], got [0:65535];
    reg     zero [0:65535];
    reg [N-1:0] open = 0;  // the last packet was dropped and no footer ended it
    integer ids = 0, expected = 0;

    task put;  // a word into the list of input p
        input integer p, kind;
        input [127:0] data;
        begin
            stim[p*LEN+tail[p]] = {kind[1:0], data};
            tail[p] = tail[p] + 1;
        end
    endtask

    // output port by the table of the page, or ROUTE or LOOP
    function integer ref_route;
        input integer p;
        input [21:0]  dst;
        input [41:0]  addr;
        integer r;
        begin
            if (dst[21:14] != own[21:14] || dst[11:0] != own[11:0])
                r = own[13:12] != 0 ? 8 : (p >= 8 && p <= 11) ? 12 + p - 8 : 12;
            else if (dst[13:12] != own[13:12]) r = 8 + dst[13:12];
            else if (addr < 42'h38000000000) r = 0;
            else if (addr[38:32] == 127) r = 8 + own[13:12];
            else if (addr[38:32] <= 5) r = addr[38:32];
            else r = ROUTE;
            if (r < N && p >= 8 && (p < 12 ? r == p : r >= 12)) r = LOOP;
            ref_route = r;
        end
    endfunction

    // a packet on input p; how: 0 good, 1 header CRC, 2 malformed, 3 footer
    // missing, 4 a payload word missing, 5 payload words too many, 6 stray words before it
    task packet;
        input integer p, how, len, kind;
        input [21:0] dst;
        input [41:0] addr;
        integer w, r, sent, i, form;
        reg [127:0] h;
        begin
            form = form_of(kind, len);
            w = form == 3 ? (addr[3:0] + len + 15) / 16 : 0;
            if (w > 17) w = 17;
            r = ref_route(p, dst, addr);
            if (how == 6) begin
                for (i = rnd(3); i >= 0; i = i - 1) begin
                    put(p, i == 0 ? FTR : PLD, rnd_word(0));
                    if (!open[p]) want_cnt[96+p] = want_cnt[96+p] + 1;
                end
            end
            // an acknowledgment's address is its upper ten bits, where others have the lowest
            h = header(ids[15:0], dst, kind == 10 ? {addr[31:0], addr[41:32]} : addr, kind[4:0], len);
            if (how == 1) begin
                i = rnd(128);
                h[i] = !h[i];
            end
            at[ids] = p * LEN + tail[p];
            from[ids] = p;
            to[ids] = r;
            got[ids] = 0;
            zero[ids] = how >= 3 && how <= 5;
            words[ids] = form == 0 ? 1 : w + 2;
            sent = how == 3 ? (w == 0 ? 0 : rnd(w + 1)) : how == 4 ? rnd(w) : how == 5 ? w + 1 + rnd(3) : w;
            if (zero[ids]) words[ids] = 2 + (sent > w ? w : sent);
            put(p, HDR, h);
            // payload and footer may be the header of another packet, of this input or of one sent before
            for (i = 0; i < sent; i = i + 1)
                put(p, PLD, rnd(4) != 0 ? rnd_word(0) : rnd(2) == 0 ? h : header(rnd(ids + 1), dst, addr, 3, 0));
            if (form != 0 && how != 3) put(p, FTR, rnd(4) != 0 ? rnd_word(0) : h);
            // the cause, first that applies
            i = how == 1 ? 1 : how == 2 ? 2 : r == ROUTE ? 3 : r == LOOP ? 4 : zero[ids] ? 5 : 0;
            want_cnt[16*i+p] = want_cnt[16*i+p] + 1;
            open[p] = i != 0 && (form == 0 || how == 3);
            if (i == 0 || i == 5) begin
                want_cnt[112+r] = want_cnt[112+r] + 1;
                expected = expected + 1;
            end else to[ids] = N;
            ids = ids + 1;
        end
    endtask

    task any_packet;
        input integer p, how;
        reg [21:0] dst;
        reg [41:0] addr;
        integer form, len, kind, bad;
        begin
            addr = {rnd(1024), 32'd0} | rnd(2147483647);
            if (rnd(4) != 0) addr[41:39] = 3'b111;
            if (rnd(4) != 0) addr[38:32] = rnd(7);
            if (rnd(8) == 0) addr[38:32] = 7'd127;
            if (rnd(2) == 0) addr[7:4] = 4'd0;
            dst = own;
            if (rnd(2) == 0) dst[13:12] = rnd(4);
            if (rnd(3) == 0) dst[rnd(22)] = rnd(2);
            form = how == 4 ? 3 : how == 3 || how == 5 ? 1 + 2 * rnd(2) : rnd(3);
            if (form == 2) form = 3;
            case (form)
                0: kind = type_of(7 + rnd(3));
                1: kind = 3;
                default: kind = type_of(rnd(7));
            endcase
            len = form != 3 ? 0 : kind == 1 || kind == 2 ? 32 : kind == 6 ? 16 : 1 + rnd(256 - addr[7:0]);
            if (form == 3 && rnd(3) == 0 && len > 40) len = 40;
            if (how == 2)
                case (rnd(6))
                    0: begin kind = 4 + rnd(2); len = rnd(2) * 16; end
                    1: begin kind = 12 + (rnd(4) & rnd(4)); len = rnd(2) * 16; end
                    2: begin kind = 19 + rnd(13); len = 0; end
                    3: begin kind = type_of(7 + rnd(3)); len = 1 + rnd(511); end
                    4: case (rnd(4))
                        0: begin kind = 0; len = 0; end
                        1: begin kind = 0; len = 257 + rnd(16127); end
                        2: begin kind = 1 + rnd(2); len = 31 + 2 * rnd(2); end
                        default: begin kind = 6; len = 15 + 2 * rnd(2); end
                    endcase
                    default: begin kind = 9; addr[3:0] = 1 + rnd(15); len = 257 - addr[3:0] + rnd(addr[3:0]); end
                endcase
            packet(p, how, len, kind, dst, addr);
        end
    endtask

    // ---- drivers at the falling edge, checks at the rising one
    integer stall_in = 2, stall_out = 2, p, o, k, now = 0, id;
    reg [N-1:0] blocked = 0;
    integer bad_hold = 0, bad_one = 0, bad_word = 0, bad_order = 0, bad_id = 0, received = 0, drops = 0, bad_drop = 0;
    integer cur [0:N-1], idx [0:N-1], last_id [0:N*N-1], first_word = 0, last_word = 0, seen = 0, header_in = 0;
    integer bad_turn = 0, turn = -1, watch = N, bad_mid = 0;
    reg [2:0] was_v [0:N-1];
    reg       was_r [0:N-1];
    reg [127:0] was_d [0:N-1], d;
    reg [N-1:0] moved = 0;

    always @(negedge clk) if (!rst) begin
        for (p = 0; p < N; p = p + 1) begin
            if (moved[p] || !(s_hv[p] || s_pv[p] || s_fv[p])) begin
                s_hv[p] = 1'b0;
                s_pv[p] = 1'b0;
                s_fv[p] = 1'b0;
                if (head[p] < tail[p] && (stall_in == 0 || rnd(stall_in + 1) != 0)) begin
                    s_data[128*p+:128] = stim[p*LEN+head[p]];
                    s_hv[p] = stim[p*LEN+head[p]] >> 128 == HDR;
                    s_pv[p] = stim[p*LEN+head[p]] >> 128 == PLD;
                    s_fv[p] = stim[p*LEN+head[p]] >> 128 == FTR;
                    head[p] = head[p] + 1;
                end
            end
            m_r[p] = !blocked[p] && (stall_out == 0 || rnd(stall_out + 1) != 0);
        end
    end

    always @(posedge clk) begin
        now = now + 1;
        moved = (s_hv & s_hr) | (s_pv & s_pr) | (s_fv & s_fr);
        if (|(s_hv & s_hr)) header_in = now;
        if (!rst) for (o = 0; o < N; o = o + 1) begin
            d = m_data[128*o+:128];
            if (m_hv[o] + m_pv[o] + m_fv[o] > 1) bad_one = bad_one + 1;
            if (was_v[o] != 0 && !was_r[o] && (was_v[o] != {m_fv[o], m_pv[o], m_hv[o]} || was_d[o] !== d))
                bad_hold = bad_hold + 1;
            was_v[o] = {m_fv[o], m_pv[o], m_hv[o]};
            was_r[o] = m_r[o];
            was_d[o] = d;
            if (drop_valid[o]) drops = drops + 1;
            if (drop_valid[o] && (drop_cause[4*o+:4] < 1 || drop_cause[4*o+:4] > 6)) bad_drop = bad_drop + 1;
            if (was_v[o] != 0 && o == watch) begin
                if (seen == 0) first_word = now;
                last_word = now;
                seen = seen + 1;
            end
            if (was_v[o] != 0 && m_r[o]) begin
                if (m_hv[o]) begin
                    if (cur[o] >= 0) bad_mid = bad_mid + 1;
                    cur[o] = d[20:5];
                    idx[o] = 0;
                    if (cur[o] >= ids || to[cur[o]] != o) bad_id = bad_id + 1;
                    else begin
                        k = from[cur[o]];
                        if (cur[o] <= last_id[k*N+o]) bad_order = bad_order + 1;
                        last_id[k*N+o] = cur[o];
                        if (o == watch) begin
                            if (k != (turn + 1) % 4) bad_turn = bad_turn + 1;
                            turn = k;
                        end
                    end
                end
                id = cur[o];
                if (id < 0 || id >= ids || idx[o] >= words[id]) bad_word = bad_word + 1;
                else begin
                    if (zero[id] && idx[o] + 1 == words[id]) begin
                        if (!m_fv[o] || d !== NO_FOOTER) bad_word = bad_word + 1;
                    end else if ({m_fv[o] ? 2'd2 : m_pv[o] ? 2'd1 : 2'd0, d} !== stim[at[id]+idx[o]])
                        bad_word = bad_word + 1;
                    idx[o] = idx[o] + 1;
                    if (idx[o] == words[id]) begin
                        got[id] = got[id] + 1;
                        received = received + 1;
                        cur[o] = -1;
                    end
                end
            end
        end
    end

    // ---- phases
    integer i, j, c, how, total = 0, bad_cnt = 0, bad_lat = 0, bad_idle = 0, bad_lost = 0, bad_par = 0, quiet, want_drops;

    task restart;
        input [21:0] coords;
        begin
            @(negedge clk);
            rst = 1'b1;
            own = coords;
            s_hv = 0; s_pv = 0; s_fv = 0; open = 0;
            ids = 0; expected = 0; received = 0; drops = 0;
            for (i = 0; i < N; i = i + 1) begin
                head[i] = 0; tail[i] = 0; cur[i] = -1; was_v[i] = 0; idx[i] = 0;
            end
            for (i = 0; i < N * N; i = i + 1) last_id[i] = -1;
            for (i = 0; i < 128; i = i + 1) want_cnt[i] = 0;
            repeat (3) @(negedge clk);
            rst = 1'b0;
        end
    endtask

    // until everything expected came, or nothing comes any more, and a little longer
    task drain;
        begin
            quiet = 0;
            while (quiet < 300 && received < expected) begin
                i = received;
                @(negedge clk) quiet = received == i ? quiet + 1 : 0;
            end
            repeat (80) @(negedge clk);
        end
    endtask

    // all: every address, what is not listed reads 0
    integer a;
    task check_counters;
        input all;
        begin
            want_drops = 0;
            for (i = all ? 0 : 12'h400; i < (all ? 4096 : 12'h600); i = i + (all ? 1 : 4)) begin
                reg_rd = 1'b1;
                reg_addr = i;
                a = i % 4 == 0 && i >= 12'h400 && i < 12'h600 ? (i - 12'h400) / 4 : -1;
                @(negedge clk);
                reg_rd = 1'b0;
                if (reg_rdata !== (a >= 0 ? want_cnt[a] : i == 0 ? 32'h45580001 : i == 4 ? 32'h000c0810 : i == 8 ? own : 0))
                    bad_cnt = bad_cnt + 1;
                if (a >= 16 && a < 112) want_drops = want_drops + want_cnt[a];
            end
            if (drops != want_drops) bad_drop = bad_drop + 1;
            for (i = 0; i < ids; i = i + 1) if (to[i] < N && got[i] != 1) bad_lost = bad_lost + 1;
            if (received != expected) bad_lost = bad_lost + 1;
            total = total + received;
        end
    endtask

    task verdicts;
        begin
            verdict(bad_id, "every packet leaves where the routing table says");
            verdict(bad_word, "words leave as they came, broken packets end with a zero footer");
            verdict(bad_mid, "packets of an output do not mix");
            verdict(bad_lost, "nothing is lost or doubled but what must be dropped");
            verdict(bad_order, "packets of one input to one output keep their order");
            verdict(bad_one, "one valid at a time");
            verdict(bad_hold, "valid and data hold until ready");
            verdict(bad_cnt, "the counters count each cause");
            verdict(bad_drop, "each drop shows on obs_drop");
        end
    endtask
    always @(bad_id or bad_word or bad_mid or bad_lost or
             bad_order or bad_one or bad_hold or bad_cnt or bad_drop) if (only != 0) begin
        early = 1'b1;
        verdicts;
        early = 1'b0;
    end

    initial begin
        for (c = 0; c < ROUNDS; c = c + 1) begin
            restart({8'd165, c[1:0], 12'hc21});
            stall_in = c;
            stall_out = 3 - c;
            for (i = 0; i < N; i = i + 1) begin
                for (j = 0; j < PACKETS; j = j + 1) begin
                    how = rnd(3) != 0 ? 0 : 1 + rnd(6);
                    // its successor tells where a packet without footer ends
                    repeat (how == 0 ? 1 : 2) begin
                        any_packet(i, how);
                        how = 0;
                    end
                end
            end
            drain;
            check_counters(0);
        end
        if (total < 10 * PACKETS * ROUNDS) bad_lost = bad_lost + 1;
        verdicts;

        // latency, and words of one packet without a gap, from every input to DRAM
        restart(22'h1000);
        stall_in = 0; stall_out = 0; watch = 0;
        for (c = 0; c < 12; c = c + 1) begin
            seen = 0;
            packet(c, 0, 64, 0, 22'h1000, 42'd0);
            while (seen == 0) @(negedge clk);
            if (first_word - header_in != 2) bad_lat = bad_lat + 1;
            repeat (12) @(negedge clk);
            if (seen != 6 || last_word - first_word != 5) bad_idle = bad_idle + 1;
        end
        verdict(bad_lat, "a header is on its output two cycles after it was taken");

        // four inputs ask for one output all the time; before reset it was input 1's
        watch = N;
        packet(1, 0, 0, 3, 22'h1000, {3'd7, 7'd2, 32'd0});
        drain;
        restart(22'h1000);
        watch = 2; seen = 0; turn = -1; bad_turn = 0;
        for (j = 0; j < 12; j = j + 1)
            for (c = 0; c < 4; c = c + 1)
                packet(c, 0, j % 3 == 2 ? 20 : 0, j % 3 == 0 ? 10 : 9 - 6 * (j % 3 == 1), 22'h1000, {3'd7, 7'd2, 32'd0});
        drain;
        if (last_word - first_word + 1 != seen || seen != 4 * 4 * (1 + 2 + 4)) bad_idle = bad_idle + 1;
        verdict(bad_idle, "no idle cycle between words or packets");
        verdict(bad_turn, "inputs take turns");
        watch = N;

        // output 0 blocked: the others carry one word a cycle
        restart(22'h1000);
        blocked = 16'h0001;
        for (j = 0; j < 10; j = j + 1)
            for (c = 0; c < 6; c = c + 1) packet(c, 0, 256, 0, 22'h1000, {3'd7, c[6:0], 32'd0});
        repeat (190) @(negedge clk);
        if (received != 50) bad_par = bad_par + 1;
        blocked = 16'h0000;
        drain;
        check_counters(1);
        verdict(bad_par + bad_lost, "a blocked output stalls no other");
        verdict(bad_cnt, "every address reads what the page lists, others 0");
        $finish;
    end

    // some times the simulated time that a sound run takes
    initial begin
        #100000 verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
