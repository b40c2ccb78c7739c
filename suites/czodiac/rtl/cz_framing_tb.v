// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// cz_framing on 1, 4 and 8 lanes, and once without scrambling, its symbols back into itself over a line that lengthens and shortens
// ordered sets and damages symbols. A monitor of its own reads the line by the page: lanes, PAD, ordered sets, the published
// sequence of the scrambler, every frame. What comes out is each frame once and in order, or an error.

`timescale 1ns / 1ps
`default_nettype none

module cz_framing_tb #(
    parameter integer CYCLES = 12000 // of each part
);
    reg         clk = 1'b0, rst = 1'b1, up = 1'b0, send = 1'b0, edit = 1'b0;
    reg  [9:0]  damage = 10'd0; // of 1024 cycles
    always #1 clk = !clk;

    wire [31:0] sent_1, got_1, wrong_1, broken_1, lost_1, errors_1, lengths_1, table_1;
    wire [31:0] sent_4, got_4, wrong_4, broken_4, lost_4, errors_4, lengths_4, table_4;
    wire [31:0] sent_8, got_8, wrong_8, broken_8, lost_8, errors_8, lengths_8, table_8;
    wire [31:0] sent_p, got_p, wrong_p, broken_p, lost_p, errors_p, lengths_p, table_p;

    cz_framing_loop #(.LANES(1), .SEED(32'd31)) u_loop_1 (
        .clk(clk), .rst(rst), .up(up), .send(send), .edit(edit), .damage(damage), .sent(sent_1), .got(got_1), .wrong(wrong_1),
        .broken(broken_1), .lost(lost_1), .errors(errors_1), .lengths(lengths_1), .tables(table_1)
    );
    cz_framing_loop #(.LANES(4), .SEED(32'd32)) u_loop_4 (
        .clk(clk), .rst(rst), .up(up), .send(send), .edit(edit), .damage(damage), .sent(sent_4), .got(got_4), .wrong(wrong_4),
        .broken(broken_4), .lost(lost_4), .errors(errors_4), .lengths(lengths_4), .tables(table_4)
    );
    cz_framing_loop #(.LANES(8), .SEED(32'd33)) u_loop_8 (
        .clk(clk), .rst(rst), .up(up), .send(send), .edit(edit), .damage(damage), .sent(sent_8), .got(got_8), .wrong(wrong_8),
        .broken(broken_8), .lost(lost_8), .errors(errors_8), .lengths(lengths_8), .tables(table_8)
    );
    cz_framing_loop #(.LANES(4), .SCRAMBLE(0), .SEED(32'd34)) u_loop_p (
        .clk(clk), .rst(rst), .up(up), .send(send), .edit(edit), .damage(damage), .sent(sent_p), .got(got_p), .wrong(wrong_p),
        .broken(broken_p), .lost(lost_p), .errors(errors_p), .lengths(lengths_p), .tables(table_p)
    );

    task verdict;
        input            good;
        input [8*80-1:0] name;
        if (good) $display("ok %0s", name);
        else begin
            $display("not ok %0s", name);
            $display("# lanes 1: sent %0d, got %0d, wrong %0d, against the page %0d, lost %0d, errors %0d, lengths %b, tables %0d",
                     sent_1, got_1, wrong_1, broken_1, lost_1, errors_1, lengths_1[5:1], table_1);
            $display("# lanes 4: sent %0d, got %0d, wrong %0d, against the page %0d, lost %0d, errors %0d, lengths %b, tables %0d",
                     sent_4, got_4, wrong_4, broken_4, lost_4, errors_4, lengths_4[5:1], table_4);
            $display("# lanes 8: sent %0d, got %0d, wrong %0d, against the page %0d, lost %0d, errors %0d, lengths %b, tables %0d",
                     sent_8, got_8, wrong_8, broken_8, lost_8, errors_8, lengths_8[5:1], table_8);
            $display("# plain:   sent %0d, got %0d, wrong %0d, against the page %0d, lost %0d, errors %0d, lengths %b, tables %0d",
                     sent_p, got_p, wrong_p, broken_p, lost_p, errors_p, lengths_p[5:1], table_p);
        end
    endtask

    task run;
        begin
            send = 1'b1;
            repeat (CYCLES) @(negedge clk);
            send = 1'b0;
            repeat (2500) @(negedge clk);
        end
    endtask

    wire        same  = sent_1 == got_1 && sent_4 == got_4 && sent_8 == got_8 && sent_p == got_p;
    wire        clean = wrong_1 + wrong_4 + wrong_8 + wrong_p == 0;
    wire        right = broken_1 + broken_4 + broken_8 + broken_p == 0;
    wire [31:0] errors = errors_1 + errors_4 + errors_8 + errors_p;
    reg  [31:0] earlier;

    initial begin
        repeat (5) @(negedge clk);
        rst = 1'b0;
        repeat (40) @(negedge clk);
        up = 1'b1;
        repeat (4000) @(negedge clk);
        verdict(table_1 > 1 && table_4 > 1 && table_8 > 1 && table_p == 0 && right, "idle_behind_a_com_is_the_published_sequence");
        run;
        verdict(same && clean && sent_1 > CYCLES / 300 && sent_8 > CYCLES / 50, "every_frame_comes_out_once_and_in_order");
        verdict(right, "lanes_pads_and_ordered_sets_are_as_the_page_says");
        verdict(errors == 0, "without_damage_there_is_no_error");
        edit = 1'b1;
        run;
        edit = 1'b0;
        verdict(same && clean && errors == 0 && lengths_1[5:1] == 5'h1f && lengths_4[5:1] == 5'h1f && lengths_8[5:1] == 5'h1f,
                "ordered_sets_of_one_to_five_skp_are_taken");
        damage = 10'd6;
        run;
        damage = 10'd0;
        repeat (100) @(negedge clk);
        verdict(clean && lost_1 > 0 && lost_4 > 0 && lost_8 > 0 && lost_p > 0 && errors_1 >= lost_1 && errors_4 >= lost_4 && errors_8 >= lost_8
                && errors_p >= lost_p, "a_frame_that_does_not_come_is_an_error");
        earlier = errors + lost_1 + lost_4 + lost_8 + lost_p;
        run;
        verdict(clean && earlier == errors + lost_1 + lost_4 + lost_8 + lost_p, "behind_damage_all_frames_come_again");
        send = 1'b1;
        repeat (777) @(negedge clk);
        up   = 1'b0;
        send = 1'b0;
        repeat (200) @(negedge clk);
        up = 1'b1;
        repeat (40) @(negedge clk);
        earlier = errors;
        run;
        verdict(clean && right && errors == earlier, "a_link_that_was_down_begins_anew");
        $finish;
    end
endmodule

// One cz_framing with a source of frames, a line, a monitor of it, and a sink.
module cz_framing_loop #(
    parameter integer LANES    = 4,
    parameter integer SCRAMBLE = 1,
    parameter [31:0]  SEED     = 32'd1
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        up,
    input  wire        send,
    input  wire        edit,    // ordered sets become longer and shorter
    input  wire [9:0]  damage,
    output reg  [31:0] sent,
    output reg  [31:0] got,
    output reg  [31:0] wrong,   // frames without an error that are not those sent
    output reg  [31:0] broken,  // what the monitor found against the page
    output reg  [31:0] lost,    // frames that did not come without an error
    output reg  [31:0] errors,  // frames with an error, and obs_rx_err
    output reg  [31:0] lengths, // bit n: an ordered set with n SKP came
    output reg  [31:0] tables   // how often 16 symbols of idle followed an ordered set
);
    localparam integer MPS = 256, SKP_CYC = 1200;
    localparam [7:0]   COM = 8'hbc, SKP = 8'h1c, STP = 8'hfb, SDP = 8'h5c, END = 8'hfd, EDB = 8'hfe, PAD = 8'hf7;
    // PCI Express Base Specification, appendix C: 16 symbols of 00, scrambled
    localparam [127:0] TABLE = 128'hff17c014_b2e70282_726e28a6_be6dbf8d;

    reg          s_valid = 1'b0, s_last = 1'b0, s_dllp = 1'b0, s_edb = 1'b0;
    reg  [127:0] s_data = 128'd0;
    reg  [3:0]   s_keep = 4'd0;
    wire         s_ready, m_valid, m_last, m_dllp, m_edb, m_err, rx_up, obs;
    wire [127:0] m_data;
    wire [3:0]   m_keep;
    wire [8*LANES-1:0] tx_data;
    wire [LANES-1:0]   tx_k;
    reg  [8*LANES-1:0] rx_data = 0;
    reg  [LANES-1:0]   rx_k = 0, rx_err = 0;

    cz_framing #(.MPS_B(MPS), .LANES(LANES), .SCRAMBLE(SCRAMBLE), .SKP_CYC(SKP_CYC)) dut (
        .clk(clk), .rst(rst), .up(up),
        .s_frm_valid(s_valid), .s_frm_ready(s_ready), .s_frm_data(s_data), .s_frm_keep(s_keep), .s_frm_last(s_last),
        .s_frm_dllp(s_dllp), .s_frm_edb(s_edb),
        .m_frm_valid(m_valid), .m_frm_data(m_data), .m_frm_keep(m_keep), .m_frm_last(m_last), .m_frm_dllp(m_dllp),
        .m_frm_edb(m_edb), .m_frm_err(m_err),
        .tx_data(tx_data), .tx_k(tx_k), .rx_data(rx_data), .rx_k(rx_k), .rx_err(rx_err), .rx_up(rx_up), .obs_rx_err(obs)
    );

    reg [31:0] rnd_q = SEED * 32'd7919;
    function [31:0] rnd;
        input integer below;
        begin
            rnd_q = rnd_q ^ (rnd_q << 13);
            rnd_q = rnd_q ^ (rnd_q >> 17);
            rnd_q = rnd_q ^ (rnd_q << 5);
            rnd = rnd_q % below;
        end
    endfunction

    // ---- frame k: its kind, its DWs, its bytes as they lie in the beats
    function [31:0] hash;
        input [31:0] k;
        reg   [31:0] h;
        begin
            h = (k + SEED) * 32'd2654435761;
            h = (h ^ (h >> 15)) * 32'd2246822519;
            hash = h ^ (h >> 13);
        end
    endfunction
    function is_dllp;
        input [31:0] k;
        is_dllp = hash(k) % 3 == 0;
    endfunction
    function is_edb;
        input [31:0] k;
        is_edb = !is_dllp(k) && hash(k + 99) % 5 == 0;
    endfunction
    function integer dws;
        input [31:0] k;
        dws = is_dllp(k) ? 2 : 5 + hash(k + 7) % (hash(k + 8) % 4 == 0 ? MPS / 4 + 3 : 6);
    endfunction
    function [7:0] octet;
        input [31:0]  k;
        input integer i;
        reg   [31:0]  h;
        begin
            h = (k * 32'd2654435761 ^ i * 32'd2246822519) * 32'd3266489917;
            octet = (is_dllp(k) ? i > 5 : i < 2) ? 8'd0 : h[30:23];
        end
    endfunction

    initial {sent, got, wrong, broken, lost, errors, lengths, tables} = 256'd0;

    // ---- the source; a frame that was begun when the link went down is forgotten
    reg  [31:0] k = 0;
    integer     at = 0, j;
    reg         going = 1'b0;

    always @(posedge clk) begin
        if (s_valid && s_ready && up) begin
            at = at + 4;
            if (s_last) begin
                sent  = sent + 1;
                k     = k + 1;
                going = 1'b0;
            end
        end
        if (!up) begin
            at    = 0;
            going = 1'b0;
            s_valid <= 1'b0;
        end else if (!s_valid || s_ready) begin
            if (!going && send) begin
                at    = 0;
                going = 1'b1;
            end
            s_valid <= going && rnd(8) != 0;
            s_dllp  <= is_dllp(k);
            s_last  <= at + 4 >= dws(k);
            s_edb   <= is_edb(k) && at + 4 >= dws(k);
            for (j = 0; j < 4; j = j + 1) s_keep[j] <= at + j < dws(k);
            for (j = 0; j < 16; j = j + 1) s_data[8*j +: 8] <= octet(k, 4 * at + j);
        end
    end

    // ---- the line's monitor: symbols in their order, by the page alone
    reg  [15:0] lfsr = 16'hffff;
    reg  [31:0] mk = 0;                 // the frame that the line must show next
    reg  [31:0] since = 0, sets = 0;
    integer     l, pos = -1, idles = 99, in_set = 0, length;
    reg  [7:0]  raw, plain;
    reg         ended, is_set;

    function [7:0] line_octet; // symbol pos of frame mk, but for its first and last ones
        input [31:0]  n;
        input integer p;
        line_octet = octet(n, is_dllp(n) ? p - 1 : p + 1);
    endfunction

    always @(negedge clk) if (!rst) begin
        is_set = tx_k[0] && (tx_data[7:0] == COM || tx_data[7:0] == SKP);
        if (!up) begin
            pos   = -1;
            mk    = k;
            since = 0;
            sets  = 0;
        end else since = since + 1;
        if (is_set) begin
            for (l = 0; l < LANES; l = l + 1)
                if (!tx_k[l] || tx_data[8*l +: 8] != tx_data[7:0]) broken = broken + 1;
            if ((tx_data[7:0] == COM) != (in_set == 0) || pos >= 0) broken = broken + 1;
            in_set = in_set == 3 ? 0 : in_set + 1;
            if (in_set == 1 && up && since > 10) begin // behind the last set of the time before
                sets = sets + 1;
                if (since < sets * SKP_CYC || since > sets * SKP_CYC + (4 * (MPS / 4 + 7)) / LANES + 24) broken = broken + 1;
            end
            idles = 0;
            lfsr  = 16'hffff;
        end else begin
            if (in_set != 0) broken = broken + 1;
            ended = 1'b0;
            for (l = 0; l < LANES; l = l + 1) begin
                raw = tx_data[8*l +: 8];
                plain = raw ^ (SCRAMBLE != 0 ? mask_of(lfsr) : 8'd0);
                if (pos < 0 && tx_k[l] && (raw == STP || raw == SDP) && up) begin
                    idles = 99;
                    if (raw != (is_dllp(mk) ? SDP : STP) || (LANES > 1 && l % 4 != 0) || (l == 4 && !ended)) broken = broken + 1;
                    pos    = 1;
                    length = 4 * dws(mk);
                    if (k == mk) broken = broken + 1; // it is not here whole
                end else if (pos < 0) begin
                    if (LANES == 8 && ended && l >= 4) begin
                        if (!tx_k[l] || raw != PAD) broken = broken + 1;
                    end else if (up && (tx_k[l] || plain != 8'd0)) broken = broken + 1;
                    if (idles < 16 && l == 0) begin
                        if (SCRAMBLE != 0 && raw != TABLE[8*(15-idles) +: 8]) broken = broken + 1;
                        if (SCRAMBLE != 0 && idles == 15) tables = tables + 1;
                        idles = idles + 1;
                    end
                end else begin
                    if (pos == length - 1) begin
                        if (!tx_k[l] || raw != (is_edb(mk) ? EDB : END)) broken = broken + 1;
                        mk    = mk + 1;
                        pos   = -1;
                        ended = 1'b1;
                    end else begin
                        if (tx_k[l] || plain != line_octet(mk, pos)) broken = broken + 1;
                        pos = pos + 1;
                    end
                end
            end
            lfsr = lfsr_behind(lfsr);
        end
    end

    // eight steps of x^16 + x^5 + x^4 + x^3 + 1, and the bits that leave it, as in the specification's figure
    function [15:0] lfsr_behind;
        input [15:0] now;
        integer      n;
        begin
            lfsr_behind = now;
            for (n = 0; n < 8; n = n + 1)
                lfsr_behind = {lfsr_behind[14:5], lfsr_behind[4] ^ lfsr_behind[15], lfsr_behind[3] ^ lfsr_behind[15],
                               lfsr_behind[2] ^ lfsr_behind[15], lfsr_behind[1:0], lfsr_behind[15]};
        end
    endfunction
    function [7:0] mask_of;
        input [15:0] now;
        reg   [15:0] reg_now;
        integer      n;
        begin
            reg_now = now;
            for (n = 0; n < 8; n = n + 1) begin
                mask_of[n] = reg_now[15];
                reg_now = {reg_now[14:5], reg_now[4] ^ reg_now[15], reg_now[3] ^ reg_now[15], reg_now[2] ^ reg_now[15],
                           reg_now[1:0], reg_now[15]};
            end
        end
    endfunction

    // ---- the line: a queue of columns; an ordered set's second SKP may go, or come up to twice more
    localparam integer FAR = 64;
    reg  [10*LANES-1:0] far [0:FAR-1];
    integer     head = 0, tail = 0, n_skp = 0, seen = 0, turn = 0, more, lane;
    reg  [8*LANES-1:0] c_data;
    reg  [LANES-1:0]   c_k, c_err;

    always @(posedge clk) begin
        if (rst) begin
            head = 16;
            tail = 0;
            for (j = 0; j < 16; j = j + 1) far[j] = {{LANES{1'b1}}, {LANES{1'b0}}, {8*LANES{1'b0}}};
        end else begin
            more = 1;
            if (tx_k[0] && tx_data[7:0] == SKP) begin
                n_skp = n_skp + 1;
                if (n_skp == 1) turn = (turn + 1) % 5; // 5, 1, 4, 2, 3 of them
                if (edit && n_skp == 1) more = turn == 0 ? 3 : turn == 2 ? 2 : turn == 4 ? 1 : 0;
                if (edit && n_skp == 2) more = turn == 1 ? 0 : 1;
            end else
                n_skp = 0;
            for (j = 0; j < more; j = j + 1) begin
                far[head % FAR] = {{LANES{1'b0}}, tx_k, tx_data};
                head = head + 1;
            end
            {c_err, c_k, c_data} = far[tail % FAR];
            tail = tail + 1;
            if (head - tail < 2 || head - tail > FAR - 4) broken = broken + 1; // the line is at its end
            if (c_k[0] && c_data[7:0] == SKP) seen = seen + 1;
            else begin
                if (seen > 0 && seen < 6) lengths[seen] = 1'b1;
                seen = 0;
            end
            lane = rnd(LANES);
            if (rnd(1024) < damage && !(c_k[0] && (c_data[7:0] == COM || c_data[7:0] == SKP) && LANES == 1)) begin
                if (rnd(2) == 0 || (c_k[0] && (c_data[7:0] == COM || c_data[7:0] == SKP))) begin
                    c_err[lane] = 1'b1;
                    c_k[lane]   = 1'b1;
                    c_data[8*lane +: 8] = EDB;
                end else if (c_k[lane] && c_data[8*lane +: 8] == END)
                    {c_k[lane], c_data[8*lane +: 8]} = {1'b0, 8'h4a};
                else
                    {c_k[lane], c_data[8*lane +: 8]} = {1'b1, rnd(2) == 0 ? PAD : 8'h7c};
            end
            {rx_err, rx_k, rx_data} <= {c_err, c_k, c_data};
        end
    end

    // ---- the sink: which frame it was says the first beat
    reg  [31:0]  rk = 0, found;
    reg  [127:0] first;
    integer      mat = 0, n;
    reg          good, down = 1'b1;

    always @(posedge clk) begin
        if (obs && !rst) errors = errors + 1;
        if (!up) begin
            mat  = 0;
            down = 1'b1;
        end else if (down) begin
            down = 1'b0;
            rk   = k;
            sent = got;
        end
        if (m_valid && up && !rst) begin
            if (mat == 0) begin
                found = rk;
                good  = 1'b0;
                for (n = 0; n < 60 && !good && !m_err; n = n + 1) begin
                    good = is_dllp(rk + n) == m_dllp;
                    for (j = 0; j < (m_dllp ? 8 : 16); j = j + 1)
                        if (octet(rk + n, j) != m_data[8*j +: 8]) good = 1'b0;
                    if (good) found = rk + n;
                end
            end else for (j = 0; j < 16; j = j + 1)
                if (m_keep[j/4] && octet(found, 4 * mat + j) != m_data[8*j +: 8]) good = 1'b0;
            for (j = 0; j < 4; j = j + 1)
                if (m_keep[j] != (mat + j < dws(found)) && !m_err) good = 1'b0;
            mat = mat + 4;
            if (m_last) begin
                if (m_err) errors = errors + 1;
                else if (!good || m_edb != is_edb(found) || mat < dws(found)) wrong = wrong + 1;
                else begin
                    lost = lost + (found - rk);
                    got  = got + 1;
                    rk   = found + 1;
                end
                mat = 0;
            end
        end
    end
endmodule

`default_nettype wire
