/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Puts the data packets of a capture together again: a transaction is the packets of one source,
 * TID and number from the one marked first to the one marked last, without a gap.
 */
#include "exa_dma_reader.h"

#include "../stimulus/exa_stimulus.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN = 64 };

/* A transaction whose last packet is still to come. */
struct assembly {
    bool used;
    uint64_t key, next_addr;
    struct tn_dma_transaction x;
};

struct tn_dma_reader {
    struct tn_exa_stimulus *capture;
    uint32_t own;
    uint16_t pdid[TN_EXD_BANKS];
    unsigned domains;
    struct assembly open[OPEN];
};

static bool wanted(const struct exa_packet *k)
{
    return k->type == EXA_WRITE && !exa_is_message(k) && !exa_is_peripheral(k->addr);
}

static bool has(const struct tn_dma_reader *r, uint16_t pdid)
{
    for (unsigned i = 0; i < r->domains; i++)
        if (r->pdid[i] == pdid)
            return true;
    return false;
}

static struct tn_exa_stimulus *capture(const struct tn_session_options *o, char *err,
                                       size_t err_size)
{
    struct tn_exa_stimulus *s = tn_exa_stimulus_open(
        o->capture, &o->stim, o->map[0] ? o->map : "port", NULL, err, err_size);
    if (s)
        tn_exa_stimulus_filter(s, wanted);
    return s;
}

/* Finds the first eight domains. */
static int learn(struct tn_dma_reader *r, const struct tn_session_options *o, char *err,
                 size_t err_size)
{
    struct tn_exa_stim_packet next;
    struct exa_packet k;
    int rc;
    if (!(r->capture = capture(o, err, err_size)))
        return -EINVAL;
    r->own = tn_exa_stimulus_own(r->capture);
    while ((rc = tn_exa_stimulus_next(r->capture, &next)) == 1) {
        exa_decode(next.bytes, next.len, next.len, &k);
        if (r->domains < TN_EXD_BANKS && !has(r, k.pdid))
            r->pdid[r->domains++] = k.pdid;
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", o->capture, tn_exa_stimulus_error(r->capture));
    else if (r->domains == 0)
        snprintf(err, err_size, "%.200s: nothing in it for this block", o->capture);
    tn_exa_stimulus_close(r->capture);
    r->capture = NULL;
    return rc < 0 ? rc : r->domains ? 0 : -ENOMSG;
}

struct tn_dma_reader *tn_dma_reader_open(const struct tn_session_options *o, char *err,
                                         size_t err_size)
{
    struct tn_dma_reader *r;
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return NULL;
    }
    if (!(r = calloc(1, sizeof *r))) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    if (learn(r, o, err, err_size) == 0 && (r->capture = capture(o, err, err_size)))
        return r;
    free(r);
    return NULL;
}

/* Finds the transaction that packet k goes on, or begins one. NULL: k does neither, or there is no
 * room. */
static struct assembly *assembly_of(struct tn_dma_reader *r, const struct exa_packet *k)
{
    const uint64_t key = (uint64_t)exa_node_bits(k->src) << 32 | (uint64_t)k->tid << 16 | k->seq;
    struct assembly *a = NULL;
    for (unsigned i = 0; i < OPEN; i++) {
        if (r->open[i].used && r->open[i].key == key)
            return &r->open[i];
        if (!r->open[i].used)
            a = &r->open[i];
    }
    if (!a || !k->first || !has(r, k->pdid))
        return NULL;
    a->used = true;
    a->key = key;
    a->next_addr = k->addr;
    a->x.from = exa_node_bits(k->src);
    a->x.f = (struct tn_exd_fields){.addr = k->addr,
                                    .dst = exa_node_bits(k->dst),
                                    .pdid = k->pdid,
                                    .seq = k->seq % EXA_SEQ_MOD,
                                    .notify = k->notify};
    return a;
}

/* Adds a packet to its transaction. Returns the transaction when that is whole. */
static struct assembly *add(struct tn_dma_reader *r, const struct exa_packet *k)
{
    struct assembly *a = assembly_of(r, k);
    if (!a)
        return NULL;
    const unsigned length = a->x.f.length + k->size;
    a->used = k->addr == a->next_addr && k->size <= k->word_n * EXA_WORD &&
              (!k->first || a->x.f.length == 0) &&
              a->x.f.addr % TN_EXD_BYTES + length <= TN_EXD_BYTES;
    if (!a->used)
        return NULL;
    memcpy(a->x.bytes + a->x.f.length, exa_payload(k), k->size);
    a->x.f.length = length;
    a->next_addr += k->size;
    return k->last ? a : NULL;
}

int tn_dma_reader_next(struct tn_dma_reader *r, struct tn_dma_transaction *x)
{
    struct tn_exa_stim_packet next;
    struct assembly *a = NULL;
    struct exa_packet k;
    int rc;
    while (!a) {
        if ((rc = tn_exa_stimulus_next(r->capture, &next)) != 1)
            return rc;
        exa_decode(next.bytes, next.len, next.len, &k);
        a = add(r, &k);
    }
    *x = a->x;
    x->at = next.at;
    a->used = false;
    return 1;
}

uint32_t tn_dma_reader_own(const struct tn_dma_reader *r)
{
    return r->own;
}

unsigned tn_dma_reader_domains(const struct tn_dma_reader *r)
{
    return r->domains;
}

uint16_t tn_dma_reader_domain(const struct tn_dma_reader *r, unsigned i)
{
    return r->pdid[i];
}

const char *tn_dma_reader_error(const struct tn_dma_reader *r)
{
    return tn_exa_stimulus_error(r->capture);
}

void tn_dma_reader_close(struct tn_dma_reader *r)
{
    if (!r)
        return;
    tn_exa_stimulus_close(r->capture);
    free(r);
}
