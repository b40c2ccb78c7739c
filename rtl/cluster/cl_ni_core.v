// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The one that works on the lines: takes turns among the CPU, packets, answers, the read engine, counters that fire and command buffers.
//
// READ_N: reads that wait, 1 to 4. A load that hits is answered 4 cycles behind c_valid, a packet's work is done in 4 cycles (queues: 8).
// rst: nothing under way. Contract: cl_ni.md.

`timescale 1ns / 1ps
`default_nettype none

module cl_ni_core #(
    parameter integer READ_N = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         go,           // the lines' tags are cleared
    input  wire [6:0]   me,           // this CPU's node and number
    // the CPU
    input  wire         c_valid,
    output wire         c_ready,
    input  wire         c_wr,
    input  wire [31:0]  c_va,
    input  wire [31:0]  c_wdata,
    input  wire [3:0]   c_be,
    output wire [31:0]  c_rdata,
    output wire         c_fault,
    // regions
    output reg  [31:0]  x_va,
    output wire [19:0]  x_last,
    input  wire         x_hit,
    input  wire         x_whole,
    input  wire [31:0]  x_pa,
    input  wire [3:0]   x_rights,
    // lines
    output wire         tag_rd,
    output wire [8:0]   tag_set,
    input  wire [59:0]  tags,
    output reg  [3:0]   tag_we,
    output wire [8:0]   tag_wset,
    output reg  [14:0]  tag_wdata,
    output wire         line_rd,
    output wire [10:0]  line_addr,
    input  wire [255:0] line_data,
    output reg  [31:0]  line_we,
    output reg  [10:0]  line_waddr,
    output reg  [255:0] line_wdata,
    // memory
    output reg          mem_start,
    output reg          mem_back,
    output reg  [18:0]  mem_back_line,
    output reg  [255:0] mem_back_data,
    output reg          mem_fetch,
    output reg  [18:0]  mem_line,
    input  wire         mem_busy,
    input  wire         mem_here,
    input  wire [255:0] mem_data,
    output wire         mem_taken,
    // packets that came, of each priority
    input  wire [2:0]   rx_valid,
    input  wire [2:0]   rx_bad,
    output reg  [2:0]   rx_take,
    input  wire [11:0]  rx_kind,
    input  wire [959:0] rx_payload,
    input  wire [11:0]  rx_n,
    // packets that leave
    input  wire [2:0]   tx_busy,
    output reg  [2:0]   tx_load,
    output reg  [3:0]   tx_kind,
    output reg  [319:0] tx_payload,
    output reg  [3:0]   tx_n,
    // lines that wait: command buffers, counters
    output reg          cmd_put,
    output wire [10:0]  cmd_put_line,
    input  wire         cmd_valid,
    input  wire [10:0]  cmd_line,
    output wire         cmd_take,
    output reg          fire_put,
    output wire [10:0]  fire_put_line,
    input  wire         fire_valid,
    input  wire [10:0]  fire_line,
    output reg          fire_take,
    // register LINE
    input  wire         set_valid,
    input  wire [2:0]   set_state,
    input  wire [10:0]  set_line,
    output reg          set_done,
    output reg          set_refused,
    output wire [2:0]   set_is,
    // events: protection, malformed, NACK, hit, miss, write-back; the code of obs_fault
    output wire [5:0]   ev,
    output wire [2:0]   obs_fault
);

    `include "cl_defs.vh"

    // what has a turn
    localparam [3:0] CPU = 4'd0, FILL = 4'd1, SET = 4'd2, RX0 = 4'd3, RX1 = 4'd4, RX2 = 4'd5, READ = 4'd6, ANS0 = 4'd7, ANS1 = 4'd8,
                     NOTE = 4'd9, FIRE = 4'd10, CMD = 4'd11;
    localparam [3:0] OP_N = 4'd12;
    // its steps: choice, tags, line, work; a further line of data; a body line of a queue, its head; the start of a command buffer
    localparam [3:0] IDLE = 4'd0, TAGS = 4'd1, LINE = 4'd2, WORK = 4'd3, DATA0 = 4'd4, DATA1 = 4'd5, BODY = 4'd6, HEAD = 4'd7,
                     SOURCE = 4'd8, DEST = 4'd9, ACKS = 4'd10, START = 4'd11, SPLIT = 4'd12;
    // states of lines, statuses of command buffers, what they do
    localparam [2:0] CACHE = 3'd0, SCRATCH = 3'd1, COMMAND = 3'd2, COUNTER = 3'd3, MRQ = 3'd4, SRQ = 3'd5;
    localparam [2:0] ST_BUSY = 3'd1, ST_PROTECTION = 3'd2, ST_MISALIGNED = 3'd3, ST_NACK = 3'd4;
    localparam [3:0] COPY = 4'd1, SEND = 4'd2, RECEIVE = 4'd3;
    localparam [1:0] FULL = 2'd1, REFUSED = 2'd2, TOO_LONG = 2'd3;
    localparam [2:0] OBS_PROTECTION = 3'd1, OBS_MISALIGNED = 3'd2, OBS_NACK = 3'd3, OBS_MALFORMED = 3'd4, OBS_COUNTER = 3'd5;
    localparam [24:0] LOAD_REPLY = 25'h1fffffc;

    reg [3:0]  step_q, then_q, op_q, last_q;
    reg        cpu_last_q;
    reg [24:0] a_q;       // the address that is worked on, in this CPU's space
    reg [10:0] l_q;       // the line of a queue's head, or of a command buffer
    reg [2:0]  state_q;   // the line's state, CACHE when there is no such line
    reg [11:0] more_q;    // what else is in its tag
    reg        hit_q;
    reg [1:0]  way_q;
    reg [255:0] line_q;   // a queue's head, a command buffer
    reg [255:0] low_q;    // the first line of data that lie in two
    reg [2:0]  status_q;  // that of the command buffer at its turn
    reg        cache_q;   // the access is one to the cache
    reg        missed_q;  // the CPU's access was counted as a miss
    reg [1:0]  victim_q;
    reg [1:0]  fill_way_q;
    reg        load_q;    // a remote load is under way
    reg        ready_q, fault_q;
    reg [31:0] rdata_q;
    reg [2:0]  note_at_q; // the next one of a counter's four addresses
    reg [2:0]  obs_q;
    reg [5:0]  ev_q;

    assign c_ready   = ready_q;
    assign c_rdata   = rdata_q;
    assign c_fault   = fault_q;
    assign ev        = ev_q;
    assign obs_fault = obs_q;

    // ---- answers that wait: of priority 0, of the others, a counter's notification to a line of this CPU
    reg [2:0]  ans_q;
    reg [95:0] ans_addr_q, ans_value_q;
    reg [3:0]  ans_cause_q;  // of the first two; 0: ACK

    // ---- reads that wait: address, reply, ack, bytes; the oldest lowest
    localparam integer READ_W = 32 + 32 + 32 + 4;
    reg [READ_W*READ_N-1:0] reads_q;
    reg [2:0]               reads_n_q;
    wire [31:0] rd_addr = reads_q[31:0];
    wire [31:0] rd_reply = reads_q[63:32], rd_ack = reads_q[95:64];
    wire [3:0]  rd_words = reads_q[99:96];

    // ---- the choice: the CPU has every second turn, the others go round
    wire [2:0] tx_free = ~tx_busy & ~tx_load;
    wire [2:0] rx_new = rx_valid & ~rx_take;
    wire       queue1 = rx_kind[7:4] == CL_MESSAGE;
    wire       queue2 = rx_kind[11:8] == CL_QUEUE_READ;
    wire       acks0 = rx_kind[3:0] == CL_WRITE_REPLY;
    wire [1:0] ans_here = {ans_addr_q[63:57] == me, ans_addr_q[31:25] == me};
    wire [11:0] want;
    assign want[CPU]  = c_valid && !ready_q && !load_q && !mem_busy && !mem_start;
    assign want[FILL] = mem_here;
    assign want[SET]  = set_valid && !set_done && !mem_busy && !mem_start;
    assign want[RX0]  = rx_new[0] && (rx_bad[0] || !acks0 || !ans_q[0]);
    assign want[RX1]  = rx_new[1] && (rx_bad[1] || (!ans_q[1] && (!queue1 || tx_free[0])));
    assign want[RX2]  = rx_new[2] && (rx_bad[2] || (queue2 ? !ans_q[1] && tx_free[0] : reads_n_q != READ_N[2:0]));
    assign want[READ] = reads_n_q != 3'd0 && tx_free[0] && !ans_q[1];
    assign want[ANS0] = ans_q[0] && (ans_here[0] || tx_free[0]);
    assign want[ANS1] = ans_q[1] && (ans_here[1] || tx_free[0]);
    assign want[NOTE] = ans_q[2];
    assign want[FIRE] = fire_valid && !fire_take && !ans_q[2] && tx_free[0];
    assign want[CMD]  = cmd_valid && (tx_free[1] || tx_free[2]);

    reg [3:0]  pick;
    reg [4:0]  turn;
    integer    i;
    always @* begin
        pick = OP_N;
        turn = 5'd0;
        for (i = 12; i > 0; i = i - 1) begin
            turn = {1'b0, last_q} + i[4:0];
            if (turn >= {1'b0, OP_N}) turn = turn - {1'b0, OP_N};
            if (want[turn[3:0]] && turn[3:0] != CPU) pick = turn[3:0];
        end
        if (want[CPU] && (!cpu_last_q || pick == OP_N)) pick = CPU;
    end

    wire idle = go && step_q == IDLE && pick != OP_N;
    assign mem_taken = idle && pick == FILL;
    assign cmd_take  = idle && pick == CMD;

    // ---- the packet, or the answer to a line of this CPU, that is worked on
    wire [1:0] p = op_q == RX1 ? 2'd1 : op_q == RX2 ? 2'd2 : 2'd0;
    wire [1:0] k = op_q == ANS0 ? 2'd0 : op_q == ANS1 ? 2'd1 : 2'd2;
    wire       packet = op_q == RX0 || op_q == RX1 || op_q == RX2;
    wire       answer = op_q == ANS0 || op_q == ANS1 || op_q == NOTE;
    wire [319:0] pay = rx_payload[320*p+:320];
    wire [3:0] kind = packet ? rx_kind[4*p+:4] : (op_q == ANS0 && ans_cause_q[1:0] != 2'd0) || (op_q == ANS1 && ans_cause_q[3:2] != 2'd0) ? CL_REFUSE : CL_ACK;
    wire [31:0] value = packet ? pay[63:32] : ans_value_q[32*k+:32];
    wire [31:0] second = pay[63:32];                                 // ack, or where a queue's item goes to
    wire [3:0] n = rx_n[4*p+:4];
    wire [5:0] bytes = {n, 2'b00};
    wire [15:0] asked = pay[79:64];                                  // bytes of a QUEUE_READ
    wire       for_load = pay[24:0] == LOAD_REPLY;                   // of a WRITE_REPLY or NACK
    wire       to_load = answer ? ans_addr_q[32*k+:25] == LOAD_REPLY : for_load;

    // ---- regions: of the CPU's access, of a command buffer's addresses
    wire       x_local = x_pa[31:25] == me;
    wire       x_rd = x_rights[0], x_wr = x_rights[1], x_scratch = x_rights[2], x_remote = x_rights[3];
    wire       x_good = x_hit && (x_remote || (x_local && x_scratch == x_pa[24]));
    wire       first = op_q == CPU && step_q == TAGS && then_q == WORK;
    wire       esl_store = c_wr && c_be != 4'hf;
    wire       c_ok = x_good && (c_wr ? x_wr : x_rd) && !(x_remote && esl_store);
    assign x_last = step_q == SOURCE || step_q == DEST ? line_q[19:0] - 20'd1 : 20'd3;
    always @*
        case (step_q)
            SOURCE: x_va = line_q[63:32];
            DEST: x_va = line_q[95:64];
            ACKS: x_va = line_q[127:96];
            default: x_va = {c_va[31:2], 2'b00};
        endcase

    // ---- tags and lines
    assign tag_rd    = step_q == TAGS;
    assign tag_set   = first ? x_pa[13:5] : a_q[13:5];
    assign tag_wset  = line_waddr[8:0];
    assign line_rd   = step_q == LINE;
    assign line_addr = {hit ? hit_way : way, a_q[13:5]};

    // of the set that was read: the way that holds the line, one to be replaced
    reg       hit;
    reg [1:0] hit_way, old_way, v;
    integer   w, u;
    always @* begin
        hit     = 1'b0;
        hit_way = 2'd0;
        old_way = 2'd0;
        v       = 2'd0;
        for (w = 0; w < 4; w = w + 1)
            if (cache_q && tags[15*w+12+:3] == CACHE && tags[15*w+11] && tags[15*w+:10] == a_q[23:14]) begin
                hit     = 1'b1;
                hit_way = w[1:0];
            end
        for (w = 4; w > 0; w = w - 1) begin
            v = victim_q + w[1:0];
            if (tags[15*v+12+:3] == CACHE) old_way = v;
        end
        for (w = 0; w < 4; w = w + 1)
            if (tags[15*w+11+:4] == {CACHE, 1'b0}) old_way = w[1:0];
    end
    wire [1:0] way = cache_q ? old_way : a_q[15:14];
    wire       there = a_q[24] && a_q[23:16] == 8'd0;
    reg        alone;   // no other way of the set is one of the cache
    always @* begin
        alone = 1'b1;
        for (u = 0; u < 4; u = u + 1)
            if (u[1:0] != a_q[15:14] && tags[15*u+12+:3] == CACHE) alone = 1'b0;
    end
    reg        alone_q;

    wire [10:0] here = {way_q, a_q[13:5]};
    wire [2:0]  at = a_q[4:2];
    wire [31:0] word = line_data[32*at+:32];
    wire [255:0] merged = (line_data & ~({224'd0, 32'hffffffff} << {at, 5'd0})) | ({224'd0, c_wdata} << {at, 5'd0});
    wire [3:0]  filled = more_q[3:0] | (at[2] ? 4'd0 : 4'd1 << at[1:0]);
    // a state that LINE may not change, or to which
    wire        held = set_state > SRQ || (state_q == CACHE && set_state != CACHE && alone_q) || (state_q == COMMAND && more_q[7])
                       || (state_q == COUNTER && line_data[225]);
    wire [31:0] note_to = line_data[64+32*note_at_q[1:0]+:32];
    wire [31:0] asks = kind == CL_QUEUE_READ ? {16'd0, asked} : {26'd0, bytes};

    // ---- counters
    wire        ends = op_q == FIRE;
    wire [31:0] added = ends ? line_data[223:192] : op_q == CPU ? c_wdata : value;
    wire [31:0] value_d;
    wire [3:0]  flags_d;
    wire        fires, lost;
    cl_ni_count u_count (
        .value(line_data[31:0]),
        .flags(line_data[227:224]),
        .add(added),
        .ends(ends),
        .value_d(value_d),
        .flags_d(flags_d),
        .fires(fires),
        .error(lost)
    );

    // ---- queues: a packet that is worked on, or a load of word 5, at the head; then at a body line
    wire        queue = state_q == MRQ || state_q == SRQ;
    wire        putting = kind == CL_MESSAGE && op_q != CPU;
    wire [15:0] others = putting ? line_data[15:0] : line_data[31:16];    // what it may meet
    wire [15:0] alike = putting ? line_data[31:16] : line_data[15:0];     // what it else waits with
    wire        meets = others != 16'd0;
    wire        is_full = alike >= line_data[47:32];
    wire        too_long = putting && {26'd0, bytes} > line_data[159:128];
    wire [11:0] body = {1'b0, here} + 12'd1 + {2'd0, meets ? line_data[73:64] : line_data[105:96]};
    reg         meets_q;
    wire [15:0] old_at = meets_q ? line_q[79:64] : line_q[111:96];
    wire [15:0] new_at = old_at + 16'd1 >= line_q[47:32] ? 16'd0 : old_at + 16'd1;
    wire [15:0] step_by = meets_q ? 16'hffff : 16'd1;
    wire        items_move = (putting && !meets_q) || (!putting && meets_q);
    wire [31:0] counts = items_move ? {line_q[31:16] + step_by, line_q[15:0]} : {line_q[31:16], line_q[15:0] + step_by};
    wire [3:0]  has = putting ? n : line_data[5:2];
    wire [3:0]  fits = putting ? line_data[37:34] : asked[5:2];
    wire [3:0]  gives = has < fits ? has : fits;

    // ---- data that lie in one line or two
    wire [2:0]  off = op_q == READ ? rd_addr[4:2] : line_q[36:34];
    wire [2:0]  to_end = 3'd0 - line_q[68:66];                             // words to the end of the destination's line, 0: 8
    wire [3:0]  room = to_end == 3'd0 ? 4'd8 : {1'b0, to_end};
    wire [17:0] left = line_q[19:2];
    wire [3:0]  chunk = op_q == READ ? rd_words : left < {14'd0, room} ? left[3:0] : room;
    wire        crosses = {1'b0, off} + chunk > 4'd8 && !(step_q == DATA1);
    wire [511:0] pair = {line_data, step_q == DATA1 ? low_q : line_data};
    wire [255:0] both = pair[{1'b0, off, 5'd0}+:256];
    wire [31:0] chunk_bytes = {26'd0, chunk, 2'b00};
    wire        ended = left == {14'd0, chunk};
    wire        by_reads = opcode == RECEIVE || (opcode == COPY && line_q[27]);  // needs packets of priority 2
    wire [3:0]  opcode = line_q[31:28];

    // ---- the start of a command buffer
    reg [31:0] source_q, dest_q, ack_q;
    reg [2:0]  source_is_q, dest_is_q;  // good, right, remote
    reg        ack_here_q, ack_right_q;
    wire [19:0] size = line_q[19:0];
    wire       copies = opcode == COPY;
    wire       no_ack = line_q[127:96] == 32'd0;
    wire       odd = size == 20'd0 || size[1:0] != 2'd0 || opcode == 4'd0 || opcode > RECEIVE || line_q[65:64] != 2'd0
                     || line_q[97:96] != 2'd0 || (opcode != SEND && line_q[33:32] != 2'd0) || (opcode == SEND && size > 20'd16)
                     || (opcode == RECEIVE && (size > 20'd28 || {2'd0, dest_q[4:0]} + size[6:0] > 7'd32));
    wire       forbidden = (opcode != SEND && source_is_q[1:0] != 2'b11) || dest_is_q[1:0] != 2'b11
                           || (opcode != RECEIVE && !ack_right_q);
    wire       ways = (copies && source_is_q[2] == dest_is_q[2]) || (opcode == RECEIVE && dest_is_q[2])
                      || (copies && source_is_q[2] && !ack_here_q);
    wire       plain = (copies && !source_is_q[2] && !source_q[24]) || (opcode != SEND && !dest_is_q[2] && !dest_q[24]);
    wire [2:0] verdict = odd ? ST_MISALIGNED : forbidden ? ST_PROTECTION : ways ? ST_MISALIGNED : plain ? ST_PROTECTION : ST_BUSY;

    assign cmd_put_line  = line_waddr;
    assign fire_put_line = line_waddr;
    reg [2:0] is_q;
    assign set_is = is_q;

    wire unused = &{1'b0, c_va[1:0], rd_addr[31:25]};

    `include "cl_ni_work.vh"

    always @(posedge clk) begin
        tag_we    <= 4'd0;
        line_we   <= 32'd0;
        tx_load   <= 3'd0;
        rx_take   <= 3'd0;
        cmd_put   <= 1'b0;
        fire_put  <= 1'b0;
        fire_take <= 1'b0;
        mem_start <= 1'b0;
        set_done  <= 1'b0;
        ready_q   <= 1'b0;
        obs_q     <= 3'd0;
        ev_q      <= 6'd0;
        case (step_q)
            IDLE: if (idle) choose;
            TAGS: if (first) translate; else step_q <= LINE;
            LINE: begin
                step_q  <= then_q;
                way_q   <= line_addr[10:9];
                hit_q   <= hit;
                alone_q <= alone;
                state_q <= cache_q || there ? tags[15*line_addr[10:9]+12+:3] : CACHE;
                more_q  <= tags[15*line_addr[10:9]+:12];
            end
            WORK:
                case (op_q)
                    CPU: if (cache_q) work_cache; else work_cpu;
                    SET: work_set;
                    FIRE: work_fire;
                    CMD: begin
                        line_q   <= line_data;
                        l_q      <= here;
                        status_q <= more_q[6:4];
                        step_q   <= SPLIT;
                    end
                    default: work_packet;
                endcase
            DATA0, DATA1: work_data;
            BODY: work_body;
            HEAD: work_head;
            SOURCE: begin
                step_q      <= DEST;
                source_q    <= x_pa;
                source_is_q <= {x_remote, x_rd, x_good && x_whole};
            end
            DEST: begin
                step_q    <= ACKS;
                dest_q    <= x_pa;
                dest_is_q <= {x_remote, x_wr, x_good && x_whole};
            end
            ACKS: begin
                step_q      <= START;
                ack_q       <= x_pa;
                ack_right_q <= no_ack || (x_good && x_wr);
                ack_here_q  <= no_ack || x_local;
            end
            START: start;
            SPLIT: work_split;
            default: step_q <= IDLE;
        endcase
        if (rst) begin
            step_q     <= IDLE;
            last_q     <= FILL;
            cpu_last_q <= 1'b0;
            missed_q   <= 1'b0;
            load_q     <= 1'b0;
            ans_q      <= 3'd0;
            reads_n_q  <= 3'd0;
            note_at_q  <= 3'd0;
            victim_q   <= 2'd0;
        end
    end

endmodule

`default_nettype wire
