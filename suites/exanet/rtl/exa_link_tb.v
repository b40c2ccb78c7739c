// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two exa_links over two lines, four drifting clocks. Each line is decoded by the
// bench on its own, and flips bits, loses and repeats blocks, slips, sends
// noise and spoils NFC blocks when told.

`timescale 1ns / 1ps
`default_nettype none

// What uses a link: sends packets 0, 1, ..., judges what arrives.
module link_user #(parameter integer SEED = 1) (
    input wire clk, input wire rst,
    output reg hv, output reg pv, output reg fv, input wire hr, input wire pr, input wire fr,
    output reg [127:0] data,
    input wire mhv, input wire mpv, input wire mfv, output reg mr, input wire [127:0] mdata
);
`include "tn_bench.vh"
`include "exa_link_bench.vh"
    integer goal = 0, sent = 0, k = 0, stall_in = 1, stall_out = 1;
    reg     block = 1'b0;
    integer next = 0;        // the packet that must come when nothing was lost
    integer good = 0, spoilt = 0, gaps = 0;
    integer bad_seq = 0, bad_data = 0, bad_hold = 0, bad_room = 0;
    integer n = 0, i = -1;   // packet and word under way, -1 none
    reg     crc_ok, same, moved = 1'b0, held = 1'b0;
    reg [31:0] crc;
    reg [130:0] was;

    initial begin
        rnd_q = SEED;
        {hv, pv, fv, mr} = 4'd0;
        data = 128'd0;
    end

    always @(negedge clk) if (!rst) begin
        if (moved) {hv, pv, fv} = 3'd0;
        if (!(hv || pv || fv) && (k != 0 || sent < goal) && rnd(stall_in + 1) == 0) begin
            data = word_of(sent, k);
            hv = k == 0;
            fv = k != 0 && k == words_of(sent) - 1;
            pv = !hv && !fv;
            k = k + 1;
            if (k == words_of(sent)) begin
                k = 0;
                sent = sent + 1;
            end
        end
        mr = !block && rnd(stall_out + 1) == 0;
    end

    always @(posedge clk) begin
        moved = (hv && hr) || (pv && pr) || (fv && fr);
        // 18 words fit, so a packet that began is never stalled
        if (!rst && ((pv && !pr) || (fv && !fr))) bad_room = bad_room + 1;
        if (!rst) begin
            if (held && was !== {mhv, mpv, mfv, mdata}) bad_hold = bad_hold + 1;
            was = {mhv, mpv, mfv, mdata};
            held = (mhv || mpv || mfv) && !mr;
            if (mhv + mpv + mfv > 1) bad_seq = bad_seq + 1;
            if (mr && mhv) begin
                // only a header of wrong CRC may stand alone
                if (i >= 0 && (crc_ok || i > 1)) bad_seq = bad_seq + 1;
                if (i >= 0) spoilt = spoilt + 1;
                n = next - next % 65536 + mdata[20:5];
                crc_ok = sealed(mdata[111:0]) == mdata;
                same = mdata === head_of(n);
                crc = 32'hffffffff;
                i = 1;
                if (crc_ok && form_of(mdata[47:43], mdata[61:48]) == 0) finish(same);
            end else if (mr && mpv) begin
                if (i < 1 || i > 16) bad_seq = bad_seq + 1;
                same = same && mdata === word_of(n, i);
                crc = crc32(crc, mdata);
                i = i + 1;
            end else if (mr && mfv) begin
                if (i < 1) bad_seq = bad_seq + 1;
                same = same && i == words_of(n) - 1 && mdata === word_of(n, i);
                crc_ok = crc_ok && crc8(mdata) == mdata[95:88] && mdata[127:96] == (i == 1 ? 32'd0 : ~crc);
                finish(same);
            end
        end
    end

    task finish;
        input whole;
        begin
            i = -1;
            // what differs must show by a CRC
            if (!whole && crc_ok) bad_data = bad_data + 1;
            if (whole) begin
                good = good + 1;
                if (n < next) bad_data = bad_data + 1;
                if (n != next) gaps = gaps + 1;
                next = n + 1;
            end else spoilt = spoilt + 1;
        end
    endtask
endmodule

// A line: blocks in, bits out at any alignment, errors by rate (one in so many
// blocks, 0 none). Decodes what is sent, bit by bit, and compares.
module link_line #(parameter integer SEED = 1) (
    input wire clk, input wire rst, input wire [1:0] th, input wire [63:0] td,
    output reg [1:0] rh, output reg [63:0] rd, input wire slip
);
`include "tn_bench.vh"
`include "exa_link_bench.vh"
    integer flip = 0, lose = 0, burst = 0, noise = 0;
    reg     spoil_nfc = 1'b0, spoiled = 1'b0;
    reg [65:0] queue [0:63];
    integer wr = 8, rdp = 0, off = 17, b, spoils = 0;
    reg [65:0] prev = 66'd0, now;
    reg [131:0] window;
    // the decoder
    reg [57:0] past = {58{1'b1}};  // 57 the newest
    reg [63:0] plain, low;
    reg        half = 1'b0;
    integer    n = 0, k = 0, bad_line = 0, nfcs = 0, idle_run = 0;

    initial begin
        rnd_q = SEED;
        {rh, rd} = 66'd0;
        for (b = 0; b < 64; b = b + 1) queue[b] = 66'd2;
    end

    // what stands on the line at the first edge was made in reset
    reg     started = 1'b0;
    always @(posedge clk) started <= !rst;
    always @(posedge clk) if (started) begin
        for (b = 0; b < 64; b = b + 1) begin
            plain[b] = td[b] ^ past[19] ^ past[0];
            past = {td[b], past[57:1]};
        end
        now = {td, th};
        if (th == 2'b01) begin
            half = !half;
            if (half) low = plain;
            else begin
                if ({plain, low} !== word_of(n, k)) bad_line = bad_line + 1;
                k = k + 1;
            end
        end else if (th != 2'b10) bad_line = bad_line + 1;
        else case (plain[7:0])
            8'h1e: begin
                if (half || plain[63:8] != 0 || (k != 0 && k != words_of(n))) bad_line = bad_line + 1;
                if (k != 0) n = n + 1;
                k = 0;
            end
            8'h78: if ((plain[63:8] & ~56'h20) != 0) bad_line = bad_line + 1;
            8'haa: begin
                nfcs = nfcs + 1;
                if ((plain[63:8] & ~56'h80) != 0) bad_line = bad_line + 1;
                // every other one, so that the next refresh is whole
                if (spoil_nfc && !spoiled) begin
                    now[2+rnd(8)] = 1'bx;
                    for (b = 2; b < 10; b = b + 1) if (now[b] === 1'bx) now[b] = !td[b-2];
                    spoils = spoils + 1;
                end
                spoiled = !spoiled;
            end
            default: bad_line = bad_line + 1;
        endcase
        idle_run = th == 2'b01 ? 0 : idle_run + 1;

        if (flip != 0 && rnd(flip) == 0) begin
            b = rnd(66);
            now[b] = !now[b];
        end
        if (burst != 0 && rnd(burst) == 0) begin
            noise = 20 + rnd(300);
            if (rnd(2) == 0) off = rnd(66);
        end
        if (noise != 0) begin
            noise = noise - 1;
            now = rnd_word(1'b0);
        end
        b = wr - rdp;
        if (!(lose != 0 && rnd(lose) == 0 && b > 3)) begin
            queue[wr % 64] = now;
            wr = wr + 1;
        end
        if (lose != 0 && rnd(lose) == 0 && b < 40) begin
            queue[wr % 64] = now;
            wr = wr + 1;
        end
        window = {queue[rdp % 64], prev} >> off;
        prev = queue[rdp % 64];
        rdp = rdp + 1;
        {rd, rh} <= window[65:0];
        if (slip) off = (off + 1) % 66;
    end
endmodule

module exa_link_tb;
`include "tn_bench.vh"
    reg clk_a = 0, clk_b = 0, line_a = 0, line_b = 0, rst = 1;
    real slow = 0.0;
    // rates drift against each other, by up to 3 per cent
    always #(2.90 + slow) clk_a = !clk_a;
    always #(3.10 - slow) clk_b = !clk_b;
    always #(3.00 - slow / 2) line_a = !line_a;
    always #(3.01 + slow / 3) line_b = !line_b;
    integer tick = 0;
    always @(posedge clk_a) begin
        tick = tick + 1;
        slow = (tick % 4096 < 2048 ? tick % 2048 : 2047 - tick % 2048) * 0.00005;
    end

    wire ahv, apv, afv, ahr, apr, afr, bhv, bpv, bfv, bhr, bpr, bfr;
    wire amhv, ampv, amfv, amr, bmhv, bmpv, bmfv, bmr, slip_a, slip_b, lock_a, lock_b, brk_a, brk_b;
    wire [127:0] ad, bd, amd, bmd;
    wire [1:0]   th_a, th_b, rh_a, rh_b;
    wire [63:0]  td_a, td_b, rd_a, rd_b;
    reg          reg_rd = 0;
    reg  [11:0]  reg_addr = 0;
    wire [31:0]  reg_a, reg_b;

    link_user #(11) ua (clk_a, rst, ahv, apv, afv, ahr, apr, afr, ad, amhv, ampv, amfv, amr, amd);
    link_user #(22) ub (clk_b, rst, bhv, bpv, bfv, bhr, bpr, bfr, bd, bmhv, bmpv, bmfv, bmr, bmd);
    link_line #(33) ab (line_a, rst, th_a, td_a, rh_b, rd_b, slip_b);
    link_line #(44) ba (line_b, rst, th_b, td_b, rh_a, rd_a, slip_a);

    exa_link a (
        .clk(clk_a), .rst(rst), .tx_clk(line_a), .tx_rst(rst), .rx_clk(line_b), .rx_rst(rst),
        .s_exa_hdr_valid(ahv), .s_exa_hdr_ready(ahr), .s_exa_pld_valid(apv), .s_exa_pld_ready(apr),
        .s_exa_ftr_valid(afv), .s_exa_ftr_ready(afr), .s_exa_data(ad),
        .m_exa_hdr_valid(amhv), .m_exa_hdr_ready(amr), .m_exa_pld_valid(ampv), .m_exa_pld_ready(amr),
        .m_exa_ftr_valid(amfv), .m_exa_ftr_ready(amr), .m_exa_data(amd),
        .tx_head(th_a), .tx_data(td_a), .rx_head(rh_a), .rx_data(rd_a), .rx_slip(slip_a),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_a), .obs_rx_lock(lock_a), .obs_rx_break(brk_a)
    );
    exa_link b (
        .clk(clk_b), .rst(rst), .tx_clk(line_b), .tx_rst(rst), .rx_clk(line_a), .rx_rst(rst),
        .s_exa_hdr_valid(bhv), .s_exa_hdr_ready(bhr), .s_exa_pld_valid(bpv), .s_exa_pld_ready(bpr),
        .s_exa_ftr_valid(bfv), .s_exa_ftr_ready(bfr), .s_exa_data(bd),
        .m_exa_hdr_valid(bmhv), .m_exa_hdr_ready(bmr), .m_exa_pld_valid(bmpv), .m_exa_pld_ready(bmr),
        .m_exa_ftr_valid(bmfv), .m_exa_ftr_ready(bmr), .m_exa_data(bmd),
        .tx_head(th_b), .tx_data(td_b), .rx_head(rh_b), .rx_data(rd_b), .rx_slip(slip_b),
        .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_rdata(reg_b), .obs_rx_lock(lock_b), .obs_rx_break(brk_b)
    );

    integer i, breaks = 0, bad_clean = 0, bad_xoff = 0, bad_hang = 0, bad_cnt = 0, bad_nfc = 0, base_a, base_b;
    always @(posedge line_a) if (!rst && brk_b) breaks = breaks + 1;

    reg [31:0] got;
    task read_b;
        input [11:0] addr;
        begin
            reg_addr = addr;
            reg_rd = 1'b1;
            repeat (3) @(negedge clk_b);
            reg_rd = 1'b0;
            got = reg_b;
        end
    endtask

    // count packets more each way; until all are there or nothing can come any more
    task traffic;
        input integer count, limit;
        begin
            base_a = ua.next + count;
            base_b = ub.next + count;
            ua.goal = ua.goal + count;
            ub.goal = ub.goal + count;
            i = 0;
            while (i < limit && (ua.next != ub.goal || ub.next != ua.goal)) begin
                @(negedge clk_a);
                i = i + 1;
            end
            repeat (300) @(negedge clk_a);
        end
    endtask

    initial begin
        repeat (10) @(negedge clk_b);
        rst = 1'b0;
        // from the first packet on, though the lines are not yet aligned
        traffic(150, 30000);
        if (ua.next != 150 || ub.next != 150 || ua.gaps + ub.gaps != 0) bad_clean = bad_clean + 1;
        ua.stall_in = 0; ub.stall_in = 0; ua.stall_out = 0; ub.stall_out = 0;
        traffic(150, 30000);
        if (ua.next != 300 || ub.next != 300 || ua.gaps + ub.gaps + ua.spoilt + ub.spoilt != 0) bad_clean = bad_clean + 1;
        read_b(12'h40c);
        if (got != 0) bad_clean = bad_clean + 1;

        // B's user slow, then stopped, then slow: XOFF, and nothing lost
        ub.stall_out = 9;
        ub.block = 1'b1;
        ua.goal = ua.goal + 200;
        repeat (3000) @(negedge clk_a);
        // stopped: the line carries no more data
        if (ab.idle_run < 500 || ua.sent > 500 - 20) bad_xoff = bad_xoff + 1;
        ub.block = 1'b0;
        i = 0;
        while (i < 60000 && ub.next != 500) begin @(negedge clk_a); i = i + 1; end
        if (ub.next != 500 || ub.gaps + ub.spoilt != 0) bad_xoff = bad_xoff + 1;
        read_b(12'h424);
        if (got < 2) bad_xoff = bad_xoff + 1;
        read_b(12'h414);
        if (got != 0) bad_xoff = bad_xoff + 1;
        read_b(12'h408);
        if (got != 500) bad_cnt = bad_cnt + 1;
        read_b(12'h400);
        if (got != 300) bad_cnt = bad_cnt + 1;

        // NFC of B spoilt, every other one: nothing of A's is lost, nothing stops
        ba.spoil_nfc = 1'b1;
        ua.goal = ua.goal + 200;
        i = 0;
        while (i < 60000 && ub.next != 700) begin @(negedge clk_a); i = i + 1; end
        ba.spoil_nfc = 1'b0;
        if (ub.next != 700 || ub.gaps + ub.spoilt != 0 || ba.spoils < 10) bad_nfc = bad_nfc + 1;

        // all errors together, both ways
        ub.stall_out = 1;
        ua.goal = ua.goal + 100000;
        ub.goal = ub.goal + 100000;
        ab.flip = 60; ab.lose = 150; ba.flip = 200; ba.lose = 400;
        repeat (8000) @(negedge clk_a);
        ab.burst = 800; ba.burst = 2500;
        repeat (8000) @(negedge clk_a);
        ab.flip = 0; ab.lose = 0; ab.burst = 0; ba.flip = 0; ba.lose = 0; ba.burst = 0;
        ua.goal = ua.sent + 1;
        ub.goal = ub.sent + 1;
        repeat (8000) @(negedge clk_a);
        verdict(breaks < 20 || ub.good < 740 || ub.spoilt < 20 ? 1 : 0, "errors were made, and some packets came between them");
        read_b(12'h40c);
        if (got != breaks) bad_cnt = bad_cnt + 1;
        read_b(12'h420);
        if (got == 0) bad_cnt = bad_cnt + 1;
        // healed: from here on every packet comes
        if (ub.i >= 0 && ub.crc_ok) bad_hang = bad_hang + 1;
        if (ua.k != 0 || ub.k != 0) bad_hang = bad_hang + 1;
        ub.next = ua.sent; ua.next = ub.sent;
        ua.gaps = 0; ub.gaps = 0;
        traffic(100, 30000);
        if (ub.next != ua.sent || ua.next != ub.sent || ua.gaps + ub.gaps != 0 || ua.sent != ua.goal) bad_hang = bad_hang + 1;

        verdict(ab.bad_line + ba.bad_line, "the line carries scrambled frames as the page draws them");
        verdict(bad_clean, "all packets cross an error-free line, in order, from the first on");
        verdict(bad_xoff, "XOFF stops the line, and nothing is lost");
        verdict(bad_nfc, "spoilt NFC blocks lose nothing and stop nothing");
        verdict(bad_hang, "after errors of every kind the link works on");
        verdict(ua.bad_seq + ub.bad_seq, "the output channel carries whole packets only");
        verdict(ua.bad_data + ub.bad_data, "what differs from what was sent shows by a CRC");
        verdict(ua.bad_hold + ub.bad_hold, "valid and data hold until ready");
        verdict(ua.bad_room + ub.bad_room, "a packet that began always fits");
        verdict(bad_cnt, "frames, breaks and losses of lock are counted");
        $finish;
    end

    // some times the simulated time that a sound run takes
    initial begin
        #1000000 verdict(1, "the bench comes to its end");
        $finish;
    end
endmodule

`default_nettype wire
