// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two ends a (its txFifo is the largest) and b, the line between them, and tasks: what tnw_link_pair_tb.v (words on the
// line, PCS 0) and tnw_link_line_tb.v (symbols) share. Include inside a bench behind tnw_bench.vh.

    localparam integer WIRE = 10;            // cycles each way
    localparam integer D = WIRE + 6;         // with both tnw_pcs, at most
    localparam integer CTRL = 'h8, STATUS = 'hc, TMO = 'h10, BACKOFF = 'h14, TX_PACKETS = 'h40, TX_RESENT = 'h44;
    localparam integer TX_RESTARTS = 'h48, TX_TIMEOUTS = 'h4c, FB_NACK = 'h50, FB_FULL = 'h54, FB_CRC = 'h58;
    localparam integer FB_SEQ = 'h5c, FB_CODE = 'h60, PEER_RESET = 'h64, LOST = 'h68, UNREAD = 'h6c, CAUSES = 'h80;
    localparam integer SYNC = 'ha4;

    reg  clk = 1'b0, rst = 1'b1;
    always #2 clk = !clk;

    wire [39:0] sym_a, sym_b;
    reg  [40*WIRE-1:0] way_ab = 0, way_ba = 0;
    integer noise = 0;  // one in so many cycles has a bit turned round, one in 16 of those a burst
    reg [39:0] hit_ab = 40'd0, hit_ba = 40'd0;
    reg        flip = 1'b0, line_cut = 1'b0;  // a bit of lane 2 from a; zeros both ways
    always @(posedge clk) begin
        hit_ab = 40'd0;
        hit_ba = 40'd0;
        if (noise != 0 && rnd(noise) == 0) hit_ab = rnd(16) == 0 ? {rnd(256), rnd(2147483647)} : 40'd1 << rnd(40);
        if (noise != 0 && rnd(noise) == 0) hit_ba = rnd(16) == 0 ? {rnd(256), rnd(2147483647)} : 40'd1 << rnd(40);
        if (flip) hit_ab = 40'd1 << 23;
        way_ab <= {way_ab[40*(WIRE-1)-1:0], line_cut ? 40'd0 : sym_a ^ hit_ab};
        way_ba <= {way_ba[40*(WIRE-1)-1:0], line_cut ? 40'd0 : sym_b ^ hit_ba};
    end

    tnw_bench_end #(.ID(0), .PCS(PCS), .TX_ITEMS_LOG2(6)) a (
        .clk(clk), .rst(rst), .tx_sym(sym_a), .rx_sym(way_ba[40*WIRE-1-:40]));
    tnw_bench_end #(.ID(1), .PCS(PCS)) b (.clk(clk), .rst(rst), .tx_sym(sym_b), .rx_sym(way_ab[40*WIRE-1-:40]));

    integer n, i, from;
    task wait_cycles; input integer m; repeat (m) @(negedge clk); endtask
    task reg_a;
        input integer addr, want;
        begin
            a.read(addr);
            if (a.value !== want) begin
                wrong = wrong + 1;
                $display("# a, register %0h: %0d, not %0d", addr, a.value, want);
            end
        end
    endtask
    task reg_b;
        input integer addr, want;
        begin
            b.read(addr);
            if (b.value !== want) begin
                wrong = wrong + 1;
                $display("# b, register %0h: %0d, not %0d", addr, b.value, want);
            end
        end
    endtask
    function both_up;
        input unused;
        both_up = a.link.link == 3 && b.link.link == 3;
    endfunction
    task start;
        begin
            rst = 1'b1;
            noise = 0;
            a.dup_n = 0;
            b.dup_n = 0;
            a.todo = 0;
            b.todo = 0;
            a.pause = 0;
            b.pause = 0;
            a.bad_n = 0;
            b.bad_n = 0;
            a.bad_pk = -1;
            b.bad_pk = -1;
            a.take_mask = 8'hff;
            b.take_mask = 8'hff;
            wait_cycles(WIRE + 4);
            a.forget;
            b.forget;
            rst = 1'b0;
            n = 0;
            while (!both_up(0) && n < 1000) begin
                wait_cycles(1);
                n = n + 1;
            end
            // 48 columns, then INIT and READY each way, the latter up to 32 cycles after the other end can hear it
            if (n > 48 + 3 * (D + 8) + 64) begin
                wrong = wrong + 1;
                $display("# UP after %0d", n);
            end
        end
    endtask
    task settle;  // until all that was injected came
        input integer limit;
        begin
            n = 0;
            while ((a.todo != 0 || b.todo != 0 || a.beat != 0 || b.beat != 0 || a.obs_unacked != 0 || b.obs_unacked != 0
                || a.all_put != b.all_got || b.all_put != a.all_got) && n < limit) begin
                wait_cycles(1);
                n = n + 1;
            end
            if (n == limit) begin
                wrong = wrong + 1;
                $display("# after %0d cycles a %0d sent %0d came, b %0d sent %0d came, u %0d and %0d, states %0d and %0d", n,
                         a.all_put, b.all_got, b.all_put, a.all_got, a.obs_unacked, b.obs_unacked,
                         a.obs_tx_state, b.obs_tx_state);
            end
            if (a.wrong != 0 || b.wrong != 0 || a.wrong_time != 0 || b.wrong_time != 0 || a.twice != 0 || b.twice != 0
                || a.missing != 0 || b.missing != 0) begin
                wrong = wrong + 1;
                $display("# wrong %0d %0d time %0d %0d twice %0d %0d missing %0d %0d", a.wrong, b.wrong, a.wrong_time,
                         b.wrong_time, a.twice, b.twice, a.missing, b.missing);
            end
        end
    endtask
    task inject;
        input integer of_a, of_b;
        begin
            a.todo = of_a;
            b.todo = of_b;
        end
    endtask
    task numbers_off;  // on both ends, by a reset of both
        begin
            a.write(CTRL, 3);
            b.write(CTRL, 3);
            a.write(CTRL, 2);
            b.write(CTRL, 2);
            n = 0;
            while (!both_up(0) && n < 1000) begin
                wait_cycles(1);
                n = n + 1;
            end
            wait_cycles(200 + D);
            a.forget;
            b.forget;
        end
    endtask
