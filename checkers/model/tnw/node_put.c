/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: injection windows (tnw_pi.md 4 and 6).
 */
#include "node.h"

#include <string.h>

enum reg { NEXT = 0x00, STATUS = 0x04, ERR_ADDR = 0x08, DONE = 0x0c };
enum { FRAGMENT = 16, FRAGMENTS = 8, WHOLE = 0xff, ITEM_MASK = 0xffffff };

static uint32_t places(const struct tn_tnw_torus_model *t)
{
    return 1u << t->par.item_log2;
}

static bool is_empty(const struct node_window *w)
{
    for (unsigned i = 0; i < NODE_ITEMS_MAX; i++)
        if (w->there[i])
            return false;
    return true;
}

static void fail(struct node *n, struct node_window *w, enum node_put_count cause, uint64_t addr)
{
    if (w->error)
        return;
    memset(w->there, 0, sizeof w->there);
    w->error = (uint8_t)cause; /* numbered alike */
    w->err_addr = (uint32_t)addr;
    n->put_count[cause]++;
}

/* One fragment, of byte address addr in BAR2. */
static void put_down(const struct tn_tnw_torus_model *t, struct node *n, struct node_window *w,
                     uint64_t addr, const uint8_t *data)
{
    const uint32_t in = (uint32_t)(addr & ((1ull << (t->par.off_log2 + 4)) - 1));
    const uint32_t item = in / TNW_PAYLOAD, place = item % places(t);
    const uint8_t bit = (uint8_t)(1u << in % TNW_PAYLOAD / FRAGMENT);
    if (w->error) {
        n->put_count[PUT_AFTER]++;
        return;
    }
    bool inside = item >= w->next && item < w->next + places(t);
    if (inside && w->there[place] & bit) {
        fail(n, w, PUT_OVERWRITE, addr);
        return;
    }
    if (!inside && is_empty(w)) {
        w->next = item - place;
        inside = true;
    }
    if (!inside) {
        fail(n, w, PUT_ORDER, addr);
        return;
    }
    w->there[place] |= bit;
    memcpy(w->data[place] + in % TNW_PAYLOAD, data, FRAGMENT);
}

bool node_put_write(const struct tn_tnw_torus_model *t, struct node *n, uint64_t addr,
                    const uint8_t *data, size_t len)
{
    const unsigned id = (unsigned)(addr >> (t->par.off_log2 + 4));
    if (id >= NODE_IDS)
        return false;
    struct node_window *w = &n->window[id];
    if (addr % FRAGMENT || len % FRAGMENT) {
        if (w->error)
            n->put_count[PUT_AFTER]++;
        fail(n, w, PUT_FORM, addr);
        return false;
    }
    const uint8_t before = w->error;
    for (size_t i = 0; i < len; i += FRAGMENT)
        put_down(t, n, &n->window[(addr + i) >> (t->par.off_log2 + 4)], addr + i, data + i);
    return before == w->error && !before;
}

bool node_put_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned id)
{
    struct node *n = &t->node[k];
    struct node_window *w = &n->window[id];
    const uint32_t place = w->next % places(t);
    if (w->there[place] != WHOLE || !node_inj_ok(&n->link[id / TNW_VCS]))
        return false;
    node_inject(&n->link[id / TNW_VCS], id % TNW_VCS, w->next * FRAGMENTS, w->data[place]);
    w->there[place] = 0;
    w->next = (w->next + 1) & ITEM_MASK;
    w->done++;
    n->put_count[PUT_ITEMS]++;
    return true;
}

void tn_tnw_torus_model_reorder_timeout(struct tn_tnw_torus_model *t, unsigned node)
{
    struct node *n = &t->node[node];
    for (unsigned id = 0; id < NODE_IDS; id++) {
        struct node_window *w = &n->window[id];
        const uint64_t base = (uint64_t)id << (t->par.off_log2 + 4);
        if (!is_empty(w) && w->there[w->next % places(t)] != WHOLE)
            fail(n, w, PUT_INCOMPLETE, base + (uint64_t)w->next * TNW_PAYLOAD);
    }
}

uint32_t node_put_read(const struct node *n, uint32_t reg)
{
    const struct node_window *w = &n->window[reg / 0x40];
    uint32_t used = 0;
    switch (reg % 0x40) {
    case NEXT:
        return w->next;
    case STATUS:
        for (unsigned i = 0; i < NODE_ITEMS_MAX; i++)
            used += w->there[i] != 0;
        return (uint32_t)(w->error != 0) | (uint32_t)w->error << 1 | used << 8;
    case ERR_ADDR:
        return w->err_addr;
    case DONE:
        return w->done;
    default:
        return 0;
    }
}

void node_put_reg_write(struct node *n, uint32_t reg, uint32_t data)
{
    struct node_window *w = &n->window[reg / 0x40];
    if (reg % 0x40 != NEXT)
        return;
    w->next = data & ITEM_MASK;
    w->error = 0;
    w->err_addr = 0;
    memset(w->there, 0, sizeof w->there);
}
