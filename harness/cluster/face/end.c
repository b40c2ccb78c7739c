/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a lane for tenter gen (end.h).
 */
#include "end.h"

#include <tn/cluster/cl_forge.h>

#include <string.h>

enum {
    FORGED_OF = 4 /* packets, of which one has an attacker's data */,
    DATA_AT = 6,
    TIMEOUT = 512,
    HELD_MAX = 60 /* cycles in the receive buffer */,
    THIRD = 3
};

static unsigned below(struct cl_gen_end *e, unsigned n)
{
    return (unsigned)tn_rng_below(e->rng, n);
}

/* A global address of a node in which a write of so many words of 32 bits stays within one line. */
static uint32_t address(struct cl_gen_end *e, unsigned node, unsigned words)
{
    const uint32_t line = below(e, 1u << 20), at = below(e, CL_LINE / 4 - words + 1);
    return node << 27 | below(e, 4) << 25 | line * CL_LINE | at * 4;
}

/* Where an acknowledgment goes: mostly to the source. */
static uint32_t answer(struct cl_gen_end *e)
{
    return below(e, 4) ? address(e, e->node, 1) : 0;
}

/* Makes a packet of a type. Returns its words. */
static unsigned packet(struct cl_gen_end *e, unsigned type, uint16_t *word)
{
    struct cl_header h = {.src = e->node,
                          .dst = (uint8_t)below(e, CL_NODES),
                          .src_cpu = (uint8_t)below(e, 4),
                          .type = (uint8_t)type,
                          .prio = (uint8_t)cl_type_prio(type),
                          .seq = e->seq};
    const unsigned most = type == TN_cl_hdr_type_MESSAGE ? 7 : 8, data = 1 + below(e, most);
    const bool one_word = type == TN_cl_hdr_type_ACK || type == TN_cl_hdr_type_NACK;
    struct cl_body b = {
        .first = address(e, h.dst, one_word ? 1 : data),
        .reply = address(e, e->node, data),
        .ack = answer(e),
        .value = below(e, 256) * 4,
        .size = (uint16_t)(4 * (data > 7 && type == TN_cl_hdr_type_QUEUE_READ ? 7 : data)),
        .cause = (uint16_t)(1 + below(e, 3))};
    for (unsigned i = DATA_AT; i < CL_WORDS_MAX; i++)
        word[i] = (uint16_t)tn_rng_next(e->rng);
    if (tn_rng_below(e->attacks, FORGED_OF) == 0)
        cl_forge(e->attacks, &h, word + DATA_AT, CL_WORDS_MAX - DATA_AT);
    h.dst_cpu = (uint8_t)cl_cpu(b.first);
    h.len = (uint8_t)(4 + 2 * data);
    for (unsigned len = 1; !cl_len_fits(type, h.len); len++)
        h.len = (uint8_t)len;
    return cl_encode(&h, &b, word);
}

/* Makes a new packet, if window and credits have room. */
static bool make(struct cl_gen_end *e)
{
    static const unsigned limit[CL_PRIOS] = {14, 12, 8};
    const unsigned type = 1 + below(e, 8), prio = (unsigned)cl_type_prio(type);
    struct cl_gen_run *r = &e->kept[e->kept_n];
    unsigned sum = 0;
    if (e->left == 0 || e->kept_n == CL_WINDOW)
        return false;
    for (unsigned p = CL_PRIOS; p-- > 0;) {
        sum += e->out[p] + (p == prio);
        if (sum > limit[p])
            return false;
    }
    r->n = packet(e, type, r->word);
    e->kept_n++;
    e->out[prio]++;
    e->seq = (uint8_t)((e->seq + 1) % CL_SEQS);
    e->left--;
    return true;
}

/* Frees packets whose time has come. */
static void release(struct cl_gen_end *e, uint64_t now)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->held_n; i++) {
        if (e->held[i].cycle > now) {
            e->held[n++] = e->held[i];
            continue;
        }
        e->freed[e->held[i].prio]++;
        e->due = true;
    }
    e->held_n = n;
}

static void link_packet(struct cl_gen_end *e, struct cl_gen_run *r)
{
    const struct cl_ctl l = {.nack = e->nack,
                             .plane = e->plane,
                             .ack = (uint8_t)((e->expected + CL_SEQS - 1) % CL_SEQS),
                             .freed = {e->freed[0], e->freed[1], e->freed[2]}};
    cl_ctl_put(&l, r->word);
    r->n = CL_CTL_WORDS;
    e->nack = e->due = false;
    e->since = 0;
}

bool cl_gen_end_send(struct cl_gen_end *e, uint64_t now, struct cl_gen_run *r)
{
    release(e, now);
    if (now < e->free_at + 1)
        return false;
    if (e->sent && now > e->progress + TIMEOUT) {
        e->sent = 0;
        e->progress = now;
    }
    const bool waits = e->sent < e->kept_n || (below(e, 6) == 0 && make(e));
    const bool idle = now == e->free_at + CL_IDLE_MAX;
    if (e->nack || idle || (e->due && (!waits || e->since == THIRD))) {
        link_packet(e, r);
    } else if (waits) {
        if (e->sent == 0)
            e->progress = now;
        *r = e->kept[e->sent++];
        e->since += e->due;
    } else {
        return false;
    }
    e->free_at = now + r->n;
    return true;
}

static void take_link(struct cl_gen_end *e, uint64_t now, const struct cl_ctl *l)
{
    const unsigned first = e->seq + CL_SEQS - e->kept_n;
    const unsigned n = (l->ack + 1u + CL_SEQS - first % CL_SEQS) % CL_SEQS;
    if (n > 0 && n <= e->kept_n) {
        memmove(e->kept, e->kept + n, (e->kept_n - n) * sizeof *e->kept);
        e->kept_n -= n;
        e->sent = e->sent > n ? e->sent - n : 0;
        e->progress = now;
    }
    for (unsigned p = 0; p < CL_PRIOS; p++) {
        e->out[p] -= (uint8_t)(l->freed[p] - e->seen[p]);
        e->seen[p] = l->freed[p];
    }
    if (l->nack)
        e->sent = 0;
}

void cl_gen_end_take(struct cl_gen_end *e, uint64_t now, const struct cl_gen_run *r)
{
    struct cl_packet k = {.whole = false};
    struct cl_ctl l;
    if (r)
        cl_decode(r->word, r->n, r->n, &k);
    if (k.whole && k.header.type == TN_cl_hdr_type_LINK) {
        cl_ctl_get(r->word + 2, &l);
        take_link(e, now, &l);
    } else if (k.whole && k.header.seq == e->expected) {
        e->expected = (uint8_t)((e->expected + 1) % CL_SEQS);
        e->held[e->held_n].cycle = now + 1 + below(e, HELD_MAX);
        e->held[e->held_n++].prio = k.header.prio;
        e->told = false;
        e->due = true;
    } else if (k.whole && (e->expected - 1u - k.header.seq) % CL_SEQS < CL_SEQS / 2) {
        e->due = true;
    } else if (!e->told) {
        e->told = e->nack = e->due = true;
    }
}

bool cl_gen_end_busy(const struct cl_gen_end *e)
{
    return e->left || e->kept_n || e->held_n || e->due;
}
