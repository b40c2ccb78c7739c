/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The torus without time: the map of BAR0 (tnw_nwp.md 5), but for what tnw_pi has itself.
 */
#include "node.h"

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
