/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Follows the bursts of an AXI port for coverage.
 */
#include "cover_port.h"

#include <string.h>

unsigned exa_cover_resp(const struct tn_axi_seen *seen)
{
    const unsigned resp = seen->word[4] >> 16 & 3;
    return resp == TN_AXS_OKAY ? 0 : resp == TN_AXS_DECERR ? 2 : 1;
}

static void begin(struct exa_cover_burst *q, unsigned *n, const uint32_t *word)
{
    if (*n == EXA_COVER_OPEN)
        return;
    q[(*n)++] =
        (struct exa_cover_burst){.burst = {.addr = word[0] % TN_AXS_WINDOW,
                                           .beats = (word[3] & 0xff) + 1,
                                           .size = word[3] >> 8 & 7,
                                           .type = (enum tn_axs_burst_type)(word[3] >> 11 & 3)}};
}

static void end_first(struct exa_cover_burst *q, unsigned *n)
{
    memmove(q, q + 1, --*n * sizeof *q);
}

static void write_beat(struct exa_cover_port *p, const struct tn_axi_seen *s,
                       const struct exa_cover_port_ops *ops, void *ctx)
{
    struct tn_axs_beat beat;
    uint8_t lanes[TN_AXS_LANES];
    if (p->data == p->writes)
        return;
    struct exa_cover_burst *b = &p->write[p->data];
    memcpy(lanes, s->word, sizeof lanes); /* a little-endian host */
    if (b->burst.size <= 4 && tn_axs_beat(&b->burst, b->moved, &beat))
        ops->wrote(ctx, beat.addr, beat.n, b->burst.size, lanes);
    p->data += ++b->moved == b->burst.beats;
}

static void read_beat(struct exa_cover_port *p, const struct tn_axi_seen *s,
                      const struct exa_cover_port_ops *ops, void *ctx)
{
    struct tn_axs_beat beat;
    struct exa_cover_burst *b = &p->read[0];
    uint8_t lanes[TN_AXS_LANES];
    uint32_t v;
    if (p->reads == 0)
        return;
    ops->answered(ctx, false, b->burst.addr, exa_cover_resp(s));
    memcpy(lanes, s->word, sizeof lanes);
    if (exa_cover_resp(s) == 0 && b->burst.size <= 4 && tn_axs_beat(&b->burst, b->moved, &beat))
        for (uint32_t a = (beat.addr + 3) & ~3u; a + 4 <= beat.addr + beat.n; a += 4) {
            memcpy(&v, lanes + a % TN_AXS_LANES, sizeof v);
            ops->read(ctx, a, v);
        }
    if (++b->moved == b->burst.beats)
        end_first(p->read, &p->reads);
}

static void write_answer(struct exa_cover_port *p, const struct tn_axi_seen *s,
                         const struct exa_cover_port_ops *ops, void *ctx)
{
    if (p->writes == 0)
        return;
    ops->answered(ctx, true, p->write[0].burst.addr, exa_cover_resp(s));
    p->data -= p->data > 0;
    end_first(p->write, &p->writes);
}

void exa_cover_port(struct exa_cover_port *p, const struct tn_axi_seen *s,
                    const struct exa_cover_port_ops *ops, void *ctx)
{
    if (s->rst)
        memset(p, 0, sizeof *p);
    if (s->rst || !s->valid || !s->ready)
        return;
    switch ((enum tn_axi_which)s->channel) {
    case TN_AXI_CH_AW:
        begin(p->write, &p->writes, s->word);
        break;
    case TN_AXI_CH_AR:
        begin(p->read, &p->reads, s->word);
        break;
    case TN_AXI_CH_W:
        write_beat(p, s, ops, ctx);
        break;
    case TN_AXI_CH_B:
        write_answer(p, s, ops, ctx);
        break;
    case TN_AXI_CH_R:
        read_beat(p, s, ops, ctx);
        break;
    default:
        break;
    }
}

void exa_cover_asked(struct exa_cover_turns *t, unsigned id)
{
    if (t->n < EXA_COVER_OPEN)
        t->id[t->n++] = id;
}

bool exa_cover_passes(struct exa_cover_turns *t, unsigned id, bool last)
{
    unsigned i = 0;
    while (i < t->n && t->id[i] != id)
        i++;
    if (i == t->n)
        return false;
    if (last) {
        t->n--;
        memmove(&t->id[i], &t->id[i + 1], (t->n - i) * sizeof t->id[0]);
    }
    return i > 0;
}
