/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Who has what: pages of the scratchpad, banks, channels and mailboxes (exa_firmware.md section 9).
 */
#include "firmware.h"

#include <errno.h>

enum { ENGINES = 3, CH_BUSY = 1 };

/* BANK of the engines: ExaDMA, receiver, and exa_axi, which a node need not have. */
static const uint32_t table[ENGINES] = {FW_DMA + FW_TABLE, FW_RX + FW_TABLE, FW_AXI + FW_AXI_TABLE};

static unsigned engines(const struct tn_fw *f)
{
    return f->loads ? ENGINES : ENGINES - 1;
}

static bool page_is_busy(const struct tn_fw *f, unsigned p)
{
    for (unsigned c = 0; c < TN_FW_CHANNELS; c++)
        if (f->transfer[p * TN_FW_CHANNELS + c].busy)
            return true;
    return false;
}

int tn_fw_bind_page(struct tn_fw *f, unsigned p, uint16_t pdid)
{
    if (f->pdid[p] >> FW_VALID_BIT || page_is_busy(f, p))
        return -EBUSY;
    for (unsigned c = 0; c < TN_FW_CHANNELS; c++)
        for (unsigned w = 0; w < TN_FW_WORDS; w++)
            f->page[p][c][w] = 0;
    f->life[p]++;
    f->pdid[p] = 1u << FW_VALID_BIT | pdid;
    return 0;
}

int tn_fw_unbind_page(struct tn_fw *f, unsigned p)
{
    f->pdid[p] = 0;
    tn_fw_close_page(f, p);
    return page_is_busy(f, p) ? -EBUSY : 0;
}

uint8_t tn_fw_life(const struct tn_fw *f, unsigned p)
{
    return f->life[p];
}

/* Waits until the bank drains in no engine. */
static int await(struct tn_fw *f, unsigned b)
{
    const uint64_t begun = tn_fw_now(f), errors = f->stats.bus_errors;
    for (unsigned e = 0; e < engines(f); e++)
        while (tn_fw_get(f, table[e] + 4 * b) >> FW_DRAINS_BIT & 1)
            if (tn_fw_now(f) - begun > f->config.drain_timeout)
                return -ETIMEDOUT;
    return f->stats.bus_errors == errors ? 0 : -EIO;
}

int tn_fw_clear_bank(struct tn_fw *f, unsigned b)
{
    f->bank[b] = 0;
    const int rc = await(f, b); /* for what a wait before has left open */
    if (rc)
        return rc;
    for (unsigned e = 0; e < engines(f); e++)
        if (!tn_fw_put(f, table[e] + 4 * b, 0))
            return -EIO;
    return await(f, b);
}

int tn_fw_set_bank(struct tn_fw *f, unsigned b, uint16_t pdid, bool valid)
{
    const uint32_t value = valid ? 1u << FW_VALID_BIT | pdid : 0;
    if (valid && f->bank[b] == value)
        return 0;
    for (unsigned i = 0; i < f->live_n && f->bank[b]; i++)
        if (f->txn[f->live[i]].pdid == (f->bank[b] & 0xffff))
            return -EBUSY;
    const int rc = tn_fw_clear_bank(f, b);
    if (rc || !valid)
        return rc;
    if (!tn_fw_put(f, FW_DMA + FW_TABLE + 4 * b, value) || !tn_fw_put(f, FW_RX + FW_TABLE + 4 * b, value))
        return -EIO;
    f->bank[b] = value;
    return 0;
}

/* Binds both, or neither: a channel with a message under way takes no write. */
static int bind_user(struct tn_fw *f, unsigned c, unsigned m, uint32_t value)
{
    if (c == f->channel)
        return -EINVAL;
    if ((tn_fw_get(f, FW_PACKETIZER + FW_CHANNEL * c + FW_CH_STATUS) & 0xf) == CH_BUSY)
        return -EBUSY;
    return tn_fw_put(f, FW_PACKETIZER + FW_TABLE + 4 * c, value) && tn_fw_put(f, FW_MAILBOX + FW_TABLE + 4 * m, value) ? 0 : -EIO;
}

int tn_fw_bind_user(struct tn_fw *f, unsigned c, unsigned m, uint16_t pdid)
{
    return bind_user(f, c, m, 1u << FW_VALID_BIT | pdid);
}

int tn_fw_unbind_user(struct tn_fw *f, unsigned c, unsigned m)
{
    return bind_user(f, c, m, 0);
}
