/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case runner: the packets and rejects that a case has seen, the verdicts on
 * its rules, and the functions that a DUT brings.
 * Cycles and packet numbers count from the case's first reset.
 */
#ifndef TN_CASE_RUN_PRIVATE_H
#define TN_CASE_RUN_PRIVATE_H

#include <tn/case_run.h>
#include <tn/bfm.h>
#include <tn/dut.h>
#include <tn/event.h>
#include <tn/rules.h>

enum { STREAMS = 128, RULES_MAX = 1024, REJECTS_MAX = 1024 };

/* A packet that passed at a stream. */
struct seen {
    uint64_t first, last; /* cycles of its first and last beat */
    uint64_t number;      /* counts all packets of the case, from 1 */
    unsigned port;
    bool taken;     /* an expectation of the case has claimed the packet */
    bool malformed; /* the stream's monitor marked the packet as malformed */
    uint32_t len;   /* bytes */
    uint8_t *bytes; /* owned by the runner */
};

/* The packets that passed at one stream, in order. */
struct stream {
    const char *name;
    struct seen *tlps;
    unsigned n;    /* packets in tlps */
    unsigned room; /* packets that tlps has memory for */
    unsigned next; /* the first packet that is not taken */
};

struct runner;

/* The functions through which a DUT takes part in its cases. */
struct tn_run_ops {
    const char *const
        *streams;       /* names: s_... enters the DUT, m_... leaves it; NULL ends the list. NULL: those
                           of the DUT's bench (tn/bench.h) */
    const char *reject; /* the place of a reject in messages, such as "on obs_rej " */

    unsigned reset_cycles; /* length of the first reset; 0: 4 cycles */
    unsigned quiet_cycles; /* cycles of rest at the end of a case; 0: 40 */
    /* Changes the case to the shape of this bench, or writes to why that it does not fit. May be
     * NULL. */
    void (*fit)(struct tn_case *c, char *why, size_t size);
    /* Prepares the bench before the reset that a case begins with. May be NULL. */
    void (*prepare)(void);
    /* Makes the judges and subscribes them to the bench's monitors. The runner has subscribed
     * itself already. Returns 0 or negative errno. */
    int (*watch)(struct runner *r);
    /* Makes the judges forget packets under way, after a reset in the middle of a case. NULL: the
     * judges saw the reset themselves. Returns 0 or negative errno. */
    int (*forget)(struct runner *r);
    /* Judges the end of the case and frees the judges. */
    void (*unwatch)(struct runner *r);

    /* The next four may be NULL when the DUT's judges subscribe themselves. */
    /* A packet passed at a stream; its number and cycle count from the case's reset. */
    void (*packet_seen)(struct runner *r, const char *stream, const struct tn_event *ev);
    /* The DUT rejected a packet. The function may change *dir to the direction that expectations
     * use. */
    void (*reject_seen)(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause,
                        unsigned port);
    /* The case wrote value to the register at addr. */
    void (*written)(struct runner *r, uint32_t addr, uint32_t value);
    /* Says whether a judge still waits for an event. */
    bool (*pending)(const struct runner *r);

    /* Access a register behind the DUT's AXI port. Return the AXI response (0 OKAY) or negative
     * errno. NULL: the case accesses registers through the bench, and every access is answered. */
    int (*write)(const struct runner *r, uint32_t addr, uint32_t value);
    int (*read)(const struct runner *r, uint32_t addr, uint32_t *value);

    /* Queues the packets of a step TN_CASE_SEND. Returns 0 or negative errno. */
    int (*send)(const struct runner *r, const struct tn_case_step *s);
    /* Does a step TN_CASE_LINE. Returns 0 or negative errno. NULL: the DUT has no such lines. */
    int (*line)(struct runner *r, const struct tn_case_step *s);
    /* Says whether a source still has packets queued. */
    bool (*under_way)(const struct runner *r);
    /* Gives a source, and with own_sinks also a sink, a new pattern of stalls. */
    int (*stall_source)(const struct runner *r, const char *stream, const struct tn_stall *stall);
    bool own_monitors; /* the DUT's functions report packets by tn_run_seen(); the runner does not
                          subscribe to the bench's monitors */
    bool own_sinks;    /* stall_source also stalls the streams that leave the DUT */
    /* Sets the classes of packets that a sink lets begin (a bit each). NULL: the runner
     * calls tn_sink_ok(). */
    void (*ok)(const struct runner *r, const char *stream, unsigned classes);
    /* Lets all sinks take all classes again, at the end of a case. May be NULL. */
    void (*open)(const struct runner *r);
    /* Says whether expectations at that stream compare the packet's port. NULL: at no stream. */
    bool (*ported)(const char *stream);
    /* Returns the rule that a packet breaks which differs from the expected one: the rule of the
     * line if that rule is about the difference, else a fitting one. NULL: always the rule of the
     * line. */
    const char *(*blame)(const struct tn_case_step *s, const struct seen *got);
};

/* A packet that the DUT reported as rejected. */
struct seen_reject {
    uint64_t cycle;
    unsigned dir, cause, port;
    bool taken; /* an expectation of the case has claimed the reject */
};

/* The verdict on one rule so far. */
struct judged {
    bool asked, failed;
    uint64_t cycle, packet;   /* of the first failure */
    char text[TN_CASE_ERROR]; /* of the first failure */
};

/* A case that is being run. */
struct runner {
    const struct tn_case *c;
    const struct tn_case_how *how;
    uint64_t start;      /* cycle of the simulation at which the case's reset ended */
    uint64_t packets;    /* packets seen so far at all streams */
    uint64_t mark;       /* cycle from which the windows of expectations count */
    const char *stopped; /* rule of the expectation that failed; later lines mean nothing */
    bool failed;         /* a rule was broken */
    long latency;        /* cycles that the first `expect latency` found; -1: none so far */
    struct stream streams[STREAMS];
    struct seen_reject rejects[REJECTS_MAX];
    unsigned reject_n;
    struct judged judged[RULES_MAX]; /* by the rule's place in the catalogue */
    const struct tn_dut *dut;
    const struct tn_run_ops *ops; /* of dut */
    const char *const *names;     /* of its streams, NULL behind the last */
    void *judges;                 /* made by ops->watch */
};

/* Returns the end of the step's window, in cycles from r->mark; longer when the case runs under
 * stalls. */
uint64_t tn_run_window(const struct runner *r, const struct tn_case_step *s);
/* Returns the cycles since the case's reset. */
uint64_t tn_run_now(const struct runner *r);
/* Returns the stream of that name; a name that the bench does not have is a tn_bug(). */
struct stream *tn_run_stream(struct runner *r, const char *name);

/* Subscribes the runner and the judges to the streams of a DUT that was just reset. Returns 0 or
 * negative errno. */
int tn_run_watch(struct runner *r);
/* Forgets all packets and rejects so far, after a reset in the middle of a case. Returns 0 or
 * negative errno. */
int tn_run_forget(struct runner *r);
/* Judges the end of the case, ends all subscriptions and frees the packets. */
void tn_run_unwatch(struct runner *r);

/* Reports a packet that passed at a stream. Its cycle is the simulation's. */
void tn_run_seen(struct runner *r, const char *stream, const struct tn_event *absolute);
/* Reports a packet that the DUT rejected. The cycle is the simulation's. */
void tn_run_rejected(struct runner *r, uint64_t cycle, unsigned dir, unsigned cause, unsigned port);

/* Notes that the rule was broken. Only the first failure of a rule is kept. */
void tn_run_fail(struct runner *r, const char *rule, uint64_t packet, uint64_t cycle,
                 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Reads the register at addr. Returns the AXI response (0 OKAY) or negative errno. */
int tn_run_read(const struct runner *r, uint32_t addr, uint32_t *value);
/* Takes the verdict of a judge that looks at pins: a tn_verdict_fn whose ctx is the runner. */
void tn_run_judged(void *ctx, const struct tn_verdict *v);
/* Returns in how many of 16 cycles a sink with that pattern of stalls is ready. */
unsigned tn_run_of_16(const struct tn_stall *stall);
/* A packet of which some beats have passed. */
struct tn_run_beats {
    uint64_t first; /* cycle of the first beat */
    size_t len;     /* bytes so far */
    uint8_t bytes[2048];
};
/* Appends a beat of len bytes; bytes beyond the room are dropped. */
void tn_run_beat(struct tn_run_beats *b, uint64_t cycle, const uint8_t *bytes, size_t len);
/* Ends the packet in this cycle and reports it by tn_run_seen(). */
void tn_run_beats_end(struct runner *r, struct tn_run_beats *b, const char *stream, uint64_t cycle);
/* Waits for one expectation. Returns false, with the failure noted, when it was not met. */
bool tn_run_expect(struct runner *r, const struct tn_case_step *s);
/* Blames the case's first rule for packets that left the DUT and that no line expected. */
void tn_run_leftovers(struct runner *r);

/* Returns the rule's place in the catalogue; an unknown rule is a tn_bug(). */
size_t tn_run_place(const char *rule);
/* Notes that a judge had occasion to ask the rule. */
void tn_run_asked(struct runner *r, const char *rule);

#endif
