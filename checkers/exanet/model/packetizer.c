/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer's registers, and the packet that a write of CTRL makes (exa_packetizer.md sections
 * 2, 3 and 5).
 */
#include "packetizer.h"

#include <tn/bug.h>

#include <string.h>

enum { DST = 0x40, CTRL = 0x48, STATUS = 0x50, BOUND_R = 0x54 };
enum { TIMEOUT = 0x410, RETRY_MAX = 0x414, SENT = 0x480, RETRIES = 0x484, ACKED = 0x488 };
enum { NACKED = 0x48c, TIMEOUTS = 0x490, REFUSED = 0x494 };
enum { BOUND = 1u << 31, PDID = 0xffff, CTRL_BITS = 0x1f7f, BOUNDARY = 256, READ_BYTES = 32 };
enum { TIMEOUT_RESET = 4096, RETRY_RESET = 7, NUMBERS = EXA_NUMBER_MOD };

static uint64_t dst_of(const struct exp_chan *c)
{
    return (uint64_t)c->dst[1] << 32 | c->dst[0];
}

static bool is_refused(const struct exp_chan *c)
{
    const unsigned type = c->ctrl >> 8 & 0x1f, len = c->ctrl & 0x7f;
    const uint64_t addr = dst_of(c) & (((uint64_t)1 << EXA_ADDR_BITS) - 1);

    if (!(c->bind & BOUND) || len == 0 || len > EXP_MSG)
        return true;
    if (type != EXA_WRITE && type != EXA_READ_REQ)
        return true;
    if (addr % BOUNDARY + len > BOUNDARY)
        return true;
    return type == EXA_READ_REQ &&
           (len != READ_BYTES || addr % EXA_WORD || !exa_is_peripheral(addr) ||
            exa_peripheral(addr) != EXA_P_RT_MAILBOX);
}

static void make_packet(struct tn_exn *m, struct exp_chan *c)
{
    const uint64_t dst = dst_of(c);
    struct exa_packet k;

    memset(&k, 0, sizeof k);
    tn_require(exa_set_payload(&k, dst & (((uint64_t)1 << EXA_ADDR_BITS) - 1), c->msg,
                               c->ctrl & 0x7f) == 0);
    k.dst = exa_node_of((uint32_t)(dst >> EXA_ADDR_BITS));
    k.pdid = (uint16_t)c->bind;
    k.type = c->ctrl >> 8 & 0x1f;
    k.tid = exa_message_tid((unsigned)(c - exp_own(m)->chan));
    k.seq = c->number;
    k.src = exa_node_of(m->own);
    exa_seal(&k);
    const int n = tn_exa_words_of(&k, c->word);
    tn_require(n > 0 && n <= EXP_WORDS);
    c->words = (unsigned)n;
}

static void start(struct tn_exn *m, struct exp_chan *c)
{
    c->err = 0;
    c->resent = 0;
    if (is_refused(c)) {
        c->state = EXP_REFUSED;
        exp_own(m)->refused++;
        return;
    }
    c->number = c->next;
    c->next = (uint16_t)((c->next + 1) % NUMBERS);
    c->state = EXP_BUSY;
    c->phase = EXP_WAITS;
    c->asked = m->now;
    c->by_timeout = c->whole_once = c->again = c->nacked = c->nack_close = c->may_begin = false;
    c->ends = EXP_IDLE;
    make_packet(m, c);
}

static bool is_page(void *ctx, unsigned page)
{
    return page < exp_own(ctx)->chan_n;
}

/* The channel that a word of page 40h binds, or NULL. */
static struct exp_chan *bound_by(struct packetizer *b, uint32_t off)
{
    return off / 4 < b->chan_n ? &b->chan[off / 4] : NULL;
}

static bool read_kernel(struct packetizer *b, uint32_t off, uint32_t *value)
{
    if (bound_by(b, off)) {
        *value = bound_by(b, off)->bind;
        return true;
    }
    switch (off) {
    case TIMEOUT:
        *value = b->timeout;
        return true;
    case RETRY_MAX:
        *value = b->retry_max;
        return true;
    case SENT:
        *value = b->sent;
        return true;
    case RETRIES:
        *value = b->retries;
        return true;
    case ACKED:
        *value = b->acked;
        return true;
    case NACKED:
        *value = b->nacked;
        return true;
    case TIMEOUTS:
        *value = b->timeouts;
        return true;
    case REFUSED:
        *value = b->refused;
        return true;
    default:
        return false;
    }
}

static bool read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    struct packetizer *b = exp_own(ctx);
    const uint32_t off = addr % TN_AXS_PAGE;
    (void)beat;
    if (addr / TN_AXS_PAGE == EXN_KERNEL)
        return read_kernel(b, off, value);

    const struct exp_chan *c = &b->chan[addr / TN_AXS_PAGE];
    if (off < EXP_MSG) {
        *value = axi_number(c->msg + off);
        return true;
    }
    switch (off) {
    case DST:
    case DST + 4:
        *value = c->dst[off == DST + 4];
        return true;
    case CTRL:
        *value = c->ctrl;
        return true;
    case STATUS:
        *value = (uint32_t)c->state | (uint32_t)c->err << 4 | (c->resent & 0xff) << 8 |
                 (uint32_t)c->number << 16;
        return true;
    case BOUND_R:
        *value = c->bind;
        return true;
    default:
        return false;
    }
}

/* It ended while it waited to be sent: it may be that it has begun to leave. */
static bool may_have_begun(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->state != EXP_BUSY && c->may_begin && m->now - c->ended_at <= EXP_CROSS;
}

/* Its last word was accepted so short ago that it may still count as BUSY. */
static bool may_still_leave(const struct tn_exn *m, const struct exp_chan *c)
{
    return c->state != EXP_BUSY && c->left_at && m->now - c->left_at <= 2;
}

/* Whether the DUT may see the channel as BUSY where the model does not, or the other way. */
static bool is_close(const struct tn_exn *m, const struct exp_chan *c)
{
    return exa_pk_may_have_ended(m, c) || may_have_begun(m, c) || may_still_leave(m, c);
}

/* Whether a write finds the channel BUSY. */
static bool is_busy(struct tn_exn *m, struct exp_chan *c)
{
    const uint64_t bit = (uint64_t)1 << (c - exp_own(m)->chan);
    bool busy;
    if (m->choice.found_at != m->now) {
        m->choice.found = m->choice.busy = 0;
        m->choice.found_at = m->now;
    }
    if (m->choice.found & bit)
        return (m->choice.busy & bit) != 0;
    exa_pk_ends_now(m, c);
    if (may_have_begun(m, c) && exa_ni_choose(m)) {
        c->ends = c->state;
        c->state = EXP_BUSY;
        c->phase = EXP_WAITS;
        c->asked = c->ended_at + EXP_CROSS;
        c->may_begin = false;
    }
    busy = c->state == EXP_BUSY || (may_still_leave(m, c) && exa_ni_choose(m));
    m->choice.found |= bit;
    m->choice.busy |= busy ? bit : 0;
    return busy;
}

/* Whether two channels that may send have the same header, so that it does not tell which does. */
static bool has_twins(const struct tn_exn *m, uint64_t cycle)
{
    const struct packetizer *b = exp_own(m);
    for (unsigned i = 0; i < b->chan_n; i++) {
        if (!exa_pk_may_send(m, &b->chan[i], cycle))
            continue;
        for (unsigned j = i + 1; j < b->chan_n; j++)
            if (exa_pk_may_send(m, &b->chan[j], cycle) &&
                tn_exa_word_same(&b->chan[i].word[0], &b->chan[j].word[0]))
                return true;
    }
    return false;
}

/* Whether a cycle up to this one may leave something open. */
static bool may_choose(const struct tn_exn *m, uint64_t cycle)
{
    const struct packetizer *b = exp_own(m);
    if (has_twins(m, cycle))
        return true;
    for (unsigned i = 0; i < b->chan_n; i++) {
        const struct exp_chan *c = &b->chan[i];
        if (c->state == EXP_BUSY
                ? (c->phase == EXP_AWAITS && cycle >= c->sent_at + b->timeout) ||
                      (c->whole_once && cycle - c->sent_at <= EXP_SEEN) ||
                      /* its footer may be accepted now */
                      (c->phase == EXP_SENDING && b->at + 1 >= c->words) || c->ends != EXP_IDLE
                : (c->may_begin && cycle - c->ended_at <= EXP_CROSS + 1) ||
                      (c->left_at && cycle - c->left_at <= 3))
            return true;
    }
    return false;
}

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exn *m = ctx;
    struct packetizer *b = exp_own(m);
    const uint32_t off = addr % TN_AXS_PAGE;
    const bool kernel = addr / TN_AXS_PAGE == EXN_KERNEL;
    struct exp_chan *c = kernel ? bound_by(b, off) : &b->chan[addr / TN_AXS_PAGE];
    (void)value;

    if (kernel && !c)
        return lanes == 15 && (off == TIMEOUT || off == RETRY_MAX);
    if (!kernel && (off >= STATUS || off == CTRL + 4))
        return false;
    return !is_busy(m, c) && (lanes == 15 || (!kernel && off < EXP_MSG));
}

static void write_kernel(struct tn_exn *m, uint32_t off, uint32_t value)
{
    struct packetizer *b = exp_own(m);
    struct exp_chan *c = bound_by(b, off);
    if (c) {
        c->bind = value & (BOUND | PDID);
        memset(c->msg, 0, sizeof c->msg);
        c->dst[0] = c->dst[1] = c->ctrl = 0;
        c->state = EXP_IDLE;
        c->err = 0;
        c->resent = 0;
        return;
    }
    for (unsigned i = 0; i < b->chan_n && b->set_at != m->now; i++) /* both in one beat: once */
        exa_pk_ends_now(m, &b->chan[i]);
    b->set_at = m->now;
    if (off == TIMEOUT)
        b->timeout = value;
    else
        b->retry_max = value & 0xff;
}

static void write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct tn_exn *m = ctx;
    const uint32_t off = addr % TN_AXS_PAGE;
    if (addr / TN_AXS_PAGE == EXN_KERNEL) {
        write_kernel(m, off, value);
        return;
    }
    struct exp_chan *c = &exp_own(m)->chan[addr / TN_AXS_PAGE];
    if (off < EXP_MSG) {
        for (unsigned i = 0; i < 4; i++)
            if (lanes >> i & 1)
                c->msg[off + i] = (uint8_t)(value >> 8 * i);
    } else if (off == CTRL) {
        c->ctrl = value & CTRL_BITS;
        start(m, c);
    } else {
        c->dst[off == DST + 4] = value;
    }
}

static uint32_t unsure(struct tn_exn *m, uint32_t addr)
{
    const struct packetizer *b = exp_own(m);
    const unsigned page = addr / TN_AXS_PAGE;
    const uint32_t off = addr % TN_AXS_PAGE;
    const bool crossing = b->any && m->now - b->footer_at <= 2;

    if (page < b->chan_n && off == STATUS) {
        const struct exp_chan *c = &b->chan[page];
        return (is_close(m, c) || (crossing && b->last == page) ? 0xfu : 0) |
               (crossing && b->last == page ? 0xff00u : 0);
    }
    if (page != EXN_KERNEL)
        return 0;
    if (off == SENT || off == RETRIES)
        return crossing ? ~0u : 0;
    if (off != ACKED && off != NACKED && off != TIMEOUTS)
        return 0;
    for (unsigned i = 0; i < b->chan_n; i++) {
        const struct exp_chan *c = &b->chan[i];
        if (exa_pk_may_have_ended(m, c) || (c->state == EXP_BUSY && c->ends != EXP_IDLE))
            return ~0u;
    }
    return 0;
}

static bool takes(struct tn_exn *m, const struct exa_packet *k)
{
    (void)m;
    return k->type == EXA_ACK && exa_is_message(k);
}

static uint32_t params(const struct tn_exn *m)
{
    return exp_own(m)->chan_n;
}

static unsigned left(const struct tn_exn *m)
{
    const struct packetizer *b = exp_own(m);
    unsigned n = 0;
    for (unsigned i = 0; i < b->chan_n; i++)
        n += b->chan[i].state == EXP_BUSY && b->chan[i].phase != EXP_AWAITS;
    return n;
}

static void reset(struct tn_exn *m)
{
    struct packetizer *b = exp_own(m);
    const unsigned chan_n = b->chan_n;
    memset(b, 0, sizeof *b);
    b->chan_n = chan_n;
    b->timeout = TIMEOUT_RESET;
    b->retry_max = RETRY_RESET;
    b->sending = -1;
    b->last = chan_n - 1;
}

static const struct exn_ops ops = {
    .id = 0x45500001,
    .answers = false,
    .takes = takes,
    .judge = exa_pk_judge,
    .tick = exa_pk_tick,
    .shown = exa_pk_shown,
    .sent = exa_pk_sent,
    .idle = exa_pk_idle,
    .params = params,
    .map = {.page = is_page, .can_write = can_write, .write = write, .read = read},
    .left = left,
    .reset = reset,
    .unsure = unsure,
    .may_choose = may_choose,
};

struct tn_exn *tn_exp_new(unsigned chan_n, uint32_t own_bits, tn_verdict_fn *fn, void *ctx)
{
    tn_require(chan_n >= 2 && chan_n <= EXP_CHANS);
    struct tn_exn *m = exa_ni_new(&ops, sizeof(struct packetizer), own_bits, 0, fn, ctx);
    if (m) {
        exp_own(m)->chan_n = chan_n;
        reset(m);
    }
    return m;
}
