// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// TNW Nget: six engines that read host memory and inject it.
//
// TAG_LOG2 (1 to 5): 2** of it reads of 512 bytes of a link under way; DESC_LOG2 (0 to 4): 2** of it descriptors of a
// link; LAST_EN (0, 1): the item that ends a descriptor has bit 0 of its offset set. A write of NOTIFY_HI in t gives rd_valid in t+3 when nothing else is going on. rd and note hold until ready; a
// link's next note comes behind note_sent of the one before.
// A completion is never stalled: cpl_valid in t, its beats in t+1 or later, all of them before the next cpl_valid.
// serve in t, only of who asks and 8 cycles or more after the last, gives beats in t+1 to t+8, the notification of a
// last item note_valid in t+9. rst empties all. Contract: tnw_pi.md sections 5 and 6.

`timescale 1ns / 1ps
`default_nettype none

module tnw_nget #(
    parameter integer TAG_LOG2  = 3,  // log2 of the reads of a link under way
    parameter integer DESC_LOG2 = 3,  // log2 of the descriptors of a link
    parameter integer LAST_EN   = 1   // bit 0 of an item's offset is last
) (
    input  wire         clk,
    input  wire         rst,
    // registers 8000 to 85FF; what is not there reads 0, other addresses are not looked at
    input  wire         reg_wr,
    input  wire         reg_rd,
    input  wire [15:0]  reg_addr,
    input  wire [31:0]  reg_wdata,
    output wire [31:0]  reg_rdata,       // in the cycle after reg_rd, else 0
    input  wire [31:0]  cpl_tmo,         // CPL_TMO: cycles, 0 never
    // reads
    output wire         rd_valid,
    input  wire         rd_ready,
    output wire [63:0]  rd_addr,         // a multiple of 16
    output wire [7:0]   rd_dw,           // 4 to 128, a multiple of 4
    output wire [7:0]   rd_tag,          // 32*link + slot
    input  wire         rd_sent,         // one cycle: the last beat of this MRd was accepted on m_tlp
    input  wire [7:0]   rd_sent_tag,
    // completions, each judged whole by tnw_pi_in (not malformed, 256 bytes at most)
    input  wire         cpl_valid,       // one cycle each
    input  wire [7:0]   cpl_tag,
    input  wire         cpl_mine,        // its Requester ID is rid
    input  wire [2:0]   cpl_status,
    input  wire         cpl_ep,
    input  wire [11:0]  cpl_bytes,       // Byte Count, 0: 4096
    input  wire [6:0]   cpl_lower,       // Lower Address
    input  wire [6:0]   cpl_dw,          // DWs of payload, 0 to 64
    input  wire         cpl_has_data,    // CplD
    input  wire         cpl_dvalid,      // a beat; (cpl_dw + 3) / 4 of them
    input  wire [127:0] cpl_data,        // payload DW 0 in bits 31:0 of the first, byte 0 in bits 7:0
    // notifications: writes of 16 bytes
    output wire         note_valid,
    input  wire         note_ready,
    output wire [63:0]  note_addr,
    output wire [127:0] note_data,       // lane i is byte i
    output wire [2:0]   note_link,
    input  wire         note_sent,       // one cycle: its first beat was accepted on m_tlp
    input  wire [2:0]   note_sent_link,
    // injection
    output wire [5:0]   ask,
    input  wire         serve,
    input  wire [2:0]   serve_link,
    output wire         inj_valid,
    output wire         inj_last,
    output wire [127:0] inj_data,
    output wire [2:0]   inj_link,
    output wire [2:0]   inj_vc,
    output wire [23:0]  inj_offset,
    // counters of tnw_pi_regs: GET_READS counts with rd_sent there, GET_ITEMS with serve
    output wire         inc_notified,
    output wire         inc_failed,
    output wire         inc_unexpected,
    output wire         inc_bad,
    output wire         inc_no_room,
    output wire [2:0]   inc_lost         // slots gone LOST in this cycle
);


    generate
        if (TAG_LOG2 < 1 || TAG_LOG2 > 5) begin : g_tag
            tn_error_TAG_LOG2_must_be_1_to_5 u_error ();
        end
        if (DESC_LOG2 < 0 || DESC_LOG2 > 4) begin : g_desc
            tn_error_DESC_LOG2_must_be_0_to_4 u_error ();
        end
    endgenerate

    localparam [7:0] SIZE = 8'd1 << DESC_LOG2;
    localparam integer T = TAG_LOG2;

    // of engine l in bits or fields l
    wire [5:0]     room;
    wire [47:0]    there;
    wire [47:0]    lost_n;
    wire [5:0]     known;
    wire [5:0]     store;
    wire [29:0]    store_at;
    wire [11:0]    lost;
    wire [5:0]     rd_ask;
    wire [6*66-1:0] rd;         // {address, n}
    wire [6*T-1:0] rd_slot;
    wire [6*(T+5)-1:0] read_at;
    wire [17:0]    vc;
    wire [143:0]   offset;
    wire [5:0]     note_ask;
    wire [749:0]   note;

    // ---- registers
    wire [2:0]   reg_link;
    wire         push;
    wire [200:0] desc;
    wire         unlose;
    wire         abandon;
    wire [7:0]   there_n = there[8*reg_link+:8];

    tnw_nget_regs #(
        .LAST_EN(LAST_EN)
    ) u_regs (
        .clk        (clk),
        .rst        (rst),
        .reg_wr     (reg_wr),
        .reg_rd     (reg_rd),
        .reg_addr   (reg_addr),
        .reg_wdata  (reg_wdata),
        .reg_rdata  (reg_rdata),
        .reg_link   (reg_link),
        .push       (push),
        .desc       (desc),
        .unlose     (unlose),
        .abandon    (abandon),
        .room       (room[reg_link]),
        .there      (there_n),
        .places     (SIZE - there_n),
        .lost_n     (lost_n[8*reg_link+:8]),
        .inc_bad    (inc_bad),
        .inc_no_room(inc_no_room)
    );

    // ---- what leaves
    wire       rd_go;
    wire [2:0] rd_pick;
    wire       note_go;
    wire [2:0] note_pick;

    tnw_nget_out #(
        .TAG_LOG2(TAG_LOG2)
    ) u_out (
        .clk       (clk),
        .rst       (rst),
        .rd_ask    (rd_ask),
        .rd        (rd),
        .rd_slot   (rd_slot),
        .rd_go     (rd_go),
        .rd_pick   (rd_pick),
        .rd_valid  (rd_valid),
        .rd_ready  (rd_ready),
        .rd_addr   (rd_addr),
        .rd_dw     (rd_dw),
        .rd_tag    (rd_tag),
        .note_ask  (note_ask),
        .note      (note),
        .note_go   (note_go),
        .note_pick (note_pick),
        .note_link (note_link),
        .note_valid(note_valid),
        .note_ready(note_ready),
        .note_addr (note_addr),
        .note_data (note_data),
        .inc_failed(inc_failed)
    );

    assign inc_notified = note_valid && note_ready;

    // ---- completions: to the link of their tag; a slot has no more than TAG_LOG2 bits
    wire [2:0]   cpl_link = cpl_tag[7:5];
    wire [4:0]   cpl_slot = cpl_tag[4:0];
    wire         cpl_there = cpl_valid && (cpl_slot >> T) == 5'd0;
    wire         put;
    wire [T+2:0] put_to;
    wire         writing;

    assign inc_unexpected = cpl_valid && known == 6'd0;
    assign inc_lost       = {1'b0, lost[1:0]} + {1'b0, lost[3:2]} + {1'b0, lost[5:4]} + {1'b0, lost[7:6]}
        + {1'b0, lost[9:8]} + {1'b0, lost[11:10]};

    // ---- injection: who was served goes on for eight beats
    wire [2:0] read_link = serve ? serve_link : inj_link;

    tnw_nget_data #(
        .TAG_LOG2(TAG_LOG2)
    ) u_data (
        .clk         (clk),
        .rst         (rst),
        .cpl         (cpl_valid),
        .store       (store != 6'd0),
        .store_to    ({cpl_link, cpl_slot[T-1:0], store_at[5*cpl_link+:5]}),
        .store_n     (cpl_dw[6:2]),
        .cpl_dvalid  (cpl_dvalid),
        .cpl_data    (cpl_data),
        .put         (put),
        .put_to      (put_to),
        .writing     (writing),
        .serve       (serve),
        .read_at     ({read_link, read_at[(T+5)*read_link+:T+5]}),
        .serve_link  (serve_link),
        .serve_vc    (vc[3*serve_link+:3]),
        .serve_offset(offset[24*serve_link+:24]),
        .inj_valid   (inj_valid),
        .inj_last    (inj_last),
        .inj_data    (inj_data),
        .inj_link    (inj_link),
        .inj_vc      (inj_vc),
        .inj_offset  (inj_offset)
    );

    // ---- the engines
    genvar l;
    generate
        for (l = 0; l < 6; l = l + 1) begin : g_link
            wire           free;
            wire [T-1:0]   free_slot;
            wire           take = rd_go && rd_pick == l;
            wire [7:0]     err;
            wire           waiting;
            wire [T-1:0]   head;
            wire [T-1:0]   second;
            wire [5:0]     head_good;
            wire [5:0]     second_good;
            wire           release_en;
            wire           note_take = note_go && note_pick == l;
            wire           put_here = put_to[T+2:T] == l;

            tnw_nget_engine #(
                .TAG_LOG2 (TAG_LOG2),
                .DESC_LOG2(DESC_LOG2),
                .LAST_EN  (LAST_EN)
            ) u_engine (
                .clk        (clk),
                .rst        (rst),
                .push       (push && reg_link == l),
                .push_desc  (desc),
                .room       (room[l]),
                .there      (there[8*l+:8]),
                .abandon    (abandon && reg_link == l),
                .rd_ask     (rd_ask[l]),
                .rd_take    (take),
                .rd_addr    (rd[66*l+6+:60]),
                .rd_n       (rd[66*l+:6]),
                .rd_slot    (rd_slot[T*l+:T]),
                .free       (free),
                .free_slot  (free_slot),
                .err        (err),
                .waiting    (waiting),
                .writing    (writing && put_here),
                .head       (head),
                .second     (second),
                .head_good  (head_good),
                .second_good(second_good),
                .release_en (release_en),
                .ask        (ask[l]),
                .serve      (serve && serve_link == l),
                .pos        (read_at[(T+5)*l+:5]),
                .vc         (vc[3*l+:3]),
                .offset     (offset[24*l+:24]),
                .note_ask   (note_ask[l]),
                .note_take  (note_take),
                .told       (inc_notified && note_link == l),
                .sent       (note_sent && note_sent_link == l),
                .note       (note[125*l+:125])
            );

            assign read_at[(T+5)*l+5+:T] = head;

            tnw_nget_slots #(
                .TAG_LOG2(TAG_LOG2)
            ) u_slots (
                .clk         (clk),
                .rst         (rst),
                .cpl_tmo     (cpl_tmo),
                .free        (free),
                .free_slot   (free_slot),
                .take        (take),
                .from        (rd[66*l+6+:5]),
                .n           (rd[66*l+:6]),
                .sent        (rd_sent && rd_sent_tag[7:5] == l),
                .sent_slot   (rd_sent_tag[T-1:0]),
                .cpl         (cpl_there && cpl_link == l),
                .cpl_slot    (cpl_slot[T-1:0]),
                .cpl_mine    (cpl_mine),
                .cpl_status  (cpl_status),
                .cpl_ep      (cpl_ep),
                .cpl_bytes   (cpl_bytes),
                .cpl_lower   (cpl_lower),
                .cpl_dw      (cpl_dw),
                .cpl_has_data(cpl_has_data),
                .known       (known[l]),
                .store       (store[l]),
                .store_at    (store_at[5*l+:5]),
                .err         (err),
                .lost        (lost[2*l+:2]),
                .lost_n      (lost_n[8*l+:8]),
                .unlose      (unlose && reg_link == l),
                .put         (put && put_here),
                .put_slot    (put_to[T-1:0]),
                .release_en  (release_en),
                .head        (head),
                .second      (second),
                .head_good   (head_good),
                .second_good (second_good),
                .clear       (note_take),
                .waiting     (waiting)
            );
        end
    endgenerate

    wire unused = &{1'b0, rd_sent_tag};

endmodule

`default_nettype wire
