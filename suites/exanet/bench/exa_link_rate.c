/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payload that ExaNet's serial link carries, as a share of its blocks' bits, for a line
 * always asked for. Prints "bytes share" lines. Channels are faster than the line, so that
 * the line alone counts.
 */
#include <tn/exanet/bfm_exa.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>

enum {
    STEP = 0x1010, SWING = 0x1020, /* registers of the bench: harness/exanet/dut/exa_link_tb.v */
    CHANNEL = 32768, LINE = 30000, /* toggles in 65536 cycles of the bench */
    PACKETS = 300, FROM = 100, UP = 90000, ENOUGH = 90000,
};

static unsigned came;
static uint64_t from_cycle, last_cycle;

static void on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    if (tn_monitor_point(ev->point)[0] != 'm' || ev->port != 1)
        return;
    came++;
    if (came == FROM)
        from_cycle = ev->cycle;
    if (came == PACKETS)
        last_cycle = ev->cycle;
}

static bool all_came(void *ctx)
{
    (void)ctx;
    return came == PACKETS;
}

static void measure(unsigned n)
{
    uint8_t data[EXA_MTU] = {0}, bytes[EXA_KEEP_MAX];
    struct exa_packet k = {.type = EXA_WRITE};
    double blocks;
    long len;
    tn_sim_reset(100);
    tn_sim_step(UP);
    came = 0;
    if (exa_set_payload(&k, 0, data, n) != 0)
        abort();
    exa_seal(&k);
    len = exa_encode(&k, bytes, sizeof bytes);
    for (unsigned i = 0; i < PACKETS; i++)
        if (len < 0 || tn_exa_source_send(tn_exa_source_find("s_exa0"), bytes, (size_t)len, 0) != 0)
            abort();
    if (!tn_sim_step_until(all_came, NULL, ENOUGH)) {
        fprintf(stderr, "exa_link_rate: %u of %d packets of %u bytes came\n", came, PACKETS, n);
        exit(1);
    }
    /* two toggles a block of 8 bytes */
    blocks = (double)(last_cycle - from_cycle) * LINE / 65536 / 2;
    printf("%u %.4f\n", n, (double)n * (PACKETS - FROM) / (8 * blocks));
}

int tn_sim_main(int argc, char **argv)
{
    const unsigned sizes[] = {16, 32, 64, 128, 256};
    (void)argc;
    (void)argv;
    for (unsigned clock = 0; clock < 4; clock++)
        tn_reg_write(STEP + 4 * clock, clock < 2 ? CHANNEL : LINE);
    tn_reg_write(SWING, 0);
    tn_monitor_subscribe(on_packet, NULL);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        measure(sizes[i]);
    return 0;
}
