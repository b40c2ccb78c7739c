/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_ni.def the packets of a block of the network interface fall into; its AXI
 * port: cover_axi.c.
 *
 * What becomes of a packet depends on queues and times, so obs_rx is believed here:
 * whether it is right is the suites' business. Causes that come with a footer are those of the
 * packets with all their words, in order.
 */
#include "cover_ni.h"
#include "model.h"

#include <string.h>

enum type_class { WRITE, READ_REQ, NOTIFY, ACK, FLOW_RATE, OTHER };
/* Some type of each class; the blocks treat the others alike. */
static const uint8_t type_of_class[] = {EXA_WRITE, EXA_READ_REQ, EXA_NOTIFY, EXA_ACK, EXA_FLOW_RATE, EXA_DMA_CTL};

static enum type_class class_of(unsigned type)
{
    unsigned i = 0;
    while (i < OTHER && type_of_class[i] != type)
        i++;
    return (enum type_class)i;
}

/* Whether somebody awaits an answer to a packet with a footer (exa_ni.md section 3). */
static bool is_awaited(unsigned type, unsigned tag)
{
    return tag || type == EXA_WRITE;
}

/* Whether a block takes packets of that type with a footer (section 2 of its page), if all else is right. */
static bool is_taken(unsigned block, unsigned type, unsigned tag)
{
    switch (block) {
    case TN_EXN_MAILBOX: return tag ? type == EXA_WRITE : type == EXA_NOTIFY;
    case TN_EXN_PACKETIZER: return false;
    default: return type == EXA_READ_REQ;
    }
}

/* Whether an acknowledgment can have that cause: it has neither footer nor payload, and no answer. */
static bool ack_can_be(unsigned block, unsigned cause, unsigned tag)
{
    switch (block) {
    case TN_EXN_PACKETIZER: return tag ? cause == TN_EXN_DUP || cause == TN_EXN_TAKEN : cause == TN_EXN_UNEXP;
    case TN_EXN_RT_MAILBOX: return tag ? cause == TN_EXN_UNEXP : cause == TN_EXN_FULL || cause == TN_EXN_TAKEN;
    default: return cause == TN_EXN_UNEXP;
    }
}

/* Whether a packet with all its words can have that cause. */
static bool can_be(unsigned block, unsigned cause, unsigned type, unsigned tag)
{
    const bool answered = block != TN_EXN_PACKETIZER && is_awaited(type, tag);
    const bool taken = is_taken(block, type, tag);
    if (type == EXA_FLOW_RATE || cause == TN_EXN_FLOW)
        return type == EXA_FLOW_RATE && cause == TN_EXN_FLOW && !tag;
    if (type == EXA_ACK)
        return ack_can_be(block, cause, tag);
    switch (cause) {
    case TN_EXN_FCRC: return true;
    case TN_EXN_UNEXP: return !answered && !taken;
    case TN_EXN_NOROOM: return answered;
    case TN_EXN_PCRC: return answered || taken;
    case TN_EXN_DUP: return tag && (block == TN_EXN_RT_MAILBOX ? type == EXA_READ_REQ : answered);
    case TN_EXN_DECODE: return answered || taken;
    case TN_EXN_PROT: return taken && block == TN_EXN_MAILBOX;
    default: return taken;
    }
}

#define COVER_DEF "../exanet/model/cover_ni.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exn_cover_plan = COVER_PLAN;

const unsigned exa_ni_cover_cross[] = {CROSS_ACCESS,  CROSS_SIZES, CROSS_BURSTS,  CROSS_PAGES, CROSS_MAILBOX,
                                    CROSS_HELD,    CROSS_CHANNEL, CROSS_AGAIN, CROSS_RESPONSES};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct exn_cover *m = (struct exn_cover *)c;
    (void)own;
    exa_cover_rx_reset(&m->rx);
    m->whole_n = 0;
    memset(&m->axi, 0, sizeof m->axi);
}

/* A word of the input: what it shows at once, and packets whose cause is to come. */
static void received(struct exn_cover *m, const struct tn_exa_word *w)
{
    const unsigned before = m->rx.state, shown = exa_cover_rx(&m->rx, w);
    for (unsigned cause = TN_EXN_HCRC; cause <= TN_EXN_STRAY; cause++)
        if (shown >> cause & 1)
            HIT(&m->c, EARLY, m->block, cause - TN_EXN_HCRC, before);
    if (shown & EXA_COVER_WHOLE && m->whole_n < EXN_COVER_WHOLE)
        m->whole[m->whole_n++] = m->rx;
}

/* A word of the output: what answers there were, and how they waited. */
static void sent(struct exn_cover *m, const struct tn_exa_word *w, uint32_t waited)
{
    static const unsigned codes[] = {0, 3, 4, 6};
    struct exa_packet k;
    if (w->kind == TN_EXA_HDR && tn_exa_word_header(w->data, &k) && k.type == EXA_ACK)
        HIT(&m->c, ANSWERED, m->block, CLASS_OF(codes, k.code), waited > 0);
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct exn_cover *m = (struct exn_cover *)c;
    (void)port;
    if (!in)
        sent(m, w, waited);
    else
        received(m, w);
}

static void cause(struct tn_exa_cover *c, unsigned shown)
{
    struct exn_cover *m = (struct exn_cover *)c;
    if (shown < TN_EXN_FCRC || shown > TN_EXN_TAKEN || m->whole_n == 0)
        return;
    const struct exa_cover_rx k = m->whole[0];
    memmove(m->whole, m->whole + 1, --m->whole_n * sizeof *m->whole);
    /* whether other messages can be duplicates there the pages leave open */
    if (m->block == TN_EXN_RT_MAILBOX && shown == TN_EXN_DUP && k.type != EXA_READ_REQ)
        return;
    HIT(c, JUDGED, m->block, shown - TN_EXN_FCRC, class_of(k.type), k.tag);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word, .cause = cause, .axi = exa_ni_cover_axi};

struct tn_exa_cover *tn_exn_cover_new(enum tn_exn_block block)
{
    struct exn_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exn_cover_plan);
    if (!m)
        return NULL;
    m->block = block;
    reset(&m->c, 0);
    return &m->c;
}
