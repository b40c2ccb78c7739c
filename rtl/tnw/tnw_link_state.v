// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// State of a link, both directions together.
//
// No parameters. down (the reset of the link is done now) goes before all else;
// hold keeps it DOWN. init, ready and wake are accepted feedback. state changes
// in the next cycle. rst: DOWN.
// Contract: tnw_link.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_link_state (
    input  wire       clk,
    input  wire       rst,
    // reset, the line, and feedback that came
    input  wire       down,
    input  wire       hold,
    input  wire       rx_up,
    input  wire       init,
    input  wire       ready,
    input  wire       wake,
    // the link state
    output reg  [2:0] state,
    output wire       evt_failed
);

`include "tnw_defs.vh"

    reg [2:0] state_d;
    always @* begin
        state_d = state;
        case (state)
            TNW_LNK_DOWN: if (rx_up && !hold) state_d = TNW_LNK_INIT;
            TNW_LNK_INIT: if (init || ready) state_d = TNW_LNK_READY;
            TNW_LNK_READY: if (ready || wake) state_d = TNW_LNK_UP;
            TNW_LNK_UP: if (init) state_d = TNW_LNK_FAILED;
            default: ;
        endcase
        if (down || rst) state_d = TNW_LNK_DOWN;
    end

    always @(posedge clk) state <= state_d;

    assign evt_failed = state == TNW_LNK_UP && state_d == TNW_LNK_FAILED;

endmodule

`default_nettype wire
