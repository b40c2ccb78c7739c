// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What holds at the ports of the replay buffer (cz_dll.md section 4; PCIe 3.0 3.5.2) in every cycle, whatever is
// acknowledged, aborted, taken and put off: a frame leaves whole and as it came; the frame behind it has the next number, or
// is the oldest that is not acknowledged; ACKD_SEQ never passes a frame that has left. The buffer is of 8 beats, so that its marks
// wrap within the bound; a frame has one or two beats. A beat's data are its number's low bits and its place in the frame.

`default_nettype none

module cz_dll_marks (
    input wire        clk, s_valid, s_last, s_edb, m_ready, ack_valid, ack_nak, takes,
    input wire [2:0]  ack_far, // of the number acknowledged from ACKD_SEQ
    input wire [1:0]  limit
);
    reg  run_q = 1'b0; // reset in the first cycle
    wire rst = !run_q;
    always @(posedge clk) run_q <= 1'b1;

    // ---- the frame that comes: it begins when two fit, its beats come when there is room
    wire         s_room, s_fits;
    reg          s_inside_q, s_fits_q;
    wire [11:0]  next_seq, ackd_seq;
    wire [127:0] s_data = {124'd0, next_seq[2:0], s_inside_q};

    always @(posedge clk) begin
        s_fits_q   <= s_fits && !rst;
        s_inside_q <= !rst && (s_valid ? !s_last : s_inside_q);
    end
    always @* begin
        assume (rst || !s_valid || s_room);
        assume (rst || !s_valid || s_inside_q || s_fits_q);
        assume (rst || !s_valid || !s_inside_q || s_last);
        assume (s_last || !s_edb);
        assume (!rst || !s_valid);
    end

    // ---- the frame that leaves
    wire         m_valid, m_last, m_edb, replaying, numbered, repeated, nullified, timed_out, rolled_over, bad_ack;
    wire [127:0] m_data;
    wire [3:0]   m_keep;
    wire [1:0]   replay_num;
    reg          busy_q, place_q;
    wire         m_take = !rst && !busy_q && m_valid && takes;
    wire         moves  = busy_q && m_valid && m_ready && !rst;
    wire [2:0]   number = m_data[3:1];

    cz_dll_replay #(.MPS_B(4), .REPLAY_LOG2(7), .SEQ_LOG2(3)) dut (
        .clk(clk), .clr(rst), .s_valid(s_valid), .s_data(s_data), .s_keep(4'hf), .s_last(s_last), .s_edb(s_edb),
        .s_room(s_room), .s_fits(s_fits), .m_take(m_take), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data),
        .m_keep(m_keep), .m_last(m_last), .m_edb(m_edb), .ack_valid(ack_valid), .ack_nak(ack_nak),
        .ack_seq(ackd_seq + {9'd0, ack_far}), .limit({18'd0, limit}), .next_seq(next_seq), .ackd_seq(ackd_seq), .replay_num(replay_num),
        .replaying(replaying), .numbered(numbered), .repeated(repeated), .nullified(nullified),
        .timed_out(timed_out), .rolled_over(rolled_over), .bad_ack(bad_ack)
    );

    // ---- the numbers that have left: the last one, the highest one; the oldest one when the frame was chosen
    reg  [11:0] high_q;
    reg  [2:0]  last_q, oldest_q;
    wire [2:0]  oldest = ackd_seq[2:0] + 3'd1;
    wire        whole  = moves && m_last && !m_edb;

    always @(posedge clk) begin
        busy_q  <= !rst && (m_take || (busy_q && !(moves && m_last)));
        place_q <= !rst && (moves ? !m_last : place_q);
        if (rst)
            last_q <= 3'd7;
        else if (whole)
            last_q <= number;
        if (rst)
            high_q <= 12'hfff;
        else if (whole && number == high_q[2:0] + 3'd1)
            high_q <= high_q + 12'd1;
        if (m_take) oldest_q <= oldest;
    end

    wire [11:0] unacked = high_q - ackd_seq;
    always @* if (run_q && !rst) begin
        assert (!moves || m_data[0] == place_q);
        assert (!moves || m_edb || number == last_q + 3'd1 || number == oldest_q);
        assert (unacked < 12'd8);
    end
endmodule

`default_nettype wire
