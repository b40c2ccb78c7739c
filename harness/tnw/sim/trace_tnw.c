/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of a TNW line to records of frames (checkers/tnw/spec/tnw.md section 7). A link has no monitors: its words are always
 * recorded, at m_link (those of its pins) and s_link (those that the line hands on, with what errors made of them).
 */
#include "../../sim/trace_part.h"

#include "../bfm/tnw_show.h"
#include "../dut/tnw_duts.h"

#include <stdio.h>
#include <string.h>

enum { NS_PER_CYCLE = 4, WAYS = 2, KEPT = 32 };

/* Words wait so many cycles: an error below 8b/10b, where lanes are late, may concern one of them. */
struct word {
    uint64_t cycle;
    struct tnw_word sent, seen;
    bool fault;
};

/* Words that are kept until their record ends. */
static struct way {
    struct word kept[KEPT]; /* a ring */
    unsigned kept_n, kept_at;
    bool mute; /* until an IDLE word: what the line carries began before it was looked at */
    bool packet, fault;
    bool echo; /* an error of the last word shows in this one, too */
    bool was_fault; /* the last record had one: what follows at once may be the rest of it */
    uint64_t end;   /* cycle of its last word */
    uint64_t first;
    unsigned n;
    uint8_t bytes[TNW_FRAME];
} ways[WAYS];
static struct tn_writer *to;
static uint64_t last_begin;

static int start(unsigned point, uint64_t until, char *meta, size_t size)
{
    last_begin = until;
    memset(ways, 0, sizeof ways);
    return snprintf(meta, size, "point.%u=m_link\npoint.%u=s_link\n", point, point + 1);
}

static void write(unsigned way, uint64_t first, const uint8_t *bytes, unsigned words, unsigned flags)
{
    struct tn_event ev = {.cycle = first,
                          .time_ns = first * NS_PER_CYCLE,
                          .span = words - 1,
                          .point = (uint16_t)way,
                          .fabric = TN_FABRIC_TNW,
                          .unit = TN_UNIT_FRAME,
                          .flags = (uint8_t)flags,
                          .bytes = bytes,
                          .len = words * TNW_WORD_OCTETS};
    ev.orig_len = ev.len;
    if (to && first <= last_begin)
        tn_writer_event(to, &ev);
}

static void flush(unsigned way, bool cut)
{
    struct way *s = &ways[way];
    unsigned flags = s->fault ? TN_EV_FAULT : 0;
    if (s->packet && s->n < TNW_WORDS)
        flags |= TN_EV_MALFORMED | (cut ? TN_EV_FAULT : 0);
    if (s->n) {
        write(way, s->first, s->bytes, s->n, flags);
        s->was_fault = s->fault;
        s->end = s->first + s->n - 1;
    }
    s->n = 0;
    s->packet = s->fault = false;
}

/* A control word that the line took away is recorded as it was, with the flag fault: else a RESTART
 * lost would look like none sent. */
static void taken_away(unsigned way, uint64_t cycle, struct tnw_word sent, struct tnw_word seen)
{
    uint8_t bytes[TNW_WORD_OCTETS];
    if (tnw_classify(sent) != TNW_SET || tnw_classify(seen) == TNW_SET)
        return;
    flush(way, false);
    tnw_word_put(sent, bytes);
    write(way, cycle, bytes, 1, TN_EV_FAULT);
}

static void word(unsigned way, const struct word *w)
{
    struct way *s = &ways[way];
    const enum tnw_class kind = tnw_classify(w->seen);
    s->mute = s->mute && kind != TNW_IDLE;
    if (s->mute)
        return;
    if (s->n && s->n < TNW_WORDS)
        s->fault |= w->fault || s->echo; /* what breaks a packet may be seen no more itself */
    if (w->fault)
        taken_away(way, w->cycle, w->sent, w->seen);
    const bool inside = s->packet && s->n < TNW_WORDS && kind == TNW_DATA;
    const bool run = s->n && !s->packet && s->n < TNW_WORDS && (kind == TNW_DATA || kind == TNW_BAD);
    if (!inside && !run)
        flush(way, false);
    if (kind != TNW_IDLE) {
        if (s->n == 0) {
            s->first = w->cycle;
            s->fault = s->was_fault && w->cycle == s->end + 1 && kind != TNW_START && kind != TNW_SET;
        }
        s->packet |= kind == TNW_START;
        tnw_word_put(w->seen, s->bytes + (size_t)s->n++ * TNW_WORD_OCTETS);
        s->fault |= w->fault || s->echo;
        if (kind == TNW_SET)
            flush(way, false);
    }
    s->echo = w->fault;
}

static void oldest(unsigned way)
{
    struct way *s = &ways[way];
    const struct word w = s->kept[s->kept_at];
    s->kept_at = (s->kept_at + 1) % KEPT;
    s->kept_n--;
    word(way, &w);
}

static void on_line(void *ctx, const char *where, const void *what)
{
    const struct tn_tnw_line_shown *l = what;
    struct way *s = &ways[l->way];
    (void)ctx;
    (void)where;
    for (unsigned i = 0; i < l->spoilt && i < s->kept_n; i++)
        s->kept[(s->kept_at + s->kept_n - 1 - i) % KEPT].fault = true;
    if (!to || l->spoilt)
        return;
    if (s->kept_n == KEPT)
        oldest((unsigned)l->way);
    s->kept[(s->kept_at + s->kept_n++) % KEPT] = (struct word){l->cycle, l->sent, l->seen, l->fault};
}

static void cut_lines(void)
{
    for (unsigned way = 0; way < WAYS; way++) {
        while (ways[way].kept_n)
            oldest(way);
        flush(way, true);
        ways[way].echo = false;
        ways[way].mute = true;
    }
}

static void on_cut(void *ctx, const char *where, const void *what)
{
    (void)ctx;
    (void)where;
    (void)what;
    cut_lines();
}

static void set_writer(struct tn_writer *w)
{
    to = w;
    if (!w)
        return;
    tn_show_follow(&tn_show_tnw_line, on_line, NULL);
    tn_show_follow(&tn_show_tnw_cut, on_cut, NULL);
}

const struct tn_trace_ops tn_tnw_link_trace = {.start = start, .writer = set_writer, .cut = cut_lines};
