/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a block of the kit: the ends at its streams, software, and the judge of its pins.
 * One table of functions, struct tn_bench_ops, is all that a block brings; cases, mixes, replays
 * and campaigns play on it, and nothing of them knows the block.
 *
 * A stream of the block's table (tn/block_table.h) is named in text as NAME or NAME[i], as "s[2]"; a knob is a setting of the bench or an
 * event at it ("free_late 60", "kill[3]"). Both are told to the functions as a place in the table or list
 * and an index. harness/bench/README.md has an example.
 */
#ifndef TN_BENCH_H
#define TN_BENCH_H

#include <tn/judge.h>
#include <tn/rng.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tn_block_table;
struct tn_case_parser;
struct tn_case_register;
struct tn_case_tlp;
struct tn_dut;
struct tn_event;

enum {
    TN_BENCH_STREAMS = 16, /* kinds of streams of a block, with the places of its bench */
    TN_BENCH_EACH = 32,   /* most streams of a kind */
    TN_BENCH_BYTES = 4608 /* longest packet */
};

/* A place of the bench that is no stream of the block, as the far end of a line: packets enter there, or are seen there. No
 * case has to expect those that are seen. Places are streams behind those of the table. */
struct tn_bench_place {
    const char *name;
    bool in;
};

/* A setting of the bench. */
struct tn_bench_knob {
    const char *name;
    unsigned most;   /* indices as of a stream; 1: the name takes no index */
    uint32_t limit;  /* largest value */
    const char *text; /* what the knob does: a sentence */
};

/* A field of a wanted packet has that value. */
struct tn_bench_wish {
    const char *field; /* a name of the list of struct tn_bench_text */
    uint32_t value;
};
enum { TN_BENCH_WISHES = 8 };

/* What text says of a block, beside its table. The tenter command and simulations both have it. */
struct tn_bench_text {
    const struct tn_block_table *table;
    uint32_t played; /* bit k: the bench itself plays the table's stream k, and no text names it */
    const struct tn_bench_place *places; /* name NULL behind the last; NULL: none */
    const struct tn_bench_knob *knobs; /* name NULL behind the last */
    /* Parses a packet of a case for a stream from words[at..end); masked: fields that are left out do not
     * count. Returns 0 or -EINVAL. */
    int (*packet)(struct tn_case_parser *p, unsigned stream, unsigned at, unsigned end, bool masked,
                  struct tn_case_tlp *out);
    const char *const *wishes; /* fields that a mix may wish for, NULL behind the last */
    /* The values of a wished field or knob by name: returns true and the value, else false. May be NULL. */
    bool (*value)(const char *field, const char *text, uint32_t *out);
};

struct tn_bench;

/* Errors that a block has told of. */
struct tn_bench_errors {
    unsigned long repaired; /* that cost time and nothing else */
    const char *rule, *what; /* of one that is not repaired: its rule, and what told of it; NULL: none */
};

/* The functions of a block's bench. They run while the simulation stands at a falling edge. */
struct tn_bench_ops {
    size_t size; /* bytes of the block's own state, zeroed before open() */

    /* Makes the judge, whose verdicts go to tn_bench_verdict, and begins to play the inputs. The
     * core resets the block behind it. Returns 0 or negative errno. */
    int (*open)(struct tn_bench *b);
    /* Ends the play and frees the judge. */
    void (*close)(struct tn_bench *b);

    /* Queues a packet at a stream into the block, which begins in cycle not_before or later.
     * Returns 0 or -ENOSPC. */
    int (*give)(struct tn_bench *b, unsigned stream, unsigned index, const uint8_t *bytes,
                size_t len, uint64_t not_before);
    /* Returns how many packets wait at a stream into the block. */
    unsigned (*queued)(const struct tn_bench *b, unsigned stream, unsigned index);
    /* Makes a random packet for a stream that has the wished fields; number marks the packet.
     * Returns its bytes, at most TN_BENCH_BYTES; 0: no packet has these fields. */
    size_t (*draw)(struct tn_bench *b, unsigned stream, unsigned index,
                   const struct tn_bench_wish *wish, unsigned wishes, uint32_t number,
                   uint8_t *bytes);
    /* Sets a knob. Returns 0, or -EINVAL when the value does not fit now. */
    int (*set)(struct tn_bench *b, unsigned knob, unsigned index, uint32_t value);
    /* Lets a stream's end move a word in of_16 of 16 cycles. */
    void (*stall)(struct tn_bench *b, unsigned stream, unsigned index, unsigned of_16);
    /* Gives up all knobs and stalls that hold anything, so that all may come to its end. */
    void (*release)(struct tn_bench *b);
    /* Fits a packet of a case to the shape that runs, before there is a bench. NULL: packets are the same in all. */
    void (*fit)(unsigned stream, uint8_t *bytes, size_t len);
    /* Says whether something waits or is under way. */
    bool (*busy)(const struct tn_bench *b);
    /* Forgets packets that have not begun. */
    void (*flush)(struct tn_bench *b);

    /* Accesses a register, which takes cycles. */
    void (*write)(struct tn_bench *b, uint32_t addr, uint32_t value);
    uint32_t (*read)(struct tn_bench *b, uint32_t addr);

    /* The judge's counts. */
    const struct tn_judge *(*judge)(const struct tn_bench *b);
    /* Says whether the judge can no longer know the block's state. NULL: it always does. */
    bool (*blind)(const struct tn_bench *b);
    /* The rule that is broken when what was given never came out. NULL: the judge's first one. */
    const char *lost;

    /* Prepares the bench for a capture: lines have faults from now on, and the bench does by itself what text orders otherwise.
     * May be NULL. */
    void (*record)(struct tn_bench *b);
    /* Finds the stream at which a packet of a capture enters. Returns the packet's bytes, as give()
     * takes them; 0: the packet does not enter here. NULL: no captures are played. */
    size_t (*place)(struct tn_bench *b, const struct tn_event *ev, unsigned *stream,
                    unsigned *index, uint8_t *bytes);
    /* Says whether the receiver of a packet that left would take it as right. */
    bool (*sound)(const uint8_t *bytes, size_t len);
    uint32_t leaves; /* bit k: a packet at stream k has left the block; 0: at any stream out of it */
    /* Says which errors the block has told of, by registers and pins. May be NULL. */
    void (*errors)(struct tn_bench *b, struct tn_bench_errors *e);
};

enum { TN_BENCH_VERDICTS = 16 };

/* A bench. */
struct tn_bench {
    const struct tn_dut *dut;
    const struct tn_bench_text *text;
    const struct tn_bench_ops *ops;
    unsigned count[TN_BENCH_STREAMS]; /* streams of each kind in this shape */
    struct tn_rng rng;
    uint64_t cycle; /* the cycle that was played last; set by the block */
    bool unknown;   /* an output that counts was unknown; set by the block */
    void *own;      /* the block's own state */
    /* private */
    tn_verdict_fn *fn; /* receives verdicts behind the edge; may be NULL */
    void *ctx;
    struct tn_bench_packet *packets, **end; /* that passed and were not published yet */
    struct tn_verdict verdict[TN_BENCH_VERDICTS];
    unsigned verdicts;
    unsigned long broken; /* verdicts so far */
};

/* Makes the bench of the DUT that runs and resets the DUT; verdicts go to fn. Returns NULL on
 * ENOMEM, or when the DUT has none. */
struct tn_bench *tn_bench_new(uint64_t seed, tn_verdict_fn *fn, void *ctx);
void tn_bench_free(struct tn_bench *b);

/* Declares the streams of the block of the kit that runs, those of the largest shape, as points, in the
 * order of their names; before the run's capture begins, which lists them. */
void tn_bench_declare(void);

/* A tn_verdict_fn whose ctx is the bench: keeps a verdict of a rising edge. */
void tn_bench_verdict(void *bench, const struct tn_verdict *v);
/* Publishes the packets that passed, and hands the kept verdicts on; at a falling edge. */
void tn_bench_tell(struct tn_bench *b);
/* Shows a packet that passed at a stream: its first and last cycle. */
void tn_bench_show(struct tn_bench *b, unsigned stream, unsigned index, uint64_t first,
                   uint64_t last, const uint8_t *bytes, size_t len);

/* Lets cycles pass until nothing is under way, at most so many. Returns whether that came. */
bool tn_bench_settle(struct tn_bench *b, uint64_t cycles);
/* Returns the rule that is broken when what was given never comes out. */
const char *tn_bench_lost(const struct tn_bench *b);
/* Returns the value of a parameter of the bench that runs. */
unsigned tn_bench_param(const char *name);
/* Gives a random packet to each stream into the block. */
void tn_bench_probe(struct tn_bench *b);
/* Reads all registers of the window, which the judge compares, and words that are none. */
void tn_bench_read_all(struct tn_bench *b);

/* Returns how many kinds of streams there are, with the bench's places; and the name of kind k in text. */
unsigned tn_bench_streams(const struct tn_bench_text *t);
const char *tn_bench_stream_kind(const struct tn_bench_text *t, unsigned k);
/* Say of stream k whether text may name it (false behind the last, too), whether it
 * enters the block, and how many of it the largest shape has. */
bool tn_bench_stream_is(const struct tn_bench_text *t, unsigned k);
bool tn_bench_stream_in(const struct tn_bench_text *t, unsigned k);
static inline bool tn_bench_given(const struct tn_bench_text *t, unsigned k)
{
    return tn_bench_stream_is(t, k) && tn_bench_stream_in(t, k);
}
unsigned tn_bench_stream_most(const struct tn_bench_text *t, unsigned k);
/* The table's registers as cases name them; *n receives their number. */
const struct tn_case_register *tn_bench_registers(const struct tn_bench_text *t, unsigned *n);

/* The names of all streams of the largest shape, each index apart ("s_s[0]", ...), in the order of
 * the table; NULL behind the last. A stream into the block has "s_" before its name, one out of it
 * "m_", a place at which packets are seen "o_". */
const char *const *tn_bench_stream_names(const struct tn_bench_text *t);
/* Finds a stream by its whole name, as the list above has it. */
void tn_bench_stream_of(const struct tn_bench_text *t, const char *name, unsigned *stream,
                        unsigned *index);
/* Returns the whole name of a stream. */
const char *tn_bench_stream_name(const struct tn_bench_text *t, unsigned stream, unsigned index);
/* Counts the streams of each kind in a shape; of: the value of a parameter. */
void tn_bench_shape(const struct tn_bench_text *t, unsigned (*of)(const char *),
                    unsigned count[TN_BENCH_STREAMS]);

#endif
