// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Isolation of one whole direction (rule CZR-ISO-1): decision, pipeline and class
// queues together, from reset, for any table content, any stream of beats and any
// stalls. All TLPs of a run come from one function, any one (U2D from any one port);
// what begins at the output bears the translated Requester ID of a valid entry that is
// this function's, and D2U goes to its port. Bounded by the cycles that
// suites/czodiac/formal/prove gives.

`default_nettype none

module cz_dir_isolation #(
    parameter integer DIR        = 1,
    parameter integer MPS_B      = 16, // queues as small as they get: what is in them is alike
    parameter integer QUEUE_LOG2 = 4
) (
    input wire         clk,
    input wire         s_valid, s_last, m_ready,
    input wire [127:0] s_data,
    input wire [3:0]   s_keep,
    input wire [2:0]   m_ok
);
    localparam integer FUNC_N = 2;
    localparam integer PORT_N = 2;

    (* anyconst *) reg [FUNC_N-1:0]      valid;
    (* anyconst *) reg [FUNC_N*4-1:0]    port;
    (* anyconst *) reg [FUNC_N*16-1:0]   uid;
    (* anyconst *) reg [FUNC_N*16-1:0]   oid;
    (* anyconst *) reg [FUNC_N*6-1:0]    win_valid;
    (* anyconst *) reg [3:0]             src_port;
    (* anyconst *) reg [15:0]            src_rid;
    // one window that takes everything: the address is not what is proven here
    wire [FUNC_N*6*64-1:0] bases = {FUNC_N*6*64{1'b0}};
    wire [FUNC_N*6*6-1:0]  sizes = {FUNC_N*6{6'd63}};

    reg [1:0] age = 2'd0; // cycles since the start; reset in the first
    wire      rst = age == 2'd0;
    always @(posedge clk)
        if (age != 2'd3) age <= age + 2'd1;

    wire         s_ready, m_valid, m_last;
    wire [127:0] m_data;
    wire [3:0]   m_keep, m_dest;
    wire         unused_ur, unused_ready, unused_room, unused_rej, unused_bad;
    wire [95:0]  unused_beat;
    wire [3:0]   unused_cause, unused_port;
    wire [2:0]   unused_ok, unused_left;
    wire [FUNC_N-1:0] unused_asks, unused_ends;

    cz_remap_dir #(
        .FUNC_N(FUNC_N), .PORT_N(PORT_N), .MPS_B(MPS_B), .QUEUE_LOG2(QUEUE_LOG2), .DIR(DIR)
    ) dut (
        .clk(clk), .rst(rst), .completer(16'd0), .valid(valid), .port(port), .uid(uid), .oid(oid),
        .win_valid(win_valid), .win_ubase(bases), .win_obase(bases), .win_size(sizes),
        .s_valid(s_valid), .s_data(s_data), .s_keep(s_keep), .s_last(s_last), .s_port(src_port),
        .s_ready(s_ready), .s_ok(unused_ok), .m_valid(m_valid), .m_data(m_data), .m_keep(m_keep),
        .m_last(m_last), .m_dest(m_dest), .m_ready(m_ready), .m_ok(m_ok),
        .ur_valid(unused_ur), .ur_beat(unused_beat), .ur_ready(1'b1), .in_ur_valid(1'b0),
        .in_ur_beat(96'd0), .in_ur_dest(4'd0), .in_ur_ready(unused_ready),
        .in_ur_room(unused_room), .rej_valid(unused_rej), .rej_cause(unused_cause),
        .rej_port(unused_port), .left(unused_left), .left_bad(unused_bad), .asks(unused_asks), .ends(unused_ends)
    );

    // the stream that comes in keeps the handshake
    reg         stalled_q = 1'b0, open_q = 1'b0;
    reg [132:0] held_q;
    always @(posedge clk) begin
        stalled_q <= !rst && s_valid && !s_ready;
        held_q    <= {s_data, s_keep, s_last};
        if (stalled_q) assume (s_valid && {s_data, s_keep, s_last} == held_q);
        if (!s_last) assume (s_keep == 4'hf);
        assume (s_keep == 4'h1 || s_keep == 4'h3 || s_keep == 4'h7 || s_keep == 4'hf);
        if (rst) assume (!s_valid);
    end

    // all of it from one function
    reg         mid_q = 1'b0;
    wire        s_cpl = s_data[4:1] == 4'b0101; // Type 0Ah, 0Bh
    wire [15:0] s_rid = s_cpl ? {s_data[71:64], s_data[79:72]} : {s_data[39:32], s_data[47:40]};
    always @(posedge clk) begin
        if (rst) mid_q <= 1'b0;
        else if (s_valid && s_ready) mid_q <= !s_last;
        if (!mid_q && s_valid) assume (s_rid == src_rid);
    end

    // first beat of a TLP that leaves
    wire first = m_valid && !open_q;
    always @(posedge clk) begin
        if (rst) open_q <= 1'b0;
        else if (m_valid && m_ready) open_q <= !m_last;
    end
    wire        cpl = m_data[4:1] == 4'b0101; // Type 0Ah, 0Bh
    wire [15:0] rid = cpl ? {m_data[71:64], m_data[79:72]} : {m_data[39:32], m_data[47:40]};

    reg     owned;
    integer i;
    always @* begin
        owned = 1'b0;
        for (i = 0; i < FUNC_N; i = i + 1)
            if (valid[i] && (DIR == 0 ?
                    port[i*4 +: 4] == src_port && uid[i*16 +: 16] == src_rid && oid[i*16 +: 16] == rid
                  : port[i*4 +: 4] == m_dest && oid[i*16 +: 16] == src_rid && uid[i*16 +: 16] == rid))
                owned = 1'b1;
    end

    always @(posedge clk)
        if (!rst && first) assert (owned);
endmodule

`default_nettype wire
