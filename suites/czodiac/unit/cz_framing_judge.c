/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a cz_framing beside a player of its pins: the model as a block without delay,
 * correct or with a chosen bug. Each rule fails by its bug, and none without.
 */
#include <tn/czodiac/cz_framing_judge.h>
#include <tn/rng.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum bug {
    SOUND,
    LATE_START,     /* a frame begins 40 cycles late */
    LOST_FRAME,     /* a frame that was given does not leave */
    OTHER_BYTES,    /* a bit of a frame that leaves is wrong */
    NO_SECOND_END,  /* END of one frame is data */
    WRONG_LANE,     /* a frame begins in lane 2 */
    NO_PAD,         /* idle in the place of PAD */
    PAD_IN_IDLE,    /* PAD where no frame ended */
    SHORT_SET,      /* an ordered set of two SKP */
    SET_OF_LANES,   /* an ordered set without the last lane */
    EARLY_SET,      /* an ordered set before it is due */
    LATE_SET,       /* an ordered set behind the time */
    PLAIN_IDLE,     /* idle is not scrambled in one cycle */
    ODD_SYMBOL,     /* K28.1 in idle */
    IDLE_DOWN,      /* idle while up is 0 */
    EAGER,          /* all frames are asked for at once */
    DROPPED,        /* a frame that came is not delivered */
    NOT_EDB,        /* EDB is delivered as END */
    OUT_OF_NOTHING, /* a frame is delivered that did not come */
    NO_ERR,         /* m_frm_err is 0 */
    SILENT,         /* obs_rx_err is 0 */
    TALKATIVE,      /* obs_rx_err is 1 for nothing */
    AFTER_ERROR,    /* the frame behind an error is dropped */
    INNER,          /* a frame inside a broken one is received */
    NEVER_UP,       /* rx_up stays 0 */
    ALWAYS_UP,      /* rx_up is 1 from the first cycle */
    BAD_KEEP,       /* a beat with holes */
    BUGS
};

static const char *const rule_of[BUGS] = {
    [LATE_START] = "CZF-FRM-2",    [LOST_FRAME] = "CZF-FRM-2", [OTHER_BYTES] = "CZF-FRM-2",
    [NO_SECOND_END] = "CZF-FRM-1", [WRONG_LANE] = "CZF-LAN-1", [NO_PAD] = "CZF-LAN-2",
    [PAD_IN_IDLE] = "CZF-LAN-2",   [SHORT_SET] = "CZF-SKP-1",  [SET_OF_LANES] = "CZF-SKP-1",
    [EARLY_SET] = "CZF-SKP-2",     [LATE_SET] = "CZF-SKP-2",   [PLAIN_IDLE] = "CZF-SCR-1",
    [ODD_SYMBOL] = "CZF-SYM-1",    [IDLE_DOWN] = "CZF-DWN-1",  [EAGER] = "CZF-FRM-3",
    [DROPPED] = "CZF-RX-1",        [NOT_EDB] = "CZF-RX-1",     [OUT_OF_NOTHING] = "CZF-RX-2",
    [NO_ERR] = "CZF-ERR-1",        [SILENT] = "CZF-ERR-2",     [TALKATIVE] = "CZF-ERR-2",
    [AFTER_ERROR] = "CZF-ERR-3",   [INNER] = "CZF-ERR-3",      [NEVER_UP] = "CZF-UP-1",
    [ALWAYS_UP] = "CZF-UP-1",      [BAD_KEEP] = "CZF-STR-1",
};

/* A frame on its way through the block, either way. */
struct way {
    struct tn_cz_frame f[256];
    unsigned in, out;
    size_t at;
};

static struct {
    enum bug bug;
    struct tn_cz_framing_params par;
    struct tn_cz_framing_judge *judge;
    struct tn_cz_sender own, far;
    struct tn_cz_reader reader;
    struct tn_rng rng;
    struct way source, through, sender, sink;
    unsigned pulses, wait;
    bool after_error, done, in_step;
    uint64_t now;
    char rule[16], found[160];
    unsigned verdicts;
} pl;

static void frame(struct tn_cz_frame *f)
{
    *f = (struct tn_cz_frame){.dllp = tn_rng_below(&pl.rng, 3) == 0};
    f->len = f->dllp ? 8 : 4 * (5 + (size_t)tn_rng_below(&pl.rng, 12));
    f->edb = !f->dllp && tn_rng_below(&pl.rng, 4) == 0;
    for (size_t i = f->dllp ? 0 : 2; i < (f->dllp ? 6 : f->len); i++)
        f->bytes[i] = (uint8_t)tn_rng_next(&pl.rng);
}

/* Says once, in the run of this bug behind cycle 3000, that it strikes now. */
static bool strikes(enum bug b)
{
    const bool now = pl.bug == b && !pl.done && pl.now > 3000;
    pl.done |= now;
    return now;
}

static bool strikes_if(bool condition, enum bug b)
{
    return condition && strikes(b);
}

static bool own_next(void *ctx, struct tn_cz_frame *f)
{
    struct way *w = &pl.through;
    (void)ctx;
    if (pl.wait) {
        pl.wait--;
        return false;
    }
    if (w->in == w->out)
        return false;
    if (strikes(LATE_START)) {
        pl.wait = 40;
        return false;
    }
    *f = w->f[w->out++ % 256];
    if (strikes(LOST_FRAME))
        return false;
    if (strikes(OTHER_BYTES))
        f->bytes[4] ^= 1;
    return true;
}

static bool far_next(void *ctx, struct tn_cz_frame *f)
{
    (void)ctx;
    if (tn_rng_below(&pl.rng, 4))
        return false;
    frame(f);
    return true;
}

static void came(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began)
{
    struct way *w = &pl.sink;
    (void)ctx, (void)loose, (void)began;
    if (pl.now < 60)
        return;
    const bool hurt = pl.after_error;
    pl.after_error &= f->err;
    if (!f->err && strikes_if(hurt, AFTER_ERROR))
        return;
    if (!f->err && strikes_if(!hurt, DROPPED))
        return;
    w->f[w->in % 256] = *f;
    w->f[w->in % 256].len = (f->len + 3) / 4 * 4;
    const bool inner = f->err && !pl.reader.torn; /* it ended well */
    if (f->err && (inner ? strikes(INNER) : strikes(NO_ERR)))
        w->f[w->in % 256].err = false;
    if (f->edb && strikes_if(!hurt, NOT_EDB))
        w->f[w->in % 256].edb = false;
    w->in++;
}

static void erred(void *ctx, enum tn_cz_breach what, unsigned lane, bool inside, bool again)
{
    (void)ctx, (void)lane;
    pl.after_error = true;
    pl.pulses |= !inside && !again && (what == TN_CZ_BAD_SYMBOL || what == TN_CZ_STRAY);
}

static const struct tn_cz_reader_ops ops = {.frame = came, .breach = erred};

static void verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (pl.verdicts++)
        return;
    snprintf(pl.rule, sizeof pl.rule, "%s", v->rule);
    snprintf(pl.found, sizeof pl.found, "%s, cycle %llu", v->found, (unsigned long long)v->cycle);
}

static struct tn_stream_beat beat(struct way *w)
{
    const struct tn_cz_frame *f = &w->f[w->out % 256];
    struct tn_stream_beat b = {.valid = true, .last = f->len - w->at <= 16};
    const size_t n = b.last ? f->len - w->at : 16;
    memcpy(b.data, f->bytes + w->at, n);
    b.keep = (uint8_t)((1u << n / 4) - 1);
    w->at = b.last ? 0 : w->at + 16;
    w->out += b.last;
    return b;
}

/* The source: a frame comes by chance; it is taken while nothing waits. */
static void source(struct tn_cz_framing_pins *p)
{
    struct way *w = &pl.source;
    if (w->in == w->out && tn_rng_below(&pl.rng, pl.bug == EAGER ? 1 : 9) == 0)
        frame(&w->f[w->in++ % 256]);
    const struct tn_cz_frame *f = &w->f[w->out % 256];
    p->s_frm_ready = w->at || (pl.bug == EAGER && pl.now > 3000) || pl.through.in == pl.through.out;
    if (w->in == w->out || !p->s_frm_ready)
        return;
    p->s_frm_dllp = f->dllp;
    p->s_frm = beat(w);
    p->s_frm_edb = p->s_frm.last && f->edb;
    if (p->s_frm.last && pl.through.in - pl.through.out < 60)
        pl.through.f[pl.through.in++ % 256] = *f;
}

static bool free_of_k(const struct tn_cz_column *c)
{
    return !c->k && !pl.own.open;
}

/* Bugs in the symbols that leave. */
static void spoil(struct tn_cz_column *c)
{
    const unsigned top = pl.par.lanes - 1;
    const bool set = c->k & 1 && (c->octet[0] == TN_CZ_COM || c->octet[0] == TN_CZ_SKP);
    if (c->k >> top == 1 && c->octet[top] == TN_CZ_END && strikes(NO_SECOND_END))
        c->k = 0;
    if (free_of_k(c) && strikes(WRONG_LANE)) {
        c->octet[2] = TN_CZ_SDP;
        c->k = 4;
    }
    if (c->k >> 4 && c->octet[4] == TN_CZ_PAD && strikes(NO_PAD))
        c->k &= 15;
    if (free_of_k(c) && strikes(PAD_IN_IDLE)) {
        c->octet[top] = TN_CZ_PAD;
        c->k = (uint8_t)(1u << top);
    }
    if (set && strikes(SET_OF_LANES))
        c->k &= (uint8_t) ~(1u << top);
    if (free_of_k(c) && strikes(PLAIN_IDLE))
        memset(c->octet, 0, sizeof c->octet);
    if (free_of_k(c) && strikes(ODD_SYMBOL)) {
        c->octet[1] = 0x3c;
        c->k = 2;
    }
}

static void lanes(struct tn_cz_framing_pins *p)
{
    if (pl.own.set_left && strikes(SHORT_SET))
        pl.own.set_left--;
    if (!pl.own.open && !pl.own.set_left && strikes(EARLY_SET))
        pl.own.sets_due++, pl.own.cycles += pl.par.skp_cyc;
    if (pl.own.cycles == 1 && !pl.own.open && pl.through.in == pl.through.out && strikes(LATE_SET))
        pl.own.cycles = 30;
    pl.own.up = p->up || pl.bug == IDLE_DOWN;
    tn_cz_sender_column(&pl.own, own_next, NULL, &p->tx);
    spoil(&p->tx);
    pl.far.up = p->up;
    if (pl.now >= 20)
        tn_cz_sender_column(&pl.far, far_next, NULL, &p->rx);
    if (p->up && pl.now > 100 && tn_rng_below(&pl.rng, 40) == 0)
        p->rx.bad = (uint8_t)(1u << tn_rng_below(&pl.rng, pl.par.lanes));
}

static void cycle(void)
{
    struct tn_cz_framing_pins p = {.rst = pl.now < 4, .up = pl.now >= 60};
    if (!p.rst) {
        lanes(&p);
        if (p.up)
            source(&p);
        else
            p.s_frm_ready = true;
        pl.pulses = 0;
        tn_cz_reader_column(&pl.reader, &p.rx);
        pl.in_step |= pl.reader.stepped == 0xff;
        p.rx_up = pl.bug == ALWAYS_UP || (pl.in_step && pl.bug != NEVER_UP);
        p.obs_rx_err = (pl.pulses && pl.bug != SILENT) || strikes(TALKATIVE);
        if (pl.sink.in == pl.sink.out && strikes(OUT_OF_NOTHING))
            frame(&pl.sink.f[pl.sink.in++ % 256]);
        if (pl.sink.in != pl.sink.out) {
            const struct tn_cz_frame f = pl.sink.f[pl.sink.out % 256];
            p.m_frm = beat(&pl.sink);
            p.m_frm_dllp = f.dllp;
            p.m_frm_edb = p.m_frm.last && f.edb;
            p.m_frm_err = p.m_frm.last && f.err;
            if (!p.m_frm.last && strikes(BAD_KEEP))
                p.m_frm.keep = 5;
        }
    }
    tn_cz_framing_judge_cycle(pl.judge, &p, ++pl.now);
}

static void plays(enum bug bug, unsigned lanes_n)
{
    memset(&pl, 0, sizeof pl);
    pl.bug = bug;
    pl.par = (struct tn_cz_framing_params){512, lanes_n, true, 1180};
    tn_rng_seed(&pl.rng, lanes_n, 1);
    pl.judge = tn_cz_framing_judge_new(&pl.par, false, verdict, NULL);
    assert_non_null(pl.judge);
    tn_cz_sender_init(&pl.own, &pl.par);
    tn_cz_sender_init(&pl.far, &pl.par);
    tn_cz_reader_init(&pl.reader, &pl.par, &ops, NULL);
    for (unsigned i = 0; i < 12000; i++)
        cycle();
    if (bug == SOUND)
        for (unsigned i = 0; tn_cz_framing_judge_rule(i); i++)
            if (lanes_n == 8 && !tn_cz_framing_judge_asked(pl.judge, tn_cz_framing_judge_rule(i)))
                fail_msg("%s was not asked", tn_cz_framing_judge_rule(i));
    if (bug == SOUND && pl.verdicts)
        fail_msg("%u lanes: %s: %s", lanes_n, pl.rule, pl.found);
    if (bug != SOUND && strcmp(pl.rule, rule_of[bug]) != 0)
        fail_msg("bug %d on %u lanes: %s, not %s: %s", bug, lanes_n, pl.rule, rule_of[bug],
                 pl.found);
    tn_cz_framing_judge_free(pl.judge);
}

static void a_sound_block_breaks_no_rule(void **state)
{
    (void)state;
    plays(SOUND, 1);
    plays(SOUND, 4);
    plays(SOUND, 8);
}

static void each_bug_breaks_its_rule(void **state)
{
    (void)state;
    for (unsigned b = SOUND + 1; b < BUGS; b++)
        plays((enum bug)b, 8);
}

static void bugs_that_four_lanes_have(void **state)
{
    (void)state;
    for (unsigned b = SOUND + 1; b < BUGS; b++)
        if (b != NO_PAD)
            plays((enum bug)b, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_block_breaks_no_rule),
        cmocka_unit_test(each_bug_breaks_its_rule),
        cmocka_unit_test(bugs_that_four_lanes_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
