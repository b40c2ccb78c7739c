/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random transactions of several senders against the RDMA receiver's board: data reordered, doubled,
 * lost and sent again, stale copies, wrong CRCs, packets that disagree, control packets, messages,
 * notifications, words of no packet; a memory with faults; stalls everywhere. TN_PACKETS= says how
 * many packets. At the end of each phase the block rests, and contexts, registers and memory are
 * compared.
 */
#include "rdma.h"

#include <tn/rng.h>

enum {
    SENDERS = 4,
    STREAMS = 24,
    ITEMS = 160,
    DOMAINS = 10, /* some have no bank */
    CHANNELS = 3,
    RECENT = 48,
    PHASE = 160,
    ENOUGH = 50, RESETS = 3,
    DOMAIN_LOG2 = 24, /* addresses of a domain */
    AREA = 1 << 20,   /* bytes of a domain that transactions use */
    NO_MEMORY = 1 << 30,
};

struct stream {
    struct exa_node src;
    unsigned tid, gen, att, pdid, first, n, head, tail;
    uint64_t base; /* of its 16-KiB block */
    bool notify, lost;
    unsigned item[ITEMS]; /* packets that wait, by index; n: the control packet */
    unsigned items, at;
    uint8_t mark;
};

static struct tn_rng rng;
static struct stream stream[STREAMS];
static struct exa_packet recent[RECENT];
static unsigned recents, number[SENDERS][CHANNELS];

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static bool chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&rng, num, den);
}

static struct exa_node node(unsigned i)
{
    return (struct exa_node){(uint8_t)i, 3, (uint8_t)(2 * i), (uint8_t)(i & 3), (uint8_t)(0x40 + i)};
}

static unsigned domain(void)
{
    return 0x100 + below(DOMAINS);
}

static uint64_t area(unsigned pdid)
{
    return (uint64_t)(pdid & 15) << DOMAIN_LOG2;
}

static void send(const struct exa_packet *k)
{
    recent[recents++ % RECENT] = *k;
    ni_send(k);
}

/* Transactions. */

/* Lists the packets of an attempt: in order, or not, some twice, some not at all. */
static void list(struct stream *s)
{
    const unsigned all = s->n + s->notify;
    const bool mixed = chance(1, 2);
    s->items = s->at = 0;
    s->lost = false;
    for (unsigned i = 0; i < all; i++) {
        const bool kept = !chance(1, 24);
        s->lost |= !kept;
        for (unsigned copies = kept + chance(1, 12); copies > 0 && s->items < ITEMS; copies--)
            s->item[s->items++] = i;
    }
    for (unsigned i = 1; mixed && i < s->items; i++) {
        const unsigned other = i - below(i < 6 ? i + 1 : 6), item = s->item[i];
        s->item[i] = s->item[other];
        s->item[other] = item;
    }
}

static void new_transaction(struct stream *s)
{
    s->gen = (s->gen + 1 + (chance(1, 30) ? below(200) : 0)) % 512;
    s->att = chance(1, 10) ? below(14) : 0;
    s->pdid = domain();
    s->n = chance(1, 12) ? 1 + below(40) : 1 + below(7);
    s->first = below(64 - s->n + 1);
    s->head = chance(1, 2) ? below(256) : 0;
    s->tail = chance(1, 2) ? 1 + below(256) : 256;
    if (s->n == 1 && s->head >= s->tail)
        s->head = 0;
    s->base = area(s->pdid) + 0x4000ull * below(AREA / 0x4000);
    s->notify = chance(1, 3);
    s->mark = (uint8_t)below(256);
    list(s);
}

static void next_attempt(struct stream *s)
{
    if ((s->lost || chance(1, 6)) && s->att < 15 && !chance(1, 8)) {
        s->att++;
        list(s);
    } else {
        new_transaction(s);
    }
}

static struct exa_packet packet_of(const struct stream *s, unsigned i)
{
    const unsigned seq = exa_seq_of(s->gen, s->att);
    const unsigned from = i == 0 ? s->head : 0, to = i == s->n - 1 ? s->tail : 256;
    const unsigned flags = (i == 0 ? V_FIRST : 0) | (i == s->n - 1 ? V_LAST : 0) | (s->notify ? V_NOTIFY : 0);
    if (i == s->n)
        return rdma_control(s->src, s->tid, seq, below(64), s->pdid, s->mark);
    return rdma_data(s->src, s->tid, seq, s->base + 256 * (s->first + i) + from, to - from, flags, s->pdid,
                     (uint8_t)(s->mark + i));
}

/* Moves the packet to another address, with bytes of its own. */
static void move(struct exa_packet *k, uint64_t addr, unsigned size)
{
    uint8_t bytes[EXA_MTU];
    memcpy(bytes, k->lanes, sizeof bytes);
    ni_make(k, addr, bytes, size);
}

/* Makes a packet disagree with its context, its rights, or the page. */
static void spoil(struct exa_packet *k)
{
    switch (below(9)) {
    case 0:
        k->pdid = (uint16_t)domain();
        break;
    case 1:
        k->addr ^= 0x4000;
        break;
    case 2:
        k->first = !k->first;
        break;
    case 3:
        k->last = !k->last && k->type == EXA_WRITE;
        break;
    case 4:
        k->addr ^= 0x100u << below(6);
        break;
    case 5:
        k->addr = exa_peripheral_addr(EXA_P_RDMA, (uint32_t)k->addr);
        break;
    case 6:
        k->pdid = 7;
        break;
    case 7:
        k->tid |= (uint16_t)(below(8) << 10); /* not looked at */
        break;
    default:
        if (k->type == EXA_WRITE)
            move(k, k->addr + below(256), k->size);
        break;
    }
    exa_seal(k);
}

static void send_of_a_transaction(void)
{
    struct stream *s = &stream[below(STREAMS)];
    struct exa_packet k;
    if (s->at >= s->items)
        next_attempt(s);
    if (s->at >= s->items)
        return;
    k = packet_of(s, s->item[s->at++]);
    if (chance(1, 25))
        spoil(&k);
    send(&k);
}

/* Others. */

static void send_message(void)
{
    const unsigned from = below(SENDERS), chan = below(CHANNELS), pdid = domain();
    struct exa_packet k;
    if (chance(2, 3))
        number[from][chan] = (number[from][chan] + 1) % EXA_NUMBER_MOD;
    const unsigned size = chance(1, 8) ? 1 + below(100) : 1 + below(64);
    k = rdma_message(node(from), chan, number[from][chan], area(pdid) + AREA + below(0x10000), size, pdid);
    if (chance(1, 10))
        move(&k, k.addr & ~255ull, 32);
    if (chance(1, 20))
        k.type = EXA_READ_REQ;
    exa_seal(&k);
    send(&k);
}

static void send_notification(void)
{
    const unsigned pdid = domain();
    const uint64_t at = area(pdid) + AREA + 0x20000 + 16 * below(256) + (chance(1, 10) ? 1 + below(15) : 0);
    struct exa_packet k = rdma_data(node(below(SENDERS)), below(1024), below(8192), at, 16, 0, pdid, (uint8_t)below(256));
    k.type = EXA_NOTIFY;
    exa_seal(&k);
    send(&k);
}

static void send_again(void)
{
    struct exa_packet k;
    if (!recents)
        return;
    k = recent[below(recents < RECENT ? recents : RECENT)];
    if (chance(1, 6))
        spoil(&k);
    ni_send(&k);
}

/* A packet that nobody here takes. */
static void send_stranger(void)
{
    static const uint8_t type[] = {EXA_READ_REQ, EXA_ZREAD_REQ, EXA_ZWRITE, EXA_ZREAD_RSP, EXA_ACK, EXA_RELEASE, EXA_FLOW_RATE};
    struct exa_packet k = rdma_data(node(0), 3, 0, 0x1000, 32, 0, 0x100, 5);
    k.type = type[below(sizeof type)];
    if (exa_form(&k) == EXA_H) {
        k.addr = exa_peripheral_addr(EXA_P_RDMA, 0);
        exa_set_alone(&k);
    }
    exa_seal(&k);
    ni_send(&k);
}

/* A recent packet with a wrong CRC, a wrong type, or a word too few or too many. A packet that was moved over
 * seventeen words is malformed already and is left alone. */
static void send_broken(void)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS + 2];
    struct exa_packet k;
    unsigned at;
    int n;
    if (!recents)
        return;
    k = recent[below(recents < RECENT ? recents : RECENT)];
    if (k.word_n > TN_EXA_PACKET_WORDS - 2)
        return;
    const unsigned how = below(7);
    if (how == 0)
        k.hdr_crc ^= (uint16_t)(1u << below(16));
    if (how == 1) {
        k.type = (uint8_t)(12 + below(4)); /* none that there is, and as long */
        k.hdr_crc = exa_want_hdr_crc(&k);
    }
    if (how == 2)
        k.ftr_crc ^= (uint8_t)(1u << below(8));
    if (how == 3)
        k.lanes[below(16u * k.word_n)] ^= (uint8_t)(1u << below(8));
    n = tn_exa_words_of(&k, w);
    assert_true(n > 2);
    at = 1 + below((unsigned)n - 1);
    if (how == 4)
        n -= (int)at; /* its end is missing */
    if (how == 5)
        memmove(w, w + at, (unsigned)(n -= (int)at) * sizeof *w);
    if (how == 6) {
        memmove(&w[at + 1], &w[at], ((unsigned)n++ - at) * sizeof *w);
    }
    assert_int_equal(tn_exa_source_words(ni.in, w, (size_t)n, 0), 0);
}

static void send_something(void)
{
    const unsigned what = below(40);
    if (what < 28)
        send_of_a_transaction();
    else if (what < 32)
        send_message();
    else if (what < 34)
        send_notification();
    else if (what < 37)
        send_again();
    else if (what < 39)
        send_broken();
    else
        send_stranger();
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
    struct tn_memory_timing t = {1, 1, 1 + below(20), 0, chance(1, 2), false, tn_rng_next(&rng)};
    struct tn_stall s = pattern();
    t.write_max = t.write_min + below(chance(1, 3) ? 200 : 20);
    tn_exa_source_stall(ni.in, &s);
    s = pattern();
    tn_sink_stall(ni.out, &s);
    for (int ch = TN_AXI_AW; ch <= TN_AXI_B; ch++) {
        s = pattern();
        tn_memory_stall(rdma.memory, (enum tn_axi_channel)ch, &s);
    }
    assert_int_equal(tn_memory_timing(rdma.memory, &t), 0);
    for (unsigned b = 0; b < 8; b++)
        rdma_bind(b, chance(1, 10) ? -1 : (int)(b < 6 ? 0x100 + b : domain()));
    ni_write(V_DONE_HOLD, chance(1, 2) ? 0 : below(8000));
    ni_write(V_CTX_TIMEOUT, chance(1, 2) ? 0x100000 : 0);
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
    const uint32_t at = V_BANK + 4 * bank.bank;
    const int resp = tn_axi_write32(ni.cpu, at, pdid < 0 ? 0 : 1u << 31 | (unsigned)pdid);
    if (resp != TN_AXI_SLVERR)
        ni_answered(resp, at);
    if (resp == TN_AXI_OKAY)
        bank.pdid = pdid;
}

/* Begins to give a bank away, writes it once more too soon, or looks whether it has drained; then memory has it, too. */
static void move_bank(void)
{
    if (!bank.moving && chance(1, 60)) {
        bank.bank = below(8);
        bank.moving = true;
        bank.changed++;
        write_bank(chance(1, 3) ? -1 : (int)domain());
    } else if (bank.moving && chance(1, 8)) {
        write_bank(chance(1, 2) ? bank.pdid : (int)domain());
    } else if (bank.moving && chance(1, 4) && !(ni_read(V_BANK + 4 * bank.bank) >> 30 & 1)) {
        tn_memory_bind(rdma.memory, bank.bank, bank.pdid);
        bank.moving = false;
    }
}

/* Maps each domain's addresses to themselves, but for pages that are not there and pages behind which is no memory. */
static void map_memory(void)
{
    assert_int_equal(tn_memory_range(rdma.memory, 0, NO_MEMORY), 0);
    for (unsigned d = 0; d < DOMAINS; d++)
        for (uint64_t at = area(0x100 + d); at < area(0x100 + d) + AREA + 0x30000; at += TN_PAGE) {
            const unsigned kind = below(32);
            if (kind != 0)
                tn_memory_map(rdma.memory, 0x100 + d, at, kind == 1 ? at + NO_MEMORY : at, TN_PAGE, TN_MEMORY_WRITE);
        }
}

static void begin(unsigned round)
{
    tn_rng_seed(&rng, tn_sim_seed(), 18 + round);
    memset(stream, 0, sizeof stream);
    memset(number, 0, sizeof number);
    memset(&bank, 0, sizeof bank);
    recents = 0;
    for (unsigned i = 0; i < STREAMS; i++) {
        stream[i].src = node(i % SENDERS);
        stream[i].tid = i < 12 ? below(1024) : (0x11 * (i & 15)) ^ (below(2) << 8); /* many in few sets */
    }
    map_memory();
    tn_sim_step(300);
}

static bool judge_lost_sight(void)
{
    return tn_exv_judge_is_unsure(tn_exv_board_judge(rdma.board));
}

static void transactions_under_random_traffic_come_whole_or_not_at_all(void **state)
{
    const unsigned wanted = (unsigned)size_asked("TN_PACKETS", 1200, 1);
    unsigned sent = 0, phase = 0;
    (void)state;
    begin(0);
    while (sent < wanted && rdma.failures < ENOUGH && !judge_lost_sight()) {
        if (sent >= phase) {
            bank.moving = false;
            rdma_rest();
            rdma_read_all();
            new_phase();
            phase = sent + PHASE;
        }
        if (tn_exa_source_pending(ni.in) < 60) {
            send_something();
            sent++;
        }
        move_bank();
        tn_sim_step(1 + below(chance(1, 40) ? 200 : 12));
        if (rdma.failures)
            break;
    }
    rdma_rest();
    rdma_read_all();
    printf("%u packets, %u banks given away, %llu cycles, at most %u ways%s\n", sent, bank.changed, (unsigned long long)tn_sim_cycle(),
           tn_exv_judge_ways(tn_exv_board_judge(rdma.board)), judge_lost_sight() ? ", more than the judge follows" : "");
    assert_false(judge_lost_sight());
    tn_sim_sent(sent);
}

/* A reset of one cycle amid traffic, whose contexts, writes and answers are open: what comes behind it is judged as if nothing had
 * been. What memory took in the cycles before a reset no judge saw: it is not compared. */
static void reset_of_one_cycle_amid_traffic_forgets_all(void **state)
{
    (void)state;
    begin(0);
    for (unsigned round = 0; round < 2 * RESETS && rdma.failures < ENOUGH && !judge_lost_sight(); round++) {
        bank.moving = false;
        new_phase();
        for (unsigned sent = round % 2 ? PHASE / 2 : below(PHASE); sent > 0 && !rdma.failures; sent--) {
            if (tn_exa_source_pending(ni.in) < 60)
                send_something();
            move_bank();
            tn_sim_step(1 + below(12));
        }
        if (round % 2) {
            rdma_rest();
            rdma_read_all();
        }
        tn_sim_reset(1);
        tn_exv_board_reset(rdma.board, exa_node_bits(ni_own));
        begin(round + 1);
    }
    rdma_rest();
    assert_false(judge_lost_sight());
    tn_exv_board_finish(rdma.board);
    tn_exv_board_free(rdma.board);
    assert_non_null(rdma.board = tn_exv_board_new(exa_node_bits(ni_own), rdma_on_verdict, NULL));
}

#define T(name) cmocka_unit_test_setup_teardown(name, rdma_fresh, rdma_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(transactions_under_random_traffic_come_whole_or_not_at_all),
                                       T(reset_of_one_cycle_amid_traffic_forgets_all)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
