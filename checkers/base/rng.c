/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * xoshiro256** and splitmix64, after the published reference algorithms.
 */
#include <tn/rng.h>

#include <tn/bug.h>

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

void tn_rng_seed(struct tn_rng *r, uint64_t seed, uint64_t stream)
{
    uint64_t x = stream;
    x = seed ^ splitmix(&x);
    for (int i = 0; i < 4; i++)
        r->s[i] = splitmix(&x);
}

uint64_t tn_rng_next(struct tn_rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint64_t tn_rng_below(struct tn_rng *r, uint64_t n)
{
    tn_require(n > 0);
    /* values below 2^64 mod n would make the low results likelier */
    uint64_t reject = (0 - n) % n;
    uint64_t x;
    do
        x = tn_rng_next(r);
    while (x < reject);
    return x % n;
}

int tn_rng_chance(struct tn_rng *r, uint32_t num, uint32_t den)
{
    return tn_rng_below(r, den) < num;
}
