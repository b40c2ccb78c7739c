// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What holds at the receiving end of a TNW link in every cycle (rule TNW-INV-1; tnw_link.md section 11),
// whatever comes from the line and whoever takes: a channel's FIFO has 0 to its size, and no packet is written
// into a place that is not free. From a cycle of reset on.

`default_nettype none

module tnw_levels (
    input wire        clk, seq_off, rcv_take, shut, fb_take, hdr, last, crc_ok, broken, stray, restart, ready, wr_en,
    input wire [4:0]  fb_seq, wr_n,
    input wire [31:0] header,
    input wire [2:0]  rcv_vc, link
);
    reg  run_q = 1'b0;  // reset in the first cycle
    wire rst = !run_q;
    always @(posedge clk) run_q <= 1'b1;

    wire         keep, taken, obs_valid, discarding, evt_sync, dvalid, taking;
    wire [2:0]   obs_vc, pend_code;
    wire [3:0]   cause;
    wire [4:0]   obs_seq, expected, pend_seq;
    wire [7:0]   room, valid;
    wire [39:0]  levels;
    wire [127:0] data;
    wire [23:0]  offset;

    tnw_link_rx rx (
        .clk(clk), .rst(rst), .seq_off(seq_off), .link(link), .hdr(hdr), .last(last), .crc_ok(crc_ok), .broken(broken),
        .stray(stray), .header(header), .room(room), .restart(restart), .ready(ready), .fb_seq(fb_seq), .keep(keep),
        .taken(taken), .obs_valid(obs_valid), .obs_cause(cause), .obs_vc(obs_vc), .obs_seq(obs_seq), .expected(expected),
        .discarding(discarding), .evt_sync(evt_sync), .pend_code(pend_code), .pend_seq(pend_seq), .fb_take(fb_take)
    );

    tnw_rx_fifos #(.RX_PKTS_LOG2(1)) fifos (
        .clk(clk), .rst(rst), .shut(shut), .wr_en(wr_en && keep), .wr_n(wr_n), .wr_data(32'd0), .wr_vc(header[31:29]),
        .wr_offset(header[23:0]), .commit(taken), .room(room), .levels(levels), .rcv_valid(valid), .rcv_take(rcv_take),
        .rcv_vc(rcv_vc), .rcv_dvalid(dvalid), .rcv_data(data), .rcv_offset(offset), .taking(taking)
    );

    // a packet has a header, which stays until its last word, or is broken; takes are eight cycles apart
    reg       in_q;
    reg [2:0] vc_q, since_q;
    always @(posedge clk) begin
        in_q    <= !rst && (hdr || (in_q && !last && !broken));
        if (hdr) vc_q <= header[31:29];
        since_q <= rst ? 3'd0 : rcv_take ? 3'd7 : since_q == 3'd0 ? 3'd0 : since_q - 3'd1;
    end
    always @* begin
        assume (rst || ((in_q || !last) && !(in_q && hdr) && (!in_q || header[31:29] == vc_q)));
        assume (rst || !rcv_take || since_q == 3'd0);
    end

    // channel 5 for each: its packets, and its places in use, a place being free ten cycles after its take
    wire [4:0] level = levels[25+:5];
    reg  [2:0] inside_q;
    reg  [9:0] way_q;
    always @(posedge clk) begin
        way_q    <= rst ? 10'd0 : {way_q[8:0], rcv_take && rcv_vc == 3'd5 && valid[5]};
        inside_q <= rst ? 3'd0 : inside_q + {2'd0, taken && header[31:29] == 3'd5} - {2'd0, way_q[9]};
    end
    always @* if (run_q) begin
        assert (level <= 5'd2);
        assert (inside_q <= 3'd2);
    end
endmodule

`default_nettype wire
