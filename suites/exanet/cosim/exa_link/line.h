/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the suites share that have errors on the lines: traffic both ways under the link's
 * scoreboard, faults, and what must be true when they are over.
 */
#ifndef LINE_H
#define LINE_H

#include "flow.h"

#include "../../../cosim/size.h"

#include <tn/exanet/exa_link_board.h>
#include <tn/inject.h>
#include <tn/line_fault.h>

#include <math.h>

enum {
    TAIL = 20,          /* packets each way when the errors are over */
    LINK_HURT = 0x1008, /* the bench's saboteurs */
    ALL_LOST = 1 << 30,
};

static struct flow flow[LINK_SIDES]; /* from that side */
static struct tn_rng rng;
static struct tn_exl_params par;
static struct tn_exa_link_board *board; /* NULL between tests, when a cut waveform still runs to its end */
static unsigned failures;
static void (*tap_also)(const struct tn_tap_seen *seen); /* who sees the taps, too; or NULL */

static inline void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&failures, v->rule, v);
}

/* ---- packets */

static inline void on_word(void *ctx, const struct tn_exa_seen *seen)
{
    (void)ctx;
    if (!board)
        return;
    if (tn_monitor_point(seen->point)[0] == 's') {
        tn_exa_link_board_taken(board, seen->port, seen->cycle, &seen->word);
        return;
    }
    tn_exa_link_board_handed(board, seen->port, seen->cycle, &seen->word);
    flow_word(&flow[!seen->port], &seen->word); /* the sender's */
}

static inline void on_tap(void *ctx, const struct tn_tap_seen *seen)
{
    (void)ctx;
    if (!board)
        return;
    tn_exa_link_board_tap(board, seen->id, seen->cycle, seen->head, seen->data);
    if (tap_also)
        tap_also(seen);
}

static inline bool few_left(void *ctx)
{
    (void)ctx;
    return failures > 0 || (tn_exa_source_pending(link_source(0)) < 200 &&
                            tn_exa_source_pending(link_source(1)) < 200);
}

static inline bool rested(void *ctx)
{
    (void)ctx;
    return failures > 0 || (tn_exa_source_pending(link_source(0)) == 0 &&
                            tn_exa_source_pending(link_source(1)) == 0 &&
                            tn_exa_link_board_pending(board) == 0);
}

/* ---- a run */

/* clocks: as link_clocks() takes them. */
static inline void start_at(unsigned seed, const unsigned clocks[4], unsigned swing)
{
    tn_rng_seed(&rng, tn_sim_seed(), 1000 + seed);
    tn_monitor_clear();
    tn_inject_clear();
    link_clocks(clocks[0], clocks[1], clocks[2], clocks[3], swing);
    tn_reg_write(LINK_TAPS, 1);
    tn_reg_write(LINK_HURT, 3);
    tn_line_clear();
    link_reset(3, 5);
    board = tn_exa_link_board_new(&par, on_verdict, NULL);
    assert_non_null(board);
    failures = 0;
    tn_exa_word_subscribe(on_word, NULL);
    tn_tap_subscribe(on_tap, NULL);
    for (unsigned n = 0; n < LINK_SIDES; n++) {
        flow_begin(&flow[n], 2 * seed + n);
        tn_exa_monitor_judge(n ? "s_exa1" : "s_exa0", false);
        tn_exa_monitor_judge(n ? "m_exa1" : "m_exa0", false);
    }
    assert_true(link_comes_up());
}

static inline void start(unsigned seed)
{
    static const unsigned clocks[] = {26000, 25500, 27000, 24700};
    start_at(seed, clocks, 500);
}

static inline void fault(const char *text)
{
    struct tn_fault f;
    char err[256];
    int rc = tn_fault_parse(text, &f, err, sizeof err);
    if (rc == 0)
        rc = tn_inject(&f, tn_sim_seed(), err, sizeof err);
    if (rc < 0)
        print_message("%s\n", err);
    assert_int_equal(rc, 0);
}

static inline unsigned long packets(void)
{
    const unsigned long n = size_of_run("TN_PACKETS", 600, 3);
    return n < TABLE - 2 * TAIL ? n : TABLE - 2 * TAIL;
}

static inline void traffic(unsigned long n)
{
    for (unsigned long i = 0; i < n && failures == 0; i++) {
        flow_send(&flow[0], link_source(0));
        flow_send(&flow[1], link_source(1));
        if (i % 16 == 0)
            tn_sim_step_until(few_left, NULL, 60000);
    }
}

/* Waits until every packet has left and the link is empty. */
static inline void drain(void)
{
    bool drained = tn_sim_step_until(rested, NULL, 600000);
    tn_sim_step(2000);
    assert_int_equal(failures, 0);
    RULE("EXL-RX-4", drained);
}

static inline uint32_t both(uint32_t addr)
{
    return link_read(0, addr) + link_read(1, addr);
}

/* The errors are over: all that is sent from here on comes. */
static inline void heals(void)
{
    unsigned long whole[LINK_SIDES];
    tn_line_calm();
    drain();
    /* at most as long as a line needs from anywhere to its lock */
    assert_true(tn_sim_step_until(link_is_up, NULL, link_up_blocks() * LINK_BASE));
    tn_sim_step(200 * LINK_BASE);
    for (unsigned n = 0; n < LINK_SIDES; n++)
        whole[n] = flow[n].whole;
    traffic(TAIL);
    drain();
    for (unsigned n = 0; n < LINK_SIDES; n++) {
        flow_came(&flow[n]);
        RULE("EXL-RX-4", flow[n].whole - whole[n] == TAIL);
    }
}

static inline void compare_counters(void)
{
    for (unsigned side = 0; side < LINK_SIDES; side++)
        for (uint32_t a = 0x400; a < 0x42c; a += 4) {
            uint32_t least, most, found = link_read(side, a);
            if (!tn_exa_link_board_count(board, side, a, &least, &most))
                continue;
            if (found < least || found > most)
                print_message("EXL-CNT-1 side %u register %03x: expected %u to %u; found %u\n", side,
                              (unsigned)a, (unsigned)least, (unsigned)most, (unsigned)found);
            RULE("EXL-CNT-1", found >= least && found <= most);
        }
}

/* Heals, prints the figures, and asks what must be true after any error. lose: packets that may not
 * have come, of both sides; full: so many NFCs were lost that a FIFO must have been full. */
static inline void finish_full(const char *name, unsigned long lose, bool full)
{
    struct flow sum = {0};
    struct tn_line_done done[LINK_SIDES];
    double may;
    drain();
    for (unsigned n = 0; n < LINK_SIDES; n++)
        tn_line_done(n, &done[n]);
    heals();
    for (unsigned n = 0; n < LINK_SIDES; n++)
        flow_add(&sum, &flow[n]);
    may = flow_theory(&sum);
    print_message("figure line %s: %lu packets, %lu whole, %lu detected by CRC, %lu lost, %lu wrong "
                  "undetected (random errors: %.1e), %u frames given up, %u losses of lock, %llu bits inverted\n",
                  name, sum.n, sum.whole, sum.spoilt, sum.n - sum.whole, sum.wrong, may,
                  (unsigned)both(0x40c), (unsigned)both(0x420),
                  (unsigned long long)(done[0].bits + done[1].bits));
    RULE("EXL-RX-6", sum.again == 0);
    RULE("EXL-RX-5", sum.n - sum.whole <= lose);
    /* what a side sends until an XOFF that was lost comes again must have room */
    if (full)
        RULE("EXL-RX-1", both(0x414) > 0);
    else
        RULE("EXL-NFC-1", both(0x414) == 0);
    RULE("EXL-RX-2", (double)sum.wrong <= may + 4 * sqrt(may) + (may > 0.01 ? 2 : 0));
    tn_exa_link_board_finish(board, tn_sim_cycle());
    assert_int_equal(failures, 0);
    compare_counters();
}

static inline void finish(const char *name, unsigned long lose)
{
    finish_full(name, lose, false);
}

static inline int stop(void **state)
{
    (void)state;
    tn_inject_clear();
    tn_exa_link_board_free(board);
    board = NULL;
    for (unsigned n = 0; n < LINK_SIDES; n++)
        flow_end(&flow[n]);
    return 0;
}

static inline struct tn_line_done hurt(unsigned id)
{
    struct tn_line_done d;
    tn_line_done(id, &d);
    return d;
}

/* what:N@lineL@pB for 12 B, from first on */
static inline void at(const char *what, unsigned first, unsigned every)
{
    char text[64];
    for (unsigned i = 0; i < 12; i++) {
        unsigned when = first + every * i + (unsigned)tn_rng_below(&rng, every / 2);
        snprintf(text, sizeof text, "%s@line%u@p%u", what, i % 2, when);
        fault(text);
    }
}

/* The same, from so many blocks behind the present one on. */
static inline void at_blocks(const char *what, unsigned behind, unsigned every)
{
    unsigned now = (unsigned)(hurt(0).blocks > hurt(1).blocks ? hurt(0).blocks : hurt(1).blocks);
    at(what, now + behind, every);
}

/* The bench's parameters. */
static inline void parameters(void)
{
    par.xoff_free = (unsigned)tn_sim_param("XOFF_FREE");
    par.xon_free = (unsigned)tn_sim_param("XON_FREE");
    par.refresh = (unsigned)tn_sim_param("REFRESH_CYC");
    par.slip = (unsigned)tn_sim_param("SLIP_CYC");
}

#define TEST(name) cmocka_unit_test_teardown(name, stop)

#endif
