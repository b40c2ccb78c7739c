/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover.def a TLP, a COMMIT or a blocked class falls into.
 */
#include "model.h"

#include <tn/czodiac/cz_cover.h>

static bool addressed(unsigned kind)
{
    return kind == TN_TLP_MRD || kind == TN_TLP_MWR || kind == TN_TLP_FETCHADD ||
           kind == TN_TLP_SWAP || kind == TN_TLP_CAS;
}

static bool carried(unsigned kind, unsigned dir)
{
    return addressed(kind) || kind == TN_TLP_CPL || kind == TN_TLP_CPLD ||
           (dir == TN_CZ_D2U && (kind == TN_TLP_MSG || kind == TN_TLP_MSGD));
}

/* four: 1 for a header of 4 DWs. */
static bool has_header(unsigned kind, unsigned four)
{
    if (kind == TN_TLP_MSG || kind == TN_TLP_MSGD)
        return four;
    return addressed(kind) || kind == TN_TLP_MRDLK || !four;
}

#define COVER_DEF "../czodiac/model/cover.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_cz_cover_plan = COVER_PLAN;

struct tn_cz_cover {
    struct tn_cover *counts;
    struct tn_cz_remap *model;
};

struct tn_cz_cover *tn_cz_cover_new(unsigned funcs, unsigned ports)
{
    struct tn_cz_cover *c = tn_cover_state_new(&tn_cz_cover_plan, sizeof *c);
    if (!c)
        return NULL;
    c->model = tn_cz_remap_new(funcs, ports);
    if (c->model)
        return c;
    tn_cz_cover_free(c);
    return NULL;
}

void tn_cz_cover_free(struct tn_cz_cover *c)
{
    if (c)
        tn_cz_remap_free(c->model);
    tn_cover_state_free(c);
}

void tn_cz_cover_reset(struct tn_cz_cover *c)
{
    tn_cz_remap_reset(c->model);
}

enum commit {
    LOADED, LOADED_OVER, CLEARED, CLEARED_EMPTY, BAD_INDEX, BAD_CLEAR, BAD_PORT, BAD_SIZE, BAD_UBASE,
    BAD_OBASE, BAD_OID, BAD_OPEN,
};

/* Why the staged entry was refused, the first that applies; section 2. */
static enum commit refusal(const struct tn_cz_remap *m, unsigned index)
{
    if (index >= m->funcs)
        return BAD_INDEX;
    if (m->staged.port >= m->ports)
        return BAD_PORT;
    for (unsigned b = 0; b < TN_CZ_WINDOWS; b++) {
        const struct cz_window *w = &m->staged.window[b];
        uint64_t low = ((uint64_t)1 << w->log2_size) - 1;
        if (w->valid && w->log2_size < 4)
            return BAD_SIZE;
        if (w->valid && (w->ubase & low))
            return BAD_UBASE;
        if (w->valid && (w->obase & low))
            return BAD_OBASE;
    }
    return BAD_OID;
}

void tn_cz_cover_write(struct tn_cz_cover *c, uint32_t addr, uint32_t value)
{
    struct tn_cz_remap *m = c->model;
    unsigned index = value & 0x3f;
    if (addr == 0x010) {
        bool over = index < m->funcs && m->entry[index].valid, clear = value >> 31;
        bool said = m->commit_refused, said_open = m->refused_as_open, refused, open;
        m->commit_refused = m->refused_as_open = false;
        tn_cz_remap_write(m, addr, value);
        refused = m->commit_refused;
        open = m->refused_as_open;
        m->commit_refused = said || refused;
        m->refused_as_open = said_open || open;
        HIT(c, COMMITS, open ? BAD_OPEN
                        : clear ? refused ? BAD_CLEAR : over ? CLEARED : CLEARED_EMPTY
                        : refused ? refusal(m, index) : over ? LOADED_OVER : LOADED);
        return;
    }
    tn_cz_remap_write(m, addr, value);
}

void tn_cz_cover_ok(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned mask)
{
    HIT(c, BLOCKED, dir, mask & 7);
}

/* The window of its port that took it; there is one. */
static void hit_window(struct tn_cz_cover *c, unsigned port, const struct tn_tlp *t)
{
    for (unsigned i = 0; i < c->model->funcs; i++)
        for (unsigned b = 0; b < TN_CZ_WINDOWS; b++) {
            const struct cz_entry *e = &c->model->entry[i];
            const struct cz_window *w = &e->window[b];
            if (!e->valid || e->port != port || !w->valid || !cz_in_window(w, t->addr))
                continue;
            if (t->addr == w->ubase)
                HIT(c, WINDOWS, b, 0);
            else if (t->addr - w->ubase + 4u * t->length_dw == (uint64_t)1 << w->log2_size)
                HIT(c, WINDOWS, b, 2);
            else
                HIT(c, WINDOWS, b, 1);
        }
}

static unsigned size_class(uint32_t dws)
{
    static const unsigned most[] = {1, 4, 16, 64, 127};
    unsigned i = 0;
    while (i < sizeof most / sizeof *most && dws > most[i])
        i++;
    return i;
}

static void hit_forwarded(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned port,
                          const struct tn_tlp *t, const struct tn_cz_fate *fate)
{
    struct tn_tlp out;
    unsigned kind = t->kind;
    tn_tlp_decode(fate->out, fate->len, fate->len, &out);
    HIT(c, FORWARDED, kind, dir, t->hdr_dw == 4, out.hdr_dw == 4, t->td ? fate->bad_digest ? 2 : 1 : 0);
    if ((kind == TN_TLP_MWR || kind == TN_TLP_CPLD) && t->payload_len >= 4)
        HIT(c, PAYLOAD, kind, dir, size_class(t->payload_len / 4));
    if (dir == TN_CZ_U2D && addressed(kind)) {
        HIT(c, FOUR_GIB, kind, (out.addr >> 32 != 0) | (unsigned)(t->addr >> 32 != 0) << 1);
        hit_window(c, port, t);
    }
    if (dir == TN_CZ_D2U && t->th && addressed(kind))
        HIT(c, HINTS, kind, t->hdr_dw == 4);
    if (t->ep && tn_tlp_has_data(t->kind))
        HIT(c, POISONED, kind, dir);
}

void tn_cz_cover_tlp(struct tn_cz_cover *c, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len)
{
    static struct tn_cz_fate fate; /* large; one simulation is one thread */
    struct tn_tlp t;
    tn_tlp_decode(p, len, len, &t);
    tn_cz_remap_tlp(c->model, dir, port, p, len, &fate);
    if (t.kind == TN_TLP_MRD && t.length_dw == 1024)
        HIT(c, LENGTH_0, dir, fate.cause);
    if (fate.cause == TN_CZ_FORWARDED) {
        hit_forwarded(c, dir, port, &t, &fate);
        return;
    }
    HIT(c, REJECTED, t.kind, dir, t.hdr_dw == 4, fate.cause);
    if (fate.len)
        HIT(c, ANSWERED, t.kind, dir);
}
