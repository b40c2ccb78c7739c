/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the sessions of ExaNet's network interface, one run of a block. Captured
 * packets go into the block's channel or, for the packetizer, become writes of a process. Software
 * works on the AXI port, one access at a time. The session keeps of each message its sender, the
 * answer to the sender, and the bytes that the reader got.
 *
 * The block's model and board run on the block's own inputs and name the first difference. The fate
 * of the messages decides how a difference counts.
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

/* A message and its fate. */
struct tn_ni_message {
    struct exa_packet k;
    uint64_t at;    /* cycle in which it is due; UINT64_MAX: it will not be sent any more */
    bool entered;   /* the message came into the block */
    bool delivered; /* its reader got it */
    bool late;      /* ... behind later messages of its domain */
    bool again;     /* the message had to be sent again */
    int code;       /* code of the answer to its sender, 0 success; TN_NI_UNANSWERED: none */
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
    bool differed; /* model and block differed, and the first difference was reported */
    bool probing;
    unsigned said; /* packets that left */
    struct {       /* software on the AXI port */
        struct tn_axi_master *cpu;
        struct tn_axi_txn *open; /* under way */
        bool alone;              /* tn_ni_set() or tn_ni_get() waits for it */
        bool deaf;               /* an access had no answer */
        bool resting;            /* software begins no accesses of its own any more */
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

/* The functions of one block. */
struct tn_ni_block {
    /* Makes the block's model. */
    struct tn_exn *(*model)(uint32_t own, tn_verdict_fn *fn, void *ctx);
    const char *rule; /* rule that a lost message, or one that nobody sent, breaks */
    bool posts;       /* the block's process sends the messages; else they come in */
    /* Returns the number of mailboxes or channels; further domains have none. */
    unsigned (*places)(void);

    /* Says whether the block receives, or sends, this packet of a capture. */
    bool (*wanted)(const struct exa_packet *k);
    /* Changes a captured packet into one for this block. */
    void (*adapt)(struct tn_ni *ni, struct exa_packet *k);
    /* Sets up bindings and the like before the stimulus, and forgets those of the last session. */
    void (*prepare)(struct tn_ni *ni);
    /* Begins software's next access, if there is one to do. */
    void (*ask)(struct tn_ni *ni);
    /* The access was answered, a read with those bytes. */
    void (*got)(struct tn_ni *ni, bool write, unsigned resp, const uint8_t *bytes);
    /* A packet left; flagged: its receiver sees that the packet is bad. */
    void (*left)(struct tn_ni *ni, const struct exa_packet *k, bool flagged);
    /* Says whether the block still reacts to a request. */
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

/* Returns the coordinates of the FPGA. */
struct exa_node tn_ni_own(struct tn_ni *ni);
/* Returns the number of protection domains of the capture. Each has a mailbox or channel of its
 * own, in the order in which they come. */
unsigned tn_ni_domains(struct tn_ni *ni);
/* Returns the PDID of the domain at that place. */
uint16_t tn_ni_pdid(struct tn_ni *ni, unsigned place);
/* Returns the place of the domain with that PDID; 0 when there is none. */
unsigned tn_ni_place(struct tn_ni *ni, uint16_t pdid);

/* Begins software's next access: reads n bytes (80 at most) from addr on, in beats of
 * 2^size bytes. */
void tn_ni_read(struct tn_ni *ni, uint32_t addr, size_t n, unsigned size);
/* Begins software's next access: a write, in the same form. */
void tn_ni_write(struct tn_ni *ni, uint32_t addr, const uint8_t *bytes, size_t n, unsigned size);
/* Writes a register and waits, while software does nothing else. Returns the response or
 * -ETIMEDOUT. */
int tn_ni_set(struct tn_ni *ni, uint32_t addr, uint32_t value);
/* Reads a register, in the same way. */
int tn_ni_get(struct tn_ni *ni, uint32_t addr, uint32_t *value);
/* Queues a packet at the block's channel, for cycle at. */
void tn_ni_send(struct tn_ni *ni, const struct exa_packet *k, uint64_t at);
/* Returns a mark for tn_ni_heard(). */
unsigned tn_ni_mark(struct tn_ni *ni);
/* Waits as long as a probe does. Returns whether a packet left since the mark. */
bool tn_ni_heard(struct tn_ni *ni, unsigned mark);

/* Returns the number of messages. */
unsigned tn_ni_message_n(struct tn_ni *ni);
/* Returns message i in the order of the stimulus. */
struct tn_ni_message *tn_ni_message(struct tn_ni *ni, unsigned i);
/* Says whether m is the message that tn_ni_find() looks for. */
typedef bool tn_ni_is_fn(const struct tn_ni_message *m, const void *what);
/* Returns the first message, delivered or not, for which is() says so; NULL: there is none. */
struct tn_ni_message *tn_ni_find(struct tn_ni *ni, tn_ni_is_fn *is, const void *what,
                                 bool delivered);
/* A reader got m once more and recognises that. */
void tn_ni_twice(struct tn_ni *ni, const struct tn_ni_message *m);
/* A reader got m; NULL: a message that nobody sent or that the reader had before. what describes
 * it. */
void tn_ni_delivered(struct tn_ni *ni, struct tn_ni_message *m, const char *what);
/* A packet left that is not the expected one. */
void tn_ni_wrong(struct tn_ni *ni, bool flagged, const char *expected, const char *found);
/* Reports a sign that the traffic does not explain. */
void tn_ni_sign(struct tn_ni *ni, const char *rule, const char *expected, const char *found);
/* An answer to a message that came in has left (exa_ni.md section 3). */
void tn_ni_answered(struct tn_ni *ni, const struct exa_packet *k, bool flagged);
/* Sends a new message of the last domain, as adapt() makes it. Returns whether the message is
 * answered. */
bool tn_ni_probe(struct tn_ni *ni);

#endif
