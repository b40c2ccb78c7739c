/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets decoded and encoded on the tables of spec/exanet.def.
 */
#include <tn/exanet/exa.h>

#include <tn/crc.h>
#include <tn/fields.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The named values of exanet.def are those of <tn/exanet/exa.h>. */
#define VAL_exa_hdr_addr_hi(name) (EXA_PERIPHERALS << 7 | EXA_P_##name)
#define VAL_exa_hdr_type(name) EXA_##name
#define VAL_exa_ack_resp(name) TN_exa_ack_resp_##name /* has no other name */
#define TN_HDR(h, nbytes, text, source)
#define TN_FIELD(h, f, off, width, kind, text)
#define TN_END(h)
#define TN_VAL(h, f, name, value, text)                                                            \
    _Static_assert((int)(VAL_##h##_##f(name)) == (int)(value), #h "." #f "." #name);
#include "../spec/exanet.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL
_Static_assert(EXA_TYPES == TN_exa_hdr_type_FLOW_RATE + 1, "types without a line in exanet.def");

/* An acknowledgment has type, size, destination and virtual channel where every header has them. */
#define SAME(f)                                                                                    \
    _Static_assert(TN_OFF_exa_ack_##f == TN_OFF_exa_hdr_##f && TN_W_exa_ack_##f == TN_W_exa_hdr_##f, #f);
SAME(hdr_crc)
SAME(size)
SAME(type)
SAME(dst_tor)
SAME(dst_fpga)
SAME(dst_z)
SAME(dst_y)
SAME(dst_x)
SAME(vc)
#undef SAME

enum {
    ADDR_LO_BITS = 32,
    LANE_MASK = EXA_WORD - 1,
    PAYLOAD_MAX = 512,
    TID_BITS = TN_W_exa_ftr_tid,
    SEQ_LO_BITS = TN_W_exa_ack_seq_lo,
    PDID_LO_BITS = TN_W_exa_ack_pdid_lo,
};

/* The 22 bits of coordinates, as they stand in the words of exa_place. */
#define NODE_LSB(f) (TN_OFF_exa_place_x + TN_W_exa_place_x - TN_OFF_exa_place_##f - TN_W_exa_place_##f)
#define NODE_PART(f) (bits >> NODE_LSB(f) & ((1u << TN_W_exa_place_##f) - 1))

uint32_t exa_node_bits(struct exa_node n)
{
    return (uint32_t)n.tor << NODE_LSB(tor) | (uint32_t)n.fpga << NODE_LSB(fpga) |
           (uint32_t)n.z << NODE_LSB(z) | (uint32_t)n.y << NODE_LSB(y) | (uint32_t)n.x << NODE_LSB(x);
}

struct exa_node exa_node_of(uint32_t bits)
{
    return (struct exa_node){.x = NODE_PART(x),
                             .y = NODE_PART(y),
                             .z = NODE_PART(z),
                             .fpga = NODE_PART(fpga),
                             .tor = (uint8_t)NODE_PART(tor)};
}

uint32_t exa_board_of(uint32_t node)
{
    return node >> NODE_LSB(tor) << NODE_LSB(fpga) | (node & ((1u << NODE_LSB(fpga)) - 1));
}

uint32_t exa_node_on(uint32_t board, unsigned fpga)
{
    return board >> NODE_LSB(fpga) << NODE_LSB(tor) | (fpga & 3) << NODE_LSB(fpga) |
           (board & ((1u << NODE_LSB(fpga)) - 1));
}

static int node_fits(struct exa_node n)
{
    return n.x < 1 << TN_W_exa_place_x && n.y < 1 << TN_W_exa_place_y &&
           n.z < 1 << TN_W_exa_place_z && n.fpga < 1 << TN_W_exa_place_fpga;
}

const char *exa_node_text(struct exa_node n, char text[EXA_NODE_TEXT])
{
    if (n.tor)
        snprintf(text, EXA_NODE_TEXT, "%u.%u.%u.%u.%u", n.tor, n.x, n.y, n.z, n.fpga);
    else
        snprintf(text, EXA_NODE_TEXT, "%u.%u.%u.%u", n.x, n.y, n.z, n.fpga);
    return text;
}

int exa_node_parse(const char *text, struct exa_node *n)
{
    uint8_t part[5] = {0};
    unsigned i = 0;
    for (; i < 5; i++) {
        char *end;
        unsigned long v = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 256;
        if (v > 255)
            return -EINVAL;
        part[i] = (uint8_t)v;
        if (*end != '.')
            break;
        text = end + 1;
    }
    if (i < 3 || i > 4 || strchr(text, '.') || text[strspn(text, "0123456789")])
        return -EINVAL;
    const uint8_t *xyz = part + (i == 4);
    *n = (struct exa_node){xyz[0], xyz[1], xyz[2], xyz[3], i == 4 ? part[0] : 0};
    return node_fits(*n) ? 0 : -EINVAL;
}

static const struct {
    uint8_t type;
    const char *name;
} types[EXA_TYPE_N] = {
    {EXA_WRITE, "Write"},   {EXA_READ_REQ, "ReadReq"}, {EXA_DMA_CTL, "DmaCtl"},
    {EXA_NOTIFY, "Notify"}, {EXA_ZREAD_REQ, "ZReadReq"}, {EXA_ZWRITE, "ZWrite"},
    {EXA_ZREAD_RSP, "ZReadRsp"}, {EXA_ACK, "Ack"}, {EXA_RELEASE, "Release"},
    {EXA_FLOW_RATE, "FlowRate"},
};

unsigned exa_type_index(unsigned type)
{
    unsigned i = 0;
    while (i < EXA_TYPE_N && types[i].type != type)
        i++;
    return i;
}

unsigned exa_type_at(unsigned index)
{
    return types[index].type;
}

const char *exa_type_name(unsigned type)
{
    unsigned i = exa_type_index(type);
    return i < EXA_TYPE_N ? types[i].name : "?";
}

unsigned exa_words(uint64_t addr, unsigned size)
{
    return ((unsigned)(addr & LANE_MASK) + size + EXA_WORD - 1) / EXA_WORD;
}

enum exa_form exa_form_of(unsigned type, unsigned size)
{
    if (type >= EXA_ALONE || type == EXA_ACK)
        return EXA_H;
    return size ? EXA_HPF : EXA_HF;
}

enum exa_form exa_form(const struct exa_packet *k)
{
    return exa_form_of(k->type, k->size);
}

void exa_set_alone(struct exa_packet *k)
{
    k->size = 0;
    k->word_n = 0;
    k->has_footer = 0;
    memset(k->lanes, 0, sizeof k->lanes);
}

int exa_well_formed(const struct exa_packet *k)
{
    const int fits = k->size <= EXA_MTU && exa_words(k->addr, k->size) <= EXA_WORDS;
    switch (k->type) {
    case EXA_WRITE:
    case EXA_ZWRITE:
    case EXA_ZREAD_RSP:
        return k->size > 0 && fits;
    case EXA_ZREAD_REQ:
        return fits;
    case EXA_READ_REQ:
    case EXA_DMA_CTL:
        return k->size == 2 * EXA_WORD;
    case EXA_NOTIFY:
        return k->size == EXA_WORD;
    case EXA_ACK:
    case EXA_RELEASE:
    case EXA_FLOW_RATE:
        return k->size == 0;
    default:
        return 0;
    }
}

void exa_word_turn(const uint8_t in[EXA_WORD], uint8_t out[EXA_WORD])
{
    uint8_t turned[EXA_WORD];
    for (unsigned i = 0; i < EXA_WORD; i++)
        turned[i] = in[EXA_WORD - 1 - i];
    memcpy(out, turned, EXA_WORD);
}

/* The fields that an acknowledgment has at places of its own. */
static void get_ack(const uint8_t *p, struct exa_packet *k)
{
    k->pdid = (uint16_t)(TN_GET(p, exa_ack, pdid_hi) << PDID_LO_BITS | TN_GET(p, exa_ack, pdid_lo));
    k->seq = (uint16_t)(TN_GET(p, exa_ack, seq_hi) << SEQ_LO_BITS | TN_GET(p, exa_ack, seq_lo));
    k->tid = (uint16_t)TN_GET(p, exa_ack, tid);
    k->addr = (uint64_t)TN_GET(p, exa_ack, addr_hi) << ADDR_LO_BITS;
    k->code = (uint8_t)TN_GET(p, exa_ack, resp);
    k->rsv = (uint16_t)TN_GET(p, exa_ack, r103);
}

static void get_header(const uint8_t *p, struct exa_packet *k)
{
    k->hdr_crc = (uint16_t)TN_GET(p, exa_hdr, hdr_crc);
    k->dst.tor = (uint8_t)TN_GET(p, exa_hdr, dst_tor);
    k->dst.x = (uint8_t)TN_GET(p, exa_hdr, dst_x);
    k->dst.y = (uint8_t)TN_GET(p, exa_hdr, dst_y);
    k->dst.z = (uint8_t)TN_GET(p, exa_hdr, dst_z);
    k->dst.fpga = (uint8_t)TN_GET(p, exa_hdr, dst_fpga);
    k->type = (uint8_t)TN_GET(p, exa_hdr, type);
    k->size = (uint16_t)TN_GET(p, exa_hdr, size);
    k->vc = (uint8_t)TN_GET(p, exa_hdr, vc);
    if (k->type == EXA_ACK) {
        get_ack(p, k);
        return;
    }
    k->addr = (uint64_t)TN_GET(p, exa_hdr, addr_hi) << ADDR_LO_BITS | TN_GET(p, exa_hdr, addr_lo);
    k->pdid = (uint16_t)TN_GET(p, exa_hdr, pdid);
    k->path = (uint8_t)TN_GET(p, exa_hdr, path);
    k->rsv = (uint16_t)TN_GET(p, exa_hdr, r104);
}

static void get_footer(const uint8_t *p, struct exa_packet *k)
{
    k->pld_crc = TN_GET(p, exa_ftr, pld_crc);
    k->ftr_crc = (uint8_t)TN_GET(p, exa_ftr, ftr_crc);
    k->user = (uint16_t)TN_GET(p, exa_ftr, user);
    k->ttl = (uint16_t)TN_GET(p, exa_ftr, ttl);
    k->notify = (uint8_t)TN_GET(p, exa_ftr, notify);
    k->last = (uint8_t)TN_GET(p, exa_ftr, last);
    k->first = (uint8_t)TN_GET(p, exa_ftr, first);
    k->flags = (uint8_t)TN_GET(p, exa_ftr, valid_flags);
    k->src.tor = (uint8_t)TN_GET(p, exa_ftr, src_tor);
    k->src.fpga = (uint8_t)TN_GET(p, exa_ftr, src_fpga);
    k->src.z = (uint8_t)TN_GET(p, exa_ftr, src_z);
    k->src.y = (uint8_t)TN_GET(p, exa_ftr, src_y);
    k->src.x = (uint8_t)TN_GET(p, exa_ftr, src_x);
    if (k->type == EXA_ACK) {
        k->extra = TN_GET(p, exa_ftr, seq) << TID_BITS | TN_GET(p, exa_ftr, tid);
        return;
    }
    k->seq = (uint16_t)TN_GET(p, exa_ftr, seq);
    k->tid = (uint16_t)TN_GET(p, exa_ftr, tid);
}

/* Payload words that stand in len bytes of a packet of orig_len bytes: all between
 * the header and the footer, or what a snapped capture has of them. */
static size_t words_there(size_t len, size_t orig_len)
{
    size_t end = orig_len - orig_len % EXA_WORD; /* a cut word at the end is no footer */
    if (end < 2 * EXA_WORD)
        return 0;
    end -= EXA_WORD;
    if (len < end)
        end = len - len % EXA_WORD;
    return (end - EXA_WORD) / EXA_WORD;
}

/* The words on the link against those that the header says. */
static unsigned judge_length(const struct exa_packet *k, size_t orig_len)
{
    const enum exa_form form = exa_form(k);
    size_t want = EXA_WORD;
    if (form == EXA_HF)
        want += EXA_WORD;
    else if (form == EXA_HPF)
        want += EXA_WORD + (size_t)EXA_WORD * exa_words(k->addr, k->size);
    return want != orig_len ? EXA_E_LENGTH : 0;
}

unsigned exa_decode(const uint8_t *p, size_t len, size_t orig_len, struct exa_packet *k)
{
    size_t words, footer;
    memset(k, 0, sizeof *k);
    if (orig_len < len)
        orig_len = len;
    k->snapped = len < orig_len;
    if (len < EXA_WORD) {
        k->err = EXA_E_SHORT;
        return k->err;
    }
    get_header(p, k);
    words = words_there(len, orig_len);
    footer = orig_len - orig_len % EXA_WORD - EXA_WORD;
    if (footer >= EXA_WORD && len >= footer + EXA_WORD) {
        k->has_footer = 1;
        get_footer(p + footer, k);
    }
    if (words > EXA_KEEP_WORDS) {
        words = EXA_KEEP_WORDS;
        k->err |= EXA_E_LONG;
    }
    k->word_n = (uint16_t)words;
    memcpy(k->lanes, p + EXA_WORD, words * EXA_WORD);
    if (orig_len % EXA_WORD)
        k->err |= EXA_E_PART;
    if (exa_type_index(k->type) == EXA_TYPE_N)
        k->err |= EXA_E_TYPE;
    k->err |= judge_length(k, orig_len);
    return k->err;
}

static int header_fits(const struct exa_packet *k)
{
    const int ack = k->type == EXA_ACK;
    return node_fits(k->dst) && k->addr >> EXA_ADDR_BITS == 0 && k->type < 32 && k->size < 1 << TN_W_exa_hdr_size &&
           k->path < (ack ? 1 : 1 << TN_W_exa_hdr_path) && k->vc < 1 << TN_W_exa_hdr_vc &&
           k->rsv < 1 << (ack ? TN_W_exa_ack_r103 : TN_W_exa_hdr_r104) &&
           k->code < (ack ? 1 << TN_W_exa_ack_resp : 1) && (!ack || (uint32_t)k->addr == 0) &&
           k->tid < 1 << TID_BITS && k->seq < (ack ? EXA_SEQ_MOD : EXA_NUMBER_MOD);
}

static int fits(const struct exa_packet *k)
{
    return header_fits(k) && node_fits(k->src) && k->first < 2 && k->last < 2 && k->notify < 2 &&
           k->user < 1 << TN_W_exa_ftr_user && k->ttl < 1 << TN_W_exa_ftr_ttl &&
           k->extra >> (TID_BITS + TN_W_exa_ftr_seq) == 0 && k->word_n <= EXA_KEEP_WORDS;
}

static void put_ack(const struct exa_packet *k, uint8_t *p)
{
    TN_PUT(p, exa_ack, pdid_hi, (uint32_t)k->pdid >> PDID_LO_BITS);
    TN_PUT(p, exa_ack, pdid_lo, k->pdid);
    TN_PUT(p, exa_ack, seq_hi, (uint32_t)k->seq >> SEQ_LO_BITS);
    TN_PUT(p, exa_ack, seq_lo, k->seq);
    TN_PUT(p, exa_ack, tid, k->tid);
    TN_PUT(p, exa_ack, addr_hi, (uint32_t)(k->addr >> ADDR_LO_BITS));
    TN_PUT(p, exa_ack, resp, k->code);
    TN_PUT(p, exa_ack, r103, k->rsv);
}

static void put_header(const struct exa_packet *k, uint8_t *p)
{
    TN_PUT(p, exa_hdr, hdr_crc, k->hdr_crc);
    TN_PUT(p, exa_hdr, dst_tor, k->dst.tor);
    TN_PUT(p, exa_hdr, dst_x, k->dst.x);
    TN_PUT(p, exa_hdr, dst_y, k->dst.y);
    TN_PUT(p, exa_hdr, dst_z, k->dst.z);
    TN_PUT(p, exa_hdr, dst_fpga, k->dst.fpga);
    TN_PUT(p, exa_hdr, type, k->type);
    TN_PUT(p, exa_hdr, size, k->size);
    TN_PUT(p, exa_hdr, vc, k->vc);
    if (k->type == EXA_ACK) {
        put_ack(k, p);
        return;
    }
    TN_PUT(p, exa_hdr, addr_hi, (uint32_t)(k->addr >> ADDR_LO_BITS));
    TN_PUT(p, exa_hdr, addr_lo, (uint32_t)k->addr);
    TN_PUT(p, exa_hdr, pdid, k->pdid);
    TN_PUT(p, exa_hdr, path, k->path);
    TN_PUT(p, exa_hdr, r104, k->rsv);
}

static void put_footer(const struct exa_packet *k, uint8_t *p)
{
    const uint32_t tid_seq = k->type == EXA_ACK ? k->extra : (uint32_t)k->seq << TID_BITS | k->tid;
    TN_PUT(p, exa_ftr, pld_crc, k->pld_crc);
    TN_PUT(p, exa_ftr, ftr_crc, k->ftr_crc);
    TN_PUT(p, exa_ftr, user, k->user);
    TN_PUT(p, exa_ftr, ttl, k->ttl);
    TN_PUT(p, exa_ftr, seq, tid_seq >> TID_BITS);
    TN_PUT(p, exa_ftr, notify, k->notify);
    TN_PUT(p, exa_ftr, last, k->last);
    TN_PUT(p, exa_ftr, first, k->first);
    TN_PUT(p, exa_ftr, valid_flags, k->flags);
    TN_PUT(p, exa_ftr, src_tor, k->src.tor);
    TN_PUT(p, exa_ftr, src_fpga, k->src.fpga);
    TN_PUT(p, exa_ftr, src_z, k->src.z);
    TN_PUT(p, exa_ftr, src_y, k->src.y);
    TN_PUT(p, exa_ftr, src_x, k->src.x);
    TN_PUT(p, exa_ftr, tid, tid_seq);
}

long exa_encode(const struct exa_packet *k, uint8_t *out, size_t cap)
{
    size_t n = (1u + k->word_n + (k->has_footer ? 1u : 0u)) * EXA_WORD;
    if (!fits(k))
        return -ERANGE;
    if (n > cap)
        return -EMSGSIZE;
    put_header(k, out);
    memcpy(out + EXA_WORD, k->lanes, (size_t)k->word_n * EXA_WORD);
    if (k->has_footer)
        put_footer(k, out + n - EXA_WORD);
    return (long)n;
}

int exa_set_payload(struct exa_packet *k, uint64_t addr, const uint8_t *data, size_t n)
{
    if (n > PAYLOAD_MAX)
        return -ERANGE;
    k->addr = addr;
    k->size = (uint16_t)n;
    k->word_n = (uint16_t)(n ? exa_words(addr, (unsigned)n) : 0);
    k->has_footer = 1;
    memset(k->lanes, 0, sizeof k->lanes);
    if (n)
        memcpy(k->lanes + (addr & LANE_MASK), data, n);
    return 0;
}

uint64_t exa_control_place(const struct exa_packet *k)
{
    uint64_t v = 0;
    for (unsigned i = sizeof v; i-- > 0;)
        v = v << 8 | k->lanes[i];
    return v;
}

const uint8_t *exa_payload(const struct exa_packet *k)
{
    return exa_form(k) == EXA_HPF && exa_words(k->addr, k->size) <= k->word_n
               ? k->lanes + (k->addr & LANE_MASK)
               : NULL;
}

uint16_t exa_hdr_crc(const uint8_t header[EXA_WORD])
{
    const unsigned skip = TN_W_exa_hdr_hdr_crc / 8;
    return tn_crc16_ibm3740(header + skip, EXA_WORD - skip);
}

uint32_t exa_pld_crc(const uint8_t *words, size_t word_n)
{
    return word_n ? tn_crc32(words, word_n * EXA_WORD) : 0;
}

uint8_t exa_ftr_crc(const uint8_t footer[EXA_WORD])
{
    enum { AT = TN_OFF_exa_ftr_ftr_crc / 8, REST = EXA_WORD - AT - 1 };
    uint8_t around[EXA_WORD - 1];
    memcpy(around, footer, AT);
    memcpy(around + AT, footer + AT + 1, REST);
    return tn_crc8(around, sizeof around);
}

uint16_t exa_want_hdr_crc(const struct exa_packet *k)
{
    uint8_t word[EXA_WORD];
    put_header(k, word);
    return exa_hdr_crc(word);
}

uint32_t exa_want_pld_crc(const struct exa_packet *k)
{
    return exa_pld_crc(k->lanes, k->word_n);
}

uint8_t exa_want_ftr_crc(const struct exa_packet *k)
{
    uint8_t word[EXA_WORD];
    put_footer(k, word);
    return exa_ftr_crc(word);
}

void exa_seal(struct exa_packet *k)
{
    k->hdr_crc = exa_want_hdr_crc(k);
    if (!k->has_footer)
        return;
    k->pld_crc = exa_want_pld_crc(k);
    k->ftr_crc = exa_want_ftr_crc(k); /* covers pld_crc: last */
}
