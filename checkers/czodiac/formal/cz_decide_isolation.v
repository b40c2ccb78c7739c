// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// Isolation of the decision (rule CZR-ISO-1; contract section 3): for any table
// content, any beat and any port, what is forwarded bears the Requester ID
// of an entry of that port. (The window is the simulation's matter.) Combinational, so one step proves it for all time.

`default_nettype none

module cz_decide_isolation #(
    parameter integer DIR = 0,
    parameter integer CAN = 0 // 0: the proof; 1, 2: a claim that no request, no completion is forwarded, which must fail
) (
    input wire         clk,
    input wire [127:0] beat,
    input wire [3:0]   keep, src_port,
    input wire         last
);
    localparam integer FUNC_N = 2;
    localparam integer PORT_N = 2;

    (* anyconst *) reg [FUNC_N-1:0]      valid;
    (* anyconst *) reg [FUNC_N*4-1:0]    port;
    (* anyconst *) reg [FUNC_N*16-1:0]   uid;
    (* anyconst *) reg [FUNC_N*16-1:0]   oid;
    (* anyconst *) reg [FUNC_N*6-1:0]    win_valid;
    (* anyconst *) reg [FUNC_N*6*64-1:0] win_ubase;
    (* anyconst *) reg [FUNC_N*6*64-1:0] win_obase;
    // sizes are fixed, 16 B to 512 KiB: free shifts of 64 bits are beyond the solver
    wire [FUNC_N*6*6-1:0] win_size = {6'd19, 6'd12, 6'd7, 6'd6, 6'd5, 6'd4, 6'd19, 6'd12, 6'd12, 6'd5, 6'd4, 6'd4};
    function [31:0] swap;
        input [31:0] dw;
        swap = {dw[7:0], dw[15:8], dw[23:16], dw[31:24]};
    endfunction

    wire         forward, answer, td, in_hdr4, out_hdr4;
    wire [3:0]   cause, dest;
    wire [95:0]  ur_beat;
    wire [1:0]   cls;
    wire [127:0] header;
    wire [FUNC_N-1:0] which;
    wire         asks, ends;

    cz_remap_decide #(.FUNC_N(FUNC_N), .PORT_N(PORT_N), .DIR(DIR)) dut (
        .valid(valid), .port(port), .uid(uid), .oid(oid), .win_valid(win_valid),
        .win_ubase(win_ubase), .win_obase(win_obase), .win_size(win_size), .completer(16'd0),
        .en(1'b1), .beat(beat), .keep(keep), .last(last), .src_port(src_port),
        .forward(forward), .cause(cause), .answer(answer), .ur_beat(ur_beat), .cls(cls),
        .td(td), .in_hdr4(in_hdr4), .out_hdr4(out_hdr4), .header(header), .dest(dest), .which(which), .asks(asks), .ends(ends)
    );

    wire [31:0] i1 = swap(beat[63:32]), i2 = swap(beat[95:64]);
    wire [31:0] o0 = swap(header[31:0]), o1 = swap(header[63:32]), o2 = swap(header[95:64]);
    wire        cpl = beat[4:1] == 4'b0101; // Type 0Ah, 0Bh
    wire [15:0] rid_in  = cpl ? i2[31:16] : i1[31:16];
    wire [15:0] rid_out = cpl ? o2[31:16] : o1[31:16];
    wire        mem = beat[4:0] == 5'd0 || beat[4:2] == 3'b011;

    reg     owned;
    integer i;
    always @* begin
        owned  = 1'b0;
        for (i = 0; i < FUNC_N; i = i + 1) begin
            if (DIR == 0 && valid[i] && port[i*4 +: 4] == src_port &&
                uid[i*16 +: 16] == rid_in && oid[i*16 +: 16] == rid_out)
                owned = 1'b1;
            if (DIR == 1 && valid[i] && port[i*4 +: 4] == dest &&
                oid[i*16 +: 16] == rid_in && uid[i*16 +: 16] == rid_out &&
                {o0[23], o0[19], o0[17], o0[16]} == dest)
                owned = 1'b1;
        end
    end

    always @(posedge clk) begin
        if (CAN == 0 && forward) assert (owned);
        if (CAN == 0 && forward && DIR == 0) assert (src_port < PORT_N);
        if (CAN == 1) assert (!(forward && mem));
        if (CAN == 2) assert (!(forward && cpl));
    end
endmodule

`default_nettype wire
