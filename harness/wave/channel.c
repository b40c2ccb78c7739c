/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What adapters ask of a channel: values at the edge, packets and verdicts.
 */
#include "wave.h"

#include <stdio.h>
#include <string.h>

bool tn_wave_has(const struct tn_wave_channel *ch, unsigned pin)
{
    return ch->pin[pin].wire != TN_WAVE_NONE;
}

unsigned tn_wave_width(const struct tn_wave_channel *ch, unsigned pin)
{
    return tn_wave_has(ch, pin) ? ch->pin[pin].width : 0;
}

/* The character of bit 0 of a signal. Lower bits stand at lower addresses behind it. */
static const char *lowest(const struct tn_wave_channel *ch, const struct tn_wave_ref *r)
{
    const struct tn_wave_wire *x = &ch->wave->wire[r->wire];
    return x->now + x->width - 1 - r->lo;
}

int tn_wave_bit(const struct tn_wave_channel *ch, unsigned pin, int lacking)
{
    char c;
    if (!tn_wave_has(ch, pin))
        return lacking;
    c = *lowest(ch, &ch->pin[pin]);
    return c == '0' ? 0 : c == '1' ? 1 : -1;
}

/* Eight characters, the highest bit first, as a byte. Returns whether all are 0 or 1. */
static bool eight(const char *p, uint8_t *v)
{
    uint64_t x, one;
    memcpy(&x, p, sizeof x);
    one = x & 0x0101010101010101u;
    *v = (uint8_t)((one * 0x8040201008040201u) >> 56);
    if (((x ^ one) == 0x3030303030303030u))
        return true;
    *v = 0;
    for (unsigned i = 0; i < 8; i++)
        *v = (uint8_t)(*v << 1 | (p[i] == '1'));
    return false;
}

bool tn_wave_bits(const struct tn_wave_channel *ch, unsigned pin, unsigned lo, unsigned n,
                  uint64_t *v)
{
    const struct tn_wave_ref *r = &ch->pin[pin];
    unsigned have = tn_wave_has(ch, pin) && lo < r->width ? r->width - lo : 0, i = 0;
    const char *low;
    bool known = true;
    *v = 0;
    n = n < have ? n : have;
    if (n == 0)
        return true;
    low = lowest(ch, r) - lo;
    for (uint8_t b; i + 8 <= n; i += 8) {
        known &= eight(low - i - 7, &b);
        *v |= (uint64_t)b << i;
    }
    for (; i < n; i++) {
        *v |= (uint64_t)(low[-(long)i] == '1') << i;
        known &= low[-(long)i] == '0' || low[-(long)i] == '1';
    }
    return known;
}

bool tn_wave_blank(const struct tn_wave_channel *ch, unsigned pin)
{
    const struct tn_wave_wire *x;
    if (!tn_wave_has(ch, pin))
        return false;
    x = &ch->wave->wire[ch->pin[pin].wire];
    for (uint32_t i = 0; i < x->width; i++)
        if (x->now[i] == '0' || x->now[i] == '1')
            return false;
    return x->width > 1 || *ch->wave->names.var[ch->pin[pin].var].range;
}

uint64_t tn_wave_number(const struct tn_wave_channel *ch, unsigned pin)
{
    uint64_t v;
    tn_wave_bits(ch, pin, 0, 64, &v);
    return v;
}

bool tn_wave_bytes(const struct tn_wave_channel *ch, unsigned pin, unsigned lo, unsigned n,
                   uint8_t *to)
{
    bool known = true;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v;
        known &= tn_wave_bits(ch, pin, 8 * (lo + i), 8, &v);
        to[i] = (uint8_t)v;
    }
    return known;
}

void *tn_wave_state(const struct tn_wave_channel *ch)
{
    return ch->state;
}

void *tn_wave_shared(const struct tn_wave_channel *ch)
{
    return ch->link->shared;
}

void *tn_wave_core(const struct tn_wave_channel *ch)
{
    return ch->core ? ch->core->shared : NULL;
}

void tn_wave_content(struct tn_wave_channel *ch, const void *bytes, size_t size, uint64_t before)
{
    ch->link->content.bytes = bytes;
    ch->link->content.size = size;
    ch->link->content.before = before;
}

static uint64_t to_ns(const struct tn_wave *w, uint64_t tick)
{
    int e = w->exponent + 9;
    for (; e > 0; e--)
        tick *= 10;
    for (; e < 0; e++)
        tick /= 10;
    return tick;
}

struct tn_wave_time tn_wave_now(const struct tn_wave_channel *ch)
{
    struct tn_wave *w = ch->wave;
    if (w->ns_of != w->tick) {
        w->ns_of = w->tick;
        w->ns = to_ns(w, w->tick);
    }
    return (struct tn_wave_time){.tick = w->tick,
                                 .time_ns = w->ns,
                                 .cycle =
                                     ch->clock == TN_WAVE_NONE ? 0 : w->clock[ch->clock].cycle};
}

void tn_wave_transfer(struct tn_wave_channel *ch)
{
    ch->transfers++;
}

bool tn_wave_was_reset(const struct tn_wave_channel *ch)
{
    return ch->link->was_reset;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct tn_wave_link *l = ctx;
    if (l->kind->once && !tn_wave_once_first(l->wave, l, v)) {
        l->wave->repeated++;
        return;
    }
    l->wave->sink.verdict(l->wave->sink.ctx, l, v);
}

bool tn_wave_joined(const struct tn_wave_channel *ch)
{
    return ch->link->gap || (tn_wave_late(ch->wave) && !ch->link->was_reset);
}

bool tn_wave_one_way(const struct tn_wave_link *l)
{
    return l->dirs != (TN_DIR_UP | TN_DIR_DOWN) && (l->kind->dir || l->kind->link);
}

/* The rules that are not asked: those that the session skips, and those that the kind leaves out
 * inside a core or of a link with one direction alone. NULL: none. */
static const char *skipped(const struct tn_wave_channel *ch, char *text, size_t size)
{
    const char *const list[] = {ch->wave->skip, ch->core ? ch->kind->core_skip : NULL,
                                tn_wave_one_way(ch->link) ? ch->kind->one_way_skip : NULL};
    size_t n = 0;
    for (unsigned i = 0; i < 3; i++)
        if (list[i] && n < size)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "," : "", list[i]);
    return n ? text : NULL;
}

/* The link's checker, made for its first packet. */
static struct tn_checker *checker(struct tn_wave_channel *ch)
{
    struct tn_wave_link *l = ch->link;
    char skip[4 * TN_WAVE_NAME];
    if (!l->checker && l->wave->sink.verdict) {
        l->par.joined = l->ticks || tn_wave_joined(ch) || tn_wave_one_way(l);
        if (l->wave->sink.link)
            l->wave->sink.link(l->wave->sink.ctx, l->name, &l->par);
        l->checker = tn_checker_new(&l->par, l->wave->only ? l->wave->only : l->kind->rules,
                                    skipped(ch, skip, sizeof skip), on_verdict, l);
        l->wave->no_memory |= !l->checker;
        if (l->checker && l->wave->a_checker)
            tn_checker_beside(l->checker, l->wave->a_checker);
        l->wave->a_checker = l->checker;
    }
    return l->checker;
}

struct tn_checker *tn_wave_packet_checker(struct tn_wave_channel *ch)
{
    return checker(ch);
}

struct tn_checker *tn_wave_checker(struct tn_wave_channel *ch)
{
    ch->link->ticks = ch->link->par.joined = true;
    return checker(ch);
}

void tn_wave_packet(struct tn_wave_channel *ch, struct tn_event *ev,
                    const struct tn_wave_time *when)
{
    struct tn_wave *w = ch->wave;
    struct tn_checker *c = checker(ch);
    ev->packet = ++w->packets;
    ev->cycle = when->cycle;
    ev->time_ns = when->time_ns;
    ev->point = (uint16_t)ch->index;
    ev->dir = ch->kind->dir;
    if (c && ch->kind->once)
        tn_wave_once_packet(w, ev);
    if (w->sink.packet)
        w->sink.packet(w->sink.ctx, ch, ev, when);
    if (c && tn_checker_event(c, ev, 0) < 0)
        w->no_memory = true;
}
