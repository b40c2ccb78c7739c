/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the random suites of the network interface's blocks: the scoreboard with the
 * block's model, packets with faults, AXI accesses of any shape, stalls everywhere.
 */
#ifndef NI_RANDOM_H
#define NI_RANDOM_H

#include "../shape.h"
#include "ni.h"

#include <tn/exanet/exa_ni_board.h>
#include <tn/rng.h>

enum { NI_PINS = 0x1004, NI_OPEN = 12, NI_RECENT = 32, NI_ENOUGH = 100 /* failures, after which traffic ends */ };

static struct {
    struct tn_rng rng;
    struct tn_exn *model;
    struct tn_exn_board *board;
    unsigned failures;
    struct tn_axi_txn *open[NI_OPEN];
    unsigned open_n;
    struct exa_packet recent[NI_RECENT]; /* packets sent last, to be sent again */
    unsigned recent_n;
    uint64_t digest;
    unsigned long moved; /* words and beats */
    struct still still;
} nr;

static inline unsigned nr_below(unsigned n)
{
    return (unsigned)tn_rng_below(&nr.rng, n);
}

static inline bool nr_chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&nr.rng, num, den);
}

static inline void nr_mix(uint64_t v)
{
    nr.digest = (nr.digest ^ v) * 0x100000001b3u;
    nr.digest ^= nr.digest >> 31;
}

static inline void nr_on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    rule_broken(&nr.failures, v->rule, v);
}

static inline void nr_on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    (void)ctx;
    tn_exn_board_pins(nr.board, seen->cycle, &seen->in[0], &seen->out[0]);
}

static inline void nr_on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx, (void)port;
    nr.moved += seen->valid && seen->ready;
    tn_exn_board_axi(nr.board, seen);
}

static inline void nr_on_rx(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)port;
    nr_mix(cycle << 4 | cause);
    tn_exn_board_obs(nr.board, cycle, cause);
}

static inline void nr_on_packet(void *ctx, const struct tn_event *ev)
{
    (void)ctx;
    nr_mix(ev->cycle);
    for (uint32_t i = 0; i < ev->len; i++)
        nr_mix(ev->bytes[i]);
}

/* Block and bench fresh, the model beside them, which becomes nr's. */
static inline void nr_begin(struct tn_exn *model, uint64_t salt)
{
    memset(&nr, 0, sizeof nr);
    tn_rng_seed(&nr.rng, tn_sim_seed(), salt);
    assert_non_null(model);
    nr.model = model;
    nr.board = tn_exn_board_new(model, nr_on_verdict, NULL);
    assert_non_null(nr.board);
    ni_fresh(NULL);
    still_begin(&nr.still);
    tn_reg_write(NI_PINS, 1);
    tn_sim_step(3);
    assert_int_equal(tn_exa_pins_subscribe(nr_on_pins, NULL), 0);
    assert_int_equal(tn_axi_subscribe(nr_on_axi, NULL), 0);
    tn_reject_subscribe(nr_on_rx, NULL);
    tn_monitor_subscribe(nr_on_packet, NULL);
    ni.ours = "AXI-BST-1"; /* reserved bursts are sent, too */
}

static inline struct tn_stall nr_pattern(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_NONE, TN_STALL_RANDOM,
                                               TN_STALL_PERIODIC, TN_STALL_BURST};
    struct tn_stall s = {.kind = kinds[nr_below(5)], .num = 1 + nr_below(6), .seed = tn_rng_next(&nr.rng)};
    s.den = s.num + 1 + nr_below(4);
    return s;
}

/* Other rhythms; now and then an output that moves seldom. */
static inline void nr_new_phase(void)
{
    struct tn_stall s = nr_pattern();
    tn_exa_source_stall(ni.in, &s);
    s = nr_pattern();
    if (nr_chance(1, 5))
        s = (struct tn_stall){.kind = TN_STALL_BURST, .num = nr_chance(1, 2) ? 400 : 1200, .den = 20, .seed = tn_rng_next(&nr.rng)};
    tn_sink_stall(ni.out, &s);
    for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
        s = nr_pattern();
        tn_axi_stall(ni.cpu, (enum tn_axi_channel)ch, &s);
    }
}

/* Frees transactions that are done. */
static inline void nr_reap(void)
{
    for (unsigned i = 0; i < nr.open_n;)
        if (nr.open[i]->done) {
            nr_mix(nr.open[i]->ended << 2 | nr.open[i]->resp);
            tn_axi_free(nr.open[i]);
            nr.open[i] = nr.open[--nr.open_n];
        } else {
            i++;
        }
}

/* Has no beat and no word of ours moved for long, though there are some? */
static inline bool nr_stands_still(void)
{
    return still_stands(&nr.still, nr.moved - (unsigned long)tn_exa_source_pending(ni.in)) &&
           (nr.open_n > 0 || tn_exa_source_pending(ni.in) > 0);
}

/* Is more traffic of no use: the block stands still, or has done wrong often enough? */
static inline bool nr_given_up(void)
{
    return nr.failures >= NI_ENOUGH || nr_stands_still();
}

/* Returns a random ID among sixteen, or among as many as the port has. */
static inline unsigned nr_id(void)
{
    const unsigned bits = (unsigned)tn_sim_param("AXI_ID_W");
    return nr_below(1u << (bits < 4 ? bits : 4));
}

/* Issues a burst at addr (which moves down where it would cross its page). Written words
 * come from values, with strobes often whole. */
static inline void nr_access(bool write, uint32_t addr, unsigned beats, unsigned size,
                             enum tn_axi_burst burst, uint32_t (*value)(void))
{
    struct tn_axi_txn *t = tn_axi_new(beats);
    assert_non_null(t);
    if (burst == TN_AXI_WRAP)
        addr &= ~((1u << size) - 1);
    if (burst == TN_AXI_INCR && (addr % 4096 >> size) + beats > 4096u >> size)
        addr = (addr & ~4095u) | (((4096u >> size) - beats) << size);
    t->write = write;
    t->addr = addr;
    t->size = size;
    t->burst = burst;
    t->id = nr_id();
    t->order = (enum tn_axi_order)(nr_below(2)); /* the block takes no data before an address */
    const bool nothing = nr_chance(1, 10); /* no strobes at all */
    for (unsigned i = 0; i < beats && write; i++) {
        unsigned n;
        uint64_t at = tn_axi_beat_at(addr, burst, beats, size, i, &n);
        uint16_t lanes = (uint16_t)(((1u << n) - 1) << at % 16);
        for (unsigned k = 0; k < 4; k++) {
            uint32_t v = value();
            memcpy(t->beat[i].data + 4 * k, &v, 4);
        }
        t->beat[i].strb = nothing ? 0 : nr_chance(5, 6) ? lanes : (uint16_t)(lanes & tn_rng_next(&nr.rng));
    }
    assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
    nr.open[nr.open_n++] = t;
}

/* A burst of any shape that AXI knows, now and then where no page is. */
static inline void nr_any_access(bool write, uint32_t addr, uint32_t (*value)(void))
{
    enum tn_axi_burst burst = (enum tn_axi_burst)nr_below(nr_chance(1, 6) ? 4 : 3);
    unsigned size = nr_chance(1, 2) ? 2 : nr_below(5);
    unsigned beats = nr_chance(1, 2) ? 1 : nr_chance(1, 4) ? 2 : 1 + nr_below(nr_chance(1, 3) ? 4 : 16);
    if (burst == TN_AXI_WRAP)
        beats = 2u << nr_below(4);
    if (burst == TN_AXI_INCR && nr_chance(1, 12))
        beats = 17 + nr_below(240);
    if (nr_chance(1, 6))
        addr |= 0x80000;
    nr_access(write, addr, beats, size, burst, value);
}

/* Sends it as it is, and remembers it. */
static inline void nr_send(const struct exa_packet *k)
{
    nr.recent[nr.recent_n++ % NI_RECENT] = *k;
    ni_send(k);
}

/* The packet becomes one of another type, mostly with the words that the type has. */
static inline void nr_become(struct exa_packet *k, unsigned type)
{
    uint8_t data[EXA_MTU];
    const unsigned n = k->size;
    assert_true(n <= sizeof data);
    memcpy(data, k->lanes, sizeof data);
    shape_as(k, type);
    if (nr_chance(1, 4))
        return;
    assert_int_equal(shape_of_type(k, k->addr, data, n), 0);
    k->pld_crc = exa_want_pld_crc(k);
}

/* One of the last packets, once more; at times as one of another type with the same number. */
static inline void nr_send_again(void)
{
    struct exa_packet k;
    if (!nr.recent_n)
        return;
    k = nr.recent[nr_below(nr.recent_n < NI_RECENT ? nr.recent_n : NI_RECENT)];
    if (nr_chance(1, 4)) {
        nr_become(&k, exa_type_at(nr_below(EXA_TYPE_N)));
        k.ftr_crc = exa_want_ftr_crc(&k);
        k.hdr_crc = exa_want_hdr_crc(&k);
    }
    ni_send(&k);
}

/* The packet as one of another type, or a message where it was none and the other way round, or
 * both. */
static inline void nr_change(struct exa_packet *k)
{
    const unsigned what = nr_below(4);
    if (what != 0)
        nr_become(k, exa_type_at(nr_below(EXA_TYPE_N)));
    if (what < 2)
        k->tid = exa_is_message(k) ? k->tid & EXA_TID_NUM : (uint16_t)(EXA_TID_MSG | nr_below(EXA_TID_MSG));
    if (nr_chance(1, 8))
        k->pld_crc ^= 1; /* and nothing of it is right */
    k->hdr_crc = exa_want_hdr_crc(k);
    k->ftr_crc = exa_want_ftr_crc(k);
    if (nr_chance(1, 8))
        k->ftr_crc ^= 1;
}

/* The packet with something wrong: a CRC, a field, a word too few or too many; at times cut, too, and
 * followed by another one. */
static inline void nr_send_broken(struct exa_packet k)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS + 2];
    const struct exa_packet whole = k;
    const bool cut = nr_chance(1, 4);
    unsigned how = nr_below(9);
    int n;
    if (how == 0)
        k.hdr_crc ^= (uint16_t)(1u << nr_below(16));
    if (how == 1)
        shape_as(&k, nr_below(32));
    if (how == 8)
        k.size = (uint16_t)nr_below(nr_chance(1, 2) ? 300 : 16384);
    if (how == 1 || how == 8)
        k.hdr_crc = exa_want_hdr_crc(&k);
    if (how == 1)
        k.ftr_crc = exa_want_ftr_crc(&k);
    if (how == 2)
        k.ftr_crc ^= (uint8_t)(1u << nr_below(8));
    if (how == 3 && k.word_n)
        k.lanes[nr_below(16u * k.word_n)] ^= (uint8_t)(1u << nr_below(8));
    if (how == 3 && !k.word_n) {
        k.pld_crc ^= 1u << nr_below(32);
        k.ftr_crc = exa_want_ftr_crc(&k);
    }
    n = tn_exa_words_of(&k, w);
    assert_true(n > 0);
    if (how == 4 || (cut && n > 1)) /* its end is missing */
        n -= 1 + (int)nr_below((unsigned)n);
    if (how == 5 && n > 2 && !cut) { /* a word of it is missing */
        unsigned at = nr_below((unsigned)n);
        memmove(&w[at], &w[at + 1], ((unsigned)n - at - 1) * sizeof *w);
        n--;
    }
    if (how == 6 && n > 0) { /* a word of it comes twice */
        unsigned at = nr_below((unsigned)n);
        memmove(&w[at + 1], &w[at], ((unsigned)n - at) * sizeof *w);
        n++;
    }
    if (how == 7 && n > 0) /* only words of no packet */
        memmove(w, w + 1, (unsigned)--n * sizeof *w);
    if (n > 0)
        assert_int_equal(tn_exa_source_words(ni.in, w, (size_t)n, 0), 0);
    if (cut)
        nr_send_broken(whole);
}

/* Rules that were asked, and kept, are in the verdict log. */
static inline void nr_kept(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

/* A reset into the traffic: block, model and scoreboard begin anew. */
static inline void nr_reset(void)
{
    tn_sim_reset(1 + nr_below(4));
    for (; nr.open_n; nr.open_n--) {
        assert_true(nr.open[nr.open_n - 1]->done || nr.open[nr.open_n - 1]->lost);
        tn_axi_free(nr.open[nr.open_n - 1]);
    }
    tn_exn_board_rules(nr.board, nr_kept, NULL);
    tn_exn_reset(nr.model, exa_node_bits(ni_own));
    tn_exn_board_free(nr.board);
    nr.board = tn_exn_board_new(nr.model, nr_on_verdict, NULL);
    assert_non_null(nr.board);
}

/* For the verdict of `make conformance`. */
static inline void nr_on_rule(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

/* Everything goes to its end; the scoreboard closes. */
static inline void nr_end(unsigned settle)
{
    struct tn_exn_board_counts n;
    struct tn_stall none = {.kind = TN_STALL_NONE};
    tn_exa_source_stall(ni.in, &none);
    tn_sink_stall(ni.out, &none);
    for (int ch = 0; ch < TN_AXI_CHANNELS; ch++)
        tn_axi_stall(ni.cpu, (enum tn_axi_channel)ch, &none);
    still_begin(&nr.still);
    while ((nr.open_n || tn_exa_source_pending(ni.in)) && !nr_given_up()) {
        tn_sim_step(1);
        nr_reap();
    }
    const bool still = nr_stands_still();
    if (still && nr.open_n)
        still_failed(&nr.failures, "AXI-RSP-3", "answer to an access");
    if (still && tn_exa_source_pending(ni.in))
        still_failed(&nr.failures, "EXN-CHN-2", "readiness for the words that were sent");
    tn_sim_step(settle);
    nr_access(false, NI_ID, 12, 4, TN_AXI_INCR, NULL); /* all counters */
    for (unsigned i = 0; i < 100 && nr.open_n; i++) {
        tn_sim_step(1);
        nr_reap();
    }
    tn_reg_write(NI_PINS, 0);
    tn_sim_step(4);
    tn_exn_board_finish(nr.board);
    tn_exn_board_counts(nr.board, &n);
    tn_exn_board_rules(nr.board, nr_on_rule, NULL);
    tn_axi_judge_finish();
    printf("digest %016llx: %llu words in, %llu out, %llu read and %llu write beats, %llu cycles, %u ways\n",
           (unsigned long long)nr.digest, (unsigned long long)n.in, (unsigned long long)n.out,
           (unsigned long long)n.reads, (unsigned long long)n.writes, (unsigned long long)tn_sim_cycle(), n.ways);
    tn_exn_board_rules(nr.board, nr_kept, NULL);
    tn_exn_board_free(nr.board);
    tn_exn_free(nr.model);
    tn_monitor_clear();
    assert_int_equal(nr.failures, 0);
    assert_int_equal(ni.broken, 0);
}

static inline unsigned nr_packets(void)
{
    return (unsigned)size_asked("TN_PACKETS", 600, 1);
}

#endif
