/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The UR completion of a rejected non-posted request (cz_ioport_remap.md
 * section 3, "Rejects").
 */
#include "model.h"

#include <tn/fields.h>

#include <string.h>

static unsigned lowest(unsigned enables)
{
    unsigned i = 0;
    while (!(enables >> i & 1))
        i++;
    return i;
}

static unsigned highest(unsigned enables)
{
    unsigned i = 3;
    while (!(enables >> i & 1))
        i--;
    return i;
}

/* PCIe 2.2.9's table from the byte enables. A zero-length read asks for one byte;
 * a 0 of which the table knows nothing counts as a whole DW. */
static unsigned bytes_read(unsigned length_dw, unsigned first_be, unsigned last_be)
{
    if (length_dw == 1)
        return first_be ? highest(first_be) - lowest(first_be) + 1 : 1;
    unsigned skipped_first = first_be ? lowest(first_be) : 0;
    unsigned skipped_last = last_be ? 3 - highest(last_be) : 0;
    return 4 * length_dw - skipped_first - skipped_last;
}

static unsigned byte_count(const struct tn_tlp *t, enum tn_cz_dir dir)
{
    /* on the user side that bit is Dest CPU's */
    bool hinted = dir == TN_CZ_D2U && t->th;

    switch (t->kind) {
    case TN_TLP_MRD:
    case TN_TLP_MRDLK:
        return hinted ? 4u * t->length_dw : bytes_read(t->length_dw, t->first_be, t->last_be);
    case TN_TLP_FETCHADD:
    case TN_TLP_SWAP:
        return 4u * t->length_dw;
    case TN_TLP_CAS:
        return 2u * t->length_dw;
    default:
        return 4;
    }
}

void cz_answer(const struct tn_tlp *t, enum tn_cz_dir dir, unsigned port, uint16_t completer,
               struct tn_cz_fate *fate)
{
    uint8_t *h = fate->out;

    fate->len = TN_BYTES_tlp_dw0 + TN_BYTES_tlp_cpl;
    fate->cls = TN_CLASS_CPL;
    memset(h, 0, fate->len);
    TN_PUT(h, tlp_dw0, fmt, TN_tlp_dw0_fmt_3DW);
    TN_PUT(h, tlp_dw0, type,
           t->kind == TN_TLP_MRDLK ? TN_tlp_dw0_type_CPL_LK : TN_tlp_dw0_type_CPL);
    TN_PUT(h, tlp_dw0, tc, t->tc);
    TN_PUT(h, tlp_dw0, ido, t->attr >> 2);
    TN_PUT(h, tlp_dw0, attr, t->attr & 3u);
    TN_PUT(h + 4, tlp_cpl, completer, completer);
    TN_PUT(h + 4, tlp_cpl, status, TN_CPL_UR);
    TN_PUT(h + 4, tlp_cpl, byte_count, byte_count(t, dir) & 0xfff); /* 4096 is 0 */
    TN_PUT(h + 4, tlp_cpl, requester, t->requester);
    TN_PUT(h + 4, tlp_cpl, tag, t->tag);
    if (dir == TN_CZ_U2D) {
        cz_put_dest_cpu(h, port);
        fate->port = port;
    }
}
