/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Isolation while owners change (checkers/exanet/spec/exa_firmware.md section 9): on both nodes tenants take seats, a seat
 * being a page of the scratchpad, a context bank, a channel and two mailboxes; they write to and read from the other node, are
 * killed amid that, start again in the same or another seat, and have their bank changed. Beside them loads and stores pass
 * (loads.h). Every byte of every tenant's memory is compared; a read that ends well has its bytes; a notification is of its
 * tenant. TN_PACKETS says how many data packets.
 */
#include "fw_ops.h"
#include "loads.h"
#include "rogue.h"

#include "../../../cosim/size.h"

#include <tn/exanet/exa_user.h>

enum {
    TENANTS = 4, SEATS = 2, FIRST_TENANT = 0x4210, PAGE = 4, NOTES = 2, /* seat s: page 4+s, channel s, mailboxes s and 2+s */
    OPS = 4096, SOURCE = 0x5000000, SOURCE_BYTES = 0x8000, TARGET = 0x7000000, TARGET_BYTES = 0x5000, FAULTS = 64, PATIENCE = 300000,
    PHASE = 40, INFO = 0x40, POP = 0x50,
};

enum seat_state { EMPTY, ALIVE, DYING, MOVING };

struct op {
    unsigned node, tenant, life, length; /* life: of the seat's user, over the whole run */
    int handle;
    bool get, over, disturbed; /* disturbed: an owner has changed at either end meanwhile */
    uint64_t src, dst, begun;
};

struct seat {
    enum seat_state state;
    unsigned tenant, bank, life;
    struct exa_user user;
    bool page_free, user_free, bank_free; /* DYING: what was taken away already */
    uint64_t since;
};

static struct {
    struct tn_rng rng;
    struct op op[OPS];
    unsigned ops, lives, packets, ended, failed, kills, moves, notes, stale;
    bool closing, quiet; /* closing: nothing new is begun; quiet: no transfer is, so that loads have the lines */
    bool storm;          /* banks move most where the other node writes */
    struct {
        struct tn_fw firmware;
        struct seat seat[SEATS];
        struct {
            uint16_t pdid;
            uint64_t va;
            bool write;
        } fault[FAULTS];
        unsigned faults;
        uint64_t next_target[TENANTS];
    } at[NODES];
} iso;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&iso.rng, n);
}

static bool chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&iso.rng, num, den);
}

static unsigned pdid_of(unsigned tenant)
{
    return FIRST_TENANT + tenant;
}

static void add_fault(unsigned n, uint16_t pdid, uint64_t va, bool write)
{
    if (iso.at[n].faults == FAULTS)
        return; /* it faults again at the next attempt */
    iso.at[n].fault[iso.at[n].faults].pdid = pdid;
    iso.at[n].fault[iso.at[n].faults].va = va;
    iso.at[n].fault[iso.at[n].faults++].write = write;
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

/* The kernel brings in the pages that are missing. */
static void serve(unsigned n)
{
    while (iso.at[n].faults > 0) {
        const unsigned i = --iso.at[n].faults;
        tn_memory_serve(tn_exf_board_memory(nd.board, n), iso.at[n].fault[i].pdid, iso.at[n].fault[i].va);
        if (!iso.at[n].fault[i].write)
            tn_fw_fault_served(&iso.at[n].firmware, iso.at[n].fault[i].pdid, iso.at[n].fault[i].va);
    }
}

/* Seats. */

static struct seat *seat_of(unsigned n, unsigned tenant)
{
    for (unsigned s = 0; s < SEATS; s++)
        if (iso.at[n].seat[s].state != EMPTY && iso.at[n].seat[s].tenant == tenant)
            return &iso.at[n].seat[s];
    return NULL;
}

/* An owner changes: what is under way for the tenant may end with an error. */
static void disturb(unsigned tenant)
{
    for (unsigned i = 0; i < iso.ops; i++)
        iso.op[i].disturbed |= iso.op[i].tenant == tenant && !iso.op[i].over;
}

static unsigned free_bank(unsigned n)
{
    unsigned b = below(LD_MOVERS);
    while (iso.at[n].firmware.bank[b])
        b = (b + 1) % LD_MOVERS;
    return b;
}

/* The bank is the tenant's in the engines, then in the page tables. */
static void give_bank(unsigned n, struct seat *s)
{
    s->bank = free_bank(n);
    RULE("EXF-PRT-2", tn_fw_set_bank(&iso.at[n].firmware, s->bank, (uint16_t)pdid_of(s->tenant), true) == 0);
    tn_memory_bind(tn_exf_board_memory(nd.board, n), s->bank, (int32_t)pdid_of(s->tenant));
    ld_give(n, s->bank, s->tenant);
}

/* Takes the bank away. Returns false while transactions are under way. */
static bool take_bank(unsigned n, struct seat *s)
{
    ld_leaves(n, s->bank, false);
    const int rc = tn_fw_set_bank(&iso.at[n].firmware, s->bank, 0, false);
    if (rc == -EBUSY) {
        ld_leaves(n, s->bank, true);
        return false;
    }
    RULE("EXF-PRT-2", rc == 0);
    ld_left(n, s->bank);
    tn_memory_bind(tn_exf_board_memory(nd.board, n), s->bank, -1);
    return true;
}

static void bind_notes(unsigned n, unsigned seat, uint32_t value)
{
    nd_write(n, N_MBOX + N_KERNEL + 4 * (NOTES + seat), value);
}

static void attach(unsigned n, unsigned seat, unsigned tenant)
{
    struct seat *s = &iso.at[n].seat[seat];
    struct tn_fw *f = &iso.at[n].firmware;
    s->tenant = tenant;
    s->life = ++iso.lives;
    s->since = tn_sim_cycle();
    disturb(tenant);
    give_bank(n, s);
    RULE("EXF-CMP-3", tn_fw_bind_page(f, PAGE + seat, (uint16_t)pdid_of(tenant)) == 0);
    RULE("EXF-CMP-3", tn_fw_bind_user(f, seat, seat, (uint16_t)pdid_of(tenant)) == 0);
    bind_notes(n, seat, 1u << 31 | pdid_of(tenant));
    const struct exa_user_config c = {.ops = ops, .ctx = (void *)(uintptr_t)&number[n], .page = f->page[PAGE + seat], .channel = seat,
                                      .mailbox = seat, .life = tn_fw_life(f, PAGE + seat), .read_timeout = 60000,
                                      .slots = 1u << tn_sim_param("SLOT_LOG2"), .max_retries = 2};
    exa_user_init(&s->user, &c);
    s->state = ALIVE;
}

static void kill_tenant(struct seat *s)
{
    for (unsigned i = 0; i < iso.ops; i++)
        iso.op[i].over |= iso.op[i].life == s->life; /* nobody is there to be told */
    disturb(s->tenant);
    iso.kills++;
    iso.stale += (unsigned)s->user.stale;
    s->page_free = s->user_free = s->bank_free = false;
    s->state = DYING;
    s->since = tn_sim_cycle();
}

/* Goes on with what the kernel has begun. */
static void do_kernel(unsigned n, unsigned seat)
{
    struct seat *s = &iso.at[n].seat[seat];
    struct tn_fw *f = &iso.at[n].firmware;
    if (s->state != DYING && s->state != MOVING)
        return;
    if (s->state == MOVING) {
        if (!take_bank(n, s)) {
            s->state = tn_sim_cycle() < s->since + PATIENCE / 4 ? MOVING : ALIVE; /* the other node reads on and on */
            return;
        }
        give_bank(n, s);
        s->state = ALIVE;
        return;
    }
    RULE_WAITED("EXF-CMP-3", tn_sim_cycle() < s->since + PATIENCE, "a tenant that is killed to leave");
    s->page_free = s->page_free || tn_fw_unbind_page(f, PAGE + seat) == 0;
    if (!s->user_free && tn_fw_unbind_user(f, seat, seat) == 0) {
        bind_notes(n, seat, 0);
        s->user_free = true;
    }
    s->bank_free = s->bank_free || (s->page_free && take_bank(n, s));
    if (s->page_free && s->user_free && s->bank_free)
        s->state = EMPTY;
}

static bool is_written(unsigned n, unsigned tenant)
{
    for (unsigned i = 0; i < iso.ops; i++)
        if (!iso.op[i].over && iso.op[i].tenant == tenant && iso.op[i].node != n && !iso.op[i].get)
            return true;
    return false;
}

static void change_owners(void)
{
    const unsigned n = below(NODES), seat = below(SEATS);
    struct seat *s = &iso.at[n].seat[seat];
    if (s->state == EMPTY) {
        const struct seat *other = &iso.at[!n].seat[below(SEATS)];
        const unsigned tenant = other->state == ALIVE && chance(3, 4) ? other->tenant : below(TENANTS);
        if (!seat_of(n, tenant))
            attach(n, seat, tenant);
    } else if (s->state == ALIVE && chance(1, 40)) {
        kill_tenant(s);
    } else if (s->state == ALIVE && chance(1, iso.storm && is_written(n, s->tenant) ? 3 : 30)) {
        disturb(s->tenant);
        iso.moves++;
        s->state = MOVING;
        s->since = tn_sim_cycle();
    }
}

/* Transfers. */

static void begin(unsigned n, struct seat *s)
{
    static const unsigned upto[] = {16, 300, 1500, 5000, 0x4000};
    const unsigned length = 1 + below(upto[below(5)]), there = !n;
    struct op *o = &iso.op[iso.ops];
    struct tn_memory *memory;
    if (iso.ops == OPS || s->user.tags > 200 || (!seat_of(there, s->tenant) && !chance(1, 10)))
        return;
    *o = (struct op){.node = n, .tenant = s->tenant, .life = s->life, .length = length, .get = chance(2, 5), .begun = tn_sim_cycle()};
    const unsigned from = o->get ? there : n, to = o->get ? n : there;
    o->src = SOURCE + below(SOURCE_BYTES - length);
    o->dst = iso.at[to].next_target[s->tenant] + below(TARGET_BYTES - length);
    o->disturbed = !seat_of(there, s->tenant) || seat_of(there, s->tenant)->state != ALIVE;
    const struct exa_get get = {o->src, o->dst, nd_own(there), length};
    const struct exa_put put = {.src = o->src, .dst = o->dst, .node = nd_own(there), .length = length, .notify = chance(1, 3),
                                .place = exa_place_bits(exa_node_of(nd_own(there)), exa_peripheral_addr(EXA_P_MAILBOX, (NOTES + below(SEATS)) << 12)),
                                .note = {iso.ops, pdid_of(s->tenant)}};
    tn_exf_board_map(nd.board, to, pdid_of(s->tenant), iso.at[to].next_target[s->tenant], TARGET_BYTES, TN_MEMORY_READ | TN_MEMORY_WRITE);
    memory = tn_exf_board_memory(nd.board, to);
    if (chance(1, 6))
        tn_memory_arm(memory, pdid_of(s->tenant), o->dst + below(length));
    if (chance(1, 6))
        tn_memory_arm(tn_exf_board_memory(nd.board, from), pdid_of(s->tenant), o->src + below(length));
    o->handle = o->get ? exa_get(&s->user, &get) : exa_put(&s->user, &put);
    if (o->handle < 0)
        return;
    iso.at[to].next_target[s->tenant] += TARGET_BYTES;
    iso.packets += (length + 255) / 256;
    iso.ops++;
}

/* The bytes of the one place stand at the other. */
static bool is_there(const struct op *o)
{
    uint8_t a[256], b[256];
    for (unsigned i = 0; i < o->length; i += sizeof a) {
        const unsigned n = o->length - i < sizeof a ? o->length - i : (unsigned)sizeof a;
        tn_exf_board_peek(nd.board, o->get ? !o->node : o->node, pdid_of(o->tenant), o->src + i, a, n);
        tn_exf_board_peek(nd.board, o->get ? o->node : !o->node, pdid_of(o->tenant), o->dst + i, b, n);
        if (memcmp(a, b, n) != 0)
            return false;
    }
    return true;
}

static void end(const struct seat *s, const struct exa_end *e)
{
    for (unsigned i = 0; i < iso.ops; i++) {
        struct op *o = &iso.op[i];
        if (o->life != s->life || o->handle != e->handle || o->over)
            continue;
        o->over = true;
        iso.ended++;
        iso.failed += e->err != 0;
        if (e->err == 0)
            RULE("EXF-MEM-1", is_there(o));
        else if (!o->disturbed)
            print_message("node %u, tenant %u: %s of %u bytes ended with %s\n", o->node, o->tenant, o->get ? "a read" : "a write", o->length,
                          tn_fw_err_text(e->err));
        RULE("EXF-CMP-3", e->err == 0 || o->disturbed);
        return;
    }
    RULE("EXF-CMP-1", false); /* an end of nothing that this life has begun */
}

/* Reads a notification of another tenant's write to this one, when one waits. */
static void take_note(unsigned n, unsigned seat)
{
    struct seat *s = &iso.at[n].seat[seat];
    const uint32_t page = N_MBOX + 0x1000 * (NOTES + seat);
    uint8_t bytes[16];
    uint64_t note[2];
    if (!(nd_read(n, page + INFO) >> 31))
        return;
    nd_answered(n, tn_axi_read128(nd.cpu[n], page, bytes));
    nd_write(n, page + POP, 1);
    memcpy(note, bytes, sizeof note);
    RULE("EXF-PRT-2", note[0] < iso.ops && iso.op[note[0]].tenant == s->tenant && note[1] == pdid_of(s->tenant));
    RULE("EXF-MEM-1", is_there(&iso.op[note[0]]));
    iso.notes++;
}

static void work(unsigned n)
{
    struct exa_end e;
    tn_fw_step(&iso.at[n].firmware);
    serve(n);
    ld_work(n, iso.closing);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        struct seat *s = &iso.at[n].seat[seat];
        do_kernel(n, seat);
        if (s->state != ALIVE && s->state != MOVING)
            continue;
        if (!iso.closing && !iso.quiet && s->state == ALIVE && chance(1, 3))
            begin(n, s);
        while (exa_poll(&s->user, &e))
            end(s, &e);
        if (iso.at[n].firmware.turn % 4 == seat)
            take_note(n, seat);
    }
    if (!iso.closing && chance(1, 6))
        rogue_step(n, (const uint64_t[]){SOURCE, TARGET}, 2, (uint16_t)pdid_of(below(TENANTS)));
}

/* Memories and masters. */

static void new_phase(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_RANDOM, TN_STALL_PERIODIC, TN_STALL_BURST};
    for (unsigned n = 0; n < NODES; n++) {
        struct tn_memory *m = tn_exf_board_memory(nd.board, n);
        struct tn_memory_timing t = {1 + below(40), 0, 1 + below(40), 0, chance(2, 3), chance(2, 3), tn_rng_next(&iso.rng)};
        t.read_max = t.read_min + below(chance(1, 4) ? 400 : 60);
        t.write_max = t.write_min + below(chance(1, 4) ? 400 : 60);
        assert_int_equal(tn_memory_timing(m, &t), 0);
        ld_timing(n);
        for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
            struct tn_stall s = {.kind = iso.closing ? TN_STALL_NONE : kinds[below(4)], .num = 1 + below(6), .seed = tn_rng_next(&iso.rng)};
            s.den = s.num + 1 + below(3);
            tn_memory_stall(m, (enum tn_axi_channel)ch, &s);
            tn_memory_stall(ld.at[n].memory, (enum tn_axi_channel)ch, &s);
        }
    }
    iso.quiet = chance(1, 3);
    iso.storm = chance(1, 2);
    ld_compare();
}

static void start(unsigned n)
{
    struct tn_fw_config c;
    tn_fw_defaults(&c);
    c.cold = true;
    c.txn_timeout = 1 << 13;
    c.backoff = 1 << 8;
    c.backoff_max = 1 << 11;
    c.read_life = 1 << 15;
    c.drain_timeout = 1 << 14;
    assert_int_equal(tn_fw_start(&iso.at[n].firmware, &c, &ops, (void *)(uintptr_t)&number[n]), 0);
    for (unsigned b = 0; b < TN_FW_BANKS; b++)
        tn_memory_bind(tn_exf_board_memory(nd.board, n), b, -1);
    ld_begin_node(n);
    for (unsigned t = 0; t < TENANTS; t++) {
        uint8_t bytes[SOURCE_BYTES];
        for (unsigned i = 0; i < SOURCE_BYTES; i++)
            bytes[i] = (uint8_t)(tn_rng_next(&iso.rng) | 1);
        iso.at[n].next_target[t] = TARGET;
        tn_exf_board_map(nd.board, n, pdid_of(t), SOURCE, SOURCE_BYTES, TN_MEMORY_READ | TN_MEMORY_WRITE);
        tn_exf_board_poke(nd.board, n, pdid_of(t), SOURCE, bytes, SOURCE_BYTES);
    }
    tn_memory_on_fault(tn_exf_board_memory(nd.board, n), target_fault, (void *)(uintptr_t)&number[n]);
}

static bool everybody_is_gone(void)
{
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned s = 0; s < SEATS; s++)
            if (iso.at[n].seat[s].state != EMPTY)
                return false;
    return true;
}

/* What is under way ends; then all tenants leave. */
static void close_down(void)
{
    uint64_t until = tn_sim_cycle() + 4 * PATIENCE;
    unsigned open = 1;
    iso.closing = true;
    new_phase();
    while (open && nd.failures == 0) {
        RULE_WAITED("EXF-CMP-3", tn_sim_cycle() < until, "the end of each transfer");
        open = ld_is_busy();
        for (unsigned i = 0; i < iso.ops; i++)
            open += !iso.op[i].over;
        for (unsigned n = 0; n < NODES; n++)
            work(n);
        tn_sim_step(4);
    }
    if (nd.failures == 0)
        ld_close();
    for (until = tn_sim_cycle() + 2 * PATIENCE; !everybody_is_gone() && nd.failures == 0; tn_sim_step(4)) {
        RULE_WAITED("EXF-CMP-3", tn_sim_cycle() < until, "all tenants to leave");
        for (unsigned n = 0; n < NODES; n++)
            work(n);
        for (unsigned i = 0; i < NODES * SEATS; i++)
            if (iso.at[i / SEATS].seat[i % SEATS].state == ALIVE)
                kill_tenant(&iso.at[i / SEATS].seat[i % SEATS]);
    }
    for (unsigned i = 0; i < 200 && nd.failures == 0 && (i == 0 || tn_exq_hops_pending(nd.hops)); i++)
        tn_sim_step(100);
}

static void nothing_of_an_owner_reaches_the_next(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 600, 1);
    (void)state;
    memset(&iso, 0, sizeof iso);
    memset(&ld, 0, sizeof ld);
    nd_refuses = true;
    tn_rng_seed(&iso.rng, tn_sim_seed(), 90);
    tn_rng_seed(&ld.rng, tn_sim_seed(), 91);
    for (unsigned t = 0; t < TENANTS; t++)
        ld.seated[t] = (uint16_t)pdid_of(t);
    assert_int_equal(tn_axi_subscribe(ld_on_axi, NULL), 0);
    rogue_begin();
    for (unsigned n = 0; n < NODES; n++)
        start(n);
    for (unsigned turn = 0; iso.packets < wanted && nd.failures == 0; turn++) {
        if (turn % PHASE == 0)
            new_phase();
        change_owners();
        for (unsigned n = 0; n < NODES; n++)
            work(n);
        tn_sim_step(1 + below(chance(1, 4) ? 60 : 10));
    }
    close_down();
    tn_sim_sent(iso.packets);
    printf("%u packets in %u transfers, of which %u were told, %u of them with an error; %u kills, %u banks changed, %u notes, "
           "%u messages to lives before; %llu cycles\n",
           iso.packets, iso.ops, iso.ended, iso.failed, iso.kills, iso.moves, iso.notes, iso.stale, (unsigned long long)tn_sim_cycle());
    printf("%u loads, %u stores, %u of either that were refused; %u banks of exa_axi changed, %u drained, %u windows changed\n", ld.ok[0],
           ld.ok[1], ld.refused, ld.moves, ld.drains, ld.windows);
    printf("%u messages of attackers: %u acknowledged, %u refused, %u timed out\n", rogue.sent, rogue.ended[2], rogue.ended[3], rogue.ended[4]);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_of_an_owner_reaches_the_next, nd_fresh, nd_clean),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
