/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random numbers that are the same everywhere: xoshiro256** seeded by
 * splitmix64 (published algorithms, Blackman and Vigna).
 */
#ifndef TN_RNG_H
#define TN_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A generator: its 256 bits of state. */
struct tn_rng {
    uint64_t s[4];
};

/* Seeds r. Every 64-bit seed is good. Users of the same seed choose different streams, so that
 * their numbers are independent. */
void tn_rng_seed(struct tn_rng *r, uint64_t seed, uint64_t stream);

/* Returns the next 64 random bits. */
uint64_t tn_rng_next(struct tn_rng *r);

/* Returns a number from 0 to n - 1, all equally likely; n > 0. */
uint64_t tn_rng_below(struct tn_rng *r, uint64_t n);

/* Returns 1 with probability num/den, else 0. */
int tn_rng_chance(struct tn_rng *r, uint32_t num, uint32_t den);

#ifdef __cplusplus
}
#endif

#endif
