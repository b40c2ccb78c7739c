/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: the map of BAR0 (tnw_nwp.md 5), common registers of tnw_pi (tnw_pi.md
 * 6), and writes of the host (2).
 */
#include "node.h"

#include <errno.h>

enum reg {
    ID = 0x00,
    PARAMS = 0x04,
    REORDER_TMO = 0x10,
    CPL_TMO = 0x14,
    TLPS = 0x40,
    PUT_COUNTERS = 0x80,
    GET_COUNTERS = 0xa0,
};
enum base { LINKS = 0x1000, RCV = 0x4000, PUT = 0x6000, GET = 0x8000 };
enum { LINKS_END = 0x2800, RCV_END = 0x5000, PUT_END = 0x6c00, GET_END = 0x8600 };
/* Causes of section 2 that a write with all byte enables may have. */
enum { MALF = 1, NOBAR = 5, REG = 6, PPUT = 8, FINE = 9 };
enum { PAGE = 4096, REG_BLOCK = 64 };

static uint32_t read_pi(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t addr)
{
    if (addr > TLPS && addr <= TLPS + 4 * FINE)
        return n->tlp[(addr - TLPS) / 4];
    if (addr >= PUT_COUNTERS && addr < PUT_COUNTERS + 4 * NODE_PUT_COUNTS)
        return n->put_count[(addr - PUT_COUNTERS) / 4];
    if (addr >= GET_COUNTERS && addr < GET_COUNTERS + 4 * NODE_GET_COUNTS)
        return n->get_count[(addr - GET_COUNTERS) / 4];
    switch (addr) {
    case ID:
        return 0x54500001;
    case PARAMS:
        return t->par.off_log2 | (uint32_t)t->par.item_log2 << 8 | (uint32_t)t->par.tag_log2 << 16 |
               (uint32_t)t->par.desc_log2 << 24;
    case REORDER_TMO:
        return n->reorder_tmo;
    case CPL_TMO:
        return n->cpl_tmo;
    default:
        return 0;
    }
}

uint32_t node_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t addr)
{
    if (addr < LINKS)
        return read_pi(t, n, addr);
    if (addr < LINKS_END)
        return node_link_read(&n->link[(addr - LINKS) / 0x400], addr % 0x400);
    if (addr >= RCV && addr < RCV_END)
        return node_rcv_read(t, n, addr - RCV);
    if (addr >= PUT && addr < PUT_END)
        return node_put_read(n, addr - PUT);
    if (addr >= GET && addr < GET_END)
        return node_get_reg_read(t, n, (addr - GET) / 0x100, addr % 0x100);
    return 0;
}

void node_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t addr, uint32_t data)
{
    if (addr == REORDER_TMO)
        n->reorder_tmo = data;
    else if (addr == CPL_TMO)
        n->cpl_tmo = data;
    else if (addr >= LINKS && addr < LINKS_END)
        node_link_write(n, (addr - LINKS) / 0x400, addr % 0x400, data);
    else if (addr >= RCV && addr < RCV_END)
        node_rcv_write(t, n, addr - RCV, data);
    else if (addr >= PUT && addr < PUT_END)
        node_put_reg_write(n, addr - PUT, data);
    else if (addr >= GET && addr < GET_END)
        node_get_reg_write(t, n, (addr - GET) / 0x100, addr % 0x100, data);
}

static void write_registers(const struct tn_tnw_torus_model *t, struct node *n, uint32_t addr,
                            const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i += 4)
        node_write(t, n, addr + (uint32_t)i,
                   p[i] | (uint32_t)p[i + 1] << 8 | (uint32_t)p[i + 2] << 16 |
                       (uint32_t)p[i + 3] << 24);
}

/* What becomes of it: the cause of section 2. */
static unsigned take_write(const struct tn_tnw_torus_model *t, struct node *n, unsigned bar,
                           uint64_t addr, const uint8_t *p, size_t len)
{
    const uint64_t size = bar == 0 ? TN_TNW_BAR0 : 1ull << (t->par.off_log2 + 10);
    if (addr % PAGE + len > PAGE)
        return MALF;
    if (addr >= size || len > size - addr)
        return NOBAR;
    if (bar == 2)
        return node_put_write(t, n, addr, p, len) ? FINE : PPUT;
    if (addr % 4 || len % 4 || addr % REG_BLOCK + len > REG_BLOCK)
        return REG;
    write_registers(t, n, (uint32_t)addr, p, len);
    return FINE;
}

int tn_tnw_torus_model_write(struct tn_tnw_torus_model *t, unsigned node, unsigned bar,
                             uint64_t addr, const void *data, size_t len)
{
    if (node >= t->n || (bar != 0 && bar != 2) || len == 0 || len > TN_TNW_WRITE_MAX)
        return -EINVAL;
    struct node *n = &t->node[node];
    n->tlp[take_write(t, n, bar, addr, data, len)]++;
    return 0;
}

uint32_t tn_tnw_torus_model_read(struct tn_tnw_torus_model *t, unsigned node, uint32_t addr)
{
    struct node *n = &t->node[node];
    n->tlp[FINE]++;
    return addr % 4 ? 0 : node_read(t, n, addr);
}
