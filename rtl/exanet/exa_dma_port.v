// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The port's side of exa_dma's sequencer: what a beat means, and its answer.
//
// OUT_N (1 to 7) outputs, TXN_LOG2 (2 to 10): log2 of the descriptors. Combinational. write_due and read_due tell that
// a beat waits and can be served; the sequencer reads the descriptor w_tid or r_tid, and a cycle later, with row and
// stat, is in writes or reads. A write of a descriptor (store, merged) is done in a cycle of stores behind that; any
// other beat in the one cycle. Contract: exa_dma.md sections 3 to 5, 8 and 10.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_port #(
    parameter integer OUT_N    = 1,  // outputs, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the descriptors, 2 to 10
) (
    // beats of the port (tn_axi_slave)
    input  wire             wr_valid,
    output wire             wr_ready,
    input  wire [15:0]      wr_addr,
    input  wire [15:0]      wr_strb,
    input  wire [127:0]     wr_data,
    output reg  [1:0]       wr_resp,
    input  wire             rd_valid,
    output wire             rd_ready,
    input  wire [15:0]      rd_addr,
    input  wire [15:0]      rd_strb,
    output reg  [127:0]     rd_data,
    output reg  [1:0]       rd_resp,
    // accesses to rows
    output wire             write_due,
    output wire             read_due,
    output wire [9:0]       w_tid,
    output wire [9:0]       r_tid,
    input  wire             writes,
    input  wire             stores,
    input  wire             reads,
    // the row, as read and as written back
    input  wire [189:0]     row,
    input  wire [17:0]      stat,
    output wire [189:0]     merged,
    output wire             store,
    output wire             controlled,  // the control byte is written
    // events
    output wire             ev_busy,
    // the kernel's page
    output wire [7:0]       kernel_at,
    output wire             bank_wr,
    output wire [3:0]       bank_which,
    input  wire [3:0]       bank_there,
    input  wire [127:0]     kernel_data,
    input  wire [3:0]       kernel_ok,
    input  wire             is_bank,
    input  wire             is_fault,
    input  wire             fault_settled,
    output wire             fault_pop,
    // control messages
    output wire [OUT_N-1:0] ctl_drop,
    output wire [OUT_N-1:0] ctl_wr,
    input  wire [OUT_N-1:0] ctl_ok,
    input  wire [OUT_N-1:0] ctl_full
);

`include "exa_dma_defs.vh"

    localparam [1:0]   OKAY = 2'd0;
    localparam [1:0]   SLVERR = 2'd2;
    localparam [1:0]   DECERR = 2'd3;
    localparam integer POP_BYTE = 7;   // of the word with FAULT_HI
    localparam integer DROP_LSB = 96;  // CTL_DROP in that word

    wire         w_mapped, w_dsc, w_ctl, w_kernel, w_half;
    wire [2:0]   w_out;
    wire         r_mapped, r_dsc, r_ctl, r_kernel, r_half;
    wire [2:0]   r_out;
    wire [127:0] view;

    exa_dma_map #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_wr_map (
        .addr  (wr_addr),
        .mapped(w_mapped),
        .dsc   (w_dsc),
        .ctl   (w_ctl),
        .kernel(w_kernel),
        .half  (w_half),
        .tid   (w_tid),
        .out   (w_out)
    );

    exa_dma_map #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_rd_map (
        .addr  (rd_addr),
        .mapped(r_mapped),
        .dsc   (r_dsc),
        .ctl   (r_ctl),
        .kernel(r_kernel),
        .half  (r_half),
        .tid   (r_tid),
        .out   (r_out)
    );

    exa_dma_view u_view (
        .row    (row),
        .stat   (stat),
        .half   (r_half),
        .word   (view),
        .wr_half(w_half),
        .strb   (wr_strb),
        .data   (wr_data),
        .merged (merged)
    );

    wire [3:0] w_touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};
    wire [3:0] w_whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};
    wire [3:0] r_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    wire       refused = w_dsc && stat[STAT_ACTIVE_LSB] && w_touched != 4'd0;
    wire       drops = is_fault && w_whole[3];
    wire [3:0] w_there = is_bank ? w_whole & bank_there : {drops, 3'd0};

    // a message that waits holds up the writes of its region, and no reads
    assign write_due  = wr_valid && !(w_ctl && ctl_full[w_out]);
    assign read_due   = rd_valid && (!r_kernel || fault_settled);
    assign store      = w_dsc && !refused;
    assign controlled = w_half && wr_strb[DSC_CTL_BYTE];
    assign ev_busy    = writes && refused;
    assign kernel_at  = reads ? rd_addr[7:0] : wr_addr[7:0];
    assign bank_wr    = writes && w_kernel && is_bank;
    assign bank_which = w_whole;
    assign ctl_drop   = writes && w_kernel && drops ? wr_data[DROP_LSB+:OUT_N] : {OUT_N{1'b0}};
    assign ctl_wr     = writes && w_ctl ? {{(OUT_N - 1) {1'b0}}, 1'b1} << w_out : {OUT_N{1'b0}};
    assign wr_ready   = (writes && !store) || stores;
    assign rd_ready   = reads;
    assign fault_pop  = reads && r_kernel && is_fault && rd_strb[POP_BYTE];

    always @* begin
        wr_resp = OKAY;
        if (!w_mapped) wr_resp = DECERR;
        else if (stores) wr_resp = OKAY;
        else if (w_dsc) wr_resp = refused ? SLVERR : OKAY;
        else if (w_ctl) wr_resp = ctl_ok[w_out] ? OKAY : SLVERR;
        else if (w_touched != 4'd0 && (!w_kernel || (w_touched & w_there) == 4'd0)) wr_resp = SLVERR;
    end

    always @* begin
        rd_data = 128'd0;
        rd_resp = OKAY;
        if (!r_mapped) rd_resp = DECERR;
        else if (r_dsc) rd_data = view;
        else if (r_kernel) begin
            rd_data = kernel_data;
            if ((r_touched & kernel_ok) == 4'd0) rd_resp = SLVERR;
        end else rd_resp = SLVERR;
    end

    wire unused = &{1'b0, r_ctl, r_out, stat};

endmodule

`default_nettype wire
