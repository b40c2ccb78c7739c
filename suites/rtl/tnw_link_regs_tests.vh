// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// tnw_link_tb's tests of registers, and of what no bench has the time for. Include inside tnw_link_tb.

    task registers;
      begin
        // ---- registers
        if (test("registers at reset, written, and addresses that are none")) begin
            restart;
            idle(2);
            register(0, 32'h54570001);
            register(4, {8'd8, 8'd2, 8'd16, 8'd4});
            for (n = 8; n < 1024; n = n + 1) register(n, n == TMO ? 512 : n == BACKOFF ? 256 : 0);
            write(TMO, 32'hffff1234);
            register(TMO, 32'h1234);
            write(BACKOFF, 32'h00015678);
            register(BACKOFF, 32'h5678);
            write(CTRL, 32'hfffffffe);
            register(CTRL, 2);
            for (n = 0; n < 256; n = n + 1) if (n < 2 || n > 5) write(4 * n, 32'hffffffff);
            write(STATUS, 32'hffffffff);
            for (n = 24; n < 1024; n = n + 4) register(n, 0);
            register(0, 32'h54570001);
            judge;
        end

        // ---- what no bench has the time for is written into the module
        if (test("timers count 16 bits, counters 32 and then from 0, each at its address")) begin
            bring_up;
            write(TMO, 65535);
            write(BACKOFF, 65535);
            inject;
            idle(60);
            dut.u_tx.tmo_q = 16'hffe0;
            idle(26);
            must(seen[RESTART] == 0, 170);
            idle(12);
            must(seen[RESTART] == 1, 171);
            idle(50);
            set(FULL, 0);
            idle(10);
            dut.u_tx.off_q = 16'hffe0;
            idle(26);
            must(seen[RESTART] == 1 && tstate == 3'd4, 172);
            idle(12);
            must(seen[RESTART] == 2, 173);
            idle(40);
            set(ACK, 0);
            idle(4);
            for (n = 0; n < 25; n = n + 1) dut.u_regs.cnt_q[32*n+:32] = 32'hffffffff - n;
            idle(1);
            for (n = 0; n < 25; n = n + 1) register(n < 12 ? TX_PACKETS + 4 * n : CAUSES + 4 * (n - 11), 32'hffffffff - n);
            inject;
            code_n = 3'd4;
            disp_n = 3'd3;
            repeat (7) idle(1);
            code_n = 3'd0;
            disp_n = 3'd0;
            idle(4);
            register(TX_PACKETS, 0);
            register(SYM_CODE, 28 - 24);
            register(SYM_DISP, 21 - 25);
            judge;
        end
      end
    endtask
