/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet packets: fields, SECDED and CRC on the tables of spec/apenet.def.
 */
#include <tn/apenet/apenet.h>
#include <tn/crc.h>

#include <string.h>

enum { DATA_BITS = 120, PARITY_AT = 8 /* bits above the data */, CODE_BITS = 128 };

void ape_header_get(const uint8_t word[APE_WORD], struct ape_header *h)
{
    *h = (struct ape_header){
        .vc = (uint8_t)TN_GET(word, ape_hdr, vc),
        .last_hop = TN_GET(word, ape_hdr, last_hop) != 0,
        .pid = (uint16_t)TN_GET(word, ape_hdr, pid),
        .dst = {(uint8_t)TN_GET(word, ape_hdr, dst_x), (uint8_t)TN_GET(word, ape_hdr, dst_y),
                (uint8_t)TN_GET(word, ape_hdr, dst_z)},
        .port = (uint8_t)TN_GET(word, ape_hdr, port),
        .r41 = TN_GET(word, ape_hdr, r41) != 0,
        .ool = TN_GET(word, ape_hdr, ool) != 0,
        .type = (uint8_t)TN_GET(word, ape_hdr, type),
        .alone = TN_GET(word, ape_hdr, alone) != 0,
        .len = (uint16_t)TN_GET(word, ape_hdr, len),
        .addr = (uint64_t)TN_GET(word, ape_hdr, addr_hi) << 32 | TN_GET(word, ape_hdr, addr_lo),
        .hops = (uint16_t)TN_GET(word, ape_hdr, hops),
        .secded = (uint8_t)TN_GET(word, ape_hdr, secded),
    };
}

void ape_header_put(const struct ape_header *h, uint8_t word[APE_WORD])
{
    TN_PUT(word, ape_hdr, vc, h->vc);
    TN_PUT(word, ape_hdr, last_hop, h->last_hop);
    TN_PUT(word, ape_hdr, pid, h->pid);
    TN_PUT(word, ape_hdr, dst_x, h->dst.x);
    TN_PUT(word, ape_hdr, dst_y, h->dst.y);
    TN_PUT(word, ape_hdr, dst_z, h->dst.z);
    TN_PUT(word, ape_hdr, port, h->port);
    TN_PUT(word, ape_hdr, r41, h->r41);
    TN_PUT(word, ape_hdr, ool, h->ool);
    TN_PUT(word, ape_hdr, type, h->type);
    TN_PUT(word, ape_hdr, alone, h->alone);
    TN_PUT(word, ape_hdr, len, h->len);
    TN_PUT(word, ape_hdr, addr_hi, (uint32_t)(h->addr >> 32));
    TN_PUT(word, ape_hdr, addr_lo, (uint32_t)h->addr);
    TN_PUT(word, ape_hdr, hops, h->hops);
    TN_PUT(word, ape_hdr, secded, h->secded);
}

void ape_footer_get(const uint8_t word[APE_WORD], struct ape_footer *f)
{
    *f = (struct ape_footer){
        .crc = TN_GET(word, ape_ftr, crc),
        .msg = TN_GET(word, ape_ftr, msg),
        .pkt = (uint16_t)TN_GET(word, ape_ftr, pkt),
        .err = TN_GET(word, ape_ftr, err) != 0,
        .last = TN_GET(word, ape_ftr, last) != 0,
        .src = {(uint8_t)TN_GET(word, ape_ftr, src_x), (uint8_t)TN_GET(word, ape_ftr, src_y),
                (uint8_t)TN_GET(word, ape_ftr, src_z)},
        .ask = TN_GET(word, ape_ftr, ask) != 0,
        .rsv = TN_GET(word, ape_ftr, r0),
    };
}

void ape_footer_put(const struct ape_footer *f, uint8_t word[APE_WORD])
{
    TN_PUT(word, ape_ftr, crc, f->crc);
    TN_PUT(word, ape_ftr, msg, f->msg);
    TN_PUT(word, ape_ftr, pkt, f->pkt);
    TN_PUT(word, ape_ftr, err, f->err);
    TN_PUT(word, ape_ftr, last, f->last);
    TN_PUT(word, ape_ftr, src_x, f->src.x);
    TN_PUT(word, ape_ftr, src_y, f->src.y);
    TN_PUT(word, ape_ftr, src_z, f->src.z);
    TN_PUT(word, ape_ftr, ask, f->ask);
    TN_PUT(word, ape_ftr, r0, f->rsv);
}

unsigned ape_payload_words(const struct ape_header *h)
{
    return h->alone ? 0 : (h->len + APE_WORD - 1u) / APE_WORD;
}

unsigned ape_words(const struct ape_header *h)
{
    return h->alone ? 1 : 2 + ape_payload_words(h);
}

void ape_decode(const uint8_t *bytes, size_t len, size_t orig_len, struct ape_packet *k)
{
    size_t payload, all;
    memset(k, 0, sizeof *k);
    k->bytes = bytes;
    k->has_header = len >= APE_WORD;
    if (!k->has_header)
        return;
    ape_header_get(bytes, &k->header);
    payload = (size_t)ape_payload_words(&k->header) * APE_WORD;
    all = (size_t)ape_words(&k->header) * APE_WORD;
    k->whole = orig_len == all;
    k->payload = bytes + APE_WORD;
    k->payload_n = len - APE_WORD < payload ? len - APE_WORD : payload;
    k->has_footer = !k->header.alone && k->whole && len == all;
    if (k->has_footer)
        ape_footer_get(bytes + APE_WORD + payload, &k->footer);
}

bool ape_padded(const struct ape_packet *k)
{
    for (size_t i = k->header.len; i < k->payload_n; i++)
        if (k->payload[i])
            return false;
    return true;
}

const char *ape_type_name(unsigned type)
{
    static const char *const name[] = {[TN_ape_hdr_type_PUT] = "PUT",
                                       [TN_ape_hdr_type_ETHERNET] = "ETHERNET",
                                       [TN_ape_hdr_type_SEND] = "SEND",
                                       [TN_ape_hdr_type_GET] = "GET",
                                       [TN_ape_hdr_type_GET_REPLY] = "GET_REPLY",
                                       [TN_ape_hdr_type_ACK] = "ACK"};
    return type < sizeof name / sizeof *name ? name[type] : NULL;
}

/* Bit i of the word as a number. */
static bool bit(const uint8_t word[APE_WORD], unsigned i)
{
    return word[APE_WORD - 1 - i / 8] >> i % 8 & 1;
}

/* The position of data bit i in the code: the i-th that is no power of two. */
static unsigned position(unsigned i)
{
    unsigned p = 2;
    do
        p++;
    while ((p & (p - 1)) == 0 || i-- > 0);
    return p;
}

/* Parities 1 to 7 of the data bits as bits 0 to 6, and the XOR of the data bits as bit 7; those of
 * each byte by itself stand in a table. */
static unsigned parities(const uint8_t word[APE_WORD])
{
    static uint8_t of[DATA_BITS / 8][256];
    unsigned sum = 0;
    for (unsigned i = DATA_BITS; !of[0][1] && i-- > 0;)
        for (unsigned b = 256; b-- > 0;)
            if (b >> i % 8 & 1)
                of[i / 8][b] ^= (uint8_t)(position(i) | 1u << 7);
    for (unsigned i = 0; i < DATA_BITS / 8; i++)
        sum ^= of[i][word[APE_WORD - 1 - i]];
    return sum;
}

uint8_t ape_secded(const uint8_t word[APE_WORD])
{
    unsigned sum = parities(word), low = sum & 0x7f, all = sum >> 7;
    for (unsigned k = 0; k < 7; k++)
        all ^= low >> k & 1;
    return (uint8_t)(low << 1 | all);
}

enum ape_secded_state ape_secded_mend(uint8_t word[APE_WORD])
{
    unsigned wrong = word[0] ^ ape_secded(word), syndrome = wrong >> 1, odd = 0;
    for (unsigned i = 0; i < CODE_BITS; i++)
        odd ^= bit(word, i);
    if (!odd)
        return syndrome ? APE_TWO_WRONG : APE_CLEAN;
    if (syndrome & (syndrome - 1)) { /* a data bit */
        unsigned i = 0;
        while (position(i) != syndrome)
            i++;
        word[APE_WORD - 1 - i / 8] ^= (uint8_t)(1u << i % 8);
    } else { /* a parity: position 0 is parity 0, 1 << k is parity k + 1 */
        unsigned k = 0;
        while (syndrome >> k)
            k++;
        word[0] ^= (uint8_t)(1u << k);
    }
    return APE_ONE_WRONG;
}

uint32_t ape_crc(const uint8_t *packet, size_t len)
{
    uint8_t head[APE_WORD], foot[APE_WORD];
    uint32_t crc;
    memcpy(head, packet, APE_WORD);
    memcpy(foot, packet + len - APE_WORD, APE_WORD);
    TN_PUT(head, ape_hdr, secded, 0);
    TN_PUT(head, ape_hdr, hops, 0);
    TN_PUT(head, ape_hdr, ool, 0);
    TN_PUT(head, ape_hdr, last_hop, 0);
    TN_PUT(head, ape_hdr, vc, 0);
    TN_PUT(foot, ape_ftr, crc, 0);
    TN_PUT(foot, ape_ftr, err, 0);
    crc = tn_crc32_update(TN_CRC32_INIT, head, APE_WORD);
    crc = tn_crc32_update(crc, packet + APE_WORD, len - 2 * (size_t)APE_WORD);
    return ~tn_crc32_update(crc, foot, APE_WORD);
}

void ape_seal(uint8_t *packet, size_t len)
{
    TN_PUT(packet, ape_hdr, secded, ape_secded(packet));
    if (len >= 2 * (size_t)APE_WORD)
        TN_PUT(packet + len - APE_WORD, ape_ftr, crc, ape_crc(packet, len));
}

void ape_get_read(const uint8_t payload[APE_WORD], uint64_t *reply, uint32_t *bytes, uint32_t *tag)
{
    uint8_t word[APE_WORD];
    ape_turn(payload, word);
    *reply = (uint64_t)TN_GET(word, ape_get, reply_hi) << 32 | TN_GET(word, ape_get, reply_lo);
    *bytes = TN_GET(word, ape_get, bytes);
    *tag = TN_GET(word, ape_get, tag);
}
