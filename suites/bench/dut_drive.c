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

enum { FORWARDED = 0x400, BEAT = 16, QUEUE = 128, STEP_CYC = 128, QUIET_CYC = 256 };

static struct bench_traffic traffic;
static uint64_t beats, sum[BENCH_SIDES];
static unsigned long rejected;

static uint64_t word(const uint8_t *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w); /* lane 0 is the least significant byte, as on x86 and ARM */
    return w;
}

/* As sum_q in dut_floor_tb.v. */
static void add(uint64_t *to, const struct tn_event *ev, unsigned port)
{
    for (uint32_t at = 0, beat = 0; at < ev->len; at += BEAT, beat++) {
        uint8_t lanes[BEAT] = {0};
        uint32_t n = ev->len - at < BEAT ? ev->len - at : BEAT;
        memcpy(lanes, ev->bytes + at, n);
        uint64_t high = word(lanes + 8);
        uint64_t rest =
            (uint64_t)beat << 9 | port << 5 | ((1u << (n / 4)) - 1) << 1 | (at + n == ev->len);
        *to += (word(lanes) ^ (high << 1 | high >> 63)) + (rest << 24);
        beats++;
    }
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    (void)ctx;
    if (at[0] == 'm')
        add(&sum[at[2] == 'd' ? BENCH_DEV : BENCH_USR], ev, at[2] == 'd' ? 0 : ev->port);
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)cycle, (void)dir, (void)cause, (void)port;
    rejected++;
}

/* Keeps both sources fed until all rounds have left. */
static void play(unsigned long rounds)
{
    struct tn_source *source[BENCH_SIDES] = {tn_source_find("s_usr"), tn_source_find("s_dev")};
    size_t sent[BENCH_SIDES] = {0};
    uint64_t from = tn_sim_cycle();
    bool busy = true;
    while (busy) {
        busy = false;
        for (int s = 0; s < BENCH_SIDES; s++) {
            for (; tn_source_pending(source[s]) < QUEUE && sent[s] < rounds * traffic.side[s].n;
                 sent[s]++) {
                const struct tn_stim_packet *p =
                    &traffic.side[s].packet[sent[s] % traffic.side[s].n];
                tn_source_send(source[s], p->bytes, p->len, p->cls, p->port,
                               from + p->at + sent[s] / traffic.side[s].n * traffic.span, 0);
            }
            busy |= tn_source_pending(source[s]) > 0;
        }
        tn_sim_step(STEP_CYC);
    }
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
    tn_sim_reset(4);
    for (int i = 0; i < BENCH_REGISTERS; i++)
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
