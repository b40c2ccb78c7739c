/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's models under any words and any accesses: each header and each stray
 * word has one cause, and nothing else has.
 */
#include "exa_ni_fixture.h"

enum { ROUNDS = 30000, COUNTERS = KERNEL + 0x440 };

/* A packet that a block may meet, nearly right. */
static struct words any_packet(struct tn_rng *r)
{
    struct exa_packet k = packet(
        own_node, exa_peripheral_addr((enum exa_peripheral)(1 + tn_rng_below(r, 3)), 0),
        (unsigned)tn_rng_below(r, 20), (unsigned)tn_rng_below(r, 40), (uint8_t)tn_rng_next(r));
    const uint64_t low = tn_rng_below(r, 4) << 12 | tn_rng_below(r, 70);
    if (tn_rng_chance(r, 1, 2)) { /* what the block takes */
        k.type = tn_rng_chance(r, 1, 2) ? EXA_WRITE : EXA_ACK;
        k.src = sender;
    }
    k.addr |= k.type == EXA_ACK ? 0 : low;
    uint8_t data[64] = {0};
    if (exa_form(&k) == EXA_H)
        exa_set_alone(&k);
    else
        exa_set_payload(&k, k.addr, data,
                        tn_rng_chance(r, 1, 2) ? k.size
                        : k.type == EXA_NOTIFY ? 16
                                               : 32);
    k.pdid = (uint16_t)tn_rng_below(r, 2);
    k.tid = (uint16_t)(tn_rng_below(r, 2) << 13 | tn_rng_below(r, 3));
    k.seq = (uint16_t)tn_rng_below(r, 3);
    k.code = k.type == EXA_ACK ? tn_rng_below(r, 16) & 15 : 0;
    exa_seal(&k);
    if (tn_rng_chance(r, 1, 20))
        k.ftr_crc ^= 1;
    if (tn_rng_chance(r, 1, 20))
        k.hdr_crc ^= 1;
    struct words s = words_of(&k);
    if (tn_rng_chance(r, 1, 10))
        s.n = 1 + (unsigned)tn_rng_below(r, s.n);
    if (tn_rng_chance(r, 1, 10))
        s.w[tn_rng_below(r, s.n)].kind = (uint8_t)(1u << tn_rng_below(r, 3));
    return s;
}

static void any_access(struct dev *d, struct tn_rng *r)
{
    static const uint32_t near[] = {0x00000, 0x01000, 0x02000, 0x40000, 0x40400, 0x40440, 0x40480};
    const unsigned size = 1u << tn_rng_below(r, 5);
    struct tn_axs_beat beat = {near[tn_rng_below(r, 7)] + (uint32_t)tn_rng_below(r, 0x60), size};
    uint8_t data[TN_AXS_LANES], sure[TN_AXS_LANES];
    beat.addr &= ~(uint32_t)(size - 1);
    if (tn_rng_chance(r, 1, 2)) {
        tn_exn_read(d->m, &beat, d->cycle++, data, sure);
        return;
    }
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(tn_rng_chance(r, 1, 2) ? tn_rng_next(r) : 0);
    data[3] |= data[7] |= data[11] |= 0x80;
    tn_exn_write(d->m, &beat, data, tn_rng_chance(r, 3, 4) ? 0xffff : (uint16_t)tn_rng_next(r),
                 d->cycle++);
}

static uint32_t sum_of_causes(struct dev *d)
{
    uint32_t sum = 0;
    for (unsigned c = 1; c < TN_EXN_CAUSES; c++)
        sum += get(d, COUNTERS + 4 * c);
    return sum;
}

static void run(struct tn_exn *m, struct dev *d)
{
    struct tn_rng r;
    uint32_t headers = 0, shown = 0;
    d->m = m;
    d->cycle = 10;
    tn_rng_seed(&r, 77, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (tn_rng_chance(&r, 1, 3)) {
            any_access(d, &r);
            continue;
        }
        struct words s = any_packet(&r);
        for (unsigned j = 0; j < s.n; j++) {
            headers += s.w[j].kind == TN_EXA_HDR;
            give(d, &s.w[j]);
        }
        if (tn_rng_chance(&r, 1, 200)) /* the answers leave */
            tn_exn_reset(d->m, OWN), headers = shown = 0;
        while (tn_exn_cause(d->m) != TN_EXN_NONE)
            shown++;
    }
    struct words end = header_only(own_node, 0, 1); /* SHORT: it ends what is under way */
    headers++;
    give_words(d, &end);
    tn_exn_settle(d->m, d->cycle += 3);
    while (tn_exn_cause(d->m) != TN_EXN_NONE)
        shown++;
    assert_int_equal(sum_of_causes(d), shown);
    assert_int_equal(sum_of_causes(d), headers + get(d, COUNTERS + 4 * TN_EXN_STRAY));

    tn_exn_free(m);
}

static void each_header_has_one_cause_at_the_mailbox(void **state)
{
    struct tn_exm_params p = {.mbox_n = 3, .slot_log2 = 1, .dup_n = 4};
    struct dev d = {0};
    (void)state;
    run(tn_exm_new(&p, OWN, first_verdict, &d.judged), &d);
}

static void each_header_has_one_cause_at_the_rt_mailbox(void **state)
{
    struct tn_exr_params p = {.rsp_log2 = 2, .read_log2 = 1, .dup_n = 4};
    struct dev d = {0};
    (void)state;
    run(tn_exr_new(&p, OWN, first_verdict, &d.judged), &d);
}

static void each_header_has_one_cause_at_the_packetizer(void **state)
{
    struct dev d = {0};
    (void)state;
    run(tn_exp_new(3, OWN, first_verdict, &d.judged), &d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_header_has_one_cause_at_the_mailbox),
        cmocka_unit_test(each_header_has_one_cause_at_the_rt_mailbox),
        cmocka_unit_test(each_header_has_one_cause_at_the_packetizer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
