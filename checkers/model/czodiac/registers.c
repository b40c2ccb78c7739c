/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model's register file: staging, COMMIT, FETCH, counters (contract
 * section 2).
 */
#include "remap.h"

#include <stdlib.h>
#include <string.h>

enum reg {
    REG_ID = 0x000, REG_PARAMS = 0x004, REG_CPL_ID = 0x008, REG_STATUS = 0x00c, REG_COMMIT = 0x010,
    REG_FETCH = 0x014, REG_STAGE_UID = 0x020, REG_STAGE_OID = 0x024, REG_WINDOWS = 0x040,
    REG_FWD = 0x400, REG_UR = 0x418, REG_ECRC_BAD = 0x420, REG_REJ_U2D = 0x440, REG_REJ_D2U = 0x480,
    WINDOW_STRIDE = 0x20,
};

struct tn_cz_remap *tn_cz_remap_new(unsigned funcs, unsigned ports)
{
    struct tn_cz_remap *m = calloc(1, sizeof *m);
    if (m) {
        m->funcs = funcs;
        m->ports = ports;
    }
    return m;
}

void tn_cz_remap_reset(struct tn_cz_remap *m)
{
    unsigned funcs = m->funcs, ports = m->ports;
    memset(m, 0, sizeof *m);
    m->funcs = funcs;
    m->ports = ports;
}

void tn_cz_remap_free(struct tn_cz_remap *m)
{
    free(m);
}

/* May the staged entry not become entry i? */
static bool refused(const struct tn_cz_remap *m, unsigned i)
{
    const struct cz_entry *s = &m->stage;
    if (s->port >= m->ports)
        return true;
    for (unsigned w = 0; w < TN_CZ_WINDOWS; w++) {
        const struct cz_window *b = &s->win[w];
        uint64_t below = ((uint64_t)1 << b->log2) - 1;
        if (b->valid && (b->log2 < 4 || b->ubase & below || b->obase & below))
            return true;
    }
    for (unsigned k = 0; k < m->funcs; k++)
        if (k != i && m->entry[k].valid && ((m->entry[k].oid ^ s->oid) & 0x1ff) == 0)
            return true;
    return false;
}

static void commit(struct tn_cz_remap *m, uint32_t value)
{
    unsigned i = value & 63;
    if (i >= m->funcs || (!(value >> 31) && refused(m, i))) {
        m->refused = true;
        return;
    }
    if (value >> 31) {
        m->entry[i].valid = false;
    } else {
        m->entry[i] = m->stage;
        m->entry[i].valid = true;
    }
}

static void fetch(struct tn_cz_remap *m, unsigned i)
{
    if (i < m->funcs)
        m->stage = m->entry[i];
    else
        memset(&m->stage, 0, sizeof m->stage);
}

/* The window register at addr: its window and word, or false. */
static bool window_reg(uint32_t addr, unsigned *w, unsigned *word)
{
    if (addr < REG_WINDOWS || addr >= REG_WINDOWS + TN_CZ_WINDOWS * WINDOW_STRIDE)
        return false;
    *w = (addr - REG_WINDOWS) / WINDOW_STRIDE;
    *word = (addr - REG_WINDOWS) % WINDOW_STRIDE / 4;
    return *word <= 4;
}

static void put_half(uint64_t *v, bool high, uint32_t half)
{
    *v = high ? (*v & 0xffffffffu) | (uint64_t)half << 32 : (*v & ~(uint64_t)0xffffffffu) | half;
}

void tn_cz_remap_write(struct tn_cz_remap *m, uint32_t addr, uint32_t value)
{
    unsigned w, word;
    switch (addr) {
    case REG_CPL_ID:
        m->cpl_id = (uint16_t)value;
        return;
    case REG_STATUS:
        if (value & 1)
            m->refused = false;
        return;
    case REG_COMMIT:
        commit(m, value);
        return;
    case REG_FETCH:
        fetch(m, value & 63);
        return;
    case REG_STAGE_UID:
        m->stage.valid = false;
        m->stage.uid = (uint16_t)value;
        m->stage.port = value >> 16 & 15;
        return;
    case REG_STAGE_OID:
        m->stage.oid = (uint16_t)value;
        return;
    default:
        break;
    }
    if (!window_reg(addr, &w, &word))
        return;
    struct cz_window *b = &m->stage.win[w];
    if (word < 2) {
        put_half(&b->ubase, word == 1, value);
    } else if (word < 4) {
        put_half(&b->obase, word == 3, value);
    } else {
        b->log2 = value & 63;
        b->valid = value >> 31;
    }
}

static uint32_t read_window(const struct cz_window *b, unsigned word)
{
    switch (word) {
    case 0: return (uint32_t)b->ubase;
    case 1: return (uint32_t)(b->ubase >> 32);
    case 2: return (uint32_t)b->obase;
    case 3: return (uint32_t)(b->obase >> 32);
    default: return (uint32_t)b->valid << 31 | b->log2;
    }
}

uint32_t tn_cz_remap_read(const struct tn_cz_remap *m, uint32_t addr)
{
    unsigned w, word;
    if (window_reg(addr, &w, &word))
        return read_window(&m->stage.win[w], word);
    if (addr >= REG_FWD && addr < REG_FWD + 24)
        return m->fwd[(addr - REG_FWD) / 12][(addr - REG_FWD) % 12 / 4];
    if (addr >= REG_REJ_U2D && addr < REG_REJ_U2D + 32)
        return m->rej[TN_CZ_U2D][(addr - REG_REJ_U2D) / 4];
    if (addr >= REG_REJ_D2U && addr < REG_REJ_D2U + 32)
        return m->rej[TN_CZ_D2U][(addr - REG_REJ_D2U) / 4];
    switch (addr) {
    case REG_ID: return 0x435a0001;
    case REG_PARAMS: return m->ports << 8 | m->funcs;
    case REG_CPL_ID: return m->cpl_id;
    case REG_STATUS: return m->refused;
    case REG_STAGE_UID: return (uint32_t)m->stage.valid << 31 | m->stage.port << 16 | m->stage.uid;
    case REG_STAGE_OID: return m->stage.oid;
    case REG_UR: return m->ur[TN_CZ_U2D];
    case REG_UR + 4: return m->ur[TN_CZ_D2U];
    case REG_ECRC_BAD: return m->ecrc_bad;
    default: return 0;
    }
}
