// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers and counters of TNW's receiver; what is written to a window becomes a credit.
//
// A write of NOTIFY_HI in t gives push in t, when the credit is good and there is room; otherwise BAD or
// NO_ROOM counts. Data in the cycle after reg_rd, 0 in all others. free and outstanding, used: of reg_id,
// the window that reg_addr is in. rst clears all. Contract: tnw_nwp.md section 4.

`timescale 1ns / 1ps
`default_nettype none

module tnw_rcv_regs (
    input  wire         clk,
    input  wire         rst,
    // the register port
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [11:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output reg  [31:0]  reg_rdata,
    // the window's credits
    output wire [5:0]   reg_id,
    output wire         push,
    output wire [173:0] credit,
    input  wire         room,
    input  wire [7:0]   outstanding,
    input  wire [7:0]   free,
    input  wire [20:0]  used,         // packets
    input  wire         behind,
    // counted events
    input  wire         inc_packets,
    input  wire         inc_nofit,
    input  wire         inc_notified,
    input  wire         inc_short,
    input  wire         inc_long,
    input  wire         inc_behind,
    input  wire [9:0]   inc_flushed
);

    localparam [5:0] TOP_ID = 6'd47;
    localparam [5:0] A_LENGTH = 6'h08, A_NOTIFY_HI = 6'h14, A_CREDITS = 6'h18, A_PROGRESS = 6'h1c;
    localparam [11:0] A_PACKETS = 12'hc00, A_NOFIT = 12'hc04, A_NOTIFIED = 12'hc08, A_BAD = 12'hc0c,
        A_NO_ROOM = 12'hc10, A_FLUSHED = 12'hc14, A_SHORT = 12'hc18, A_LONG = 12'hc1c, A_BEHIND = 12'hc20;
    localparam [29:0] LENGTH_MAX = 30'h10000000;

    wire       window = reg_addr[11:6] <= TOP_ID;
    wire       plain = window && reg_addr[5:0] <= A_NOTIFY_HI && reg_addr[1:0] == 2'd0;  // read as written
    wire [2:0] which = reg_addr[4:2];
    wire       write = reg_wr && plain;

    assign reg_id = reg_addr[11:6];

    // ---- six registers of 48 windows, of which a bit says that they were ever written
    wire [191:0] held;

    // bit 29 of LENGTH: bits above it were written
    wire [31:0] stored = reg_addr[5:0] == A_LENGTH ? {2'd0, reg_wdata[31:29] != 3'd0, reg_wdata[28:0]} : reg_wdata;

    genvar g;
    generate
        for (g = 0; g < 6; g = g + 1) begin : g_reg
            reg  [47:0] set_q;
            wire [31:0] word;

            always @(posedge clk) begin
                if (rst) set_q <= 48'd0;
                else if (write && which == g) set_q[reg_id] <= 1'b1;
            end

            tn_ram #(
                .DATA_W (32),
                .DEPTH_N(48),
                .ADDR_W (6)
            ) u_ram (
                .clk    (clk),
                .wr_en  (write && which == g),
                .wr_addr(reg_id),
                .wr_data(stored),
                .rd_addr(reg_id),
                .rd_data(word)
            );

            assign held[32*g+:32] = set_q[reg_id] ? word : 32'd0;
        end
    endgenerate

    // ---- the credit that a write of NOTIFY_HI gives
    wire [63:0] base = held[63:0];
    wire [29:0] length = held[93:64];
    wire [31:0] tag = held[127:96];
    wire [63:0] notify = {reg_wdata, held[159:128]};
    wire        give = write && reg_addr[5:0] == A_NOTIFY_HI;
    wire        bad = length == 30'd0 || length > LENGTH_MAX || length[6:0] != 7'd0
        || base[3:0] != 4'd0 || notify[3:0] != 4'd0;

    assign push   = give && !bad && room;
    assign credit = {base[63:4], length[28:7], notify[63:4], tag};

    // ---- counters, in the order of their addresses
    reg [31:0] packets_q, nofit_q, notified_q, bad_q, no_room_q, flushed_q, short_q, long_q, behind_q;
    always @(posedge clk) begin
        if (rst) begin
            packets_q  <= 32'd0;
            nofit_q    <= 32'd0;
            notified_q <= 32'd0;
            bad_q      <= 32'd0;
            no_room_q  <= 32'd0;
            flushed_q  <= 32'd0;
            short_q    <= 32'd0;
            long_q     <= 32'd0;
            behind_q   <= 32'd0;
        end else begin
            packets_q  <= packets_q + {31'd0, inc_packets};
            nofit_q    <= nofit_q + {31'd0, inc_nofit};
            notified_q <= notified_q + {31'd0, inc_notified};
            bad_q      <= bad_q + {31'd0, give && bad};
            no_room_q  <= no_room_q + {31'd0, give && !bad && !room};
            flushed_q  <= flushed_q + {22'd0, inc_flushed};
            short_q    <= short_q + {31'd0, inc_short};
            long_q     <= long_q + {31'd0, inc_long};
            behind_q   <= behind_q + {31'd0, inc_behind};
        end
    end

    always @(posedge clk) begin
        reg_rdata <= 32'd0;
        if (reg_rd && !rst) begin
            if (plain) reg_rdata <= reg_addr[5:0] == A_LENGTH ? {3'd0, length[28:0]} : held[32*which+:32];
            if (window && reg_addr[5:0] == A_CREDITS) reg_rdata <= {15'd0, behind, free, outstanding};
            if (window && reg_addr[5:0] == A_PROGRESS) reg_rdata <= {4'd0, used, 7'd0};
            case (reg_addr)
                A_PACKETS: reg_rdata <= packets_q;
                A_NOFIT: reg_rdata <= nofit_q;
                A_NOTIFIED: reg_rdata <= notified_q;
                A_BAD: reg_rdata <= bad_q;
                A_NO_ROOM: reg_rdata <= no_room_q;
                A_FLUSHED: reg_rdata <= flushed_q;
                A_SHORT: reg_rdata <= short_q;
                A_LONG: reg_rdata <= long_q;
                A_BEHIND: reg_rdata <= behind_q;
                default: ;
            endcase
        end
    end

endmodule

`default_nettype wire
