/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of a waveform session: signals, wires (signals that channels use), clocks, channels
 * and links.
 */
#ifndef TN_WAVE_PRIVATE_H
#define TN_WAVE_PRIVATE_H

#include <tn/wave.h>

enum { TN_WAVE_NONE = -1, TN_WAVE_NAME = 1024 };

/* A signal as the source declared it. */
struct tn_wave_var {
    char *name;        /* without a range */
    const char *range; /* "[7:0]", or "" */
    uint32_t scope;    /* index of its scope */
    uint32_t width, id;
    uint32_t next;  /* of the same hash, plus 1; 0: none */
    uint32_t *bits; /* of a vector that the source declared bit by bit: their signals' numbers, the
                       highest first; else NULL */
};

struct tn_wave_scope {
    char *path;
    uint32_t next; /* of the same hash, plus 1; 0: none */
};

/* A port among those that stand side by side in the same vectors. */
struct tn_wave_port {
    uint32_t of, index;
};

/* A hash table of indexes. */
struct tn_wave_buckets {
    uint32_t *first; /* index plus 1; 0: none */
    uint32_t n;      /* a power of 2, or 0 */
};

/* All signals, found by scope and name. Names of signals compare without case. */
struct tn_wave_names {
    struct tn_wave_var *var;
    struct tn_wave_scope *scope;
    struct tn_wave_buckets vars, scopes;
    uint32_t var_n, var_cap, scope_n, scope_cap;
};

/* A signal that channels use. */
struct tn_wave_wire {
    uint32_t id, width;
    bool made;    /* of bits that are signals: no signal of the source has its number */
    bool changed; /* next is not now */
    bool is_clock;
    char *now, *next; /* width characters, the highest bit first */
    struct tn_wave_channel **user;
    uint32_t user_n;
};

/* A signal of 1 bit that is a bit of a wire. */
struct tn_wave_feed {
    uint32_t wire, at; /* index of the wire, place among its characters */
    uint32_t next;     /* of the same signal, plus 1; 0: none */
};

/* The bits of a wire that are a channel's signal. */
struct tn_wave_ref {
    int32_t wire; /* TN_WAVE_NONE: the channel lacks the signal */
    uint32_t lo, width, var;
};

struct tn_wave_clock {
    uint32_t wire, lo; /* the bit of the wire */
    uint64_t cycle;
    struct tn_wave_channel **busy; /* channels to call at the next edge, in their order */
    uint32_t busy_n, channel_n;
};

struct tn_wave_link {
    struct tn_wave *wave;
    char *name;
    const struct tn_wave_kind *kind; /* of its first channel */
    void *shared;
    struct tn_checker *checker;
    struct tn_check_params par;
    uint8_t dirs;   /* set of the directions of its channels */
    bool in_reset;  /* a channel of it is */
    bool was_reset; /* some reset was seen, and no gap since */
    bool gap;       /* the waveform left out some time */
    bool ticks;     /* its rules take no packets */
    struct {
        const void *bytes;
        size_t size;
        uint64_t before;
    } content; /* of which the rules are asked: tn_wave_content() */
};

struct tn_wave_channel {
    struct tn_wave *wave;
    const struct tn_wave_kind *kind;
    struct tn_wave_link *link;
    char *path;
    const struct tn_wave_channel
        *outer; /* the same in a scope around, which is looked at in its place; or NULL */
    struct tn_wave_ref *pin;
    int32_t clock; /* index; TN_WAVE_NONE: none was found */
    struct tn_wave_ref clock_ref, reset;
    bool reset_low;  /* the reset is active low */
    bool reset_seen; /* it was active since the last edge */
    bool in_reset, busy;
    bool off; /* a map leaves it out */
    const char *unread; /* why it is not judged; NULL: it is */
    const struct tn_wave_link *core; /* that kind->core_of names; or NULL */
    uint32_t index;
    uint64_t transfers;
    void *state;
};

struct tn_wave {
    const struct tn_wave_kind *const *kinds;
    struct tn_check_params par;
    struct tn_wave_sink sink;
    struct tn_wave_names names;
    char *only_scope;
    const char *only, *skip; /* rules; borrowed */
    int exponent;
    uint64_t begin, from, to; /* the waveform's first tick; the ticks to look at */
    uint64_t tick, packets;
    uint64_t ns_of, ns; /* a tick and its time, for the channels that ask at the same edge; 0 is 0 */
    struct tn_wave_wire *wire;
    uint32_t wire_n;
    int32_t *wire_of;  /* by the source's number; TN_WAVE_NONE: no channel uses it */
    uint32_t *feed_of; /* by the source's number: index of a feed plus 1; 0: none */
    uint32_t wire_of_n;
    struct tn_wave_feed *feed;
    uint32_t feed_n, feed_cap;
    struct tn_wave_wire **changed;
    uint32_t changed_n;
    struct tn_wave_clock *clock;
    uint32_t clock_n;
    struct tn_wave_channel **channel;
    uint32_t channel_n;
    struct tn_wave_link **link;
    struct tn_checker *a_checker; /* of the link that had its first packet last; NULL: no link had one */
    uint32_t link_n;
    const char *map; /* text; borrowed */
    char error[512]; /* why the map was refused */
    struct tn_wave_once *once; /* verdicts told; made for the first */
    uint64_t repeated;
    bool no_memory;
};

/* Adds a signal. Returns 0 or -ENOMEM. */
int tn_wave_names_add(struct tn_wave_names *n, const char *scope, const char *name, unsigned width,
                      uint32_t id);
/* Finds a signal by scope and name, without case; TN_WAVE_NONE when there is none. */
int32_t tn_wave_names_find(const struct tn_wave_names *n, uint32_t scope, const char *name);
/* The index of the scope with that path; TN_WAVE_NONE when there is none. */
int32_t tn_wave_names_scope(const struct tn_wave_names *n, const char *scope);
void tn_wave_names_free(struct tn_wave_names *n);

/* Makes vectors of signals that are declared bit by bit, "data[3]". Returns 0 or -ENOMEM. */
int tn_wave_names_gather(struct tn_wave_names *n);
/* The index of the scope with those first n characters as its path, made when there is none;
 * negative errno. */
int tn_wave_names_scope_of(struct tn_wave_names *n, const char *path, size_t len);

/* Word i of "a|b|c" and its length, or NULL. */
const char *tn_wave_word_at(const char *words, unsigned i, size_t *len);
/* The length of the prefix in front of that word at the name's end; -1 when the name does not end
 * so. A prefix ends with an underscore, or with the dot of a hierarchy that was made flat. */
long tn_wave_prefix_of(const char *name, const char *word, size_t len);
/* Whether the width is one of the row's, for so many ports side by side. */
bool tn_wave_width_fits(const struct tn_wave_pin *p, uint32_t width, uint32_t ports);
/* The signal of a row: beside the anchor, or where the other end's signals stand. */
int32_t tn_wave_row(const struct tn_wave *w, const struct tn_wave_kind *kind, unsigned pin,
                    uint32_t scope, const char *prefix, uint32_t ports);
/* How many ports stand side by side behind the prefix, by the kind's row for it; 1 when it lacks. */
uint32_t tn_wave_ports(const struct tn_wave *w, const struct tn_wave_kind *kind, uint32_t scope,
                       const char *prefix);
/* Whether the name has a word for READY in it. */
bool tn_wave_says_ready(const char *name);
/* Whether a row for READY lacks, and a signal behind the prefix may be READY under another name. */
bool tn_wave_other_ready(const struct tn_wave *w, const struct tn_wave_channel *ch, uint32_t scope,
                         const char *prefix);
/* Keeps what the packet is, for verdicts of it. */
void tn_wave_once_packet(struct tn_wave *w, const struct tn_event *ev);
/* Whether the verdict is to be told: its packet or burst gave none of that rule further up. */
bool tn_wave_once_first(struct tn_wave *w, const struct tn_wave_link *l,
                        const struct tn_verdict *v);
void tn_wave_once_free(struct tn_wave *w);
/* Whether only one direction of the link is there. */
bool tn_wave_one_way(const struct tn_wave_link *l);
/* Adds a channel without signals. NULL on ENOMEM. */
struct tn_wave_channel *tn_wave_channel_add(struct tn_wave *w, const struct tn_wave_kind *kind,
                                            const char *path, uint32_t scope);
/* Puts the channel on the link of that name. Returns 0 or -ENOMEM. */
int tn_wave_relink(struct tn_wave *w, struct tn_wave_channel *ch, const char *name);
/* Takes the lines of a map. Returns 0, -ENOMEM, or -EINVAL with w->error. */
int tn_wave_take_map(struct tn_wave *w, const char *text);
/* Gives the channel its clock and its reset, by their names. */
void tn_wave_find_clock(struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope,
                        const char *prefix, struct tn_wave_port port);
/* Makes wires, clocks and links of the channels that were found. Returns 0 or -ENOMEM. */
int tn_wave_connect(struct tn_wave *w);
/* Frees a channel. */
void tn_wave_channel_free(struct tn_wave_channel *ch);

#endif
