// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// One end of a TNW line for benches: tnw_link and tnw_pcs, who injects and who takes, a fault in chosen
// words. Packet n of a channel has a payload made of channel and n, so that whoever takes one knows
// whether it is the one that must come. Include before the bench's module; hierarchical names are its interface.

module tnw_bench_end #(
    parameter integer ID = 0,
    parameter integer PCS = 1,           // 0: words instead of symbols on the line, {up, flags, data}
    parameter integer TX_ITEMS_LOG2 = 4,
    parameter integer RX_PKTS_LOG2 = 4
) (
    input  wire        clk,
    input  wire        rst,
    output wire [39:0] tx_sym,
    input  wire [39:0] rx_sym
);
`include "tnw_bench.vh"

    wire [31:0]  tx_data, rx_data, reg_rdata;
    wire [3:0]   tx_flags, rx_flags;
    wire         rx_up, inj_ok, rcv_dvalid, flush, obs_rx_valid;
    wire [2:0]   rx_code_n, rx_disp_n, obs_rx_vc, obs_tx_state;
    wire [7:0]   rcv_valid;
    wire [127:0] rcv_data;
    wire [23:0]  rcv_offset;
    wire [3:0]   obs_rx_cause, sync;
    wire [4:0]   obs_rx_seq, obs_unacked;
    reg          inj_valid = 1'b0, inj_last = 1'b0, reg_wr = 1'b0, reg_rd = 1'b0;
    reg  [127:0] inj_data = 128'd0;
    reg  [2:0]   inj_vc = 3'd0;
    reg  [23:0]  inj_offset = 24'd0;
    reg  [9:0]   reg_addr = 10'd0;
    reg  [31:0]  reg_wdata = 32'd0;
    wire         rcv_take;
    reg  [2:0]   rcv_vc;

    tnw_link #(.TX_ITEMS_LOG2(TX_ITEMS_LOG2), .RX_PKTS_LOG2(RX_PKTS_LOG2)) link (
        .clk(clk), .rst(rst), .tx_data(tx_data), .tx_flags(tx_flags), .rx_data(rx_data), .rx_flags(rx_flags),
        .rx_up(rx_up), .rx_code_n(rx_code_n), .rx_disp_n(rx_disp_n), .inj_ok(inj_ok), .inj_valid(inj_valid),
        .inj_last(inj_last), .inj_data(inj_data), .inj_vc(inj_vc), .inj_offset(inj_offset), .rcv_valid(rcv_valid),
        .rcv_take(rcv_take), .rcv_vc(rcv_vc), .rcv_dvalid(rcv_dvalid), .rcv_data(rcv_data), .rcv_offset(rcv_offset),
        .flush(flush), .reg_wr(reg_wr), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
        .reg_rdata(reg_rdata), .obs_rx_valid(obs_rx_valid), .obs_rx_cause(obs_rx_cause), .obs_rx_vc(obs_rx_vc),
        .obs_rx_seq(obs_rx_seq), .obs_tx_state(obs_tx_state), .obs_unacked(obs_unacked)
    );

    // ---- faults: of the next bad_n fields of code bad_code one bit; of word bad_word of packet bad_pk one bit
    integer bad_code = -1, bad_n = 0, bad_word = -1, bad_pk = -1, hold_ctl = 0;
    integer at = 0, starts = 0, first_start = 0, last_start = 0, cycle = 0, gaps = 0;
    wire    is_start = at == 0 && tx_flags == 4'b0001 && tx_data[7:0] == 8'hfb;
    wire    is_set = at == 0 && tx_flags == 4'b0001 && tx_data[7:0] == 8'h9c;
    wire    hit_fb = (is_start || is_set) && tx_data[31:29] == bad_code && bad_n != 0;
    wire    hit_pk = at != 0 && at == bad_word && starts - 1 == bad_pk;
    // dup_n: the next SETs with ACK come twice, the second in place of the IDLE behind
    integer dup_n = 0;
    reg     dup_q = 1'b0;
    reg [31:0] before_q;
    wire [31:0] sent = dup_q ? before_q : tx_data ^ (hit_fb ? 32'h01000000 : 32'd0) ^ (hit_pk ? 32'h00001000 : 32'd0);
    wire [3:0]  sent_flags = dup_q ? 4'b0001 : tx_flags;
    integer sets [0:7];
    integer i;
    initial for (i = 0; i < 8; i = i + 1) sets[i] = 0;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (hit_fb) bad_n <= bad_n - 1;
        dup_q <= is_set && tx_data[31:29] == 3'd1 && dup_n != 0 && !dup_q;
        before_q <= tx_data;
        if (dup_q) dup_n <= dup_n - 1;
        at <= rst ? 0 : is_start ? 1 : at == 0 || at == 34 ? 0 : at + 1;
        if (is_set) sets[tx_data[31:29]] = sets[tx_data[31:29]] + 1;
        if (is_start) begin
            starts <= starts + 1;
            if (starts == 0) first_start <= cycle;
            else if (cycle - last_start != 35) gaps <= gaps + 1;
            last_start <= cycle;
        end
    end

    generate
        if (PCS != 0) begin : g_pcs
            tnw_pcs pcs (
                .clk(clk), .rst(rst), .tx_data(sent), .tx_flags(sent_flags), .tx_sym(tx_sym), .rx_sym(rx_sym),
                .rx_data(rx_data), .rx_flags(rx_flags), .rx_up(rx_up), .rx_code_n(rx_code_n), .rx_disp_n(rx_disp_n),
                .obs_sync(sync)
            );
        end else begin : g_words
            assign tx_sym = {3'd0, 1'b1, sent_flags, sent};
            assign {rx_up, rx_flags, rx_data} = rx_sym[36:0];
            assign rx_code_n = 3'd0;
            assign rx_disp_n = 3'd0;
        end
    endgenerate

    function [127:0] payload;  // beat b of packet n of channel vc, sent by end id
        input integer id, vc, n, b;
        payload = {id[7:0], vc[7:0], n[15:0], b[7:0], n[23:0] ^ 24'h5a5a5a, (n * 32'd2654435761) ^ (b * 32'd40503 + vc),
                   ~(n * 32'd97 + b) * 32'd2246822519};
    endfunction

    // ---- who injects: todo items of channel mode, or of any when it is 8
    integer todo = 0, mode = 0, beat = 0, pause = 0, paused = 0;
    integer put [0:7], got [0:7];
    reg [2:0] next_vc;
    initial for (i = 0; i < 8; i = i + 1) begin
        put[i] = 0;
        got[i] = 0;
    end
    always @(posedge clk) begin
        inj_valid <= 1'b0;
        inj_last <= 1'b0;
        if (rst) beat = 0;
        else if (beat == 0) begin
            if (paused != 0) paused = paused - 1;
            else if (inj_ok && todo != 0) begin
                next_vc = mode == 8 ? rnd(8) : mode;
                beat = 1;
                todo = todo - 1;
                inj_vc <= next_vc;
                inj_offset <= {ID[3:0], next_vc, put[next_vc][16:0]};
                inj_valid <= 1'b1;
                inj_data <= payload(ID, next_vc, put[next_vc], 0);
            end
        end else begin
            inj_valid <= 1'b1;
            inj_data <= payload(ID, next_vc, put[next_vc], beat);
            inj_last <= beat == 7;
            beat = beat + 1;
            if (beat == 8) begin
                put[next_vc] = put[next_vc] + 1;
                beat = 0;
                paused = pause;
            end
        end
    end

    // ---- who takes, from channels of take_mask; each packet must be the channel's next
    reg [7:0] take_mask = 8'hff;
    reg [2:0] turn = 3'd0;
    integer   since = 100, age1 = 100, age2 = 100, k, wrong = 0, wrong_time = 0, twice = 0, missing = 0, n;
    reg [2:0] vc1 = 3'd0, vc_now;
    wire [7:0] can = rcv_valid & take_mask;
    always @* begin
        rcv_vc = turn;
        for (k = 7; k >= 0; k = k - 1) if (can[(turn + k) % 8]) rcv_vc = (turn + k) % 8;
    end
    assign rcv_take = can != 8'd0 && since >= 8 && !rst;
    always @(posedge clk) begin
        since = rcv_take ? 1 : since + 1;
        // age1: cycles since the last take, age2: since that before it
        age1 = age1 + 1;
        age2 = age2 + 1;
        if (cycle > 4 && rcv_dvalid !== (((age1 >= 2 && age1 <= 9) || (age2 >= 2 && age2 <= 9)) && !rst)) wrong_time = wrong_time + 1;
        if (rcv_dvalid) begin
            n = age2 <= 9 && age2 >= 2 ? age2 - 2 : age1 - 2;
            vc_now = n == age1 - 2 ? vc1 : vc_now;
            if (n == 0) begin
                vc_now = vc1;
                if (rcv_data[111:96] < got[vc_now]) begin  // again, as without numbers it may
                    twice = twice + 1;
                    got[vc_now] = rcv_data[111:96];
                end
                if (rcv_data[111:96] > got[vc_now]) begin
                    missing = missing + rcv_data[111:96] - got[vc_now];
                    got[vc_now] = rcv_data[111:96];
                end
            end
            if (rcv_data !== payload(1 - ID, vc_now, got[vc_now], n)) wrong = wrong + 1;
            if (rcv_offset !== {~ID[3:0] & 4'd1, vc_now, got[vc_now][16:0]}) wrong = wrong + 1;
            if (n == 7) got[vc_now] = got[vc_now] + 1;
        end
        if (rcv_take) begin
            turn = rcv_vc + 1;
            age2 = age1;
            age1 = 0;
            vc1 = rcv_vc;
        end
    end

    reg [31:0] value;
    task read;
        input [9:0] addr;
        begin
            @(negedge clk) reg_addr = addr;
            reg_rd = 1'b1;
            @(negedge clk) reg_rd = 1'b0;
            value = reg_rdata;
        end
    endtask
    task write;
        input [9:0]  addr;
        input [31:0] v;
        begin
            @(negedge clk) reg_addr = addr;
            reg_wdata = v;
            reg_wr = 1'b1;
            @(negedge clk) reg_wr = 1'b0;
        end
    endtask
    task forget;  // begin to count anew
        for (i = 0; i < 8; i = i + 1) begin
            put[i] = 0;
            got[i] = 0;
            sets[i] = 0;
            starts = 0;
            gaps = 0;
            twice = 0;
            missing = 0;
        end
    endtask
    // what was injected and what was taken, of all channels
    wire [31:0] all_put = put[0] + put[1] + put[2] + put[3] + put[4] + put[5] + put[6] + put[7];
    wire [31:0] all_got = got[0] + got[1] + got[2] + got[3] + got[4] + got[5] + got[6] + got[7];
endmodule
