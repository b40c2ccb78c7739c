// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Decides whether a TLP is forwarded, and with which header, or rejected, and
// for which cause (checkers/czodiac/spec/cz_ioport_remap.md section 3).
//
// Combinational, on the first beat. DIR 0 is U2D, 1 is D2U.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_decide #(
    parameter integer FUNC_N = 8, // functions, 1 to 64
    parameter integer PORT_N = 4, // ports, 1 to 16
    parameter integer DIR    = 0
) (
    // the tables
    input  wire [FUNC_N-1:0]      valid,
    input  wire [FUNC_N*4-1:0]    port,
    input  wire [FUNC_N*16-1:0]   uid,
    input  wire [FUNC_N*16-1:0]   oid,
    input  wire [FUNC_N*6-1:0]    win_valid,
    input  wire [FUNC_N*6*64-1:0] win_ubase,
    input  wire [FUNC_N*6*64-1:0] win_obase,
    input  wire [FUNC_N*6*6-1:0]  win_size,
    input  wire [15:0]            completer, // CPL_ID

    // the first beat of a TLP
    input  wire                   en,        // a first beat stands here
    input  wire [127:0]           beat,
    input  wire [3:0]             keep,
    input  wire                   last,
    input  wire [3:0]             src_port,  // U2D only

    // the decision
    output wire                   forward,
    output reg  [3:0]             cause,     // of the reject; 0 when forwarded
    output wire                   answer,    // reject with a UR completion
    output wire [95:0]            ur_beat,   // that completion, lane order
    output wire [1:0]             cls,
    output wire                   td,
    output wire                   in_hdr4,
    output wire                   out_hdr4,
    output wire [127:0]           header,    // outgoing header, lane order
    output wire [3:0]             dest,      // D2U: destination port
    // open requests
    output wire [FUNC_N-1:0]      which,     // the entry that its Requester ID is of
    output wire                   asks,      // a request that wants an answer, forwarded
    output wire                   ends       // the last completion of one, forwarded
);
    `include "tn_fields.vh"
    `include "tn_bswap.vh"

    localparam [3:0] RID_MISS = 4'd1, RID_MULTI = 4'd2, BAR_MISS = 4'd3, BAR_MULTI = 4'd4,
                     BAR_PAST = 4'd5, UNSUPPORTED = 4'd6, MALFORMED = 4'd7;

    wire [31:0] h0 = tn_bswap32(beat[31:0]);
    wire [31:0] h1 = tn_bswap32(beat[63:32]);
    wire [31:0] h2 = tn_bswap32(beat[95:64]);
    wire [31:0] h3 = tn_bswap32(beat[127:96]);

    wire bad_form, mem, read, locked, atomic, cas, cpl, msg;

    cz_tlp_parse u_parse (
        .h0(h0), .keep(keep), .last(last), .malformed(bad_form), .hdr4(in_hdr4), .mem(mem),
        .read(read), .locked(locked), .atomic(atomic), .cas(cas), .cpl(cpl), .msg(msg),
        .cls(cls)
    );

    wire        bad_port  = DIR == 0 && {28'd0, src_port} >= PORT_N;
    wire        malformed = bad_form || bad_port;
    wire        carried   = mem || cpl || (DIR == 1 && msg);
    wire [15:0] rid       = cpl ? h2[31:16] : h1[31:16];
    wire [63:0] addr      = in_hdr4 ? {h2, h3[31:2], 2'b00} : {32'd0, h2[31:2], 2'b00};
    wire [9:0]  length    = h0[TLP_DW0_LENGTH_LSB +: TLP_DW0_LENGTH_W];

    wire        rid_hit, rid_multi;
    wire [15:0] new_rid;

    cz_rid_cam #(.FUNC_N(FUNC_N), .BY_OID(DIR)) u_rid (
        .valid(valid), .port(port), .uid(uid), .oid(oid), .en(en), .key(rid),
        .key_port(src_port), .hit(rid_hit), .multi(rid_multi), .id(new_rid), .dest(dest),
        .which(which)
    );

    // the completer of what a USER gets: by the UID that its port has for it, or by none
    wire [15:0] new_cid;

    generate
        if (DIR == 1) begin : g_completer
            wire              cid_hit, unused_multi;
            wire [15:0]       cid;
            wire [3:0]        cid_port;
            wire [FUNC_N-1:0] unused_which;
            cz_rid_cam #(.FUNC_N(FUNC_N), .BY_OID(1)) u_cid (
                .valid(valid), .port(port), .uid(uid), .oid(oid), .en(en && cpl), .key(h1[31:16]),
                .key_port(4'd0), .hit(cid_hit), .multi(unused_multi), .id(cid), .dest(cid_port),
                .which(unused_which)
            );
            wire unused = &{1'b0, unused_multi, unused_which};
            assign new_cid = cid_hit && cid_port == dest ? cid : 16'd0;
        end else begin : g_no_completer
            assign new_cid = h1[31:16];
        end
    endgenerate

    // of a completion with data: bytes that are still due, and those that it brings at most
    wire [12:0] due    = {h1[11:0] == 12'd0, h1[11:0]};
    wire [12:0] brings = {length == 10'd0, length, 2'b00} - {11'd0, h2[1:0]};

    wire        bar_hit, bar_multi, bar_past;
    wire [63:0] new_addr;

    generate
        if (DIR == 0) begin : g_mmio
            cz_mmio_cam #(.FUNC_N(FUNC_N)) u_mmio (
                .valid(valid), .port(port), .win_valid(win_valid), .win_ubase(win_ubase),
                .win_obase(win_obase), .win_size(win_size), .en(en && mem),
                .key_port(src_port), .addr(addr), .bytes({length == 10'd0, length, 2'b00}),
                .hit(bar_hit), .multi(bar_multi), .past(bar_past), .result(new_addr)
            );
        end else begin : g_no_mmio
            // device to user, addresses are the user's own
            wire unused = &{1'b0, win_valid, win_ubase, win_obase, win_size, addr, length, mem};
            assign bar_hit   = 1'b1;
            assign bar_multi = 1'b0;
            assign bar_past  = 1'b0;
            assign new_addr  = 64'd0;
        end
    endgenerate

    always @* begin
        cause = 4'd0;
        if (malformed)
            cause = MALFORMED;
        else if (!carried)
            cause = UNSUPPORTED;
        else if (rid_multi)
            cause = RID_MULTI;
        else if (!rid_hit)
            cause = RID_MISS;
        else if (DIR == 0 && mem && bar_multi)
            cause = BAR_MULTI;
        else if (DIR == 0 && mem && !bar_hit)
            cause = BAR_MISS;
        else if (DIR == 0 && mem && bar_past)
            cause = BAR_PAST;
    end

    assign forward = cause == 4'd0;
    assign answer  = !forward && cause != MALFORMED && cls == 2'd1;
    assign asks    = forward && cls == 2'd1;
    assign ends    = forward && cpl && (!h0[TLP_DW0_FMT_LSB + 1] || due <= brings);
    assign td      = h0[TLP_DW0_TD_LSB];

    wire [31:0] u0, u1, u2;
    reg  [31:0] u0_to;

    cz_ur_build u_ur (
        .h0(h0), .h1(h1), .read(read), .locked(locked), .atomic(atomic), .cas(cas),
        .hint(DIR == 1 && h0[TLP_DW0_TH_LSB]), .completer(completer), .c0(u0), .c1(u1), .c2(u2)
    );

    // a UR goes back where the request came from: U2D requests to src_port
    always @* begin
        u0_to = u0;
        if (DIR == 0) begin
            u0_to[TLP_DW0_R23_LSB] = src_port[3];
            u0_to[TLP_DW0_R19_LSB] = src_port[2];
            u0_to[TLP_DW0_R17_LSB] = src_port[1];
            u0_to[TLP_DW0_TH_LSB]  = src_port[0];
        end
    end

    assign ur_beat = {tn_bswap32(u2), tn_bswap32(u1), tn_bswap32(u0_to)};

    wire th = DIR == 1 && h0[TLP_DW0_TH_LSB] && mem;

    cz_remap_header #(.DIR(DIR)) u_header (
        .h0(h0), .h1(h1), .h2(h2), .h3(h3), .mem(mem), .read(read), .atomic(atomic),
        .cpl(cpl), .th(th), .in_hdr4(in_hdr4), .new_rid(new_rid), .new_cid(new_cid), .new_addr(new_addr),
        .dest(dest), .out_hdr4(out_hdr4), .header(header)
    );
endmodule

`default_nettype wire
