/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The seven registers of an engine of Nget that software writes, and the descriptor that they are
 * (checkers/tnw/spec/tnw_pi.md sections 5 and 6). suites/tnw/unit/tnw_get_desc.c holds them to the page.
 */
#ifndef TN_TNW_GET_DESC_H
#define TN_TNW_GET_DESC_H

#include <tn/tnw/tnw_get.h>

struct tnw_get_regs {
    uint32_t reg[TN_TNW_GET_RW]; /* as they read, SRC_LO first */
    bool bad_length;             /* bits above LENGTH's were written last */
};

struct tnw_get_desc {
    uint64_t src, notify; /* byte addresses */
    uint32_t length;      /* bytes */
    uint32_t offset;      /* units of 16 bytes, 24 bits */
    uint32_t tag;
    uint8_t vc;
    uint64_t at; /* the owner's: the cycle in which it came */
};

/* data is written to the register at byte reg of the engine's; others are not these. True: it was
 * NOTIFY_HI, and a descriptor is given. */
bool tnw_get_regs_write(struct tnw_get_regs *r, unsigned reg, uint32_t data);
/* What they hold, with at 0. */
struct tnw_get_desc tnw_get_regs_desc(const struct tnw_get_regs *r);
/* It is refused as BAD: length, alignment, or its end (TNW-GET-1). */
bool tnw_get_is_bad(const struct tnw_get_regs *r, const struct tnw_get_desc *d, bool last_en);
/* Returns the offset of the item behind so many bytes of the descriptor (TNW-GET-5, TNW-GET-10). */
uint32_t tnw_get_offset(const struct tnw_get_desc *d, uint32_t bytes, bool last_en);

#endif
