/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The host around TNW's processor interface: what test code asks of it.
 */
#include "tnw_host.h"

#include <tn/sim.h>

#include <errno.h>
#include <string.h>

enum { READ_CYC = 5000, STILL_CYC = 1500, FOUR_GIB_LOG2 = 32 };

static long request(struct tn_tnw_host *h, enum tn_tlp_kind kind, uint64_t addr, unsigned dws,
                    const uint8_t *payload, uint8_t tlp[TN_TNW_HOST_TLP])
{
    struct tn_tlp t = {0};
    tn_tlp_set_kind(&t, kind, addr >> FOUR_GIB_LOG2 != 0);
    t.addr = addr;
    t.length_dw = (uint16_t)dws;
    t.first_be = 15;
    t.last_be = dws > 1 ? 15 : 0;
    t.requester = TNW_HOST_ID;
    t.tag = h->tag;
    return tn_tlp_encode(&t, payload, payload ? 4u * dws : 0, tlp, TN_TNW_HOST_TLP);
}

int tn_tnw_host_write(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, size_t len)
{
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long n = request(h, TN_TLP_MWR, addr, (unsigned)len / 4, bytes, tlp);
    return n < 0 ? (int)n : tn_tnw_host_send(h, tlp, (size_t)n);
}

int tn_tnw_host_reg_write(struct tn_tnw_host *h, uint16_t reg, uint32_t value)
{
    uint8_t bytes[4];
    memcpy(bytes, &value, sizeof bytes); /* a little-endian host */
    return tn_tnw_host_write(h, h->bar0 + reg, bytes, sizeof bytes);
}

unsigned tn_tnw_host_waiting(const struct tn_tnw_host *h)
{
    unsigned n = h->next.s_tlp.valid || h->sent != h->now.len;
    for (unsigned c = 0; c < 3; c++)
        n += h->in[c] - h->out[c];
    return n;
}

struct wait {
    const struct tn_tnw_host *host;
    uint8_t tag;
    uint64_t from;
};

/* The read is answered, or has been waiting on a block that moves no beat at all. */
static bool is_over(void *ctx)
{
    const struct wait *w = ctx;
    const uint64_t still = tn_tnw_host_still(w->host), waited = w->host->cycle - w->from;
    return w->host->reply[w->tag].done || (still > STILL_CYC && waited > STILL_CYC);
}

uint64_t tn_tnw_host_still(const struct tn_tnw_host *h)
{
    return h->cycle - h->moved_at;
}

int tn_tnw_host_read(struct tn_tnw_host *h, uint64_t addr, unsigned dws, uint32_t *data)
{
    struct wait w = {h, ++h->tag, h->cycle};
    uint8_t tlp[TN_TNW_HOST_TLP];
    const long n = request(h, TN_TLP_MRD, addr, dws, NULL, tlp);
    h->reply[w.tag].done = false;
    if (n < 0 || tn_tnw_host_send(h, tlp, (size_t)n))
        return -EMSGSIZE;
    tn_sim_step_until(is_over, &w, READ_CYC);
    if (!h->reply[w.tag].done)
        return -ETIMEDOUT;
    memcpy(data, h->reply[w.tag].data, 4u * (dws > 16 ? 16 : dws));
    return h->reply[w.tag].dws == dws || h->reply[w.tag].status ? h->reply[w.tag].status
                                                                : -EMSGSIZE;
}

uint32_t tn_tnw_host_reg_read(struct tn_tnw_host *h, uint16_t reg)
{
    uint32_t value;
    return tn_tnw_host_read(h, h->bar0 + reg, 1, &value) == 0 ? value : UINT32_MAX;
}

int tn_tnw_host_m_wr(struct tn_tnw_host *h, uint64_t addr, const uint8_t *bytes, unsigned beats)
{
    const size_t len = (size_t)beats * TN_TNW_PI_BEAT;
    uint8_t raw[sizeof addr + TNW_PAYLOAD];
    unsigned copies = 1;
    if (h->write_in - h->write_out == TN_TNW_HOST_QUEUE)
        return -ENOSPC;
    memcpy(raw, &addr, sizeof addr); /* a little-endian host */
    memcpy(raw + sizeof addr, bytes, len);
    if (h->ports)
        copies = h->ports->pass(TN_TNW_HOST_WR, tn_sim_cycle(), raw, sizeof addr + len);
    for (; copies && h->write_in - h->write_out < TN_TNW_HOST_QUEUE; copies--) {
        struct tnw_host_write *w = &h->write[h->write_in++ % TN_TNW_HOST_QUEUE];
        memcpy(&w->addr, raw, sizeof w->addr);
        w->beats = beats;
        memcpy(w->bytes, raw + sizeof addr, len);
    }
    return 0;
}

void tn_tnw_host_ports(struct tn_tnw_host *h, const struct tn_block_ports *p)
{
    h->ports = p;
}

unsigned tn_tnw_host_m_wr_waiting(const struct tn_tnw_host *h)
{
    return h->write_in - h->write_out + h->next.m_wr_valid;
}

struct tn_tnw_host_pace *tn_tnw_host_pace(struct tn_tnw_host *h)
{
    return &h->pace;
}

void tn_tnw_host_answers(struct tn_tnw_host *h, tn_tnw_host_answer_fn *fn, void *ctx)
{
    h->answer = fn;
    h->answer_ctx = ctx;
}

struct tn_memory *tn_tnw_host_memory(struct tn_tnw_host *h)
{
    return h->memory;
}

unsigned tn_tnw_host_items(const struct tn_tnw_host *h)
{
    return h->items;
}

const struct tn_tnw_item *tn_tnw_host_item(const struct tn_tnw_host *h, unsigned k)
{
    return &h->item[k % TN_TNW_HOST_LOG];
}

unsigned tn_tnw_host_notes(const struct tn_tnw_host *h)
{
    return h->notes;
}

const struct tn_tnw_host_note *tn_tnw_host_note(const struct tn_tnw_host *h, unsigned k)
{
    return &h->note[k % TN_TNW_HOST_LOG];
}

unsigned tn_tnw_host_came(const struct tn_tnw_host *h, enum tn_tlp_kind kind)
{
    return h->came[kind];
}

unsigned tn_tnw_host_reads_open(const struct tn_tnw_host *h)
{
    return h->reads_open;
}

uint32_t *tn_tnw_host_reg(struct tn_tnw_host *h, uint16_t addr)
{
    return &h->reg[addr / 4];
}
