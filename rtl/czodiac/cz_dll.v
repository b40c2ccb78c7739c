// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Data link layer of one end of a PCIe link: numbers, LCRC, replay, Ack and Nak, flow control.
//
// A TLP's frame is offered at m_frm 3 cycles after its first beat; a received TLP at m_tlp 5 cycles after
// its last beat. One beat a cycle each way. rst, or dl_up = 0, begins anew; registers and what was
// received whole stay with dl_up = 0. PCI Express Base Specification 3.0, chapter 3 and section 2.6; contract: cz_dll.md.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll #(
    parameter integer MPS_B       = 512, // largest payload in bytes, 128 to 4096
    parameter integer LANES       = 4,   // 1, 4, 8: reset values of the timers
    parameter integer REPLAY_LOG2 = 12,  // log2 of the replay buffer in bytes, 9 to 14
    parameter integer SEQ_LOG2    = 11,  // log2 of the TLPs that may be outstanding, 3 to 11
    parameter integer CR_PH       = 32,  // credits that this end grants: posted headers, 1 to 127
    parameter integer CR_PD       = 128, // posted data, MPS_B/16 to 2047
    parameter integer CR_NPH      = 32,  // non-posted headers, 1 to 127
    parameter integer CR_NPD      = 32,  // non-posted data, 2 to 2047
    parameter integer CR_CPLH     = 0,   // completion headers, 0 or 1 to 127
    parameter integer CR_CPLD     = 0,   // completion data, 0 or MPS_B/16 to 2047
    parameter integer WIRE_CYC    = 0    // symbol times from m_frm to the wire, which the replay timer waits besides, to 65535
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         dl_up,

    // TLPs to send
    input  wire         s_tlp_valid,
    output wire         s_tlp_ready,
    input  wire [127:0] s_tlp_data,
    input  wire [3:0]   s_tlp_keep,
    input  wire         s_tlp_last,
    input  wire         s_tlp_abort,
    output wire [2:0]   s_tlp_ok,

    // TLPs received
    output wire         m_tlp_valid,
    input  wire         m_tlp_ready,
    output wire [127:0] m_tlp_data,
    output wire [3:0]   m_tlp_keep,
    output wire         m_tlp_last,
    input  wire [2:0]   m_tlp_ok,

    // frames to send
    output wire         m_frm_valid,
    input  wire         m_frm_ready,
    output wire [127:0] m_frm_data,
    output wire [3:0]   m_frm_keep,
    output wire         m_frm_last,
    output wire         m_frm_dllp,
    output wire         m_frm_edb,

    // frames received
    input  wire         s_frm_valid,
    input  wire [127:0] s_frm_data,
    input  wire [3:0]   s_frm_keep,
    input  wire         s_frm_last,
    input  wire         s_frm_dllp,
    input  wire         s_frm_edb,
    input  wire         s_frm_err,

    // state and events
    output wire         dl_active,
    output wire         retrain,
    output wire [7:0]   obs_err,

    // registers
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);
`include "cz_dll_defs.vh"

    localparam integer FRAME = (MPS_B + 28 + 15) / 16;
    localparam integer MAX_D = MPS_B / 16;
    // beats of a receive queue: what was granted to a class, two of the largest TLP and 6, at least
    localparam integer P_B   = 2 * CR_PH + CR_PD;
    localparam integer NP_B  = 2 * CR_NPH + CR_NPD;
    localparam integer CPL_B = CR_CPLH == 0 && CR_CPLD == 0 ? 8 * FRAME : 2 * CR_CPLH + CR_CPLD;
    localparam integer TWO_B = 2 * FRAME + 6;
    localparam integer A_B   = P_B > NP_B ? P_B : NP_B;
    localparam integer B_B   = CPL_B > TWO_B ? CPL_B : TWO_B;
    localparam integer QUEUE_LOG2 = $clog2(A_B > B_B ? A_B : B_B);

    generate
        if (LANES != 1 && LANES != 4 && LANES != 8) begin : g_lanes
            tn_error_LANES_must_be_1_4_or_8 u_error ();
        end
        if (SEQ_LOG2 < 3 || SEQ_LOG2 > 11) begin : g_seq
            tn_error_SEQ_LOG2_must_be_3_to_11 u_error ();
        end
        if (REPLAY_LOG2 < 9 || REPLAY_LOG2 > 14) begin : g_replay
            tn_error_REPLAY_LOG2_must_be_9_to_14 u_error ();
        end
        if (MPS_B < 128 || MPS_B > 4096 || (MPS_B & (MPS_B - 1)) != 0) begin : g_mps
            tn_error_MPS_B_must_be_128_to_4096 u_error ();
        end
        if (CR_PH < 1 || CR_PH > 127) begin : g_ph
            tn_error_CR_PH_must_be_1_to_127 u_error ();
        end
        if (CR_PD < MAX_D || CR_PD > 2047) begin : g_pd
            tn_error_CR_PD_must_be_that_of_one_TLP_to_2047 u_error ();
        end
        if (CR_NPH < 1 || CR_NPH > 127) begin : g_nph
            tn_error_CR_NPH_must_be_1_to_127 u_error ();
        end
        if (CR_NPD < 2 || CR_NPD > 2047) begin : g_npd
            tn_error_CR_NPD_must_be_2_to_2047 u_error ();
        end
        if (CR_CPLH < 0 || CR_CPLH > 127 || (CR_CPLH == 0) != (CR_CPLD == 0)) begin : g_cplh
            tn_error_CR_CPLH_must_be_1_to_127_or_0_with_CR_CPLD u_error ();
        end
        if (WIRE_CYC < 0 || WIRE_CYC > 65535) begin : g_wire
            tn_error_WIRE_CYC_must_be_0_to_65535 u_error ();
        end
        if (CR_CPLD < 0 || CR_CPLD > 2047 || (CR_CPLD != 0 && CR_CPLD < MAX_D)) begin : g_cpld
            tn_error_CR_CPLD_must_be_0_or_that_of_one_TLP_to_2047 u_error ();
        end
    endgenerate

    // ---- state of the link
    wire [1:0]  state;
    wire [2:0]  known;
    wire        init_due, init_taken;
    wire [1:0]  init_kind, init_class;
    wire        clr    = rst || !dl_up || state == 2'd0;
    wire        frames = !clr && state != 2'd1;       // TLPs may come
    reg  [11:0] waiting_q;                            // TLPs in the receive queues

    assign dl_active = state == 2'd3 && dl_up && !rst;

    // ---- DLLPs that came
    reg         dllp_q;
    reg         dllp_good_q;
    reg  [31:0] dw_q;
    reg         frm_first_q;
    wire        dllp_here = s_frm_valid && s_frm_dllp && !clr;

    always @(posedge clk) begin
        dllp_q      <= dllp_here && s_frm_last;
        dllp_good_q <= !s_frm_err && frm_first_q && s_frm_keep == 4'h3 &&
                       s_frm_data[47:32] == dll_crc16(s_frm_data[31:0]);
        dw_q        <= s_frm_data[31:0];
        frm_first_q <= clr || (s_frm_valid ? s_frm_last : frm_first_q);
    end

    wire        dllp    = dllp_q && dllp_good_q && !clr;
    wire        is_ack  = dllp && (dw_q[7:0] == DLLP_ACK || dw_q[7:0] == DLLP_NAK);
    wire        ack_in  = is_ack && dl_active;
    wire        is_fc   = dllp && dw_q[7:6] != 2'd0 && dw_q[5:4] != 2'd3 && dw_q[3:0] == 4'd0;
    wire [1:0]  fc_cls  = dw_q[5:4];
    wire [7:0]  fc_hdr  = {dw_q[13:8], dw_q[23:22]};
    wire [11:0] fc_data = {dw_q[19:16], dw_q[31:24]};
    wire        is_init = is_fc && dw_q[7:6] != FC_UPDATE;
    wire        first_init = is_init && state != 2'd3 && !known[fc_cls];
    wire        update  = is_fc && dw_q[7:6] == FC_UPDATE && state[1];

    // ---- TLPs to send
    wire        begins, store_room, fits_two;
    wire        f_valid, f_last, f_edb;
    wire [127:0] f_data;
    wire [3:0]  f_keep;
    wire [11:0] next_seq, ackd_seq;
    wire [1:0]  replay_num;
    wire        replaying, numbered, repeated, nullified, timed_out, rolled_over, bad_ack;
    wire        t_take, t_valid, t_ready, t_last, t_edb;
    wire [127:0] t_data;
    wire [3:0]  t_keep;
    wire [19:0] replay_limit;
    wire [20:0] replay_sum = {1'b0, replay_limit} + {5'd0, WIRE_CYC[15:0]};
    wire [15:0] ack_limit;

    cz_dll_frame u_frame (
        .clk(clk), .rst(rst), .clr(clr), .up(dl_active),
        .s_valid(s_tlp_valid), .s_ready(s_tlp_ready), .s_data(s_tlp_data), .s_keep(s_tlp_keep),
        .s_last(s_tlp_last), .s_abort(s_tlp_abort), .begins(begins),
        .m_room(store_room), .m_seq(next_seq), .m_valid(f_valid), .m_data(f_data), .m_keep(f_keep),
        .m_last(f_last), .m_edb(f_edb)
    );

    cz_dll_replay #(.MPS_B(MPS_B), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2)) u_replay (
        .clk(clk), .clr(clr),
        .s_valid(f_valid), .s_data(f_data), .s_keep(f_keep), .s_last(f_last), .s_edb(f_edb),
        .s_room(store_room), .s_fits(fits_two),
        .m_take(t_take), .m_valid(t_valid), .m_ready(t_ready), .m_data(t_data), .m_keep(t_keep),
        .m_last(t_last), .m_edb(t_edb),
        .ack_valid(ack_in), .ack_nak(dw_q[4]), .ack_seq(fc_data), .limit(replay_sum[20] ? 20'hfffff : replay_sum[19:0]),
        .next_seq(next_seq), .ackd_seq(ackd_seq), .replay_num(replay_num), .replaying(replaying),
        .numbered(numbered), .repeated(repeated), .nullified(nullified), .timed_out(timed_out),
        .rolled_over(rolled_over), .bad_ack(bad_ack)
    );

    // credits of the TLP that begins, for an abort
    wire [1:0]  s_class = dll_class(s_tlp_data[7:0]);
    wire [8:0]  s_cost  = dll_data_credits(s_tlp_data[31:0]);
    reg  [1:0]  sent_class_q;
    reg  [8:0]  sent_cost_q;
    reg         counted_q;    // the TLP under way was counted
    wire        aborted = s_tlp_valid && s_tlp_ready && s_tlp_last && s_tlp_abort && (begins || counted_q);

    always @(posedge clk) begin
        if (begins) {sent_class_q, sent_cost_q} <= {s_class, s_cost};
        counted_q <= !clr && (begins || counted_q) && !(s_tlp_valid && s_tlp_ready && s_tlp_last);
    end

    // ---- TLPs received
    wire        r_valid, r_ready, r_first, r_last;
    wire [127:0] r_data;
    wire [3:0]  r_keep;
    wire        ask, accepted, overflow, bad_tlp, duplicate, ack_due, nak_due, nak_scheduled, ack_taken, is_nak;
    wire [1:0]  ask_class;
    wire [8:0]  ask_data;
    wire [11:0] rcv_seq;
    wire [2:0]  fits;

    // an Ack waits for others as long as its limit leaves time for the largest frame before it
    localparam integer FRAME_CYC = (MPS_B + 28 + LANES - 1) / LANES + 8;
    localparam [15:0]  FRAME_T   = FRAME_CYC[15:0];
    reg  [15:0] wait_cyc;
    wire [15:0] spare = ack_limit > FRAME_T ? ack_limit - FRAME_T : 16'd0;

    always @(posedge clk) wait_cyc <= spare < {1'b0, ack_limit[15:1]} ? spare : {1'b0, ack_limit[15:1]};

    cz_dll_rx #(.MPS_B(MPS_B)) u_rx (
        .clk(clk), .rst(rst), .clr(!frames),
        .s_valid(s_frm_valid && !s_frm_dllp && frames), .s_data(s_frm_data), .s_keep(s_frm_keep),
        .s_last(s_frm_last), .s_edb(s_frm_edb), .s_err(s_frm_err),
        .m_valid(r_valid), .m_ready(r_ready), .m_data(r_data), .m_keep(r_keep), .m_first(r_first),
        .m_last(r_last),
        .ask(ask), .ask_class(ask_class), .ask_data(ask_data), .fits(fits),
        .wait_cyc(wait_cyc), .ack_due(ack_due), .nak_due(nak_due), .seq(rcv_seq), .taken(ack_taken),
        .nak_scheduled(nak_scheduled), .bad_tlp(bad_tlp), .overflow(overflow), .duplicate(duplicate),
        .accepted(accepted)
    );

    wire [3:0]  q_dest;
    wire [2:0]  q_ok, left;
    wire        q_ur_ready, q_ur_room, q_bad;
    reg  [1:0]  r_class_q;
    wire [1:0]  r_class = r_first ? dll_class(r_data[7:0]) : r_class_q;

    always @(posedge clk) r_class_q <= r_class;

    cz_class_queues #(.MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2)) u_queues (
        .clk(clk), .rst(rst),
        .s_valid(r_valid), .s_data(r_data), .s_keep(r_keep), .s_first(r_first), .s_last(r_last),
        .s_dest(4'd0), .s_cls(r_class), .s_bad(1'b0), .s_ready(r_ready), .s_ok(q_ok), .posted(1'b0),
        .ur_valid(1'b0), .ur_beat(96'd0), .ur_dest(4'd0), .ur_ready(q_ur_ready), .ur_room(q_ur_room),
        .m_valid(m_tlp_valid), .m_data(m_tlp_data), .m_keep(m_tlp_keep), .m_last(m_tlp_last),
        .m_dest(q_dest), .m_ready(m_tlp_ready), .m_ok(m_tlp_ok), .left(left), .left_bad(q_bad)
    );

    // data credits of the TLP that leaves, from its first beat
    reg         m_inside_q;
    reg  [8:0]  m_cost_q;
    wire [8:0]  m_cost = m_inside_q ? m_cost_q : dll_data_credits(m_tlp_data[31:0]);

    always @(posedge clk) begin
        m_cost_q <= m_cost;
        if (rst)
            m_inside_q <= 1'b0;
        else if (m_tlp_valid && m_tlp_ready)
            m_inside_q <= !m_tlp_last;
        if (rst)
            waiting_q <= 12'd0;
        else
            waiting_q <= waiting_q + {11'd0, accepted} - {11'd0, left != 3'd0};
    end

    // ---- flow control
    wire [2:0]  fc_bad, fc_due, fc_taken;
    wire [95:0] limit, consumed, allocated;
    wire [2:0]  credit_ok;

    genvar c;
    generate
        for (c = 0; c < 3; c = c + 1) begin : g_class
            cz_dll_credit #(
                .GRANT_H(c == 0 ? CR_PH : c == 1 ? CR_NPH : CR_CPLH),
                .GRANT_D(c == 0 ? CR_PD : c == 1 ? CR_NPD : CR_CPLD),
                .MAX_D  (c == 1 ? 2 : MAX_D)
            ) u_credit (
                .clk(clk), .rst(rst), .clr(clr),
                .init(first_init && fc_cls == c), .update(update && fc_cls == c), .hdr(fc_hdr),
                .data(fc_data), .bad(fc_bad[c]),
                .ok(credit_ok[c]), .waits(s_tlp_valid && !s_tlp_ready), .begins(begins && s_class == c), .begins_data(s_cost),
                .undo(aborted && (begins ? s_class : sent_class_q) == c),
                .undo_data(begins ? s_cost : sent_cost_q),
                .fits(fits[c]), .ask(ask && ask_class == c), .ask_data(ask_data),
                .accepted(accepted && ask_class == c), .left(left[c]), .left_data(m_cost),
                .wait_cyc(ack_limit), .due(fc_due[c]), .taken(fc_taken[c]),
                .limit(limit[32*c+:32]), .consumed(consumed[32*c+:32]), .allocated(allocated[32*c+:32])
            );
        end
    endgenerate

    assign s_tlp_ok = dl_active && fits_two ? credit_ok : 3'd0;

    cz_dll_state u_state (
        .clk(clk), .rst(rst), .dl_up(dl_up), .empty(waiting_q == 12'd0),
        .first_init(first_init), .first_class(fc_cls),
        .answered(is_fc && dw_q[7:6] == FC_INIT2 || state[1] && (update || accepted)),
        .state(state), .known(known), .init_due(init_due), .init_kind(init_kind), .init_class(init_class),
        .init_taken(init_taken)
    );

    // ---- frames to send
    cz_dll_send u_send (
        .clk(clk), .clr(clr),
        .init_due(init_due), .init_kind(init_kind), .init_class(init_class), .init_taken(init_taken),
        .nak_due(nak_due && dl_active), .ack_due(ack_due && dl_active), .seq(rcv_seq),
        .ack_taken(ack_taken), .is_nak(is_nak), .fc_due(dl_active ? fc_due : 3'd0), .fc_taken(fc_taken),
        .allocated(allocated), .s_open(dl_active), .s_take(t_take), .s_valid(t_valid), .s_ready(t_ready),
        .s_data(t_data), .s_keep(t_keep), .s_last(t_last), .s_edb(t_edb),
        .m_valid(m_frm_valid), .m_ready(m_frm_ready), .m_data(m_frm_data), .m_keep(m_frm_keep),
        .m_last(m_frm_last), .m_dllp(m_frm_dllp), .m_edb(m_frm_edb)
    );

    // ---- events and registers
    reg         frm_err_q, bad_dllp_q;

    always @(posedge clk) begin
        frm_err_q  <= s_frm_valid && s_frm_last && s_frm_err && !clr;
        bad_dllp_q <= dllp_q && !dllp_good_q && !clr;
    end

    assign retrain = rolled_over;
    assign obs_err = {fc_bad != 3'd0, frm_err_q, overflow, bad_ack, rolled_over, timed_out, bad_dllp_q, bad_tlp};

    cz_dll_regs #(.MPS_B(MPS_B), .LANES(LANES), .REPLAY_LOG2(REPLAY_LOG2), .SEQ_LOG2(SEQ_LOG2)) u_regs (
        .clk(clk), .rst(rst), .wr(reg_wr), .rd(reg_rd), .addr(reg_addr), .wdata(reg_wdata), .rdata(reg_rdata),
        .status({replaying, nak_scheduled, 2'd0, replay_num, 2'd0, state}),
        .numbers({ackd_seq, 4'd0, next_seq}), .next_rcv(rcv_seq + 12'd1),
        .limit(limit), .consumed(consumed), .allocated(allocated), .errors(obs_err),
        .events({ack_in && dw_q[4], ack_in && !dw_q[4], ack_taken && is_nak, ack_taken && !is_nak, duplicate,
                 accepted, nullified, repeated, numbered}),
        .replay_limit(replay_limit), .ack_limit(ack_limit)
    );

    wire unused = &{1'b0, q_dest, q_ok, q_ur_ready, q_ur_room, q_bad};
endmodule

`default_nettype wire
