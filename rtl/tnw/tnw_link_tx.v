// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Transmitter of a TNW link: chooses the next packet, and repeats packets.
//
// A place has SLOT_W bits. Packets from oldest to next lack an ACK (u packets),
// packets from next to wr were not sent; the number of a packet is the low five
// bits of its place. adv, nack and full: accepted feedback; pend_*: the receiver's
// feedback, which leaves with fb_take. In UP the FSM of section 6 runs, in INIT and
// READY a SET leaves every 32 cycles; else the FSM stands. A chosen word is on
// tx_data a cycle later; RESEND's last CRC word comes with the first cycle of WAIT.
// rst and flush leave no packet unacknowledged; after flush a packet under way is
// sent to its end. Paper section 2.2; contract: tnw_link.md sections 4 and 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_tx #(
    parameter integer SLOT_W = 5  // bits of a place in txFifo and txBuffer, at least 5
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              flush,
    // link state and registers
    input  wire [2:0]        link,
    input  wire              seq_off,
    input  wire [15:0]       resend_tmo,
    input  wire [15:0]       full_backoff,
    // accepted feedback
    input  wire [4:0]        adv,
    input  wire              nack,
    input  wire              full,
    // the receiver's feedback, to be sent
    input  wire [2:0]        pend_code,
    input  wire [4:0]        pend_seq,
    output wire              fb_take,
    // pointers into txFifo and txBuffer, and the state
    input  wire [SLOT_W-1:0] wr,
    output reg  [SLOT_W-1:0] next,
    output reg  [SLOT_W-1:0] oldest,
    output wire [4:0]        u,
    output reg  [2:0]        state,
    output wire              stalled,
    output wire              free,
    // the item under way
    output wire [SLOT_W-1:0] rd_slot,
    output wire [2:0]        rd_beat,
    input  wire [127:0]      rd_data,
    input  wire [26:0]       rd_info,
    // the line
    output wire [31:0]       tx_data,
    output wire [3:0]        tx_flags,
    // counted events
    output wire [3:0]        evt      // timeout's RESTART, RESTART, packet again, packet
);

`include "tnw_defs.vh"

    localparam [4:0] SET_LAST = 5'd31;   // cycles between SETs of INIT and READY, less one
    localparam [4:0] STALL_N = 5'd16;    // timeouts in a row

    wire              up = link == TNW_LNK_UP;
    wire              ends;
    reg  [SLOT_W-1:0] ptr_q;             // of RESEND
    wire [SLOT_W-1:0] unacked = next - oldest;
    assign u = unacked[4:0];

    // ---- choice of the next word
    reg  [4:0] wait_q;
    reg  [2:0] told_q;  // the link state of the last SET
    wire hello = free && (link == TNW_LNK_INIT || link == TNW_LNK_READY) && (wait_q == 5'd0 || told_q != link);
    wire restart = free && up && state == TNW_TX_RESTART;
    wire again = free && up && state == TNW_TX_RESEND && ptr_q != next && u != 5'd0;
    wire fresh = free && up && state == TNW_TX_SEND && u < TNW_WINDOW && wr != next;
    wire start = again || fresh;
    wire pend = free && up && !restart && pend_code != TNW_NONE;
    wire ctl = hello || restart || (pend && !start);
    assign fb_take = pend;

    reg [2:0] code;
    reg [4:0] code_seq;
    always @* begin
        code     = pend ? pend_code : TNW_NONE;
        code_seq = pend ? pend_seq : 5'd0;
        if (hello) code = link == TNW_LNK_INIT ? TNW_INIT : TNW_READY;
        if (restart) begin
            code     = TNW_RESTART;
            code_seq = seq_off ? 5'd0 : oldest[4:0];
        end
    end

    wire [SLOT_W-1:0] slot = again ? ptr_q : next;

    tnw_tx_frame #(
        .SLOT_W(SLOT_W)
    ) u_frame (
        .clk     (clk),
        .rst     (rst),
        .free    (free),
        .ends    (ends),
        .ctl     (ctl),
        .start   (start),
        .code    (code),
        .code_seq(code_seq),
        .slot    (slot),
        .seq     (seq_off ? 5'd0 : slot[4:0]),
        .rd_slot (rd_slot),
        .rd_beat (rd_beat),
        .rd_data (rd_data),
        .rd_info (rd_info),
        .tx_data (tx_data),
        .tx_flags(tx_flags)
    );

    always @(posedge clk) begin
        told_q <= hello ? link : told_q;
        wait_q <= hello ? SET_LAST : wait_q == 5'd0 ? 5'd0 : wait_q - 5'd1;
        if (rst || flush) begin
            told_q <= TNW_LNK_DOWN;
            wait_q <= 5'd0;
        end
    end

    // ---- pointers: what is acknowledged leaves, RESEND's is never behind it
    wire [SLOT_W-1:0] more = {{(SLOT_W - 5) {1'b0}}, adv};
    wire [SLOT_W-1:0] ptr = restart ? oldest : ptr_q + {{(SLOT_W - 1) {1'b0}}, again};
    wire [SLOT_W-1:0] past = ptr - oldest;

    always @(posedge clk) begin
        if (rst || flush) begin
            next   <= {SLOT_W{1'b0}};
            oldest <= {SLOT_W{1'b0}};
            ptr_q  <= {SLOT_W{1'b0}};
        end else begin
            if (fresh) next <= next + 1'b1;
            oldest <= oldest + more;
            ptr_q  <= past < more ? oldest + more : ptr;
        end
    end

    // ---- timers
    reg  [15:0] tmo_q;
    reg  [15:0] off_q;
    reg  [4:0]  tmos_q;     // timeouts in a row
    reg         by_tmo_q;   // the RESTART due is a timeout's
    wire        running = up && (state == TNW_TX_SEND || state == TNW_TX_WAIT) && u != 5'd0;
    wire        progress = adv != 5'd0;
    wire        timeout = running && !progress && resend_tmo != 16'd0 && tmo_q >= resend_tmo;
    wire        over = {1'b0, off_q} + 17'd1 >= {1'b0, full_backoff};
    assign stalled = tmos_q == STALL_N;

    // ---- states
    reg [2:0] state_d;
    always @* begin
        state_d = state;
        case (state)
            TNW_TX_SEND: if (nack || timeout) state_d = TNW_TX_RESTART;
            TNW_TX_RESTART: if (restart) state_d = u == 5'd0 ? TNW_TX_SEND : TNW_TX_RESEND;
            TNW_TX_RESEND: begin
                if (ptr_q == next && ends) state_d = TNW_TX_WAIT;
                if (u == 5'd0) state_d = TNW_TX_SEND;
                if (nack) state_d = TNW_TX_RESTART;
            end
            TNW_TX_WAIT: begin
                if (u == 5'd0) state_d = TNW_TX_SEND;
                if (nack || timeout) state_d = TNW_TX_RESTART;
            end
            default: if (over) state_d = TNW_TX_RESTART;
        endcase
        if (full && state != TNW_TX_BACKOFF) state_d = TNW_TX_BACKOFF;
        if (!up && !nack && !full) state_d = state;  // one of them may be what ends READY
    end

    always @(posedge clk) begin
        if (rst || flush) begin
            state    <= TNW_TX_SEND;
            tmos_q   <= 5'd0;
            by_tmo_q <= 1'b0;
        end else begin
            state <= state_d;
            if (progress) tmos_q <= 5'd0;
            else if (timeout && !stalled) tmos_q <= tmos_q + 5'd1;
            if (timeout) by_tmo_q <= 1'b1;
            else if (restart || state_d == TNW_TX_BACKOFF) by_tmo_q <= 1'b0;
        end
        if (!running || progress) tmo_q <= 16'd0;
        else if (tmo_q != 16'hffff) tmo_q <= tmo_q + 16'd1;
        off_q <= state == TNW_TX_BACKOFF ? off_q + 16'd1 : 16'd0;
    end

    assign evt = {restart && by_tmo_q, restart, again, fresh};

    wire unused = &{1'b0, unacked};

endmodule

`default_nettype wire
