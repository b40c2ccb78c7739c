// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packets of the link bench: packet n is a function of n, CRCs worked out bit by
// bit from the fabric's page, so that who receives one can tell whether it is
// whole. Include after tn_bench.vh.

    function [127:0] mix;
        input [31:0] n, k;
        reg   [31:0] a, b;
        integer      i;
        begin
            a = n * 32'd2654435761 + k * 32'd40503 + 32'd97;
            for (i = 0; i < 4; i = i + 1) begin
                a = a ^ (a << 13);
                a = a ^ (a >> 17);
                a = a ^ (a << 5);
                mix[32*i+:32] = a;
            end
        end
    endfunction

    function [111:0] body_of;  // header without CRC; one in four is all of its packet, one has no payload
        input [31:0] n;
        reg [127:0] h;
        reg [41:0]  addr;
        reg [13:0]  size;
        reg [4:0]   kind;
        begin
            h = mix(n, 1000);
            addr = h[41:0];
            kind = n[1:0] == 0 ? type_of(7 + h[71:64] % 3) : n[1:0] == 1 ? 5'd3 : h[64] ? 5'd9 : h[65] ? 5'd11 : 5'd0;
            size = !n[1] ? 14'd0 : 1 + h[55:48] % (h[57:56] == 0 ? 256 - addr[3:0] : 40);
            body_of = bare(n[15:0], h[63:42], addr, kind, size);
        end
    endfunction

    function [127:0] head_of;
        input [31:0] n;
        head_of = sealed(body_of(n));
    endfunction

    function integer words_of;
        input [31:0] n;
        reg [127:0] h;
        begin
            h = {16'd0, body_of(n)};
            words_of = n[1:0] == 0 ? 1 : n[1:0] == 1 ? 2 : 2 + (h[65:62] + h[61:48] + 15) / 16;
        end
    endfunction

    function [31:0] crc32;  // one word more, lane order
        input [31:0]  crc;
        input [127:0] w;
        integer       b;
        begin
            crc32 = crc;
            for (b = 0; b < 128; b = b + 1)
                crc32 = (crc32 >> 1) ^ (crc32[0] != w[b] ? 32'hedb88320 : 32'd0);
        end
    endfunction

    function [7:0] crc8;  // of a footer without bits 95:88, where it stands
        input [127:0] w;
        integer       b;
        begin
            crc8 = 8'hff;
            for (b = 127; b >= 0; b = b - 1)
                if (b > 95 || b < 88) crc8 = {crc8[6:0], 1'b0} ^ (crc8[7] != w[b] ? 8'h07 : 8'h00);
        end
    endfunction

    function [127:0] word_of;  // word k of packet n
        input [31:0] n, k;
        reg [127:0] w;
        reg [31:0]  crc;
        integer     i;
        begin
            if (k == 0) word_of = head_of(n);
            else if (k != words_of(n) - 1) word_of = mix(n, k);
            else begin
                crc = 32'hffffffff;
                for (i = 1; i < k; i = i + 1) crc = crc32(crc, mix(n, i));
                w = mix(n, k);
                w[127:96] = k == 1 ? 32'd0 : ~crc;
                w[87:61] = 27'd0;
                w[46:36] = 11'd0;
                w[95:88] = crc8(w);
                word_of = w;
            end
        end
    endfunction
