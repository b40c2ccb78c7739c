/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages of a block of TNW alone: where they lie, and what became of them.
 */
#include "tnw_block_messages.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { PLACES = 0x1000000, PLACE = 0x1000, NOTES = 0x100000, THIRD = 3 };
static const uint64_t HIGH = 0x500000000;

static int give(struct tn_block_source *s, unsigned way, struct tn_torus_message *m)
{
    *m = s->open[way];
    m->get = ++s->given[way] % THIRD == 0;
    s->open[way].len = s->joined[way] = 0;
    return 1;
}

int tn_block_next(struct tn_block_source *s, struct tn_torus_message *m)
{
    static const unsigned lengths[] = {1, 4, 2, 8};
    struct tn_torus_message one;
    int rc;
    while (!s->ended && (rc = tn_torus_stimulus_next(s->stimulus, &one)) != 0) {
        if (rc < 0)
            return rc;
        struct tn_torus_message *open = &s->open[one.from];
        const bool fits = open->len + one.len <= TN_TORUS_MESSAGE,
                   whole = fits && s->joined[one.from] + 1 == lengths[s->given[one.from] % 4];
        if (!fits)
            give(s, one.from, m);
        if (open->len == 0) {
            *open = one;
        } else {
            memcpy(open->data + open->len, one.data, one.len);
            open->len += one.len;
        }
        s->joined[one.from]++;
        if (whole)
            return give(s, one.from, m);
        if (!fits)
            return 1;
    }
    s->ended = true;
    for (unsigned way = 0; way < TN_BLOCK_WAYS; way++)
        if (s->open[way].len)
            return give(s, way, m);
    return 0;
}

uint64_t tn_block_place(unsigned k)
{
    return (k % 2 ? HIGH : 0) + PLACES + PLACE * (uint64_t)k;
}

uint64_t tn_block_note(unsigned k)
{
    return NOTES + TNW_NOTE * (uint64_t)k;
}

bool tn_block_is_place(const struct tn_block_post *post, unsigned posts, uint64_t addr, uint64_t n)
{
    if (addr >= NOTES && addr + n <= tn_block_note(posts))
        return n == TNW_NOTE && addr % TNW_NOTE == 0;
    const uint64_t k = ((addr & UINT32_MAX) - PLACES) / PLACE;
    return k < posts && addr >= tn_block_place((unsigned)k) &&
           addr + n <= tn_block_place((unsigned)k) + post[k].m.len;
}

static bool is_right(const struct tn_memory *m, const struct tn_block_post *p, unsigned k)
{
    uint8_t got[TN_TORUS_MESSAGE];
    tn_memory_peek(m, tn_block_place(k), got, p->m.len);
    return memcmp(got, p->m.data, p->m.len) == 0;
}

void tn_block_look(const struct tn_memory *m, struct tn_block_post *post, unsigned k, unsigned kind,
                   bool whole)
{
    struct tn_block_post *p = &post[k];
    uint8_t bytes[TNW_NOTE];
    struct tnw_note n;
    tn_memory_peek(m, tn_block_note(k), bytes, sizeof bytes);
    tnw_note_decode(bytes, &n);
    if (!n.valid)
        return;
    const bool good = n.kind == kind && n.link == p->id / TNW_VCS && n.vc == p->id % TNW_VCS &&
                      n.tag == k && n.cause == 0 && n.bytes == p->m.len;
    p->end = !good ? TN_BLOCK_TOLD : !whole || is_right(m, p, k) ? TN_BLOCK_RIGHT : TN_BLOCK_OTHER;
}

bool tn_block_spoilt(const struct tn_memory *m, const struct tn_block_post *post, unsigned k)
{
    return post[k].end == TN_BLOCK_RIGHT && !is_right(m, &post[k], k);
}

unsigned tn_block_count(struct tn_session *s, const struct tn_block_post *post, unsigned posts,
                        const char *rule)
{
    unsigned missing = 0;
    for (unsigned k = 0; k < posts; k++) {
        char found[40];
        snprintf(found, sizeof found, "message %u", k + 1);
        s->tally.out += post[k].end == TN_BLOCK_RIGHT || post[k].end == TN_BLOCK_OTHER;
        s->tally.matched += post[k].end == TN_BLOCK_RIGHT;
        missing += post[k].end == TN_BLOCK_OPEN || post[k].end == TN_BLOCK_TOLD;
        if (post[k].end == TN_BLOCK_TOLD)
            tn_session_say(s, true, rule, "messages without an error", found);
        if (post[k].end != TN_BLOCK_OTHER)
            continue;
        s->tally.wrong++;
        tn_session_say(s, false, rule, "each message whole", found);
    }
    return missing;
}

void tn_block_missing(struct tn_session *s, unsigned missing)
{
    if (missing && s->tally.told) {
        s->tally.lost = missing;
    } else if (missing) {
        s->tally.hung = true;
        tn_session_note(s, tn_sim_cycle(), "hang");
    }
}
