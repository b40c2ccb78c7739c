// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Registers, credits, reset and accounts of tnw_rcv_tb, as tasks. Included there.

    // ---- registers
    reg [31:0] value;
    integer    read_out;
    task read;
        input integer a;
        begin
            @(negedge clk) addr = a;
            rd = 1'b1;
            @(negedge clk) rd = 1'b0;
            value = rdata;
        end
    endtask
    task check;
        input integer a;
        input [31:0]  v;
        input integer line;
        begin
            read(a);
            if (value !== v) $display("# %h reads %h, not %h", a, value, v);
            must(value === v, line);
        end
    endtask
    task write;
        input integer a;
        input [31:0]  v;
        begin
            @(negedge clk) addr = a;
            wdata = v;
            wr = 1'b1;
            @(negedge clk) wr = 1'b0;
        end
    endtask
    function integer window; input integer id; window = 64 * id; endfunction
    task note_credit;  // the one just written is queued: the bench's own account
        input integer id;
        input [63:0]  base;
        input integer len;
        input [63:0]  note;
        input [31:0]  tag;
        begin
            c_id[n_credits] = id;
            c_base[n_credits] = base;
            c_len[n_credits] = len;
            c_note[n_credits] = note;
            c_tag[n_credits] = tag;
            c_used[n_credits] = 0;
            c_wrote[n_credits] = 0;
            c_pend[n_credits] = 0;
            c_state[n_credits] = 0;
            if (head[id] < 0) head[id] = n_credits;
            can[id] = 1'b1;
            out[id] = out[id] + 1;
            n_credits = n_credits + 1;
        end
    endtask
    task give_raw;  // the six writes, LENGTH's upper bits too; the last one's edge is still to come
        input integer id;
        input [63:0]  base;
        input [31:0]  len;
        input [63:0]  note;
        input [31:0]  tag;
        begin
            write(window(id), base[31:0]);
            write(window(id) + 4, base[63:32]);
            write(window(id) + 8, len);
            write(window(id) + 'hc, tag);
            write(window(id) + 'h10, note[31:0]);
            @(negedge clk) addr = window(id) + 'h14;
            wdata = note[63:32];
            wr = 1'b1;
        end
    endtask
    task give;  // a good credit, to a queue with room
        input integer id;
        input [63:0]  base;
        input integer len;
        input [63:0]  note;
        input [31:0]  tag;
        begin
            give_raw(id, base, len, note, tag);
            note_credit(id, base, len, note, tag);
            @(negedge clk) wr = 1'b0;
        end
    endtask
    task refused;  // a credit that must not be queued
        input [63:0]  base;
        input [31:0]  len;
        input [63:0]  note;
        begin
            give_raw(13, base, len, note, 32'd5);
            @(negedge clk) wr = 1'b0;
        end
    endtask

    // ---- between tests
    task reset;
        begin
            @(negedge clk) rst = 1'b1;
            n_credits = 0;
            n_flushed = 0;
            n_taken = 0;
            n_nofit = 0;
            n_noted = 0;
            e_wr = 0;
            e_rd = 0;
            fits_rd = 0;
            fits_wr = 0;
            last_id = 47;
            age = 99;
            due = 6'd0;
            held = 1'b0;
            wready = 1'b1;
            shut_all = 1'b0;
            for (i = 0; i < 48; i = i + 1) begin
                q_wr[i] = 0;
                q_rd[i] = 0;
                serial[i] = 0;
                head[i] = -1;
                out[i] = 0;
            end
            {rv, some, can, ask_1, ask_2, ask_3, ask_4} = 336'd0;
            dv = 6'd0;
            flush = 6'd0;
            repeat (2) @(negedge clk);
            rst = 1'b0;
        end
    endtask
    task quiet;  // nothing more happens for a while
        integer n, was;
        begin
            n = 0;
            while (n < 30) begin
                was = takes + e_rd;
                @(negedge clk) n = takes + e_rd == was ? n + 1 : 0;
            end
        end
    endtask
    task accounts;  // all that the registers say against the bench's accounts, when nothing goes on
        input integer line;
        begin
            must(e_rd == e_wr && fits_rd == fits_wr, line);
            check(PACKETS, n_taken, line);
            check(NOFIT, n_nofit, line);
            check(NOTIFIED, n_noted, line);
            check(FLUSHED, n_flushed, line);
        end
    endtask
    task window_accounts;
        input integer id, line;
        begin
            check(window(id) + 'h18, (SIZE - out[id]) << 8 | out[id], line);
            check(window(id) + 'h1c, head[id] < 0 ? 0 : c_used[head[id]], line);
        end
    endtask
    task all_judged;  // nothing is still to come
        begin
            if (e_rd != e_wr || fits_rd != fits_wr) fault(`__LINE__);
            judge;
        end
    endtask
