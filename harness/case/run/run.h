/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the case runner: what was seen, and what was said of it; and what
 * a DUT brings.
 * Cycles and packet numbers count from the case's first reset.
 */
#ifndef TN_CASE_RUN_PRIVATE_H
#define TN_CASE_RUN_PRIVATE_H

#include <tn/case_run.h>
#include <tn/bfm.h>
#include <tn/dut.h>
#include <tn/event.h>
#include <tn/rules.h>

enum { STREAMS = 40, RULES_MAX = 512, REJECTS_MAX = 1024 };

/* A packet that passed. */
struct seen {
    uint64_t first, last; /* cycles of its beats */
    uint64_t number;      /* packet */
    unsigned port;
    bool taken; /* an expectation has named it */
    bool malformed; /* as its monitor says */
    uint32_t len;
    uint8_t *bytes;
};

struct stream {
    const char *name;
    struct seen *tlps;
    unsigned n, room, next; /* next: the first not taken */
};

struct runner;

/* What the cases of one DUT need of it. */
struct tn_run_ops {
    const char *const *streams; /* s_ what is sent into, m_ what leaves; NULL behind the last */
    const char *reject;         /* "on obs_rej ", for messages */

    unsigned reset_cycles, quiet_cycles; /* of a reset, and of rest at the end; 0: the usual */
    /* Changes the case to the shape of this bench, or says in why that it does not fit; may be NULL. */
    void (*fit)(struct tn_case *c, char *why, size_t size);
    /* Before the reset that a case begins with; may be NULL. */
    void (*prepare)(void);
    /* Makes the judges, and attaches what listens for them (tn_monitor_subscribe() has
     * been given what every DUT needs). 0 or negative errno. */
    int (*watch)(struct runner *r);
    /* After a reset in the middle of a case: what was under way is forgotten. NULL: the judges saw it. */
    int (*forget)(struct runner *r);
    /* Judges what only the end shows, and frees. */
    void (*unwatch)(struct runner *r);
    /* The next four may be NULL: judges that listen for themselves need them not.
     * What passed; number and cycle count from the case's reset. */
    void (*packet_seen)(struct runner *r, const char *stream, const struct tn_event *ev);
    /* Fills in who it belongs to: dir, as the expectation has it. */
    void (*reject_seen)(struct runner *r, uint64_t cycle, unsigned *dir, unsigned cause, unsigned port);
    /* A register was written. */
    void (*written)(struct runner *r, uint32_t addr, uint32_t value);
    /* A judge waits for something. */
    bool (*pending)(const struct runner *r);

    /* Registers behind an AXI port: the response, or negative errno. NULL: the bench's are
     * the DUT's, and always answer. */
    int (*write)(const struct runner *r, uint32_t addr, uint32_t value);
    int (*read)(const struct runner *r, uint32_t addr, uint32_t *value);

    int (*send)(const struct runner *r, const struct tn_case_step *s);
    int (*line)(struct runner *r, const struct tn_case_step *s); /* TN_CASE_LINE; may be NULL */
    bool (*under_way)(const struct runner *r); /* something is queued */
    int (*stall_source)(const struct runner *r, const char *stream, const struct tn_stall *stall);
    bool own_monitors; /* what passes is what tn_run_seen() is told, whatever the bench's monitors
                          see */
    bool own_sinks; /* stall_source is for what leaves, too */
    /* Classes that may begin at a sink of its own (tn_sink_ok() without it); all willing again: at
     * the end. May be NULL. */
    void (*ok)(const struct runner *r, const char *stream, unsigned classes);
    void (*open)(const struct runner *r);
    /* The packet's port counts at that stream (else it is the stream's own). NULL: nowhere. */
    bool (*ported)(const char *stream);
    /* The rule that the difference breaks: the line's own where it is about what
     * differs, else the one that is. NULL: the line's own. */
    const char *(*blame)(const struct tn_case_step *s, const struct seen *got);
};

struct seen_reject {
    uint64_t cycle;
    unsigned dir, cause, port;
    bool taken;
};

/* What is known of a rule. */
struct judged {
    bool asked, failed;
    uint64_t cycle, packet;
    char text[TN_CASE_ERROR]; /* of the first failure */
};

struct runner {
    const struct tn_case *c;
    const struct tn_case_how *how;
    uint64_t start;      /* absolute cycle of the reset */
    uint64_t packets;    /* so far */
    uint64_t mark;       /* where windows begin */
    const char *stopped; /* rule of the expectation that failed: what follows means nothing */
    long latency;        /* of the first `expect latency`, or -1 */
    struct stream streams[STREAMS];
    struct seen_reject rejects[REJECTS_MAX];
    unsigned reject_n;
    struct judged judged[RULES_MAX]; /* by place in the catalogue */
    const struct tn_dut *dut;
    const struct tn_run_ops *ops; /* of dut */
    void *judges; /* the DUT's own */
};

/* The end of a line's window, counted from its mark. */
uint64_t tn_run_window(const struct runner *r, const struct tn_case_step *s);
/* Cycles since the reset. */
uint64_t tn_run_now(const struct runner *r);
struct stream *tn_run_stream(struct runner *r, const char *name);

/* Attaches everything to the streams of a DUT that was just reset. */
int tn_run_watch(struct runner *r);
/* After a reset in the middle of a case: what was under way is forgotten. */
int tn_run_forget(struct runner *r);
/* Judges what only the end shows, and lets go. */
void tn_run_unwatch(struct runner *r);

/* What passed at a stream that no monitor looks at, and what was judged: cycles as the simulation's. */
void tn_run_seen(struct runner *r, const char *stream, const struct tn_event *absolute);
void tn_run_rejected(struct runner *r, uint64_t cycle, unsigned dir, unsigned cause, unsigned port);

/* The rule is broken; the first time counts. */
void tn_run_fail(struct runner *r, const char *rule, uint64_t packet, uint64_t cycle,
                 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* A register's value; the response of AXI, 0 OKAY. */
int tn_run_read(const struct runner *r, uint32_t addr, uint32_t *value);
/* struct tn_run_ops's send, under_way and stall_source of DUTs of ExaNet: a packet, or words, are
 * queued at their source; a stream that this bench's shape lacks has no stall. */
int tn_run_exa_send(const struct runner *r, const struct tn_case_step *s);
bool tn_run_exa_under_way(const struct runner *r);
int tn_run_exa_stall(const struct runner *r, const char *stream, const struct tn_stall *stall);
/* A verdict of a judge that looks at the pins itself: tn_verdict_fn, with the runner. */
void tn_run_judged(void *ctx, const struct tn_verdict *v);
/* Of 16 cycles those in which a side that stalls so is willing. */
unsigned tn_run_of_16(const struct tn_stall *stall);
/* A packet that passes beat by beat. */
struct tn_run_beats {
    uint64_t first;
    size_t len;
    uint8_t bytes[2048];
};
/* A beat more; what is too long is cut there. */
void tn_run_beat(struct tn_run_beats *b, uint64_t cycle, const uint8_t *bytes, size_t len);
/* It ends in this cycle, and was seen at the stream. */
void tn_run_beats_end(struct runner *r, struct tn_run_beats *b, const char *stream, uint64_t cycle);
/* One expectation. False: it failed, and that was said. */
bool tn_run_expect(struct runner *r, const struct tn_case_step *s);
/* Packets that no line named break the case's first rule. */
void tn_run_leftovers(struct runner *r);

/* Place in the catalogue. */
size_t tn_run_place(const char *rule);
/* A judge had occasion to ask the rule. */
void tn_run_asked(struct runner *r, const char *rule);

#endif
