/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The remapper's verdict on a TLP: forwarded, answered or dropped
 * (cz_ioport_remap.md section 3), and the counters that follow from it.
 */
#include "model.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

struct tn_cz_remap *tn_cz_remap_new(unsigned funcs, unsigned ports)
{
    tn_require(funcs >= 1 && funcs <= TN_CZ_FUNCS);
    tn_require(ports >= 1 && ports <= 16);
    struct tn_cz_remap *m = calloc(1, sizeof *m);
    if (m) {
        m->funcs = funcs;
        m->ports = ports;
    }
    return m;
}

void tn_cz_remap_reset(struct tn_cz_remap *m)
{
    *m = (struct tn_cz_remap){.funcs = m->funcs, .ports = m->ports};
}

void tn_cz_remap_copy(struct tn_cz_remap *to, const struct tn_cz_remap *from)
{
    *to = *from;
}

void tn_cz_remap_free(struct tn_cz_remap *m)
{
    free(m);
}

/* Streams carry whole DWs; a length that is no multiple of 4 can only be a cut TLP. */
static bool is_malformed(const struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, size_t len,
                         const struct tn_tlp *t)
{
    if (dir == TN_CZ_U2D && port >= m->ports)
        return true;
    if (t->prefix_n > 0 || t->kind == TN_TLP_INVALID || t->err & TN_TLP_E_SHORT || len % 4 != 0)
        return true;
    return t->td && len < 4u * t->hdr_dw + 4;
}

/* The upper three rows of the table in section 3. */
static bool is_carried(enum tn_cz_dir dir, enum tn_tlp_kind kind)
{
    switch (kind) {
    case TN_TLP_MRD:
    case TN_TLP_MWR:
    case TN_TLP_FETCHADD:
    case TN_TLP_SWAP:
    case TN_TLP_CAS:
    case TN_TLP_CPL:
    case TN_TLP_CPLD:
        return true;
    case TN_TLP_MSG:
    case TN_TLP_MSGD:
        return dir == TN_CZ_D2U;
    default:
        return false;
    }
}

/* Of a well-formed and carried U2D TLP. */
static enum tn_cz_cause look_up_u2d(const struct tn_cz_remap *m, unsigned port,
                                    const struct tn_tlp *t, const struct cz_entry **e,
                                    const struct cz_window **w)
{
    unsigned rid_hits = cz_match_uid(m, port, t->requester, e);

    *w = NULL;
    if (rid_hits != 1)
        return rid_hits ? TN_CZ_RID_MULTI : TN_CZ_RID_MISS;
    if (tn_tlp_is_completion(t->kind))
        return TN_CZ_FORWARDED;

    unsigned bar_hits = cz_match_window(m, port, t->addr, w);
    if (bar_hits != 1)
        return bar_hits ? TN_CZ_BAR_MULTI : TN_CZ_BAR_MISS;
    /* past the end of the address space this wraps to 0, which is outside, too */
    if (!cz_in_window(*w, t->addr + 4u * t->length_dw - 1))
        return TN_CZ_BAR_PAST;
    return TN_CZ_FORWARDED;
}

static enum tn_cz_cause decide(const struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port,
                               size_t len, const struct tn_tlp *t, const struct cz_entry **e,
                               const struct cz_window **w)
{
    if (is_malformed(m, dir, port, len, t))
        return TN_CZ_MALFORMED;
    if (!is_carried(dir, t->kind))
        return TN_CZ_UNSUPPORTED;
    if (dir == TN_CZ_U2D)
        return look_up_u2d(m, port, t, e, w);
    return cz_match_oid(m, t->requester, e) ? TN_CZ_FORWARDED : TN_CZ_RID_MISS;
}

void tn_cz_remap_tlp(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len, struct tn_cz_fate *fate)
{
    const struct cz_entry *e = NULL;
    const struct cz_window *w = NULL;
    struct tn_tlp t;

    memset(fate, 0, sizeof *fate);
    tn_tlp_decode(p, len, len, &t);
    fate->cause = decide(m, dir, port, len, &t, &e, &w);

    if (fate->cause == TN_CZ_FORWARDED) {
        fate->cls = tn_tlp_class(t.kind);
        if (dir == TN_CZ_U2D)
            cz_rewrite_u2d(p, len, &t, e, w, fate);
        else
            cz_rewrite_d2u(m, p, len, &t, e, fate);
        cz_count_open(m, dir, &t, e);
        m->forwarded[dir][fate->cls]++;
        m->bad_digests += fate->bad_digest;
        return;
    }
    m->rejected[dir][fate->cause]++;
    if (fate->cause != TN_CZ_MALFORMED && tn_tlp_class(t.kind) == TN_CLASS_NP) {
        cz_answer(&t, dir, port, m->cpl_id, fate);
        m->answered[dir]++;
    }
}
