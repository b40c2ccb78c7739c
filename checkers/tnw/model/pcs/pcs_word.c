/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The encoder of a word: its symbols, or an idle column (tnw_link.md section 1).
 */
#include <tn/tnw/tnw_pcs.h>

enum { K28_0 = 0x1c, K28_3 = 0x7c };

uint64_t tn_tnw_encode_word(struct tn_tnw_encoder *e, struct tnw_word w)
{
    const bool idle = tnw_classify(w) == TNW_IDLE;
    const uint8_t column = e->idle == 15 ? K28_3 : e->idle % 2 ? K28_0 : 0xbc;
    uint64_t bits = 0;
    for (unsigned i = 0; i < 4; i++) {
        const bool control = w.flags >> i & 1;
        const uint8_t octet = w.data >> 8 * i & 0xff;
        int s = tn_8b10b_encode(idle ? column : octet, control, &e->rd[i]);
        if (s < 0)
            s = tn_8b10b_encode(TNW_E, true, &e->rd[i]);
        bits |= (uint64_t)s << 10 * i;
    }
    if (idle)
        e->idle = (uint8_t)((e->idle + 1) % 16);
    return bits;
}
