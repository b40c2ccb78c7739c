/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Link symbols (PCIe 3.0 chapters 3 and 4): framing, LCRC, sequence numbers,
 * DLLPs. The TLP inside a good frame goes to the TLP rules.
 */
#include "../engine.h"

#include <tn/crc.h>
#include <tn/dllp.h>

enum symbol { STP = 0xfb, SDP = 0x5c, END = 0xfd, EDB = 0xfe };
enum { SEQ_MOD = 4096, SEQ_HALF = 2048 };

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void dllp_rules(struct tn_checker *c, const uint8_t *p)
{
    struct tn_dllp d;
    unsigned other = c->ev->dir & 1u ? 0 : 1;
    tn_dllp_decode(p + 1, &d);
    RULE(c, DLL_3, d.crc == d.crc_want, "the CRC-16 of the DLLP", "%04x, computed %04x", d.crc,
         d.crc_want);
    if (d.crc != d.crc_want)
        return;
    RULE(c, DLL_5, d.kind != TN_DLLP_INVALID, "a defined type", "type %02x", d.type);
    if (d.kind != TN_DLLP_ACK && d.kind != TN_DLLP_NAK)
        return;
    RULE(c, DLL_6, d.rsv == 0, "0", "bytes %02x %02x", p[2], p[3]);
    if (c->ev->dir && c->seq[other].seen)
        RULE(c, DLL_8, (c->seq[other].last - d.seq + SEQ_MOD) % SEQ_MOD <= SEQ_HALF,
             "a number already sent", "%u, last sent %u", d.seq, c->seq[other].last);
}

static void sequence_rules(struct tn_checker *c, const uint8_t *p)
{
    unsigned seq = (unsigned)(p[1] & 15u) << 8 | p[2], d = c->ev->dir & 1u;
    RULE(c, DLL_2, p[1] >> 4 == 0, "0", "%x", p[1] >> 4);
    if (c->seq[d].seen) {
        unsigned ahead = (seq - c->seq[d].last + SEQ_MOD) % SEQ_MOD;
        /* 0 and behind: sent again */
        RULE(c, DLL_4, ahead <= 1 || ahead >= SEQ_HALF, "the number after the last", "%u after %u",
             seq, c->seq[d].last);
        if (ahead >= SEQ_HALF)
            return;
    }
    c->seq[d].seen = true;
    c->seq[d].last = (uint16_t)seq;
}

static void tlp_frame_rules(struct tn_checker *c, const uint8_t *p, uint32_t len)
{
    uint32_t lcrc, want;
    bool closed = len >= 1 + 2 + 12 + 4 + 1 && (p[len - 1] == END || p[len - 1] == EDB);
    RULE(c, FRM_1, closed, "END or EDB after a whole TLP", "%u symbols, the last %02x", len,
         p[len - 1]);
    if (!closed)
        return;
    lcrc = le32(p + len - 5);
    want = tn_pcie_lcrc(p + 1, len - 6);
    if (p[len - 1] == EDB) {
        RULE(c, DLL_7, lcrc == ~want, "the inverted LCRC", "%08x, inverted %08x", lcrc, ~want);
        return; /* nullified: nothing in it counts */
    }
    RULE(c, DLL_1, lcrc == want, "the LCRC", "%08x, computed %08x", lcrc, want);
    if (lcrc != want)
        return;
    sequence_rules(c, p);
    struct tn_event inner = *c->ev;
    const struct tn_event *frame = c->ev;
    inner.unit = TN_UNIT_PACKET;
    inner.bytes = p + 3;
    inner.len = inner.orig_len = len - 8;
    c->ev = &inner;
    tn_rules_tlp(c);
    c->ev = frame;
}

void tn_rules_frame(struct tn_checker *c)
{
    const uint8_t *p = c->ev->bytes;
    uint32_t len = c->ev->len;
    if (len == 0 || len < c->ev->orig_len)
        return;
    if (p[0] == STP) {
        tlp_frame_rules(c, p, len);
    } else if (p[0] == SDP) {
        bool whole = len == 8 && p[7] == END;
        RULE(c, FRM_2, whole, "SDP, 6 bytes, END", "%u symbols, the last %02x", len, p[len - 1]);
        if (whole)
            dllp_rules(c, p);
    }
}
