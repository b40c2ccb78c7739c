// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// IEEE 802.3 table 36-1 in both directions. Symbols have a (first on the line) in bit 0; the halves
// abcdei and fghj stand here as they are written, a and f on the left. Include inside a module.

    /* verilator lint_off UNUSEDPARAM */
    localparam [7:0] TN_K28_0 = 8'h1c, TN_K28_3 = 8'h7c, TN_K28_5 = 8'hbc, TN_K27_7 = 8'hfb, TN_K29_7 = 8'hfd, TN_K30_7 = 8'hfe;

    // is this octet one of the twelve control characters?
    function tn_8b10b_is_k;
        input [7:0] octet;
        tn_8b10b_is_k = octet[4:0] == 5'd28 || (octet[7:5] == 3'd7 && (octet[4:0] == 5'd23 || octet[4:0] == 5'd27
            || octet[4:0] == 5'd29 || octet[4:0] == 5'd30));
    endfunction

    // abcdei from negative disparity, of x = 31 first; K28 is the only control character with one of its own
    localparam [191:0] TN_8B10B_SIX = {
        6'b101011, 6'b011110, 6'b101110, 6'b001110, 6'b110110, 6'b010110, 6'b100110, 6'b110011,
        6'b111010, 6'b011010, 6'b101010, 6'b001011, 6'b110010, 6'b010011, 6'b100011, 6'b011011,
        6'b010111, 6'b011100, 6'b101100, 6'b001101, 6'b110100, 6'b010101, 6'b100101, 6'b111001,
        6'b111000, 6'b011001, 6'b101001, 6'b110101, 6'b110001, 6'b101101, 6'b011101, 6'b100111
    };
    function [5:0] tn_8b10b_six;
        input [4:0] x;
        input       k28;
        tn_8b10b_six = k28 ? 6'b001111 : TN_8B10B_SIX[6*x+:6];
    endfunction

    // fghj from negative disparity; alt: the other form of .7, against five equal bits in a row
    function [3:0] tn_8b10b_four;
        input [2:0] y;
        input       k;
        input       alt;
        case (y)
            3'd0: tn_8b10b_four = 4'b1011;
            3'd1: tn_8b10b_four = k ? 4'b0110 : 4'b1001;
            3'd2: tn_8b10b_four = k ? 4'b1010 : 4'b0101;
            3'd3: tn_8b10b_four = 4'b1100;
            3'd4: tn_8b10b_four = 4'b1101;
            3'd5: tn_8b10b_four = k ? 4'b0101 : 4'b1010;
            3'd6: tn_8b10b_four = k ? 4'b1001 : 4'b0110;
            3'd7: tn_8b10b_four = alt ? 4'b0111 : 4'b1110;
        endcase
    endfunction

    // running disparity (1 positive) after abcdei, after fghj, for any bits (802.3, 36.2.4.4): bit n of POS is set
    // when n has more ones than zeros or is 000111, 0011, of NEG when it has fewer or is 111000, 1100
    localparam [63:0] TN_8B10B_SIX_POS = 64'hfee8e880e8808080;
    localparam [63:0] TN_8B10B_SIX_NEG = 64'h010101170117177f;
    localparam [15:0] TN_8B10B_FOUR_POS = 16'he888;
    localparam [15:0] TN_8B10B_FOUR_NEG = 16'h1117;
    function tn_8b10b_rd_six;
        input [5:0] six;
        input       rd;
        tn_8b10b_rd_six = TN_8B10B_SIX_POS[six] || (rd && !TN_8B10B_SIX_NEG[six]);
    endfunction

    function tn_8b10b_rd_four;
        input [3:0] four;
        input       rd;
        tn_8b10b_rd_four = TN_8B10B_FOUR_POS[four] || (rd && !TN_8B10B_FOUR_NEG[four]);
    endfunction

    function tn_8b10b_rd_after;
        input [9:0] sym;
        input       rd;
        tn_8b10b_rd_after = tn_8b10b_rd_four({sym[6], sym[7], sym[8], sym[9]},
                                   tn_8b10b_rd_six({sym[0], sym[1], sym[2], sym[3], sym[4], sym[5]}, rd));
    endfunction

    // the symbol of an octet; a control octet must be one of the twelve
    function [9:0] tn_8b10b_encode;
        input [7:0] octet;
        input       k;
        input       rd;
        reg   [5:0] six;
        reg   [3:0] four;
        reg         mid;
        reg         alt;
        begin
            six = tn_8b10b_six(octet[4:0], k && octet[4:0] == 5'd28);
            // balanced ones stay, but for 111000
            if (rd && ((^six) == 1'b0 || six == 6'b111000)) six = ~six;
            mid = tn_8b10b_rd_six(six, rd);
            alt = k || (mid ? octet[4:0] == 5'd11 || octet[4:0] == 5'd13 || octet[4:0] == 5'd14
                            : octet[4:0] == 5'd17 || octet[4:0] == 5'd18 || octet[4:0] == 5'd20);
            four = tn_8b10b_four(octet[7:5], k, alt);
            if (mid && (k || (^four) == 1'b1 || four == 4'b1100)) four = ~four;
            tn_8b10b_encode = {four[0], four[1], four[2], four[3], six[0], six[1], six[2], six[3], six[4], six[5]};
        end
    endfunction

    // x of abcdei, of 111111 first; 28 where there is none
    localparam [319:0] TN_8B10B_X = {
        5'd28, 5'd28, 5'd28, 5'd28, 5'd28, 5'd23, 5'd8, 5'd7,
        5'd28, 5'd27, 5'd4, 5'd11, 5'd24, 5'd19, 5'd3, 5'd28,
        5'd28, 5'd29, 5'd2, 5'd13, 5'd31, 5'd21, 5'd5, 5'd15,
        5'd0, 5'd25, 5'd9, 5'd16, 5'd17, 5'd1, 5'd30, 5'd28,
        5'd28, 5'd30, 5'd1, 5'd14, 5'd16, 5'd22, 5'd6, 5'd0,
        5'd15, 5'd26, 5'd10, 5'd31, 5'd18, 5'd2, 5'd29, 5'd28,
        5'd28, 5'd28, 5'd12, 5'd24, 5'd20, 5'd4, 5'd27, 5'd28,
        5'd7, 5'd8, 5'd23, 5'd28, 5'd28, 5'd28, 5'd28, 5'd28
    };

    // {control, octet} of a symbol, if the table has it: a decoder encodes the octet again and compares
    function [8:0] tn_8b10b_decode;
        input [9:0] sym;
        reg   [5:0] six;
        reg   [3:0] four;
        reg   [4:0] x;
        reg   [2:0] y;
        reg         k28;
        reg         end_k;
        begin
            six   = {sym[0], sym[1], sym[2], sym[3], sym[4], sym[5]};
            four  = {sym[6], sym[7], sym[8], sym[9]};
            k28   = six == 6'b001111 || six == 6'b110000;
            x     = TN_8B10B_X[5*six+:5];
            // K28's fghj follows 001111 or 110000: as if it were always the latter
            if (six == 6'b001111) four = ~four;
            case (four)
                4'b1011: y = 3'd0;
                4'b0100: y = 3'd0;
                4'b1001: y = k28 ? 3'd6 : 3'd1;
                4'b0101: y = k28 ? 3'd5 : 3'd2;
                4'b1100, 4'b0011: y = 3'd3;
                4'b1101, 4'b0010: y = 3'd4;
                4'b1010: y = k28 ? 3'd2 : 3'd5;
                4'b0110: y = k28 ? 3'd1 : 3'd6;
                default: y = 3'd7;
            endcase
            end_k = (four == 4'b0111 || four == 4'b1000) && (x == 5'd23 || x == 5'd27 || x == 5'd29 || x == 5'd30);
            tn_8b10b_decode = {k28 || end_k, y, x};
        end
    endfunction
    /* verilator lint_on UNUSEDPARAM */
