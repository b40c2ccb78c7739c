// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A host of TNW benches: 64 KiB of memory behind TLPs (the streams of tnw_pi.md section 2, PCI Express 2.2), which answers
// reads in any order, cut anywhere it may be; and tasks that write and read registers. Include before the bench's
// module; hierarchical names are its interface.

module tnw_bench_host #(
    parameter integer ID = 0,
    parameter integer READS = 64  // of the device, under way at most; one of so many cycles answers a given one
) (
    input  wire         clk,
    input  wire         rst,
    output wire [15:0]  rid,
    output wire [63:0]  bar0,
    output wire [63:0]  bar2,
    output reg          s_valid,
    input  wire         s_ready,
    output reg  [127:0] s_data,
    output reg  [3:0]   s_keep,
    output reg          s_last,
    input  wire [2:0]   s_ok,
    input  wire         m_valid,
    output reg          m_ready,
    input  wire [127:0] m_data,
    input  wire [3:0]   m_keep,
    input  wire         m_last
);
`include "tnw_bench.vh"

    localparam integer DEEP = 4096;
    localparam [31:0] MWR3 = 32'h40000000, MWR4 = 32'h60000000, MRD3 = 32'h00000000, CPLD = 32'h4a000000;
    localparam [15:0] HOST_ID = 16'h0008;

    assign rid  = 16'h0100 + ID;
    assign bar0 = 64'h0000_0000_f000_0000 + (ID << 16);
    assign bar2 = 64'h0000_00c0_0000_0000 + (ID << 26);

    integer cycle = 0, wrong = 0, i;
    task must;
        input good;
        input integer line;
        if (good !== 1'b1) begin
            wrong = wrong + 1;
            if (wrong < 12) $display("# host %0d: check %0d in cycle %0d", ID, line, cycle);
        end
    endtask

    function [31:0] swap;  // a header's DW on the stream
        input [31:0] d;
        swap = {d[7:0], d[15:8], d[23:16], d[31:24]};
    endfunction

    // ---- TLPs to the device: whole ones into a row of beats, {last, keep, data}
    reg [132:0]  row [0:DEEP-1];
    integer      row_in = 0, row_out = 0, stall = 0, last_at = 0;
    reg [2175:0] all;
    task send;  // hn header DWs, n DWs of payload
        input integer    hn, n;
        input [127:0]    header;  // DW 0 lowest
        input [2047:0]   payload;
        integer          b, left;
        begin
            all = {128'd0, payload} << 32 * hn;
            for (b = 0; b < hn; b = b + 1) all[32*b+:32] = swap(header[32*b+:32]);
            left = hn + n;
            for (b = 0; left > 0; b = b + 1) begin
                row[row_in%DEEP] = {left <= 4, left >= 4 ? 4'hf : (4'd1 << left) - 4'd1, all[128*b+:128]};
                row_in = row_in + 1;
                left = left - 4;
            end
        end
    endtask
    task mwr;  // n DWs
        input [63:0]   a;
        input integer  n;
        input [2047:0] payload;
        begin
            if (a[63:32] == 0) send(3, n, {32'd0, a[31:0], HOST_ID, 8'd0, n == 1 ? 8'h0f : 8'hff, MWR3 + n}, payload);
            else send(4, n, {a[31:0], a[63:32], HOST_ID, 8'd0, n == 1 ? 8'h0f : 8'hff, MWR4 + n}, payload);
        end
    endtask
    task write;  // a register
        input [15:0] a;
        input [31:0] v;
        mwr(bar0 + a, 1, {2016'd0, v});
    endtask
    // a register read, answered; done by the next falling edge behind
    reg        answered = 1'b0;
    reg [31:0] value;
    task read;
        input [15:0] a;
        begin
            answered = 1'b0;
            send(3, 0, {32'd0, bar0[31:0] + a, HOST_ID, 8'h5a, 8'h0f, MRD3 + 32'd1}, 2048'd0);
            i = 0;
            while (!answered && i < 500) begin
                @(negedge clk);
                i = i + 1;
            end
            must(answered, `__LINE__);
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        if (rst) begin
            s_valid <= 1'b0;
            row_out = row_in;
        end else if (!s_valid || s_ready) begin
            if (s_valid && s_ready && s_last) last_at = cycle;
            s_valid <= 1'b0;
            if (row_out != row_in && (stall == 0 || rnd(stall) != 0)) begin
                s_valid <= 1'b1;
                {s_last, s_keep, s_data} <= row[row_out%DEEP];
                row_out = row_out + 1;
            end
        end
    end

    // ---- TLPs from the device
    reg [127:0]  mem [0:4095];
    reg [1535:0] rx = 1536'd0;
    integer      beats = 0, notes = 0, writes = 0, n, hn, dws, hold = 0, first_at = 0, k;
    reg [31:0]   h0, h1, h2, h3;
    reg [63:0]   at;
    task clear_memory; for (k = 0; k < 4096; k = k + 1) mem[k] = {4{32'hcccc0000 + k}}; endtask
    initial clear_memory;
    task got;
        begin
            h0 = swap(rx[31:0]);
            h1 = swap(rx[63:32]);
            h2 = swap(rx[95:64]);
            h3 = swap(rx[127:96]);
            hn = h0[29] ? 4 : 3;
            n = h0[9:0];
            at = h0[29] ? {h2, h3} : {32'd0, h2};
            must(dws === (h0[30] ? hn + n : hn), `__LINE__);
            if (h0[31:24] == 8'h40 || h0[31:24] == 8'h60) begin
                must(h0[23:10] === 14'd0 && h1 === {rid, 16'h00ff} && at[3:0] === 4'd0 && n % 4 == 0 && n <= 32, `__LINE__);
                must({1'b0, at[11:0]} + 4 * n <= 4096 && h0[29] === (at[63:32] != 0), `__LINE__);
                for (k = 0; k < n / 4; k = k + 1) mem[(at[15:4]+k)%4096] = rx[32*hn+128*k+:128];
                writes = writes + 1;
                if (n == 4) notes = notes + 1;
            end else if (h0[31:24] == 8'h4a) begin
                must(h1 === {rid, 16'd4} && h2[31:8] === {HOST_ID, 8'h5a} && n == 1, `__LINE__);
                value = rx[127:96];
                answered = 1'b1;
            end else begin
                must(h0[31:30] === 2'b00 && h0[28:10] === 19'd0 && h1[31:16] === rid && h1[7:0] === 8'hff, `__LINE__);
                must(!rd_wait[rd_free] && {1'b0, at[11:0]} + 4 * n <= 4096 && n <= 128, `__LINE__);
                for (k = 0; k < READS; k = k + 1)
                    if (rd_wait[k]) must(rd_tag[k] !== h1[15:8], `__LINE__);
                rd_wait[rd_free] = 1'b1;
                rd_at[rd_free] = at;
                rd_left[rd_free] = 4 * n;
                rd_tag[rd_free] = h1[15:8];
                for (k = 0; k < READS && rd_wait[rd_free]; k = k + 1) rd_free = (rd_free + 1) % READS;
            end
        end
    endtask
    always @(posedge clk) begin
        m_ready <= hold == 0 || rnd(hold) != 0;
        if (rst) beats = 0;
        else if (m_valid && m_ready) begin
            rx[128*beats+:128] = m_data;
            dws = 4 * beats + m_keep[0] + m_keep[1] + m_keep[2] + m_keep[3];
            if (beats == 0) first_at = cycle;
            beats = beats + 1;
            must(m_keep === 4'hf || m_last, `__LINE__);
            must(beats <= 10, `__LINE__);
            if (m_last) begin
                got;
                beats = 0;
            end
        end
    end

    // ---- reads of the device: one completion of any of them, when the row is short
    reg        rd_wait [0:READS-1];
    reg [63:0] rd_at [0:READS-1];
    reg [7:0]  rd_tag [0:READS-1];
    integer    rd_left [0:READS-1], rd_free = 0, r, size, j;
    reg [2047:0] bytes;
    initial for (r = 0; r < READS; r = r + 1) rd_wait[r] = 1'b0;
    always @(negedge clk)
        if (rst) for (r = 0; r < READS; r = r + 1) rd_wait[r] = 1'b0;
        else if (row_in - row_out < 8) begin
            r = rnd(READS);
            if (rd_wait[r]) begin
                size = 64 - rd_at[r][5:0] + 64 * rnd(3);
                if (size > rd_left[r]) size = rd_left[r];
                for (j = 0; j < size / 16; j = j + 1) bytes[128*j+:128] = mem[(rd_at[r][15:4]+j)%4096];
                send(3, size / 4, {32'd0, rid, rd_tag[r], 1'b0, rd_at[r][6:0], HOST_ID, 4'd0, rd_left[r][11:0],
                                   CPLD + {22'd0, size[11:2]}}, bytes);
                rd_at[r] = rd_at[r] + size;
                rd_left[r] = rd_left[r] - size;
                rd_wait[r] = rd_left[r] != 0;
            end
        end
endmodule
