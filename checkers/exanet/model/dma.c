/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The sender's model (checkers/exanet/spec/exa_dma.md sections 4 to 9).
 */
#include <tn/exanet/exa_dma.h>

#include <string.h>

/* Positions in words 2 and 3 of a descriptor (section 4). */
enum {
    DB = 63, ERROR = 60, NOTIFY = 59, DONE = 57, SENT = 42, SENT_W = 15, DEPENDENCY = 32, DEPENDENCY_W = 10,
    CHAINED = 31, LENGTH = 16, LENGTH_W = 15, PDID_W = 16, SEQ = 5, SEQ_W = 13, PATH_W = 5,
};

static const uint64_t writable[4] = {
    UINT64_MAX, UINT64_MAX,
    1ull << DB | 1ull << NOTIFY | ((1ull << (DEPENDENCY + DEPENDENCY_W)) - 1),
    (1ull << (SEQ + SEQ_W)) - 1,
};

static uint64_t bits(uint64_t word, unsigned at, unsigned width)
{
    return word >> at & ((1ull << width) - 1);
}

void tn_exd_init(struct tn_exd *m, const struct tn_exd_params *p, uint32_t own)
{
    memset(m, 0, sizeof *m);
    m->params = *p;
    m->own = own;
}

struct tn_exd_fields tn_exd_fields(const struct tn_exd_desc *d)
{
    const uint64_t w2 = d->word[2], w3 = d->word[3];
    return (struct tn_exd_fields){
        .src = d->word[0],
        .addr = bits(d->word[1], 0, TN_EXD_ADDR_BITS),
        .dst = (uint32_t)(d->word[1] >> TN_EXD_ADDR_BITS),
        .length = (unsigned)bits(w2, LENGTH, LENGTH_W),
        .pdid = (unsigned)bits(w2, 0, PDID_W),
        .path = (unsigned)bits(w3, 0, PATH_W),
        .seq = (unsigned)bits(w3, SEQ, SEQ_W),
        .dependency = (unsigned)bits(w2, DEPENDENCY, DEPENDENCY_W),
        .notify = bits(w2, NOTIFY, 1),
        .chained = bits(w2, CHAINED, 1),
    };
}

void tn_exd_words(const struct tn_exd_fields *f, bool park, uint64_t word[4])
{
    word[0] = f->src;
    word[1] = (uint64_t)f->dst << TN_EXD_ADDR_BITS | f->addr;
    word[2] = (uint64_t)park << DB | (uint64_t)f->notify << NOTIFY | (uint64_t)f->dependency << DEPENDENCY |
              (uint64_t)f->chained << CHAINED | (uint64_t)f->length << LENGTH | f->pdid;
    word[3] = (uint64_t)f->seq << SEQ | f->path;
}

uint64_t tn_exd_shown(const struct tn_exd_desc *d, unsigned w)
{
    if (w != 2)
        return d->word[w];
    return d->word[2] | (uint64_t)d->error << ERROR | (uint64_t)d->done << DONE | (uint64_t)d->sent << SENT;
}

int tn_exd_bank(const uint32_t bank[TN_EXD_BANKS], unsigned pdid)
{
    for (int b = 0; b < TN_EXD_BANKS; b++)
        if (bank[b] >> 31 && (bank[b] & 0xffff) == pdid)
            return b;
    return -1;
}

bool tn_exd_may_start(const struct tn_exd *m, const struct tn_exd_desc *d)
{
    const struct tn_exd_fields f = tn_exd_fields(d);
    return f.length > 0 && f.length <= TN_EXD_BYTES && f.addr % TN_EXD_BYTES + f.length <= TN_EXD_BYTES &&
           f.path < m->params.out_n && !exa_is_peripheral(f.addr) && f.src >> TN_EXD_ADDR_BITS == 0 &&
           f.src + f.length <= 1ull << TN_EXD_ADDR_BITS && tn_exd_bank(m->bank, f.pdid) >= 0;
}

enum tn_exd_wrote tn_exd_start(struct tn_exd *m, unsigned t)
{
    struct tn_exd_desc *d = &m->desc[t];
    const struct tn_exd_fields f = tn_exd_fields(d);
    d->word[2] &= ~(1ull << DB);
    d->sent = 0;
    d->done = false;
    d->error = !tn_exd_may_start(m, d);
    d->state = d->error ? TN_EXD_IDLE : TN_EXD_ACTIVE;
    if (d->error) {
        m->counter[TN_EXD_C_BAD]++;
        return TN_EXD_BAD;
    }
    m->of_output[f.path][TN_EXD_C_STARTS]++;
    m->of_output[f.path][TN_EXD_C_RETRIES] += f.seq % EXA_ATTEMPTS != 0;
    return TN_EXD_STARTS;
}

enum tn_exd_wrote tn_exd_write(struct tn_exd *m, unsigned t, unsigned off, const uint8_t lanes[16], unsigned strobes)
{
    struct tn_exd_desc *d = &m->desc[t];
    const unsigned control = off == 16 ? 1u << (TN_EXD_CONTROL - 16) : 0;
    if (strobes == 0)
        return TN_EXD_STORED;
    if (d->state == TN_EXD_ACTIVE) {
        m->counter[TN_EXD_C_BUSY]++;
        return TN_EXD_REFUSED;
    }
    for (unsigned i = 0; i < 16; i++) {
        const unsigned w = (off + i) / 8, at = 8 * (i % 8);
        if (strobes >> i & 1)
            d->word[w] = ((d->word[w] & ~(0xffull << at)) | (uint64_t)lanes[i] << at) & writable[w];
    }
    if (!(strobes & control))
        return TN_EXD_STORED;
    if (!bits(d->word[2], DB, 1))
        return tn_exd_start(m, t);
    d->state = TN_EXD_PARKED;
    d->sent = 0;
    d->done = d->error = false;
    return TN_EXD_PARKS;
}

enum tn_exd_link tn_exd_chain(struct tn_exd *m, unsigned t)
{
    const struct tn_exd_fields f = tn_exd_fields(&m->desc[t]);
    if (!f.chained)
        return TN_EXD_NO_CHAIN;
    if (f.dependency >> m->params.txn_log2 || m->desc[f.dependency].state != TN_EXD_PARKED) {
        m->counter[TN_EXD_C_CHAIN_MISS]++;
        return TN_EXD_MISS;
    }
    m->counter[TN_EXD_C_CHAINED]++;
    return tn_exd_start(m, f.dependency) == TN_EXD_BAD ? TN_EXD_CHAIN_BAD : TN_EXD_CHAIN_STARTS;
}

/* Returns the bytes before packet k: the first packet ends at a multiple of 256 of the destination. */
static unsigned bytes_before(const struct tn_exd_fields *f, unsigned k)
{
    return k == 0 ? 0 : EXA_MTU * k - (unsigned)(f->addr % EXA_MTU);
}

unsigned tn_exd_packets(const struct tn_exd_fields *f)
{
    return (unsigned)(f->addr % EXA_MTU + f->length + EXA_MTU - 1) / EXA_MTU;
}

struct tn_exd_cut tn_exd_cut(const struct tn_exd_fields *f, unsigned k)
{
    const unsigned from = bytes_before(f, k);
    const unsigned end = k + 1 < tn_exd_packets(f) ? bytes_before(f, k + 1) : f->length;
    return (struct tn_exd_cut){f->src + from, f->addr + from, end - from};
}

unsigned tn_exd_reads(const struct tn_exd_cut *c, struct tn_exd_burst burst[2])
{
    const uint64_t page = 4096, from = c->src / EXA_WORD * EXA_WORD, end = (c->src + c->n - 1) / EXA_WORD * EXA_WORD + EXA_WORD;
    const uint64_t edge = (from / page + 1) * page;
    burst[0] = (struct tn_exd_burst){from, (unsigned)((end < edge ? end : edge) - from) / EXA_WORD};
    if (end <= edge)
        return 1;
    burst[1] = (struct tn_exd_burst){edge, (unsigned)(end - edge) / EXA_WORD};
    return 2;
}

void tn_exd_packet(const struct tn_exd *m, unsigned t, unsigned k, const uint8_t *data, struct exa_packet *out)
{
    const struct tn_exd_fields f = tn_exd_fields(&m->desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    *out = (struct exa_packet){.pdid = (uint16_t)f.pdid, .dst = exa_node_of(f.dst), .src = exa_node_of(m->own),
                               .type = EXA_WRITE, .path = f.path & 7, .tid = (uint16_t)t, .seq = (uint16_t)f.seq,
                               .first = k == 0, .last = k + 1 == tn_exd_packets(&f), .notify = f.notify};
    exa_set_payload(out, c.addr, data, c.n);
    exa_seal(out);
}

void tn_exd_ended(struct tn_exd *m, unsigned t, unsigned left, unsigned issued)
{
    struct tn_exd_desc *d = &m->desc[t];
    const struct tn_exd_fields f = tn_exd_fields(d);
    d->state = TN_EXD_IDLE;
    d->done = left == tn_exd_packets(&f);
    d->error = !d->done;
    d->sent = d->done ? f.length : bytes_before(&f, left);
    m->of_output[f.path][TN_EXD_C_FAULTS] += issued - left;
}

static void make_control(const struct tn_exd *m, unsigned p, struct exa_packet *out)
{
    const struct tn_exd_control *c = &m->control[p];
    const struct tn_exd_fields f = tn_exd_fields(&m->desc[c->tid]);
    uint8_t data[32] = {0};
    *out = (struct exa_packet){.pdid = (uint16_t)f.pdid, .dst = exa_node_of(f.dst), .src = exa_node_of(m->own),
                               .type = EXA_DMA_CTL, .path = f.path & 7, .tid = (uint16_t)c->tid, .seq = (uint16_t)f.seq};
    for (unsigned i = 0; i < 8; i++) {
        data[i] = (uint8_t)(c->word[0] >> 8 * i);
        data[16 + i] = (uint8_t)(c->word[1] >> 8 * i);
        data[24 + i] = (uint8_t)(c->word[2] >> 8 * i);
    }
    exa_set_payload(out, exa_peripheral_addr(EXA_P_RDMA, 0), data, sizeof data);
    exa_seal(out);
}

enum tn_exd_control_write tn_exd_control(struct tn_exd *m, unsigned p, unsigned t, const uint8_t lanes[16],
                                         unsigned strobes, struct exa_packet *out)
{
    struct tn_exd_control *c = &m->control[p];
    const unsigned half = strobes == 0xff00 ? 8 : 0;
    if (strobes != 0x00ff && strobes != 0xff00)
        return TN_EXD_CTL_REFUSED;
    if (c->n > 0 && c->tid != t) {
        m->counter[TN_EXD_C_CTL_MIX]++;
        return TN_EXD_CTL_MIXED;
    }
    c->tid = t;
    c->word[c->n] = 0;
    for (unsigned i = 0; i < 8; i++)
        c->word[c->n] |= (uint64_t)lanes[half + i] << 8 * i;
    if (++c->n < 3)
        return TN_EXD_CTL_HELD;
    make_control(m, p, out);
    c->n = 0;
    return TN_EXD_CTL_MADE;
}
