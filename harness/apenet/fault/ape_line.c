/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults on the lines of a lattice or a torus. C sees each word of a struck line as the word leaves
 * its sender, so that the word's place in its packet is known whatever faults do to the line, and
 * decides there; the bench does it when the word comes in.
 */
#include "../../fault/saboteur.h"
#include "ape_lane.h"

#include <tn/apenet/ape_fault_kinds.h>
#include <tn/apenet/ape_line_fault.h>
#include <tn/apenet/apenet.h>
#include <tn/line_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BEHIND = 5 }; /* words behind a packet that a lost or doubled word may be */
enum { SLOTS = 2, SLOT = 5, SYMBOL_SLOT = 6, DELAY_MAX = 64, WORD_BITS = 8 * APE_WORD };
/* Bits of the last word of a slot, of pins and of inputs. */
enum { VALID = 1, K = 2, CUT = 1, PUT = 2, INVERT_K = 4, TWICE = 8, LINE_AT = 8 };
/* Of an armed fault's own: the first bit of its packet that is struck, once it is drawn, and how:
 * the bit, the same one of a MAGIC in front of its word when one stands there, or the word's k. */
enum { BIT, HOW };
enum { THE_BIT, IN_FRONT, THE_K };

/* Of a lost or doubled word: its number from START on, and the words since. */
enum { NTH, SINCE };

/* What becomes of a word. */
struct deed {
    unsigned what; /* CUT, PUT, INVERT_K; TWICE: the word comes in the next cycle again */
    uint8_t bits[APE_WORD];
};

/* What stands on a line in a cycle. */
struct shown {
    bool valid, k;
    uint8_t word[APE_WORD];
};

static struct line {
    struct tn_arm_queue faults;
    struct tn_line_done done;
} lines[TN_LINES];

/* A line that is watched. */
static struct slot {
    int line; /* -1: none */
    struct ape_line state;
    struct deed deed[DELAY_MAX]; /* of words that are on their way, by their cycle */
    bool late;                   /* a word came twice: the line comes a cycle later */
    unsigned credits;            /* credit words between packets since */
    struct shown held;           /* the cycle that comes next then */
    struct tn_ape_lanes lanes;   /* of a line of symbols */
} slots[SLOTS];
static unsigned delay;
static bool cells;   /* packets are ExaNet's */
static bool symbols; /* lines have symbols */
static bool in_band; /* control words are known by their content */
/* Places that are not lines, numbered behind them. */
static unsigned line_n;
static const struct tn_line_ops *also;

static bool lasts(unsigned k)
{
    return k == TN_FAULT_VALID0 || k == TN_FAULT_VALID1;
}

static bool does(unsigned k)
{
    return k == TN_FAULT_FLIP || k == TN_FAULT_BURST || k == TN_FAULT_DROP || k == TN_FAULT_TRUNC ||
           k == TN_FAULT_BER || k == TN_FAULT_LITLOSE || k == TN_FAULT_CTLFLIP ||
           k == TN_FAULT_APE_CREDIT_LOSE || k == TN_FAULT_APE_CREDIT_FLIP ||
           k == TN_FAULT_APE_K_FLIP || k == TN_FAULT_APE_START_FLIP ||
           k == TN_FAULT_APE_WORD_LOSE || k == TN_FAULT_APE_WORD_DUP || lasts(k);
}

static void watch(struct slot *s, int line)
{
    memset(s, 0, sizeof *s);
    s->line = line;
    s->state.cells = cells;
}

/* The slot that watches the line from now on; NULL: both are at other lines' faults. */
static struct slot *slot_of(unsigned id)
{
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].line == (int)id)
            return &slots[i];
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].line < 0 || (lines[slots[i].line].faults.n == 0 && !slots[i].late &&
                                  !tn_ape_lanes_moved(&slots[i].lanes))) {
            watch(&slots[i], (int)id);
            return &slots[i];
        }
    return NULL;
}

static int arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    if (id >= line_n)
        return also->arm(id - line_n, f, seed, err, err_size);
    const unsigned k = tn_fault_own(&tn_fault_kinds_apenet, f->kind);
    const bool of_lane = tn_ape_lanes_do(k) && (symbols || !does(k));
    const char *why = !does(k) && !of_lane  ? "not on APEnet's lines"
                      : symbols && !of_lane ? "on lines of symbols nobody knows words"
                      : !symbols && of_lane ? "these lines have no symbols"
                      : f->by_packet        ? "on APEnet's lines faults are by cycle"
                      : delay == 0          ? "a line without delay has no faults"
                      : !slot_of(id)        ? "two lines at a time"
                                            : NULL;
    struct tn_armed *a;
    if (lines[id].faults.n == 0)
        lines[id].done.cycle = 0;
    if (tn_arm(&lines[id].faults, id, f, seed, why, &a, err, err_size) < 0)
        return why ? -EINVAL : -ENOSPC;
    a->f.kind = k;
    if (k == TN_FAULT_BER)
        a->rate = 1 - pow(1 - pow(10, -(double)f->arg), WORD_BITS + 1);
    return 0;
}

/* A word of a line, as all faults of the line see it. */
struct passing {
    struct line *line;
    const struct ape_line *state; /* behind the word */
    uint64_t cycle;               /* in which the word comes in */
    bool between;                 /* the word stands between packets, or is the first of one */
    bool valid;                   /* there is a word */
    bool late;                    /* the line comes a cycle later: no word can come twice */
    enum ape_kind kind;
    struct deed deed;
};

static void count(struct passing *p, uint64_t *what)
{
    ++*what;
    if (!p->line->done.cycle)
        p->line->done.cycle = p->cycle;
}

/* Inverts a bit of the word; behind the last one its k. */
static void invert(struct passing *p, unsigned bit)
{
    if (bit < WORD_BITS)
        p->deed.bits[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
    else
        p->deed.what ^= INVERT_K;
    count(p, &p->line->done.bits);
}

static void lose(struct passing *p)
{
    p->deed.what |= CUT;
    count(p, &p->line->done.lost);
}

static bool of_packet(const struct passing *p)
{
    return p->kind == APE_K_HEADER || p->kind == APE_K_DATA || p->kind == APE_K_FOOTER;
}

/* Chooses what a fault strikes of a packet of so many words: a flip that names no bit any of a word
 * and its k, and of two words of MAGIC the one as often as the other. */
static void choose(struct tn_armed *a, unsigned words)
{
    const uint32_t n = words * WORD_BITS;
    a->begun = true;
    if (a->f.kind == TN_FAULT_APE_K_FLIP) {
        a->own[BIT] = (uint64_t)(tn_armed_bit(a, words) % words) * WORD_BITS;
        a->own[HOW] = THE_K;
        return;
    }
    a->own[BIT] = tn_armed_bit(a, n) % n;
    a->own[HOW] = THE_BIT;
    if (a->f.kind == TN_FAULT_FLIP && !a->f.has_arg)
        a->own[HOW] = tn_rng_below(&a->rng, WORD_BITS + 1) == WORD_BITS ? THE_K
                      : tn_rng_below(&a->rng, 2)                        ? IN_FRONT
                                                                        : THE_BIT;
}

/* flip, burst, kflip: the first packet that begins in the fault's cycle or later. */
static bool flip(struct passing *p, struct tn_armed *a)
{
    const bool front = a->begun && a->own[HOW] == IN_FRONT && p->kind == APE_K_MAGIC &&
                       p->state->n == a->own[BIT] / WORD_BITS;
    if (front)
        invert(p, a->own[BIT] % WORD_BITS);
    if (front || !of_packet(p) || (!a->begun && p->kind != APE_K_HEADER))
        return front;
    if (!a->begun)
        choose(a, p->state->words);
    if (a->own[HOW] == THE_K) {
        const bool here = p->state->n - 1 == a->own[BIT] / WORD_BITS;
        if (here)
            invert(p, WORD_BITS);
        return here || p->state->done;
    }
    const uint64_t end = a->own[BIT] + (a->f.kind == TN_FAULT_BURST ? a->f.len : 1),
                   first = (uint64_t)(p->state->n - 1) * WORD_BITS;
    for (unsigned i = 0; i < WORD_BITS; i++)
        if (first + i >= a->own[BIT] && first + i < end)
            invert(p, i);
    return first + WORD_BITS >= end || p->state->done;
}

/* drop, trunc: the words of a packet, those of its head and stuffing too, or those behind some. Out
 * of band the MAGIC of its head comes: nobody knows yet that START follows. */
static bool lose_packet(struct passing *p, struct tn_armed *a)
{
    const bool whole = a->f.kind == TN_FAULT_DROP || a->f.arg == 0;
    if (!a->begun && !(p->kind == (in_band ? APE_K_MAGIC : APE_K_START) && p->between))
        return false;
    a->begun = true;
    if (whole || (of_packet(p) && p->kind != APE_K_HEADER && p->state->n > a->f.arg))
        lose(p);
    return p->state->done || (p->kind == APE_K_HEADER && p->state->state != APE_INSIDE);
}

/* wordlose, worddup: a word from a START on, of stuffing and behind the packet, too. One that is
 * drawn is of the packet's head as often as of each four words. */
static bool one_word(struct passing *p, struct tn_armed *a)
{
    if (!a->begun && p->kind != APE_K_START)
        return false;
    if (!a->begun) {
        a->begun = true;
        a->own[NTH] = a->f.has_arg ? a->f.arg : tn_rng_below(&a->rng, 16);
    }
    if (!a->f.has_arg && a->own[SINCE] == 1 && a->own[NTH] > 1)
        a->own[NTH] = 2 + tn_rng_below(&a->rng, p->state->words + BEHIND);
    if (a->own[SINCE]++ != a->own[NTH])
        return false;
    if (a->f.kind == TN_FAULT_APE_WORD_LOSE) {
        lose(p);
    } else if (!p->late) {
        p->deed.what |= TWICE;
        count(p, &p->line->done.repeated);
    }
    return true;
}

/* nfclose, nfcflip. A lost credit word inside a packet comes unclean: if no word came, the MAGIC in
 * front of the credit word would take the packet's next word. */
static bool credit(struct passing *p, struct tn_armed *a)
{
    if (p->kind != APE_K_CREDIT)
        return false;
    if (a->f.kind == TN_FAULT_APE_CREDIT_FLIP) {
        invert(p, tn_armed_bit(a, WORD_BITS) % WORD_BITS);
        return true;
    }
    if (p->state->behind && !p->between) {
        invert(p, 0);
        invert(p, 1);
    } else {
        lose(p);
    }
    return --a->left == 0;
}

/* valid0, valid1, ber: for some cycles, whatever comes. */
static bool last(struct passing *p, struct tn_armed *a)
{
    const bool ber = a->f.kind == TN_FAULT_BER;
    if (!a->begun) {
        a->begun = true;
        a->until = p->cycle + (ber ? (a->f.len ? a->f.len : UINT32_MAX) : a->f.arg);
    }
    if (p->cycle >= a->until)
        return true;
    if (a->f.kind == TN_FAULT_VALID0 && p->valid) {
        lose(p);
    } else if (a->f.kind == TN_FAULT_VALID1) {
        p->deed.what = PUT | (tn_rng_below(&a->rng, 2) ? INVERT_K : 0);
        for (unsigned i = 0; i < APE_WORD; i++)
            p->deed.bits[i] = (uint8_t)tn_rng_next(&a->rng);
        count(p, &p->line->done.spoilt);
        p->line->done.bits++;
    } else if (ber && p->valid &&
               (double)(tn_rng_next(&a->rng) >> 11) / 9007199254740992.0 < a->rate) {
        invert(p, (unsigned)tn_rng_below(&a->rng, WORD_BITS + 1));
    }
    return false;
}

static bool pass(void *ctx, struct tn_armed *a)
{
    struct passing *p = ctx;
    if (p->cycle < a->f.cycle)
        return false;
    if (lasts(a->f.kind) || a->f.kind == TN_FAULT_BER)
        return last(p, a);
    if (!p->valid)
        return false;
    switch (a->f.kind) {
    case TN_FAULT_FLIP:
    case TN_FAULT_BURST:
    case TN_FAULT_APE_K_FLIP:
        return flip(p, a);
    case TN_FAULT_DROP:
    case TN_FAULT_TRUNC:
        return lose_packet(p, a);
    case TN_FAULT_APE_WORD_LOSE:
    case TN_FAULT_APE_WORD_DUP:
        return one_word(p, a);
    case TN_FAULT_LITLOSE:
        if (!(p->state->behind && (p->kind == APE_K_DATA || p->kind == APE_K_FOOTER)))
            return false;
        lose(p);
        return true;
    case TN_FAULT_CTLFLIP:
    case TN_FAULT_APE_START_FLIP:
        if (p->kind != APE_K_START && (p->kind != APE_K_MAGIC || a->f.kind != TN_FAULT_CTLFLIP))
            return false;
        invert(p, tn_armed_bit(a, WORD_BITS + 1));
        return true;
    default:
        return credit(p, a);
    }
}

/* What a deed makes of a cycle; a word that is put stands for itself. */
static struct shown done_to(const struct shown *is, const struct deed *d)
{
    struct shown out = {.valid = is->valid && !(d->what & CUT)};
    if (d->what & PUT)
        out.valid = true;
    else
        memcpy(out.word, is->word, APE_WORD);
    out.k = (d->what & PUT ? false : is->k) != ((d->what & INVERT_K) != 0);
    for (unsigned i = 0; i < APE_WORD; i++)
        out.word[i] ^= d->bits[i];
    return out;
}

/* The deed that shows those words whatever comes. */
static struct deed deed_for(const struct shown *out)
{
    struct deed d = {.what = out->valid ? PUT | (out->k ? INVERT_K : 0u) : CUT};
    memcpy(d.bits, out->word, APE_WORD);
    return d;
}

/* A line that comes a cycle later: a cycle without a word is left out, or the second credit word
 * between packets, behind whose MAGIC another one stands then. */
static void later(struct slot *s, const struct passing *p, const struct shown *is, struct deed *d)
{
    const struct shown now = done_to(is, d);
    s->credits += p->valid && p->between && p->kind == APE_K_CREDIT;
    *d = deed_for(&s->held);
    s->held = now;
    s->late = p->valid && s->credits < 2;
}

/* Decides on the word that leaves the sender in this cycle. */
static void decide(struct slot *s, uint64_t cycle, const uint32_t *pins)
{
    struct passing p = {.line = &lines[s->line],
                        .state = &s->state,
                        .cycle = cycle + delay,
                        .between = s->state.state == APE_BETWEEN,
                        .valid = pins[SLOT - 1] & VALID,
                        .late = s->late};
    struct shown is = {.valid = p.valid, .k = pins[SLOT - 1] & K};
    for (unsigned i = 0; i < APE_WORD; i++)
        is.word[i] = (uint8_t)(pins[3 - i / 4] >> (24 - 8 * (i % 4)));
    if (p.valid)
        p.kind = ape_line_word(&s->state, ape_line_lead(&s->state, in_band, is.k), is.word);
    tn_arm_turn(&p.line->faults, pass, &p);
    if (s->late) {
        later(s, &p, &is, &p.deed);
    } else if (p.deed.what & TWICE) {
        p.deed.what ^= TWICE;
        s->held = done_to(&is, &p.deed);
        s->late = true;
        s->credits = 0;
    }
    s->deed[p.cycle % DELAY_MAX] = p.deed;
}

/* Symbols of a line: a slot is a word longer. */
static void play_symbols(const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    for (unsigned i = 0; i < SLOTS; i++) {
        struct slot *s = &slots[i];
        const uint32_t *pins = &c->pins[TN_APE_STRIKE_PINS + SYMBOL_SLOT * i];
        uint32_t *play = &next[TN_APE_STRIKE_PLAY + SYMBOL_SLOT * i];
        if (s->line < 0)
            continue;
        play[SYMBOL_SLOT - 1] = (uint32_t)s->line << LINE_AT;
        if ((int)(pins[SYMBOL_SLOT - 1] >> LINE_AT & 0xff) != s->line)
            continue;
        tn_ape_lanes_sent(&s->lanes, c->cycle, pins);
        if (tn_ape_lanes_strike(&s->lanes, &lines[s->line].faults, delay, &lines[s->line].done,
                                play))
            play[SYMBOL_SLOT - 1] |= CUT;
    }
}

void tn_ape_lines_play(const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    if (symbols) {
        play_symbols(c, next);
        return;
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        struct slot *s = &slots[i];
        const uint32_t *pins = &c->pins[TN_APE_STRIKE_PINS + SLOT * i];
        uint32_t *play = &next[TN_APE_STRIKE_PLAY + SLOT * i];
        if (s->line < 0)
            continue;
        if ((int)(pins[SLOT - 1] >> LINE_AT & 0xff) == s->line)
            decide(s, c->cycle, pins);
        const struct deed *d = &s->deed[(c->cycle + 1) % DELAY_MAX];
        for (unsigned k = 0; k < APE_WORD; k++)
            play[3 - k / 4] |= (uint32_t)d->bits[k] << (24 - 8 * (k % 4));
        play[SLOT - 1] = d->what | (uint32_t)s->line << LINE_AT;
    }
}

static void done(unsigned id, struct tn_line_done *out)
{
    if (id < line_n)
        *out = lines[id].done;
    else
        also->done(id - line_n, out);
}

static void calm(void)
{
    for (unsigned i = 0; symbols && i < SLOTS; i++)
        if (slots[i].line >= 0)
            tn_ape_lanes_calm(&slots[i].lanes, &lines[slots[i].line].faults);
    for (unsigned i = 0; i < TN_LINES; i++)
        lines[i].faults.n = 0;
    if (also)
        also->calm();
}

static const struct tn_line_ops line_ops = {.arm = arm, .done = done, .calm = calm};

void tn_ape_lines_also(unsigned place, const char *name, const struct tn_line_ops *ops)
{
    also = ops;
    tn_line_declare(line_n + place, name, &line_ops);
}

void tn_ape_lines_open(unsigned n, unsigned wire_cyc)
{
    line_n = n;
    also = NULL;
    delay = wire_cyc < DELAY_MAX ? wire_cyc : 0;
    cells = symbols = false;
    in_band = tn_sim_param("BAND") == 0;
    memset(lines, 0, sizeof lines);
    for (unsigned i = 0; i < SLOTS; i++)
        watch(&slots[i], -1);
    for (unsigned i = 0; i < n && i < TN_LINES; i++) {
        char name[16];
        snprintf(name, sizeof name, "line%u", i);
        tn_line_declare(i, name, &line_ops);
    }
}

void tn_ape_lines_cells(void)
{
    cells = true;
}

void tn_ape_lines_symbols(void)
{
    symbols = true;
}
