/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets of the cluster: fields by the tables of spec/cluster.def, and the forms of the types.
 */
#include <tn/cluster/cluster.h>

#include <string.h>

/* Words of addresses before the data of WRITE, WRITE_REPLY and MESSAGE. */
enum { BEFORE_DATA = 4 };

/* A type's form: priority, table, and the words of payload from least to most in steps. */
static const struct form {
    const char *name, *table;
    int8_t prio;
    uint8_t least, most, step;
} forms[16] = {
    [TN_cl_hdr_type_WRITE] = {"WRITE", "cl_write", 1, 6, 20, 2},
    [TN_cl_hdr_type_READ] = {"READ", "cl_read", 2, 7, 7, 1},
    [TN_cl_hdr_type_WRITE_REPLY] = {"WRITE_REPLY", "cl_write", 0, 6, 20, 2},
    [TN_cl_hdr_type_MESSAGE] = {"MESSAGE", "cl_message", 1, 6, CL_LEN_MAX, 2},
    [TN_cl_hdr_type_QUEUE_READ] = {"QUEUE_READ", "cl_queue_read", 2, 5, 5, 1},
    [TN_cl_hdr_type_ACK] = {"ACK", "cl_ack", 0, 4, 4, 1},
    [TN_cl_hdr_type_ADD] = {"ADD", "cl_add", 0, 4, 4, 1},
    [TN_cl_hdr_type_NACK] = {"NACK", "cl_nack", 0, 5, 5, 1},
    [TN_cl_hdr_type_LINK] = {"LINK", "cl_ctl", -1, CL_CTL_LEN, CL_CTL_LEN, 1},
};

static const struct form *form_of(unsigned type)
{
    return type < sizeof forms / sizeof *forms && forms[type].name ? &forms[type] : NULL;
}

const char *cl_type_name(unsigned type)
{
    const struct form *f = form_of(type);
    return f ? f->name : NULL;
}

const char *cl_type_table(unsigned type)
{
    const struct form *f = form_of(type);
    return f ? f->table : NULL;
}

int cl_type_prio(unsigned type)
{
    const struct form *f = form_of(type);
    return f ? f->prio : -1;
}

bool cl_len_fits(unsigned type, unsigned len)
{
    const struct form *f = form_of(type);
    return f && len >= f->least && len <= f->most && (len - f->least) % f->step == 0;
}

void cl_words_get(const uint8_t *bytes, size_t words, uint16_t *word)
{
    for (size_t i = 0; i < words; i++)
        word[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
}

void cl_words_put(const uint16_t *word, size_t words, uint8_t *bytes)
{
    for (size_t i = 0; i < words; i++) {
        bytes[2 * i] = (uint8_t)(word[i] >> 8);
        bytes[2 * i + 1] = (uint8_t)word[i];
    }
}

void cl_header_get(const uint16_t word[2], struct cl_header *h)
{
    uint8_t p[TN_BYTES_cl_hdr];
    cl_words_put(word, 2, p);
    *h = (struct cl_header){
        .dst = (uint8_t)TN_GET(p, cl_hdr, dst),
        .src = (uint8_t)TN_GET(p, cl_hdr, src),
        .prio = (uint8_t)TN_GET(p, cl_hdr, prio),
        .type = (uint8_t)TN_GET(p, cl_hdr, type),
        .dst_cpu = (uint8_t)TN_GET(p, cl_hdr, dst_cpu),
        .src_cpu = (uint8_t)TN_GET(p, cl_hdr, src_cpu),
        .len = (uint8_t)TN_GET(p, cl_hdr, len),
        .seq = (uint8_t)TN_GET(p, cl_hdr, seq),
    };
}

void cl_header_put(const struct cl_header *h, uint16_t word[2])
{
    uint8_t p[TN_BYTES_cl_hdr] = {0};
    TN_PUT(p, cl_hdr, dst, h->dst);
    TN_PUT(p, cl_hdr, src, h->src);
    TN_PUT(p, cl_hdr, prio, h->prio);
    TN_PUT(p, cl_hdr, type, h->type);
    TN_PUT(p, cl_hdr, dst_cpu, h->dst_cpu);
    TN_PUT(p, cl_hdr, src_cpu, h->src_cpu);
    TN_PUT(p, cl_hdr, len, h->len);
    TN_PUT(p, cl_hdr, seq, h->seq);
    cl_words_get(p, 2, word);
}

/* Calls X for each field of the body of that type in the order of the packet: member, and its
 * words. */
#define BODY(type, X)                                                                              \
    switch (type) {                                                                                \
    case TN_cl_hdr_type_WRITE:                                                                     \
    case TN_cl_hdr_type_WRITE_REPLY:                                                               \
    case TN_cl_hdr_type_MESSAGE:                                                                   \
        X(first, 2) X(ack, 2) break;                                                               \
    case TN_cl_hdr_type_READ:                                                                      \
        X(first, 2) X(reply, 2) X(ack, 2) X(size, 1) break;                                        \
    case TN_cl_hdr_type_QUEUE_READ:                                                                \
        X(first, 2) X(reply, 2) X(size, 1) break;                                                  \
    case TN_cl_hdr_type_ACK:                                                                       \
    case TN_cl_hdr_type_ADD:                                                                       \
        X(first, 2) X(value, 2) break;                                                             \
    case TN_cl_hdr_type_NACK:                                                                      \
        X(first, 2) X(cause, 1) X(value, 2) break;                                                 \
    default:                                                                                       \
        break;                                                                                     \
    }

static bool has_data(unsigned type)
{
    return type == TN_cl_hdr_type_WRITE || type == TN_cl_hdr_type_WRITE_REPLY ||
           type == TN_cl_hdr_type_MESSAGE;
}

/* Reads the number of one or two words, the low half first. */
static uint32_t number(const uint16_t *word, unsigned words)
{
    return words == 2 ? (uint32_t)word[1] << 16 | word[0] : word[0];
}

static void body_get(const struct cl_header *h, const uint16_t *word, struct cl_body *b)
{
#define GET(member, n) b->member = (__typeof__(b->member))number(word, n), word += (n);
    BODY(h->type, GET)
#undef GET
    if (has_data(h->type))
        b->size = (uint16_t)((h->len - BEFORE_DATA) * CL_WORD);
}

void cl_decode(const uint16_t *word, unsigned words, unsigned orig, struct cl_packet *k)
{
    memset(k, 0, sizeof *k);
    k->word = word;
    k->words = words;
    k->has_header = words >= 2;
    if (!k->has_header)
        return;
    cl_header_get(word, &k->header);
    k->whole = words == orig && orig == k->header.len + 3u;
    if (!k->whole)
        return;
    k->crc = word[words - 1];
    k->has_body =
        k->header.type != TN_cl_hdr_type_LINK && cl_len_fits(k->header.type, k->header.len);
    if (k->has_body)
        body_get(&k->header, word + 2, &k->body);
}

unsigned cl_encode(const struct cl_header *h, const struct cl_body *b, uint16_t word[CL_WORDS_MAX])
{
    uint16_t *at = word + 2;
    if (h->type == TN_cl_hdr_type_LINK || !cl_len_fits(h->type, h->len))
        return 0;
    cl_header_put(h, word);
#define PUT(member, n)                                                                             \
    *at++ = (uint16_t)b->member;                                                                   \
    if ((n) == 2)                                                                                  \
        *at++ = (uint16_t)((uint32_t)b->member >> 16);
    BODY(h->type, PUT)
#undef PUT
    cl_seal(word, h->len + 3u);
    return h->len + 3u;
}
