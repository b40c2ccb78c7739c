// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// SECDED of APEnet's headers and credit words, extended Hamming (128,120): apenet.md section 2. Include inside a module.
// Data bit i has position i-th of 3, 5, 6, 7, 9, ... 127; row k of the table holds the data bits under parity k.

    /* verilator lint_off UNUSEDSIGNAL */
    function [7:0] ape_secded;
        input [119:0] d;
        ape_secded = {
            ^(d & 120'hfffffffffffffffe00000000000000),
            ^(d & 120'hffffffff00000001fffffffc000000),
            ^(d & 120'hffff0000ffff0001fffe0003fff800),
            ^(d & 120'hff00ff00ff00ff01fe01fe03fc07f0),
            ^(d & 120'hf0f0f0f0f0f0f0f1e1e1e1e3c3c78e),
            ^(d & 120'hcccccccccccccccd9999999b33366d),
            ^(d & 120'haaaaaaaaaaaaaaab55555556aaad5b),
            ^(d & 120'h69969669966969972cd2d32da65cb7)
        };
    endfunction

    // the word with its one wrong bit turned, syn being its SECDED xor the one made anew; position p is data bit
    // p - 2 - floor(log2 p), a power of two one of the parities
    function [127:0] ape_mended;
        input [127:0] w;
        input [7:0]   syn;
        reg   [6:0]   at;
        begin
            at = syn[7:1] - 7'd2;
            casez (syn[7:1])
                7'b1??????: at = at - 7'd6;
                7'b01?????: at = at - 7'd5;
                7'b001????: at = at - 7'd4;
                7'b0001???: at = at - 7'd3;
                7'b00001??: at = at - 7'd2;
                default: at = at - 7'd1;
            endcase
            ape_mended = w;
            if ((syn[7:1] & (syn[7:1] - 7'd1)) != 7'd0) ape_mended[at] = !w[at];
            ape_mended[127:120] = ape_secded(ape_mended[119:0]);
        end
    endfunction
    /* verilator lint_on UNUSEDSIGNAL */
