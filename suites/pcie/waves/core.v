/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A core behind the UltraScale+ hard block, in the naming style of public cores, for waveforms: CQ, CC, RQ and RC of 64
 * bits outside; inside TLPs in segments, always with 4 DWs of header, through a slice whose strobes are tied to 0, a FIFO
 * that is read by read_en, and a demultiplexer whose two ports stand in the same vectors. FAULT is the number of the one
 * thing that is wrong; 0: nothing.
 */
`timescale 1ns / 1ps

`define SEGMENTS(d, k, p, n) d k [(n)*64-1:0] p``_tlp_data, d k [(n)*2-1:0] p``_tlp_strb, d k [(n)*128-1:0] p``_tlp_hdr, \
    d k [(n)-1:0] p``_tlp_valid, d k [(n)-1:0] p``_tlp_sop, d k [(n)-1:0] p``_tlp_eop
`define NETS(p, n) wire [(n)*64-1:0] p``_tlp_data; wire [(n)*2-1:0] p``_tlp_strb; wire [(n)*128-1:0] p``_tlp_hdr; \
    wire [(n)-1:0] p``_tlp_valid, p``_tlp_sop, p``_tlp_eop
`define JOIN(i, o) .i``_tlp_data(o``_tlp_data), .i``_tlp_strb(o``_tlp_strb), .i``_tlp_hdr(o``_tlp_hdr), \
    .i``_tlp_valid(o``_tlp_valid), .i``_tlp_sop(o``_tlp_sop), .i``_tlp_eop(o``_tlp_eop)
`define AXIS(d, e, p, u) d wire [63:0] p``_tdata, d wire [1:0] p``_tkeep, d wire [u-1:0] p``_tuser, d wire p``_tvalid, \
    d wire p``_tlast, e wire p``_tready
`define AXIS_REG(p, u) output reg [63:0] p``_tdata, output reg [1:0] p``_tkeep, output wire [u-1:0] p``_tuser, \
    output reg p``_tvalid, output reg p``_tlast, input wire p``_tready
`define AXIS_NETS(p, u) wire [63:0] p``_tdata; wire [1:0] p``_tkeep; wire [u-1:0] p``_tuser; wire p``_tvalid, p``_tlast, p``_tready
`define AXIS_JOIN(i, o) .i``_tdata(o``_tdata), .i``_tkeep(o``_tkeep), .i``_tuser(o``_tuser), .i``_tvalid(o``_tvalid), \
    .i``_tlast(o``_tlast), .i``_tready(o``_tready)

// a register slice of segments
module tlp_slice (input wire clk, rst, `SEGMENTS(input, wire, in, 1), output wire in_tlp_ready, `SEGMENTS(output, reg, out, 1),
                  input wire out_tlp_ready);
    assign in_tlp_ready = !out_tlp_valid || out_tlp_ready;
    always @(posedge clk) begin
        if (in_tlp_ready)
            {out_tlp_valid, out_tlp_data, out_tlp_strb, out_tlp_hdr, out_tlp_sop, out_tlp_eop} <=
                {in_tlp_valid, in_tlp_data, in_tlp_strb, in_tlp_hdr, in_tlp_sop, in_tlp_eop};
        if (rst) out_tlp_valid <= 0;
    end
endmodule

// a FIFO that is read by read_en: read_seg_count segments from seg_offset on
module tlp_fifo_raw #(parameter SEG = 1, FAULT = 0) (
    input wire clk, rst, `SEGMENTS(input, wire, in, 1), output wire in_tlp_ready, `SEGMENTS(output, wire, out, SEG),
    output wire [0:0] out_seg_offset, output wire [1:0] out_seg_count, input wire out_read_en, input wire [1:0] out_read_seg_count);
    reg [195:0] mem[0:15]; // entry i stands in segment i % SEG
    reg [3:0] rd = 0, wr = 0;
    wire [3:0] count = wr - rd;
    reg [5:0] n = 0;
    wire [127:0] wrong = FAULT == 5 && n == 4 ? 128'hf0 << 64 : 0;
    assign in_tlp_ready = count < 12;
    assign out_seg_count = count < SEG ? count : SEG;
    assign out_seg_offset = SEG > 1 ? rd[0] : 0;
    genvar g;
    generate for (g = 0; g < SEG; g = g + 1) begin : lane
        wire [3:0] at = SEG == 1 || rd[0] == g ? rd : rd + 1;
        wire [3:0] far = at - rd;
        assign {out_tlp_data[g*64 +: 64], out_tlp_strb[g*2 +: 2], out_tlp_hdr[g*128 +: 128], out_tlp_sop[g], out_tlp_eop[g]} = mem[at];
        assign out_tlp_valid[g] = far < count;
    end endgenerate
    always @(posedge clk) begin
        if (in_tlp_valid && in_tlp_ready) begin
            mem[wr] <= {in_tlp_data, in_tlp_strb, in_tlp_hdr ^ wrong, in_tlp_sop, in_tlp_eop};
            wr <= wr + 1;
            n <= n + 1;
        end
        if (out_read_en) rd <= rd + out_read_seg_count;
        if (rst) {rd, wr} <= 0;
    end
endmodule

// one of two ports, by address bit 12
module tlp_demux #(parameter FAULT = 0) (input wire clk, rst, `SEGMENTS(input, wire, in, 1), output wire in_tlp_ready,
                                         `SEGMENTS(output, reg, out, 2), input wire [1:0] out_tlp_ready);
    reg [5:0] n = 0;
    wire port = in_tlp_valid && in_tlp_hdr[12];
    assign in_tlp_ready = out_tlp_ready[port];
    always @* begin
        out_tlp_data = {2{in_tlp_data}};
        out_tlp_strb = {2{in_tlp_strb}};
        out_tlp_hdr = {2{in_tlp_hdr}};
        if (FAULT == 6 && n == 4) out_tlp_hdr[71:68] = 4'hf;
        if (FAULT == 6 && n == 4) out_tlp_hdr[199:196] = 4'hf;
        out_tlp_sop = {2{in_tlp_sop}};
        out_tlp_eop = {2{in_tlp_eop}};
        out_tlp_valid = 0;
        out_tlp_valid[port] = FAULT == 7 && n == 6 ? 1'bx : in_tlp_valid;
    end
    always @(posedge clk) n <= rst ? 0 : n + (n == 6 || (in_tlp_valid && in_tlp_ready));
endmodule

// answers what is not posted
module completer #(parameter FAULT = 0) (input wire clk, rst, `SEGMENTS(input, wire, rx_req, 1), output wire rx_req_tlp_ready,
                                         `SEGMENTS(output, reg, tx_cpl, 1), input wire tx_cpl_tlp_ready);
    wire [127:0] h = rx_req_tlp_hdr;
    wire io = h[121], data = h[126];
    wire [7:0] tag = FAULT == 2 && h[79:72] == 8 ? 8'h55 : h[79:72];
    assign rx_req_tlp_ready = !tx_cpl_tlp_valid || tx_cpl_tlp_ready;
    always @(posedge clk) begin
        if (tx_cpl_tlp_ready) tx_cpl_tlp_valid <= 0;
        if (rx_req_tlp_valid && rx_req_tlp_ready && (io || !data)) begin
            {tx_cpl_tlp_valid, tx_cpl_tlp_sop, tx_cpl_tlp_eop} <= 3'b111;
            tx_cpl_tlp_data <= {56'hdada00, tag};
            tx_cpl_tlp_strb <= !data;
            tx_cpl_tlp_hdr <= {data ? 32'h0a000000 : 32'h4a000001, 16'h0100, 16'd4, h[95:80], tag, 1'b0, io ? 7'd0 : h[6:0], 32'd0};
        end
        if (rst) tx_cpl_tlp_valid <= 0;
    end
endmodule

// CQ's requests of one DW as segments
module us_if_cq #(parameter FAULT = 0) (input wire clk, rst, `AXIS(input, output, s_axis_cq, 88), `SEGMENTS(output, reg, rx_req, 1),
                                        input wire rx_req_tlp_ready);
    reg [1:0] beat;
    wire [63:0] d = s_axis_cq_tdata;
    assign s_axis_cq_tready = !rx_req_tlp_valid || rx_req_tlp_ready;
    always @(posedge clk) begin
        if (rx_req_tlp_ready) rx_req_tlp_valid <= 0;
        if (s_axis_cq_tvalid && s_axis_cq_tready) begin
            beat <= s_axis_cq_tlast ? 0 : beat + 1;
            if (beat == 0) rx_req_tlp_hdr[71:0] <= {s_axis_cq_tuser[7:0], d};
            if (beat == 1) rx_req_tlp_hdr[127:72] <= {1'b0, d[11], 1'b1, 3'd0, d[12], 1'b0, 14'd0, d[9:0], d[31:16], d[39:32]};
            rx_req_tlp_data <= d;
            rx_req_tlp_strb <= beat != 2 ? 0 : FAULT == 8 && rx_req_tlp_hdr[79:72] == 5 ? 3 : s_axis_cq_tkeep;
            {rx_req_tlp_valid, rx_req_tlp_sop, rx_req_tlp_eop} <= {3{s_axis_cq_tlast}};
        end
        if (rst) {rx_req_tlp_valid, beat} <= 0;
    end
endmodule

// completions of one DW at most for CC
module us_if_cc (input wire clk, rst, `SEGMENTS(input, wire, tx_cpl, 1), output wire tx_cpl_tlp_ready, `AXIS_REG(m_axis_cc, 33));
    wire [127:0] h = tx_cpl_tlp_hdr;
    assign m_axis_cc_tuser = 0;
    assign tx_cpl_tlp_ready = m_axis_cc_tvalid && m_axis_cc_tlast && m_axis_cc_tready;
    always @(posedge clk) begin
        if (m_axis_cc_tvalid && m_axis_cc_tready) begin
            m_axis_cc_tvalid <= !m_axis_cc_tlast;
            m_axis_cc_tdata <= {tx_cpl_tlp_data[31:0], 8'd0, 16'h0100, h[47:40]};
            m_axis_cc_tkeep <= {h[126], 1'b1};
            m_axis_cc_tlast <= 1;
        end else if (tx_cpl_tlp_valid && !m_axis_cc_tvalid) begin
            {m_axis_cc_tvalid, m_axis_cc_tlast, m_axis_cc_tkeep} <= 4'b1011;
            m_axis_cc_tdata <= {h[63:48], 2'd0, h[79:77], h[126] ? 11'd1 : 11'd0, 3'd0, 1'b0, h[75:64], 9'd0, h[38:32]};
        end
        if (rst) m_axis_cc_tvalid <= 0;
    end
endmodule

// reads of one DW, without a Requester ID
module requester #(parameter FAULT = 0) (
    input wire clk, rst, output reg [127:0] tx_rd_req_tlp_hdr, output reg tx_rd_req_tlp_valid, output wire tx_rd_req_tlp_sop, tx_rd_req_tlp_eop,
    input wire tx_rd_req_tlp_ready, `SEGMENTS(input, wire, rx_cpl, 1), output wire rx_cpl_tlp_ready);
    reg [7:0] n;
    assign tx_rd_req_tlp_sop = 1, tx_rd_req_tlp_eop = 1, rx_cpl_tlp_ready = 1;
    always @(posedge clk) begin
        if (tx_rd_req_tlp_ready) tx_rd_req_tlp_valid <= 0;
        if ((!tx_rd_req_tlp_valid || tx_rd_req_tlp_ready) && n < 8) begin
            tx_rd_req_tlp_valid <= 1;
            tx_rd_req_tlp_hdr <= {32'h20000001, 16'h0000, FAULT == 3 && n == 4 ? 8'd3 : n, 8'h0f, 32'd0, 20'h54, n, 4'd0};
            n <= n + 1;
        end
        if (rst) {tx_rd_req_tlp_valid, n} <= 0;
    end
endmodule

// reads of one DW for RQ, and their completions from RC
module us_if_rq_rc #(parameter FAULT = 0) (
    input wire clk, rst, input wire [127:0] tx_rd_req_tlp_hdr, input wire tx_rd_req_tlp_valid, tx_rd_req_tlp_sop, tx_rd_req_tlp_eop,
    output wire tx_rd_req_tlp_ready, `AXIS_REG(m_axis_rq, 62), `AXIS(input, output, s_axis_rc, 75), `SEGMENTS(output, reg, rx_cpl, 1),
    input wire rx_cpl_tlp_ready);
    wire [127:0] h = tx_rd_req_tlp_hdr;
    wire [63:0] d = s_axis_rc_tdata;
    reg [63:0] low;
    assign m_axis_rq_tuser = h[71:64];
    assign tx_rd_req_tlp_ready = m_axis_rq_tvalid && m_axis_rq_tlast && m_axis_rq_tready;
    assign s_axis_rc_tready = 1;
    always @(posedge clk) begin
        if (m_axis_rq_tvalid && m_axis_rq_tready) begin
            m_axis_rq_tvalid <= !m_axis_rq_tlast;
            m_axis_rq_tlast <= 1;
            m_axis_rq_tdata <= {24'd0, h[79:72], 32'd1};
        end else if (tx_rd_req_tlp_valid && !m_axis_rq_tvalid) begin
            {m_axis_rq_tvalid, m_axis_rq_tlast, m_axis_rq_tkeep} <= 4'b1011;
            m_axis_rq_tdata <= h[63:0];
        end
        rx_cpl_tlp_valid <= s_axis_rc_tvalid && s_axis_rc_tlast;
        low <= d;
        {rx_cpl_tlp_sop, rx_cpl_tlp_eop, rx_cpl_tlp_strb} <= 4'b1101;
        rx_cpl_tlp_data <= d[63:32];
        rx_cpl_tlp_hdr <= {32'h4a000001, d[23:8], 4'd0, low[27:16], FAULT == 4 && d[7:0] == 5 ? 16'h0200 : low[63:48], d[7:0], 1'b0, low[6:0], 32'd0};
        if (rst) {m_axis_rq_tvalid, rx_cpl_tlp_valid} <= 0;
    end
endmodule

// two ports side by side that nothing drives before the first interrupt: their valid is unknown until then
module interrupts (input wire clk, input wire [1:0] q_tlp_ready);
    reg [255:0] q_tlp_hdr;
    reg [127:0] q_tlp_data;
    reg [1:0] q_tlp_valid, q_tlp_sop, q_tlp_eop;
    reg busy = 0;
    reg [6:0] n = 0;
    always @* begin
        q_tlp_valid = {1'b0, busy};
        {q_tlp_sop, q_tlp_eop} = {4{busy}};
        q_tlp_hdr = {128'd0, 128'h60000001_0100000f_00000000_fee00000};
        q_tlp_data = 7;
    end
    always @(posedge clk) begin
        n <= n + 1;
        busy <= n == 90 || (busy && !q_tlp_ready[0]);
    end
endmodule

module core #(parameter SEG = 1, FAULT = 0) (
    input wire clk, rst, `AXIS(input, output, s_axis_cq, 88), `AXIS(output, input, m_axis_cc, 33), `AXIS(output, input, m_axis_rq, 62),
    `AXIS(input, output, s_axis_rc, 75));
    `NETS(rx_req, 1); wire rx_req_tlp_ready;
    us_if_cq #(.FAULT(FAULT)) us_if_cq_inst (.clk(clk), .rst(rst), `AXIS_JOIN(s_axis_cq, s_axis_cq), `JOIN(rx_req, rx_req), .rx_req_tlp_ready(rx_req_tlp_ready));
    `NETS(sliced, 1); wire sliced_tlp_ready;
    tlp_slice slice_inst (.clk(clk), .rst(rst), .in_tlp_data(rx_req_tlp_data), .in_tlp_strb(2'd0), .in_tlp_hdr(rx_req_tlp_hdr), .in_tlp_valid(rx_req_tlp_valid),
        .in_tlp_sop(rx_req_tlp_sop), .in_tlp_eop(rx_req_tlp_eop), .in_tlp_ready(rx_req_tlp_ready), `JOIN(out, sliced), .out_tlp_ready(sliced_tlp_ready));
    `NETS(fifo, SEG); wire [0:0] fifo_seg_offset; wire [1:0] fifo_seg_count; wire head_tlp_ready;
    wire at = SEG > 1 && fifo_seg_offset;
    wire fifo_read_en = head_tlp_ready && fifo_tlp_valid[at];
    tlp_fifo_raw #(.SEG(SEG), .FAULT(FAULT)) fifo_inst (.clk(clk), .rst(rst), `JOIN(in, sliced), .in_tlp_ready(sliced_tlp_ready), `JOIN(out, fifo),
        .out_seg_offset(fifo_seg_offset), .out_seg_count(fifo_seg_count), .out_read_en(fifo_read_en), .out_read_seg_count(2'd1));
    `NETS(port, 2); wire [1:0] port_tlp_ready;
    tlp_demux #(.FAULT(FAULT)) demux_inst (.clk(clk), .rst(rst), .in_tlp_data(fifo_tlp_data[at*64 +: 64]), .in_tlp_strb(fifo_tlp_strb[at*2 +: 2]),
        .in_tlp_hdr(fifo_tlp_hdr[at*128 +: 128]), .in_tlp_valid(fifo_tlp_valid[at]), .in_tlp_sop(fifo_tlp_sop[at]), .in_tlp_eop(fifo_tlp_eop[at]),
        .in_tlp_ready(head_tlp_ready), `JOIN(out, port), .out_tlp_ready(port_tlp_ready));
    `NETS(cpl, 2); reg [1:0] cpl_tlp_ready;
    genvar g;
    generate for (g = 0; g < 2; g = g + 1) begin : of
        completer #(.FAULT(FAULT)) completer_inst (.clk(clk), .rst(rst), .rx_req_tlp_data(port_tlp_data[g*64 +: 64]), .rx_req_tlp_strb(port_tlp_strb[g*2 +: 2]),
            .rx_req_tlp_hdr(port_tlp_hdr[g*128 +: 128]), .rx_req_tlp_valid(port_tlp_valid[g]), .rx_req_tlp_sop(port_tlp_sop[g]), .rx_req_tlp_eop(port_tlp_eop[g]),
            .rx_req_tlp_ready(port_tlp_ready[g]), .tx_cpl_tlp_data(cpl_tlp_data[g*64 +: 64]), .tx_cpl_tlp_strb(cpl_tlp_strb[g*2 +: 2]),
            .tx_cpl_tlp_hdr(cpl_tlp_hdr[g*128 +: 128]), .tx_cpl_tlp_valid(cpl_tlp_valid[g]), .tx_cpl_tlp_sop(cpl_tlp_sop[g]), .tx_cpl_tlp_eop(cpl_tlp_eop[g]),
            .tx_cpl_tlp_ready(cpl_tlp_ready[g]));
    end endgenerate
    // the multiplexer of completions: one that waits goes on, else port 0 goes first
    reg waits = 0, last = 0;
    wire pick = waits ? last : !cpl_tlp_valid[0];
    `NETS(tx_cpl, 1); wire tx_cpl_tlp_ready;
    assign tx_cpl_tlp_data = cpl_tlp_data[pick*64 +: 64], tx_cpl_tlp_strb = cpl_tlp_strb[pick*2 +: 2], tx_cpl_tlp_hdr = cpl_tlp_hdr[pick*128 +: 128],
           tx_cpl_tlp_valid = cpl_tlp_valid[pick], tx_cpl_tlp_sop = cpl_tlp_sop[pick], tx_cpl_tlp_eop = cpl_tlp_eop[pick];
    always @* cpl_tlp_ready = tx_cpl_tlp_ready << pick;
    always @(posedge clk) {waits, last} <= {tx_cpl_tlp_valid && !tx_cpl_tlp_ready && !rst, pick};
    `NETS(late, 1); wire late_tlp_ready;
    tlp_slice cpl_slice_inst (.clk(clk), .rst(rst), `JOIN(in, tx_cpl), .in_tlp_ready(tx_cpl_tlp_ready), `JOIN(out, late), .out_tlp_ready(late_tlp_ready));
    us_if_cc us_if_cc_inst (.clk(clk), .rst(rst), `JOIN(tx_cpl, late), .tx_cpl_tlp_ready(late_tlp_ready), `AXIS_JOIN(m_axis_cc, m_axis_cc));
    wire [127:0] tx_rd_req_tlp_hdr; wire tx_rd_req_tlp_valid, tx_rd_req_tlp_sop, tx_rd_req_tlp_eop, tx_rd_req_tlp_ready;
    `NETS(rx_cpl, 1); wire rx_cpl_tlp_ready;
    requester #(.FAULT(FAULT)) requester_inst (.clk(clk), .rst(rst), .tx_rd_req_tlp_hdr(tx_rd_req_tlp_hdr), .tx_rd_req_tlp_valid(tx_rd_req_tlp_valid),
        .tx_rd_req_tlp_sop(tx_rd_req_tlp_sop), .tx_rd_req_tlp_eop(tx_rd_req_tlp_eop), .tx_rd_req_tlp_ready(tx_rd_req_tlp_ready), `JOIN(rx_cpl, rx_cpl),
        .rx_cpl_tlp_ready(rx_cpl_tlp_ready));
    us_if_rq_rc #(.FAULT(FAULT)) us_if_rq_rc_inst (.clk(clk), .rst(rst), .tx_rd_req_tlp_hdr(tx_rd_req_tlp_hdr), .tx_rd_req_tlp_valid(tx_rd_req_tlp_valid),
        .tx_rd_req_tlp_sop(tx_rd_req_tlp_sop), .tx_rd_req_tlp_eop(tx_rd_req_tlp_eop), .tx_rd_req_tlp_ready(tx_rd_req_tlp_ready),
        `AXIS_JOIN(m_axis_rq, m_axis_rq), `AXIS_JOIN(s_axis_rc, s_axis_rc), `JOIN(rx_cpl, rx_cpl), .rx_cpl_tlp_ready(rx_cpl_tlp_ready));
    wire [1:0] q_tlp_ready = 2'b11;
    interrupts interrupts_inst (.clk(clk), .q_tlp_ready(q_tlp_ready));
endmodule

// the host: requests of all kinds on CQ; RC answers RQ in order, with the ID that the block has
module tb;
    parameter integer SEG = 1, FAULT = 0;
    reg clk = 0, rst = 1, cq_tvalid = 0, cq_tlast = 0, rc_tvalid = 0, rc_tlast = 0;
    reg [63:0] cq_tdata = 0, rc_tdata = 0;
    reg [1:0] cq_tkeep = 0, rc_tkeep = 0;
    reg [87:0] cq_tuser = 0;
    reg [74:0] rc_tuser = 0;
    wire cq_tready, rc_tready;
    `AXIS_NETS(cc, 33); `AXIS_NETS(rq, 62);
    always #2 clk = !clk;
    assign cc_tready = 1, rq_tready = 1;
    core #(.SEG(SEG), .FAULT(FAULT)) core (.clk(clk), .rst(rst), `AXIS_JOIN(s_axis_cq, cq), `AXIS_JOIN(m_axis_cc, cc), `AXIS_JOIN(m_axis_rq, rq),
        `AXIS_JOIN(s_axis_rc, rc));
    task beat;
        input [63:0] data;
        input [7:0] be;
        input [1:0] keep;
        input last;
        begin
            {cq_tdata, cq_tuser, cq_tkeep, cq_tlast, cq_tvalid} <= {data, 80'd0, be, keep, last, 1'b1};
            @(posedge clk);
            while (!cq_tready) @(posedge clk);
            cq_tvalid <= 0;
        end
    endtask
    integer i;
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
        repeat (4) @(posedge clk);
        for (i = 0; i < 32; i = i + 1) begin // read, write, I/O read, I/O write; tags come again
            beat({51'd0, i[2], i[3:0], 8'h40}, FAULT == 1 && i == 4 ? 8'hff : 8'h0f, 3, 0);
            beat({28'd0, i[3:0], 16'd0, 3'd0, i[1:0], 11'd1}, 8'd0, 3, !i[0]);
            if (i[0]) beat(64'h11223344, 8'd0, 1, 1);
        end
        repeat (100) @(posedge clk);
        $finish;
    end
    reg [63:0] asked;
    reg [19:0] queue[0:15]; // address and tag
    integer in = 0, out = 0, n = 0;
    always @(posedge clk) begin
        n <= n + 1;
        asked <= rq_tdata;
        if (rq_tvalid && rq_tlast) begin
            queue[in] <= {asked[11:0], rq_tdata[39:32]};
            in <= in + 1;
        end
        rc_tvalid <= out < in && n > 60;
        {rc_tkeep, rc_tlast} <= {2'd3, n[0]};
        rc_tdata <= n[0] ? {32'h99, 24'd0, queue[out][7:0]} : {16'h0100, 5'd0, 11'd1, 3'd0, 13'd4, 4'd0, queue[out][19:8]};
        if (out < in && n > 60 && n[0]) out <= out + 1;
    end
    initial begin
        $dumpfile("core.fst");
        $dumpvars(0, tb);
    end
endmodule
