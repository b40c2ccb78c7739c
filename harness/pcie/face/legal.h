/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Legal traffic of PCIe that tries to look wrong: each freedom of legal.def again and again, by the
 * seed. It knows the codec and no rule.
 */
#ifndef TN_FACE_PCIE_LEGAL_H
#define TN_FACE_PCIE_LEGAL_H

#include <tn/pcie/tlp.h>
#include <tn/rng.h>

#include <stdbool.h>
#include <stdio.h>

enum tn_freedom {
#define FREEDOM(name, source, text) TN_LEGAL_##name,
#include "legal.def"
#undef FREEDOM
    TN_LEGAL_N
};

enum { TN_LEGAL_OPEN = 48, TN_LEGAL_WHO = 8, TN_LEGAL_TAGS = 1024 };

/* A requester and its tags. */
struct tn_legal_who {
    uint16_t id;
    bool up;
    unsigned first, n;            /* its tags */
    unsigned policy, turn, freed; /* how it takes them, the next one in turn, the one freed last */
    bool taken[TN_LEGAL_TAGS];
    uint64_t since[TN_LEGAL_TAGS]; /* number of the TLP that freed it */
};

/* An outstanding request. */
struct tn_legal_open {
    struct tn_tlp t;
    struct tn_legal_who *who;
    unsigned tag;
    uint64_t number, last; /* of the request's TLP, of its last piece's */
    uint64_t asked_ns;
    uint16_t by; /* completer */
    uint32_t total, left, low;
    unsigned rcb, shape;    /* where a read is split, and how often */
    enum tn_cpl_status end; /* other than SC: the refusal */
    unsigned pieces;        /* pieces before the refusal */
    bool deferred;          /* a Deferrable Memory Write */
};

/* A TLP that is made. */
struct tn_legal_tlp {
    uint8_t p[TN_TLP_MAX];
    size_t len;
    bool up;
    struct tn_tlp t;
    uint64_t number; /* from 1 */
    uint64_t ns;     /* it leaves its sender, at the earliest */
    uint64_t after;  /* it is sent when its sender has that TLP of the other direction; 0: none */
};

struct tn_legal {
    struct tn_rng rng;
    bool four; /* edition 4.0: tags of ten bits, LN, Deferrable Memory Writes */
    unsigned mps, mrrs, rcb;
    struct tn_legal_who who[TN_LEGAL_WHO];
    struct tn_legal_open open[TN_LEGAL_OPEN];
    unsigned open_n, booted;
    uint64_t number, now_ns;
    uint64_t mood_until;
    unsigned answering, posting; /* of a hundred, until the mood changes */
    struct tn_legal_who *retry;  /* a configuration request comes again, with its tag */
    struct tn_tlp retried;
    uint8_t last[TN_TLP_MAX]; /* the TLP made last */
    size_t last_len;
    uint64_t done[TN_LEGAL_N]; /* how often, by freedom */
};

/* Begins traffic. most: the greatest payload, 128 to 4096 bytes, or 0 by the seed. */
void tn_legal_begin(struct tn_legal *l, uint64_t seed, bool four, unsigned most);
/* Makes the next TLP. ending: no request begins. Returns false when there is none. */
bool tn_legal_next(struct tn_legal *l, bool ending, struct tn_legal_tlp *to);
/* Prints how often each freedom was taken. */
void tn_legal_print(const struct tn_legal *l, FILE *f);

/* Parts of it: a request that waits for an answer, into o, with its requester's tag; a posted one;
 * which is put into t. Returns the direction: up. */
bool tn_legal_asks(struct tn_legal *l, struct tn_legal_open *o);
bool tn_legal_posts(struct tn_legal *l, struct tn_tlp *t);

static inline unsigned tn_legal_below(struct tn_legal *l, unsigned n)
{
    return (unsigned)tn_rng_below(&l->rng, n);
}
static inline bool tn_legal_chance(struct tn_legal *l, unsigned of_100)
{
    return tn_rng_chance(&l->rng, of_100, 100);
}

#endif
