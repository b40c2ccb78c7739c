// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Fields of the cluster's packets and link packets, and their CRC (cluster.md sections 1 to 4). Include inside a module.

    /* verilator lint_off UNUSEDPARAM */
    localparam [15:0] CL_COMMA = 16'hc5bc;                        // K28.5 below D5.6
    localparam integer CL_TYPE_LSB = 0, CL_PRIO_LSB = 4;          // word 0
    localparam integer CL_SEQ_LSB = 0, CL_LEN_LSB = 6;            // word 1
    localparam [3:0]  CL_LINK = 4'd15;                            // the type of link packets
    localparam [3:0]  CL_WRITE = 4'd1, CL_READ = 4'd2, CL_WRITE_REPLY = 4'd3, CL_MESSAGE = 4'd4, CL_QUEUE_READ = 4'd5;
    localparam [3:0]  CL_ACK = 4'd6, CL_ADD = 4'd7, CL_REFUSE = 4'd8;  // ACK, ADD, NACK
    localparam [15:0] CL_LINK_0 = 16'h000f, CL_LINK_1 = 16'h00c0; // their header
    localparam integer CL_NACK = 15, CL_PLANE_LSB = 13, CL_ACK_LSB = 0;
    localparam [5:0]  CL_WORDS_MIN = 6'd4, CL_WORDS_MAX = 6'd35;
    localparam [15:0] CL_CRC_INIT = 16'hffff;
    /* verilator lint_on UNUSEDPARAM */

    // a word more into the register of CRC-16/IBM-3740, bit 15 first
    function [15:0] cl_crc16;
        input [15:0] crc;
        input [15:0] word;
        reg   [7:0]  x;
        reg   [15:0] half;
        begin
            x        = crc[15:8] ^ word[15:8];
            x        = x ^ (x >> 4);
            half     = {crc[7:0], 8'd0} ^ {x[3:0], 12'd0} ^ {3'd0, x, 5'd0} ^ {8'd0, x};
            x        = half[15:8] ^ word[7:0];
            x        = x ^ (x >> 4);
            cl_crc16 = {half[7:0], 8'd0} ^ {x[3:0], 12'd0} ^ {3'd0, x, 5'd0} ^ {8'd0, x};
        end
    endfunction

    // the priority of packets of a type
    function [1:0] cl_type_prio;
        input [3:0] kind;
        case (kind)
            CL_WRITE, CL_MESSAGE: cl_type_prio = 2'd1;
            CL_READ, CL_QUEUE_READ: cl_type_prio = 2'd2;
            default: cl_type_prio = 2'd0;
        endcase
    endfunction
