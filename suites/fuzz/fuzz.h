/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the fuzz targets: a property that must hold, and a cursor that
 * takes an input apart. Each target describes its input format in its head.
 */
#ifndef TN_FUZZ_H
#define TN_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Requires a property of the code under test; libFuzzer keeps the input that breaks the
 * property. */
#define FUZZ_REQUIRE(cond) ((cond) ? (void)0 : fuzz_broken(__FILE__, __LINE__, #cond))

static inline _Noreturn void fuzz_broken(const char *file, int line, const char *what)
{
    dprintf(2, "%s:%d: property broken: %s\n", file, line, what);
    abort();
}

struct fuzz_input {
    const uint8_t *p;
    size_t left;
};

/* Returns the next n bytes as a little-endian number; bytes beyond the input's end are 0. */
static inline uint64_t fuzz_take(struct fuzz_input *in, unsigned n)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < n && in->left; i++, in->left--)
        v |= (uint64_t)*in->p++ << (8 * i);
    return v;
}

/* Returns the next n bytes, or as many as are left, in a block of exactly that size, so that the
 * address sanitizer sees every byte read too far. The caller frees the block. */
static inline uint8_t *fuzz_block(struct fuzz_input *in, size_t n, size_t *got)
{
    uint8_t *block;
    *got = n < in->left ? n : in->left;
    block = malloc(*got ? *got : 1);
    FUZZ_REQUIRE(block != NULL);
    if (*got)
        memcpy(block, in->p, *got);
    in->p += *got;
    in->left -= *got;
    return block;
}

/* Discards everything that the code under test prints; reports of the sanitizers go to file
 * descriptor 2 and stay. */
static inline void fuzz_quiet(void)
{
    static FILE *nowhere;
    if (nowhere)
        return;
    nowhere = fopen("/dev/null", "w");
    FUZZ_REQUIRE(nowhere != NULL);
    stdout = nowhere;
    stderr = nowhere;
}

#endif
