/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Waveforms of any simulation, judged. A source (a file, or a simulation at work) tells signals and
 * their changes; channels are found among the signals by the tables of adapters; an adapter sees a
 * channel as a flip-flop of its clock does, and makes packets or asks rules.
 * harness/wave/README.md says how an adapter is written.
 */
#ifndef TN_WAVE_H
#define TN_WAVE_H

#include <tn/event.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tn_wave;
struct tn_wave_link;
struct tn_wave_channel;

/* A row of an adapter's table: a signal of the channel. */
struct tn_wave_pin {
    const char *name;  /* in lower case, behind the channel's prefix; "a|b" allows either */
    uint16_t min, max; /* widths in bits that fit; max 0: no signal fits, the row is left out */
    bool may_lack;     /* the channel stands without it */
    bool anchor;       /* channels are found by this signal */
};

/* A time in the waveform. */
struct tn_wave_time {
    uint64_t tick;    /* in units of the file */
    uint64_t time_ns; /* the same in nanoseconds, rounded down */
    uint64_t cycle;   /* rising edges of the channel's clock before, from 0 */
};

/* A kind of channel: a table of signals and a decoder. Members that a kind does not need are NULL
 * or 0. */
struct tn_wave_kind {
    const char *name; /* "us-cq" */
    const char *text; /* for people: "completer requests of an UltraScale+ hard block" */
    const char *link; /* kinds that say the same here share a link and its checker: "us" */
    const struct tn_wave_pin
        *pins; /* ends with a NULL name; pins are numbered as they stand here */
    bool many; /* several ports may stand side by side in the same vectors, each with its part of
                  all */
    uint8_t ports_row; /* with many: the row whose signal has a bit for each port; 0: the anchor */
    bool parts; /* links in scopes one inside the other, whose channels are of different kinds, are one */
    /* Beside kinds whose link this names, packets here are the core's own descriptors: the rules of
     * core_skip are not asked. NULL: none. */
    const char *core_of, *core_skip;
    const char *one_way_skip; /* rules that are not asked of a link with one direction alone */
    /* A packet or burst that passes several channels of such kinds is told once, at the first; the
     * rules of told_each, which ends with NULL, are about one channel alone. */
    bool once;
    const char *const *told_each;
    const char *clock, *reset_name; /* names to look for before the usual ones; NULL: none */
    const char *rules;              /* rules to ask, as tn_checker_new() takes them; NULL: all */
    /* enum tn_dir of its packets; a link with one direction alone is judged as joined */
    uint8_t dir;
    size_t state_size;  /* bytes of a channel's state, zeroed; see tn_wave_state() */
    size_t shared_size; /* bytes of state that all channels of a link share; the same for all its
                           kinds */
    /* Says whether signals that fit the table by name and width are such a channel. */
    bool (*fits)(const struct tn_wave_channel *ch);
    /* Says why such a channel cannot be read, in a few words; NULL: it can. It is listed then, and
     * not judged. */
    const char *(*unread)(const struct tn_wave_channel *ch);
    /* A rising edge of the clock outside reset, with the values before it. Edges are left out while
     * none of the channel's signals changed, once edge has returned false. */
    bool (*edge)(struct tn_wave_channel *ch);
    /* A rising edge in reset; first: the reset has just begun. The packet under way is forgotten.
     */
    bool (*reset)(struct tn_wave_channel *ch, bool first);
    /* The link is about to be reset, or the waveform has ended: packets held back are to be given
     * now. Before a reset the channel is called that showed it, at the end each one. */
    void (*flush)(struct tn_wave_channel *ch);
};

/* The receivers of everything that is found. Members may be NULL. */
struct tn_wave_sink {
    void *ctx;
    /* A packet; ev->packet and ev->point are filled in, when is its first beat's time. */
    void (*packet)(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                   const struct tn_wave_time *when);
    /* A link is about to be judged: its name may say more of how its bits are read. */
    void (*link)(void *ctx, const char *name, struct tn_check_params *par);
    /* A verdict of a link's checker. NULL: nothing is judged. */
    void (*verdict)(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v);
    /* A reset of the link ended what was outstanding; ch is the channel that showed it. */
    void (*reset)(void *ctx, const struct tn_wave_channel *ch, const struct tn_wave_time *when);
};

/* ---- what adapters call ---- */

/* Whether the channel has the signal of that row. */
bool tn_wave_has(const struct tn_wave_channel *ch, unsigned pin);
/* Bits of the signal; 0 when the channel lacks it. */
unsigned tn_wave_width(const struct tn_wave_channel *ch, unsigned pin);
/* Bit 0 of the signal: 0, 1, or -1 when it is X or Z. Returns lacking when the channel lacks it. */
int tn_wave_bit(const struct tn_wave_channel *ch, unsigned pin, int lacking);
/* Gives n <= 64 bits from bit lo on; unknown bits, and bits beyond the width, are 0. Returns
 * whether all are known. */
bool tn_wave_bits(const struct tn_wave_channel *ch, unsigned pin, unsigned lo, unsigned n,
                  uint64_t *v);
/* The same as a number, unknown bits being 0; at most 64 bits of the signal, 0 when it lacks. */
uint64_t tn_wave_number(const struct tn_wave_channel *ch, unsigned pin);
/* Gives n bytes from byte lo on, the lowest first. Returns whether all bits are known. */
bool tn_wave_bytes(const struct tn_wave_channel *ch, unsigned pin, unsigned lo, unsigned n,
                   uint8_t *to);
/* Whether the signal is a vector, or a part of one, of which no bit is known. */
bool tn_wave_blank(const struct tn_wave_channel *ch, unsigned pin);
/* The state of the link that kind->core_of names, the nearest in the hierarchy; NULL: none is there. */
void *tn_wave_core(const struct tn_wave_channel *ch);
/* The channel's own state, and the state of its link. */
void *tn_wave_state(const struct tn_wave_channel *ch);
void *tn_wave_shared(const struct tn_wave_channel *ch);
/* The time of the edge at hand. */
struct tn_wave_time tn_wave_now(const struct tn_wave_channel *ch);
/* Counts a transfer (tenter wave --list). */
void tn_wave_transfer(struct tn_wave_channel *ch);
/* A packet whose first beat was at that time: fabric, unit, flags, span, bytes and length of ev are
 * the adapter's; the rest is filled in. The link's checker judges it. */
void tn_wave_packet(struct tn_wave_channel *ch, struct tn_event *ev,
                    const struct tn_wave_time *when);
/* The link's checker, for rules of handshakes beside those of packets; NULL when nothing is judged.
 */
struct tn_checker *tn_wave_packet_checker(struct tn_wave_channel *ch);
/* The link's checker for rules that take no packets; NULL when nothing is judged. Verdicts name the
 * tick of the waveform as their packet. */
struct tn_checker *tn_wave_checker(struct tn_wave_channel *ch);
/* What the rules that take no packets are about to be asked of, and a digest of all that was
 * accepted before: kinds with once. The bytes are borrowed until the next call. */
void tn_wave_content(struct tn_wave_channel *ch, const void *bytes, size_t size, uint64_t before);
/* Whether a reset was seen. */
bool tn_wave_was_reset(const struct tn_wave_channel *ch);
/* Whether the waveform may begin with traffic under way: it begins late, or has left out some time,
 * and no reset was seen since. */
bool tn_wave_joined(const struct tn_wave_channel *ch);

/* ---- what sources call ---- */

/* A session with these kinds, an array that ends with NULL. NULL on ENOMEM. */
struct tn_wave *tn_wave_new(const struct tn_wave_kind *const *kinds,
                            const struct tn_check_params *par, const struct tn_wave_sink *sink);
/* Declares a signal: scope ("tb.dut"), name, width in bits, and the source's own number of it,
 * which several signals may share. Returns 0 or -ENOMEM. */
int tn_wave_signal(struct tn_wave *w, const char *scope, const char *name, unsigned width,
                   uint32_t id);
/* Says the length of a tick: 10^exponent seconds, and the tick at which the waveform begins. */
void tn_wave_scale(struct tn_wave *w, int exponent, uint64_t begin);
/* Limits what is looked at to ticks from and to and those between. Before tn_wave_change(). */
void tn_wave_range(struct tn_wave *w, uint64_t from, uint64_t to);
void tn_wave_range_of(const struct tn_wave *w, uint64_t *from, uint64_t *to);
/* The number of the packet before the next one; 0 before the first call. */
void tn_wave_number_from(struct tn_wave *w, uint64_t packet);
/* Chooses rules, as the arguments of tn_checker_new(); the texts are borrowed. */
void tn_wave_rules(struct tn_wave *w, const char *only, const char *skip);
/* Limits channels to a scope and below it; NULL: all. Before tn_wave_find(). */
void tn_wave_scope(struct tn_wave *w, const char *scope);
/* Names channels that their signals' names do not give away, and clocks and resets:
 * harness/wave/README.md. The text is borrowed; before tn_wave_find(). */
void tn_wave_map(struct tn_wave *w, const char *text);
/* Why the map was refused. */
const char *tn_wave_error(const struct tn_wave *w);
/* Finds the channels, once all signals are declared. A channel that shares a link and stands under
 * the same name in a scope around, too, is looked at there alone. Returns 0, -ENOMEM, or -EINVAL
 * for a map that is wrong (tn_wave_error()). */
int tn_wave_find(struct tn_wave *w);
/* Signal numbers that belong to channels: calls use(ctx, id) for each, once. */
void tn_wave_each_id(const struct tn_wave *w, void (*use)(void *ctx, uint32_t id), void *ctx);
/* A change: width characters, the highest bit first; 0, 1, or anything else for unknown. Ticks
 * never go back. Numbers that belong to no channel are ignored. */
void tn_wave_change(struct tn_wave *w, uint64_t tick, uint32_t id, const char *bits);
/* The waveform leaves out some time here ($dumpoff): what comes is judged as a capture of a running
 * link until the next reset. */
void tn_wave_gap(struct tn_wave *w);
/* The waveform ends: ends channels and finishes checkers. */
void tn_wave_end(struct tn_wave *w);
void tn_wave_free(struct tn_wave *w);

/* ---- what reports call ---- */

/* Channels and links, by number; NULL behind the last. */
const struct tn_wave_channel *tn_wave_channel_at(const struct tn_wave *w, size_t i);
const struct tn_wave_link *tn_wave_link_at(const struct tn_wave *w, size_t i);
/* The channel's number, which is that of its point in a capture. */
unsigned tn_wave_point(const struct tn_wave_channel *ch);
/* Whether the waveform, or the part to look at, begins later than at time 0. */
bool tn_wave_late(const struct tn_wave *w);
/* The number of the packet that was found last. */
uint64_t tn_wave_numbered(const struct tn_wave *w);
const char *tn_wave_path(const struct tn_wave_channel *ch);
const struct tn_wave_kind *tn_wave_kind_of(const struct tn_wave_channel *ch);
const struct tn_wave_link *tn_wave_link_of(const struct tn_wave_channel *ch);
/* Paths of the channel's clock and reset, or NULL; low: the reset is active low. Texts are valid
 * until the next call that returns the path of a signal. */
const char *tn_wave_clock(const struct tn_wave_channel *ch);
const char *tn_wave_reset(const struct tn_wave_channel *ch, bool *low);
/* Whether a map leaves the channel out. */
bool tn_wave_left_out(const struct tn_wave_channel *ch);
/* Why the channel is not judged though it was found; NULL: it is. */
const char *tn_wave_unread(const struct tn_wave_channel *ch);
/* Verdicts that were not told again where their packets or bursts pass on. */
uint64_t tn_wave_repeated(const struct tn_wave *w);
/* The channel in a scope around that is looked at in place of this one; NULL: this one is. */
const struct tn_wave_channel *tn_wave_outer(const struct tn_wave_channel *ch);
uint64_t tn_wave_transfers(const struct tn_wave_channel *ch);
/* The path of the signal of that row; NULL when the channel lacks it. */
const char *tn_wave_signal_of(const struct tn_wave_channel *ch, unsigned pin);
/* The same with its range, as GTKWave names signals. */
const char *tn_wave_full_signal(const struct tn_wave_channel *ch, unsigned pin);
const char *tn_wave_link_name(const struct tn_wave_link *l);
/* The link's checker, or NULL. */
const struct tn_checker *tn_wave_link_checker(const struct tn_wave_link *l);
/* Whether its rules take no packets: verdicts name ticks (tn_wave_checker()). */
bool tn_wave_link_ticks(const struct tn_wave_link *l);
/* The exponent given to tn_wave_scale(). */
int tn_wave_exponent(const struct tn_wave *w);

/* ---- files ---- */

struct tn_wave_file;
/* Opens an FST, VCD or gzipped VCD file. Returns NULL, with one line in err, on failure. */
struct tn_wave_file *tn_wave_file_open(const char *path, char *err, size_t err_size);
/* Declares the file's signals and scale. Returns 0, or -1 with one line in err. */
int tn_wave_file_signals(struct tn_wave_file *f, struct tn_wave *w, char *err, size_t err_size);
/* Plays the changes of the signals that channels have. Returns 0, or -1 with one line in err. */
int tn_wave_file_play(struct tn_wave_file *f, struct tn_wave *w, char *err, size_t err_size);
void tn_wave_file_close(struct tn_wave_file *f);

#endif
