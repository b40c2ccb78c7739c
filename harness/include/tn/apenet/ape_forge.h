/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads of an attacker: what control words, credit words and whole packets of a torus link look
 * like. No receiver may take them for such (ape_link.md, Promises).
 */
#ifndef TN_APE_FORGE_H
#define TN_APE_FORGE_H

#include <tn/rng.h>

#include <stddef.h>
#include <stdint.h>

/* What the packets ask for, should a receiver believe them. */
struct tn_ape_forged {
    uint8_t dst[3]; /* the node they go to, and say that they come from: x, y, z */
    uint16_t pid;
    uint64_t addr; /* first of the 128 bytes that they would write */
    uint32_t msg;  /* their message, of which no node has sent any */
};

/* Fills whole words of n bytes of payload, in the form of a capture, with START or MAGIC START,
 * header, payload and footer of a put or a send with right codes; MAGIC; START; clean credit words
 * that say that all room is free. */
void tn_ape_forge(struct tn_rng *rng, const struct tn_ape_forged *f, uint8_t *payload, size_t n);
/* Fills n bytes of payload, whole words, 3 at least, of the put packet to f->dst, f->pid and
 * f->addr, so that its last two words are footers of f->msg that are right when a word too many, or
 * two, have moved the payload: all words before are credit words of an idle line, and the two are a
 * MAGIC and a credit word. */
void tn_ape_forge_moved(struct tn_rng *rng, const struct tn_ape_forged *f, uint8_t *payload,
                        size_t n);

#endif
