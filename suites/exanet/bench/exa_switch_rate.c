/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What ExaNet's switch does in cycles: latency of a header, idle cycles between packets,
 * share of its outputs' words under uniform traffic. Prints "name value" lines, counted
 * at the monitors; every port has the peripheral index of its number.
 */
#include <tn/exanet/bfm_exa.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>

enum { PORTS = 16, OWN = 0x1000, LINKS = 8, GATEWAYS = 12, PACKETS = 400, WARM = 500, END = 4500 };

static struct {
    unsigned long words, packets;
    uint64_t first, last;
} seen[PORTS];
static uint64_t sent_at;

static void on_word(void *ctx, const struct tn_exa_seen *s)
{
    uint64_t start = *(const uint64_t *)ctx;
    if (tn_monitor_point(s->point)[0] == 's') {
        if (s->word.kind == TN_EXA_HDR)
            sent_at = s->cycle;
        return;
    }
    if (s->cycle < start)
        return;
    if (seen[s->port].words++ == 0)
        seen[s->port].first = s->cycle;
    seen[s->port].packets += s->word.kind == TN_EXA_FTR;
    seen[s->port].last = s->cycle;
}

static struct tn_exa_source *source(unsigned port)
{
    char name[16];
    snprintf(name, sizeof name, "s_exa%u", port);
    return tn_exa_source_find(name);
}

/* A Write of n bytes (0: header and footer) to the peripheral of port to. */
static void send(unsigned from, unsigned to, unsigned n)
{
    uint8_t data[EXA_MTU] = {0}, bytes[EXA_KEEP_MAX];
    struct exa_packet k = {.type = n ? EXA_WRITE : EXA_ACK};
    long len;
    if (exa_set_payload(&k, exa_peripheral_addr((enum exa_peripheral)to, 0), data, n) != 0)
        abort();
    exa_seal(&k);
    len = exa_encode(&k, bytes, sizeof bytes);
    if (len < 0 || tn_exa_source_send(source(from), bytes, (size_t)len, 0) != 0)
        abort();
}

static void begin(void)
{
    tn_reg_write(OWN, 0);
    tn_sim_reset(4);
    for (unsigned p = 0; p < PORTS; p++)
        seen[p].words = seen[p].packets = 0;
}

/* The switch has no way back to a link or gateway (exa_crossbar.md section 2). */
static bool allowed(unsigned from, unsigned to)
{
    return !(from >= GATEWAYS && to >= GATEWAYS) && !(from >= LINKS && from < GATEWAYS && from == to);
}

static void latency(void)
{
    begin();
    send(3, 5, 0);
    tn_sim_step(40);
    printf("latency %llu\n", (unsigned long long)(seen[5].first - sent_at));
}

/* Idle cycles a packet at one output that inputs fill with packets of n bytes. */
static void idle(const char *name, unsigned inputs, unsigned n)
{
    begin();
    for (unsigned k = 0; k < PACKETS; k++)
        send(k % inputs, 5, n);
    tn_sim_step(PACKETS * 20);
    if (seen[5].packets != PACKETS)
        abort();
    printf("%s %.3f\n", name,
           (double)(seen[5].last - seen[5].first + 1 - seen[5].words) / (double)(PACKETS - 1));
}

/* Share of all outputs' cycles with a word, each input always having a packet of n bytes for an
 * output drawn from all it reaches. */
static void uniform(uint64_t *start, unsigned n)
{
    struct tn_rng rng;
    unsigned long words = 0;
    begin();
    tn_rng_seed(&rng, tn_sim_seed(), n);
    for (unsigned p = 0; p < PORTS; p++)
        for (unsigned k = 0; k < END / (2 + n / 16); k++) {
            unsigned to;
            do
                to = (unsigned)tn_rng_below(&rng, PORTS);
            while (!allowed(p, to));
            send(p, to, n);
        }
    *start = tn_sim_cycle() + WARM;
    tn_sim_step(END);
    for (unsigned p = 0; p < PORTS; p++)
        words += seen[p].words;
    printf("uniform_%u %.4f\n", n, (double)words / PORTS / (END - WARM));
}

int tn_sim_main(int argc, char **argv)
{
    uint64_t start = 0;
    (void)argc;
    (void)argv;
    if (tn_exa_word_subscribe(on_word, &start) != 0)
        return 1;
    latency();
    idle("idle_one_input", 1, 64);
    idle("idle_two_inputs", 2, 64);
    idle("idle_small", 2, 0);
    uniform(&start, 16);
    uniform(&start, 64);
    uniform(&start, 256);
    return 0;
}
