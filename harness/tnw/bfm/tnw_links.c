/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What stands around TNW's reception side: six links, host memory, software.
 */
#include "tnw_links.h"

#include <tn/rng.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 32, /* packets that wait in a channel */
    OPS = 256,
    NOTES = 256,
    FIRST_BEAT = 2, /* cycles after a take */
    LAST_BEAT = FIRST_BEAT + TN_TNW_RCV_BEATS - 1,
    DOWN_FOR = 52, /* from the cycle in which rcv_valid falls */
    READ_CYC = 2000,
    OFFSET = 3, /* bytes */
    ADDRESS = 8,
};

struct packet {
    uint32_t offset;
    uint8_t bytes[TNW_PAYLOAD];
};

struct taken {
    unsigned age; /* cycles since the take; 0 none */
    struct packet packet;
};

struct op {
    bool write;
    uint16_t addr;
    uint32_t data;
};

struct tn_tnw_links {
    struct tn_rng rng, noise;
    unsigned of_16;
    struct packet wait[TN_TNW_RCV_IDS][PLACES];
    unsigned in[TN_TNW_RCV_IDS], out[TN_TNW_RCV_IDS]; /* counts */
    struct taken taken[TNW_LINKS][2];                 /* the newer one first */
    uint64_t takes;
    unsigned down[TNW_LINKS]; /* cycles down; 0 up */
    bool flushed[TNW_LINKS];  /* since it is down */
    struct op op[OPS];
    unsigned op_in, op_out;
    bool reading;         /* the cycle is a reg_rd's */
    unsigned reads, read; /* asked, answered */
    uint32_t rdata;       /* of the last */
    struct tn_memory *memory;
    const struct tn_block_ports *ports;
    uint8_t write[ADDRESS + TNW_PAYLOAD]; /* the one under way */
    unsigned beat, packets, odd;
    struct tn_tnw_rcv_note note[NOTES];
    unsigned notes;
};

static void forget(struct tn_tnw_links *s)
{
    memcpy(s->out, s->in, sizeof s->out);
    memset(s->taken, 0, sizeof s->taken);
    memset(s->down, 0, sizeof s->down);
    s->op_out = s->op_in;
    s->reading = false;
    s->read = s->reads;
    s->beat = 0;
}

static void see_take(struct tn_tnw_links *s, const struct tn_tnw_rcv_out *o)
{
    unsigned l = 0;
    while (l < TNW_LINKS && !(o->rcv_take >> l & 1))
        l++;
    if (l == TNW_LINKS)
        return;
    const unsigned id = l * TNW_VCS + o->rcv_vc;
    if (s->in[id] == s->out[id])
        return; /* the judge has seen it */
    s->takes++;
    s->taken[l][1] = s->taken[l][0];
    s->taken[l][0] = (struct taken){1, s->wait[id][s->out[id]++ % PLACES]};
}

/* How often it comes on. */
static unsigned pass(const struct tn_tnw_links *s, unsigned port, uint64_t cycle, uint8_t *bytes,
                     size_t len)
{
    return s->ports ? s->ports->pass(port, cycle, bytes, len) : 1;
}

static bool shut(const struct tn_tnw_links *s, unsigned port, uint64_t cycle)
{
    return s->ports && s->ports->shut(port, cycle);
}

static void write_whole(struct tn_tnw_links *s, uint64_t cycle)
{
    const size_t len = (size_t)s->beat * TN_TNW_RCV_BEAT;
    uint64_t addr;
    if (pass(s, TN_TNW_LINKS_WR, cycle, s->write, ADDRESS + len) == 0)
        return;
    memcpy(&addr, s->write, sizeof addr);                /* a little-endian host */
    for (size_t at = 0; at < len; at += TN_TNW_RCV_BEAT) /* modulo 2^64 */
        s->odd +=
            tn_memory_poke(s->memory, addr + at, s->write + ADDRESS + at, TN_TNW_RCV_BEAT) != 0;
    if (s->beat == 1) {
        struct tn_tnw_rcv_note *n = &s->note[s->notes++ % NOTES];
        n->cycle = cycle;
        n->addr = addr;
        tnw_note_decode(s->write + ADDRESS, &n->note);
    }
    s->packets += s->beat == TN_TNW_RCV_BEATS;
}

static void see_write(struct tn_tnw_links *s, const struct tn_tnw_rcv_out *o, uint64_t cycle)
{
    if (o->m_wr_first) {
        memcpy(s->write, &o->m_wr_addr, ADDRESS);
        s->beat = 0;
    }
    if (s->beat < TN_TNW_RCV_BEATS)
        memcpy(s->write + ADDRESS + s->beat * TN_TNW_RCV_BEAT, o->m_wr_data, TN_TNW_RCV_BEAT);
    s->beat++;
    if (!o->m_wr_last)
        return;
    if (s->beat == 1 || s->beat == TN_TNW_RCV_BEATS)
        write_whole(s, cycle);
    else
        s->odd++;
    s->beat = 0;
}

/* A take of the link: its beats are still to come. */
static bool under_way(const struct tn_tnw_links *s, unsigned l)
{
    for (unsigned k = 0; k < 2; k++)
        if (s->taken[l][k].age && s->taken[l][k].age <= LAST_BEAT)
            return true;
    return false;
}

static void play_link(struct tn_tnw_links *s, unsigned l, bool offers, struct tn_tnw_rcv_in *in)
{
    const bool busy = under_way(s, l);
    const uint64_t noise = tn_rng_next(&s->noise); /* outside beats data and offset are anything */
    in->rcv_offset[l] = (uint32_t)noise & 0xffffff;
    memset(in->rcv_data[l], (int)(noise >> 56), TN_TNW_RCV_BEAT);
    for (unsigned k = 0; k < 2; k++) {
        struct taken *t = &s->taken[l][k];
        if (t->age >= FIRST_BEAT && t->age <= LAST_BEAT) {
            in->rcv_dvalid |= (uint8_t)(1u << l);
            in->rcv_offset[l] = t->packet.offset;
            memcpy(in->rcv_data[l], t->packet.bytes + (t->age - FIRST_BEAT) * TN_TNW_RCV_BEAT,
                   TN_TNW_RCV_BEAT);
        }
        t->age += t->age > 0;
    }
    if (s->down[l]) { /* from the cycle on in which rcv_valid falls: until then a take is right */
        for (unsigned id = l * TNW_VCS; id < (l + 1) * TNW_VCS; id++)
            s->out[id] = s->in[id];
        if (!busy && s->down[l] > 1 && !s->flushed[l]) {
            in->flush |= (uint8_t)(1u << l);
            s->flushed[l] = true;
        }
        if (s->down[l]++ == DOWN_FOR)
            s->down[l] = 0;
        return;
    }
    for (unsigned v = 0; v < TNW_VCS && offers; v++)
        if (tn_tnw_links_waiting(s, l * TNW_VCS + v))
            in->rcv_valid[l] |= (uint8_t)(1u << v);
}

static void play_software(struct tn_tnw_links *s, struct tn_tnw_rcv_in *in)
{
    const struct op *o = &s->op[s->op_out % OPS];
    const unsigned link = o->addr / (TNW_VCS * TN_TNW_RCV_WINDOW);
    s->reading = false;
    if (s->op_in == s->op_out || (o->write && link < TNW_LINKS && s->down[link]))
        return;
    in->reg_wr = o->write;
    in->reg_rd = !o->write;
    in->reg_addr = o->addr;
    in->reg_wdata = o->data;
    s->reading = !o->write;
    s->op_out++;
}

static void player(void *ctx, const struct tn_block_cycle *now, uint32_t next[TN_BLOCK_PLAY])
{
    struct tn_tnw_links *s = ctx;
    struct tn_tnw_rcv_in in;
    struct tn_tnw_rcv_out out;
    tn_tnw_rcv_pins(now, &in, &out);
    if (in.rst) {
        forget(s);
        return;
    }
    if (out.rcv_take)
        see_take(s, &out);
    if (out.m_wr_valid && in.m_wr_ready)
        see_write(s, &out, now->cycle);
    if (s->read != s->reads && !s->reading && s->op_in == s->op_out && !in.reg_rd) {
        s->rdata = out.reg_rdata;
        s->read = s->reads;
    }
    memset(&in, 0, sizeof in);
    const bool offers = !shut(s, TN_TNW_LINKS_RCV, now->cycle);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        play_link(s, l, offers, &in);
    play_software(s, &in);
    in.m_wr_ready = tn_rng_below(&s->rng, 16) < s->of_16 && !shut(s, TN_TNW_LINKS_WR, now->cycle);
    tn_tnw_links_pack(&in, next);
}

struct tn_tnw_links *tn_tnw_links_new(uint64_t seed)
{
    struct tn_tnw_links *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->memory = tn_memory_new();
    if (s->memory == NULL) {
        free(s);
        return NULL;
    }
    tn_rng_seed(&s->rng, seed, 6);
    tn_rng_seed(&s->noise, seed, 7);
    s->of_16 = 16;
    tn_block_player(player, s);
    return s;
}

void tn_tnw_links_free(struct tn_tnw_links *s)
{
    if (s == NULL)
        return;
    tn_block_player(NULL, NULL);
    tn_memory_free(s->memory);
    free(s);
}

int tn_tnw_links_offer(struct tn_tnw_links *s, unsigned id, uint32_t offset,
                       const uint8_t bytes[TNW_PAYLOAD])
{
    if (tn_tnw_links_waiting(s, id) == PLACES || s->down[id / TNW_VCS])
        return -ENOSPC;
    uint8_t raw[OFFSET + TNW_PAYLOAD];
    memcpy(raw, &offset, OFFSET); /* a little-endian host */
    memcpy(raw + OFFSET, bytes, TNW_PAYLOAD);
    unsigned copies = pass(s, TN_TNW_LINKS_RCV, tn_sim_cycle(), raw, sizeof raw);
    for (; copies && tn_tnw_links_waiting(s, id) < PLACES; copies--) {
        struct packet *p = &s->wait[id][s->in[id]++ % PLACES];
        p->offset = 0;
        memcpy(&p->offset, raw, OFFSET);
        memcpy(p->bytes, raw + OFFSET, sizeof p->bytes);
    }
    return 0;
}

void tn_tnw_links_ports(struct tn_tnw_links *s, const struct tn_block_ports *p)
{
    s->ports = p;
}

unsigned tn_tnw_links_waiting(const struct tn_tnw_links *s, unsigned id)
{
    return s->in[id] - s->out[id];
}

uint64_t tn_tnw_links_takes(const struct tn_tnw_links *s)
{
    return s->takes;
}

void tn_tnw_links_flush(struct tn_tnw_links *s, unsigned link)
{
    if (s->down[link])
        return;
    s->down[link] = 1;
    s->flushed[link] = false;
}

bool tn_tnw_links_is_down(const struct tn_tnw_links *s, unsigned link)
{
    return s->down[link] != 0;
}

void tn_tnw_links_ready(struct tn_tnw_links *s, unsigned of_16)
{
    s->of_16 = of_16;
}

static int access_reg(struct tn_tnw_links *s, struct op op)
{
    if (s->op_in - s->op_out == OPS)
        return -ENOSPC;
    s->op[s->op_in++ % OPS] = op;
    return 0;
}

int tn_tnw_links_write(struct tn_tnw_links *s, uint16_t addr, uint32_t value)
{
    return access_reg(s, (struct op){true, addr, value});
}

int tn_tnw_links_look(struct tn_tnw_links *s, uint16_t addr)
{
    return access_reg(s, (struct op){false, addr, 0});
}

static bool is_answered(void *ctx)
{
    const struct tn_tnw_links *s = ctx;
    return s->read == s->reads;
}

uint32_t tn_tnw_links_read(struct tn_tnw_links *s, uint16_t addr)
{
    if (tn_tnw_links_look(s, addr))
        return UINT32_MAX;
    s->reads++;
    return tn_sim_step_until(is_answered, s, READ_CYC) ? s->rdata : UINT32_MAX;
}

unsigned tn_tnw_links_accesses(const struct tn_tnw_links *s)
{
    return s->op_in - s->op_out;
}

struct tn_memory *tn_tnw_links_memory(struct tn_tnw_links *s)
{
    return s->memory;
}

unsigned tn_tnw_links_packets(const struct tn_tnw_links *s)
{
    return s->packets;
}

unsigned tn_tnw_links_odd(const struct tn_tnw_links *s)
{
    return s->odd;
}

unsigned tn_tnw_links_notes(const struct tn_tnw_links *s)
{
    return s->notes;
}

const struct tn_tnw_rcv_note *tn_tnw_links_note(const struct tn_tnw_links *s, unsigned k)
{
    return &s->note[k % NOTES];
}
