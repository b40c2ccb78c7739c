// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Tests of the receiver where a header is due and where a packet is over, for ape_link_tb.

        if (test("a header comes in the cycle directly behind START, or it is none")) begin
            restart;
            ready = 2'b11;
            make(5, 0, 64);
            for (i = 0; i < 4; i = i + 1) begin
                start_comes;
                if (i < 2) wait_cycles(1 + 20 * i);
                else begin
                    control_comes(MAGIC);
                    if (i == 2) line(credit_word(1, 1, 1, 1));
                    else wait_cycles(1);
                end
                addr = 4 * RX_STATUS;
                rd = 1'b1;
                wait_cycles(3);
                check(rdata === 32'd10);
                rd = 1'b0;
                line(pk[0]);
                come_bare(1, pk_n - 1);
                over;
                wait_cycles(10);
                register(RX_STATUS, 10);
                register(CREDIT_BAD, i == 3);
            end
            register(DROPPED, 4 * pk_n - 1);
            register(RX_CREDITS, 1 + behind);
            register(CUT, 0);
            check(got_n[0] == 0);
            come(0, pk_n - 1);
            wait_cycles(10);
            came(0, 0);
            judge;
        end
        if (test("a footer is held until START, or MAGIC directly behind a credit word, and counts as a word held")) begin
            for (i = 0; i < 6; i = i + 1) begin
                restart;
                ready = {1'b1, i != 5};
                make(5, i % 2, 48);
                come_bare(0, pk_n - 1);
                wait_cycles(20);
                check(i == 5 || got_n[i%2] == pk_n - 1);
                register(RX_STATUS, 9);
                if (i == 5) register(LEVEL + 1, 32'h00010000);
                else register(LEVEL + i % 2, 32'h00010000);
                check(credit === (i % 2 == 0 ? credit_word(8, 2, 8, 3) : credit_word(8, 3, 8, 2)));
                // a stuffing's words, and MAGIC behind a pause
                credit_comes(credit_word(1, 1, 1, 1));
                wait_cycles(1);
                credit_comes(credit_word(1, 1, 1, 1) ^ 128'd1 << (i == 3 ? 5 : 0) ^ 128'd1);
                wait_cycles(2 + i);
                control_comes(MAGIC);
                control_comes(MAGIC);
                wait_cycles(12);
                check(lasts[i%2] == 0);
                register(RX_STATUS, 9);
                // over
                if (i < 3) control_comes(START);
                else begin
                    line(credit_word(1, 1, 1, 1) ^ (i == 4 ? 128'd1 << 99 : 128'd0));
                    control_comes(MAGIC);
                end
                wait_cycles(1);
                addr = 4 * (LEVEL + i % 2);
                rd = 1'b1;
                repeat (9) @(negedge clk);
                check(rdata === 32'd0);
                rd = 1'b0;
                came(i % 2, 0);
                check(lasts[i%2] == 1 && got_n[i%2] == pk_n);
                register(RX_STATUS, i < 3 ? 10 : 1);
                register(CUT, 0);
                register(CRC_WRONG, 0);
                register(DROPPED, 0);
                register(CREDIT_BAD, i == 3 || i == 4);
            end
            judge;
        end
        if (test("a footer that is held is cut, with err, by any other word, by silence and by CTRL.rx")) begin
            restart;
            ready = 2'b11;
            for (i = 0; i < 12; i = i + 1) begin
                make(5 + i, 0, 32);
                if (i >= 6) pk[pk_n-1] = pk[pk_n-1] ^ 128'd1 << 100;
                come_bare(0, pk_n - 1);
                if (i % 2 == 0) credit_comes(credit_word(1, 1, 1, 1));
                case (i % 6)
                    0: line(pk[1]);
                    1: line(credit_word(1, 1, 1, 1));
                    2: control_comes(MAGIC ^ 128'd1);
                    3: control_comes(START);
                    4: begin
                        wait_cycles(80);
                        check(got_n[0] == pk_n * i + pk_n - 1);
                        wait_cycles(50);
                    end
                    default: write(CTRL, 1);
                endcase
                wait_cycles(10);
                check(got_n[0] == pk_n * (i + 1) && lasts[0] == i + 1);
                check(got[pk_n*(i+1)-1] === (pk[pk_n-1] | 128'd1 << 47) && got[pk_n*(i+1)-2] === pk[pk_n-2]);
                register(RX_STATUS, i % 6 == 5 ? 0 : i % 6 == 4 ? 1 : 10);
                register(CUT, i + 1);
                register(CRC_WRONG, i < 6 ? 0 : i - 5);
                register(DROPPED, i / 6 * 4 + (i % 6 > 3 ? 4 : i % 6 + 1));
                write(CTRL, 3);
                wait_cycles(3);
            end
            make(5, 1, 32);
            come(0, pk_n - 1);
            wait_cycles(10);
            came(1, 0);
            judge;
        end
