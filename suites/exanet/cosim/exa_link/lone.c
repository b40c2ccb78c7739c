/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lone errors: what a line of 1e-12 to 1e-7 has, made often. Between two errors of such a line
 * lie hundreds of packets and more, so each is judged by itself: one bit in the blocks of a refresh and three packets is
 * inverted, and the packet after them must come. In every window of 256 blocks (the saboteur's) both lines are
 * struck once; under Verilator every bit of SWEPT blocks is, under Icarus each 23rd. A separator-7 is
 * never sent, nor made by one bit: edges.c has it.
 */
#include "line.h"

#include <tn/exanet/exa_link.h>

enum {
    WINDOW = 256,
    FROM = 1, SWEPT = 26, /* blocks of a window that are struck: a refresh, the three packets, those around */
    BITS = 66,
    THREE = 3,       /* packets that may be struck */
    LATER = 2 * 130, /* cycles after them that the next one is sent */
    CAME = 2 * 110,  /* until it has come */
};

/* What was struck, by the block that the sender made. */
enum kind { FIRST, SECOND, THIRD, SEPARATOR, IDLE, NFC, KINDS };
static const char *const kind_name[] = {"first words", "second", "third", "separators", "idle", "NFC"};

static struct side {
    struct tn_exl_scrambler scrambler;
    uint64_t blocks;  /* the sender made since reset */
    unsigned data;    /* blocks since the last separator */
    uint64_t strike;  /* the block to be struck next; 0 none */
    unsigned bit;
    uint64_t bits;    /* inverted until then */
    uint32_t broken;  /* BROKEN of the receiver */
    unsigned long spoilt, wrong, first; /* of its flow; PDID of the window's first packet */
} side[LINK_SIDES];
static unsigned long hits[KINDS], lost[KINDS];
static bool seen[KINDS][BITS];
static enum kind struck_kind[LINK_SIDES];

static enum kind kind_of(struct side *s, unsigned head, uint64_t plain)
{
    if (head == TN_EXL_DATA) {
        unsigned word = s->data++ / 2;
        return word == 0 ? FIRST : word == 1 ? SECOND : THIRD;
    }
    if ((plain & 0xff) == 0x1e)
        s->data = 0;
    return (plain & 0xff) == 0x1e ? SEPARATOR : (plain & 0xff) == 0xaa ? NFC : IDLE;
}

/* Blocks as the sender makes them, before the saboteur. */
static void on_sent(const struct tn_tap_seen *tap)
{
    struct side *s = &side[tap->id / 4];
    enum kind kind;
    if (tap->id % 4 != 0)
        return;
    kind = kind_of(s, tap->head, tn_exl_descramble(&s->scrambler, tap->data));
    if (++s->blocks == s->strike) {
        struck_kind[tap->id / 4] = kind;
        seen[kind][s->bit] = true;
    }
}

static bool window_begins(void *ctx)
{
    return side[0].blocks / WINDOW > *(uint64_t *)ctx || failures > 0;
}

static void a_window(void)
{
    uint64_t now = side[0].blocks / WINDOW;
    assert_true(tn_sim_step_until(window_begins, &now, WINDOW * LINK_BASE));
    assert_int_equal(failures, 0);
}

/* One bit of each line, in the window after this one; the lines are at rest. */
static void arm(unsigned *place, unsigned stride)
{
    tn_inject_clear();
    for (unsigned n = 0; n < LINK_SIDES; n++, *place += stride) {
        struct side *s = &side[n];
        char text[64];
        s->bits = hurt(n).bits;
        s->broken = link_read(!n, 0x40c);
        s->spoilt = flow[n].spoilt;
        s->wrong = flow[n].wrong;
        s->strike = (s->blocks / WINDOW + 1) * WINDOW + FROM + *place / BITS % SWEPT;
        s->bit = *place % BITS;
        snprintf(text, sizeof text, "flip:%u@line%u@p%llu", s->bit, n, (unsigned long long)s->strike);
        fault(text);
    }
}

static void send(unsigned n)
{
    struct side *s = &side[n];
    struct flow *f = &flow[n];
    s->first = f->n;
    flow_send_as(f, link_source(n), 2, 16, 0x1230);
    flow_send_as(f, link_source(n), 0, 0, 0x4560);
    flow_send_as(f, link_source(n), 1, 0, 0x7890);
}

/* The promises, after one error: it struck; the next packet came; nothing came wrong with good CRCs; what did not
 * come whole, at most two that a lost separator joined, was seen by a CRC or counted. */
static void judge(unsigned n)
{
    const struct side *s = &side[n];
    struct flow *f = &flow[n];
    const uint32_t broken = link_read(!n, 0x40c) - s->broken;
    unsigned missing = 0;
    flow_came(f);
    assert_int_equal(hurt(n).bits - s->bits, 1);
    for (unsigned i = 0; i < THREE; i++)
        missing += !f->came[s->first + i];
    RULE("EXL-RX-4", f->came[s->first + THREE]);
    RULE("EXL-RX-2", f->wrong == s->wrong);
    RULE("EXL-RX-1", missing <= 2);
    RULE("EXL-CNT-1", (missing > 0) == (broken + (f->spoilt - s->spoilt) > 0));
    hits[struck_kind[n]]++;
    lost[struck_kind[n]] += missing;
}

static void print_figure(void)
{
    unsigned long all = 0, gone = 0;
    double rate; /* packets lost an error, of the packets in so many bits */
    print_message("figure lone errors struck (packets lost):");
    for (unsigned k = 0; k < KINDS; k++) {
        print_message(" %s %lu (%lu)", kind_name[k], hits[k], lost[k]);
        all += hits[k];
        gone += lost[k];
    }
    rate = (double)gone / (double)all * SWEPT * BITS / THREE;
    print_message("; %.2f packets lost an error; share of packets lost at 1e-12 %.1e, 1e-9 %.1e, 1e-7 %.1e\n",
                  (double)gone / (double)all, rate * 1e-12, rate * 1e-9, rate * 1e-7);
}

static void a_lone_error_costs_two_packets_at_most_wherever_it_lies(void **state)
{
    static const unsigned clocks[] = {65535, 65535, 65535, 65535}; /* side by side, so places stay */
    const bool all = strcmp(tn_sim_name(), "verilator") == 0;
    const unsigned stride = all ? 1 : 23;
    /* an NFC ends what a lost separator left open, and repairs a wrong one: where refreshes are rare, wait for one */
    const unsigned rare_nfc = par.refresh > WINDOW / 2 ? 2 * par.refresh : 0;
    unsigned place = 0;
    (void)state;
    for (unsigned n = 0; n < LINK_SIDES; n++)
        tn_exl_scrambler_init(&side[n].scrambler);
    start_at(70, clocks, 0);
    a_window();
    arm(&place, stride);
    for (bool more = true; more;) {
        a_window();
        for (unsigned n = 0; n < LINK_SIDES; n++)
            send(n);
        tn_sim_step(LATER + rare_nfc);
        for (unsigned n = 0; n < LINK_SIDES; n++)
            flow_send_as(&flow[n], link_source(n), 1, 0, 0);
        tn_sim_step(CAME + rare_nfc);
        for (unsigned n = 0; n < LINK_SIDES; n++)
            judge(n);
        more = place < SWEPT * BITS;
        if (more)
            arm(&place, stride);
    }
    print_figure();
    /* of other shapes a refresh stands elsewhere */
    for (unsigned k = 0; k < (WINDOW % par.refresh == 0 ? KINDS : NFC); k++)
        for (unsigned bit = 0; bit < BITS; bit++)
            assert_true(all ? seen[k][bit] : hits[k] > 0);
    finish("lone errors", ALL_LOST);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_lone_error_costs_two_packets_at_most_wherever_it_lies),
    };
    (void)argc;
    (void)argv;
    tap_also = on_sent;
    parameters();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
