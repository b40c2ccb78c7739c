/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The host around TNW's processor interface, cycle by cycle: TLPs both ways, reception's writes,
 * links, registers of other blocks.
 */
#include "tnw_host.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_MIN = 20, ANSWER_MAX = 60 };

static bool willing(struct tn_tnw_host *h, unsigned of_16)
{
    return tn_rng_below(&h->rng, 16) < of_16;
}

static bool shut(const struct tn_tnw_host *h, unsigned port)
{
    return h->ports && h->ports->shut(port, h->cycle);
}

/* The oldest TLP whose class may begin; completions and reads do not pass writes. */
static struct tnw_host_tlp *choose(struct tn_tnw_host *h, uint8_t ok)
{
    struct tnw_host_tlp *best = NULL;
    unsigned class = 0;
    for (unsigned c = 0; c < 3; c++) {
        struct tnw_host_tlp *t = &h->queue[c][h->out[c] % TN_TNW_HOST_QUEUE];
        const bool writes = h->in[TN_CLASS_P] != h->out[TN_CLASS_P];
        if (h->in[c] == h->out[c] || !(ok >> c & 1) || (best && best->turn < t->turn) ||
            (c != TN_CLASS_P && writes &&
             h->queue[TN_CLASS_P][h->out[TN_CLASS_P] % TN_TNW_HOST_QUEUE].turn < t->turn))
            continue;
        best = t;
        class = c;
    }
    if (best)
        h->out[class]++;
    return best;
}

static void play_source(struct tn_tnw_host *h, const struct tn_tnw_pi_out *o)
{
    struct tn_tnw_pi_stream *s = &h->next.s_tlp;
    if (s->valid && !o->s_tlp_ready)
        return;
    memset(s, 0, sizeof *s);
    if (!willing(h, h->pace.send))
        return;
    if (h->sent == h->now.len) {
        const struct tnw_host_tlp *t = choose(h, o->s_tlp_ok);
        if (t == NULL)
            return;
        h->now = *t;
        h->sent = 0;
    }
    const size_t left = h->now.len - h->sent;
    const size_t n = left < TN_TNW_PI_BEAT ? left : TN_TNW_PI_BEAT;
    memcpy(s->data, h->now.bytes + h->sent, n);
    s->valid = true;
    s->keep = (uint8_t)((1u << (n + 3) / 4) - 1);
    s->last = n == left;
    h->sent += n;
}

static void see_sink(struct tn_tnw_host *h, const struct tn_tnw_pi_stream *m)
{
    for (unsigned lane = 0; lane < 4 && m->keep >> lane & 1; lane++) {
        if (h->tlp_len + 4 > sizeof h->tlp)
            break;
        memcpy(h->tlp + h->tlp_len, m->data + 4 * lane, 4);
        h->tlp_len += 4;
    }
    if (!m->last)
        return;
    tn_tnw_host_tlp_came(h);
    h->tlp_len = 0;
}

static void play_writes(struct tn_tnw_host *h, const struct tn_tnw_pi_out *o)
{
    struct tn_tnw_pi_in *in = &h->next;
    if (in->m_wr_valid && !o->m_wr_ready)
        return;
    in->m_wr_valid = in->m_wr_first = in->m_wr_last = false;
    if (h->write_in == h->write_out || !willing(h, h->pace.write) || shut(h, TN_TNW_HOST_WR))
        return;
    const struct tnw_host_write *w = &h->write[h->write_out % TN_TNW_HOST_QUEUE];
    memcpy(in->m_wr_data, w->bytes + h->write_beat * TN_TNW_PI_BEAT, TN_TNW_PI_BEAT);
    in->m_wr_valid = true;
    in->m_wr_addr = w->addr;
    in->m_wr_first = h->write_beat == 0;
    in->m_wr_last = h->write_beat + 1 == w->beats;
    h->write_beat = in->m_wr_last ? 0 : h->write_beat + 1;
    h->write_out += in->m_wr_last;
}

static void see_item(struct tn_tnw_host *h, const struct tn_tnw_pi_out *o)
{
    struct tn_tnw_item *i = &h->item[h->items % TN_TNW_HOST_LOG];
    if (h->item_beat == 0) {
        i->link = 0;
        while (!(o->inj_valid >> i->link & 1))
            i->link++;
        i->vc = o->inj_vc;
        i->offset = o->inj_offset;
    }
    memcpy(i->data + h->item_beat * TN_TNW_PI_BEAT, o->inj_data, TN_TNW_PI_BEAT);
    h->item_beat++;
    if (h->item_beat * TN_TNW_PI_BEAT < TNW_PAYLOAD)
        return;
    h->item_beat = 0;
    const unsigned copies =
        h->ports ? h->ports->pass(TN_TNW_HOST_INJ, h->cycle, i->data, sizeof i->data) : 1;
    if (copies == 2)
        h->item[(h->items + 1) % TN_TNW_HOST_LOG] = *i;
    h->items += copies;
}

static void see_registers(struct tn_tnw_host *h, const struct tn_tnw_pi_out *o)
{
    h->next.reg_rdata = o->reg_rd ? h->reg[o->reg_addr / 4] : 0;
    if (o->reg_wr)
        h->reg[o->reg_addr / 4] = o->reg_wdata;
}

/* In reset nothing is offered; what waits stays. */
static void play_reset(struct tn_tnw_host *h, uint32_t next[TN_BLOCK_PLAY])
{
    memset(&h->next, 0, sizeof h->next);
    h->next.rid = h->rid;
    h->next.bar0 = h->bar0;
    h->next.bar2 = h->bar2;
    h->sent = h->now.len = 0;
    h->tlp_len = 0;
    h->write_beat = h->item_beat = 0;
    tn_tnw_host_forget_reads(h);
    tn_tnw_host_pack(&h->next, next);
}

static void player(void *ctx, const struct tn_block_cycle *c, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_tnw_host *h = ctx;
    struct tn_tnw_pi_in in;
    struct tn_tnw_pi_out out;
    tn_tnw_pi_pins(c, &in, &out);
    h->cycle = c->cycle;
    if (in.rst || (in.s_tlp.valid && out.s_tlp_ready) || (out.m_tlp.valid && in.m_tlp_ready) ||
        (in.m_wr_valid && out.m_wr_ready))
        h->moved_at = c->cycle;
    if (in.rst) {
        play_reset(h, next);
        return;
    }
    if (out.m_tlp.valid && in.m_tlp_ready)
        see_sink(h, &out.m_tlp);
    if (out.inj_valid)
        see_item(h, &out);
    see_registers(h, &out);
    tn_tnw_host_answer_reads(h);
    play_source(h, &out);
    play_writes(h, &out);
    h->next.m_tlp_ready = willing(h, h->pace.take) && !shut(h, TN_TNW_HOST_TAKE);
    h->next.m_tlp_ok = h->pace.ok;
    h->next.inj_ok = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        h->next.inj_ok |= (uint8_t)(willing(h, h->pace.link) << l);
    h->next.inj_ok &= shut(h, TN_TNW_HOST_INJ) ? 0 : h->pace.links;
    tn_tnw_host_pack(&h->next, next);
}

struct tn_tnw_host *tn_tnw_host_new(uint64_t seed, uint16_t rid, uint64_t bar0, uint64_t bar2)
{
    struct tn_tnw_host *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->memory = tn_memory_new();
    if (h->memory == NULL) {
        free(h);
        return NULL;
    }
    tn_rng_seed(&h->rng, seed, 7);
    h->rid = rid;
    h->bar0 = bar0;
    h->bar2 = bar2;
    h->pace = (struct tn_tnw_host_pace){16, 16, 16, 16, 7, 63, ANSWER_MIN, ANSWER_MAX, false};
    tn_block_player(player, h);
    return h;
}

void tn_tnw_host_free(struct tn_tnw_host *h)
{
    if (h == NULL)
        return;
    tn_block_player(NULL, NULL);
    tn_tnw_host_forget_reads(h);
    tn_memory_free(h->memory);
    free(h);
}
