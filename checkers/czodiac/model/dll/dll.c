/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link model: limits, link state, TLPs to send, the replay buffer (cz_dll.md 3, 4, 8).
 */
#include <tn/czodiac/cz_dll.h>

#include <tn/crc.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_AT = 2, TLP_AT = 4, AROUND = 6 /* bytes of number and LCRC */ };

unsigned tn_cz_dll_ack_limit(unsigned mps, unsigned lanes)
{
    const unsigned tenths = mps >= 512 ? 10 : lanes == 8 ? 25 : 14;
    return (mps + 28) * tenths / (10 * lanes) + 19;
}

static size_t rounded(size_t len)
{
    return (len + 15) / 16 * 16;
}

static void credit_reset(struct tn_cz_credit *c, unsigned bits, uint16_t grant)
{
    *c =
        (struct tn_cz_credit){.mask = (1u << bits) - 1, .got_free = grant == 0, .allocated = grant};
}

void tn_cz_dll_down(struct tn_cz_dll *m)
{
    m->state = TN_CZ_INACTIVE;
    m->next = m->cursor = m->next_rcv = 0;
    m->ackd = m->whole = TN_CZ_SEQ - 1;
    m->held = 0;
    m->replay_num = 0;
    m->nak_scheduled = m->got_second = m->round = false;
    for (unsigned c = 0; c < 3; c++) {
        credit_reset(&m->credit[c][0], 8, m->par.hdr[c]);
        credit_reset(&m->credit[c][1], 12, m->par.data[c]);
    }
}

void tn_cz_dll_up(struct tn_cz_dll *m)
{
    tn_cz_dll_down(m);
    m->state = TN_CZ_FC_INIT1;
}

struct tn_cz_dll *tn_cz_dll_new(const struct tn_cz_dll_params *par)
{
    struct tn_cz_dll *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->par = *par;
    tn_cz_dll_down(m);
    return m;
}

void tn_cz_dll_free(struct tn_cz_dll *m)
{
    for (unsigned i = 0; m && i < TN_CZ_SEQ; i++)
        free(m->kept[i].bytes);
    free(m);
}

unsigned tn_cz_dll_class(const uint8_t *tlp, size_t len, unsigned *data)
{
    struct tn_tlp t;
    tn_tlp_decode(tlp, len, len, &t);
    *data = tn_tlp_has_data(t.kind) ? (t.length_dw + 3u) / 4 : 0;
    return tn_tlp_class(t.kind);
}

unsigned tn_cz_dll_outstanding(const struct tn_cz_dll *m)
{
    return tn_cz_seq_minus(m->next - 1u, m->ackd);
}

bool tn_cz_dll_room(const struct tn_cz_dll *m)
{
    return tn_cz_dll_outstanding(m) + 2 < 1u << m->par.seq_log2 &&
           m->held + 2 * rounded(m->par.mps + 20 + AROUND) <= (size_t)1 << m->par.replay_log2;
}

bool tn_cz_credit_sent(const struct tn_cz_credit *c, unsigned needed)
{
    return c->known &&
           (c->sent_free || ((c->limit - (c->consumed + needed)) & c->mask) <= (c->mask + 1) / 2);
}

bool tn_cz_dll_credit(const struct tn_cz_dll *m, unsigned cls, unsigned data)
{
    return tn_cz_credit_sent(&m->credit[cls][0], 1) && tn_cz_credit_sent(&m->credit[cls][1], data);
}

unsigned tn_cz_dll_largest(const struct tn_cz_dll *m, unsigned cls, unsigned first)
{
    const unsigned most = cls == TN_CLASS_NP ? 2 : m->par.mps / 16;
    return first && first < most ? first : most;
}

unsigned tn_cz_dll_ok(const struct tn_cz_dll *m)
{
    unsigned ok = 0;
    for (unsigned c = 0; c < 3 && m->state == TN_CZ_ACTIVE && tn_cz_dll_room(m); c++) {
        const unsigned most = tn_cz_dll_largest(m, c, m->credit[c][1].first);
        ok |= (unsigned)tn_cz_dll_credit(m, c, most) << c;
    }
    return ok;
}

static void put_number(uint8_t *p, uint16_t number)
{
    p[0] = (uint8_t)(number >> 8);
    p[1] = (uint8_t)number;
}

static void put_lcrc(uint8_t *p, uint32_t lcrc)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(lcrc >> 8 * i);
}

int tn_cz_dll_send(struct tn_cz_dll *m, const uint8_t *tlp, size_t len)
{
    const uint16_t number = m->next;
    uint8_t *p = realloc(m->kept[number].bytes, len + AROUND);
    unsigned data;
    if (!p)
        return -ENOMEM;
    const unsigned cls = tn_cz_dll_class(tlp, len, &data);
    m->kept[number].bytes = p;
    m->kept[number].len = len + AROUND;
    put_number(p, number);
    memcpy(p + 2, tlp, len);
    put_lcrc(p + 2 + len, tn_pcie_lcrc(p, len + 2));
    m->held += rounded(len + AROUND);
    m->credit[cls][0].consumed = (m->credit[cls][0].consumed + 1) & m->credit[cls][0].mask;
    m->credit[cls][1].consumed = (m->credit[cls][1].consumed + data) & m->credit[cls][1].mask;
    m->next = (uint16_t)tn_cz_seq_minus(number + 1u, 0);
    return number;
}

bool tn_cz_dll_next_frame(struct tn_cz_dll *m, struct tn_cz_frame *f)
{
    const uint16_t n = m->cursor;
    if (m->state != TN_CZ_ACTIVE || n == m->next)
        return false;
    *f = (struct tn_cz_frame){.len = NUMBER_AT + m->kept[n].len};
    memcpy(f->bytes + NUMBER_AT, m->kept[n].bytes, m->kept[n].len);
    if (tn_cz_seq_minus(n, m->ackd) > tn_cz_seq_minus(m->whole, m->ackd))
        m->whole = n;
    m->cursor = (uint16_t)tn_cz_seq_minus(n + 1u, 0);
    return true;
}

void tn_cz_dll_nullify(const struct tn_cz_dll *m, const uint8_t *tlp, size_t len,
                       struct tn_cz_frame *f)
{
    *f = (struct tn_cz_frame){.edb = true, .len = TLP_AT + len + 4};
    put_number(f->bytes + NUMBER_AT, m->next);
    memcpy(f->bytes + TLP_AT, tlp, len);
    put_lcrc(f->bytes + TLP_AT + len, ~tn_cz_frame_lcrc_want(f));
}

unsigned tn_cz_dll_replay(struct tn_cz_dll *m)
{
    m->cursor = (uint16_t)tn_cz_seq_minus(m->ackd + 1u, 0);
    m->replay_num = (m->replay_num + 1) & 3;
    return m->replay_num ? 0 : TN_CZ_ROLLOVER;
}

uint32_t tn_cz_frame_lcrc(const struct tn_cz_frame *f)
{
    const uint8_t *p = f->bytes + f->len - 4;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t tn_cz_frame_lcrc_want(const struct tn_cz_frame *f)
{
    return tn_pcie_lcrc(f->bytes + NUMBER_AT, f->len - AROUND);
}
