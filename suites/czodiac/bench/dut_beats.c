/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUT bench's traffic as memories for $readmemh, for the driver in Verilog alone.
 *
 *   dut_beats CAPTURE DIR full|paced
 *
 * Writes DIR/usr.hex, DIR/dev.hex: a word a beat, {cycle 32, first, class 2, last,
 * keep 4, port 4, data 128}; and DIR/reg.hex: {address 32, data 32}. Prints
 * how many beats each side has, and the span, as the plusargs of dut_floor_tb.v.
 */
#include "dut_traffic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BEAT = 16 };

static FILE *create(const char *dir, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.hex", dir, name);
    FILE *f = fopen(path, "w");
    if (!f)
        perror(path);
    return f;
}

static void put_beat(FILE *f, const struct bench_packet *p, size_t at)
{
    size_t n = p->len - at < BEAT ? p->len - at : BEAT;
    unsigned keep = (1u << (n / 4)) - 1, first = at == 0, last = at + n == p->len;
    fprintf(f, "%08x%x%x%x", (unsigned)p->at, first << 3 | (unsigned)p->cls << 1 | last, keep,
            p->port);
    for (size_t lane = BEAT; lane-- > 0;)
        fprintf(f, "%02x", lane < n ? p->bytes[at + lane] : 0);
    fputc('\n', f);
}

static int put_side(const struct bench_traffic *t, int side, const char *dir, const char *name)
{
    size_t beats = 0;
    FILE *f = create(dir, name);
    if (!f)
        return -1;
    for (size_t i = 0; i < t->side[side].n; i++)
        for (size_t at = 0; at < t->side[side].packet[i].len; at += BEAT, beats++)
            put_beat(f, &t->side[side].packet[i], at);
    printf("+%s=%zu\n", name, beats);
    return fclose(f);
}

int main(int argc, char **argv)
{
    static struct bench_traffic t;
    if (argc != 4) {
        fprintf(stderr, "usage: dut_beats CAPTURE DIR full|paced\n");
        return 2;
    }
    if (!bench_traffic_load(argv[1], strcmp(argv[3], "paced") == 0, &t) ||
        put_side(&t, BENCH_USR, argv[2], "usr") != 0 ||
        put_side(&t, BENCH_DEV, argv[2], "dev") != 0)
        return 2;
    printf("+span=%" PRIu64 " +regs=%u\n", t.span, t.reg_n);
    FILE *f = create(argv[2], "reg");
    for (int i = 0; f && i < (int)t.reg_n; i++)
        fprintf(f, "%08x%08x\n", t.reg[i].addr, t.reg[i].value);
    return !f || fclose(f) != 0 ? 2 : 0;
}
