/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the judge of a sender's line is told: words taken, readies, the other side, wishes.
 */
#include "link_judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const rule_ids[] = {"EXL-BLK-1", "EXL-SCR-1", "EXL-FRM-1", "EXL-TX-1",
                                       "EXL-TX-2",  "EXL-NFC-1", "EXL-NFC-2", "EXL-NFC-3",
                                       "EXL-NFC-4", NULL};

enum { STEP = 256 };

void tn_exl_judge_defaults(struct tn_exl_judge_params *p)
{
    *p = (struct tn_exl_judge_params){.from_reset = true, .words = true, .react = 32, .slack = 24};
    tn_exl_defaults(&p->link);
}

/* All behind the parameters and the verdicts so far. */
static void start(struct tn_exl_judge *w)
{
    free(w->item);
    *w = (struct tn_exl_judge){
        .par = w->par, .judge = w->judge, .framed = w->par.from_reset, .announce = true};
    tn_exl_scrambler_init(&w->scrambler);
}

struct tn_exl_judge *tn_exl_judge_new(const struct tn_exl_judge_params *p, tn_verdict_fn *fn,
                                      void *ctx)
{
    struct tn_exl_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->par = *p;
    tn_judge_init(&w->judge, rule_ids, fn, ctx);
    start(w);
    return w;
}

void tn_exl_judge_free(struct tn_exl_judge *w)
{
    if (!w)
        return;
    free(w->item);
    free(w);
}

uint64_t tn_exl_judge_asked(const struct tn_exl_judge *w, const char *rule)
{
    return tn_judge_asked(&w->judge, rule);
}

uint64_t tn_exl_judge_failed(const struct tn_exl_judge *w, const char *rule)
{
    return tn_judge_failed(&w->judge, rule);
}

uint32_t tn_exl_judge_count(const struct tn_exl_judge *w, uint32_t addr)
{
    return addr == 0x400 ? w->frames : addr == 0x404 ? w->strays : 0;
}

unsigned tn_exl_judge_left(const struct tn_exl_judge *w)
{
    return (unsigned)(w->base + w->n - w->sent);
}

/* All that the line is done with goes, but for the last word, whose end may yet be told. */
static void forget(struct tn_exl_judge *w)
{
    if (w->sent < w->base + STEP)
        return;
    const size_t gone = (size_t)(w->sent - 1 - w->base);
    w->n -= gone;
    w->base += gone;
    memmove(w->item, w->item + gone, w->n * sizeof *w->item);
}

int tn_exl_judge_word(struct tn_exl_judge *w, const struct tn_exa_word *word)
{
    struct exa_packet k;
    forget(w);
    if (word->kind != TN_EXA_HDR && !w->taking) {
        w->strays++;
        return 0;
    }
    if (w->n == w->cap) {
        struct exl_item *more = realloc(w->item, (w->cap + STEP) * sizeof *more);
        if (!more)
            return -ENOMEM;
        w->item = more;
        w->cap += STEP;
    }
    struct exl_item *it = &w->item[w->n];
    *it = (struct exl_item){.last = word->kind == TN_EXA_FTR, .at = w->blocks};
    memcpy(it->data, word->data, EXA_WORD);
    if (word->kind == TN_EXA_HDR) {
        if (w->taking)
            w->item[w->n - 1].last = true;
        it->last = tn_exa_word_header(word->data, &k) && exa_form(&k) == EXA_H;
    }
    w->taking = !it->last;
    w->n++;
    return 0;
}

void tn_exl_judge_ready(struct tn_exl_judge *w, unsigned ready, uint64_t cycle)
{
    const unsigned held = tn_exl_judge_left(w), slack = w->par.slack;
    if (w->lost || !w->par.words)
        return;
    w->judge.cycle = cycle;
    if (ready & TN_EXA_HDR)
        tn_judge(&w->judge, TX_1, held + TN_EXA_PACKET_WORDS <= TN_EXL_FIFO + slack,
                 "no header while fewer than 18 words are free", "ready with %u held", held);
    if (held + slack < TN_EXL_FIFO)
        tn_judge(&w->judge, TX_1, (ready & TN_EXA_PLD) && (ready & TN_EXA_FTR),
                 "payload and footer while it is not full", "readies %x with %u held", ready, held);
}

void tn_exl_judge_side(struct tn_exl_judge *w, bool locked, bool peer_ready, bool peer_xoff)
{
    const bool was = w->locked && w->peer_ready, is = locked && peer_ready;
    const bool may = is && !peer_xoff;
    if (locked != w->locked)
        w->locked_since = w->blocks;
    if (may != w->may_begin)
        w->may_since = w->blocks;
    if (is && !was && w->blocks - w->ready_since > w->par.react)
        w->announce = true;
    if (is != was)
        w->ready_since = w->blocks;
    w->locked = locked;
    w->peer_ready = peer_ready;
    w->may_begin = may;
    w->side_told = true;
}

void tn_exl_judge_wish(struct tn_exl_judge *w, enum tn_exl_wish wish)
{
    if (wish != w->wish)
        w->differs_since = w->blocks;
    w->wish = wish;
    w->wish_told = true;
}
