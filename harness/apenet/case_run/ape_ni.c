/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A network interface under cases: router, host memory and software are the bench's; the lines of
 * the case alone judge, and software does nothing by itself.
 */
#include "../../case/run/run.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_case.h>
#include <tn/apenet/ape_ni_bench.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const streams[] = {"s_rx0", "s_rx1", "m_tx", "m_event", NULL};
enum {
    WORD = 16,
    OWN = 0x0421, /* x, y and z are 1 */
    RING = 0x10000,
    RING_LOG2 = 6,
    DESC = 64,
    TX_SIZE = 0x1008,
    TX_WRITE = 0x1010,
    CMD_PID = 0x1040,
    CMD_FLAGS = 0x1044,
    CMD_VADDR = 0x1048,
    CMD_LENGTH = 0x1050,
    CMD_PADDR = 0x1058,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    TRIES = 200,
    ID_EVENT = 6
};

struct own {
    struct tn_ape_ni_bench b;
    unsigned descriptors;
    /* writes whose data have not come, oldest first: their IDs and beats */
    struct {
        unsigned id, beats;
    } burst[64];
    unsigned bursts;
};

static struct own *own_of(const struct runner *r)
{
    return r->judges;
}

static void on_write(void *ctx, const char *port, const struct tn_axi_seen *s)
{
    struct runner *r = ctx;
    struct own *o = own_of(r);
    if (strcmp(port, "mem") != 0 || !s->valid || !s->ready || s->rst)
        return;
    if (s->channel == TN_AXI_CH_AW && o->bursts < 64) {
        o->burst[o->bursts].id = s->word[2] & 0xffff;
        o->burst[o->bursts++].beats = (s->word[3] & 0xff) + 1;
    } else if (s->channel == TN_AXI_CH_W && o->bursts) {
        const struct tn_event ev = {.cycle = tn_sim_cycle(),
                                    .bytes = (const uint8_t *)s->word, /* a little-endian host */
                                    .len = WORD,
                                    .orig_len = WORD};
        if (o->burst[0].id == ID_EVENT)
            tn_run_seen(r, "m_event", &ev);
        if (--o->burst[0].beats == 0)
            memmove(&o->burst[0], &o->burst[1], --o->bursts * sizeof o->burst[0]);
    }
}

static void turn(uint8_t *word)
{
    for (unsigned i = 0; i < WORD / 2; i++) {
        const uint8_t byte = word[i];
        word[i] = word[WORD - 1 - i];
        word[WORD - 1 - i] = byte;
    }
}

/* Header and footer stand most significant byte first in a case, payload words in lane order. */
static void turn_ends(uint8_t *bytes, size_t len)
{
    turn(bytes);
    if (len > WORD)
        turn(bytes + len - WORD);
}

static void on_left(void *ctx, const struct tn_apn_packet *p)
{
    static uint8_t bytes[(TN_APN_WORDS + 1) * WORD];
    struct runner *r = ctx;
    const struct own *o = own_of(r);
    const size_t len = (size_t)o->b.out_n * WORD;
    (void)p;
    memcpy(bytes, o->b.out, len);
    turn_ends(bytes, len);
    tn_run_seen(r, "m_tx",
                &(struct tn_event){.cycle = tn_sim_cycle(),
                                   .bytes = bytes,
                                   .len = (uint32_t)len,
                                   .orig_len = (uint32_t)len});
}

static int watch(struct runner *r)
{
    struct own *o = calloc(1, sizeof *o);
    if (!o)
        return -ENOMEM;
    r->judges = o;
    const int rc = tn_ape_ni_bench_open(&o->b, OWN, r->c->seed, tn_run_judged, r);
    r->start = tn_sim_cycle();
    o->b.mute = o->b.deaf = true;
    o->b.left = on_left;
    o->b.ctx = r;
    return rc ? rc : tn_axi_subscribe(on_write, r);
}

static void unwatch(struct runner *r)
{
    if (!own_of(r))
        return;
    tn_ape_ni_bench_close(&own_of(r)->b);
    free(own_of(r));
    r->judges = NULL;
}

/* TX_SIZE begins the ring anew, and so do the case's descriptors. */
static int write_reg(const struct runner *r, uint32_t addr, uint32_t value)
{
    if (addr == TX_SIZE)
        own_of(r)->descriptors = 0;
    return tn_axi_write32(own_of(r)->b.cpu, addr, value);
}

static int read_reg(const struct runner *r, uint32_t addr, uint32_t *value)
{
    return tn_axi_read32(own_of(r)->b.cpu, addr, value);
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    static uint8_t bytes[(TN_APN_WORDS + 1) * WORD];
    static struct tn_apn_packet p;
    const size_t len = s->tlp[0].len;
    memcpy(bytes, s->tlp[0].bytes, len);
    turn_ends(bytes, len);
    tn_apn_decode((const uint8_t(*)[WORD])bytes, (unsigned)(len / WORD), &p);
    for (unsigned k = 0; k < s->count; k++)
        tn_ape_ni_bench_give(&own_of(r)->b, strcmp(s->point, "s_rx1") == 0, &p);
    return 0;
}

static int command(struct runner *r, const struct tn_case_step *s, const uint64_t *f)
{
    uint32_t result = 0;
    const uint32_t due = (uint32_t)(f[6] << 8 | f[5]);
    int rc = write_reg(r, CMD_PID, (uint32_t)f[0]) | write_reg(r, CMD_VADDR, (uint32_t)f[1]) |
             write_reg(r, CMD_VADDR + 4, (uint32_t)(f[1] >> 32)) |
             write_reg(r, CMD_LENGTH, (uint32_t)f[2]) | write_reg(r, CMD_FLAGS, (uint32_t)f[3]) |
             write_reg(r, CMD_PADDR, (uint32_t)f[4]) |
             write_reg(r, CMD_PADDR + 4, (uint32_t)(f[4] >> 32)) | write_reg(r, CMD_OP, s->value);
    for (unsigned i = 0; rc == 0 && i < TRIES; i++)
        if ((rc = read_reg(r, CMD_RESULT, &result)) == 0 && !(result >> 31))
            break;
    if (rc == 0 && result != due)
        tn_run_fail(r, s->rule, r->packets, tn_run_now(r),
                    "line %u: expected CMD_RESULT %x; found %x", s->line, due, result);
    return rc;
}

static int descriptor(struct runner *r, const uint64_t *f)
{
    struct own *o = own_of(r);
    const uint64_t word[8] = {f[4],
                              f[1] << 48 | f[2] << 44 | f[13] << 41 | f[11] << 40 | f[12] << 39 |
                                  f[0] << 32 | f[3] << 16 | f[5],
                              f[6],
                              f[7] << 32 | f[8],
                              f[9],
                              f[10]};
    uint8_t bytes[DESC];
    for (unsigned i = 0; i < DESC; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    const unsigned at = o->descriptors++ % (1u << RING_LOG2);
    tn_memory_poke(o->b.host.memory, RING + DESC * at, bytes, sizeof bytes);
    return write_reg(r, TX_WRITE, o->descriptors % (1u << RING_LOG2));
}

static void memory(struct runner *r, const struct tn_case_step *s, const uint64_t *f)
{
    for (uint64_t i = 0; i < f[1]; i++) {
        const uint8_t due = s->value ? 0 : (uint8_t)(f[2] + i);
        uint8_t got;
        tn_memory_peek(own_of(r)->b.host.memory, f[0] + i, &got, 1);
        if (got == due)
            continue;
        tn_run_fail(r, s->rule, r->packets, tn_run_now(r),
                    "line %u: expected %02x at %llx; found %02x", s->line, due,
                    (unsigned long long)(f[0] + i), got);
        return;
    }
}

static int line(struct runner *r, const struct tn_case_step *s)
{
    uint64_t f[TN_APE_NUMBERS] = {0};
    memcpy(f, s->tlp[0].bytes, s->tlp[0].len);
    switch (s->cause) {
    case TN_APE_COMMAND:
        return command(r, s, f);
    case TN_APE_DESCRIPTOR:
        return descriptor(r, f);
    case TN_APE_FILL:
        for (uint64_t i = 0; i < f[1]; i++)
            tn_memory_poke(own_of(r)->b.host.memory, f[0] + i, &(uint8_t){(uint8_t)(f[2] + i)}, 1);
        return 0;
    default:
        memory(r, s, f);
        return 0;
    }
}

static bool under_way(const struct runner *r)
{
    return own_of(r)->b.ways > 0;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    const unsigned shut = 16 - tn_run_of_16(stall);
    if (strcmp(stream, "m_tx") == 0)
        own_of(r)->b.busy = shut;
    else if (stream[0] == 's')
        own_of(r)->b.bubble = shut;
    return 0;
}

static void open_all(const struct runner *r)
{
    own_of(r)->b.busy = own_of(r)->b.bubble = 0;
}

const struct tn_run_ops tn_run_ape_ni = {
    .streams = streams,
    .reject = "",
    .quiet_cycles = 400,
    .watch = watch,
    .unwatch = unwatch,
    .write = write_reg,
    .read = read_reg,
    .send = send,
    .line = line,
    .under_way = under_way,
    .stall_source = stall_source,
    .own_monitors = true,
    .own_sinks = true,
    .open = open_all,
};
