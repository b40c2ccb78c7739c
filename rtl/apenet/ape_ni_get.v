// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// GETs at the target: requests wait, one after the other becomes reply packets, or a refusal.
//
// GET_LOG2 (1 to 4): log2 of the requests that wait, and of the refusals. A reply packet is cut where a page of its source or of
// its destination ends; the page is asked for with p_ask, which holds until p_done. rst forgets all. Contract: ape_ni.md section 7.5.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_get #(
    parameter integer GET_LOG2 = 4  // log2 of the requests that wait, 1 to 4
) (
    input  wire         clk,
    input  wire         rst,
    // requests: source, pid, address, reply address, bytes, tag
    input  wire         req_valid,
    output wire         req_room,
    output wire         refuse_room,
    input  wire [191:0] req,
    output wire         refused,
    output wire         dropped,
    // pages
    output reg          p_ask_q,
    output reg          p_first_q,
    output wire [15:0]  p_pid,
    output wire [47:0]  p_addr,
    output wire [31:0]  p_bytes,
    input  wire         p_done,
    input  wire         p_ok,
    input  wire [47:0]  p_paddr,
    // jobs
    output reg          job_valid_q,
    input  wire         job_ready,
    output wire [285:0] job
);

`include "ape_ni_defs.vh"

    wire [GET_LOG2:0] level_g;
    wire [GET_LOG2:0] level_r;
    wire              g_valid, r_valid, g_take, r_take;
    wire [191:0]      g;
    wire [111:0]      r;
    wire              queued = req_valid && req_room;
    wire              declined = req_valid && !req_room && refuse_room;

    assign refused = declined;
    assign dropped = req_valid && !req_room && !refuse_room;

    tn_fifo #(
        .DATA_W    (192),
        .DEPTH_LOG2(GET_LOG2)
    ) u_requests (
        .clk    (clk),
        .rst    (rst),
        .s_valid(queued),
        .s_ready(req_room),
        .s_data (req),
        .m_valid(g_valid),
        .m_ready(g_take),
        .m_data (g),
        .level  (level_g)
    );

    // source, pid, reply address, tag
    tn_fifo #(
        .DATA_W    (112),
        .DEPTH_LOG2(GET_LOG2)
    ) u_refusals (
        .clk    (clk),
        .rst    (rst),
        .s_valid(declined),
        .s_ready(refuse_room),
        .s_data ({req[191:160], req[111:64], req[31:0]}),
        .m_valid(r_valid),
        .m_ready(r_take),
        .m_data (r),
        .level  (level_r)
    );

    localparam [1:0] S_IDLE = 2'd0;
    localparam [1:0] S_PAGE = 2'd1;  // the page is asked for
    localparam [1:0] S_SEND = 2'd2;  // the job is offered

    reg  [1:0]   state_q;
    reg  [15:0]  to_q;
    reg  [15:0]  pid_q;
    reg  [47:0]  addr_q;
    reg  [47:0]  reply_q;
    reg  [31:0]  left_q;
    reg  [31:0]  tag_q;
    reg  [15:0]  pkt_q;
    reg  [47:0]  src_q;
    reg          refuse_q;

    wire [12:0]  room_s = PAGE_B - {1'b0, addr_q[11:0]};
    wire [12:0]  room_d = PAGE_B - {1'b0, reply_q[11:0]};
    wire [12:0]  room = room_s < room_d ? room_s : room_d;
    wire         ends = left_q <= {19'd0, room};
    wire [12:0]  len = ends ? left_q[12:0] : room;
    wire         sent = state_q == S_SEND && job_valid_q && job_ready;

    assign r_take = state_q == S_IDLE && r_valid;
    assign g_take = state_q == S_IDLE && g_valid && !r_valid;
    assign p_pid  = pid_q;
    assign p_addr = addr_q;
    assign p_bytes = left_q;

    always @(posedge clk)
        if (rst) begin
            state_q     <= S_IDLE;
            p_ask_q     <= 1'b0;
            job_valid_q <= 1'b0;
        end else
            case (state_q)
                S_IDLE:
                if (r_valid) begin
                    state_q     <= S_SEND;
                    job_valid_q <= 1'b1;
                end else if (g_valid) begin
                    state_q <= S_PAGE;
                    p_ask_q <= 1'b1;
                end
                S_PAGE:
                if (p_done) begin
                    p_ask_q     <= 1'b0;
                    state_q     <= S_SEND;
                    job_valid_q <= 1'b1;
                end
                default:
                if (sent) begin
                    job_valid_q <= 1'b0;
                    if (refuse_q || ends) state_q <= S_IDLE;
                    else begin
                        state_q <= S_PAGE;
                        p_ask_q <= 1'b1;
                    end
                end
            endcase

    always @(posedge clk) begin
        if (state_q == S_IDLE) begin
            p_first_q <= 1'b1;
            pkt_q     <= 16'd0;
            refuse_q  <= r_valid;
            to_q      <= r_valid ? r[111:96] : g[191:176];
            pid_q     <= r_valid ? r[95:80] : g[175:160];
            addr_q    <= g[159:112];
            reply_q   <= r_valid ? r[79:32] : g[111:64];
            left_q    <= g[63:32];
            tag_q     <= r_valid ? r[31:0] : g[31:0];
        end
        if (state_q == S_PAGE && p_done) begin
            refuse_q  <= !p_ok;
            src_q     <= p_paddr;
            p_first_q <= 1'b0;
        end
        if (sent) begin
            pkt_q   <= pkt_q + 16'd1;
            addr_q  <= addr_q + {35'd0, len};
            reply_q <= reply_q + {35'd0, len};
            left_q  <= left_q - {19'd0, len};
        end
    end

    reg  first_q;
    always @(posedge clk)
        if (state_q == S_IDLE) first_q <= 1'b1;
        else if (sent) first_q <= 1'b0;

    assign job = {8'd0, 32'd0, 32'd0, pkt_q, tag_q, reply_q, pid_q, to_q, TYPE_REPLY, 4'd0, refuse_q ? 13'd0 : len, src_q, 8'd0,
                  refuse_q, refuse_q || ends, 1'b0, 1'b0, first_q, 1'b1, refuse_q ? JOB_GIVEN : JOB_READ};

    wire unused = &{1'b0, level_g, level_r};

endmodule

`default_nettype wire
