/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a torus of nodes.
 */
#include <tn/apenet/ape_torus_bench.h>

#include "../bfm/ape_line_show.h"

#include <tn/apenet/ape_host_fault.h>
#include <tn/apenet/ape_line_fault.h>

#include <tn/bfm_block.h>
#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { W_MISS = 0, W_EVENT = 1, W_WATCH = 31, IDLE_CYC = 8, ID_DATA = 5, BEAT = 16, EVENT = 16 };

/* The hosts' accesses. */

static int get(void *ctx, uint32_t addr, uint32_t *value)
{
    const struct tn_ape_torus_node *n = ctx;
    const int rc = tn_axi_read32(n->cpu, addr, value);
    return rc > 0 ? -EIO : rc;
}

static int put(void *ctx, uint32_t addr, uint32_t value)
{
    const struct tn_ape_torus_node *n = ctx;
    const int rc = tn_axi_write32(n->cpu, addr, value);
    return rc > 0 ? -EIO : rc;
}

static uint64_t now(void *ctx)
{
    (void)ctx;
    return tn_sim_cycle();
}

static void idle(void *ctx)
{
    tn_ape_torus_bench_step(((struct tn_ape_torus_node *)ctx)->bench, IDLE_CYC);
}

/* The judge of writes. */

static void blame(const struct tn_ape_torus_node *n, uint64_t addr)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = "APN-MEM-1", .cycle = tn_sim_cycle()};
    snprintf(v.expected, sizeof v.expected, "a write to a registered buffer or to the event queue");
    snprintf(v.found, sizeof v.found, "byte %llx of node %u", (unsigned long long)addr, n->number);
    n->bench->fn(n->bench->fn_ctx, &v);
}

/* Says whether a byte lies in a registered buffer of the process whose page it is in, and which. */
static bool in_buffer(const struct tn_ape_host *h, uint64_t pa, unsigned *slot)
{
    const uint64_t frame = (pa - TN_APE_FRAMES) / APE_PAGE;
    for (unsigned i = 0; pa >= TN_APE_FRAMES && i < h->pages; i++) {
        const uint64_t vaddr = h->page[i].vpage * APE_PAGE + pa % APE_PAGE;
        if (h->page[i].frame != frame)
            continue;
        for (unsigned k = 0; k < APE_BUFFERS; k++) {
            const struct ape_buffer *b = &h->user.buffer[k];
            if (b->length && b->pid == h->page[i].pid && vaddr >= b->vaddr &&
                vaddr - b->vaddr < b->length) {
                *slot = k;
                return true;
            }
        }
    }
    return false;
}

static bool in_queue(const struct tn_ape_host *h, uint64_t pa)
{
    return pa >= TN_APE_QUEUE && pa - TN_APE_QUEUE < (uint64_t)EVENT << h->user.config.queue_log2;
}

static void judge_beat(struct tn_ape_torus_node *n, uint64_t addr, unsigned id, uint16_t strb)
{
    for (unsigned i = 0; i < BEAT; i++) {
        if (!(strb >> i & 1))
            continue;
        n->written += id == ID_DATA;
        if (id == ID_DATA ? in_buffer(&n->host, addr + i, &n->slot) : in_queue(&n->host, addr + i))
            continue;
        blame(n, addr + i);
        return;
    }
}

/* Pairs data with the bursts whose addresses have come. */
static void pair(struct tn_ape_torus_node *n)
{
    unsigned used = 0;
    for (; used < n->beats && n->bursts; used++) {
        judge_beat(n, n->burst[0].addr, n->burst[0].id, n->beat[used].strb);
        n->burst[0].addr += BEAT;
        if (--n->burst[0].beats == 0)
            memmove(&n->burst[0], &n->burst[1], --n->bursts * sizeof n->burst[0]);
    }
    memmove(n->beat, n->beat + used, (n->beats -= used) * sizeof n->beat[0]);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *s)
{
    struct tn_ape_torus_bench *b = ctx;
    if (strncmp(port, "mem", 3) != 0 || !s->valid || !s->ready || s->rst)
        return;
    struct tn_ape_torus_node *n = &b->node[(unsigned)(port[3] - '0') % TN_APE_NODES];
    if (s->channel == TN_AXI_CH_AW) {
        tn_require(n->bursts < TN_APE_BURSTS);
        n->burst[n->bursts].addr = (uint64_t)s->word[1] << 32 | s->word[0];
        n->burst[n->bursts].id = s->word[2] & 0xffff;
        n->burst[n->bursts++].beats = (s->word[3] & 0xff) + 1;
    } else if (s->channel == TN_AXI_CH_W) {
        tn_require(n->beats < sizeof n->beat / sizeof *n->beat);
        n->beat[n->beats++].strb = (uint16_t)s->word[4];
    }
    pair(n);
}

/* The bench. */

static void play(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_ape_torus_bench *b = ctx;
    tn_ape_lines_play(c, next);
    next[W_WATCH] = tn_ape_line_watched();
    b->miss = c->pins[W_MISS];
    b->event = c->pins[W_EVENT];
}

static int open_node(struct tn_ape_torus_bench *b, unsigned k, uint64_t seed)
{
    const unsigned x = (unsigned)tn_sim_param("X_N"), y = (unsigned)tn_sim_param("Y_N");
    const char digit = (char)('0' + k);
    struct tn_ape_torus_node *n = &b->node[k];
    const struct tn_ape_port port = {get, put, now, idle, n};
    struct tn_memory *m = tn_memory_find((const char[]){'m', 'e', 'm', digit, 0});
    n->bench = b;
    n->number = k;
    n->at = (struct ape_node){(uint8_t)(k % x), (uint8_t)(k / x % y), (uint8_t)(k / x / y)};
    n->cpu = tn_axi_find((const char[]){'c', 'p', 'u', digit, 0});
    tn_require(m && n->cpu);
    tn_memory_clear(m);
    tn_memory_domain(m, TN_MEMORY_PHYSICAL);
    return tn_ape_host_open(&n->host, m, &port, 6, 6, seed + k);
}

int tn_ape_torus_bench_open(struct tn_ape_torus_bench *b, uint64_t seed, tn_verdict_fn *fn,
                            void *fn_ctx)
{
    memset(b, 0, sizeof *b);
    b->fn = fn;
    b->fn_ctx = fn_ctx;
    b->nodes = (unsigned)(tn_sim_param("X_N") * tn_sim_param("Y_N") * tn_sim_param("Z_N"));
    tn_require(b->nodes <= TN_APE_NODES);
    tn_ape_lines_open(b->nodes * (unsigned)tn_sim_param("LINK_N"),
                      (unsigned)tn_sim_param("WIRE_CYC"));
    if (tn_sim_param("PCS") == 1)
        tn_ape_lines_symbols();
    tn_ape_hosts_open(b);
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_axi_subscribe(on_axi, b);
    tn_handshake_subscribe(fn, fn_ctx);
    tn_block_player(play, b);
    for (unsigned k = 0; k < b->nodes; k++) {
        const int rc = open_node(b, k, seed);
        if (rc)
            return rc;
    }
    return 0;
}

void tn_ape_torus_bench_step(struct tn_ape_torus_bench *b, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        tn_sim_step(1);
        tn_ape_hosts_turn();
        for (unsigned k = 0; b->miss && k < b->nodes; k++)
            if (b->miss >> k & 1)
                tn_ape_hosts_firmware(k);
    }
}

static void step(void *ctx, uint64_t n)
{
    tn_ape_torus_bench_step(ctx, n);
}

static bool event(void *ctx, unsigned k)
{
    const struct tn_ape_torus_bench *b = ctx;
    return b->event >> k & 1 && !tn_ape_hosts_asleep(k);
}

struct tn_ape_hosts tn_ape_torus_bench_hosts(struct tn_ape_torus_bench *b)
{
    struct tn_ape_hosts h = {.n = b->nodes, .step = step, .event = event, .ctx = b};
    for (unsigned k = 0; k < b->nodes; k++) {
        h.host[k] = &b->node[k].host;
        h.at[k] = b->node[k].at;
    }
    return h;
}
