/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The forms of a record: Tenter's own, NetTLP in Ethernet, analyser symbols.
 * A length from the file is never believed before it is held against the
 * bytes that are there.
 */
#include "reader.h"

#include <tn/fields.h>
#include <tn/protocol.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROCEV2_PORT = 4791, SOON_NS = 1000000000 };
enum symbol { STP = 0xfb, SDP = 0x5c, COM = 0xbc };

static unsigned be16(const uint8_t *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static uint32_t le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The forms that convert names in "from=" of what it makes. */
static const char *origin_of(const char *value, size_t len)
{
    static const char *const known[] = {"NetTLP", "PCI_EXP", "analyser", "RoCEv2"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == len && memcmp(known[i], value, len) == 0)
            return known[i];
    return NULL;
}

/* "point.3=m_usr" or "link.3=usr": a name is all that follows, whatever its bytes. */
static int read_name(struct tn_points *names, const char *key, const char *line, const char *end)
{
    const char *p = line + strlen(key);
    unsigned index = 0;
    if ((size_t)(end - line) < strlen(key) || memcmp(line, key, strlen(key)) != 0)
        return 0;
    for (; p < end && *p >= '0' && *p <= '9' && index < TN_POINTS_MAX; p++)
        index = index * 10 + (unsigned)(*p - '0');
    if (p == line + strlen(key) || p == end || *p != '=' || index >= TN_POINTS_MAX)
        return 0;
    return tn_points_name(names, index, p + 1, (size_t)(end - p - 1));
}

/* Adds a piece to the text that the capture keeps. */
static int keep_text(struct tn_reader *r, const char *piece, size_t len)
{
    char *text = realloc(r->text, r->text_len + len + 1);
    if (!text)
        return -ENOMEM;
    memcpy(text + r->text_len, piece, len);
    r->text = text;
    r->text_len += len;
    text[r->text_len] = 0;
    return 0;
}

static bool is_line(const char *line, const char *end, const char *text)
{
    return (size_t)(end - line) == strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

/* "more=3": so many records go on with the text. */
static bool read_more(struct tn_reader *r, const char *line, const char *end)
{
    const char *p = line + 5;
    unsigned n = 0;
    if (end - line < 6 || memcmp(line, "more=", 5) != 0)
        return false;
    while (p < end && *p >= '0' && *p <= '9' && n < TN_POINTS_MAX)
        n = n * 10 + (unsigned)(*p++ - '0');
    if (p == end && !r->begun)
        r->more = n;
    return true;
}

/* The first record: key=value lines. */
static int read_meta(struct tn_reader *r, const uint8_t *bytes, size_t len)
{
    const char *p = (const char *)bytes, *stop = p + strnlen(p, len);
    int rc = keep_text(r, "", 0);
    while (p < stop && rc == 0) {
        const char *end = memchr(p, '\n', (size_t)(stop - p));
        if (!end)
            end = stop;
        if (!read_more(r, p, end))
            rc = keep_text(r, p, (size_t)(end - p) + (end < stop));
        r->numbers_kept = r->numbers_kept || is_line(p, end, "numbers=kept");
        r->places = r->places || r->numbers_kept || is_line(p, end, "places=kept");
        if (rc == 0 && (rc = read_name(&r->points, "point.", p, end)) == 0)
            rc = read_name(&r->links, "link.", p, end);
        if (end - p > 5 && memcmp(p, "from=", 5) == 0)
            r->origin = origin_of(p + 5, (size_t)(end - p - 5));
        else if (end - p == 11 && memcmp(p, "truncated=1", 11) == 0)
            r->was_cut = true;
        p = end + 1;
    }
    return rc;
}

/* Symbols that begin no TLP, no DLLP and no ordered set. */
static bool unframed(const uint8_t *p)
{
    return p[0] != STP && p[0] != SDP && p[0] != COM;
}

/* Keeps the first record of a fabric that fabrics.def does not list. */
static void meet_stranger(struct tn_reader *r, const struct tn_event *ev)
{
    if (r->stranger || ev->unit == TN_UNIT_NOTE)
        return;
    r->stranger = r->record;
    r->stranger_fabric = ev->fabric;
}

/* What a record without bytes stands for (enum tn_place). */
static enum tn_parsed place_of(struct tn_reader *r, const struct tn_event *ev, unsigned *art)
{
    r->icrc_n += ev->orig_len == TN_PLACE_ICRC || ev->orig_len == TN_PLACE_RIGHT;
    if (ev->orig_len == TN_PLACE_ICRC)
        *art |= 1u << TN_ART_ICRC;
    if (ev->orig_len == TN_PLACE_PART)
        *art |= 1u << TN_ART_SNAPPED;
    return ev->orig_len == TN_PLACE_FOREIGN ? TN_PARSED_FOREIGN
           : ev->orig_len == TN_PLACE_CUT   ? TN_PARSED_CUT
                                            : TN_PARSED_EVENT;
}

/* The text that a capture begins with, whose fabric does not matter: was traffic under way before? */
static void note_beginning(struct tn_reader *r, const struct tn_event *ev)
{
    static const char line[] = "\njoined=1\n";
    r->texted = true;
    r->joined = ev->len && memmem(ev->bytes, ev->len, line, sizeof line - 1) != NULL;
}

bool tn_parse_is_text(const struct tn_event *ev)
{
    static const char tool[] = "tool=";
    return ev->len >= sizeof tool && memcmp(ev->bytes, tool, sizeof tool - 1) == 0;
}

/* Does another own capture begin behind this one, in the same file? Then its text counts, and not that of the one before. */
static bool begins_again(struct tn_reader *r, const struct tn_event *ev)
{
    if (!r->begun || r->more || r->origin || ev->unit != TN_UNIT_NOTE || !tn_parse_is_text(ev))
        return false;
    tn_points_free(&r->points);
    tn_points_free(&r->links);
    r->points = r->links = (struct tn_points){0};
    r->text_len = 0;
    tn_twice_anew(&r->twice);
    return true;
}

enum tn_parsed tn_parse_own(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                            struct tn_event *ev, unsigned *art)
{
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
    if (!tn_fabric_find(ev->fabric) && ev->fabric != TN_FABRIC_NONE) {
        if (ev->unit == TN_UNIT_NOTE && !r->begun)
            note_beginning(r, ev);
        meet_stranger(r, ev);
        return TN_PARSED_FOREIGN;
    }
    if (ev->unit < TN_UNIT_PACKET || ev->unit > TN_UNIT_NOTE)
        return TN_PARSED_FOREIGN;
    const bool anew = begins_again(r, ev);
    if (ev->unit == TN_UNIT_NOTE && (!r->begun || anew))
        note_beginning(r, ev);
    if (ev->unit == TN_UNIT_NOTE && (!r->begun || r->more || anew) && read_meta(r, ev->bytes, ev->len) < 0)
        return TN_PARSED_FAILED;
    if (ev->unit == TN_UNIT_NOTE && r->begun && r->more) {
        r->more--;
        return TN_PARSED_TEXT;
    }
    if (r->origin && ev->flags & TN_EV_PADDED)
        *art |= 1u << TN_ART_PAD;
    if (r->origin && ev->flags & TN_EV_LENGTHS)
        *art |= 1u << TN_ART_SHORT_IP;
    if (ev->unit == TN_UNIT_NOTE && r->begun && r->places && ev->len == 0)
        return place_of(r, ev, art);
    if (ev->unit == TN_UNIT_FRAME && ev->fabric == TN_FABRIC_PCIE && ev->len &&
        (unframed(ev->bytes) || (r->origin && ev->flags & TN_EV_MALFORMED)))
        *art |= 1u << TN_ART_GARBAGE;
    if (ev->unit == TN_UNIT_PACKET && ev->fabric == TN_FABRIC_PCIE && r->origin)
        *art |= (ev->flags & TN_EV_MALFORMED ? 1u << TN_ART_ORDER : 0) |
                (ev->flags & TN_EV_DISPLACED ? 1u << TN_ART_SHIFTED : 0);
    return TN_PARSED_EVENT;
}

__attribute__((cold)) static enum tn_parsed new_point(struct tn_reader *r, struct tn_flow flow, const uint8_t *ip, struct tn_event *ev)
{
    const uint32_t vlan = flow.vlan;
    char name[80];
    int n, at;
    n = snprintf(name, sizeof name, "%u.%u.%u.%u>%u.%u.%u.%u", ip[12], ip[13], ip[14], ip[15],
                 ip[16], ip[17], ip[18], ip[19]);
    if (vlan >> 24)
        snprintf(name + n, sizeof name - (size_t)n, "/vlan%u.%u", vlan >> 12 & 0xfff,
                 vlan & 0xfff);
    else if (vlan)
        snprintf(name + n, sizeof name - (size_t)n, "/vlan%u", vlan & 0xfff);
    at = tn_points_add(&r->points, flow, name);
    if (at < 0)
        return TN_PARSED_FAILED;
    ev->point = (uint16_t)at;
    return TN_PARSED_EVENT;
}

/* The point of a flow: src>dst, and the VLAN. */
static enum tn_parsed flow_point(struct tn_reader *r, const uint8_t *ip, uint32_t vlan, struct tn_event *ev)
{
    const struct tn_flow flow = {(uint64_t)le32(ip + 12) << 32 | le32(ip + 16), vlan};
    unsigned known;
    if (!tn_points_find(&r->points, flow, &known))
        return new_point(r, flow, ip, ev);
    ev->point = (uint16_t)known;
    return TN_PARSED_EVENT;
}

static uint64_t word(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Does the sender number its packets? Each has a number or a time stamp of its own then, and two
 * with the same ones are one TLP. */
static void note_number(struct tn_numbers *s, const uint8_t head[TN_NUMBERED])
{
    enum { NUMBER = 6 };
    if (s->seen && memcmp(s->head, head, NUMBER) != 0)
        s->changed++;
    else if (s->seen && memcmp(s->head, head, TN_NUMBERED) != 0)
        s->alike++;
    s->seen = true;
    memcpy(s->head, head, TN_NUMBERED);
}

/* Was this packet of a point, its number and time stamp included, just seen? A switch's mirror port
 * shows it twice; a sender that sends a TLP twice numbers both, if it numbers its packets at all.
 * (Host software was seen to leave the numbers 0, and its completions of one tag and size are
 * alike.) */
static bool copy(struct tn_reader *r, const struct tn_event *ev, const uint8_t *flow, const uint8_t *head, uint32_t n)
{
    const uint64_t mix = 0x9e3779b97f4a7c15u;
    struct tn_numbers *s = &r->numbers[ev->point % TN_SENDERS];
    uint64_t look[TN_LOOK], *place, *stamp;
    bool seen;
    if (ev->point >= TN_SENDERS || n < 16)
        return false;
    look[0] = word(head); /* number, time stamp, then the TLP's header */
    look[1] = word(head + 8);
    look[2] = word(head + (n < 32 ? n : 32) - 8); /* and some data: the last of 32 octets */
    look[3] = word(flow);                   /* addresses; a mirror's copy may have another VLAN */
    look[4] = n < 24 ? 0 : word(head + 16); /* tag and Lower Address of a completion among them */
    if (n >= TN_NUMBERED)
        note_number(s, head);
    const size_t at = ((look[0] ^ look[3]) * mix ^ look[1]) * mix >> 40 & (TN_COPIES - 1);
    place = r->lately[at];
    stamp = &r->lately_ns[at];
    seen = place[0] == look[0] && memcmp(place, look, sizeof look) == 0 && s->changed > s->alike &&
           (ev->time_ns > *stamp ? ev->time_ns - *stamp : *stamp - ev->time_ns) < SOON_NS;
    memcpy(place, look, sizeof look);
    *stamp = ev->time_ns;
    return seen;
}

/* NetTLP: UDP to ports 3000h to 300Fh; 6 bytes {sequence, time stamp}, then the TLP.
 * Frame, IP and UDP each claim a length. Where they disagree the UDP length says
 * what was sent, and the bytes that are missing count as not kept. */
static enum tn_parsed parse_nettlp(struct tn_reader *r, const uint8_t *ip, size_t len, size_t orig,
                                   uint32_t vlan, struct tn_event *ev, unsigned *art)
{
    enum { HEADS = 8 + 6 };
    size_t ihl = 4u * (ip[0] & 15u), ip_len = be16(ip + 2), udp_len;
    r->nettlp_n++;
    if (len < ihl + HEADS)
        return len < orig ? TN_PARSED_CUT : TN_PARSED_FOREIGN;
    udp_len = be16(ip + ihl + 4);
    if (ip_len > orig || udp_len + ihl != ip_len)
        *art |= 1u << TN_ART_SHORT_IP;
    if (udp_len < HEADS)
        udp_len = ip_len > ihl + HEADS && ip_len <= orig ? ip_len - ihl : orig - ihl;
    ev->bytes = ip + ihl + HEADS;
    ev->orig_len = (uint32_t)(udp_len - HEADS);
    ev->len = (uint32_t)(len - ihl - HEADS);
    if (ev->len > ev->orig_len) { /* what follows the IP packet */
        ev->behind = ev->len - ev->orig_len;
        ev->len = ev->orig_len;
    }
    if (ev->len == 0)
        return ev->orig_len ? TN_PARSED_CUT : TN_PARSED_FOREIGN;
    if (flow_point(r, ip, vlan, ev) != TN_PARSED_EVENT)
        return TN_PARSED_FAILED;
    if (copy(r, ev, ip + 12, ev->bytes - 6, ev->len + 6)) {
        ev->flags |= TN_EV_MALFORMED; /* which an own capture made of it keeps */
        *art |= 1u << TN_ART_ORDER;
    }
    return TN_PARSED_EVENT;
}

/* A frame cut before its ports are seen is not foreign: nobody knows. */
enum tn_parsed tn_parse_ethernet(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art)
{
    enum { MACS = 12, TYPE = 2, TAG = 4, IP_MIN = 20, PORTS = 4, FRAME_MIN = 60 };
    enum tn_parsed cut = len < orig ? TN_PARSED_CUT : TN_PARSED_FOREIGN;
    size_t at = MACS, ihl, ip_len;
    uint32_t vlan = 0;
    unsigned port;
    while (len >= at + TAG && p[at] >> 4 == 8 && (be16(p + at) == 0x8100 || be16(p + at) == 0x88a8)) {
        vlan = (vlan ? vlan : 1) << 12 | (be16(p + at + 2) & 0xfff);
        at += TAG; /* IEEE 802.1Q tags */
    }
    if (len < at + TYPE)
        return cut;
    if (be16(p + at) != 0x0800)
        return TN_PARSED_FOREIGN;
    at += TYPE;
    if (len < at + IP_MIN)
        return cut;
    ihl = 4u * (p[at] & 15u);
    if (p[at] >> 4 != 4 || ihl < IP_MIN || p[at + 9] != 17 || p[at + 6] & 0x1f || p[at + 7])
        return TN_PARSED_FOREIGN;
    if (len < at + ihl + PORTS)
        return cut;
    port = be16(p + at + ihl + 2);
    if (port != ROCEV2_PORT && (port < 0x3000 || port > 0x300f))
        return TN_PARSED_FOREIGN;
    ip_len = be16(p + at + 2);
    if (orig > FRAME_MIN + (at - MACS - TYPE) && ip_len >= ihl && orig > at + ip_len)
        *art |= 1u << TN_ART_PAD; /* up to the shortest frame Ethernet itself pads */
    if (port == ROCEV2_PORT) {
        enum tn_parsed what = tn_parse_roce(r, p + at, len - at, orig - at, ev, art);
        return what == TN_PARSED_EVENT ? flow_point(r, p + at, vlan, ev) : what;
    }
    return parse_nettlp(r, p + at, len - at, orig - at, vlan, ev, art);
}

enum tn_parsed tn_parse_analyser(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art)
{
    enum { HEAD = 20, UPSTREAM = 28, SYMBOL_ERROR = 3 };
    uint32_t flags;
    if (len <= HEAD)
        return len < orig ? TN_PARSED_CUT : TN_PARSED_FOREIGN;
    flags = le32(p + 16);
    ev->unit = TN_UNIT_FRAME;
    ev->dir = flags >> UPSTREAM & 1 ? TN_DIR_UP : TN_DIR_DOWN;
    if (r->points.n == 0 && (tn_points_name(&r->points, 0, "up", 2) < 0 ||
                             tn_points_name(&r->points, 1, "down", 4) < 0))
        return TN_PARSED_FAILED;
    ev->point = ev->dir == TN_DIR_UP ? 0 : 1;
    ev->bytes = p + HEAD;
    ev->len = (uint32_t)(len - HEAD);
    ev->orig_len = (uint32_t)(orig - HEAD);
    if (flags >> SYMBOL_ERROR & 1 || unframed(ev->bytes)) {
        ev->flags |= TN_EV_MALFORMED; /* which an own capture made of it keeps */
        *art |= 1u << TN_ART_GARBAGE;
    }
    return TN_PARSED_EVENT;
}
