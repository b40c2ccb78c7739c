/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW in cycles, on its library, from node 0 to node 1 of a torus of two (and by y+ to itself):
 * payload that its links carry, as a share of their words, by Pput and Nget over 1, 2 and 3 links;
 * cycles from a packet's last byte at one network processor to its first at the other's host.
 * Prints "name value" lines; with the argument latency that one alone.
 */
#include <tn/sim.h>
#include <tn/tnw/tnw_bench.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITEMS = 32,
    FROM = 8, /* items before the share is counted */
    LEN = 128 * ITEMS,
    LINKS = 3,
    AT = 0x100000,
    LIMIT = 30000,
    PAYLOAD_WORDS = 32,
};

static struct {
    struct tn_tnw_bench b;
    struct tnw to[2], from[LINKS]; /* receiving nodes; a thread of node 0 for each link */
    uint32_t came[LINKS];
    bool get;
    unsigned links;
    uint64_t put_end, write_begin; /* of the latest write of BAR2; of the first packet behind it */
    bool timing;
} m;

static uint8_t data[LEN];

/* Link l of node 0 leads to link l xor 1 of this node: y+ to itself. */
static unsigned receiver(unsigned link)
{
    return link < 2 ? 1 : 0;
}

static uint64_t notes(unsigned thread)
{
    return 0x10000 * (1 + (uint64_t)thread);
}

static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_tlp t;
    (void)ctx;
    tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    if (t.kind != TN_TLP_MWR)
        return;
    if (ev->point == 0 && t.addr >= m.b.node[0].bar2 && t.addr < m.b.node[0].bar0)
        m.put_end = ev->cycle + ev->span;
    if (ev->point == 3 && t.payload_len == 128 && !m.write_begin)
        m.write_begin = ev->cycle;
}

static int receive(void)
{
    for (unsigned l = 0; l < m.links; l++) {
        const unsigned k = receiver(l);
        const int r = tnwCredit(&m.to[k], (int)(l ^ 1), 0, AT + 0x10000 * (uint64_t)l,
                                m.timing ? 128 : LEN, &m.came[l]);
        if (r)
            return r;
    }
    for (unsigned l = 0; l < m.links; l++) {
        const int r = tnwWait(&m.to[receiver(l)], m.came[l], NULL);
        if (r)
            return r;
    }
    return 0;
}

/* Program 0 receives at both nodes, the others send, each on its link. */
static int program(void *arg, unsigned which)
{
    (void)arg;
    if (which == 0)
        return receive();
    const unsigned link = which - 1;
    struct tnw *t = &m.from[link];
    uint32_t h;
    int r = tn_tnw_bench_pass(&m.b, 200); /* until the credits are there */
    if (r)
        return r;
    if (!m.get)
        return tnwSend(t, (int)link, 0, data, m.timing ? 128 : LEN, 0);
    r = tnwGet(t, (int)link, 0, AT, LEN, 0, &h);
    return r ? r : tnwWait(t, h, NULL);
}

static int opens(void *arg, unsigned which)
{
    const struct tnw_io *io = &tn_tnw_bench_io;
    (void)arg;
    if (which < 2)
        return tnwOpen(&m.to[which], io, &m.b.node[which], 63, notes(which));
    return tnwOpen(&m.from[which - 2], io, &m.b.node[0], 1u << (which - 2), notes(which));
}

static void run(tn_tnw_spmd_fn *fn, unsigned programs)
{
    int result[2 + LINKS];
    m.b.until = tn_sim_cycle() + LIMIT;
    if (tn_tnw_spmd(programs, fn, NULL, tn_tnw_bench_advance, &m.b, result))
        exit(2);
    for (unsigned i = 0; i < programs; i++)
        if (result[i]) {
            fprintf(stderr, "tnw_rates: program %u gave %d\n", i, result[i]);
            exit(1);
        }
}

/* Payload words a cycle, over all links, between a link's packet FROM and its last. */
static uint64_t first[LINKS], base[LINKS];

static void watch(void *ctx, uint64_t cycle)
{
    (void)ctx;
    (void)cycle;
    for (unsigned l = 0; l < m.links; l++)
        if (!first[l] && m.b.starts[receiver(l)][l ^ 1] - base[l] >= FROM) {
            first[l] = m.b.start_cycle[receiver(l)][l ^ 1];
            base[l] = m.b.starts[receiver(l)][l ^ 1];
        }
}

static double rate(bool get, unsigned links)
{
    double sum = 0;
    m.get = get;
    m.links = links;
    for (unsigned l = 0; l < links; l++) {
        first[l] = 0;
        base[l] = m.b.starts[receiver(l)][l ^ 1];
    }
    m.b.hook = watch;
    run(program, 1 + links);
    m.b.hook = NULL;
    for (unsigned l = 0; l < links; l++) {
        const uint64_t packets = m.b.starts[receiver(l)][l ^ 1] - base[l];
        const uint64_t cycles = m.b.start_cycle[receiver(l)][l ^ 1] - first[l];
        sum += (double)(packets * PAYLOAD_WORDS) / (double)cycles;
    }
    return sum;
}

static void latency(void)
{
    m.timing = true;
    m.get = false;
    m.links = 1;
    m.write_begin = 0;
    run(program, 2);
    printf("latency %llu\n", (unsigned long long)(m.write_begin - m.put_end));
    m.timing = false;
}

int tn_sim_main(int argc, char **argv)
{
    const bool brief = argc > 1 && strcmp(argv[1], "latency") == 0;
    if (tn_tnw_bench_open(&m.b, 3, 1) || m.b.nodes != 2 || tn_monitor_subscribe(on_tlp, NULL))
        return 2;
    run(opens, 2 + LINKS);
    latency();
    for (unsigned get = 0; !brief && get < 2; get++)
        for (unsigned links = 1; links <= LINKS; links++)
            printf("%s%u %.4f\n", get ? "nget" : "pput", links, rate(get, links));
    tn_tnw_bench_close(&m.b);
    if (m.b.verdicts)
        fprintf(stderr, "tnw_rates: %s\n", m.b.said);
    return m.b.verdicts != 0;
}
