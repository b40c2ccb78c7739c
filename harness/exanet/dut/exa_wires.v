// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// In place of rtl/top/exa_wires.v in the benches of exa_qfdb and, which says so (EXA_WIRES_TB), of exa_two_nodes: the lines
// into one FPGA from the others of its board, struck as the bench's registers 1070 to 1080 say (exa_boards.vh). What a strike does: inverts bits;
// puts the block before in the block's place; or makes its header 00. With EXA_SECOND_LATE the second lines are longer than the first, by as many blocks as
// the bench's register 1050 says.

`timescale 1ns / 1ps
`default_nettype none
`ifndef EXA_WIRES_TB
`define EXA_WIRES_TB exa_qfdb_tb
`endif

module exa_wires #(
    parameter integer FPGA = 0, // receiver's number on the board, 0 to 3
    parameter integer LINK = 0  // 0: first lines between two FPGAs, 1: second
) (
    input  wire [3:0]   clk,
    input  wire [3:0]   rst,
    input  wire [7:0]   s_head,
    input  wire [255:0] s_data,
    output wire [7:0]   m_head,
    output wire [255:0] m_data
);
    localparam [1:0] INVERT = 2'd0, REPEAT = 2'd1;

    wire [31:0] period = `EXA_WIRES_TB.in_period[32*FPGA+:32];
    wire [1:0]  kind = `EXA_WIRES_TB.in_kind;
    wire [6:0]  burst = `EXA_WIRES_TB.burst;

    genvar l;
    generate
        for (l = 0; l < 4; l = l + 1) begin : g_line
            wire [65:0] line = {s_data[64*l+:64], s_head[2*l+:2]};
`ifdef EXA_RELAYS
            // the other node's line goes through what stands between (exa_relays.v)
            wire [65:0] now = l == 1 - FPGA ? `EXA_WIRES_TB.come[66*FPGA+:66] : line;
            if (l == 1 - FPGA) begin : g_sent
                always @* `EXA_WIRES_TB.sent[66*l+:66] = line;
            end
`else
`ifdef EXA_SECOND_LATE
            wire [65:0] now;
            if (LINK == 1) begin : g_longer
                reg [65:0] on_line[0:255];
                reg [7:0]  at_q;
                reg [7:0]  age_q; // blocks since the reset, 255 at most: before them nothing is on the line

                always @(posedge clk[l]) begin
                    at_q <= rst[l] ? 8'd0 : at_q + 8'd1;
                    age_q <= rst[l] ? 8'd0 : age_q + {7'd0, age_q != 8'd255};
                    on_line[at_q] <= line;
                end
                wire [7:0] from = at_q - `EXA_WIRES_TB.second_late; // a net of its own: Icarus does not wrap an index
                assign now = `EXA_WIRES_TB.second_late == 8'd0 ? line :
                             age_q < `EXA_WIRES_TB.second_late ? 66'd0 : on_line[from];
            end else begin : g_first
                assign now = line;
            end
`else
            wire [65:0] now = line;
`endif
`endif
            wire [65:0] error;
            reg  [65:0] before_q;
            reg  [65:0] then;

            tn_bench_noise #(.SEED(16'h2b5d + 16'h0f35 * (16 * LINK + 4 * FPGA + l))) u_noise (
                .clk(clk[l]), .rst(rst[l]), .period(period), .burst(burst), .error(error)
            );
            always @(posedge clk[l]) before_q <= now;
            always @*
                if (kind == INVERT || error == 66'd0) then = now ^ error;
                else if (kind == REPEAT) then = before_q;
                else then = {now[65:2], 2'b00};
            assign {m_data[64*l+:64], m_head[2*l+:2]} = then;
        end
    endgenerate
endmodule

`default_nettype wire
