/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of a packet at the local port of the network interface, to and from fields.
 */
#include <tn/apenet/ape_ni.h>
#include <tn/apenet/apenet.h>
#include <tn/crc.h>

#include <string.h>

enum { WORD = 16 };

/* Turns a word round: lanes lowest first, fields highest first. */
static void turn(uint8_t to[WORD], const uint8_t from[WORD])
{
    for (unsigned i = 0; i < WORD; i++)
        to[i] = from[WORD - 1 - i];
}

/* Returns the footer's CRC of a packet, header and footer highest byte first. */
static uint32_t crc_of(const uint8_t header[WORD], const uint8_t *data, size_t n,
                       const uint8_t footer[WORD])
{
    uint8_t h[WORD], f[WORD];
    uint32_t crc;
    memcpy(h, header, sizeof h);
    memcpy(f, footer, sizeof f);
    TN_PUT(h, ape_hdr, secded, 0);
    TN_PUT(h, ape_hdr, hops, 0);
    TN_PUT(h, ape_hdr, ool, 0);
    TN_PUT(h, ape_hdr, last_hop, 0);
    TN_PUT(h, ape_hdr, vc, 0);
    TN_PUT(f, ape_ftr, crc, 0);
    TN_PUT(f, ape_ftr, err, 0);
    crc = tn_crc32_update(TN_CRC32_INIT, h, sizeof h);
    crc = tn_crc32_update(crc, data, n);
    return ~tn_crc32_update(crc, f, sizeof f);
}

unsigned tn_apn_encode(const struct tn_apn_packet *p, uint8_t word[TN_APN_WORDS][16])
{
    const unsigned n = p->len < TN_APN_DATA ? p->len : TN_APN_DATA,
                   payload = (n + WORD - 1u) / WORD;
    uint8_t h[WORD] = {0}, f[WORD] = {0};
    memset(word[1], 0, (size_t)payload * WORD);
    memcpy(word[1], p->data, n);
    TN_PUT(h, ape_hdr, pid, p->pid);
    TN_PUT(h, ape_hdr, dst_x, p->dst >> 10);
    TN_PUT(h, ape_hdr, dst_y, p->dst >> 5 & 31);
    TN_PUT(h, ape_hdr, dst_z, p->dst & 31);
    TN_PUT(h, ape_hdr, port, p->port);
    TN_PUT(h, ape_hdr, ool, p->ool);
    TN_PUT(h, ape_hdr, type, p->type);
    TN_PUT(h, ape_hdr, alone, p->alone);
    TN_PUT(h, ape_hdr, len, p->len);
    TN_PUT(h, ape_hdr, addr_lo, (uint32_t)p->addr);
    TN_PUT(h, ape_hdr, addr_hi, (uint32_t)(p->addr >> 32));
    TN_PUT(f, ape_ftr, msg, p->msg);
    TN_PUT(f, ape_ftr, pkt, p->pkt);
    TN_PUT(f, ape_ftr, err, p->err);
    TN_PUT(f, ape_ftr, last, p->last);
    TN_PUT(f, ape_ftr, ask, p->ask);
    TN_PUT(f, ape_ftr, src_x, p->src >> 10);
    TN_PUT(f, ape_ftr, src_y, p->src >> 5 & 31);
    TN_PUT(f, ape_ftr, src_z, p->src & 31);
    TN_PUT(f, ape_ftr, crc, crc_of(h, word[1], (size_t)payload * WORD, f) ^ p->crc_wrong);
    turn(word[0], h);
    if (p->alone)
        return 1;
    turn(word[1 + payload], f);
    return 2 + payload;
}

void tn_apn_decode(const uint8_t word[][16], unsigned n, struct tn_apn_packet *p)
{
    uint8_t h[WORD], f[WORD];
    const unsigned payload = n < 2 ? 0 : n - 2;
    turn(h, word[0]);
    turn(f, word[n - 1]);
    *p = (struct tn_apn_packet){
        .type = (uint8_t)TN_GET(h, ape_hdr, type),
        .port = (uint8_t)TN_GET(h, ape_hdr, port),
        .alone = TN_GET(h, ape_hdr, alone),
        .ool = TN_GET(h, ape_hdr, ool),
        .pid = (uint16_t)TN_GET(h, ape_hdr, pid),
        .dst = (uint16_t)(TN_GET(h, ape_hdr, dst_x) << 10 | TN_GET(h, ape_hdr, dst_y) << 5 |
                          TN_GET(h, ape_hdr, dst_z)),
        .src = (uint16_t)(TN_GET(f, ape_ftr, src_x) << 10 | TN_GET(f, ape_ftr, src_y) << 5 |
                          TN_GET(f, ape_ftr, src_z)),
        .len = (uint16_t)TN_GET(h, ape_hdr, len),
        .addr = (uint64_t)TN_GET(h, ape_hdr, addr_hi) << 32 | TN_GET(h, ape_hdr, addr_lo),
        .msg = TN_GET(f, ape_ftr, msg),
        .pkt = (uint16_t)TN_GET(f, ape_ftr, pkt),
        .err = TN_GET(f, ape_ftr, err),
        .last = TN_GET(f, ape_ftr, last),
        .ask = TN_GET(f, ape_ftr, ask),
        .words = (uint16_t)n,
    };
    memcpy(p->data, word[1], (size_t)payload * WORD);
    p->crc_wrong =
        n > 1 && TN_GET(f, ape_ftr, crc) != crc_of(h, word[1], (size_t)payload * WORD, f);
}

uint64_t tn_apn_ack_addr(uint16_t node, uint16_t pid, uint32_t msg, unsigned cause)
{
    uint8_t word[8] = {0}, check = 0x5a;
    const uint8_t bytes[] = {(uint8_t)(node >> 8), (uint8_t)node,        (uint8_t)(pid >> 8),
                             (uint8_t)pid,         (uint8_t)(msg >> 24), (uint8_t)(msg >> 16),
                             (uint8_t)(msg >> 8),  (uint8_t)msg,         (uint8_t)cause};
    uint64_t addr = 0;
    for (unsigned i = 0; i < sizeof bytes; i++)
        check ^= bytes[i];
    TN_PUT(word, ape_ack, check, check);
    TN_PUT(word, ape_ack, cause, cause);
    TN_PUT(word, ape_ack, msg, msg);
    for (unsigned i = 0; i < sizeof word; i++)
        addr = addr << 8 | word[i];
    return addr;
}

void tn_apn_turn(uint8_t word[][16], unsigned n)
{
    uint8_t other[WORD];
    turn(other, word[0]);
    memcpy(word[0], other, WORD);
    if (n < 2)
        return;
    turn(other, word[n - 1]);
    memcpy(word[n - 1], other, WORD);
}

void tn_apn_route(uint8_t header[16], unsigned vc)
{
    uint8_t h[WORD];
    turn(h, header);
    TN_PUT(h, ape_hdr, vc, vc);
    TN_PUT(h, ape_hdr, last_hop, 1);
    TN_PUT(h, ape_hdr, hops, 1);
    TN_PUT(h, ape_hdr, secded, ape_secded(h));
    turn(header, h);
}
