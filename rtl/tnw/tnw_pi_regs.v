// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW processor interface: identity, limits, counters, Pput's window registers, and the way to all others.
//
// Parameters as tnw_pi has them, for PARAMS. Strobes of 1000 to 5FFF go out in the same cycle; rdata is what the
// block addressed gave in the cycle after reg_rd. A write acts in the next cycle, NEXT in this. rst: reset
// values. Contract: tnw_pi.md section 6, tnw_nwp.md section 5.

`timescale 1ns / 1ps
`default_nettype none

module tnw_pi_regs #(
    parameter integer OFF_LOG2  = 16,  // log2 of the fragments of a window's addresses
    parameter integer ITEM_LOG2 = 4,   // log2 of the items a window collects
    parameter integer TAG_LOG2  = 3,   // log2 of the reads of a link under way
    parameter integer DESC_LOG2 = 3,   // log2 of the descriptors of a link
    parameter integer LAST_EN   = 1    // bit 0 of an item's offset is last
) (
    input  wire        clk,
    input  wire        rst,
    // from tnw_pi_in
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [15:0] reg_addr,
    input  wire [31:0] reg_wdata,
    output wire [31:0] reg_rdata,
    // to other blocks: address and data are those of tnw_pi_in
    output wire        ext_wr,
    output wire        ext_rd,
    input  wire [31:0] ext_rdata,
    input  wire [31:0] get_rdata,      // tnw_nget's, which looks at reg_wr itself
    output reg  [31:0] reorder_tmo,
    output reg  [31:0] cpl_tmo,
    // tnw_pput, whose in_id tnw_pi_in gives
    output wire        next_valid,
    output wire [23:0] next_item,
    output wire [5:0]  look_id,
    input  wire [23:0] look_next,
    input  wire [31:0] look_status,
    input  wire [31:0] look_err_addr,
    input  wire [31:0] look_done,
    // counted events
    input  wire        judged_valid,
    input  wire [3:0]  judged_cause,
    input  wire        inc_put_item,   // serve of tnw_pput
    input  wire        err_valid,      // its obs_err_valid and obs_err_cause
    input  wire [2:0]  err_cause,
    input  wire        inc_after,
    input  wire        inc_get_item,   // serve of tnw_nget
    input  wire        inc_get_read,   // rd_sent of tnw_pi_out
    input  wire        inc_notified,
    input  wire        inc_failed,
    input  wire        inc_unexpected,
    input  wire        inc_bad,
    input  wire        inc_no_room,
    input  wire [2:0]  inc_lost
);
    `include "tnw_pi_work.vh"

    localparam [31:0] ID = 32'h54500001;
    localparam [31:0] REORDER_TMO = 32'd4096, CPL_TMO = 32'd65536;  // reset values
    localparam [15:0] A_ID = 16'h0000, A_PARAMS = 16'h0004, A_FEATURES = 16'h0008, A_REORDER_TMO = 16'h0010, A_CPL_TMO = 16'h0014;
    localparam [15:0] A_TLP = 16'h0044, A_PUT = 16'h0080, A_GET = 16'h00a0;  // the first counter of each group
    localparam [5:0]  A_NEXT = 6'h00, A_STATUS = 6'h04, A_ERR_ADDR = 6'h08, A_DONE = 6'h0c;  // of a window
    localparam [3:0]  PAGE_EXT = 4'h1, PAGE_EXT_END = 4'h5, PAGE_PUT = 4'h6;  // 4 KiB each
    localparam [5:0]  TOP_ID = 6'd47;
    localparam integer TLP_N = 9, PUT_N = 6, GET_N = 8;  // counters, one behind the other
    localparam integer COUNT_N = TLP_N + PUT_N + GET_N;
    localparam [2:0]   OVERWRITE = 3'd1, ORDER = 3'd2, INCOMPLETE = 3'd3, FORM = 3'd4;

    wire [3:0] page = reg_addr[15:12];
    wire       ext = page >= PAGE_EXT && page <= PAGE_EXT_END;
    wire       window = page == PAGE_PUT && reg_addr[11:6] <= TOP_ID;

    assign ext_wr     = reg_wr && ext;
    assign ext_rd     = reg_rd && ext;
    assign next_valid = reg_wr && window && reg_addr[5:0] == A_NEXT;
    assign next_item  = reg_wdata[23:0];
    assign look_id    = reg_addr[11:6];

    always @(posedge clk) begin
        if (rst) begin
            reorder_tmo <= REORDER_TMO;
            cpl_tmo     <= CPL_TMO;
        end else if (reg_wr) begin
            if (reg_addr == A_REORDER_TMO) reorder_tmo <= reg_wdata;
            if (reg_addr == A_CPL_TMO) cpl_tmo <= reg_wdata;
        end
    end

    // ---- counters by their addresses; of the last the step is a number
    wire [TLP_N-1:0]   inc_tlp;
    wire [PUT_N-1:0]   inc_put = {inc_after, err_valid && err_cause == FORM, err_valid && err_cause == INCOMPLETE,
                                  err_valid && err_cause == ORDER, err_valid && err_cause == OVERWRITE,
                                  inc_put_item};
    wire [GET_N-1:0]   inc_get = {1'b0, inc_no_room, inc_bad, inc_unexpected, inc_failed, inc_notified, inc_get_read,
                                  inc_get_item};
    wire [COUNT_N-1:0] inc = {inc_get, inc_put, inc_tlp};
    reg  [32*COUNT_N-1:0] count_q;
    wire [32*COUNT_N-1:0] count_d;

    genvar c;
    generate
        for (c = 0; c < TLP_N; c = c + 1) begin : g_cause
            assign inc_tlp[c] = judged_valid && judged_cause == c + 1;
        end
    endgenerate

    generate
        for (c = 0; c < COUNT_N; c = c + 1) begin : g_count
            assign count_d[32*c+:32] = count_q[32*c+:32] + {29'd0, c == COUNT_N - 1 ? inc_lost : {2'd0, inc[c]}};
        end
    endgenerate

    always @(posedge clk) count_q <= rst ? {(32 * COUNT_N) {1'b0}} : count_d;

    // ---- what is read; counters of Pput and Nget as they will be, since what they count is told a cycle late
    integer     n;
    reg  [31:0] own_q;
    reg         ext_q;
    wire [31:0] tlp_at = {16'd0, reg_addr - A_TLP};
    wire [31:0] put_at = {16'd0, reg_addr - A_PUT};
    wire [31:0] get_at = {16'd0, reg_addr - A_GET};

    always @(posedge clk) begin
        ext_q <= ext_rd && !rst;
        own_q <= 32'd0;
        if (reg_rd && !rst) begin
            if (reg_addr == A_ID) own_q <= ID;
            if (reg_addr == A_PARAMS) own_q <= {DESC_LOG2[7:0], TAG_LOG2[7:0], ITEM_LOG2[7:0], OFF_LOG2[7:0]};
            if (reg_addr == A_FEATURES) own_q <= {31'd0, LAST_EN != 0};
            if (reg_addr == A_REORDER_TMO) own_q <= reorder_tmo;
            if (reg_addr == A_CPL_TMO) own_q <= cpl_tmo;
            for (n = 0; n < TLP_N; n = n + 1) if (tlp_at == 4 * n) own_q <= count_q[32*n+:32];
            for (n = 0; n < PUT_N; n = n + 1) if (put_at == 4 * n) own_q <= count_d[32*(TLP_N+n)+:32];
            for (n = 0; n < GET_N; n = n + 1) if (get_at == 4 * n) own_q <= count_d[32*(TLP_N+PUT_N+n)+:32];
            if (window)
                case (reg_addr[5:0])
                    A_NEXT: own_q <= {8'd0, look_next};
                    A_STATUS: own_q <= look_status;
                    A_ERR_ADDR: own_q <= look_err_addr;
                    A_DONE: own_q <= look_done;
                    default: ;
                endcase
        end
    end

    assign reg_rdata = own_q | get_rdata | (ext_q ? ext_rdata : 32'd0);

endmodule

`default_nettype wire
