/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT driven by the C harness, both ways at once, every stream monitored: what dut_floor_tb.v
 * does in Verilog alone.
 *
 *   dut_drive CAPTURE full|paced ROUNDS
 *
 * Prints "cycles N beats N sums X Y forwarded N": the sums, of what came out to the device and to
 * the user, are those of dut_floor_tb.v, whatever the order of the TLPs.
 */
#include "dut_traffic.h"

#include <tn/bfm.h>
#include <tn/sim.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORWARDED = 0x400, BEAT = 16, QUEUE = 32, STEP_CYC = 32, QUIET_CYC = 256 };

static struct bench_traffic traffic;
static uint64_t beats, sum[BENCH_SIDES];
static unsigned long rejected;
static int m_dev, m_usr; /* points */

static uint64_t word(const uint8_t *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w); /* lane 0 is the least significant byte, as on x86 and ARM */
    return w;
}

/* As sum_q in dut_floor_tb.v. */
static void add(uint64_t *to, const struct tn_event *ev, unsigned port)
{
    uint64_t rest = (uint64_t)port << 5 | 15 << 1, total = 0;
    uint32_t at = 0;
    for (; ev->len - at > BEAT; at += BEAT) {
        uint64_t high = word(ev->bytes + at + 8);
        total += (word(ev->bytes + at) ^ (high << 1 | high >> 63)) + (rest << 24);
        rest += 1u << 9;
        beats++;
    }
    uint8_t lanes[BEAT] = {0};
    uint32_t n = ev->len - at;
    memcpy(lanes, ev->bytes + at, n);
    uint64_t high = word(lanes + 8);
    rest = (rest & ~(uint64_t)0x1f) | ((1u << (n / 4)) - 1) << 1 | 1;
    *to += total + (word(lanes) ^ (high << 1 | high >> 63)) + (rest << 24);
    beats++;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    if (ev->point == m_dev)
        add(&sum[BENCH_DEV], ev, 0);
    else if (ev->point == m_usr)
        add(&sum[BENCH_USR], ev, ev->port);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)cycle, (void)dir, (void)cause, (void)port;
    rejected++;
}

/* A side's traffic, and how much of it was sent. */
struct feed {
    struct tn_source *source;
    const struct bench_packet *packet;
    size_t n, next;       /* next of n */
    unsigned long rounds; /* yet to come, this one included */
    uint64_t begin;       /* cycle of this one */
};

/* Keeps a source fed until all rounds have left. False when they have. */
static bool feed(struct feed *f)
{
    while (f->rounds && tn_source_pending(f->source) < QUEUE) {
        const struct bench_packet *p = &f->packet[f->next];
        tn_source_send(f->source, p->bytes, p->len, p->cls, p->port, f->begin + p->at, 0);
        if (++f->next == f->n) {
            f->next = 0;
            f->rounds--;
            f->begin += traffic.span;
        }
    }
    return tn_source_pending(f->source) > 0;
}

static void play(unsigned long rounds)
{
    struct feed side[BENCH_SIDES] = {{.source = tn_source_find("s_usr")},
                                     {.source = tn_source_find("s_dev")}};
    for (int s = 0; s < BENCH_SIDES; s++) {
        side[s].packet = traffic.side[s].packet;
        side[s].n = traffic.side[s].n;
        side[s].rounds = rounds;
        side[s].begin = tn_sim_cycle();
    }
    while (feed(&side[BENCH_USR]) | feed(&side[BENCH_DEV]))
        tn_sim_step(STEP_CYC);
    tn_sim_step(QUIET_CYC);
}

int tn_sim_main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: dut_drive CAPTURE full|paced ROUNDS\n");
        return 2;
    }
    if (!bench_traffic_load(argv[1], strcmp(argv[2], "paced") == 0, &traffic))
        return 2;
    m_dev = tn_monitor_point_index("m_dev");
    m_usr = tn_monitor_point_index("m_usr");
    tn_sim_reset(4);
    for (int i = 0; i < (int)traffic.reg_n; i++)
        tn_reg_write(traffic.reg[i].addr, traffic.reg[i].value);
    tn_monitor_subscribe(on_packet, NULL);
    tn_reject_subscribe(on_reject, NULL);
    play(strtoul(argv[3], NULL, 10));
    uint64_t cycles = tn_sim_cycle();
    printf("cycles %" PRIu64 " beats %" PRIu64 " sums %016" PRIx64 " %016" PRIx64
           " forwarded %" PRIu32 "\n",
           cycles, beats, sum[BENCH_DEV], sum[BENCH_USR], tn_reg_read(FORWARDED));
    if (rejected)
        fprintf(stderr, "dut_drive: %lu TLPs were not forwarded\n", rejected);
    return rejected ? 2 : 0;
}
