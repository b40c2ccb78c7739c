/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block with Nget and the way out alone: what comes on m_wr, TLPs to the host.
 */
#include "get_player.h"

#include <tn/bug.h>

#include <string.h>

enum { PAGE = 4096, BE_ALL = 15, LATE = 16, GAP = 3, LATEST = 11, PASS = 3 };

size_t tnw_gs_write_tlp(const struct tn_tnw_get_player *s, uint64_t addr, const uint8_t *data,
                        unsigned len, uint8_t out[GS_TLP])
{
    const bool wide = addr >> 32 || gs_has(s, TN_TNW_GET_BUG_LONG_HEADER);
    struct tn_tlp t = {.first_be = BE_ALL, .last_be = BE_ALL, .addr = addr, .requester = s->rid};
    tn_tlp_set_kind(&t, TN_TLP_MWR, wide);
    t.length_dw = (uint16_t)(len / 4);
    if (gs_has(s, TN_TNW_GET_BUG_WRITE_WRONG_ENABLES) && len == TNW_PAYLOAD)
        t.last_be = 7;
    const long n = tn_tlp_encode(&t, data, len, out, GS_TLP);
    tn_require(n > 0);
    return (size_t)n;
}

static struct gs_tlp *made(struct gs_tlp *ring, uint32_t *in, uint32_t out)
{
    struct gs_tlp *m = &ring[(*in)++ % GS_ROW];
    tn_require(*in - out < GS_ROW);
    memset(m, 0, sizeof *m);
    return m;
}

static struct gs_tlp *row(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len,
                          enum tn_tlp_class of)
{
    struct gs_tlp *m = made(s->row, &s->row_in, s->row_out);
    memcpy(m->byte, bytes, len);
    m->len = (uint8_t)len;
    m->of = of;
    m->whole = true;
    m->from = s->t;
    return m;
}

void tnw_gs_answer(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len)
{
    row(s, bytes, len, TN_CLASS_CPL);
}

void tnw_gs_note(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len, unsigned link)
{
    struct gs_tlp *m = row(s, bytes, len, TN_CLASS_P);
    m->write = m->note = true;
    m->link = (uint8_t)link;
    s->engine[link].noted++;
    if (!gs_has(s, TN_TNW_GET_BUG_NOTE_PASSES_WRITE))
        return;
    const struct gs_tlp note = *m;
    for (uint32_t i = s->row_in - 1; i != s->row_out; i--)
        s->row[i % GS_ROW] = s->row[(i - 1) % GS_ROW];
    s->row[s->row_out % GS_ROW] = note;
    s->filled++;
}

void tnw_gs_read(struct tn_tnw_get_player *s, const uint8_t *bytes, size_t len, unsigned link,
                 unsigned slot)
{
    struct gs_tlp *m = made(s->np, &s->np_in, s->np_out);
    memcpy(m->byte, bytes, len);
    m->len = (uint8_t)len;
    m->of = TN_CLASS_NP;
    m->whole = true;
    m->from = s->t;
    m->behind = s->row_in;
    m->link = (uint8_t)link;
    m->slot = (uint8_t)slot;
}

/* Reserves a place in the row for a write, from the write's first beat on. */
static void reserve(struct tn_tnw_get_player *s, uint64_t addr, unsigned len)
{
    static const uint8_t none[TNW_PAYLOAD];
    struct gs_tlp *m = made(s->row, &s->row_in, s->row_out);
    m->len = (uint8_t)tnw_gs_write_tlp(s, addr, none, len, m->byte);
    m->header = (uint8_t)(m->len - len);
    m->of = TN_CLASS_P;
    m->write = true;
    m->at = s->t;
}

static void from_rcv(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    if (!in->m_wr_valid || !s->out.m_wr_ready)
        return;
    if (in->m_wr_first) {
        const unsigned len = in->m_wr_last ? TN_TNW_PI_BEAT : TNW_PAYLOAD;
        unsigned room = PAGE - (unsigned)(in->m_wr_addr % PAGE);
        if (len < room || gs_has(s, TN_TNW_GET_BUG_WRITE_NOT_CUT))
            room = len;
        s->filled = s->row_in;
        reserve(s, in->m_wr_addr, room);
        if (len > room)
            reserve(s, in->m_wr_addr + room, len - room);
    }
    struct gs_tlp *m = &s->row[s->filled % GS_ROW];
    memcpy(m->byte + m->header, in->m_wr_data, TN_TNW_PI_BEAT);
    m->byte[m->header] ^= gs_strikes(s, TN_TNW_GET_BUG_WRITE_WRONG_BYTE);
    m->header = (uint8_t)(m->header + TN_TNW_PI_BEAT);
    if (m->header < m->len)
        return;
    m->whole = true;
    m->from = s->late ? m->at + LATEST : s->t;
    m->from += gs_has(s, TN_TNW_GET_BUG_WRITE_LATE) ? LATE : 0;
    s->filled++;
}

static bool row_head(const struct tn_tnw_get_player *s, uint8_t ok)
{
    const struct gs_tlp *m = &s->row[s->row_out % GS_ROW];
    if (gs_has(s, TN_TNW_GET_BUG_WRITE_WITHOUT_OK))
        ok |= 1u << TN_CLASS_P;
    if (gs_has(s, TN_TNW_GET_BUG_ANSWER_WITHOUT_OK))
        ok |= 1u << TN_CLASS_CPL;
    if (gs_has(s, m->write ? TN_TNW_GET_BUG_WRITES_WAIT_FOR_READS
                           : TN_TNW_GET_BUG_ANSWERS_WAIT_FOR_READS) &&
        s->np_in != s->np_out)
        return false;
    return s->row_in != s->row_out && m->whole && m->from <= s->t && ok >> m->of & 1;
}

static bool np_head(const struct tn_tnw_get_player *s, uint8_t ok)
{
    const struct gs_tlp *m = &s->np[s->np_out % GS_ROW];
    const bool first =
        (int32_t)(s->row_out - m->behind) >= 0 || gs_has(s, TN_TNW_GET_BUG_READ_PASSES_WRITE);
    if (s->np_in == s->np_out || !first)
        return false;
    return ok >> TN_CLASS_NP & 1 || gs_has(s, TN_TNW_GET_BUG_READ_WITHOUT_OK);
}

static void swap(struct gs_tlp *a, struct gs_tlp *b)
{
    const struct gs_tlp was = *a;
    *a = *b;
    *b = was;
}

/* Applies the bugs that change the order of TLPs. */
static void disorder(struct tn_tnw_get_player *s)
{
    struct gs_tlp *first = &s->row[s->row_out % GS_ROW],
                  *second = &s->row[(s->row_out + 1) % GS_ROW];
    const bool note = first->write && first->header == 0;
    if (s->row_in - s->row_out < 2 || !first->whole || !second->whole)
        return;
    if (first->write && second->write && gs_strikes(s, TN_TNW_GET_BUG_WRITES_SWAPPED))
        swap(first, second);
    else if (first->write && !second->write && gs_has(s, TN_TNW_GET_BUG_ANSWER_PASSES_WRITE))
        swap(first, second);
    else if (!first->write && second->write && gs_has(s, TN_TNW_GET_BUG_WRITE_PASSES_ANSWER))
        swap(first, second);
    else if (note && second->header && gs_has(s, TN_TNW_GET_BUG_WRITE_PASSES_NOTE))
        swap(first, second);
}

static void choose(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    if (s->t < s->gap)
        return;
    disorder(s);
    const bool row = row_head(s, in->m_tlp_ok), np = np_head(s, in->m_tlp_ok);
    const bool last = gs_has(s, TN_TNW_GET_BUG_READS_LAST);
    if (!row && !np)
        return;
    if (last && s->row_in != s->row_out && !row)
        return;
    s->sent_np = np && (!row || (s->passed >= (s->late ? PASS : 1) && !last));
    s->passed = s->sent_np ? 0 : s->passed + 1;
    s->copy = s->sent_np ? s->np[s->np_out++ % GS_ROW] : s->row[s->row_out++ % GS_ROW];
    s->sent = &s->copy;
    s->sent_at = 0;
}

static void accepted(struct tn_tnw_get_player *s)
{
    if (s->sent_at == 0 && s->sent->note)
        s->engine[s->sent->link].noted--;
    s->sent_at += TN_TNW_PI_BEAT;
    if (s->sent_at < s->sent->len)
        return;
    if (s->sent_np)
        s->engine[s->sent->link].slot[s->sent->slot].at = s->t;
    if (s->sent->write && gs_has(s, TN_TNW_GET_BUG_WRITES_WITH_GAPS))
        s->gap = s->t + GAP;
    s->sent = NULL;
}

static void show(struct tn_tnw_get_player *s)
{
    struct tn_tnw_pi_stream *m = &s->next.m_tlp;
    const unsigned left = s->sent->len - s->sent_at;
    const unsigned n = left < TN_TNW_PI_BEAT ? left : TN_TNW_PI_BEAT;
    m->valid = true;
    m->last = left <= TN_TNW_PI_BEAT;
    m->keep = (uint8_t)((1u << n / 4) - 1);
    memcpy(m->data, s->sent->byte + s->sent_at, n);
}

void tnw_gs_out(struct tn_tnw_get_player *s, const struct tn_tnw_pi_in *in)
{
    const bool stalled = s->out.m_tlp.valid && !in->m_tlp_ready;
    from_rcv(s, in);
    if (s->out.m_tlp.valid && in->m_tlp_ready)
        accepted(s);
    if (!s->sent)
        choose(s, in);
    if (s->sent)
        show(s);
    if (stalled && gs_strikes(s, TN_TNW_GET_BUG_NO_HOLD))
        s->next.m_tlp.data[3] ^= 1;
    s->next.m_wr_ready = s->row_in - s->row_out < GS_ROW_ROOM;
}
