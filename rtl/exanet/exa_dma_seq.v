// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Sequencer of exa_dma: descriptors, their states, and the turns of transactions.
//
// OUT_N (1 to 7) outputs, TXN_LOG2 (2 to 10): log2 of the descriptors. One job at a time, so that no two of them
// meet at a descriptor: a beat of the port (3 cycles, 4 for one that writes a descriptor), the issue of a packet
// (4), the end of an issue (2, 3 with a chain), the end of a transaction (2, 3 with a fault), a step of a walk (2).
// exa_dma_turns says which goes next. rst: clearing is high until every descriptor is cleared.
// Contract: exa_dma.md sections 4 to 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_seq #(
    parameter integer OUT_N    = 1,  // outputs, 1 to 7
    parameter integer TXN_LOG2 = 10  // log2 of the descriptors, 2 to 10
) (
    input  wire                clk,
    input  wire                rst,
    output wire                clearing,
    // the port's beats (tn_axi_slave)
    input  wire                wr_valid,
    output wire                wr_ready,
    input  wire [15:0]         wr_addr,
    input  wire [15:0]         wr_strb,
    input  wire [127:0]        wr_data,
    output wire [1:0]          wr_resp,
    input  wire                rd_valid,
    output wire                rd_ready,
    input  wire [15:0]         rd_addr,
    input  wire [15:0]         rd_strb,
    output wire [127:0]        rd_data,
    output wire [1:0]          rd_resp,
    // the kernel's page; kernel_at counts words of it
    output wire [7:0]          kernel_at,
    output wire                bank_wr,
    output wire [3:0]          bank_which,
    input  wire [3:0]          bank_there,
    input  wire [127:0]        kernel_data,
    input  wire [3:0]          kernel_ok,
    input  wire                is_bank,
    input  wire                is_fault,
    input  wire                fault_settled,
    output wire                fault_pop,
    output wire                fault_push,
    output wire [57:0]         fault_entry,
    output wire [OUT_N-1:0]    ctl_drop,
    // the banks
    output wire [15:0]         pdid,
    input  wire                bank_hit,
    // control messages
    output wire [OUT_N-1:0]    ctl_wr,
    output wire [9:0]          ctl_tid,
    output wire [189:0]        row,
    input  wire [OUT_N-1:0]    ctl_ok,
    input  wire [OUT_N-1:0]    ctl_full,
    // reads and slots
    input  wire                read_busy,
    output wire                issue,       // a packet with its reads
    output wire [2:0]          path,
    output wire [2:0]          slot,
    output wire [OUT_N-1:0]    alloc,
    output wire [OUT_N-1:0]    drop,
    output wire                lost,
    output wire [9:0]          tid,         // the slots compare theirs with this one
    output wire                cut_last,
    output wire [14:0]         cut_off,
    output wire [117:0]        cut,
    output wire [27:0]         cut_vbs,
    output wire [37:0]         cut_beat_at,
    output wire [4:0]          cut_beats,
    output wire [4:0]          cut_page_beats,
    input  wire [OUT_N-1:0]    free_any,
    input  wire [3*OUT_N-1:0]  free_at,
    input  wire [OUT_N-1:0]    tid_failed,
    input  wire [OUT_N-1:0]    astray,
    // transactions that are over
    input  wire [OUT_N-1:0]    fin,
    input  wire [3*OUT_N-1:0]  fin_at,
    input  wire [OUT_N-1:0]    fin_failed,
    input  wire [10*OUT_N-1:0] fin_tid,
    input  wire [2*OUT_N-1:0]  fin_code,
    input  wire [OUT_N-1:0]    fin_page,
    input  wire [15*OUT_N-1:0] fin_off,
    output wire [OUT_N-1:0]    fin_take,
    output wire [2:0]          fin_take_at,
    // events
    output wire                ev_busy,
    output wire                ev_bad,
    output wire                ev_chained,
    output wire                ev_chain_miss,
    output wire                ev_start,
    output wire                ev_end,
    output wire                ev_retry,
    output wire [OUT_N-1:0]    ev_starts
);

`include "exa_dma_defs.vh"

    localparam integer W = TXN_LOG2;
    localparam integer ATTEMPT_W = 4;  // low bits of seq

    localparam [3:0] S_CLEAR  = 4'd0;
    localparam [3:0] S_IDLE   = 4'd1;   // chooses a job and reads its descriptor
    localparam [3:0] S_WRITE  = 4'd2;   // a beat of the port
    localparam [3:0] S_STORE  = 4'd3;   // of a descriptor
    localparam [3:0] S_READ   = 4'd4;
    localparam [3:0] S_CUT    = 4'd5;   // the next packet of a path
    localparam [3:0] S_ISSUE  = 4'd6;
    localparam [3:0] S_ISSUED = 4'd7;   // its reads were accepted
    localparam [3:0] S_CHAIN  = 4'd8;   // start of its dependent
    localparam [3:0] S_END    = 4'd9;   // a transaction is over
    localparam [3:0] S_FAULT  = 4'd10;  // by a fault
    localparam [3:0] S_WALK   = 4'd11;  // a failed transaction is looked for in its list

    reg [3:0]       state_q;
    reg [W-1:0]     clear_q;
    reg             write_turn_q;  // of writes and reads the write goes first
    reg [ROW_W-1:0] row_q;         // descriptor in work
    reg [2:0]       out_q;         // path or output of the job
    reg [9:0]       tid_q;
    reg             pend_q;        // an issue has begun and not ended
    reg [9:0]       pend_tid_q;
    reg [2:0]       pend_path_q;
    reg [14:0]      pend_sent_q;
    reg             pend_last_q;
    reg             pend_chained_q;
    reg [9:0]       pend_dep_q;
    reg [2:0]       end_at_q;
    reg             end_failed_q;
    reg [1:0]       end_code_q;
    reg             end_page_q;
    reg [14:0]      end_off_q;
    reg [29:0]      page_q;
    reg             walk_q;        // a walk is under way
    reg [2:0]       walk_path_q;

    // ---- what waits
    wire [9:0]       w_tid, r_tid;
    wire             write_due, read_due;
    wire             store;       // the beat writes a descriptor
    wire             controlled;  // and its control byte
    wire [OUT_N-1:0] waiting;
    reg  [2:0]       fin_out;    // lowest output with a transaction that is over
    integer          f;

    always @* begin
        fin_out = 3'd0;
        for (f = OUT_N - 1; f >= 0; f = f - 1) if (fin[f]) fin_out = f[2:0];
    end

    wire       idle = state_q == S_IDLE;
    wire       go_issued, go_end, go_port, go_issue, go_walk;
    wire       port_due = write_due || read_due;
    wire       go_write = go_port && write_due && (write_turn_q || !read_due);
    wire       go_read = go_port && !go_write;
    wire [2:0] able_path;
    wire [2:0] look_path;
    wire       walk_end;
    wire       walk_begin = go_walk && (!walk_q || walk_end);

    exa_dma_turns u_turns (
        .clk       (clk),
        .rst       (rst),
        .idle      (idle),
        .pend      (pend_q),
        .read_busy (read_busy),
        .over      (fin != {OUT_N{1'b0}}),
        .port_due  (port_due),
        .able      ({{(8 - OUT_N) {1'b0}}, waiting & free_any}),
        .lookable  ({{(8 - OUT_N) {1'b0}}, waiting & astray}),
        .go_issued (go_issued),
        .go_end    (go_end),
        .go_port   (go_port),
        .go_issue  (go_issue),
        .go_look   (go_walk),
        .able_path (able_path),
        .look_path (look_path),
        .walk_begin(walk_begin)
    );

    // ---- descriptors: row and state of one are read together
    wire [9:0]        first_tid;
    wire [STAT_W-1:0] stat;
    reg  [9:0]        at;
    reg               row_wr;
    reg               stat_wr;
    reg  [9:0]        wr_at;
    reg  [ROW_W-1:0]  row_d;
    reg  [STAT_W-1:0] stat_d;

    always @* begin
        at = first_tid;
        if (go_issued) at = pend_dep_q;
        if (go_end) at = fin_tid[10*fin_out+:10];
        if (go_write) at = w_tid;
        if (go_read) at = r_tid;
    end

    tn_ram_sync #(
        .DATA_W (ROW_W),
        .DEPTH_N(1 << W),
        .ADDR_W (W)
    ) u_rows (
        .clk    (clk),
        .wr_en  (row_wr),
        .wr_addr(wr_at[W-1:0]),
        .wr_data(row_d),
        .rd_en  (idle),
        .rd_addr(at[W-1:0]),
        .rd_data(row)
    );

    tn_ram_sync #(
        .DATA_W (STAT_W),
        .DEPTH_N(1 << W),
        .ADDR_W (W)
    ) u_stats (
        .clk    (clk),
        .wr_en  (stat_wr),
        .wr_addr(wr_at[W-1:0]),
        .wr_data(stat_d),
        .rd_en  (idle),
        .rd_addr(at[W-1:0]),
        .rd_data(stat)
    );

    wire [ROW_W-1:0] merged;

    exa_dma_port #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_port (
        .wr_valid     (wr_valid),
        .wr_ready     (wr_ready),
        .wr_addr      (wr_addr),
        .wr_strb      (wr_strb),
        .wr_data      (wr_data),
        .wr_resp      (wr_resp),
        .rd_valid     (rd_valid),
        .rd_ready     (rd_ready),
        .rd_addr      (rd_addr),
        .rd_strb      (rd_strb),
        .rd_data      (rd_data),
        .rd_resp      (rd_resp),
        .write_due    (write_due),
        .read_due     (read_due),
        .w_tid        (w_tid),
        .r_tid        (r_tid),
        .writes       (state_q == S_WRITE),
        .stores       (state_q == S_STORE),
        .reads        (state_q == S_READ),
        .row          (row),
        .stat         (stat),
        .merged       (merged),
        .store        (store),
        .controlled   (controlled),
        .ev_busy      (ev_busy),
        .kernel_at    (kernel_at),
        .bank_wr      (bank_wr),
        .bank_which   (bank_which),
        .bank_there   (bank_there),
        .kernel_data  (kernel_data),
        .kernel_ok    (kernel_ok),
        .is_bank      (is_bank),
        .is_fault     (is_fault),
        .fault_settled(fault_settled),
        .fault_pop    (fault_pop),
        .ctl_drop     (ctl_drop),
        .ctl_wr       (ctl_wr),
        .ctl_ok       (ctl_ok),
        .ctl_full     (ctl_full)
    );

    assign ctl_tid = w_tid;

    // ---- starts
    wire start_bad;
    wire parked = row_q[ROW_DB_LSB];
    wire starts = (state_q == S_STORE && controlled && !parked) || state_q == S_CHAIN;
    wire start_ok = starts && !start_bad;

    exa_dma_start #(
        .OUT_N(OUT_N)
    ) u_start (
        .row     (row_q),
        .bank_hit(bank_hit),
        .bad     (start_bad)
    );

    // ---- lists: an issue that ended and has packets left goes to the back, a chained start to the front
    wire       again = state_q == S_ISSUED && !pend_last_q;
    wire [2:0] start_path = row_q[ROW_PATH_LSB+:3];
    wire [9:0] walk_tid;
    wire       walk_found = state_q == S_WALK && tid_failed[out_q];
    reg  [2:0] list_path;

    always @* begin
        list_path = out_q;
        if (go_issue) list_path = able_path;
        if (go_walk) list_path = walk_begin ? look_path : walk_path_q;
        if (start_ok) list_path = start_path;
        if (again) list_path = pend_path_q;
    end

    exa_dma_lists #(
        .OUT_N   (OUT_N),
        .TXN_LOG2(TXN_LOG2)
    ) u_lists (
        .clk       (clk),
        .rst       (rst),
        .waiting   (waiting),
        .path      (list_path),
        .look      (go_issue || go_walk),
        .push      (start_ok || again),
        .push_front(state_q == S_CHAIN),
        .push_tid  (again ? pend_tid_q : tid_q),
        .pop       (state_q == S_CUT),
        .first_tid (first_tid),
        .walk      (go_walk),
        .at_start  (walk_begin),
        .step      (state_q == S_WALK && !walk_found),
        .cut       (walk_found),
        .walk_tid  (walk_tid),
        .walk_end  (walk_end)
    );

    // ---- the packet
    wire [14:0] off_next;
    wire        failed = tid_failed[out_q];
    wire        issues = state_q == S_ISSUE && !failed;

    exa_dma_cut u_cut (
        .clk       (clk),
        .take      (state_q == S_CUT),
        .row       (row),
        .sent      (stat[STAT_SENT_LSB+:DSC_LENGTH_W]),
        .tid       (tid_q),
        .last      (cut_last),
        .off       (cut_off),
        .off_next  (off_next),
        .cut       (cut),
        .vbs       (cut_vbs),
        .beat_at   (cut_beat_at),
        .beats     (cut_beats),
        .page_beats(cut_page_beats)
    );

    wire [OUT_N-1:0] on_path = {{(OUT_N - 1) {1'b0}}, 1'b1} << out_q;
    wire [OUT_N-1:0] on_start = {{(OUT_N - 1) {1'b0}}, 1'b1} << start_path;

    assign pdid   = row_q[ROW_PDID_LSB+:16];
    assign tid    = state_q == S_WALK ? walk_tid : tid_q;
    assign path   = out_q;
    assign slot   = free_at[3*out_q+:3];
    assign issue  = issues && bank_hit;
    assign lost   = !bank_hit;
    assign alloc  = issues ? on_path : {OUT_N{1'b0}};
    assign drop   = (state_q == S_ISSUE && failed) || walk_found ? on_path : {OUT_N{1'b0}};

    // ---- the chain
    wire dep_there = {1'b0, pend_dep_q} < (11'd1 << W);
    wire dep_waits = dep_there && row[ROW_DB_LSB] && !stat[STAT_ACTIVE_LSB];
    wire chains = state_q == S_ISSUED && pend_last_q && pend_chained_q;

    // ---- what is written
    always @* begin
        row_wr  = 1'b0;
        stat_wr = 1'b0;
        wr_at   = tid_q;
        row_d   = row_q;
        stat_d  = {STAT_W{1'b0}};
        case (state_q)
            S_CLEAR: begin
                row_wr  = 1'b1;
                stat_wr = 1'b1;
                wr_at   = {{(10 - W) {1'b0}}, clear_q};
                row_d   = {ROW_W{1'b0}};
            end
            S_STORE, S_CHAIN: begin
                row_wr  = 1'b1;
                stat_wr = controlled || state_q == S_CHAIN;
                stat_d[STAT_ACTIVE_LSB] = start_ok;
                stat_d[STAT_ERROR_LSB]  = starts && start_bad;
            end
            S_ISSUED: begin
                stat_wr = 1'b1;
                wr_at   = pend_tid_q;
                stat_d[STAT_ACTIVE_LSB]              = 1'b1;
                stat_d[STAT_SENT_LSB+:DSC_LENGTH_W] = pend_sent_q;
            end
            S_END: begin
                stat_wr = !end_failed_q;
                stat_d[STAT_DONE_LSB]               = 1'b1;
                stat_d[STAT_SENT_LSB+:DSC_LENGTH_W] = row[ROW_LENGTH_LSB+:DSC_LENGTH_W];
            end
            S_FAULT: begin
                stat_wr = 1'b1;
                stat_d[STAT_ERROR_LSB]               = 1'b1;
                stat_d[STAT_SENT_LSB+:DSC_LENGTH_W] = end_off_q;
            end
            default: ;
        endcase
    end

    // ---- ends
    wire [41:0] end_at = row[ROW_SRC_LSB+:42] + {27'd0, end_off_q};
    wire [29:0] page = page_q + {29'd0, end_page_q};
    wire        ends = (state_q == S_END && !end_failed_q) || state_q == S_FAULT;

    assign fin_take    = ends ? on_path : {OUT_N{1'b0}};
    assign fin_take_at = end_at_q;
    assign fault_push  = state_q == S_FAULT;
    assign fault_entry = {page, row_q[ROW_PDID_LSB+:16], end_code_q, tid_q};

    assign ev_bad        = starts && start_bad;
    assign ev_chained    = chains && dep_waits;
    assign ev_chain_miss = chains && !dep_waits;
    assign ev_start      = start_ok;
    assign ev_end        = ends;
    assign ev_retry      = row_q[ROW_SEQ_LSB+:ATTEMPT_W] != {ATTEMPT_W{1'b0}};
    assign ev_starts     = start_ok ? on_start : {OUT_N{1'b0}};
    assign clearing      = state_q == S_CLEAR;

    // ---- states
    always @(posedge clk) begin
        if (rst) begin
            state_q      <= S_CLEAR;
            clear_q      <= {W{1'b0}};
            write_turn_q <= 1'b1;
            pend_q       <= 1'b0;
            walk_q       <= 1'b0;
        end else begin
            clear_q <= clear_q + 1'b1;
            walk_q  <= go_walk || (walk_q && astray[walk_path_q]);
            if (go_write) write_turn_q <= 1'b0;
            if (go_read) write_turn_q <= 1'b1;
            if (issue) pend_q <= 1'b1;
            if (state_q == S_ISSUED) pend_q <= 1'b0;
            case (state_q)
                S_CLEAR: if (&clear_q) state_q <= S_IDLE;
                S_IDLE: begin
                    if (go_issued) state_q <= S_ISSUED;
                    if (go_end) state_q <= S_END;
                    if (go_write) state_q <= S_WRITE;
                    if (go_read) state_q <= S_READ;
                    if (go_issue) state_q <= S_CUT;
                    if (go_walk) state_q <= S_WALK;
                end
                S_WRITE: state_q <= store ? S_STORE : S_IDLE;
                S_CUT: state_q <= S_ISSUE;
                S_ISSUED: state_q <= chains && dep_waits ? S_CHAIN : S_IDLE;
                S_END: state_q <= end_failed_q ? S_FAULT : S_IDLE;
                default: state_q <= S_IDLE;
            endcase
        end
    end

    always @(posedge clk) begin
        if (go_issue) out_q <= able_path;
        if (go_end) out_q <= fin_out;
        if (go_walk) out_q <= list_path;
        if (idle) tid_q <= at;
        if (walk_begin) walk_path_q <= look_path;
        if (go_end) begin
            end_at_q     <= fin_at[3*fin_out+:3];
            end_failed_q <= fin_failed[fin_out];
            end_code_q   <= fin_code[2*fin_out+:2];
            end_page_q   <= fin_page[fin_out];
            end_off_q    <= fin_off[15*fin_out+:15];
        end
        page_q <= end_at[41:12];
        if (state_q == S_WRITE) row_q <= merged;
        if (state_q == S_CUT || state_q == S_END || state_q == S_ISSUED) row_q <= row;
        if (state_q == S_ISSUED) row_q[ROW_DB_LSB] <= 1'b0;
        if (issue) begin
            pend_tid_q     <= tid_q;
            pend_path_q    <= out_q;
            pend_sent_q    <= off_next;
            pend_last_q    <= cut_last;
            pend_chained_q <= row_q[ROW_CHAINED_LSB];
            pend_dep_q     <= row_q[ROW_DEP_LSB+:DSC_DEP_W];
        end
    end

    wire unused = &{1'b0, end_at[11:0], wr_at};

endmodule

`default_nettype wire
