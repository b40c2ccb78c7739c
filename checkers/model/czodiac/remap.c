/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What happens to a TLP (contract section 3).
 */
#include "remap.h"

#include <tn/crc.h>

#include <string.h>

static bool has_address(enum tn_tlp_kind k)
{
    return k == TN_TLP_MRD || k == TN_TLP_MWR || k == TN_TLP_FETCHADD || k == TN_TLP_SWAP ||
           k == TN_TLP_CAS;
}

static bool carried(enum tn_tlp_kind k, enum tn_cz_dir dir)
{
    if (k == TN_TLP_MSG || k == TN_TLP_MSGD)
        return dir == TN_CZ_D2U;
    return has_address(k) || k == TN_TLP_CPL || k == TN_TLP_CPLD;
}

/* The digest of a TLP on the user side: Dest CPU counts as 0. */
static uint32_t user_digest(const uint8_t *p, size_t len)
{
    uint8_t copy[TN_TLP_MAX];
    memcpy(copy, p, len);
    copy[1] &= 0x74; /* DW0 bits 23, 19, 17, 16 */
    return tn_tlp_digest(copy, len, 0);
}

static enum tn_cz_cause find_rid(const struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port,
                                 uint16_t rid, const struct cz_entry **hit)
{
    unsigned hits = 0;
    for (unsigned i = 0; i < m->funcs; i++) {
        const struct cz_entry *e = &m->entry[i];
        bool match = dir == TN_CZ_U2D ? e->uid == rid && e->port == port : e->oid == rid;
        if (e->valid && match) {
            hits++;
            *hit = e;
        }
    }
    return hits == 1 ? TN_CZ_FORWARDED : hits ? TN_CZ_RID_MULTI : TN_CZ_RID_MISS;
}

static enum tn_cz_cause find_window(const struct tn_cz_remap *m, unsigned port,
                                    const struct tn_tlp *t, uint64_t *to)
{
    const struct cz_window *hit = NULL;
    unsigned hits = 0;
    for (unsigned i = 0; i < m->funcs; i++)
        for (unsigned w = 0; w < TN_CZ_WINDOWS; w++) {
            const struct cz_window *b = &m->entry[i].win[w];
            if (m->entry[i].valid && m->entry[i].port == port && b->valid &&
                t->addr >> b->log2 == b->ubase >> b->log2) {
                hits++;
                hit = b;
            }
        }
    if (hits == 0)
        return TN_CZ_BAR_MISS;
    if (hits > 1)
        return TN_CZ_BAR_MULTI;
    uint64_t size = (uint64_t)1 << hit->log2, offset = t->addr - hit->ubase;
    if (offset + 4u * t->length_dw > size)
        return TN_CZ_BAR_PAST;
    *to = hit->obase + offset;
    return TN_CZ_FORWARDED;
}

/* Inside there is no TH (contract: D2U). */
static void strip_hint(struct tn_tlp *t)
{
    t->ph = 0;
    if (t->kind == TN_TLP_MWR) {
        t->tag = 0;
    } else if (t->kind == TN_TLP_MRD) {
        t->first_be = 15;
        t->last_be = t->length_dw == 1 ? 0 : 15;
    } else {
        t->first_be = t->last_be = 0;
    }
}

static void forward(struct tn_cz_remap *m, enum tn_cz_dir dir, struct tn_tlp *t, const uint8_t *p,
                    size_t len, struct tn_cz_fate *fate)
{
    const uint8_t *rest = p + t->payload_off;
    size_t rest_len = len - t->payload_off;
    bool td = t->td;
    long n;

    if (td) {
        uint32_t d = dir == TN_CZ_U2D ? user_digest(p, len - 4) : tn_tlp_digest(p, len - 4, 0);
        fate->bad_digest = d != ((uint32_t)p[len - 4] << 24 | (uint32_t)p[len - 3] << 16 |
                                 (uint32_t)p[len - 2] << 8 | p[len - 1]);
    }
    /* what follows the header goes as it came, digest place included: encode the
     * header alone, with TD but without a digest DW */
    t->td = 0;
    t->prefix_n = 0;
    n = tn_tlp_encode(t, NULL, 0, fate->out, sizeof fate->out);
    t->td = td;
    if (td)
        fate->out[2] |= 0x80;
    memcpy(fate->out + n, rest, rest_len);
    fate->len = (size_t)n + rest_len;
    fate->cls = tn_tlp_class(t->kind);
    if (td) {
        uint32_t d = user_digest(fate->out, fate->len - 4); /* to the device these bits are 0 */
        if (fate->bad_digest)
            d = ~d;
        for (int i = 0; i < 4; i++)
            fate->out[fate->len - 4 + (size_t)i] = (uint8_t)(d >> (24 - 8 * i));
    }
    m->fwd[dir][fate->cls]++;
    m->ecrc_bad += fate->bad_digest;
}

static uint16_t ur_byte_count(const struct tn_tlp *t, enum tn_cz_dir dir)
{
    switch (t->kind) {
    case TN_TLP_MRD:
    case TN_TLP_MRDLK:
        if (dir == TN_CZ_D2U && t->th) /* the byte enables hold the Steering Tag */
            return (uint16_t)(4 * t->length_dw);
        return (uint16_t)tn_tlp_bytes_asked(t->length_dw, t->first_be, t->last_be);
    case TN_TLP_FETCHADD:
    case TN_TLP_SWAP:
        return (uint16_t)(4 * t->length_dw);
    case TN_TLP_CAS:
        return (uint16_t)(2 * t->length_dw);
    default:
        return 4;
    }
}

static void reject(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, const struct tn_tlp *t,
                   struct tn_cz_fate *fate)
{
    m->rej[dir][fate->cause]++;
    if (fate->cause == TN_CZ_MALFORMED || tn_tlp_class(t->kind) != TN_CLASS_NP)
        return;
    struct tn_tlp u = {.tc = t->tc, .attr = t->attr, .requester = t->requester, .tag = t->tag,
                       .completer = m->cpl_id, .status = TN_CPL_UR, .length_dw = 1024,
                       .byte_count = ur_byte_count(t, dir)};
    tn_tlp_set_kind(&u, t->kind == TN_TLP_MRDLK ? TN_TLP_CPLLK : TN_TLP_CPL, 0);
    if (dir == TN_CZ_U2D)
        tn_tlp_set_dest_cpu(&u, (uint8_t)port);
    fate->len = (size_t)tn_tlp_encode(&u, NULL, 0, fate->out, sizeof fate->out);
    fate->cls = TN_CLASS_CPL;
    fate->port = dir == TN_CZ_U2D ? port : 0;
    m->ur[dir]++;
}

static enum tn_cz_cause judge(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port,
                              struct tn_tlp *t, size_t len, const struct cz_entry **e, uint64_t *to)
{
    enum tn_cz_cause cause;
    if (t->prefix_n || t->err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX))
        return TN_CZ_MALFORMED;
    if ((t->td && len < t->payload_off + 4u) || (dir == TN_CZ_U2D && port >= m->ports))
        return TN_CZ_MALFORMED;
    if (!carried(t->kind, dir))
        return TN_CZ_UNSUPPORTED;
    cause = find_rid(m, dir, port, t->requester, e);
    if (cause == TN_CZ_FORWARDED && dir == TN_CZ_U2D && has_address(t->kind))
        cause = find_window(m, port, t, to);
    return cause;
}

void tn_cz_remap_tlp(struct tn_cz_remap *m, enum tn_cz_dir dir, unsigned port, const uint8_t *p,
                     size_t len, struct tn_cz_fate *fate)
{
    const struct cz_entry *e = NULL;
    struct tn_tlp t;
    uint64_t to = 0;

    memset(fate, 0, offsetof(struct tn_cz_fate, out));
    tn_tlp_decode(p, len, len, &t);
    fate->cause = judge(m, dir, port, &t, len, &e, &to);
    if (fate->cause != TN_CZ_FORWARDED) {
        reject(m, dir, port, &t, fate);
        return;
    }
    if (dir == TN_CZ_U2D) {
        t.requester = e->oid;
        tn_tlp_set_dest_cpu(&t, 0);
        if (has_address(t.kind)) {
            t.addr = to;
            t.ph = 0;
            t.fmt = (uint8_t)((t.fmt & 6) | (to >> 32 != 0));
        }
    } else {
        t.requester = e->uid;
        if (t.th && has_address(t.kind))
            strip_hint(&t);
        tn_tlp_set_dest_cpu(&t, (uint8_t)e->port);
        fate->port = e->port;
    }
    forward(m, dir, &t, p, len, fate);
}
