/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Items through a TNW link: who injects, who takes, and whether each came once and whole.
 */
#include <tn/tnw/bfm_tnw.h>

#include <string.h>

enum { BEATS = TNW_PAYLOAD / TN_TNW_BEAT, TAKE_CYC = 8 };

void tn_tnw_items_init(struct tn_tnw_items *i, uint64_t seed, unsigned want, unsigned channels)
{
    memset(i, 0, sizeof *i);
    i->seed = seed;
    i->want = want;
    i->channels = channels;
    tn_rng_seed(&i->rng, seed, 7);
}

static unsigned vc_of(const struct tn_tnw_items *i, unsigned item)
{
    return i->list ? i->list[item].vc : item % i->channels;
}

static uint32_t offset_of(const struct tn_tnw_items *i, unsigned item)
{
    return (i->list ? i->list[item].offset : item) & 0xffffff;
}

uint32_t tn_tnw_hostile(struct tn_rng *r)
{
    const uint64_t draw = tn_rng_next(r);
    const uint8_t seq = draw >> 8 & 31;
    switch (draw & 3) {
    case 0:
        return (uint32_t)(draw >> 32); /* a header */
    case 1:
        return tnw_idle().data;
    default:
        return tnw_ctl_word(draw & 1 ? TNW_S : TNW_Q, (enum tnw_code)(draw >> 16 & 7), seq).data;
    }
}

static void beat_of(const struct tn_tnw_items *i, unsigned item, unsigned beat,
                    uint8_t out[TN_TNW_BEAT])
{
    struct tn_rng r;
    if (i->list) {
        memcpy(out, i->list[item].data + (size_t)beat * TN_TNW_BEAT, TN_TNW_BEAT);
        return;
    }
    tn_rng_seed(&r, i->seed, (uint64_t)item * BEATS + beat);
    for (unsigned k = 0; k < TN_TNW_BEAT; k += 8) {
        const uint64_t low = item & 1 ? tn_tnw_hostile(&r) : 0;
        const uint64_t v = item & 1 ? low | (uint64_t)tn_tnw_hostile(&r) << 32 : tn_rng_next(&r);
        memcpy(out + k, &v, 8);
    }
}

void tn_tnw_items_inject(struct tn_tnw_items *i, bool ok, struct tn_tnw_in *in)
{
    in->inj_valid = in->inj_last = false;
    if (!i->beat && (!ok || i->begun >= i->want || tn_rng_below(&i->rng, i->pause + 1)))
        return;
    if (!i->beat && i->list && i->list[i->begun].due > i->cycle)
        return;
    const unsigned item = i->begun;
    in->inj_valid = true;
    in->inj_vc = (uint8_t)vc_of(i, item);
    in->inj_offset = offset_of(i, item);
    beat_of(i, item, i->beat, in->inj_data);
    in->inj_last = ++i->beat == BEATS;
    if (in->inj_last) {
        i->beat = 0;
        i->begun++;
    }
}

/* The item that is due on a channel; false when all that was injected has come. */
static bool due(struct tn_tnw_items *i, unsigned vc, unsigned *item)
{
    while (i->next[vc] < i->begun && vc_of(i, i->next[vc]) != vc)
        i->next[vc]++;
    *item = i->next[vc];
    return *item < i->begun;
}

/* A beat of the item that is being taken. */
static void beat_came(struct tn_tnw_items *i, const struct tn_tnw_out *out)
{
    uint8_t want[TN_TNW_BEAT];
    const unsigned vc = i->taken[0];
    unsigned item;
    const bool any = due(i, vc, &item);
    if (any)
        beat_of(i, item, i->came, want);
    if (!any || out->rcv_offset != offset_of(i, item) || memcmp(out->rcv_data, want, sizeof want))
        i->spoilt = true;
    i->coming.vc = (uint8_t)vc;
    i->coming.offset = out->rcv_offset;
    memcpy(i->coming.data + (size_t)i->came * TN_TNW_BEAT, out->rcv_data, TN_TNW_BEAT);
    if (++i->came < BEATS)
        return;
    i->got++;
    i->wrong += i->spoilt;
    i->next[vc] += any;
    if (i->took)
        i->took(i->ctx, &i->coming, !i->spoilt);
    i->came = 0;
    i->spoilt = false;
    i->taken[0] = i->taken[1];
    i->taken_n -= i->taken_n > 0;
}

void tn_tnw_items_take(struct tn_tnw_items *i, const struct tn_tnw_out *out, struct tn_tnw_in *in)
{
    if (out->rcv_dvalid)
        beat_came(i, out);
    in->rcv_take = false;
    if (++i->since_take < TAKE_CYC || i->taken_n == 2 || i->closed || !out->rcv_valid ||
        tn_rng_below(&i->rng, i->lazy + 1))
        return;
    unsigned vc = (unsigned)tn_rng_below(&i->rng, TNW_VCS);
    while (!(out->rcv_valid >> vc & 1))
        vc = (vc + 1) % TNW_VCS;
    in->rcv_take = true;
    in->rcv_vc = (uint8_t)vc;
    i->taken[i->taken_n++] = vc;
    i->since_take = 0;
}

void tn_tnw_items_break(struct tn_tnw_items *i, bool injector)
{
    if (injector) {
        i->beat = 0;
        return;
    }
    i->came = i->taken_n = 0;
    i->spoilt = false;
}

void tn_tnw_items_lost(struct tn_tnw_items *i)
{
    i->got = i->begun;
    for (unsigned v = 0; v < TNW_VCS; v++)
        i->next[v] = i->begun;
}
