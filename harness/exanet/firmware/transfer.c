/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's transfers: scratchpad, turns, segmentation, ends (exa_firmware.md section 4).
 */
#include "firmware.h"

static volatile uint64_t *words_of(struct tn_fw *f, unsigned transfer)
{
    return f->page[transfer / TN_FW_CHANNELS][transfer % TN_FW_CHANNELS];
}

static void show(struct tn_fw *f, unsigned transfer, enum tn_fw_state state)
{
    const struct tn_fw_transfer *x = &f->transfer[transfer];
    words_of(f, transfer)[TN_FW_STATUS] =
        (uint64_t)state | (uint64_t)x->err << 8 | (x->acked & 0xffffffff) << 32;
}

/* Returns why a transfer is refused; TN_FW_OK: it is not. */
static enum tn_fw_err refusal(const struct tn_fw *f, const struct tn_fw_transfer *x)
{
    if (x->length == 0 || x->src >> FW_ADDR_BITS || x->src + x->length > 1ull << FW_ADDR_BITS ||
        !tn_fw_in_memory(x->dst & ((1ull << FW_ADDR_BITS) - 1), x->length))
        return TN_FW_E_RANGE;
    return tn_fw_bank_of(f, x->pdid) < 0 ? TN_FW_E_PROTECTION : TN_FW_OK;
}

static void finish(struct tn_fw *f, unsigned transfer)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    x->busy = false;
    f->stats.done += x->err == TN_FW_OK;
    f->stats.failed += x->err != TN_FW_OK;
    if (x->err && transfer % TN_FW_CHANNELS >= TN_FW_WRITES)
        tn_fw_read_ended(f, transfer, x->err);
    show(f, transfer, x->err ? TN_FW_ERROR : TN_FW_DONE);
}

/* Takes the transfer of a descriptor that says GO, or ends it with err. */
static void take(struct tn_fw *f, unsigned transfer, enum tn_fw_err err)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    volatile uint64_t *w = words_of(f, transfer);
    *x = (struct tn_fw_transfer){
        .src = w[TN_FW_SRC],
        .dst = w[TN_FW_DST],
        .length = (uint32_t)w[TN_FW_LENGTH],
        .notify = w[TN_FW_LENGTH] >> 32 & 1,
        .pdid = (uint16_t)f->pdid[transfer / TN_FW_CHANNELS],
        .born = tn_fw_now(f),
        .busy = true,
    };
    f->stats.transfers++;
    x->err = (uint8_t)(err ? err : refusal(f, x));
    show(f, transfer, TN_FW_QUEUED);
    w[TN_FW_GO] &= 0xffffffff;
    if (x->err)
        finish(f, transfer);
}

/* Says whether the transfer may start another transaction; the last one with notification waits for
 * all others. */
static bool may_open(const struct tn_fw *f, const struct tn_fw_transfer *x)
{
    const uint64_t left = x->length - x->cut;
    const bool is_last = left <= TN_FW_BLOCK - (x->dst + x->cut) % TN_FW_BLOCK;
    if (!x->busy || x->err || left == 0 || x->under_way >= f->config.outstanding)
        return false;
    return !(x->notify && is_last) || x->under_way == 0;
}

bool tn_fw_is_late(const struct tn_fw *f, unsigned transfer, uint64_t now)
{
    const struct tn_fw_transfer *x = &f->transfer[transfer];
    return transfer % TN_FW_CHANNELS >= TN_FW_WRITES && x->busy &&
           now - x->born > f->config.read_life;
}

/* Returns why no transaction of the transfer can be started any more; TN_FW_OK: one can. */
static enum tn_fw_err hopeless(struct tn_fw *f, unsigned transfer)
{
    if (tn_fw_is_late(f, transfer, tn_fw_now(f)))
        return TN_FW_E_LATE;
    return f->stuck_n == f->tid_n || f->page_stuck[transfer / TN_FW_CHANNELS] == tn_fw_share(f) ? TN_FW_E_NOT_SENT : TN_FW_OK;
}

/* Begins no other transaction of the transfer, which ends with err when none is under way. */
static void give_up(struct tn_fw *f, unsigned transfer, enum tn_fw_err err)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    x->err = (uint8_t)err;
    tn_fw_end_waiting(f, transfer);
    if (x->busy && x->under_way == 0)
        finish(f, transfer);
}

void tn_fw_close_page(struct tn_fw *f, unsigned p)
{
    for (unsigned c = 0; c < TN_FW_CHANNELS; c++) {
        const unsigned transfer = p * TN_FW_CHANNELS + c;
        if (f->transfer[transfer].busy && !f->transfer[transfer].err)
            give_up(f, transfer, TN_FW_E_RANGE);
        else if (!f->transfer[transfer].busy && f->page[p][c][TN_FW_GO] >> 32)
            take(f, transfer, TN_FW_E_RANGE);
    }
}

/* Does one descriptor's work. Returns false when there is none. */
static bool do_channel(struct tn_fw *f, unsigned transfer)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    if (!x->busy && words_of(f, transfer)[TN_FW_GO] >> 32) {
        take(f, transfer, TN_FW_OK);
        if (!x->busy)
            return true;
    }
    if (!may_open(f, x))
        return false;
    const enum tn_fw_err why = hopeless(f, transfer);
    if (why) {
        give_up(f, transfer, why);
        return true;
    }
    if (!tn_fw_open(f, transfer))
        return false;
    show(f, transfer, TN_FW_ACTIVE);
    return true;
}

void tn_fw_do_page(struct tn_fw *f)
{
    for (unsigned i = 0; i < TN_FW_PAGES; i++) {
        const unsigned p = f->page_next;
        f->page_next = (p + 1) % TN_FW_PAGES;
        if (!(f->pdid[p] >> 31))
            continue;
        for (unsigned k = 0; k < TN_FW_CHANNELS; k++) {
            const unsigned c = f->channel_next[p];
            f->channel_next[p] = (uint8_t)((c + 1) % TN_FW_CHANNELS);
            if (do_channel(f, p * TN_FW_CHANNELS + c))
                return;
        }
    }
}

void tn_fw_txn_ended(struct tn_fw *f, unsigned transfer, unsigned bytes, unsigned err)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    x->under_way--;
    x->acked += bytes;
    if (err && !x->err) {
        x->err = (uint8_t)err;
        tn_fw_end_waiting(f, transfer);
    }
    if (!x->busy)
        return;
    if (x->under_way == 0 && (x->err || x->acked == x->length))
        finish(f, transfer);
    else
        show(f, transfer, TN_FW_ACTIVE);
}
