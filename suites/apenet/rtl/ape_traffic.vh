// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A shape of ape_lattice under traffic, for ape_lattice_tb: every local port sends PACKETS packets, each that comes is judged by
// its own words: destination, order of its flow, header but for what routers change, payload, footer, routers passed.
//
// PATTERN: 0 uniform, 1 half the ring ahead in every dimension (ties), 2 the neighbour in plus x, 3 one destination for all. SIZE: 0 all sizes, 1 only
// 4 KiB. FAULTS: 0, or one word in so many cycles is struck, its k, too, or lost somewhere while packets are sent. Then each packet that comes
// is as it was sent, or its footer has err; no packet comes twice; and every sender gets rid of its packets. done: all packets
// have come, or no word has come for 4000 cycles.

module ape_traffic #(
    parameter integer X_N        = 2,
    parameter integer Y_N        = 2,
    parameter integer Z_N        = 1,
    parameter integer LINK_N     = 6,
    parameter integer LOCAL_N    = 1,
    parameter integer WIRE_CYC   = 1,
    parameter integer PATTERN    = 0,
    parameter integer SIZE       = 0,
    parameter integer PACKETS    = 20,
    parameter integer ROOM_IN    = 4,   // a local port has room in one of so many cycles
    parameter [5:0]   ORDER      = 6'b00_01_10,
    parameter         ROUND      = 1'b1,
    parameter [5:0]   PORT_EN    = 6'b111111,  // of all nodes
    parameter integer MINUS_NODE = -1,  // node whose plus ports are off: its ties go minus
    parameter integer LOST       = 0,   // packets whose way needs a port that is off
    parameter integer FAULTS     = 0,
    parameter integer PCS        = 0
) (
    input  wire    clock,
    input  wire    start,
    output reg     done,
    output integer wrong,
    output integer came,
    output integer cycles
);
`include "ape_bench.vh"
`include "ape_defs.vh"
`include "ape_crc.vh"

    // a shape that is not under test costs no time
    wire clk = clock && start && !done;

    localparam integer K = X_N * Y_N * Z_N, P = K * LOCAL_N, W = 128 + 32 * PCS;

    reg  [K-1:0]       rst, reg_wr;
    reg  [11:0]        reg_addr;
    reg  [31:0]        reg_wdata;
    reg  [P-1:0]       tv, th, tl;
    reg  [128*P-1:0]   td;
    wire [P-1:0]       tr, rv, rvc, rh, rl;
    wire [128*P-1:0]   rd;
    reg  [2*P-1:0]     room;
    wire [32*K-1:0]    reg_rdata;
    reg  [W*LINK_N*K-1:0]   flip;
    reg  [LINK_N*K-1:0]     cut, flip_k;
    wire [LINK_N*K-1:0]     iv, ov, ik, ok;
    wire [W*LINK_N*K-1:0]   id, od;

    ape_lattice #(
        .X_N(X_N), .Y_N(Y_N), .Z_N(Z_N), .LINK_N(LINK_N), .LOCAL_N(LOCAL_N), .WIRE_CYC(WIRE_CYC), .PCS(PCS)
    ) dut (
        .clk(clk), .rst(rst), .l_tx_valid(tv), .l_tx_ready(tr), .l_tx_data(td), .l_tx_head(th), .l_tx_last(tl),
        .l_rx_valid(rv), .l_rx_data(rd), .l_rx_vc(rvc), .l_rx_head(rh), .l_rx_last(rl), .l_rx_room(room),
        .reg_wr(reg_wr), .reg_rd({K{1'b0}}), .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata),
        .wire_xor(flip), .wire_xor_k(flip_k), .wire_cut(cut), .wire_put({LINK_N*K{1'b0}}),
        .wire_in_valid(iv), .wire_in_k(ik), .wire_in_data(id), .wire_out_valid(ov), .wire_out_k(ok), .wire_out_data(od)
    );

    // senders
    integer     left [0:P-1], at [0:P-1], n [0:P-1], to [0:P-1];
    reg [127:0] head [0:P-1];
    reg [31:0]  crc [0:P-1];
    integer     next_seq [0:P*P-1], want_seq [0:P*P-1];
    // receivers
    integer     r_at [0:P-1], r_n [0:P-1];
    reg [127:0] r_head [0:P-1];
    reg [31:0]  r_crc [0:P-1];
    reg         r_vc [0:P-1];
    integer     r_bad [0:P-1];  // with faults: first thing wrong in the packet under way

    function [127:0] word_of;
        input [127:0] h;
        input integer i;
        word_of = i % 7 == 3 ? MAGIC : i % 11 == 5 ? 128'd0 : i % 13 == 6 ? START : {h[109:62], i, h[61:14]};
    endfunction

    function integer distance;  // nodes on the way but the first
        input integer a, b;
        integer d;
        begin
            d = (b % X_N - a % X_N + X_N) % X_N;
            distance = 2 * d > X_N ? X_N - d : d;
            d = (b / X_N % Y_N - a / X_N % Y_N + Y_N) % Y_N;
            distance = distance + (2 * d > Y_N ? Y_N - d : d);
            d = (b / X_N / Y_N - a / X_N / Y_N + Z_N) % Z_N;
            distance = distance + (2 * d > Z_N ? Z_N - d : d);
        end
    endfunction

    function integer aim;
        input integer p;
        integer k, x, y, z;
        begin
            k = p / LOCAL_N;
            x = k % X_N;
            y = k / X_N % Y_N;
            z = k / X_N / Y_N;
            case (PATTERN)
                0: aim = rnd(P);
                1: aim = ((x + X_N / 2) % X_N + X_N * ((y + Y_N / 2) % Y_N + Y_N * ((z + Z_N / 2) % Z_N))) * LOCAL_N;
                2: aim = ((x + 1) % X_N + X_N * (y + Y_N * z)) * LOCAL_N;
                default: aim = 0;
            endcase
        end
    endfunction

    task fresh;  // the next packet of port p
        input integer p;
        integer k, len;
        reg alone;
        begin
            to[p] = aim(p);
            k = to[p] / LOCAL_N;
            case (SIZE != 0 ? 3 : rnd(5))
                0: len = 0;
                1: len = 1 + rnd(64);
                2: len = rnd(512);
                3: len = 4096;
                default: len = 16;
            endcase
            alone = SIZE == 0 && FAULTS == 0 && rnd(8) == 0;
            head[p] = header(p, k % X_N, k / X_N % Y_N, k / X_N / Y_N, to[p] % LOCAL_N, alone, alone ? rnd(4097) : len,
                             {next_seq[P*p+to[p]], to[p][15:0]});
            next_seq[P*p+to[p]] = next_seq[P*p+to[p]] + 1;
            n[p] = words_of(head[p]);
            crc[p] = ape_crc_head(head[p]);
            at[p] = 0;
        end
    endtask

    task offer;  // word at[p] of the packet of port p
        input integer p;
        reg [127:0] w;
        begin
            w = at[p] == 0 ? head[p] : at[p] <= n[p] ? word_of(head[p], at[p]) : 128'd0;
            if (at[p] > n[p]) begin
                w[95:0] = {head[p][93:62], 16'd1, 16'h8000, head[p][31:0]} & ~96'h800000000000;
                w[127:96] = ape_crc_foot(crc[p], w);
            end else if (at[p] > 0) crc[p] = ape_crc_word(crc[p], w);
            td[128*p+:128] = w;
            tv[p] = 1'b1;
            th[p] = at[p] == 0;
            tl[p] = at[p] == n[p] + 1 || head[p][47];
        end
    endtask

    task bad;
        input integer p;
        input integer why;
        if (FAULTS != 0 && why != 10) begin
            if (r_bad[p] == 0) r_bad[p] = why;
        end else begin
            wrong = wrong + 1;
            if (wrong < 6) $display("# %m: port %0d, word %0d: fault %0d, %h", p, r_at[p], why, rd[128*p+:128]);
        end
    endtask

    task judge_word;
        input integer p;
        reg [127:0] w;
        integer from;
        begin
            w = rd[128*p+:128];
            if (rh[p] != (r_at[p] == 0)) bad(p, 1);
            if (r_at[p] == 0) begin
                r_head[p] = w;
                r_n[p] = words_of(w);
                r_crc[p] = ape_crc_head(w);
                r_vc[p] = rvc[p];
                from = w[20:5];
                if (w[127:120] !== ape_secded_of(w) || w[4:0] !== {4'd0, rvc[p]} || w[42] || w[77:62] !== p[15:0]) bad(p, 2);
                if (from >= P) bad(p, 3);
                else begin
                    if (FAULTS != 0 ? w[109:78] < want_seq[P*from+p] : w[109:78] !== want_seq[P*from+p]) bad(p, 4);
                    if (FAULTS == 0) want_seq[P*from+p] = want_seq[P*from+p] + 1;
                    if (w[119:110] !== distance(from / LOCAL_N, p / LOCAL_N) + 1) bad(p, 5);
                end
            end else if (r_at[p] <= r_n[p]) begin
                if (w !== word_of(r_head[p], r_at[p])) bad(p, 6);
                r_crc[p] = ape_crc_word(r_crc[p], w);
            end else if (w[127:96] !== ape_crc_foot(r_crc[p], w) || w[47]) bad(p, 7);
            if (rvc[p] !== r_vc[p]) bad(p, 8);
            r_at[p] = r_at[p] + 1;
            if (rl[p] != (r_at[p] == r_n[p] + 2 || r_head[p][47])) bad(p, 9);
            if (rl[p]) begin
                // only a header's own SECDED vouches for a header alone, which a lost word can make of payload
                if (FAULTS != 0 && !r_head[p][47]) begin
                    if (r_bad[p] != 0 && !w[47]) bad(p, 10);
                    if (r_bad[p] == 0) want_seq[P*r_head[p][20:5]+p] = r_head[p][109:78] + 1;
                end
                r_at[p] = 0;
                r_bad[p] = 0;
                came = came + 1;
            end
        end
    endtask

    function [7:0] ape_secded_of;
        input [127:0] w;
        ape_secded_of = secded(w[119:0]);
    endfunction

    task write;
        input [K-1:0] nodes;
        input integer word, value;
        begin
            reg_wr = nodes;
            reg_addr = 4 * word;
            reg_wdata = value;
            @(negedge clk) reg_wr = {K{1'b0}};
        end
    endtask

    integer q, still, hit = 0, strike;
    reg     on, sending;
    initial begin
        done = 1'b0;
        on = 1'b0;
        wrong = 0;
        came = 0;
        cycles = 0;
        rst = {K{1'b1}};
        reg_wr = {K{1'b0}};
        tv = {P{1'b0}};
        room = {2*P{1'b0}};
        for (q = 0; q < P; q = q + 1) begin
            left[q] = PACKETS;
            at[q] = 0;
            r_at[q] = 0;
            r_bad[q] = 0;
        end
        flip = 0;
        cut = 0;
        flip_k = 0;
        for (q = 0; q < P * P; q = q + 1) begin
            next_seq[q] = 0;
            want_seq[q] = 0;
        end
        wait (start);
        repeat (3) @(negedge clk);
        rst = {K{1'b0}};
        @(negedge clk);
        write({K{1'b1}}, 16, ORDER);
        write({K{1'b1}}, 17, ROUND);
        write({K{1'b1}}, 19, PORT_EN);
        if (MINUS_NODE >= 0) write({{K-1{1'b0}}, 1'b1} << MINUS_NODE, 19, 6'b101010);
        still = 0;
        on = 1'b1;
    end

    always @(negedge clk) if (on) begin
        cycles = cycles + 1;
        sending = tv != {P{1'b0}};
        if (FAULTS != 0) begin
            flip[W*hit+:W] = {W{1'b0}};
            {cut[hit], flip_k[hit]} = 2'b00;
            if (sending && rnd(FAULTS) == 0) begin
                hit = rnd(LINK_N * K);
                strike = rnd(PCS != 0 ? 3 : 4);
                if (strike == 0) cut[hit] = 1'b1;
                else if (strike == 3) flip_k[hit] = 1'b1;
                else flip[W*hit+:W] = 160'd1 << rnd(W) | 160'd1 << rnd(W);
            end
        end
        still = still + 1;
        for (q = 0; q < P; q = q + 1) begin
            // word offered at the last falling edge: taken at the rising one?
            if (tv[q] && took[q]) begin
                if (tl[q]) begin
                    tv[q] = 1'b0;
                    left[q] = left[q] - 1;
                end else begin
                    at[q] = at[q] + 1;
                    offer(q);
                end
            end
            if (!tv[q] && left[q] > 0) begin
                fresh(q);
                offer(q);
            end
            room[2*q+:2] = {rnd(ROOM_IN) == 0, rnd(ROOM_IN) == 0};
            if (rv[q]) begin
                judge_word(q);
                still = 0;
            end
        end
        if (!done && ((came == P * PACKETS && FAULTS == 0) || still > (FAULTS != 0 && !sending ? 3000 : 4000))) begin
            done = 1'b1;
            on = 1'b0;
            if (FAULTS != 0 ? tv != {P{1'b0}} || came < P * PACKETS * 3 / 4 : came != P * PACKETS - LOST) begin
                wrong = wrong + 1;
                $display("# %m: %0d of %0d packets came", came, P * PACKETS);
            end
        end
    end

    // what a rising edge takes
    reg [P-1:0] took;
    always @(posedge clk) took <= tr;
endmodule
