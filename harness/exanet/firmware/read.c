/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's answers to read requests of other nodes (exa_firmware.md section 6).
 */
#include "firmware.h"

/* Words of a read request (exa_rt_mailbox.md section 3). */
enum { SRC_LOW, SRC_HIGH, DST_LOW, DST_HIGH, LENGTH, TAG, REQUESTER, DOMAIN, REQUEST_WORDS };

enum {
    NOTIFY_BIT = 31,
    MAILBOX_AT = 25,
    MAILBOX_MASK = 0x3f,
    HIGH_ADDR = 0x3ff,
    BUSY = 1,
    NOTE_BYTES = 16
};

/* Says whether a channel is free for a read. */
static bool is_free(const struct tn_fw *f, unsigned transfer)
{
    return !f->transfer[transfer].busy &&
           !(f->page[transfer / TN_FW_CHANNELS][transfer % TN_FW_CHANNELS][TN_FW_GO] >> 32);
}

/* Finds a channel for a read of that domain. Returns why there is none, TN_FW_OK: *transfer is one.
 */
static enum tn_fw_err find_channel(const struct tn_fw *f, uint32_t pdid, unsigned *transfer)
{
    enum tn_fw_err err = TN_FW_E_PROTECTION;
    for (unsigned p = 0; p < TN_FW_PAGES; p++) {
        if (f->pdid[p] != (1u << FW_VALID_BIT | pdid))
            continue;
        err = TN_FW_E_BUSY;
        for (unsigned c = TN_FW_WRITES; c < TN_FW_CHANNELS; c++) {
            *transfer = p * TN_FW_CHANNELS + c;
            if (is_free(f, *transfer))
                return TN_FW_OK;
        }
    }
    return err;
}

/* Puts an error answer into the queue; one that finds it full is left to the requester's timeout.
 */
static void refuse(struct tn_fw *f, const struct tn_fw_refusal *r)
{
    f->stats.refused++;
    if (f->refusal_n < TN_FW_REFUSALS)
        f->refusal[(f->refusal_head + f->refusal_n++) % TN_FW_REFUSALS] = *r;
}

void tn_fw_take_read(struct tn_fw *f)
{
    uint32_t r[REQUEST_WORDS];
    unsigned transfer = 0;
    for (unsigned i = 0; i < REQUEST_WORDS; i++)
        r[i] = tn_fw_get(f, FW_RT_MAILBOX + FW_READ);
    if (f->dropping) {
        f->stats.dropped++;
        return;
    }
    const uint64_t node = (uint64_t)(r[REQUESTER] & 0x3fffff) << FW_ADDR_BITS;
    const uint64_t mailbox =
        7ull << (FW_ADDR_BITS - 3) | 3ull << 32 | (r[DST_HIGH] >> MAILBOX_AT & MAILBOX_MASK) << 12;
    const uint64_t place = node | mailbox, note = (uint64_t)r[LENGTH] << 32 | r[TAG];
    const bool notify = r[DST_HIGH] >> NOTIFY_BIT;
    const enum tn_fw_err err = find_channel(f, r[DOMAIN] & 0xffff, &transfer);
    f->stats.reads++;
    if (err) {
        if (notify)
            refuse(f, &(struct tn_fw_refusal){place, note, (uint16_t)r[DOMAIN], (uint8_t)err});
        return;
    }
    volatile uint64_t *w = f->page[transfer / TN_FW_CHANNELS][transfer % TN_FW_CHANNELS];
    w[TN_FW_SRC] = r[SRC_LOW] | (uint64_t)r[SRC_HIGH] << 32;
    w[TN_FW_DST] = node | (uint64_t)(r[DST_HIGH] & HIGH_ADDR) << 32 | r[DST_LOW];
    w[TN_FW_LENGTH] = r[LENGTH] | (uint64_t)notify << 32;
    w[TN_FW_PLACE] = place;
    w[TN_FW_NOTE] = note;
    w[TN_FW_NOTE + 1] = 0;
    w[TN_FW_GO] = 1ull << 32 | r[TAG];
}

void tn_fw_read_ended(struct tn_fw *f, unsigned transfer, unsigned err)
{
    const struct tn_fw_transfer *x = &f->transfer[transfer];
    const volatile uint64_t *w = f->page[transfer / TN_FW_CHANNELS][transfer % TN_FW_CHANNELS];
    if (x->notify)
        refuse(f, &(struct tn_fw_refusal){w[TN_FW_PLACE], w[TN_FW_NOTE], x->pdid, (uint8_t)err});
}

void tn_fw_send_refusal(struct tn_fw *f)
{
    const uint32_t channel = FW_PACKETIZER + FW_CHANNEL * f->channel;
    const struct tn_fw_refusal *r = &f->refusal[f->refusal_head];
    if (f->refusal_n == 0 || (tn_fw_get(f, channel + FW_CH_STATUS) & 0xf) == BUSY)
        return;
    f->refusal_head = (f->refusal_head + 1) % TN_FW_REFUSALS;
    f->refusal_n--;
    if (tn_fw_put(f, FW_PACKETIZER + FW_TABLE + 4 * f->channel, 1u << FW_VALID_BIT | r->pdid) &&
        tn_fw_put128(f, channel, r->note, (uint64_t)r->err << 56))
        tn_fw_put128(f, channel + FW_CH_DST, r->place, NOTE_BYTES);
}
