/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The beats at the AXI ports of a network interface, put together: register accesses, descriptors,
 * events.
 */
#include "cover_ni.h"

#include <string.h>

enum { LANES = 4, BEAT_WORDS = 2, DESC_BEATS = TN_APN_DESC_WORDS / BEAT_WORDS };

void ape_ni_axi_reset(struct ape_ni_axi *a)
{
    memset(a, 0, sizeof *a);
}

void ape_ni_axi_put(struct ape_ni_axi *a, bool memory, const struct tn_axi_seen *seen)
{
    if (seen->rst || !seen->valid || !seen->ready || a->in - a->out == APE_NI_BEATS)
        return;
    a->beat[a->in % APE_NI_BEATS].memory = memory;
    a->beat[a->in++ % APE_NI_BEATS].seen = *seen;
}

static void host(struct ape_ni_axi *a, const struct tn_axi_seen *s,
                 const struct ape_ni_axi_ops *ops, void *ctx)
{
    switch (s->channel) {
    case TN_AXI_CH_AW:
        a->write_addr = s->word[0];
        a->aw = true;
        break;
    case TN_AXI_CH_W:
        memcpy(a->data, s->word, sizeof a->data);
        a->w = true;
        break;
    case TN_AXI_CH_AR:
        a->read_addr = s->word[0];
        break;
    case TN_AXI_CH_R:
        ops->was_read(ctx, a->read_addr, s->word[a->read_addr / 4 % LANES]);
        break;
    default:
        break;
    }
    if (!a->aw || !a->w)
        return;
    a->aw = a->w = false;
    ops->written(ctx, a->write_addr, a->data[a->write_addr / 4 % LANES]);
}

/* The two words of 64 bits of a beat. */
static void words_of(const struct tn_axi_seen *s, uint64_t *word)
{
    word[0] = (uint64_t)s->word[1] << 32 | s->word[0];
    word[1] = (uint64_t)s->word[3] << 32 | s->word[2];
}

static void descriptor(struct ape_ni_axi *a, const struct tn_axi_seen *s, bool bad,
                       const struct ape_ni_axi_ops *ops, void *ctx)
{
    words_of(s, a->desc + a->desc_n);
    a->desc_n += BEAT_WORDS;
    a->desc_bad |= bad;
    if (a->desc_n < TN_APN_DESC_WORDS)
        return;
    if (!a->desc_bad)
        ops->descriptor(ctx, a->desc);
    a->desc_n = 0;
    a->desc_bad = false;
}

static void memory(struct ape_ni_axi *a, const struct tn_axi_seen *s,
                   const struct ape_ni_axi_ops *ops, void *ctx)
{
    const bool answer = s->channel == TN_AXI_CH_B || s->channel == TN_AXI_CH_R;
    const unsigned id = (answer ? s->word[4] : s->word[2]) & 0xffff;
    const bool bad = answer && (s->word[4] >> 16 & 3);
    if (bad)
        ops->error(ctx, id);
    switch (s->channel) {
    case TN_AXI_CH_AR:
        if (id == 0)
            ops->fetched(ctx, ((s->word[3] & 255) + 1) / DESC_BEATS);
        break;
    case TN_AXI_CH_R:
        if (id == 0)
            descriptor(a, s, bad, ops, ctx);
        break;
    case TN_AXI_CH_AW:
        a->id[a->aws++ % APE_NI_BURSTS] = id;
        break;
    case TN_AXI_CH_W:
        if (!a->inside)
            words_of(s, a->first[a->ws % APE_NI_BURSTS]);
        a->inside = !(s->word[4] >> 16 & 1);
        a->ws += !a->inside;
        break;
    default:
        break;
    }
    for (; a->both != a->aws && a->both != a->ws; a->both++)
        if (a->id[a->both % APE_NI_BURSTS] == APE_NI_ID_EVENT)
            ops->event(ctx, a->first[a->both % APE_NI_BURSTS]);
}

void ape_ni_axi_until(struct ape_ni_axi *a, uint64_t cycle, const struct ape_ni_axi_ops *ops,
                      void *ctx)
{
    for (; a->in != a->out && a->beat[a->out % APE_NI_BEATS].seen.cycle <= cycle; a->out++)
        (a->beat[a->out % APE_NI_BEATS].memory ? memory : host)(
            a, &a->beat[a->out % APE_NI_BEATS].seen, ops, ctx);
}
