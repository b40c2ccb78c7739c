/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The two-sided communication library of TNW (checkers/tnw/spec/tnw_torus.md section 4), with the names
 * of the paper: sends and receives of one node over its six links, on Pput, Nget and credits.
 *
 * It knows no simulator and no operating system, only struct tnw_io, which the caller gives; it
 * allocates nothing. One struct tnw is one node; functions of one node are called one at a time.
 * All return 0 or a negative errno: those of the table in section 4, or what struct tnw_io gave.
 */
#ifndef TN_TNW_LIB_H
#define TN_TNW_LIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TNW_LIB_LINKS = 6, /* x+ x- y+ y- z+ z- */
    TNW_LIB_CHANNELS = 8,
    TNW_LIB_PLACES = 16, /* notifications of a (link, channel) and kind */
    TNW_LIB_NOTE = 16,   /* bytes of one */
    TNW_LIB_NOTES =      /* bytes of host memory that tnwOpen() wants */
    2 * TNW_LIB_LINKS * TNW_LIB_CHANNELS * TNW_LIB_PLACES * TNW_LIB_NOTE,
    TNW_LIB_HANDLES = 2048, /* a power of two above the places of both kinds */
};

/* The node's hardware and memory. All give 0 or a negative errno. */
struct tnw_io {
    /* A register of BAR0, 32 bits; waits for the completion. */
    int (*read32)(void *ctx, uint64_t addr, uint32_t *value);
    /* MWr to BAR bar (0 or 2) at byte addr of it; posted, in order. Writes of BAR2 may be split and
     * swapped until flush. */
    int (*write)(void *ctx, int bar, uint64_t addr, const void *data, size_t len);
    /* What was written to BAR2 leaves the write-combining buffers before what comes after. */
    int (*flush)(void *ctx);
    /* Host memory, at the address that the device uses. */
    int (*load)(void *ctx, uint64_t host, void *data, size_t len);
    int (*store)(void *ctx, uint64_t host, const void *data, size_t len);
    /* 16 cycles or more pass; called in every loop of waiting. Not 0 ends the wait with that value.
     */
    int (*pause)(void *ctx);
};

/* How a receive or an Nget ended. */
struct tnw_done {
    uint32_t bytes; /* written to memory; Nget: handed to the link */
    uint8_t cause;  /* set of errors, 0 none (tnw.md section 6) */
};

/* What the library keeps. The caller gives the memory and looks at none of it. */
struct tnw {
    const struct tnw_io *io;
    void *ctx;
    uint64_t notes;
    unsigned off_log2, item_log2, desc_log2;
    unsigned credits; /* of each (link, channel) */
    uint32_t last;    /* handle given last */
    struct tnw_window {
        bool counted;           /* DONE was read: written and done hold */
        bool again;             /* DONE may be above 0 though NEXT is 0: the link was reset */
        bool lost;              /* NEXT is not known: it has to be written */
        bool used;              /* next follows a message */
        bool broken;            /* -EIO was given */
        uint32_t next;          /* item that the window expects */
        uint32_t written, done; /* items, as DONE counts them; what it showed last */
    } window[TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    struct tnw_ring {
        uint8_t open, turn;
        uint16_t busy; /* places */
    } ring[2][TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    uint8_t gets[TNW_LIB_LINKS]; /* descriptors that may be in the hardware */
    bool stale[TNW_LIB_LINKS];   /* some of them are from before a reset */
    struct tnw_handle {
        uint32_t handle;
        uint8_t state, get, link, vc, place;
    } handle[TNW_LIB_HANDLES];
};

/* Reads and checks IDs and PARAMS (-ENODEV), and waits until the links of the set links (bit l) are
 * UP (-ENOLINK: one is FAILED). notes: TNW_LIB_NOTES bytes of host memory at a multiple of 16. */
int tnwOpen(struct tnw *t, const struct tnw_io *io, void *ctx, unsigned links, uint64_t notes);

/* Pput of len bytes, a multiple of 128, to byte offset (a multiple of 128) of the receiver's
 * credit. Gives back when all is written and flushed: buf may be used again. */
int tnwSend(struct tnw *t, int link, int vc, const void *buf, size_t len, uint32_t offset);
/* 0: all that tnwSend() wrote there was injected; -EAGAIN: not yet. */
int tnwSent(struct tnw *t, int link, int vc);
/* Nget of len bytes (a multiple of 128) of host memory at src to byte offset (both multiples of
 * 16): not blocking. The source may be written again when the handle has ended. */
int tnwGet(struct tnw *t, int link, int vc, uint64_t src, size_t len, uint32_t offset,
           uint32_t *handle);
/* A receive of len bytes (a multiple of 128) into host memory at base (of 16): not blocking. */
int tnwCredit(struct tnw *t, int link, int vc, uint64_t base, size_t len, uint32_t *handle);
/* 0: ended, without an error; -EIO: ended with one; -EAGAIN: not yet. d may be NULL. */
int tnwTest(struct tnw *t, uint32_t handle, struct tnw_done *d);
/* tnwTest() and pause until ended. With -ENOLINK the handle stays open. */
int tnwWait(struct tnw *t, uint32_t handle, struct tnw_done *d);
/* Resets the link on this side, its windows and credits here; open handles of it end with
 * -ECONNRESET. The link is UP again when the other side has reset it, too. */
int tnwReset(struct tnw *t, int link);

#ifdef __cplusplus
}
#endif

#endif
