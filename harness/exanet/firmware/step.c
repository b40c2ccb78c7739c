/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's turn (exa_firmware.md section 3).
 */
#include "firmware.h"

void tn_fw_step(struct tn_fw *f)
{
    bool reads_wait;
    if (tn_fw_now(f) - f->last_step > f->config.away)
        f->dropping = true;
    reads_wait = tn_fw_take_responses(f);
    f->dropping &= reads_wait;
    if (reads_wait)
        tn_fw_take_read(f);
    if (f->turn++ % 4 == 0 && f->live_n)
        tn_fw_take_faults(f);
    tn_fw_do_timers(f);
    tn_fw_do_page(f);
    tn_fw_send_refusal(f);
    f->last_step = tn_fw_now(f);
}

bool tn_fw_ready(const struct tn_fw *f)
{
    return f->ops.now(f->ctx) >= f->ready_at;
}

bool tn_fw_idle(const struct tn_fw *f)
{
    if (f->refusal_n)
        return false;
    for (unsigned t = 0; t < TN_FW_TRANSFERS; t++)
        if (f->transfer[t].busy ||
            (f->pdid[t / TN_FW_CHANNELS] >> FW_VALID_BIT &&
             f->page[t / TN_FW_CHANNELS][t % TN_FW_CHANNELS][TN_FW_GO] >> 32))
            return false;
    return true;
}

const char *tn_fw_err_text(unsigned err)
{
    switch (err) {
    case TN_FW_OK:
        return "ok";
    case TN_FW_E_FAULT:
        return "page fault not served";
    case TN_FW_E_BUSY:
        return "no channel free";
    case TN_FW_E_DECODE:
        return "no such memory";
    case TN_FW_E_PROTECTION:
        return "the protection domain has no context bank";
    case TN_FW_E_RETRIES:
        return "retries used up";
    case TN_FW_E_RANGE:
        return "refused: length or addresses";
    case TN_FW_E_UNKNOWN:
        return "outcome unknown: too late to try again";
    case TN_FW_E_LATE:
        return "read given up for its age";
    case TN_FW_E_NOT_SENT:
        return "the ExaDMA did not end an attempt in time";
    default:
        return "refused by the receiver";
    }
}
