/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A TNW link, both ways at full speed, one end the RTL: payload words a cycle without errors;
 * cycles from a single error to the first item behind its repair, by kind; payload words a cycle
 * while single bits of the DUT's line are inverted at random. Prints "key value" lines:
 *   efficiency_out, efficiency_in    share of cycles
 *   recovery_<kind>                  the longest of TRIALS
 *   goodput_<n> share, errors_<n>    at one bit in 10^n, and how many words were hurt
 */
#include <tn/bfm.h>
#include <tn/tnw/bfm_tnw.h>
#include <tn/sim.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIRE = 7, UP_CYC = 400, ITEMS = 2000, WARM = 20, TRIALS = 24, CHANNELS = 4, QUIET = 4000 };
enum { LINE_BITS = 40, PAYLOAD_WORDS = TNW_PAYLOAD / TNW_WORD, MANY = 1 << 30 };

static struct {
    struct tn_tnw_peer *peer;
    struct tn_tnw_items out, in;
    struct tn_rng rng;
    double rate; /* of a word to be hurt */
    unsigned hurt;
    /* a single error */
    bool armed;
    enum tn_tnw_way way;
    enum tn_tnw_error kind;
    unsigned after; /* words of packets to let pass */
    uint64_t struck, restart, back;
    uint64_t first[2],
        last[2]; /* cycles in which item WARM and item WARM + ITEMS came, out and in */
} run;

static unsigned strike(void *ctx, enum tn_tnw_way way, uint64_t cycle, struct tnw_word w)
{
    const enum tnw_class kind = tnw_classify(w);
    (void)ctx;
    if (way == TN_TNW_FROM_DUT && run.rate > 0 &&
        (double)(tn_rng_next(&run.rng) >> 11) / 9007199254740992.0 < run.rate) {
        run.hurt++;
        return 1u << TN_TNW_E_LINE;
    }
    if (run.struck && !run.restart && way == run.way && kind == TNW_SET &&
        tnw_ctl_decode(w.data).code == TNW_RESTART)
        run.restart = cycle;
    if (!run.armed || way != run.way || kind == TNW_IDLE || run.after-- > 0)
        return 0;
    run.armed = false;
    run.struck = cycle;
    return 1u << run.kind;
}

static void took(void *ctx, const struct tn_tnw_injected *item, bool right)
{
    const struct tn_tnw_items *i = ctx;
    (void)item;
    if (!right) {
        fprintf(stderr, "tnw_link_rate: a wrong item at cycle %llu\n",
                (unsigned long long)i->cycle);
        exit(1);
    }
    if (i->got == WARM)
        run.first[i == &run.in] = i->cycle;
    if (i->got == WARM + ITEMS)
        run.last[i == &run.in] = i->cycle;
    if (run.restart && !run.back && i->cycle > run.restart &&
        i == (run.way == TN_TNW_FROM_DUT ? &run.out : &run.in))
        run.back = i->cycle;
}

static bool up(void *ctx)
{
    (void)ctx;
    return (tn_reg_read(TN_TNW_R_STATUS) & 7) == TN_TNW_UP &&
           (tn_tnw_peer_read(run.peer, TN_TNW_R_STATUS) & 7) == TN_TNW_UP;
}

static void begin(unsigned items)
{
    const struct tn_tnw_params par = {.tx_items_log2 = (uint8_t)tn_sim_param("TX_ITEMS_LOG2"),
                                      .rx_pkts_log2 = (uint8_t)tn_sim_param("RX_PKTS_LOG2")};
    memset(&run, 0, sizeof run);
    tn_rng_seed(&run.rng, tn_sim_seed(), 11);
    tn_tnw_items_init(&run.out, 1, items, CHANNELS);
    tn_tnw_items_init(&run.in, 2, items, CHANNELS);
    run.out.took = run.in.took = took;
    run.out.ctx = &run.out;
    run.in.ctx = &run.in;
    run.peer = tn_tnw_peer_new(&par, WIRE, tn_sim_seed(), &run.out, &run.in);
    if (!run.peer)
        exit(2);
    tn_tnw_peer_strike(run.peer, strike, NULL);
    tn_sim_reset(6);
    if (!tn_sim_step_until(up, NULL, UP_CYC)) {
        fprintf(stderr, "tnw_link_rate: the link does not come up\n");
        exit(1);
    }
}

static bool warm(void *ctx)
{
    (void)ctx;
    return run.out.got >= WARM && run.in.got >= WARM;
}

static bool both(void *ctx)
{
    (void)ctx;
    return run.last[0] && run.last[1];
}

static void efficiency(void)
{
    begin(MANY);
    if (!tn_sim_step_until(both, NULL, 100ull * ITEMS)) {
        fprintf(stderr, "tnw_link_rate: fewer than %d items came each way\n", ITEMS);
        exit(1);
    }
    for (unsigned way = 0; way < 2; way++)
        printf("efficiency_%s %.4f\n", way ? "in" : "out",
               (double)ITEMS * PAYLOAD_WORDS / (double)(run.last[way] - run.first[way]));
    tn_tnw_peer_free(run.peer);
}

static bool is_back(void *ctx)
{
    (void)ctx;
    return run.back != 0;
}

static void recovery(const char *name, enum tn_tnw_error kind, enum tn_tnw_way way)
{
    uint64_t most = 0;
    begin(MANY);
    tn_sim_step_until(warm, NULL, 4000);
    for (unsigned n = 0; n < TRIALS; n++) {
        run.struck = run.restart = run.back = 0;
        run.way = way;
        run.kind = kind;
        run.after = 1 + (unsigned)tn_rng_below(&run.rng, 10 * TNW_WORDS);
        run.armed = true;
        if (!tn_sim_step_until(is_back, NULL, QUIET)) {
            /* an error that hurt nothing: feedback that the next one made good */
            run.armed = false;
            continue;
        }
        if (run.back - run.struck > most)
            most = run.back - run.struck;
        tn_sim_step(900);
    }
    printf("recovery_%s %llu\n", name, (unsigned long long)most);
    tn_tnw_peer_free(run.peer);
}

static void goodput(unsigned exponent, uint64_t cycles)
{
    begin(MANY);
    tn_sim_step_until(warm, NULL, 4000);
    run.rate = 1 - pow(1 - pow(10, -(double)exponent), LINE_BITS);
    const unsigned before = run.out.got;
    tn_sim_step(cycles);
    printf("goodput_%u %.5f\n", exponent,
           (double)(run.out.got - before) * PAYLOAD_WORDS / (double)cycles);
    printf("errors_%u %u\n", exponent, run.hurt);
    tn_tnw_peer_free(run.peer);
}

int tn_sim_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    efficiency();
    recovery("bit", TN_TNW_E_BIT, TN_TNW_FROM_DUT);
    recovery("lost", TN_TNW_E_LOSE, TN_TNW_FROM_DUT);
    recovery("doubled", TN_TNW_E_DOUBLE, TN_TNW_FROM_DUT);
    recovery("swapped", TN_TNW_E_SWAP, TN_TNW_FROM_DUT);
    recovery("symbol", TN_TNW_E_SYMBOL, TN_TNW_FROM_DUT);
    recovery("symbol_in", TN_TNW_E_SYMBOL, TN_TNW_TO_DUT);
    recovery("packet", TN_TNW_E_PACKET, TN_TNW_FROM_DUT);
    recovery("lanes", TN_TNW_E_SKEW, TN_TNW_TO_DUT);
    goodput(3, 400000);
    goodput(4, 400000);
    goodput(5, 1000000);
    return 0;
}
