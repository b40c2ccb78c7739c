/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The receiver of a torus link (ape_link.md section 3): the words of the line become the words that
 * its streams must show.
 */
#include "link.h"

#include <string.h>

enum { HEAD_CYC = 6, WORD_CYC = 8, LOST_CYC = 64, KEPT_CYC = 64 };

void ape_link_rx_reset(struct tn_ape_link_judge *j)
{
    memset(&j->in, 0, sizeof j->in);
    for (unsigned v = 0; v < APE_VCS; v++) {
        tn_lag_init(&j->in.data[v], LATE_CYC);
        tn_lag_init(&j->in.hdr[v], LATE_CYC);
        tn_lag_init(&j->in.fill[v][0], LATE_CYC);
        tn_lag_init(&j->in.fill[v][1], LATE_CYC);
        tn_scope_open(&j->rx[v], &j->judge, &j->all);
    }
}

/* Puts a word into the row of the packet's VC. */
static struct ape_link_word *row(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD],
                                 bool last, unsigned behind)
{
    struct ape_link_row *r = &j->in.row[j->in.header.vc];
    const bool first = ape_link_empty(r);
    struct ape_link_word *w = ape_link_put(r, word, j->now + behind);
    w->head = j->in.n == 0;
    w->last = last;
    w->first = first;
    return w;
}

/* Puts a word into the buffer of the packet's VC. */
static void keep(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD], bool last, bool fill,
                 unsigned behind)
{
    struct ape_link_rx *in = &j->in;
    const unsigned v = in->header.vc;
    struct ape_link_word *w = row(j, word, last, behind);
    const bool hdr = w->head || last;
    w->fill = w->cut = fill;
    tn_lag_up(fill ? &in->fill[v][hdr] : hdr ? &in->hdr[v] : &in->data[v], j->now, 1);
}

/* Holds the footer, which counts as a word in the buffer from now on. */
static void hold(struct tn_ape_link_judge *j, const uint8_t foot[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    memcpy(in->held, foot, APE_WORD);
    in->state = APL_HELD;
    tn_lag_up(&in->hdr[in->header.vc], j->now, 1);
}

/* Hands on the footer that is held; with err when its packet is cut. */
static void release(struct tn_ape_link_judge *j, bool cut)
{
    struct ape_link_rx *in = &j->in;
    struct ape_footer f;
    if (cut) {
        ape_footer_get(in->held, &f);
        f.err = true;
        ape_footer_put(&f, in->held);
        ape_link_count(j, APL_CUT);
    }
    row(j, in->held, true, 0)->cut = cut;
    in->state = APL_BETWEEN;
}

/* The packet under way ends before its time. */
static void cut(struct tn_ape_link_judge *j)
{
    struct ape_link_rx *in = &j->in;
    uint8_t word[APE_WORD] = {0};
    unsigned behind = 0;
    if (in->state == APL_HELD)
        release(j, true);
    if (in->state != APL_IN)
        return;
    for (; in->n + 1 < in->words; in->n++)
        keep(j, word, false, true, behind++);
    ape_footer_put(&(struct ape_footer){.err = true}, word);
    keep(j, word, true, true, behind);
    in->state = APL_BETWEEN;
    ape_link_count(j, APL_CUT);
}

void ape_link_rx_off(struct tn_ape_link_judge *j)
{
    cut(j);
    j->in.state = APL_BETWEEN;
    j->in.after = j->in.credit = false;
}

static void hunt(struct tn_ape_link_judge *j)
{
    j->in.state = APL_HUNT;
    j->in.hunted = 0;
}

/* A header is none: its packet is not handed on. */
static void refuse(struct tn_ape_link_judge *j, enum tn_ape_link_reg why)
{
    ape_link_count(j, why);
    hunt(j);
}

/* Says whether all words of a header's packet have room. When nobody can tell, nothing more is
 * judged. */
static bool has_room(struct tn_ape_link_judge *j, const struct ape_header *h)
{
    struct ape_link_rx *in = &j->in;
    const unsigned v = h->vc;
    const uint32_t need[2] = {ape_payload_words(h), h->alone ? 1 : 2},
                   all[2] = {APE_DATA_ROOM, APE_HDR_ROOM};
    bool surely = true, may = true;
    for (unsigned i = 0; i < 2; i++) {
        struct tn_lag_count *c = i ? &in->hdr[v] : &in->data[v];
        surely &= tn_lag_most(c, j->now) + tn_lag_most(&in->fill[v][i], j->now) + need[i] <= all[i];
        may &= tn_lag_least(c, j->now) + need[i] <= all[i];
    }
    if (surely != may)
        tn_scope_close(&j->all);
    return surely;
}

static void header(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    struct ape_header *h = &in->header;
    enum ape_secded_state s;
    memcpy(in->packet, word, APE_WORD);
    s = ape_secded_mend(in->packet);
    ape_header_get(in->packet, h);
    in->fixed = s == APE_ONE_WRONG;
    if (s == APE_TWO_WRONG) {
        refuse(j, APL_HDR_FATAL);
        return;
    }
    if (in->fixed)
        ape_link_count(j, APL_HDR_FIXED);
    if (h->vc >= APE_VCS || (!h->alone && h->len > APE_LEN_MAX)) {
        refuse(j, APL_HDR_FORM);
        return;
    }
    if (!has_room(j, h)) {
        refuse(j, APL_OVERFLOW);
        return;
    }
    in->words = ape_words(h);
    in->n = 0;
    keep(j, in->packet, in->words == 1, false, 0);
    in->n = 1;
    in->state = in->words == 1 ? APL_BETWEEN : APL_IN;
    ape_link_count(j, APL_RX_PACKETS);
}

/* A word of the packet under way. */
static void body(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    const size_t at = (size_t)in->n * APE_WORD;
    uint8_t foot[APE_WORD];
    struct ape_footer f;
    if (in->n + 1 < in->words) {
        ape_turn(word, in->packet + at);
        keep(j, word, false, false, 0);
        in->n++;
        return;
    }
    memcpy(in->packet + at, word, APE_WORD);
    memcpy(foot, word, APE_WORD);
    ape_footer_get(foot, &f);
    if (f.crc != ape_crc(in->packet, at + APE_WORD)) {
        f.err = true;
        ape_footer_put(&f, foot);
        ape_link_count(j, APL_CRC_WRONG);
    }
    if (!j->config.in_band) {
        hold(j, foot);
        return;
    }
    keep(j, foot, true, false, 0);
    in->state = APL_BETWEEN;
}

/* A credit word, or a word in the place of one. behind: it stands after MAGIC. */
static void credit(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD], bool behind)
{
    struct ape_credit c;
    const bool clean = ape_credit_get(word, &c) && !c.reserved;
    if (!clean)
        ape_link_count(j, behind ? APL_CREDIT_BAD : APL_DROPPED);
    else if (behind || j->in.state != APL_HUNT)
        ape_link_room_credit(j, &c);
}

static void start(struct tn_ape_link_judge *j)
{
    if (j->in.state == APL_HELD)
        release(j, false);
    cut(j);
    j->in.state = APL_DUE;
}

/* A MAGIC. behind: it stands directly behind a credit word, as none does in a packet. */
static void magic(struct tn_ape_link_judge *j, bool behind)
{
    struct ape_link_rx *in = &j->in;
    if (in->state == APL_DUE)
        hunt(j);
    else if (in->state == APL_HELD && behind)
        release(j, false);
}

/* A word that none of its place is: a broken control word, START not after MAGIC, a word behind a
 * footer. */
static void broken(struct tn_ape_link_judge *j)
{
    struct ape_link_rx *in = &j->in;
    const bool hunts = in->state != APL_BETWEEN && in->state != APL_HUNT;
    cut(j);
    if (hunts)
        hunt(j);
    ape_link_count(j, APL_DROPPED);
}

/* A word of the line with its k, by the table of section 3. */
static void word_with_k(struct tn_ape_link_judge *j, bool k, const uint8_t word[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    const bool behind = in->after, directly = in->credit;
    in->after = k && ape_is(word, ape_magic);
    in->credit = !k && behind;
    if (in->after)
        magic(j, directly);
    else if (k && behind && ape_is(word, ape_start))
        start(j);
    else if (in->credit)
        credit(j, word, true);
    else if (!k && in->state == APL_DUE)
        header(j, word);
    else if (!k && in->state == APL_IN)
        body(j, word);
    else
        broken(j);
}

/* A word of a line in band, by the table of section 7. */
static void word_in_band(struct tn_ape_link_judge *j, const uint8_t word[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    const bool magic = ape_is(word, ape_magic), behind = in->after;
    in->after = magic && !behind;
    if (in->after)
        return;
    if (ape_is(word, ape_start) && (behind || in->state != APL_IN)) {
        start(j);
    } else if (behind && !magic) {
        credit(j, word, true);
    } else if (behind && in->state != APL_IN) {
        ape_link_count(j, APL_DROPPED);
    } else if (in->state == APL_DUE) {
        header(j, word);
    } else if (in->state == APL_IN) {
        body(j, word);
    } else {
        credit(j, word, false);
    }
}

static void word_comes(struct tn_ape_link_judge *j, bool k, const uint8_t word[APE_WORD])
{
    struct ape_link_rx *in = &j->in;
    if (in->state == APL_HUNT && in->hunted++ == HUNT_WORDS)
        in->state = APL_BETWEEN;
    if (j->config.in_band)
        word_in_band(j, word);
    else
        word_with_k(j, k, word);
}

void ape_link_rx_line(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p)
{
    struct ape_link_rx *in = &j->in;
    if (!(j->reg[APL_CTRL] & 2))
        return;
    if (p->wire_rx_valid) {
        in->gap = 0;
        j->rx_at = j->now;
        word_comes(j, p->wire_rx_k, p->wire_rx);
        return;
    }
    in->credit = false;
    if (in->state == APL_DUE && !j->config.in_band)
        hunt(j);
    if (++in->gap < j->config.cut_cyc)
        return;
    cut(j);
    if (in->state == APL_DUE)
        in->state = APL_BETWEEN;
}

/* The rule that a wrong word breaks. */
static unsigned blame(const struct tn_ape_link_judge *j, const struct ape_link_word *w, bool form)
{
    if (w->cut)
        return R_RX_5;
    if (w->head)
        return R_RX_2;
    if (w->last)
        return R_RX_4;
    return !form && j->now > w->at + KEPT_CYC ? R_RX_6 : R_RX_1;
}

static void shown(struct tn_ape_link_judge *j, unsigned v, const struct tn_ape_beat *b)
{
    struct ape_link_rx *in = &j->in;
    struct ape_link_row *r = &in->row[v];
    struct ape_link_word *w = ape_link_front(r);
    const bool hdr = w->head || w->last,
               held = in->state == APL_HELD && v == in->header.vc && b->last && !b->head;
    if (!tn_scope_judge(&j->rx[v], held ? R_RX_4 : R_RX_3, !ape_link_empty(r),
                        held ? "no footer before its packet is over" : "no word",
                        held ? "VC %u: the footer that is held" : "VC %u: a word that nobody sent",
                        v))
        return;
    const bool form = b->head != w->head || b->last != w->last,
               same = memcmp(b->word, w->word, APE_WORD) == 0;
    if (!tn_scope_judge(
            &j->rx[v], blame(j, w, form), !form && same,
            form ? "header or last word where it stands" : "the word that came",
            "VC %u: %02x%02x..%02x%02x, not %02x%02x..%02x%02x, head %d last %d, not %d %d", v,
            b->word[0], b->word[1], b->word[14], b->word[15], w->word[0], w->word[1], w->word[14],
            w->word[15], b->head, b->last, w->head, w->last))
        return;
    if (in->late[v])
        tn_scope_remark(&j->rx[v], R_RX_7, false, "each word in its time", "VC %u: %u cycles late",
                        v, (unsigned)(j->now - in->late[v]));
    else
        tn_judge_held(&j->judge, R_RX_7);
    in->late[v] = 0;
    if (!b->ready)
        return;
    r->out++;
    in->taken[v] = j->now;
    tn_lag_down(w->fill ? &in->fill[v][hdr] : hdr ? &in->hdr[v] : &in->data[v], j->now, 1);
}

/* A word that should be seen is not. */
static void absent(struct tn_ape_link_judge *j, unsigned v)
{
    struct ape_link_rx *in = &j->in;
    struct ape_link_row *r = &in->row[v];
    const struct ape_link_word *w = ape_link_front(r);
    uint64_t until;
    if (ape_link_empty(r))
        return;
    until = w->at + (w->head && w->first ? HEAD_CYC : WORD_CYC);
    if (until < in->taken[v] + 1)
        until = in->taken[v] + 1;
    if (j->now <= until)
        return;
    if (!in->late[v])
        in->late[v] = j->now;
    tn_scope_judge(&j->rx[v], blame(j, w, true), j->now - in->late[v] < LOST_CYC,
                   "each word that came", "VC %u: none for %d cycles", v, LOST_CYC);
}

static void stream(struct tn_ape_link_judge *j, unsigned v, const struct tn_ape_beat *b)
{
    const struct tn_ape_beat *was = &j->in.was[v];
    if (was->valid && !was->ready)
        tn_scope_judge(&j->rx[v], R_HSK_1,
                       b->valid && b->head == was->head && b->last == was->last &&
                           memcmp(b->word, was->word, APE_WORD) == 0,
                       "the word until it is taken", "VC %u: another, or none", v);
    if (!tn_scope_is_open(&j->rx[v]))
        return;
    if (b->valid)
        shown(j, v, b);
    else
        absent(j, v);
}

bool ape_link_rx_level(struct tn_ape_link_judge *j, unsigned vc, unsigned what, uint32_t add,
                       uint32_t most, uint32_t told)
{
    struct tn_lag_count *c = what ? &j->in.hdr[vc] : &j->in.data[vc];
    uint32_t lo = tn_lag_least(c, j->now) + add,
             hi = tn_lag_most(c, j->now) + tn_lag_most(&j->in.fill[vc][what], j->now) + add;
    lo = lo < most ? lo : most;
    hi = hi < most ? hi : most;
    return told >= lo && told <= hi;
}

void ape_link_rx_streams(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p)
{
    for (unsigned v = 0; v < APE_VCS; v++) {
        stream(j, v, &p->m_rx[v]);
        j->in.was[v] = p->m_rx[v];
    }
}
