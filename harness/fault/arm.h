/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Queues of armed faults: faults that wait at a place (a line, a port) for their time, or last
 * there; and the packet that a fault by packet waits for. The owner of the place does the faults.
 */
#ifndef TN_ARM_H
#define TN_ARM_H

#include <tn/fault.h>
#include <tn/rng.h>

enum { TN_ARM_MAX = 16 };

struct tn_armed {
    struct tn_fault f; /* its kind is the owner's (tn_fault_own()) */
    struct tn_rng rng; /* draws parameters that f leaves open */
    bool begun;
    bool over;       /* the fault has struck for the last time */
    uint64_t until;  /* lasting faults: the cycle in which the fault ends */
    uint32_t left;   /* repeated faults: strikes that are left, f.len or one at first */
    double rate;     /* random faults: the probability of a strike */
    uint64_t own[2]; /* the owner's */
};

/* The faults at one place, in the order of arming. */
struct tn_arm_queue {
    struct tn_armed armed[TN_ARM_MAX];
    unsigned n;
};

/* Arms f at the place with that number. why: NULL, or the reason why the place refuses the fault.
 * Returns 0 with the armed fault in *out; -EINVAL with why in err; or -ENOSPC with a line in err.
 */
int tn_arm(struct tn_arm_queue *q, unsigned place, const struct tn_fault *f, uint64_t seed,
           const char *why, struct tn_armed **out, char *err, size_t err_size);

/* Does a turn of a fault. Returns true when the fault is over. */
typedef bool tn_arm_fn(void *ctx, struct tn_armed *a);
/* Calls fn for each fault and removes the faults that are over. */
void tn_arm_turn(struct tn_arm_queue *q, tn_arm_fn *fn, void *ctx);

/* Returns the bit that the fault names, or a drawn one, below n. */
uint32_t tn_armed_bit(struct tn_armed *a, uint32_t n);

/* The packet that a fault waits for. */
struct tn_arm_packet {
    uint8_t *bytes; /* its bytes, by which repetitions are recognised */
    size_t len;
    uint32_t seen; /* times that it has passed */
};
/* Says whether f strikes packet `number` of a link (from 1), which passes now: the packet and the
 * time that f names or, for a fault by cycle, the first packet in that cycle or later. Called for
 * each packet from the first on. */
bool tn_arm_strikes(struct tn_arm_packet *p, const struct tn_fault *f, uint32_t number,
                    uint64_t cycle, const uint8_t *bytes, size_t len);
/* Frees the bytes and forgets the packet. */
void tn_arm_forget(struct tn_arm_packet *p);

#endif
