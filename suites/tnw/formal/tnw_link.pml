/*
 * SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The link protocol of checkers/tnw/spec/tnw_link.md, sections 5 to 7, in the small: one sender, one
 * receiver, the wire to it and the wire of its feedback. Both lose, damage and double what they
 * carry, and keep its order. Time is not in it: a message takes as long as it likes, a backoff ends
 * when it likes, and so does a timeout (but see PATIENT). Feedback in a START is feedback in a SET here.
 *
 * Packets carry a colour: data independence makes one red and one blue packet among white ones, at
 * any places, enough for loss, doubling and order of all.
 *
 * Parameters: M numbers, window W (one less than half of them), BEFORE (half) numbers that count as taken before, CF and CB messages on
 * the wires, L packets in the reception FIFO (0: it always has room).
 * Options: QUIET: errors end at some time (for liveness and dead ends), else they never have to.
 * PATIENT: a timeout only when nothing is under way. GHOST: section 11 in plain integers. PLAIN: all
 * packets are white, GHOST alone judges. FALSE_ACK: once, damage makes an ACK of any number.
 * Seeded bugs: BUG_ACCEPT (takes packets while discarding), BUG_ANY_ACK (no look at an ACK's range),
 * BUG_NO_TIMEOUT, BUG_STALE_NACK (a RESTART leaves a pending NACK standing), BUG_NO_RESTART (resends without one),
 * SEQ_OFF (section 10: the link without numbers). ONLY_LOSS and ONLY_DUP leave the other unjudged.
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
#define CF 3
#endif
#ifndef CB
#define CB 2
#endif
#ifndef L
#define L 1
#endif

#define WHITE 0
#define RED 1
#define BLUE 2

#define DIST(to, from) ((to + M - (from)) % M)

mtype = { PKT, RST, GARB, ACK, NACK, FULL, NONE };
mtype = { SEND, RESTART, RESEND, WAIT, BACKOFF };

chan fw = [CF] of { mtype, byte, byte }; /* what, number, colour */
chan bw = [CB] of { mtype, byte };       /* what, number */

#ifdef QUIET
bool quiet = false;
#define ERRORS (!quiet)
#else
#define ERRORS true
#endif

/* sender: txBuffer is col[0] (the oldest) to col[u - 1]; ptr counts from the oldest, too */
mtype st = SEND;
byte oldest = 0, u = 0, ptr = 0;
byte col[W];
/* receiver */
byte e = 0, level = 0;
bool disc = false;
mtype pend = NONE;

/* what only the properties look at: colours sent, taken and acknowledged; e - oldest, not modulo;
 * a NACK has left and no RESTART was taken since */
byte sent = WHITE, got = WHITE, acked = WHITE;
short ahead = 0;
bool nacked = false;
#ifdef FALSE_ACK
bool lied = false;
#endif

#ifdef SEQ_OFF
byte acks = 0;
#define PENDING (acks > 0 || pend != NONE)
#else
#define PENDING (pend != NONE)
#endif

#ifdef PATIENT
#define TIMEOUT_MAY (empty(fw) && empty(bw) && !PENDING)
#else
#define TIMEOUT_MAY true
#endif

/* on the wire: as it is, or lost, damaged or twice */
inline forward(what, n, c) {
    if
    :: fw!what,n,c
    :: ERRORS /* lost, as a damaged SET is */
    :: ERRORS -> fw!GARB,0,0
    :: ERRORS && len(fw) < CF - 1 -> fw!what,n,c; fw!what,n,c
    fi
}

/* k packets leave txBuffer */
inline acknowledge(number) {
    k = number;
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
    oldest = (oldest + k) % M;
    u = u - k;
    ptr = (ptr > k -> ptr - k : 0);
#ifdef GHOST
    ahead = ahead - k;
    assert(ahead >= 0); /* oldest <= e: nothing forgotten that was not taken */
#endif
    i = 0;
    k = 0
}

#if defined(FALSE_ACK) || defined(BUG_ANY_ACK)
#define NEVER skip
#else
#define NEVER assert(false) /* a number that cannot come without a false CRC */
#endif

active proctype transmitter()
{
    byte c;
    do
    :: atomic {
        st == SEND && u < W && nfull(fw) ->
        if
        :: c = WHITE
#ifndef PLAIN
        :: sent == WHITE -> c = RED; sent = RED
        :: sent == RED -> c = BLUE; sent = BLUE
#endif
        fi;
        col[u] = c;
        u++;
        forward(PKT, (oldest + u - 1) % M, c);
        c = 0
    }
    :: atomic {
        st == RESTART && nfull(fw) ->
#ifndef BUG_NO_RESTART
        forward(RST, oldest, 0);
#endif
        ptr = 0;
        if
        :: u == 0 -> st = SEND
        :: else -> st = RESEND
        fi
    }
    :: atomic {
        st == RESEND && nfull(fw) ->
        ptr++;
        if
        :: ptr == u -> st = WAIT
        :: else
        fi;
        c = ptr - 1;
        if
        :: st == WAIT -> ptr = 0
        :: else
        fi;
        forward(PKT, (oldest + c) % M, col[c]);
        c = 0
    }
#ifndef BUG_NO_TIMEOUT
    :: atomic { (st == SEND || st == WAIT) && u > 0 && TIMEOUT_MAY -> st = RESTART; ptr = 0 }
#endif
    :: st == BACKOFF -> st = RESTART
    :: atomic { ERRORS && nfull(fw) -> fw!GARB,0,0 } /* idle became DATA */
    od
}

#define OLD_NEWS(n) (DIST(oldest, n) >= 1 && DIST(oldest, n) <= BEFORE)

active proctype feedback_in()
{
    byte n, i, k;
    mtype what;
end:
    do
    :: atomic {
        bw?what,n ->
        if
#ifdef SEQ_OFF
        :: what == ACK && u > 0 -> acknowledge(1)
        :: what == ACK && u == 0
        :: else
#else
#ifdef BUG_ANY_ACK
        :: what == ACK && DIST(n, oldest) < u -> acknowledge(DIST(n, oldest) + 1)
        :: what == ACK && DIST(n, oldest) >= u -> acknowledge(u)
#else
        :: what == ACK && DIST(n, oldest) < u -> acknowledge(DIST(n, oldest) + 1)
        :: what == ACK && DIST(n, oldest) >= u && OLD_NEWS(n)
        :: what == ACK && DIST(n, oldest) >= u && !OLD_NEWS(n) -> NEVER; what = NONE
#endif
        :: what != ACK && DIST(n, oldest) <= u -> acknowledge(DIST(n, oldest))
        :: what != ACK && DIST(n, oldest) > u -> NEVER; what = NONE
#endif
        fi;
        if
        :: what == NACK && (st == SEND || st == RESEND || st == WAIT) -> st = RESTART; ptr = 0
        :: what == FULL && st != BACKOFF -> st = BACKOFF; ptr = 0
        :: else
        fi;
        if
        :: u == 0 && (st == RESEND || st == WAIT) -> st = SEND; ptr = 0
        :: else
        fi;
        n = 0;
        what = 0
    }
    od
}

#ifdef BUG_ACCEPT
#define SKIPS false
#else
#define SKIPS disc
#endif

/* made pending, replacing what was */
inline refuse(what) {
    pend = what;
    disc = true
}

inline take(c) {
    if
    :: c == RED ->
#ifndef ONLY_LOSS
        assert(got == WHITE); /* red comes once, and before blue */
#endif
        got = RED
    :: c == BLUE ->
#ifndef ONLY_LOSS
        assert(got != BLUE); /* blue comes once */
#endif
#ifndef ONLY_DUP
        assert(got != WHITE); /* red was not lost, nor comes behind blue */
#endif
        got = BLUE
    :: else
    fi;
    assert(!nacked); /* nothing is taken between a NACK and its RESTART */
#ifdef GHOST
    ahead++;
    assert(ahead <= u); /* e <= next */
#endif
    e = (e + 1) % M
}

active proctype receiver()
{
    byte s, c;
    mtype what;
end:
    do
    :: atomic {
        fw?what,s,c ->
        if
        :: what == GARB && !disc -> refuse(NACK)
        :: what == GARB && disc
        :: what == RST ->
            if
#ifdef SEQ_OFF
            :: disc -> disc = false; nacked = false; pend = NONE
            :: else
#else
            :: DIST(e, s) <= BEFORE && disc ->
                disc = false;
                nacked = false;
#ifndef BUG_STALE_NACK
                if
                :: pend != NONE -> pend = ACK
                :: else
                fi
#endif
            :: DIST(e, s) <= BEFORE && !disc
            :: DIST(e, s) > BEFORE -> NEVER
#endif
            fi
        :: what == PKT && SKIPS
        :: what == PKT && !SKIPS ->
            if
#ifndef SEQ_OFF
            :: DIST(e, s) >= 1 && DIST(e, s) <= BEFORE -> pend = ACK
            :: DIST(s, e) >= 1 && DIST(e, s) > BEFORE -> refuse(NACK)
            :: s == e ->
#else
            :: true ->
#endif
                if
                :: L > 0 && level == L -> refuse(FULL)
                :: else ->
                    take(c);
#if L > 0
                    level++;
#endif
#ifdef SEQ_OFF
                    acks = (acks < W -> acks + 1 : W)
#else
                    pend = ACK
#endif
                fi
            fi
        fi;
        s = 0;
        c = 0;
        what = 0
    }
    od
}

active proctype feedback_out()
{
    mtype what;
    byte n;
end:
    do
    :: atomic {
        PENDING && nfull(bw) ->
#ifdef SEQ_OFF
        if
        :: acks > 0 -> what = ACK; acks--
        :: else -> what = pend; pend = NONE; nacked = true
        fi;
        n = 0;
#else
        what = pend;
        pend = NONE;
        n = (what == ACK -> (e + M - 1) % M : e);
        if
        :: what != ACK -> nacked = true
        :: else
        fi;
#endif
        if
        :: bw!what,n
        :: ERRORS
        :: ERRORS && len(bw) < CB - 1 -> bw!what,n; bw!what,n
#ifdef FALSE_ACK
        :: !lied ->
            lied = true;
            n = 0;
            do
            :: n < M - 1 -> n++
            :: break
            od;
            bw!ACK,n
#endif
        fi;
        what = 0;
        n = 0
    }
    od
}

#if L > 0
active proctype application()
{
end:
    do
    :: atomic { level > 0 -> level-- }
    od
}
#endif

#ifdef QUIET
active proctype calm()
{
    quiet = true
}

ltl ends { [] (quiet -> <> (st == SEND)) }
ltl for_ever { <> [] (st == SEND) }
ltl acknowledged { [] ((sent == RED) -> <> (acked != WHITE)) }
#endif
