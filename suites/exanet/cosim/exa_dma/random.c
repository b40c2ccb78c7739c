/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random transactions against the sender's board: all sizes and alignments, starts that are refused, chains, control
 * messages, writes to descriptors that are ACTIVE, words of no use on the input, a memory with pages that are missing,
 * domains that lose their bank; stalls everywhere. TN_PACKETS= says how many data packets must leave. At the end of each
 * phase the block rests, and descriptors, registers and faults are compared.
 */
#include "dma.h"

#include <tn/rng.h>

enum { DOMAINS = 6, FIRST_PDID = 0x100, AREA_LOG2 = 16, CHAIN_MAX = 4, PHASE = 60, STUCK_CYC = 60000, RESETS = 4 };

/* The software's view of a descriptor. */
static struct {
    bool busy;   /* started, or parked behind one that was */
    bool parked; /* its start is another's affair */
} view[TN_EXD_TXNS];
static struct tn_rng rng;
static unsigned asleep; /* domains without bank until the next rest: bits */

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static bool chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&rng, num, den);
}

static unsigned packets_left(void)
{
    unsigned n = 0;
    for (unsigned p = 0; p < dma.outs; p++)
        n += dma_model()->of_output[p][TN_EXD_C_PACKETS];
    return n;
}

/* Descriptors. */

static unsigned some_length(unsigned most)
{
    const unsigned small = chance(1, 3) ? 1 + below(64) : 1 + below(1500);
    const unsigned n = chance(1, 12) ? most : small;
    return n < most ? n : most;
}

/* Fields of a new transaction. Its source is its own, so that its reads tell it from others. */
static struct tn_exd_fields draw(unsigned t)
{
    struct tn_exd_fields f = {.pdid = FIRST_PDID + below(DOMAINS), .path = below(dma.outs), .seq = chance(1, 3) ? below(8192) : below(512) * 16,
                              .dst = below(1 << 22), .notify = chance(1, 3)};
    const unsigned in_block = chance(1, 2) ? below(TN_EXD_BYTES) : below(64) * 256;
    f.addr = ((uint64_t)below(1 << 25) << 14) + in_block;
    if (exa_is_peripheral(f.addr))
        f.addr &= (1ull << 39) - 1;
    f.length = some_length(TN_EXD_BYTES - in_block);
    f.src = ((uint64_t)(t + 1) << AREA_LOG2) + below(0x8000);
    return f;
}

/* Breaks one bound of a start. */
static void spoil(struct tn_exd_fields *f)
{
    switch (below(7)) {
    case 0:
        f->length = 0;
        break;
    case 1:
        f->length = TN_EXD_BYTES + 1 + below(100);
        break;
    case 2:
        f->addr |= TN_EXD_BYTES - 1;
        f->length = 2 + below(100);
        break;
    case 3:
        f->path = dma.outs + below(32 - dma.outs);
        break;
    case 4:
        f->addr = exa_peripheral_addr((enum exa_peripheral)below(6), below(256));
        break;
    case 5:
        f->src |= chance(1, 2) ? 1ull << (42 + below(22)) : (1ull << 42) - 1;
        f->length = f->length < 2 ? 2 : f->length;
        break;
    default:
        f->pdid = 7;
        break;
    }
}

/* Gives the source its bytes, and pages, of which some are missing. */
static void prepare(const struct tn_exd_fields *f)
{
    uint8_t bytes[64];
    const uint64_t from = f->src & ~15ull, end = f->src + f->length + 15;
    for (uint64_t at = from; at < end; at += sizeof bytes) {
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)tn_rng_next(&rng);
        tn_memory_poke(dma.memory, at, bytes, sizeof bytes);
    }
    for (uint64_t at = from / TN_PAGE * TN_PAGE; at < end; at += TN_PAGE) {
        if (chance(1, 24))
            tn_memory_unmap(dma.memory, f->pdid, at, TN_PAGE);
        else
            tn_memory_map(dma.memory, f->pdid, at, at, TN_PAGE, TN_MEMORY_READ);
    }
}

static void write_bytes(uint32_t addr, const uint8_t *bytes, unsigned size)
{
    struct tn_axi_txn *x = tn_axi_new(1);
    assert_non_null(x);
    x->write = true;
    x->addr = addr;
    x->size = size == 1 ? 0 : size == 4 ? 2 : size == 8 ? 3 : 4;
    x->id = below(1u << (tn_sim_param("AXI_ID_W") < 8 ? tn_sim_param("AXI_ID_W") : 8));
    tn_axi_fill(x, bytes, size);
    tn_axi_issue(dma.cpu, x);
    dma_answered(tn_axi_wait(dma.cpu, x), addr);
    tn_axi_free(x);
}

/* Writes a descriptor in beats of 4, 8 or 16 bytes, or as one burst; the control byte comes last. */
static void write_descriptor(unsigned t, const struct tn_exd_fields *f, bool park)
{
    static const unsigned order4[] = {0, 1, 2, 3, 7, 6, 4, 5}, order8[] = {1, 0, 3, 2}, order16[] = {0, 1};
    const unsigned how = below(4), size = 4u << how;
    const unsigned *order = how == 0 ? order4 : how == 1 ? order8 : order16;
    uint64_t word[4];
    uint8_t bytes[TN_EXD_DESC];
    tn_exd_words(f, park, word);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    if (how == 3)
        dma_answered(tn_axi_write(dma.cpu, TN_EXD_DESC * t, bytes, sizeof bytes), TN_EXD_DESC * t);
    for (unsigned i = 0; how < 3 && i < sizeof bytes / size; i++)
        write_bytes(TN_EXD_DESC * t + order[i] * size, bytes + order[i] * size, size);
    view[t].busy = true;
    view[t].parked = park;
}

static bool is_free(unsigned t)
{
    if (view[t].busy && !view[t].parked && dma_is_over(dma_status(t)))
        view[t].busy = false;
    return !view[t].busy;
}

/* Starts a transaction; of a chain the last parks first. */
static void start(void)
{
    unsigned link[CHAIN_MAX], n = 0;
    const unsigned wanted = chance(1, 4) ? 2 + below(CHAIN_MAX - 1) : 1;
    for (unsigned tries = 0; n < wanted && tries < 2 * CHAIN_MAX; tries++) {
        const unsigned t = chance(1, 2) ? below(dma.txns) : below(dma.txns < 12 ? dma.txns : 12);
        bool twice = false;
        for (unsigned i = 0; i < n; i++)
            twice |= link[i] == t;
        if (!twice && is_free(t))
            link[n++] = t;
    }
    for (unsigned i = 0; i < n; i++) {
        struct tn_exd_fields f = draw(link[i]);
        f.chained = i > 0 || chance(1, 20);
        f.dependency = i > 0 ? link[i - 1] : dma.txns < 1024 ? 1023 : link[i];
        prepare(&f);
        if (chance(1, 16))
            spoil(&f);
        write_descriptor(link[i], &f, i + 1 < n);
    }
}

/* Other accesses. */

static void write_to_an_active_one(void)
{
    const unsigned t = below(dma.txns);
    const uint8_t bytes[16] = {1, 2, 3, 4};
    static const unsigned size[] = {1, 4, 8, 16};
    const unsigned n = size[below(4)];
    if (!view[t].busy || view[t].parked)
        return;
    write_bytes(TN_EXD_DESC * t + below(16 / n) * n, bytes, n); /* of the first two words: harmless when it is over */
}

static void write_message(void)
{
    const unsigned p = below(dma.outs), t = below(dma.txns);
    const uint32_t slot = D_REGION * (p + 1) + 16 * t;
    for (unsigned i = 0; i < 3; i++) {
        uint8_t bytes[16];
        for (unsigned b = 0; b < sizeof bytes; b++)
            bytes[b] = (uint8_t)tn_rng_next(&rng);
        if (chance(1, 20))
            write_bytes(D_REGION * (p + 1) + 16 * below(dma.txns), bytes, 16 >> 2 * below(2));
        if (chance(1, 30) && i > 0) {
            const uint32_t bit = 1u << p;
            write_bytes(D_CTL_DROP, (const uint8_t[4]){(uint8_t)bit}, 4);
            return;
        }
        if (chance(1, 12))
            write_bytes(D_REGION * (p + 1) + 16 * below(dma.txns), bytes, 8);
        write_bytes(slot + 8 * below(2), bytes, 8);
    }
}

static void send_words(void)
{
    struct exa_packet k = {.pdid = 7, .type = EXA_WRITE, .dst = dma_own, .src = dma_own};
    uint8_t bytes[EXA_KEEP_MAX];
    if (tn_exa_source_pending(dma.in) > 20)
        return;
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_EXADMA, 0), bytes, 0);
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_EXADMA, 0), (const uint8_t[16]){1}, 1 + below(16));
    exa_seal(&k);
    const long n = exa_encode(&k, bytes, sizeof bytes);
    assert_true(n > 0);
    assert_int_equal(tn_exa_source_send(dma.in, bytes, (size_t)n, 0), 0);
}

/* Software writes and reads the bank that was taken away: it drains at first, and takes the write later. */
static void look_at_bank(unsigned bank)
{
    const uint32_t addr = D_BANK + 4 * bank;
    uint32_t value = 0;
    if (chance(1, 2)) {
        const int resp = tn_axi_write32(dma.cpu, addr, below(16));
        if (resp != TN_AXI_SLVERR)
            dma_answered(resp, addr);
    }
    dma_answered(tn_axi_read32(dma.cpu, addr, &value), addr);
}

static void act(void)
{
    const unsigned what = below(40);
    if (what < 20)
        start();
    else if (what < 26)
        is_free(below(dma.txns));
    else if (what < 30)
        write_to_an_active_one();
    else if (what < 34)
        write_message();
    else if (what < 36)
        send_words();
    else if (what < 37 && !asleep && chance(1, 3))
        dma_bind(asleep = 1 + below(DOMAINS - 1), -1);
    else if (what < 37 && asleep)
        look_at_bank(asleep);
    else if (what < 38)
        dma_take_faults();
    else
        tn_sim_step(1 + below(300));
}

/* Phases. */

static struct tn_stall pattern(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_NONE, TN_STALL_RANDOM, TN_STALL_PERIODIC,
                                               TN_STALL_BURST};
    struct tn_stall s = {.kind = kinds[below(5)], .num = 1 + below(6), .seed = tn_rng_next(&rng)};
    s.den = s.num + 1 + below(4);
    return s;
}

static void new_phase(void)
{
    struct tn_memory_timing t = {1 + below(30), 1, 1, 1, chance(2, 3), chance(2, 3), tn_rng_next(&rng)};
    struct tn_stall s;
    t.read_max = t.read_min + below(chance(1, 3) ? 200 : 20);
    for (unsigned p = 0; p < dma.outs; p++) {
        s = pattern();
        tn_sink_stall(dma.out[p], &s);
    }
    s = pattern();
    tn_memory_stall(dma.memory, TN_AXI_AR, &s);
    s = pattern();
    tn_memory_stall(dma.memory, TN_AXI_R, &s);
    assert_int_equal(tn_memory_timing(dma.memory, &t), 0);
    asleep = 0;
    for (unsigned b = 0; b < TN_EXD_BANKS; b++)
        dma_bind(b, b < DOMAINS ? FIRST_PDID + (int)b : chance(1, 2) ? -1 : FIRST_PDID + (int)below(DOMAINS));
}

/* At rest: all are over, but those whose start never came. */
static void close_phase(void)
{
    dma_rest();
    if (tn_exa_source_pending(dma.in)) {
        still_failed(&dma.failures, "EXD-CHN-2", "readiness for the words that were sent");
        fail();
    }
    dma_take_faults();
    dma_rest();
    dma_read_all();
    for (unsigned t = 0; t < dma.txns; t++)
        view[t].busy = view[t].parked = false;
}

static void transactions_leave_whole_or_end_with_an_error(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 1500, 1);
    unsigned acts = 0, seen = 0;
    uint64_t moved = 0;
    (void)state;
    tn_rng_seed(&rng, tn_sim_seed(), 19);
    memset(view, 0, sizeof view);
    while (packets_left() < wanted && !dma.failures && !tn_exd_judge_is_unsure(dma_judge())) {
        if (acts++ % PHASE == 0) {
            close_phase();
            new_phase();
        }
        act();
        if (packets_left() != seen) {
            seen = packets_left();
            moved = tn_sim_cycle();
        }
        if (tn_sim_cycle() > moved + STUCK_CYC)
            break;
    }
    if (!dma.failures)
        close_phase();
    printf("%u packets, %u acts, %llu cycles%s\n", packets_left(), acts, (unsigned long long)tn_sim_cycle(),
           tn_exd_judge_is_unsure(dma_judge()) ? ", the judge lost sight" : "");
    assert_false(tn_exd_judge_is_unsure(dma_judge()));
    tn_sim_sent(packets_left());
}

/* A reset of one cycle amid traffic, whose beats, slots, lists and messages are open: what comes behind it is judged as if nothing had been. */
static void reset_of_one_cycle_amid_traffic_forgets_all(void **state)
{
    (void)state;
    tn_rng_seed(&rng, tn_sim_seed(), 20);
    for (unsigned round = 0; round < RESETS; round++) {
        memset(view, 0, sizeof view);
        new_phase();
        for (unsigned acts = 0; acts < PHASE / 2 && !dma.failures; acts++)
            act();
        close_phase();
        new_phase();
        for (unsigned acts = below(PHASE / 2); acts > 0 && !dma.failures; acts--)
            act();
        tn_sim_reset(1);
        tn_exd_board_reset(dma.board, exa_node_bits(dma_own));
        tn_sim_step(D_AWAKE);
    }
    memset(view, 0, sizeof view);
    new_phase();
    close_phase();
    assert_false(tn_exd_judge_is_unsure(dma_judge()));
}

#define T(name) cmocka_unit_test_setup_teardown(name, dma_fresh, dma_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(transactions_leave_whole_or_end_with_an_error),
                                       T(reset_of_one_cycle_amid_traffic_forgets_all)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
