/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a lattice carries of what its nodes offer, by traffic pattern: words of packets a cycle and
 * node, beside what the fullest line and the bisection allow, and the mean latency of a packet in
 * cycles, from the call that sends it to its last word at the destination. Prints "FIGURE <pattern>
 * <offered> <carried> <line's limit> <bisection's limit> <latency>". All judges of the lattice stand
 * beside; a verdict ends the program.
 */
#include <tn/apenet/ape_lattice_bench.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAYLOAD = 256,
    WORDS = PAYLOAD / APE_WORD + 2,
    LINE_WORDS = WORDS + 2,
    WARM = 1500,
    WINDOW = 5000,
    STEP = 10,
    NODES = 16,
    QUEUE = 60,
    PIDS = 1 << 16 /* more packets than are under way at once */
};
enum pattern { UNIFORM, TORNADO, COMPLEMENT, NEIGHBOUR, PATTERNS };
static const char *const pattern_name[PATTERNS] = {"uniform", "tornado", "bit-complement",
                                                   "nearest neighbour"};

static struct tn_rng rng;
static struct tn_ape_net_config config;

/* The packets that came out within the window. */
static struct {
    uint64_t sent[PIDS]; /* cycle of the call that sent the packet with this pid */
    uint64_t packets, cycles;
} latency;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    fprintf(stderr, "%s: expected %s; found %s\n", v->rule, v->expected, v->found);
    exit(1);
}

/* Adds the latency of a packet that came out of a local port. */
static void on_packet(void *ctx, const struct tn_event *ev)
{
    uint8_t word[APE_WORD];
    struct ape_header h;
    (void)ctx;
    if (ev->point % 2 == 0)
        return;
    ape_turn(ev->bytes, word);
    ape_header_get(word, &h);
    latency.packets++;
    latency.cycles += ev->cycle + ev->span - latency.sent[h.pid];
}

static unsigned nodes(void)
{
    return (unsigned)config.size[0] * config.size[1] * config.size[2];
}

static void place(unsigned node, unsigned at[3])
{
    for (unsigned d = 0; d < 3; node /= config.size[d++])
        at[d] = node % config.size[d];
}

static unsigned number(const unsigned at[3])
{
    return at[0] + config.size[0] * (at[1] + (unsigned)config.size[1] * at[2]);
}

/* The destination of a node's next packet; of uniform traffic the n-th other node. */
static unsigned target(enum pattern p, unsigned node, unsigned n)
{
    unsigned at[3];
    place(node, at);
    for (unsigned d = 0; d < 3; d++) {
        const unsigned s = config.size[d];
        if (p == TORNADO && s > 1)
            at[d] = (at[d] + (s > 2 ? (s - 1) / 2 : 1)) % s;
        if (p == COMPLEMENT)
            at[d] = s - 1 - at[d];
    }
    if (p == NEIGHBOUR)
        at[0] = (at[0] + 1) % config.size[0];
    return p == UNIFORM ? (node + 1 + n) % nodes() : number(at);
}

/* Adds a packet's way, in shares of all the node's packets, to the load of lines (6 a node). Ties
 * go plus, as after reset. */
static void walk(unsigned from, unsigned dst, double share, double load[NODES * 6])
{
    unsigned at[3], to[3];
    place(from, at);
    place(dst, to);
    for (int d = 2; d >= 0; d--)
        while (at[d] != to[d]) {
            const unsigned s = config.size[d], ahead = (to[d] + s - at[d]) % s;
            const bool plus = s == 2 || 2 * ahead <= s;
            load[6 * number(at) + 2 * (unsigned)d + !plus] += share;
            at[d] = (at[d] + (plus ? 1 : s - 1)) % s;
        }
}

/* Words a cycle and node that the fullest line allows. */
static double line_limit(enum pattern p)
{
    double load[NODES * 6] = {0}, most = 0;
    const unsigned n = p == UNIFORM ? nodes() - 1 : 1;
    for (unsigned from = 0; from < nodes(); from++)
        for (unsigned i = 0; i < n; i++)
            walk(from, target(p, from, i), 1.0 / n, load);
    for (unsigned i = 0; i < 6 * nodes(); i++)
        most = load[i] > most ? load[i] : most;
    const double words = (double)WORDS / LINE_WORDS / (most > 0 ? most : 1);
    return words < 1 ? words : 1;
}

/* The same for the lines that cut the longest dimension in halves, were they filled evenly. */
static double bisection_limit(enum pattern p)
{
    unsigned d = 0, across = 0;
    for (unsigned i = 1; i < 3; i++)
        d = config.size[i] > config.size[d] ? i : d;
    const unsigned n = p == UNIFORM ? nodes() - 1 : 1, half = config.size[d] / 2;
    for (unsigned from = 0; from < nodes(); from++)
        for (unsigned i = 0; i < n; i++) {
            unsigned at[3], to[3];
            place(from, at);
            place(target(p, from, i), to);
            across += at[d] < half && to[d] >= half;
        }
    const double lines = 2.0 * nodes() / config.size[d],
                 words = lines * n / across * WORDS / LINE_WORDS;
    return across && words < 1 ? words : 1;
}

static void send(struct tn_ape_lattice *b, enum pattern p, unsigned node, uint32_t msg)
{
    uint8_t packet[WORDS * APE_WORD] = {0};
    unsigned at[3];
    place(target(p, node, p == UNIFORM ? (unsigned)tn_rng_below(&rng, nodes() - 1) : 0), at);
    struct ape_header h = {.pid = (uint16_t)msg,
                           .dst = {(uint8_t)at[0], (uint8_t)at[1], (uint8_t)at[2]},
                           .type = TN_ape_hdr_type_PUT,
                           .len = PAYLOAD,
                           .addr = (uint64_t)APE_PAGE * (1 + msg % 1024)};
    place(node, at);
    const struct ape_footer f = {
        .msg = msg, .last = true, .src = {(uint8_t)at[0], (uint8_t)at[1], (uint8_t)at[2]}};
    ape_footer_put(&f, packet + sizeof packet - APE_WORD);
    ape_header_put(&h, packet);
    ape_seal(packet, sizeof packet);
    latency.sent[h.pid] = tn_sim_cycle();
    if (tn_ape_lattice_send(b, node, packet, sizeof packet) != 0)
        abort();
}

/* Words a cycle and node that come, when each node offers so many hundredths. */
static double carried(struct tn_ape_lattice *b, enum pattern p, unsigned hundredths)
{
    uint64_t from = 0;
    uint32_t msg = 0;
    for (unsigned cycle = 0; cycle < WARM + WINDOW; cycle += STEP) {
        if (cycle == WARM) {
            from = tn_ape_lattice_matched(b);
            latency.packets = latency.cycles = 0;
        }
        for (unsigned n = 0; n < nodes(); n++)
            if (tn_rng_below(&rng, 100 * WORDS) < (uint64_t)hundredths * STEP &&
                tn_ape_lattice_queued(b, n) < QUEUE)
                send(b, p, n, msg++);
        tn_sim_step(STEP);
    }
    return (double)(tn_ape_lattice_matched(b) - from) * WORDS / WINDOW / nodes();
}

int tn_sim_main(int argc, char **argv)
{
    static const unsigned offered[] = {5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    (void)argc, (void)argv;
    for (unsigned p = 0; p < PATTERNS; p++)
        for (unsigned i = 0; i < sizeof offered / sizeof *offered; i++) {
            struct tn_ape_lattice *b = tn_ape_lattice_begin(on_verdict, NULL);
            config = *tn_ape_lattice_config(b);
            tn_monitor_subscribe(on_packet, NULL);
            tn_rng_seed(&rng, tn_sim_seed(), 100 * p + i);
            const double words = carried(b, (enum pattern)p, offered[i]);
            printf("FIGURE\t%ux%ux%u %s\t%.2f\t%.3f\t%.3f\t%.3f\t%.1f\n", config.size[0],
                   config.size[1], config.size[2], pattern_name[p], offered[i] / 100.0, words,
                   line_limit((enum pattern)p), bisection_limit((enum pattern)p),
                   (double)latency.cycles / (double)latency.packets);
            fflush(stdout);
            tn_ape_lattice_rest(b, 200000);
            tn_ape_lattice_end(b);
        }
    return 0;
}
