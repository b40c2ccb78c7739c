// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Byte order of a DW: lane order (byte 0 in bits 7:0) to a big-endian number
// and back. Include inside a module.

    function [31:0] tn_bswap32;
        input [31:0] dw;
        tn_bswap32 = {dw[7:0], dw[15:8], dw[23:16], dw[31:24]};
    endfunction
