// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What holds at the sending end of a TNW link in every cycle (rule TNW-INV-1; tnw_link.md section 11),
// whatever comes from the line, from registers and from who injects within the rules of inj_ok:
// txBuffer's pointers differ by u, 0 to 15; txFifo has 0 to its size; a place is not written while its
// packet is on the line. From a cycle of reset on.

`default_nettype none

module tnw_window #(
    parameter integer TX_ITEMS_LOG2 = 4,
    parameter integer PLACES = 0  // 1: the property of places, too
) (
    input wire        clk, flush, seq_off, fb_valid, fb_start, fb_crc_ok, inj_valid, inj_last,
    input wire [2:0]  fb_code, link, pend_code,
    input wire [4:0]  fb_seq, pend_seq,
    input wire [15:0] resend_tmo, full_backoff
);
    localparam integer SLOT_W = 5;

    reg  run_q = 1'b0;  // reset in the first cycle
    wire rst = !run_q;
    always @(posedge clk) run_q <= 1'b1;

    wire [SLOT_W-1:0]  wr, next, oldest, rd_slot;
    wire [4:0]         u, adv;
    wire [2:0]         state, rd_beat;
    wire               nack, full, restart, init, ready, wake, evt_crc, evt_code, evt_seq, fb_take, stalled, free;
    wire               ok, begun, lost;
    wire [31:0]        tx_data;
    wire [3:0]         tx_flags, evt;
    wire [127:0]       rd_data;
    wire [26:0]        rd_info;

    tnw_link_fb fb (
        .valid(fb_valid), .start(fb_start), .crc_ok(fb_crc_ok), .code(fb_code), .seq(fb_seq), .link(link),
        .seq_off(seq_off), .oldest(oldest), .u(u), .adv(adv), .nack(nack), .full(full), .restart(restart), .init(init),
        .ready(ready), .wake(wake), .evt_crc(evt_crc), .evt_code(evt_code), .evt_seq(evt_seq)
    );

    tnw_link_tx #(.SLOT_W(SLOT_W)) tx (
        .clk(clk), .rst(rst), .flush(flush), .link(link), .seq_off(seq_off), .resend_tmo(resend_tmo),
        .full_backoff(full_backoff), .adv(adv), .nack(nack), .full(full), .pend_code(pend_code), .pend_seq(pend_seq),
        .fb_take(fb_take), .wr(wr), .next(next), .oldest(oldest), .u(u), .state(state), .stalled(stalled), .free(free),
        .rd_slot(rd_slot), .rd_beat(rd_beat), .rd_data(128'd0), .rd_info(27'd0), .tx_data(tx_data), .tx_flags(tx_flags),
        .evt(evt)
    );

    tnw_tx_store #(.TX_ITEMS_LOG2(TX_ITEMS_LOG2), .RING_LOG2(SLOT_W)) store (
        .clk(clk), .rst(rst), .flush(flush), .up(link == 3'd3), .take(link == 3'd3 || link == 3'd4), .ok(ok),
        .inj_valid(inj_valid), .inj_last(inj_last), .inj_data(128'd0), .inj_vc(3'd0), .inj_offset(24'd0), .next(next),
        .wr(wr), .begun(begun), .lost(lost), .rd_slot(rd_slot), .rd_beat(rd_beat), .rd_data(rd_data), .rd_info(rd_info)
    );

    // an item begins in the cycle after inj_ok, its beats follow each other, and the first is not the last
    reg ok_q, item_q, old_q;
    always @(posedge clk) begin
        ok_q   <= ok && !rst;
        item_q <= inj_valid && !inj_last && !rst;
        old_q  <= !rst && (flush || (old_q && !free));  // the packet on the line is one of before a flush
    end
    always @* begin
        assume (rst || (inj_valid ? item_q || ok_q : !item_q));
        assume (rst || item_q || !inj_last);
    end

    wire [SLOT_W-1:0] buffered = next - oldest;
    wire [SLOT_W-1:0] waiting = wr - next;
    always @* if (run_q) begin
        assert (buffered <= 5'd15 && buffered == u);
        assert (waiting <= (5'd1 << TX_ITEMS_LOG2));
        assert (PLACES == 0 || !(begun && !free && !old_q && wr == rd_slot));
    end
endmodule

`default_nettype wire
