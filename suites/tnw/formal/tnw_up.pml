/*
 * SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bringing up and resetting a link, checkers/tnw/spec/tnw_link.md section 4, in the small: two ends, each
 * reset up to R times at any moment, while the wires (C messages each way, losing any of them) still
 * hold what was sent before. End 0 sends packets to end 1, one at a time (window 1, modulo M), no more
 * than M - 1 between two resets, so that a number is a packet's place in its life. Packets carry the life
 * of their sender, which only the properties look at.
 *
 * A reset lasts until what was on the wires has come, and what answered it: MARK and ECHO stand for
 * that time, they are no messages of the link.
 *
 * Options: QUIET: errors end at some time (for liveness). Seeded bugs: BUG_SHORT_RESET (a reset as short
 * as you like), BUG_NO_ANSWER (UP never answers READY), BUG_DEAF (INIT in UP is ignored), BUG_NO_INIT
 * (up is up: no INIT, no READY).
 */
#ifndef M
#define M 4
#endif
#ifndef R
#define R 1
#endif
#ifndef C
#define C 2
#endif

mtype = { INIT, READY, ACK, PKT, NONE, MARK, ECHO };
mtype = { S_DOWN, S_INIT, S_READY, S_UP, S_FAILED };

chan wire0 = [C + 2] of { mtype, byte, byte }; /* from end 0: what, number, life */
chan wire1 = [C + 2] of { mtype, byte, byte };

#ifdef QUIET
bool quiet = false;
#define ERRORS (!quiet)
#else
#define ERRORS true
#endif

typedef end_t {
    mtype st = S_DOWN;
    mtype pend = NONE;
    byte e;       /* number expected */
    byte oldest;  /* first without ACK */
    byte u;       /* 0 or 1 without */
    byte life;    /* resets so far */
    bool drained; /* what was on the wires at the reset has come, and what answered it */
}
end_t x[2];

/* what the application of end 1 got: the sender's life, and how many packets of that */
byte life = 0, count = 0;

inline up() {
    x[i].st = S_UP;
    x[i].e = 0;
    x[i].oldest = 0;
    x[i].u = 0;
    x[i].pend = NONE
}

#define PUT(to, what, n, l) if :: to!what,n,l :: ERRORS fi

proctype tx(byte i; chan to)
{
end: /* whether it stands still in the right place is for the liveness properties to say */
    do
    :: atomic { x[i].st == S_INIT && len(to) < C -> PUT(to, INIT, 0, 0) }
    :: atomic { x[i].st == S_READY && len(to) < C -> PUT(to, READY, 0, 0) }
    :: atomic {
        x[i].st == S_UP && x[i].pend != NONE && len(to) < C ->
        x[i].pend = NONE;
        PUT(to, ACK, (x[i].e + M - 1) % M, 0)
    }
    :: atomic {
        i == 0 && x[i].st == S_UP && x[i].pend == NONE && len(to) < C && x[i].u == 0 && x[i].oldest < M - 1 ->
        x[i].u = 1;
        PUT(to, PKT, x[i].oldest, x[i].life)
    }
    :: atomic { /* timeout */
        i == 0 && x[i].st == S_UP && x[i].pend == NONE && len(to) < C && x[i].u == 1 ->
        PUT(to, PKT, x[i].oldest, x[i].life)
    }
    od
}

inline packet() {
    if
    :: n == x[i].e ->
        if
        :: l == life -> assert(n == count) /* the next of its life: none lost, none twice */
        :: else -> assert(l > life && n == 0)
        fi;
        life = l;
        count = n + 1;
        x[i].e = (x[i].e + 1) % M
    :: else
    fi;
    x[i].pend = ACK
}

inline acked() {
    if
    :: x[i].u == 1 && n == x[i].oldest ->
        assert(life == x[i].life && count > n); /* it was taken */
        x[i].u = 0;
        x[i].oldest++
    :: else
    fi
}

proctype rx(byte i; chan from; chan to)
{
    mtype what;
    byte n, l;
end:
    do
    :: atomic {
        from?what,n,l ->
        if
        :: what == MARK -> to!ECHO,0,0
        :: what == ECHO -> x[i].drained = true
        :: x[i].st == S_INIT && (what == INIT || what == READY) -> x[i].st = S_READY
        :: x[i].st == S_READY && what == READY -> up()
        :: x[i].st == S_READY && what == ACK -> up(); acked()
        :: x[i].st == S_UP && what == INIT ->
#ifndef BUG_DEAF
            x[i].st = S_FAILED
#endif
        :: x[i].st == S_UP && what == READY ->
#ifndef BUG_NO_ANSWER
            x[i].pend = ACK
#endif
        :: x[i].st == S_UP && what == PKT -> packet()
        :: x[i].st == S_UP && what == ACK -> acked()
        :: else /* passed over */
        fi;
        what = 0;
        n = 0;
        l = 0
    }
    od
}

proctype software(byte i; chan to)
{
end:
    do
    :: atomic {
        x[i].st == S_DOWN && x[i].drained ->
#ifdef BUG_NO_INIT
        up()
#else
        x[i].st = S_INIT
#endif
    }
    :: atomic {
        x[i].st != S_DOWN && x[i].life < R ->
        x[i].st = S_DOWN;
        x[i].life++;
        x[i].pend = NONE;
        x[i].e = 0;
        x[i].oldest = 0;
        x[i].u = 0;
#ifndef BUG_SHORT_RESET
        x[i].drained = false;
        to!MARK,0,0
#endif
    }
    od
}

init {
    atomic {
        x[0].drained = true;
        x[1].drained = true;
        run tx(0, wire0);
        run rx(1, wire0, wire1);
        run tx(1, wire1);
        run rx(0, wire1, wire0);
        run software(0, wire0);
        run software(1, wire1)
    }
#ifdef QUIET
    quiet = true
#endif
}

#define BOTH (x[0].st == S_UP && x[1].st == S_UP)
#define REPORTED (x[0].st == S_FAILED || x[1].st == S_FAILED)
#ifdef QUIET
ltl comes_up { <> [] (BOTH || REPORTED) }
ltl delivers { <> [] (REPORTED || x[0].oldest == M - 1) }
#endif
