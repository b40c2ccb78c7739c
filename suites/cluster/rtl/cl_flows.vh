// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Packets of flows for the benches of the level-2 switch: their words follow from flow and number, so that nothing has to be kept. The last word, the CRC,
// is the bench's. Include behind cl_bench.vh, PORTS and PLANES.

    localparam integer FLOWS = PORTS * PORTS * 3;
    function integer flow_of;
        input integer src, dst, prio;
        flow_of = (src * PORTS + dst) * 3 + prio;
    endfunction
    function [31:0] mixed;
        input integer flow, number, word;
        reg [31:0] x;
        begin
            x = flow * 32'd2654435761 + number * 32'd40503 + word * 32'd97 + 32'd12345;
            x = x ^ (x >> 15);
            x = x * 32'd2246822519;
            mixed = x ^ (x >> 13);
        end
    endfunction
    integer longest = 32;  // payload words of the longest packet
    function integer words_of;
        input integer flow, number;
        words_of = 3 + 1 + mixed(flow, number, 0) % longest;
    endfunction
    function [15:0] word_of;
        input integer flow, number, n;
        integer prio, dst, src, words;
        reg [15:0] x;
        begin
            prio  = flow % 3;
            dst   = flow / 3 % PORTS;
            src   = flow / 3 / PORTS;
            words = words_of(flow, number);
            x     = mixed(flow, number, n);
            word_of = n == 0 ? {dst[4:0], src[4:0], prio[1:0], 4'd1} : n == 1 ? {4'd0, words[5:0] - 6'd3, x[5:0]} : n == 2 ? number[15:0] : x;
        end
    endfunction
    function integer lane_of;  // of a flow, at the port
        input integer flow, port;
        lane_of = port * PLANES + ((flow / 3 % PORTS) ^ (flow / 3 / PORTS) ^ (flow % 3)) % PLANES;
    endfunction
