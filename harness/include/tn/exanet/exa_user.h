/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The user's view of ExaNet (checkers/exanet/spec/exa_firmware.md section 8): writes to and reads
 * from the memory of other nodes, each of which ends once. A user has a page of the scratchpad, a
 * channel of the packetizer and a mailbox, all bound to its domain (tn_fw_bind_page(),
 * tn_fw_bind_user()); the mailbox is the library's alone.
 */
#ifndef TN_EXA_USER_H
#define TN_EXA_USER_H

#include <tn/exanet/exa_fw.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { EXA_GETS = 32 }; /* most reads at a time */

/* A user's means. */
struct exa_user_config {
    struct tn_fw_ops ops;                   /* access to the node; fault is not used */
    void *ctx;                              /* of ops */
    volatile uint64_t (*page)[TN_FW_WORDS]; /* the page of the scratchpad, 64 descriptors */
    unsigned channel;                       /* of the packetizer */
    unsigned mailbox;
    uint8_t life;          /* of the page: tn_fw_life() */
    uint32_t read_timeout; /* cycles; 0: the default, 2^22 */
    unsigned slots;        /* of the mailbox: most reads asked for at a time; 0: 8 */
    unsigned max_retries;  /* requests after the first of a read */
};

/* A write to another node. Coordinates are the 22 bits of a header. */
struct exa_put {
    uint64_t src;     /* address of the bytes here, in the user's domain */
    uint64_t dst;     /* address there */
    uint32_t node;    /* coordinates */
    uint32_t length;  /* bytes, 1 to 2^32-1 */
    uint64_t place;   /* notify: place of the notification, as in a control message */
    uint64_t note[2]; /* notify: its two words */
    bool notify;
};

/* A read from another node. */
struct exa_get {
    uint64_t src;    /* address of the bytes there */
    uint64_t dst;    /* address here */
    uint32_t node;   /* coordinates */
    uint32_t length; /* bytes, 1 to 2^32-1 */
};

/* The end of a write or read. */
struct exa_end {
    int handle;   /* as exa_put() or exa_get() gave it */
    unsigned err; /* enum tn_fw_err; 0: all bytes are there */
};

enum exa_get_state {
    EXA_GET_FREE,
    EXA_GET_TO_SEND,
    EXA_GET_SENDING,
    EXA_GET_AWAITED,
    EXA_GET_ENDED
};

/* A user. All members are private. */
struct exa_user {
    struct exa_user_config config;
    bool put[TN_FW_WRITES]; /* a write that exa_poll() has not reported */
    struct {
        struct exa_get get;
        uint64_t at;  /* TO_SEND: not before; SENDING, AWAITED: the timeout */
        uint32_t tag; /* of the newest request */
        unsigned retries;
        uint8_t state; /* enum exa_get_state */
        uint8_t err;
    } op[EXA_GETS];
    int sending; /* the read whose request the channel has; -1: none */
    uint32_t sending_tag;
    uint32_t tags; /* given so far */
    unsigned put_next, get_next;
    uint64_t dropped; /* messages in the mailbox that nobody awaits */
    uint64_t stale;   /* messages in the mailbox to a life before this one */
};

/* Makes u a user without anything under way. */
void exa_user_init(struct exa_user *u, const struct exa_user_config *c);

/* Begins a write; the bytes must stay until it has ended. Returns a handle, 0 to 31, or -EAGAIN
 * when all descriptors are in use. */
int exa_put(struct exa_user *u, const struct exa_put *p);
/* Begins a read; the place is written until it has ended. Returns a handle, 32 to 63, or -EAGAIN.
 */
int exa_get(struct exa_user *u, const struct exa_get *g);
/* Does the library's work. Returns true when a write or read has ended: *end says which; each ends
 * once. */
bool exa_poll(struct exa_user *u, struct exa_end *end);

#ifdef __cplusplus
}
#endif

#endif
