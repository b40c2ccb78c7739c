/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Armed faults: those that wait at a place (a line, a port) for their time, or go on there; and the
 * packet that a fault by packet waits for. What a fault does is its owner's.
 */
#ifndef TN_ARM_H
#define TN_ARM_H

#include <tn/fault.h>
#include <tn/rng.h>

enum { TN_ARM_MAX = 16 };

struct tn_armed {
    struct tn_fault f;  /* kind: as its owner calls it (tn_fault_own()) */
    struct tn_rng rng;  /* draws what f leaves open */
    bool begun;
    bool over;          /* struck for the last time */
    uint64_t until;     /* of one that lasts: the cycle in which it ends */
    uint32_t left;      /* blows, of one that has several: f.len of them, or one */
    double rate;        /* of one that strikes at random: the chance of a blow */
    uint64_t own[2];    /* the owner's */
};

/* Those at one place, in the order in which they were armed. */
struct tn_arm_queue {
    struct tn_armed armed[TN_ARM_MAX];
    unsigned n;
};

/* Arms f at the place with that number. why: NULL, or the reason why the place does not take it. 0 and
 * the armed fault in *out; -EINVAL with why or -ENOSPC with the reason as a line in err. */
int tn_arm(struct tn_arm_queue *q, unsigned place, const struct tn_fault *f, uint64_t seed,
           const char *why, struct tn_armed **out, char *err, size_t err_size);

/* Asks fn about each; those of which it is true are over, and forgotten. */
typedef bool tn_arm_fn(void *ctx, struct tn_armed *a);
void tn_arm_turn(struct tn_arm_queue *q, tn_arm_fn *fn, void *ctx);

/* The bit that f names, or one drawn, below n. */
uint32_t tn_armed_bit(struct tn_armed *a, uint32_t n);

/* The packet that a fault waits for: its bytes, to know it again, and how often it was seen. */
struct tn_arm_packet {
    uint8_t *bytes;
    size_t len;
    uint32_t seen;
};
/* Packet number of a link (from 1) passes: is it the packet, and the time, that f waits for? Of one by
 * cycle, it is the first in that cycle or later. Asked about each packet from the first on. */
bool tn_arm_strikes(struct tn_arm_packet *p, const struct tn_fault *f, uint32_t number, uint64_t cycle,
                    const uint8_t *bytes, size_t len);
void tn_arm_forget(struct tn_arm_packet *p);

#endif
