// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Events: of packets when their data have their B, of descriptors as they come; into the event queue of the host. The answer of a message
// is made as its packet has its B, and waits for no event.
//
// MSG_LOG2: as of the message table. An entry of d_* that wrote waits for the next B; one that is not OKAY makes the
// message's event error DMA, its answer too, and the message makes no other. wr_* asks for the write of one event, wr_done tells its B. clear (EVQ_SIZE was
// written) begins at index 0. rst forgets all. Contract: ape_ni.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_events #(
    parameter integer MSG_LOG2 = 6  // log2 of the message table's entries
) (
    input  wire         clk,
    input  wire         rst,
    // registers
    input  wire         clear,
    input  wire [47:0]  base,
    input  wire [3:0]   size,
    input  wire [11:0]  read,
    input  wire         read_written,
    input  wire [31:0]  wait_cyc,
    output reg  [11:0]  write_q,
    // what follows packets: is answered, plain, wrote, first of its message, entry, has an event, the event
    input  wire         d_valid,
    output wire         d_room,
    input  wire [129:0] d_entry,
    input  wire         b_valid,      // a B of data
    input  wire         b_bad,
    // answers
    output wire         a_put,
    output wire [71:0]  a_entry,
    // events of descriptors
    input  wire         t_valid,
    output wire         t_ready,
    input  wire [118:0] t_evt,
    // writes
    output reg          wr_valid_q,
    input  wire         wr_ready,
    output reg  [47:0]  wr_addr_q,
    output reg  [127:0] wr_data_q,
    input  wire         wr_done,
    // counts
    output wire         ev_lost
);

`include "ape_ni_defs.vh"

    localparam integer D_LOG2 = 4;
    localparam integer MSG_N = 1 << MSG_LOG2;

    // ---- entries in order, each with its B
    wire             q_valid;
    wire             q_take;
    wire             q_ready;
    wire [DE_W-1:0]  q;
    wire [D_LOG2:0]  level;
    wire             bad_valid;
    wire             bad;
    wire             bad_ready;
    wire [D_LOG2:0]  bad_level;

    tn_fifo #(
        .DATA_W    (DE_W),
        .DEPTH_LOG2(D_LOG2)
    ) u_entries (
        .clk    (clk),
        .rst    (rst),
        .s_valid(d_valid),
        .s_ready(q_ready),
        .s_data (d_entry),
        .m_valid(q_valid),
        .m_ready(q_take),
        .m_data (q),
        .level  (level)
    );

    wire wrote = q[DE_WROTE];

    // as many as there are entries at most
    tn_fifo #(
        .DATA_W    (1),
        .DEPTH_LOG2(D_LOG2)
    ) u_bs (
        .clk    (clk),
        .rst    (rst),
        .s_valid(b_valid),
        .s_ready(bad_ready),
        .s_data (b_bad),
        .m_valid(bad_valid),
        .m_ready(q_take && wrote),
        .m_data (bad),
        .level  (bad_level)
    );

    reg  [MSG_N-1:0]     failed_q;  // messages that had a B that was not OKAY
    wire [MSG_LOG2-1:0]  idx = q[DE_IDX_LSB+:MSG_LOG2];
    wire                 plain = q[DE_PLAIN];
    wire                 spoilt = !plain && failed_q[idx] && !q[DE_FIRST];
    wire                 fails = wrote && bad && !spoilt && !plain;
    wire                 tells = fails || (q[DE_EV] && !spoilt);
    wire                 received = q[EVT_KIND_LSB+:8] == EV_RECEIVED;
    wire [EVT_W-1:0]     dma = {EV_ERROR, CAUSE_DMA, q[EVT_PID_LSB+:16], q[EVT_SRC_LSB+:16], 7'd0, q[63:32], 32'd0};

    always @(posedge clk)
        if (rst) failed_q <= {MSG_N{1'b0}};
        else if (q_take && !plain) failed_q[idx] <= spoilt || fails;

    assign q_take  = q_valid && (!wrote || bad_valid);
    assign a_put   = q_take && q[DE_ASK];
    assign a_entry = {q[EVT_SRC_LSB+:16], q[EVT_PID_LSB+:16], q[63:32], spoilt || fails ? CAUSE_DMA : received ? 8'd0 : q[EVT_CAUSE_LSB+:8]};

    // ---- those that have an event, as many as there are entries at most
    wire             idle;
    wire             due;
    wire             from_d;
    wire             due_ready;
    wire [EVT_W-1:0] due_evt;
    wire [D_LOG2:0]  due_level;
    wire [D_LOG2:0]  owed = level + due_level;

    tn_fifo #(
        .DATA_W    (EVT_W),
        .DEPTH_LOG2(D_LOG2)
    ) u_due (
        .clk    (clk),
        .rst    (rst),
        .s_valid(q_take && tells),
        .s_ready(due_ready),
        .s_data (fails ? dma : q[EVT_W-1:0]),
        .m_valid(due),
        .m_ready(idle && from_d),
        .m_data (due_evt),
        .level  (due_level)
    );

    assign d_room = owed <= 5'd12;

    // ---- one event at a time: packets and descriptors in turn
    localparam [1:0] S_IDLE = 2'd0;
    localparam [1:0] S_HAVE = 2'd1;   // waits for room
    localparam [1:0] S_WRITE = 2'd2;  // for its B

    reg  [1:0]       state_q;
    reg              turn_q;       // descriptors have the turn
    reg  [EVT_W-1:0] evt_q;
    reg              phase_q;
    reg  [31:0]      waited_q;
    reg              dropping_q;   // the wait was in vain

    wire             on = size >= 4'd4 && size <= 4'd12;
    wire [12:0]      ring = 13'd1 << size;
    wire [11:0]      mask = ring[11:0] - 12'd1;
    wire [11:0]      next = (write_q + 12'd1) & mask;
    wire             full = next == (read & mask);
    assign idle = state_q == S_IDLE;
    assign from_d = due && !(turn_q && t_valid);
    wire             from_t = t_valid && !from_d;
    wire             drop = state_q == S_HAVE && (!on || (full && (dropping_q || waited_q >= wait_cyc) && wait_cyc != 32'hffffffff));

    assign t_ready = idle && from_t;
    assign ev_lost = drop;

    always @(posedge clk)
        if (rst) begin
            state_q    <= S_IDLE;
            turn_q     <= 1'b0;
            phase_q    <= 1'b1;
            write_q    <= 12'd0;
            wr_valid_q <= 1'b0;
            dropping_q <= 1'b0;
            waited_q   <= 32'd0;
        end else begin
            if (wr_ready) wr_valid_q <= 1'b0;
            case (state_q)
                S_IDLE:
                if (from_d || from_t) begin
                    state_q <= S_HAVE;
                    turn_q  <= from_d;
                end
                S_HAVE:
                if (drop) state_q <= S_IDLE;
                else if (!full) begin
                    state_q    <= S_WRITE;
                    wr_valid_q <= 1'b1;
                end
                default:
                if (wr_done) begin
                    state_q <= S_IDLE;
                    write_q <= next;
                    if (next == 12'd0) phase_q <= !phase_q;
                end
            endcase
            if (state_q == S_HAVE && full && on) waited_q <= waited_q + 32'd1;
            else waited_q <= 32'd0;
            if (read_written) dropping_q <= 1'b0;
            else if (drop && on) dropping_q <= 1'b1;
            if (clear) begin
                write_q    <= 12'd0;
                phase_q    <= 1'b1;
                dropping_q <= 1'b0;
            end
        end

    always @(posedge clk) begin
        if (idle) evt_q <= from_d ? due_evt : t_evt;
        if (state_q == S_HAVE) begin
            wr_addr_q <= base + {32'd0, write_q, 4'd0};
            wr_data_q <= {evt_q[63:0], evt_q[EVT_KIND_LSB+:8], evt_q[EVT_CAUSE_LSB+:8], evt_q[EVT_PID_LSB+:16],
                          evt_q[EVT_SRC_LSB+:16], 1'b0, evt_q[EVT_BUFV_LSB], evt_q[EVT_BUF_LSB+:6], 7'd0, phase_q};
        end
    end

    wire unused = &{1'b0, ring[12], q, q_ready, bad_ready, bad_level, due_ready};

endmodule

`default_nettype wire
