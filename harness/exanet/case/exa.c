/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An ExaNet packet as a case writes it (exanet.md section 1): a type and fields, or
 * words cut from packets with names, or words as they stand on the channel.
 */
#include "exa.h"

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_word.h>

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER, NODE };

#define FIELD(name, member, max, format)                                                           \
    {                                                                                              \
        name, offsetof(struct exa_packet, member), sizeof(((struct exa_packet *)0)->member), max,  \
            format                                                                                 \
    }
static const struct {
    const char *name;
    size_t off, size;
    uint64_t max;
    int format;
} fields[] = {
    FIELD("pdid", pdid, 0xffff, NUMBER),        FIELD("dst", dst, 0, NODE),
    FIELD("addr", addr, 0x3ffffffffff, NUMBER), FIELD("type", type, 31, NUMBER),
    FIELD("size", size, 16383, NUMBER),         FIELD("path", path, 7, NUMBER),
    FIELD("vc", vc, 31, NUMBER),                FIELD("rsv", rsv, 511, NUMBER),
    FIELD("src", src, 0, NODE),                 FIELD("tid", tid, 16383, NUMBER),
    FIELD("seq", seq, 16383, NUMBER),           FIELD("first", first, 1, NUMBER),
    FIELD("last", last, 1, NUMBER),             FIELD("notify", notify, 1, NUMBER),
    FIELD("code", code, 15, NUMBER),            FIELD("user", user, 4095, NUMBER),
    FIELD("ttl", ttl, 32767, NUMBER),           FIELD("flags", flags, 255, NUMBER),
};
enum { FIELDS = sizeof fields / sizeof *fields, WORDS_MAX = 64 };

/* A packet being read. */
struct draft {
    struct exa_packet k;
    int words;                  /* payload words, or -1: those that type, addr and size say */
    int footer;                 /* the packet has a footer or not, or -1: as the type says */
    uint64_t index;             /* of a peripheral, or UINT64_MAX */
    const char *crc[3];         /* of header, payload, footer: "good", "bad", a number */
    const char *data;           /* the payload's bytes; NULL: they count up from fill */
    int fill;                   /* the first byte, or -1: the protection domain */
};

/* Coordinates as the 22 bits of a header. */
static int node(struct tn_case_parser *p, const char *what, const char *text, uint64_t *bits)
{
    struct exa_node n;
    *bits = 0;
    if (exa_node_parse(text, &n) < 0)
        return tn_case_fail(p, "%s: '%.40s' is not x.y.z.fpga or tor.x.y.z.fpga", what, text);
    *bits = exa_node_bits(n);
    return 0;
}

static void put(struct exa_packet *k, unsigned field, uint64_t v)
{
    uint8_t *at = (uint8_t *)k + fields[field].off;
    if (fields[field].format == NODE) {
        struct exa_node n = exa_node_of((uint32_t)v);
        memcpy(at, &n, sizeof n);
    } else if (fields[field].size == 1) {
        *at = (uint8_t)v;
    } else if (fields[field].size == 2) {
        memcpy(at, &(uint16_t){(uint16_t)v}, 2);
    } else {
        memcpy(at, &v, 8);
    }
}

/* Fields that are no member of their own. 1: not one of those. */
static int special(struct tn_case_parser *p, const char *name, const char *value, struct draft *d)
{
    static const char *const crcs[] = {"hdr_crc", "pld_crc", "ftr_crc"};
    uint64_t v;
    int rc;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, crcs[i]) == 0) {
            d->crc[i] = value;
            return 0;
        }
    if (strcmp(name, "index") == 0)
        return tn_case_number(p, name, value, 127, &d->index);
    if (strcmp(name, "words") == 0) {
        rc = tn_case_number(p, name, value, EXA_KEEP_WORDS, &v);
        d->words = rc ? -1 : (int)v;
        return rc;
    }
    if (strcmp(name, "footer") == 0) {
        rc = tn_case_number(p, name, value, 1, &v);
        d->footer = rc ? -1 : (int)v;
        return rc;
    }
    if (strcmp(name, "fill") == 0) {
        rc = tn_case_number(p, name, value, 255, &v);
        d->fill = rc ? -1 : (int)v;
        return rc;
    }
    if (strcmp(name, "data") == 0) {
        d->data = value;
        return 0;
    }
    if (strcmp(name, "chan") == 0) { /* of a message */
        rc = tn_case_number(p, name, value, EXA_TID_CHAN, &v);
        d->k.tid = exa_message_tid((unsigned)v);
        return rc;
    }
    return 1;
}

static int one_field(struct tn_case_parser *p, char *word, struct draft *d)
{
    char *value = strchr(word, '=');
    uint64_t v = 0;
    int rc;
    if (!value || !value[1])
        return tn_case_fail(p, "'%.40s' is not FIELD=VALUE", word);
    *value++ = 0;
    if ((rc = special(p, word, value, d)) <= 0)
        return rc;
    for (unsigned i = 0; i < FIELDS; i++) {
        if (strcmp(fields[i].name, word) != 0)
            continue;
        if (fields[i].format == NODE && strcmp(value, "own") == 0)
            v = p->own;
        else
            rc = fields[i].format == NODE ? node(p, word, value, &v)
                                          : tn_case_number(p, word, value, fields[i].max, &v);
        if (rc < 0)
            return rc;
        put(&d->k, i, v);
        return 0;
    }
    return tn_case_fail(p, "no field '%.40s'", word);
}

/* good, bad, or the number itself. */
static int set_crc(struct tn_case_parser *p, const char *text, uint64_t max, uint64_t good,
                   uint64_t *out)
{
    *out = good;
    if (!text || strcmp(text, "good") == 0)
        return 0;
    if (strcmp(text, "bad") == 0) {
        *out = ~good & max;
        return 0;
    }
    return tn_case_number(p, "CRC", text, max, out);
}

/* The payload's bytes. */
static int payload(struct tn_case_parser *p, const struct draft *d, uint8_t *data, size_t cap)
{
    uint8_t mask[512];
    size_t len;
    for (unsigned i = 0; i < cap; i++)
        data[i] = (uint8_t)((d->fill < 0 ? d->k.pdid : (unsigned)d->fill) + i);
    return d->data ? tn_case_data(p, d->data, false, data, mask, cap < sizeof mask ? cap : sizeof mask, &len) : 0;
}

/* Payload, footer and CRCs: payload byte i is the protection domain + i unless fill= or data= say more. */
static int complete(struct tn_case_parser *p, struct draft *d)
{
    struct exa_packet *k = &d->k;
    uint8_t data[512];
    uint64_t hdr, pld, ftr;
    const uint16_t size = k->size;
    const enum exa_form form = exa_form(k);
    int rc;
    if (d->index != UINT64_MAX)
        k->addr = exa_peripheral_addr((enum exa_peripheral)d->index, (uint32_t)k->addr);
    if ((rc = payload(p, d, data, sizeof data)) < 0)
        return rc;
    if (exa_words(k->addr, size) > EXA_KEEP_WORDS) { /* no words but those that words= asks for */
        k->word_n = 0;
        k->has_footer = 1;
    } else if (exa_set_payload(k, k->addr, data, size) < 0) {
        return tn_case_fail(p, "size=%u does not fit", size);
    }
    if (form == EXA_H) {
        exa_set_alone(k);
        k->size = size;
    }
    if (d->footer >= 0)
        k->has_footer = (uint8_t)d->footer;
    if (d->words >= 0) {
        for (unsigned i = k->word_n * EXA_WORD; i < (unsigned)d->words * EXA_WORD; i++)
            k->lanes[i] = (uint8_t)(k->pdid + i);
        k->word_n = (uint16_t)d->words;
    }
    exa_seal(k);
    if ((rc = set_crc(p, d->crc[1], UINT32_MAX, k->pld_crc, &pld)) < 0 ||
        (rc = set_crc(p, d->crc[0], 0xffff, k->hdr_crc, &hdr)) < 0)
        return rc;
    k->pld_crc = (uint32_t)pld;
    k->hdr_crc = (uint16_t)hdr;
    if ((rc = set_crc(p, d->crc[2], 0xff, exa_want_ftr_crc(k), &ftr)) < 0)
        return rc;
    k->ftr_crc = (uint8_t)ftr;
    return 0;
}

static int room(struct tn_case_parser *p, size_t words, struct tn_case_tlp *out)
{
    size_t len = words * EXA_WORD;
    out->bytes = calloc(1, 2 * len + words);
    if (!out->bytes)
        return tn_case_fail(p, "out of memory"), -ENOMEM;
    out->mask = out->bytes + len;
    memset(out->mask, 0xff, len);
    out->kinds = out->mask + len;
    out->len = len;
    return 0;
}

/* TYPE FIELD=VALUE...: words[at..end). 1: words[at] is no type. */
static int whole(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    struct draft d = {.words = -1, .footer = -1, .index = UINT64_MAX, .fill = -1};
    int rc = 0;
    unsigned type = 0;
    while (type < EXA_TYPE_N && strcmp(exa_type_name(exa_type_at(type)), p->word[at]) != 0)
        type++;
    if (type == EXA_TYPE_N)
        return 1;
    d.k.type = (uint8_t)exa_type_at(type);
    for (unsigned i = at + 1; i < end && rc == 0; i++)
        rc = one_field(p, p->word[i], &d);
    if (rc == 0)
        rc = complete(p, &d);
    size_t words = 1u + d.k.word_n + d.k.has_footer;
    if (rc == 0)
        rc = room(p, words, out);
    if (rc < 0)
        return rc;
    if (exa_encode(&d.k, out->bytes, out->len) != (long)out->len)
        return tn_case_fail(p, "the packet cannot have such a field");
    for (size_t i = 0; i < words; i++)
        out->kinds[i] = i == 0 ? TN_EXA_HDR : d.k.has_footer && i == words - 1 ? TN_EXA_FTR : TN_EXA_PLD;
    return 0;
}

static const struct tn_case_tlp *named(const struct tn_case_parser *p, const char *name, size_t n)
{
    for (unsigned i = 0; i < p->named_n; i++)
        if (strlen(p->named[i].name) == n && strncmp(p->named[i].name, name, n) == 0)
            return &p->named[i].packet;
    return NULL;
}

/* 32 hex digits, bits 127:120 first, as a word of that kind is kept. */
static int raw_word(struct tn_case_parser *p, const char *text, unsigned kind,
                    uint8_t out[EXA_WORD])
{
    if (strspn(text, "0123456789abcdef") != 2 * EXA_WORD || text[2 * EXA_WORD])
        return tn_case_fail(p, "a word is 32 hex digits, not '%.40s'", text);
    for (unsigned i = 0; i < EXA_WORD; i++) {
        unsigned v = 0;
        for (unsigned k = 0; k < 2; k++) {
            char c = text[2 * i + k];
            v = v << 4 | (unsigned)(isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
        }
        out[kind == TN_EXA_PLD ? EXA_WORD - 1 - i : i] = (uint8_t)v;
    }
    return 0;
}

/* What the words of a line add up to. */
struct sum {
    unsigned n;
    uint8_t bytes[WORDS_MAX * EXA_WORD], kinds[WORDS_MAX];
};

static int add(struct tn_case_parser *p, struct sum *s, const uint8_t *word, uint8_t kind)
{
    if (s->n == WORDS_MAX)
        return tn_case_fail(p, "more than %d words", WORDS_MAX);
    memcpy(s->bytes + s->n * EXA_WORD, word, EXA_WORD);
    s->kinds[s->n++] = kind;
    return 0;
}

/* NAME, NAME[i], NAME[i..j] */
static int add_named(struct tn_case_parser *p, struct sum *s, const char *text)
{
    size_t n = strcspn(text, "[");
    const struct tn_case_tlp *k = named(p, text, n);
    uint64_t from = 0, to;
    char copy[24];
    int rc = 0;
    if (!k)
        return tn_case_fail(p, "no packet '%.40s' (a type, or a name given by a line packet)",
                            text);
    to = k->len / EXA_WORD - 1;
    if (text[n]) {
        const char *dots = strstr(text + n, "..");
        size_t len = strlen(text + n);
        if (len < 3 || len >= sizeof copy || text[n + len - 1] != ']')
            return tn_case_fail(p, "'%.40s' is not NAME[i] or NAME[i..j]", text);
        memcpy(copy, text + n + 1, len - 2);
        copy[len - 2] = 0;
        if (dots) {
            copy[dots - (text + n + 1)] = 0;
            rc = tn_case_number(p, "word", copy + (dots - (text + n + 1)) + 2, to, &to);
        }
        if (rc == 0)
            rc = tn_case_number(p, "word", copy, to, &from);
        if (!dots)
            to = from;
    }
    for (uint64_t i = from; i <= to && rc == 0; i++)
        rc = add(p, s, k->bytes + i * EXA_WORD, k->kinds[i]);
    return rc;
}

static int add_item(struct tn_case_parser *p, struct sum *s, const char *text)
{
    static const struct {
        const char *name;
        uint8_t kind;
    } raw[] = {{"hdr:", TN_EXA_HDR}, {"pld:", TN_EXA_PLD}, {"ftr:", TN_EXA_FTR}};
    uint8_t word[EXA_WORD] = {0};
    int rc;
    if (strcmp(text, "zero") == 0)
        return add(p, s, word, TN_EXA_FTR);
    for (int i = 0; i < 3; i++)
        if (strncmp(text, raw[i].name, 4) == 0) {
            rc = raw_word(p, text + 4, raw[i].kind, word);
            return rc ? rc : add(p, s, word, raw[i].kind);
        }
    return add_named(p, s, text);
}

int tn_case_exa_form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                     const char *point, struct tn_case_tlp *out)
{
    struct sum s = {0};
    int rc = at < end ? whole(p, at, end, out) : tn_case_fail(p, "a packet is missing here");
    (void)masked;
    (void)point;
    if (rc <= 0)
        return rc;
    rc = 0;
    for (unsigned i = at; i < end && rc == 0; i++)
        rc = add_item(p, &s, p->word[i]);
    if (rc == 0)
        rc = room(p, s.n, out);
    if (rc < 0)
        return rc;
    memcpy(out->bytes, s.bytes, out->len);
    memcpy(out->kinds, s.kinds, s.n);
    return 0;
}

int tn_case_exa_packet_line(struct tn_case_parser *p)
{
    struct tn_case_named *n = &p->named[p->named_n];
    int rc;
    if (p->word_n < 3)
        return tn_case_fail(p, "written so: packet NAME TYPE FIELD=VALUE...");
    if (p->named_n == CASE_NAMED)
        return tn_case_fail(p, "more than %d packets with names", CASE_NAMED);
    if (strlen(p->word[1]) >= sizeof n->name || !isupper((unsigned char)p->word[1][0]) ||
        strpbrk(p->word[1], "[]:"))
        return tn_case_fail(p, "'%.40s' is no name: a capital letter first, at most %zu characters",
                            p->word[1], sizeof n->name - 1);
    if (named(p, p->word[1], strlen(p->word[1])))
        return tn_case_fail(p, "a second packet '%.40s'", p->word[1]);
    for (unsigned t = 1; t < EXA_TYPES; t++)
        if (strcmp(exa_type_name(t), p->word[1]) == 0)
            return tn_case_fail(p, "'%.40s' is a type, not a name", p->word[1]);
    rc = tn_case_exa_form(p, 2, p->word_n, false, NULL, &n->packet);
    strcpy(n->name, p->word[1]);
    p->named_n += n->packet.bytes != NULL; /* freed with the parser */
    return rc;
}

enum { OWN_REGISTER = 0x1000, RESET_CYCLES = 4 };

int tn_case_exa_own_line(struct tn_case_parser *p)
{
    struct tn_case_step *s;
    uint64_t bits;
    int rc;
    if (p->word_n != 2)
        return tn_case_fail(p, "written so: own X.Y.Z.FPGA");
    if ((rc = node(p, "own", p->word[1], &bits)) < 0)
        return rc;
    if (!(s = tn_case_step(p, TN_CASE_BENCH)))
        return -EINVAL;
    s->addr = OWN_REGISTER;
    s->value = p->own = (uint32_t)bits;
    if (!(s = tn_case_step(p, TN_CASE_RESET)))
        return -EINVAL;
    s->last = RESET_CYCLES;
    return 0;
}
