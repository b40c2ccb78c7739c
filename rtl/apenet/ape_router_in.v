// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// An input of APEnet's router: takes a header, asks for its output, gives the packet, or drops it.
//
// LINK_N (3, 6), LOCAL_N (1, 2), FROM (0 x, 1 y, 2 z, 3 local), FROM_VC (0, 1): the stream, HEADER (0, 1): those of ape_route. A header in t asks in t+2. A grant in t:
// the header is at m in t+1. rst: no packet. Contract: ape_router.md sections 2 and 3.

`timescale 1ns / 1ps
`default_nettype none

module ape_router_in #(
    parameter integer LINK_N  = 6,
    parameter integer LOCAL_N = 1,
    parameter integer FROM    = 3,
    parameter integer FROM_VC = 0,
    parameter integer HEADER  = 0
) (
    input  wire              clk,
    input  wire              rst,
    // what software sets
    input  wire [15:0]       coord,
    input  wire [21:0]       lattice,
    input  wire [5:0]        order,
    input  wire [9:0]        hop_limit,
    input  wire [LINK_N-1:0] port_en,
    // the stream
    input  wire              s_valid,
    output wire              s_ready,
    input  wire [127:0]      s_data,
    input  wire              s_head,
    input  wire              s_last,
    // the output it asks for
    output wire              req,
    output wire [2:0]        req_out,
    output wire              req_vc,
    output wire [8:0]        req_words,
    input  wire              grant,
    // the packet
    output wire              m_valid,
    input  wire              m_ready,
    output wire [127:0]      m_data,
    output wire              m_head,
    output wire              m_last,
    // events
    output wire              ev_ool,
    output wire              ev_hops,
    output wire              ev_port,
    output wire              ev_head
);

    localparam [2:0] IDLE = 3'd0, LOOK = 3'd1, ASK = 3'd2, HEAD = 3'd3, BODY = 3'd4, DROP = 3'd5;

    reg  [2:0]   at_q;
    reg  [127:0] head_q;   // as it came, then as it leaves
    reg          alone_q;
    reg  [2:0]   out_q;
    reg          vc_q;

    wire [2:0]   out;
    wire         vc, outside, drop_hops, drop_port, drop_head;
    wire [127:0] next;
    wire [8:0]   words;
    reg  [8:0]   words_q;

    ape_route #(
        .LINK_N (LINK_N),
        .LOCAL_N(LOCAL_N),
        .FROM   (FROM),
        .HEADER (HEADER)
    ) u_route (
        .coord    (coord),
        .lattice  (lattice),
        .order    (order),
        .hop_limit(hop_limit),
        .port_en  (port_en),
        .head     (head_q),
        .from_vc  (FROM_VC[0]),
        .out      (out),
        .vc       (vc),
        .next     (next),
        .words    (words),
        .outside  (outside),
        .drop_hops(drop_hops),
        .drop_port(drop_port),
        .drop_head(drop_head)
    );

    assign s_ready   = at_q == IDLE || at_q == DROP || (at_q == BODY && m_ready);
    assign req       = at_q == ASK;
    assign req_out   = out_q;
    assign req_vc    = vc_q;
    assign req_words = words_q;
    assign m_valid   = at_q == HEAD || (at_q == BODY && s_valid);
    assign m_head    = at_q == HEAD;
    assign m_last    = at_q == HEAD ? alone_q : s_last;
    assign m_data    = at_q == HEAD ? head_q : s_data;
    // ExaNet's header has no place for ool: what is outside would come back for ever
    wire drop = drop_hops || drop_port || drop_head || (HEADER != 0 && outside);

    assign ev_head   = at_q == LOOK && drop_head;
    assign ev_ool    = at_q == LOOK && !drop_head && outside;
    assign ev_hops   = at_q == LOOK && drop_hops;
    assign ev_port   = at_q == LOOK && !drop_hops && !drop_head && drop_port;

    always @(posedge clk) begin
        if (rst) begin
            at_q <= IDLE;
        end else begin
            case (at_q)
                IDLE: if (s_valid && s_head) at_q <= LOOK;
                LOOK: at_q <= !drop ? ASK : alone_q ? IDLE : DROP;
                ASK: if (grant) at_q <= HEAD;
                HEAD: if (m_ready) at_q <= alone_q ? IDLE : BODY;
                default: if (s_valid && s_ready && s_last) at_q <= IDLE;
            endcase
        end
    end

    always @(posedge clk) begin
        if (at_q == IDLE) begin
            if (s_valid) head_q <= s_data;
            alone_q <= s_last;
        end else if (at_q == LOOK) begin
            head_q  <= next;
            out_q   <= out;
            vc_q    <= vc;
            words_q <= words;
        end
    end

endmodule

`default_nettype wire
