/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: writes and reads of the host, as TLPs to <tn/tnw/tnw_pi.h>'s model; items
 * of its windows; the map of BAR0 (tnw_nwp.md 5), but for the registers of tnw_pi itself.
 */
#include "node.h"

#include <tn/bug.h>

#include <errno.h>
#include <string.h>

enum { HOST_ID = 0x0008, BE_ALL = 15, TLP = 16 + TN_TNW_WRITE_MAX + 8 };
/* Where the BARs of all nodes are: the addresses of the host are not seen from outside. */
#define BAR0_AT (1ull << 40)
#define BAR2_AT (1ull << 41)

enum base { LINKS = 0x1000, RCV = 0x4000 };
enum { LINKS_END = 0x2800, RCV_END = 0x5000, LINK = 0x400 };

uint32_t tnw_node_read(const struct tn_tnw_torus_model *t, const struct node *n, uint32_t addr)
{
    if (addr >= TN_TNW_PI_R_GET && addr < TN_TNW_PI_R_GET_END)
        return n->get_count[(addr - TN_TNW_PI_R_GET) / 4];
    if (addr >= LINKS && addr < LINKS_END)
        return tnw_node_link_read(&n->link[(addr - LINKS) / LINK], addr % LINK);
    if (addr >= RCV && addr < RCV_END)
        return tnw_node_rcv_read(t, n, addr - RCV);
    if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END)
        return tnw_node_get_reg_read(t, n, (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE,
                                     addr % TN_TNW_GET_ENGINE);
    return 0;
}

void tnw_node_write(const struct tn_tnw_torus_model *t, struct node *n, uint32_t addr,
                    uint32_t data)
{
    if (addr >= LINKS && addr < LINKS_END)
        tnw_node_link_write(n, (addr - LINKS) / LINK, addr % LINK, data);
    else if (addr >= RCV && addr < RCV_END)
        tnw_node_rcv_write(t, n, addr - RCV, data);
    else if (addr >= TN_TNW_PI_R_NGET && addr < TN_TNW_PI_R_NGET_END)
        tnw_node_get_reg_write(t, n, (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE,
                               addr % TN_TNW_GET_ENGINE, data);
}

static uint32_t on_read(void *ctx, uint16_t addr)
{
    const struct node *n = ctx;
    return tnw_node_read(n->torus, n, addr);
}

static void on_write(void *ctx, uint16_t addr, uint32_t data)
{
    struct node *n = ctx;
    tnw_node_write(n->torus, n, addr, data);
}

static void on_answer(void *ctx, const uint8_t *bytes, size_t len)
{
    struct node *n = ctx;
    struct tn_tlp t;
    tn_tlp_decode(bytes, len, len, &t);
    const uint8_t *p = bytes + t.payload_off;
    n->answer = t.payload_len < 4
                    ? 0
                    : p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void on_item(void *ctx, const struct tn_tnw_item *item)
{
    struct node *n = ctx;
    tnw_node_inject(&n->link[item->link], item->vc, item->offset, item->data);
}

struct tn_tnw_pi *tnw_node_host_new(struct tn_tnw_torus_model *t, struct node *n)
{
    static const struct tn_tnw_pi_hooks hooks = {
        .read = on_read, .write = on_write, .tlp = on_answer, .item = on_item};
    const struct tn_tnw_pi_params p = {t->par.off_log2, t->par.item_log2, t->par.tag_log2,
                                       t->par.desc_log2, t->par.last_en};
    return tn_tnw_pi_new(&p, &hooks, n);
}

void tnw_node_host_reset(struct node *n)
{
    tn_tnw_pi_reset(n->pi, 0, BAR0_AT, BAR2_AT);
}

static void send(struct node *n, struct tn_tlp *t, const uint8_t *payload, size_t len)
{
    uint8_t bytes[TLP];
    const long size = tn_tlp_encode(t, payload, len, bytes, sizeof bytes);
    tn_require(size > 0);
    tn_tnw_pi_in_tlp(n->pi, bytes, (size_t)size);
}

int tn_tnw_torus_model_write(struct tn_tnw_torus_model *t, unsigned node, unsigned bar,
                             uint64_t addr, const void *data, size_t len)
{
    uint8_t payload[TN_TNW_WRITE_MAX + 8] = {0};
    if (node >= t->n || (bar != 0 && bar != 2) || len == 0 || len > TN_TNW_WRITE_MAX)
        return -EINVAL;
    const unsigned before = addr % 4, dws = (unsigned)(before + len + 3) / 4;
    const unsigned behind = 4 * dws - before - (unsigned)len;
    struct tn_tlp w = {.requester = HOST_ID, .length_dw = (uint16_t)dws};
    tn_tlp_set_kind(&w, TN_TLP_MWR, 1);
    w.addr = (bar ? BAR2_AT : BAR0_AT) + addr - before;
    w.first_be = (uint8_t)(BE_ALL << before & BE_ALL);
    w.last_be = BE_ALL >> behind;
    if (dws == 1) {
        w.first_be &= w.last_be;
        w.last_be = 0;
    }
    memcpy(payload + before, data, len);
    send(&t->node[node], &w, payload, 4u * dws);
    return 0;
}

uint32_t tn_tnw_torus_model_read(struct tn_tnw_torus_model *t, unsigned node, uint32_t addr)
{
    struct tn_tlp r = {
        .requester = HOST_ID, .length_dw = 1, .first_be = BE_ALL, .addr = BAR0_AT + addr};
    tn_tlp_set_kind(&r, TN_TLP_MRD, 1);
    t->node[node].answer = 0;
    send(&t->node[node], &r, NULL, 0);
    return t->node[node].answer;
}

/* Item next of a window is served. */
bool tnw_node_put_inject(struct tn_tnw_torus_model *t, unsigned k, unsigned id)
{
    struct node *n = &t->node[k];
    if (!tn_tnw_pi_asks(n->pi, id) || !tnw_node_inj_ok(&n->link[id / TNW_VCS]))
        return false;
    tn_tnw_pi_serve(n->pi, id);
    return true;
}

void tn_tnw_torus_model_reorder_timeout(struct tn_tnw_torus_model *t, unsigned node)
{
    struct tn_tnw_pi *pi = t->node[node].pi;
    tn_tnw_pi_pass(pi, tn_tnw_pi_read(pi, TN_TNW_PI_R_REORDER_TMO));
}
