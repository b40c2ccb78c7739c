/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional model of loads and stores to other nodes (exa_axi.md sections 3 to 7).
 */
#include <tn/exanet/exa_axi.h>

#include <string.h>

enum {
    WIN = 0x40000,
    BANK = 0x40040,
    ZBASE = 0x40060,
    Z_TIMEOUT = 0x40410,
    RESET_TIMEOUT = 65536,
    COUNTS = 8192
};
enum { NACK_SLVERR = 1, NACK_PCRC = 3, NACK_DECERR = 4, NACK_PROT = 7 };

static const uint64_t LINE_OFF = TN_EXZ_LINE - 1;

void tn_exz_init(struct tn_exz *m, unsigned req_log2, uint32_t own)
{
    memset(m, 0, sizeof *m);
    m->own = own;
    m->req_log2 = req_log2;
    m->timeout = RESET_TIMEOUT;
}

/* Windows. */

/* Puts the bytes of a write into their places of the line. Returns their set. */
static uint64_t gather(const struct tn_exz_access *a, uint8_t line[TN_EXZ_LINE])
{
    const uint64_t unit = 1ull << a->size;
    uint64_t set = 0;
    for (unsigned i = 0; i < a->beats; i++) {
        const uint64_t from = i == 0 ? a->addr : (a->addr & ~(unit - 1)) + i * unit;
        const uint64_t end = (from & ~(unit - 1)) + unit;
        for (uint64_t at = from; at < end; at++) {
            if (!(a->strobes[i] >> at % EXA_WORD & 1))
                continue;
            line[at & LINE_OFF] = a->data[i][at % EXA_WORD];
            set |= 1ull << (at & LINE_OFF);
        }
    }
    return set;
}

/* Says whether all bytes that the beats cover lie in one line. */
static bool in_line(const struct tn_exz_access *a)
{
    const uint64_t unit = 1ull << a->size, end = (a->addr & ~(unit - 1)) + a->beats * unit;
    return end <= (a->addr & ~LINE_OFF) + TN_EXZ_LINE;
}

static void request(const struct tn_exz *m, uint64_t addr, enum exa_type type, const uint8_t *bytes,
                    size_t n, struct exa_packet *k)
{
    const unsigned w = addr >> 32 & 7;
    memset(k, 0, sizeof *k);
    k->type = (uint8_t)type;
    k->pdid = (uint16_t)m->win_pdid[w];
    k->dst = exa_node_of(m->win_dst[w] & 0x3fffff);
    k->src = exa_node_of(m->own);
    exa_set_payload(k, exa_peripheral_addr(EXA_P_AXI, (uint32_t)addr), bytes, n);
    exa_seal(k);
}

static enum tn_exz_fate store(const struct tn_exz *m, const struct tn_exz_access *a,
                              struct exa_packet *k)
{
    uint8_t line[TN_EXZ_LINE] = {0};
    uint64_t set;
    unsigned first = 0, n = 0;
    if (!in_line(a))
        return TN_EXZ_REFUSE;
    if ((set = gather(a, line)) == 0)
        return TN_EXZ_NOTHING;
    while (!(set >> first & 1))
        first++;
    while (first + n < TN_EXZ_LINE && set >> (first + n) & 1)
        n++;
    if (first + n < TN_EXZ_LINE && set >> (first + n) != 0)
        return TN_EXZ_REFUSE;
    request(m, (a->addr & ~LINE_OFF) + first, EXA_ZWRITE, line + first, n, k);
    return TN_EXZ_SEND;
}

enum tn_exz_fate tn_exz_fate(const struct tn_exz *m, const struct tn_exz_access *a,
                             struct exa_packet *k)
{
    if (!a->incr || a->size > 4 || !(m->win_dst[a->addr >> 32 & 7] >> 31))
        return TN_EXZ_REFUSE;
    if (a->write)
        return store(m, a, k);
    if (a->size != 4 || a->beats != 4 || (a->addr & LINE_OFF) != 0)
        return TN_EXZ_REFUSE;
    request(m, a->addr, EXA_ZREAD_REQ, NULL, 0, k);
    return TN_EXZ_SEND;
}

bool tn_exz_same(const struct exa_packet *a, const struct exa_packet *b)
{
    return a->type == b->type && a->pdid == b->pdid &&
           exa_node_bits(a->dst) == exa_node_bits(b->dst) && a->addr == b->addr &&
           a->size == b->size && memcmp(a->lanes, b->lanes, sizeof a->lanes) == 0;
}

/* Answers that come. */

unsigned tn_exz_match(const struct tn_exz *m, const struct exa_packet *k)
{
    const struct tn_exz_slot *s = &m->slot[k->tid % TN_EXZ_SLOTS];
    const bool reads = s->k.type == EXA_ZREAD_REQ;
    if (k->tid >= TN_EXZ_SLOTS || !s->waits || k->seq != s->count)
        return TN_EXZ_SLOTS;
    if (k->type == EXA_ACK)
        return reads && k->code == 0 ? TN_EXZ_SLOTS : k->tid;
    if (!reads || k->size != TN_EXZ_LINE || k->addr != s->k.addr ||
        exa_node_bits(k->src) != exa_node_bits(s->k.dst))
        return TN_EXZ_SLOTS;
    return k->tid;
}

enum tn_exz_resp tn_exz_ends(const struct exa_packet *k)
{
    if (k->type != EXA_ACK)
        return k->pld_crc == exa_want_pld_crc(k) ? TN_EXZ_OKAY : TN_EXZ_SLVERR;
    return k->code == 0 ? TN_EXZ_OKAY : k->code == NACK_DECERR ? TN_EXZ_DECERR : TN_EXZ_SLVERR;
}

void tn_exz_free(struct tn_exz *m, unsigned slot)
{
    m->slot[slot].waits = false;
    m->slot[slot].count = (uint16_t)((m->slot[slot].count + 1) % COUNTS);
}

/* Requests that come. */

bool tn_exz_is_request(const struct exa_packet *k)
{
    return k->type == EXA_ZWRITE || (k->type == EXA_ZREAD_REQ && k->size == 0);
}

bool tn_exz_is_answer(const struct exa_packet *k)
{
    return k->type == EXA_ACK || k->type == EXA_ZREAD_RSP;
}

enum tn_exz_cause tn_exz_request(const struct exa_packet *k)
{
    if (k->pld_crc != exa_want_pld_crc(k))
        return TN_EXZ_PCRC;
    if (k->addr >> 32 != exa_peripheral_addr(EXA_P_AXI, 0) >> 32 ||
        (k->addr & LINE_OFF) + k->size > TN_EXZ_LINE)
        return TN_EXZ_DECODE;
    return TN_EXZ_TAKEN;
}

unsigned tn_exz_banks(const struct tn_exz *m, unsigned pdid, uint64_t from)
{
    unsigned may = 0;
    for (unsigned b = 0; b < TN_EXZ_BANKS; b++) {
        const unsigned has = tn_exa_bank_has(&m->life[b], m->bank[b], pdid, from);
        may |= has & TN_EXA_BANK_MAY ? 1u << b : 0;
        if (has == TN_EXA_BANK_MAY)
            return may;
    }
    return may | 1u << TN_EXZ_BANKS;
}

unsigned tn_exz_code(enum tn_exz_cause cause)
{
    return cause == TN_EXZ_PCRC     ? NACK_PCRC
           : cause == TN_EXZ_DECODE ? NACK_DECERR
           : cause == TN_EXZ_PROT   ? NACK_PROT
                                    : 0;
}

uint64_t tn_exz_place(const struct tn_exz *m, const struct exa_packet *k, unsigned bank)
{
    const uint64_t unit = k->type == EXA_ZWRITE ? EXA_WORD : TN_EXZ_LINE;
    return (uint64_t)m->zbase[bank] << 32 | ((k->addr & 0xffffffff) & ~(unit - 1));
}

void tn_exz_answer(const struct tn_exz *m, const struct exa_packet *k, unsigned code,
                   const uint8_t *line, struct exa_packet *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->pdid = k->pdid;
    answer->dst = k->src;
    answer->tid = k->tid;
    answer->seq = k->seq;
    if (line) {
        answer->type = EXA_ZREAD_RSP;
        answer->src = exa_node_of(m->own);
        exa_set_payload(answer, k->addr & ~LINE_OFF, line, TN_EXZ_LINE);
    } else {
        answer->type = EXA_ACK;
        answer->addr = exa_peripheral_addr(EXA_P_AXI, 0);
        answer->code = (uint8_t)code;
        answer->seq = k->seq % COUNTS;
    }
    exa_seal(answer);
}

/* Registers. */

uint32_t *tn_exz_register(struct tn_exz *m, uint32_t addr, uint32_t *mask)
{
    const uint32_t n = (addr - WIN) / 8;
    *mask = UINT32_MAX;
    if (addr == Z_TIMEOUT)
        return &m->timeout;
    if (addr % 4 != 0 || addr < WIN || addr >= ZBASE + 4 * TN_EXZ_BANKS)
        return NULL;
    if (addr < BANK) {
        *mask = addr & 4 ? 0xffff : 0x803fffff;
        return addr & 4 ? &m->win_pdid[n] : &m->win_dst[n];
    }
    *mask = addr < ZBASE ? 0x8000ffff : 0x3ff;
    return addr < ZBASE ? &m->bank[(addr - BANK) / 4] : &m->zbase[(addr - ZBASE) / 4];
}
