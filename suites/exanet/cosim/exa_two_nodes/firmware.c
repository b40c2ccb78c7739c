/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware of both nodes (checkers/exanet/spec/exa_firmware.md) over their AXI slave ports, the same source as beside the
 * model, and a user at each: exa_put(), exa_get() and exa_poll() move bytes between the memories by RTL alone.
 */
#include "nodes.h"

#include <tn/exanet/exa_fw.h>
#include <tn/exanet/exa_user.h>

enum { PAGE = 3, DOMAIN = 1, CHANNEL = 0, MAILBOX = 1, OTHER_MAILBOX = 3, HERE = 0x5000000, THERE = 0x7000000, PATIENCE = 400000, FAULTS = 32 };

static struct {
    struct tn_fw firmware;
    struct exa_user user;
    struct {
        uint16_t pdid;
        uint64_t va;
        bool write;
    } fault[FAULTS]; /* that the kernel has not served */
    unsigned faults;
} at[NODES];

static const unsigned number[NODES] = {0, 1};

/* What the firmware needs of its node. */

static uint64_t now(void *ctx)
{
    (void)ctx;
    return tn_sim_cycle();
}

static int read_node(void *ctx, uint32_t addr, unsigned bytes, uint8_t *data)
{
    struct tn_axi_master *cpu = nd.cpu[*(const unsigned *)ctx];
    uint32_t word = 0;
    uint64_t words = 0;
    int rc;
    if (bytes == 16)
        return tn_axi_read128(cpu, addr, data);
    rc = bytes == 8 ? tn_axi_read64(cpu, addr, &words) : tn_axi_read32(cpu, addr, &word);
    memcpy(data, bytes == 8 ? (const void *)&words : (const void *)&word, bytes);
    if (rc == -ETIMEDOUT)
        nd_answered(*(const unsigned *)ctx, rc);
    return rc;
}

static int write_node(void *ctx, uint32_t addr, unsigned bytes, const uint8_t *data)
{
    struct tn_axi_master *cpu = nd.cpu[*(const unsigned *)ctx];
    uint32_t word;
    uint64_t words;
    int rc;
    memcpy(&word, data, sizeof word);
    memcpy(&words, data, bytes >= 8 ? sizeof words : 0);
    rc = bytes == 16 ? tn_axi_write128(cpu, addr, data) : bytes == 8 ? tn_axi_write64(cpu, addr, words) : tn_axi_write32(cpu, addr, word);
    if (rc == -ETIMEDOUT)
        nd_answered(*(const unsigned *)ctx, rc);
    return rc;
}

static void add_fault(unsigned node, uint16_t pdid, uint64_t va, bool write)
{
    assert_true(at[node].faults < FAULTS);
    at[node].fault[at[node].faults].pdid = pdid;
    at[node].fault[at[node].faults].va = va;
    at[node].fault[at[node].faults++].write = write;
}

static void source_fault(void *ctx, uint16_t pdid, uint64_t page)
{
    add_fault(*(const unsigned *)ctx, pdid, page, false);
}

static void target_fault(void *ctx, const struct tn_memory_fault *f)
{
    if (f->write)
        add_fault(*(const unsigned *)ctx, (uint16_t)f->pdid, f->va, true);
}

static const struct tn_fw_ops ops = {now, read_node, write_node, source_fault};

static void start(unsigned n)
{
    const uint16_t pdid = (uint16_t)nd_pdid(DOMAIN);
    struct tn_fw_config c;
    struct exa_user_config u = {.ops = ops, .ctx = (void *)(uintptr_t)&number[n], .channel = CHANNEL, .mailbox = MAILBOX};
    tn_fw_defaults(&c);
    c.cold = true;
    c.txn_timeout = 1 << 13;
    c.backoff = 1 << 8;
    c.backoff_max = 1 << 12;
    assert_int_equal(tn_fw_start(&at[n].firmware, &c, &ops, (void *)(uintptr_t)&number[n]), 0);
    assert_int_equal(tn_fw_bind_page(&at[n].firmware, PAGE, pdid), 0);
    assert_int_equal(tn_fw_set_bank(&at[n].firmware, DOMAIN, pdid, true), 0);
    assert_int_equal(tn_fw_bind_user(&at[n].firmware, CHANNEL, MAILBOX, pdid), 0);
    u.page = at[n].firmware.page[PAGE];
    u.slots = 1u << tn_sim_param("SLOT_LOG2");
    exa_user_init(&at[n].user, &u);
    tn_memory_on_fault(tn_exf_board_memory(nd.board, n), target_fault, (void *)(uintptr_t)&number[n]);
}

static int fresh(void **state)
{
    const int rc = nd_fresh(state);
    memset(at, 0, sizeof at);
    for (unsigned n = 0; n < NODES; n++)
        start(n);
    return rc;
}

/* The kernel brings in the pages that are missing. */
static void serve(unsigned n)
{
    while (at[n].faults > 0) {
        const unsigned i = --at[n].faults;
        tn_memory_serve(tn_exf_board_memory(nd.board, n), at[n].fault[i].pdid, at[n].fault[i].va);
        if (!at[n].fault[i].write)
            tn_fw_fault_served(&at[n].firmware, at[n].fault[i].pdid, at[n].fault[i].va);
    }
}

/* Lets both nodes work until the user of node n has an end. */
static struct exa_end await(unsigned n)
{
    const uint64_t end = tn_sim_cycle() + PATIENCE;
    struct exa_end e = {.handle = -1}, other;
    while (tn_sim_cycle() < end && nd.failures == 0) {
        for (unsigned i = 0; i < NODES; i++) {
            tn_fw_step(&at[i].firmware);
            serve(i);
        }
        if (exa_poll(&at[n].user, &e))
            return e;
        assert_false(exa_poll(&at[!n].user, &other));
        tn_sim_step(4);
    }
    RULE_WAITED("EXF-CMP-3", nd.failures > 0, "the end of a transfer");
    return e;
}

/* Gives both ends their pages, and the source its bytes. */
static void prepare(unsigned from, uint64_t src, unsigned to, uint64_t dst, unsigned length)
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
static void same(unsigned from, uint64_t src, unsigned to, uint64_t dst, unsigned length)
{
    uint8_t a[256], b[256];
    for (unsigned i = 0; i < length; i += sizeof a) {
        const unsigned n = length - i < sizeof a ? length - i : (unsigned)sizeof a;
        tn_exf_board_peek(nd.board, from, nd_pdid(DOMAIN), src + i, a, n);
        tn_exf_board_peek(nd.board, to, nd_pdid(DOMAIN), dst + i, b, n);
        RULE("EXF-MEM-1", memcmp(a, b, n) == 0);
    }
}

static void put(uint64_t src, uint64_t dst, unsigned length, bool notify)
{
    const struct exa_put p = {.src = src, .dst = dst, .node = nd_own(1), .length = length, .notify = notify,
                              .place = exa_place_bits(exa_node_of(nd_own(1)), exa_peripheral_addr(EXA_P_MAILBOX, OTHER_MAILBOX << 12)),
                              .note = {0x1234, 0x5678}};
    struct exa_end e;
    const int handle = exa_put(&at[0].user, &p);
    assert_true(handle >= 0);
    e = await(0);
    assert_int_equal(e.handle, handle);
    RULE("EXF-CMP-1", e.err == 0);
    same(0, src, 1, dst, length);
}

static void a_put_across_two_blocks_is_two_transactions(void **state)
{
    (void)state;
    prepare(0, HERE + 5, 1, THERE + 0x3f80, 400);
    put(HERE + 5, THERE + 0x3f80, 400, false);
    assert_int_equal(at[0].firmware.stats.started, 2);
    assert_int_equal(at[0].firmware.stats.retries, 0);
}

static void a_put_with_a_notification_and_missing_pages_ends_once(void **state)
{
    uint8_t page[80];
    uint64_t note[2];
    (void)state;
    nd_write(1, N_MBOX + N_KERNEL + 4 * OTHER_MAILBOX, 1u << 31 | nd_pdid(DOMAIN));
    prepare(0, HERE + 0xf00, 1, THERE + 0xe01, 900);
    tn_memory_arm(tn_exf_board_memory(nd.board, 0), nd_pdid(DOMAIN), HERE + 0x1000);
    tn_memory_arm(tn_exf_board_memory(nd.board, 1), nd_pdid(DOMAIN), THERE + 0x1000);
    put(HERE + 0xf00, THERE + 0xe01, 900, true);
    assert_true(at[0].firmware.stats.retries >= 2);
    assert_int_equal(at[0].firmware.stats.faults, 1);
    nd_answered(1, tn_axi_read(nd.cpu[1], N_MBOX + 0x1000 * OTHER_MAILBOX, page, sizeof page));
    memcpy(note, page, sizeof note);
    assert_int_equal(page[0x43] >> 6, 3); /* a message, and a notification */
    assert_int_equal(note[0], 0x1234);
    assert_int_equal(note[1], 0x5678);
    assert_int_equal(nd_read(1, N_MBOX + 0x1000 * OTHER_MAILBOX + 0x4c), 1);
}

static void a_get_brings_bytes_of_the_other_node(void **state)
{
    const struct exa_get g = {.src = THERE + 0x33, .dst = HERE + 0x7, .node = nd_own(1), .length = 700};
    struct exa_end e;
    int handle;
    (void)state;
    prepare(1, g.src, 0, g.dst, g.length);
    handle = exa_get(&at[0].user, &g);
    assert_true(handle >= 0);
    e = await(0);
    assert_int_equal(e.handle, handle);
    RULE("EXF-CMP-2", e.err == 0);
    same(1, g.src, 0, g.dst, g.length);
    assert_int_equal(at[1].firmware.stats.reads, 1);
}

static void a_put_to_a_domain_without_a_bank_there_ends_with_its_error(void **state)
{
    const struct exa_put p = {.src = HERE, .dst = THERE, .node = nd_own(1), .length = 100};
    (void)state;
    prepare(0, HERE, 1, THERE, 100);
    assert_int_equal(tn_fw_set_bank(&at[1].firmware, DOMAIN, 0, false), 0);
    assert_true(exa_put(&at[0].user, &p) >= 0);
    RULE("EXF-CMP-3", await(0).err == TN_FW_E_PROTECTION);
}

/* All that is under way comes to its end. */
static int clean(void **state)
{
    for (unsigned i = 0; i < 100 && nd.failures == 0 && (i == 0 || tn_exq_hops_pending(nd.hops)); i++)
        tn_sim_step(100);
    return nd_clean(state);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(a_put_across_two_blocks_is_two_transactions), T(a_put_with_a_notification_and_missing_pages_ends_once),
        T(a_get_brings_bytes_of_the_other_node), T(a_put_to_a_domain_without_a_bank_there_ends_with_its_error),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
