/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a CPU's network interface before a counter and a queue whose packets have their
 * effects when they like (cl_ni.md 7, 8).
 */
#include "cl_ni_player.h"

/* A counter under adds of packets, which come late but in order, and of the CPU. */
static struct {
    struct {
        uint64_t when;
        uint32_t value;
    } add[32];
    unsigned adds, owed;
    uint32_t value, error;
} c;

static void add(uint32_t value)
{
    const bool crosses = c.value && c.value + value == 0;
    c.value += value;
    c.error |= crosses && c.owed == 2;
    c.owed += crosses && c.owed < 2;
}

static void adds_come(void)
{
    while (c.adds && c.add[0].when <= t.now) {
        add(c.add[0].value);
        memmove(c.add, c.add + 1, --c.adds * sizeof *c.add);
    }
}

/* The oldest firing's ADD leaves, and the counter is armed again. */
static void fires(void)
{
    LEAVES(ADD, NULL, .first = FAR + 0x80, .value = 9);
    c.owed--;
    add((uint32_t)-64);
}

/* Plays a counter; lost: number of the add that is lost. Returns the verdicts. */
static unsigned play_counter(uint64_t seed, unsigned lost)
{
    const unsigned calm = seed % 3 ? 60 : 4;
    memset(&c, 0, sizeof c);
    t.verdicts = 0;
    tn_rng_seed(&t.rng, seed, 1);
    begin();
    t.every = adds_come;
    store(va(3, 1), 9);
    store(va(3, 2), FAR + 0x80);
    store(va(3, 6), (uint32_t)-64);
    store(va(3, 7), 1);
    store(va(3, 0), (uint32_t)-64);
    add((uint32_t)-64);
    for (unsigned i = 0; i < 400; i++) {
        const uint32_t value =
            tn_rng_below(&t.rng, 8) ? 8 * (uint32_t)tn_rng_below(&t.rng, 5) : -8u;
        const unsigned act = (unsigned)tn_rng_below(&t.rng, 8);
        if (act < 4) {
            COMES(ADD, NULL, .first = at(3, 0), .value = value);
            c.add[c.adds].when = t.now + tn_rng_below(&t.rng, 60);
            c.add[c.adds++].value = value && lost-- == 0 ? 0 : value;
        } else if (act == 4) {
            begin_access(true, va(3, 0), 8);
            add(8);
            end_access(0, false);
        } else if (act == 5) {
            begin_access(false, va(3, 0), 0);
            end_access(c.value, false);
        } else if (c.owed)
            fires();
        idle((unsigned)tn_rng_below(&t.rng, calm));
    }
    idle(SHORT);
    while (c.owed)
        fires();
    idle(LONG);
    load(va(3, 0), c.value);
    load(va(3, 7), 1 | c.error << 3);
    end();
    t.every = NULL;
    return t.verdicts;
}

static void adds_in_any_order_make_one_sum(void **state)
{
    (void)state;
    t.rule[0] = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        const unsigned verdicts = play_counter(seed, 1000);
        if (verdicts)
            print_message("seed %u: %s %s\n", (unsigned)seed, t.rule, t.found);
        assert_int_equal(verdicts, 0);
    }
}

/* An add that is lost shows where not more than some ten are open at a time. */
static void a_lost_add_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++)
        if (seed % 3)
            assert_true(play_counter(seed, 40 + (unsigned)seed) > 0);
}

/* A queue under items and reads that have their effects late, each kind in order. */
static struct {
    struct {
        uint64_t when;
        uint32_t n;
    } came[2][16];                  /* items, reads: numbers */
    unsigned coming[2], n[2];       /* n: of the row that waits */
    uint32_t row[2][4], out[64][3]; /* out: type, number of the item, of the read */
    unsigned outs;
    bool swapped;
} q;

static void answers(unsigned type, uint32_t item, uint32_t read)
{
    assert_true(q.outs < 64);
    q.out[q.outs][0] = type;
    q.out[q.outs][1] = item;
    q.out[q.outs++][2] = read;
}

/* An item (kind 0) or a read has its effect: it meets one of the others, waits, or is refused. */
static void meets(unsigned kind, uint32_t n)
{
    if (q.n[!kind]) {
        answers(TN_cl_hdr_type_WRITE_REPLY, kind ? q.row[0][0] : n, kind ? n : q.row[1][0]);
        memmove(q.row[!kind], q.row[!kind] + 1, --q.n[!kind] * sizeof n);
    } else if (q.n[kind] == 3) {
        answers(TN_cl_hdr_type_NACK, kind ? 0 : n, kind ? n : 0);
        return;
    } else
        q.row[kind][q.n[kind]++] = n;
    if (!kind)
        answers(TN_cl_hdr_type_ACK, n, 0);
}

static void items_come(void)
{
    for (unsigned k = 0; k < 2; k++)
        while (q.coming[k] && q.came[k][0].when <= t.now) {
            const uint32_t n = q.came[k][0].n;
            memmove(q.came[k], q.came[k] + 1, --q.coming[k] * sizeof *q.came[k]);
            meets(k, n);
        }
}

/* The oldest answer leaves. Item i is acknowledged at one place, read i at one of its own. */
static void answer_leaves(void)
{
    const uint32_t type = q.out[0][0], item[1] = {q.out[0][1]}, read = q.out[0][2];
    memmove(q.out, q.out + 1, --q.outs * sizeof *q.out);
    if (type == TN_cl_hdr_type_WRITE_REPLY)
        LEAVES(WRITE_REPLY, item, .first = FAR + 4 * read, .size = 4);
    else if (type == TN_cl_hdr_type_ACK)
        LEAVES(ACK, NULL, .first = ACK_AT, .value = 4);
    else
        LEAVES(NACK, NULL, .first = read ? FAR + 4 * read : ACK_AT, .cause = read ? 2 : 1,
               .value = 4);
}

/* Plays a queue; swaps: the two first items that wait change places, once. Returns the verdicts. */
static unsigned play_queue(uint64_t seed, bool swaps)
{
    memset(&q, 0, sizeof q);
    t.verdicts = 0;
    tn_rng_seed(&t.rng, seed, 2);
    begin();
    line(10, CL_NI_MRQ);
    for (unsigned i = 11; i < 14; i++)
        line(i, CL_NI_PLAIN);
    store(va(10, 1), 3);
    store(va(10, 4), 4);
    t.every = items_come;
    for (uint32_t i = 1; i < 300; i++) {
        const unsigned k = (unsigned)tn_rng_below(&t.rng, 2);
        const uint64_t when = t.now + 12 + tn_rng_below(&t.rng, 60);
        if (tn_rng_below(&t.rng, 2) && q.outs)
            answer_leaves();
        else if (q.coming[k] < 4 && q.outs < 8) {
            if (k)
                COMES(QUEUE_READ, NULL, .first = at(10, 0), .reply = FAR + 4 * i, .size = 4);
            else
                COMES(MESSAGE, &i, .first = at(10, 0), .ack = ACK_AT, .size = 4);
            q.came[k][q.coming[k]].when = when;
            q.came[k][q.coming[k]++].n = i;
        }
        if (swaps && !q.swapped && i > 150 && q.n[0] > 1) {
            const uint32_t first = q.row[0][0];
            q.row[0][0] = q.row[0][1];
            q.row[0][1] = first;
            q.swapped = true;
        }
        idle((unsigned)tn_rng_below(&t.rng, 30));
    }
    idle(SHORT);
    while (q.outs)
        answer_leaves();
    idle(SHORT);
    load(va(10, 0), q.n[0] << 16 | q.n[1]);
    while (q.n[0]) {
        load(va(10, 5), q.row[0][0]);
        memmove(q.row[0], q.row[0] + 1, --q.n[0] * sizeof *q.row[0]);
    }
    end();
    t.every = NULL;
    return t.verdicts;
}

static void items_meet_reads_in_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        t.rule[0] = 0;
        const unsigned verdicts = play_queue(seed, false);
        if (verdicts)
            print_message("seed %u: %s %s\n", (unsigned)seed, t.rule, t.found);
        assert_int_equal(verdicts, 0);
        assert_true(play_queue(seed, true) > 0 || !q.swapped);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_in_any_order_make_one_sum),
        cmocka_unit_test(a_lost_add_is_found),
        cmocka_unit_test(items_meet_reads_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
