/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The software of a node: firmware, kernel (it brings in pages), and two processes that ask for the transfers and read
 * their notifications. It is a coroutine, since register accesses take time.
 */
#include "exa_nodes_session.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    STACK = 128 * 1024,
    PAGE = 2, /* of the scratchpad, of process 0 */
    DEAF_CYC = 20000,
    /* the mailbox: process u has mailbox u for its reads and NOTES + u for notifications */
    MAILBOX = 1 << 20,
    NOTES = 2,
    INFO = 0x40,
    POP = 0x50,
    KERNEL = 0x40000,
};

static void give_time(struct tn_nodes_site *site)
{
    swapcontext(&site->here, &site->run->session);
}

/* One access of a beat. Returns 0 or the response; -EIO without an answer. */
static int access_node(struct tn_nodes_site *site, bool write, uint32_t addr, unsigned bytes, uint8_t *data)
{
    struct tn_axi_txn *t = site->deaf ? NULL : tn_axi_new(1);
    if (!t)
        return -EIO;
    t->write = write;
    t->addr = addr;
    t->size = bytes == 16 ? 4 : bytes == 8 ? 3 : 2;
    if (write)
        tn_axi_fill(t, data, bytes);
    site->txn = t;
    site->since = tn_sim_cycle();
    tn_axi_issue(site->cpu, t);
    while (!t->done && tn_sim_cycle() < site->since + DEAF_CYC)
        give_time(site);
    site->deaf = !t->done;
    if (site->deaf) /* the master keeps the transaction for ever */
        return -EIO;
    const int rc = (int)t->resp;
    if (!write)
        tn_axi_take(t, data, bytes);
    tn_axi_free(t);
    site->txn = NULL;
    return rc;
}

static int read_node(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data)
{
    return access_node(ctx, false, addr, bytes, data);
}

static int write_node(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    uint8_t copy[16];
    memcpy(copy, data, bytes);
    return access_node(ctx, true, addr, bytes, copy);
}

static uint64_t now(void *ctx)
{
    (void)ctx;
    return tn_sim_cycle();
}

/* Pages. */

static void add_fault(struct tn_nodes_site *site, uint16_t pdid, uint64_t va, bool write)
{
    const struct tn_nodes_page *p = write ? &site->target : &site->source;
    if (site->faults == TN_NODES_FAULTS)
        return; /* it faults again at the next attempt */
    site->fault[site->faults].pdid = pdid;
    site->fault[site->faults].va = va;
    site->fault[site->faults].at = tn_sim_cycle() + p->served;
    site->fault[site->faults++].write = write;
}

static void source_fault(void *ctx, uint16_t pdid, uint64_t page)
{
    add_fault(ctx, pdid, page, false);
}

static void target_fault(void *ctx, const struct tn_memory_fault *f)
{
    if (f->write)
        add_fault(ctx, (uint16_t)f->pdid, f->va, true);
}

static const struct tn_fw_ops ops = {now, read_node, write_node, source_fault};

/* The kernel brings in the pages whose time has come. */
static void serve(struct tn_nodes_site *site)
{
    unsigned left = 0;
    for (unsigned i = 0; i < site->faults; i++) {
        const uint16_t pdid = site->fault[i].pdid;
        const uint64_t va = site->fault[i].va;
        if (site->fault[i].at > tn_sim_cycle()) {
            site->fault[left++] = site->fault[i];
            continue;
        }
        tn_memory_serve(tn_exf_board_memory(site->run->board, site->n), pdid, va);
        if (!site->fault[i].write)
            tn_fw_fault_served(&site->firmware, pdid, va);
    }
    site->faults = left;
}

/* Processes. */

/* Begins what a process is to ask for by now, in the order of the capture. */
static void begin_due(struct tn_nodes_site *site, unsigned u)
{
    struct tn_nodes_run *r = site->run;
    for (unsigned i = 0; i < r->jobs; i++) {
        struct tn_nodes_job *j = &r->job[i];
        if (j->state != TN_JOB_WAITS || j->node != site->n || j->user != u)
            continue;
        if (j->at > tn_sim_cycle())
            return;
        const uint32_t other = r->own[!site->n];
        const uint64_t box = exa_place_bits(exa_node_of(r->own[site->n ^ !j->home]), exa_peripheral_addr(EXA_P_MAILBOX, (NOTES + u) << 12));
        const struct exa_put put = {j->src, j->dst, other, j->length, box, {i, ~(uint64_t)i}, j->notify};
        const struct exa_get get = {j->src, j->dst, other, j->length};
        j->handle = j->get ? exa_get(&site->user[u], &get) : exa_put(&site->user[u], &put);
        if (j->handle < 0)
            return;
        tn_nodes_begun(r, j);
    }
}

/* Reads a notification, when one waits. */
static void take_note(struct tn_nodes_site *site, unsigned u)
{
    const uint32_t at = MAILBOX + 0x1000 * (NOTES + u);
    const uint8_t one[4] = {1};
    uint8_t info[4] = {0}, page[16] = {0};
    uint64_t word[2];
    if (read_node(site, at + INFO, 4, info) != 0 || !(info[3] >> 7))
        return;
    if (read_node(site, at, 16, page) != 0 || write_node(site, at + POP, 4, one) != 0)
        return;
    memcpy(word, page, sizeof word);
    tn_nodes_note(site->run, site->n, u, word[0], word[1]);
}

static void work(struct tn_nodes_site *site)
{
    struct exa_end e;
    if (tn_sim_cycle() >= site->firmware_sleeps) {
        tn_fw_step(&site->firmware);
        serve(site);
    }
    for (unsigned u = 0; u < TN_NODES_USERS && tn_sim_cycle() >= site->user_sleeps; u++) {
        begin_due(site, u);
        while (exa_poll(&site->user[u], &e))
            tn_nodes_ended(site->run, site->n, u, &e);
        if (site->firmware.turn % 4 == u)
            take_note(site, u);
    }
}

/* Times are short, so that what is lost is sent again within a campaign's window; how they depend on one another is the
 * page's (exa_firmware.md sections 2, 5 and 6). */
static void times(struct tn_fw_config *c)
{
    tn_fw_defaults(c);
    c->cold = true;
    c->txn_timeout = 3000;
    c->backoff = 1 << 8;
    c->backoff_max = 1 << 10;
    c->done_hold = 12000;
    c->ctx_timeout = 1 << 15;
    c->serve_timeout = 12000;
    c->send_timeout = 12000;
    c->read_life = 10000;
    c->away = 3000;
    c->max_retries = 6;
}

static bool start(struct tn_nodes_site *site)
{
    struct tn_nodes_run *r = site->run;
    struct tn_memory *memory = tn_exf_board_memory(r->board, site->n);
    struct tn_fw_config c;
    times(&c);
    if (tn_fw_start(&site->firmware, &c, &ops, site) != 0)
        return false;
    for (unsigned u = 0; u < TN_NODES_USERS; u++) {
        const uint32_t bind = 1u << 31 | r->pdid[u];
        struct exa_user_config uc = {.ops = ops, .ctx = site, .channel = u, .mailbox = u, .read_timeout = 24000,
                                     .slots = 1u << tn_sim_param("SLOT_LOG2"), .max_retries = 2};
        uint8_t bytes[4];
        for (unsigned i = 0; i < 4; i++)
            bytes[i] = (uint8_t)(bind >> 8 * i);
        if (tn_fw_bind_page(&site->firmware, PAGE + u, r->pdid[u]) != 0 ||
            tn_fw_set_bank(&site->firmware, u, r->pdid[u], true) != 0 ||
            tn_fw_bind_user(&site->firmware, u, u, r->pdid[u]) != 0 ||
            write_node(site, MAILBOX + KERNEL + 4 * (NOTES + u), 4, bytes) != 0)
            return false;
        tn_memory_bind(memory, u, r->pdid[u]);
        uc.page = site->firmware.page[PAGE + u];
        uc.life = tn_fw_life(&site->firmware, PAGE + u);
        exa_user_init(&site->user[u], &uc);
    }
    tn_memory_on_fault(memory, target_fault, site);
    return true;
}

/* The coroutine: its site, in two halves, as makecontext() gives it. */
static void drive(unsigned high, unsigned low)
{
    struct tn_nodes_site *site = (struct tn_nodes_site *)((uintptr_t)high << 32 | low);
    site->open = start(site);
    for (;;) {
        give_time(site);
        if (site->open && !site->deaf)
            work(site);
    }
}

int tn_nodes_site_start(struct tn_nodes_run *r, unsigned n)
{
    struct tn_nodes_site *site = &r->site[n];
    char name[] = "cpu0";
    name[3] = (char)('0' + n);
    site->run = r;
    site->n = n;
    site->cpu = tn_axi_find(name);
    site->stack = malloc(STACK);
    if (!site->cpu || !site->stack || getcontext(&site->here) != 0)
        return -ENOMEM;
    site->here.uc_stack.ss_sp = site->stack;
    site->here.uc_stack.ss_size = STACK;
    site->here.uc_link = &r->session;
    const uint64_t at = (uintptr_t)site;
    makecontext(&site->here, (void (*)(void))drive, 2, (unsigned)(at >> 32), (unsigned)at);
    return 0;
}

void tn_nodes_sites_turn(struct tn_nodes_run *r)
{
    for (unsigned n = 0; n < TN_NODES; n++)
        if (!r->site[n].txn || r->site[n].txn->done || tn_sim_cycle() >= r->site[n].since + DEAF_CYC)
            swapcontext(&r->session, &r->site[n].here);
}

void tn_nodes_sites_end(struct tn_nodes_run *r)
{
    for (unsigned n = 0; n < TN_NODES; n++)
        free(r->site[n].stack);
}
