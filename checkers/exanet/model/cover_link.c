/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_link.def the blocks and words of two links fall into.
 */
#include "cover.h"
#include "link_rx.h"

enum { SIDES = 2, NR = 0x20, XOFF = 0x80, SLACK = 24 };

enum kind {
    DATA, SEPARATOR, SEPARATOR_OCTETS, SEPARATOR7, IDLE, IDLE_NR, XON_BLOCK, XOFF_BLOCK, UNKNOWN, INVALID,
};
enum state { DISCARDING, OUTSIDE, IN_A_WORD, BETWEEN };
enum why { TOO_MANY, TOO_FEW, HALF, OCTETS, SEVEN, HEAD, OVERFLOW };
enum header { WRONG_CRC, ALONE, NO_PAYLOAD, SHORT_PAYLOAD, LONG_PAYLOAD };
enum level { EMPTY, PLENTY, MIDDLE, SCARCE, FULL };
enum change { SLIP, GAINED, LOCK_LOST, GAINED_AGAIN };

#define COVER_DEF "../exanet/model/cover_link.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exl_cover_plan = COVER_PLAN;

struct side {
    struct tn_exl_rx *rx;
    struct tn_exl_scrambler line; /* of what it sends */
    bool in_frame;                /* what it sends is inside one */
    bool asked_xoff;              /* its last NFC */
    bool had_lock;                /* since reset */
    unsigned halves;              /* data blocks sent */
    unsigned taken;               /* words taken at s_exa */
};

struct link_cover {
    struct tn_exa_cover c;
    struct side side[SIDES];
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct link_cover *m = (struct link_cover *)c;
    (void)own;
    for (unsigned s = 0; s < SIDES; s++) {
        struct tn_exl_rx *rx = m->side[s].rx;
        tn_exl_rx_reset(rx);
        m->side[s] = (struct side){.rx = rx};
        tn_exl_scrambler_init(&m->side[s].line);
    }
}

static void release(struct tn_exa_cover *c)
{
    struct link_cover *m = (struct link_cover *)c;
    for (unsigned s = 0; s < SIDES; s++)
        tn_exl_rx_free(m->side[s].rx);
}

static enum kind kind_of(unsigned head, uint64_t plain)
{
    const unsigned octet1 = plain >> 8 & 0xff;
    if (head == TN_EXL_DATA)
        return DATA;
    if (head != TN_EXL_CONTROL)
        return INVALID;
    switch (plain & 0xff) {
    case TN_EXL_SEPARATOR: return octet1 ? SEPARATOR_OCTETS : SEPARATOR;
    case TN_EXL_SEPARATOR7: return SEPARATOR7;
    case TN_EXL_IDLE: return octet1 & NR ? IDLE_NR : IDLE;
    case TN_EXL_NFC: return octet1 & XOFF ? XOFF_BLOCK : XON_BLOCK;
    default: return UNKNOWN;
    }
}

/* By the words that are there for sure; of what comes with SLACK words free nobody knows. */
static enum level level_of(const struct tn_exl_rx *rx)
{
    unsigned least, most;
    tn_exl_rx_room(rx, &least, &most);
    most -= most < SLACK ? most : SLACK;
    return most <= SLACK              ? FULL
           : most < rx->par.xoff_free ? SCARCE
           : most <= rx->par.xon_free ? MIDDLE
           : most < TN_EXL_FIFO       ? PLENTY
                                      : EMPTY;
}

static void hit_sent(struct link_cover *m, struct side *s, const struct tn_exl_block *b)
{
    struct tn_exa_cover *c = &m->c;
    const enum kind k = kind_of(b->head, tn_exl_descramble(&s->line, b->data));
    HIT(c, SENDS, k, s->in_frame);
    if (k == DATA) {
        s->in_frame = true;
        s->halves++;
    } else if (k == SEPARATOR) {
        s->in_frame = false;
    } else if (k == XON_BLOCK || k == XOFF_BLOCK) {
        s->asked_xoff = k == XOFF_BLOCK;
    }
    HIT(c, LEVELS, level_of(s->rx), s->asked_xoff);
    HIT(c, SIDES, tn_exl_rx_locked(s->rx), tn_exl_rx_peer_ready(s->rx), tn_exl_rx_peer_xoff(s->rx),
        s->taken > s->halves / 2);
}

/* The frame under way, or NULL. */
static const struct exl_frame *open_frame(const struct tn_exl_rx *rx)
{
    const struct exl_frame *f = rx->n ? &rx->frame[rx->n - 1] : NULL;
    return f && f->state == EXL_OPEN ? f : NULL;
}

static enum header header_of(const struct exl_frame *f)
{
    enum { SHORT_WORDS = 4 };
    struct exa_packet k;
    if (!tn_exa_word_header(f->data[0], &k))
        return WRONG_CRC;
    return exa_form(&k) == EXA_H    ? ALONE
           : exa_form(&k) == EXA_HF ? NO_PAYLOAD
           : f->most <= SHORT_WORDS ? SHORT_PAYLOAD
                                    : LONG_PAYLOAD;
}

/* was: the frame before the block that ended it. */
static void hit_end(struct tn_exa_cover *c, enum kind k, const struct exl_frame *was, bool half,
                    const struct tn_exl_rx_step *step)
{
    const enum why why = k == INVALID            ? HEAD /* with which lock may be lost, too */
                         : k == SEPARATOR7       ? SEVEN
                         : k == SEPARATOR_OCTETS ? OCTETS
                         : k == DATA             ? TOO_MANY
                         : half                  ? HALF
                                                 : TOO_FEW;
    if (step->gave_up)
        HIT(c, GIVEN_UP, why, was->n > 0);
    if (was->n > 0)
        HIT(c, FRAMES, header_of(was), step->gave_up);
}

static void hit_lock(struct link_cover *m, struct side *s, bool before,
                     const struct tn_exl_rx_step *step)
{
    if (step->slip)
        HIT(&m->c, LOCKS, SLIP);
    if (before && !step->locked)
        HIT(&m->c, LOCKS, LOCK_LOST);
    if (!before && step->locked) {
        HIT(&m->c, LOCKS, s->had_lock ? GAINED_AGAIN : GAINED);
        s->had_lock = true;
    }
}

static void hit_received(struct link_cover *m, struct side *s, const struct tn_exl_block *b)
{
    struct tn_exl_scrambler line = s->rx->scrambler;
    const enum kind k = kind_of(b->head, tn_exl_descramble(&line, b->data));
    const struct exl_frame *f = open_frame(s->rx);
    const bool locked = tn_exl_rx_locked(s->rx), half = s->rx->half;
    struct exl_frame was;
    struct tn_exl_rx_step step;
    if (f)
        was = *f;
    if (locked)
        HIT(&m->c, RECEIVES, k == IDLE_NR ? IDLE : k,
            s->rx->hunting ? DISCARDING : !f ? OUTSIDE : half ? IN_A_WORD : BETWEEN);
    if (tn_exl_rx_block(s->rx, b, &step) < 0)
        return;
    hit_lock(m, s, locked, &step);
    if (f && !open_frame(s->rx))
        hit_end(&m->c, k, &was, half, &step);
    else if (f && !was.maybe && open_frame(s->rx)->maybe) /* a DUT may hold some words less */
        HIT(&m->c, GIVEN_UP, OVERFLOW, was.n > 0);
}

static void line(struct tn_exa_cover *c, bool sent, unsigned side, const struct tn_exl_block *b)
{
    struct link_cover *m = (struct link_cover *)c;
    if (!m->side[side].rx->lost) /* what its receiver got is not known (any longer) */
        (sent ? hit_sent : hit_received)(m, &m->side[side], b);
}

static void word(struct tn_exa_cover *c, bool in, unsigned side, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct link_cover *m = (struct link_cover *)c;
    (void)waited;
    if (in)
        m->side[side].taken++;
    else
        tn_exl_rx_handed(m->side[side].rx, w, 0);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word, .line = line, .free = release};

struct tn_exa_cover *tn_exl_cover_new(const struct tn_exl_params *p)
{
    struct link_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exl_cover_plan);
    if (!m)
        return NULL;
    for (unsigned s = 0; s < SIDES; s++)
        if (!(m->side[s].rx = tn_exl_rx_new(p, SLACK, NULL, NULL))) {
            tn_exa_cover_free(&m->c);
            return NULL;
        }
    reset(&m->c, 0);
    return &m->c;
}
