/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Monitors of the ExaNet channel: words become packet events. Words of one cycle are
 * put into the order of their points, so that nothing depends on the simulator.
 */
#include "bfm.h"

#include "../sim/cover.h"
#include "../sim/streams.h"

#include <tn/bfm_exa.h>
#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUBSCRIBERS = 8,
    KEEP = 2 * EXA_KEEP_MAX, /* bytes of a packet that are kept */
    TAP_RANK = TN_CORE_MONITORS,
};

struct monitor {
    bool declared, judged;
    uint8_t port;
    bool open;      /* a packet has begun */
    bool doubtful;  /* by a header with wrong CRC or form 2: nothing follows from it */
    unsigned words; /* payload words of it */
    uint64_t first, last;
    uint32_t len, orig_len;
    uint8_t bytes[KEEP];
    uint32_t broken; /* handshake rules seen broken since the last delivery */
    uint64_t broken_cycle;
};

static struct monitor monitors[TN_CORE_MONITORS];
static unsigned monitor_n; /* up to the last declared */
/* A word that went over or what a tap saw, in order of cycle and rank. */
struct seen {
    unsigned rank; /* words by point, then taps */
    union {
        struct tn_exa_seen word;
        struct tn_exa_tap_seen tap;
    };
};
static struct seen *seen; /* not yet delivered */
static size_t seen_n, seen_max;
static struct {
    tn_exa_word_fn *fn;
    void *ctx;
} subs[SUBSCRIBERS];
static unsigned sub_n;
static struct {
    tn_exa_tap_fn *fn;
    void *ctx;
} tap_subs[SUBSCRIBERS];
static unsigned tap_sub_n;

void tn_exa_monitor_declare(unsigned id, const char *name)
{
    const char *digits = name + strlen(name);
    tn_require(id < TN_CORE_MONITORS);
    tn_monitor_declare(id, name);
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    monitors[id].declared = monitors[id].judged = true;
    monitors[id].port = (uint8_t)strtoul(digits, NULL, 10);
    if (id >= monitor_n)
        monitor_n = id + 1;
}

bool tn_exa_monitor_is(unsigned id)
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

int tn_exa_tap_subscribe(tn_exa_tap_fn *fn, void *ctx)
{
    if (tap_sub_n == SUBSCRIBERS)
        return -ENOMEM;
    tap_subs[tap_sub_n].fn = fn;
    tap_subs[tap_sub_n++].ctx = ctx;
    return 0;
}

void tn_exa_monitor_clear(void)
{
    sub_n = tap_sub_n = 0;
}

int tn_exa_monitor_judge(const char *stream, bool order)
{
    int id = tn_monitor_point_index(stream);
    if (id < 0 || !tn_exa_monitor_is((unsigned)id))
        return -ENOENT;
    monitors[id].judged = order;
    return 0;
}

/* A place in the list for what was seen in this cycle. */
static struct seen *place(uint64_t cycle, unsigned rank)
{
    size_t at;
    if (seen_n == seen_max) {
        seen_max = seen_max ? 2 * seen_max : 1024;
        seen = realloc(seen, seen_max * sizeof *seen);
        tn_require(seen != NULL);
    }
    for (at = seen_n++; at > 0; at--) {
        const struct seen *s = &seen[at - 1];
        uint64_t then = s->rank < TAP_RANK ? s->word.cycle : s->tap.cycle;
        if (then < cycle || (then == cycle && s->rank <= rank))
            break;
        seen[at] = *s;
    }
    seen[at].rank = rank;
    tn_bfm_more = true;
    return &seen[at];
}

void tn_core_exa_monitor_word(unsigned id, uint64_t cycle, uint32_t kind, const uint32_t data[4],
                              uint32_t waited)
{
    struct tn_exa_seen *s = &place(cycle, id)->word;
    *s = (struct tn_exa_seen){.cycle = cycle, .waited = waited, .point = (uint16_t)id,
                              .port = monitors[id].port, .word.kind = (uint8_t)kind};
    memcpy(s->word.data, data, EXA_WORD); /* byte 0 is bits 7:0: a little-endian host */
}

void tn_core_exa_tap(unsigned id, uint64_t cycle, uint32_t head, uint64_t data)
{
    place(cycle, TAP_RANK + id)->tap =
        (struct tn_exa_tap_seen){.cycle = cycle, .id = id, .head = head, .data = data};
}

void tn_exa_monitor_broken(unsigned id, uint64_t cycle, uint32_t what)
{
    monitors[id].broken |= 1u << what;
    monitors[id].broken_cycle = cycle;
    tn_bfm_more = true;
}

static void deliver_broken(unsigned id)
{
    static const struct {
        const char *rule, *expected, *found;
    } texts[] = {
        {"EXA-CHN-1", "a valid held until its ready", "valid fell"},
        {"EXA-CHN-2", "data held until the ready", "data changed"},
        {"EXA-CHN-3", "one valid at a time", "more than one"},
        {"EXA-CHN-1", "every valid and ready is 0 or 1", "unknown value"},
        {"EXA-CHN-2", "every bit of a word is 0 or 1", "unknown value"},
    };
    struct monitor *m = &monitors[id];
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (m->broken >> i & 1)
            tn_monitor_broken(texts[i].rule, id, texts[i].expected, texts[i].found,
                              m->broken_cycle);
    m->broken = 0;
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

static void judge_order(const struct monitor *m, const struct tn_exa_seen *s)
{
    bool header = s->word.kind == TN_EXA_HDR;
    if (!m->judged)
        return;
    if (header ? m->open && !m->doubtful : !m->open)
        tn_monitor_broken("EXA-CHN-4", s->point,
                          header ? "the footer before a new header" : "a header first",
                          header ? "header" : s->word.kind == TN_EXA_PLD ? "payload" : "footer",
                          s->cycle);
    if (s->word.kind == TN_EXA_PLD && m->open && m->words == EXA_WORDS)
        tn_monitor_broken("EXA-CHN-5", s->point, "at most 16 payload words", "one more", s->cycle);
}

static void assemble(const struct tn_exa_seen *s)
{
    struct monitor *m = &monitors[s->point];
    struct exa_packet k;
    judge_order(m, s);
    switch (s->word.kind) {
    case TN_EXA_HDR:
        if (m->open)
            finish(s->point, !m->doubtful);
        m->open = true;
        m->first = s->cycle;
        m->words = m->len = m->orig_len = 0;
        append(m, s);
        exa_decode(m->bytes, EXA_WORD, EXA_WORD, &k);
        m->doubtful = k.form == 2 || k.hdr_crc != exa_want_hdr_crc(&k);
        if (!m->doubtful && k.form == EXA_H)
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

void tn_exa_monitor_deliver(void)
{
    for (unsigned id = 0; id < monitor_n; id++)
        if (monitors[id].broken)
            deliver_broken(id);
    for (size_t i = 0; i < seen_n; i++)
        if (seen[i].rank < TAP_RANK) {
            tn_sim_cover_word(tn_monitor_point(seen[i].word.point), &seen[i].word);
            for (unsigned k = 0; k < sub_n; k++)
                subs[k].fn(subs[k].ctx, &seen[i].word);
            assemble(&seen[i].word);
        } else {
            tn_sim_cover_tap(&seen[i].tap);
            tn_sim_trace_tap(&seen[i].tap);
            for (unsigned k = 0; k < tap_sub_n; k++)
                tap_subs[k].fn(tap_subs[k].ctx, &seen[i].tap);
        }
    seen_n = 0;
}

void tn_exa_monitor_reset(void)
{
    for (unsigned id = 0; id < monitor_n; id++) {
        monitors[id].open = false;
        monitors[id].judged = true;
        monitors[id].broken = 0;
    }
    seen_n = 0;
}
