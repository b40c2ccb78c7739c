/*
 * SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The replay protocol of checkers/czodiac/spec/cz_dll.md, sections 4 and 5 (PCIe 3.0 3.5.2 and 3.5.3), in the small: one
 * transmitter, one receiver, the wire of TLPs and the wire of Acks and Naks. Each wire keeps its order, and loses, damages
 * and doubles. Time is not in it: a frame takes as long as it likes, and REPLAY_TIMER ends when it likes (but see PATIENT).
 *
 * TLPs carry a colour: the protocol does not look at data, so one red and one blue TLP among white ones, at any places,
 * are enough to show loss, doubling and order of all.
 *
 * Parameters: M numbers, window W (TLPs that may be outstanding; the standard has M = 4096, W = 2047), BEFORE distance up to which a number
 * is a duplicate (half of M), CF and CB frames on the wires.
 * Options: QUIET: errors end at some time (for liveness and dead ends). PATIENT: REPLAY_TIMER ends only when nothing is under way.
 * STALE_NAK: a Nak that waits leaves with its number, though the right TLP has come since (the page allows that).
 * Seeded bugs: BUG_NO_TIMER, BUG_NO_DUP_ACK (a duplicate is dropped without an Ack),
 * BUG_NAK_PURGES (a Nak purges the TLP behind its number, too), BUG_LOST_TAKEN (a number beyond the next one is delivered),
 * BUG_NULL_TAKEN (a nullified TLP is delivered), BUG_NULL_NUMBER (a nullified TLP takes a number).
 */
#ifndef M
#define M 6
#endif
#ifndef W
#define W 2
#endif
#ifndef BEFORE
#define BEFORE (M / 2)
#endif
#ifndef CF
#define CF 2
#endif
#ifndef CB
#define CB 2
#endif

#define WHITE 0
#define RED 1
#define BLUE 2
#define VOID 3 /* of a nullified TLP */

#define DIST(to, from) ((to + M - (from)) % M)

mtype = { TLP, NULLED, DAMAGED, ACK, NAK };

chan fw = [CF] of { mtype, byte, byte }; /* frame, number, colour */
chan bw = [CB] of { mtype, byte };       /* DLLP, number */

#ifdef QUIET
bool quiet = false;
#define ERRORS (!quiet)
#else
#define ERRORS true
#endif

/* Transmitter: the replay buffer holds col[0], the oldest, to col[u - 1]; ptr is the one that leaves next. */
byte next = 0, u = 0, ptr = 0;
byte col[W];
/* Receiver: NEXT_RCV_SEQ, NAK_SCHEDULED, the DLLP that is due, and its number when it is a Nak. */
byte e = 0;
bool scheduled = false, ack_due = false, nak_due = false;
byte nak_number = 0;

/* Only the properties look at these: colours sent, delivered, acknowledged; delivered TLPs less acknowledged ones. */
byte sent = WHITE, got = WHITE, acked = WHITE;
short ahead = 0;

#ifdef PATIENT
#define TIMER_MAY (empty(fw) && empty(bw) && !ack_due && !nak_due)
#else
#define TIMER_MAY true
#endif

/* A frame on the wire: as it is, lost, damaged, or twice. */
inline forward(frame, n, c) {
    if
    :: fw!frame,n,c
    :: ERRORS
    :: ERRORS -> fw!DAMAGED,0,0
    :: ERRORS && len(fw) < CF - 1 -> fw!frame,n,c; fw!frame,n,c
    fi
}

/* The oldest k TLPs leave the replay buffer. */
inline purge(k) {
    i = 0;
    do
    :: i < k ->
        if
        :: col[i] != WHITE -> acked = col[i]
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < W ->
        if
        :: i + k < W -> col[i] = col[i + k]
        :: else -> col[i] = WHITE
        fi;
        i++
    :: else -> break
    od;
    u = u - k;
    ptr = (ptr > k -> ptr - k : 0);
    ahead = ahead - k;
    assert(ahead >= 0); /* nothing is forgotten that was not delivered */
    i = 0;
    k = 0
}

active proctype transmitter()
{
    byte c;
    do
    :: atomic { /* a new TLP, when no replay is under way */
        u < W && ptr == u && nfull(fw) ->
        if
        :: c = WHITE
        :: sent == WHITE -> c = RED; sent = RED
        :: sent == RED -> c = BLUE; sent = BLUE
        fi;
        col[u] = c;
        u++;
        ptr++;
        forward(TLP, next, c);
        next = (next + 1) % M;
        c = 0
    }
    :: atomic { /* a TLP that its source aborts */
        ERRORS && u < W && ptr == u && nfull(fw) -> forward(NULLED, next, VOID);
#ifdef BUG_NULL_NUMBER
        col[u] = VOID;
        u++;
        ptr++;
        next = (next + 1) % M
#endif
    }
    :: atomic { /* a replay's next TLP */
        ptr < u && nfull(fw) ->
        c = col[ptr];
        ptr++;
        if
        :: c != VOID -> forward(TLP, (next + M - u + ptr - 1) % M, c)
        :: else -> fw!NULLED,(next + M - u + ptr - 1) % M,c
        fi;
        c = 0
    }
#ifndef BUG_NO_TIMER
    :: atomic { u > 0 && ptr == u && TIMER_MAY -> ptr = 0 }
#endif
    od
}

/* The transmitter of the other end's TLPs hears the Acks and Naks: n is counted from ACKD_SEQ. */
#define ACKD ((next + M - u + M - 1) % M)

active proctype acknowledged_in()
{
    byte n, i, k;
    mtype dllp;
end:
    do
    :: atomic {
        bw?dllp,n ->
        if
        :: DIST(n, ACKD) > u -> assert(false) /* a sound receiver's numbers are inside what was sent */
        :: DIST(n, ACKD) <= u ->
            k = DIST(n, ACKD);
#ifdef BUG_NAK_PURGES
            if
            :: dllp == NAK && k < u -> k++
            :: else
            fi;
#endif
            purge(k)
        fi;
        if
        :: dllp == NAK -> ptr = 0
        :: else
        fi;
        n = 0;
        dllp = 0
    }
    od
}

inline deliver(c) {
    if
    :: c == RED -> assert(got == WHITE); got = RED   /* red comes once, and before blue */
    :: c == BLUE -> assert(got == RED); got = BLUE   /* blue comes once, and red was not lost */
    :: c == VOID -> assert(false)                    /* a nullified TLP is never delivered */
    :: else
    fi;
    ahead++;
    assert(ahead <= u);
    e = (e + 1) % M;
    scheduled = false;
    ack_due = true;
#ifndef STALE_NAK
    nak_due = false
#endif
}

inline refuse() {
    if
    :: !scheduled -> scheduled = true; nak_due = true; nak_number = (e + M - 1) % M
    :: else
    fi
}

active proctype receiver()
{
    byte s, c;
    mtype frame;
end:
    do
    :: atomic {
        fw?frame,s,c ->
        if
        :: frame == DAMAGED -> refuse()
#ifdef BUG_NULL_TAKEN
        :: frame == NULLED && s == e -> deliver(c)
        :: frame == NULLED && s != e
#else
        :: frame == NULLED
#endif
        :: frame == TLP && s == e -> deliver(c)
        :: frame == TLP && s != e && DIST(e, s) <= BEFORE ->
#ifdef BUG_NO_DUP_ACK
            skip
#else
            ack_due = true
#endif
#ifdef BUG_LOST_TAKEN
        :: frame == TLP && s != e && DIST(e, s) > BEFORE -> e = s; deliver(c)
#else
        :: frame == TLP && s != e && DIST(e, s) > BEFORE -> refuse()
#endif
        fi;
        s = 0;
        c = 0;
        frame = 0
    }
    od
}

/* An Ack or a Nak on the wire: as it is, lost (a wrong CRC is dropped), or twice. A Nak goes first. */
active proctype acknowledged_out()
{
    mtype dllp;
    byte n;
end:
    do
    :: atomic {
        (ack_due || nak_due) && nfull(bw) ->
        n = (e + M - 1) % M;
        if
        :: nak_due -> dllp = NAK; nak_due = false; n = nak_number
        :: else -> dllp = ACK; ack_due = false
        fi;
        if
        :: bw!dllp,n
        :: ERRORS
        :: ERRORS && len(bw) < CB - 1 -> bw!dllp,n; bw!dllp,n
        fi;
        dllp = 0;
        n = 0
    }
    od
}

#ifdef QUIET
active proctype calm()
{
    quiet = true
}

ltl delivers { [] ((sent == RED) -> <> (got != WHITE)) }
ltl acknowledges { [] ((sent == RED) -> <> (acked != WHITE)) }
#endif
