// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What stands around the two network interfaces of ape_ni_tb: the way between them. Include inside that bench.

    localparam [15:0] A = {6'd3, 5'd2, 5'd1};
    localparam [15:0] B = {6'd9, 5'd7, 5'd4};

    reg          clk = 0, rst = 1;
    always #1 clk = !clk;

    wire         a_tv, a_th, a_tl, b_tv, b_th, b_tl;
    wire [127:0] a_td, b_td;
    wire         a_tr, b_tr;
    wire [1:0]   a_room, b_room;
    wire         a_rv, a_rh, a_rl, a_rvc, b_rv, b_rh, b_rl, b_rvc;
    wire [127:0] a_rd, b_rd;

    ape_ni_side #(.OWN(A), .BUF_LOG2(A_LOG2), .TLB_LOG2(A_LOG2), .MSG_LOG2(A_LOG2)) a (
        .clk(clk), .rst(rst), .l_tx_valid(a_tv), .l_tx_ready(a_tr), .l_tx_data(a_td), .l_tx_head(a_th), .l_tx_last(a_tl),
        .l_rx_valid(a_rv), .l_rx_data(a_rd), .l_rx_vc(a_rvc), .l_rx_head(a_rh), .l_rx_last(a_rl), .l_rx_room(a_room));
    ape_ni_side #(.OWN(B), .ENGINE_N(2), .PKT_LOG2(2), .BUF_LOG2(3), .TLB_LOG2(4), .MSG_LOG2(1), .GET_LOG2(1), .ACK_LOG2(1)) b (
        .clk(clk), .rst(rst), .l_tx_valid(b_tv), .l_tx_ready(b_tr), .l_tx_data(b_td), .l_tx_head(b_th), .l_tx_last(b_tl),
        .l_rx_valid(b_rv), .l_rx_data(b_rd), .l_rx_vc(b_rvc), .l_rx_head(b_rh), .l_rx_last(b_rl), .l_rx_room(b_room));

    ape_ni_way to_b (
        .clk(clk), .rst(rst), .s_valid(a_tv), .s_ready(a_tr), .s_data(a_td), .s_head(a_th), .s_last(a_tl),
        .m_valid(b_rv), .m_data(b_rd), .m_vc(b_rvc), .m_head(b_rh), .m_last(b_rl), .m_room(b_room));
    ape_ni_way to_a (
        .clk(clk), .rst(rst), .s_valid(b_tv), .s_ready(b_tr), .s_data(b_td), .s_head(b_th), .s_last(b_tl),
        .m_valid(a_rv), .m_data(a_rd), .m_vc(a_rvc), .m_head(a_rh), .m_last(a_rl), .m_room(a_room));

    integer wrong = 0;
    task bad;
        input [8*32-1:0] name;
        input [63:0] x, y;
        begin
            wrong = wrong + 1;
            if (wrong < 9) $display("# %0t: %0s: %x %x", $time, name, x, y);
        end
    endtask

    task verdict;
        input integer    count;
        input [8*72-1:0] name;
        if (count != 0) begin
            $display("not ok %0s", name);
            $display("# %0d times", count);
        end else $display("ok %0s", name);
    endtask

    task judge;
        input [8*72-1:0] name;
        begin
            verdict(wrong + a.wrong + b.wrong + to_a.wrong + to_b.wrong, name);
            wrong = 0;
            a.wrong = 0;
            b.wrong = 0;
            to_a.wrong = 0;
            to_b.wrong = 0;
        end
    endtask

    // bytes of A's memory stand in B's, and the byte on either side is not theirs
    task same;
        input [47:0] from, to;
        input integer bytes;
        integer      k;
        for (k = 0; k < bytes; k = k + 1)
            if (a.byte_at(from + k) !== b.byte_at(to + k)) bad("byte", k, {a.byte_at(from + k), b.byte_at(to + k)});
    endtask
