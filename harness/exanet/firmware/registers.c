/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's accesses to its node's registers.
 */
#include "firmware.h"

#include <string.h>

static void to_bytes(uint8_t *bytes, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(struct tn_fw *f, uint32_t addr, unsigned n)
{
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    if (f->ops.read(f->ctx, addr, n, bytes) != 0) {
        f->stats.bus_errors++;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static bool put(struct tn_fw *f, uint32_t addr, const uint8_t *bytes, unsigned n)
{
    const bool ok = f->ops.write(f->ctx, addr, n, bytes) == 0;
    f->stats.bus_errors += !ok;
    return ok;
}

uint32_t tn_fw_get(struct tn_fw *f, uint32_t addr)
{
    return (uint32_t)get(f, addr, 4);
}

uint64_t tn_fw_get64(struct tn_fw *f, uint32_t addr)
{
    return get(f, addr, 8);
}

bool tn_fw_put(struct tn_fw *f, uint32_t addr, uint32_t value)
{
    uint8_t bytes[4];
    to_bytes(bytes, value, 4);
    return put(f, addr, bytes, 4);
}

bool tn_fw_put64(struct tn_fw *f, uint32_t addr, uint64_t value)
{
    uint8_t bytes[8];
    to_bytes(bytes, value, 8);
    return put(f, addr, bytes, 8);
}

bool tn_fw_put128(struct tn_fw *f, uint32_t addr, uint64_t low, uint64_t high)
{
    uint8_t bytes[16];
    to_bytes(bytes, low, 8);
    to_bytes(bytes + 8, high, 8);
    return put(f, addr, bytes, 16);
}

bool tn_fw_has_loads(struct tn_fw *f)
{
    uint8_t id[4] = {0};
    return f->ops.read(f->ctx, FW_AXI + FW_ID, 4, id) == 0 && id[3] == 0x45 && id[2] == 0x5a && id[1] == 0 && id[0] == 1;
}

uint64_t tn_fw_now(struct tn_fw *f)
{
    return f->ops.now(f->ctx);
}

bool tn_fw_in_memory(uint64_t addr, uint64_t n)
{
    const uint64_t peripherals = 7ull << (FW_ADDR_BITS - 3);
    return addr < peripherals && n <= peripherals - addr;
}

int tn_fw_bank_of(const struct tn_fw *f, uint16_t pdid)
{
    for (int b = 0; b < TN_FW_BANKS; b++)
        if (f->bank[b] >> FW_VALID_BIT && (f->bank[b] & 0xffff) == pdid)
            return b;
    return -1;
}
