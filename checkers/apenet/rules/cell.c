/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet of ExaNet on a torus link. Its payload and footer CRC are judged where it ends
 * (exanet.md section 1).
 */
#include "apenet.h"

#include <tn/exanet/exa.h>

enum { VC_NUMBER = 15 }; /* vc 4: the last hop in a dimension */

void tn_rules_ape_cell(struct tn_checker *c, const struct ape_line *l)
{
    const uint16_t crc = exa_hdr_crc(l->packet);
    struct exa_packet k;
    exa_decode(l->packet, APE_WORD, APE_WORD, &k);
    RULE(c, APE_CEL_1, k.hdr_crc == crc, "the right CRC-16", "%04x, not %04x", k.hdr_crc, crc);
    if (k.hdr_crc != crc)
        return;
    RULE(c, APE_CEL_2, (k.vc & VC_NUMBER) < APE_VCS && l->words <= 2 + EXA_WORDS,
         "VC 0 or 1, 18 words at most", "VC %u, type %u, size %u", k.vc & VC_NUMBER, k.type,
         k.size);
}
