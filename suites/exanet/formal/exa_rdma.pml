/*
 * SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A transaction number's life, checkers/exanet/spec/exa_transfer.md, exa_rdma_rx.md sections 4 to 7 and exa_firmware.md
 * section 5, in the small: one number used K times, each time for a transaction of a control packet and two data packets
 * with notification, all to the same two blocks of memory; A attempts, G generations. The network is a bag: packets and
 * responses come in any order; up to L are lost, D doubled, C come with a wrong payload CRC. Up to F pages are missing
 * at either end.
 *
 * Numbers on the wire are (generation, attempt) alone. The transaction itself, which only the properties look at, is the
 * index of a packet in the bag.
 *
 * Time has three moments. `late`: the sender gives the transaction up, since the receiver may forget it from then on;
 * not while an attempt is being sent. A receiver forgets what is done when its sender is late or over, and what is
 * active at any time, when nothing of it, or of an older one, is under way. A generation begins when nothing of those that could be taken
 * for newer ones is under way or in a context.
 *
 * Options: ONE: one data packet a transaction. PATIENT: a timeout comes when nothing of the transaction is under way (then fewer faults than attempts mean
 * success). Seeded bugs: PAPER (the number is the attempt alone), BUG_REWRITE (a done context begins anew with a newer
 * attempt), BUG_LATE (retries at any time), BUG_CLEAR (any refusal tells the sender that the transaction is not done),
 * BUG_WRAP (a generation begins at any time), BUG_FOOTER (a bit is marked with the footer), BUG_NACKED (an attempt that
 * was refused may be complete), BUG_CONTROL (a control packet with the first attempt alone), BUG_ANY (a refusal of
 * another attempt counts), BUG_COPY (a context completes while a second copy of a packet is on its way to memory).
 */
#ifndef K
#define K 3
#endif
#ifndef A
#define A 2
#endif
#ifndef G
#define G 4
#endif
#ifndef L
#define L 0
#endif
#ifndef D
#define D 0
#endif
#ifndef F
#define F 0
#endif
#ifndef C
#define C 0
#endif

/* The packet that is marked last. */
#ifdef ONE
#define LAST 0
#else
#define LAST 1
#endif

#ifdef PAPER
#define SEQ(n, att) (att)
#define M A
#define SAME_GEN(a, b) true
#else
#define SEQ(n, att) (((n) % G) * A + (att))
#define M (G * A)
#define SAME_GEN(a, b) ((a) / A == (b) / A)
#endif
/* b is newer than a */
#ifdef PAPER
#define NEWER(a, b) ((b) > (a))
#else
#define NEWER(a, b) (((b) + M - (a)) % M >= 1 && ((b) + M - (a)) % M < M / 2)
#endif
#define AT(n, att) ((n) * A + (att))

/* packets under way, by transaction and attempt: control, data, responses 0, 3 and 1 */
byte ctl[K * A], d0[K * A], d1[K * A], yes[K * A], crc[K * A], pf[K * A];
byte losses = 0, doubles = 0, faults = 0, crcs = 0;

/* the sender: transaction, attempt, packets of it sent; whole: it may be done; bad: 1, 3: the refusal */
mtype = { IDLE, SENT, WAIT };
mtype st = IDLE;
byte n = 0, att = 0, step = 0, bad = 0;
bool whole = false, late = false;

/* the receiver's context */
mtype = { FREE, ACTIVE, DONE };
mtype cx = FREE;
byte cseq = 0, cn = 0, crsp = 0;
bool b0 = false, b1 = (LAST == 0), here = false, nacked = false;
/* writes whose answer has not come: transaction, attempt, block */
chan wr = [2] of { byte, byte, byte };

/* memory: the transaction, from 1, whose bytes are in each block */
byte mem0 = 0, mem1 = 0;
bool notified[K];
byte top = 0; /* one behind the last transaction notified */

#define OF(m, a) (ctl[AT(m, a)] + d0[AT(m, a)] + d1[AT(m, a)] + yes[AT(m, a)] + crc[AT(m, a)] + pf[AT(m, a)])
#if A > 2
#define UNDER_WAY(m) (OF(m, 0) + OF(m, 1) + OF(m, 2) > 0)
#else
#define UNDER_WAY(m) (OF(m, 0) + OF(m, 1) > 0)
#endif

/* something of transaction c, or of one before it, is under way */
#if K > 3
#define UP_TO(c) (UNDER_WAY(0) || (c >= 1 && UNDER_WAY(1)) || (c >= 2 && UNDER_WAY(2)) || (c >= 3 && UNDER_WAY(3)) || \
                  (c >= 4 && UNDER_WAY(K - 1)))
#elif K > 2
#define UP_TO(c) (UNDER_WAY(0) || (c >= 1 && UNDER_WAY(1)) || (c >= 2 && UNDER_WAY(2)))
#else
#define UP_TO(c) (UNDER_WAY(0) || (c >= 1 && UNDER_WAY(1)))
#endif

inline send(x) {
    if
    :: x++
    :: losses < L -> losses++
    :: doubles < D -> doubles++; x = x + 2
    fi
}

#if defined(BUG_COPY) || defined(BUG_FOOTER)
#define WRITTEN true
#else
/* No second copy of the attempt's packets is on its way to memory. */
#define WRITTEN (!(wr??[eval(cn),eval(cseq % A),0]) && !(wr??[eval(cn),eval(cseq % A),1]))
#endif

inline complete() {
    if
    :: cx == ACTIVE && b0 && b1 && here && !nacked && WRITTEN ->
        assert(mem0 == cn + 1 && (LAST == 0 || mem1 == cn + 1)); /* notification and response come behind the bytes */
        assert(!notified[cn]);                    /* once */
        notified[cn] = true;
        top = cn + 1;
        send(yes[AT(cn, cseq % A)]);
        cx = DONE;
        crsp = cseq % A
    :: else
    fi
}

inline anew(m, a) {
    cx = ACTIVE;
    cn = m;
    cseq = SEQ(m, a);
    b0 = false;
    b1 = (LAST == 0);
    here = false;
    nacked = false;
    crsp = 0
}

#define OLD (cx != FREE && ((SAME_GEN(s, cseq) && cx == ACTIVE && NEWER(s, cseq)) || \
                            (!SAME_GEN(s, cseq) && !NEWER(cseq, s))))
#ifdef BUG_REWRITE
#define AGAIN (cx == DONE && SAME_GEN(s, cseq) && !NEWER(cseq, s))
#define FLUSH (cx != FREE && SAME_GEN(s, cseq) && NEWER(cseq, s))
#else
#define AGAIN (cx == DONE && SAME_GEN(s, cseq))
#define FLUSH (cx == ACTIVE && SAME_GEN(s, cseq) && NEWER(cseq, s))
#endif

/* the context of a packet that is taken */
inline catch_up(m, a) {
    if
    :: cx == FREE || !SAME_GEN(s, cseq) -> anew(m, a)
    :: FLUSH ->
        cx = ACTIVE;
        cseq = s;
        b0 = false;
        b1 = (LAST == 0);
        nacked = false
    :: else
    fi
}

/* a packet of transaction m, attempt a: what 0, 1: data; 2: control */
inline arrives(m, a, what) {
    s = SEQ(m, a);
    if
    :: OLD
    :: AGAIN ->
        if
        :: a > crsp || what == LAST ->
            send(yes[AT(m, a)]);
            if
            :: a > crsp -> crsp = a
            :: else
            fi
        :: else
        fi
    :: !OLD && !AGAIN && what == 2 -> catch_up(m, a); here = true; complete()
    :: !OLD && !AGAIN && what < 2 && crcs < C -> /* wrong payload CRC */
        crcs++;
        if
        :: cx == ACTIVE && cseq == s && nacked
        :: cx == ACTIVE && cseq == s && !nacked ->
#ifndef BUG_NACKED
            nacked = true;
#endif
            send(crc[AT(m, a)])
        :: else -> send(crc[AT(m, a)])
        fi
    :: !OLD && !AGAIN && what < 2 -> /* written: AXI keeps the order of one bank */
        catch_up(m, a);
        wr!m,a,what;
#ifdef BUG_FOOTER
        if
        :: what == 0 -> b0 = true
        :: else -> b1 = true
        fi;
        complete()
#else
        skip
#endif
    fi;
    s = 0
}

#define TAKE(i) \
    :: atomic { ctl[i] > 0 -> ctl[i]--; arrives((i) / A, (i) % A, 2) } \
    :: atomic { d0[i] > 0 && nfull(wr) -> d0[i]--; arrives((i) / A, (i) % A, 0) } \
    :: atomic { d1[i] > 0 && nfull(wr) -> d1[i]--; arrives((i) / A, (i) % A, 1) }

active proctype receiver()
{
    byte s, m, a, w;
end:
    do
    TAKE(0) TAKE(1) TAKE(2) TAKE(3)
#if K * A > 4
    TAKE(4) TAKE(5)
#endif
#if K * A > 6
    TAKE(6) TAKE(7)
#endif
#if K * A > 8
    TAKE(8)
#endif
#if K * A > 9
    TAKE(9)
#endif
    :: atomic { wr?m,a,w -> /* the memory answers */
        s = SEQ(m, a);
        if
        :: faults < F -> /* a page is missing */
            faults++;
            if
            :: cx == ACTIVE && cseq == s && !nacked -> nacked = true; send(pf[AT(m, a)])
            :: else
            fi
        :: true ->
            assert(m + 1 > top); /* nobody was told of this transaction, or of a later one */
            if
            :: w == 0 -> mem0 = m + 1
            :: else -> mem1 = m + 1
            fi;
            if
            :: cx == ACTIVE && cseq == s ->
                if
                :: w == 0 -> b0 = true
                :: else -> b1 = true
                fi;
                complete()
            :: else
            fi
        fi;
        s = 0; m = 0; a = 0; w = 0
    }
    :: atomic { /* the context's time is over */
        cx != FREE && !UP_TO(cn) && empty(wr) && (cx == ACTIVE || late || n > cn) ->
        cx = FREE; cseq = 0; cn = 0; crsp = 0; b0 = false; b1 = (LAST == 0); here = false; nacked = false
    }
    od
}

inline over() {
    n++;
    st = IDLE;
    att = 0;
    step = 0;
    bad = 0;
    whole = false;
    late = false
}

inline again() {
    if
#ifndef BUG_LATE
    :: whole && late -> over() /* in an error: the outcome is unknown */
    :: !(whole && late) && att + 1 < A ->
#else
    :: att + 1 < A ->
#endif
        att++;
        st = SENT;
        step = 0;
        bad = 0
    :: att + 1 == A ->
#ifdef PATIENT
        assert(losses + crcs + faults >= A); /* each attempt met a fault of its own */
#endif
        over() /* in an error: retries used up */
    fi
}

/* the attempt was refused, and has left */
inline refused() {
    st = WAIT;
#ifdef BUG_CLEAR
    whole = false;
#else
    whole = (bad == 3);
#endif
    late = false
}

#ifdef PAPER
#define MINE(i) (st == SENT && (i) % A == att)
#else
#define MINE(i) (st == SENT && ((i) / A) % G == n % G && (i) % A == att)
#endif
#ifdef BUG_ANY
#define MY_NACK(i) (st == SENT && ((i) / A) % G == n % G)
#else
#define MY_NACK(i) MINE(i)
#endif
#define HEAR(i) \
    :: atomic { yes[i] > 0 -> yes[i]--; \
        if \
        :: MINE(i) -> assert((i) / A == n && notified[n] && mem0 == n + 1 && (LAST == 0 || mem1 == n + 1)); over() \
        :: else \
        fi } \
    :: atomic { crc[i] > 0 -> crc[i]--; \
        if \
        :: MY_NACK(i) && bad == 0 -> bad = 3 \
        :: else \
        fi } \
    :: atomic { pf[i] > 0 -> pf[i]--; \
        if \
        :: MY_NACK(i) && bad == 0 -> bad = 1 \
        :: else \
        fi }

#ifdef BUG_WRAP
#define MAY_TURN true
#else
#define MAY_TURN (n < G / 2 || (!UNDER_WAY(n - G / 2) && (cx == FREE || cn + G / 2 > n)))
#endif
#ifdef PATIENT
#define TIMEOUT (!UNDER_WAY(n) && empty(wr))
#else
#define TIMEOUT true
#endif

active proctype sender()
{
    do
    :: atomic { st == IDLE && n < K && MAY_TURN -> st = SENT }
    :: atomic { st == SENT && step == 0 -> /* in any order with all else, as the bag keeps none */
#ifdef BUG_CONTROL
        if
        :: att == 0 -> send(ctl[AT(n, att)])
        :: else
        fi;
#else
        send(ctl[AT(n, att)]);
#endif
        if
        :: send(d0[AT(n, att)]);
#ifndef ONE
            send(d1[AT(n, att)]);
#endif
            step = 3;
            whole = true
        :: faults < F -> faults++; st = WAIT /* the first page is missing here */
#ifndef ONE
        :: faults < F -> faults++; send(d0[AT(n, att)]); st = WAIT /* the second one */
#endif
        fi }
    :: atomic { st == SENT && step == 3 && bad != 0 -> refused() }
    :: atomic { st == SENT && step == 3 && bad == 0 && TIMEOUT -> again() }
    :: atomic { st == WAIT -> again() }
    :: atomic { !late && whole && (st == WAIT || step == 3) -> late = true }
    HEAR(0) HEAR(1) HEAR(2) HEAR(3)
#if K * A > 4
    HEAR(4) HEAR(5)
#endif
#if K * A > 6
    HEAR(6) HEAR(7)
#endif
#if K * A > 8
    HEAR(8)
#endif
#if K * A > 9
    HEAR(9)
#endif
    :: st == IDLE && n == K -> break
    od
}
