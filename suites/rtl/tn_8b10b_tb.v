// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// 8b/10b encoder and decoder of one lane: the encoder against the check value of tnw.md section 5, the
// decoder, each of the 1024 words of ten bits from both disparities, against a table made by the encoder.

`timescale 1ns / 1ps
`default_nettype none

module tn_8b10b_tb;
    // CRC-32/ISO-HDLC, a byte more into the register
    function [31:0] crc32_byte;
        input [31:0] crc;
        input [7:0]  octet_in;
        integer      b;
        begin
            crc32_byte = crc;
            for (b = 0; b < 8; b = b + 1)
                crc32_byte = (crc32_byte >> 1) ^ (crc32_byte[0] != octet_in[b] ? 32'hedb88320 : 32'd0);
        end
    endfunction

    task verdict;
        input integer    bad;
        input [8*96-1:0] name;
        if (bad == 0) $display("ok %0s", name);
        else begin
            $display("not ok %0s", name);
            $display("# %0d times", bad);
        end
    endtask

    reg  [7:0]  octet = 8'd0;
    reg         flag = 1'b0, rd = 1'b0;
    reg  [9:0]  line = 10'd0;
    wire [9:0]  sym;
    wire        rd_sent, rd_got, k, code_err, disp_err;
    wire [7:0]  got;

    tn_8b10b_enc enc (.octet(octet), .flag(flag), .rd(rd), .sym(sym), .rd_next(rd_sent));
    tn_8b10b_dec dec (
        .sym(line), .rd(rd), .octet(got), .flag(k), .code_err(code_err), .disp_err(disp_err),
        .rd_next(rd_got)
    );

    reg [7:0]  table_q [0:1023];
    reg        table_k [0:1023];
    reg [1:0]  column [0:1023];   // bit 0 from RD-, bit 1 from RD+
    reg [95:0] controls;
    reg [31:0] crc;
    integer    i, n, m, symbols = 0, wrong = 0, ambiguous = 0, wrong_rd = 0, wrong_bad = 0, wrong_fe = 0;

    // running disparity after a symbol of 802.3, 36.2.4.4, by its bits from a on
    function after;
        input [9:0] s;
        input       was;
        integer     six, four;
        begin
            six = s[0] + s[1] + s[2] + s[3] + s[4] + s[5];
            four = s[6] + s[7] + s[8] + s[9];
            after = six > 3 || s[5:0] == 6'b111000 ? 1'b1 : six < 3 || s[5:0] == 6'b000111 ? 1'b0 : was;
            if (four > 2 || s[9:6] == 4'b1100) after = 1'b1;
            if (four < 2 || s[9:6] == 4'b0011) after = 1'b0;
        end
    endfunction

    initial begin
        controls = {8'hfe, 8'hfd, 8'hfb, 8'hf7, 8'hfc, 8'hdc, 8'hbc, 8'h9c, 8'h7c, 8'h5c, 8'h3c, 8'h1c};
        for (i = 0; i < 1024; i = i + 1) column[i] = 2'd0;
        crc = 32'hffffffff;
        for (n = 0; n < 2; n = n + 1)
            for (i = 0; i < 268; i = i + 1) begin
                octet = i < 256 ? i[7:0] : controls[8*(i-256)+:8];
                flag = i >= 256;
                rd = n[0];
                #1 crc = crc32_byte(crc32_byte(crc, sym[7:0]), {6'd0, sym[9:8]});
                if (rd_sent != after(sym, rd)) wrong_rd = wrong_rd + 1;
                if (column[sym] == 2'd0) symbols = symbols + 1;
                else if (table_q[sym] !== octet || table_k[sym] !== flag) ambiguous = ambiguous + 1;
                table_q[sym] = octet;
                table_k[sym] = flag;
                column[sym] = column[sym] | (2'd1 << n);
            end
        if (~crc !== 32'h621cfbb2) $display("# %h", ~crc);
        verdict(~crc !== 32'h621cfbb2, "the encoder's symbols have CRC 621CFBB2");
        verdict(symbols != 464 || ambiguous != 0, "there are 464 symbols, each with one meaning");

        flag = 1'b1;
        wrong = 0;
        for (i = 0; i < 256; i = i + 1) begin
            octet = i[7:0];
            rd = i[0];
            #1 n = 0;
            for (m = 0; m < 12; m = m + 1) if (controls[8*m+:8] == octet) n = 1;
            if (n == 0 && sym !== (rd ? 10'h3a1 : 10'h05e)) wrong = wrong + 1;
        end
        verdict(wrong, "any other control octet is sent as FE");

        wrong = 0;
        for (n = 0; n < 2; n = n + 1)
            for (i = 0; i < 1024; i = i + 1) begin
                line = i[9:0];
                rd = n[0];
                #1;
                if (rd_got != after(line, rd)) wrong_rd = wrong_rd + 1;
                if (column[line][n]) begin
                    octet = table_q[line];
                    if (code_err || disp_err || got !== octet || k !== table_k[line]) wrong = wrong + 1;
                end else begin
                    if (code_err != (column[line] == 2'd0) || disp_err != (column[line] != 2'd0)) wrong_bad = wrong_bad + 1;
                    if (got !== 8'hfe || !k) wrong_fe = wrong_fe + 1;
                end
            end
        verdict(wrong, "a symbol of the disparity's column gives its octet");
        verdict(wrong_bad, "others are disparity errors, or code errors when in neither column");
        verdict(wrong_fe, "an invalid symbol gives FE with the flag");
        verdict(wrong_rd, "disparity afterwards is that of the bits, valid or not");
        $finish;
    end
endmodule

`default_nettype wire
