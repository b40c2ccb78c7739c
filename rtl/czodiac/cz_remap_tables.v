// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The remapper's tables and the registers that program them
// (checkers/czodiac/spec/cz_ioport_remap.md section 2).
//
// An entry is staged word by word and committed in one cycle. reg_rdata is
// valid in the cycle after reg_rd. rst clears everything.

`timescale 1ns / 1ps
`default_nettype none

module cz_remap_tables #(
    parameter integer FUNC_N = 8, // functions, 1 to 64
    parameter integer PORT_N = 4  // ports, 1 to 16
) (
    input  wire        clk,
    input  wire        rst,

    // registers
    input  wire        reg_wr,
    input  wire        reg_rd,
    input  wire [11:0] reg_addr,
    input  wire [31:0] reg_wdata,
    output reg  [31:0] reg_rdata,
    input  wire [31:0] counter,    // the counter at reg_addr, 0 when none stands there

    // the tables
    output reg  [15:0]            completer,
    output reg  [FUNC_N-1:0]      valid,
    output reg  [FUNC_N*4-1:0]    port,
    output reg  [FUNC_N*16-1:0]   uid,
    output reg  [FUNC_N*16-1:0]   oid,
    output reg  [FUNC_N*6-1:0]    win_valid,
    output reg  [FUNC_N*6*64-1:0] win_ubase,
    output reg  [FUNC_N*6*64-1:0] win_obase,
    output reg  [FUNC_N*6*6-1:0]  win_size,

    // open requests
    input  wire [FUNC_N-1:0]      busy,     // the entry has open requests
    input  wire [FUNC_N*9-1:0]    open_u2d, // how many
    input  wire [FUNC_N*9-1:0]    open_d2u,
    output reg  [FUNC_N-1:0]      forget    // the entry is written in this cycle
);
    localparam [11:0] ID = 12'h000, PARAMS = 12'h004, CPL_ID = 12'h008, STATUS = 12'h00c,
                      COMMIT = 12'h010, FETCH = 12'h014, OPEN = 12'h018, STAGE_UID = 12'h020,
                      STAGE_OID = 12'h024;
    localparam [31:0] ID_VALUE = 32'h435a0001;
    localparam [31:0] FUNC_TOTAL = FUNC_N, PORT_TOTAL = PORT_N;

    // --- staging ---
    reg         st_valid;
    reg [3:0]   st_port;
    reg [15:0]  st_uid, st_oid;
    reg [5:0]   st_win_valid;
    reg [383:0] st_ubase, st_obase;
    reg [35:0]  st_size;
    reg [8:0]   st_open_u2d, st_open_d2u;
    reg         refused, refused_open;

    // window registers: 040h + 20h * bar, five words each
    wire        is_win  = reg_addr >= 12'h040 && reg_addr < 12'h100 && reg_addr[4:0] <= 5'h10;
    wire [2:0]  bar     = reg_addr[7:5] - 3'd2;
    wire [2:0]  word    = reg_addr[4:2];
    wire [5:0]  index   = reg_wdata[5:0];
    wire        in_range  = {26'd0, index} < FUNC_TOTAL;
    wire        clear   = reg_wdata[31];
    wire        is_open = in_range && !reg_wdata[30] && busy[index];
    wire        commits = reg_wr && reg_addr == COMMIT;

    // --- what a COMMIT must not do ---
    reg        clash, misaligned;
    reg [63:0] low;
    integer    i, w;

    always @* begin
        clash      = 1'b0;
        misaligned = 1'b0;
        low        = 64'd0;
        if (commits) begin
            for (i = 0; i < FUNC_N; i = i + 1)
                if (valid[i] && i[5:0] != index && oid[i*16 +: 9] == st_oid[8:0])
                    clash = 1'b1;
            for (w = 0; w < 6; w = w + 1)
                if (st_win_valid[w]) begin
                    low = (64'd1 << st_size[w*6 +: 6]) - 64'd1;
                    if (st_size[w*6 +: 6] < 6'd4 || (st_ubase[w*64 +: 64] & low) != 64'd0 ||
                        (st_obase[w*64 +: 64] & low) != 64'd0)
                        misaligned = 1'b1;
                end
        end
    end

    wire refuse = !in_range || is_open || (!clear && (clash || misaligned || {28'd0, st_port} >= PORT_TOTAL));

    always @* begin
        forget = {FUNC_N{1'b0}};
        if (commits && !refuse)
            forget[index] = 1'b1;
    end

    always @(posedge clk) begin
        if (rst) begin
            st_open_u2d  <= 9'd0;
            st_open_d2u  <= 9'd0;
            refused_open <= 1'b0;
            st_valid     <= 1'b0;
            st_port      <= 4'd0;
            st_uid       <= 16'd0;
            st_oid       <= 16'd0;
            st_win_valid <= 6'd0;
            st_ubase     <= 384'd0;
            st_obase     <= 384'd0;
            st_size      <= 36'd0;
            completer    <= 16'd0;
            refused      <= 1'b0;
        end else if (reg_wr) begin
            case (reg_addr)
                CPL_ID: completer <= reg_wdata[15:0];
                STATUS: begin
                    refused      <= refused && !reg_wdata[0];
                    refused_open <= refused_open && !reg_wdata[1];
                end
                COMMIT: begin
                    refused      <= refused || refuse;
                    refused_open <= refused_open || is_open;
                end
                FETCH: begin
                    st_open_u2d  <= in_range ? open_u2d[index*9 +: 9] : 9'd0;
                    st_open_d2u  <= in_range ? open_d2u[index*9 +: 9] : 9'd0;
                    st_valid     <= in_range && valid[index];
                    st_port      <= in_range ? port[index*4 +: 4] : 4'd0;
                    st_uid       <= in_range ? uid[index*16 +: 16] : 16'd0;
                    st_oid       <= in_range ? oid[index*16 +: 16] : 16'd0;
                    st_win_valid <= in_range ? win_valid[index*6 +: 6] : 6'd0;
                    st_ubase     <= in_range ? win_ubase[index*384 +: 384] : 384'd0;
                    st_obase     <= in_range ? win_obase[index*384 +: 384] : 384'd0;
                    st_size      <= in_range ? win_size[index*36 +: 36] : 36'd0;
                end
                STAGE_UID: begin
                    st_valid <= 1'b0;
                    st_port  <= reg_wdata[19:16];
                    st_uid   <= reg_wdata[15:0];
                end
                STAGE_OID: st_oid <= reg_wdata[15:0];
                default: if (is_win)
                    case (word)
                        3'd0: st_ubase[bar*64 +: 32]    <= reg_wdata;
                        3'd1: st_ubase[bar*64+32 +: 32] <= reg_wdata;
                        3'd2: st_obase[bar*64 +: 32]    <= reg_wdata;
                        3'd3: st_obase[bar*64+32 +: 32] <= reg_wdata;
                        default: begin
                            st_size[bar*6 +: 6] <= reg_wdata[5:0];
                            st_win_valid[bar]   <= reg_wdata[31];
                        end
                    endcase
            endcase
        end
    end

    // (After the staging that reads them: Verilator orders the blocks as they stand, and
    // would copy these, the larger ones, in every cycle.)
    always @(posedge clk) begin
        if (rst) begin
            valid     <= {FUNC_N{1'b0}};
            port      <= {FUNC_N*4{1'b0}};
            uid       <= {FUNC_N*16{1'b0}};
            oid       <= {FUNC_N*16{1'b0}};
            win_valid <= {FUNC_N*6{1'b0}};
            win_ubase <= {FUNC_N*6*64{1'b0}};
            win_obase <= {FUNC_N*6*64{1'b0}};
            win_size  <= {FUNC_N*6*6{1'b0}};
        end else if (commits && !refuse) begin
            valid[index] <= !clear;
            if (!clear) begin
                port[index*4 +: 4]          <= st_port;
                uid[index*16 +: 16]         <= st_uid;
                oid[index*16 +: 16]         <= st_oid;
                win_valid[index*6 +: 6]     <= st_win_valid;
                win_ubase[index*384 +: 384] <= st_ubase;
                win_obase[index*384 +: 384] <= st_obase;
                win_size[index*36 +: 36]    <= st_size;
            end
        end
    end

    always @(posedge clk) begin
        if (rst)
            reg_rdata <= 32'd0;
        else if (reg_rd)
            case (reg_addr)
                ID: reg_rdata <= ID_VALUE;
                PARAMS: reg_rdata <= {16'd0, PORT_TOTAL[7:0], FUNC_TOTAL[7:0]};
                CPL_ID: reg_rdata <= {16'd0, completer};
                STATUS: reg_rdata <= {30'd0, refused_open, refused};
                OPEN: reg_rdata <= {7'd0, st_open_d2u, 7'd0, st_open_u2d};
                STAGE_UID: reg_rdata <= {st_valid, 11'd0, st_port, st_uid};
                STAGE_OID: reg_rdata <= {16'd0, st_oid};
                default: if (is_win)
                    case (word)
                        3'd0: reg_rdata <= st_ubase[bar*64 +: 32];
                        3'd1: reg_rdata <= st_ubase[bar*64+32 +: 32];
                        3'd2: reg_rdata <= st_obase[bar*64 +: 32];
                        3'd3: reg_rdata <= st_obase[bar*64+32 +: 32];
                        default: reg_rdata <= {st_win_valid[bar], 25'd0, st_size[bar*6 +: 6]};
                    endcase
                else
                    reg_rdata <= counter;
            endcase
    end
endmodule

`default_nettype wire
