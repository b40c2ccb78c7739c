/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Link frames in a trace: what blocks show of their sender (exa_link.md section 2), and the
 * packet in a frame, by the rules of packets. What needs the other direction, the line's
 * clock or the words that were taken is judged beside the model alone.
 */
#include "exanet.h"

#include <tn/exanet/exa_frame.h>

static void block_rules(struct tn_checker *c, const struct tn_event *ev)
{
    for (uint32_t at = 0; at + EXA_BLOCK_OCTETS <= ev->len; at += EXA_BLOCK_OCTETS) {
        const struct exa_block b = exa_block_decode(ev->bytes + at);
        RULE(c, EXL_BLK_1,
             b.kind != EXA_B_HEAD && b.kind != EXA_B_UNKNOWN && b.kind != EXA_B_SEPARATOR7 &&
                 !b.octets && !b.extra,
             "data, separator, idle or NFC, all other octets 0", "block %u: %s%s", at / EXA_BLOCK_OCTETS,
             exa_block_name(&b), b.extra ? ", octets not 0" : "");
    }
}

/* A header whose type, with a good CRC, is that of a packet of one word. */
static bool stands_alone(const struct exa_frame *f)
{
    struct exa_packet k;
    exa_decode(f->bytes, EXA_WORD, EXA_WORD, &k);
    return exa_form(&k) == EXA_H && k.hdr_crc == exa_want_hdr_crc(&k);
}

void tn_rules_exa_frame(struct tn_checker *c)
{
    const struct tn_event *ev = c->ev;
    struct exa_frame f;
    block_rules(c, ev);
    exa_frame_decode(ev->bytes, ev->len, &f);
    if (ev->len < ev->orig_len) { /* whose packet it was is not known */
        exa_rules(c)->cut = true;
        exa_rules(c)->unread++;
        return;
    }
    if (!f.closed || f.count[EXA_B_DATA] == 0)
        return; /* no frame */
    RULE(c, EXL_FRM_1, !f.half && !f.part && f.beyond == 0,
         "two data blocks a word, then a separator", "%u data blocks, %u behind the separator%s",
         f.count[EXA_B_DATA], f.beyond, f.part ? ", and a part of one" : "");
    if (f.words == 0 || f.half)
        return;
    if (stands_alone(&f)) {
        RULE(c, EXL_TX_2, f.words == 1, "the end of the frame after a header alone", "%u words",
             f.words);
        if (f.words != 1)
            return; /* which of them are a packet is not known */
    }
    struct tn_event packet = *ev;
    packet.unit = TN_UNIT_PACKET;
    packet.bytes = f.bytes;
    packet.len = (uint32_t)f.len;
    packet.orig_len = packet.len;
    c->ev = &packet;
    tn_rules_exa(c, false);
    c->ev = ev;
}
