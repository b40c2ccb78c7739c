// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two cz_link, one at each end of 1, 4 and 8 lanes, with traffic of all classes both ways over their symbols: ordered sets become
// longer and shorter, bits flip, the link goes down, all symbols of one direction are lost for long. Every TLP comes out once, in its
// class's order, whole; without damage nothing is sent again; the replay timer is not early on the wire.

`include "cz_bench_tlps.vh"

`timescale 1ns / 1ps
`default_nettype none

module cz_link_tb #(
    parameter integer CYCLES = 600 // of each part
);
    reg         clk = 1'b0, rst = 1'b1, link_up = 1'b0, send = 1'b0, abort = 1'b0, resync = 1'b0, edit = 1'b0, cut = 1'b0;
    reg  [15:0] damage = 16'd0; // of 65536 cycles
    always #1 clk = !clk;

    wire [2:0]  active, same, clean, quiet, again, hurt, nulled, timely, rung;

    cz_link_pair #(.LANES(1), .LIMIT(1248), .SEED(32'd41)) u_pair_1 (
        .clk(clk), .rst(rst), .link_up(link_up), .send(send), .abort(abort), .resync(resync), .edit(edit), .cut(cut), .damage(damage),
        .active(active[0]), .same(same[0]), .clean(clean[0]), .quiet(quiet[0]), .again(again[0]), .hurt(hurt[0]), .nulled(nulled[0]),
        .timely(timely[0]), .rung(rung[0])
    );
    cz_link_pair #(.LANES(4), .LIMIT(354), .SEED(32'd42)) u_pair_4 (
        .clk(clk), .rst(rst), .link_up(link_up), .send(send), .abort(abort), .resync(resync), .edit(edit), .cut(cut), .damage(damage),
        .active(active[1]), .same(same[1]), .clean(clean[1]), .quiet(quiet[1]), .again(again[1]), .hurt(hurt[1]), .nulled(nulled[1]),
        .timely(timely[1]), .rung(rung[1])
    );
    cz_link_pair #(.LANES(8), .LIMIT(321), .SEED(32'd43)) u_pair_8 (
        .clk(clk), .rst(rst), .link_up(link_up), .send(send), .abort(abort), .resync(resync), .edit(edit), .cut(cut), .damage(damage),
        .active(active[2]), .same(same[2]), .clean(clean[2]), .quiet(quiet[2]), .again(again[2]), .hurt(hurt[2]), .nulled(nulled[2]),
        .timely(timely[2]), .rung(rung[2])
    );

    task verdict;
        input            good;
        input [8*64-1:0] name;
        if (good) $display("ok %0s", name);
        else begin
            $display("not ok %0s", name);
            $display("# lanes 8, 4, 1: active %b, same %b, clean %b, quiet %b, again %b, hurt %b, nulled %b, timely %b, rung %b",
                     active, same, clean, quiet, again, hurt, nulled, timely, rung);
            u_pair_1.tell;
            u_pair_4.tell;
            u_pair_8.tell;
        end
    endtask

    task run;
        input integer rest;
        begin
            send = 1'b1;
            repeat (CYCLES) @(negedge clk);
            send = 1'b0;
            repeat (rest) @(negedge clk);
        end
    endtask

    initial begin
        repeat (5) @(negedge clk);
        rst = 1'b0;
        repeat (40) @(negedge clk);
        link_up = 1'b1;
        repeat (1500) @(negedge clk);
        verdict(active == 3'b111, "the_links_come_up");
        run(1600);
        verdict(same == 3'b111 && clean == 3'b111, "every_tlp_comes_out_once_and_in_order");
        edit = 1'b1;
        run(1600);
        edit = 1'b0;
        verdict(same == 3'b111 && clean == 3'b111 && quiet == 3'b111 && again == 3'b000, "without_damage_nothing_is_sent_again");
        abort = 1'b1;
        run(1600);
        abort = 1'b0;
        verdict(same == 3'b111 && clean == 3'b111 && quiet == 3'b111 && nulled[2], "aborted_tlps_never_come_out");
        damage = 16'd600;
        run(600);
        damage = 16'd0;
        repeat (7000) @(negedge clk);
        verdict(same == 3'b111 && clean == 3'b111 && again == 3'b111 && hurt == 3'b111, "flipped_bits_lose_no_tlp");
        cut  = 1'b1;
        send = 1'b1;
        repeat (60) @(negedge clk);
        send = 1'b0;
        repeat (4200) @(negedge clk);
        verdict(rung == 3'b111 && timely == 3'b111, "no_replay_timer_is_early_on_the_wire");
        cut = 1'b0;
        repeat (9000) @(negedge clk); // one lane: an ordered set, and a replay or two
        verdict(same == 3'b111 && clean == 3'b111, "behind_a_silence_of_one_end_all_tlps_come");
        send = 1'b1;
        repeat (400) @(negedge clk);
        link_up = 1'b0;
        resync  = 1'b1;
        repeat (300) @(negedge clk);
        link_up = 1'b1;
        repeat (2500) @(negedge clk);
        verdict(active == 3'b111, "the_links_come_up_again");
        resync = 1'b0;
        run(1600);
        verdict(clean == 3'b111, "behind_a_link_that_was_down_the_order_holds");
        $finish;
    end
endmodule

// Two ends and the lanes between them.
module cz_link_pair #(
    parameter integer LANES = 4,
    parameter integer LIMIT = 354, // of the replay timer (cz_dll.md section 8)
    parameter [31:0]  SEED  = 32'd1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        link_up,
    input  wire        send,
    input  wire        abort,
    input  wire        resync,
    input  wire        edit,
    input  wire        cut,
    input  wire [15:0] damage,
    output wire        active,
    output wire        same,
    output wire        clean,
    output wire        quiet,   // no error but those of the link that went down
    output wire        again,   // TLPs were sent again, both ways
    output wire        hurt,
    output wire        nulled,
    output reg         timely,
    output reg         rung
);
    wire [31:0] sent [0:1], got [0:1], wrong [0:1];
    reg  [31:0] errors [0:1], repeats [0:1], nulls [0:1];
    wire [10*LANES-1:0] tx_0, tx_1, rx_0, rx_1;
    wire [7:0]  obs [0:1];
    wire [1:0]  stray, up, act, repeated, nullified;
    integer     n;

    cz_link_end #(.LANES(LANES), .SEED(SEED)) u_end_0 (
        .clk(clk), .rst(rst), .link_up(link_up), .send(send), .abort(abort), .resync(resync), .tx_sym(tx_0), .rx_sym(rx_0),
        .active(act[0]), .obs_err(obs[0]), .stray(stray[0]), .repeated(repeated[0]), .nullified(nullified[0]), .sent(sent[0]),
        .got(got[0]), .wrong(wrong[0])
    );
    cz_link_end #(.LANES(LANES), .SEED(SEED + 32'd100)) u_end_1 (
        .clk(clk), .rst(rst), .link_up(link_up), .send(send), .abort(abort), .resync(resync), .tx_sym(tx_1), .rx_sym(rx_1),
        .active(act[1]), .obs_err(obs[1]), .stray(stray[1]), .repeated(repeated[1]), .nullified(nullified[1]), .sent(sent[1]),
        .got(got[1]), .wrong(wrong[1])
    );
    cz_link_line #(.LANES(LANES), .SEED(SEED + 32'd7)) u_line_01 (
        .clk(clk), .rst(rst), .edit(edit), .cut(1'b0), .damage(damage), .s_sym(tx_0), .m_sym(rx_1)
    );
    cz_link_line #(.LANES(LANES), .SEED(SEED + 32'd8)) u_line_10 (
        .clk(clk), .rst(rst), .edit(edit), .cut(cut), .damage(damage), .s_sym(tx_1), .m_sym(rx_0)
    );

    initial begin
        for (n = 0; n < 2; n = n + 1) {errors[n], repeats[n], nulls[n]} = 96'd0;
        {timely, rung} = 2'b10;
    end

    assign active = &act;
    assign same   = sent[0] == got[1] && sent[1] == got[0] && sent[0] > 32'd2 && sent[1] > 32'd2;
    assign clean  = wrong[0] + wrong[1] == 32'd0;
    assign quiet  = errors[0] + errors[1] == 32'd0;
    assign again  = repeats[0] != 32'd0 && repeats[1] != 32'd0;
    assign hurt   = errors[0] != 32'd0 && errors[1] != 32'd0;
    assign nulled = nulls[0] != 32'd0 && nulls[1] != 32'd0;

    task tell;
        $display("# %0d lanes: sent %0d %0d, came %0d %0d, wrong %0d %0d, again %0d %0d, nullified %0d %0d, errors %0d %0d, obs %b %b",
                 LANES, sent[0], sent[1], got[1], got[0], wrong[0], wrong[1], repeats[0], repeats[1], nulls[0], nulls[1],
                 errors[0], errors[1], seen_0, seen_1);
    endtask

    // symbol times behind the last TLP that left end 0, as its lanes show it
    integer     since = 0, l;
    reg         in_tlp = 1'b0;
    reg  [8:0]  seen_0 = 9'd0, seen_1 = 9'd0;

    always @(negedge clk) begin
        since = since + 1;
        for (l = 0; l < LANES; l = l + 1) if (u_end_0.u_link.tx_k[l]) begin
            if (u_end_0.u_link.tx_data[8*l +: 8] == 8'hfb) in_tlp = 1'b1;
            if (u_end_0.u_link.tx_data[8*l +: 8] == 8'h5c) in_tlp = 1'b0;
            if (u_end_0.u_link.tx_data[8*l +: 8] == 8'hfd && in_tlp) since = 0;
        end
        if (cut && obs[0][2]) begin
            rung = 1'b1;
            if (since < LIMIT) timely = 1'b0;
            if (since > 2 * LIMIT) timely = 1'b0;
        end
        if (link_up && !rst && !resync) begin
            for (n = 0; n < 8; n = n + 1) begin
                errors[0] = errors[0] + {31'd0, obs[0][n]};
                errors[1] = errors[1] + {31'd0, obs[1][n]};
            end
            seen_0 = seen_0 | {stray[0], obs[0]};
            seen_1 = seen_1 | {stray[1], obs[1]};
            for (n = 0; n < 2; n = n + 1) begin
                errors[n]  = errors[n] + {31'd0, stray[n]};
                repeats[n] = repeats[n] + {31'd0, repeated[n]};
                nulls[n]   = nulls[n] + {31'd0, nullified[n]};
            end
        end
    end
endmodule

// One end: a cz_link with a source and a sink of TLPs.
module cz_link_end #(
    parameter integer LANES = 4,
    parameter [31:0]  SEED  = 32'd1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                link_up,
    input  wire                send,
    input  wire                abort,
    input  wire                resync,
    output wire [10*LANES-1:0] tx_sym,
    input  wire [10*LANES-1:0] rx_sym,
    output wire                active,
    output wire [7:0]          obs_err,
    output wire                stray,
    output wire                repeated,
    output wire                nullified,
    output wire [31:0]         sent,
    output wire [31:0]         got,
    output wire [31:0]         wrong
);
    wire         s_valid, s_ready, s_last, s_abort, m_valid, m_ready, m_last, retrain, rx_up;
    wire [127:0] s_data, m_data;
    wire [3:0]   s_keep, m_keep;
    wire [2:0]   s_ok, m_ok;
    wire [31:0]  rdata;

    cz_link #(.MPS_B(256), .LANES(LANES), .REPLAY_LOG2(11), .CR_PD(64), .CR_PH(8), .CR_NPH(4), .CR_CPLH(6), .CR_CPLD(40)) u_link (
        .clk(clk), .rst(rst), .link_up(link_up),
        .s_tlp_valid(s_valid), .s_tlp_ready(s_ready), .s_tlp_data(s_data), .s_tlp_keep(s_keep), .s_tlp_last(s_last),
        .s_tlp_abort(s_abort), .s_tlp_ok(s_ok),
        .m_tlp_valid(m_valid), .m_tlp_ready(m_ready), .m_tlp_data(m_data), .m_tlp_keep(m_keep), .m_tlp_last(m_last),
        .m_tlp_ok(m_ok),
        .dl_active(active), .retrain(retrain), .obs_err(obs_err), .tx_sym(tx_sym), .rx_sym(rx_sym), .rx_up(rx_up),
        .obs_rx_err(stray),
        .reg_wr(1'b0), .reg_rd(1'b0), .reg_addr(12'd0), .reg_wdata(32'd0), .reg_rdata(rdata)
    );

    cz_bench_tlps #(.SEED(SEED)) u_tlps (
        .clk(clk), .rst(rst), .send(send), .abort(abort), .slow(1'b0), .resync(resync), .active(active),
        .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_abort(s_abort), .s_ok(s_ok),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_ok(m_ok),
        .sent(sent), .got(got), .wrong(wrong)
    );

    assign repeated  = u_link.u_dll.repeated;
    assign nullified = u_link.u_dll.nullified;
endmodule

// A direction's lanes: columns arrive later, bits flip, and of the SKPs of an ordered set some go, or come twice (that of K28.0 leaves the
// running disparity).
module cz_link_line #(
    parameter integer LANES = 4,
    parameter [31:0]  SEED  = 32'd1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                edit,
    input  wire                cut,
    input  wire [15:0]         damage,
    input  wire [10*LANES-1:0] s_sym,
    output wire [10*LANES-1:0] m_sym
);
    localparam [9:0] SKP_NEG = 10'h0bc, SKP_POS = 10'h343; // 001111 0100 and 110000 1011, a lowest
    localparam integer FAR = 64;
    reg [31:0] rnd_q = SEED * 32'd7919;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    reg [10*LANES-1:0] far [0:FAR-1];
    reg [10*LANES-1:0] late = 0, flip = 0;
    integer            head = 0, tail = 0, n_skp = 0, turn = 0, more, j;

    always @(posedge clk)
        if (rst) begin
            head = 16;
            tail = 0;
            for (j = 0; j < FAR; j = j + 1) far[j] = {10*LANES{1'b0}};
            late <= {10*LANES{1'b0}};
            flip <= {10*LANES{1'b0}};
        end else begin
            more  = 1;
            n_skp = s_sym[9:0] == SKP_NEG || s_sym[9:0] == SKP_POS ? n_skp + 1 : 0;
            if (n_skp == 1) turn = (turn + 1) % 5; // 5, 1, 4, 2, 3 of them
            if (edit && n_skp == 1) more = turn == 0 ? 3 : turn == 2 ? 2 : turn == 4 ? 1 : 0;
            if (edit && n_skp == 2) more = turn == 1 ? 0 : 1;
            for (j = 0; j < more; j = j + 1) begin
                far[head % FAR] = s_sym;
                head = head + 1;
            end
            late <= far[tail % FAR];
            tail = tail + 1;
            flip <= {10*LANES{1'b0}};
            if (rnd(65536) < damage) flip[rnd(10 * LANES)] <= 1'b1;
        end

    cz_wire #(.LANES(LANES), .WIRE_CYC(9)) u_wire (
        .clk(clk), .rst(rst), .d(late), .cut({LANES{cut}}), .flip(flip), .q(m_sym)
    );
endmodule

`default_nettype wire
