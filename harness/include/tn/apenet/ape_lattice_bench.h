/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a lattice of APEnet routers and links as C sees it: packets into local ports, and
 * judges of all lines (the rules APE-*) and of the whole (tn/apenet/ape_net.h).
 */
#ifndef TN_APE_LATTICE_BENCH_H
#define TN_APE_LATTICE_BENCH_H

#include <tn/apenet/ape_net.h>
#include <tn/bfm.h>

struct tn_ape_lattice;

/* Resets the lattice and begins to judge; verdicts go to fn. NULL on ENOMEM. */
struct tn_ape_lattice *tn_ape_lattice_begin(tn_verdict_fn *fn, void *ctx);
/* The lattice's parameters and registers of reset. */
const struct tn_ape_net_config *tn_ape_lattice_config(const struct tn_ape_lattice *b);
/* Lines have faults from now on (tn/inject.h): their words are not judged any more, and packets may
 * be missing, or come out with err. */
void tn_ape_lattice_lossy(struct tn_ape_lattice *b);
/* Queues a packet, in the form of a capture, at local port n of all. Returns 0, or a negative errno
 * value. */
int tn_ape_lattice_send(struct tn_ape_lattice *b, unsigned n, const uint8_t *packet, size_t len);
/* Stalls all local ports' packets, and all local ports' room. */
void tn_ape_lattice_stall(struct tn_ape_lattice *b, const struct tn_stall *source,
                          const struct tn_stall *room);
/* Returns the packets queued at local port n. */
size_t tn_ape_lattice_queued(const struct tn_ape_lattice *b, unsigned n);
/* Waits until the lattice is empty, at most so many cycles. */
void tn_ape_lattice_rest(struct tn_ape_lattice *b, uint64_t cycles);
/* Returns the packets that came out as they should. */
uint64_t tn_ape_lattice_matched(const struct tn_ape_lattice *b);
/* The most words that any link's receiver held of a virtual channel, as credit words on the lines
 * said, their margins taken off. */
void tn_ape_lattice_most(const struct tn_ape_lattice *b, struct ape_credit *most);
/* Returns how often a rule was asked, of the links or of the whole. */
uint64_t tn_ape_lattice_asked(const struct tn_ape_lattice *b, const char *rule);
/* Judges what is missing, and ends. */
void tn_ape_lattice_end(struct tn_ape_lattice *b);

#endif
