// SPDX-FileCopyrightText: 2026 The Tenter authors
// SPDX-License-Identifier: BSD-2-Clause
//
// What holds of the credits of one (link, channel), number TN_ONE, of TNW's reception in every cycle (rule
// TNW-INV-2; tnw_nwp.md sections 2 and 3), whatever is given with room, comes, is flushed and is accepted by host
// memory. From a cycle of reset on, whatever was before it. broken[7:0]: the rule; broken[15:8]: what makes it
// inductive over one cycle; reached: a run in which all of the interesting happened. One credit may be marked, in
// bit 0 of its tag, and is followed from the register to its notification. With LAST_EN a packet with last may end a
// credit before it is used up, two cycles behind its take, and one that fills it without leaves the channel behind.
//
// suites/tnw/formal/credits cuts the state of the other queues (theirs is anything in every cycle) and takes
// tn_ram_one.v. Names with a dot are of the DUT, connected by yosys (hierconn): one that it does not find is
// free, and the proof fails.

`default_nettype none

module tnw_credits #(
    parameter integer CREDIT_LOG2 = 2,
    parameter integer LAST_EN     = 0,  // 1: messages have a last packet
    parameter integer LINK_N      = 2  // links, and channels of theirs, that are there: 8 x LINK_N > TN_ONE
) (
    input  wire              clk, m_wr_ready, want, asks,
    input  wire [5:0]        reg_id, sel,
    input  wire [LINK_N-1:0] flush,
    input  wire [173:0]      reg_credit,
    input  wire [143:0]      rcv_offset,
    output wire [15:0]       broken,
    output wire              reached
);
    localparam [5:0] ONE = `TN_ONE;
    localparam integer N = CREDIT_LOG2 + 1;
    localparam integer P = CREDIT_LOG2 == 0 ? 1 : CREDIT_LOG2;
    localparam integer Q = 8 * LINK_N;
    localparam integer PLACES = 1 << P;
    localparam [21:0] LENGTH_MAX = 22'h200000;  // packets
    localparam [N-1:0] SIZE = 1 << CREDIT_LOG2;

    reg  run_q = 1'b0;  // reset in the first cycle
    wire rst = !run_q;
    always @(posedge clk) run_q <= 1'b1;

    wire         room, space, first, ends, gone, drop, wr_valid, wr_first, wr_last, match_valid, match_fit;
    wire [1:0]   kept;
    wire [5:0]   gone_id, match_id;
    wire [11:0]  kept_id;
    wire [9:0]   flushed;
    wire [20:0]  used;
    wire [Q-1:0] has;
    wire [63:0]  wr_addr;
    wire [127:0] wr_data;
    wire [173:0] credit;
    wire [N-1:0] outstanding;
    wire [47:0]  behind;

    // ---- registers: a credit of 1 to 2**21 packets, with room; matching: a link's packet that has a credit, a place
    // and no flush, 8 cycles after the last at the earliest; links: the beats of a take in t come in t+2 to t+9
    reg  [8:0] way_q;           // takes of 1 to 9 cycles ago
    reg  [2:0] link_q, prev_q;  // the link of the last take, and of that before
    wire       push = want && room;
    wire       take = asks && (has[sel] || behind[sel]) && !flush[sel[5:3]] && space && way_q[6:0] == 7'd0;
    wire       beats = way_q[8:1] != 8'd0;
    wire [2:0] from = way_q[8] && way_q[0] ? prev_q : link_q;
    wire [5:0] rcv_dvalid = {5'd0, beats} << from;
    always @* assume (reg_id < Q && sel < Q && reg_credit[113:92] != 22'd0 && reg_credit[113:92] <= LENGTH_MAX);

    always @(posedge clk) begin
        way_q <= rst ? 9'd0 : {way_q[7:0], take};
        if (take) {prev_q, link_q} <= {link_q, sel[5:3]};
    end

    wire [21:0] use_to;
    wire        cut;
    wire [5:0]  cut_id;
    tnw_rcv_credits #(.CREDIT_LOG2(CREDIT_LOG2), .LINK_N(LINK_N)) credits (
        .clk(clk), .rst(rst), .push(push), .reg_id(reg_id), .reg_credit(reg_credit), .room(room),
        .outstanding(outstanding), .used(used), .has(has), .sel(sel), .take(take && !behind[sel]), .credit(credit), .first(first),
        .ends(ends), .use_to(use_to), .cut(cut), .cut_id(cut_id), .flush(flush), .gone(gone), .drop(drop), .gone_id(gone_id), .kept(kept), .kept_id(kept_id),
        .flushed(flushed)
    );

    tnw_rcv_write #(.LAST_EN(LAST_EN)) write (
        .clk(clk), .rst(rst), .room(space), .take(take), .take_id(sel), .take_credit(credit), .take_first(first),
        .take_ends(ends), .take_use(use_to), .behind(behind), .cut(cut), .cut_id(cut_id), .rcv_dvalid(rcv_dvalid), .rcv_data(768'd0), .rcv_offset(rcv_offset),
        .flush({{(6 - LINK_N) {1'b0}}, flush}), .gone(gone), .drop(drop), .gone_id(gone_id), .kept(kept),
        .kept_id(kept_id), .obs_match_valid(match_valid), .obs_match_id(match_id), .obs_match_fit(match_fit),
        .inc_short(), .inc_long(), .inc_behind(),
        .m_wr_valid(wr_valid), .m_wr_ready(m_wr_ready), .m_wr_first(wr_first), .m_wr_last(wr_last), .m_wr_addr(wr_addr),
        .m_wr_data(wr_data)
    );

    // ---- inside the DUT
    (* hierconn *) wire [Q*N-1:0] \credits.have_q , \credits.out_q ;
    (* hierconn *) wire [Q*P-1:0] \credits.wr_q ;
    (* hierconn *) wire [Q-1:0] \credits.begun_q ;
    (* hierconn *) wire [174*PLACES-1:0] \credits.u_ram.words_q ;
    (* hierconn *) wire [20:0] \credits.u_use_sel.words_q , \credits.u_use_reg.words_q ;
    (* hierconn *) wire [21:0] \write.u_wrote.words_q ;
    (* hierconn *) wire [1:0] \write.busy_q , \write.known_q , \write.fit_q , \write.ends_q , \write.orphan_q ;
    (* hierconn *) wire [1:0] \write.first_q , \write.past_q ;
    (* hierconn *) wire [1:0] \write.reset_q , \write.short_q , \write.long_q ;
    (* hierconn *) wire [43:0] \write.use_q ;
    (* hierconn *) wire [43:0] \write.length_q , \write.wrote_q ;
    (* hierconn *) wire [11:0] \write.id_q ;
    (* hierconn *) wire [63:0] \write.tag_q ;
    (* hierconn *) wire [2:0] \write.beat_q ;
    (* hierconn *) wire \write.in_q , \write.out_q , \write.at_q , \write.taken_q ;

    wire [Q-1:0] begun_all = \credits.begun_q ;
    wire [11:0]  id = \write.id_q ;
    wire [1:0]   busy = \write.busy_q , known = \write.known_q , fit = \write.fit_q ;
    wire [1:0]   orphan = \write.orphan_q , tells = \write.ends_q , begins = \write.first_q ;
    wire [43:0]  lengths = \write.length_q , wrotes = \write.wrote_q ;
    wire [21:0]  wrote = \write.u_wrote.words_q ;
    wire         place_in = \write.in_q , place_out = \write.out_q , at = \write.at_q ;
    wire         later = !place_out;  // the place written after the one that is
    wire         newest = !place_in;  // the place taken last
    wire [N-1:0] have = \credits.have_q [N*ONE+:N];
    wire [N-1:0] out = \credits.out_q [N*ONE+:N];
    wire         begun = begun_all[ONE];
    wire [P-1:0] oldest = \credits.wr_q [P*ONE+:P] - have[P-1:0];
    wire [20:0]  use_q = \credits.u_use_sel.words_q , shown_q = \credits.u_use_reg.words_q ;
    wire [174*PLACES-1:0] words = \credits.u_ram.words_q ;
    wire [63:0]  tags = \write.tag_q ;
    wire         push_one = push && reg_id == ONE;
    wire         gone_one = gone && gone_id == ONE;

    // a place of the writer keeps a credit outstanding that is no longer queued: it ends it, or is left of a flush
    wire [1:0] past = \write.past_q , shorts = \write.short_q , longs = \write.long_q , struck = \write.reset_q ;
    wire [1:0] ours = {busy[1] && id[11:6] == ONE, busy[0] && id[5:0] == ONE};
    wire [1:0] here = ours & ~past;           // with a credit
    wire [1:0] keeps = here & (tells | orphan);
    wire [1:0] amid = here & ~keeps;          // its credit goes on
    wire [1:0] dead = amid & known & ~fit;    // nothing of it will be written

    reg  [21:0]  size_q;  // length of the marked credit, in packets

    // ---- queued credits, the oldest first: lengths are in range; how many are marked
    wire [1:0]   marked = {tags[32], tags[0]};  // places
    reg          in_range, mark, as_given;
    reg  [21:0]  length, size;                  // of the oldest, of another
    reg  [4:0]   marks;
    reg  [P-1:0] place;
    integer      i, l;
    always @* begin
        in_range = 1'b1;
        as_given = 1'b1;
        length   = 22'd0;
        mark     = 1'b0;
        marks    = {4'd0, keeps[0] && marked[0]} + {4'd0, keeps[1] && marked[1]};
        for (i = 0; i < PLACES; i = i + 1) begin
            place = i[P-1:0] - oldest;
            size  = words[174*i+92+:22];
            if (place < have) begin
                in_range = in_range && size != 22'd0 && size <= LENGTH_MAX;
                marks    = marks + {4'd0, words[174*i]};
                as_given = as_given && (!words[174*i] || size == size_q);
            end
            if (place == {P{1'b0}}) begin
                length = size;
                mark   = words[174*i];
            end
        end
    end

    // ---- the marked credit: given at most once; told, or lost in a flush
    reg        given_q, lost_q;
    reg  [1:0] told_q;
    wire       tell_one = wr_valid && m_wr_ready && wr_first && wr_last && wr_data[0]
        && wr_data[103:96] == {1'b0, ONE[5:3], 1'b0, ONE[2:0]};
    wire       give_one = push_one && reg_credit[0];
    always @(posedge clk) begin
        given_q <= !rst && (given_q || give_one);
        if (give_one) size_q <= reg_credit[113:92];
        told_q  <= rst ? 2'd0 : told_q + {1'b0, tell_one};
        lost_q  <= !rst && (lost_q || (given_q && marks == 5'd0 && told_q == 2'd0));
    end
    always @* assume (!(give_one && given_q));

    // ---- what was due from the last cycle; the sum when only this queue has credits
    wire [9:0] have_n = have, out_n = out, keeps_n = keeps[0] + keeps[1];
    reg        ago_q, alone_q, alone;
    reg  [9:0] sum_q, most_q;
    always @* begin
        alone = !(push && reg_id != ONE);
        for (l = 0; l < Q; l = l + 1) if (l != ONE && \credits.out_q [N*l+:N] != {N{1'b0}}) alone = 1'b0;
        for (l = 0; l < 2; l = l + 1) if (busy[l] && !here[l]) alone = 1'b0;
    end
    always @(posedge clk) begin
        ago_q   <= run_q;
        alone_q <= alone;
        most_q  <= out_n + push_one - gone_one;
        sum_q   <= out_n + push_one - gone_one - flushed;
    end

    // ---- the rule
    wire ok_out = out_n == have_n + keeps_n;  // outstanding: queued, ended and not notified, left of a flush
    wire ok_range = out <= SIZE && have <= out && (reg_id != ONE || (outstanding == out && room == (out < SIZE)));
    wire ok_used = (!begun || (have != {N{1'b0}} && {1'b0, use_q} < length))
        && (reg_id != ONE || used == (begun ? use_q : 21'd0));
    wire ok_once = told_q <= 2'd1 && !(lost_q && (told_q != 2'd0 || marks != 5'd0));
    wire ok_kept = !ago_q || out_n <= most_q;             // a flush keeps no credit that was not there
    wire ok_sum  = !ago_q || !alone_q || out_n == sum_q;  // queued = ended + flushed + outstanding
    // its notification's bytes and cause: SHORT has fewer bytes, what is not SHORT has all or did not fit
    wire ok_told = !tell_one || (wr_data[60:39] <= size_q && wr_data[71:70] != 2'd3 && (LAST_EN != 0 || wr_data[71:70] == 2'd0)
        && (wr_data[70] ? wr_data[60:39] != size_q : wr_data[64] == (wr_data[60:39] != size_q)));
    wire ok_done = !(keeps[place_out] && marked[place_out] && here[later] && marked[later] && !dead[later]);

    // ---- what makes it inductive: places and beats
    wire fresh = way_q[0] || way_q[1];
    wire ok_places = place_in == place_out ? busy[0] == busy[1] : busy[place_out] && !busy[later];
    reg  ok_beats;
    always @* begin
        ok_beats = \write.taken_q == way_q[0];
        for (l = 0; l < 8; l = l + 1) begin
            if (way_q[l] && ((way_q[7:0] & ~(8'd1 << l)) != 8'd0 || (l != 0 && way_q[8]))) ok_beats = 1'b0;
            if (way_q[l+1] && \write.beat_q != l[2:0]) ok_beats = 1'b0;
        end
        if (beats && at != (way_q[8] && way_q[0] ? place_in : newest)) ok_beats = 1'b0;
        if (fresh && !busy[newest]) ok_beats = 1'b0;
        for (l = 0; l < 2; l = l + 1) if (id[6*l+:6] >= Q) ok_beats = 1'b0;
        for (l = 0; l < 2; l = l + 1) if (busy[l] && known[l] != !(fresh && newest == l[0])) ok_beats = 1'b0;
        if (way_q != 9'd0 && id[6*newest+3+:3] != link_q) ok_beats = 1'b0;
        if (way_q[8] && way_q[0] && id[6*place_in+3+:3] != prev_q) ok_beats = 1'b0;
    end

    // ---- and credits: in the paper nobody is behind, and a credit ends when it is used up; a packet with last ends it with its first
    // beat, unless a flush was there before; who is behind has no credit in use, and what is taken then has none
    wire [43:0] uses = \write.use_q ;
    wire        behind_one = behind[ONE];
    wire [1:0]  fresh_one = {fresh && newest, fresh && !newest} & here;
    reg  ok_ends;
    always @* begin
        ok_ends = LAST_EN != 0 || (behind == 48'd0 && past == 2'd0 && (busy & known & shorts) == 2'd0 && (busy & known & longs) == 2'd0);
        for (l = 0; l < 2; l = l + 1) begin
            if (here[l] && (uses[22*l+:22] == 22'd0 || uses[22*l+:22] > lengths[22*l+:22])) ok_ends = 1'b0;
            if (here[l] && known[l] && tells[l] && shorts[l] != (uses[22*l+:22] != lengths[22*l+:22])) ok_ends = 1'b0;
            if (here[l] && known[l] && shorts[l] && longs[l]) ok_ends = 1'b0;
            if (fresh_one[l] && tells[l] != (uses[22*l+:22] == lengths[22*l+:22])) ok_ends = 1'b0;
            if (fresh_one[l] && (orphan[l] ? !struck[l] : struck[l] && !tells[l])) ok_ends = 1'b0;
            if (fresh_one[l] && behind_one) ok_ends = 1'b0;
            if (ours[l] && past[l] && (tells[l] || orphan[l] || (known[l] && fit[l]))) ok_ends = 1'b0;
        end
        if (behind_one && (begun || (amid[later] && !dead[later]) || (amid[place_out] && !dead[place_out] && !keeps[later]))) ok_ends = 1'b0;
        if (ours[later] && past[later] && amid[place_out] && !dead[place_out]) ok_ends = 1'b0;
    end
    wire ok_either = (here & tells & orphan) == 2'd0 && ok_ends;
    wire ok_amid = (!amid[later] || begun || dead[later])
        && (!amid[place_out] || begun || keeps[later] || dead[place_out])
        && !(begun && (keeps[later] || (keeps[place_out] && !here[later])));
    wire ok_use = !begun || (use_q != 21'd0 && shown_q == use_q);
    wire ok_mark = {3'd0, told_q} + marks + {4'd0, lost_q} <= {4'd0, given_q}
        && (!amid[later] || dead[later] || marked[later] == mark)
        && (!amid[place_out] || dead[place_out] || marked[place_out] == (keeps[later] ? marked[later] : mark));

    // ---- and packets written: not more than were taken
    wire pend = fresh && here[newest];  // taken, and not yet known to fit
    reg  ok_wrote, ok_given;
    always @* begin
        ok_wrote = !begun || {1'b0, use_q} > wrote || ({1'b0, use_q} == wrote && !pend) || (pend && begins[newest]);
        ok_given = as_given;
        for (l = 0; l < 2; l = l + 1) begin
            if (here[l] && tells[l] && known[l] && wrotes[22*l+:22] > uses[22*l+:22]) ok_wrote = 1'b0;
            if (here[l] && tells[l] && lengths[22*l+:22] == 22'd0) ok_wrote = 1'b0;
            if (pend && newest == l[0] && !begins[l] && wrote >= uses[22*l+:22]) ok_wrote = 1'b0;
            if (here[l] && marked[l] && (!given_q || lengths[22*l+:22] != size_q)) ok_given = 1'b0;
        end
    end

    assign broken = run_q ? ~{ok_places, ok_beats, ok_either, ok_amid, ok_use, in_range, ok_mark, ok_wrote && ok_given,
                              ok_out, ok_range, ok_used, ok_once, ok_told, ok_kept, ok_sum, ok_done}
                          : 16'd0;

    // ---- a full queue, then a flush that keeps a notification and, later, one that keeps a packet; then the marked
    // credit, given behind both, ends
    // with LAST_EN it ends SHORT, behind one that ended LONG
    reg full_q, note_q, part_q, late_q, over_q, short_q;
    always @(posedge clk) begin
        full_q <= !rst && (full_q || out == SIZE);
        note_q <= !rst && (note_q || (full_q && flush[ONE/8] && (kept & here & tells) != 2'd0));
        part_q <= !rst && (part_q || (note_q && drop && gone_id == ONE));
        late_q <= !rst && (late_q || (part_q && give_one));
    end
    always @(posedge clk) begin
        over_q  <= !rst && (over_q || behind_one);
        short_q <= !rst && (short_q || (tell_one && wr_data[70]));
    end
    assign reached = run_q && late_q && told_q == 2'd1 && (LAST_EN == 0 || (over_q && short_q));
endmodule

`default_nettype wire
