/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a cz_dll: frames that come, TLPs delivered, Acks and Naks that leave (cz_dll.md 5).
 */
#include "dll_judge.h"

#include <stdlib.h>
#include <string.h>

enum { TLP_AT = 4 };

void tn_czd_rx_down(struct tn_cz_dll_judge *j)
{
    j->ack_due = j->ack_may = j->nak_due = j->nak_may = false;
    j->ack_wait = j->nak_wait = j->idle = 0;
    j->ack_last = 0;
}

bool tn_czd_rx_empty(const struct tn_cz_dll_judge *j)
{
    return j->head[0] == j->tail[0] && j->head[1] == j->tail[1] && j->head[2] == j->tail[2];
}

static void keep(struct czd_tlp *t, const uint8_t *p, size_t len)
{
    uint8_t *copy = realloc(t->bytes, len ? len : 1);
    if (!copy)
        abort();
    memcpy(copy, p, len);
    t->bytes = copy;
    t->len = len;
}

/* Remembers a TLP that must not leave. */
static void drop(struct tn_cz_dll_judge *j, const struct tn_cz_frame *f, int rule)
{
    struct czd_tlp *t = &j->dropped[j->drops++ % CZD_DROPS];
    if (f->len < TLP_AT + 4)
        return;
    keep(t, f->bytes + TLP_AT, f->len - TLP_AT - 4);
    t->rule = rule;
}

static void ack_due(struct tn_cz_dll_judge *j)
{
    if (!j->ack_due)
        j->ack_wait = 0;
    j->ack_due = j->ack_may = true;
    j->ack_last = j->now;
}

static void delivered(struct tn_cz_dll_judge *j, const struct tn_cz_dll_seen *s)
{
    struct czd_tlp *t = &j->queue[s->cls][j->tail[s->cls]++ % CZD_QUEUE];
    keep(t, s->p, s->len);
    t->data = s->data;
    t->order = j->order++;
    j->rx_tlps++;
    j->nak_due = false; /* a Nak that has not left may leave, or not */
}

static void tlp_came(struct tn_cz_dll_judge *j, const struct tn_cz_frame *f,
                     const struct tn_cz_dll_seen *s)
{
    if (s->fate == TN_CZ_DELIVERED)
        delivered(j, s);
    else if (s->fate == TN_CZ_NULLIFIED)
        drop(j, f, RX_1);
    else if (s->fate == TN_CZ_DUPLICATE)
        drop(j, f, RX_3);
    else if (s->fate == TN_CZ_OVERFLOWN)
        drop(j, f, OVF_1);
    else if (s->fate == TN_CZ_REFUSED)
        drop(j, f, NAK_1);
    j->duplicates += s->fate == TN_CZ_DUPLICATE;
    if (s->fate == TN_CZ_DELIVERED || s->fate == TN_CZ_DUPLICATE || s->fate == TN_CZ_OVERFLOWN)
        ack_due(j);
    if (s->nak_due) {
        j->nak_due = j->nak_may = true;
        j->nak_since = j->now;
        j->nak_wait = 0;
        j->nak_number = (uint16_t)tn_cz_seq_minus(j->m->next_rcv - 1u, 0);
    }
}

void tn_czd_rx_frame(struct tn_cz_dll_judge *j, const struct czd_parts *t)
{
    const struct tn_cz_frame *f = &t->f;
    struct tn_dllp d = {.kind = TN_DLLP_INVALID};
    if (f->dllp && f->len == 8)
        tn_dllp_decode(f->bytes, &d);
    const struct tn_cz_dll_seen s = tn_cz_dll_receive(j->m, f);
    if (!f->dllp) {
        tlp_came(j, f, &s);
    } else if (s.fate == TN_CZ_ACKED) {
        j->dllps[d.kind == TN_DLLP_ACK ? 2 : 3]++;
        tn_czd_tx_acked(j, &s);
    } else if (s.fate == TN_CZ_CREDIT && (j->init_began || j->m->state == TN_CZ_ACTIVE)) {
        j->sure[s.cls] = true;
    }
    if (j->init_began) /* before that the DUT may be in DL_Inactive still */
        tn_czd_owe(j, s.errors & ~(unsigned)TN_CZ_ROLLOVER);
}

/* The rule that a TLP breaks which should not leave. */
static int why_not(const struct tn_cz_dll_judge *j, const struct czd_parts *t)
{
    for (unsigned i = 0; i < CZD_DROPS; i++) {
        const struct czd_tlp *d = &j->dropped[i];
        if (d->bytes && d->len == t->f.len && memcmp(d->bytes, t->f.bytes, d->len) == 0)
            return d->rule;
    }
    for (unsigned c = 0; c < 3; c++)
        for (unsigned i = j->head[c]; i != j->tail[c]; i++) {
            const struct czd_tlp *q = &j->queue[c][i % CZD_QUEUE];
            if (q->len == t->f.len && memcmp(q->bytes, t->f.bytes, q->len) == 0)
                return RX_4;
        }
    return RX_2;
}

void tn_czd_rx_left(struct tn_cz_dll_judge *j, const struct czd_parts *t)
{
    unsigned data;
    const unsigned c = tn_cz_dll_class(t->f.bytes, t->f.len, &data);
    const struct czd_tlp *q = &j->queue[c][j->head[c] % CZD_QUEUE];
    const bool is =
        j->head[c] != j->tail[c] && q->len == t->f.len && memcmp(q->bytes, t->f.bytes, q->len) == 0;
    if (!tn_scope_judge(&j->all, is ? RX_2 : (unsigned)why_not(j, t), is,
                        "each TLP that was delivered, once, in the order of its class",
                        "a TLP of %zu bytes, class %u", t->f.len, c))
        return;
    const struct czd_tlp *posted = &j->queue[0][j->head[0] % CZD_QUEUE];
    tn_scope_judge(&j->all, RX_4,
                   c == TN_CLASS_P || j->head[0] == j->tail[0] || posted->order > q->order,
                   "NP and CPL behind the P before them", "class %u passes a P", c);
    tn_scope_judge(&j->all, RX_4, t->ok >> c & 1, "a TLP begins with the ok of its class",
                   "class %u, m_tlp_ok %X", c, t->ok);
    j->head[c]++;
    if (j->m->state != TN_CZ_INACTIVE)
        tn_cz_dll_freed(j->m, c, data);
}

static void nak_left(struct tn_cz_dll_judge *j, const struct tn_dllp *d)
{
    const unsigned last = j->m->next_rcv - 1u;
    tn_scope_judge(&j->all, NAK_1, j->nak_may && czd_between(j->nak_number, d->seq, last),
                   "one Nak of NEXT_RCV_SEQ - 1 after a TLP that was refused", "Nak %u, %s", d->seq,
                   j->nak_may ? "with another number" : "none is due");
    j->nak_due = j->nak_may = false;
}

void tn_czd_rx_ack(struct tn_cz_dll_judge *j, const struct tn_dllp *d, const struct czd_parts *t)
{
    const uint64_t began = t->began;
    const unsigned last = tn_cz_seq_minus(j->m->next_rcv - 1u, 0);
    j->dllps[d->kind == TN_DLLP_ACK ? 0 : 1]++;
    if (!tn_scope_judge(&j->all, DLL_8, tn_cz_seq_minus(last, d->seq) < TN_CZ_SEQ / 2,
                        "the number of a TLP that came", "%u, the last was %u", d->seq, last))
        return;
    if (d->kind == TN_DLLP_NAK) {
        nak_left(j, d);
    } else {
        tn_scope_judge(&j->all, ACK_3,
                       j->ack_may && czd_between(t->sure.next_rcv - 1u, d->seq, last),
                       "an Ack of NEXT_RCV_SEQ - 1 when a TLP asks for one", "Ack %u, %s", d->seq,
                       j->ack_may ? "an old number" : "none is due");
        tn_scope_judge(&j->all, NAK_1, !j->nak_due || began <= j->nak_since + CZD_LAG,
                       "the Nak in the place of an Ack", "Ack %u", d->seq);
    }
    j->ack_due = j->ack_due && (d->seq != last || j->ack_last > began);
    j->ack_may = j->ack_due || (j->ack_last && j->ack_last + CZD_LAG >= began);
    if (j->ack_wait > j->now - j->ack_last)
        j->ack_wait = (unsigned)(j->now - j->ack_last);
}

static void waits(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const bool stalled = p->m_frm.valid && !p->m_frm_ready;
    const uint32_t least = CZD_LAG + (j->m->par.mps + 28 + 15) / 16;
    const uint32_t limit = j->ack_limit > least ? j->ack_limit : least;
    j->ack_wait += j->ack_due && !stalled;
    if (j->ack_due && j->ack_wait > limit) {
        tn_scope_judge(&j->all, ACK_3, false, "an Ack within ACK_LIMIT", "none after %u",
                       j->ack_wait);
        j->ack_due = false;
    }
    const bool exempt = j->frm.open && !j->frm.dllp && j->frm.began <= j->nak_since + CZD_LAG;
    j->nak_wait += j->nak_due && !stalled && !exempt;
    if (j->nak_due && j->nak_wait > CZD_LAG) {
        tn_scope_judge(&j->all, NAK_1, false, "a Nak, behind one frame at most", "none after %u",
                       j->nak_wait);
        j->nak_due = false;
    }
}

/* Whether a TLP of some class could begin at m_tlp. */
static bool could_leave(const struct tn_cz_dll_judge *j, unsigned ok)
{
    const struct czd_tlp *posted = &j->queue[0][j->head[0] % CZD_QUEUE];
    for (unsigned c = 0; c < 3; c++) {
        const struct czd_tlp *q = &j->queue[c][j->head[c] % CZD_QUEUE];
        if ((ok >> c & 1) && j->head[c] != j->tail[c] &&
            (c == 0 || j->head[0] == j->tail[0] || posted->order > q->order))
            return true;
    }
    return false;
}

void tn_czd_rx_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    waits(j, p);
    j->idle = !p->m_tlp.valid && (j->out.open || could_leave(j, p->m_tlp_ok)) ? j->idle + 1 : 0;
    if (j->idle > CZD_LAG) {
        tn_scope_judge(&j->all, RX_2, false, "a TLP that was delivered leaves", "nothing leaves");
        j->idle = 0;
    }
}
