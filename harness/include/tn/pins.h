/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * All pins of a block with tables, as the bench's vectors have them (harness/bfm/tn_bfm_pins.v): for
 * the C that blockgen makes of the block's ports, and for tests that know the table alone.
 */
#ifndef TN_PINS_H
#define TN_PINS_H

#include <stdint.h>

enum { TN_PINS_OUT_WORDS = 20, TN_PINS_IN_WORDS = 32 };

/* A block's own way with its pins. */
struct tn_pins_form {
    /* At each edge from the second cycle of the first reset on: bit 0 of pins is rst, and bit i of
     * unknown is set when word i has unknown bits. play holds zeros, and on return the inputs of
     * the next cycle. */
    void (*cycle)(uint64_t cycle, const uint32_t *pins, uint32_t unknown, uint32_t *play);
    void (*tell)(void);  /* at falling edges, when test code may run */
    void (*clear)(void); /* nobody plays any more */
};
/* Sets the form of the bench's block. Until then all inputs are 0. */
void tn_pins_use(const struct tn_pins_form *form);
/* Returns the form that is set, or NULL. */
const struct tn_pins_form *tn_pins_used(void);
/* Returns the cycle whose pins were given last. */
uint64_t tn_pins_cycle(void);

/* Returns width bits (1 to 32) from bit at on. */
static inline uint32_t tn_pins_get(const uint32_t *words, unsigned at, unsigned width)
{
    uint64_t both = words[at / 32];
    if (at % 32 + width > 32)
        both |= (uint64_t)words[at / 32 + 1] << 32;
    return (uint32_t)(both >> at % 32 & ((UINT64_C(1) << width) - 1));
}

/* Puts width bits (1 to 32) of a value where the words hold zeros. */
static inline void tn_pins_put(uint32_t *words, unsigned at, unsigned width, uint32_t value)
{
    const uint64_t both = (value & ((UINT64_C(1) << width) - 1)) << at % 32;
    words[at / 32] |= (uint32_t)both;
    if (at % 32 + width > 32)
        words[at / 32 + 1] |= (uint32_t)(both >> 32);
}

#endif
