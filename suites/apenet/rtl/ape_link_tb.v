// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One ape_link, the bench being its far end, word by word: stuffing, literals, credits, rooms, headers, footers, cuts, counters
// (ape_link.md). Two of them have the same inputs: with BAND 1, and with BAND 0, the paper's line, which band chooses for the outputs. The words that
// leave are read by a receiver of the bench's own.

`timescale 1ns / 1ps
`default_nettype none

module ape_link_tb;
`include "ape_bench.vh"
`include "tn_bench_tests.vh"

    localparam integer TX_STATUS = 0, RX_STATUS = 1, TX_PACKETS = 2, RX_PACKETS = 3, HDR_FIXED = 4, HDR_FATAL = 5, CRC_WRONG = 6;
    localparam integer CUT = 7, DROPPED = 8, CREDIT_BAD = 9, THR_RED = 10, TX_CYCLES = 11, INJECT = 12, PERIOD = 13, MARGIN = 14;
    localparam integer CTRL = 15, TX_CREDITS = 16, RX_CREDITS = 17, OVERFLOW = 18, HDR_FORM = 19, TX_LITERALS = 20, LEVEL = 21;
    localparam integer ROOM = 23;

    reg          clk = 1'b0, rst = 1'b1, stop = 1'b0, stopped = 1'b0, wv = 1'b0, wk = 1'b0, sv = 1'b0, sh = 1'b0, sl = 1'b0, wr = 1'b0, rd = 1'b0;
    reg  [127:0] wd = 128'd0, sd = 128'd0;
    reg  [1:0]   ready = 2'b00;
    reg  [7:0]   addr = 8'd0;
    reg  [31:0]  wdata = 32'd0;
    wire         tv, tk, sr;
    wire [127:0] tw;
    wire [19:0]  room_d;
    wire [15:0]  room_h;
    wire [1:0]   mv, mh, ml;
    wire [255:0] md;
    wire [31:0]  rdata;
    reg          band = 1'b1;
    wire [460:0] out [0:1];
    always #1 clk = !clk;

    assign {tv, tk, tw, sr, room_d, room_h, mv, md, mh, ml, rdata} = out[band];

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_band
            ape_link #(.BAND(g), .CUT_CYC(100)) dut (
                .clk(clk), .rst(rst), .wire_tx_stop(stop), .wire_tx_valid(out[g][460]), .wire_tx_k(out[g][459]),
                .wire_tx_data(out[g][458:331]), .wire_rx_valid(wv), .wire_rx_k(wk), .wire_rx_data(wd),
                .s_tx_valid(sv), .s_tx_ready(out[g][330]), .s_tx_data(sd), .s_tx_head(sh), .s_tx_last(sl),
                .tx_room_data(out[g][329:310]), .tx_room_hdr(out[g][309:294]), .m_rx_valid(out[g][293:292]), .m_rx_ready(ready),
                .m_rx_data(out[g][291:36]), .m_rx_head(out[g][35:34]), .m_rx_last(out[g][33:32]),
                .reg_wr(wr), .reg_rd(rd), .reg_addr(addr), .reg_wdata(wdata), .reg_rdata(out[g][31:0])
            );
        end
    endgenerate

    // ---- what leaves on the line: words of packets, control words and literals taken out; credits
    reg [127:0] sent [0:1023];
    integer     kind = 0;  // TX_STATUS of the word that left last; 0: none
    integer     sent_n = 0, stuffed = 0, credits = 0, gap = 0, gap_max = 0, body = -1, early = 0;
    reg         magic = 1'b0, open = 1'b0, control;
    // with BAND 1: what left in the cycle before; the words behind a packet have not all left
    reg         start_near = 1'b0, credit_near = 1'b0, owed = 1'b0, near;
    reg [127:0] credit = 128'd0;
    task word_sent;
        input [127:0] w;
        begin
            sent[sent_n % 1024] = w;
            sent_n = sent_n + 1;
            if (body < 0) body = w[47] ? 0 : words_of(w) + 1;
            else begin
                body = body - 1;
                owed = band && body == 0;
            end
            if (body == 0) open = 1'b0;
        end
    endtask
    task credit_sent;
        input [127:0] w;
        begin
            credit = w;
            credits = credits + 1;
            if (w[127:120] !== secded(w[119:0]) || w[119:36] != 84'd0) wrong = wrong + 1;
            if (gap > gap_max) gap_max = gap;
            gap = -1;
        end
    endtask
    always @(posedge clk) if (rst) begin
        open = 1'b0;
        magic = 1'b0;
        body = -1;
        gap = 0;
        {start_near, credit_near, owed} = 3'b000;
    end else if (!tv) {start_near, credit_near} = 2'b00;
    else begin
        // behind START its header, or behind a pause MAGIC and START again; in a packet no MAGIC directly behind a credit word
        if (band && open && body < 0) begin
            if (start_near == tk) wrong = wrong + 1;
            if (tk) open = 1'b0;
        end
        if (credit_near && tk && tw == MAGIC) begin
            if (open) wrong = wrong + 1;
            owed = 1'b0;
        end
        near = magic;
        // a control word is one with k; with BAND 0 its content says so, and none has k
        control = band ? tk : tw == MAGIC || (tw == START && magic);
        if (tk && (!band || (tw != MAGIC && tw != START))) wrong = wrong + 1;
        kind = control ? (magic ? (tw == MAGIC ? 4 : 3) : 2) : !magic ? (open ? 4 : 1) : open ? 5 : 1;
        if (magic) begin
            magic = 1'b0;
            if (control && tw == MAGIC) begin
                if (!band && open && body > 0) word_sent(tw);
                else wrong = wrong + 1;
            end else if (control) begin
                if (open) wrong = wrong + 1;
                open = 1'b1;
                body = -1;
            end else begin
                if (open ? body < 0 : !band) early = early + 1;
                if (open) stuffed = stuffed + 1;
                credit_sent(tw);
            end
        end else if (control) begin
            magic = 1'b1;
            if (tw == START) wrong = wrong + 1;
        end else if (open) word_sent(tw);
        else if (band) wrong = wrong + 1;
        else credit_sent(tw);
        gap = gap + 1;
        start_near = band && near && tk && tw == START;
        credit_near = band && near && !tk;
        if (start_near) owed = 1'b0;
    end

    // ---- what comes to the router, by VC
    reg [127:0] got [0:2047];  // VC 1 from 1024 on
    integer     got_n [0:1], heads [0:1], lasts [0:1];
    integer     v;
    always @(posedge clk) if (!rst) for (v = 0; v < 2; v = v + 1) if (mv[v] && ready[v]) begin
        got[1024*v + got_n[v] % 1024] = md[128*v+:128];
        got_n[v] = got_n[v] + 1;
        if (mh[v]) heads[v] = heads[v] + 1;
        if (ml[v]) lasts[v] = lasts[v] + 1;
    end

    integer behind = 0;  // credit words that came behind packets
    task wait_cycles; input integer n; repeat (n) @(negedge clk); endtask
    task restart;
        begin
            rst = 1'b1;
            {wv, sv, ready} = 4'd0;
            wait_cycles(3);
            rst = 1'b0;
            {got_n[0], got_n[1], heads[0], heads[1], lasts[0], lasts[1], sent_n} = 0;
            {stuffed, credits, gap_max, early, behind} = 0;
        end
    endtask
    task write;
        input integer word, value;
        begin
            addr = 4 * word;
            wdata = value;
            wr = 1'b1;
            @(negedge clk) wr = 1'b0;
        end
    endtask
    task register;  // must read so
        input integer word, value;
        begin
            addr = 4 * word;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            if (rdata !== value) begin
                wrong = wrong + 1;
                $display("# register %0d: %0h, not %0h", word, rdata, value);
            end
        end
    endtask
    task check;
        input ok;
        if (ok !== 1'b1) wrong = wrong + 1;
    endtask
    task word_comes;
        input         k;
        input [127:0] w;
        begin
            wv = 1'b1;
            wk = band ? k : rnd(2);  // BAND 0 does not look at k
            wd = w;
            @(negedge clk) wv = 1'b0;
        end
    endtask
    task line;  // one word comes, without k
        input [127:0] w;
        word_comes(1'b0, w);
    endtask
    task control_comes;
        input [127:0] w;
        word_comes(1'b1, w);
    endtask
    task credit_comes;  // behind its MAGIC
        input [127:0] w;
        begin
            control_comes(MAGIC);
            line(w);
        end
    endtask
    task over;  // the words behind a packet
        if (band) begin
            credit_comes(credit_word(8, 2, 8, 2));
            credit_comes(credit_word(8, 2, 8, 2));
            behind = behind + 2;
        end
    endtask
    task start_comes;
        begin
            control_comes(MAGIC);
            control_comes(START);
        end
    endtask

    // packet n: header on VC vc with len bytes; its words
    reg [127:0] pk [0:259];
    integer     pk_n;
    task make;
        input integer n, vc, len;
        reg [31:0] crc;
        integer    k;
        begin
            pk[0] = header(n, 1, 2, 3, 0, 1'b0, len, 48'h123456789abc + n);
            pk[0] = sealed(pk[0][119:0] | vc);
            pk_n = words_of(pk[0]) + 2;
            crc = crc_begin(pk[0]);
            for (k = 1; k < pk_n - 1; k = k + 1) begin
                pk[k] = k % 5 == 2 ? MAGIC : k % 5 == 4 ? START : {n, k, 32'hdeadbeef, ~n};
                crc = crc_lanes(crc, pk[k]);
            end
            pk[pk_n-1] = footer(crc, {n, 16'd3, 16'h4321, 32'd0});
        end
    endtask
    task come_bare;  // the packet comes, from word a to word b, in band with literals
        input integer a, b;
        integer k;
        for (k = a; k <= b; k = k + 1) begin
            if (k == 0) start_comes;
            line(pk[k]);
            if (!band && k > 0 && pk[k] == MAGIC) line(MAGIC);
        end
    endtask
    task come;  // the same, and the words behind it
        input integer a, b;
        begin
            come_bare(a, b);
            if (b == pk_n - 1 && pk_n > 1) over;
        end
    endtask
    task came;  // the packet, whole, stands from word `at` on of VC vc
        input integer vc, at;
        integer k;
        for (k = 0; k < pk_n; k = k + 1) check(got[1024*vc + (at + k) % 1024] === pk[k]);
    endtask
    task give;  // the router gives the packet; with pauses
        input integer pause;
        integer k;
        for (k = 0; k < pk_n; k = k + 1) begin
            if (pause != 0 && k % pause == 1) wait_cycles(7);
            {sv, sh, sl} = {1'b1, k == 0, k == pk_n - 1};
            sd = pk[k];
            @(posedge clk) while (!sr) @(posedge clk);
            @(negedge clk) sv = 1'b0;
        end
    endtask
    task left_line;  // the packet left, whole, from word `at` on
        input integer at;
        integer k;
        for (k = 0; k < pk_n; k = k + 1) check(sent[(at + k) % 1024] === pk[k]);
    endtask

    integer   i, t0, t1, ended = 0;
    reg [7:0] states;
    initial begin
`include "ape_link_tx_tests.vh"
`include "ape_link_rx_tests.vh"
`include "ape_link_over_tests.vh"
        if (test("a reset amid a packet leaves no status of it, even in a pause")) begin
            restart;
            make(5, 0, 160);
            {sv, sh, sl} = 3'b110;
            sd = pk[0];
            @(posedge clk) while (!sr) @(posedge clk);
            @(negedge clk) sv = 1'b0;
            wait_cycles(10);
            register(TX_STATUS, 6);
            stop = 1'b1;
            restart;
            addr = 4 * TX_STATUS;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            check(rdata <= 32'd2);  // off or between packets
            stop = 1'b0;
            judge;
        end
        if (test("a link that is off sends and hears nothing")) begin
            restart;
            write(CTRL, 0);
            wait_cycles(3);
            i = credits;
            make(2, 0, 16);
            come(0, pk_n - 1);
            wait_cycles(10);
            check(credits == i && !tv && mv === 2'b00);
            register(TX_STATUS, 0);
            register(RX_STATUS, 0);
            write(CTRL, 3);
            come(0, pk_n - 1);
            wait_cycles(10);
            check(tv && mv === 2'b01 && got_n[0] == 0);
            judge;
        end
        if (test("a transmitter that is off goes on where it stopped: one MAGIC, then START or a credit word")) begin
            restart;
            make(2, 0, 16);
            for (i = 0; i < 12; i = i + 1) begin
                write(CTRL, 2);
                repeat (5 + i % 3) @(negedge clk) check(!tv);
                t0 = sent_n;
                if (i % 2 == 0) give(0);
                wait_cycles(6);
                check(!tv && sent_n == t0);
                register(TX_STATUS, 0);
                write(CTRL, 3);
                wait_cycles(12 + i % 2);
                check(sent_n == (i % 2 == 0 ? t0 + pk_n : t0));
            end
            judge;
        end
        $finish;
    end
endmodule

`default_nettype wire
