/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link model: frames received, Acks and Naks, credits (cz_dll.md 4, 5, 6).
 */
#include <tn/czodiac/cz_dll.h>

#include <string.h>

enum { TLP_AT = 4, FRAME_MIN = 20 /* 5 DWs */, DLLP_FRAME = 8 };

/* Leaves FC_INIT2 when all that ends it has come and left. */
static void settle(struct tn_cz_dll *m)
{
    if (m->state == TN_CZ_FC_INIT2 && m->got_second && m->round)
        m->state = TN_CZ_ACTIVE;
}

void tn_cz_dll_round(struct tn_cz_dll *m)
{
    m->round = true;
    settle(m);
}

static struct tn_cz_dll_seen refuse(struct tn_cz_dll *m, unsigned errors)
{
    const struct tn_cz_dll_seen s = {
        .fate = TN_CZ_REFUSED, .errors = errors | TN_CZ_BAD_TLP, .nak_due = !m->nak_scheduled};
    m->nak_scheduled = true;
    return s;
}

bool tn_cz_credit_got(const struct tn_cz_credit *c, unsigned needed)
{
    return c->got_free || ((c->allocated - (c->received + needed)) & c->mask) <= (c->mask + 1) / 2;
}

/* Has the TLP the DWs of header, Length and digest, and no more than its credits say? */
static bool tells_its_length(const uint8_t *p, size_t len)
{
    enum { HEADER_DWS = 3, CREDIT_DWS = 5, LENGTH_MOST = 1024 };
    const unsigned length = (p[2] & 3u) << 8 | p[3];
    const unsigned dws = p[0] & 0x40 ? length ? length : LENGTH_MOST : 0;
    const unsigned least = HEADER_DWS + (p[0] >> 5 & 1u) + dws + (p[2] >> 7);
    return len >= 4 * (size_t)least && len <= 4 * (size_t)(CREDIT_DWS + dws);
}

/* A TLP with the right number: it is delivered, or beyond what was granted. */
static struct tn_cz_dll_seen accept(struct tn_cz_dll *m, const struct tn_cz_frame *f)
{
    struct tn_cz_dll_seen s = {
        .fate = TN_CZ_DELIVERED, .p = f->bytes + TLP_AT, .len = f->len - TLP_AT - 4};
    m->next_rcv = (uint16_t)tn_cz_seq_minus(m->next_rcv + 1u, 0);
    m->nak_scheduled = false;
    m->got_second = true;
    settle(m);
    s.cls = tn_cz_dll_class(s.p, s.len, &s.data);
    struct tn_cz_credit *h = &m->credit[s.cls][0], *d = &m->credit[s.cls][1];
    const bool room = tn_cz_credit_got(h, 1) && tn_cz_credit_got(d, s.data) &&
                      s.len <= m->par.mps + 20 && tells_its_length(s.p, s.len);
    h->received = (h->received + 1) & h->mask;
    d->received = (d->received + s.data) & d->mask;
    if (room)
        return s;
    s.fate = TN_CZ_OVERFLOWN;
    s.errors = TN_CZ_OVERFLOW;
    tn_cz_dll_freed(m, s.cls, s.data);
    return s;
}

static struct tn_cz_dll_seen receive_tlp(struct tn_cz_dll *m, const struct tn_cz_frame *f)
{
    if (m->state < TN_CZ_FC_INIT2)
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED};
    if (f->err)
        return refuse(m, TN_CZ_RECEIVER);
    const bool whole = f->len >= FRAME_MIN;
    if (whole && f->edb && tn_cz_frame_lcrc(f) == ~tn_cz_frame_lcrc_want(f))
        return (struct tn_cz_dll_seen){.fate = TN_CZ_NULLIFIED};
    if (!whole || f->edb || tn_cz_frame_lcrc(f) != tn_cz_frame_lcrc_want(f))
        return refuse(m, 0);
    const unsigned number = (f->bytes[2] & 15u) << 8 | f->bytes[3];
    if (number == m->next_rcv)
        return accept(m, f);
    if (tn_cz_seq_minus(m->next_rcv, number) <= TN_CZ_SEQ / 2)
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DUPLICATE};
    return refuse(m, 0);
}

static void purge(struct tn_cz_dll *m, uint16_t upto)
{
    while (m->ackd != upto) {
        m->ackd = (uint16_t)tn_cz_seq_minus(m->ackd + 1u, 0);
        m->held -= (m->kept[m->ackd].len + 15) / 16 * 16;
        if (m->cursor == m->ackd)
            m->cursor = (uint16_t)tn_cz_seq_minus(m->ackd + 1u, 0);
    }
}

static struct tn_cz_dll_seen acknowledge(struct tn_cz_dll *m, const struct tn_dllp *d)
{
    struct tn_cz_dll_seen s = {.fate = TN_CZ_ACKED};
    if (m->state != TN_CZ_ACTIVE)
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED};
    if (tn_cz_seq_minus(d->seq, m->ackd) > tn_cz_seq_minus(m->whole, m->ackd))
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED, .errors = TN_CZ_PROTOCOL};
    s.progress = d->seq != m->ackd;
    if (s.progress) {
        purge(m, d->seq);
        m->replay_num = 0;
    }
    s.replay = d->kind == TN_DLLP_NAK && m->ackd != m->whole;
    if (s.replay)
        s.errors = tn_cz_dll_replay(m);
    return s;
}

static void first_value(struct tn_cz_credit *c, uint32_t value)
{
    if (c->known)
        return;
    c->known = true;
    c->sent_free = value == 0;
    c->limit = c->first = value;
}

static bool may_update(const struct tn_cz_credit *c, uint32_t value)
{
    return c->sent_free ? value == 0 : ((value - c->limit) & c->mask) <= (c->mask + 1) / 2;
}

static struct tn_cz_dll_seen flow(struct tn_cz_dll *m, const struct tn_dllp *d)
{
    struct tn_cz_dll_seen s = {.fate = TN_CZ_CREDIT, .cls = d->fc_class};
    struct tn_cz_credit *h = &m->credit[d->fc_class][0], *a = &m->credit[d->fc_class][1];
    if (d->kind == TN_DLLP_UPDATEFC && m->state >= TN_CZ_FC_INIT2) {
        m->got_second = true;
        settle(m);
        if (!may_update(h, d->hdr_fc) || !may_update(a, d->data_fc))
            return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED, .errors = TN_CZ_FLOW};
        h->limit = d->hdr_fc;
        a->limit = d->data_fc;
        return s;
    }
    if (d->kind == TN_DLLP_UPDATEFC || m->state == TN_CZ_ACTIVE)
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED};
    first_value(h, d->hdr_fc);
    first_value(a, d->data_fc);
    m->got_second = m->got_second || d->kind == TN_DLLP_INITFC2;
    bool all = true;
    for (unsigned c = 0; c < 3; c++)
        all = all && m->credit[c][0].known;
    if (all && m->state == TN_CZ_FC_INIT1)
        m->state = TN_CZ_FC_INIT2;
    settle(m);
    return s;
}

struct tn_cz_dll_seen tn_cz_dll_receive(struct tn_cz_dll *m, const struct tn_cz_frame *f)
{
    struct tn_dllp d;
    if (m->state == TN_CZ_INACTIVE)
        return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED};
    if (!f->dllp)
        return receive_tlp(m, f);
    if (f->err || f->len != DLLP_FRAME)
        return (struct tn_cz_dll_seen){.errors = TN_CZ_BAD_DLLP | (f->err ? TN_CZ_RECEIVER : 0u)};
    tn_dllp_decode(f->bytes, &d);
    if (d.crc != d.crc_want)
        return (struct tn_cz_dll_seen){.errors = TN_CZ_BAD_DLLP};
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK)
        return acknowledge(m, &d);
    if (d.kind >= TN_DLLP_INITFC1 && d.vc == 0 && d.fc_class < 3)
        return flow(m, &d);
    return (struct tn_cz_dll_seen){.fate = TN_CZ_DROPPED};
}

void tn_cz_dll_freed(struct tn_cz_dll *m, unsigned cls, unsigned data)
{
    struct tn_cz_credit *h = &m->credit[cls][0], *d = &m->credit[cls][1];
    if (!h->got_free)
        h->allocated = (h->allocated + 1) & h->mask;
    if (!d->got_free)
        d->allocated = (d->allocated + data) & d->mask;
}

void tn_cz_dll_dllp(const struct tn_cz_dll *m, enum tn_dllp_kind kind, unsigned cls,
                    struct tn_cz_frame *f)
{
    struct tn_dllp d = {.kind = kind};
    *f = (struct tn_cz_frame){.dllp = true, .len = DLLP_FRAME};
    if (kind == TN_DLLP_ACK || kind == TN_DLLP_NAK) {
        d.seq = (uint16_t)tn_cz_seq_minus(m->next_rcv - 1u, 0);
    } else {
        d.fc_class = (uint8_t)cls;
        d.hdr_fc = (uint8_t)m->credit[cls][0].allocated;
        d.data_fc = (uint16_t)m->credit[cls][1].allocated;
    }
    tn_dllp_encode(&d, f->bytes);
}
