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

struct tn_rng {
    uint64_t s[4];
};

/* Seeds r; every 64-bit seed is good. stream separates users of one seed. */
void tn_rng_seed(struct tn_rng *r, uint64_t seed, uint64_t stream);

/* The next 64 random bits. */
uint64_t tn_rng_next(struct tn_rng *r);

/* Uniform in [0, n), n > 0, without modulo bias. */
uint64_t tn_rng_below(struct tn_rng *r, uint64_t n);

/* 1 with probability num/den. */
int tn_rng_chance(struct tn_rng *r, uint32_t num, uint32_t den);

#ifdef __cplusplus
}
#endif

#endif
