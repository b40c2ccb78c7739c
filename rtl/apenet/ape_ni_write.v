// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Writes of memory: the payload of packets, moved to the lanes of their address, and events; a burst at a time.
//
// A packet that stands in the queue in cycle t has its AW in t+2 and its first beat in t+3 at the earliest, then a beat in each cycle with
// wready. Its buffer is free when its last word was read. rst forgets all. Contract: ape_ni.md section 2.

`timescale 1ns / 1ps
`default_nettype none

module ape_ni_write (
    input  wire         clk,
    input  wire         rst,
    // packets: buffer, length, physical address
    input  wire         w_valid,
    output wire         w_ready,
    input  wire [63:0]  w_cmd,
    // events
    input  wire         e_valid,
    output wire         e_ready,
    input  wire [47:0]  e_addr,
    input  wire [127:0] e_data,
    // payload
    output wire         b_rd,
    output wire [10:0]  b_rd_addr,
    input  wire [127:0] b_rd_data,
    output wire         b_free,
    output wire [2:0]   b_free_buf,
    // AXI4 master: writes
    output reg          m_axi_awvalid,
    input  wire         m_axi_awready,
    output reg  [2:0]   m_axi_awid,
    output reg  [47:0]  m_axi_awaddr,
    output reg  [7:0]   m_axi_awlen,
    output reg          m_axi_wvalid,
    input  wire         m_axi_wready,
    output reg  [127:0] m_axi_wdata,
    output reg  [15:0]  m_axi_wstrb,
    output reg          m_axi_wlast
);

    localparam [2:0] ID_DATA = 3'd5;
    localparam [2:0] ID_EVENT = 3'd6;

    wire        q_valid;
    wire        q_take;
    wire [63:0] q;
    wire [1:0]  level;

    tn_fifo #(
        .DATA_W    (64),
        .DEPTH_LOG2(1)
    ) u_queue (
        .clk    (clk),
        .rst    (rst),
        .s_valid(w_valid),
        .s_ready(w_ready),
        .s_data (w_cmd),
        .m_valid(q_valid),
        .m_ready(q_take),
        .m_data (q),
        .level  (level)
    );

    localparam [1:0] S_IDLE = 2'd0;
    localparam [1:0] S_FILL = 2'd1;   // the first word is on its way
    localparam [1:0] S_DATA = 2'd2;

    reg  [1:0]   state_q;
    reg  [2:0]   buf_q;
    reg  [3:0]   off_q;
    reg  [3:0]   end_q;     // lanes of the last beat, 0: all
    reg  [8:0]   words_q;   // words of payload not yet read
    reg  [7:0]   at_q;      // word to be read next
    reg  [8:0]   beats_q;   // beats not yet offered
    reg          first_q;
    reg  [127:0] prev_q;

    wire [12:0]  len = q[60:48];
    wire [47:0]  addr = q[47:0];
    wire [12:0]  behind = {9'd0, addr[3:0]} + len;
    wire [12:0]  last = behind - 13'd1;
    wire         can_aw = !m_axi_awvalid || m_axi_awready;
    wire         step = !m_axi_wvalid || m_axi_wready;
    wire         begins = state_q == S_IDLE && q_valid && can_aw;
    wire         writes = state_q == S_IDLE && !begins && e_valid && can_aw && step;
    wire         reads = state_q == S_FILL || (state_q == S_DATA && step);
    wire         reads_word = reads && words_q != 9'd0;
    wire         ends = state_q == S_DATA && step && beats_q == 9'd1;
    wire [255:0] both = {b_rd_data, prev_q} << {off_q, 3'd0};
    wire [15:0]  lanes_first = first_q ? 16'hffff << off_q : 16'hffff;
    wire [15:0]  lanes_last = beats_q == 9'd1 && end_q != 4'd0 ? ~(16'hffff << end_q) : 16'hffff;

    assign q_take     = begins;
    assign e_ready    = writes;
    assign b_rd       = reads_word;
    assign b_rd_addr  = {buf_q, at_q};
    assign b_free     = reads_word && words_q == 9'd1;
    assign b_free_buf = buf_q;

    always @(posedge clk)
        if (rst) begin
            state_q       <= S_IDLE;
            m_axi_awvalid <= 1'b0;
            m_axi_wvalid  <= 1'b0;
        end else begin
            if (m_axi_awready) m_axi_awvalid <= 1'b0;
            if (m_axi_wready) m_axi_wvalid <= 1'b0;
            if (begins || writes) m_axi_awvalid <= 1'b1;
            if (begins) state_q <= S_FILL;
            if (state_q == S_FILL) state_q <= S_DATA;
            if (ends) state_q <= S_IDLE;
            if (writes || (state_q == S_DATA && step)) m_axi_wvalid <= 1'b1;
        end

    always @(posedge clk) begin
        if (begins) begin
            m_axi_awid   <= ID_DATA;
            m_axi_awaddr <= {addr[47:4], 4'd0};
            m_axi_awlen  <= last[11:4];
            buf_q        <= q[63:61];
            off_q        <= addr[3:0];
            end_q        <= behind[3:0];
            words_q      <= len[12:4] + {8'd0, len[3:0] != 4'd0};
            at_q         <= 8'd0;
            beats_q      <= last[12:4] + 9'd1;
            first_q      <= 1'b1;
            prev_q       <= 128'd0;
        end else begin
            if (writes) begin
                m_axi_awid   <= ID_EVENT;
                m_axi_awaddr <= e_addr;
                m_axi_awlen  <= 8'd0;
            end
            if (reads) at_q <= at_q + 8'd1;
            if (reads_word) words_q <= words_q - 9'd1;
        end
        if (state_q == S_DATA && step) begin
            beats_q     <= beats_q - 9'd1;
            first_q     <= 1'b0;
            prev_q      <= b_rd_data;
            m_axi_wdata <= both[255:128];
            m_axi_wstrb <= lanes_first & lanes_last;
            m_axi_wlast <= beats_q == 9'd1;
        end
        if (writes) begin
            m_axi_wdata <= e_data;
            m_axi_wstrb <= 16'hffff;
            m_axi_wlast <= 1'b1;
        end
    end

    wire unused = &{1'b0, level, last[3:0], both[127:0]};

endmodule

`default_nettype wire
