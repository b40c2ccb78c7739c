/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a cz_dll: error pulses, registers (cz_dll.md 2, 7).
 */
#include "dll_judge.h"

void tn_czd_owe(struct tn_cz_dll_judge *j, unsigned errors)
{
    for (unsigned b = 0; b < 8; b++)
        if (errors >> b & 1)
            j->owed[b][j->owed_tail[b]++ % CZD_OWED] = j->now + CZD_LAG;
}

void tn_czd_errors_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    static const unsigned rule[8] = {NAK_1, DLP_1, TMR_1, RPL_3, ACK_1, OVF_1, NAK_1, UPD_3};
    for (unsigned b = 0; b < 8; b++) {
        const bool is = p->obs_err >> b & 1, own = b == 2 || b == 3;
        j->errors[b] += is;
        if (is)
            j->quiet = j->now;
        const bool some = j->owed_head[b] != j->owed_tail[b];
        if (is && !own && (some || czd_settled(j)))
            tn_scope_judge(&j->all, rule[b], some, "obs_err for an error that came", "bit %u", b);
        else if (some && j->now > j->owed[b][j->owed_head[b] % CZD_OWED])
            tn_scope_judge(&j->all, rule[b], false, "obs_err shows the error", "no bit %u", b);
        else
            continue;
        j->owed_head[b] += some;
    }
}

static uint32_t credits(const struct tn_cz_dll_judge *j, unsigned c, unsigned which)
{
    const struct tn_cz_credit *h = &j->m->credit[c][0], *d = &j->m->credit[c][1];
    if (which == 0)
        return (h->limit & 0xff) | (d->limit & 0xfff) << 16 | (uint32_t)h->sent_free << 30 |
               (uint32_t)d->sent_free << 31;
    return which == 1 ? h->consumed | d->consumed << 16
                      : (h->allocated & 0xff) | (d->allocated & 0xfff) << 16;
}

/* The value of a register; *soft: it follows events, and is exact at rest. */
static uint32_t value(const struct tn_cz_dll_judge *j, unsigned addr, bool *soft)
{
    const struct tn_cz_dll *m = j->m;
    *soft = addr >= 0x014 || addr == 0x008;
    if (addr >= 0x020 && addr < 0x050)
        return (addr & 15) < 12 ? credits(j, (addr & 15) / 4, (addr - 0x020) / 16) : 0;
    if (addr >= 0x080 && addr < 0x0a0)
        return j->errors[(addr - 0x080) / 4];
    if (addr >= 0x0b4 && addr < 0x0c4)
        return j->dllps[(addr - 0x0b4) / 4];
    switch (addr) {
    case 0x000:
        return 0x435A0002;
    case 0x004:
        return m->par.lanes | (m->par.replay_log2 - 9) << 4 | (m->par.mps / 128) << 8 |
               m->par.seq_log2 << 20;
    case 0x008:
        return m->state | (uint32_t)m->nak_scheduled << 8;
    case 0x00c:
        return j->replay_limit;
    case 0x010:
        return j->ack_limit;
    case 0x014:
        return m->next | (uint32_t)m->ackd << 16;
    case 0x018:
        return m->next_rcv;
    case 0x0a0:
        return j->tx_tlps;
    case 0x0a4:
        return j->replayed;
    case 0x0a8:
        return j->nullified;
    case 0x0ac:
        return j->rx_tlps;
    case 0x0b0:
        return j->duplicates;
    default:
        return 0;
    }
}

static bool at_rest(const struct tn_cz_dll_judge *j)
{
    return j->now > j->quiet + CZD_LAG && tn_czd_rx_empty(j) && !j->out.open && !j->frm.open &&
           !j->src.open && !j->replay_due;
}

static void read(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const uint32_t mask = j->read_addr == 0x008 ? 0x103 : 0xffffffff; /* not REPLAY_NUM, replay */
    bool soft;
    const uint32_t want = value(j, j->read_addr, &soft);
    if (!soft || at_rest(j))
        tn_scope_remark(&j->all, REG_1, ((p->reg_rdata ^ want) & mask) == 0,
                        "the register's value by the page", "%03X is %08X, not %08X", j->read_addr,
                        p->reg_rdata, want);
}

void tn_czd_regs_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    if (j->reading)
        read(j, p);
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (p->reg_wr && p->reg_addr == 0x00c) {
        j->limit_was = j->replay_limit;
        j->limit_set = j->now;
        j->replay_limit = p->reg_wdata & 0xfffff;
    } else if (p->reg_wr && p->reg_addr == 0x010) {
        j->ack_limit = p->reg_wdata & 0xffff;
    }
}
