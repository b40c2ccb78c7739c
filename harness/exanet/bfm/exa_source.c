/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sources of the ExaNet channel: a queue of words behind each.
 */
#include "exa_bench.h"

#include "../../bfm/bfm.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 65536 };

/* What one call queued. */
struct run {
    struct run *next;
    uint64_t not_before;
    size_t n, sent;
    struct tn_exa_word words[];
};

struct tn_exa_source {
    char name[TN_BFM_NAME];
    struct run *head, **tail;
    size_t pending;
    struct tn_stalls stalls;
    bool going;    /* a word was handed over and not yet taken by the DUT */
    bool changed;  /* something new since the last tick */
    uint32_t wake; /* toggles then */
};

static struct tn_exa_source sources[TN_CORE_SABOTEUR_SOURCE + TN_CORE_SABOTEURS];
static unsigned source_n; /* up to the last declared, saboteurs' apart */

void tn_exa_source_declare(unsigned id, const char *name)
{
    tn_require(id < sizeof sources / sizeof *sources);
    tn_bfm_name(sources[id].name, name);
    sources[id].tail = &sources[id].head;
    if (id < TN_CORE_STREAMS && id >= source_n)
        source_n = id + 1;
}

struct tn_exa_source *tn_exa_source_slot(unsigned id)
{
    return &sources[id];
}

struct tn_exa_source *tn_exa_source_find(const char *name)
{
    for (unsigned i = 0; i < source_n; i++)
        if (sources[i].tail && strcmp(sources[i].name, name) == 0)
            return &sources[i];
    tn_bfm_missed(name);
    return NULL;
}

static const char *nth(unsigned i)
{
    return i == source_n ? NULL : sources[i].tail ? sources[i].name : "";
}

/* Ends the run when the program goes on with a source that the bench lacks. */
static void need(const struct tn_exa_source *s)
{
    if (!s)
        tn_bfm_absent("source", nth);
}

int tn_exa_source_words(struct tn_exa_source *s, const struct tn_exa_word *words, size_t n,
                        uint64_t not_before)
{
    struct run *r;
    need(s);
    if (n == 0 || n > WORDS_MAX)
        return -EMSGSIZE;
    r = malloc(sizeof *r + n * sizeof *words);
    if (!r)
        return -ENOMEM;
    *r = (struct run){.not_before = not_before, .n = n};
    memcpy(r->words, words, n * sizeof *words);
    *s->tail = r;
    s->tail = &r->next;
    s->pending += n;
    s->changed = true;
    tn_core_changed();
    return 0;
}

int tn_exa_source_send(struct tn_exa_source *s, const uint8_t *bytes, size_t len,
                       uint64_t not_before)
{
    struct tn_exa_word words[EXA_KEEP_MAX / EXA_WORD];
    size_t n = len / EXA_WORD;
    if (len == 0 || len % EXA_WORD || len > EXA_KEEP_MAX)
        return -EMSGSIZE;
    for (size_t i = 0; i < n; i++) {
        words[i].kind = i == 0 ? TN_EXA_HDR : i == n - 1 ? TN_EXA_FTR : TN_EXA_PLD;
        if (words[i].kind == TN_EXA_PLD)
            memcpy(words[i].data, bytes + EXA_WORD * i, EXA_WORD);
        else
            exa_word_turn(bytes + EXA_WORD * i, words[i].data);
    }
    return tn_exa_source_words(s, words, n, not_before);
}

size_t tn_exa_source_pending(const struct tn_exa_source *s)
{
    need(s);
    return s->pending;
}

void tn_exa_source_flush(struct tn_exa_source *s)
{
    need(s);
    struct run *keep = s->head && s->head->sent ? s->head : NULL;
    for (struct run *r = keep ? keep->next : s->head, *next; r; r = next) {
        next = r->next;
        s->pending -= r->n;
        free(r);
    }
    s->head = keep;
    s->tail = keep ? &keep->next : &s->head;
    if (keep)
        keep->next = NULL;
    s->changed = true;
    tn_core_changed();
}

int tn_exa_source_stall(struct tn_exa_source *s, const struct tn_stall *stall)
{
    need(s);
    int rc = tn_stalls_set(&s->stalls, s->name, stall);
    s->changed = true;
    tn_core_changed();
    return rc;
}

/* The word at the head of the queue. */
static void hand_over(struct tn_exa_source *s, struct tn_next *out)
{
    struct run *r = s->head;
    const struct tn_exa_word *w = &r->words[r->sent++];
    out->have = 1;
    out->beat[4] = w->kind;
    memcpy(out->beat, w->data, EXA_WORD); /* byte 0 is bits 7:0: a little-endian host */
    s->going = true;
    if (r->sent == r->n) {
        s->head = r->next;
        if (!s->head)
            s->tail = &s->head;
        free(r);
    }
}

static void next_word(unsigned id, uint64_t cycle, bool taken, struct tn_next *out)
{
    struct tn_exa_source *s = &sources[id];
    (void)taken;
    memset(out, 0, sizeof *out);
    if (s->going) { /* asked again: that word has gone */
        s->going = false;
        s->pending--;
    }
    if (s->stalls.spec.kind == TN_STALL_FOREVER || !s->head)
        return; /* asleep: what is new wakes it */
    if (s->head->sent == 0 && s->head->not_before > cycle) {
        uint64_t wait = s->head->not_before - cycle;
        out->have = 2;
        out->delay = wait > UINT32_MAX ? UINT32_MAX : (uint32_t)wait;
        return;
    }
    out->delay = tn_stalls_next(&s->stalls);
    hand_over(s, out);
}

static uint64_t wakes(void)
{
    uint64_t wake = 0;
    for (unsigned i = 0; i < source_n; i++) {
        sources[i].wake ^= sources[i].changed;
        sources[i].changed = false;
        wake |= (uint64_t)sources[i].wake << i;
    }
    return wake;
}

static void reset(void)
{
    for (unsigned i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct tn_exa_source *s = &sources[i];
        if (!s->tail)
            continue;
        for (struct run *r = s->head, *next; r; r = next) {
            next = r->next;
            free(r);
        }
        s->head = NULL;
        s->tail = &s->head;
        s->pending = 0;
        s->going = false;
        tn_stalls_set(&s->stalls, s->name, &(struct tn_stall){.kind = TN_STALL_NONE});
    }
}

const struct tn_boundary tn_exa_source_boundary = {
    .name = "exa_source", .declare = tn_exa_source_declare, .next = next_word, .reset = reset, .wakes = wakes};
