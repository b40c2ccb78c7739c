/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The receiver's model: blocks to frames, and what makes it give one up (exa_link.md
 * sections 2, 4 and 5).
 */
#include "link_rx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NR = 0x20, XOFF = 0x80, FRAMES_STEP = 64 };
static const char *const rule_ids[] = {"EXL-RX-2", "EXL-RX-3", "EXL-RX-5", "EXL-RX-6", NULL};

struct tn_exl_rx *tn_exl_rx_new(const struct tn_exl_params *p, unsigned slack, tn_verdict_fn *fn,
                                void *ctx)
{
    struct tn_exl_rx *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->par = *p;
    m->slack = slack;
    tn_judge_init(&m->judge, rule_ids, fn, ctx);
    tn_exl_rx_reset(m);
    return m;
}

void tn_exl_rx_reset(struct tn_exl_rx *m)
{
    free(m->frame);
    *m = (struct tn_exl_rx){
        .par = m->par, .slack = m->slack, .judge = m->judge, .hunting = true, .places = 1};
    tn_exl_scrambler_init(&m->scrambler);
}

void tn_exl_rx_free(struct tn_exl_rx *m)
{
    if (!m)
        return;
    free(m->frame);
    free(m);
}

static void count(struct tn_exl_rx *m, enum exl_counter which)
{
    m->count[which].least++;
    m->count[which].most++;
}

static struct exl_frame *open_frame(const struct tn_exl_rx *m)
{
    struct exl_frame *f = m->n ? &m->frame[m->n - 1] : NULL;
    return f && f->state == EXL_OPEN ? f : NULL;
}

static struct exl_frame *new_frame(struct tn_exl_rx *m)
{
    if (m->n == m->cap) {
        struct exl_frame *more = realloc(m->frame, (m->cap + FRAMES_STEP) * sizeof *more);
        if (!more)
            return NULL;
        m->frame = more;
        m->cap += FRAMES_STEP;
    }
    struct exl_frame *f = &m->frame[m->n++];
    *f = (struct exl_frame){.state = EXL_OPEN, .least = 1, .most = TN_EXA_PACKET_WORDS};
    return f;
}

/* The frame under way is given up; discarding goes on unless a separator brought it, after whole words. */
static void give_up(struct tn_exl_rx *m, struct exl_frame *f, bool overflow, bool at_separator,
                    struct tn_exl_rx_step *step)
{
    f->state = EXL_BROKEN;
    m->half = false;
    m->hunting = !at_separator;
    count(m, EXL_BROKEN_N);
    m->count[EXL_OVERFLOW].least += overflow;
    m->count[EXL_OVERFLOW].most += overflow || f->maybe;
    m->count[EXL_SKIPPED].most += f->maybe_blocks;
    step->gave_up = true;
}

static void whole(struct tn_exl_rx *m, struct exl_frame *f, struct tn_exl_rx_step *step)
{
    f->state = EXL_WHOLE;
    m->count[EXL_FRAMES].least += !f->maybe;
    m->count[EXL_FRAMES].most++;
    m->count[EXL_BROKEN_N].most += f->maybe;
    m->count[EXL_OVERFLOW].most += f->maybe;
    m->count[EXL_SKIPPED].most += f->maybe_blocks;
    step->may_have |= f->maybe;
}

static void put_half(uint8_t *to, uint64_t data)
{
    for (unsigned octet = 0; octet < 8; octet++)
        to[octet] = (uint8_t)(data >> 8 * octet);
}

/* A word of the frame has come whole. */
static void word(struct tn_exl_rx *m, struct exl_frame *f, uint64_t high,
                 struct tn_exl_rx_step *step)
{
    unsigned least, most;
    tn_exl_rx_room(m, &least, &most);
    if (f->n == f->most) {
        give_up(m, f, false, false, step);
        return;
    }
    if (most == 0) {
        give_up(m, f, true, false, step);
        return;
    }
    if (least == 0) {
        f->maybe = true;
        step->may_have = true;
    }
    put_half(f->data[f->n], m->low);
    put_half(f->data[f->n] + 8, high);
    if (f->n++ == 0)
        tn_exl_frame_words(f->data[0], &f->least, &f->most);
}

static int data_block(struct tn_exl_rx *m, uint64_t data, struct tn_exl_rx_step *step)
{
    m->peer_ready = true;
    m->dark = false;
    if (m->hunting) {
        count(m, EXL_SKIPPED);
        return 0;
    }
    struct exl_frame *f = open_frame(m);
    if (!f && !(f = new_frame(m)))
        return -ENOMEM;
    f->maybe_blocks += f->maybe;
    m->half = !m->half;
    if (m->half)
        m->low = data;
    else
        word(m, f, data, step);
    return 0;
}

/* good: a separator without octets before it. */
static void separator(struct tn_exl_rx *m, bool good, struct tn_exl_rx_step *step)
{
    struct exl_frame *f = open_frame(m);
    const unsigned lack = m->lack;
    m->hunting = m->dark = false;
    m->lack = 0;
    if (!f)
        return;
    if (!m->half && f->n < f->least)
        m->lack = f->least - f->n;
    if (!good || m->half || f->n < f->least || f->n == lack)
        give_up(m, f, false, !m->half, step); /* after half a word it may be a data block of a payload */
    else
        whole(m, f, step);
}

static void control_block(struct tn_exl_rx *m, uint64_t data, struct tn_exl_rx_step *step)
{
    const unsigned octet1 = data >> 8 & 0xff;
    switch (data & 0xff) {
    case TN_EXL_SEPARATOR:
        separator(m, octet1 == 0, step);
        break;
    case TN_EXL_SEPARATOR7:
        separator(m, false, step);
        break;
    case TN_EXL_IDLE:
        m->peer_ready = !(octet1 & NR);
        break;
    case TN_EXL_NFC:
        m->peer_xoff = (octet1 & XOFF) != 0;
        if (m->peer_xoff)
            count(m, EXL_XOFF_IN);
        break;
    default:
        count(m, EXL_UNKNOWN);
    }
}

static void update_wish(struct tn_exl_rx *m)
{
    unsigned least, most;
    tn_exl_rx_room(m, &least, &most);
    if (most < m->par.xoff_free)
        m->wish = TN_EXL_XOFF;
    else if (least > m->par.xon_free)
        m->wish = TN_EXL_XON;
    else if ((m->wish == TN_EXL_XON && least < m->par.xoff_free) ||
             (m->wish == TN_EXL_XOFF && most > m->par.xon_free))
        m->wish = TN_EXL_EITHER;
}

enum tn_exl_wish tn_exl_rx_wish(const struct tn_exl_rx *m)
{
    struct tn_exl_rx now = *m;
    update_wish(&now);
    return now.wish;
}

int tn_exl_rx_block(struct tn_exl_rx *m, const struct tn_exl_block *b, struct tn_exl_rx_step *step)
{
    struct tn_exl_rx_step here;
    const bool locked = m->lock.locked;
    const uint64_t data = tn_exl_descramble(&m->scrambler, b->data);
    int err = 0;

    if (!step)
        step = &here;
    *step = (struct tn_exl_rx_step){.slip = tn_exl_lock_step(&m->lock, &m->par, b->head)};
    step->locked = m->lock.locked;
    if (!locked)
        return 0;
    if (b->head == TN_EXL_DATA) {
        err = data_block(m, data, step);
    } else if (b->head == TN_EXL_CONTROL) {
        control_block(m, data, step);
    } else {
        count(m, EXL_HEAD);
        struct exl_frame *f = open_frame(m);
        if (f)
            give_up(m, f, false, false, step);
        m->hunting |= m->dark; /* a header may have stood in the two */
        m->dark = true;
    }
    if (step->gave_up && m->hunting)
        m->lack = 0;
    if (!m->lock.locked) {
        count(m, EXL_LOCK_LOST);
        m->lack = 0;
        m->dark = false;
        m->hunting = true;
        m->peer_ready = m->peer_xoff = false;
    }
    update_wish(m);
    return err;
}

bool tn_exl_rx_locked(const struct tn_exl_rx *m)
{
    return m->lock.locked;
}

bool tn_exl_rx_peer_xoff(const struct tn_exl_rx *m)
{
    return m->peer_xoff;
}

bool tn_exl_rx_peer_ready(const struct tn_exl_rx *m)
{
    return m->peer_ready;
}

bool tn_exl_rx_count(const struct tn_exl_rx *m, uint32_t addr, uint32_t *least, uint32_t *most)
{
    static const struct {
        uint32_t addr;
        enum exl_counter counter;
    } at[] = {{0x408, EXL_FRAMES},    {0x40c, EXL_BROKEN_N}, {0x410, EXL_SKIPPED},
              {0x414, EXL_OVERFLOW},  {0x418, EXL_HEAD},     {0x41c, EXL_UNKNOWN},
              {0x420, EXL_LOCK_LOST}, {0x428, EXL_XOFF_IN}};
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++)
        if (at[i].addr == addr) {
            *least = m->count[at[i].counter].least;
            *most = m->count[at[i].counter].most;
            return true;
        }
    return false;
}
