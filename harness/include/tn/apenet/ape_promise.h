/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet's promise between the hosts of a torus (apenet.md section 9, A6), judged message by
 * message, whatever faults do to lines and registers: a message that is reported as received is
 * whole, a message that is not has an error event or left nothing in memory, and no other byte
 * changes. Each message has a place of its own in its receiver's memory.
 */
#ifndef TN_APE_PROMISE_H
#define TN_APE_PROMISE_H

#include <tn/apenet/ape_host.h>
#include <tn/verdict.h>

enum {
    TN_APE_HOSTS = 4,       /* most hosts */
    TN_APE_LETTERS = 512,   /* most messages of a run */
    TN_APE_LETTER_N = 9000, /* most bytes of a message */
    TN_APE_CAUSES = 20,     /* numbers of causes, from 1 on */
};

/* The hosts of a run, whatever network interfaces and wires are between them. */
struct tn_ape_hosts {
    unsigned n;
    struct tn_ape_host *host[TN_APE_HOSTS];
    struct ape_node at[TN_APE_HOSTS]; /* their nodes' coordinates */
    /* Lets n cycles pass, in which the firmware of all hosts works. */
    void (*step)(void *ctx, uint64_t n);
    /* Says whether the processes of host k take an event now, if there is one. */
    bool (*event)(void *ctx, unsigned k);
    void *ctx; /* passed to step and event */
};

enum tn_ape_letter_kind { TN_APE_BY_PUT, TN_APE_BY_SEND, TN_APE_BY_GET };

/* The fate of a message. */
enum tn_ape_fate {
    TN_APE_UNDER_WAY,
    TN_APE_WHOLE, /* a received event, and all bytes are right */
    TN_APE_TOLD,  /* an error event at its receiver, or its queue says that it lost one */
    TN_APE_GONE,  /* at the end: no event, and not a byte in memory */
    TN_APE_BROKEN /* the promise is broken */
};

/* A message. */
struct tn_ape_letter {
    enum tn_ape_letter_kind kind;
    enum tn_ape_fate fate;
    uint8_t cause;     /* TOLD: the first error's; 0: its event was lost */
    bool sent;         /* the sent event has come */
    bool moved;        /* a packet whose last words are footers that are right for moved words */
    unsigned from, to; /* the hosts that have the bytes and get them */
    uint32_t number;   /* of the message in its events: msg, or a fetch's tag */
    uint32_t at, n;    /* the bytes in the source of host `from` */
    uint64_t place;    /* virtual address at host `to` */
    uint64_t begun, ended; /* cycles */
};

struct tn_ape_promise {
    struct tn_ape_hosts hosts;
    tn_verdict_fn *fn;
    void *ctx;
    struct tn_rng rng;
    struct tn_ape_letter letter[TN_APE_LETTERS];
    unsigned letters;
    uint32_t used[TN_APE_HOSTS]
                 [TN_APE_HOSTS];  /* bytes of the buffer [to][from] that are given out */
    uint32_t given[TN_APE_HOSTS]; /* bytes of the callers' in the source */
    unsigned whole, told, gone;
    unsigned causes[TN_APE_CAUSES]; /* error events by cause; 0: events that were lost */
    uint64_t moved;                 /* cycle of the last event */
    uint8_t *source[TN_APE_HOSTS];
};

/* Begins with hosts that are open: fills the hosts' sources, registers their buffers, and sets
 * MSG_TIMEOUT and GET_TIMEOUT to that many cycles. Broken promises go to fn. Returns 0 or negative
 * errno. */
int tn_ape_promise_open(struct tn_ape_promise *p, struct tn_ape_hosts hosts, uint64_t seed,
                        uint32_t timeout, tn_verdict_fn *fn, void *ctx);
void tn_ape_promise_close(struct tn_ape_promise *p);

/* Starts a message of n bytes, whose payload looks like words and packets of a line if so wanted
 * (ape_forge.h): packets that would write to the receiver's memory, where nobody writes. Returns
 * its index; -EAGAIN: the ring is full; -ENOSPC: there is no place or number left. */
int tn_ape_promise_send(struct tn_ape_promise *p, enum tn_ape_letter_kind kind, unsigned from,
                        unsigned to, uint32_t n, bool forged);
/* The same with bytes of the caller's, which are put into the source of host `from`. */
int tn_ape_promise_give(struct tn_ape_promise *p, enum tn_ape_letter_kind kind, unsigned from,
                        unsigned to, const uint8_t *bytes, uint32_t n);
/* Puts one packet of n bytes, whole words, from a host to another, whose last words are footers of
 * no message that are right when a fault moves the words before them (ape_forge.h). Returns its
 * number or negative errno. */
int tn_ape_promise_moved(struct tn_ape_promise *p, unsigned from, unsigned to, uint32_t n);
/* Lets n cycles pass and judges all events that come. */
void tn_ape_promise_step(struct tn_ape_promise *p, uint64_t n);
/* Returns how many messages have no end yet. */
unsigned tn_ape_promise_left(const struct tn_ape_promise *p);
/* Lets cycles pass until all messages have an end and nothing has moved for the timeouts, at most
 * so many. */
void tn_ape_promise_rest(struct tn_ape_promise *p, uint64_t cycles);
/* Judges the memory of all messages; those without an event are GONE or BROKEN. */
void tn_ape_promise_end(struct tn_ape_promise *p);
/* Judges, behind tn_ape_promise_end(), all bytes that no later message may have changed: those of
 * puts and fetches that were whole, all sources, and the buffers for sends, emptied after each. */
void tn_ape_promise_memory(struct tn_ape_promise *p);

#endif
