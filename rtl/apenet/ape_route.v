// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Way of an APEnet packet through a node: output, virtual channel, and the header as it leaves.
//
// LINK_N (3, 6), LOCAL_N (1, 2): ports of the router. FROM (0 x, 1 y, 2 z, 3 local): dimension that the packet comes from. HEADER (0, 1):
// APEnet's header, ExaNet's. out: links, then local ports. No state; latency 0. Contract: ape_router.md sections 2 and 6.

`timescale 1ns / 1ps
`default_nettype none

module ape_route #(
    parameter integer LINK_N  = 6,
    parameter integer LOCAL_N = 1,
    parameter integer FROM    = 3,
    parameter integer HEADER  = 0
) (
    // what software sets
    input  wire [15:0]       coord,
    input  wire [21:0]       lattice,
    input  wire [5:0]        order,
    input  wire [9:0]        hop_limit,
    input  wire [LINK_N-1:0] port_en,
    // the packet
    input  wire [127:0]      head,
    input  wire              from_vc,
    output wire [2:0]        out,
    output wire              vc,
    output wire [127:0]      next,
    output wire [8:0]        words,      // of payload
    output wire              outside,
    output wire              drop_hops,
    output wire              drop_port,
    output wire              drop_head   // the header's CRC or form is wrong
);

`include "ape_defs.vh"
`include "ape_words.vh"
`include "ape_secded.vh"
`include "exa_defs.vh"
`include "exa_crc.vh"
`include "ape_cells.vh"

    // by dimension, x lowest: size, own and destination's coordinate
    wire [20:0] size = {1'b0, lattice[21:16], 1'b0, lattice[13:8], lattice[6:0]};
    wire [20:0] own  = {2'd0, coord[4:0], 2'd0, coord[9:5], 1'b0, coord[15:10]};
    wire [20:0] dst;
    wire [2:0]  far  = {dst[20:14] != own[20:14], dst[13:7] != own[13:7], dst[6:0] != own[6:0]};
    wire        out_of = dst[20:14] >= size[20:14] || dst[13:7] >= size[13:7] || dst[6:0] >= size[6:0];

    // the first dimension in which the packet has a way to go
    wire       valid = order[1:0] != 2'd3 && order[3:2] != 2'd3 && order[5:4] != 2'd3
        && order[1:0] != order[3:2] && order[1:0] != order[5:4] && order[3:2] != order[5:4];
    wire [5:0] use_o = valid ? order : 6'b00_01_10;
    wire [3:0] far4  = {1'b0, far};
    wire [1:0] dim   = far4[use_o[1:0]] ? use_o[1:0] : far4[use_o[3:2]] ? use_o[3:2] : use_o[5:4];

    wire [6:0] s     = dim == 2'd0 ? size[6:0] : dim == 2'd1 ? size[13:7] : size[20:14];
    wire [6:0] me    = dim == 2'd0 ? own[6:0] : dim == 2'd1 ? own[13:7] : own[20:14];
    wire [6:0] to    = dim == 2'd0 ? dst[6:0] : dim == 2'd1 ? dst[13:7] : dst[20:14];
    wire [6:0] steps = to >= me ? to - me : to + s - me;  // in plus direction
    wire [7:0] twice = {steps, 1'b0};

    // a tie goes plus when that port is enabled
    wire [7:0] enabled = {{(8 - LINK_N) {1'b0}}, port_en};
    wire       tie     = twice == {1'b0, s};
    wire       plus    = LINK_N == 3 || s == 7'd2 || (tie ? enabled[{dim, 1'b0}] : twice < {1'b0, s});
    wire       wrap    = plus ? to < me : to > me;
    wire [2:0] link    = LINK_N == 3 ? {1'b0, dim} : {dim, !plus};

    wire       here = far == 3'd0;
    wire       is_local = outside || here;
    wire       last = !is_local && (plus ? steps == 7'd1 : steps == s - 7'd1);

    assign vc        = is_local || {30'd0, dim} == FROM ? from_vc : wrap;
    assign drop_port = !is_local && !enabled[link];

    generate
        if (HEADER == 0) begin : g_ape
            wire [3:0]   port = head[APE_PORT_LSB+:APE_PORT_W];
            wire [9:0]   hops = head[APE_HOPS_LSB+:APE_HOPS_W] == 10'h3ff ? 10'h3ff : head[APE_HOPS_LSB+:APE_HOPS_W] + 10'd1;
            wire [10:0]  need = ape_words(head);
            wire [119:0] body = {
                hops, head[APE_HOPS_LSB-1:APE_OOL+1], outside, head[APE_OOL-1:APE_LASTHOP+1], last, 3'd0, vc
            };
            wire         unused_need = &{1'b0, need[10:9]};

            assign dst       = {2'd0, head[APE_Z_LSB+:APE_Z_W], 2'd0, head[APE_Y_LSB+:APE_Y_W], 1'b0, head[APE_X_LSB+:APE_X_W]};
            assign outside   = head[APE_OOL] || out_of || (here && port >= LOCAL_N[3:0]);
            assign out       = is_local ? LINK_N[2:0] + {2'd0, !outside && port[0]} : link;
            assign next      = {ape_secded(body), body};
            assign words     = need[8:0];
            assign drop_hops = hops > hop_limit;
            assign drop_head = 1'b0;
        end else begin : g_exa
            wire [EXA_DST_W-1:0]  to_b = head[EXA_DST_LSB+:EXA_DST_W];
            wire [10:0]           need = ape_cell_words(head);
            wire [111:0]          body = {
                head[EXA_CRC_LSB-1:EXA_PDID_LSB], is_local ? {EXA_VC_W{1'b0}} : {last, 3'd0, vc}
            };

            assign dst       = {3'd0, to_b[11:8], 3'd0, to_b[7:4], 3'd0, to_b[3:0]};
            assign outside   = out_of;
            assign out       = is_local ? LINK_N[2:0] + {2'd0, LOCAL_N == 2 && to_b[EXA_FPGA_LSB]} : link;
            assign next      = {exa_crc16({16'd0, body}), body};
            assign words     = need[8:0];
            assign drop_hops = 1'b0;
            assign drop_head = exa_crc16(head) != head[EXA_CRC_LSB+:EXA_CRC_W] || ape_cell_odd(head);

            wire unused_exa = &{1'b0, hop_limit, to_b, need[10:9]};
        end
    endgenerate

    wire unused = &{1'b0, lattice[15:14], lattice[7], head};

endmodule

`default_nettype wire
