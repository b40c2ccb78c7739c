/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that cases of a torus link's end and of a router have (ape_link.md, ape_router.md).
 *   PACKET: PUT|ETHERNET|SEND|GET|GET_REPLY|ACK FIELD=N ...; payload byte i is fill + i; magic=N,
 * start=N, credit=N: payload word N is MAGIC, START, a clean credit word; alone, err, last,
 * foot=magic|start|credit: so is the footer; forged=N: payload words from N on are MAGIC, START and
 * a whole packet of pid 2 to the same node, PUT len=16 addr=0xdead000 fill=7 msg=0x666 last;
 * secded=bad, crc=bad,
 * flip=B and flop=B: bits of the header inverted; cut=N: what a packet becomes that is cut behind N
 * payload words; from=N: the source; tag=, bytes=, reply=: what a GET asks for; ask: the footer
 * asks for an answer; an ACK is a header alone, whose addr, when it is not given, is made of msg=,
 * cause= and from=
 */
#include "ape.h"

#include <tn/apenet/ape_ni.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"PUT", "ETHERNET", "SEND", "GET", "GET_REPLY", "ACK", NULL};

int ape_case_place(const struct tn_case_parser *p, unsigned at, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (tn_case_is(p, at, list[i]))
            return i;
    return -1;
}

static bool flag(const struct tn_case_parser *p, unsigned at, unsigned end, const char *name)
{
    for (unsigned k = at; k < end; k++)
        if (tn_case_is(p, k, name))
            return true;
    return false;
}

/* Takes the words that are no FIELD=N out of the line. Returns their set as bits, by the list. */
static unsigned flags(struct tn_case_parser *p, unsigned at, unsigned *end, const char *const *list)
{
    unsigned set = 0, to = at;
    for (unsigned k = at; k < *end; k++) {
        const int i = ape_case_place(p, k, list);
        if (i < 0)
            p->word[to++] = p->word[k];
        else
            set |= 1u << i;
    }
    *end = to;
    return set;
}

enum { ACK = 5 }; /* place of the type */
enum { ALONE, ERR, LAST, FOOT_MAGIC, FOOT_START, FOOT_CREDIT, SECDED_BAD, CRC_BAD, OOL, LAST_HOP, ASK };
static const char *const marks[] = {"alone",      "err",         "last",       "foot=magic",
                                    "foot=start", "foot=credit", "secded=bad", "crc=bad",
                                    "ool",        "last_hop",    "ask",        NULL};

/* Fields, by their places in this list. */
enum {
    F_VC,
    F_PID,
    F_X,
    F_Y,
    F_Z,
    F_PORT,
    F_LEN,
    F_ADDR,
    F_HOPS,
    F_MSG,
    F_PKT,
    F_FILL,
    F_MAGIC,
    F_START,
    F_CREDIT,
    F_FORGED,
    F_FLIP,
    F_FLOP,
    F_CUT,
    F_FROM,
    F_TAG,
    F_BYTES,
    F_REPLY,
    F_CAUSE,
    FIELDS
};
static const char *const names[FIELDS + 1] = {"vc",    "pid",   "x",      "y",      "z",     "port",
                                              "len",   "addr",  "hops",   "msg",    "pkt",   "fill",
                                              "magic", "start", "credit", "forged", "flip",  "flop",
                                              "cut",   "from",  "tag",    "bytes",  "reply", "cause", NULL};
static const uint64_t most[FIELDS] = {
    15,   0xffff,     63,     31,     31,         15,         16383,         0xffffffffffff,
    1023, 0xffffffff, 0xffff, 255,    255,        255,        255,           255,
    127,  127,        256,    0xffff, 0xffffffff, 0xffffffff, 0xffffffffffff, 255};

static bool given(const struct tn_case_parser *p, unsigned at, unsigned end, const char *name)
{
    const size_t n = strlen(name);
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], name, n) == 0 && p->word[k][n] == '=')
            return true;
    return false;
}

enum { FORGED_WORDS = 5 };

/* Words of a packet that nobody sends, as a payload has them. */
static void forge(struct ape_node dst, uint8_t *b)
{
    const struct ape_header h = {
        .pid = 2, .dst = dst, .type = 1, .len = APE_WORD, .addr = 0xdead000};
    uint8_t p[3 * APE_WORD] = {0};
    ape_header_put(&h, p);
    for (unsigned i = 0; i < APE_WORD; i++)
        p[APE_WORD + i] = (uint8_t)(7 + i);
    ape_footer_put(&(struct ape_footer){.msg = 0x666, .last = true}, p + 2 * (size_t)APE_WORD);
    ape_seal(p, sizeof p);
    ape_turn(ape_magic, b);
    ape_turn(ape_start, b + APE_WORD);
    ape_turn(p, b + 2 * (size_t)APE_WORD);
    memcpy(b + 3 * (size_t)APE_WORD, p + APE_WORD, APE_WORD);
    ape_turn(p + 2 * (size_t)APE_WORD, b + 4 * (size_t)APE_WORD);
}

/* A clean credit word: nothing is used. */
static void credit_word(uint8_t word[APE_WORD])
{
    ape_credit_put(&(struct ape_credit){0}, word);
}

static void payload(const uint64_t f[FIELDS], const bool has[FIELDS], const struct ape_header *h,
                    uint8_t *b)
{
    for (unsigned i = 0; i < h->len && !h->alone && i < APE_LEN_MAX; i++)
        b[APE_WORD + i] = (uint8_t)(f[F_FILL] + i);
    if (h->type == 4 && has[F_BYTES] && h->len == APE_WORD) /* ape_ni.md 4: what a GET asks for */
        for (unsigned i = 0; i < APE_WORD; i++)
            b[APE_WORD + i] = (uint8_t)(i < 8    ? f[F_REPLY] >> 8 * i
                                        : i < 12 ? f[F_BYTES] >> 8 * (i - 8)
                                                 : f[F_TAG] >> 8 * (i - 12));
    if (has[F_MAGIC] && 16 * f[F_MAGIC] + 16 <= h->len)
        ape_turn(ape_magic, b + (1 + f[F_MAGIC]) * APE_WORD);
    if (has[F_START] && 16 * f[F_START] + 16 <= h->len)
        ape_turn(ape_start, b + (1 + f[F_START]) * APE_WORD);
    if (has[F_FORGED] && 16 * (f[F_FORGED] + FORGED_WORDS) <= h->len)
        forge(h->dst, b + (1 + f[F_FORGED]) * APE_WORD);
    if (has[F_CREDIT] && 16 * f[F_CREDIT] + 16 <= h->len) {
        uint8_t word[APE_WORD];
        credit_word(word);
        ape_turn(word, b + (1 + f[F_CREDIT]) * APE_WORD);
    }
}

/* What a receiver makes of a packet that was cut. */
static void cut(uint8_t *b, size_t len, uint64_t words)
{
    const size_t from = (1 + (size_t)words) * APE_WORD;
    if (from < len)
        memset(b + from, 0, len - from);
    ape_footer_put(&(struct ape_footer){.err = true}, b + len - APE_WORD);
}

/* A footer that looks like another word has whatever CRC its bits say. */
static void finish(const uint64_t f[FIELDS], const bool has[FIELDS], unsigned set, uint8_t *b,
                   size_t len)
{
    const size_t foot = len - APE_WORD;
    if (len > APE_WORD && (set >> FOOT_MAGIC & 1))
        memcpy(b + foot, ape_magic, APE_WORD);
    if (len > APE_WORD && (set >> FOOT_START & 1))
        memcpy(b + foot, ape_start, APE_WORD);
    if (len > APE_WORD && (set >> FOOT_CREDIT & 1))
        credit_word(b + foot);
    if (len > APE_WORD && (set >> ERR & 1)) {
        struct ape_footer own;
        ape_footer_get(b + foot, &own);
        own.err = true;
        ape_footer_put(&own, b + foot);
    }
    if (len > APE_WORD && (set >> CRC_BAD & 1))
        b[foot] ^= 0x10;
    if (has[F_CUT])
        cut(b, len, f[F_CUT]);
    if (set >> SECDED_BAD & 1)
        b[0] ^= 3;
    if (has[F_FLIP])
        b[APE_WORD - 1 - f[F_FLIP] / 8] ^= (uint8_t)(1u << f[F_FLIP] % 8);
    if (has[F_FLOP])
        b[APE_WORD - 1 - f[F_FLOP] / 8] ^= (uint8_t)(1u << f[F_FLOP] % 8);
}

int ape_case_packet(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    const int type = ape_case_place(p, at, types);
    const unsigned set = flags(p, at + 1, &end, marks);
    uint64_t f[FIELDS];
    bool has[FIELDS];
    if (type < 0)
        return tn_case_fail(p,
                            "no packet: PUT, ETHERNET, SEND, GET, GET_REPLY or ACK, and FIELD=N");
    if (tn_case_known(p, at + 1, end, names) < 0)
        return -EINVAL;
    for (unsigned i = 0; i < FIELDS; i++) {
        has[i] = given(p, at + 1, end, names[i]);
        if (tn_case_field(p, at + 1, end, names[i], most[i], &f[i]) < 0)
            return -EINVAL;
    }
    struct ape_header h = {.vc = (uint8_t)f[F_VC],
                           .last_hop = set >> LAST_HOP & 1,
                           .pid = (uint16_t)f[F_PID],
                           .dst = {(uint8_t)f[F_X], (uint8_t)f[F_Y], (uint8_t)f[F_Z]},
                           .port = (uint8_t)f[F_PORT],
                           .ool = set >> OOL & 1,
                           .type = (uint8_t)(type + 1),
                           .alone = (set >> ALONE & 1) || type == ACK,
                           .len = (uint16_t)f[F_LEN],
                           .addr = f[F_ADDR],
                           .hops = (uint16_t)f[F_HOPS]};
    if (type == ACK && !has[F_ADDR])
        h.addr =
            tn_apn_ack_addr((uint16_t)f[F_FROM], h.pid, (uint32_t)f[F_MSG], (unsigned)f[F_CAUSE]);
    const struct ape_footer foot = {.msg = (uint32_t)f[F_MSG],
                                    .pkt = (uint16_t)f[F_PKT],
                                    .src = {(uint8_t)(f[F_FROM] >> 10),
                                            (uint8_t)(f[F_FROM] >> 5 & 31),
                                            (uint8_t)(f[F_FROM] & 31)},
                                    .err = set >> ERR & 1,
                                    .last = set >> LAST & 1,
                                    .ask = set >> ASK & 1};
    const unsigned words = ape_words(&h);
    const size_t len = (words < APE_PACKET_WORDS ? words : APE_PACKET_WORDS) * (size_t)APE_WORD;
    if (tn_case_room(p, out, len) < 0)
        return -EINVAL;
    memset(out->bytes, 0, len);
    payload(f, has, &h, out->bytes);
    if (!h.alone)
        ape_footer_put(&foot, out->bytes + len - APE_WORD);
    ape_header_put(&h, out->bytes);
    ape_seal(out->bytes, len);
    finish(f, has, set, out->bytes, len);
    return 0;
}

struct tn_case_step *ape_case_step(struct tn_case_parser *p, enum tn_ape_case what)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    if (s)
        s->cause = what;
    return s;
}

int ape_case_value(struct tn_case_parser *p, enum tn_ape_case what, unsigned at, uint64_t max)
{
    struct tn_case_step *s = ape_case_step(p, what);
    uint64_t v = 0;
    if (!s || p->word_n <= at || tn_case_number(p, "value", p->word[at], max, &v) < 0)
        return tn_case_fail(p, "a number from 0 to %u is missing here", (unsigned)max);
    s->value = (uint32_t)v;
    return 0;
}

int ape_case_used(struct tn_case_parser *p, enum tn_ape_case what, unsigned at)
{
    static const char *const fields[] = {"vc", "data", "hdr", NULL};
    struct tn_case_step *s = ape_case_step(p, what);
    uint64_t vc, data, hdr;
    if (!s || tn_case_known(p, at, p->word_n, fields) < 0 ||
        tn_case_field(p, at, p->word_n, "vc", 1, &vc) < 0 ||
        tn_case_field(p, at, p->word_n, "data", 1023, &data) < 0 ||
        tn_case_field(p, at, p->word_n, "hdr", 255, &hdr) < 0)
        return tn_case_fail(p, "written so: ... vc=V data=N hdr=N");
    s->port = (unsigned)vc;
    s->value = (uint32_t)data;
    s->mask = (uint32_t)hdr;
    return 0;
}

bool ape_case_flag(const struct tn_case_parser *p, unsigned at, const char *name)
{
    return flag(p, at, p->word_n, name);
}
