// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Open requests (rule CZR-ISO-2): an entry whose requests are not all answered keeps valid, port, UID and OID, whatever
// software writes, until a COMMIT with FORCE. The DUT is the tables with the counts; requests and last completions of every
// entry come in any cycle. The count that is compared is kept here by the page's words
// (checkers/spec/cz_ioport_remap.md section 2), for one entry, any one.

`default_nettype none

module cz_open_entry #(
    parameter integer FUNC_N = 2
) (
    input wire              clk,
    input wire              reg_wr, reg_rd,
    input wire [11:0]       reg_addr,
    input wire [31:0]       reg_wdata,
    input wire [FUNC_N-1:0] ask_u2d, end_u2d, ask_d2u, end_d2u
);
    localparam integer PORT_N = 2;
    localparam integer OWNER_W = 1 + 4 + 16 + 16;

    reg  rst = 1'b1; // in the first cycle
    always @(posedge clk) rst <= 1'b0;

    wire [FUNC_N-1:0]      valid, busy, forget;
    wire [FUNC_N*4-1:0]    port;
    wire [FUNC_N*16-1:0]   uid, oid;
    wire [FUNC_N*6-1:0]    win_valid;
    wire [FUNC_N*6*64-1:0] win_ubase, win_obase;
    wire [FUNC_N*6*6-1:0]  win_size;
    wire [FUNC_N*9-1:0]    open_u2d, open_d2u;
    wire [15:0]            unused_completer;
    wire [31:0]            unused_rdata;

    cz_remap_open #(.FUNC_N(FUNC_N)) u_open (
        .clk(clk), .rst(rst), .ask_u2d(ask_u2d), .end_u2d(end_u2d), .ask_d2u(ask_d2u), .end_d2u(end_d2u),
        .forget(forget), .busy(busy), .open_u2d(open_u2d), .open_d2u(open_d2u)
    );
    cz_remap_tables #(.FUNC_N(FUNC_N), .PORT_N(PORT_N)) u_tables (
        .clk(clk), .rst(rst), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(unused_rdata), .counter(32'd0), .completer(unused_completer), .valid(valid), .port(port),
        .uid(uid), .oid(oid), .win_valid(win_valid), .win_ubase(win_ubase), .win_obase(win_obase),
        .win_size(win_size), .busy(busy), .open_u2d(open_u2d), .open_d2u(open_d2u), .forget(forget)
    );

    // entry 0 stands for each: all are alike, and the others are here, too
    wire [OWNER_W-1:0] owner = {valid[0], port[3:0], uid[15:0], oid[15:0]};
    wire commits = reg_wr && reg_addr == 12'h010 && reg_wdata[5:0] == 6'd0;
    wire force_it = commits && reg_wdata[30];

    // a completion of this cycle answers a request of an earlier one
    function [8:0] count;
        input [8:0] n;
        input       asks, ends;
        reg [8:0]   left;
        begin
            left  = ends && n != 9'd0 ? n - 9'd1 : n;
            count = n == 9'd511 ? n : left + {8'd0, asks};
        end
    endfunction

    reg [8:0] usr_q, dev_q; // open requests of the USER and of the device
    always @(posedge clk)
        if (rst || (force_it && forget[0])) begin
            usr_q <= 9'd0;
            dev_q <= 9'd0;
        end else begin
            usr_q <= count(usr_q, ask_u2d[0], end_u2d[0]);
            dev_q <= count(dev_q, ask_d2u[0], end_d2u[0]);
        end
    wire open = usr_q != 9'd0 || dev_q != 9'd0 || ask_u2d[0] || ask_d2u[0];

    reg               begun_q = 1'b0, may_q;
    reg [OWNER_W-1:0] owner_q;
    always @(posedge clk) begin
        begun_q <= !rst;
        owner_q <= owner;
        may_q   <= commits && (!open || force_it);
    end

    always @(posedge clk) begin
        if (begun_q) assert (owner == owner_q || may_q);
        if (!rst) assert (usr_q == open_u2d[8:0] && dev_q == open_d2u[8:0]); // makes it inductive
    end
endmodule

`default_nettype wire
