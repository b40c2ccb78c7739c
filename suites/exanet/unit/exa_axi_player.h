/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of the pins of loads and stores to other nodes, for the tests of their judge: words,
 * beats and registers, and the bugs that a player may have.
 */
#ifndef EXA_AXI_PLAYER_H
#define EXA_AXI_PLAYER_H

#include "../../unit/first_verdict.h"
#include "exa_fixture.h"

#include <tn/exanet/exa_axi_judge.h>

enum {
    PDID = 0x42,
    REMOTE_PDID = 0x91,
    TIMEOUT = 200,
    BANK = 2,
    ZBASE = 0x155,
    OKAY = 0,
    SLVERR = 2,
    DECERR = 3
};

enum bug {
    NONE,
    INPUT_STALLS,
    PAYLOAD_FIRST,
    STORE_MISSING,
    STORE_OF_A_GAP,
    GAP_IS_OKAY,
    LOAD_OF_TWO_BEATS,
    SHORT_LOAD_IS_OKAY,
    SLOT_TWICE,
    SLOT_SEVEN,
    COUNT_STAYS,
    REQUEST_OTHER_PDID,
    REQUEST_OTHER_LANES,
    B_WITHOUT_ANSWER,
    NO_B,
    NACK_IS_OKAY,
    DECERR_IS_SLVERR,
    LOAD_OTHER_DATA,
    EARLY_TIMEOUT,
    NO_TIMEOUT,
    ANSWER_AFTER_TIMEOUT,
    MEMORY_OTHER_BYTE,
    MEMORY_OTHER_STROBE,
    MEMORY_OTHER_BANK,
    MEMORY_SKIPPED,
    MEMORY_OUT_OF_ORDER,
    LINE_OTHER_BYTE,
    LINE_OF_AN_ERROR,
    EARLY_ANSWER,
    NACK_OTHER_CODE,
    NO_SERVED_ANSWER,
    FULL_TOO_SOON,
    COUNTER_WRONG,
    LEVEL_WRONG,
    NOROOM_COUNTED,
    REGISTER_LOST,
    WRITE_OF_ID_IS_OKAY,
    ANSWER_OF_ANOTHER_ID,
    CAUSE = 64, /* + cause: shown as another */
};

static const struct exa_node own_node = {5, 6, 7, 1, 0x21}, far = {1, 2, 3, 0, 0x44};

struct player {
    struct tn_exz_judge *j;
    struct first_verdict judged;
    enum bug bug;
    bool struck;
    uint64_t cycle;
    unsigned count[TN_EXZ_SLOTS], counter[TN_EXZ_COUNTERS];
};

static inline bool strikes(struct player *p, enum bug bug)
{
    const bool now = p->bug == bug && !p->struck;
    p->struck |= now;
    return now;
}

/* Cycles and words. */

static inline void pins(struct player *p, const struct tn_exa_word *in,
                        const struct tn_exa_word *out)
{
    struct tn_exa_pins a = {.ready = 7}, b = {.ready = 7};
    if (in) {
        a.valid = in->kind;
        memcpy(a.data, in->data, sizeof a.data);
        if (strikes(p, INPUT_STALLS))
            a.ready = 0;
    }
    if (out) {
        b.valid = out->kind;
        memcpy(b.data, out->data, sizeof b.data);
    }
    tn_exz_judge_pins(p->j, p->cycle++, &a, &b);
}

static inline void idle(struct player *p, unsigned n)
{
    while (n-- > 0)
        pins(p, NULL, NULL);
}

static inline void cause(struct player *p, unsigned c)
{
    if (strikes(p, (enum bug)(CAUSE + c)))
        c = c == TN_EXZ_TAKEN ? TN_EXZ_DECODE : c == TN_EXZ_HCRC ? TN_EXZ_MALF : TN_EXZ_HCRC;
    p->counter[c]++;
    tn_exz_judge_cause(p->j, p->cycle, c);
    idle(p, 1);
}

static inline void give(struct player *p, const struct exa_packet *k)
{
    const struct words s = words_of(k);
    for (unsigned i = 0; i < s.n; i++)
        pins(p, &s.w[i], NULL);
    idle(p, 2);
}

static inline void leave(struct player *p, const struct exa_packet *k)
{
    struct words s = words_of(k);
    if (strikes(p, PAYLOAD_FIRST))
        s.w[0].kind = TN_EXA_PLD;
    for (unsigned i = 0; i < s.n; i++)
        pins(p, NULL, &s.w[i]);
    idle(p, 1);
}

static inline void beat(struct player *p, enum tn_exz_port port, unsigned channel, uint32_t w0,
                        uint32_t w1, uint32_t w2, uint32_t w3, uint32_t w4)
{
    const struct tn_axi_seen s = {.cycle = p->cycle,
                                  .channel = (uint8_t)channel,
                                  .valid = true,
                                  .ready = true,
                                  .bus = 16,
                                  .word = {w0, w1, w2, w3, w4}};
    tn_exz_judge_axi(p->j, port, &s);
    idle(p, 1);
}

static inline uint32_t shape(unsigned beats, unsigned size)
{
    return (beats - 1) | size << 8 | 1u << 11;
}

/* Registers. */

static inline void set(struct player *p, uint32_t addr, uint32_t value)
{
    const unsigned lane = addr % 16 / 4;
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_AW, addr, 0, 3, shape(1, 2), 0);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_W, lane == 0 ? value : 0, lane == 1 ? value : 0,
         lane == 2 ? value : 0, lane == 3 ? value : 0, 0xfu << 4 * lane | 1 << 16);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_B, 0, 0, 0, 0, 3);
}

static inline void get(struct player *p, uint32_t addr, uint32_t value)
{
    const unsigned lane = addr % 16 / 4;
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_AR, addr, 0, 3, shape(1, 2), 0);
    beat(p, TN_EXZ_REGISTERS, TN_AXI_CH_R, lane == 0 ? value : 0, lane == 1 ? value : 0,
         lane == 2 ? value : 0, lane == 3 ? value : 0,
         (strikes(p, ANSWER_OF_ANOTHER_ID) ? 4 : 3) | 1 << 18);
}

#endif
