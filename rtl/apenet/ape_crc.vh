// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// CRC-32/ISO-HDLC of APEnet's packets (apenet.md section 3), a word of 128 bits at once. Include inside a module.
// The register is added to the word's lowest 32 bits. Bit r of the next register is the parity of those bits of the sum that are
// set in row r of the table.

    /* verilator lint_off UNUSEDSIGNAL */
    function [31:0] ape_crc_word;  // lane order: byte 0 first
        input [31:0]  crc;
        input [127:0] lanes;
        reg   [127:0] x;
        begin
            x = lanes ^ {96'd0, crc};
            ape_crc_word = {
                ^(x & 128'h826880efa40da72d78c17d03f5a36f17),
                ^(x & 128'hc35cc098760b74bbc4a1c3820f72d89c),
                ^(x & 128'he3c6e0a39f081d709a919cc2f21a0359),
                ^(x & 128'h71e37051cf840eb84d48ce61790d01ac),
                ^(x & 128'hba9938c743cfa0715e651a334925efc1),
                ^(x & 128'hdf241c8c05ea7715d7f3f01a513198f7),
                ^(x & 128'h6f920e4602f53b8aebf9f80d2898cc7b),
                ^(x & 128'hb5a187cca5773ae80d3d810561ef092a),
                ^(x & 128'hd8b84309f6b63a597e5fbd814554eb82),
                ^(x & 128'h6c5c2184fb5b1d2cbf2fdec0a2aa75c1),
                ^(x & 128'hb446902dd9a029bb27569263a4f655f7),
                ^(x & 128'hd84bc8f948ddb3f0eb6a343227d845ec),
                ^(x & 128'hee4d649300637ed50d74671ae64f4de1),
                ^(x & 128'h7726b2498031bf6a86ba338d7327a6f0),
                ^(x & 128'h3b935924c018dfb5435d19c6b993d378),
                ^(x & 128'h1dc9ac92600c6fdaa1ae8ce35cc9e9bc),
                ^(x & 128'h8c8c56a6940b90c028163b725bc79bc9),
                ^(x & 128'h46462b534a05c860140b1db92de3cde4),
                ^(x & 128'h232315a9a502e4300a058edc96f1e6f2),
                ^(x & 128'h11918ad4d28172180502c76e4b78f379),
                ^(x & 128'h08c8c56a6940b90c028163b725bc79bc),
                ^(x & 128'h046462b534a05c860140b1db92de3cde),
                ^(x & 128'h805ab1b53e5d896e786125ee3ccc7178),
                ^(x & 128'hc245d8353b23639a44f1eff4ebc557ab),
                ^(x & 128'h6122ec1a9d91b1cd2278f7fa75e2abd5),
                ^(x & 128'h3091760d4ec8d8e6913c7bfd3af155ea),
                ^(x & 128'h9a203be90369cb5e305f40fd68dbc5e2),
                ^(x & 128'h4d101df481b4e5af182fa07eb46de2f1),
                ^(x & 128'h26880efa40da72d78c17d03f5a36f178),
                ^(x & 128'h1344077d206d396bc60be81fad1b78bc),
                ^(x & 128'h09a203be90369cb5e305f40fd68dbc5e),
                ^(x & 128'h04d101df481b4e5af182fa07eb46de2f)
            };
        end
    endfunction

    function [127:0] ape_turned;  // byte 15 first, as headers and footers go into the CRC
        input [127:0] w;
        ape_turned = {
            w[7:0], w[15:8], w[23:16], w[31:24], w[39:32], w[47:40], w[55:48], w[63:56],
            w[71:64], w[79:72], w[87:80], w[95:88], w[103:96], w[111:104], w[119:112], w[127:120]
        };
    endfunction

    // a packet's first word into the register: SECDED, hops, ool and vc, which routers change, are taken as 0
    function [31:0] ape_crc_head;
        input [127:0] w;
        ape_crc_head = ape_crc_word(32'hffffffff, ape_turned(w & ~APE_CRC_NOT_HEAD));
    endfunction

    // the CRC that a footer must have, crc being the register behind header and payload: the CRC itself and err are taken as 0
    function [31:0] ape_crc_foot;
        input [31:0]  crc;
        input [127:0] w;
        ape_crc_foot = ~ape_crc_word(crc, ape_turned(w & ~APE_CRC_NOT_FOOT));
    endfunction
    /* verilator lint_on UNUSEDSIGNAL */
