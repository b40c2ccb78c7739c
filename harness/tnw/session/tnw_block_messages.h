/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what the sessions of TNW's blocks alone share: messages in host memory, each with a
 * notification, and what becomes of them.
 */
#ifndef TN_TNW_BLOCK_MESSAGES_H
#define TN_TNW_BLOCK_MESSAGES_H

#include "../../replay/session.h"
#include "tnw_torus_stimulus.h"

#include <tn/memory.h>
#include <tn/tnw/tnw.h>

enum { TN_BLOCK_LIST = 512, TN_BLOCK_WAYS = 2 };

/* The messages of a captured cable, made longer: of each way, one, two, four or eight that follow each other in the
 * capture are one here, in turn, as long as they fit. */
struct tn_block_source {
    struct tn_torus_stimulus *stimulus;
    struct tn_torus_message open[TN_BLOCK_WAYS];
    unsigned joined[TN_BLOCK_WAYS], given[TN_BLOCK_WAYS];
    bool ended;
};
/* The next one: 1, 0 at the end, or negative errno (tn_torus_stimulus_error()). */
int tn_block_next(struct tn_block_source *s, struct tn_torus_message *m);

/* A message, and what became of it. */
struct tn_block_post {
    struct tn_torus_message m;
    unsigned id;     /* 8 x link + channel */
    uint32_t offset; /* at who receives, in units of 16 bytes */
    unsigned done;   /* packets that went in, or items that came out, in order */
    bool begun, sent;
    enum { TN_BLOCK_OPEN, TN_BLOCK_RIGHT, TN_BLOCK_OTHER, TN_BLOCK_TOLD } end;
};

/* Where message k lies in host memory, every second one above 4 GiB, and its notification. */
uint64_t tn_block_place(unsigned k);
uint64_t tn_block_note(unsigned k);
/* A write of n bytes belongs to one of the first posts messages: to its place, or its notification. */
bool tn_block_is_place(const struct tn_block_post *post, unsigned posts, uint64_t addr, uint64_t n);

/* Is there a notification of message k? Then the message has an end: by what it says, and what lies in memory when
 * whole. */
void tn_block_look(const struct tn_memory *m, struct tn_block_post *post, unsigned k, unsigned kind, bool whole);
/* What was right is not right any more. */
bool tn_block_spoilt(const struct tn_memory *m, const struct tn_block_post *post, unsigned k);

/* A difference, and a sign: noted, told, and handed over. */
void tn_block_differ(struct tn_session *s, const char *rule, const char *expected,
                     const char *found);
void tn_block_tell(struct tn_session *s, const char *rule, const char *expected, const char *found);
/* What became of so many messages goes into the tally. Gives how many are missing. */
unsigned tn_block_count(struct tn_session *s, const struct tn_block_post *post, unsigned posts,
                        const char *rule);
/* What is missing is lost, when a sign tells of it; else the DUT hangs. */
void tn_block_missing(struct tn_session *s, unsigned missing);

#endif
