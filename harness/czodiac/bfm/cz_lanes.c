/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The far end of the lanes: the framing model and 8b/10b.
 */
#include <tn/czodiac/cz_lanes.h>

#include <tn/code8b10b.h>

#include <string.h>

void tn_cz_lanes_init(struct tn_cz_lanes *l, const struct tn_cz_framing_params *par,
                      const struct tn_cz_reader_ops *got, void *ctx)
{
    memset(l, 0, sizeof *l);
    l->par = *par;
    tn_cz_sender_init(&l->sender, par);
    tn_cz_reader_init(&l->reader, par, got, ctx);
}

struct begins {
    tn_cz_next_frame *next;
    void *ctx;
    bool began;
};

static bool begins(void *ctx, struct tn_cz_frame *f)
{
    struct begins *b = ctx;
    return b->began |= b->next(b->ctx, f);
}

void tn_cz_lanes_send(struct tn_cz_lanes *l, bool up, tn_cz_next_frame *next, void *ctx,
                      struct tn_cz_symbols *out)
{
    struct tn_cz_sender *s = &l->sender;
    struct tn_cz_column c;
    struct begins b = {.next = next, .ctx = ctx};
    const bool open = s->open;
    size_t was = open ? s->at : 0;
    s->up = up;
    tn_cz_sender_column(s, begins, &b, &c);
    for (unsigned i = 0; i < l->par.lanes; i++) {
        const int symbol = tn_8b10b_encode(c.octet[i], c.k >> i & 1, &l->out_rd[i]);
        out->lane[i] = symbol < 0 ? 0 : (uint16_t)symbol;
    }
    if (b.began) { /* in lane 4, if another frame ended in this column */
        l->start = open ? 4 : 0;
        was = 0;
    }
    const size_t half = s->n / 2;
    if ((open || b.began) && s->f.err && was <= half && s->at > half)
        out->lane[(l->start + half) % l->par.lanes] = 0;
}

void tn_cz_lanes_decode(const struct tn_cz_symbols *in, unsigned lanes, bool *rd,
                        struct tn_cz_column *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < lanes; i++) {
        bool k;
        const bool valid =
            tn_8b10b_decode(in->lane[i] & 0x3ff, &rd[i], &out->octet[i], &k) == TN_8B10B_VALID;
        out->k |= (uint8_t)((unsigned)(valid && k) << i);
        out->bad |= (uint8_t)((unsigned)!valid << i);
    }
}

void tn_cz_lanes_receive(struct tn_cz_lanes *l, const struct tn_cz_symbols *in)
{
    struct tn_cz_column c;
    tn_cz_lanes_decode(in, l->par.lanes, l->in_rd, &c);
    tn_cz_reader_column(&l->reader, &c);
}
