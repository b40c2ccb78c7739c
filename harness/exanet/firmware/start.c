/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's start: configuration, node, what the life before left (exa_firmware.md section 2).
 */
#include "firmware.h"

#include <errno.h>
#include <string.h>

enum { LIFE_AT = 22 }; /* the clock's bits from here on are the first life of each page */

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
        .drain_timeout = 1u << 16,
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

/* Drops what the life before left in the queues, takes all banks away, and sets the receiver's times. Returns as
 * tn_fw_start(). */
static int set_up(struct tn_fw *f)
{
    const unsigned most = 1u << 13; /* entries that a queue may hold */
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_RT_MAILBOX + FW_RESPONSE) >> 30 & 1; i++)
        ;
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_RT_MAILBOX + FW_RESPONSE) >> 31; i++)
        tn_fw_get(f, FW_RT_MAILBOX + FW_READ); /* one word of eight */
    for (unsigned i = 0; i < most && tn_fw_get(f, FW_DMA + FW_FAULT_LO) >> FW_VALID_BIT; i++)
        tn_fw_get(f, FW_DMA + FW_FAULT_HI);
    for (unsigned b = 0; b < TN_FW_BANKS; b++) {
        const int rc = tn_fw_clear_bank(f, b);
        if (rc)
            return rc;
    }
    return tn_fw_put(f, FW_DMA + FW_CTL_DROP, 0x7f) &&
                   tn_fw_put(f, FW_RX + FW_CTX_TIMEOUT, f->config.ctx_timeout) &&
                   tn_fw_put(f, FW_RX + FW_DONE_HOLD, f->config.done_hold)
               ? 0
               : -EIO;
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
    f->loads = tn_fw_has_loads(f);
    const int rc = set_up(f);
    if (rc)
        return rc;
    f->last_step = tn_fw_now(f);
    f->ready_at = f->last_step + (c->cold ? 0 : c->ctx_timeout + FW_LINGER);
    for (unsigned t = 0; t < f->tid_n; t++) {
        f->free[t] = (uint16_t)t;
        f->txn[t].generation = TN_FW_GENERATIONS - 1;
        f->txn[t].turned = f->last_step - c->ctx_timeout - FW_LINGER;
    }
    for (unsigned p = 0; p < TN_FW_PAGES; p++)
        f->life[p] = (uint8_t)(f->last_step >> LIFE_AT); /* other than those before the start, as far as that goes */
    f->free_n = f->tid_n;
    return 0;
}
