/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware of both nodes over their AXI slave ports, and a user at each, for programs on two nodes.
 */
#ifndef FW_H
#define FW_H

#include "fw_ops.h"

#include <tn/exanet/exa_fw.h>
#include <tn/exanet/exa_user.h>
#include <tn/exanet/exa_user_judge.h>

enum { FW_PAGE = 3, DOMAIN = 1, CHANNEL = 0, MAILBOX = 1, OTHER_MAILBOX = 3, HERE = 0x5000000, THERE = 0x7000000, PATIENCE = 400000, FAULTS = 32 };

static struct {
    struct tn_fw firmware;
    struct exa_user user;
    struct {
        uint16_t pdid;
        uint64_t va;
        bool write;
    } fault[FAULTS]; /* that the kernel has not served */
    unsigned faults;
} site[NODES];

static struct tn_exu_judge *users; /* judges the ends that the users are given */

static inline void add_fault(unsigned node, uint16_t pdid, uint64_t va, bool write)
{
    assert_true(site[node].faults < FAULTS);
    site[node].fault[site[node].faults].pdid = pdid;
    site[node].fault[site[node].faults].va = va;
    site[node].fault[site[node].faults++].write = write;
}

static inline void source_fault(void *ctx, uint16_t pdid, uint64_t page)
{
    add_fault(*(const unsigned *)ctx, pdid, page, false);
}

static inline void target_fault(void *ctx, const struct tn_memory_fault *f)
{
    if (f->write)
        add_fault(*(const unsigned *)ctx, (uint16_t)f->pdid, f->va, true);
}

static const struct tn_fw_ops ops = {now, read_node, write_node, source_fault};

static inline void start(unsigned n)
{
    const uint16_t pdid = (uint16_t)nd_pdid(DOMAIN);
    struct tn_fw_config c;
    struct exa_user_config u = {.ops = ops, .ctx = (void *)(uintptr_t)&number[n], .channel = CHANNEL, .mailbox = MAILBOX};
    tn_fw_defaults(&c);
    c.cold = true;
    c.txn_timeout = 1 << 13;
    c.backoff = 1 << 8;
    c.backoff_max = 1 << 12;
    assert_int_equal(tn_fw_start(&site[n].firmware, &c, &ops, (void *)(uintptr_t)&number[n]), 0);
    assert_int_equal(tn_fw_bind_page(&site[n].firmware, FW_PAGE, pdid), 0);
    assert_int_equal(tn_fw_set_bank(&site[n].firmware, DOMAIN, pdid, true), 0);
    assert_int_equal(tn_fw_bind_user(&site[n].firmware, CHANNEL, MAILBOX, pdid), 0);
    u.page = site[n].firmware.page[FW_PAGE];
    u.life = tn_fw_life(&site[n].firmware, FW_PAGE);
    u.slots = 1u << tn_sim_param("SLOT_LOG2");
    exa_user_init(&site[n].user, &u);
    tn_memory_on_fault(tn_exf_board_memory(nd.board, n), target_fault, (void *)(uintptr_t)&number[n]);
}

static inline int fresh(void **state)
{
    const int rc = nd_fresh(state);
    memset(site, 0, sizeof site);
    users = tn_exu_judge_new(PATIENCE, nd_on_verdict, NULL);
    assert_non_null(users);
    for (unsigned n = 0; n < NODES; n++)
        start(n);
    return rc;
}

/* The kernel brings in the pages that are missing. */
static inline void serve(unsigned n)
{
    while (site[n].faults > 0) {
        const unsigned i = --site[n].faults;
        tn_memory_serve(tn_exf_board_memory(nd.board, n), site[n].fault[i].pdid, site[n].fault[i].va);
        if (!site[n].fault[i].write)
            tn_fw_fault_served(&site[n].firmware, site[n].fault[i].pdid, site[n].fault[i].va);
    }
}

/* Lets both nodes work until the user of node n has an end. */
static inline struct exa_end await(unsigned n)
{
    const uint64_t end = tn_sim_cycle() + PATIENCE;
    struct exa_end e = {.handle = -1}, other;
    while (tn_sim_cycle() < end && nd.failures == 0) {
        for (unsigned i = 0; i < NODES; i++) {
            tn_fw_step(&site[i].firmware);
            serve(i);
        }
        if (exa_poll(&site[n].user, &e)) {
            tn_exu_judge_end(users, tn_sim_cycle(), n, e.handle, e.err);
            return e;
        }
        assert_false(exa_poll(&site[!n].user, &other));
        tn_sim_step(4);
    }
    RULE_WAITED("EXF-CMP-3", nd.failures > 0, "the end of a transfer");
    return e;
}

/* Gives both ends their pages, and the source its bytes. */
static inline void prepare(unsigned from, uint64_t src, unsigned to, uint64_t dst, unsigned length)
{
    uint8_t *bytes = malloc(length);
    struct tn_rng r;
    assert_non_null(bytes);
    tn_rng_seed(&r, tn_sim_seed(), src ^ length);
    for (unsigned i = 0; i < length; i++)
        bytes[i] = (uint8_t)(tn_rng_next(&r) | 1);
    tn_exf_board_map(nd.board, from, nd_pdid(DOMAIN), src & ~15ull, length + 32, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_map(nd.board, to, nd_pdid(DOMAIN), dst, length, TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_poke(nd.board, from, nd_pdid(DOMAIN), src, bytes, length);
    free(bytes);
}

/* The bytes of the one place stand at the other. */
static inline void same(unsigned from, uint64_t src, unsigned to, uint64_t dst, unsigned length)
{
    uint8_t a[256], b[256];
    for (unsigned i = 0; i < length; i += sizeof a) {
        const unsigned n = length - i < sizeof a ? length - i : (unsigned)sizeof a;
        tn_exf_board_peek(nd.board, from, nd_pdid(DOMAIN), src + i, a, n);
        tn_exf_board_peek(nd.board, to, nd_pdid(DOMAIN), dst + i, b, n);
        RULE("EXF-MEM-1", memcmp(a, b, n) == 0);
    }
}

/* All that is under way comes to its end. */
static inline int clean(void **state)
{
    for (unsigned i = 0; i < 100 && nd.failures == 0 && (i == 0 || tn_exq_hops_pending(nd.hops)); i++)
        tn_sim_step(100);
    tn_exu_judge_finish(users, tn_sim_cycle());
    tn_exu_judge_rules(users, nd_on_rule, NULL);
    tn_exu_judge_free(users);
    return nd_clean(state);
}

#endif
