// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Interprets a feedback field, by the table of section 7.
//
// No parameters, no state, latency 0. adv packets leave txBuffer, oldest first;
// nack and full: the transmitter accepts a NACK, a NACK_FULL; restart goes to the
// receiver; init, ready and wake (a code 1 to 4) to the link's state. evt_crc,
// evt_code, evt_seq: the field is ignored. Contract: tnw_link.md 4, 7 and 10.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_fb (
    // feedback that came
    input  wire       valid,
    input  wire       start,
    input  wire       crc_ok,
    input  wire [2:0] code,
    input  wire [4:0] seq,
    // state
    input  wire [2:0] link,
    input  wire       seq_off,
    input  wire [4:0] oldest,
    input  wire [4:0] u,
    // its effect
    output wire [4:0] adv,
    output wire       nack,
    output wire       full,
    output wire       restart,
    output wire       init,
    output wire       ready,
    output wire       wake,
    // counted events
    output wire       evt_crc,
    output wire       evt_code,
    output wire       evt_seq
);

`include "tnw_defs.vh"

    wire heard = valid && (link == TNW_LNK_INIT || link == TNW_LNK_READY || link == TNW_LNK_UP);
    wire wrong = code == TNW_NEVER || (start ? code == TNW_RESTART || code == TNW_INIT || code == TNW_READY
                                             : code == TNW_NONE);
    wire good = heard && crc_ok && !wrong;

    assign evt_crc  = heard && !crc_ok;
    assign evt_code = heard && crc_ok && wrong;
    assign init     = good && code == TNW_INIT;
    assign ready    = good && code == TNW_READY;
    assign wake     = good && code != TNW_NONE && !init && !ready;

    // READY hears them as UP does, which it becomes by them
    wire       used = wake && link != TNW_LNK_INIT;
    wire       is_ack = used && code == TNW_ACK;
    wire       is_nack = used && (code == TNW_NACK || code == TNW_NACK_FULL);
    wire [4:0] ahead = seq - oldest;
    wire       takes = is_ack && (seq_off ? u != 5'd0 : ahead < u);
    wire       old = is_ack && !seq_off && ahead >= TNW_BEFORE;
    wire       named = is_nack && (seq_off || ahead <= u);

    assign adv     = seq_off ? {4'd0, takes} : takes ? ahead + 5'd1 : named ? ahead : 5'd0;
    assign nack    = named && code == TNW_NACK;
    assign full    = named && code == TNW_NACK_FULL;
    assign restart = used && code == TNW_RESTART;
    assign evt_seq = (is_ack && !takes && !old) || (is_nack && !named);

endmodule

`default_nettype wire
