/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT bench's traffic, from a capture.
 */
#include "dut_traffic.h"

#include <stdio.h>
#include <string.h>

enum { GAP_CYC = 32 }; /* between rounds: longer than the remapper's latency */

/* Keeps a register's write (checkers/czodiac/spec/cz_ioport_remap.md section 2). */
static void keep_write(void *ctx, uint32_t addr, uint32_t value)
{
    struct bench_traffic *t = ctx;
    if (t->reg_n < BENCH_REGISTERS) {
        t->reg[t->reg_n].addr = addr;
        t->reg[t->reg_n].value = value;
    }
    t->reg_n++;
}

/* False: the side is full. */
static bool add(struct bench_traffic *t, const struct tn_cz_stim_packet *p, bool paced)
{
    int side = p->from_device ? BENCH_DEV : BENCH_USR;
    size_t n = t->side[side].n, used = t->side[side].used;
    if (n == BENCH_PACKETS || p->len > BENCH_BYTES - used)
        return false;
    uint8_t *bytes = t->side[side].bytes + used;
    memcpy(bytes, p->bytes, p->len);
    t->side[side].packet[n] =
        (struct bench_packet){p->cls, p->port, paced ? p->at : 0, p->len, bytes};
    t->side[side].n++;
    t->side[side].used += p->len;
    t->span = paced ? p->at + (p->len + 15) / 16 + GAP_CYC : 0;
    return true;
}

bool bench_traffic_load(const char *capture, bool paced, struct bench_traffic *t)
{
    const struct tn_stim_options o = {.timing = TN_STIM_FAST};
    static struct tn_cz_stim_packet p;
    char err[512];
    int rc;
    struct tn_cz_stimulus *s = tn_cz_stimulus_open(capture, &o, err, sizeof err);
    if (!s) {
        fprintf(stderr, "bench: %s\n", err);
        return false;
    }
    t->reg_n = 0;
    tn_cz_stimulus_program(s, TN_CZ_STIM_PORT, keep_write, t);
    if (t->reg_n > BENCH_REGISTERS) {
        fprintf(stderr, "bench: %s: more than %d writes of registers\n", capture, BENCH_REGISTERS);
        tn_cz_stimulus_close(s);
        return false;
    }
    for (int side = 0; side < BENCH_SIDES; side++)
        t->side[side].n = t->side[side].used = 0;
    while ((rc = tn_cz_stimulus_next(s, &p)) == 1)
        if (!add(t, &p, paced)) {
            fprintf(stderr, "bench: %s: more than %d TLPs or %d bytes a side\n", capture,
                    BENCH_PACKETS, BENCH_BYTES);
            break;
        }
    if (rc < 0)
        fprintf(stderr, "bench: %s: %s\n", capture, tn_cz_stimulus_error(s));
    tn_cz_stimulus_close(s);
    return rc == 0 && t->side[BENCH_USR].n && t->side[BENCH_DEV].n;
}
