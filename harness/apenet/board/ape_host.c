/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A host of a network interface.
 */
#include <tn/apenet/ape_host.h>

#include <tn/bug.h>

#include <string.h>

enum { FRAMES = 2 * TN_APE_PAGES };

static int get(void *ctx, uint32_t addr, uint32_t *value)
{
    const struct tn_ape_port *p = &((struct tn_ape_host *)ctx)->port;
    return p->get(p->ctx, addr, value);
}

static int put(void *ctx, uint32_t addr, uint32_t value)
{
    const struct tn_ape_port *p = &((struct tn_ape_host *)ctx)->port;
    return p->put(p->ctx, addr, value);
}

static uint64_t now(void *ctx)
{
    const struct tn_ape_port *p = &((struct tn_ape_host *)ctx)->port;
    return p->now(p->ctx);
}

static void idle(void *ctx)
{
    const struct tn_ape_port *p = &((struct tn_ape_host *)ctx)->port;
    p->idle(p->ctx);
}

static void peek(void *ctx, uint64_t pa, void *bytes, size_t n)
{
    tn_memory_peek(((struct tn_ape_host *)ctx)->memory, pa, bytes, n);
}

static void poke(void *ctx, uint64_t pa, const void *bytes, size_t n)
{
    tn_require(tn_memory_poke(((struct tn_ape_host *)ctx)->memory, pa, bytes, n) == 0);
}

/* Returns the index of a process's page, -1: the process has none at that address. */
static int page_of(const struct tn_ape_host *h, uint16_t pid, uint64_t vpage)
{
    for (unsigned i = 0; i < h->pages; i++)
        if (h->page[i].vpage == vpage && h->page[i].pid == pid)
            return (int)i;
    return -1;
}

static bool pin(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    struct tn_ape_host *h = ctx;
    const uint64_t vpage = vaddr / APE_PAGE;
    int i = page_of(h, pid, vpage);
    if (i < 0) {
        uint16_t frame = (uint16_t)tn_rng_below(&h->rng, FRAMES);
        if (h->full || h->pages == TN_APE_PAGES)
            return false;
        while (h->used[frame])
            frame = (uint16_t)((frame + 1) % FRAMES);
        h->used[frame] = true;
        i = (int)h->pages++;
        h->page[i].vpage = vpage;
        h->page[i].pid = pid;
        h->page[i].frame = frame;
    }
    *pa = TN_APE_FRAMES + (uint64_t)APE_PAGE * h->page[i].frame + vaddr % APE_PAGE;
    return true;
}

int tn_ape_host_open(struct tn_ape_host *h, struct tn_memory *m, const struct tn_ape_port *port,
                     unsigned ring_log2, unsigned queue_log2, uint64_t seed)
{
    const struct ape_ops ops = {get, put, peek, poke, pin, now, idle};
    const struct ape_user_config c = {.ops = ops,
                                      .ctx = h,
                                      .ring = TN_APE_RING,
                                      .queue = TN_APE_QUEUE,
                                      .pages = TN_APE_TABLES,
                                      .pages_end = TN_APE_TABLES_END,
                                      .ring_log2 = ring_log2,
                                      .queue_log2 = queue_log2,
                                      .patience = 1 << 20};
    memset(h, 0, sizeof *h);
    h->memory = m;
    h->port = *port;
    tn_rng_seed(&h->rng, seed, 1);
    tn_ape_fw_start(&h->fw, &ops, h, TN_APE_TABLES);
    return ape_open(&h->user, &c);
}

uint64_t tn_ape_host_pa(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr)
{
    uint64_t pa = 0;
    tn_require(pin(h, pid, vaddr, &pa));
    return pa;
}

/* Returns how many of n bytes from vaddr on lie in its page. */
static size_t in_page(uint64_t vaddr, size_t n)
{
    const size_t left = APE_PAGE - (size_t)(vaddr % APE_PAGE);
    return n < left ? n : left;
}

void tn_ape_host_poke(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr, const uint8_t *bytes,
                      size_t n)
{
    for (size_t at = 0, k; at < n; at += k) {
        k = in_page(vaddr + at, n - at);
        poke(h, tn_ape_host_pa(h, pid, vaddr + at), bytes + at, k);
    }
}

void tn_ape_host_peek(struct tn_ape_host *h, uint16_t pid, uint64_t vaddr, uint8_t *bytes, size_t n)
{
    for (size_t at = 0, k; at < n; at += k) {
        k = in_page(vaddr + at, n - at);
        tn_memory_peek(h->memory, tn_ape_host_pa(h, pid, vaddr + at), bytes + at, k);
    }
}
