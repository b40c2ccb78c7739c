/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Monitors of the ExaNet channel: words become packet events, and every cycle that is not the
 * one before again goes to the checker of the rules EXA-CHN-*. Cycles are put into the order of
 * their points, so that nothing depends on the simulator.
 */
#include "exa_bench.h"

#include "../../bfm/bfm.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/bug.h>
#include <tn/exanet/exa_channel.h>
#include <tn/rules.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUBSCRIBERS = 8,
    KEEP = 2 * EXA_KEEP_MAX, /* bytes of a packet that are kept */
};

struct monitor {
    bool declared;
    bool judged; /* by the order of words, too */
    struct tn_checker *checker;
    unsigned id; /* its own */
    uint8_t port;
    bool open;      /* a packet has begun */
    bool doubtful;  /* by a header with wrong CRC: nothing follows from it */
    unsigned words; /* payload words of it */
    uint64_t first, last;
    uint32_t len, orig_len;
    uint8_t bytes[KEEP];
};

static struct monitor monitors[TN_CORE_MONITORS];
static unsigned monitor_n; /* up to the last declared */
/* A cycle of a channel, until it is delivered. */
struct offer {
    struct tn_exa_cycle cycle;
    uint32_t waited;
};
_Static_assert(sizeof(struct offer) <= TN_SEEN_BYTES, "room of tn_seen_put()");
static struct {
    tn_exa_word_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;
struct tn_show_list tn_show_exa_word;

/* The checker found a broken rule. */
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct monitor *m = ctx;
    bool order = strcmp(v->rule, "EXA-CHN-4") == 0 || strcmp(v->rule, "EXA-CHN-5") == 0;
    if (m->judged || !order)
        tn_monitor_broken(v->rule, m->id, v->expected, v->found, v->cycle);
}

static void declare(unsigned id, const char *name)
{
    const char *digits = name + strlen(name);
    struct tn_check_params par;
    tn_require(id < TN_CORE_MONITORS && !monitors[id].checker);
    tn_monitor_declare(id, name);
    tn_check_defaults(&par);
    monitors[id].id = id;
    monitors[id].checker = tn_checker_new(&par, "EXA-CHN-*", NULL, on_verdict, &monitors[id]);
    tn_require(monitors[id].checker != NULL);
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    monitors[id].declared = monitors[id].judged = true;
    monitors[id].port = (uint8_t)strtoul(digits, NULL, 10);
    if (id >= monitor_n)
        monitor_n = id + 1;
}

static bool is_channel(unsigned id)
{
    return id < monitor_n && monitors[id].declared;
}

int tn_exa_word_subscribe(tn_exa_word_fn *fn, void *ctx)
{
    if (sub_n == SUBSCRIBERS)
        return -ENOMEM;
    subs[sub_n].fn = fn;
    subs[sub_n++].ctx = ctx;
    return 0;
}

static void clear(void)
{
    sub_n = 0;
}

int tn_exa_monitor_judge(const char *stream, bool order)
{
    int id = tn_monitor_point_index(stream);
    if (id < 0 || !is_channel((unsigned)id))
        return -ENOENT;
    monitors[id].judged = order;
    return 0;
}

/* The packet that is open has ended. */
static void finish(unsigned id, bool malformed)
{
    struct monitor *m = &monitors[id];
    struct tn_event ev = {
        .cycle = m->first,
        .time_ns = m->first * 4,
        .span = (uint32_t)(m->last - m->first),
        .point = (uint16_t)id,
        .port = m->port,
        .fabric = TN_FABRIC_EXANET,
        .unit = TN_UNIT_PACKET,
        .flags = malformed || m->words > EXA_WORDS ? TN_EV_MALFORMED : 0,
        .orig_len = m->orig_len,
        .len = m->len,
        .bytes = m->bytes,
    };
    m->open = false;
    tn_monitor_publish(&ev);
}

/* A word of the open packet, as captures have it. */
static void append(struct monitor *m, const struct tn_exa_seen *s)
{
    if (m->len + EXA_WORD <= KEEP) {
        if (s->word.kind == TN_EXA_PLD)
            memcpy(m->bytes + m->len, s->word.data, EXA_WORD);
        else
            exa_word_turn(s->word.data, m->bytes + m->len);
        m->len += EXA_WORD;
    }
    m->orig_len += EXA_WORD;
    m->last = s->cycle;
}

static void assemble(const struct tn_exa_seen *s)
{
    struct monitor *m = &monitors[s->point];
    struct exa_packet k;
    switch (s->word.kind) {
    case TN_EXA_HDR:
        if (m->open)
            finish(s->point, !m->doubtful);
        m->open = true;
        m->first = s->cycle;
        m->words = m->len = m->orig_len = 0;
        append(m, s);
        exa_decode(m->bytes, EXA_WORD, EXA_WORD, &k);
        m->doubtful = k.hdr_crc != exa_want_hdr_crc(&k);
        if (!m->doubtful && exa_form(&k) == EXA_H)
            finish(s->point, false);
        return;
    case TN_EXA_PLD:
        if (m->open) {
            append(m, s);
            m->words++;
        }
        return;
    default:
        if (m->open) {
            append(m, s);
            finish(s->point, false);
        }
    }
}

/* A cycle of a channel: to its checker, and the word that went over in it to all. */
static void deliver_cycle(unsigned id, const struct tn_exa_cycle *y, uint32_t waited)
{
    struct tn_exa_seen s = {.cycle = y->cycle,
                            .waited = waited,
                            .point = (uint16_t)id,
                            .port = monitors[id].port,
                            .word.kind = y->valid};
    tn_checker_exa_cycle(monitors[id].checker, y);
    if ((y->valid & y->ready) == 0 || (y->valid & (y->valid - 1)) != 0)
        return;
    memcpy(s.word.data, y->data, EXA_WORD);
    tn_show(&tn_show_exa_word, tn_monitor_point(s.point), &s);
    for (unsigned k = 0; k < sub_n; k++)
        subs[k].fn(subs[k].ctx, &s);
    assemble(&s);
}

static void deliver(unsigned id, const void *what)
{
    const struct offer *o = what;
    deliver_cycle(id, &o->cycle, o->waited);
}

/* A cycle of a monitored channel that does not repeat the one before, as tn_bfm_exa_monitor.v packs it. */
static void on_seen(unsigned id, uint64_t cycle, uint32_t what, uint32_t waited, const uint32_t beat[TN_BEAT_WORDS])
{
    struct offer *o = tn_seen_put(cycle, id, deliver);
    o->waited = waited;
    o->cycle = (struct tn_exa_cycle){
        .cycle = cycle,
        .time_ns = cycle * 4,
        .valid = what & 7,
        .ready = what >> 3 & 7,
        .rst = what >> 6 & 1,
        .valid_unknown = what >> 7 & 1,
        .data_unknown = what >> 8 & 1,
    };
    memcpy(o->cycle.data, beat, EXA_WORD); /* byte 0 is bits 7:0: a little-endian host */
}

static void reset(void)
{
    for (unsigned id = 0; id < monitor_n; id++) {
        struct monitor *m = &monitors[id];
        m->open = false;
        m->judged = true;
        if (m->checker)
            tn_checker_exa_cycle(m->checker, &(struct tn_exa_cycle){.rst = true});
    }
}

const struct tn_boundary tn_exa_monitor_boundary = {
    .name = "exa_monitor", .declare = declare, .seen = on_seen, .clear = clear, .reset = reset};
