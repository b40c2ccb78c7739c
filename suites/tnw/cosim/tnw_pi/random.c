/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface under everything at once: fragments right and wrong, descriptors and
 * answers right and wrong, reception's writes, register accesses, damaged TLPs, any side slow, and
 * resets. Both judges see every cycle. TN_PACKETS steps.
 */
#include "get.h"

enum {
    WINDOWS = 5,
    WRONG = 24 /* one answer in so many */,
    MANY = 24 /* TLPs that wait */,
    TAKEN_CYC = 20000 /* cycles until one of them is taken, at most */,
    NOTES = 0x900000,
    NOTES_LOG2 = 16,
    FREED = 100,
    BELOW_NGET = 0x7fff /* no descriptors by chance, no FREE_TAGS, no ABORT */
};
static const uint8_t busy[WINDOWS] = {0, 7, 20, 33, 47};

static struct {
    uint32_t item[WINDOWS]; /* where the next fragment of a right message goes */
    unsigned frag[WINDOWS];
    struct tn_rng answers;
    unsigned given[TNW_LINKS], noted[TNW_LINKS], notes; /* descriptors, and those at an end */
    uint64_t noted_at[TNW_LINKS];
} now;

/* None says that it is its read's last when more follow: who believes that cannot tell those from
 * another's. */
static unsigned answer(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                       uint8_t *payload, size_t *len, unsigned *delay)
{
    (void)ctx;
    (void)read;
    (void)piece;
    (void)payload;
    if (tn_rng_below(&now.answers, WRONG))
        return 1;
    switch (tn_rng_below(&now.answers, 8)) {
    case 0:
        cpl->ep = 1;
        return 1;
    case 1:
        cpl->byte_count = (uint16_t)(*len + 1 + tn_rng_below(&now.answers, 3000));
        return 1;
    case 2:
        cpl->lower_addr = tn_rng_below(&now.answers, 128) & 127;
        return 1;
    case 3:
        *len -= 4;
        if (*len)
            cpl->length_dw = (uint16_t)(*len / 4);
        else
            *len = 4;
        return 1;
    case 4:
        *delay = (unsigned)tn_rng_below(&now.answers, 1500);
        return 1;
    case 5:
        return 0;
    default:
        tn_tlp_set_kind(cpl, TN_TLP_CPL, 0);
        cpl->status = (uint8_t)(1 + tn_rng_below(&now.answers, 4));
        *len = 0;
        return 1;
    }
}

/* The next fragments of a message, one to four, now and then one elsewhere. */
static void fragments(void)
{
    const unsigned w = (unsigned)tn_rng_below(&pi.rng, WINDOWS);
    const unsigned n = 1 + (unsigned)tn_rng_below(&pi.rng, 4);
    uint64_t byte = now.item[w] * (uint64_t)TNW_PAYLOAD + now.frag[w] * 16ull;
    if (tn_rng_below(&pi.rng, 40) == 0)
        byte = (byte + 16 * tn_rng_below(&pi.rng, 400)) % (16ull << pi.par.off_log2);
    if (byte % 4096 + 16 * n <= 4096)
        pi_put(busy[w], byte + (tn_rng_below(&pi.rng, 8) ? 0 : pi_last()), 16 * (size_t)n,
               tn_rng_next(&pi.rng));
    now.frag[w] += n;
    now.item[w] = (now.item[w] + now.frag[w] / 8) % (1u << (pi.par.off_log2 - 3));
    now.frag[w] %= 8;
}

static void next_item(void)
{
    const unsigned w = (unsigned)tn_rng_below(&pi.rng, WINDOWS);
    now.item[w] = (uint32_t)tn_rng_below(&pi.rng, 1u << (pi.par.off_log2 - 3));
    now.frag[w] = 0;
    pi_write(tn_tnw_pi_addr(busy[w], TN_TNW_PI_NEXT), now.item[w]);
}

static void descriptor(void)
{
    struct get g = {.link = (unsigned)tn_rng_below(&pi.rng, TNW_LINKS), .vc = 1};
    for (; now.notes < tn_tnw_host_notes(pi.host); now.notes++) {
        const struct tn_tnw_host_note *n = tn_tnw_host_note(pi.host, now.notes);
        if (n->addr >> NOTES_LOG2 != NOTES >> NOTES_LOG2)
            continue;
        now.noted[n->note.link % TNW_LINKS]++;
        now.noted_at[n->note.link % TNW_LINKS] = n->cycle;
    }
    /* a place that is just being freed: the descriptor may be queued or not */
    if (now.given[g.link] - now.noted[g.link] >= 1u << pi.par.desc_log2 ||
        tn_sim_cycle() < now.noted_at[g.link] + FREED)
        return;
    g.source = 0x100000 + 16 * tn_rng_below(&pi.rng, 0x1000);
    g.notify = NOTES + 16 * tn_rng_below(&pi.rng, 0x1000);
    g.length = TNW_PAYLOAD * (uint32_t)tn_rng_below(&pi.rng, 14);
    g.offset = 8 * (uint32_t)tn_rng_below(&pi.rng, 0x1000);
    g.tag = (uint32_t)tn_rng_next(&pi.rng);
    now.given[g.link] += g.length != 0;
    get_give(&g);
}

static void write_of_reception(void)
{
    uint8_t bytes[TNW_PAYLOAD];
    const uint64_t high = tn_rng_below(&pi.rng, 2) ? 0x5500000000 : 0x800000;
    pi_fill(bytes, sizeof bytes, tn_rng_next(&pi.rng));
    if (tn_tnw_host_m_wr_waiting(pi.host) < MANY)
        tn_tnw_host_m_wr(pi.host, high + 16 * tn_rng_below(&pi.rng, 0x1000), bytes,
                         tn_rng_below(&pi.rng, 4) ? 8 : 1);
}

static uint16_t any_register(void)
{
    static const uint16_t from[] = {0x0000, 0x0040, 0x0080, 0x00a0, 0x1000, 0x4000, 0x8000, 0x8400};
    if (tn_rng_below(&pi.rng, 3) == 0)
        return tn_tnw_pi_addr(busy[tn_rng_below(&pi.rng, WINDOWS)],
                              4 * (unsigned)tn_rng_below(&pi.rng, 5));
    return (uint16_t)(from[tn_rng_below(&pi.rng, sizeof from / sizeof *from)] +
                      4 * tn_rng_below(&pi.rng, 16));
}

static void send(const struct tn_tlp *t, const uint8_t *payload, size_t n, bool damaged)
{
    uint8_t tlp[TN_TNW_HOST_TLP];
    long len = tn_tlp_encode(t, payload, n, tlp, sizeof tlp);
    assert_true(len > 0);
    if (damaged) {
        tlp[tn_rng_below(&pi.rng, 8)] ^= (uint8_t)(1u << tn_rng_below(&pi.rng, 8));
        if (tn_rng_below(&pi.rng, 4) == 0)
            len = 4 + 4 * (long)tn_rng_below(&pi.rng, (uint64_t)len / 4);
    }
    tn_tnw_host_send(pi.host, tlp, (size_t)len);
}

static struct tn_tlp request(enum tn_tlp_kind kind, uint64_t addr, unsigned dws)
{
    struct tn_tlp t = {.addr = addr, .length_dw = (uint16_t)dws, .first_be = 15, .requester = 8};
    tn_tlp_set_kind(&t, kind, addr >> 32 != 0);
    t.last_be = dws > 1 ? 15 : 0;
    t.tag = (uint8_t)tn_rng_next(&pi.rng);
    return t;
}

static void read_register(void)
{
    const uint16_t at = any_register();
    const unsigned room = 16 - at % 64 / 4;
    const struct tn_tlp t =
        request(TN_TLP_MRD, PI_BAR0 + at, 1 + (unsigned)tn_rng_below(&pi.rng, room));
    send(&t, NULL, 0, false);
}

static void damaged(void)
{
    uint8_t bytes[64];
    const bool write = tn_rng_below(&pi.rng, 2);
    const uint64_t at =
        tn_rng_below(&pi.rng, 2)
            ? PI_BAR0 + (any_register() & (write ? BELOW_NGET : 0xffff))
            : pi_window(busy[tn_rng_below(&pi.rng, WINDOWS)], 64 * tn_rng_below(&pi.rng, 64));
    const unsigned dws = 1 + (unsigned)tn_rng_below(&pi.rng, 16);
    const struct tn_tlp t = request(write ? TN_TLP_MWR : TN_TLP_MRD, at, dws);
    pi_fill(bytes, sizeof bytes, 3);
    send(&t, bytes, write ? 4 * (size_t)dws : 0, tn_rng_below(&pi.rng, 4) != 0);
}

static void draw_pace(void)
{
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    p->send = 2 + (unsigned)tn_rng_below(&pi.rng, 15);
    p->take = 2 + (unsigned)tn_rng_below(&pi.rng, 15);
    p->write = 2 + (unsigned)tn_rng_below(&pi.rng, 15);
    p->link = (unsigned)tn_rng_below(&pi.rng, 17);
    p->ok = tn_rng_below(&pi.rng, 4) ? 7 : 5;
    p->answer_min = (unsigned)tn_rng_below(&pi.rng, 60);
    p->answer_max = p->answer_min + (unsigned)tn_rng_below(&pi.rng, 300);
    p->whole = tn_rng_below(&pi.rng, 2);
}

static void step_once(void)
{
    switch (tn_rng_below(&pi.rng, 24)) {
    case 0:
        next_item();
        break;
    case 1:
        descriptor();
        break;
    case 2:
    case 3:
    case 4:
        write_of_reception();
        break;
    case 5:
    case 6:
        read_register();
        break;
    case 7:
        damaged();
        break;
    case 8:
        pi_write((uint16_t)(0x1000 + 4 * tn_rng_below(&pi.rng, 0xc00)),
                 (uint32_t)tn_rng_next(&pi.rng));
        break;
    case 9:
        if (tn_rng_below(&pi.rng, 4) == 0)
            pi_write(get_reg((unsigned)tn_rng_below(&pi.rng, TNW_LINKS), TN_TNW_GET_ABORT), 0);
        /* software knows then that nothing comes any more */
        if (tn_tnw_host_reads_open(pi.host) == 0 && tn_tnw_host_waiting(pi.host) == 0)
            pi_write(get_reg((unsigned)tn_rng_below(&pi.rng, TNW_LINKS), TN_TNW_GET_FREE_TAGS), 0);
        break;
    default:
        fragments();
    }
}

static void traffic(unsigned steps)
{
    for (unsigned n = 0; n < steps && !pi.verdicts; n++) {
        if (n % 100 == 0)
            draw_pace();
        if (n % 400 == 0) {
            pi_write(TN_TNW_PI_R_REORDER_TMO, 150 + (uint32_t)tn_rng_below(&pi.rng, 2000));
            pi_write(TN_TNW_PI_R_CPL_TMO, 600 + (uint32_t)tn_rng_below(&pi.rng, 1000));
        }
        step_once();
        const uint64_t from = tn_sim_cycle();
        do {
            tn_sim_step(1 + tn_rng_below(&pi.rng, 6));
        } while (tn_tnw_host_waiting(pi.host) > MANY && !pi.verdicts &&
                 tn_sim_cycle() < from + TAKEN_CYC);
        pi_room(MANY);
    }
    assert_int_equal(pi.verdicts, 0);
}

static void begin(void)
{
    memset(&now, 0, sizeof now);
    tn_rng_seed(&now.answers, tn_sim_seed(), 2);
    tn_tnw_host_answers(pi.host, answer, NULL);
    get_memory(0x100000, 0x20000);
    pi.anything_goes = true;
}

static void everything_at_once(void **state)
{
    struct tn_tnw_host_pace *p = tn_tnw_host_pace(pi.host);
    const struct tn_tnw_host_pace fast = *p;
    (void)state;
    begin();
    traffic(pi_packets());
    *p = fast;
    tn_tnw_host_answers(pi.host, NULL, NULL);
    tn_sim_step(5000); /* what has been begun ends, by timeouts at the latest */
    for (unsigned i = 0; i < WINDOWS; i++)
        for (unsigned reg = 0; reg < 0x10; reg += 4)
            pi_window_reg(busy[i], reg);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        pi_read(get_reg(l, TN_TNW_GET_STATUS));
    pi_clean();
    printf("digest %08x: %u items, %u notifications, %u TLPs, %llu cycles\n",
           pi_read(TN_TNW_PI_R_PUT_ITEMS) ^ get_count(TN_TNW_GET_UNEXPECTED) << 16,
           tn_tnw_host_items(pi.host), tn_tnw_host_notes(pi.host),
           tn_tnw_host_came(pi.host, TN_TLP_MWR) + tn_tnw_host_came(pi.host, TN_TLP_CPLD),
           (unsigned long long)tn_sim_cycle());
}

static void resets_in_any_moment(void **state)
{
    (void)state;
    begin();
    for (unsigned n = 0; n < 4; n++) {
        traffic(60 + (unsigned)tn_rng_below(&pi.rng, 60));
        memset(now.given, 0, sizeof now.given);
        memset(now.noted, 0, sizeof now.noted);
        tn_sim_reset(2 + (unsigned)tn_rng_below(&pi.rng, 3));
    }
    pi_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {PI_TEST(everything_at_once), PI_TEST(resets_in_any_moment)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
