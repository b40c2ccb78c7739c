// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One end of a lane of the cluster: packets numbered, kept, sent and sent again, taken in order, acknowledged, with credits by priority.
//
// PLANE (0 to 2): the lane's number in its port. From the last word at s to the first one on wire_tx 3 cycles, from the comma word behind a run
// on wire_rx to the first word at m 3. rst: the lane is up and empty, counters 0. Paper: level-2 switch, links; contract: cl_link.md.

`timescale 1ns / 1ps
`default_nettype none

module cl_link #(
    parameter integer PLANE = 0
) (
    input  wire        clk,
    input  wire        rst,
    // the lane
    output wire        wire_tx_k,
    output wire [15:0] wire_tx_data,
    input  wire        wire_rx_k,
    input  wire        wire_rx_err,
    input  wire [15:0] wire_rx_data,
    // packets to send
    input  wire        s_valid,
    output wire        s_ready,
    input  wire [15:0] s_data,
    input  wire        s_last,
    output wire [2:0]  s_ok,
    // packets that were taken
    output wire        m_valid,
    output wire [15:0] m_data,
    output wire        m_last,
    input  wire [2:0]  freed,
    output wire        up,
    input  wire        kill,
    output wire [5:0]  taken,
    // side packets
    input  wire        x_valid,
    output wire        x_ready,
    input  wire        x_nack,
    input  wire [1:0]  x_plane,
    input  wire [5:0]  x_ack,
    output wire        y_valid,
    output wire        y_nack,
    output wire [1:0]  y_plane,
    output wire [5:0]  y_ack,
    // packets that the far end of a dead lane did not take
    input  wire        d_go,
    input  wire [5:0]  d_ack,
    output wire        d_valid,
    input  wire        d_ready,
    output wire [15:0] d_data,
    output wire        d_last,
    output wire        d_done,
    // registers
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [6:0]  reg_addr,
    input  wire [31:0] reg_wdata,
    output wire [31:0] reg_rdata
);

    generate
        if (PLANE < 0 || PLANE > 2) begin : g_check
            tn_error_PLANE_must_be_0_to_2 u_error ();
        end
    endgenerate

    wire [15:0] link_tmo;
    wire [11:0] limits, out;
    wire [5:0]  seq, acked;
    wire [4:0]  backs;
    wire [3:0]  level, place;
    wire        any, again, drain, start_tx;

    // ---- packets to send, into the replay buffer and out of it, to the wire or to d
    wire        wr_en, open, put, drop;
    wire [5:0]  wr_word;
    wire [15:0] wr_data;
    wire [1:0]  prio;

    cl_link_src u_src (
        .clk    (clk),
        .rst    (rst),
        .s_valid(s_valid),
        .s_ready(s_ready),
        .s_data (s_data),
        .s_last (s_last),
        .s_ok   (s_ok),
        .seq    (seq),
        .wr_en  (wr_en),
        .wr_word(wr_word),
        .wr_data(wr_data),
        .open   (open),
        .put    (put),
        .drop   (drop),
        .prio   (prio)
    );

    reg         to_d_q;  // the packet that is read goes to d
    wire        rd_valid, rd_last;
    wire [15:0] rd_data;
    wire        start_d = drain && any && !rd_valid;
    wire        start   = start_tx || start_d;

    always @(posedge clk)
        if (rst) to_d_q <= 1'b0;
        else if (start) to_d_q <= start_d;

    cl_link_replay u_replay (
        .clk     (clk),
        .rst     (rst),
        .wr_en   (wr_en),
        .wr_place(seq[3:0]),
        .wr_word (wr_word),
        .wr_data (wr_data),
        .start   (start),
        .place   (place),
        .valid   (rd_valid),
        .ready   (!to_d_q || d_ready),
        .data    (rd_data),
        .last    (rd_last)
    );

    assign d_valid = rd_valid && to_d_q;
    assign d_data  = rd_data;
    assign d_last  = rd_last;

    // ---- numbers and credits
    wire        ctl_valid, ctl_nack, ack_ok, free_ok, ev_timeout, ev_back;
    wire [1:0]  ctl_plane;
    wire [5:0]  ctl_ack;
    wire [23:0] ctl_freed;
    wire        mine  = ctl_valid && ctl_plane == PLANE[1:0];
    wire        heard = mine && ack_ok && free_ok;

    cl_link_window u_window (
        .clk       (clk),
        .rst       (rst),
        .link_tmo  (link_tmo),
        .kill      (kill),
        .up        (up),
        .open      (open),
        .put       (put),
        .drop      (drop),
        .seq       (seq),
        .level     (level),
        .start     (start),
        .left      (d_valid && d_ready && d_last),
        .any       (any),
        .again     (again),
        .place     (place),
        .ack_valid (heard),
        .ack_nack  (ctl_nack),
        .ack       (ctl_ack),
        .ack_ok    (ack_ok),
        .d_go      (d_go),
        .d_ack     (d_ack),
        .drain     (drain),
        .d_done    (d_done),
        .acked     (acked),
        .backs     (backs),
        .ev_timeout(ev_timeout),
        .ev_back   (ev_back)
    );

    cl_link_room u_room (
        .clk    (clk),
        .rst    (rst),
        .up     (up),
        .limits (limits),
        .level  (level),
        .open   (open),
        .drop   (drop),
        .prio   (prio),
        .free   (heard),
        .freed  (ctl_freed),
        .free_ok(free_ok),
        .s_ok   (s_ok),
        .out    (out)
    );

    // ---- the wire
    wire ask_nack, ask_ack, ev_taken, ev_bad, ev_ahead, ev_behind, ev_ctl, ev_nack;

    cl_link_tx #(
        .PLANE(PLANE)
    ) u_tx (
        .clk         (clk),
        .rst         (rst),
        .up          (up),
        .any         (any),
        .start       (start_tx),
        .pkt_valid   (rd_valid && !to_d_q),
        .pkt_data    (rd_data),
        .ask_nack    (ask_nack),
        .ask_ack     (ask_ack),
        .taken       (taken),
        .freed       (freed),
        .x_valid     (x_valid),
        .x_ready     (x_ready),
        .x_nack      (x_nack),
        .x_plane     (x_plane),
        .x_ack       (x_ack),
        .wire_tx_k   (wire_tx_k),
        .wire_tx_data(wire_tx_data),
        .ev_ctl      (ev_ctl),
        .ev_nack     (ev_nack)
    );

    cl_link_rx u_rx (
        .clk         (clk),
        .rst         (rst),
        .up          (up),
        .wire_rx_k   (wire_rx_k),
        .wire_rx_err (wire_rx_err),
        .wire_rx_data(wire_rx_data),
        .m_valid     (m_valid),
        .m_data      (m_data),
        .m_last      (m_last),
        .taken       (taken),
        .ctl_valid   (ctl_valid),
        .ctl_nack    (ctl_nack),
        .ctl_plane   (ctl_plane),
        .ctl_ack     (ctl_ack),
        .ctl_freed   (ctl_freed),
        .ask_nack    (ask_nack),
        .ask_ack     (ask_ack),
        .ev_taken    (ev_taken),
        .ev_bad      (ev_bad),
        .ev_ahead    (ev_ahead),
        .ev_behind   (ev_behind)
    );

    assign y_valid = ctl_valid && !mine;
    assign y_nack  = ctl_nack;
    assign y_plane = ctl_plane;
    assign y_ack   = ctl_ack;

    cl_link_regs u_regs (
        .clk      (clk),
        .rst      (rst),
        .reg_wr   (reg_wr),
        .reg_rd   (reg_rd),
        .reg_addr (reg_addr),
        .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .link_tmo (link_tmo),
        .limits   (limits),
        .up       (up),
        .backs    (backs),
        .level    (level),
        .acked    (acked),
        .taken    (taken),
        .out      (out),
        .ev       ({
            mine && !heard, mine && ctl_nack, ctl_valid, ev_behind, ev_ahead, ev_bad, ev_taken, ev_back, ev_timeout, drop,
            ev_nack, ev_ctl, start_tx && again, start_tx && !again
        })
    );

endmodule

`default_nettype wire
