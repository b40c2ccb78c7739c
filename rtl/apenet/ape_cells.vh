// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Words of an ExaNet packet, by its header. Include behind exa_defs.vh and exa_crc.vh inside a module.

    /* verilator lint_off UNUSEDSIGNAL */
    function ape_cell_alone;
        input [127:0] w;
        ape_cell_alone = w[EXA_TYPE_LSB+:EXA_TYPE_W] >= EXA_ALONE_MIN || w[EXA_TYPE_LSB+:EXA_TYPE_W] == EXA_ACK;
    endfunction

    // payload words from the first lane on
    function [10:0] ape_cell_words;
        input [127:0] w;
        reg   [14:0]  last;
        begin
            last = {1'b0, w[EXA_SIZE_LSB+:EXA_SIZE_W]} + {11'd0, w[EXA_ADDR_LSB+:4]} + 15'd15;
            ape_cell_words = ape_cell_alone(w) || w[EXA_SIZE_LSB+:EXA_SIZE_W] == 14'd0 ? 11'd0 : last[14:4];
        end
    endfunction

    // a size that no packet of the type has
    function ape_cell_odd;
        input [127:0] w;
        ape_cell_odd = ape_cell_words(w) > 11'd16 || (ape_cell_alone(w) && w[EXA_SIZE_LSB+:EXA_SIZE_W] != 14'd0);
    endfunction
    /* verilator lint_on UNUSEDSIGNAL */
