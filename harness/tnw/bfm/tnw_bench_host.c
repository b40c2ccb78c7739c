/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The host of a TNW node: the library's accesses as TLPs, host memory that TLPs read and write.
 */
#include <tn/tnw/tnw_bench.h>

#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <string.h>

#include "tnw_bench_host.h"

/* (256 bytes are the largest Max_Payload_Size that software may set: tnw_pi.md section 2) */
enum { MPS = 256, TLP_MAX = 16 + MPS, RCB = 64, PAUSE_TURNS = 16 / TN_TNW_TURN };

static int send(struct tn_tnw_host_node *n, const struct tn_tlp *t, const void *data, size_t len,
                enum tn_tlp_class cls)
{
    uint8_t out[TLP_MAX];
    const long got = tn_tlp_encode(t, data, len, out, sizeof out);
    if (got < 0)
        return (int)got;
    return tn_source_send(n->to, out, (size_t)got, cls, 0, 0, 0);
}

/* A request's header: of dws, at addr. */
static struct tn_tlp request(enum tn_tlp_kind kind, uint64_t addr, uint16_t dws)
{
    struct tn_tlp t = {.addr = addr, .length_dw = dws, .first_be = 15, .last_be = dws > 1 ? 15 : 0};
    tn_tlp_set_kind(&t, kind, addr >> 32 != 0);
    return t;
}

static int write_bar(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    struct tn_tnw_host_node *n = ctx;
    const uint64_t at = (bar ? n->bar2 : n->bar0) + addr;
    const struct tn_tlp t = request(TN_TLP_MWR, at, (uint16_t)(len / 4));
    return send(n, &t, data, len, TN_CLASS_P);
}

int tn_tnw_bench_ask(struct tn_tnw_host_node *n, uint64_t addr, unsigned *question)
{
    struct tn_tlp t = request(TN_TLP_MRD, n->bar0 + addr, 1);
    unsigned tries = 0;
    while (n->read[n->next_tag].asked && tries++ < TN_TNW_TAGS)
        n->next_tag = (n->next_tag + 1) % TN_TNW_TAGS;
    const unsigned tag = n->next_tag;
    if (n->read[tag].asked)
        return -EAGAIN;
    n->next_tag = (tag + 1) % TN_TNW_TAGS;
    n->read[tag].asked = true;
    n->read[tag].answered = false;
    t.tag = (uint8_t)tag;
    *question = tag;
    return send(n, &t, NULL, 0, TN_CLASS_NP);
}

int tn_tnw_bench_answer(struct tn_tnw_host_node *n, unsigned question, uint32_t *value)
{
    if (!n->read[question].answered)
        return -EAGAIN;
    n->read[question].asked = false;
    *value = n->read[question].value;
    return n->read[question].refused ? -EIO : 0;
}

static int read32(void *ctx, uint64_t addr, uint32_t *value)
{
    struct tn_tnw_host_node *n = ctx;
    const uint64_t end = n->bench->reg_cyc ? tn_sim_cycle() + n->bench->reg_cyc : UINT64_MAX;
    unsigned question;
    int r = tn_tnw_bench_ask(n, addr, &question);
    while (!r && !n->read[question].answered)
        r = tn_sim_cycle() > end ? -ETIMEDOUT : tn_tnw_spmd_yield();
    /* (in vain: the tag stays taken, its answer may come yet) */
    return r ? r : tn_tnw_bench_answer(n, question, value);
}

static int flush(void *ctx)
{
    (void)ctx; /* write-combining buffers are tn_tnw_wc_io's */
    return 0;
}

static int load(void *ctx, uint64_t host, void *data, size_t len)
{
    const struct tn_tnw_host_node *n = ctx;
    tn_memory_peek(n->memory, host, data, len);
    return 0;
}

static int store(void *ctx, uint64_t host, const void *data, size_t len)
{
    const struct tn_tnw_host_node *n = ctx;
    return tn_memory_poke(n->memory, host, data, len);
}

static int pause_here(void *ctx)
{
    int r = 0;
    (void)ctx;
    for (unsigned i = 0; !r && i < PAUSE_TURNS; i++)
        r = tn_tnw_spmd_yield();
    return r;
}

const struct tnw_io tn_tnw_bench_io = {.read32 = read32,
                                       .write = write_bar,
                                       .flush = flush,
                                       .load = load,
                                       .store = store,
                                       .pause = pause_here};

static uint64_t due(struct tn_tnw_host_node *n, unsigned least)
{
    struct tn_tnw_bench *b = n->bench;
    return tn_sim_cycle() + least + (b->read_swing ? tn_rng_below(&b->rng, b->read_swing) : 0);
}

static void memory_read(struct tn_tnw_host_node *n, const struct tn_tlp *t)
{
    unsigned i = 0;
    while (i < TN_TNW_ANSWERS && n->answer[i].busy)
        i++;
    tn_require(i < TN_TNW_ANSWERS); /* six links have not so many tags */
    n->answer[i] = (struct tn_tnw_answer){.busy = true,
                                          .due = due(n, n->bench->read_cyc),
                                          .addr = t->addr,
                                          .left = 4u * t->length_dw,
                                          .requester = t->requester,
                                          .tag = t->tag,
                                          .tc = t->tc,
                                          .attr = t->attr};
}

/* The next completion of a read: what a TLP may have, or less, to a multiple of RCB. */
static void answer(struct tn_tnw_host_node *n, struct tn_tnw_answer *a)
{
    uint8_t data[MPS];
    struct tn_rng *rng = &n->bench->rng;
    const uint32_t to =
        n->bench->read_swing ? RCB * (1 + (uint32_t)tn_rng_below(rng, MPS / RCB)) : MPS;
    const uint32_t part = to - (uint32_t)(a->addr % RCB);
    const uint32_t bytes = part < a->left ? part : a->left;
    struct tn_tlp t = {.length_dw = (uint16_t)(bytes / 4),
                       .requester = a->requester,
                       .tag = a->tag,
                       .tc = a->tc,
                       .attr = a->attr,
                       .byte_count = (uint16_t)a->left,
                       .lower_addr = (uint8_t)(a->addr & 0x7f)};
    tn_require(bytes <= sizeof data);
    tn_tlp_set_kind(&t, TN_TLP_CPLD, 0);
    const int held = n->bench->completes
                         ? n->bench->completes(n->bench->completes_ctx, n->node, a->addr, &t)
                         : 0;
    if (held > 0) {
        a->due = tn_sim_cycle() + (unsigned)held;
        return;
    }
    if (held < 0 || t.kind == TN_TLP_CPL)
        a->busy = false;
    if (held < 0)
        return;
    if (t.kind == TN_TLP_CPL) {
        tn_require(send(n, &t, NULL, 0, TN_CLASS_CPL) == 0);
        return;
    }
    tn_memory_peek(n->memory, a->addr, data, bytes);
    tn_require(send(n, &t, data, bytes, TN_CLASS_CPL) == 0);
    a->addr += bytes;
    a->left -= bytes;
    a->busy = a->left > 0;
    a->due = due(n, 1);
}

void tn_tnw_bench_turn(struct tn_tnw_host_node *n)
{
    const uint64_t now = tn_sim_cycle();
    for (unsigned i = 0; i < TN_TNW_ANSWERS; i++)
        if (n->answer[i].busy && n->answer[i].due <= now)
            answer(n, &n->answer[i]);
}

static void completion(struct tn_tnw_host_node *n, const struct tn_tlp *t, const uint8_t *bytes)
{
    const uint8_t *p = bytes + t->payload_off;
    if (!n->read[t->tag].asked)
        return;
    n->read[t->tag].answered = true;
    n->read[t->tag].refused = t->status != TN_CPL_SC || t->payload_len != 4;
    if (t->payload_len == 4)
        n->read[t->tag].value =
            (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void tn_tnw_bench_tlp(struct tn_tnw_host_node *n, const struct tn_event *ev)
{
    struct tn_tlp t;
    if (tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t))
        return; /* (the rules say so) */
    if (t.kind == TN_TLP_MWR) {
        n->writes++;
        n->written += t.payload_len;
        n->last_write = ev->cycle;
        tn_require(tn_memory_poke(n->memory, t.addr, ev->bytes + t.payload_off, t.payload_len) ==
                   0);
    } else if (t.kind == TN_TLP_MRD) {
        memory_read(n, &t);
    } else if (tn_tlp_is_completion(t.kind)) {
        completion(n, &t, ev->bytes);
    }
}
