/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of Nget on a block played by hand: each call is what the pins show for some cycles.
 * The bench is tnw_get_fixture.h's; its model has no part in it.
 */
#ifndef TNW_GET_HAND_H
#define TNW_GET_HAND_H

#include "tnw_get_fixture.h"

enum {
    HAND_TMO = 200,    /* cycles of CPL_TMO */
    HAND_WORK = 24,    /* cycles that a TLP from the host may take to have its effect (section 2) */
    HAND_LOOK = 64,    /* cycles that a timeout may be late (section 5) */
    HAND_SETTLE = 60,  /* cycles after which all work is done */
    HAND_SRC = 0x1000, /* source of hand_two()'s descriptor in work */
    HAND_TAG = 8,
    HAND_NEXT = 0x4000, /* source of the descriptor behind it */
    HAND_TAG_NEXT = 16
};

static inline void hand_cycle(struct bench *b, const struct tn_tnw_pi_out *o)
{
    struct tn_tnw_pi_out out = *o;
    s_tlp(b);
    out.s_tlp_ready = out.m_wr_ready = !b->in.rst;
    out.s_tlp_ok = b->in.rst ? 0 : 7;
    if (b->both)
        tn_tnw_pi_judge_cycle(b->beside, &b->in, &out, b->cycle);
    tn_tnw_get_judge_cycle(b->judge, &b->in, &out, b->cycle++);
    if (b->in.s_tlp.valid && (b->sent += TN_TNW_PI_BEAT) >= b->now.len)
        b->now.len = 0;
}

static inline void hand_idle(struct bench *b, unsigned n)
{
    const struct tn_tnw_pi_out none = {0};
    while (n--)
        hand_cycle(b, &none);
}

/* Steps until the waiting TLPs were accepted. */
static inline void hand_taken(struct bench *b)
{
    while (b->tlp_in != b->tlp_out || b->now.len)
        hand_idle(b, 1);
}

/* Steps up to this cycle of the bench. */
static inline void hand_until(struct bench *b, uint64_t cycle)
{
    tn_require(b->cycle <= cycle);
    hand_idle(b, (unsigned)(cycle - b->cycle));
}

/* Makes a bench with 2^tag_log2 slots, out of reset, with CPL_TMO set. */
static inline struct bench *hand_new(unsigned tag_log2)
{
    const struct tn_tnw_pi_params p = {16, 4, (uint8_t)tag_log2, 3, false};
    struct bench *b = bench_new(p, TN_TNW_GET_NO_BUG, 1);
    b->in.rst = true;
    hand_idle(b, 2);
    b->in.rst = false;
    b->in.m_tlp_ready = true;
    b->in.m_tlp_ok = 7;
    b->in.inj_ok = 0x3f;
    write_reg(b, TN_TNW_PI_R_CPL_TMO, HAND_TMO);
    hand_taken(b);
    hand_idle(b, HAND_SETTLE);
    return b;
}

static inline void hand_tlp(struct bench *b, struct tn_tlp *t, const uint8_t *payload, size_t len)
{
    uint8_t byte[TN_TLP_MAX];
    t->length_dw = t->length_dw ? t->length_dw : (uint16_t)(len / 4);
    const long n = tn_tlp_encode(t, payload, len, byte, sizeof byte);
    tn_require(n > 0);
    for (long at = 0; at < n; at += TN_TNW_PI_BEAT) {
        const long left = n - at < TN_TNW_PI_BEAT ? n - at : TN_TNW_PI_BEAT;
        struct tn_tnw_pi_out o = {.m_tlp = {.valid = true, .last = at + TN_TNW_PI_BEAT >= n}};
        o.m_tlp.keep = (uint8_t)((1u << left / 4) - 1);
        memcpy(o.m_tlp.data, byte + at, (size_t)left);
        hand_cycle(b, &o);
    }
}

/* Shows an MRd of the block, in one cycle. */
static inline void hand_read(struct bench *b, unsigned link, unsigned slot, uint64_t addr,
                             unsigned bytes)
{
    struct tn_tlp t = {.requester = RID,
                       .tag = (uint8_t)(32 * link + slot),
                       .first_be = BE_ALL,
                       .last_be = BE_ALL,
                       .addr = addr,
                       .length_dw = (uint16_t)(bytes / 4)};
    tn_tlp_set_kind(&t, TN_TLP_MRD, addr >> 32 != 0);
    hand_tlp(b, &t, NULL, 0);
}

/* Shows the beats of an item with the bytes of host memory at addr. */
static inline void hand_beats(struct bench *b, unsigned link, unsigned vc, uint32_t offset,
                              uint64_t addr, unsigned first, unsigned n)
{
    for (unsigned k = first; k < first + n; k++) {
        struct tn_tnw_pi_out o = {.inj_valid = (uint8_t)(1u << link),
                                  .inj_vc = (uint8_t)vc,
                                  .inj_offset = offset,
                                  .inj_last = k == 7};
        for (unsigned i = 0; i < TN_TNW_PI_BEAT; i++)
            o.inj_data[i] = octet(addr + k * TN_TNW_PI_BEAT + i);
        hand_cycle(b, &o);
    }
}

/* Shows items first to first + n - 1 of the descriptor (link, src, offset 0). give() takes vc from
 * the tag; a multiple of 8 gives vc 0. */
static inline void hand_items(struct bench *b, unsigned link, uint64_t src, unsigned first,
                              unsigned n)
{
    for (unsigned i = first; i < first + n; i++)
        hand_beats(b, link, 0, 8 * i, src + 128 * i, 0, 8);
}

static inline void hand_note(struct bench *b, unsigned link, uint64_t addr, unsigned cause,
                             uint32_t bytes, uint32_t tag)
{
    const struct tnw_note note = {.kind = 1,
                                  .link = (uint8_t)link,
                                  .valid = true,
                                  .cause = (uint8_t)cause,
                                  .bytes = bytes,
                                  .tag = tag};
    struct tn_tlp t = {.requester = RID, .first_be = BE_ALL, .last_be = BE_ALL, .addr = addr};
    uint8_t p[TNW_NOTE];
    tn_require(tnw_note_encode(&note, p) == 0);
    tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
    hand_tlp(b, &t, p, sizeof p);
}

/* Sends the answer to a read of a register, with the value `shows`. */
static inline void hand_shows(struct bench *b, unsigned addr, uint32_t shows)
{
    const uint8_t p[4] = {(uint8_t)shows, (uint8_t)(shows >> 8), (uint8_t)(shows >> 16),
                          (uint8_t)(shows >> 24)};
    struct tn_tlp t = {.completer = RID,
                       .requester = HOST_ID,
                       .tag = 5,
                       .byte_count = 4,
                       .lower_addr = (uint8_t)(addr & 0x7f)};
    tn_tlp_set_kind(&t, TN_TLP_CPLD, 0);
    hand_tlp(b, &t, p, sizeof p);
}

/* Asks for a register, and answers with the value `shows` HAND_SETTLE cycles later. */
static inline void hand_register(struct bench *b, unsigned addr, uint32_t shows)
{
    ask_reg(b, addr);
    hand_taken(b);
    hand_idle(b, HAND_SETTLE);
    hand_shows(b, addr, shows);
}

/* Sends the TLP that writes ABORT. Returns its cycle. */
static inline uint64_t hand_abort(struct bench *b, unsigned link)
{
    write_reg(b, tn_tnw_get_addr(link, TN_TNW_GET_ABORT), 0);
    hand_taken(b);
    return b->cycle - 1;
}

/* Shows a write of 16 zero bytes on m_wr, and then its TLP. */
static inline void hand_m_wr(struct bench *b, uint64_t addr)
{
    b->in.m_wr_valid = b->in.m_wr_first = b->in.m_wr_last = true;
    b->in.m_wr_addr = addr;
    memset(b->in.m_wr_data, 0, sizeof b->in.m_wr_data);
    hand_idle(b, 1);
    b->in.m_wr_valid = false;
}
static inline void hand_write(struct bench *b, uint64_t addr)
{
    static const uint8_t zeros[TN_TNW_PI_BEAT];
    struct tn_tlp t = {.requester = RID, .first_be = BE_ALL, .last_be = BE_ALL, .addr = addr};
    tn_tlp_set_kind(&t, TN_TLP_MWR, 0);
    hand_tlp(b, &t, zeros, sizeof zeros);
}

/* Checks that the judge's first verdict names this rule, and frees the bench. */
static inline void hand_fails(struct bench *b, const char *rule)
{
    assert_true(b->judged.n > 0);
    assert_string_equal(b->judged.rule, rule);
    bench_free(b);
}
static inline void hand_fine(struct bench *b)
{
    no_verdict(b);
    assert_int_equal(tn_tnw_get_judge_unsure(b->judge), 0);
    bench_free(b);
}

/* Sends a completion with so many bytes of host memory at addr; left is the Byte Count. Without
 * bytes the status is UR. */
static inline void hand_complete(struct bench *b, unsigned link, unsigned slot, uint64_t addr,
                                 unsigned bytes, unsigned left)
{
    const struct req r = {.addr = addr, .len = left, .tag = (uint8_t)(32 * link + slot)};
    complete(b, &r, bytes, bytes ? TN_CPL_SC : TN_CPL_UR);
    hand_taken(b);
}

/* Answers all of a read of 512 bytes. */
static inline void hand_answer(struct bench *b, unsigned link, unsigned slot, uint64_t addr)
{
    hand_complete(b, link, slot, addr, 256, 512);
    hand_complete(b, link, slot, addr + 256, 256, 256);
}

static inline void hand_give(struct bench *b, unsigned link, uint64_t src, uint32_t length,
                             uint64_t notify, uint32_t tag)
{
    give(b, link, src, length, 0, notify, tag);
    hand_taken(b);
    hand_idle(b, HAND_WORK);
}

/* Makes a bench with a descriptor of 512 bytes whose read is under way, and another descriptor
 * behind it. */
static inline struct bench *hand_two(void)
{
    struct bench *b = hand_new(1);
    hand_give(b, 0, HAND_SRC, 512, NOTES, HAND_TAG);
    hand_read(b, 0, 0, HAND_SRC, 512);
    hand_give(b, 0, HAND_NEXT, 512, NOTES + 16, HAND_TAG_NEXT);
    return b;
}

#endif
