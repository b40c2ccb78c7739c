/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a router before a player of its pins, which is right or does one thing wrong
 * (ape_router.md). Node 1.1.1 of a lattice of 5 x 4 x 3, six links, two local ports; ways are
 * worked by hand.
 */
#include <tn/apenet/ape_router.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    IN_YM1 = 7,
    IN_LOCAL0 = 12,
    OUT_XP = 0,
    OUT_XM = 1,
    OUT_YP = 2,
    OUT_LOCAL0 = 6,
    OUT_LOCAL1 = 7
};
enum { WORDS = 5, BEATS = 64, WAY_CYC = 6 };

/* A packet, and how the player hands it on. */
struct play {
    unsigned in, out, delay; /* input, output, cycles from header to header */
    struct ape_header h;     /* as it comes */
    uint8_t vc;              /* as it leaves */
    bool last_hop, ool, lost;
    unsigned at; /* cycle of its header */
};

static struct {
    struct tn_ape_router_judge *judge;
    uint64_t now;
    struct tn_ape_router_pins p;
    struct tn_ape_beat beat[BEATS][APR_OUTS]; /* what outputs show, by cycle */
    uint8_t l_vc[BEATS][APR_LOCALS];
    struct tn_ape_beat in[BEATS][APR_INS];
    bool no_room, not_ready;
    char rule[24];
} t;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (!t.rule[0])
        strncpy(t.rule, v->rule, sizeof t.rule - 1);
}

static void cycle(void)
{
    struct tn_ape_router_pins *p = &t.p;
    for (unsigned o = 0; o < APR_OUTS; o++)
        p->out[o].ready = o >= APR_LINKS || !t.not_ready;
    for (unsigned n = 0; n < APR_INS; n++)
        p->in[n].ready = true;
    for (unsigned i = 0; i < APR_LINKS * APE_VCS; i++) {
        p->room_data[i / 2][i % 2] = t.no_room ? 0 : 504;
        p->room_hdr[i / 2][i % 2] = t.no_room ? 1 : 126;
    }
    p->local_room[0] = p->local_room[1] = t.no_room ? 0 : 3;
    p->cfg_coord = 1 << 10 | 1 << 5 | 1;
    p->cfg_lattice = 5 | 4 << 8 | 3 << 16;
    tn_ape_router_judge_cycle(t.judge, p, t.now++);
    p->reg_rd = p->reg_wr = false;
}

static void begin(void)
{
    memset(&t, 0, sizeof t);
    t.judge =
        tn_ape_router_judge_new(&(struct tn_ape_router_config){.link_n = 6,
                                                               .local_n = 2,
                                                               .coord = 1 << 10 | 1 << 5 | 1,
                                                               .lattice = 5 | 4 << 8 | 3 << 16},
                                on_verdict, NULL);
    assert_non_null(t.judge);
    t.p.rst = true;
    cycle();
    t.p.rst = false;
    for (unsigned i = 0; i < 20; i++)
        cycle();
}

/* Lays a packet of three payload words into the tables of the next cycles. */
static void lay(const struct play *y)
{
    struct ape_header h = y->h;
    uint8_t bytes[WORDS * APE_WORD] = {0};
    for (unsigned i = APE_WORD; i < 4 * APE_WORD; i++)
        bytes[i] = (uint8_t)(i + h.pid);
    h.len = 48;
    ape_header_put(&h, bytes);
    ape_seal(bytes, sizeof bytes);
    for (unsigned i = 0; i < WORDS; i++) {
        struct tn_ape_beat *b = &t.in[y->at + i][y->in];
        *b = (struct tn_ape_beat){.valid = true, .head = i == 0, .last = i + 1 == WORDS};
        memcpy(b->word, bytes + i * APE_WORD, APE_WORD);
        if (y->lost)
            continue;
        t.beat[y->at + y->delay + i][y->out] = *b;
        if (y->out >= APR_LINKS)
            t.l_vc[y->at + y->delay + i][y->out - APR_LINKS] = y->vc;
    }
    if (y->lost)
        return;
    h.vc = y->vc;
    h.last_hop = y->last_hop;
    h.ool = y->ool;
    h.hops++;
    ape_header_put(&h, t.beat[y->at + y->delay][y->out].word);
    t.beat[y->at + y->delay][y->out].word[0] = ape_secded(t.beat[y->at + y->delay][y->out].word);
}

static const char *run(void)
{
    static char rule[sizeof t.rule];
    for (unsigned i = 0; i < BEATS; i++) {
        memcpy(t.p.in, t.in[i], sizeof t.p.in);
        memcpy(t.p.out, t.beat[i], sizeof t.p.out);
        memcpy(t.p.out_vc, t.l_vc[i], sizeof t.p.out_vc);
        cycle();
    }
    tn_ape_router_judge_finish(t.judge);
    tn_ape_router_judge_free(t.judge);
    memcpy(rule, t.rule, sizeof rule);
    return rule;
}

/* From local port 0 two steps x+, to 3.1.1. */
static struct play plus_x(void)
{
    return (struct play){.in = IN_LOCAL0,
                         .out = OUT_XP,
                         .delay = WAY_CYC,
                         .h = {.dst = {3, 1, 1}, .type = 1, .pid = 7}};
}

static const char *one(struct play y)
{
    begin();
    lay(&y);
    return run();
}

static void a_player_without_bugs_breaks_nothing(void **state)
{
    struct play y = plus_x(), over, to_own, outside;
    (void)state;
    assert_string_equal(one(y), "");
    over = plus_x(); /* 1 to 4: 2 steps minus of 5, over the wrap link: VC 1 */
    over.h.dst.x = 4;
    over.out = OUT_XM;
    over.vc = 1;
    assert_string_equal(one(over), "");
    to_own = plus_x(); /* from y-, VC 1, to local port 1 */
    to_own.in = IN_YM1;
    to_own.h = (struct ape_header){.dst = {1, 1, 1}, .port = 1, .type = 1, .vc = 1};
    to_own.out = OUT_LOCAL1;
    to_own.vc = 1;
    assert_string_equal(one(to_own), "");
    outside = plus_x();
    outside.h.dst.y = 4;
    outside.out = OUT_LOCAL0;
    outside.ool = true;
    assert_string_equal(one(outside), "");
}

static void blames(const char *found, const char *rule)
{
    assert_string_equal(found, rule);
}

static void wrong_ways(void **state)
{
    struct play y = plus_x();
    (void)state;
    y.out = OUT_YP;
    blames(one(y), "APR-DIM-1");
    y.out = OUT_XM;
    blames(one(y), "APR-WAY-1");
    y = plus_x();
    y.vc = 1;
    blames(one(y), "APR-VC-1");
    y = plus_x();
    y.last_hop = true;
    blames(one(y), "APR-VC-1");
    y = plus_x();
    y.h.dst = (struct ape_node){1, 1, 1};
    y.h.port = 1;
    y.out = OUT_LOCAL0;
    blames(one(y), "APR-LOC-1");
    y = plus_x();
    y.h.dst.y = 4;
    blames(one(y), "APR-OOL-1");
}

static void wrong_words(void **state)
{
    struct play y = plus_x();
    (void)state;
    begin();
    lay(&y);
    t.beat[WAY_CYC][OUT_XP].word[0] ^= 3;
    blames(run(), "APR-HDR-1");
    begin();
    lay(&y);
    t.beat[WAY_CYC + 2][OUT_XP].word[9] ^= 1;
    blames(run(), "APR-FLOW-1");
    y.lost = true;
    blames(one(y), "APR-FLOW-1");
    y.lost = false;
    begin();
    t.p.reg_wr = true;
    t.p.reg_addr = 4 * APR_HOP_LIMIT;
    t.p.reg_wdata = 5;
    cycle();
    for (unsigned i = 0; i < 8; i++)
        cycle();
    y.h.hops = 5; /* one more is above the limit */
    lay(&y);
    blames(run(), "APR-DROP-1");
    y = plus_x();
    begin();
    t.p.reg_wr = true;
    t.p.reg_addr = 4 * APR_PORT_EN;
    t.p.reg_wdata = 0x3e;
    cycle();
    for (unsigned i = 0; i < 8; i++)
        cycle();
    lay(&y);
    blames(run(), "APR-DROP-2");
}

static void wrong_times(void **state)
{
    struct play y = plus_x(), z = plus_x();
    (void)state;
    begin();
    t.no_room = true;
    lay(&y);
    blames(run(), "APR-CUT-1");
    y.delay = 12;
    blames(one(y), "APR-LAT-1");
    y = plus_x();
    begin();
    lay(&y);
    memmove(&t.beat[WAY_CYC + 3], &t.beat[WAY_CYC + 2], 3 * sizeof t.beat[0]);
    memset(&t.beat[WAY_CYC + 2], 0, sizeof t.beat[0]);
    blames(run(), "APR-RATE-1");
    begin();
    t.not_ready = true; /* the link takes nothing, and valid falls */
    lay(&y);
    memset(&t.beat[WAY_CYC + 1], 0, sizeof t.beat[0]);
    blames(run(), "APR-HSK-1");
    z.at = 6; /* two packets of an input, the second one first */
    z.h.pid = 9;
    z.delay = 6;
    y.delay = 20;
    begin();
    lay(&y);
    lay(&z);
    blames(run(), "APR-ORD-1");
}

/* Inputs 0 and 12 wait for an output for long; with fixed priority 0 comes first. */
static void wrong_turns(void **state)
{
    struct play first = plus_x(), low = plus_x(), high = plus_x();
    (void)state;
    first.in = 4;
    first.h.pid = 1;
    first.h.dst.x = 2;
    first.last_hop = true;
    low.in = 2;
    low.h.pid = 2;
    high.in = 8;
    high.h.pid = 3;
    begin();
    t.p.reg_wr = true;
    t.p.reg_addr = 4 * APR_ARB;
    cycle();
    for (unsigned i = 0; i < 8; i++)
        cycle();
    first.delay = 20;
    low.delay = 34;
    high.delay = 27;
    lay(&first);
    lay(&low);
    lay(&high);
    blames(run(), "APR-ARB-1");
}

static void wrong_registers(void **state)
{
    (void)state;
    begin();
    t.p.reg_rd = true;
    t.p.reg_addr = 4 * APR_OOL;
    cycle();
    t.p.reg_rdata = 1;
    cycle();
    blames(run(), "APR-REG-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_without_bugs_breaks_nothing),
        cmocka_unit_test(wrong_ways),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(wrong_times),
        cmocka_unit_test(wrong_turns),
        cmocka_unit_test(wrong_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
