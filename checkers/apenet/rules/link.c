/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a torus link, direction by direction.
 */
#include "apenet.h"

#include <string.h>

/* CREDIT_PERIOD, THR_RED and MARGIN as they are after reset (ape_link.md 4). */
enum { PERIOD = 128, DATA_MARGIN = 8, HDR_MARGIN = 2 };

static void credit(struct tn_checker *c, const uint8_t word[APE_WORD])
{
    struct ape_credit k;
    if (!ape_credit_get(word, &k))
        return;
    RULE(c, APE_RSV_3, !k.reserved, "0", "a reserved bit is 1");
    for (unsigned v = 0; v < APE_VCS; v++)
        RULE(c, APE_CRD_3,
             k.data[v] <= APE_DATA_ROOM + DATA_MARGIN && k.hdr[v] <= APE_HDR_ROOM + HDR_MARGIN,
             "at most 520 and 130", "VC %u: %u and %u", v, k.data[v], k.hdr[v]);
}

/* A word for a verdict. */
#define WORD_TEXT  "%02x%02x%02x%02x..."
#define WORD_OF(w) (w)[0], (w)[1], (w)[2], (w)[3]

/* A word of a line in band, where it stands. before: the state of the line before the word. */
static void in_band(struct tn_checker *c, const struct ape_side *d, enum ape_kind kind, int before,
                    const uint8_t word[APE_WORD])
{
    struct ape_credit k;
    const bool inside = before == APE_INSIDE;
    if (kind == APE_K_START)
        RULE(c, APE_LNK_1, !d->line.bare, "MAGIC before START", "START alone");
    if (d->line.behind && !inside && kind != APE_K_START)
        RULE(c, APE_LNK_1, false, "START behind MAGIC", WORD_TEXT, WORD_OF(word));
    if (d->line.behind && inside)
        RULE(c, APE_LNK_3,
             kind == APE_K_DATA || kind == APE_K_FOOTER ||
                 (kind == APE_K_CREDIT && ape_credit_get(word, &k)),
             "MAGIC or a clean credit word", WORD_TEXT, WORD_OF(word));
    if (!d->line.behind && before == APE_BETWEEN && !d->line.lost &&
        (kind == APE_K_CREDIT || kind == APE_K_STRAY))
        RULE(c, APE_LNK_2, kind == APE_K_CREDIT, "a clean credit word", WORD_TEXT, WORD_OF(word));
}

/* A word with k, where it stands. */
static void control(struct tn_checker *c, const struct ape_side *d, int before,
                    const uint8_t word[APE_WORD])
{
    const bool start = ape_is(word, ape_start), known = start || ape_is(word, ape_magic),
               behind = d->line.behind;
    RULE(c, APE_LNK_5, known, "MAGIC or START", WORD_TEXT, WORD_OF(word));
    if (!known)
        return;
    if (before == APE_INSIDE && behind)
        RULE(c, APE_LNK_3, false, "a clean credit word behind MAGIC", "%s",
             start ? "START" : "MAGIC");
    else if (start)
        RULE(c, APE_LNK_1, behind, "MAGIC before START", "START alone");
    else
        RULE(c, APE_LNK_1, before == APE_INSIDE || (before == APE_BETWEEN && !behind),
             "START or a credit word behind MAGIC, the header behind START", "MAGIC");
}

/* A word of a line out of band, where it stands. */
static void out_of_band(struct tn_checker *c, const struct ape_side *d, enum ape_kind kind,
                        int before, const uint8_t word[APE_WORD])
{
    struct ape_credit k;
    if (kind == APE_K_CREDIT && before == APE_INSIDE)
        RULE(c, APE_LNK_3, ape_credit_get(word, &k), "a clean credit word behind MAGIC", WORD_TEXT,
             WORD_OF(word));
    else if (kind == APE_K_CREDIT && before == APE_BETWEEN)
        RULE(c, APE_LNK_2, ape_credit_get(word, &k), "a clean credit word behind MAGIC", WORD_TEXT,
             WORD_OF(word));
    else if (kind == APE_K_STRAY && !d->line.lost)
        RULE(c, APE_LNK_2, false, "MAGIC", WORD_TEXT, WORD_OF(word));
}

/* What a word means where it stands. before: the state of the line before the word. */
static void judge(struct tn_checker *c, const struct ape_side *d, enum ape_kind kind, int before,
                  const uint8_t *word)
{
    if (word[0] == APE_LEAD_IN_BAND)
        in_band(c, d, kind, before, word + 1);
    else if (word[0] == APE_LEAD_CONTROL)
        control(c, d, before, word + 1);
    else
        out_of_band(c, d, kind, before, word + 1);
    if (kind == APE_K_CREDIT)
        credit(c, word + 1);
}

bool tn_ape_words_formed(const struct tn_event *ev)
{
    bool after = false, first = true;
    for (size_t at = 0; at + APE_LINK_WORD <= ev->len; at += APE_LINK_WORD) {
        const uint8_t lead = ev->bytes[at];
        if (lead >= APE_LEADS || (lead == APE_LEAD_WORD && after) ||
            (lead == APE_LEAD_BEHIND && !after && !first))
            return false;
        after = lead == APE_LEAD_CONTROL && ape_is(ev->bytes + at + 1, ape_magic);
        first = false;
    }
    return ev->len % APE_LINK_WORD == 0 && ev->len > 0;
}

static void period(struct tn_checker *c, struct ape_side *d, bool is_credit)
{
    if (is_credit) {
        if (d->counting)
            RULE(c, APE_CRD_2, d->quiet < PERIOD, "a credit word in 128 words", "%u other words",
                 d->quiet);
        d->counting = true;
        d->quiet = 0;
    } else {
        d->quiet++;
    }
}

static void packet(struct tn_checker *c, const struct ape_side *d)
{
    struct ape_packet k;
    size_t len = (size_t)d->line.words * APE_WORD;
    if (d->line.cells) {
        tn_rules_ape_cell(c, &d->line);
        return;
    }
    ape_decode(d->line.packet, len, len, &k);
    tn_rules_ape_packet(c, &k, true);
}

/* A header that begins no packet is judged at once: its words are not known. */
static void header_alone(struct tn_checker *c, const struct ape_side *d)
{
    struct ape_packet k;
    if (d->line.cells) {
        tn_rules_ape_cell(c, &d->line);
        return;
    }
    ape_decode(d->line.packet, APE_WORD, (size_t)d->line.words * APE_WORD, &k);
    tn_rules_ape_packet(c, &k, true);
}

/* Nothing that was seen of a direction holds any more. */
static void forget(struct tn_checker *c, struct ape_side *d)
{
    ape_line_reset(&d->line);
    tn_rules_ape_lost(c, c->ev);
    tn_rules_ape_flow_lost(d);
    d->counting = false;
}

/* Words of an idle line may have been left out before this record, or the line paused. */
static void gap(struct ape_side *d)
{
    d->counting = false;
    if (d->line.state == APE_DUE) { /* words behind it may be a packet's: another maker's line may pause there */
        d->line.state = APE_BETWEEN;
        d->line.lost = true;
    }
    if (d->line.state == APE_BETWEEN)
        d->line.after = false;
    tn_rules_ape_flow_gap(d, d->next);
}

void tn_rules_ape_frame(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct tn_apenet_rules *s = c->state;
    struct ape_side *d = tn_ape_side(c, &s->link);
    if (!d)
        return;
    d->line.cells = c->ev->port & APE_PORT_CELLS;
    if (spoiled || ev->len < ev->orig_len || ev->flags & TN_EV_FAULT) {
        forget(c, d);
        return;
    }
    const bool whole = tn_ape_words_formed(ev);
    RULE(c, APE_FRM_1, whole, "whole words, each behind its leading byte", "%u bytes, first %02x",
         ev->len, ev->len ? ev->bytes[0] : 0);
    if (!whole) {
        forget(c, d);
        return;
    }
    if (ev->cycle != d->next)
        gap(d);
    for (size_t at = 0; at < ev->len; at += APE_LINK_WORD) {
        const uint8_t *word = ev->bytes + at;
        int before = d->line.state;
        enum ape_kind kind = ape_line_word(&d->line, word[0], word + 1);
        judge(c, d, kind, before, word);
        period(c, d, kind == APE_K_CREDIT);
        tn_rules_ape_flow(d, kind, ev->cycle + at / APE_LINK_WORD, word + 1);
        if (d->line.done)
            packet(c, d);
        else if (kind == APE_K_HEADER && d->line.state == APE_BETWEEN)
            header_alone(c, d);
    }
    d->next = ev->cycle + ev->len / APE_LINK_WORD;
    tn_rules_ape_credit(c, d, tn_ape_side_at(&s->link, d->point, d->port, 3u - d->dir));
}
