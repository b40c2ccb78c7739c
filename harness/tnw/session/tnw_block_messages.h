/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the common part of the sessions of TNW's single blocks: messages in host memory, each
 * with a notification, and their fate.
 */
#ifndef TN_TNW_BLOCK_MESSAGES_H
#define TN_TNW_BLOCK_MESSAGES_H

#include "../../replay/session.h"
#include "tnw_torus_stimulus.h"

#include <tn/memory.h>
#include <tn/tnw/tnw.h>

enum { TN_BLOCK_LIST = 512, TN_BLOCK_WAYS = 2 };

/* The messages of a captured cable, made longer: of each way, one, two, four or eight that follow
 * each other in the capture are one here, in turn, as long as they fit. */
struct tn_block_source {
    struct tn_torus_stimulus *stimulus;
    struct tn_torus_message open[TN_BLOCK_WAYS];
    unsigned joined[TN_BLOCK_WAYS], given[TN_BLOCK_WAYS];
    bool ended;
};
/* Reads the next message. Returns 1, 0 at the end, or negative
 * errno (tn_torus_stimulus_error()). */
int tn_block_next(struct tn_block_source *s, struct tn_torus_message *m);

/* A message and its fate. */
struct tn_block_post {
    struct tn_torus_message m;
    unsigned id;     /* 8 x link + channel */
    uint32_t offset; /* at the receiver, in units of 16 bytes */
    unsigned done;   /* packets that went in, or items that came out, in order */
    bool begun, sent;
    enum { TN_BLOCK_OPEN, TN_BLOCK_RIGHT, TN_BLOCK_OTHER, TN_BLOCK_TOLD } end;
};

/* Returns the address of message k in host memory; every second message lies above 4 GiB. */
uint64_t tn_block_place(unsigned k);
/* Returns the address of the notification of message k. */
uint64_t tn_block_note(unsigned k);
/* Says whether a write of n bytes belongs to one of the first posts messages, or to its
 * notification. */
bool tn_block_is_place(const struct tn_block_post *post, unsigned posts, uint64_t addr, uint64_t n);

/* Looks for a notification of message k. If there is one, the message gets its end by the
 * notification and, when whole, by the bytes in memory. */
void tn_block_look(const struct tn_memory *m, struct tn_block_post *post, unsigned k, unsigned kind,
                   bool whole);
/* Says whether message k, which came right, is no longer right in memory. */
bool tn_block_spoilt(const struct tn_memory *m, const struct tn_block_post *post, unsigned k);

/* Adds the fate of the messages to the tally. Returns the number of missing messages. */
unsigned tn_block_count(struct tn_session *s, const struct tn_block_post *post, unsigned posts,
                        const char *rule);
/* Counts missing messages: as lost when there was a sign, else the DUT hangs. */
void tn_block_missing(struct tn_session *s, unsigned missing);

#endif
