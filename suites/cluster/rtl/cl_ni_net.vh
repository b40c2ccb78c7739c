// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Two network interfaces, A (0) and B (1), the network between them, a memory and a CPU each; what cl_ni's bench has around it.
// Include behind cl_bench.vh and tn_bench_tests.vh.

    localparam [6:0]  A = {5'd3, 2'd1}, B = {5'd19, 2'd2};
    localparam integer WRITE = 1, READ = 2, WRITE_REPLY = 3, MESSAGE = 4, QUEUE_READ = 5, ACK = 6, ADD = 7, NACK = 8;
    localparam integer CACHE = 0, SCRATCH = 1, COMMAND = 2, COUNTER = 3, MRQ = 4, SRQ = 5;
    localparam integer LINE = 64, FAULTS = 65, MALFORMED = 66, NACKS = 67, HITS = 68, MISSES = 69, WRITEBACKS = 70;
    // the regions of each: its own scratchpad, the other's space, its memory; what may be read, what may be written, none
    localparam [31:0] MINE = 32'h10000000, YOURS = 32'h20000000, DRAM = 32'h40000000, R_ONLY = 32'h60000000,
                      W_ONLY = 32'h70000000, NOWHERE = 32'h90000000;

    reg          clk = 1'b0, rst = 1'b1;
    always #1 clk = !clk;

    reg  [1:0]   cv = 0, cw = 0, rw = 0, rr = 0, mrv = 0;
    reg  [31:0]  va = 0, wd = 0, rwd = 0;
    reg  [3:0]   be = 0;
    reg  [8:0]   ra = 0;
    reg  [5:0]   rx_v = 0, rx_l = 0, tx_r = 0;
    reg  [191:0] rx_d = 0;
    reg  [511:0] mrd = 0;
    reg  [1:0]   mr = 0;
    wire [1:0]   cr, cf, mv, mw;
    wire [5:0]   tx_v, tx_l, rx_r, obs;
    wire [191:0] tx_d;
    wire [63:0]  crd, rd;
    wire [47:0]  ma;
    wire [511:0] mwd;

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_side
            cl_ni dut (
                .clk(clk), .rst(rst), .cfg_node(g == 0 ? A[6:2] : B[6:2]), .cfg_cpu(g == 0 ? A[1:0] : B[1:0]), .c_valid(cv[g]), .c_ready(cr[g]),
                .c_wr(cw[g]), .c_va(va), .c_wdata(wd), .c_be(be), .c_rdata(crd[32*g+:32]), .c_fault(cf[g]), .mem_valid(mv[g]),
                .mem_ready(mr[g]), .mem_wr(mw[g]), .mem_addr(ma[24*g+:24]), .mem_wdata(mwd[256*g+:256]), .mem_rvalid(mrv[g]),
                .mem_rdata(mrd[256*g+:256]), .n_tx_valid(tx_v[3*g+:3]), .n_tx_ready(tx_r[3*g+:3]), .n_tx_data(tx_d[96*g+:96]),
                .n_tx_last(tx_l[3*g+:3]), .n_rx_valid(rx_v[3*g+:3]), .n_rx_ready(rx_r[3*g+:3]), .n_rx_data(rx_d[96*g+:96]),
                .n_rx_last(rx_l[3*g+:3]), .obs_fault(obs[3*g+:3]), .reg_wr(rw[g]), .reg_rd(rr[g]), .reg_addr(ra), .reg_wdata(rwd),
                .reg_rdata(rd[32*g+:32])
            );
        end
    endgenerate

    task wait_cycles; input integer c; repeat (c) @(negedge clk); endtask
    task check;
        input good;
        if (good !== 1'b1) wrong = wrong + 1;
    endtask

    // ---- the network: a queue of words, {last, 32}, for each end and priority (3 * end + priority); a packet enters it whole
    localparam integer Q_N = 8192;
    reg  [32:0] q [0:6*Q_N-1], part [0:6*32-1];   // part: a packet that leaves an end
    integer     head [0:5], tail [0:5], parts [0:5], kinds [0:31];  // kinds: packets by end and type
    reg  [5:0]  hold = 6'd0;                      // streams that leave and are held
    integer     slow = 1, faults [0:15], s, w, to;
    reg  [31:0] first, last_ack, last_value, last_cause;

    task enqueue;
        input integer i;
        input [32:0]  x;
        begin
            q[i*Q_N+tail[i]%Q_N] = x;
            tail[i] = tail[i] + 1;
        end
    endtask
    task deliver;  // the packet that left as stream i; its form
        input integer i;
        begin
            first = part[32*i];
            kinds[16*(i/3)+first[3:0]] = kinds[16*(i/3)+first[3:0]] + 1;
            to = {first[15:11], first[31:30]} == A ? 0 : 3;
            if (parts[i] != 1 + (first[27:22] + 1) / 2 || first[5:4] != i % 3 || {first[10:6], first[29:28]} != (i < 3 ? A : B)
                || first[21:16] != 0 || part[32*i+1][31:25] != {first[15:11], first[31:30]} || (to == 3 && part[32*i+1][31:25] != B)) begin
                wrong = wrong + 1;
                $display("# a bad packet of stream %0d: %h %h", i, first, part[32*i+1]);
            end
            for (w = 0; w < parts[i]; w = w + 1) enqueue(to + i % 3, part[32*i+w]);
            if (first[3:0] == ACK || first[3:0] == NACK) begin
                last_ack = part[32*i+1];
                last_value = first[3:0] == ACK ? part[32*i+2] : {part[32*i+3][15:0], part[32*i+2][31:16]};
                last_cause = first[3:0] == ACK ? 0 : part[32*i+2][15:0];
            end
        end
    endtask

    always @(posedge clk) if (!rst)
        for (s = 0; s < 6; s = s + 1) begin
            if (tx_v[s] && tx_r[s]) begin
                part[32*s+parts[s]] = {tx_l[s], tx_d[32*s+:32]};
                parts[s] = parts[s] + 1;
                if (tx_l[s]) begin
                    deliver(s);
                    parts[s] = 0;
                end
            end
            if (rx_v[s] && rx_r[s]) head[s] = head[s] + 1;
            if (s % 3 == 0) faults[8*(s/3)+obs[s+:3]] = faults[8*(s/3)+obs[s+:3]] + 1;
        end
    integer     j;
    reg [5:0]   nv = 0, nl, nr;
    reg [191:0] nd;
    integer     shown [0:5];   // the word that stands at an end
    always @(negedge clk) begin
        #0.1;
        for (j = 0; j < 6; j = j + 1) begin
            // a word that stands is kept until it is taken
            nv[j] = head[j] != tail[j] && ((nv[j] && shown[j] == head[j]) || slow == 1 || rnd(slow) == 0);
            shown[j] = head[j];
            {nl[j], nd[32*j+:32]} = q[j*Q_N+head[j]%Q_N];
            nr[j] = !hold[j] && (slow == 1 || rnd(slow) == 0);
        end
        rx_v = nv;
        rx_l = nl;
        rx_d = nd;
        tx_r = nr;
    end

    // ---- memories, 15 bits of a line's number; a read is answered some cycles later
    reg [255:0] mem [0:65535];
    integer     m, late [0:1];
    reg [23:0]  ask [0:1], wrote [0:1];   // addresses of the last line read, written
    reg [1:0]   nmr, nrv;
    reg [511:0] nrd;
    function integer line_of;
        input integer side;
        input [23:0]  addr;
        line_of = {side[0], addr[23], addr[18:5]};
    endfunction
    always @(posedge clk) if (!rst)
        for (m = 0; m < 2; m = m + 1) begin
            if (late[m] > 0) late[m] = late[m] - 1;
            if (mv[m] && mr[m]) begin
                if (ma[24*m+:5] != 0) wrong = wrong + 1;
                if (mw[m]) begin
                    mem[line_of(m, ma[24*m+:24])] = mwd[256*m+:256];
                    wrote[m] = ma[24*m+:24];
                end else begin
                    ask[m] = ma[24*m+:24];
                    late[m] = 3 + rnd(10);
                end
            end
        end
    integer n;
    always @(negedge clk) begin
        #0.1;
        for (n = 0; n < 2; n = n + 1) begin
            nrv[n] = late[n] == 1;
            nrd[256*n+:256] = mem[line_of(n, ask[n])];
            nmr[n] = rnd(3) == 0;
        end
        mrv = nrv;
        mrd = nrd;
        mr = nmr;
    end

    // ---- CPUs, one at a time, and registers
    reg [31:0] got;
    reg        bad;
    integer    took;
    task cpu;
        input integer side;
        input         wr;
        input [31:0]  addr;
        input [31:0]  data;
        input [3:0]   bytes;
        begin
            cv = 2'd1 << side;
            cw = {2{wr}};
            va = addr;
            wd = data;
            be = bytes;
            took = 0;
            @(negedge clk);
            while (!cr[side] && took < 4000) begin
                took = took + 1;
                @(negedge clk);
            end
            if (took == 4000) begin
                wrong = wrong + 1;
                $display("# an access to %h does not end", addr);
            end
            got = crd[32*side+:32];
            bad = cf[side];
            @(negedge clk) cv = 2'd0;
        end
    endtask
    task store;
        input integer side;
        input [31:0]  addr;
        input [31:0]  data;
        begin
            cpu(side, 1'b1, addr, data, 4'hf);
            check(!bad);
        end
    endtask
    task load;
        input integer side;
        input [31:0]  addr;
        begin
            cpu(side, 1'b0, addr, 32'd0, 4'h0);
            check(!bad);
        end
    endtask
    task loads;
        input integer side;
        input [31:0]  addr;
        input [31:0]  must;
        begin
            load(side, addr);
            if (got !== must) begin
                wrong = wrong + 1;
                $display("# %0d at %h: %h, not %h", side, addr, got, must);
            end
        end
    endtask
    task faulty;
        input integer side;
        input         wr;
        input [31:0]  addr;
        begin
            cpu(side, wr, addr, 32'hdeadbeef, 4'hf);
            if (!bad) begin
                wrong = wrong + 1;
                $display("# no fault of %0d at %h", side, addr);
            end
        end
    endtask
    task reg_write;
        input integer side;
        input integer word;
        input [31:0]  data;
        begin
            rw = 2'd1 << side;
            ra = 4 * word;
            rwd = data;
            @(negedge clk) rw = 2'd0;
        end
    endtask
    task reg_read;
        input integer side;
        input integer word;
        begin
            rr = 2'd1 << side;
            ra = 4 * word;
            @(negedge clk) rr = 2'd0;
            got = rd[32*side+:32];
        end
    endtask
    task reads;
        input integer side;
        input integer word;
        input [31:0]  must;
        begin
            reg_read(side, word);
            if (got !== must) begin
                wrong = wrong + 1;
                $display("# register %0d of %0d: %h, not %h", word, side, got, must);
            end
        end
    endtask
    // the line of scratchpad byte a becomes one of a state; 1: refused
    reg refused;
    task set_line;
        input integer side;
        input [15:0]  a;
        input [2:0]   state;
        begin
            reg_write(side, LINE, {13'd0, state, 5'd0, a[15:5]});
            got = 32'h40000000;
            while (got[30]) reg_read(side, LINE);
            refused = got[31];
            check(refused || got[18:16] == state);
        end
    endtask
    task make;  // must not be refused
        input integer side;
        input [15:0]  a;
        input [2:0]   state;
        begin
            set_line(side, a, state);
            check(!refused);
        end
    endtask
    task region;
        input integer side;
        input integer index;
        input [31:0]  at;
        input [4:0]   log2;
        input [31:0]  pa;
        input [4:0]   rights;
        begin
            reg_write(side, 4 * index, {at[31:12], 7'd0, log2});
            reg_write(side, 4 * index + 1, pa);
            reg_write(side, 4 * index + 2, {27'd0, rights});
        end
    endtask
    task restart;
        integer i;
        begin
            rst = 1'b1;
            wait_cycles(3);
            for (i = 0; i < 6; i = i + 1) {head[i], tail[i], parts[i], shown[i]} = 0;
            for (i = 0; i < 32; i = i + 1) kinds[i] = 0;
            for (i = 0; i < 16; i = i + 1) faults[i] = 0;
            {late[0], late[1], hold, nv, cv} = 0;
            slow = 1;
            rst = 1'b0;
            for (i = 0; i < 2; i = i + 1) begin
                region(i, 0, MINE, 16, {i == 0 ? A : B, 25'h1000000}, 5'b01111);
                region(i, 1, YOURS, 25, {i == 0 ? B : A, 25'h0}, 5'b10111);
                region(i, 3, DRAM, 24, {i == 0 ? A : B, 25'h0}, 5'b00111);
                region(i, 5, R_ONLY, 16, {i == 0 ? A : B, 25'h1000000}, 5'b01011);
                region(i, 6, W_ONLY, 16, {i == 0 ? A : B, 25'h1000000}, 5'b01101);
                region(i, 15, NOWHERE, 16, {i == 0 ? B : A, 25'h1000000}, 5'b01111);  // not remote, yet another's
            end
        end
    endtask
    // until nothing moves in the network
    task settle;
        begin
            wait_cycles(100);
            while (head[0] != tail[0] || head[1] != tail[1] || head[2] != tail[2] || head[3] != tail[3] || head[4] != tail[4]
                   || head[5] != tail[5] || tx_v != 6'd0) wait_cycles(50);
            wait_cycles(50);
        end
    endtask
    function [31:0] mine;   // the global address of scratchpad byte a of an end
        input integer side;
        input [15:0]  a;
        mine = {side == 0 ? A : B, 9'h100, a};
    endfunction
    // a packet from the bench to an end: header as of its type and words, the rest in order, the last ones unused
    task inject;
        input integer side;
        input integer kind;
        input integer len;
        input [31:0]  w0;
        input [31:0]  w1;
        input [31:0]  w2;
        input [31:0]  w3;
        integer       i, prio, words;
        reg [31:0]    x;
        begin
            prio = kind == WRITE || kind == MESSAGE ? 1 : kind == READ || kind == QUEUE_READ ? 2 : 0;
            words = (len + 1) / 2;
            enqueue(3 * side + prio, {1'b0, side == 0 ? A[1:0] : B[1:0], 2'd0, len[5:0], 6'd0, side == 0 ? A[6:2] : B[6:2], 5'd9, prio[1:0], kind[3:0]});
            for (i = 0; i < words; i = i + 1) begin
                x = i == 0 ? w0 : i == 1 ? w1 : i == 2 ? w2 : w3 + i - 3;
                enqueue(3 * side + prio, {i == words - 1, x});
            end
        end
    endtask
    // a command buffer's four words, in an order by `order`
    task command;
        input integer side;
        input [31:0]  buffer;  // its virtual address
        input [3:0]   opcode;
        input [19:0]  size;
        input [31:0]  source;
        input [31:0]  dest;
        input [31:0]  ack;
        input integer order;
        integer       i, word;
        for (i = 0; i < 4; i = i + 1) begin
            word = (i * (order & 1 ? 3 : 1) + (order >> 1)) & 3;
            store(side, buffer + 4 * word, word == 0 ? {opcode, 8'hff, size} : word == 1 ? source : word == 2 ? dest : ack);
        end
    endtask
    task status;  // waits while it is busy
        input integer side;
        input [31:0]  buffer;
        input [31:0]  must;
        integer       i;
        begin
            load(side, buffer + 16);
            for (i = 0; i < 5000 && got == 1; i = i + 1) load(side, buffer + 16);
            if (got !== must) begin
                wrong = wrong + 1;
                $display("# status %0d, not %0d", got, must);
            end
        end
    endtask
