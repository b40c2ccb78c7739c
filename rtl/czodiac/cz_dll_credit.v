// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Flow control of one class: the credits that the other end gave, and those that this end gives (PCIe 3.0 2.6.1).
//
// GRANT_H, GRANT_D: what this end gives at first, 0 is without limit; MAX_D: data credits of the largest TLP of
// the class. ok in t: a TLP of the class that is offered in t+1 finds credit, whatever was offered before. A TLP
// counts from its first beat on, and undo takes it back. clr sets all to what they are before
// initialisation. Contract: cz_dll.md section 6.

`timescale 1ns / 1ps
`default_nettype none

module cz_dll_credit #(
    parameter integer GRANT_H = 32,
    parameter integer GRANT_D = 128,
    parameter integer MAX_D   = 32
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        clr,

    // FC packets of the class that came
    input  wire        init,          // the first one of the initialisation
    input  wire        update,
    input  wire [7:0]  hdr,
    input  wire [11:0] data,
    output reg         bad,           // an update that takes back, or limits the unlimited

    // TLPs of the class to send
    output reg         ok,
    input  wire        waits,         // a TLP, of whatever class, is offered and not taken
    input  wire        begins,
    input  wire        undo,
    input  wire [8:0]  begins_data,
    input  wire [8:0]  undo_data,

    // TLPs of the class that came, and that left m_tlp
    output wire        fits,          // combinational: one more of ask_data
    input  wire        ask,
    input  wire [8:0]  ask_data,
    input  wire        accepted,
    input  wire        left,
    input  wire [8:0]  left_data,

    // updates to send
    input  wire [15:0] wait_cyc,      // that freed credits may wait
    output wire        due,
    input  wire        taken,

    // values: 7:0 headers, 27:16 data; 30 and 31 headers and data without limit
    output wire [31:0] limit,
    output wire [31:0] consumed,
    output wire [31:0] allocated
);
    localparam [7:0]  G_H = GRANT_H[7:0];
    localparam [11:0] G_D = GRANT_D[11:0];
    localparam [11:0] M_D = MAX_D[11:0];
    localparam [12:0] PERIOD = 13'd7500; // 30 us

    // ---- what the other end gave
    reg  [7:0]  lim_h, con_h;
    reg  [11:0] lim_d, con_d, need_d;
    reg         inf_h, inf_d, known;
    wire [7:0]  next_h = con_h + {7'd0, begins} - {7'd0, undo};
    wire [11:0] next_d = con_d + (begins ? {3'd0, begins_data} : 12'd0) - (undo ? {3'd0, undo_data} : 12'd0);
    wire [7:0]  rest_h = lim_h - next_h;         // above half: none
    wire [11:0] rest_d = lim_d - next_d;
    wire        one    = (inf_h || (rest_h != 8'd0 && rest_h <= 8'd128)) &&
                         (inf_d || (rest_d >= need_d && rest_d <= 12'd2048));
    wire        two    = (inf_h || (rest_h >= 8'd2 && rest_h <= 8'd128)) &&
                         (inf_d || (rest_d >= {need_d[10:0], 1'b0} && rest_d <= 12'd2048));
    wire [7:0]  more_h = hdr - lim_h;
    wire [11:0] more_d = data - lim_d;
    wire        wrong  = inf_h && hdr != 8'd0 || inf_d && data != 12'd0 ||
                         !inf_h && more_h > 8'd128 || !inf_d && more_d > 12'd2048;

    always @(posedge clk) begin
        bad <= update && known && wrong && !clr;
        if (rst || clr) begin
            {lim_h, con_h, lim_d, con_d, need_d} <= 52'd0;
            {inf_h, inf_d, known, ok} <= 4'd0;
        end else begin
            con_h <= next_h;
            con_d <= next_d;
            ok    <= known && one && (two || !(ok || waits));
            if (init) begin
                known  <= 1'b1;
                lim_h  <= hdr;
                lim_d  <= data;
                inf_h  <= hdr == 8'd0;
                inf_d  <= data == 12'd0;
                need_d <= data != 12'd0 && data < M_D ? data : M_D;
            end else if (update && known && !wrong) begin
                lim_h <= hdr;
                lim_d <= data;
            end
        end
    end

    assign limit    = {inf_d, inf_h, 2'd0, lim_d, 8'd0, lim_h};
    assign consumed = {4'd0, con_d, 8'd0, con_h};

    // ---- what this end gives
    reg  [7:0]  all_h, rec_h, told_h;
    reg  [11:0] all_d, rec_d, told_d;
    reg  [3:0]  held;               // TLPs in the queue, counted where there is no limit
    reg  [15:0] wait_q;
    reg  [12:0] period_q;
    wire [7:0]  left_h = all_h - rec_h - 8'd1;
    wire [11:0] left_d = all_d - rec_d - {3'd0, ask_data};
    assign      fits   = GRANT_H == 0 && GRANT_D == 0 ? held < 4'd8
                       : (GRANT_H == 0 || left_h < 8'd128) && (GRANT_D == 0 || left_d < 12'd2048);

    wire        freed  = told_h != all_h || told_d != all_d;
    wire [7:0]  has_h  = told_h - rec_h;   // what the other end still has
    wire [11:0] has_d  = told_d - rec_d;
    wire        starves = (GRANT_H != 0 && has_h == 8'd0) || (GRANT_D != 0 && has_d < M_D);
    assign      due    = (GRANT_H != 0 || GRANT_D != 0) &&
                         (freed && (starves || wait_q >= wait_cyc) || period_q >= PERIOD);

    // what comes beyond the credits is dropped, and its credits are given again at once
    wire        drops  = ask && !accepted;

    always @(posedge clk) begin
        if (rst || clr) begin
            {all_h, told_h} <= {2{G_H}};
            {all_d, told_d} <= {2{G_D}};
            {rec_h, rec_d}  <= 20'd0;
            wait_q          <= 16'd0;
            period_q        <= 13'd0;
        end else begin
            if (ask) begin
                rec_h <= rec_h + 8'd1;
                rec_d <= rec_d + {3'd0, ask_data};
            end
            if (GRANT_H != 0)
                all_h <= all_h + {7'd0, left} + {7'd0, drops};
            if (GRANT_D != 0)
                all_d <= all_d + (left ? {3'd0, left_data} : 12'd0) + (drops ? {3'd0, ask_data} : 12'd0);
            if (taken) begin
                told_h <= all_h;
                told_d <= all_d;
            end
            wait_q   <= taken || !freed ? 16'd0 : wait_q + {15'd0, wait_q != 16'hffff};
            period_q <= taken ? 13'd0 : period_q + {12'd0, period_q != 13'h1fff};
        end
        if (rst)
            held <= 4'd0;
        else
            held <= held + {3'd0, accepted} - {3'd0, left};
    end

    assign allocated = {4'd0, all_d, 8'd0, all_h};
endmodule

`default_nettype wire
