/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Registers of a link's end (tnw_link.md section 8).
 */
#include "link_end.h"

static uint32_t status(const struct tn_tnw_end *e)
{
    const unsigned wrong = tnw_has(e, TN_TNW_BUG_STATUS_WRONG);
    return (uint32_t)e->state | (uint32_t)e->was_up << 3 | (uint32_t)e->discarding << 4 |
           (uint32_t)e->tx << 5 | tnw_unacked(e) << 8 | ((e->expected + wrong) & 31) << 13 |
           (e->next & 31) << 18 | (uint32_t)(e->row >= TNW_STALLED) << 31;
}

static uint32_t read(struct tn_tnw_end *e, unsigned addr)
{
    switch (addr) {
    case TN_TNW_R_ID:
        return TN_TNW_ID;
    case TN_TNW_R_PARAMS:
        return 1u << e->par.tx_items_log2 | TNW_WINDOW << 8 |
               (uint32_t)(1u << e->par.rx_pkts_log2) << 16 | (uint32_t)TNW_VCS << 24;
    case TN_TNW_R_CTRL:
        return e->ctrl;
    case TN_TNW_R_STATUS:
        return status(e);
    case TN_TNW_R_RESEND_TMO:
        return e->resend_tmo;
    case TN_TNW_R_FULL_BACKOFF:
        return e->full_backoff;
    }
    if (addr % 4 || addr < TN_TNW_COUNTERS || addr >= TN_TNW_COUNTERS_END)
        return 0;
    if (addr >= TN_TNW_R_LEVEL) {
        const struct tnw_fifo *f = &e->fifo[(addr - TN_TNW_R_LEVEL) / 4];
        return f->in - f->out;
    }
    return *tnw_counter(e, addr);
}

void tnw_end_registers(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    *tnw_counter(e, TN_TNW_R_SYM_CODE) += in->rx_code_n;
    *tnw_counter(e, TN_TNW_R_SYM_DISP) += in->rx_disp_n;
    if (in->reg_rd)
        e->out.reg_rdata = read(e, in->reg_addr);
    if (!in->reg_wr)
        return;
    switch (in->reg_addr) {
    case TN_TNW_R_CTRL:
        if (in->reg_wdata & ~e->ctrl & TN_TNW_CTRL_RESET)
            e->reset_due = true;
        e->ctrl = in->reg_wdata & (TN_TNW_CTRL_RESET | TN_TNW_CTRL_SEQ_OFF);
        break;
    case TN_TNW_R_RESEND_TMO:
        e->resend_tmo = in->reg_wdata & 0xffff;
        break;
    case TN_TNW_R_FULL_BACKOFF:
        e->full_backoff = in->reg_wdata & 0xffff;
        break;
    default:
        break;
    }
}
