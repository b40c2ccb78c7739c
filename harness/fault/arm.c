/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Armed faults, by place and time.
 */
#include "arm.h"

#include <tn/line_fault.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tn_arm(struct tn_arm_queue *q, unsigned place, const struct tn_fault *f, uint64_t seed,
           const char *why, struct tn_armed **out, char *err, size_t err_size)
{
    struct tn_armed *a = &q->armed[q->n];
    if (why || q->n == TN_ARM_MAX) {
        snprintf(err, err_size, "fault %s@%s: %s", tn_fault_name(f->kind), f->where,
                 why ? why : "too many at a time");
        return why ? -EINVAL : -ENOSPC;
    }
    *a = (struct tn_armed){.f = *f, .left = f->len ? f->len : 1};
    tn_rng_seed(&a->rng, seed, tn_line_stream(place, q->n));
    q->n++;
    *out = a;
    return 0;
}

void tn_arm_turn(struct tn_arm_queue *q, tn_arm_fn *fn, void *ctx)
{
    unsigned left = 0;
    for (unsigned i = 0; i < q->n; i++)
        if (!fn(ctx, &q->armed[i])) {
            if (left != i)
                q->armed[left] = q->armed[i];
            left++;
        }
    q->n = left;
}

uint32_t tn_armed_bit(struct tn_armed *a, uint32_t n)
{
    return a->f.has_arg ? a->f.arg % n : (uint32_t)tn_rng_below(&a->rng, n);
}

bool tn_arm_strikes(struct tn_arm_packet *p, const struct tn_fault *f, uint32_t number, uint64_t cycle,
                    const uint8_t *bytes, size_t len)
{
    if (!f->by_packet)
        return cycle >= f->cycle;
    if (number < f->packet)
        return false;
    if (number == f->packet) {
        p->bytes = malloc(len);
        p->len = p->bytes ? len : 0;
        if (p->bytes)
            memcpy(p->bytes, bytes, len);
    } else if (p->len != len || memcmp(p->bytes, bytes, len) != 0) {
        return false;
    }
    return ++p->seen == f->time;
}

void tn_arm_forget(struct tn_arm_packet *p)
{
    free(p->bytes);
    *p = (struct tn_arm_packet){NULL, 0, 0};
}
