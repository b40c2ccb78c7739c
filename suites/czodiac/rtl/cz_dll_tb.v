// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two cz_dll, one at each end of a wire, with traffic of all classes both ways: without errors nothing is sent again; with
// lost and damaged frames every TLP comes out once, in its class's order, whole; aborted TLPs never come out; and behind a
// link that went down the traffic goes on. Without any Ack the replays come by the timer, and the fourth asks for a retrain.

`include "cz_bench_tlps.vh"

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_tb #(
    parameter integer CYCLES = 6000 // of each part
);
    reg         clk = 1'b0, rst = 1'b1, dl_up = 1'b0;
    reg  [7:0]  damage = 8'd0;  // of 256 frames
    reg         cut = 1'b0;     // nothing comes from end 1
    reg         abort = 1'b0, send = 1'b0, resync = 1'b0, slow = 1'b0;
    always #1 clk = !clk;

    wire [31:0] sent_0, got_0, wrong_0, again_0, null_0, error_0;
    wire [31:0] sent_1, got_1, wrong_1, again_1, null_1, error_1;
    wire        v_01, r_01, l_01, d_01, e_01, v_10, r_10, l_10, d_10, e_10;
    wire        wv_01, wl_01, wd_01, we_01, wx_01, wv_10, wl_10, wd_10, we_10, wx_10;
    wire [127:0] b_01, b_10, wb_01, wb_10;
    wire [3:0]  k_01, k_10, wk_01, wk_10;
    wire        active_0, active_1;

    cz_dll_end #(.SEED(32'd11)) u_end_0 (
        .clk(clk), .rst(rst), .dl_up(dl_up), .send(send), .abort(abort), .slow(slow), .resync(resync), .active(active_0),
        .o_valid(v_01), .o_ready(r_01), .o_data(b_01), .o_keep(k_01), .o_last(l_01), .o_dllp(d_01), .o_edb(e_01),
        .i_valid(wv_10), .i_data(wb_10), .i_keep(wk_10), .i_last(wl_10), .i_dllp(wd_10), .i_edb(we_10), .i_err(wx_10),
        .sent(sent_0), .got(got_0), .wrong(wrong_0), .again(again_0), .nulls(null_0), .errors(error_0)
    );
    cz_dll_end #(.SEED(32'd12)) u_end_1 (
        .clk(clk), .rst(rst), .dl_up(dl_up), .send(send), .abort(abort), .slow(slow), .resync(resync), .active(active_1),
        .o_valid(v_10), .o_ready(r_10), .o_data(b_10), .o_keep(k_10), .o_last(l_10), .o_dllp(d_10), .o_edb(e_10),
        .i_valid(wv_01), .i_data(wb_01), .i_keep(wk_01), .i_last(wl_01), .i_dllp(wd_01), .i_edb(we_01), .i_err(wx_01),
        .sent(sent_1), .got(got_1), .wrong(wrong_1), .again(again_1), .nulls(null_1), .errors(error_1)
    );
    cz_dll_wire #(.SEED(32'd21)) u_wire_01 (
        .clk(clk), .rst(rst || !dl_up), .damage(damage), .cut(1'b0), .s_valid(v_01), .s_ready(r_01), .s_data(b_01), .s_keep(k_01),
        .s_last(l_01), .s_dllp(d_01), .s_edb(e_01), .m_valid(wv_01), .m_data(wb_01), .m_keep(wk_01), .m_last(wl_01),
        .m_dllp(wd_01), .m_edb(we_01), .m_err(wx_01)
    );
    cz_dll_wire #(.SEED(32'd22)) u_wire_10 (
        .clk(clk), .rst(rst || !dl_up), .damage(damage), .cut(cut), .s_valid(v_10), .s_ready(r_10), .s_data(b_10), .s_keep(k_10),
        .s_last(l_10), .s_dllp(d_10), .s_edb(e_10), .m_valid(wv_10), .m_data(wb_10), .m_keep(wk_10), .m_last(wl_10),
        .m_dllp(wd_10), .m_edb(we_10), .m_err(wx_10)
    );

    wire [31:0] early_0, early_1, rung_0, rung_1;
    cz_dll_clock #(.LIMIT(354)) u_clock_0 (
        .clk(clk), .rst(rst || !dl_up), .o_beat(v_01 && r_01), .o_tlp(v_01 && !d_01), .o_data(b_01[31:0]), .o_last(l_01), .o_edb(e_01),
        .ack(u_end_0.dut.ack_in), .ack_nak(u_end_0.dut.dw_q[4]), .ack_seq(u_end_0.dut.fc_data), .rings(u_end_0.obs_err[2]),
        .early(early_0), .rung(rung_0)
    );
    cz_dll_clock #(.LIMIT(354)) u_clock_1 (
        .clk(clk), .rst(rst || !dl_up), .o_beat(v_10 && r_10), .o_tlp(v_10 && !d_10), .o_data(b_10[31:0]), .o_last(l_10), .o_edb(e_10),
        .ack(u_end_1.dut.ack_in), .ack_nak(u_end_1.dut.dw_q[4]), .ack_seq(u_end_1.dut.fc_data), .rings(u_end_1.obs_err[2]),
        .early(early_1), .rung(rung_1)
    );

    task verdict;
        input            good;
        input [8*64-1:0] name;
        if (good) $display("ok %0s", name);
        else begin
            $display("not ok %0s", name);
            $display("# sent %0d %0d, came %0d %0d, wrong %0d %0d, again %0d %0d, nullified %0d %0d, errors %0d %0d",
                     sent_0, sent_1, got_1, got_0, wrong_0, wrong_1, again_0, again_1, null_0, null_1, error_0, error_1);
        end
    endtask

    // replays by the timer: how long end 0 waits behind the last TLP it sent, and how many replays start before it asks for
    // a retrain (MPS of 256 on four lanes: 3 x (284 x 1.4 / 4 + 19), rounded down before it is tripled; twice that is late)
    localparam integer LIMIT = 354;
    integer     faults = 0, rung = 0, since = 0, shortest = 1000000, longest = 0, rung_at_retrain = 0;

    always @(negedge clk) begin
        since = since + 1;
        if (cut && u_end_1.obs_err[0]) faults = faults + 1; // a bad TLP
        if (!cut) rung = 0;
        else if (u_end_0.dut.timed_out) begin
            if (since < shortest) shortest = since;
            if (since > longest) longest = since;
            rung = rung + 1;
        end
        if (v_01 && r_01 && l_01 && !d_01 && !e_01) since = 0;
        if (cut && u_end_0.retrain && rung_at_retrain == 0) rung_at_retrain = rung;
    end

    task run;
        begin
            send = 1'b1;
            repeat (CYCLES) @(negedge clk);
            send = 1'b0;
            repeat (slow ? 12000 : 2500) @(negedge clk);
        end
    endtask

    initial begin
        repeat (5) @(negedge clk);
        rst   = 1'b0;
        dl_up = 1'b1;
        repeat (1000) @(negedge clk);
        verdict(active_0 && active_1, "the_link_comes_up");
        run;
        verdict(sent_0 > CYCLES / 100 && sent_0 == got_1 && sent_1 == got_0 && wrong_0 + wrong_1 == 0,
                "every_tlp_comes_out_once_and_in_order");
        verdict(again_0 + again_1 + error_0 + error_1 == 0, "without_errors_nothing_is_sent_again");
        slow = 1'b1;
        run;
        slow = 1'b0;
        verdict(sent_0 == got_1 && sent_1 == got_0 && wrong_0 + wrong_1 + error_0 + error_1 == 0,
                "nothing_overflows_when_nobody_takes_for_long");
        abort = 1'b1;
        run;
        verdict(sent_0 == got_1 && sent_1 == got_0 && wrong_0 + wrong_1 + error_0 + error_1 == 0 && null_0 > 0 && null_1 > 0,
                "aborted_tlps_never_come_out");
        damage = 8'd8;
        run;
        damage = 8'd0;
        repeat (4000) @(negedge clk);
        verdict(sent_0 == got_1 && sent_1 == got_0 && wrong_0 + wrong_1 == 0 && again_0 > 0 && again_1 > 0,
                "what_is_lost_on_the_wire_comes_again");
        send = 1'b1;
        repeat (1000) @(negedge clk);
        dl_up = 1'b0;
        resync = 1'b1;
        repeat (300) @(negedge clk);
        dl_up = 1'b1;
        repeat (3000) @(negedge clk);
        verdict(active_0 && active_1, "the_link_comes_up_again");
        resync = 1'b0;
        run;
        verdict(wrong_0 + wrong_1 == 0, "behind_a_link_that_was_down_the_order_holds");
        // a few TLPs
        cut  = 1'b1;
        send = 1'b1;
        repeat (60) @(negedge clk);
        send = 1'b0;
        repeat (6 * LIMIT + 4000) @(negedge clk);
        verdict(rung > 4 && shortest >= LIMIT && longest <= 2 * LIMIT, "without_acks_the_timer_starts_replays");
        verdict(rung_at_retrain == 4, "the_fourth_replay_in_a_row_asks_for_a_retrain");
        cut  = 1'b0;
        repeat (4000) @(negedge clk);
        verdict(wrong_0 + wrong_1 == 0 && faults == 0, "and_what_came_before_is_no_error");
        verdict(early_0 + early_1 == 0 && rung_0 > 0 && rung_1 > 0, "no_timer_is_early_by_the_account_of_the_pins");
        $finish;
    end
endmodule

// The replay timer by the account of the pins (cz_dll.md section 4): every symbol time with something outstanding counts, in which
// no replay is under way and no frame of a TLP is leaving, also one in which a DLLP waits for the wire.
module cz_dll_clock #(
    parameter integer LIMIT = 354
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        o_beat,   // a beat leaves
    input  wire        o_tlp,    // a TLP's beat leaves, or waits
    input  wire [31:0] o_data,
    input  wire        o_last,
    input  wire        o_edb,
    input  wire        ack,      // an Ack or Nak with the right CRC, a cycle behind its beat
    input  wire        ack_nak,
    input  wire [11:0] ack_seq,
    input  wire        rings,    // error 2, a cycle behind the limit
    output reg  [31:0] early,
    output reg  [31:0] rung
);
    reg  [11:0] ackd = 12'hfff, sent = 12'hfff, number = 12'd0; // sent: the last one that left whole
    integer     count = 0;
    reg         leaving = 1'b0, again = 1'b0;

    initial {early, rung} = 64'd0;

    always @(posedge clk) begin
        if (rings) begin
            rung = rung + 1;
            if (count < LIMIT) early = early + 1;
            again = 1'b1;
        end
        if (sent != ackd && !leaving && !o_tlp && !again) count = count + 1;
        if (o_beat && o_tlp) begin
            if (!leaving) number = {o_data[19:16], o_data[31:24]};
            leaving = !o_last;
            if (o_last && !o_edb) begin
                if (sent == ackd || (again && number == sent)) count = 0;
                if (number == sent + 12'd1) sent = number;
                if (number == sent) again = 1'b0;
            end
        end
        if (ack) begin
            if (ack_seq != ackd) begin
                ackd  = ack_seq;
                count = 0;
            end
            again = (again || ack_nak) && sent != ackd;
        end
        if (rst) begin
            {ackd, sent} = 24'hffffff;
            {leaving, again} = 2'd0;
            count = 0;
        end
    end
endmodule

// One end: a cz_dll with a source and a sink of TLPs.
module cz_dll_end #(
    parameter [31:0] SEED = 32'd1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         dl_up,
    input  wire         send,
    input  wire         abort,
    input  wire         slow,
    input  wire         resync,  // numbers may leap
    output wire         active,
    output wire         o_valid,
    input  wire         o_ready,
    output wire [127:0] o_data,
    output wire [3:0]   o_keep,
    output wire         o_last,
    output wire         o_dllp,
    output wire         o_edb,
    input  wire         i_valid,
    input  wire [127:0] i_data,
    input  wire [3:0]   i_keep,
    input  wire         i_last,
    input  wire         i_dllp,
    input  wire         i_edb,
    input  wire         i_err,
    output wire [31:0]  sent,
    output wire [31:0]  got,
    output wire [31:0]  wrong,
    output reg  [31:0]  again,
    output reg  [31:0]  nulls,
    output reg  [31:0]  errors
);
    wire         s_valid, s_ready, s_last, s_abort, m_valid, m_ready, m_last, retrain;
    wire [127:0] s_data, m_data;
    wire [3:0]   s_keep, m_keep;
    wire [2:0]   s_ok, m_ok;
    wire [7:0]   obs_err;
    wire [31:0]  rdata;

    cz_dll #(.MPS_B(256), .REPLAY_LOG2(11), .CR_PD(64), .CR_PH(8), .CR_NPH(4), .CR_CPLH(6),
             .CR_CPLD(40)) dut (
        .clk(clk), .rst(rst), .dl_up(dl_up),
        .s_tlp_valid(s_valid), .s_tlp_ready(s_ready), .s_tlp_data(s_data), .s_tlp_keep(s_keep), .s_tlp_last(s_last),
        .s_tlp_abort(s_abort), .s_tlp_ok(s_ok),
        .m_tlp_valid(m_valid), .m_tlp_ready(m_ready), .m_tlp_data(m_data), .m_tlp_keep(m_keep), .m_tlp_last(m_last),
        .m_tlp_ok(m_ok),
        .m_frm_valid(o_valid), .m_frm_ready(o_ready), .m_frm_data(o_data), .m_frm_keep(o_keep), .m_frm_last(o_last),
        .m_frm_dllp(o_dllp), .m_frm_edb(o_edb),
        .s_frm_valid(i_valid), .s_frm_data(i_data), .s_frm_keep(i_keep), .s_frm_last(i_last), .s_frm_dllp(i_dllp),
        .s_frm_edb(i_edb), .s_frm_err(i_err),
        .dl_active(active), .retrain(retrain), .obs_err(obs_err),
        .reg_wr(1'b0), .reg_rd(1'b0), .reg_addr(12'd0), .reg_wdata(32'd0), .reg_rdata(rdata)
    );

    integer      j;

    initial {again, nulls, errors} = 96'd0;

    cz_bench_tlps #(.SEED(SEED)) u_tlps (
        .clk(clk), .rst(rst), .send(send), .abort(abort), .slow(slow), .resync(resync), .active(active),
        .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_abort(s_abort), .s_ok(s_ok),
        .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_keep(m_keep), .m_last(m_last), .m_ok(m_ok),
        .sent(sent), .got(got), .wrong(wrong)
    );

    always @(posedge clk) if (!rst) begin
        again = again + {31'd0, dut.repeated};
        nulls = nulls + {31'd0, dut.nullified};
        for (j = 0; j < 8; j = j + 1) errors = errors + {31'd0, obs_err[j]};
    end
endmodule

// A wire of four lanes: a beat takes as many cycles as it has DWs, and arrives later; frames are lost and damaged.
module cz_dll_wire #(
    parameter [31:0] SEED = 32'd1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [7:0]   damage,
    input  wire         cut,     // every frame is lost
    input  wire         s_valid,
    output reg          s_ready,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire         s_dllp,
    input  wire         s_edb,
    output reg          m_valid,
    output reg  [127:0] m_data,
    output reg  [3:0]   m_keep,
    output reg          m_last,
    output reg          m_dllp,
    output reg          m_edb,
    output reg          m_err
);
    localparam integer FAR = 16, W = 128 + 4 + 4;
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

    reg [W:0]   far [0:FAR-1];
    integer     j, busy = 0, kind = 0;
    reg         first = 1'b1, hurt = 1'b0;
    reg [127:0] flip;

    always @(posedge clk) begin
        {m_valid, m_data, m_keep, m_last, m_dllp, m_edb, m_err} <= far[FAR-1];
        for (j = FAR - 1; j > 0; j = j - 1) far[j] = far[j-1];
        far[0] = {(W + 1) {1'b0}};
        if (busy != 0) busy = busy - 1;
        else if (s_valid && s_ready) begin
            if (first) begin
                hurt = cut || rnd(256) < damage;
                kind = cut ? 1 : rnd(3);
            end
            flip = 128'd0;
            if (hurt && kind == 0) flip[32 * rnd(s_dllp ? 1 : 4) + rnd(32)] = s_last;
            far[0] = {!(hurt && kind == 1), s_data ^ flip, s_keep, s_last, s_dllp, s_edb, hurt && kind == 2 && s_last};
            first = s_last;
            busy  = s_keep[3] ? 3 : s_keep[2] ? 2 : s_keep[1] ? 1 : 0;
        end
        if (rst) begin
            for (j = 0; j < FAR; j = j + 1) far[j] = {(W + 1) {1'b0}};
            busy  = 0;
            first = 1'b1;
        end
        s_ready <= busy == 0;
    end
endmodule

`default_nettype wire
