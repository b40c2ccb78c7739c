/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The RT mailbox (exa_rt_mailbox.md).
 */
#include "ni.h"

#include <tn/bug.h>

#include <string.h>

enum { RESPONSES_MAX = 1 << 12, READS_MAX = 1 << 8, READ_WORDS = 8 };
enum { PAGE_RESPONSE, PAGE_READ, PAGES };
enum { LEVEL = 0x410, RESPONSES = 0x480, READS = 0x484, RSP_FULL = 0x488 };
enum { WAITS = 31, VALID = 30, ERR = 26, SEQ = 13, TID = 3 };

struct rt_mailbox {
    struct tn_exr_params par;
    uint32_t response[RESPONSES_MAX]; /* the oldest first */
    uint32_t read[READS_MAX][READ_WORDS];
    unsigned responses, reads, word; /* word of the oldest read request comes next */
    uint32_t taken_responses, taken_reads, full_responses;
};

static struct rt_mailbox *own(const struct tn_exn *m)
{
    return m->block;
}

static bool is_response(const struct exa_packet *k)
{
    return k->type == EXA_ACK && !exa_is_message(k);
}

static bool takes(struct tn_exn *m, const struct exa_packet *k)
{
    (void)m;
    return is_response(k) || k->type == EXA_READ_REQ;
}

static bool has_dup(struct tn_exn *m, const struct exa_packet *k)
{
    (void)m;
    return k->type == EXA_READ_REQ && exa_is_message(k);
}

static enum tn_exn_cause response(struct rt_mailbox *b, const struct exa_packet *k)
{
    if (b->responses == 1u << b->par.rsp_log2) {
        b->full_responses++;
        return TN_EXN_FULL;
    }
    b->response[b->responses++] = 1u << VALID | (uint32_t)k->code << ERR | (uint32_t)k->seq << SEQ |
                                  (uint32_t)(k->tid & EXA_TID_NUM) << TID;
    b->taken_responses++;
    return TN_EXN_TAKEN;
}

static enum tn_exn_cause judge(struct tn_exn *m, const struct exa_packet *k)
{
    struct rt_mailbox *b = own(m);
    if (is_response(k))
        return response(b, k);
    if (k->type != EXA_READ_REQ || k->addr & 15)
        return TN_EXN_DECODE;
    if (b->reads == 1u << b->par.read_log2)
        return TN_EXN_FULL;
    uint32_t *to = b->read[b->reads++];
    for (unsigned i = 0; i < READ_WORDS; i++)
        to[i] = axi_number(k->lanes + 4 * i);
    to[6] = exa_node_bits(k->src);
    to[7] = k->pdid;
    b->taken_reads++;
    return TN_EXN_TAKEN;
}

/* What a read of the page has moved goes now. */
static void move(struct rt_mailbox *b, unsigned page)
{
    if (page == PAGE_RESPONSE) {
        if (b->responses > 0)
            memmove(b->response, b->response + 1, --b->responses * sizeof *b->response);
    } else if (b->reads > 0 && ++b->word == READ_WORDS) {
        b->word = 0;
        memmove(b->read, b->read + 1, --b->reads * sizeof *b->read);
    }
}

static bool is_page(void *ctx, unsigned page)
{
    (void)ctx;
    return page < PAGES;
}

static bool read_kernel(const struct rt_mailbox *b, uint32_t off, uint32_t *value)
{
    switch (off) {
    case LEVEL:
        *value = b->responses | b->reads << 16;
        return true;
    case RESPONSES:
        *value = b->taken_responses;
        return true;
    case READS:
        *value = b->taken_reads;
        return true;
    case RSP_FULL:
        *value = b->full_responses;
        return true;
    default:
        return false;
    }
}

/* value NULL: the read of before moves what it moves. */
static bool read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    struct tn_exn *m = ctx;
    struct rt_mailbox *b = own(m);
    const unsigned page = addr / TN_AXS_PAGE;

    if (!value) {
        move(b, page);
        return true;
    }
    if (page == EXN_KERNEL)
        return read_kernel(b, addr % TN_AXS_PAGE, value);
    if (beat->addr != addr || beat->n != 4)
        return false;
    if (page == PAGE_RESPONSE)
        *value = (uint32_t)(b->reads > 0) << WAITS | (b->responses ? b->response[0] : 0);
    else
        *value = b->reads ? b->read[0][b->word] : 0;
    /* moved after what is judged in this cycle; nothing moves where there is nothing now */
    m->move = page == PAGE_RESPONSE ? b->responses > 0 : b->reads > 0;
    m->move_at = m->now;
    m->move_addr = addr;
    return true;
}

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    (void)ctx;
    (void)addr;
    (void)lanes;
    (void)value;
    return false;
}

static void write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    (void)ctx;
    (void)addr;
    (void)lanes;
    (void)value;
    tn_bug("no word of the RT mailbox can be written");
}

static uint32_t params(const struct tn_exn *m)
{
    const struct tn_exr_params *p = &own(m)->par;
    return p->rsp_log2 | p->read_log2 << 8 | p->dup_n << 16;
}

static void reset(struct tn_exn *m)
{
    const struct tn_exr_params par = own(m)->par;
    memset(own(m), 0, sizeof *own(m));
    own(m)->par = par;
}

static const struct exn_ops ops = {
    .id = 0x45520001,
    .answers = true,
    .takes = takes,
    .has_dup = has_dup,
    .judge = judge,
    .shown = exa_ni_answer_shown,
    .sent = exa_ni_answer_sent,
    .idle = exa_ni_answer_idle,
    .params = params,
    .map = {.page = is_page, .can_write = can_write, .write = write, .read = read},
    .left = exa_ni_answers_left,
    .reset = reset,
};

struct tn_exn *tn_exr_new(const struct tn_exr_params *p, uint32_t own_bits, tn_verdict_fn *fn,
                          void *ctx)
{
    tn_require(p->rsp_log2 >= 2 && p->rsp_log2 <= 12 && p->read_log2 >= 1 && p->read_log2 <= 8);
    tn_require(p->dup_n >= 4);
    struct tn_exn *m = exa_ni_new(&ops, sizeof(struct rt_mailbox), own_bits, p->dup_n, fn, ctx);
    if (m)
        own(m)->par = *p;
    return m;
}
