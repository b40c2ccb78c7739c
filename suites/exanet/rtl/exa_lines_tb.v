// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers of an FPGA's lines with two lines to each other FPGA (exa_qfdb.md section 1): bits 15:12 of an address choose the line, and
// nothing else is read. Each link's data are forced to a number of its own. Icarus: it forces by paths.

`timescale 1ns / 1ps
`default_nettype none

module exa_lines_tb;
    reg         clk = 0, rd = 0;
    reg  [15:0] addr = 0;
    wire [31:0] from [0:1];
    always #2 clk = !clk;

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_fpga
            localparam integer FPGA = 3 * i;
            exa_lines #(.FPGA(FPGA), .LINKS(2)) dut (
                .clk(clk), .rst(1'b0), .tx_clk(clk), .tx_rst(1'b0), .rx_clk({8{clk}}), .rx_rst(8'd0), .s_exa_hdr_valid(8'd0),
                .s_exa_hdr_ready(), .s_exa_pld_valid(8'd0), .s_exa_pld_ready(), .s_exa_ftr_valid(8'd0), .s_exa_ftr_ready(),
                .s_exa_data(1024'd0), .m_exa_hdr_valid(), .m_exa_hdr_ready(8'd0), .m_exa_pld_valid(), .m_exa_pld_ready(8'd0),
                .m_exa_ftr_valid(), .m_exa_ftr_ready(8'd0), .m_exa_data(), .tx_head(), .tx_data(), .rx_head(16'd0), .rx_data(512'd0),
                .rx_slip(), .tx_second_head(), .tx_second_data(), .rx_second_head(8'd0), .rx_second_data(256'd0), .reg_rd(rd),
                .reg_addr(addr), .reg_rdata(from[i])
            );
        end
    endgenerate

    // first line to FPGA l: 1000 + l, second: 2000 + l, gateway line: 3000 + number
    initial begin
        force g_fpga[0].dut.g_line[1].g_link.g_pair.u_pair.reg_rdata = {32'd2001, 32'd1001};
        force g_fpga[0].dut.g_line[2].g_link.g_pair.u_pair.reg_rdata = {32'd2002, 32'd1002};
        force g_fpga[0].dut.g_line[3].g_link.g_pair.u_pair.reg_rdata = {32'd2003, 32'd1003};
        force g_fpga[0].dut.g_line[4].g_link.g_single.u_link.reg_rdata = 32'd3000;
        force g_fpga[0].dut.g_line[5].g_link.g_single.u_link.reg_rdata = 32'd3001;
        force g_fpga[0].dut.g_line[6].g_link.g_single.u_link.reg_rdata = 32'd3002;
        force g_fpga[0].dut.g_line[7].g_link.g_single.u_link.reg_rdata = 32'd3003;
        force g_fpga[1].dut.g_line[0].g_link.g_pair.u_pair.reg_rdata = {32'd2000, 32'd1000};
        force g_fpga[1].dut.g_line[1].g_link.g_pair.u_pair.reg_rdata = {32'd2001, 32'd1001};
        force g_fpga[1].dut.g_line[2].g_link.g_pair.u_pair.reg_rdata = {32'd2002, 32'd1002};
    end

    integer    page, wrong = 0;
    reg [31:0] due;
    task look;  // of FPGA 0 or 3
        input integer which;
        begin
            due = 32'd0;
            if (page >= 1 && page <= 4 && page - 1 != 3 * which) due = 1000 + page - 1;
            if (page >= 5 && page <= 8 && which == 0) due = 3000 + page - 5;
            if (page >= 9 && page <= 12 && page - 9 != 3 * which) due = 2000 + page - 9;
            if (from[which] !== due) begin
                wrong = wrong + 1;
                $display("# FPGA %0d: %h000 reads %0d, not %0d", 3 * which, page[3:0], from[which], due);
            end
        end
    endtask

    initial begin
        for (page = 0; page < 16; page = page + 1) begin
            @(negedge clk) rd = 1;
            addr = {page[3:0], 12'd0};
            @(negedge clk) rd = 0;
            look(0);
            look(1);
        end
        if (wrong == 0) $display("ok each line's registers are read at its own address, and nothing anywhere else");
        else $display("not ok each line's registers are read at its own address, and nothing anywhere else");
        $finish;
    end
endmodule

`default_nettype wire
