// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The replay buffer: frames wait here for their turn and for their acknowledgment (PCIe 3.0 3.5.2).
//
// A ring of 16-byte beats with four marks. done: where the frames that were acknowledged end; next:
// the frame that leaves next; write: where the next frame comes. A frame may begin to leave
// before its last beat is here. An acknowledgment moves done in the second cycle after it. A replay sets next
// back to done between two frames. clr empties the buffer. Contract: cz_dll.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_replay #(
    parameter integer MPS_B       = 512, // largest payload, bytes
    parameter integer REPLAY_LOG2 = 12,  // log2 of the buffer in bytes
    parameter integer SEQ_LOG2    = 11   // log2 of the TLPs that may be outstanding
) (
    input  wire         clk,
    input  wire         clr,

    // frames that come
    input  wire         s_valid,
    input  wire [127:0] s_data,
    input  wire [3:0]   s_keep,
    input  wire         s_last,
    input  wire         s_edb,
    output wire         s_room,      // two beats can be taken
    output reg          s_fits,      // two of the largest frames can, and their numbers are free

    // frames that leave
    input  wire         m_take,      // the next frame is chosen: it leaves from the next cycle on
    output wire         m_valid,
    input  wire         m_ready,
    output wire [127:0] m_data,
    output wire [3:0]   m_keep,
    output wire         m_last,
    output wire         m_edb,

    // acknowledgments that came
    input  wire         ack_valid,
    input  wire         ack_nak,
    input  wire [11:0]  ack_seq,
    input  wire [19:0]  limit,       // of the replay timer, symbol times

    // state and events
    output reg  [11:0]  next_seq,    // NEXT_TRANSMIT_SEQ
    output reg  [11:0]  ackd_seq,    // ACKD_SEQ
    output reg  [1:0]   replay_num,
    output wire         replaying,
    output reg          numbered,    // a TLP took a number
    output reg          repeated,    // a frame left again
    output reg          nullified,   // a frame left with EDB
    output reg          timed_out,
    output reg          rolled_over,
    output reg          bad_ack
);
    localparam integer A      = REPLAY_LOG2 - 4;
    localparam integer FRAME  = (MPS_B + 28 + 15) / 16; // beats of the largest frame
    localparam integer LIMIT  = (1 << A) - 2 * FRAME;
    localparam integer SEQ_N  = (1 << SEQ_LOG2) - 2;
    localparam [A:0]   FITS   = LIMIT[A:0];
    localparam [A:0]   FULL   = {1'b1, {A{1'b0}}};
    localparam [11:0]  NUMBER = SEQ_N[11:0];
    localparam integer W      = 128 + 4 + 1 + 1;

    generate
        if (LIMIT < 0) begin : g_check
            tn_error_REPLAY_LOG2_must_hold_two_frames_of_MPS_B u_error ();
        end
    endgenerate

    // a bit more than an address each, so that full and empty differ
    reg  [A:0]   write_q, start_q; // the next beat, the first one of its frame
    reg  [A:0]   read_q;           // the beat that is fetched next
    reg  [A:0]   done_q;           // behind the last frame acknowledged
    reg  [A:0]   free_q;           // as done_q, but not beyond the frame that leaves
    reg  [11:0]  read_seq_q;       // number of the frame that leaves next
    reg  [11:0]  sent_seq_q;       // number of the frame that leaves next for the first time
    reg          held_q;           // the memory shows a beat that has not left
    reg          inside_q;         // a frame is leaving, or was chosen to
    reg          null_q;           // the frame being written ended in EDB, and is leaving
    reg          want_q;           // a replay is due
    reg  [19:0]  timer_q;

    // ---- acknowledgments: their frame's end is looked up
    reg          ack_q, nak_q;
    reg  [11:0]  ack_seq_q;
    wire [A:0]   ack_end;
    wire [11:0]  ack_far  = ack_seq_q - ackd_seq;
    wire [11:0]  sent_far = sent_seq_q - 12'd1 - ackd_seq;
    wire         ack_ok   = ack_q && ack_far <= sent_far;
    wire         progress = ack_ok && ack_far != 12'd0;
    wire         nak_ok   = ack_ok && nak_q && ack_far != sent_far;

    wire         stores   = s_valid && !null_q;
    wire         ends     = stores && s_last;
    wire [A:0]   after    = write_q + 1'b1;

    tn_ram_sync #(.DATA_W(A + 1), .DEPTH_N(1 << SEQ_LOG2), .ADDR_W(SEQ_LOG2)) u_ends (
        .clk(clk), .wr_en(ends && !s_edb), .wr_addr(next_seq[SEQ_LOG2-1:0]), .wr_data(after),
        .rd_en(ack_valid), .rd_addr(ack_seq[SEQ_LOG2-1:0]), .rd_data(ack_end)
    );

    // ---- the frame that leaves
    wire         outstanding = sent_far != 12'd0;
    wire [11:0]  oldest      = ackd_seq + 12'd1;
    wire [11:0]  behind      = oldest - read_seq_q; // below half: the frame was acknowledged
    wire         passed      = behind != 12'd0 && !behind[11];
    wire         redo        = want_q && outstanding;
    wire         turns       = !inside_q && (redo || passed);
    wire         again       = read_seq_q != sent_seq_q;
    wire         leaves      = m_valid && m_ready && inside_q;
    wire         gone        = leaves && m_last;
    wire         gone_null   = gone && m_edb;
    assign       m_valid     = held_q && !turns;
    assign       replaying   = again;

    // a frame that its source aborts before any of it left is taken out again
    wire         begun       = read_seq_q == next_seq && (inside_q || m_take);
    wire         drops       = ends && s_edb && !begun;
    wire         fetch       = read_q != write_q && (!held_q || leaves) && !turns && !gone_null && !drops;
    wire [W-1:0] beat;

    assign {m_edb, m_last, m_keep, m_data} = beat;

    tn_ram_sync #(.DATA_W(W), .DEPTH_N(1 << A), .ADDR_W(A)) u_beats (
        .clk(clk), .wr_en(stores), .wr_addr(write_q[A-1:0]), .wr_data({s_edb, s_last, s_keep, s_data}),
        .rd_en(fetch), .rd_addr(read_q[A-1:0]), .rd_data(beat)
    );

    wire [A:0]   used = write_q - free_q;
    wire [11:0]  open = next_seq + {11'd0, ends && !s_edb} - oldest;
    assign       s_room = !null_q && used < FULL - 2;

    // ---- the timer: nothing of a TLP is leaving, and something waits for its acknowledgment
    wire         runs  = outstanding && !again && !inside_q && !want_q;
    wire         rings = runs && !progress && timer_q + 20'd1 >= limit;
    wire         first_out = gone && !m_edb && (again ? read_seq_q + 12'd1 == sent_seq_q : !outstanding);

    always @(posedge clk) begin
        ack_q       <= ack_valid && !clr;
        nak_q       <= ack_nak;
        ack_seq_q   <= ack_seq;
        bad_ack     <= ack_q && !ack_ok && !clr;
        timed_out   <= rings && !clr;
        rolled_over <= turns && redo && replay_num == 2'd3 && !clr;
        numbered    <= ends && !s_edb && !clr;
        repeated    <= gone && again && !clr;
        nullified   <= gone_null && !clr;
        s_fits      <= used <= FITS && open < NUMBER && !null_q && !clr;
        if (clr) begin
            {write_q, start_q, read_q, done_q, free_q} <= {5 * (A + 1) {1'b0}};
            {next_seq, read_seq_q, sent_seq_q} <= 36'd0;
            ackd_seq   <= 12'hfff;
            {held_q, inside_q, null_q, want_q} <= 4'd0;
            replay_num <= 2'd0;
            timer_q    <= 20'd0;
        end else begin
            // frames that come
            if (stores) write_q <= after;
            if (ends && !s_edb) begin
                start_q  <= after;
                next_seq <= next_seq + 12'd1;
            end
            if (ends && s_edb && begun) null_q <= 1'b1;
            if (drops) write_q <= start_q;

            // acknowledgments
            if (progress) begin
                done_q   <= ack_end;
                ackd_seq <= ack_seq_q;
            end
            if (!passed) free_q <= done_q;

            // the frame that leaves
            if (fetch) read_q <= read_q + 1'b1;
            if (fetch || leaves) held_q <= fetch;
            inside_q <= m_take || (inside_q && !gone);
            if (turns) begin
                read_q     <= done_q;
                read_seq_q <= oldest;
                held_q     <= 1'b0;
            end else if (gone && !m_edb) begin
                read_seq_q <= read_seq_q + 12'd1;
                if (!again) sent_seq_q <= sent_seq_q + 12'd1;
            end
            if (gone_null || (drops && !turns && read_seq_q == next_seq)) begin
                read_q <= start_q;
                held_q <= 1'b0;
            end
            if (gone_null) begin
                null_q  <= 1'b0;
                write_q <= start_q;
            end

            // replays
            if (nak_ok || rings)
                want_q <= 1'b1;
            else if (!inside_q && want_q)
                want_q <= 1'b0;
            if (progress)
                replay_num <= 2'd0;
            else if (turns && redo)
                replay_num <= replay_num + 2'd1;
            if (progress || rings || first_out || (turns && redo))
                timer_q <= 20'd0;
            else if (runs)
                timer_q <= timer_q + 20'd1;
        end
    end
endmodule

`default_nettype wire
