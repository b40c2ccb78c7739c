/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's start: configuration, node, page table, banks (exa_firmware.md sections 2 and 3).
 */
#include "firmware.h"

#include <errno.h>
#include <string.h>

void tn_fw_defaults(struct tn_fw_config *c)
{
    *c = (struct tn_fw_config){
        .txn_timeout = 1u << 15,
        .backoff = 1u << 12,
        .backoff_max = 1u << 18,
        .ctx_timeout = 1u << 20,
        .done_hold = 1u << 16,
        .serve_timeout = 1u << 24,
        .send_timeout = 1u << 24,
        .read_life = 1u << 21,
        .away = 1u << 18,
        .max_retries = TN_FW_MAX_RETRIES,
        .outstanding = 4,
        .paths = 1,
    };
}

const char *tn_fw_wrong(const struct tn_fw_config *c)
{
    if (c->max_retries > TN_FW_MAX_RETRIES)
        return "max_retries above 15";
    if (c->outstanding < 1 || c->outstanding > 16)
        return "outstanding not from 1 to 16";
    if (c->paths < 1 || c->paths > 7)
        return "paths not from 1 to 7";
    if (c->txn_timeout < 64 || c->backoff < 1 || c->backoff > c->backoff_max)
        return "txn_timeout below 64, backoff 0 or above backoff_max";
    if ((uint64_t)c->txn_timeout + c->backoff_max >= c->ctx_timeout)
        return "txn_timeout + backoff_max not below ctx_timeout";
    if ((uint64_t)c->txn_timeout * 2 > c->done_hold || c->done_hold >= c->ctx_timeout)
        return "done_hold below twice txn_timeout, or not below ctx_timeout";
    return NULL;
}

/* Checks that the blocks are those of the pages, and reads their parameters. */
static bool find_node(struct tn_fw *f)
{
    if (tn_fw_get(f, FW_DMA + FW_ID) != 0x45440001 || tn_fw_get(f, FW_RX + FW_ID) != 0x45430001 ||
        tn_fw_get(f, FW_RT_MAILBOX + FW_ID) != 0x45520001 ||
        tn_fw_get(f, FW_PACKETIZER + FW_ID) != 0x45500001)
        return false;
    f->own = tn_fw_get(f, FW_DMA + FW_OWN);
    f->tid_n = 1u << (tn_fw_get(f, FW_DMA + FW_PARAMS) >> 8 & 0xf);
    f->channel = (tn_fw_get(f, FW_PACKETIZER + FW_PARAMS) & 0xff) - 1;
    return f->tid_n <= TN_FW_TIDS && f->channel < TN_FW_CHANNELS;
}

/* Drops what the life before left in the queues, and sets the receiver's times. */
static bool set_up(struct tn_fw *f)
{
    const unsigned most = 1u << 13; /* entries that a queue may hold */
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_RT_MAILBOX + FW_RESPONSE) >> 30 & 1; i++)
        ;
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_RT_MAILBOX + FW_RESPONSE) >> 31; i++)
        tn_fw_get(f, FW_RT_MAILBOX + FW_READ); /* one word of eight */
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_DMA + FW_FAULT_LO) >> FW_VALID_BIT; i++)
        tn_fw_get(f, FW_DMA + FW_FAULT_HI);
    for (unsigned b = 0; b < TN_FW_BANKS; b++)
        if (!tn_fw_put(f, FW_DMA + FW_TABLE + 4 * b, 0) ||
            !tn_fw_put(f, FW_RX + FW_TABLE + 4 * b, 0))
            return false;
    return tn_fw_put(f, FW_DMA + FW_CTL_DROP, 0x7f) &&
           tn_fw_put(f, FW_RX + FW_CTX_TIMEOUT, f->config.ctx_timeout) &&
           tn_fw_put(f, FW_RX + FW_DONE_HOLD, f->config.done_hold);
}

int tn_fw_start(struct tn_fw *f, const struct tn_fw_config *c, const struct tn_fw_ops *ops,
                void *ctx)
{
    if (tn_fw_wrong(c))
        return -EINVAL;
    memset(f, 0, sizeof *f);
    f->ops = *ops;
    f->ctx = ctx;
    f->config = *c;
    if (!find_node(f))
        return f->stats.bus_errors ? -EIO : -ENODEV;
    if (!set_up(f))
        return -EIO;
    f->last_step = tn_fw_now(f);
    f->ready_at = f->last_step + (c->cold ? 0 : c->ctx_timeout + FW_LINGER);
    for (unsigned t = 0; t < f->tid_n; t++) {
        f->free[t] = (uint16_t)t;
        f->txn[t].generation = TN_FW_GENERATIONS - 1;
        f->txn[t].turned = f->last_step - c->ctx_timeout - FW_LINGER;
    }
    f->free_n = f->tid_n;
    return 0;
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
    if (page_is_busy(f, p))
        return -EBUSY;
    f->pdid[p] = 1u << FW_VALID_BIT | pdid;
    return 0;
}

int tn_fw_unbind_page(struct tn_fw *f, unsigned p)
{
    if (page_is_busy(f, p))
        return -EBUSY;
    f->pdid[p] = 0;
    return 0;
}

int tn_fw_set_bank(struct tn_fw *f, unsigned b, uint16_t pdid, bool valid)
{
    const uint32_t value = valid ? 1u << FW_VALID_BIT | pdid : 0;
    for (unsigned i = 0; i < f->live_n && f->bank[b]; i++)
        if (f->txn[f->live[i]].pdid == (f->bank[b] & 0xffff))
            return -EBUSY;
    f->bank[b] = value;
    return tn_fw_put(f, FW_DMA + FW_TABLE + 4 * b, value) &&
                   tn_fw_put(f, FW_RX + FW_TABLE + 4 * b, value)
               ? 0
               : -EIO;
}

int tn_fw_bind_user(struct tn_fw *f, unsigned c, unsigned m, uint16_t pdid)
{
    if (c == f->channel)
        return -EINVAL;
    return tn_fw_put(f, FW_PACKETIZER + FW_TABLE + 4 * c, 1u << FW_VALID_BIT | pdid) &&
                   tn_fw_put(f, FW_MAILBOX + FW_TABLE + 4 * m, 1u << FW_VALID_BIT | pdid)
               ? 0
               : -EIO;
}
