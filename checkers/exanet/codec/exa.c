/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets decoded and encoded on the tables of spec/exanet.def.
 */
#include <tn/exanet/exa.h>

#include <tn/crc.h>
#include <tn/fields.h>

#include <errno.h>
#include <string.h>

/* The named values of exanet.def are those of <tn/exanet/exa.h>. */
#define VAL_exa_hdr_addr_hi(name) (EXA_PERIPHERALS << 7 | EXA_P_##name)
#define VAL_exa_hdr_type(name) EXA_##name
#define VAL_exa_hdr_form(name) EXA_##name
#define VAL_exa_ftr_err(name) TN_exa_ftr_err_##name /* has no other name */
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

enum { ADDR_LO_BITS = 32, RSV_LO_BITS = 32, LANE_MASK = EXA_WORD - 1, LEN_MAX = 511 };

/* Where the coordinates' 22 bits begin in a word of exa_place; z, fpga below. */
enum { NODE_X = 15, NODE_Y = 8, NODE_Z = 2 };

uint32_t exa_node_bits(struct exa_node n)
{
    return (uint32_t)n.x << NODE_X | (uint32_t)n.y << NODE_Y | (uint32_t)n.z << NODE_Z | n.fpga;
}

struct exa_node exa_node_of(uint32_t bits)
{
    return (struct exa_node){.x = bits >> NODE_X & 0x7f,
                             .y = bits >> NODE_Y & 0x7f,
                             .z = bits >> NODE_Z & 0x3f,
                             .fpga = bits & 3};
}

const char *exa_type_name(unsigned type)
{
    static const char *const names[EXA_TYPES] = {
        [EXA_WRITE] = "Write",        [EXA_READ_REQ] = "ReadReq",
        [EXA_DMA_CTL] = "DmaCtl",     [EXA_NOTIFY] = "Notify",
        [EXA_ZREAD_REQ] = "ZReadReq", [EXA_ZWRITE] = "ZWrite",
        [EXA_ZREAD_RSP] = "ZReadRsp", [EXA_ACK] = "Ack",
        [EXA_RELEASE] = "Release",    [EXA_FLOW_RATE] = "FlowRate",
    };
    return type < EXA_TYPES && names[type] ? names[type] : "?";
}

unsigned exa_words(uint64_t addr, unsigned len)
{
    return ((unsigned)(addr & LANE_MASK) + len + EXA_WORD - 1) / EXA_WORD;
}

void exa_word_turn(const uint8_t in[EXA_WORD], uint8_t out[EXA_WORD])
{
    uint8_t turned[EXA_WORD];
    for (unsigned i = 0; i < EXA_WORD; i++)
        turned[i] = in[EXA_WORD - 1 - i];
    memcpy(out, turned, EXA_WORD);
}

static void get_header(const uint8_t *p, struct exa_packet *k)
{
    k->hdr_crc = (uint16_t)TN_GET(p, exa_hdr, hdr_crc);
    k->pdid = (uint16_t)TN_GET(p, exa_hdr, pdid);
    k->dst.x = (uint8_t)TN_GET(p, exa_hdr, dst_x);
    k->dst.y = (uint8_t)TN_GET(p, exa_hdr, dst_y);
    k->dst.z = (uint8_t)TN_GET(p, exa_hdr, dst_z);
    k->dst.fpga = (uint8_t)TN_GET(p, exa_hdr, dst_fpga);
    k->addr = (uint64_t)TN_GET(p, exa_hdr, addr_hi) << ADDR_LO_BITS | TN_GET(p, exa_hdr, addr_lo);
    k->type = (uint8_t)TN_GET(p, exa_hdr, type);
    k->form = (uint8_t)TN_GET(p, exa_hdr, form);
    k->len = (uint16_t)TN_GET(p, exa_hdr, len);
    k->tag = (uint16_t)(TN_GET(p, exa_hdr, tag_msg) << 15 | TN_GET(p, exa_hdr, tag_chan) << 9 |
                        TN_GET(p, exa_hdr, tag_num));
}

static void get_footer(const uint8_t *p, struct exa_packet *k)
{
    k->pld_crc = TN_GET(p, exa_ftr, pld_crc);
    k->src.x = (uint8_t)TN_GET(p, exa_ftr, src_x);
    k->src.y = (uint8_t)TN_GET(p, exa_ftr, src_y);
    k->src.z = (uint8_t)TN_GET(p, exa_ftr, src_z);
    k->src.fpga = (uint8_t)TN_GET(p, exa_ftr, src_fpga);
    k->tid = (uint16_t)TN_GET(p, exa_ftr, tid);
    k->seq = (uint16_t)TN_GET(p, exa_ftr, seq);
    k->first = (uint8_t)TN_GET(p, exa_ftr, first);
    k->last = (uint8_t)TN_GET(p, exa_ftr, last);
    k->notify = (uint8_t)TN_GET(p, exa_ftr, notify);
    k->code = (uint8_t)TN_GET(p, exa_ftr, err);
    k->rsv = (uint64_t)TN_GET(p, exa_ftr, r40) << RSV_LO_BITS | TN_GET(p, exa_ftr, r8);
    k->ftr_crc = (uint8_t)TN_GET(p, exa_ftr, ftr_crc);
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
    size_t want = EXA_WORD;
    if (k->form == EXA_HF)
        want += EXA_WORD;
    else if (k->form == EXA_HPF)
        want += EXA_WORD + (size_t)EXA_WORD * exa_words(k->addr, k->len);
    return k->form != 2 && want != orig_len ? EXA_E_LENGTH : 0;
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
    if (k->form == 2)
        k->err |= EXA_E_FORM;
    if (k->type == 0 || k->type >= EXA_TYPES)
        k->err |= EXA_E_TYPE;
    k->err |= judge_length(k, orig_len);
    return k->err;
}

static int node_fits(struct exa_node n)
{
    return n.x < 128 && n.y < 128 && n.z < 64 && n.fpga < 4;
}

static int fits(const struct exa_packet *k)
{
    return node_fits(k->dst) && k->addr >> 42 == 0 && k->type < 32 && k->form < 4 &&
           k->len <= LEN_MAX && node_fits(k->src) && k->tid < 1024 && k->seq < EXA_SEQ_MOD &&
           k->first < 2 && k->last < 2 && k->notify < 2 && k->code < 16 && k->rsv >> 36 == 0 &&
           k->word_n <= EXA_KEEP_WORDS;
}

static void put_header(const struct exa_packet *k, uint8_t *p)
{
    TN_PUT(p, exa_hdr, hdr_crc, k->hdr_crc);
    TN_PUT(p, exa_hdr, pdid, k->pdid);
    TN_PUT(p, exa_hdr, dst_x, k->dst.x);
    TN_PUT(p, exa_hdr, dst_y, k->dst.y);
    TN_PUT(p, exa_hdr, dst_z, k->dst.z);
    TN_PUT(p, exa_hdr, dst_fpga, k->dst.fpga);
    TN_PUT(p, exa_hdr, addr_hi, (uint32_t)(k->addr >> ADDR_LO_BITS));
    TN_PUT(p, exa_hdr, addr_lo, (uint32_t)k->addr);
    TN_PUT(p, exa_hdr, type, k->type);
    TN_PUT(p, exa_hdr, form, k->form);
    TN_PUT(p, exa_hdr, len, k->len);
    TN_PUT(p, exa_hdr, tag_msg, k->tag >> 15);
    TN_PUT(p, exa_hdr, tag_chan, (uint32_t)k->tag >> 9);
    TN_PUT(p, exa_hdr, tag_num, k->tag);
}

static void put_footer(const struct exa_packet *k, uint8_t *p)
{
    TN_PUT(p, exa_ftr, pld_crc, k->pld_crc);
    TN_PUT(p, exa_ftr, src_x, k->src.x);
    TN_PUT(p, exa_ftr, src_y, k->src.y);
    TN_PUT(p, exa_ftr, src_z, k->src.z);
    TN_PUT(p, exa_ftr, src_fpga, k->src.fpga);
    TN_PUT(p, exa_ftr, tid, k->tid);
    TN_PUT(p, exa_ftr, seq, k->seq);
    TN_PUT(p, exa_ftr, first, k->first);
    TN_PUT(p, exa_ftr, last, k->last);
    TN_PUT(p, exa_ftr, notify, k->notify);
    TN_PUT(p, exa_ftr, err, k->code);
    TN_PUT(p, exa_ftr, r40, (uint32_t)(k->rsv >> RSV_LO_BITS));
    TN_PUT(p, exa_ftr, r8, (uint32_t)k->rsv);
    TN_PUT(p, exa_ftr, ftr_crc, k->ftr_crc);
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
    if (n > LEN_MAX)
        return -ERANGE;
    k->addr = addr;
    k->len = (uint16_t)n;
    k->form = n ? EXA_HPF : EXA_HF;
    k->word_n = (uint16_t)(n ? exa_words(addr, (unsigned)n) : 0);
    k->has_footer = 1;
    memset(k->lanes, 0, sizeof k->lanes);
    if (n)
        memcpy(k->lanes + (addr & LANE_MASK), data, n);
    return 0;
}

const uint8_t *exa_payload(const struct exa_packet *k)
{
    return k->form == EXA_HPF && exa_words(k->addr, k->len) <= k->word_n
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
    return tn_crc8(footer, TN_OFF_exa_ftr_ftr_crc / 8);
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
