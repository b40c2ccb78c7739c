/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a router: packets of the inputs, words of the outputs, registers.
 */
#include "router.h"

#include <stdlib.h>
#include <string.h>

enum { AGAIN_CYC = 3, DROP_CYC = 16, REST_CYC = 16, VERSION = 0x41500001 };

static const char *const rules[] = {
    "APR-DIM-1",  "APR-WAY-1",  "APR-VC-1",   "APR-HDR-1", "APR-LOC-1", "APR-OOL-1",
    "APR-FLOW-1", "APR-DROP-1", "APR-DROP-2", "APR-CUT-1", "APR-ARB-1", "APR-RATE-1",
    "APR-LAT-1",  "APR-ORD-1",  "APR-HSK-1",  "APR-REG-1", NULL};

struct tn_ape_router_judge *tn_ape_router_judge_new(const struct tn_ape_router_config *c,
                                                    tn_verdict_fn *fn, void *ctx)
{
    struct tn_ape_router_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->config = *c;
    j->ins = (unsigned)APE_VCS * c->link_n + c->local_n;
    j->outs = (unsigned)c->link_n + c->local_n;
    tn_judge_init(&j->judge, rules, fn, ctx);
    return j;
}

void tn_ape_router_judge_free(struct tn_ape_router_judge *j)
{
    free(j);
}

const struct tn_judge *tn_ape_router_judge_of(const struct tn_ape_router_judge *j)
{
    return &j->judge;
}

/* Inputs. */

/* Counts and ends a packet that is done; those behind it move up. */
static void ended(struct tn_ape_router_judge *j, struct ape_router_input *i,
                  struct ape_router_parcel *p)
{
    p->done = true;
    while (i->out != i->in && ape_router_of(i, i->out)->done &&
           ape_router_of(i, i->out)->taken == ape_router_of(i, i->out)->words) {
        i->out++;
        i->free = j->now;
    }
}

/* Another packet asks for an output. */
static void crowd(struct tn_ape_router_judge *j, unsigned o, struct ape_router_parcel *mine)
{
    mine->alone = j->out[o].from < 0 && j->out[o].free + AGAIN_CYC < j->now &&
                  j->out[o].left + AGAIN_CYC < j->now;
    for (unsigned n = 0; n < j->ins; n++)
        for (unsigned k = j->in[n].out; k != j->in[n].in; k++) {
            struct ape_router_parcel *p = ape_router_of(&j->in[n], k);
            if (p == mine || p->done || p->way.out != o)
                continue;
            p->alone = false;
            mine->alone = false;
        }
}

static void comes(struct tn_ape_router_judge *j, unsigned n, const uint8_t word[APE_WORD])
{
    struct ape_router_input *i = &j->in[n];
    struct ape_router_parcel *p = ape_router_of(i, i->in);
    const bool first = i->in == i->out;
    memset(p, 0, sizeof *p);
    ape_header_get(word, &p->header);
    ape_router_route(j, n, &p->header, word, &p->way);
    p->words = ape_words(&p->header);
    p->base = i->words;
    p->came = j->now;
    p->steady = true;
    i->in++;
    j->reg[APR_OOL] += p->way.ool;
    j->reg[APR_HOPS] += p->way.drop == APR_BY_HOPS;
    j->reg[APR_PORT] += p->way.drop == APR_BY_PORT;
    crowd(j, p->way.out, p);
    p->alone = p->alone && first && !p->way.drop;
}

/* The whole of a packet that is dropped was taken. */
static void dropped(struct tn_ape_router_judge *j, struct ape_router_input *i,
                    struct ape_router_parcel *p)
{
    const uint64_t from = p->came > i->free ? p->came : i->free;
    tn_judge_held(&j->judge, p->way.drop & APR_BY_HOPS ? R_DROP_1 : R_DROP_2);
    if (p->steady && p == ape_router_of(i, i->out))
        tn_scope_remark(&j->all, R_RATE_1, j->now - from <= p->words + (uint64_t)DROP_CYC,
                        "a dropped packet taken at one word a cycle", "%u cycles for %u words",
                        (unsigned)(j->now - from), p->words);
    ended(j, i, p);
}

static void input(struct tn_ape_router_judge *j, unsigned n, const struct tn_ape_beat *b)
{
    struct ape_router_input *i = &j->in[n];
    struct ape_router_parcel *p = i->in == i->out ? NULL : ape_router_of(i, i->in - 1);
    const bool new_word = b->valid && !(i->was.valid && !i->was.ready);
    if (new_word && b->head && i->in - i->out < PARCELS) {
        comes(j, n, b->word);
        p = ape_router_of(i, i->in - 1);
    }
    i->was = *b;
    if (!p || p->taken == p->words)
        return;
    if (!b->valid)
        p->steady = false;
    if (new_word) {
        memcpy(i->word[i->words % KEPT], b->word, APE_WORD);
        p->shown++;
    }
    if (!b->valid || !b->ready)
        return;
    i->words++;
    if (++p->taken == p->words && p->way.drop)
        dropped(j, i, p);
    else if (p->taken == p->words && p->done)
        ended(j, i, p);
}

/* Outputs. */

static bool has_room(const struct tn_ape_router_judge *j, const struct tn_ape_router_pins *p,
                     const struct ape_router_parcel *k)
{
    const unsigned o = k->way.out, v = k->way.vc;
    if (!ape_router_is_link(j, o))
        return p->local_room[o - j->config.link_n] >> v & 1;
    return p->room_data[o][v] >= ape_payload_words(&k->header) && p->room_hdr[o][v] >= 2;
}

/* Notes which packets may be granted in this cycle. */
static void may_grant(struct tn_ape_router_judge *j, const struct tn_ape_router_pins *p)
{
    for (unsigned n = 0; n < j->ins; n++)
        for (unsigned k = j->in[n].out; k != j->in[n].in; k++) {
            struct ape_router_parcel *a = ape_router_of(&j->in[n], k);
            const uint64_t left = j->out[a->way.out].left;
            if (a->done || a->began || a->way.drop)
                continue;
            if ((left && j->now < left + AGAIN_CYC) || !has_room(j, p, a)) {
                a->able = 0;
                continue;
            }
            if (!a->able)
                a->able = j->now;
            if (!a->granted)
                a->granted = j->now;
        }
}

/* A header has left an output: what was granted before counts no more. */
static void head_left(struct tn_ape_router_judge *j, unsigned o)
{
    j->out[o].left = j->now;
    for (unsigned n = 0; n < j->ins; n++)
        for (unsigned k = j->in[n].out; k != j->in[n].in; k++) {
            struct ape_router_parcel *a = ape_router_of(&j->in[n], k);
            if (a->way.out == o && !a->began)
                a->granted = a->able = 0;
        }
}

/* The next word of the packet that an output sends. Returns whether it is right. */
static bool body(struct tn_ape_router_judge *j, unsigned o, const struct ape_router_input *i,
                 const struct ape_router_parcel *k, const struct tn_ape_beat *b)
{
    const uint8_t *due = i->word[(k->base + k->gone) % KEPT];
    if (!tn_scope_judge(&j->out[o].scope, R_FLOW_1, k->gone < k->shown, "a word that came in",
                        "output %u: one more", o))
        return false;
    return tn_scope_judge(
        &j->out[o].scope, R_FLOW_1, memcmp(due, b->word, APE_WORD) == 0, "the word that came in",
        "output %u word %u: %02x%02x..%02x%02x, not %02x%02x..%02x%02x", o, k->gone, b->word[0],
        b->word[1], b->word[14], b->word[15], due[0], due[1], due[14], due[15]);
}

static void packet_left(struct tn_ape_router_judge *j, unsigned o, struct ape_router_input *i,
                        struct ape_router_parcel *k)
{
    if (k->steady)
        tn_scope_remark(&j->out[o].scope, R_RATE_1, j->now - k->began + 1 == k->words,
                        "one word a cycle", "output %u: %u cycles for %u words", o,
                        (unsigned)(j->now - k->began + 1), k->words);
    j->reg[APR_OUT + o]++;
    j->out[o].from = -1;
    j->out[o].free = j->now;
    ended(j, i, k);
}

static void output(struct tn_ape_router_judge *j, unsigned o, const struct tn_ape_beat *b,
                   unsigned vc)
{
    struct ape_router_output *out = &j->out[o];
    const bool held = out->was.valid && !out->was.ready;
    if (held)
        tn_scope_judge(&out->scope, R_HSK_1,
                       b->valid && b->head == out->was.head && b->last == out->was.last &&
                           memcmp(b->word, out->was.word, APE_WORD) == 0,
                       "the word until it is taken", "output %u: another, or none", o);
    out->was = *b;
    struct ape_router_input *i = out->from < 0 ? NULL : &j->in[out->from];
    struct ape_router_parcel *k = i ? ape_router_of(i, out->number) : NULL;
    if (k && !b->ready)
        k->steady = false;
    if (!b->valid || !tn_scope_is_open(&out->scope))
        return;
    if (!held) {
        if (!tn_scope_judge(&out->scope, R_FLOW_1, b->head == !k, "header first, once",
                            "output %u: head %d", o, b->head))
            return;
        if (!k)
            k = ape_router_header(j, o, b, vc);
        else if (!body(j, o, i, k, b))
            return;
        if (!k)
            return;
        i = &j->in[out->from];
        if (!b->ready)
            k->steady = false;
        if (!tn_scope_judge(&out->scope, R_FLOW_1, b->last == (k->gone + 1 == k->words),
                            "last word where it stands", "output %u word %u of %u", o, k->gone,
                            k->words))
            return;
    }
    if (!b->ready)
        return;
    if (k->gone++ == 0)
        head_left(j, o);
    if (k->gone == k->words)
        packet_left(j, o, i, k);
}

/* Registers. */

static uint32_t writable(const struct tn_ape_router_judge *j, unsigned r)
{
    switch (r) {
    case APR_COORD_ME:
        return 0xffff;
    case APR_LATTICE_SIZE:
        return 0x3f3f7f;
    case APR_DIM_ORDER:
        return 0x3f;
    case APR_ARB:
        return 1;
    case APR_HOP_LIMIT:
        return 0x3ff;
    case APR_PORT_EN:
        return (1u << j->config.link_n) - 1;
    default:
        return 0;
    }
}

static void registers(struct tn_ape_router_judge *j, const struct tn_ape_router_pins *p)
{
    const unsigned r = j->read_addr / 4, w = p->reg_addr / 4;
    const uint32_t due = r < APR_REGS ? j->reg[r] : 0;
    const bool counter = r >= APR_OOL && r<APR_REGS, rest = j->now> j->busy_at + REST_CYC;
    if (j->reading && (rest || !counter) && j->now > j->wrote_at + 2)
        tn_scope_remark(&j->all, R_REG_1, p->reg_rdata == due, "the value of section 4",
                        "word %u reads %08x, not %08x", r, p->reg_rdata, due);
    if (j->now > j->wrote_at + REST_CYC)
        tn_scope_remark(
            &j->all, R_REG_1,
            p->cfg_coord == j->reg[APR_COORD_ME] && p->cfg_lattice == j->reg[APR_LATTICE_SIZE],
            "cfg_coord and cfg_lattice as written", "%04x and %06x", p->cfg_coord, p->cfg_lattice);
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (!p->reg_wr || w >= APR_REGS || !writable(j, w))
        return;
    j->reg[w] = p->reg_wdata & writable(j, w);
    j->wrote_at = j->now;
}

static void reset(struct tn_ape_router_judge *j)
{
    memset(j->reg, 0, sizeof j->reg);
    j->reg[APR_VERSION] = VERSION;
    j->reg[APR_COORD_ME] = j->config.coord;
    j->reg[APR_LATTICE_SIZE] = j->config.lattice;
    j->reg[APR_DIM_ORDER] = 6;
    j->reg[APR_ARB] = 1;
    j->reg[APR_HOP_LIMIT] = 0x3ff;
    j->reg[APR_PORT_EN] = writable(j, APR_PORT_EN);
    tn_scope_open(&j->all, &j->judge, NULL);
    for (unsigned n = 0; n < j->ins; n++) {
        j->in[n].in = j->in[n].out = 0;
        j->in[n].words = 0;
        j->in[n].was.valid = false;
    }
    for (unsigned o = 0; o < j->outs; o++) {
        j->out[o] = (struct ape_router_output){.from = -1, .last = -1};
        tn_scope_open(&j->out[o].scope, &j->judge, &j->all);
    }
    j->reading = false;
    j->wrote_at = 0;
}

void tn_ape_router_judge_cycle(struct tn_ape_router_judge *j, const struct tn_ape_router_pins *p,
                               uint64_t cycle)
{
    j->now = j->judge.cycle = cycle;
    if (p->rst) {
        reset(j);
        j->reset_seen = true;
        return;
    }
    if (!j->reset_seen)
        return;
    for (unsigned n = 0; n < j->ins; n++)
        input(j, n, &p->in[n]);
    may_grant(j, p);
    for (unsigned o = 0; o < j->outs; o++)
        output(j, o, &p->out[o], ape_router_is_link(j, o) ? 0 : p->out_vc[o - j->config.link_n]);
    if (!tn_ape_router_judge_idle(j))
        j->busy_at = cycle;
    registers(j, p);
}

bool tn_ape_router_judge_idle(const struct tn_ape_router_judge *j)
{
    for (unsigned n = 0; n < j->ins; n++)
        if (j->in[n].in != j->in[n].out)
            return false;
    return true;
}

void tn_ape_router_judge_finish(struct tn_ape_router_judge *j)
{
    for (unsigned n = 0; n < j->ins; n++)
        for (unsigned k = j->in[n].out; k != j->in[n].in; k++) {
            const struct ape_router_parcel *p = ape_router_of(&j->in[n], k);
            if (p->done)
                continue;
            tn_scope_judge(&j->out[p->way.out].scope, R_FLOW_1, false, "each packet",
                           "input %u: one never came out at %u", n, p->way.out);
        }
}
