// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the modules of a PCIe link's frames share: control symbols and the scrambler (PCIe 3.0 4.2.1
// and 4.2.3). Include inside a module.

    localparam [7:0] SYM_COM = 8'hbc;
    localparam [7:0] SYM_SKP = 8'h1c;
    localparam [7:0] SYM_STP = 8'hfb;
    localparam [7:0] SYM_SDP = 8'h5c;
    localparam [7:0] SYM_END = 8'hfd;
    localparam [7:0] SYM_EDB = 8'hfe;
    localparam [7:0] SYM_PAD = 8'hf7;

    // kinds of symbols received: data, nothing valid or of no use, ..., a part of an ordered set
    localparam [2:0] KIND_D = 3'd0, KIND_BAD = 3'd1, KIND_STP = 3'd2, KIND_SDP = 3'd3, KIND_END = 3'd4, KIND_EDB = 3'd5, KIND_SET = 3'd6,
                     KIND_PAD = 3'd7;

    // {register behind a symbol, the symbol's 8 bits, the first one lowest} of x^16 + x^5 + x^4 + x^3 + 1
    function [23:0] scramble_8;
        input [15:0] lfsr;
        integer      b;
        begin
            scramble_8[23:8] = lfsr;
            for (b = 0; b < 8; b = b + 1) begin
                scramble_8[b]    = scramble_8[23];
                scramble_8[23:8] = {scramble_8[22:8], 1'b0} ^ (scramble_8[23] ? 16'h0039 : 16'h0000);
            end
        end
    endfunction
