/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An engine's registers and its descriptors.
 */
#include "get_desc.h"

#include <tn/tnw/tnw.h>

bool tnw_get_regs_write(struct tnw_get_regs *r, unsigned reg, uint32_t data)
{
    if (reg / 4 >= TN_TNW_GET_RW)
        return false;
    r->reg[reg / 4] = data;
    if (reg == TN_TNW_GET_LENGTH) {
        r->reg[reg / 4] &= TN_TNW_GET_LENGTH_BITS;
        r->bad_length = (data & ~(uint32_t)TN_TNW_GET_LENGTH_BITS) != 0;
    }
    if (reg == TN_TNW_GET_DEST)
        r->reg[reg / 4] &= (uint32_t)TN_TNW_GET_DEST_BITS;
    return reg == TN_TNW_GET_NOTIFY_HI;
}

struct tnw_get_desc tnw_get_regs_desc(const struct tnw_get_regs *r)
{
    const uint32_t *reg = r->reg;
    return (struct tnw_get_desc){
        .src = (uint64_t)reg[TN_TNW_GET_SRC_HI / 4] << 32 | reg[TN_TNW_GET_SRC_LO / 4],
        .notify = (uint64_t)reg[TN_TNW_GET_NOTIFY_HI / 4] << 32 | reg[TN_TNW_GET_NOTIFY_LO / 4],
        .length = reg[TN_TNW_GET_LENGTH / 4],
        .offset = reg[TN_TNW_GET_DEST / 4] & (TN_TNW_GET_OFFSETS - 1),
        .tag = reg[TN_TNW_GET_TAG / 4],
        .vc = (uint8_t)(reg[TN_TNW_GET_DEST / 4] >> 29)};
}

bool tnw_get_is_bad(const struct tnw_get_regs *r, const struct tnw_get_desc *d, bool last_en)
{
    return r->bad_length || d->length == 0 || d->length > TN_TNW_GET_LENGTH_MAX ||
           d->length % TNW_PAYLOAD || d->src % TNW_NOTE || d->notify % TNW_NOTE ||
           d->offset + d->length / TNW_OFFSET_UNIT > TN_TNW_GET_OFFSETS ||
           (last_en && d->offset & TNW_LAST);
}

uint32_t tnw_get_offset(const struct tnw_get_desc *d, uint32_t bytes, bool last_en)
{
    return d->offset + bytes / TNW_OFFSET_UNIT +
           (last_en && bytes + TNW_PAYLOAD == d->length ? TNW_LAST : 0);
}
