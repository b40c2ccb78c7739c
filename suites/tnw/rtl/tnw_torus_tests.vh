// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The tests of tnw_torus_tb, each named for the sentence of tnw_torus.md that it holds the RTL to. Included there.

    localparam integer R = K == 6 ? 4 : 1;  // the node that is reset alone
    task without_symbols;
        begin
            if (test("all links are UP in the time the page gives")) begin
                bring_up;
                must(up_after <= 2 * 32 + 4 * (W + 8) + 40, `__LINE__);
                judge;
            end

            if (test("each node has the parameters that the torus is given")) begin
                idle(8);
                rst = {K{1'b0}};
                idle(4);
                node[K-1].host.read(16'h0004);
                must(node[K-1].host.value === 32'h01020310, `__LINE__);
                node[K-1].host.read(16'h1404);
                must(node[K-1].host.value === {8'd8, 8'd4, 8'd15, 8'd8}, `__LINE__);
                node[K-1].host.read(16'h4018);
                must(node[K-1].host.value === 32'h00000400, `__LINE__);
                judge;
            end

            if (test("each line leads to the neighbour's opposite link, WIRE_CYC later")) leads;

            // node 4 is (1,1,0): 3 on its x-, 5 on its x+, 1 on both y, itself on z. Meanwhile the others send. Of a ring
            // it is node 1: 0 on its x-, 2 on its x+, itself on y, too
            if (test("a node that is reset stops the links to it and no others")) begin
                bring_up;
                rst[R] = 1'b1;
                idle(60);
                must(up === (K == 6 ? 36'b111111_000000_111111_111111_111111_111111 : 18'b111111_000000_111111), `__LINE__);
                for (k = 0; k < K; k = k + 1) if (k != R) put(k, 4, 1);
                put(K == 6 ? 0 : 2, 0, 1);
                put(2, 2, 1);
                rst[R] = 1'b0;
                idle(120);
                must(up === (K == 6 ? 36'b111101_110000_111110_111111_110011_111111 : 18'b111101_111100_111110), `__LINE__);
                for (k = 0; k < K; k = k + 1) if (k != R) must(taken[6*k+5] == 1, `__LINE__);
                must(taken[K==6?7:1] == 1 && taken[(K==6?33:15)%L] == 1, `__LINE__);
                // the links to it are reset and come back
                for (n = 1; n >= 0; n = n - 1) begin
                    write(R - 1, 16'h1008, n);
                    write(R + 1, 16'h1408, n);
                    if (K == 6) write(1, 16'h1808, n);
                    if (K == 6) write(1, 16'h1c08, n);
                    idle(80 + 60 * (1 - n));
                end
                must(up === {L{1'b1}}, `__LINE__);
                judge;
            end

            // faults: what the lines show is compared in every cycle
            if (test("a line is cut, or inverted, in the cycle in which it is said")) begin
                bring_up;
                for (n = 0; n < 60; n = n + 1) begin
                    for (j = 0; j < L; j = j + 1) begin
                        cut[j] = rnd(4) == 0;
                        flip[40*j+:40] = rnd(3) == 0 ? 40'd1 << rnd(40) : 40'd0;
                    end
                    #0.5;
                    for (j = 0; j < L; j = j + 1)
                        must(line[40*j+:40] === (cut[j] ? NOTHING : late[W][40*from[j]+:40] ^ flip[40*j+:40]), `__LINE__);
                    idle(1);
                end
                cut = {L{1'b0}};
                flip = {40 * L{1'b0}};
                judge;
            end
        end
    endtask

    // an item that says whose it is on every link of every node
    task leads;
        begin
            bring_up;
            for (k = 0; k < K; k = k + 1) for (j = 0; j < 6; j = j + 1) put(k, j, 0);
            idle(200);
            all_taken(1);
            must(checked > L * 200, `__LINE__);
            judge;
        end
    endtask
    task ring;
        begin
            if (Y_N == 3) if (test("in a ring of three in y each line leads to the neighbour's opposite link")) leads;
            if (Z_N == 3) if (test("in a ring of three in z each line leads to the neighbour's opposite link")) leads;
        end
    endtask

    // node 0's x+ and x- lead to node 1 over two cables, y and z lead to itself
    task with_symbols;
        begin
            if (test("with symbols all links are UP in the time the page gives")) begin
                bring_up;
                must(up_after <= 48 + 2 * 32 + 4 * (W + 8) + 40, `__LINE__);
                judge;
            end
            if (test("with size 2 the two cables between two nodes stay apart")) begin
                bring_up;
                put(0, 0, 0);
                put(0, 2, 0);
                put(0, 2, 1);
                put(1, 1, 0);
                put(1, 1, 1);
                put(1, 1, 2);
                idle(250);
                must(taken[7] == 1 && taken[3] == 2 && taken[0] == 3, `__LINE__);
                must(taken[1] == 0 && taken[6] == 0 && taken[2] == 0 && taken[8] == 0 && taken[9] == 0, `__LINE__);
                judge;
            end
            if (test("a line of symbols that is cut shows zeros")) begin
                idle(8);
                rst = {K{1'b0}};
                idle(12);
                cut[7] = 1'b1;
                flip[40*7+:40] = {40{1'b1}};
                #0.5 must(line[40*7+:40] === 40'd0 && line[40*6+:40] !== 40'd0, `__LINE__);
                judge;
            end
        end
    endtask

    initial begin
        wait (start);
        if (PCS_EN != 0) with_symbols;
        else if (X_N == 1) ring;
        else without_symbols;
        $display("# %0d cycles", cycle);
        done = 1'b1;
    end
