/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox (exa_mailbox.md).
 */
#include "ni.h"

#include <tn/bug.h>

#include <string.h>

enum { BOXES = 64, SLOTS = 64, SLOT = 64, BOUND = 1u << 31, PDID = 0xffff };
enum { INFO = 0x40, SRC = 0x44, TID = 0x48, COUNT = 0x4c, POP = 0x50, BOUND_R = 0x54 };
enum { WAITING = 0x410, POPPED = 0x480 };

struct slot {
    uint8_t data[SLOT];
    uint32_t info, src, tid;
};

struct box {
    uint32_t bind;
    unsigned n;
    struct slot slot[SLOTS]; /* the oldest first */
};

struct mailbox {
    struct tn_exm_params par;
    struct box box[BOXES];
    bool full; /* as the header under way came */
    uint32_t popped;
};

static struct mailbox *own(const struct tn_exn *m)
{
    return m->block;
}

static bool is_notification(const struct exa_packet *k)
{
    return k->type == EXA_NOTIFY && !exa_is_message(k);
}

static bool is_message(const struct exa_packet *k)
{
    return k->type == EXA_WRITE && exa_is_message(k);
}

static unsigned box_of(const struct exa_packet *k)
{
    return k->addr >> 12 & 0x3f;
}

static unsigned place_of(const struct exa_packet *k)
{
    return k->addr & 0x3f;
}

static bool takes(struct tn_exn *m, const struct exa_packet *k)
{
    (void)m;
    return is_notification(k);
}

static void header(struct tn_exn *m, const struct exa_packet *k)
{
    struct mailbox *b = own(m);
    b->full = b->box[box_of(k)].n == 1u << b->par.slot_log2;
}

static bool has_dup(struct tn_exn *m, const struct exa_packet *k)
{
    (void)m;
    return exa_is_message(k);
}

static enum tn_exn_cause judge(struct tn_exn *m, const struct exa_packet *k)
{
    struct mailbox *b = own(m);
    struct box *box = &b->box[box_of(k)];
    const uint32_t low = (uint32_t)k->addr;

    if (low >> 18 || low >> 6 & 0x3f || box_of(k) >= b->par.mbox_n ||
        place_of(k) + k->size > SLOT || !(is_message(k) || is_notification(k)))
        return TN_EXN_DECODE;
    if (box->bind != (BOUND | k->pdid))
        return TN_EXN_PROT;
    if (b->full)
        return TN_EXN_FULL;
    tn_require(box->n < SLOTS);
    struct slot *s = &box->slot[box->n++];
    memset(s->data, 0, SLOT);
    memcpy(s->data + place_of(k), exa_payload(k), k->size);
    s->info = BOUND | (uint32_t)is_notification(k) << 30 | place_of(k) << 16 | k->size;
    s->src = exa_node_bits(k->src);
    s->tid = (uint32_t)k->tid << 16 | k->seq;
    return TN_EXN_TAKEN;
}

static bool is_page(void *ctx, unsigned page)
{
    return page < own(ctx)->par.mbox_n;
}

/* The box that a word of page 40h binds, or NULL. */
static struct box *bound_by(struct mailbox *b, uint32_t off)
{
    return off / 4 < b->par.mbox_n ? &b->box[off / 4] : NULL;
}

static bool read_kernel(struct mailbox *b, uint32_t off, uint32_t *value)
{
    if (bound_by(b, off)) {
        *value = bound_by(b, off)->bind;
        return true;
    }
    if (off == POPPED) {
        *value = b->popped;
        return true;
    }
    if (off != WAITING && off != WAITING + 4)
        return false;
    *value = 0;
    for (unsigned i = 0; i < 32; i++)
        if (b->box[i + (off == WAITING ? 0 : 32)].n > 0)
            *value |= 1u << i;
    return true;
}

static bool read(void *ctx, uint32_t addr, const struct tn_axs_beat *beat, uint32_t *value)
{
    struct mailbox *b = own(ctx);
    const uint32_t off = addr % TN_AXS_PAGE;
    (void)beat;
    if (addr / TN_AXS_PAGE == EXN_KERNEL)
        return read_kernel(b, off, value);

    static const struct slot none;
    const struct box *box = &b->box[addr / TN_AXS_PAGE];
    const struct slot *s = box->n ? &box->slot[0] : &none;
    if (off < SLOT) {
        *value = axi_number(s->data + off);
        return true;
    }
    switch (off) {
    case INFO:
        *value = s->info;
        return true;
    case SRC:
        *value = s->src;
        return true;
    case TID:
        *value = s->tid;
        return true;
    case COUNT:
        *value = box->n;
        return true;
    case POP:
        *value = 0;
        return true;
    case BOUND_R:
        *value = box->bind;
        return true;
    default:
        return false;
    }
}

static bool can_write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct mailbox *b = own(ctx);
    const uint32_t off = addr % TN_AXS_PAGE;
    if (lanes != 15)
        return false;
    if (addr / TN_AXS_PAGE == EXN_KERNEL)
        return bound_by(b, off) != NULL;
    return off == POP && (b->box[addr / TN_AXS_PAGE].n > 0 || !(value & 1));
}

static void write(void *ctx, uint32_t addr, unsigned lanes, uint32_t value)
{
    struct mailbox *b = own(ctx);
    (void)lanes;
    if (addr / TN_AXS_PAGE == EXN_KERNEL) {
        struct box *box = bound_by(b, addr % TN_AXS_PAGE);
        box->bind = value & (BOUND | PDID);
        box->n = 0;
    } else if (value & 1) {
        struct box *box = &b->box[addr / TN_AXS_PAGE];
        box->n--;
        memmove(box->slot, box->slot + 1, box->n * sizeof *box->slot);
        b->popped++;
    }
}

static uint32_t params(const struct tn_exn *m)
{
    const struct tn_exm_params *p = &own(m)->par;
    return p->mbox_n | p->slot_log2 << 8 | p->dup_n << 16;
}

static void reset(struct tn_exn *m)
{
    const struct tn_exm_params par = own(m)->par;
    memset(own(m), 0, sizeof *own(m));
    own(m)->par = par;
}

static const struct exn_ops ops = {
    .id = 0x454d0001,
    .answers = true,
    .takes = takes,
    .header = header,
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

void tn_exm_defaults(struct tn_exm_params *p)
{
    *p = (struct tn_exm_params){.mbox_n = 64, .slot_log2 = 3, .dup_n = 64};
}

struct tn_exn *tn_exm_new(const struct tn_exm_params *p, uint32_t own_bits, tn_verdict_fn *fn,
                          void *ctx)
{
    tn_require(p->mbox_n >= 1 && p->mbox_n <= BOXES && p->slot_log2 >= 1 && p->slot_log2 <= 6);
    tn_require(p->dup_n >= 4);
    struct tn_exn *m = exa_ni_new(&ops, sizeof(struct mailbox), own_bits, p->dup_n, fn, ctx);
    if (m)
        own(m)->par = *p;
    return m;
}

uint64_t tn_exm_waiting(const struct tn_exn *m)
{
    uint64_t waiting = 0;
    tn_require(m->ops == &ops);
    for (unsigned i = 0; i < BOXES; i++)
        waiting |= (uint64_t)(own(m)->box[i].n > 0) << i;
    return waiting;
}
