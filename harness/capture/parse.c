/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The forms of a record: Tenter's own, NetTLP in Ethernet, analyser symbols.
 * A length from the file is never believed before it is held against the
 * bytes that are there.
 */
#include "reader.h"

#include <tn/fields.h>

#include <stdio.h>
#include <string.h>

static unsigned be16(const uint8_t *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* "point.3=m_usr" lines of the first record fill the point table. */
static void read_points(struct tn_reader *r, const uint8_t *p, size_t len)
{
    char text[4096];
    size_t n = len < sizeof text - 1 ? len : sizeof text - 1;
    memcpy(text, p, n);
    text[n] = 0;
    for (char *save, *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        unsigned i;
        char name[TN_READER_POINT_NAME];
        if (sscanf(line, "point.%u=%63s", &i, name) == 2 && i < TN_READER_POINTS) {
            snprintf(r->points[i], sizeof r->points[i], "%s", name);
            if (i >= r->point_n)
                r->point_n = i + 1;
        }
    }
}

enum tn_parsed tn_parse_own(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                            struct tn_event *ev, unsigned *art)
{
    (void)art;
    if (len < TN_BYTES_record || TN_GET(p, record, version) != 1)
        return TN_PARSED_FOREIGN;
    ev->fabric = (uint8_t)TN_GET(p, record, fabric);
    ev->unit = (uint8_t)TN_GET(p, record, unit);
    ev->flags = (uint8_t)TN_GET(p, record, flags);
    ev->point = (uint16_t)TN_GET(p, record, point);
    ev->dir = (uint8_t)TN_GET(p, record, dir);
    ev->port = (uint8_t)TN_GET(p, record, port);
    ev->cycle = (uint64_t)TN_GET(p, record, cycle_hi) << 32 | TN_GET(p, record, cycle_lo);
    ev->span = TN_GET(p, record, span);
    ev->bytes = p + TN_BYTES_record;
    ev->len = (uint32_t)(len - TN_BYTES_record);
    ev->orig_len = TN_GET(p, record, orig_len);
    if (ev->orig_len < ev->len || ev->orig_len > TN_CAPTURE_MAX_RECORD)
        ev->orig_len = (uint32_t)(orig - TN_BYTES_record);
    if (ev->unit == TN_UNIT_NOTE && r->record == 1)
        read_points(r, ev->bytes, ev->len);
    return ev->fabric >= TN_FABRIC_PCIE && ev->fabric <= TN_FABRIC_TNW &&
                   ev->unit >= TN_UNIT_PACKET && ev->unit <= TN_UNIT_NOTE
               ? TN_PARSED_EVENT
               : TN_PARSED_FOREIGN;
}

/* NetTLP: UDP to ports 3000h to 300Fh; 6 bytes {sequence, time stamp}, then the TLP. */
static enum tn_parsed parse_udp(struct tn_reader *r, const uint8_t *ip, size_t len, size_t orig,
                                struct tn_event *ev, unsigned *art)
{
    enum { UDP = 8, NETTLP = 6 };
    size_t ihl = 4u * (ip[0] & 15u), ip_len = be16(ip + 2), udp_len;
    const uint8_t *udp = ip + ihl;
    char name[TN_READER_POINT_NAME];
    uint64_t key;
    unsigned port, known;

    if (ihl < 20 || len < ihl + UDP)
        return TN_PARSED_FOREIGN;
    port = be16(udp + 2);
    if (port == 4791) {
        r->form = "RoCEv2";
        return TN_PARSED_FOREIGN;
    }
    if (port < 0x3000 || port > 0x300f)
        return TN_PARSED_FOREIGN;
    r->form = "NetTLP";
    udp_len = be16(udp + 4);
    if (ip_len > orig || udp_len + ihl != ip_len || udp_len < UDP + NETTLP) {
        *art |= 1u << TN_ART_SHORT_IP;
        if (udp_len < UDP + NETTLP || udp_len + ihl > orig)
            udp_len = orig - ihl;
        if (udp_len < UDP + NETTLP)
            return TN_PARSED_FOREIGN;
    }
    if (len < ihl + UDP + NETTLP)
        return TN_PARSED_FOREIGN;
    ev->bytes = udp + UDP + NETTLP;
    ev->orig_len = (uint32_t)(udp_len - UDP - NETTLP);
    ev->len = (uint32_t)(len - ihl - UDP - NETTLP);
    if (ev->len > ev->orig_len) /* Ethernet padding */
        ev->len = ev->orig_len;
    key = (uint64_t)le32(ip + 12) << 32 | le32(ip + 16);
    if (tn_reader_point_known(r, key, &known)) { /* the name is made once a flow */
        ev->point = (uint16_t)known;
        return ev->len ? TN_PARSED_EVENT : TN_PARSED_FOREIGN;
    }
    snprintf(name, sizeof name, "%u.%u.%u.%u>%u.%u.%u.%u", ip[12], ip[13], ip[14], ip[15], ip[16],
             ip[17], ip[18], ip[19]);
    ev->point = (uint16_t)tn_reader_point_of(r, key, name);
    return ev->len ? TN_PARSED_EVENT : TN_PARSED_FOREIGN;
}

enum tn_parsed tn_parse_ethernet(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art)
{
    size_t at = 12;
    while (len >= at + 4 && (be16(p + at) == 0x8100 || be16(p + at) == 0x88a8))
        at += 4; /* IEEE 802.1Q tags */
    if (len < at + 2 + 20 || be16(p + at) != 0x0800)
        return TN_PARSED_FOREIGN;
    at += 2;
    if (p[at] >> 4 != 4 || p[at + 9] != 17 || be16(p + at + 6) & 0x1fff)
        return TN_PARSED_FOREIGN;
    return parse_udp(r, p + at, len - at, orig - at, ev, art);
}

enum tn_parsed tn_parse_analyser(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art)
{
    enum { HEAD = 20, UPSTREAM = 28, SYMBOL_ERROR = 3 };
    uint32_t flags;
    if (len <= HEAD)
        return TN_PARSED_FOREIGN;
    flags = le32(p + 16);
    ev->unit = TN_UNIT_FRAME;
    ev->dir = flags >> UPSTREAM & 1 ? TN_DIR_UP : TN_DIR_DOWN;
    ev->point = (uint16_t)tn_reader_point_of(r, ev->dir, ev->dir == TN_DIR_UP ? "up" : "down");
    ev->bytes = p + HEAD;
    ev->len = (uint32_t)(len - HEAD);
    ev->orig_len = (uint32_t)(orig - HEAD);
    if (flags >> SYMBOL_ERROR & 1 ||
        (ev->bytes[0] != 0xfb && ev->bytes[0] != 0x5c && ev->bytes[0] != 0xbc))
        *art |= 1u << TN_ART_GARBAGE;
    return TN_PARSED_EVENT;
}
