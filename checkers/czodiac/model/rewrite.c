/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a forwarded TLP becomes (cz_ioport_remap.md section 3). It is copied and
 * changed in place, so that whatever the contract does not name stays.
 *
 * The digest of the user side is computed with Dest CPU 0. Both directions
 * therefore do their digest work on bytes in which Dest CPU is 0: U2D clears it
 * first, D2U writes it last.
 */
#include "model.h"

#include <tn/bug.h>
#include <tn/fields.h>

#include <string.h>

enum { DIGEST_BYTES = 4 };

static uint32_t get_be32(const uint8_t *p)
{
    return tn_bits_get(p, 0, 32);
}

static void put_be32(uint8_t *p, uint32_t v)
{
    tn_bits_put(p, 0, 32, v);
}

void cz_put_dest_cpu(uint8_t *h, unsigned port)
{
    TN_PUT(h, tlp_dw0, r23, port >> 3 & 1);
    TN_PUT(h, tlp_dw0, r19, port >> 2 & 1);
    TN_PUT(h, tlp_dw0, r17, port >> 1 & 1);
    TN_PUT(h, tlp_dw0, th, port & 1);
}

static bool digest_is_bad(const uint8_t *p, size_t len, const struct tn_tlp *t)
{
    size_t body = len - DIGEST_BYTES;

    return t->td && get_be32(p + body) != tn_tlp_digest(p, body, 0);
}

/* An error that came in stays visible: the right value complemented. */
static void seal(struct tn_cz_fate *fate, const struct tn_tlp *t)
{
    if (!t->td)
        return;
    size_t body = fate->len - DIGEST_BYTES;
    uint32_t right = tn_tlp_digest(fate->out, body, 0);
    put_be32(fate->out + body, fate->bad_digest ? ~right : right);
}

/* Requests and messages have it in DW1, completions in DW2. */
static void put_requester(uint8_t *h, const struct tn_tlp *t, uint16_t id)
{
    if (tn_tlp_is_completion(t->kind))
        TN_PUT(h + 4, tlp_cpl, requester, id);
    else
        TN_PUT(h + 4, tlp_req, requester, id);
}

/* Writes addr in the form that its size asks for; what follows the header moves. */
static void put_address(struct tn_cz_fate *fate, const struct tn_tlp *t, uint64_t addr)
{
    bool four = addr >> 32 != 0;
    size_t old_hdr = 4u * t->hdr_dw, new_hdr = four ? 16 : 12;
    size_t tail = fate->len - old_hdr;

    tn_require(new_hdr + tail <= sizeof fate->out);
    memmove(fate->out + new_hdr, fate->out + old_hdr, tail);
    fate->len = new_hdr + tail;
    TN_PUT(fate->out, tlp_dw0, fmt, (t->fmt & ~1u) | four);
    if (four)
        put_be32(fate->out + 8, (uint32_t)(addr >> 32));
    put_be32(fate->out + new_hdr - 4, (uint32_t)addr);
}

/* PCIe 2.2.7.1: where a hint stood, there is nothing to hint at inside. */
static void strip_hints(uint8_t *h, const struct tn_tlp *t)
{
    uint8_t *address = h + 8;

    switch (t->kind) {
    case TN_TLP_MRD:
        TN_PUT(h + 4, tlp_req, first_be, 0xf);
        TN_PUT(h + 4, tlp_req, last_be, t->length_dw == 1 ? 0 : 0xf);
        break;
    case TN_TLP_MWR:
        TN_PUT(h + 4, tlp_req, tag, 0);
        break;
    case TN_TLP_FETCHADD:
    case TN_TLP_SWAP:
    case TN_TLP_CAS:
        TN_PUT(h + 4, tlp_req, first_be, 0);
        TN_PUT(h + 4, tlp_req, last_be, 0);
        break;
    default:
        return; /* completions and messages have no hint but the bit itself */
    }
    if (t->hdr_dw == 4)
        TN_PUT(address, tlp_addr64, ph, 0);
    else
        TN_PUT(address, tlp_addr32, ph, 0);
}

static void copy_in(struct tn_cz_fate *fate, const uint8_t *p, size_t len)
{
    tn_require(len <= sizeof fate->out);
    memcpy(fate->out, p, len);
    fate->len = len;
}

void cz_rewrite_u2d(const uint8_t *p, size_t len, const struct tn_tlp *t, const struct cz_entry *e,
                    const struct cz_window *w, struct tn_cz_fate *fate)
{
    copy_in(fate, p, len);
    cz_put_dest_cpu(fate->out, 0);
    fate->bad_digest = digest_is_bad(fate->out, len, t);
    put_requester(fate->out, t, e->oid);
    if (w)
        put_address(fate, t, cz_to_owner(w, t->addr));
    seal(fate, t);
}

/* A USER sees the completer by the UID that its port has for it, or not at all. */
static uint16_t completer_at(const struct tn_cz_remap *m, unsigned port, uint16_t oid)
{
    const struct cz_entry *e;

    return cz_match_oid(m, oid, &e) && e->port == port ? e->uid : 0;
}

void cz_rewrite_d2u(const struct tn_cz_remap *m, const uint8_t *p, size_t len, const struct tn_tlp *t,
                    const struct cz_entry *e, struct tn_cz_fate *fate)
{
    copy_in(fate, p, len);
    fate->bad_digest = digest_is_bad(fate->out, len, t);
    if (t->th)
        strip_hints(fate->out, t);
    cz_put_dest_cpu(fate->out, 0);
    put_requester(fate->out, t, e->uid);
    if (tn_tlp_is_completion(t->kind))
        TN_PUT(fate->out + 4, tlp_cpl, completer, completer_at(m, e->port, t->completer));
    seal(fate, t);
    cz_put_dest_cpu(fate->out, e->port);
    fate->port = e->port;
}
