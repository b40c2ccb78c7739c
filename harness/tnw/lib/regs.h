/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The registers of BAR0 that the library uses (tnw_nwp.md section 5, tnw_pi.md 6, tnw_link.md 8),
 * and functions that its parts share.
 */
#ifndef TNW_LIB_REGS_H
#define TNW_LIB_REGS_H

#include <tn/tnw/tnw_lib.h>

enum {
    PI_ID = 0x0000,
    PI_PARAMS = 0x0004,
    PI_FEATURES = 0x0008, /* bit 0: LAST_EN */
    PI_IS = 0x54500001,
    LINK_ID = 0x1000, /* of link 0; 400h a link */
    LINK_PARAMS = 0x1004,
    LINK_CTRL = 0x1008,
    LINK_STATUS = 0x100c,
    LINK_STEP = 0x400,
    LINK_IS = 0x54570001,
    LINK_UP = 3, /* STATUS 2:0 */
    LINK_FAILED = 4,
    CREDIT = 0x4000, /* of (0,0); 200h a link, 40h a channel */
    CREDIT_COUNT = 0x18,
    PUT = 0x6000, /* likewise */
    PUT_NEXT = 0x00,
    PUT_STATUS = 0x04,
    PUT_DONE = 0x0c,
    GET = 0x8000, /* 100h a link */
    GET_STATUS = 0x1c,
    GET_FREE_TAGS = 0x20,
    GET_ABORT = 0x24,
    GET_STEP = 0x100,
    VC_STEP = 0x40,
    PAIR_STEP = 0x200,
    ITEM = 128,
    UNIT = 16,           /* of offset, bytes */
    SHORT = 64,          /* cause: the message ended before its credit, no error */
    LENGTH_MAX = 1 << 28 /* bytes of a credit or descriptor */
};

/* States of a handle. */
enum { HANDLE_FREE, HANDLE_OPEN, HANDLE_RESET };

/* Returns the address of the registers of (link, channel) in a block of them. */
static inline uint64_t tnw_lib_pair(unsigned block, unsigned link, unsigned vc)
{
    return block + PAIR_STEP * link + VC_STEP * vc;
}

/* Reads a register. Returns 0 or negative errno. */
static inline int tnw_lib_read(struct tnw *t, uint64_t addr, uint32_t *value)
{
    return t->io->read32(t->ctx, addr, value);
}

/* Writes a register. Returns 0 or negative errno. */
int tnw_lib_write(struct tnw *t, uint64_t addr, uint32_t value);
/* Returns 0 when the link is UP, else -ENOLINK. */
int tnw_lib_up(struct tnw *t, unsigned link);
/* Says whether both link and channel exist. */
static inline bool tnw_lib_is_pair(int link, int vc)
{
    return link >= 0 && link < TNW_LIB_LINKS && vc >= 0 && vc < TNW_LIB_CHANNELS;
}

/* Ends open handles of the link and frees their places, for tnwReset(). */
void tnw_lib_drop_handles(struct tnw *t, unsigned link);

#endif
