/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The other end of a TNW link: the model's end and symbols, two lines, items both ways.
 */
#include "tnw_line.h"

#include "tnw_show.h"

#include <tn/bug.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tn_show_list tn_show_tnw_line, tn_show_tnw_cut;

enum {
    LANES = 4,
    SYMBOL = 10,
    SYMBOL_MASK = 0x3ff,
    SKEW_MAX = 79,
    HISTORY = SKEW_MAX / SYMBOL + 2,
    DECODER = 7 /* cycles of a tnw_pcs */
};

struct tn_tnw_peer {
    struct tn_tnw_end *end;
    struct tn_tnw_out out; /* in the last cycle */
    struct tn_tnw_decoder *decoder;
    struct tn_tnw_encoder encoder;
    struct tn_tnw_line line[2];
    struct tn_tnw_items *to_far, *to_dut;
    unsigned skew[LANES];
    uint64_t sent[HISTORY]; /* columns towards the DUT, [0] last */
    struct tn_rng rng;
    struct {
        bool wr, rd, answered, asked;
        uint16_t addr;
        uint32_t data;
    } reg;
};

/* What the kinds of errors do to the 40 bits: one to four of them, one, all. */
static uint64_t hurt_symbols(struct tn_tnw_peer *f, uint64_t sym, unsigned kinds)
{
    uint64_t n = kinds >> TN_TNW_E_SYMBOL & 1 ? 1 + tn_rng_below(&f->rng, 4) : 0;
    for (n += kinds >> TN_TNW_E_LINE & 1; n; n--)
        sym ^= 1ull << tn_rng_below(&f->rng, LANES * SYMBOL);
    return kinds >> TN_TNW_E_DARK & 1 ? 0 : sym;
}

/* The bits of a lane, so many late, that stand on the line now. */
static uint64_t lane_now(const struct tn_tnw_peer *f, unsigned lane)
{
    const unsigned back = f->skew[lane] / SYMBOL, part = f->skew[lane] % SYMBOL;
    const uint64_t now = f->sent[back] >> SYMBOL * lane & SYMBOL_MASK;
    const uint64_t before = f->sent[back + 1] >> SYMBOL * lane & SYMBOL_MASK;
    return (now << part | before >> (SYMBOL - part)) & SYMBOL_MASK;
}

/* Of the words that the DUT gets, the last n may be others than were shown. */
static void show_spoilt(unsigned n)
{
    tn_show(&tn_show_tnw_line, NULL, &(struct tn_tnw_line_shown){.way = TN_TNW_TO_DUT, .spoilt = n});
}

/* The word of the other end goes onto its line: what the DUT sees next. */
static uint64_t towards_dut(struct tn_tnw_peer *f, struct tnw_word word, uint64_t cycle)
{
    unsigned kinds;
    const struct tn_tnw_pcs_rx in = {.word = word, .up = true};
    const struct tnw_word sent = f->line[TN_TNW_TO_DUT].word[0].word;
    const struct tn_tnw_pcs_rx out = tn_tnw_line_step(&f->line[TN_TNW_TO_DUT], &in, cycle, &kinds);
    uint64_t now = 0;
    const bool fault = (kinds & ~(1u << TN_TNW_E_PACKET)) != 0 || f->line[TN_TNW_TO_DUT].placed ||
                       f->line[TN_TNW_TO_DUT].gone;
    tn_show(&tn_show_tnw_line, NULL,
            &(struct tn_tnw_line_shown){TN_TNW_TO_DUT, cycle, sent, out.word, fault, 0});
    if (kinds >> TN_TNW_E_SYMBOL & 15)
        show_spoilt(HISTORY); /* late lanes carry earlier words */
    memmove(&f->sent[1], &f->sent[0], sizeof f->sent - sizeof f->sent[0]);
    f->sent[0] = tn_tnw_encode_word(&f->encoder, out.word);
    if (kinds >> TN_TNW_E_SKEW & 1)
        f->skew[tn_rng_below(&f->rng, LANES)] = (unsigned)tn_rng_below(&f->rng, 7 * SYMBOL + 1);
    for (unsigned lane = 0; lane < LANES; lane++)
        now |= lane_now(f, lane) << SYMBOL * lane;
    return hurt_symbols(f, now, kinds);
}

/* What the other end gets of the DUT's symbols. */
static struct tn_tnw_pcs_rx from_dut(struct tn_tnw_peer *f, uint64_t sym, uint64_t cycle)
{
    unsigned kinds;
    struct tn_tnw_line *l = &f->line[TN_TNW_FROM_DUT];
    sym = hurt_symbols(f, sym, l->hurt);
    const struct tn_tnw_pcs_rx in = tn_tnw_decode_bits(f->decoder, sym);
    const struct tn_tnw_pcs_rx out = tn_tnw_line_step(l, &in, cycle, &kinds);
    l->hurt = kinds;
    return out;
}

static void far_registers(struct tn_tnw_peer *f, struct tn_tnw_in *in)
{
    if (f->reg.asked) {
        f->reg.data = f->out.reg_rdata;
        f->reg.answered = true;
    }
    f->reg.asked = f->reg.rd;
    in->reg_wr = f->reg.wr;
    in->reg_rd = f->reg.rd;
    in->reg_addr = f->reg.addr;
    in->reg_wdata = f->reg.data;
    f->reg.wr = f->reg.rd = false;
}

static void play(void *ctx, const struct tn_tnw_pins *now, struct tn_tnw_play *next)
{
    struct tn_tnw_peer *f = ctx;
    struct tn_tnw_in dut = {0}, in = {.rst = now->in.rst};
    const bool ok = f->out.inj_ok;
    if (!now->pcs.rx.up)
        show_spoilt(HISTORY + DECODER);
    f->to_far->cycle = f->to_dut->cycle = now->cycle;
    tn_show(
        &tn_show_tnw_line, NULL,
        &(struct tn_tnw_line_shown){TN_TNW_FROM_DUT, now->cycle, now->pcs.tx, now->pcs.tx, false, 0});
    const struct tn_tnw_pcs_rx rx = from_dut(f, now->pcs.tx_sym, now->cycle);

    if (now->in.rst) {
        tn_tnw_items_break(f->to_far, true);
        tn_tnw_items_break(f->to_dut, false);
    } else {
        if (now->out.flush)
            tn_tnw_items_break(f->to_dut, false);
        tn_tnw_items_inject(f->to_far, now->out.inj_ok, &dut);
        tn_tnw_items_take(f->to_dut, &now->out, &dut);
    }
    next->inj_valid = dut.inj_valid;
    next->inj_last = dut.inj_last;
    next->inj_vc = dut.inj_vc;
    next->inj_offset = dut.inj_offset;
    next->rcv_take = dut.rcv_take;
    next->rcv_vc = dut.rcv_vc;
    memcpy(next->inj_data, dut.inj_data, sizeof next->inj_data);

    f->out = *tn_tnw_end_out(f->end);
    in.rx = rx.word;
    in.rx_up = rx.up;
    in.rx_code_n = rx.code_n;
    in.rx_disp_n = rx.disp_n;
    if (in.rst) {
        tn_tnw_items_break(f->to_dut, true);
        tn_tnw_items_break(f->to_far, false);
    } else {
        if (f->out.flush)
            tn_tnw_items_break(f->to_far, false);
        tn_tnw_items_inject(f->to_dut, ok, &in);
        tn_tnw_items_take(f->to_far, &f->out, &in);
        far_registers(f, &in);
    }
    next->rx_sym = towards_dut(f, f->out.tx, now->cycle);
    tn_tnw_end_clock(f->end, &in);
}

struct tn_tnw_peer *tn_tnw_peer_new(const struct tn_tnw_params *p, unsigned delay, uint64_t seed,
                                    struct tn_tnw_items *to_far, struct tn_tnw_items *to_dut)
{
    if (delay < 2 || delay > 60) {
        fprintf(stderr, "tnw line: a delay of %u cycles, 2 to 60 can be\n", delay);
        errno = EINVAL;
        return NULL;
    }
    struct tn_tnw_peer *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->end = tn_tnw_end_new(p, TN_TNW_NO_BUG);
    f->decoder = tn_tnw_decoder_new();
    if (!f->end || !f->decoder) {
        tn_tnw_peer_free(f);
        return NULL;
    }
    f->to_far = to_far;
    f->to_dut = to_dut;
    tn_rng_seed(&f->rng, seed, 2);
    tn_tnw_line_init(&f->line[0], TN_TNW_FROM_DUT, delay, seed);
    tn_tnw_line_init(&f->line[1], TN_TNW_TO_DUT, delay, seed);
    tn_show(&tn_show_tnw_cut, NULL, NULL);
    tn_tnw_player(play, f);
    return f;
}

void tn_tnw_peer_free(struct tn_tnw_peer *f)
{
    if (!f)
        return;
    tn_tnw_player(NULL, NULL);
    if (f->end)
        tn_tnw_end_free(f->end);
    if (f->decoder)
        tn_tnw_decoder_free(f->decoder);
    free(f);
}

void tn_tnw_peer_skew(struct tn_tnw_peer *f, const unsigned bits[4])
{
    for (unsigned i = 0; i < LANES; i++) {
        tn_require(bits[i] <= SKEW_MAX);
        f->skew[i] = bits[i];
    }
}

void tn_tnw_peer_noise(struct tn_tnw_peer *f, enum tn_tnw_way way, unsigned kinds, uint32_t one_in)
{
    tn_require(kinds != 0 || one_in == 0);
    f->line[way].kinds = kinds;
    f->line[way].one_in = one_in;
}

void tn_tnw_peer_strike(struct tn_tnw_peer *f, tn_tnw_strike_fn *fn, void *ctx)
{
    for (unsigned way = 0; way < 2; way++) {
        f->line[way].fn = fn;
        f->line[way].ctx = ctx;
    }
}

void tn_tnw_peer_close(struct tn_tnw_peer *f, enum tn_tnw_way way, bool closed)
{
    (way == TN_TNW_FROM_DUT ? f->to_far : f->to_dut)->closed = closed;
}

int tn_tnw_peer_put(struct tn_tnw_peer *f, enum tn_tnw_way way, struct tnw_word w)
{
    struct tn_tnw_line *l = &f->line[way];
    if (l->put_n == TN_TNW_PUT)
        return -ENOSPC;
    l->put[l->put_n++] = w;
    return 0;
}

unsigned tn_tnw_peer_errors(const struct tn_tnw_peer *f, enum tn_tnw_way way,
                            enum tn_tnw_error kind)
{
    return f->line[way].errors[kind];
}

void tn_tnw_peer_write(struct tn_tnw_peer *f, uint16_t addr, uint32_t value)
{
    f->reg.addr = addr;
    f->reg.data = value;
    f->reg.wr = true;
    tn_sim_step(2);
}

uint32_t tn_tnw_peer_read(struct tn_tnw_peer *f, uint16_t addr)
{
    f->reg.addr = addr;
    f->reg.rd = true;
    f->reg.answered = false;
    tn_sim_step(4);
    tn_require(f->reg.answered);
    return f->reg.data;
}
