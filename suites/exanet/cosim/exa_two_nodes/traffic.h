/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random transactions of both nodes.
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "soft.h"

enum { TF_SLOTS = 20, TF_UNDER_WAY = 8, TF_PHASE = 12 };

static struct {
    struct tn_rng rng;
    unsigned packets, chains, acts;
    bool whole_pages; /* no page is missing */
    bool small;       /* no transaction of many packets, of which none would come through */
} tf;

static inline unsigned tf_below(unsigned n)
{
    return (unsigned)tn_rng_below(&tf.rng, n);
}

static inline bool tf_chance(unsigned num, unsigned den)
{
    return tn_rng_chance(&tf.rng, num, den);
}

static inline void tf_begin(uint64_t stream)
{
    memset(&tf, 0, sizeof tf);
    tn_rng_seed(&tf.rng, tn_sim_seed(), stream);
    sw_begin();
}

/* Says whether nothing of a slot's last transaction is under way: neither it nor an attempt that was one too many. */
static inline bool tf_is_free(unsigned from, unsigned slot)
{
    for (unsigned i = 0; i < sw.puts; i++) {
        const struct sw_put *p = &sw.put[i];
        if (p->from != from || p->slot != slot)
            continue;
        if (p->state == SW_UNDER_WAY || p->state == SW_PARKED || p->state == SW_FAILED || !sw_is_over(sw_status(p)))
            return false;
    }
    return true;
}

static inline unsigned tf_length(void)
{
    static const unsigned upto[] = {1, 16, 64, 256, 300, 1000, 3000, TN_EXD_BYTES};
    const unsigned i = tf.small ? tf_below(6) : tf_chance(1, 30) ? 7 : tf_below(7);
    return 1 + tf_below(upto[i]);
}

static inline void tf_arm(unsigned node, unsigned pdid, uint64_t va, unsigned length)
{
    if (!tf.whole_pages && tf_chance(1, 7))
        tn_memory_arm(tn_exf_board_memory(nd.board, node), pdid, va + tf_below(length));
}

/* Makes a transaction of a node, with its memory; NULL when the slot that was drawn is not free. */
static inline struct sw_put *tf_put(unsigned from)
{
    const unsigned slot = tf_below(TF_SLOTS), length = tf_length();
    struct sw_put *p;
    unsigned room;
    if (!tf_is_free(from, slot))
        return NULL;
    for (unsigned i = 0; i < sw.puts; i++) /* its entry is used again first, so that no two entries name a slot */
        if (sw.put[i].from == from && sw.put[i].slot == slot)
            sw.put[i].slot = TF_SLOTS;
    room = TN_EXD_BYTES - length + 1;
    p = sw_put(from, tf_chance(1, 8) ? from : !from, tf_below(N_DOMAINS), slot, tf_below(0x3000),
               tf_chance(1, 2) ? tf_below(room < 0x1100 ? room : 0x1100) : tf_below(room), length);
    p->path = nd_outs() > 1 ? tf_below(nd_outs()) : 0;
    sw_prepare(p);
    tf_arm(p->from, nd_pdid(p->domain), p->src, length);
    tf_arm(p->to, nd_pdid(p->domain), p->dst, length);
    tf.packets += (unsigned)(p->dst % EXA_MTU + length + EXA_MTU - 1) / EXA_MTU;
    return p;
}

static inline void tf_start(void)
{
    const unsigned from = tf_below(NODES);
    struct sw_put *p, *next = NULL;
    if (sw_under_way() + 2 > TF_UNDER_WAY || !(p = tf_put(from)))
        return;
    if (tf_chance(1, 5) && (next = tf_put(from))) {
        sw_write(next, true);
        next->state = SW_UNDER_WAY;
        p->chained = true;
        p->next = next->tid;
        tf.chains++;
    }
    p->notify = tf_chance(1, 3);
    sw_write(p, false);
}

static inline struct tn_stall tf_pattern(void)
{
    static const enum tn_stall_kind kinds[] = {TN_STALL_NONE, TN_STALL_NONE, TN_STALL_RANDOM, TN_STALL_PERIODIC, TN_STALL_BURST};
    struct tn_stall s = {.kind = kinds[tf_below(5)], .num = 1 + tf_below(5), .seed = tn_rng_next(&tf.rng)};
    s.den = s.num + 1 + tf_below(4);
    return s;
}

static inline void tf_phase(void)
{
    for (unsigned n = 0; n < NODES; n++) {
        struct tn_memory *m = tn_exf_board_memory(nd.board, n);
        struct tn_memory_timing t = {1 + tf_below(20), 0, 1 + tf_below(20), 0, tf_chance(2, 3), tf_chance(2, 3), tn_rng_next(&tf.rng)};
        t.read_max = t.read_min + tf_below(60);
        t.write_max = t.write_min + tf_below(60);
        assert_int_equal(tn_memory_timing(m, &t), 0);
        for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
            const struct tn_stall s = tf_pattern(), u = tf_pattern();
            tn_memory_stall(m, (enum tn_axi_channel)ch, &s);
            tn_axi_stall(nd.cpu[n], (enum tn_axi_channel)ch, &u);
        }
    }
}

static inline void tf_calm(void)
{
    const struct tn_stall none = {.kind = TN_STALL_NONE};
    for (unsigned n = 0; n < NODES; n++)
        for (int ch = 0; ch < TN_AXI_CHANNELS; ch++) {
            tn_memory_stall(tn_exf_board_memory(nd.board, n), (enum tn_axi_channel)ch, &none);
            tn_axi_stall(nd.cpu[n], (enum tn_axi_channel)ch, &none);
        }
}

static inline void tf_act(void)
{
    if (tf.acts++ % TF_PHASE == 0)
        tf_phase();
    tf_start();
    if (tf_chance(1, 2))
        sw_round();
    tn_sim_step(1 + tf_below(tf_chance(1, 4) ? 200 : 30));
}

#endif
