// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// ExaNet mailbox: queues of messages for processes, read over AXI4.
//
// AXI_ID_W (1 to 16); MBOX_N (1 to 64) mailboxes of 2**SLOT_LOG2 (1 to 6) slots of 64
// bytes; DUP_N (4 to 1024) entries of the table of duplicates. A footer accepted in t
// has its effect at the end of t+2. rst empties all, clears counters and bindings.
// Paper section 3.1; contract: exa_mailbox.md.

`timescale 1ns / 1ps
`default_nettype none

module exa_mailbox #(
    parameter integer AXI_ID_W  = 4,   // bits of an AXI ID
    parameter integer MBOX_N    = 64,  // mailboxes, 1 to 64
    parameter integer SLOT_LOG2 = 3,   // log2 of the slots of each, 1 to 6
    parameter integer DUP_N     = 64   // entries of the table of duplicates, 4 to 1024
) (
`include "exa_ni_ports.vh"
    output reg  [MBOX_N-1:0]   waiting,
    output wire [15:0]         obs_rx
);

`include "exa_defs.vh"

    localparam [31:0] ID = 32'h454d0001;
    localparam [7:0]  KERNEL = 8'h40;  // page
    localparam [6:0]  COUNT = MBOX_N[6:0];
    localparam integer PTR_W = SLOT_LOG2 + 1;
    localparam integer META_W = 1 + 6 + 7 + EXA_DST_W + EXA_TID_W + EXA_SEQ_W;
    localparam [1:0]  OKAY = 2'd0;
    localparam [1:0]  SLVERR = 2'd2;
    localparam [1:0]  DECERR = 2'd3;

    generate
        if (MBOX_N < 1 || MBOX_N > 64) begin : g_mbox_n
            tn_error_MBOX_N_must_be_1_to_64 u_error ();
        end
        if (SLOT_LOG2 < 1 || SLOT_LOG2 > 6) begin : g_slot_log2
            tn_error_SLOT_LOG2_must_be_1_to_6 u_error ();
        end
        if (DUP_N < 4 || DUP_N > 1024) begin : g_dup_n
            tn_error_DUP_N_must_be_4_to_1024 u_error ();
        end
    endgenerate

`include "exa_ni_front.vh"

    // ---- the queues: slots from head to tail, one wrap bit more than the slot's number
    reg  [PTR_W*MBOX_N-1:0] head_q;
    reg  [PTR_W*MBOX_N-1:0] tail_q;
    reg  [MBOX_N-1:0]       bound_q;
    reg  [16*MBOX_N-1:0]    pdid_q;

    // what the packet wants
    wire [15:0] pdid = w_head[EXA_PDID_LSB+:EXA_PDID_W];
    wire        is_msg = !w_alone && w_data[EXA_TID_LSB+EXA_TID_MSG_BIT];  // with the footer
    wire [4:0]  kind = w_head[EXA_TYPE_LSB+:EXA_TYPE_W];
    wire [EXA_SIZE_W-1:0] size = w_head[EXA_SIZE_LSB+:EXA_SIZE_W];
    wire [31:0] addr = w_head[EXA_ADDR_LSB+:32];
    wire [5:0]  mbox = addr[17:12];
    wire [5:0]  place = addr[5:0];
    wire        fits = kind == EXA_WRITE || kind == EXA_NOTIFY;
    wire        message = kind == EXA_WRITE && is_msg;
    wire        notify = kind == EXA_NOTIFY && !is_msg;
    wire        awaited = is_msg || kind == EXA_WRITE;
    wire [14:0] past = {1'b0, size} + {9'd0, place};
    wire        there = addr[31:18] == 14'd0 && addr[11:6] == 6'd0 && {1'b0, mbox} < COUNT && past <= 15'd64;
    wire        decode = !there || !(message || notify);

    wire [PTR_W-1:0] tail = tail_q[PTR_W*mbox+:PTR_W];
    wire [PTR_W-1:0] held = tail - head_q[PTR_W*mbox+:PTR_W];
    wire             prot = !bound_q[mbox] || pdid_q[16*mbox+:16] != pdid;

    reg  full_q;
    wire now_full = held[SLOT_LOG2];

    // the payload goes into the slot at once, so there must be one with the header
    always @(posedge clk) if (w_hdr) full_q <= now_full;

    wire         look;
    wire         dup;
    wire         answer;
    wire         room;
    wire [3:0]   err;
    wire [127:0] conf;
    wire         taken = cause[15];

    exa_ni_judge u_judge (
        .valid  (w_ftr || w_alone),
        .ftr_ok (w_alone || w_ftr_ok),
        .pld_ok (w_alone || w_pld_ok),
        .flow   (kind == EXA_FLOW_RATE),
        .awaited(awaited),
        .takes  (notify),
        .room   (room),
        .look   (look),
        .dup    (dup),
        .decode (decode),
        .prot   (prot),
        .full   (full_q),
        .cause  (cause),
        .answer (answer),
        .err    (err)
    );

    exa_dup #(
        .ENTRY_N(DUP_N)
    ) u_dup (
        .clk   (clk),
        .rst   (rst),
        .age   (conf[127:96]),
        .key   ({s_exa_data[EXA_SRC_LSB+:EXA_DST_W], s_exa_data[EXA_TID_LSB+:EXA_TID_MSG_BIT]}),
        .num   (s_exa_data[EXA_SEQ_LSB+:EXA_SEQ_W]),
        .ending(ending),
        .look  (look && is_msg),
        .put   (taken && is_msg),
        .dup   (dup)
    );

    wire answered;

    exa_answer u_answer (
        .clk        (clk),
        .rst        (rst),
        .s_valid    (answer),
        .s_ready    (room),
        .head       (w_head),
        .foot       (w_data),
        .err        (err),
        .m_hdr_valid(m_exa_hdr_valid),
        .m_hdr_ready(m_exa_hdr_ready),
        .m_data     (m_exa_data),
        .sent       (answered)
    );

    assign m_exa_pld_valid = 1'b0;
    assign m_exa_ftr_valid = 1'b0;

    // ---- writes: POP and BIND
    wire [7:0]       wr_page = wr_addr[15:8];
    wire [7:0]       wr_at = wr_addr[7:0];
    wire [5:0]       wr_mbox = wr_addr[13:8];
    wire             wr_user = wr_page < {1'b0, COUNT};
    wire             wr_kernel = wr_page == KERNEL;
    wire [PTR_W-1:0] wr_head = head_q[PTR_W*wr_mbox+:PTR_W];
    wire             wr_some = tail_q[PTR_W*wr_mbox+:PTR_W] != wr_head;
    wire             pop_at = wr_user && wr_at == 8'h05 && (&wr_strb[3:0]);
    wire             pop = wr_valid && pop_at && wr_data[0] && wr_some;
    wire             bind_at = wr_kernel && wr_at[7:4] == 4'd0;
    wire [3:0]       regs_ok;
    reg  [3:0]       wr_ok;
    reg  [3:0]       binds;
    wire [3:0]       touched = {|wr_strb[15:12], |wr_strb[11:8], |wr_strb[7:4], |wr_strb[3:0]};

    integer w;
    always @* begin
        binds  = 4'd0;
        wr_ok = wr_kernel ? regs_ok : 4'd0;
        if (pop_at) wr_ok[0] = wr_some || !wr_data[0];
        for (w = 0; w < 4; w = w + 1)
            binds[w] = bind_at && (&wr_strb[4*w+:4]) && {1'b0, wr_at[3:0], w[1:0]} < COUNT;
        wr_ok = wr_ok | binds;
        if (!wr_user && !wr_kernel) wr_resp = DECERR;
        else wr_resp = touched != 4'd0 && (touched & wr_ok) == 4'd0 ? SLVERR : OKAY;
    end

    wire [PTR_W-1:0] tail_next = tail + {{(PTR_W - 1) {1'b0}}, 1'b1};

    integer b;
    always @(posedge clk) begin
        if (rst) begin
            head_q  <= {PTR_W * MBOX_N{1'b0}};
            tail_q  <= {PTR_W * MBOX_N{1'b0}};
            bound_q <= {MBOX_N{1'b0}};
            pdid_q  <= {16 * MBOX_N{1'b0}};
        end else begin
            if (taken) tail_q[PTR_W*mbox+:PTR_W] <= tail_next;
            if (pop) head_q[PTR_W*wr_mbox+:PTR_W] <= wr_head + 1'b1;
            for (b = 0; b < MBOX_N; b = b + 1)
                if (wr_valid && binds[b[1:0]] && wr_at[3:0] == b[5:2]) begin
                    bound_q[b]            <= wr_data[32*b[1:0]+31];
                    pdid_q[16*b+:16]      <= wr_data[32*b[1:0]+:16];
                    head_q[PTR_W*b+:PTR_W] <= taken && mbox == b[5:0] ? tail_next : tail_q[PTR_W*b+:PTR_W];
                end
        end
    end

    // ---- slots
    localparam integer MBOX_W = MBOX_N > 1 ? $clog2(MBOX_N) : 1;
    localparam integer SLOT_W = MBOX_W + SLOT_LOG2;  // bits of a slot's number

    // memories are read in the cycle before the access: the slot that will be the head's then
    wire [5:0]        soon_mbox = rd_soon[13:8];
    wire [PTR_W-1:0]  soon_head = head_q[PTR_W*soon_mbox+:PTR_W];
    wire [PTR_W-1:0]  then_head = pop && wr_mbox == soon_mbox ? soon_head + 1'b1 : soon_head;
    wire [SLOT_W-1:0] rd_slot = {soon_mbox[MBOX_W-1:0], then_head[SLOT_LOG2-1:0]};
    wire [SLOT_W-1:0] wr_slot = {mbox[MBOX_W-1:0], tail[SLOT_LOG2-1:0]};
    wire              free = there && fits && !(w_hdr ? now_full : full_q);
    wire [127:0]      word;
    wire [META_W-1:0] meta;

    tn_ram_sync #(
        .DATA_W (128),
        .DEPTH_N(1 << (SLOT_W + 2)),
        .ADDR_W (SLOT_W + 2)
    ) u_data (
        .clk    (clk),
        .wr_en  (w_pld && free),
        .wr_addr({wr_slot, place[5:4] + w_index[1:0]}),
        .wr_data(w_data),
        .rd_en  (1'b1),
        .rd_addr({rd_slot, rd_soon[1:0]}),
        .rd_data(word)
    );

    // written a cycle before the footer is judged, into a slot that nobody sees yet
    tn_ram_sync #(
        .DATA_W (META_W),
        .DEPTH_N(1 << SLOT_W),
        .ADDR_W (SLOT_W)
    ) u_meta (
        .clk    (clk),
        .wr_en  (ending && free),
        .wr_addr(wr_slot),
        .wr_data({kind == EXA_NOTIFY, place, size[6:0], next_data[EXA_SRC_LSB+:EXA_DST_W], next_data[EXA_TID_LSB+:EXA_TID_W],
                  next_data[EXA_SEQ_LSB+:EXA_SEQ_W]}),
        .rd_en  (1'b1),
        .rd_addr(rd_slot),
        .rd_data(meta)
    );

    wire [5:0]        rd_mbox = rd_addr[13:8];
    wire [PTR_W-1:0]  rd_held = tail_q[PTR_W*rd_mbox+:PTR_W] - head_q[PTR_W*rd_mbox+:PTR_W];

    reg [63:0] waits;
    integer    m;
    always @* begin
        waits = 64'd0;
        for (m = 0; m < MBOX_N; m = m + 1) begin
            waiting[m] = tail_q[PTR_W*m+:PTR_W] != head_q[PTR_W*m+:PTR_W];
            waits[m]   = waiting[m];
        end
    end

    // ---- reads
    wire [127:0] regs_data;
    wire [3:0]   regs_rd_ok;
    wire [31:0]  params = {DUP_N[15:0], SLOT_LOG2[7:0], MBOX_N[7:0]};

    exa_ni_regs #(
        .ID       (ID),
        .CONF_EN  (4'b1011),
        .CONF_MASK({32'hffffffff, 96'd0}),
        .CONF_RST ({32'd65536, 96'd0}),
        .EXTRA_N  (1)
    ) u_regs (
        .clk     (clk),
        .rst     (rst),
        .params  (params),
        .own     (own),
        .conf_in ({64'd0, waits}),
        .conf    (conf),
        .event_in({15'd0, pop, cause, rx_cause, answered}),
        .wr_en   (wr_valid && wr_kernel),
        .wr_at   (wr_at),
        .wr_strb (wr_strb),
        .wr_data (wr_data),
        .wr_ok   (regs_ok),
        .rd_at   (rd_addr[7:0]),
        .rd_data (regs_data),
        .rd_ok   (regs_rd_ok)
    );

    wire [7:0]   rd_page = rd_addr[15:8];
    wire [7:0]   rd_at = rd_addr[7:0];
    wire         rd_user = rd_page < {1'b0, COUNT};
    wire         some = rd_held != {PTR_W{1'b0}};
    wire         m_notify;
    wire [5:0]   m_place;
    wire [6:0]   m_len;
    wire [EXA_DST_W-1:0] m_src;
    wire [EXA_TID_W-1:0] m_tid;
    wire [EXA_SEQ_W-1:0] m_seq;
    assign {m_notify, m_place, m_len, m_src, m_tid, m_seq} = meta;
    wire [3:0]   rd_touched = {|rd_strb[15:12], |rd_strb[11:8], |rd_strb[7:4], |rd_strb[3:0]};
    reg  [3:0]   rd_ok;
    wire [31:0]  info = {1'b1, m_notify, 8'd0, m_place, 9'd0, m_len};
    wire [31:0]  bound = {bound_q[rd_mbox], 15'd0, pdid_q[16*rd_mbox+:16]};
    reg  [6:0]   count;

    integer k;
    always @* begin
        rd_data = 128'd0;
        rd_ok   = 4'd0;
        count   = 7'd0;
        count[PTR_W-1:0] = rd_held;
        if (rd_user && rd_at[7:2] == 6'd0) begin
            rd_ok = 4'hf;
            // byte k of the word is the message's when it lies in [place, place + len)
            for (k = 0; k < 16; k = k + 1)
                if (some && ({1'b0, rd_at[1:0], k[3:0]} - {1'b0, m_place}) < m_len) rd_data[8*k+:8] = word[8*k+:8];
        end
        if (rd_user && rd_at == 8'h04) begin
            rd_ok   = 4'hf;
            rd_data = {25'd0, count, 96'd0};
            if (some) rd_data[95:0] = {2'd0, m_tid, 2'd0, m_seq, 10'd0, m_src, info};
        end
        if (rd_user && rd_at == 8'h05) begin
            rd_ok          = 4'h3;
            rd_data[63:32] = bound;
        end
        if (rd_page == KERNEL) begin
            rd_ok   = regs_rd_ok;
            rd_data = regs_data;
            if (rd_at[7:4] == 4'd0)
                for (k = 0; k < 4; k = k + 1)
                    if ({1'b0, rd_at[3:0], k[1:0]} < COUNT) begin
                        rd_ok[k]          = 1'b1;
                        rd_data[32*k+31]  = bound_q[{rd_at[3:0], k[1:0]}];
                        rd_data[32*k+:16] = pdid_q[16*{rd_at[3:0], k[1:0]}+:16];
                    end
        end
        if (!rd_user && rd_page != KERNEL) rd_resp = DECERR;
        else rd_resp = (rd_touched & rd_ok) == 4'd0 ? SLVERR : OKAY;
    end

    wire unused = &{1'b0, next_data, rd_soon, then_head, m_exa_pld_ready, m_exa_ftr_ready, rd_valid, w_index[3:2], conf[95:0], past, held, w_head,
                    w_data};

endmodule

`default_nettype wire
