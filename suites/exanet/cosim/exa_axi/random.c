/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random loads and stores of both sides at once: accesses of every size and kind, a peer whose
 * answers come late, twice, from another node, with another number, with errors or never; requests
 * of several nodes, with domains that have no bank, a memory with faults, broken packets; stalls
 * everywhere. TN_PACKETS= says how many things are done.
 */
#include "zax.h"

#include <tn/rng.h>

enum { ACCESSES = 16, PHASE = 120, NO_MEMORY = 1 << 30, TIME = 600, RESETS = 3 };

static struct tn_rng rng;
static struct tn_axi_txn *access[ACCESSES];
static unsigned number;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static bool chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&rng, num, den);
}

/* The peer. */

static void odd_peer(const struct exa_packet *k)
{
    static const uint8_t codes[] = {1, 3, 4, 6, 7};
    struct exa_packet a = zax_answer(k, chance(1, 6) ? codes[below(5)] : 0), b = a;
    const unsigned after = chance(1, 4) ? below(300) : below(12);
    if (chance(1, 3)) { /* a stranger, which comes before or after */
        if (b.type == EXA_ZREAD_RSP && chance(1, 3))
            b.src.x ^= 1;
        else if (b.type == EXA_ZREAD_RSP && chance(1, 3))
            b.addr ^= 0x40;
        else if (chance(1, 2))
            b.tid ^= (uint16_t)(8u << below(11));
        else
            b.seq = (b.seq + 8000u + below(180)) % 8192; /* an older one */
        exa_seal(&b);
        zax_later(&b, below(20));
    }
    if (a.type == EXA_ZREAD_RSP && chance(1, 12)) {
        a.lanes[below(Z_LINE)] ^= 1;
        a.ftr_crc = exa_want_ftr_crc(&a);
    }
    if (chance(1, 14))
        return; /* never */
    zax_later(&a, chance(1, 14) ? TIME - 40 + below(200) : after);
    if (chance(1, 8))
        zax_later(&a, after + 1 + below(100));
}

/* The windows. */

static void free_done(void)
{
    for (unsigned i = 0; i < ACCESSES; i++)
        if (access[i] && (access[i]->done || access[i]->lost)) {
            tn_axi_free(access[i]);
            access[i] = NULL;
        }
}

static void spoil_strobes(struct tn_axi_txn *t)
{
    const unsigned i = below(t->beats), kind = below(4);
    for (unsigned b = 0; b < t->beats; b++)
        if (kind == 0 || (kind == 1 && b != i))
            t->beat[b].strb = 0;
    if (kind >= 2)
        t->beat[i].strb &= (uint16_t)(kind == 2 ? 0xffffu << below(16) : tn_rng_next(&rng));
}

/* Each beat has lanes of its own there: none is written. */
static void fixed(struct tn_axi_txn *t)
{
    t->burst = TN_AXI_FIXED;
    for (unsigned b = 0; b < t->beats; b++)
        t->beat[b].strb = 0;
}

static void access_a_window(void)
{
    const unsigned id_n = 1u << (tn_sim_param("AXI_ID_W") < 2 ? 1 : 2),
                   w = chance(1, 12) ? 3 : below(3);
    const bool write = chance(1, 2);
    unsigned i = 0, size = chance(1, 2) ? 4 : below(5), beats = 1 + below(64u >> size),
             off = below(Z_LINE);
    while (i < ACCESSES && access[i])
        i++;
    if (i == ACCESSES)
        return;
    if (write && !chance(1, 8)) { /* so that it fits */
        const unsigned unit = 1u << size, units = Z_LINE / unit, first = below(units);
        beats = 1 + below(units - first);
        off = first * unit + (chance(1, 4) ? below(unit) : 0);
    } else if (!write && !chance(1, 8)) {
        size = beats = 4;
        off = 0;
    } else if (chance(1, 10)) {
        beats = 1 + below(100);
    }
    const unsigned line = off + (beats << size) > Z_LINE
                              ? 64 * below(64)
                              : below(chance(1, 2) ? 4 : 4096); /* none crosses 4 KiB */
    access[i] = zax_access(write, w, 0x80000000u + Z_LINE * line + off, beats, size, below(id_n),
                           (uint8_t)below(256));
    access[i]->order = chance(1, 2) ? TN_AXI_W_WITH : TN_AXI_W_AFTER;
    if (write && chance(1, 4))
        spoil_strobes(access[i]);
    if (chance(1, 30) && beats <= 16)
        fixed(access[i]);
    tn_axi_issue(zax.win, access[i]);
}

/* Requests of other nodes. */

static struct exa_packet some_request(void)
{
    const unsigned off = below(Z_LINE), load = chance(1, 2),
                   size = load ? 0 : 1 + below(Z_LINE - off);
    const uint32_t page = below(40) * TN_PAGE;
    struct exa_packet k =
        zax_request(Z_PDID + below(chance(1, 6) ? 10 : 8), page + Z_LINE * below(8) + off, size,
                    below(0x4000), number++ % 0x4000, (uint8_t)below(256));
    k.src.x = (uint8_t)below(3);
    if (chance(1, 20) && size)
        k.addr += Z_LINE - off - size + 1 +
                  below(size > 1 ? size - 1 : 1); /* across the line, or in the next */
    if (chance(1, 30))
        k.addr ^= 1ull << (32 + below(10));
    if (size) {
        uint8_t bytes[Z_LINE];
        for (unsigned i = 0; i < size; i++)
            bytes[i] = (uint8_t)below(256);
        exa_set_payload(&k, k.addr, bytes, size);
    }
    exa_seal(&k);
    return k;
}

static void send_request(void)
{
    struct exa_packet k = some_request();
    if (chance(1, 25) && k.word_n)
        k.pld_crc ^= 1u << below(32);
    if (k.word_n)
        k.ftr_crc = exa_want_ftr_crc(&k);
    ni_send(&k);
}

/* A packet that has no effect. */
static void send_broken(void)
{
    static const uint8_t types[] = {EXA_WRITE, EXA_NOTIFY, EXA_DMA_CTL, EXA_RELEASE, EXA_FLOW_RATE};
    struct exa_packet k = some_request();
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    const unsigned how = below(6);
    int n;
    if (how == 0)
        k.hdr_crc ^= 1;
    if (how == 1)
        k.ftr_crc ^= 1;
    if (how == 2) {
        k.type = types[below(5)];
        ni_make(&k, 0x1000, (const uint8_t[32]){0}, k.type == EXA_DMA_CTL ? 32 : 16);
        if (exa_form(&k) == EXA_H)
            exa_set_alone(&k);
        exa_seal(&k);
    }
    n = tn_exa_words_of(&k, w);
    assert_true(n > 0);
    if (how == 3 && n > 1)
        n--; /* no footer: the next header shows it */
    if (how == 4)
        memmove(w, w + 1, (size_t)--n * sizeof *w);
    if (how == 5) {
        k.type = 13;
        k.hdr_crc = exa_want_hdr_crc(&k);
        n = tn_exa_words_of(&k, w);
    }
    if (n > 0)
        assert_int_equal(tn_exa_source_words(ni.in, w, (size_t)n, 0), 0);
}

/* Phases. */

static struct tn_stall pattern(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_NONE, TN_STALL_RANDOM,
                                               TN_STALL_PERIODIC, TN_STALL_BURST};
    struct tn_stall s = {.kind = kinds[below(5)], .num = 1 + below(6), .seed = tn_rng_next(&rng)};
    s.den = s.num + 1 + below(4);
    return s;
}

static void new_phase(void)
{
    struct tn_memory_timing t = {
        1, 1 + below(60), 1, 1 + below(60), chance(1, 2), chance(1, 2), tn_rng_next(&rng)};
    struct tn_stall s = pattern();
    tn_exa_source_stall(ni.in, &s);
    s = pattern();
    tn_sink_stall(ni.out, &s);
    for (int ch = TN_AXI_AW; ch <= TN_AXI_R; ch++) {
        s = pattern();
        tn_memory_stall(zax.memory, (enum tn_axi_channel)ch, &s);
        s = pattern();
        tn_axi_stall(zax.win, (enum tn_axi_channel)ch, &s);
    }
    assert_int_equal(tn_memory_timing(zax.memory, &t), 0);
    for (unsigned w = 0; w < 4; w++)
        zax_window(w, w < 3 && !chance(1, 8),
                   w == 1 ? z_far : (struct exa_node){1, (uint8_t)w, 2, 1, 3}, below(0x10000));
    for (unsigned b = 0; b < 8; b++)
        zax_bind(b, chance(1, 10) ? -1 : (int)(Z_PDID + (b < 4 || chance(1, 2) ? b : below(4))), b == 0 ? 0 : 0x15);
    ni_write(Z_TIMEOUT, chance(1, 2) ? TIME : TIME + 100);
}

/* A bank that software gives to another domain amid traffic. */
static struct {
    bool moving;
    unsigned bank, changed;
    int pdid;
} bank;

/* Writes the bank, which may drain; the judge knows whether it must be refused. */
static void write_bank(int pdid)
{
    const uint32_t at = Z_BANK + 4 * bank.bank;
    const int resp = tn_axi_write32(ni.cpu, at, pdid < 0 ? 0 : 1u << 31 | (unsigned)pdid);
    if (resp != TN_AXI_SLVERR)
        ni_answered(resp, at);
    if (resp == TN_AXI_OKAY)
        bank.pdid = pdid;
}

/* Begins to give a bank away, writes it once more too soon, or looks whether it has drained; then
 * memory has it, too. Of two banks with one domain the judge knows with the burst which a request has. */
static void move_bank(void)
{
    if (!bank.moving && chance(1, 40)) {
        bank.bank = 4 + below(4);
        bank.moving = true;
        bank.changed++;
        write_bank(chance(1, 3) ? -1 : (int)(Z_PDID + bank.bank));
    } else if (bank.moving && chance(1, 8)) {
        write_bank(chance(1, 2) ? bank.pdid : (int)(Z_PDID + bank.bank));
    } else if (bank.moving && chance(1, 4) &&
               !(ni_read(Z_BANK + 4 * bank.bank) >> TN_EXA_BANK_DRAINS & 1)) {
        tn_memory_bind(zax.memory, bank.bank, bank.pdid);
        bank.moving = false;
    }
}

/* Maps domains; some pages are not there, and behind some is no memory. */
static void map_memory(void)
{
    assert_int_equal(tn_memory_range(zax.memory, 0, NO_MEMORY), 0);
    for (unsigned d = 0; d < 8; d++)
        for (unsigned p = 0; p < 40; p++)
            for (unsigned base = 0; base < 2; base++) {
                const uint64_t va = (uint64_t)p * TN_PAGE + (base ? 0x1500000000 : 0);
                const unsigned kind = below(16);
                tn_memory_unmap(zax.memory, Z_PDID + d, va, TN_PAGE);
                if (kind != 0)
                    tn_memory_map(zax.memory, Z_PDID + d, va,
                                  (uint64_t)(64 * d + p) * TN_PAGE + (kind == 1 ? NO_MEMORY : 0),
                                  TN_PAGE, TN_MEMORY_READ | TN_MEMORY_WRITE);
            }
}

static void loads_and_stores_under_random_traffic_keep_the_page(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 1200, 1);
    unsigned done = 0, phase = 0;
    (void)state;
    tn_rng_seed(&rng, tn_sim_seed(), 19);
    memset(access, 0, sizeof access);
    memset(&bank, 0, sizeof bank);
    number = 0;
    map_memory();
    zax.peer = odd_peer;
    while (done < wanted && !zax.failures &&
           !tn_exz_judge_is_unsure(tn_exz_board_judge(zax.board))) {
        if (done >= phase) {
            bank.moving = false;
            zax_rest();
            zax_read_all();
            new_phase();
            phase = done + PHASE;
        }
        const unsigned what = below(20);
        if (what < 10)
            access_a_window();
        else if (what < 19)
            send_request();
        else
            send_broken();
        move_bank();
        done++;
        zax_step(1 + below(chance(1, 30) ? 300 : 30));
        free_done();
    }
    zax_rest();
    zax_read_all();
    free_done();
    for (unsigned i = 0; i < ACCESSES; i++)
        RULE_WAITED("EXZ-ANS-1", access[i] == NULL, "an answer to an access");
    printf("%u, %u banks given away, %llu cycles, %u packets in, %u out\n", done, bank.changed,
           (unsigned long long)tn_sim_cycle(), ni.sent_n, ni.got_n);
    printf("writes %u reads %u answers %u refused %u timeouts %u errors %u dup %u full %u pcrc %u "
           "dec %u prot %u\n",
           ni_read(Z_WRITES), ni_read(Z_READS), ni_read(Z_ANSWERS), ni_read(Z_REFUSED),
           ni_read(Z_TIMEOUTS), ni_read(Z_ERRORS), ni_count(NI_DUP), ni_count(NI_FULL),
           ni_count(NI_PCRC), ni_count(NI_DECODE), ni_count(NI_PROT));
    assert_false(tn_exz_judge_is_unsure(tn_exz_board_judge(zax.board)));
    tn_sim_sent(done);
}

/* A reset of one cycle amid traffic, whose accesses, requests and answers are open: what comes behind it is judged as if nothing had
 * been. */
static void reset_of_one_cycle_amid_traffic_forgets_all(void **state)
{
    (void)state;
    tn_rng_seed(&rng, tn_sim_seed(), 20);
    memset(access, 0, sizeof access);
    memset(&bank, 0, sizeof bank);
    map_memory();
    zax.peer = odd_peer;
    for (unsigned round = 0; round < 2 * RESETS && !zax.failures; round++) {
        bank.moving = false;
        new_phase();
        for (unsigned done = round % 2 ? PHASE / 2 : below(PHASE); done > 0 && !zax.failures; done--) {
            if (chance(1, 2))
                access_a_window();
            else
                send_request();
            move_bank();
            zax_step(1 + below(30));
            free_done();
        }
        if (round % 2) {
            zax_rest();
            zax_read_all();
        }
        tn_sim_reset(1);
        tn_exz_board_reset(zax.board, exa_node_bits(ni_own));
        zax.laters = 0;
        zax.seen = ni.got_n;
        tn_sim_step(3);
        free_done();
        zax_read_all();
    }
    zax_rest();
    assert_false(tn_exz_judge_is_unsure(tn_exz_board_judge(zax.board)));
}

#define T(name) cmocka_unit_test_setup_teardown(name, zax_fresh, zax_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(loads_and_stores_under_random_traffic_keep_the_page),
                                       T(reset_of_one_cycle_amid_traffic_forgets_all)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
