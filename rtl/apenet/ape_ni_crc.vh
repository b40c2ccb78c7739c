// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// CRC-32/ISO-HDLC of an APEnet packet, a word of 128 bits at a time. Include inside a module.
//
// ape_crc(state, word) takes the word's bytes from lane 0 up; the state begins as all ones, and the CRC is its
// complement. Bit i of the new state is the parity of the bits of {word, with the state laid over its lowest 32 bits}
// that row i names; the rows are those of 128 steps of the polynomial 04C11DB7, as ape_ni_crc_tb works them out.
// Header and footer enter with their bytes turned: ape_turned.

    function [31:0] ape_crc;
        input [31:0]  state;
        input [127:0] word;
        reg   [127:0] x;
        begin
            x = word ^ {96'd0, state};
            ape_crc[0] = ^(x & 128'h04d101df481b4e5af182fa07eb46de2f);
            ape_crc[1] = ^(x & 128'h09a203be90369cb5e305f40fd68dbc5e);
            ape_crc[2] = ^(x & 128'h1344077d206d396bc60be81fad1b78bc);
            ape_crc[3] = ^(x & 128'h26880efa40da72d78c17d03f5a36f178);
            ape_crc[4] = ^(x & 128'h4d101df481b4e5af182fa07eb46de2f1);
            ape_crc[5] = ^(x & 128'h9a203be90369cb5e305f40fd68dbc5e2);
            ape_crc[6] = ^(x & 128'h3091760d4ec8d8e6913c7bfd3af155ea);
            ape_crc[7] = ^(x & 128'h6122ec1a9d91b1cd2278f7fa75e2abd5);
            ape_crc[8] = ^(x & 128'hc245d8353b23639a44f1eff4ebc557ab);
            ape_crc[9] = ^(x & 128'h805ab1b53e5d896e786125ee3ccc7178);
            ape_crc[10] = ^(x & 128'h046462b534a05c860140b1db92de3cde);
            ape_crc[11] = ^(x & 128'h08c8c56a6940b90c028163b725bc79bc);
            ape_crc[12] = ^(x & 128'h11918ad4d28172180502c76e4b78f379);
            ape_crc[13] = ^(x & 128'h232315a9a502e4300a058edc96f1e6f2);
            ape_crc[14] = ^(x & 128'h46462b534a05c860140b1db92de3cde4);
            ape_crc[15] = ^(x & 128'h8c8c56a6940b90c028163b725bc79bc9);
            ape_crc[16] = ^(x & 128'h1dc9ac92600c6fdaa1ae8ce35cc9e9bc);
            ape_crc[17] = ^(x & 128'h3b935924c018dfb5435d19c6b993d378);
            ape_crc[18] = ^(x & 128'h7726b2498031bf6a86ba338d7327a6f0);
            ape_crc[19] = ^(x & 128'hee4d649300637ed50d74671ae64f4de1);
            ape_crc[20] = ^(x & 128'hd84bc8f948ddb3f0eb6a343227d845ec);
            ape_crc[21] = ^(x & 128'hb446902dd9a029bb27569263a4f655f7);
            ape_crc[22] = ^(x & 128'h6c5c2184fb5b1d2cbf2fdec0a2aa75c1);
            ape_crc[23] = ^(x & 128'hd8b84309f6b63a597e5fbd814554eb82);
            ape_crc[24] = ^(x & 128'hb5a187cca5773ae80d3d810561ef092a);
            ape_crc[25] = ^(x & 128'h6f920e4602f53b8aebf9f80d2898cc7b);
            ape_crc[26] = ^(x & 128'hdf241c8c05ea7715d7f3f01a513198f7);
            ape_crc[27] = ^(x & 128'hba9938c743cfa0715e651a334925efc1);
            ape_crc[28] = ^(x & 128'h71e37051cf840eb84d48ce61790d01ac);
            ape_crc[29] = ^(x & 128'he3c6e0a39f081d709a919cc2f21a0359);
            ape_crc[30] = ^(x & 128'hc35cc098760b74bbc4a1c3820f72d89c);
            ape_crc[31] = ^(x & 128'h826880efa40da72d78c17d03f5a36f17);
        end
    endfunction

    function [127:0] ape_turned;
        input [127:0] word;
        ape_turned = {word[7:0], word[15:8], word[23:16], word[31:24], word[39:32], word[47:40], word[55:48], word[63:56],
                      word[71:64], word[79:72], word[87:80], word[95:88], word[103:96], word[111:104], word[119:112],
                      word[127:120]};
    endfunction
