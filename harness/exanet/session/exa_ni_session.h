/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a block of ExaNet's network interface: what its sessions share. Captured packets
 * go into its channel (or, of the packetizer, become what a process writes); software works on
 * its AXI port, an access at a time; and of each message it is kept who
 * sent it, what its sender was told, and what its reader got.
 *
 * The block's model and scoreboard run beside it, on what the block itself was given: the
 * first difference is theirs to name. What a difference counts as is decided by what became of the
 * messages.
 */
#ifndef TN_EXA_NI_SESSION_H
#define TN_EXA_NI_SESSION_H

#include "../stimulus/exa_stimulus.h"
#include "../../replay/session.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_ni.h>
#include <tn/exanet/exa_ni_map.h>
#include <tn/rng.h>

enum { TN_NI_MESSAGES = 1024, TN_NI_UNANSWERED = -1 };

struct tn_ni;
struct tn_ni_block;

/* A message and what became of it. */
struct tn_ni_message {
    struct exa_packet k;
    uint64_t at;    /* due then; UINT64_MAX: it will not be sent any more */
    bool entered;   /* into the block */
    bool delivered; /* to its reader */
    bool late;      /* ... behind later ones of its domain */
    bool again;     /* it had to be sent again */
    int code;       /* its sender was told so, 0 success; TN_NI_UNANSWERED */
};

enum { TN_NI_DOMAINS = 64 };

/* A run. The block's process embeds it as its first member. */
struct tn_ni {
    struct tn_session *s;
    const struct tn_ni_block *block;
    struct tn_exn *model;
    struct tn_exn_board *board;
    struct tn_checker *rules;
    struct tn_exa_source *source;
    uint64_t last_due;
    bool differed; /* model and block went apart: the first time was told */
    bool probing;
    unsigned said; /* packets that left */
    struct {       /* software on the AXI port */
        struct tn_axi_master *cpu;
        struct tn_axi_txn *open; /* under way */
        bool alone;              /* tn_ni_set() or tn_ni_get() waits for it */
        bool deaf;               /* one had no answer */
        bool resting;            /* begins none of its own any more */
    } axi;
    struct { /* of the stimulus, in its order */
        struct tn_ni_message m[TN_NI_MESSAGES];
        unsigned n, entered;
    } messages;
    struct {
        struct tn_exa_stimulus *capture;
        struct tn_exa_stim_packet next;
        bool mapped;
        uint32_t own;
        uint16_t pdid[TN_NI_DOMAINS];
        unsigned domains;
        uint64_t last_at;
        bool begun;
    } stimulus;
};

/* What one block brings. */
struct tn_ni_block {
    struct tn_exn *(*model)(uint32_t own, tn_verdict_fn *fn, void *ctx);
    const char *rule; /* broken by a message lost, or made of nothing */
    bool posts; /* its process sends the messages; else they come in */
    unsigned (*places)(void); /* mailboxes or channels; domains above it have none */

    /* Which of a capture's packets it is sent, or sends. */
    bool (*wanted)(const struct exa_packet *k);
    /* Makes of a captured packet one for this block. */
    void (*adapt)(struct tn_ni *ni, struct exa_packet *k);
    /* Before the stimulus: bindings and the like; a new session forgets the last one's. */
    void (*prepare)(struct tn_ni *ni);
    /* Software: begins its next access, if there is one to do. */
    void (*ask)(struct tn_ni *ni);
    /* It was answered with those bytes (of a read). */
    void (*got)(struct tn_ni *ni, bool write, unsigned resp, const uint8_t *bytes);
    /* A packet left; flagged: its receiver sees that it is bad. */
    void (*left)(struct tn_ni *ni, const struct exa_packet *k, bool flagged);
    /* Whether it still does something when asked to. */
    bool (*probe)(struct tn_ni *ni);
};

/* The functions of struct tn_session_ops, but open. */
int tn_ni_open(struct tn_session *s, const struct tn_ni_block *b,
               const struct tn_session_options *o, char *err, size_t err_size);
int tn_ni_next(struct tn_session *s, uint64_t *at);
const char *tn_ni_error(struct tn_session *s);
void tn_ni_step(struct tn_session *s, uint64_t n);
unsigned long tn_ni_queued(struct tn_session *s);
void tn_ni_stall(struct tn_session *s, uint64_t seed);
void tn_ni_flush(struct tn_session *s);
void tn_ni_finish(struct tn_session *s, uint64_t drain);
void tn_ni_summary(struct tn_session *s, char *out, size_t size);
void tn_ni_close(struct tn_session *s);

/* The session of the DUT named, whose file has a static struct tn_ni_block block and a struct
 * process with a struct tn_ni as its first member. */
#define TN_NI_SESSION(name)                                                                        \
    static int open_##name(struct tn_session *s, const struct tn_session_options *o, char *err,    \
                           size_t err_size)                                                        \
    {                                                                                              \
        return tn_ni_open(s, &block, o, err, err_size);                                            \
    }                                                                                              \
    const struct tn_session_ops tn_##name##_session = {                                            \
        .size = sizeof(struct process),                                                            \
        .open = open_##name,                                                                       \
        .next = tn_ni_next,                                                                        \
        .error = tn_ni_error,                                                                      \
        .step = tn_ni_step,                                                                        \
        .queued = tn_ni_queued,                                                                    \
        .stall = tn_ni_stall,                                                                      \
        .flush = tn_ni_flush,                                                                      \
        .finish = tn_ni_finish,                                                                    \
        .summary = tn_ni_summary,                                                                  \
        .close = tn_ni_close,                                                                      \
    };

/* The coordinates of the FPGA. */
struct exa_node tn_ni_own(struct tn_ni *ni);
/* Protection domains of the capture, in the order in which they come: each has a mailbox or
 * a channel of its own. tn_ni_place: of a PDID, 0 if it has none. */
unsigned tn_ni_domains(struct tn_ni *ni);
uint16_t tn_ni_pdid(struct tn_ni *ni, unsigned place);
unsigned tn_ni_place(struct tn_ni *ni, uint16_t pdid);

/* Software's next access: n bytes (80 at most) from addr on, in beats of 2^size bytes. */
void tn_ni_read(struct tn_ni *ni, uint32_t addr, size_t n, unsigned size);
void tn_ni_write(struct tn_ni *ni, uint32_t addr, const uint8_t *bytes, size_t n, unsigned size);
/* One of a register and its answer, while software does nothing else: the response, or
 * -ETIMEDOUT. */
int tn_ni_set(struct tn_ni *ni, uint32_t addr, uint32_t value);
int tn_ni_get(struct tn_ni *ni, uint32_t addr, uint32_t *value);
/* Queues a packet at the block's channel, for cycle at. */
void tn_ni_send(struct tn_ni *ni, const struct exa_packet *k, uint64_t at);
/* Whether a packet leaves that had not left at the time of the mark, within a probe's
 * patience. */
unsigned tn_ni_mark(struct tn_ni *ni);
bool tn_ni_heard(struct tn_ni *ni, unsigned mark);

/* Messages, in the order of the stimulus. */
unsigned tn_ni_message_n(struct tn_ni *ni);
struct tn_ni_message *tn_ni_message(struct tn_ni *ni, unsigned i);
/* The first message that is there, was delivered or not, and is the one looked for; or NULL. */
typedef bool tn_ni_is_fn(const struct tn_ni_message *m, const void *what);
struct tn_ni_message *tn_ni_find(struct tn_ni *ni, tn_ni_is_fn *is, const void *what,
                                 bool delivered);
/* A reader got m once more, and sorts it out. */
void tn_ni_twice(struct tn_ni *ni, const struct tn_ni_message *m);
/* A reader got m; NULL: what nobody sent, or what it had before. what: in words. */
void tn_ni_delivered(struct tn_ni *ni, struct tn_ni_message *m, const char *what);
/* A packet left that is none of those that it had to be. */
void tn_ni_wrong(struct tn_ni *ni, bool flagged, const char *expected, const char *found);
/* A sign: something that the traffic does not explain. */
void tn_ni_sign(struct tn_ni *ni, const char *rule, const char *expected, const char *found);
/* An answer to a message that came in (exa_ni.md section 3). */
void tn_ni_answered(struct tn_ni *ni, const struct exa_packet *k, bool flagged);
/* A fresh message of the last domain, as adapt() makes it, and whether it is answered. */
bool tn_ni_probe(struct tn_ni *ni);

#endif
