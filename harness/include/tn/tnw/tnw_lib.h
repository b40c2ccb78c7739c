/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The two-sided communication library of TNW (checkers/tnw/spec/tnw_torus.md section 4), with the
 * names of the paper: sends and receives of one node over its six links, on Pput, Nget and credits.
 *
 * The library uses no simulator and no operating system, only the struct tnw_io that the caller
 * gives, and it allocates nothing. One struct tnw is one node; functions of one node are called one
 * at a time. All functions return 0 or a negative errno, of the table in section 4 or of struct
 * tnw_io.
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
    TNW_LIB_NOTE = 16,   /* bytes of a notification */
    TNW_LIB_NOTES =      /* bytes of host memory that tnwOpen() needs */
    2 * TNW_LIB_LINKS * TNW_LIB_CHANNELS * TNW_LIB_PLACES * TNW_LIB_NOTE,
    TNW_LIB_HANDLES = 2048, /* a power of two above the places of both kinds */
};

/* The node's hardware and memory. All functions return 0 or a negative errno. */
struct tnw_io {
    /* Reads a register of BAR0, 32 bits; waits for the completion. */
    int (*read32)(void *ctx, uint64_t addr, uint32_t *value);
    /* Does an MWr to BAR bar (0 or 2) at byte address addr in the BAR; writes are posted and in
     * order, but writes to BAR2 may be split and swapped until flush. */
    int (*write)(void *ctx, int bar, uint64_t addr, const void *data, size_t len);
    /* Makes earlier writes to BAR2 leave the write-combining buffers before later writes. */
    int (*flush)(void *ctx);
    /* Reads host memory at the address that the device uses. */
    int (*load)(void *ctx, uint64_t host, void *data, size_t len);
    /* Writes host memory at the address that the device uses. */
    int (*store)(void *ctx, uint64_t host, const void *data, size_t len);
    /* Lets 16 cycles or more pass; called in every waiting loop. A value other than 0 ends the wait
     * with that value. */
    int (*pause)(void *ctx);
};

/* The end of a receive or an Nget. */
struct tnw_done {
    uint32_t bytes; /* bytes written to memory; of an Nget: handed to the link */
    uint8_t cause;  /* set of errors, 0: none (tnw.md section 6); 64: the message was shorter than
                       its credit */
};

/* The library's state. The caller gives the memory and does not look into it. */
struct tnw {
    const struct tnw_io *io;
    void *ctx;
    uint64_t notes;
    unsigned off_log2, item_log2, desc_log2;
    bool last_en;     /* the hardware knows messages by their last packet */
    unsigned credits; /* credits of each (link, channel) */
    uint32_t last;    /* the handle given last */
    struct tnw_window {
        bool counted;     /* DONE was read: written and done are valid */
        bool again;       /* DONE may be above 0 though NEXT is 0, because the link was reset */
        bool lost;        /* NEXT is not known and has to be written */
        bool used;        /* next follows a message */
        bool broken;      /* the library has returned -EIO for the window */
        uint32_t next;    /* number of the item that the window expects */
        uint32_t written; /* items written, as DONE counts them */
        uint32_t done;    /* value that DONE showed last */
    } window[TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    struct tnw_ring {
        uint8_t open, turn;
        uint16_t busy; /* set of places in use */
    } ring[2][TNW_LIB_LINKS][TNW_LIB_CHANNELS];
    uint8_t gets[TNW_LIB_LINKS]; /* descriptors that may be in the hardware */
    bool stale[TNW_LIB_LINKS];   /* some of these are from before a reset */
    struct tnw_handle {
        uint32_t handle;
        uint8_t state, get, link, vc, place;
    } handle[TNW_LIB_HANDLES];
};

/* Reads and checks IDs and PARAMS (-ENODEV) and waits until the links of the set links (bit l) are
 * UP
 * (-ENOLINK: a link is FAILED). notes is the address of TNW_LIB_NOTES bytes of host memory, a
 * multiple of 16. */
int tnwOpen(struct tnw *t, const struct tnw_io *io, void *ctx, unsigned links, uint64_t notes);

/* Sends len bytes, a multiple of 128, by Pput to byte offset (a multiple of 128) of the receiver's
 * credit, as one message. Returns when all bytes are written and flushed, so that buf may be used
 * again. */
int tnwSend(struct tnw *t, int link, int vc, const void *buf, size_t len, uint32_t offset);
/* Returns 0 when all items that tnwSend() wrote there were injected, else -EAGAIN. */
int tnwSent(struct tnw *t, int link, int vc);
/* Begins to send len bytes (a multiple of 128) of host memory at src by Nget to byte offset (both
 * multiples of 16; the offset of 128 where the hardware knows messages), as one message. The source
 * may be written again when the handle has ended. */
int tnwGet(struct tnw *t, int link, int vc, uint64_t src, size_t len, uint32_t offset,
           uint32_t *handle);
/* Begins to receive len bytes (a multiple of 128) into host memory at base (a multiple of 16). */
int tnwCredit(struct tnw *t, int link, int vc, uint64_t base, size_t len, uint32_t *handle);
/* Returns 0 when the handle has ended without error (a message shorter than its credit is none),
 * -EIO when with an error, and -EAGAIN when it has not ended. d may be NULL. */
int tnwTest(struct tnw *t, uint32_t handle, struct tnw_done *d);
/* Calls tnwTest() and pause until the handle has ended. With -ENOLINK the handle stays open. */
int tnwWait(struct tnw *t, uint32_t handle, struct tnw_done *d);
/* Resets this side of the link with its windows and credits; open handles of the link end with
 * -ECONNRESET. The link is UP again when the other side has reset it, too. */
int tnwReset(struct tnw *t, int link);

#ifdef __cplusplus
}
#endif

#endif
