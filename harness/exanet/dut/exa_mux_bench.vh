// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What the benches of exa_mux and exa_demux share: S_N sources and M_N sinks, localparams of the
// including module, a monitor each, the pins of all, drops and the register port. A 1 in bit 0
// of the bench's own register 1004 shows all pins to C in every cycle.

    localparam integer PORT_N    = S_N > M_N ? S_N : M_N;
    localparam integer MONITOR_N = S_N + M_N + 2;
    localparam [31:0]  PINS_ADDR = 32'h1004;

    wire [MONITOR_N-1:0] done;

    `TN_BENCH_CLOCK(MONITOR_N)

    reg pins_on;

    initial pins_on = 1'b0;
    always @(posedge clk) if (cmd[0] && cmd_addr == PINS_ADDR) pins_on <= cmd_wdata[0];

    wire               reg_rd;
    wire [11:0]        reg_addr;
    wire [31:0]        reg_rdata;
    wire [S_N-1:0]     s_hv, s_hr, s_pv, s_pr, s_fv, s_fr;
    wire [M_N-1:0]     m_hv, m_hr, m_pv, m_pr, m_fv, m_fr;
    reg  [128*S_N-1:0] s_data; // slices of variables: fast under Icarus
    wire [128*M_N-1:0] m_data;
    wire [S_N-1:0]     drop_valid;
    wire [4*S_N-1:0]   drop_cause;

    tn_bfm_reg u_reg (
        .clk(clk), .rst(rst), .cmd(cmd), .addr(cmd_addr), .wdata(cmd_wdata),
        .reg_wr(), .reg_rd(reg_rd), .reg_addr(reg_addr), .reg_wdata(), .reg_rdata(reg_rdata)
    );

    genvar p;
    generate
        for (p = 0; p < S_N; p = p + 1) begin : g_s
            // "0" to "15", behind "s_exa"
            localparam [15:0] DIGITS = p < 10 ? 48 + p : 256 * 49 + 48 + p - 10;
            localparam [8*7-1:0] NAME = p < 10 ? {"s_exa", DIGITS[7:0]} : {"s_exa", DIGITS};
            wire [127:0] data;

            initial begin
                `TN_NAME("exa_source", p, `TN_TEXT(NAME));
                `TN_NAME("exa_monitor", p, `TN_TEXT(NAME));
            end

            tn_bfm_exa_source #(.ID(p)) u_source (
                .clk(clk), .rst(rst), .cycle(cycle), .wake(wake[p]),
                .m_hdr_valid(s_hv[p]), .m_hdr_ready(s_hr[p]), .m_pld_valid(s_pv[p]),
                .m_pld_ready(s_pr[p]), .m_ftr_valid(s_fv[p]), .m_ftr_ready(s_fr[p]),
                .m_data(data)
            );
            always @* s_data[128*p+:128] = data;

            tn_bfm_exa_monitor #(.ID(p)) u_mon (
                .clk(clk), .rst(rst), .cycle(cycle), .valid({s_fv[p], s_pv[p], s_hv[p]}),
                .ready({s_fr[p], s_pr[p], s_hr[p]}), .data(data), .done(done[p])
            );
        end
        for (p = 0; p < M_N; p = p + 1) begin : g_m
            localparam [15:0] DIGITS = p < 10 ? 48 + p : 256 * 49 + 48 + p - 10;
            localparam [8*7-1:0] NAME = p < 10 ? {"m_exa", DIGITS[7:0]} : {"m_exa", DIGITS};

            initial begin
                `TN_DECLARE(1, p, `TN_TEXT(NAME));
                `TN_NAME("exa_monitor", PORT_N + p, `TN_TEXT(NAME));
            end

            tn_bfm_exa_sink #(.ID(p)) u_sink (
                .clk(clk), .rst(rst), .wake(wake[64+p]), .ok_wanted(ok[3*p+:3]),
                .s_hdr_ready(m_hr[p]), .s_pld_ready(m_pr[p]), .s_ftr_ready(m_fr[p])
            );
            tn_bfm_exa_monitor #(.ID(PORT_N + p)) u_mon (
                .clk(clk), .rst(rst), .cycle(cycle), .valid({m_fv[p], m_pv[p], m_hv[p]}),
                .ready({m_fr[p], m_pr[p], m_hr[p]}), .data(m_data[128*p+:128]), .done(done[S_N+p])
            );
        end
    endgenerate

    tn_bfm_exa_drop #(.PORT_N(S_N)) u_mon_drop (
        .clk(clk), .rst(rst), .cycle(cycle), .valid(drop_valid), .cause(drop_cause), .done(done[S_N+M_N])
    );

    // ports that one side does not have idle
    tn_bfm_exa_pins #(.PORT_N(PORT_N)) u_pins (
        .clk(clk), .rst(rst), .cycle(cycle), .en(pins_on),
        .s_hdr_valid({PORT_N{1'b0}} | s_hv), .s_hdr_ready({PORT_N{1'b0}} | s_hr),
        .s_pld_valid({PORT_N{1'b0}} | s_pv), .s_pld_ready({PORT_N{1'b0}} | s_pr),
        .s_ftr_valid({PORT_N{1'b0}} | s_fv), .s_ftr_ready({PORT_N{1'b0}} | s_fr),
        .s_data({128*PORT_N{1'b0}} | s_data),
        .m_hdr_valid({PORT_N{1'b0}} | m_hv), .m_hdr_ready({PORT_N{1'b0}} | m_hr),
        .m_pld_valid({PORT_N{1'b0}} | m_pv), .m_pld_ready({PORT_N{1'b0}} | m_pr),
        .m_ftr_valid({PORT_N{1'b0}} | m_fv), .m_ftr_ready({PORT_N{1'b0}} | m_fr),
        .m_data({128*PORT_N{1'b0}} | m_data), .done(done[S_N+M_N+1])
    );
