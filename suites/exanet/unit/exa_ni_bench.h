/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's scoreboard beside a DUT played by hand: what goes in, and what the DUT
 * is said to have answered, cycle by cycle. A wrong answer must be blamed by its rule, and
 * the right one asks the same rule and keeps it.
 */
#ifndef EXA_NI_BENCH_H
#define EXA_NI_BENCH_H

#include "exa_ni_fixture.h"

#include <tn/exanet/exa_ni_board.h>

enum kind { MBOX, RTM, PKT };
enum { PDID = 77, BOUND = 1u << 31, BENCH_CHANS = 4, BENCH_TIMEOUT = 60, APART = 24 };

struct bench {
    struct tn_exn *m;
    struct tn_exn_board *b;
    uint64_t cycle;
    struct first_verdict judged;
    bool low;      /* a ready of s_exa, in the next cycle */
    unsigned late; /* read data come so many cycles late */
    unsigned id;   /* IDs of answers are off by that */
};

static inline void bench_pins(struct bench *n, const struct tn_exa_word *in,
                              const struct tn_exa_word *out)
{
    struct tn_exa_pins i = {.ready = n->low ? 6 : 7}, o = {.ready = 7};
    if (in) {
        i.valid = in->kind;
        memcpy(i.data, in->data, sizeof i.data);
    }
    if (out) {
        o.valid = out->kind;
        memcpy(o.data, out->data, sizeof o.data);
    }
    tn_exn_board_pins(n->b, n->cycle++, &i, &o);
    n->low = false;
}

static inline void bench_wait(struct bench *n, unsigned cycles)
{
    while (cycles--)
        bench_pins(n, NULL, NULL);
}

static inline void bench_in(struct bench *n, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        bench_pins(n, &s->w[i], NULL);
}

static inline void bench_out(struct bench *n, const struct words *s)
{
    for (unsigned i = 0; i < s->n; i++)
        bench_pins(n, NULL, &s->w[i]);
}

static inline void bench_event(struct bench *n, unsigned channel, uint32_t w0, const uint32_t *data,
                               uint32_t w2, uint32_t w3, uint32_t w4)
{
    struct tn_axi_seen y = {
        .cycle = n->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16};
    y.word[0] = w0;
    y.word[2] = w2;
    y.word[3] = w3;
    if (data)
        memcpy(y.word, data, 16);
    y.word[4] = w4;
    tn_exn_board_axi(n->b, &y);
}

/* A read of beats words, which finds these values and responses. */
static inline void bench_read(struct bench *n, uint32_t addr, enum tn_axs_burst_type type,
                              unsigned beats, const uint32_t *found, enum tn_axs_resp resp)
{
    bench_event(n, TN_AXI_CH_AR, addr, NULL, 3, (beats - 1) | 2u << 8 | (uint32_t)type << 11, 0);
    bench_wait(n, 2 + n->late);
    for (unsigned i = 0; i < beats; i++) {
        const uint32_t at = type == TN_AXS_FIXED ? addr : addr + 4 * i;
        uint32_t data[4] = {0};
        data[at / 4 % 4] = found[i];
        bench_event(n, TN_AXI_CH_R, 0, data, 0, data[3],
                    (3 + n->id) | (uint32_t)resp << 16 | (uint32_t)(i + 1 == beats) << 18);
        bench_wait(n, 1);
    }
}

/* A write of the same word beats times, and the response. */
static inline void bench_write(struct bench *n, uint32_t addr, unsigned beats, uint32_t value,
                               enum tn_axs_resp resp)
{
    bench_event(n, TN_AXI_CH_AW, addr, NULL, 5, (beats - 1) | 2u << 8 | 1u << 11, 0);
    bench_wait(n, 1);
    for (unsigned i = 0; i < beats; i++) {
        const uint32_t at = addr / 4 % 4 + i;
        uint32_t data[4] = {0};
        data[at % 4] = value;
        bench_event(n, TN_AXI_CH_W, data[0], data, 0, 0,
                    15u << 4 * (at % 4) | (uint32_t)(i + 1 == beats) << 16);
        bench_wait(n, 1);
    }
    bench_event(n, TN_AXI_CH_B, 0, NULL, 0, 0, (5 + n->id) | (uint32_t)resp << 16);
    bench_wait(n, 1);
}

static inline void bench_put(struct bench *n, uint32_t addr, uint32_t value)
{
    bench_write(n, addr, 1, value, TN_AXS_OKAY);
}

/* A packet for the block, of PDID 77. */
static inline struct exa_packet bench_packet(uint64_t addr, unsigned type, unsigned len,
                                             unsigned tid)
{
    struct exa_packet k = packet(own_node, addr, type, len, 0x10);
    k.src = sender;
    k.pdid = PDID;
    k.tid = (uint16_t)tid;
    exa_seal(&k);
    return k;
}

/* The packet goes in, and obs_rx shows that cause (0: none). */
static inline void bench_give(struct bench *n, const struct exa_packet *k, unsigned shown)
{
    struct words s = words_of(k);
    bench_in(n, &s);
    bench_wait(n, 3);
    if (shown)
        tn_exn_board_obs(n->b, n->cycle, shown);
    bench_wait(n, 1);
}

/* A block fresh from reset; mailbox 1, and channel 2, are bound. */
static inline struct bench bench_new(enum kind kind)
{
    const struct tn_exm_params m = {.mbox_n = 4, .slot_log2 = 1, .dup_n = 4};
    const struct tn_exr_params r = {.rsp_log2 = 2, .read_log2 = 1, .dup_n = 4};
    struct bench n = {.cycle = 100};
    n.m = kind == MBOX  ? tn_exm_new(&m, OWN, NULL, NULL)
          : kind == RTM ? tn_exr_new(&r, OWN, NULL, NULL)
                        : tn_exp_new(BENCH_CHANS, OWN, NULL, NULL);
    assert_non_null(n.m);
    return n;
}

static inline void bench_start(struct bench *n, enum kind kind)
{
    *n = bench_new(kind);
    n->b = tn_exn_board_new(n->m, first_verdict, &n->judged);
    assert_non_null(n->b);
    bench_wait(n, 4);
    if (kind == MBOX)
        bench_put(n, KERNEL + 4, BOUND | PDID);
    if (kind == PKT) {
        bench_put(n, KERNEL + 8, BOUND | PDID);
        bench_put(n, KERNEL + 0x410, BENCH_TIMEOUT);
    }
    assert_int_equal(n->judged.n, 0);
}

static inline void bench_stop(struct bench *n)
{
    tn_exn_board_free(n->b);
    tn_exn_free(n->m);
}

/* The actions of a scenario, right or wrong. */
typedef void scenario(struct bench *n, bool wrong);

/* The first rule that the wrong one breaks; the right one breaks none. */
struct blame {
    char rule[16];
    uint64_t asked;
};

static inline void bench_asked(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    struct blame *r = ctx;
    (void)failed;
    if (strcmp(rule, r->rule) == 0)
        r->asked += asked;
}

static inline struct blame both(enum kind kind, scenario *run, void (*more)(struct bench *n))
{
    struct blame r = {0};
    for (int wrong = 1; wrong >= 0; wrong--) {
        struct bench n;
        bench_start(&n, kind);
        if (more)
            more(&n);
        assert_int_equal(n.judged.n, 0);
        run(&n, wrong);
        bench_wait(&n, APART);
        if (wrong) {
            memcpy(r.rule, n.judged.rule, sizeof r.rule);
        } else {
            tn_exn_board_finish(n.b);
            if (n.judged.n)
                print_message("right, and yet %s\n", n.judged.rule);
            assert_int_equal(n.judged.n, 0);
            tn_exn_board_rules(n.b, bench_asked, &r);
        }
        bench_stop(&n);
    }
    return r;
}

/* A word that reads right must not be blamed, one that reads wrong must. */
static struct {
    uint32_t addr, right, wrong;
    enum tn_axs_resp resp;
} bench_word;

static inline void read_word(struct bench *n, bool wrong)
{
    bench_read(n, bench_word.addr, TN_AXS_INCR, 1, wrong ? &bench_word.wrong : &bench_word.right,
               bench_word.resp);
}

static inline struct blame word_of(enum kind kind, void (*more)(struct bench *n), uint32_t addr,
                                   uint32_t right, uint32_t wrong)
{
    bench_word.addr = addr;
    bench_word.right = right;
    bench_word.wrong = wrong;
    bench_word.resp = TN_AXS_OKAY;
    return both(kind, read_word, more);
}

static inline void blames(struct blame r, const char *rule)
{
    if (strcmp(r.rule, rule) != 0)
        print_message("%s, not %s\n", r.rule[0] ? r.rule : "nothing", rule);
    assert_string_equal(r.rule, rule);
    if (r.asked == 0)
        print_message("%s: the right run does not ask it\n", rule);
    assert_true(r.asked > 0);
}

#endif
