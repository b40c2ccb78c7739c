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

/* What a word means where it stands. before: the state of the line before the word. */
static void judge(struct tn_checker *c, struct ape_side *d, enum ape_kind kind, int before,
                  const uint8_t word[APE_WORD])
{
    struct ape_credit k;
    bool inside = before == APE_INSIDE;
    if (kind == APE_K_START)
        RULE(c, APE_LNK_1, !d->line.bare, "MAGIC before START", "START alone");
    if (d->line.behind && !inside && kind != APE_K_START)
        RULE(c, APE_LNK_1, false, "START behind MAGIC", "%02x%02x%02x%02x...", word[0], word[1],
             word[2], word[3]);
    if (d->line.behind && inside)
        RULE(c, APE_LNK_3,
             kind == APE_K_DATA || kind == APE_K_FOOTER ||
                 (kind == APE_K_CREDIT && ape_credit_get(word, &k)),
             "MAGIC or a clean credit word", "%02x%02x%02x%02x...", word[0], word[1], word[2],
             word[3]);
    if (!d->line.behind && before == APE_BETWEEN && (kind == APE_K_CREDIT || kind == APE_K_STRAY))
        RULE(c, APE_LNK_2, kind == APE_K_CREDIT, "a clean credit word", "%02x%02x%02x%02x...",
             word[0], word[1], word[2], word[3]);
    if (kind == APE_K_CREDIT)
        credit(c, word);
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

void tn_rules_ape_frame(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct tn_apenet_rules *s = c->state;
    struct ape_side *d = tn_ape_side(c, &s->link);
    if (!d)
        return;
    d->line.cells = c->ev->port & APE_PORT_CELLS;
    if (spoiled || ev->len < ev->orig_len || ev->flags & TN_EV_FAULT) {
        ape_line_reset(&d->line);
        tn_rules_ape_lost(c, ev);
        tn_rules_ape_flow_lost(d);
        d->counting = false;
        return;
    }
    RULE(c, APE_FRM_1, ev->len % APE_WORD == 0 && ev->len > 0, "whole words", "%u bytes", ev->len);
    if (ev->cycle != d->next) { /* credit words may have been left out */
        d->counting = false;
        tn_rules_ape_flow_gap(d, d->next);
    }
    for (size_t at = 0; at + APE_WORD <= ev->len; at += APE_WORD) {
        int before = d->line.state;
        enum ape_kind kind = ape_line_word(&d->line, ev->bytes + at);
        judge(c, d, kind, before, ev->bytes + at);
        period(c, d, kind == APE_K_CREDIT);
        tn_rules_ape_flow(d, kind, ev->cycle + at / APE_WORD, ev->bytes + at);
        if (d->line.done)
            packet(c, d);
        else if (kind == APE_K_HEADER && d->line.state == APE_BETWEEN)
            header_alone(c, d);
    }
    d->next = ev->cycle + ev->len / APE_WORD;
    tn_rules_ape_credit(c, d, tn_ape_side_at(&s->link, d->point, d->port, 3u - d->dir));
}
