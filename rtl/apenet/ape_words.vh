// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Payload words of an APEnet packet, by its header. Include behind ape_defs.vh inside a module.

    /* verilator lint_off UNUSEDSIGNAL */
    function [10:0] ape_words;
        input [127:0] w;
        ape_words = w[APE_ALONE] ? 11'd0
            : {1'b0, w[APE_LEN_LSB+4+:10]} + {10'd0, w[APE_LEN_LSB+:4] != 4'd0};
    endfunction
    /* verilator lint_on UNUSEDSIGNAL */
