// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet packetizer: 64 channels of small messages, kept until acknowledged.
//
// AXI_ID_W (1 to 16); CHAN_N (2 to 64) channels. A write that sends in t: header on
// m_exa in t+3. A footer accepted in t has its effect at the end of t+2. rst empties
// all, clears counters, numbers and bindings. Paper section 3.1; contract: exa_packetizer.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_packetizer #(
    parameter integer AXI_ID_W = 4,  // bits of an AXI ID
    parameter integer CHAN_N   = 64  // channels, 2 to 64
) (
`include "exa_ni_ports.vh"
    output wire [15:0]         obs_rx
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h45500001;
    localparam [7:0]  KERNEL = 8'h40;  // page
    localparam [6:0]  COUNT = CHAN_N[6:0];
    localparam integer TOP = CHAN_N - 1;
    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;

    // a channel's state: as STATUS shows it, but BUSY in three kinds
    localparam [2:0] ST_IDLE    = 3'd0;
    localparam [2:0] ST_PEND    = 3'd1;  // to be sent
    localparam [2:0] ST_ACKED   = 3'd2;
    localparam [2:0] ST_NACKED  = 3'd3;
    localparam [2:0] ST_TIMEOUT = 3'd4;
    localparam [2:0] ST_REFUSED = 3'd5;
    localparam [2:0] ST_SEND    = 3'd6;  // being sent
    localparam [2:0] ST_WAIT    = 3'd7;  // for an answer

    generate
        if (CHAN_N < 2 || CHAN_N > 64) begin : g_chan_n
            tn_error_CHAN_N_must_be_2_to_64 u_error ();
        end
    endgenerate

`include "exa_ni_front.vh"

    // ---- channels
    reg [3*CHAN_N-1:0]  st_q;
    reg [4*CHAN_N-1:0]  err_q;
    reg [9*CHAN_N-1:0]  sent_q;   // times sent
    reg [EXA_SEQ_W*CHAN_N-1:0] num_q;  // of the last message
    reg [CHAN_N-1:0]    begun_q;  // there was one
    reg [CHAN_N-1:0]    nack_q;   // a negative answer since the last sending began
    reg [32*CHAN_N-1:0] since_q;  // when the last sending ended
    reg [64*CHAN_N-1:0] dst_q;
    reg [12*CHAN_N-1:0] ctrl_q;   // type, length
    reg [CHAN_N-1:0]    bound_q;
    reg [EXA_PDID_W*CHAN_N-1:0] pdid_q;
    reg [31:0]          now_q;

    // a busy channel's registers must not change: also while its packet leaves
    reg  [CHAN_N-1:0] busy;
    reg  [CHAN_N-1:0] pending;
    wire              idle;
    reg  [5:0]        chan_q;  // being sent
    integer           i;
    always @*
        for (i = 0; i < CHAN_N; i = i + 1) begin
            pending[i] = st_q[3*i+:3] == ST_PEND;
            busy[i]    = pending[i] || st_q[3*i+:3] == ST_SEND || st_q[3*i+:3] == ST_WAIT || (!idle && chan_q == i[5:0]);
        end

    // ---- sending
    wire         any;
    wire [5:0]   grant;
    wire         done;
    wire [1:0]   word_at;
    wire [127:0] word;
    wire         start = idle && any;

    tn_arb_rr #(
        .REQ_N(CHAN_N),
        .IDX_W(6)
    ) u_arb (
        .clk    (clk),
        .rst    (rst),
        .req    (pending),
        .advance(idle),
        .any    (any),
        .grant  (grant)
    );

    exa_pkt_send u_send (
        .clk        (clk),
        .rst        (rst),
        .own        (own),
        .start      (start),
        .idle       (idle),
        .done       (done),
        .pdid       (pdid_q[EXA_PDID_W*chan_q+:EXA_PDID_W]),
        .place      (dst_q[64*chan_q+:64]),
        .kind       (ctrl_q[12*chan_q+7+:5]),
        .len        (ctrl_q[12*chan_q+:7]),
        .chan       (chan_q),
        .num        (num_q[EXA_SEQ_W*chan_q+:EXA_SEQ_W]),
        .index      (word_at),
        .word       (word),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_pld_valid(m_exa_pld_valid),
        .m_pld_ready(m_exa_pld_ready),
        .m_ftr_valid(m_exa_ftr_valid),
        .m_ftr_ready(m_exa_ftr_ready),
        .m_data     (m_exa_data)
    );

    // ---- answers
    wire [127:0] conf;
    wire [8:0]   retry_max = {1'b0, conf[39:32]};
    wire [5:0]   to = w_head[EXA_A_TID_LSB+:EXA_TID_CHAN_W];
    wire [3:0]   code = w_head[EXA_A_RESP_LSB+:EXA_A_RESP_W];
    wire [2:0]   to_st = st_q[3*to+:3];
    wire         taken = cause[15];
    wire         acked;
    wire         refused;
    wire         repeated;

    exa_pkt_answer u_answer (
        .valid    (w_ftr || w_alone),
        .ftr_ok   (w_alone || w_ftr_ok),
        .alone    (w_alone),
        .head     (w_head),
        .open     ({1'b0, to} < COUNT && (to_st == ST_PEND || to_st == ST_SEND || to_st == ST_WAIT)),
        .waits    (to_st == ST_WAIT),
        .sent     (sent_q[9*to+:9]),
        .retry_max(retry_max),
        .num      (num_q[EXA_SEQ_W*to+:EXA_SEQ_W]),
        .pdid     (pdid_q[EXA_PDID_W*to+:EXA_PDID_W]),
        .cause    (cause),
        .acked    (acked),
        .refused  (refused),
        .repeated (repeated)
    );

    // ---- timeouts: one channel a cycle, none while an answer is worked on
    reg  [5:0] scan_q;
    wire       expired = st_q[3*scan_q+:3] == ST_WAIT && !taken &&
                         (now_q - since_q[32*scan_q+:32]) >= conf[31:0];
    wire       scan_more = sent_q[9*scan_q+:9] <= retry_max;
    wire       lost = expired && !scan_more;

    // ---- writes
    wire [7:0]  wr_page = wr_addr[15:8];
    wire [7:0]  wr_at = wr_addr[7:0];
    wire [5:0]  wr_chan = wr_addr[13:8];
    wire        wr_user = wr_page < {1'b0, COUNT};
    wire        wr_kernel = wr_page == KERNEL;
    wire        wr_open = wr_user && !busy[wr_chan];
    wire [3:0]  whole = {&wr_strb[15:12], &wr_strb[11:8], &wr_strb[7:4], &wr_strb[3:0]};
    wire [3:0]  touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};
    wire        msg_at = wr_open && wr_at[7:2] == 6'd0;
    wire        set_at = wr_open && wr_at == 8'h04;
    wire        bind_at = wr_kernel && wr_at[7:4] == 4'd0;
    wire [3:0]  regs_ok;
    reg  [3:0]  binds;
    reg  [3:0]  wr_ok;
    reg  [CHAN_N-1:0] rebind;

    integer w;
    always @* begin
        binds = 4'd0;
        wr_ok = wr_kernel ? regs_ok : 4'd0;
        if (msg_at) wr_ok = 4'hf;
        if (set_at) wr_ok = whole & 4'b0111;
        if (bind_at)
            for (w = 0; w < 4; w = w + 1)
                if ({1'b0, wr_at[3:0], w[1:0]} < COUNT) binds[w] = whole[w] && !busy[{wr_at[3:0], w[1:0]}];
        for (w = 0; w < CHAN_N; w = w + 1) rebind[w] = wr_valid && binds[w[1:0]] && wr_at[3:0] == w[5:2];
        wr_ok = wr_ok | binds;
        if (!wr_user && !wr_kernel) wr_resp = DECERR;
        else wr_resp = touched != 4'd0 && (touched & wr_ok) == 4'd0 ? SLVERR : OKAY;
    end

    // the message that a write of CTRL sends, by the values of its own beat
    wire        send = wr_valid && set_at && whole[2];
    wire [63:0] was = dst_q[64*wr_chan+:64];
    wire [63:0] place = {whole[1] ? wr_data[63:32] : was[63:32], whole[0] ? wr_data[31:0] : was[31:0]};
    wire [4:0]  kind = wr_data[64+8+:5];
    wire [6:0]  len = wr_data[64+:7];
    wire [8:0]  past = {1'b0, place[7:0]} + {2'd0, len};
    wire        read = kind == EXA_READ_REQ;
    wire        bad_read = len != 7'd32 || place[3:0] != 4'd0 || place[41:32] != EXA_TO_RT_MAILBOX;
    wire        bad = !bound_q[wr_chan] || len == 7'd0 || len > 7'd64 || !(kind == EXA_WRITE || read) ||
                      past > 9'd256 || (read && bad_read);

    wire [5:0]   rd_chan = rd_addr[13:8];
    wire [127:0] rd_word;

    exa_msg_ram #(
        .SLOT_N(CHAN_N)
    ) u_msg (
        .clk    (clk),
        .rst    (rst),
        .clear  (rebind),
        .wr_strb({16{wr_valid && msg_at}} & wr_strb),
        .wr_addr({wr_chan, wr_at[1:0]}),
        .wr_data(wr_data),
        .a_addr ({chan_q, word_at}),
        .a_data (word),
        .b_addr ({rd_chan, rd_addr[1:0]}),
        .b_data (rd_word)
    );

    // ---- what changes a channel; an answer and a timeout are never of one cycle, and a
    // channel that any of them moves is busy for writes
    integer b;
    always @(posedge clk) begin
        if (rst) begin
            st_q    <= {CHAN_N{ST_IDLE}};
            err_q   <= {4 * CHAN_N{1'b0}};
            sent_q  <= {9 * CHAN_N{1'b0}};
            num_q   <= {EXA_SEQ_W * CHAN_N{1'b0}};
            begun_q <= {CHAN_N{1'b0}};
            nack_q  <= {CHAN_N{1'b0}};
            dst_q   <= {64 * CHAN_N{1'b0}};
            ctrl_q  <= {12 * CHAN_N{1'b0}};
            bound_q <= {CHAN_N{1'b0}};
            pdid_q  <= {EXA_PDID_W * CHAN_N{1'b0}};
            now_q   <= 32'd0;
            scan_q  <= 6'd0;
        end else begin
            now_q <= now_q + 32'd1;
            if (!taken) scan_q <= scan_q == TOP[5:0] ? 6'd0 : scan_q + 6'd1;
            if (start) begin
                st_q[3*grant+:3] <= ST_SEND;
                nack_q[grant]    <= 1'b0;
            end
            if (done) begin
                if (st_q[3*chan_q+:3] == ST_SEND) st_q[3*chan_q+:3] <= ST_WAIT;
                sent_q[9*chan_q+:9] <= sent_q[9*chan_q+:9] + 9'd1;
            end
            if (expired) st_q[3*scan_q+:3] <= scan_more ? ST_PEND : nack_q[scan_q] ? ST_NACKED : ST_TIMEOUT;
            if (taken && code != 4'd0) begin
                err_q[4*to+:4] <= code;
                nack_q[to]     <= 1'b1;
            end
            if (acked) st_q[3*to+:3] <= ST_ACKED;
            if (refused) st_q[3*to+:3] <= ST_NACKED;
            if (repeated) st_q[3*to+:3] <= ST_PEND;
            if (wr_valid && set_at) dst_q[64*wr_chan+:64] <= place;
            if (send) begin
                ctrl_q[12*wr_chan+:12] <= {kind, len};
                st_q[3*wr_chan+:3]     <= bad ? ST_REFUSED : ST_PEND;
                err_q[4*wr_chan+:4]    <= 4'd0;
                sent_q[9*wr_chan+:9]   <= 9'd0;
                if (!bad) begin
                    num_q[EXA_SEQ_W*wr_chan+:EXA_SEQ_W] <= begun_q[wr_chan] ? num_q[EXA_SEQ_W*wr_chan+:EXA_SEQ_W] + 14'd1 : 14'd0;
                    begun_q[wr_chan]    <= 1'b1;
                end
            end
            for (b = 0; b < CHAN_N; b = b + 1)
                if (rebind[b]) begin
                    bound_q[b]        <= wr_data[32*b[1:0]+31];
                    pdid_q[EXA_PDID_W*b+:EXA_PDID_W]  <= wr_data[32*b[1:0]+:16];
                    st_q[3*b+:3]      <= ST_IDLE;
                    err_q[4*b+:4]     <= 4'd0;
                    sent_q[9*b+:9]    <= 9'd0;
                    dst_q[64*b+:64]   <= 64'd0;
                    ctrl_q[12*b+:12]  <= 12'd0;
                end
        end
    end

    always @(posedge clk) begin
        if (start) chan_q <= grant;
        if (done) since_q[32*chan_q+:32] <= now_q;
    end

    // ---- reads
    wire [127:0] regs_data;
    wire [3:0]   regs_rd_ok;
    wire         once_more = done && sent_q[9*chan_q+:9] != 9'd0;

    exa_ni_regs #(
        .ID       (ID),
        .CONF_EN  (4'b0011),
        .CONF_MASK({64'd0, 32'h000000ff, 32'hffffffff}),
        .CONF_RST ({64'd0, 32'd7, 32'd4096}),
        .EXTRA_N  (6)
    ) u_regs (
        .clk     (clk),
        .rst     (rst),
        .params  ({25'd0, COUNT}),
        .own     (own),
        .conf_in (128'd0),
        .conf    (conf),
        .event_in({10'd0, send && bad, lost && !nack_q[scan_q], refused || (lost && nack_q[scan_q]), acked,
                   once_more, done, cause, rx_cause, 1'b0}),
        .wr_en   (wr_valid && wr_kernel),
        .wr_at   (wr_at),
        .wr_strb (wr_strb),
        .wr_data (wr_data),
        .wr_ok   (regs_ok),
        .rd_at   (rd_addr[7:0]),
        .rd_data (regs_data),
        .rd_ok   (regs_rd_ok)
    );

    wire [7:0]  rd_page = rd_addr[15:8];
    wire [7:0]  rd_at = rd_addr[7:0];
    wire        rd_user = rd_page < {1'b0, COUNT};
    wire [3:0]  rd_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    reg  [3:0]  rd_ok;
    wire [2:0]  rd_st = busy[rd_chan] ? ST_PEND : st_q[3*rd_chan+:3];
    wire [8:0]  rd_sent = sent_q[9*rd_chan+:9] - {8'd0, sent_q[9*rd_chan+:9] != 9'd0};
    wire [31:0] status = {2'd0, num_q[EXA_SEQ_W*rd_chan+:EXA_SEQ_W], rd_sent[7:0], err_q[4*rd_chan+:4], 1'b0, rd_st};
    wire [31:0] bound = {bound_q[rd_chan], 15'd0, pdid_q[EXA_PDID_W*rd_chan+:EXA_PDID_W]};

    integer r;
    always @* begin
        rd_data = 128'd0;
        rd_ok   = 4'd0;
        if (rd_user && rd_at[7:2] == 6'd0) begin
            rd_ok = 4'hf;
            rd_data = rd_word;
        end
        if (rd_user && rd_at == 8'h04) begin
            rd_ok   = 4'h7;
            rd_data = {51'd0, ctrl_q[12*rd_chan+7+:5], 1'b0, ctrl_q[12*rd_chan+:7], dst_q[64*rd_chan+:64]};
        end
        if (rd_user && rd_at == 8'h05) begin
            rd_ok   = 4'h3;
            rd_data = {64'd0, bound, status};
        end
        if (rd_page == KERNEL) begin
            rd_ok   = regs_rd_ok;
            rd_data = regs_data;
            if (rd_at[7:4] == 4'd0)
                for (r = 0; r < 4; r = r + 1)
                    if ({1'b0, rd_at[3:0], r[1:0]} < COUNT) begin
                        rd_ok[r]          = 1'b1;
                        rd_data[32*r+31]  = bound_q[{rd_at[3:0], r[1:0]}];
                        rd_data[32*r+:16] = pdid_q[EXA_PDID_W*{rd_at[3:0], r[1:0]}+:EXA_PDID_W];
                    end
        end
        if (!rd_user && rd_page != KERNEL) rd_resp = DECERR;
        else rd_resp = (rd_touched & rd_ok) == 4'd0 ? SLVERR : OKAY;
    end

    wire unused = &{1'b0, ending, next_data, rd_soon, rd_valid, w_hdr, w_pld, w_index, w_pld_ok, conf, w_head, w_data, rd_sent[8]};

endmodule

`default_nettype wire
