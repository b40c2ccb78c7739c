/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of the pins of a lane's end, which is right or does one thing wrong (cl_link.md): a peer
 * with the pins around it. Another peer is the far end.
 */
#ifndef CL_LINK_PLAYER_H
#define CL_LINK_PLAYER_H

#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum bug {
    NONE,
    SENDS_BAD,
    WRONG_SEQ,
    WRONG_CRC,
    OTHER_WORDS,
    MAKES_ONE,
    LATE,
    GAPS,
    HANGS,
    OK_MORE,
    OK_LESS,
    TAKES_ALL,
    PAUSES,
    TMO_EARLY,
    TMO_LATE,
    BACK_FOR_NOTHING,
    BACK_NOT,
    KILL_NOT,
    TALKS_ON,
    TAKES_ON,
    DOWN_SOON,
    EIGHTEENTH,
    TAKES_BAD,
    TAKES_REST,
    TAKES_TWICE,
    TAKES_NOT,
    CHANGES,
    LATE_AT_M,
    PAUSE_AT_M,
    NO_SIDE,
    HEEDS,
    WRONG_ACK,
    WRONG_FREED,
    WRONG_SIDE,
    NEVER_SAYS,
    SAYS_LATE,
    NACK_AGAIN,
    NACK_NOT,
    LEAVES_ONE,
    DONE_EARLY,
    D_FALLS,
    REGISTER
};
enum { ROWS = 64, LONG = 1024, PLANE = 1, IDLE = 120 };

struct row {
    uint16_t word[CL_WORDS_MAX];
    unsigned n;
    uint64_t at;
};

static struct {
    struct tn_cl_link_judge *judge;
    struct tn_cl_link_peer *core, *far;
    enum bug bug;
    struct tn_rng rng;
    struct tn_cl_link_pins p;
    uint64_t now, stalled, killed;
    struct row todo[LONG], m[ROWS], sent[LONG]; /* for s; for m; accepted */
    unsigned todo_in, todo_out, s_at, m_in, m_out, m_at, given, taken, bad, pauses;
    uint32_t begun[CL_PRIOS], dropped[CL_PRIOS];
    struct cl_ctl y;
    bool y_now, down, quiet, heeds;
    unsigned d_next, d_at; /* packet and word at d */
    bool d_go;
    uint8_t freed[CL_PRIOS];
    char rule[32], found[TN_VERDICT_TEXT];
    unsigned verdicts;
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (t.verdicts++)
        return;
    snprintf(t.rule, sizeof t.rule, "%s", v->rule);
    snprintf(t.found, sizeof t.found, "%llu: %.40s: %.40s", (unsigned long long)v->cycle,
             v->expected, v->found);
}

static void on_taken(void *ctx, const uint16_t *words, unsigned n)
{
    struct row *r = &t.m[t.m_in++ % ROWS];
    (void)ctx;
    memcpy(r->word, words, n * sizeof *words);
    r->word[2] ^= t.bug == CHANGES;
    r->n = n;
    r->at = t.now + (t.bug == LATE_AT_M ? 60 : 2);
    t.taken++;
    if (t.bug == TAKES_TWICE)
        t.m[t.m_in++ % ROWS] = *r;
}

static void on_side(void *ctx, bool nack, uint8_t plane, uint8_t ack)
{
    (void)ctx;
    t.y = (struct cl_ctl){.nack = nack, .plane = plane, .ack = ack};
    t.y_now = t.bug != NO_SIDE;
}

/* A packet of that priority with len words of payload. */
static struct row packet(unsigned prio, unsigned len)
{
    static const uint8_t type[] = {TN_cl_hdr_type_ACK, TN_cl_hdr_type_MESSAGE, TN_cl_hdr_type_READ,
                                   3};
    struct row r = {.n = len + 3};
    cl_header_put(
        &(struct cl_header){
            .dst = 3, .src = 5, .prio = (uint8_t)prio, .type = type[prio], .len = (uint8_t)len},
        r.word);
    for (unsigned i = 2; i < len + 2; i++)
        r.word[i] = (uint16_t)tn_rng_next(&t.rng);
    cl_seal(r.word, r.n);
    return r;
}

static void give(struct row r)
{
    t.todo[t.todo_in++ % LONG] = r;
}

/* The packet at s is whole: the player sends it, or does something wrong. */
static void accept(const struct row *r)
{
    struct row w = *r;
    struct cl_header h;
    cl_header_get(r->word, &h);
    const bool good = r->n >= 4 && h.len + 3u == r->n && h.prio < 3 && h.type != 15 &&
                      cl_crc_right(r->word, r->n);
    if (!good && t.bug != SENDS_BAD) {
        t.dropped[h.prio < 3 ? h.prio : 2]++;
        t.bad++;
        return;
    }
    t.sent[t.given++ % LONG] = *r;
    if (t.bug == WRONG_SEQ)
        cl_renumber(w.word, w.n, 7);
    if (t.bug == WRONG_CRC)
        w.word[w.n - 1] ^= 1;
    if (t.bug == OTHER_WORDS) {
        w.word[2] ^= 1;
        cl_seal(w.word, w.n);
    }
    if (t.bug == WRONG_SEQ || t.bug == WRONG_CRC || t.bug == OTHER_WORDS)
        tn_cl_link_peer_run(t.core, w.word, w.n);
    else if (t.bug != LATE)
        assert_int_equal(tn_cl_link_peer_send(t.core, w.word, w.n), 0);
}

static unsigned out_of(unsigned prio)
{
    return (uint8_t)(t.begun[prio] - t.dropped[prio] - tn_cl_link_peer_freed(t.core, false, prio));
}

static uint8_t room(void)
{
    const unsigned o0 = out_of(0), o1 = out_of(1), o2 = out_of(2);
    unsigned begun = 0, dropped = 0;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        begun += t.begun[i];
        dropped += t.dropped[i];
    }
    if (t.killed || begun - dropped - (t.given - tn_cl_link_peer_waits(t.core)) >= 14 ||
        o0 + o1 + o2 >= 14)
        return 0;
    return (uint8_t)(1 | (o1 + o2 < 12) << 1 | (o1 + o2 < 12 && o2 < 8) << 2);
}

/* The pins of s. */
static void source(void)
{
    const struct row *r = &t.todo[t.todo_out % LONG];
    struct tn_cl_link_pins *p = &t.p;
    p->s_ok = t.bug == OK_MORE ? 7 : t.bug == OK_LESS ? 0 : room();
    if (t.heeds)
        p->s_ok = 7;
    if (!p->s_valid || p->s_ready)
        p->s_valid = t.todo_in != t.todo_out && (t.quiet || tn_rng_below(&t.rng, 4));
    p->s_ready = false;
    if (!p->s_valid)
        return;
    p->s_data = r->word[t.s_at];
    p->s_last = t.s_at + 1 == r->n;
    const unsigned prio = (r->word[0] >> 4 & 3) == 3 ? 2 : r->word[0] >> 4 & 3;
    if (t.s_at == 0) {
        p->s_ready = p->s_ok >> prio & 1 || t.bug == TAKES_ALL;
        t.begun[prio] += p->s_ready;
    } else {
        p->s_ready = t.bug == PAUSES ? t.s_at != 2 || t.pauses++ == 2
                                     : t.now < t.stalled + 4 || tn_rng_below(&t.rng, 3);
        if (!p->s_ready)
            t.stalled = t.now;
    }
    if (!p->s_ready || ++t.s_at < r->n)
        return;
    t.s_at = 0;
    t.todo_out++;
    accept(r);
}

/* The pins of m, y and taken. */
static void sink(void)
{
    struct tn_cl_link_pins *p = &t.p;
    const struct row *r = &t.m[t.m_out % ROWS];
    p->m_valid = t.m_in != t.m_out && t.now >= r->at && !(t.bug == PAUSE_AT_M && t.m_at == 2);
    t.bug = t.bug == PAUSE_AT_M && t.m_at == 2 ? NONE : t.bug;
    p->y_valid = t.y_now;
    p->y_nack = t.y.nack;
    p->y_plane = t.y.plane;
    p->y_ack = t.y.ack;
    t.y_now = false;
    p->taken = (uint8_t)((t.taken - 1) % CL_SEQS);
    if (!p->m_valid)
        return;
    p->m_data = r->word[t.m_at];
    p->m_last = ++t.m_at == r->n;
    if (p->m_last) {
        t.m_at = 0;
        t.m_out++;
    }
}

/* The pins of d. */
static void drain(void)
{
    struct tn_cl_link_pins *p = &t.p;
    if (p->d_go) {
        const unsigned acked = t.given - tn_cl_link_peer_waits(t.core);
        const unsigned n = acked + (p->d_ack + 1 - acked) % CL_SEQS;
        t.d_go = true;
        t.d_next = (n <= t.given ? n : acked) + (t.bug == LEAVES_ONE);
    }
    const bool was = p->d_valid && !p->d_ready;
    p->d_valid =
        t.d_go && t.d_next < t.given && (was ? t.bug != D_FALLS : tn_rng_below(&t.rng, 3) != 0);
    p->d_ready = tn_rng_below(&t.rng, 2);
    p->d_done = t.d_go && ((t.d_next >= t.given && !t.s_at) || t.bug == DONE_EARLY);
    if (!p->d_valid)
        return;
    const struct row *r = &t.sent[t.d_next % LONG];
    p->d_data = r->word[t.d_at];
    p->d_last = t.d_at + 1 == r->n;
    if (p->d_ready && ++t.d_at == r->n) {
        t.d_at = 0;
        t.d_next++;
    }
}

static void cycle(void)
{
    struct tn_cl_link_pins *p = &t.p;
    const struct tn_cl_word tx = {.k = p->wire_tx_k, .data = p->wire_tx_data},
                            rx = {p->wire_rx_k, p->wire_rx_err, p->wire_rx_data};
    struct tn_cl_word next = {.k = true, .data = CL_COMMA};
    t.now++;
    source();
    sink();
    p->x_ready = p->x_valid && tn_rng_below(&t.rng, 2);
    if (p->x_ready)
        tn_cl_link_peer_control(t.core, (uint16_t[]){(uint16_t)(p->x_nack << 15 | p->x_plane << 13 |
                                                                (p->x_ack ^ (t.bug == WRONG_SIDE))),
                                                     0, 0});
    if (p->kill)
        t.killed = t.bug == KILL_NOT ? 0 : t.now;
    const bool stopped = t.killed && p->wire_tx_k && !(t.bug == TALKS_ON);
    if (!t.down && !stopped)
        next = tn_cl_link_peer_cycle(t.core, t.killed ? (struct tn_cl_word){.err = true} : rx);
    if (t.bug != EIGHTEENTH && tn_cl_link_peer_backs(t.core) > 16 && !t.killed) {
        t.killed = t.now;
        t.down = p->wire_tx_k; /* (the run that the peer has begun is none) */
        next.k |= t.down;
    }
    p->freed = 0;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        const uint8_t n = tn_cl_link_peer_freed(t.core, true, i);
        p->freed |= (uint8_t)((n != t.freed[i]) << i);
        t.freed[i] = n;
    }
    drain();
    tn_cl_link_judge_cycle(t.judge, p, t.now);
    if (p->x_ready)
        p->x_valid = false;
    p->kill = p->d_go = p->reg_rd = p->reg_wr = false;
    if (stopped && !t.down)
        t.down = true;
    p->up = !t.killed && !(t.bug == DOWN_SOON && t.now > 400);
    const struct tn_cl_word back = tn_cl_link_peer_cycle(t.far, tx);
    p->wire_tx_k = next.k;
    p->wire_tx_data = next.k ? CL_COMMA : next.data;
    p->wire_rx_k = back.k;
    p->wire_rx_err = back.err;
    p->wire_rx_data = back.data;
}

static void idle(unsigned cycles)
{
    while (cycles--)
        cycle();
}

static void reg(unsigned r, bool write, uint32_t value)
{
    t.p.reg_wr = write;
    t.p.reg_rd = !write;
    t.p.reg_addr = (uint8_t)(4 * r);
    t.p.reg_wdata = value;
    cycle();
    t.p.reg_rdata = value;
    cycle();
    idle(4);
}

static void begin(enum bug bug, uint64_t seed)
{
    memset(&t, 0, sizeof t);
    t.bug = bug;
    tn_rng_seed(&t.rng, seed, 1);
    t.judge = tn_cl_link_judge_new(&(struct tn_cl_link_config){.plane = PLANE}, on_verdict, NULL);
    t.core = tn_cl_link_peer_new(PLANE, seed, on_taken, on_side, NULL);
    t.far = tn_cl_link_peer_new(PLANE, seed + 1, NULL, NULL, NULL);
    assert_non_null(t.judge);
    t.p.wire_tx_k = t.p.wire_rx_k = true;
    t.p.wire_tx_data = t.p.wire_rx_data = CL_COMMA;
    t.p.taken = CL_NO_SEQ;
    t.p.rst = true;
    tn_cl_link_judge_cycle(t.judge, &t.p, t.now);
    t.p.rst = false;
    t.p.up = true;
    idle(10);
}

static void end(void)
{
    tn_cl_link_judge_free(t.judge);
    tn_cl_link_peer_free(t.core);
    tn_cl_link_peer_free(t.far);
}

static void far_sends(struct row r)
{
    assert_int_equal(tn_cl_link_peer_send(t.far, r.word, r.n), 0);
}

#endif
