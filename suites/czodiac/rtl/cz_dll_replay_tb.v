// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cz_dll_replay alone: a Nak comes while a frame leaves, and a TLP that is being written behind that frame is aborted, at every
// distance of the two from each other. Each frame must leave twice, in its order, and the next TLP behind them with the next number.
// And frames that leave and are acknowledged without a pause give their room back.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_replay_tb;
    reg          clk = 1'b0, clr = 1'b1;
    reg          s_valid = 1'b0, s_last = 1'b0, s_edb = 1'b0, m_ready = 1'b1, busy = 1'b0, leaving = 1'b0;
    reg          ack_valid = 1'b0, prompt = 1'b0; // prompt: every frame is acknowledged as it leaves
    reg  [11:0]  left = 12'd0;
    reg  [127:0] s_data = 128'd0;
    wire         s_room, s_fits, m_valid, m_last, m_edb, replaying, numbered, repeated, nullified, timed_out, rolled_over, bad_ack;
    wire [127:0] m_data;
    wire [3:0]   m_keep;
    wire [11:0]  next_seq, ackd_seq;
    wire [1:0]   replay_num;
    wire         take = m_valid && !busy;

    cz_dll_replay #(.MPS_B(128), .REPLAY_LOG2(9), .SEQ_LOG2(3)) dut (
        .clk(clk), .clr(clr), .s_valid(s_valid), .s_data(s_data), .s_keep(4'hf), .s_last(s_last), .s_edb(s_edb),
        .s_room(s_room), .s_fits(s_fits), .m_take(take), .m_valid(m_valid), .m_ready(busy && m_ready), .m_data(m_data),
        .m_keep(m_keep), .m_last(m_last), .m_edb(m_edb), .ack_valid(ack_valid), .ack_nak(!prompt), .ack_seq(prompt ? left - 12'd1 : 12'hfff),
        .limit(20'd100000), .next_seq(next_seq), .ackd_seq(ackd_seq), .replay_num(replay_num), .replaying(replaying),
        .numbered(numbered), .repeated(repeated), .nullified(nullified), .timed_out(timed_out), .rolled_over(rolled_over),
        .bad_ack(bad_ack)
    );

    always #1 clk = !clk;

    // frames as they leave: {number, beat} in each beat's low half; a row of the numbers that left whole
    reg  [63:0] row;
    reg  [31:0] frame, beat;
    integer     wrong = 0;

    always @(posedge clk)
        if (clr) begin
            {busy, leaving} <= 2'd0;
            left <= 12'd0;
        end
        else if (take) busy <= 1'b1;
        else if (busy && m_valid && m_ready) begin
            if (!leaving) begin
                frame = m_data[31:0];
                beat  = 0;
            end
            if (m_data[31:0] != frame || m_data[63:32] != beat) wrong = wrong + 1;
            beat   = beat + 1;
            leaving <= !m_last;
            if (m_last) begin
                busy <= 1'b0;
                if (!m_edb) left <= left + 12'd1;
                if (!m_edb) row = {row[59:0], frame[3:0]};
            end
        end

    task put;
        input [31:0] number;
        input integer beats;
        input         edb;
        integer       b;
        for (b = 0; b < beats; b = b + 1) begin
            s_valid = 1'b1;
            s_data  = {64'd0, b[31:0], number};
            s_last  = b + 1 == beats;
            s_edb   = edb && s_last;
            @(negedge clk);
            s_valid = 1'b0;
        end
    endtask

    integer at, long, slow, n, faults = 0, aborted_at_turn = 0;

    // the case that must not be missed: the aborted TLP's last beat in the cycle in which the replay begins
    always @(negedge clk) if (dut.turns && s_valid && s_last && s_edb) aborted_at_turn = aborted_at_turn + 1;

    initial begin
        for (slow = 0; slow < 2; slow = slow + 1) for (long = 1; long < 6; long = long + 1) for (at = 0; at < 24; at = at + 1) begin
            clr = 1'b1;
            row = 64'd0;
            repeat (2) @(negedge clk);
            clr = 1'b0;
            put(1, 2, 1'b0);
            put(2, 4, 1'b0);
            fork
                begin // the Nak
                    repeat (6) @(negedge clk);
                    ack_valid = 1'b1;
                    @(negedge clk);
                    ack_valid = 1'b0;
                end
                begin // the TLP that is aborted
                    repeat (at) @(negedge clk);
                    put(9, long, 1'b1);
                end
                for (n = 0; n < 60; n = n + 1) begin
                    m_ready = slow == 0 || n % 3 == 0;
                    @(negedge clk);
                end
            join
            m_ready = 1'b1;
            put(3, 3, 1'b0);
            repeat (20) @(negedge clk);
            if (row != 64'h12123 && row != 64'h1123) begin // the Nak before the second frame left repeats the first alone
                faults = faults + 1;
                if (faults < 4) $display("# aborted after %0d beats, %0d cycles behind the frames: %0h left", long, at, row);
            end
            if (next_seq != 12'd3 || row[3:0] != 4'd3) faults = faults + 1;
        end
        if (aborted_at_turn > 0 && faults + wrong == 0)
            $display("ok an_abort_in_any_cycle_leaves_a_replay_whole");
        else
            $display("not ok an_abort_in_any_cycle_leaves_a_replay_whole # %0d %0d %0d", aborted_at_turn, faults, wrong);
        // one TLP behind the other for long, as fast as they leave
        clr = 1'b1;
        repeat (2) @(negedge clk);
        clr     = 1'b0;
        prompt  = 1'b1;
        n       = 0; // cycles without room
        for (at = 0; at < 200 && n < 8; at = at + 1) begin
            m_ready = at > 3; // a few stand behind each other
            n = 0;
            while (!s_fits && n < 8) begin
                @(negedge clk);
                n = n + 1;
            end
            put(at, 2, 1'b0);
            ack_valid = left != 12'd0;
            @(negedge clk);
            ack_valid = 1'b0;
        end
        if (n < 8 && left > 12'd190) $display("ok room_comes_back_while_frames_leave_without_a_pause");
        else $display("not ok room_comes_back_while_frames_leave_without_a_pause # %0d left", left);
        $finish;
    end
endmodule

`default_nettype wire
