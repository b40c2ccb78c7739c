// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Output port of the ExaNet crossbar: chooses an input, stays with it for a packet.
//
// PORT_N (2 to 16) inputs. req: a header of input i waits for this output. sel
// is the input whose word is asked for, take accepts it; word_* is what input
// sel shows. A word taken in cycle t stands at m_* in t+1; one word a cycle,
// no idle cycle between packets. sent counts packets. rst empties it and gives
// input 0 the first turn. Contract: exa_crossbar.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module exa_xbar_out #(
    parameter integer PORT_N = 16  // inputs, 2 to 16
) (
    input  wire              clk,
    input  wire              rst,
    // inputs that ask, and the choice
    input  wire [PORT_N-1:0] req,
    output wire [3:0]        sel,
    output wire              take,
    // words of the input chosen
    input  wire              word_valid,
    input  wire [1:0]        word_kind,
    input  wire [127:0]      word_data,
    input  wire              word_last,
    // packets out
    output wire              m_hdr_valid,
    output wire              m_pld_valid,
    output wire              m_ftr_valid,
    input  wire              m_hdr_ready,
    input  wire              m_pld_ready,
    input  wire              m_ftr_ready,
    output wire [127:0]      m_data,
    // observation
    output reg  [31:0]       sent
);

`include "exa_defs.vh"

    reg [2:0]   valid_q;  // footer, payload, header
    reg [127:0] data_q;
    reg         last_q;
    reg         lock_q;
    reg [3:0]   owner_q;

    wire       any;
    wire [3:0] grant;
    wire       gone = |(valid_q & {m_ftr_ready, m_pld_ready, m_hdr_ready});
    wire       free = valid_q == 3'b000 || gone;

    tn_arb_rr #(
        .REQ_N(PORT_N),
        .IDX_W(4)
    ) u_arb (
        .clk    (clk),
        .rst    (rst),
        .req    (req),
        .advance(take && !lock_q),
        .any    (any),
        .grant  (grant)
    );

    assign sel  = lock_q ? owner_q : grant;
    assign take = free && (lock_q ? word_valid : any);

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 3'b000;
            lock_q  <= 1'b0;
            sent    <= 32'd0;
        end else begin
            if (free) valid_q <= {3{take}} & {word_kind[1], word_kind == EXA_WORD_PLD, word_kind == EXA_WORD_HDR};
            if (take) lock_q <= !word_last;
            if (gone && last_q) sent <= sent + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (take) begin
            data_q  <= word_kind == EXA_WORD_ZERO ? 128'd0 : word_data;
            last_q  <= word_last;
            owner_q <= sel;
        end
    end

    assign {m_ftr_valid, m_pld_valid, m_hdr_valid} = valid_q;
    assign m_data = data_q;

endmodule

`default_nettype wire
