/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a torus's lines (tnw_torus.md sections 1 and 2): each shows what the neighbour's
 * opposite link sent WIRE_CYC before, cut or inverted in its cycle, and the link takes what the
 * line shows. It knows the wiring by tn_tnw_bench_neighbour() alone. With symbols a line shows
 * those of the words that tnw_pcs had two cycles before (tnw_link.md section 2), by the encoder of
 * the model.
 */
#ifndef SUITES_TNW_TORUS_LINES_H
#define SUITES_TNW_TORUS_LINES_H

#include "torus.h"

#include <tn/tnw/tnw_pcs.h>

enum {
    LINES_MAX = 6 * TN_TNW_BENCH_NODES,
    LINES_RING = 128,  /* cycles that words are kept, above the largest WIRE_CYC */
    LINES_LATE = 72,   /* cycles that a tap is late at most */
    LINES_PCS_CYC = 2, /* cycles from a word to its symbols */
    LINES_RX_CYC = 6,  /* cycles from symbols to the word, at most */
    LINES_CALM = 100,  /* cycles behind an error until the words that a link takes are judged again */
    LINES_RESETS = 16,
};
static const uint64_t LINES_IDLE = 0x0f07070707;

static struct {
    unsigned wire_cyc;
    uint64_t from;  /* the cycle from which taps count: all nodes are in reset and all lines idle */
    uint64_t begin; /* the cycle of the first tap */
    struct {
        bool there, came;
        uint64_t cycle, word;
    } sent[LINES_MAX][LINES_RING];
    struct lines_symbols { /* the symbols of each link by the page */
        struct tn_tnw_encoder encoder;
        uint64_t next, sym[LINES_RING]; /* the first cycle that is not encoded yet, and symbols by cycle */
    } symbols[LINES_MAX];
    struct {
        uint64_t cycle, nodes;
    } resets[LINES_RESETS]; /* nodes that are in reset from that cycle on */
    unsigned resets_n;
    int late[LINES_MAX];         /* cycles from the line to the word that the link takes; -1: not known yet */
    uint64_t hurt_at[LINES_MAX]; /* cycle of the line's last error */
    uint64_t taken, missing;     /* words that links took; symbols that did not come */
    uint64_t flip[LINES_MAX], flip_at[LINES_MAX], cut_at[LINES_MAX];
    uint64_t up, up_at, fell;    /* links that are UP, the cycle of the last change, links that fell */
    uint64_t words, two, faults; /* compared words, words on one of two cables, words with errors */
    unsigned led, apart, delayed, adds; /* verdicts of TOR-1, TOR-2, TOR-3, NWP-1 */
} lines;

static inline void lines_say(unsigned *verdicts, const char *rule, uint64_t cycle, unsigned line,
                             uint64_t want, uint64_t got)
{
    char expected[64], found[64];
    snprintf(expected, sizeof expected, "%010llx on line %u", (unsigned long long)want, line);
    snprintf(found, sizeof found, "%010llx", (unsigned long long)got);
    if (!(*verdicts)++)
        torus_broken(rule, cycle, expected, found);
}

/* Returns the link, 6 x node + link, whose words come in on a line. */
static inline unsigned lines_from(unsigned line)
{
    return 6 * tn_tnw_bench_neighbour(&torus.b, line / 6, line % 6) + (line % 6 ^ 1);
}

static inline bool lines_was_sent(unsigned from, uint64_t cycle)
{
    return lines.sent[from][cycle % LINES_RING].there &&
           lines.sent[from][cycle % LINES_RING].cycle == cycle;
}

#include "lines_symbols.h"

/* Finds the origin of a word that is not the expected word. */
static inline void lines_blame(unsigned line, uint64_t cycle, uint64_t want, uint64_t got)
{
    const uint64_t then = cycle - lines.wire_cyc;
    const unsigned from = lines_from(line), other = from ^ 1;
    if ((want ^ got) >> 36 && !((want ^ got) << 28)) {
        lines_say(&lines.adds, "TNW-NWP-1", cycle, line, want, got);
        return;
    }
    for (unsigned s = 0; s < 6 * torus.b.nodes; s++)
        if (lines_was_sent(s, then) && lines.sent[s][then % LINES_RING].word == got && s != from) {
            if (s == other && torus.b.size[line % 6 / 2] == 2)
                lines_say(&lines.apart, "TNW-TOR-2", cycle, line, want, got);
            else
                lines_say(&lines.led, "TNW-TOR-1", cycle, line, want, got);
            return;
        }
    lines_say(&lines.delayed, "TNW-TOR-3", cycle, line, want, got);
}

static inline void lines_came(unsigned line, uint64_t cycle, uint64_t got)
{
    const uint64_t then = cycle - lines.wire_cyc;
    const unsigned from = lines_from(line);
    const bool there = lines_was_sent(from, then);
    const bool cut = lines.cut_at[line] == cycle, flipped = lines.flip_at[line] == cycle;
    uint64_t want = there ? lines.sent[from][then % LINES_RING].word : LINES_IDLE;
    if (cycle < lines.begin + lines.wire_cyc)
        return;
    if (there)
        lines.sent[from][then % LINES_RING].came = true;
    want = cut ? LINES_IDLE : flipped ? want ^ lines.flip[line] : want;
    if (got != want) {
        lines_blame(line, cycle, want, got);
        return;
    }
    lines.words += there;
    lines.two += there && torus.b.size[line % 6 / 2] == 2;
    lines.faults += cut && flipped;
}

/* Judges the words that a link sent up to a cycle: they have come by now, or never will. */
static inline void lines_due(unsigned link, uint64_t cycle)
{
    for (unsigned i = 0; i < LINES_RING; i++) {
        if (!lines.sent[link][i].there || lines.sent[link][i].came ||
            lines.sent[link][i].cycle + lines.wire_cyc >= cycle)
            continue;
        lines.sent[link][i].came = true;
        if (!lines.led && !lines.apart)
            lines_say(&lines.delayed, "TNW-TOR-3", lines.sent[link][i].cycle, link,
                      lines.sent[link][i].word, LINES_IDLE);
    }
}

static inline void lines_sent(unsigned link, uint64_t cycle, uint64_t word)
{
    const unsigned i = cycle % LINES_RING;
    if (!torus.b.pcs)
        lines_due(link, cycle);
    lines.sent[link][i].there = true;
    lines.sent[link][i].came = false;
    lines.sent[link][i].cycle = cycle;
    lines.sent[link][i].word = word;
}

static inline void lines_tap(void *ctx, const struct tn_tap_seen *seen)
{
    const unsigned line = seen->data >> 48 & 0xff;
    const uint64_t word = seen->data & 0xffffffffff;
    (void)ctx;
    if (seen->id < TN_TNW_BENCH_WIRES || seen->cycle < lines.from)
        return;
    if (!lines.begin) {
        lines.begin = seen->cycle;
        for (unsigned i = 0; i < LINES_MAX; i++)
            lines.symbols[i].next = lines.begin + LINES_PCS_CYC;
    }
    switch (seen->id - TN_TNW_BENCH_WIRES) {
    case 0:
        lines.flip[line] = word;
        lines.flip_at[line] = seen->cycle;
        break;
    case 1:
        lines.cut_at[line] = seen->cycle;
        break;
    case 2:
        lines_sent(line, seen->cycle, word);
        break;
    case 3:
        (torus.b.pcs ? lines_came_symbols : lines_came)(line, seen->cycle, word);
        break;
    case 4:
        if (torus.b.pcs)
            lines_took(line, seen->cycle, word);
        else
            lines_say(&lines.adds, "TNW-NWP-1", seen->cycle, line, 0, word);
        break;
    case 6:
        assert_true(lines.resets_n < LINES_RESETS);
        lines.resets[lines.resets_n].cycle = seen->cycle;
        lines.resets[lines.resets_n++].nodes = seen->data;
        break;
    case 7:
        break;
    default:
        lines.fell |= lines.up & ~seen->data;
        lines.up = seen->data;
        lines.up_at = seen->cycle;
    }
}

/* Returns the set of all links, in the form of lines.up. */
static inline uint64_t lines_all(void)
{
    return ~0ull >> (64 - 6 * torus.b.nodes);
}

/* Starts the torus with the judge, from reset on, and returns the cycle in which rst fell. Words
 * that were under way when the nodes went into reset are lost, so that judging begins when the
 * lines are empty. */
static inline uint64_t lines_start(void)
{
    torus_start(0, false);
    memset(&lines, 0, sizeof lines);
    lines.wire_cyc = (unsigned)tn_sim_param("WIRE_CYC");
    tn_tnw_bench_wires(false);
    tn_tnw_bench_hold((1u << torus.b.nodes) - 1);
    tn_sim_step(lines.wire_cyc + 4);
    lines.from = tn_sim_cycle();
    for (unsigned i = 0; i < LINES_MAX; i++)
        lines.late[i] = -1;
    assert_int_equal(tn_tap_subscribe(lines_tap, NULL), 0);
    tn_tnw_bench_wires(true);
    tn_sim_step(lines.wire_cyc + 4);
    tn_tnw_bench_hold(0);
    return tn_sim_cycle();
}

/* Returns the cycles in which TNW-TOR-4 wants all links UP. */
static inline uint64_t lines_up_cyc(void)
{
    return (torus.b.pcs ? 48u : 0u) + 2 * 32 + 4 * (lines.wire_cyc + 8) + 40;
}

static inline void lines_end(void)
{
    tn_sim_step(LINES_LATE + lines.wire_cyc);
    for (unsigned link = 0; !torus.b.pcs && link < 6 * torus.b.nodes; link++)
        lines_due(link, tn_sim_cycle() - LINES_LATE);
    if (lines.missing && !lines.led && !lines.apart)
        lines_say(&lines.delayed, "TNW-TOR-3", tn_sim_cycle(), 0, 1, 0);
    if (!lines.led && !lines.apart && !lines.delayed && lines.words)
        torus_kept("TNW-TOR-1");
    if (!lines.apart && lines.two)
        torus_kept("TNW-TOR-2");
    if (!lines.delayed && lines.faults)
        torus_kept("TNW-TOR-3");
    if (!lines.adds && (torus.b.pcs ? lines.taken : lines.words))
        torus_kept("TNW-NWP-1");
    torus_end();
}

#endif
