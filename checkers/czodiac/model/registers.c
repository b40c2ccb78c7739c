/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's register port (cz_ioport_remap.md section 2).
 */
#include "model.h"

enum reg {
    REG_ID = 0x000,
    REG_PARAMS = 0x004,
    REG_CPL_ID = 0x008,
    REG_STATUS = 0x00c,
    REG_COMMIT = 0x010,
    REG_FETCH = 0x014,
    REG_OPEN = 0x018,
    REG_STAGE_UID = 0x020,
    REG_STAGE_OID = 0x024,
    REG_STAGE_WINDOW = 0x040, /* six, WINDOW_STRIDE apart */
    REG_FWD = 0x400,          /* U2D P, NP, CPL, D2U P, NP, CPL */
    REG_UR = 0x418,           /* to the user side, to the device side */
    REG_ECRC_BAD = 0x420,
    REG_REJ_U2D = 0x440, /* + 4 * cause */
    REG_REJ_D2U = 0x480,
};
/* The registers of one window, from REG_STAGE_WINDOW + b * WINDOW_STRIDE. */
enum window_reg {
    WIN_UBASE_LO = 0x00,
    WIN_UBASE_HI = 0x04,
    WIN_OBASE_LO = 0x08,
    WIN_OBASE_HI = 0x0c,
    WIN_SIZE = 0x10,
    WINDOW_STRIDE = 0x20,
};
#define ID_VALUE       0x435a0001u
#define VALID_BIT      0x80000000u
#define STATUS_REFUSED 1u
#define STATUS_OPEN    2u

static uint64_t with_low(uint64_t old, uint32_t low)
{
    return (old & 0xffffffff00000000u) | low;
}

static uint64_t with_high(uint64_t old, uint32_t high)
{
    return (old & 0xffffffffu) | (uint64_t)high << 32;
}

static bool is_window_reg(uint32_t addr)
{
    return addr >= REG_STAGE_WINDOW && addr < REG_STAGE_WINDOW + TN_CZ_WINDOWS * WINDOW_STRIDE;
}

static void write_window(struct cz_window *w, uint32_t reg, uint32_t value)
{
    switch (reg) {
    case WIN_UBASE_LO:
        w->ubase = with_low(w->ubase, value);
        break;
    case WIN_UBASE_HI:
        w->ubase = with_high(w->ubase, value);
        break;
    case WIN_OBASE_LO:
        w->obase = with_low(w->obase, value);
        break;
    case WIN_OBASE_HI:
        w->obase = with_high(w->obase, value);
        break;
    case WIN_SIZE:
        w->log2_size = value & 0x3f;
        w->valid = value & VALID_BIT;
        break;
    default:
        break;
    }
}

static uint32_t read_window(const struct cz_window *w, uint32_t reg)
{
    switch (reg) {
    case WIN_UBASE_LO:
        return (uint32_t)w->ubase;
    case WIN_UBASE_HI:
        return (uint32_t)(w->ubase >> 32);
    case WIN_OBASE_LO:
        return (uint32_t)w->obase;
    case WIN_OBASE_HI:
        return (uint32_t)(w->obase >> 32);
    case WIN_SIZE:
        return w->log2_size | (w->valid ? VALID_BIT : 0);
    default:
        return 0;
    }
}

void tn_cz_remap_write(struct tn_cz_remap *m, uint32_t addr, uint32_t value)
{
    if (is_window_reg(addr)) {
        uint32_t off = addr - REG_STAGE_WINDOW;
        write_window(&m->staged.window[off / WINDOW_STRIDE], off % WINDOW_STRIDE, value);
        return;
    }
    switch (addr) {
    case REG_CPL_ID:
        m->cpl_id = (uint16_t)value;
        break;
    case REG_STATUS:
        if (value & STATUS_REFUSED)
            m->commit_refused = false;
        if (value & STATUS_OPEN)
            m->refused_as_open = false;
        break;
    case REG_COMMIT:
        cz_commit(m, value);
        break;
    case REG_FETCH:
        cz_fetch(m, value);
        break;
    case REG_STAGE_UID:
        m->staged.uid = (uint16_t)value;
        m->staged.port = value >> 16 & 0xf;
        m->staged.valid = false;
        break;
    case REG_STAGE_OID:
        m->staged.oid = (uint16_t)value;
        break;
    default:
        break; /* read-only or unlisted */
    }
}

static uint32_t read_counter(const struct tn_cz_remap *m, uint32_t addr)
{
    if (addr % 4 != 0)
        return 0;
    if (addr >= REG_FWD && addr < REG_UR) {
        uint32_t i = (addr - REG_FWD) / 4;
        return m->forwarded[i / CZ_CLASSES][i % CZ_CLASSES];
    }
    if (addr >= REG_UR && addr < REG_ECRC_BAD)
        return m->answered[(addr - REG_UR) / 4]; /* to the user side: what U2D asked */
    if (addr == REG_ECRC_BAD)
        return m->bad_digests;
    if (addr >= REG_REJ_U2D && addr < REG_REJ_U2D + 4 * CZ_CAUSES)
        return m->rejected[TN_CZ_U2D][(addr - REG_REJ_U2D) / 4];
    if (addr >= REG_REJ_D2U && addr < REG_REJ_D2U + 4 * CZ_CAUSES)
        return m->rejected[TN_CZ_D2U][(addr - REG_REJ_D2U) / 4];
    return 0;
}

uint32_t tn_cz_remap_read(const struct tn_cz_remap *m, uint32_t addr)
{
    if (is_window_reg(addr)) {
        uint32_t off = addr - REG_STAGE_WINDOW;
        return read_window(&m->staged.window[off / WINDOW_STRIDE], off % WINDOW_STRIDE);
    }
    switch (addr) {
    case REG_ID:
        return ID_VALUE;
    case REG_PARAMS:
        return m->funcs | m->ports << 8;
    case REG_CPL_ID:
        return m->cpl_id;
    case REG_STATUS:
        return (m->commit_refused ? STATUS_REFUSED : 0) | (m->refused_as_open ? STATUS_OPEN : 0);
    case REG_OPEN:
        return m->staged.open[TN_CZ_U2D] | m->staged.open[TN_CZ_D2U] << 16;
    case REG_STAGE_UID:
        return m->staged.uid | m->staged.port << 16 | (m->staged.valid ? VALID_BIT : 0);
    case REG_STAGE_OID:
        return m->staged.oid;
    default:
        return read_counter(m, addr);
    }
}
