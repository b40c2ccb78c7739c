/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW words, packets, feedback and notifications on the tables of spec/tnw.def.
 */
#include <tn/crc.h>
#include <tn/fields.h>
#include <tn/tnw/tnw.h>

#include <errno.h>
#include <string.h>

#define TN_TABLE "../../tnw/spec/tnw.def"
#include <tn/field_table.def>

enum { OCTET_START = TNW_S, OCTET_SET = TNW_Q };

/* The named values of tnw.def are those of <tn/tnw/tnw.h>. */
#define VAL_tnw_ctl_code(name) TNW_##name
#define VAL_tnw_ctl_octet(name) OCTET_##name
#define VAL_tnw_note_kind(name) TN_tnw_note_kind_##name /* has no other name */
#define VAL_tnw_note_link(name) TN_tnw_note_link_##name /* nor these */
#define TN_HDR(h, nbytes, text, source)
#define TN_FIELD(h, f, off, width, kind, text)
#define TN_END(h)
#define TN_VAL(h, f, name, value, text)                                                            \
    _Static_assert((int)(VAL_##h##_##f(name)) == (int)(value), #h "." #f "." #name);
#include "../spec/tnw.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL
_Static_assert(TNW_CODES == TN_tnw_ctl_code_READY + 1, "codes without a line in tnw.def");
_Static_assert(TNW_LINKS == TN_tnw_note_link_ZM + 1, "links without a line in tnw.def");

static void put_be32(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < TNW_WORD; i++)
        p[i] = (uint8_t)(v >> 8 * (TNW_WORD - 1 - i));
}

static void put_lanes(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < TNW_WORD; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static uint32_t get_lanes(const uint8_t *p)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < TNW_WORD; i++)
        v |= (uint32_t)p[i] << 8 * i;
    return v;
}

const char *tnw_class_name(enum tnw_class kind)
{
    static const char *const name[TNW_CLASSES] = {"data", "START", "SET", "idle", "bad"};
    return name[kind];
}

struct tnw_word tnw_word_get(const uint8_t p[TNW_WORD_OCTETS])
{
    return (struct tnw_word){.data = get_lanes(p + 1), .flags = p[0]};
}

void tnw_word_put(struct tnw_word w, uint8_t out[TNW_WORD_OCTETS])
{
    out[0] = w.flags;
    put_lanes(out + 1, w.data);
}

struct tnw_ctl tnw_ctl_decode(uint32_t data)
{
    uint8_t p[TN_BYTES_tnw_ctl];
    put_be32(p, data);
    return (struct tnw_ctl){.code = (uint8_t)TN_GET(p, tnw_ctl, code),
                            .seq = (uint8_t)TN_GET(p, tnw_ctl, seq),
                            .rsv = (uint8_t)TN_GET(p, tnw_ctl, r8),
                            .crc = (uint8_t)TN_GET(p, tnw_ctl, crc),
                            .octet = (uint8_t)TN_GET(p, tnw_ctl, octet)};
}

static void put_ctl(const struct tnw_ctl *ctl, uint8_t p[TN_BYTES_tnw_ctl])
{
    TN_PUT(p, tnw_ctl, code, ctl->code);
    TN_PUT(p, tnw_ctl, seq, ctl->seq);
    TN_PUT(p, tnw_ctl, r8, ctl->rsv);
    TN_PUT(p, tnw_ctl, crc, ctl->crc);
    TN_PUT(p, tnw_ctl, octet, ctl->octet);
}

uint32_t tnw_ctl_encode(const struct tnw_ctl *ctl)
{
    uint8_t p[TN_BYTES_tnw_ctl];
    put_ctl(ctl, p);
    return tn_bits_get(p, 0, 32);
}

uint8_t tnw_ctl_want_crc(const struct tnw_ctl *ctl)
{
    uint8_t p[TN_BYTES_tnw_ctl];
    put_ctl(ctl, p);
    return tn_crc8(p, TN_OFF_tnw_ctl_crc / 8);
}

struct tnw_word tnw_ctl_word(uint8_t octet, enum tnw_code code, uint8_t seq)
{
    struct tnw_ctl ctl = {.code = (uint8_t)code, .seq = seq, .octet = octet};
    ctl.crc = tnw_ctl_want_crc(&ctl);
    return (struct tnw_word){.data = tnw_ctl_encode(&ctl), .flags = 1};
}

/* The header table of control words. */
static const struct tn_header *ctl(void)
{
    const struct tn_header *h = tn_table_headers;
    while (strcmp(h->name, "tnw_ctl") != 0)
        h++;
    return h;
}

const char *tnw_code_name(unsigned code)
{
    const struct tn_value *v = tn_field_value(ctl(), "code", code);
    return v ? v->name : "?";
}

static void get_header(const uint8_t *p, struct tnw_packet *k)
{
    k->vc = (uint8_t)TN_GET(p, tnw_hdr, vc);
    k->seq = (uint8_t)TN_GET(p, tnw_hdr, seq);
    k->offset = TN_GET(p, tnw_hdr, offset);
    k->has_header = true;
}

static void put_header(const struct tnw_packet *k, uint8_t *p)
{
    TN_PUT(p, tnw_hdr, vc, k->vc);
    TN_PUT(p, tnw_hdr, seq, k->seq);
    TN_PUT(p, tnw_hdr, offset, k->offset);
}

unsigned tnw_decode(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k)
{
    size_t payload;
    memset(k, 0, sizeof *k);
    if (orig_len < len)
        orig_len = len;
    k->snapped = len < orig_len;
    if (orig_len % TNW_WORD)
        k->err |= TNW_E_PART;
    if (orig_len > TNW_PACKET)
        k->err |= TNW_E_LONG;
    if (len < TNW_WORD) {
        k->err |= TNW_E_SHORT;
        return k->err;
    }
    get_header(p, k);
    payload = (len < TNW_CRC_AT ? len : TNW_CRC_AT) / TNW_WORD * TNW_WORD - TNW_WORD;
    k->word_n = (uint8_t)(payload / TNW_WORD);
    memcpy(k->payload, p + TNW_WORD, payload);
    if (orig_len < TNW_PACKET)
        k->err |= TNW_E_CUT;
    if (len >= TNW_PACKET) {
        k->has_crc = true;
        k->crc = TN_GET(p + TNW_CRC_AT, tnw_crc, crc);
    }
    return k->err;
}

static void turn_word(uint8_t *p)
{
    put_be32(p, get_lanes(p));
}

unsigned tnw_decode_any(const uint8_t *p, size_t len, size_t orig_len, struct tnw_packet *k)
{
    uint8_t bytes[TNW_PACKET];
    unsigned err = tnw_decode(p, len, orig_len, k);
    if (len < orig_len || (len != TNW_PACKET && len != TNW_PACKET + TNW_WORD) ||
        (err == 0 && k->crc == tnw_want_crc(k)))
        return err;
    memcpy(bytes, p + len - TNW_PACKET, TNW_PACKET);
    for (unsigned turned = 0; turned < 2; turned++) {
        struct tnw_packet other;
        tnw_decode(bytes, TNW_PACKET, TNW_PACKET, &other);
        if (other.crc == tnw_want_crc(&other)) {
            *k = other;
            k->foreign = true;
            return 0;
        }
        turn_word(bytes);
        turn_word(bytes + TNW_CRC_AT);
    }
    return err;
}

static bool fits(const struct tnw_packet *k)
{
    return k->vc < TNW_VCS && k->seq < TNW_SEQ_MOD && k->offset >> TN_W_tnw_hdr_offset == 0 &&
           k->word_n <= TNW_PAYLOAD_WORDS && (k->has_header || k->word_n == 0) &&
           (k->word_n == TNW_PAYLOAD_WORDS || !k->has_crc);
}

long tnw_encode(const struct tnw_packet *k, uint8_t *out, size_t cap)
{
    size_t payload = (size_t)k->word_n * TNW_WORD, n = 0;
    if (!fits(k))
        return -ERANGE;
    if ((k->has_header ? TNW_WORD : 0) + payload + (k->has_crc ? TNW_WORD : 0) > cap)
        return -EMSGSIZE;
    if (!k->has_header)
        return 0;
    put_header(k, out);
    n = TNW_WORD;
    memcpy(out + n, k->payload, payload);
    n += payload;
    if (k->has_crc) {
        TN_PUT(out + n, tnw_crc, crc, k->crc);
        n += TNW_WORD;
    }
    return (long)n;
}

uint32_t tnw_header(const struct tnw_packet *k)
{
    uint8_t p[TNW_WORD] = {0};
    put_header(k, p);
    return tn_bits_get(p, 0, 32);
}

uint32_t tnw_want_crc(const struct tnw_packet *k)
{
    uint8_t p[TNW_CRC_AT];
    put_lanes(p, tnw_header(k)); /* the number goes over the link lowest byte first */
    memcpy(p + TNW_WORD, k->payload, TNW_PAYLOAD);
    return tn_crc32(p, sizeof p);
}

void tnw_seal(struct tnw_packet *k)
{
    k->has_header = k->has_crc = true;
    k->word_n = TNW_PAYLOAD_WORDS;
    k->crc = tnw_want_crc(k);
}

void tnw_packet_words(const struct tnw_packet *k, struct tnw_word out[TNW_WORDS - 1])
{
    out[0] = tnw_data(tnw_header(k));
    for (unsigned i = 0; i < TNW_PAYLOAD_WORDS; i++)
        out[1 + i] = tnw_data(get_lanes(k->payload + (size_t)i * TNW_WORD));
    out[1 + TNW_PAYLOAD_WORDS] = tnw_data(k->crc);
}

unsigned tnw_words_packet(const struct tnw_word *words, size_t n, struct tnw_packet *k)
{
    uint8_t p[TNW_PACKET + TNW_WORD];
    const size_t room = sizeof p / TNW_WORD, last = TNW_CRC_AT / TNW_WORD;
    if (n > room)
        n = room; /* one too many is enough to see it */
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || i == last)
            put_be32(p + i * TNW_WORD, words[i].data); /* numbers, in captured packets */
        else
            put_lanes(p + i * TNW_WORD, words[i].data);
    }
    return tnw_decode(p, n * TNW_WORD, n * TNW_WORD, k);
}

size_t tnw_part_decode(const uint8_t *p, size_t len, struct tnw_part *part)
{
    const size_t there = len / TNW_WORD_OCTETS;
    struct tnw_word packet[TNW_WORDS], w;
    memset(part, 0, sizeof *part);
    for (; part->words < there; part->words++) {
        enum tnw_class kind;
        w = tnw_word_get(p + part->words * TNW_WORD_OCTETS);
        kind = tnw_classify(w);
        if (part->words == 0) {
            part->kind = kind;
            part->first = w;
            part->ctl = tnw_ctl_decode(w.data);
        } else if (part->kind == TNW_SET || (part->kind == TNW_START && part->words == TNW_WORDS))
            break;
        else if (kind != (part->kind == TNW_START ? TNW_DATA : part->kind))
            break;
        if (part->kind == TNW_START)
            packet[part->words] = w;
        part->count[kind]++;
    }
    if (part->kind == TNW_START && part->words > 0)
        tnw_words_packet(packet + 1, part->words - 1, &part->packet);
    return part->words * TNW_WORD_OCTETS;
}

static bool begins(uint8_t octet)
{
    return octet == TNW_S || octet == TNW_Q;
}

size_t tnw_foreign_words(const uint8_t *p, size_t len, uint8_t *out, size_t cap)
{
    size_t n = 0, behind = 0; /* words of the packet that are still to come */
    bool numbers;
    struct tnw_ctl ctl;
    if (len < TNW_WORD || len % TNW_WORD)
        return 0;
    numbers = !begins(p[0]);
    ctl = tnw_ctl_decode(tn_bits_get(p, 0, 32));
    if (numbers && (!begins(ctl.octet) || !tnw_ctl_good(&ctl)))
        return 0;
    for (size_t at = 0; at < len && n + TNW_WORD_OCTETS <= cap; at += TNW_WORD) {
        struct tnw_word w = {.data = numbers ? tn_bits_get(p + at, 0, 32) : get_lanes(p + at)};
        if (behind > 0)
            behind--;
        else if (begins(w.data & 0xff))
            w.flags = 1;
        else if (w.data == tnw_idle().data)
            w.flags = tnw_idle().flags;
        if (w.flags == 1 && (w.data & 0xff) == TNW_S)
            behind = TNW_WORDS - 1;
        tnw_word_put(w, out + n);
        n += TNW_WORD_OCTETS;
    }
    return n;
}

/* A notification is a number whose lowest byte comes first in memory. */
static void turn(const uint8_t *in, uint8_t *out)
{
    for (unsigned i = 0; i < TNW_NOTE; i++)
        out[i] = in[TNW_NOTE - 1 - i];
}

void tnw_note_decode(const uint8_t p[TNW_NOTE], struct tnw_note *note)
{
    uint8_t n[TNW_NOTE];
    turn(p, n);
    *note = (struct tnw_note){.r105 = TN_GET(n, tnw_note, r105),
                              .kind = (uint8_t)TN_GET(n, tnw_note, kind),
                              .link = (uint8_t)TN_GET(n, tnw_note, link),
                              .vc = (uint8_t)TN_GET(n, tnw_note, vc),
                              .valid = TN_GET(n, tnw_note, valid),
                              .r72 = TN_GET(n, tnw_note, r72),
                              .cause = (uint8_t)TN_GET(n, tnw_note, cause),
                              .bytes = TN_GET(n, tnw_note, bytes),
                              .tag = TN_GET(n, tnw_note, tag)};
}

int tnw_note_encode(const struct tnw_note *note, uint8_t out[TNW_NOTE])
{
    uint8_t n[TNW_NOTE];
    if (note->kind > 1 || note->link > 15 || note->vc > 15 || note->r105 >> 23 || note->r72 >> 23)
        return -ERANGE;
    TN_PUT(n, tnw_note, r105, note->r105);
    TN_PUT(n, tnw_note, kind, note->kind);
    TN_PUT(n, tnw_note, link, note->link);
    TN_PUT(n, tnw_note, vc, note->vc);
    TN_PUT(n, tnw_note, valid, note->valid);
    TN_PUT(n, tnw_note, r72, note->r72);
    TN_PUT(n, tnw_note, cause, note->cause);
    TN_PUT(n, tnw_note, bytes, note->bytes);
    TN_PUT(n, tnw_note, tag, note->tag);
    turn(n, out);
    return 0;
}
