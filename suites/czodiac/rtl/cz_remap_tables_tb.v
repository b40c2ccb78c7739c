// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The remapper's registers and tables (cz_ioport_remap.md section 2) against a model: entries staged at random,
// loaded, cleared and fetched at every index, what must be refused among them. 37 functions need all six bits of an
// index and leave some of its values without an entry; so do 11 ports.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_tables_tb;
`include "tn_bench.vh"
    localparam integer FUNC_N = 37, PORT_N = 11, ROUNDS = 400;
    localparam [11:0] ID = 12'h000, PARAMS = 12'h004, CPL_ID = 12'h008, STATUS = 12'h00c, COMMIT = 12'h010, FETCH = 12'h014,
        UID = 12'h020, OID = 12'h024;

    reg         clk = 0, rst = 1, reg_wr = 0, reg_rd = 0;
    reg  [11:0] reg_addr = 0;
    reg  [31:0] reg_wdata = 0;
    wire [31:0] reg_rdata;
    wire [31:0] counter = reg_addr >= 12'h400 ? {20'hc0de5, reg_addr} : 32'd0;
    always #1 clk = !clk;

    wire [15:0]            completer;
    wire [FUNC_N-1:0]      valid;
    wire [FUNC_N*4-1:0]    port;
    wire [FUNC_N*16-1:0]   uid, oid;
    wire [FUNC_N*6-1:0]    win_valid;
    wire [FUNC_N*6*64-1:0] win_ubase, win_obase;
    wire [FUNC_N*6*6-1:0]  win_size;

    cz_remap_tables #(.FUNC_N(FUNC_N), .PORT_N(PORT_N)) dut (
        .clk(clk), .rst(rst), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata), .counter(counter), .completer(completer), .valid(valid), .port(port), .uid(uid), .oid(oid),
        .win_valid(win_valid), .win_ubase(win_ubase), .win_obase(win_obase), .win_size(win_size), .busy(busy), .open_u2d(open_u2d), .open_d2u(open_d2u), .forget(forget)
    );

    // open requests, as the bench says: of entry e its count u2d is e + 1 or 0, d2u 511 - e or 0
    reg  [FUNC_N-1:0]      busy = {FUNC_N{1'b0}};
    wire [FUNC_N-1:0]      forget;
    reg  [FUNC_N*9-1:0]    open_u2d = {FUNC_N*9{1'b0}}, open_d2u = {FUNC_N*9{1'b0}};
    reg                    m_refused_open;
    reg  [31:0]            m_open;

    // the model: place FUNC_N of each is the staging; a window is {valid, size, OBASE, UBASE}
    reg          m_valid [0:FUNC_N];
    reg  [3:0]   m_port [0:FUNC_N];
    reg  [15:0]  m_uid [0:FUNC_N], m_oid [0:FUNC_N];
    reg  [134:0] m_win [0:FUNC_N*6+5];
    reg          m_refused;
    reg  [15:0]  m_completer;

    integer     i, b, e, k, n, idx, bad_reg = 0, bad_out = 0, refusals = 0, why = 0;
    integer     whys [0:5];
    reg  [63:0] low;
    reg  [31:0] got, want;
    reg  [11:0] at;

    task copy;  // entry or staging
        input integer to, from;
        begin
            m_port[to] = m_port[from];
            m_uid[to] = m_uid[from];
            m_oid[to] = m_oid[from];
            for (b = 0; b < 6; b = b + 1) m_win[to*6+b] = m_win[from*6+b];
        end
    endtask

    task zero;
        input integer to;
        begin
            m_valid[to] = 0;
            m_port[to] = 0;
            m_uid[to] = 0;
            m_oid[to] = 0;
            for (b = 0; b < 6; b = b + 1) m_win[to*6+b] = 0;
        end
    endtask

    // why a load of the staging to an index must be refused: 0 not at all
    task judge;
        input integer index;
        begin
            why = 0;
            if (index >= FUNC_N) why = 1;
            else if (m_port[FUNC_N] >= PORT_N) why = 2;
            else begin
                for (k = 0; k < FUNC_N; k = k + 1)
                    if (k != index && m_valid[k] && m_oid[k] % 512 == m_oid[FUNC_N] % 512) why = 3;
                for (b = 0; b < 6; b = b + 1) if (m_win[FUNC_N*6+b][134]) begin
                    low = ~(64'hffffffffffffffff << m_win[FUNC_N*6+b][133:128]);
                    if (m_win[FUNC_N*6+b][133:128] < 4) why = 4;
                    else if ((m_win[FUNC_N*6+b][63:0] & low) != 0 || (m_win[FUNC_N*6+b][127:64] & low) != 0) why = 5;
                end
            end
        end
    endtask

    task model_write;
        input [11:0] a;
        input [31:0] d;
        begin
            n = d % 64;
            if (a == CPL_ID) m_completer = d;
            else if (a == STATUS) begin
                m_refused = m_refused && !d[0];
                m_refused_open = m_refused_open && !d[1];
            end
            else if (a == UID) begin
                {m_port[FUNC_N], m_uid[FUNC_N]} = d[19:0];
                m_valid[FUNC_N] = 0;
            end else if (a == OID) m_oid[FUNC_N] = d;
            else if (a == FETCH && n < FUNC_N) begin
                copy(FUNC_N, n);
                m_valid[FUNC_N] = m_valid[n];
                m_open = busy[n] ? (511 - n) * 65536 + n + 1 : 0;
            end else if (a == FETCH) begin
                zero(FUNC_N);
                m_open = 0;
            end else if (a == COMMIT && n < FUNC_N && busy[n % FUNC_N] && !d[30]) begin
                m_refused = 1;
                m_refused_open = 1;
            end else if (a == COMMIT && d[31]) begin
                if (n < FUNC_N) m_valid[n] = 0;
                else m_refused = 1;
            end else if (a == COMMIT) begin
                judge(n);
                whys[why] = whys[why] + 1;
                if (why != 0) m_refused = 1;
                else begin
                    copy(n, FUNC_N);
                    m_valid[n] = 1;
                end
            end else if (a >= 12'h040 && a < 12'h100 && a % 32 <= 16) begin
                b = FUNC_N * 6 + (a - 12'h040) / 32;
                case (a % 32)
                    0: m_win[b][31:0] = d;
                    4: m_win[b][63:32] = d;
                    8: m_win[b][95:64] = d;
                    12: m_win[b][127:96] = d;
                    default: m_win[b][134:128] = {d[31], d[5:0]};
                endcase
            end
        end
    endtask

    function [31:0] model_read;
        input [11:0] a;
        reg   [134:0] w;
        begin
            w = m_win[FUNC_N*6+(a-12'h040)/32%6];
            case (a)
                ID: model_read = 32'h435a0001;
                PARAMS: model_read = PORT_N * 256 + FUNC_N;
                CPL_ID: model_read = m_completer;
                STATUS: model_read = {m_refused_open, m_refused};
                12'h018: model_read = m_open;
                UID: model_read = {m_valid[FUNC_N], 11'd0, m_port[FUNC_N], m_uid[FUNC_N]};
                OID: model_read = m_oid[FUNC_N];
                default:
                    if (a >= 12'h400) model_read = {20'hc0de5, a};
                    else if (a < 12'h040 || a >= 12'h100 || a % 32 > 16) model_read = 0;
                    else case (a % 32)
                        0: model_read = w[31:0];
                        4: model_read = w[63:32];
                        8: model_read = w[95:64];
                        12: model_read = w[127:96];
                        default: model_read = {w[134], 25'd0, w[133:128]};
                    endcase
            endcase
        end
    endfunction

    task put;
        input [11:0] a;
        input [31:0] d;
        begin
            reg_addr = a;
            reg_wdata = d;
            reg_wr = 1;
            @(negedge clk) reg_wr = 0;
            model_write(a, d);
            reg_wdata = ~d;
        end
    endtask

    task look;
        input [11:0] a;
        begin
            reg_addr = a;
            reg_rd = 1;
            @(negedge clk) reg_rd = 0;
            want = model_read(a);
            if (reg_rdata !== want) begin
                bad_reg = bad_reg + 1;
                if (bad_reg < 9) $display("# %03x: %h, not %h", a, reg_rdata, want);
            end
        end
    endtask

    task look_at_all;
        for (at = 0; at < 12'h120; at = at + 4) look(at);
    endtask

    // what the other modules get; bases are none of their business while a window is not valid, and yet they have them
    task compare;
        begin
            if (completer !== m_completer) bad_out = bad_out + 1;
            for (e = 0; e < FUNC_N; e = e + 1) begin
                if ({valid[e], port[4*e+:4], uid[16*e+:16], oid[16*e+:16]} !== {m_valid[e], m_port[e], m_uid[e], m_oid[e]})
                    bad_out = bad_out + 1;
                for (b = e * 6; b < e * 6 + 6; b = b + 1)
                    if ({win_valid[b], win_size[6*b+:6], win_obase[64*b+:64], win_ubase[64*b+:64]} !== m_win[b])
                        bad_out = bad_out + 1;
            end
        end
    endtask

    function [63:0] base;  // mostly one that may be there
        input integer log2;
        begin
            base = {rnd(2147483647) << 1, rnd(2147483647) << 1} ^ {32'd1 << rnd(32), 32'd1 << rnd(32)};
            base = base & 64'hffffffffffffffff << log2;
            if (rnd(40) == 0 && log2 != 0) base = base | 64'd1 << rnd(log2);
        end
    endfunction

    task stage;
        reg [63:0] x;
        integer    w, log2;
        begin
            put(UID, rnd(4096) << 20 | (rnd(12) ? rnd(PORT_N) : 15 - rnd(5)) << 16 | rnd(65536));
            // OIDs that agree in eight, nine and more bits come often
            put(OID, rnd(65536) << 16 | rnd(128) << 9 | (rnd(2) ? rnd(512) : rnd(4) << 7));
            for (w = 0; w < 6; w = w + 1) begin
                log2 = rnd(20) == 0 ? rnd(4) : 4 + rnd(60);
                put(12'h050 + 32 * w, rnd(2) << 31 | rnd(33554432) << 6 | log2);
                x = base(log2);
                put(12'h040 + 32 * w, x[31:0]);
                put(12'h044 + 32 * w, x[63:32]);
                x = base(log2);
                put(12'h048 + 32 * w, x[31:0]);
                put(12'h04c + 32 * w, x[63:32]);
            end
        end
    endtask

    initial begin
        for (i = 0; i < 6; i = i + 1) whys[i] = 0;
        repeat (3) @(negedge clk);
        rst = 0;
        for (i = 0; i <= FUNC_N; i = i + 1) zero(i);
        {m_refused, m_refused_open, m_open, m_completer} = 0;
        @(negedge clk) compare;
        look_at_all;
        put(CPL_ID, 32'h12345a5a);
        for (i = 0; i < ROUNDS; i = i + 1) begin
            if (i % 64 == 0 || rnd(3) != 0) stage;
            idx = i < 64 ? i : rnd(64);
            for (e = 0; e < FUNC_N; e = e + 1) begin
                busy[e] = rnd(8) == 0;
                open_u2d[9*e+:9] = busy[e] ? e + 1 : 0;
                open_d2u[9*e+:9] = busy[e] ? 511 - e : 0;
            end
            put(COMMIT, (rnd(8) == 0) << 31 | rnd(33554432) << 6 | idx);
            look(STATUS);
            if (rnd(2) == 0) put(STATUS, rnd(4));
            put(rnd(1024) * 4 | 12'h100, rnd(2147483647));  // nothing stands there
            look(STATUS);
            look(rnd(1024) * 4);
            compare;
            if (rnd(4) == 0) begin
                put(FETCH, rnd(67108864) << 6 | (rnd(2) ? idx : rnd(64)));
                look_at_all;
            end
        end
        verdict(bad_reg, "registers read as written, fetched, refused");
        verdict(bad_out, "tables hold what was loaded, the rest stays");
        for (i = 0; i < 6; i = i + 1) if (whys[i] < 10) refusals = refusals + 1;
        if (refusals != 0) $display("# %0d %0d %0d %0d %0d %0d", whys[0], whys[1], whys[2], whys[3], whys[4], whys[5]);
        verdict(refusals, "every reason to refuse a load came, and none");

        rst = 1;
        reg_wr = 1;
        reg_addr = UID;
        @(negedge clk) rst = 0;
        reg_wr = 0;
        for (i = 0; i <= FUNC_N; i = i + 1) zero(i);
        {m_refused, m_refused_open, m_open, m_completer} = 0;
        {bad_reg, bad_out} = 0;
        compare;
        look_at_all;
        verdict(bad_reg + bad_out, "rst clears staging, tables and STATUS");
        $finish;
    end
endmodule

`default_nettype wire
