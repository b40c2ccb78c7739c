// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Output queue of a lane of the level-2 switch: 16 packets in three levels, to the lane, or to another queue when the lane is dead.
//
// w_begin promises a place to a packet of level w_prio, room shows that two cycles later; then w_en writes a word, or two with w_two, until
// w_last. A packet that is whole in t begins at m in t+2. With up 0 no packet begins at m, one of which no word was taken is taken back, and packets come
// out at x while x_en is 1. idle: no packet is here or on its way. Contract: cl_switch.md sections 4 and 5.

`timescale 1ns / 1ps
`default_nettype none

module cl_switch_out (
    input  wire        clk,
    input  wire        rst,
    input  wire        w_begin,
    input  wire [1:0]  w_prio,
    input  wire        w_en,
    input  wire [31:0] w_data,
    input  wire        w_two,
    input  wire        w_last,
    output reg  [2:0]  room,
    input  wire        up,
    output wire        m_valid,
    input  wire        m_ready,
    output wire [15:0] m_data,
    output wire        m_last,
    input  wire [2:0]  m_ok,
    input  wire        x_en,
    output wire        x_valid,
    input  wire        x_ready,
    output wire        idle,
    output wire        ev_out,
    output wire [4:0]  level
);

    localparam [4:0] ALL_N = 5'd16, LOWER_N = 5'd12, LOWEST_N = 5'd8;

    // ---- places: promised or taken
    reg [15:0] used_q;
    reg [14:0] n_q;     // packets of a level, promised ones too
    reg [3:0]  lowest;
    integer p;
    always @* begin
        lowest = 4'd0;
        for (p = 15; p >= 0; p = p - 1) if (!used_q[p]) lowest = p[3:0];
    end
    assign level = n_q[5*0+:5] + n_q[5*1+:5] + n_q[5*2+:5];
    wire [4:0] lower = n_q[5*1+:5] + n_q[5*2+:5];
    wire all_ok = level < ALL_N, lower_ok = all_ok && lower < LOWER_N;
    always @(posedge clk) room <= {lower_ok && n_q[5*2+:5] < LOWEST_N, lower_ok, all_ok};

    // ---- a packet comes
    reg [3:0] place_q;
    reg [1:0] prio_q;
    reg [5:0] word_q;  // the next one
    wire      whole = w_en && w_last;

    // ---- levels: queues of places
    reg [3:0] place_of [0:63];
    reg [11:0] wr_q, rd_q;
    reg [14:0] whole_q;  // packets that stand whole
    reg [5:0] words_q [0:15];
    wire [2:0] some = {whole_q[5*2+:5] != 5'd0, whole_q[5*1+:5] != 5'd0, whole_q[5*0+:5] != 5'd0};
    wire [2:0] may  = some & (up ? m_ok : {3{x_en}});

    // ---- the packet that leaves: it stays in its queue until its last word was taken
    reg        out_q, x_q, begun_q;
    reg [1:0]  q_q;
    reg [3:0]  from_q;
    reg [5:0]  at_q;
    wire [1:0] pick  = may[0] ? 2'd0 : may[1] ? 2'd1 : 2'd2;
    wire       start = !out_q && may != 3'd0;
    wire [3:0] head  = place_of[{pick, rd_q[4*pick+:4]}];
    wire [31:0] ram_data;
    assign m_valid = out_q && !x_q;
    assign x_valid = out_q && x_q;
    assign m_data  = at_q[0] ? ram_data[31:16] : ram_data[15:0];
    assign m_last  = at_q + 6'd1 == words_q[from_q];
    wire take = (m_valid && m_ready) || (x_valid && x_ready);
    wire gone = take && m_last;
    assign ev_out = gone && !x_q;
    assign idle   = level == 5'd0;

    tn_ram_sync #(
        .DATA_W (32),
        .DEPTH_N(512),
        .ADDR_W (9),
        .COL_W  (16)
    ) u_words (
        .clk    (clk),
        .wr_en  ({w_en && (w_two || word_q[0]), w_en && !word_q[0]}),
        .wr_addr({place_q, word_q[5:1]}),
        .wr_data(w_two ? w_data : {w_data[15:0], w_data[15:0]}),
        .rd_en  (start || (take && at_q[0])),
        .rd_addr(start ? {head, 5'd0} : {from_q, at_q[5:1] + 5'd1}),
        .rd_data(ram_data)
    );

    integer q;
    always @(posedge clk) begin
        if (w_begin) begin
            place_q        <= lowest;
            prio_q         <= w_prio;
            word_q         <= 6'd0;
            used_q[lowest] <= 1'b1;
        end else if (w_en) word_q <= word_q + (w_two ? 6'd2 : 6'd1);
        if (whole) begin
            place_of[{prio_q, wr_q[4*prio_q+:4]}] <= place_q;
            words_q[place_q] <= word_q + (w_two ? 6'd2 : 6'd1);
        end
        for (q = 0; q < 3; q = q + 1) begin
            n_q[5*q+:5]     <= n_q[5*q+:5] + {4'd0, w_begin && w_prio == q[1:0]} - {4'd0, gone && q_q == q[1:0]};
            whole_q[5*q+:5] <= whole_q[5*q+:5] + {4'd0, whole && prio_q == q[1:0]} - {4'd0, gone && q_q == q[1:0]};
            wr_q[4*q+:4]    <= wr_q[4*q+:4] + {3'd0, whole && prio_q == q[1:0]};
            rd_q[4*q+:4]    <= rd_q[4*q+:4] + {3'd0, gone && q_q == q[1:0]};
        end
        if (take) begin
            at_q    <= at_q + 6'd1;
            begun_q <= 1'b1;
        end
        if (start) begin
            out_q   <= 1'b1;
            x_q     <= !up;
            begun_q <= 1'b0;
            q_q     <= pick;
            from_q  <= head;
            at_q    <= 6'd0;
        end
        if (gone) begin
            out_q          <= 1'b0;
            used_q[from_q] <= 1'b0;
        end
        // the lane's end takes no first word any more
        if (m_valid && !up && !begun_q && !take) out_q <= 1'b0;
        if (rst) begin
            used_q <= 16'd0;
            out_q  <= 1'b0;
            n_q     <= 15'd0;
            whole_q <= 15'd0;
            wr_q    <= 12'd0;
            rd_q    <= 12'd0;
        end
    end

endmodule

`default_nettype wire
