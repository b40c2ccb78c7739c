/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: Nget (tnw_pi.md 5 and 6).
 */
#include "node.h"

#include <string.h>

static struct tnw_get_desc *in_work(struct node_get *g)
{
    return g->in == g->out ? NULL : &g->desc[g->out % TN_TNW_GET_DESCS_MAX];
}

/* The one in work makes no read and no item any more. */
static bool is_aborted(const struct node_get *g)
{
    return g->in != g->out && (int)(g->aborted - g->out) > 0;
}

static unsigned slots(const struct tn_tnw_torus_model *t)
{
    return 1u << t->par.tag_log2;
}

static struct node_slot *free_slot(const struct tn_tnw_torus_model *t, struct node_get *g)
{
    for (unsigned i = 0; i < slots(t); i++)
        if (g->slot[i].state == SLOT_FREE)
            return &g->slot[i];
    return NULL;
}

/* The next read is made. */
bool tnw_node_get_read(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node_get *g = &t->node[k].get[link];
    const struct tnw_get_desc *d = in_work(g);
    struct node_slot *s = free_slot(t, g);
    if (!d || !s || g->cause || g->asked == d->length || is_aborted(g))
        return false;
    const uint32_t left = d->length - g->asked;
    const uint32_t room = TN_TNW_GET_READ - (uint32_t)((d->src + g->asked) % TN_TNW_GET_READ);
    s->state = SLOT_ASKED;
    s->pos = g->asked;
    s->len = left < room ? left : room;
    s->fail = g->fail_next;
    g->fail_next = 0;
    g->asked += s->len;
    t->node[k].get_count[TN_TNW_GET_READS]++;
    return true;
}

/* Which of the reads under way is answered; NULL: there is none. */
static struct node_slot *to_answer(struct tn_tnw_torus_model *t, struct node_get *g)
{
    struct node_slot *chosen = NULL;
    uint64_t n = 0;
    for (unsigned i = 0; i < slots(t); i++) {
        struct node_slot *s = &g->slot[i];
        if (s->state != SLOT_ASKED)
            continue;
        const bool before = chosen && s->pos < chosen->pos;
        n++;
        if (!chosen || (t->par.read_order == TN_TNW_READS_IN_ORDER && before) ||
            (t->par.read_order == TN_TNW_READS_NEWEST_FIRST && !before) ||
            (t->par.read_order == TN_TNW_READS_ANY && tn_rng_below(&t->rng, n) == 0))
            chosen = s;
    }
    return chosen;
}

bool tnw_node_get_answer(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node *n = &t->node[k];
    struct node_get *g = &n->get[link];
    struct node_slot *s = to_answer(t, g);
    if (!s)
        return false;
    g->cause |= s->fail;
    if (s->fail == TNW_C_TIMEOUT || s->fail == TNW_C_WRONG) {
        s->state = SLOT_LOST;
        n->get_count[TN_TNW_GET_LOST_TAGS]++;
    } else if (s->fail) {
        s->state = SLOT_OVER;
    } else {
        s->state = SLOT_FILLED;
        t->host.read(t->host.ctx, k, in_work(g)->src + s->pos, s->data, s->len);
    }
    return true;
}

/* The read's bytes from pos on, up to n: how many of them are there. */
static uint32_t bytes_at(const struct tn_tnw_torus_model *t, const struct node_get *g, uint32_t pos,
                         uint8_t *to, uint32_t n)
{
    for (unsigned i = 0; i < slots(t); i++) {
        const struct node_slot *s = &g->slot[i];
        if (s->state != SLOT_FILLED || pos < s->pos || pos >= s->pos + s->len)
            continue;
        const uint32_t here = s->pos + s->len - pos < n ? s->pos + s->len - pos : n;
        memcpy(to, s->data + (pos - s->pos), here);
        return here;
    }
    return 0;
}

/* The next item, when all its bytes are there. */
static bool next_item(const struct tn_tnw_torus_model *t, const struct node_get *g,
                      uint8_t item[TNW_PAYLOAD])
{
    if (is_aborted(g))
        return false;
    const uint32_t first = bytes_at(t, g, g->injected, item, TNW_PAYLOAD);
    if (first == 0 || first == TNW_PAYLOAD)
        return first != 0;
    return bytes_at(t, g, g->injected + first, item + first, TNW_PAYLOAD - first) ==
           TNW_PAYLOAD - first;
}

bool tnw_node_get_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node *n = &t->node[k];
    struct node_get *g = &n->get[link];
    const struct tnw_get_desc *d = in_work(g);
    uint8_t item[TNW_PAYLOAD];
    if (!d || !tnw_node_inj_ok(&n->link[link]) || !next_item(t, g, item))
        return false;
    tnw_node_inject(&n->link[link], d->vc, tnw_get_offset(d, g->injected, t->par.last_en), item);
    g->injected += TNW_PAYLOAD;
    n->get_count[TN_TNW_GET_ITEMS]++;
    for (unsigned i = 0; i < slots(t); i++)
        if (g->slot[i].state == SLOT_FILLED && g->slot[i].pos + g->slot[i].len <= g->injected)
            g->slot[i].state = SLOT_FREE;
    return true;
}

/* All that the descriptor will do is done. */
static bool is_over(const struct tn_tnw_torus_model *t, const struct node_get *g,
                    const struct tnw_get_desc *d)
{
    uint8_t item[TNW_PAYLOAD];
    for (unsigned i = 0; i < slots(t); i++)
        if (g->slot[i].state == SLOT_ASKED)
            return false;
    return g->injected == d->length || ((g->cause || is_aborted(g)) && !next_item(t, g, item));
}

/* The notification, and the next descriptor. */
bool tnw_node_get_end(struct tn_tnw_torus_model *t, unsigned k, unsigned link)
{
    struct node *n = &t->node[k];
    struct node_get *g = &n->get[link];
    const struct tnw_get_desc *d = in_work(g);
    if (!d || !is_over(t, g, d))
        return false;
    if (is_aborted(g) && g->injected != d->length)
        g->cause |= TNW_C_ABORT;
    const struct tnw_note note = {.kind = 1,
                                  .link = (uint8_t)link,
                                  .vc = d->vc,
                                  .valid = true,
                                  .cause = g->cause,
                                  .bytes = g->injected,
                                  .tag = d->tag};
    tnw_node_notify(t, k, d->notify, &note);
    n->get_count[TN_TNW_GET_NOTIFIED]++;
    n->get_count[TN_TNW_GET_FAILED] += g->cause != 0;
    for (unsigned i = 0; i < slots(t); i++)
        if (g->slot[i].state != SLOT_LOST)
            g->slot[i].state = SLOT_FREE;
    g->asked = g->injected = g->cause = 0;
    g->out++;
    return true;
}

static void queue(const struct tn_tnw_torus_model *t, struct node *n, struct node_get *g)
{
    const struct tnw_get_desc d = tnw_get_regs_desc(&g->regs);
    if (tnw_get_is_bad(&g->regs, &d, t->par.last_en))
        n->get_count[TN_TNW_GET_BAD]++;
    else if (g->in - g->out == 1u << t->par.desc_log2)
        n->get_count[TN_TNW_GET_NO_ROOM]++;
    else
        g->desc[g->in++ % TN_TNW_GET_DESCS_MAX] = d;
}

uint32_t tnw_node_get_reg_read(const struct tn_tnw_torus_model *t, const struct node *n,
                               unsigned link, uint32_t reg)
{
    const struct node_get *g = &n->get[link];
    const uint32_t there = g->in - g->out;
    uint32_t lost = 0;
    if (reg != TN_TNW_GET_STATUS)
        return reg <= TN_TNW_GET_NOTIFY_HI ? g->regs.reg[reg / 4] : 0;
    for (unsigned i = 0; i < slots(t); i++)
        lost += g->slot[i].state == SLOT_LOST;
    return there | ((1u << t->par.desc_log2) - there) << 8 | lost << 16;
}

void tnw_node_get_reg_write(const struct tn_tnw_torus_model *t, struct node *n, unsigned link,
                            uint32_t reg, uint32_t data)
{
    struct node_get *g = &n->get[link];
    if (reg == TN_TNW_GET_FREE_TAGS)
        for (unsigned i = 0; i < slots(t); i++)
            if (g->slot[i].state == SLOT_LOST)
                g->slot[i].state = SLOT_FREE;
    if (reg == TN_TNW_GET_ABORT)
        g->aborted = g->in;
    if (tnw_get_regs_write(&g->regs, reg, data))
        queue(t, n, g);
}
