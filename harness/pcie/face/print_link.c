/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * PCIe link frames: DLLPs, ordered sets, and what a TLP travels in.
 */
#include "pcie.h"

#include <tn/crc.h>
#include <tn/pcie/dllp.h>
#include <tn/fields.h>
#include <tn/protocol.h>

#include <stdbool.h>
#include <string.h>

enum { STP = 0xfb, SDP = 0x5c, COM = 0xbc, END = 0xfd, EDB = 0xfe };

static const char *value_text(const char *header, const char *field, uint32_t value)
{
    const struct tn_value *v = tn_field_value(tn_header_named(header), field, value);
    return v ? v->text : "reserved";
}

static void print_dllp(FILE *f, const uint8_t *p)
{
    struct tn_dllp d;
    tn_dllp_decode(p, &d);
    fprintf(f, "DLLP   %s", tn_dllp_name(d.kind));
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK)
        fprintf(f, " %u", d.seq);
    else if (d.kind == TN_DLLP_VENDOR)
        fprintf(f, " %06x", d.vendor);
    else if (d.kind == TN_DLLP_INVALID)
        fprintf(f, " type %02x", d.type);
    else if (d.kind >= TN_DLLP_INITFC1)
        fprintf(f, "-%s VC %u hdr %u data %u", value_text("dllp_fc", "class", d.fc_class), d.vc,
                d.hdr_fc, d.data_fc);
    if (d.crc != d.crc_want)
        fputs(" [CRC wrong]", f);
}

/* The ordered set that these whole symbols, COM first, are (PCIe 3.0 4.2.4, 8b/10b), or NULL. */
static const char *ordered_set(const uint8_t *p, uint32_t len)
{
    enum { SKP = 0x1c, FTS = 0x3c, IDL = 0x7c, EIE = 0xfc, TS1 = 0x4a, TS2 = 0x45, TS_LEN = 16 };
    uint32_t same = 1;
    if (len < 2)
        return NULL;
    while (1 + same < len && p[1 + same] == p[1])
        same++;
    if (len == TS_LEN && p[1] == EIE && same == TS_LEN - 2 && p[15] == TS1)
        return "electrical idle exit";
    /* symbol 6 is the identifier, too, or asks for equalization with bit 7 */
    if (len == TS_LEN && (p[15] == TS1 || p[15] == TS2) && memcmp(p + 7, p + 8, 8) == 0 &&
        (p[6] == p[7] || p[6] >> 7))
        return p[15] == TS1 ? "TS1" : "TS2";
    if (1 + same != len)
        return NULL;
    switch (p[1]) {
    case SKP:
        return len <= 6 ? "SKP" : NULL;
    case FTS:
        return len == 4 ? "FTS" : NULL;
    case IDL:
        return len == 4 ? "electrical idle" : NULL;
    default:
        return NULL;
    }
}

static bool is_dllp(const struct tn_event *ev)
{
    enum { FRAME = 1 + TN_DLLP_BYTES + 1 };
    return ev->fabric == TN_FABRIC_PCIE && ev->unit == TN_UNIT_FRAME && ev->len == FRAME &&
           ev->orig_len == FRAME && ev->bytes[0] == SDP && ev->bytes[7] == END;
}

bool tn_link_dllp(const struct tn_event *ev, struct tn_dllp *d)
{
    if (!is_dllp(ev))
        return false;
    tn_dllp_decode(ev->bytes + 1, d);
    return d->crc == d->crc_want;
}

void tn_print_link(FILE *f, const struct tn_event *ev)
{
    const uint8_t *p = ev->bytes;
    const char *set =
        p[0] == COM && !(ev->flags & TN_EV_MALFORMED) ? ordered_set(p, ev->len) : NULL;
    if (ev->len < ev->orig_len)
        fprintf(f, "%u of %u symbols kept", ev->len, ev->orig_len);
    else if (set)
        fprintf(f, "ordered set %s", set);
    else if (is_dllp(ev))
        print_dllp(f, p + 1);
    else
        fprintf(f, "%u symbols without framing", ev->len);
}

/* A TLP with sequence number and LCRC: STP, 2 bytes, at least 12, 4, END or EDB. */
static bool is_tlp_frame(const struct tn_event *ev)
{
    enum { SHORTEST = 1 + 2 + 12 + 4 + 1 };
    return ev->len >= SHORTEST && ev->len == ev->orig_len && ev->bytes[0] == STP &&
           (ev->bytes[ev->len - 1] == END || ev->bytes[ev->len - 1] == EDB);
}

/* The LCRC as the number whose low byte is sent first; *want as computed. */
static uint32_t lcrc(const struct tn_event *ev, uint32_t *want)
{
    const uint8_t *p = ev->bytes + ev->len - 5;
    *want = tn_pcie_lcrc(ev->bytes + 1, ev->len - 6);
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

int tn_link_seq(const struct tn_event *ev)
{
    uint32_t want;
    if (ev->fabric != TN_FABRIC_PCIE || ev->unit != TN_UNIT_FRAME || !is_tlp_frame(ev) ||
        ev->bytes[ev->len - 1] != END || lcrc(ev, &want) != want)
        return -1;
    return (ev->bytes[1] & 15) << 8 | ev->bytes[2];
}

static void tlp_frame_fields(FILE *f, const struct tn_event *ev)
{
    const uint8_t *p = ev->bytes;
    uint32_t want, found = lcrc(ev, &want);
    fprintf(f, "        byte  1 bit 7..4  %-11s %xh  Reserved\n", "r4", p[1] >> 4);
    fprintf(f, "        byte  1 bit 3..0  %-11s %u  Sequence number\n", "seq",
            (p[1] & 15u) << 8 | p[2]);
    fprintf(f, "        byte %2u bit 7..0  %-11s %08xh  LCRC, the byte sent first on the left: ",
            ev->len - 5, "lcrc", __builtin_bswap32(found));
    if (found == want)
        fputs("right\n", f);
    else if (found == ~want && p[ev->len - 1] == EDB)
        fputs("inverted, the TLP is nullified\n", f);
    else
        fprintf(f, "wrong, computed %08xh\n", __builtin_bswap32(want));
}

static void print_dllp_fields(FILE *f, const uint8_t *p)
{
    struct tn_dllp d;
    const char *name;
    tn_dllp_decode(p, &d);
    name = tn_dllp_header(d.kind);
    if (name)
        tn_print_header(f, name, p, 4, 1);
    else
        fprintf(f, "        byte  1 bit 7..0  type        %02xh  reserved\n", d.type);
    tn_print_header(f, "dllp_crc", p + 4, 2, 5);
}

void tn_print_link_fields(FILE *f, const struct tn_event *ev)
{
    if (is_dllp(ev))
        print_dllp_fields(f, ev->bytes + 1);
    else if (is_tlp_frame(ev))
        tlp_frame_fields(f, ev);
}

static void json_dllp(FILE *f, const uint8_t *p)
{
    struct tn_dllp d;
    tn_dllp_decode(p, &d);
    fprintf(f, ",\"dllp\":\"%s\",\"crc_ok\":%s", tn_dllp_name(d.kind),
            d.crc == d.crc_want ? "true" : "false");
    if (d.kind == TN_DLLP_ACK || d.kind == TN_DLLP_NAK)
        fprintf(f, ",\"seq\":%u", d.seq);
    else if (d.kind >= TN_DLLP_INITFC1)
        fprintf(f, ",\"class\":\"%s\",\"vc\":%u,\"hdr\":%u,\"data\":%u",
                value_text("dllp_fc", "class", d.fc_class), d.vc, d.hdr_fc, d.data_fc);
}

void tn_json_link(FILE *f, const struct tn_event *ev)
{
    uint32_t want, found;
    if (is_dllp(ev))
        json_dllp(f, ev->bytes + 1);
    if (!is_tlp_frame(ev))
        return;
    found = lcrc(ev, &want);
    fprintf(f, ",\"seq\":%u,\"lcrc_ok\":%s", (ev->bytes[1] & 15u) << 8 | ev->bytes[2],
            found == want ? "true" : "false");
}
