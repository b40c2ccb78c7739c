// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One DW (bits in lane order, least significant first) into a reflected CRC-32
// register, polynomial 04C11DB7: PCIe 3.0 sections 2.7.1 and 3.5.2. Include
// inside a module.

    function [31:0] tn_crc32_dw;
        input [31:0] crc;
        input [31:0] dw;
        integer      b;
        begin
            tn_crc32_dw = crc ^ dw;
            for (b = 0; b < 32; b = b + 1)
                tn_crc32_dw = tn_crc32_dw[0] ? (tn_crc32_dw >> 1) ^ 32'hedb88320
                                             : tn_crc32_dw >> 1;
        end
    endfunction
