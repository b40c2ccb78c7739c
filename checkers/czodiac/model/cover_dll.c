/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_dll.def the pins of a data link layer fall into. A model beside the DUT
 * follows the link; whether the DUT does right is the judge's business.
 */
#include <tn/czodiac/cz_dll_cover.h>

#include <string.h>

#define COVER_DEF "../czodiac/model/cover_dll.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_cz_dll_cover_plan = COVER_PLAN;

enum { TLP_AT = 4, FRAME_MIN = 20, DLLP_FRAME = 8, LATE_NUM = 4 };
enum { SYMBOL, SHORT, NULLIFIED, EDB, LCRC, EXPECTED, BEYOND, DUPLICATE, BEHIND };
enum { NOTHING, SOME, ALL, WRONG };
enum { SAME, MORE, LESS, FREE, FINITE };

/* Frames or TLPs being put together. */
struct parts {
    struct tn_cz_frame f;
    bool open;
};

struct tn_cz_dll_cover {
    struct tn_cover *counts;
    struct tn_cz_dll *m;
    struct parts src, out, frm, in;
    bool up;
};

struct tn_cz_dll_cover *tn_cz_dll_cover_new(const struct tn_cz_dll_params *par)
{
    struct tn_cz_dll_cover *c = tn_cover_state_new(&tn_cz_dll_cover_plan, sizeof *c);
    if (!c)
        return NULL;
    c->m = tn_cz_dll_new(par);
    if (c->m)
        return c;
    tn_cz_dll_cover_free(c);
    return NULL;
}

void tn_cz_dll_cover_free(struct tn_cz_dll_cover *c)
{
    if (c)
        tn_cz_dll_free(c->m);
    tn_cover_state_free(c);
}

static unsigned size_of(const uint8_t *tlp, size_t len)
{
    static const unsigned most[] = {0, 1, 4, 16, 64};
    struct tn_tlp t;
    unsigned i = 0;
    tn_tlp_decode(tlp, len, len, &t);
    const unsigned dws = tn_tlp_has_data(t.kind) ? t.length_dw : 0;
    while (i < sizeof most / sizeof *most && dws > most[i])
        i++;
    return i;
}

/* Adds a beat that passed; returns whether the packet is whole. */
static bool join(struct parts *t, const struct tn_stream_beat *b)
{
    if (!t->open)
        t->f.len = 0;
    for (unsigned i = 0; i < 4 && (b->keep >> i & 1); i++)
        if (t->f.len + 4 <= sizeof t->f.bytes) {
            memcpy(t->f.bytes + t->f.len, b->data + 4 * i, 4);
            t->f.len += 4;
        }
    t->open = !b->last;
    return b->last;
}

/* The row of the page's table that a TLP falls into, before the model takes the TLP. */
static unsigned row_of(const struct tn_cz_frame *f)
{
    const uint32_t lcrc = f->len >= FRAME_MIN ? tn_cz_frame_lcrc(f) : 0;
    if (f->err)
        return SYMBOL;
    if (f->len < FRAME_MIN)
        return SHORT;
    if (f->edb)
        return lcrc == ~tn_cz_frame_lcrc_want(f) ? NULLIFIED : EDB;
    return lcrc == tn_cz_frame_lcrc_want(f) ? EXPECTED : LCRC;
}

static void tlp_came(struct tn_cz_dll_cover *c, const struct tn_cz_frame *f)
{
    const struct tn_cz_dll *m = c->m;
    const bool nak = m->nak_scheduled;
    const unsigned back = tn_cz_seq_minus(m->next_rcv, (f->bytes[2] & 15u) << 8 | f->bytes[3]);
    unsigned row = row_of(f);
    HIT(c, STATES, m->state);
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(c->m, f);
    if (m->state < TN_CZ_FC_INIT2)
        return;
    if (row == EXPECTED)
        row = s.fate == TN_CZ_DUPLICATE   ? DUPLICATE
              : s.fate == TN_CZ_OVERFLOWN ? BEYOND
              : s.fate == TN_CZ_REFUSED   ? BEHIND
                                          : EXPECTED;
    HIT(c, RECEIVED, row, nak);
    if (row == DUPLICATE)
        HIT(c, DUPLICATE, back == TN_CZ_SEQ / 2 ? 3 : back > 16 ? 2 : back > 1);
    if (row == EXPECTED)
        HIT(c, DELIVERED, s.cls, size_of(s.p, s.len));
}

/* The relation of a value to the limit, of headers or data. */
static unsigned relation(const struct tn_cz_credit *k, uint32_t value)
{
    if (!k->known)
        return value ? MORE : FREE;
    if (k->sent_free)
        return value ? FINITE : FREE;
    return value == k->limit                                     ? SAME
           : ((value - k->limit) & k->mask) <= (k->mask + 1) / 2 ? MORE
                                                                 : LESS;
}

static void flow_came(struct tn_cz_dll_cover *c, const struct tn_dllp *d)
{
    const struct tn_cz_credit *k = c->m->credit[d->fc_class];
    const bool counts = d->kind == TN_DLLP_UPDATEFC ? c->m->state >= TN_CZ_FC_INIT2 : !k[0].known;
    if (!counts)
        return;
    HIT(c, GRANTS, d->kind - TN_DLLP_INITFC1, d->fc_class, relation(&k[0], d->hdr_fc));
    HIT(c, GRANTS, d->kind - TN_DLLP_INITFC1, d->fc_class, relation(&k[1], d->data_fc));
}

static void dllp_came(struct tn_cz_dll_cover *c, const struct tn_cz_frame *f)
{
    const bool active = c->m->state == TN_CZ_ACTIVE, inactive = c->m->state == TN_CZ_INACTIVE;
    struct tn_dllp d = {.kind = TN_DLLP_INVALID};
    if (f->len == DLLP_FRAME)
        tn_dllp_decode(f->bytes, &d);
    const bool sound = !f->err && f->len == DLLP_FRAME && d.crc == d.crc_want;
    const bool fc = d.kind >= TN_DLLP_INITFC1 && d.vc == 0 && d.fc_class < 3;
    if (sound && fc && !inactive)
        flow_came(c, &d);
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(c->m, f);
    if (inactive)
        return;
    if (!sound)
        HIT(c, DROPPED, f->err ? 1 : 0);
    else if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK) {
        if (active)
            HIT(c, ACKED, d.kind == TN_DLLP_NAK,
                s.errors & TN_CZ_PROTOCOL   ? WRONG
                : !s.progress               ? NOTHING
                : c->m->ackd == c->m->whole ? ALL
                                            : SOME);
    } else if (!fc) {
        HIT(c, DROPPED, 2);
    }
    if (s.replay)
        HIT(c, REPLAYS, (c->m->replay_num + 3u) % LATE_NUM);
}

/* A TLP frame left the DUT: a new one, or again. */
static void tlp_left(struct tn_cz_dll_cover *c, const struct tn_cz_frame *f)
{
    const unsigned n = (f->bytes[2] & 15u) << 8 | f->bytes[3];
    unsigned data;
    if (f->edb || f->len < FRAME_MIN)
        return;
    const unsigned cls = tn_cz_dll_class(f->bytes + TLP_AT, f->len - TLP_AT - 4, &data);
    HIT(c, ENDS, (f->len / 4 + 3) % 4);
    if (n == tn_cz_seq_minus(c->m->whole + 1u, 0)) {
        HIT(c, SENT, cls, size_of(f->bytes + TLP_AT, f->len - TLP_AT - 4));
        c->m->whole = (uint16_t)n;
    } else {
        HIT(c, AGAIN, cls);
    }
}

static void initfc_left(struct tn_cz_dll_cover *c, const struct tn_cz_frame *f)
{
    struct tn_dllp d;
    tn_dllp_decode(f->bytes, &d);
    if (d.kind == TN_DLLP_INITFC2 && d.fc_class == 2)
        tn_cz_dll_round(c->m);
}

static void link_state(struct tn_cz_dll_cover *c, const struct tn_cz_dll_pins *p)
{
    const unsigned n = tn_cz_seq_minus(c->m->whole, c->m->ackd);
    if (c->up && !p->dl_up) {
        HIT(c, DOWN, c->m->state, n > 2 ? 2 : n);
        tn_cz_dll_down(c->m);
    } else if (p->dl_up && c->m->state == TN_CZ_INACTIVE) {
        tn_cz_dll_up(c->m);
    }
    c->up = p->dl_up;
}

void tn_cz_dll_cover_cycle(struct tn_cz_dll_cover *c, const struct tn_cz_dll_pins *p)
{
    if (p->rst) {
        tn_cz_dll_down(c->m);
        c->src.open = c->out.open = c->frm.open = c->in.open = c->up = false;
        return;
    }
    link_state(c, p);
    if (p->s_frm.valid && join(&c->in, &p->s_frm)) {
        c->in.f.dllp = p->s_frm_dllp;
        c->in.f.edb = p->s_frm_edb;
        c->in.f.err = p->s_frm_err;
        if (p->s_frm_dllp)
            dllp_came(c, &c->in.f);
        else
            tlp_came(c, &c->in.f);
    }
    if (p->s_tlp.valid && p->s_tlp_ready && join(&c->src, &p->s_tlp)) {
        if (p->s_tlp_abort)
            HIT(c, NULLIFIED, (c->src.f.len / 4 + 3) % 4);
        else if (c->m->state == TN_CZ_ACTIVE)
            tn_cz_dll_send(c->m, c->src.f.bytes, c->src.f.len);
    }
    if (p->m_frm.valid && p->m_frm_ready && join(&c->frm, &p->m_frm)) {
        c->frm.f.edb = p->m_frm_edb;
        if (p->m_frm_dllp)
            initfc_left(c, &c->frm.f);
        else
            tlp_left(c, &c->frm.f);
    }
    if (p->obs_err & TN_CZ_TIMEOUT) {
        tn_cz_dll_replay(c->m);
        HIT(c, REPLAYS, (c->m->replay_num + 3u) % LATE_NUM);
    }
    if (p->m_tlp.valid && p->m_tlp_ready && join(&c->out, &p->m_tlp) &&
        c->m->state != TN_CZ_INACTIVE) {
        unsigned data;
        const unsigned cls = tn_cz_dll_class(c->out.f.bytes, c->out.f.len, &data);
        tn_cz_dll_freed(c->m, cls, data);
    }
}
