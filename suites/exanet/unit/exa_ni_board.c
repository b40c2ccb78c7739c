/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's scoreboard: what the three blocks share, and their AXI port. Each rule
 * is broken by a DUT played by hand, and kept (checkers/axi/spec/axi_slave.md, exa_ni.md).
 */
#include "exa_ni_bench.h"

static const uint32_t none[2];

/* A notification in mailbox 1: 16 bytes 10h, 11h... */
static void notified(struct bench *n)
{
    struct exa_packet k =
        bench_packet(exa_peripheral_addr(EXA_P_MAILBOX, 1 << 12), EXA_NOTIFY, 16, 9);
    bench_give(n, &k, TN_EXN_TAKEN);
}

static void burst(struct bench *n, bool wrong)
{
    const uint32_t right[] = {0x13121110, 0x17161514}, fixed[] = {0x13121110, 0x13121110};
    bench_read(n, 0x1000, TN_AXS_INCR, 2, wrong ? fixed : right, TN_AXS_OKAY);
}

static void reserved_burst(struct bench *n, bool wrong)
{
    bench_read(n, 0x1000, TN_AXS_RESERVED, 1, none, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void unlisted(struct bench *n, bool wrong)
{
    const uint32_t five = 5;
    bench_read(n, 0x1058, TN_AXS_INCR, 1, wrong ? &five : none, TN_AXS_SLVERR);
}

static void unlisted_response(struct bench *n, bool wrong)
{
    bench_read(n, 0x1058, TN_AXS_INCR, 1, none, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void no_page(struct bench *n, bool wrong)
{
    bench_read(n, 0x4000, TN_AXS_INCR, 1, none, wrong ? TN_AXS_OKAY : TN_AXS_DECERR);
}

/* POP, and what is behind it, which cannot be written. */
static void mixed_write(struct bench *n, bool wrong)
{
    bench_write(n, 0x1050, 2, 0, wrong ? TN_AXS_OKAY : TN_AXS_SLVERR);
}

static void other_id(struct bench *n, bool wrong)
{
    n->id = wrong;
    bench_read(n, 0x1010, TN_AXS_INCR, 1, none, TN_AXS_OKAY);
}

static void other_write_id(struct bench *n, bool wrong)
{
    n->id = wrong;
    bench_put(n, 0x1050, 0);
}

static void late_data(struct bench *n, bool wrong)
{
    n->late = wrong;
    bench_read(n, 0x1010, TN_AXS_INCR, 1, none, TN_AXS_OKAY);
}

static void rules_of_the_axi_port(void **state)
{
    (void)state;
    blames(both(MBOX, burst, notified), "AXS-BST-1");
    blames(both(MBOX, reserved_burst, notified), "AXS-BST-2");
    blames(both(MBOX, unlisted, NULL), "AXS-ACC-1");
    blames(both(MBOX, no_page, NULL), "AXS-ACC-2");
    blames(both(MBOX, mixed_write, NULL), "AXS-ACC-3");
    blames(both(MBOX, unlisted_response, NULL), "AXS-ACC-4");
    blames(both(MBOX, other_id, NULL), "AXS-ORD-1");
    blames(both(MBOX, other_write_id, NULL), "AXS-ORD-1");
    blames(both(MBOX, late_data, NULL), "AXS-LAT-1");
}

static void stall(struct bench *n, bool wrong)
{
    n->low = wrong;
    bench_wait(n, 2);
}

/* What is shown of a packet comes before its footer. */
static void too_early(struct bench *n, bool wrong)
{
    struct exa_packet k =
        bench_packet(exa_peripheral_addr(EXA_P_MAILBOX, 1 << 12), EXA_NOTIFY, 16, 9);
    struct words s = words_of(&k);
    if (wrong)
        tn_exn_board_obs(n->b, n->cycle, TN_EXN_TAKEN);
    bench_in(n, &s);
    bench_wait(n, 3);
    if (!wrong)
        tn_exn_board_obs(n->b, n->cycle, TN_EXN_TAKEN);
}

static struct exa_packet message(unsigned number)
{
    struct exa_packet k =
        bench_packet(exa_peripheral_addr(EXA_P_MAILBOX, 1 << 12), EXA_WRITE, 8, MSG | 3);
    k.seq = (uint16_t)number;
    exa_seal(&k);
    return k;
}

/* A message is taken; its answer, some cycles after it. */
static void answered(struct bench *n, unsigned wait, unsigned spoilt)
{
    struct exa_packet k = message(1);
    struct words a = answer_to(&k, 0);
    bench_give(n, &k, TN_EXN_TAKEN);
    if (spoilt < a.n)
        a.w[spoilt].data[0] ^= 1;
    bench_wait(n, wait);
    bench_out(n, &a);
}

static void wrong_answer(struct bench *n, bool wrong)
{
    answered(n, 0, wrong ? 0 : 9);
}

static void late_answer(struct bench *n, bool wrong)
{
    answered(n, wrong ? 3 : 1, 9);
}

static void answer_to_nothing(struct bench *n, bool wrong)
{
    struct exa_packet k = message(1);
    struct words a = answer_to(&k, 0);
    if (wrong)
        bench_out(n, &a);
    else
        answered(n, 0, 9);
}

static void footer_first(struct bench *n, bool wrong)
{
    struct exa_packet k = message(1);
    struct words a = answer_to(&k, 0);
    if (wrong)
        a.w[0].kind = TN_EXA_FTR, bench_out(n, &a);
    else
        answered(n, 0, 9);
}

/* The same message once more: a duplicate, taken as new by the DUT. */
static void taken_twice(struct bench *n, bool wrong)
{
    struct exa_packet k = message(1);
    struct words a = answer_to(&k, 0);
    answered(n, 0, 9);
    bench_give(n, &k, wrong ? TN_EXN_TAKEN : TN_EXN_DUP);
    bench_out(n, &a);
}

static void header_crc_not_shown(struct bench *n, bool wrong)
{
    struct exa_packet k = message(1);
    k.hdr_crc ^= 1;
    bench_give(n, &k, wrong ? 0 : TN_EXN_HCRC);
}

static void rules_of_every_block(void **state)
{
    (void)state;
    blames(both(MBOX, footer_first, NULL), "EXN-CHN-1");
    blames(both(MBOX, stall, NULL), "EXN-CHN-2");
    blames(both(MBOX, too_early, NULL), "EXN-RX-1");
    blames(both(MBOX, wrong_answer, NULL), "EXN-ACK-1");
    blames(both(MBOX, answer_to_nothing, NULL), "EXN-ACK-2");
    blames(both(MBOX, late_answer, NULL), "EXN-LAT-1");
    blames(both(MBOX, taken_twice, NULL), "EXN-DUP-1");
    blames(both(MBOX, header_crc_not_shown, NULL), "EXN-CSE-1");
    blames(word_of(MBOX, NULL, KERNEL + 0x400, 0x454d0001, 0x454d0002), "EXN-CNT-1");
    blames(word_of(RTM, NULL, KERNEL + 0x41c, 65536, 65535), "EXN-CNT-1");
}

static void each_counter_is_its_causes(void **state)
{
    (void)state;
    blames(word_of(MBOX, NULL, KERNEL + 0x444, 0, 1), "EXN-CSE-1");
    blames(word_of(MBOX, NULL, KERNEL + 0x448, 0, 1), "EXN-CSE-2");
    blames(word_of(MBOX, NULL, KERNEL + 0x44c, 0, 1), "EXN-CSE-3");
    blames(word_of(MBOX, NULL, KERNEL + 0x450, 0, 1), "EXN-CSE-4");
    blames(word_of(MBOX, NULL, KERNEL + 0x454, 0, 1), "EXN-CSE-5");
    blames(word_of(MBOX, NULL, KERNEL + 0x458, 0, 1), "EXN-CSE-6");
    blames(word_of(MBOX, NULL, KERNEL + 0x45c, 0, 1), "EXN-CSE-7");
    blames(word_of(MBOX, NULL, KERNEL + 0x460, 0, 1), "EXN-CSE-8");
    blames(word_of(MBOX, NULL, KERNEL + 0x464, 0, 1), "EXN-CSE-9");
    blames(word_of(MBOX, NULL, KERNEL + 0x468, 0, 1), "EXN-CSE-10");
    blames(word_of(MBOX, NULL, KERNEL + 0x46c, 0, 1), "EXN-CSE-11");
    blames(word_of(MBOX, NULL, KERNEL + 0x470, 0, 1), "EXN-CSE-12");
    blames(word_of(MBOX, NULL, KERNEL + 0x474, 0, 1), "EXN-CSE-13");
    blames(word_of(MBOX, NULL, KERNEL + 0x478, 0, 1), "EXN-CSE-14");
    blames(word_of(MBOX, notified, KERNEL + 0x47c, 1, 2), "EXN-CSE-15");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_of_the_axi_port),
        cmocka_unit_test(rules_of_every_block),
        cmocka_unit_test(each_counter_is_its_causes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
