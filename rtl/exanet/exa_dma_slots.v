// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// The eight slots of an output: which packet leaves next, which never does, what is over.
//
// alloc takes free_at for a packet of tid; lost marks one that is not read at all. drop tells that tid is
// in no list any more. comp tells that a slot's reads are answered whole, or failed. best is the next packet
// to leave: the first issued of those that are whole and behind no other packet of their transaction; take
// begins it, sent ends it. A packet that failed keeps its slot until its transaction is over; those behind it
// are freed unsent. fin tells of a transaction that is over, until fin_take with its slot. rst frees all.
// Contract: exa_dma.md sections 6 and 9.

`timescale 1ns / 1ps
`default_nettype none

module exa_dma_slots (
    input  wire        clk,
    input  wire        rst,
    // a free slot
    output wire        free_any,
    output wire [2:0]  free_at,
    // packets of one transaction
    input  wire [9:0]  tid,
    output wire        tid_failed,  // a packet of tid has failed
    // a packet is issued
    input  wire        alloc,
    input  wire        drop,
    input  wire        last,
    input  wire        lost,
    output wire        astray,      // a failed transaction is in a list
    // a packet's reads have ended
    input  wire        comp,
    input  wire [2:0]  comp_at,
    input  wire        comp_fault,
    input  wire [1:0]  comp_code,
    input  wire        comp_page,
    // the packet to send next
    output wire        best_any,
    output wire [2:0]  best_at,
    input  wire        take,
    input  wire [2:0]  take_at,
    input  wire        sent,
    input  wire [2:0]  sent_at,
    // transactions that are over
    output wire        fin,
    output wire [2:0]  fin_at,
    output wire        fin_failed,
    output wire [9:0]  fin_tid,
    output wire [1:0]  fin_code,
    output wire        fin_page,
    input  wire        fin_take,
    input  wire [2:0]  fin_take_at,
    // observation
    output wire [1:0]  obs_faults   // packets issued and freed unsent
);

    // lowest bit of a set
    function [2:0] lowest;
        input [7:0] set;
        integer     k;
        begin
            lowest = 3'd0;
            for (k = 7; k >= 0; k = k - 1) if (set[k]) lowest = k[2:0];
        end
    endfunction

    reg [7:0]  used_q;
    reg [7:0]  read_q;    // its reads are issued
    reg [7:0]  whole_q;   // answered
    reg [7:0]  failed_q;
    reg [7:0]  begun_q;   // it leaves, or has left
    reg [7:0]  sent_q;    // it has left
    reg [7:0]  last_q;
    reg [7:0]  ended_q;   // its transaction is in no list
    reg [7:0]  page_q;
    reg [15:0] code_q;
    reg [79:0] tid_q;
    reg [63:0] older_q;   // bits 8s+7:8s: slots that were issued before slot s
    reg [63:0] before_q;  // those of them of the same transaction

    reg [7:0] same;
    reg [7:0] ready;
    reg [7:0] best;
    reg [7:0] doomed;     // behind one that failed
    reg [7:0] followed;
    reg [7:0] alone;      // nothing of its transaction is before it
    integer   s;

    always @* begin
        followed = 8'd0;
        for (s = 0; s < 8; s = s + 1) begin
            same[s]   = used_q[s] && !sent_q[s] && tid_q[10*s+:10] == tid;
            alone[s]  = before_q[8*s+:8] == 8'd0;
            doomed[s] = used_q[s] && whole_q[s] && (before_q[8*s+:8] & failed_q) != 8'd0;
            if (used_q[s]) followed = followed | before_q[8*s+:8];
            ready[s]  = used_q[s] && whole_q[s] && !failed_q[s] && !begun_q[s] && (before_q[8*s+:8] & ~begun_q) == 8'd0;
        end
        for (s = 0; s < 8; s = s + 1) best[s] = ready[s] && (older_q[8*s+:8] & ready) == 8'd0;
    end

    wire [7:0] over_sent = used_q & sent_q;
    wire [7:0] over_failed = used_q & failed_q & alone & ended_q & ~followed;
    wire [7:0] over = over_sent | over_failed;
    wire [2:0] doomed_at = lowest(doomed);
    wire [7:0] free_set = ~used_q;
    assign free_any   = free_set != 8'd0;
    assign free_at    = lowest(free_set);
    assign tid_failed = (same & failed_q) != 8'd0;
    assign astray     = (failed_q & ~ended_q) != 8'd0;
    assign best_any   = best != 8'd0;
    assign best_at    = lowest(best);
    assign fin        = over != 8'd0;
    assign fin_at     = lowest(over);
    assign fin_failed = failed_q[fin_at];
    assign fin_tid    = tid_q[10*fin_at+:10];
    assign fin_code   = code_q[2*fin_at+:2];
    assign fin_page   = page_q[fin_at];

    // a packet that leaves keeps its slot when it is the last, until the transaction's end is noted
    wire       doom = doomed != 8'd0;
    wire       pass = sent && !last_q[sent_at];
    wire [7:0] freed = (doom ? 8'd1 << doomed_at : 8'd0) | (pass ? 8'd1 << sent_at : 8'd0) |
                       (fin_take ? 8'd1 << fin_take_at : 8'd0);

    assign obs_faults = {1'b0, doom && read_q[doomed_at]} +
                        {1'b0, fin_take && failed_q[fin_take_at] && read_q[fin_take_at]};

    // the slot that is taken, and those that these events are of
    wire [7:0] taken = alloc ? free_set & ~(free_set - 8'd1) : 8'd0;
    wire [7:0] comps = comp ? 8'd1 << comp_at : 8'd0;
    wire [7:0] takes = take ? 8'd1 << take_at : 8'd0;
    wire [7:0] sents = sent ? 8'd1 << sent_at : 8'd0;
    wire       alloc_end = last || lost;
    integer    r;

    always @(posedge clk) begin
        if (rst) begin
            used_q   <= 8'd0;
            failed_q <= 8'd0;
            before_q <= 64'd0;
        end else begin
            used_q   <= (used_q & ~freed) | taken;
            failed_q <= (failed_q & ~freed & ~taken) | (comp_fault ? comps : 8'd0) | (lost ? taken : 8'd0);
            for (r = 0; r < 8; r = r + 1) before_q[8*r+:8] <= (taken[r] ? same : before_q[8*r+:8]) & ~freed;
        end
    end

    always @(posedge clk) begin
        read_q  <= (read_q & ~taken) | (lost ? 8'd0 : taken);
        whole_q <= (whole_q & ~taken) | comps | (lost ? taken : 8'd0);
        begun_q <= (begun_q & ~taken) | takes;
        sent_q  <= (sent_q & ~taken) | sents;
        last_q  <= (last_q & ~taken) | (last ? taken : 8'd0);
        ended_q <= (ended_q & ~taken) | (drop || (alloc && alloc_end) ? same : 8'd0) | (alloc_end ? taken : 8'd0);
        for (r = 0; r < 8; r = r + 1) begin
            older_q[8*r+:8] <= (taken[r] ? used_q : older_q[8*r+:8]) & ~freed;
            if (taken[r]) tid_q[10*r+:10] <= tid;
            if (comps[r] || taken[r]) begin
                code_q[2*r+:2] <= comps[r] ? comp_code : 2'd1;
                page_q[r]      <= comps[r] && comp_page;
            end
        end
    end

endmodule

`default_nettype wire
