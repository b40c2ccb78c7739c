// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// A CPU's second-level memory with its network interface: 64 KiB of lines that are cache, scratchpad, command buffers, counters or queues.
//
// READ_N: remote reads that wait to be served, 1 to 4. A load that hits is answered 4 cycles behind c_valid.
// rst: every line an invalid one of the cache, nothing under way; 512 cycles behind it the first access is taken. Contract: cl_ni.md.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni #(
    parameter integer READ_N = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [4:0]   cfg_node,
    input  wire [1:0]   cfg_cpu,
    input  wire         c_valid,
    output wire         c_ready,
    input  wire         c_wr,
    input  wire [31:0]  c_va,
    input  wire [31:0]  c_wdata,
    input  wire [3:0]   c_be,
    output wire [31:0]  c_rdata,
    output wire         c_fault,
    output wire         mem_valid,
    input  wire         mem_ready,
    output wire         mem_wr,
    output wire [23:0]  mem_addr,
    output wire [255:0] mem_wdata,
    input  wire         mem_rvalid,
    input  wire [255:0] mem_rdata,
    output wire [2:0]   n_tx_valid,
    input  wire [2:0]   n_tx_ready,
    output wire [95:0]  n_tx_data,
    output wire [2:0]   n_tx_last,
    input  wire [2:0]   n_rx_valid,
    output wire [2:0]   n_rx_ready,
    input  wire [95:0]  n_rx_data,
    input  wire [2:0]   n_rx_last,
    output wire [2:0]   obs_fault,
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [8:0]   reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata
);

    generate
        if (READ_N < 1 || READ_N > 4) begin : g_read_n
            tn_error_READ_N_must_be_1_to_4 u_error ();
        end
    endgenerate

    wire [6:0] me = {cfg_node, cfg_cpu};
    wire       go;

    // ---- packets
    wire [2:0]    rx_valid, rx_bad, rx_take, tx_busy, tx_load;
    wire [11:0]   rx_kind, rx_n;
    wire [959:0]  rx_payload;
    wire [3:0]    tx_kind, tx_n;
    wire [319:0]  tx_payload;

    genvar p;
    generate
        for (p = 0; p < 3; p = p + 1) begin : g_prio
            cl_ni_rx #(
                .PRIO(p),
                .WORD_N(p == 2 ? 4 : 10)
            ) u_rx (
                .clk(clk),
                .rst(rst),
                .go(go),
                .me(me),
                .s_valid(n_rx_valid[p]),
                .s_ready(n_rx_ready[p]),
                .s_data(n_rx_data[32*p+:32]),
                .s_last(n_rx_last[p]),
                .valid(rx_valid[p]),
                .bad(rx_bad[p]),
                .take(rx_take[p]),
                .kind(rx_kind[4*p+:4]),
                .payload(rx_payload[320*p+:320]),
                .n(rx_n[4*p+:4])
            );
            cl_ni_tx #(
                .PRIO(p),
                .WORD_N(p == 2 ? 4 : 10)
            ) u_tx (
                .clk(clk),
                .rst(rst),
                .me(me),
                .busy(tx_busy[p]),
                .load(tx_load[p]),
                .kind(tx_kind),
                .payload(tx_payload),
                .n(tx_n),
                .m_valid(n_tx_valid[p]),
                .m_ready(n_tx_ready[p]),
                .m_data(n_tx_data[32*p+:32]),
                .m_last(n_tx_last[p])
            );
        end
    endgenerate

    // ---- regions and registers
    wire [31:0] x_va, x_pa, region;
    wire [19:0] x_last;
    wire        x_hit, x_whole;
    wire [3:0]  x_rights;
    cl_ni_regions u_regions (
        .clk(clk),
        .rst(rst),
        .wr(reg_wr && !reg_addr[8]),
        .addr(reg_addr[7:2]),
        .wdata(reg_wdata),
        .rdata(region),
        .va(x_va),
        .last(x_last),
        .hit(x_hit),
        .whole(x_whole),
        .pa(x_pa),
        .rights(x_rights)
    );

    wire        set_valid, set_done, set_refused;
    wire [2:0]  set_state, set_is;
    wire [10:0] set_line;
    wire [5:0]  ev;
    cl_ni_regs u_regs (
        .clk(clk),
        .rst(rst),
        .reg_wr(reg_wr),
        .reg_rd(reg_rd),
        .reg_addr(reg_addr),
        .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata),
        .region(region),
        .line_valid(set_valid),
        .line_state(set_state),
        .line(set_line),
        .line_done(set_done),
        .line_refused(set_refused),
        .line_is(set_is),
        .ev(ev)
    );

    // ---- lines and memory
    wire         tag_rd, line_rd;
    wire [8:0]   tag_set, tag_wset;
    wire [59:0]  tags;
    wire [3:0]   tag_we;
    wire [14:0]  tag_wdata;
    wire [10:0]  line_addr, line_waddr;
    wire [255:0] line_data, line_wdata;
    wire [31:0]  line_we;
    cl_ni_ram u_ram (
        .clk(clk),
        .rst(rst),
        .go(go),
        .tag_rd(tag_rd),
        .tag_set(tag_set),
        .tags(tags),
        .tag_we(tag_we),
        .tag_wset(tag_wset),
        .tag_wdata(tag_wdata),
        .rd(line_rd),
        .line(line_addr),
        .data(line_data),
        .we(line_we),
        .wline(line_waddr),
        .wdata(line_wdata)
    );

    wire         mem_start, mem_back, mem_fetch, mem_busy, mem_here, mem_taken;
    wire [18:0]  mem_back_line, mem_line;
    wire [255:0] mem_back_data, mem_data;
    cl_ni_mem u_mem (
        .clk(clk),
        .rst(rst),
        .start(mem_start),
        .back(mem_back),
        .back_line(mem_back_line),
        .back_data(mem_back_data),
        .fetch(mem_fetch),
        .line(mem_line),
        .busy(mem_busy),
        .here(mem_here),
        .data(mem_data),
        .taken(mem_taken),
        .mem_valid(mem_valid),
        .mem_ready(mem_ready),
        .mem_wr(mem_wr),
        .mem_addr(mem_addr),
        .mem_wdata(mem_wdata),
        .mem_rvalid(mem_rvalid),
        .mem_rdata(mem_rdata)
    );

    // ---- command buffers that are busy, counters that fire
    wire        cmd_put, cmd_valid, cmd_take, fire_put, fire_valid, fire_take;
    wire [10:0] cmd_put_line, cmd_line, fire_put_line, fire_line;
    cl_ni_turn u_commands (
        .clk(clk),
        .rst(rst),
        .put(cmd_put),
        .put_line(cmd_put_line),
        .valid(cmd_valid),
        .line(cmd_line),
        .take(cmd_take)
    );
    cl_ni_turn u_fires (
        .clk(clk),
        .rst(rst),
        .put(fire_put),
        .put_line(fire_put_line),
        .valid(fire_valid),
        .line(fire_line),
        .take(fire_take)
    );

    cl_ni_core #(
        .READ_N(READ_N)
    ) u_core (
        .clk(clk),
        .rst(rst),
        .go(go),
        .me(me),
        .c_valid(c_valid),
        .c_ready(c_ready),
        .c_wr(c_wr),
        .c_va(c_va),
        .c_wdata(c_wdata),
        .c_be(c_be),
        .c_rdata(c_rdata),
        .c_fault(c_fault),
        .x_va(x_va),
        .x_last(x_last),
        .x_hit(x_hit),
        .x_whole(x_whole),
        .x_pa(x_pa),
        .x_rights(x_rights),
        .tag_rd(tag_rd),
        .tag_set(tag_set),
        .tags(tags),
        .tag_we(tag_we),
        .tag_wset(tag_wset),
        .tag_wdata(tag_wdata),
        .line_rd(line_rd),
        .line_addr(line_addr),
        .line_data(line_data),
        .line_we(line_we),
        .line_waddr(line_waddr),
        .line_wdata(line_wdata),
        .mem_start(mem_start),
        .mem_back(mem_back),
        .mem_back_line(mem_back_line),
        .mem_back_data(mem_back_data),
        .mem_fetch(mem_fetch),
        .mem_line(mem_line),
        .mem_busy(mem_busy),
        .mem_here(mem_here),
        .mem_data(mem_data),
        .mem_taken(mem_taken),
        .rx_valid(rx_valid),
        .rx_bad(rx_bad),
        .rx_take(rx_take),
        .rx_kind(rx_kind),
        .rx_payload(rx_payload),
        .rx_n(rx_n),
        .tx_busy(tx_busy),
        .tx_load(tx_load),
        .tx_kind(tx_kind),
        .tx_payload(tx_payload),
        .tx_n(tx_n),
        .cmd_put(cmd_put),
        .cmd_put_line(cmd_put_line),
        .cmd_valid(cmd_valid),
        .cmd_line(cmd_line),
        .cmd_take(cmd_take),
        .fire_put(fire_put),
        .fire_put_line(fire_put_line),
        .fire_valid(fire_valid),
        .fire_line(fire_line),
        .fire_take(fire_take),
        .set_valid(set_valid),
        .set_state(set_state),
        .set_line(set_line),
        .set_done(set_done),
        .set_refused(set_refused),
        .set_is(set_is),
        .ev(ev),
        .obs_fault(obs_fault)
    );

endmodule

`default_nettype wire
