/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover.def the pins of a lane's end fall into.
 */
#include <tn/cluster/cl_cover.h>
#include <tn/cluster/cluster.h>

#include <string.h>

enum { SHORT, LONG, LEN, ERR, CRC, PRIO_3, LINK_HEAD, EXPECTED, AHEAD, BEHIND, OWN, CANNOT, ASIDE };
enum { DROP_CRC = 3, DROP_PRIO, DROP_LINK };
enum { W_SENT, W_RECEIVED };
enum { L_64 = 2, L_NACK, L_X = 5 };
enum { GAP = 4, KEPT = CL_WORDS_MAX + 1 };

static bool writable(unsigned r)
{
    return r == CLL_LINK_TMO || r == CLL_LIMITS;
}

#define COVER_DEF "../cluster/cl_link/cover.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_cl_link_cover_plan = COVER_PLAN;

struct run {
    unsigned n;
    bool err;
    uint16_t word[KEPT];
};

struct tn_cl_link_cover {
    struct tn_cover *counts;
    struct tn_cl_link_config par;
    struct run in, out, s;  /* under way: on the lines, and at s */
    bool up, synced, wrong; /* up as it was; wrong: a run was not taken since the last packet */
    unsigned commas;        /* in a row on wire_tx, before the run under way */
    uint32_t taken;         /* packets taken */
    uint32_t given, fresh, next, acked; /* packets accepted, sent as new, sent next, acknowledged */
    uint32_t begun[CL_PRIOS];           /* whose first word was taken, less those dropped */
    uint8_t freed[CL_PRIOS];
    bool nack; /* one came since the last going back */
    unsigned tries;
    uint32_t limits;
};

struct tn_cl_link_cover *tn_cl_link_cover_new(const struct tn_cl_link_config *par)
{
    struct tn_cl_link_cover *c = tn_cover_state_new(&tn_cl_link_cover_plan, sizeof *c);
    if (c)
        c->par = *par;
    return c;
}

static void add(struct run *r, uint16_t word, bool err)
{
    r->err |= err;
    r->word[r->n < KEPT ? r->n : KEPT - 1] = word;
    r->n++;
}

/* What is wrong with a run; EXPECTED: nothing. */
static unsigned fault(const struct run *r, const struct cl_header *h)
{
    return r->n < CL_WORDS_MIN                                      ? SHORT
           : r->n > CL_WORDS_MAX                                    ? LONG
           : h->len + 3u != r->n                                    ? LEN
           : r->err                                                 ? ERR
           : !cl_crc_right(r->word, r->n)                           ? CRC
           : h->type == TN_cl_hdr_type_LINK && !cl_is_link(r->word) ? LINK_HEAD
           : h->type != TN_cl_hdr_type_LINK && h->prio >= CL_PRIOS  ? PRIO_3
                                                                    : EXPECTED;
}

static unsigned length(unsigned n)
{
    return n == CL_WORDS_MIN ? 0 : n < CL_WORDS_MAX ? 1 : 2;
}

/* The class of a number of packets: none, 1, less than a window, a window. */
static unsigned some(uint32_t n)
{
    return n < 2 ? n : n < CL_WINDOW ? 2 : 3;
}

/* A good link packet came. Returns its class. */
static unsigned heard(struct tn_cl_link_cover *c, const uint16_t *payload)
{
    struct cl_ctl k;
    cl_ctl_get(payload, &k);
    if (k.plane != c->par.plane) {
        HIT(c, SIDES, 1, k.nack);
        return ASIDE;
    }
    const uint32_t ahead = (k.ack + 1u - c->acked) % CL_SEQS;
    bool cannot = ahead > c->fresh - c->acked;
    for (unsigned i = 0; i < CL_PRIOS; i++)
        cannot |= (uint8_t)(k.freed[i] - c->freed[i]) > (uint8_t)(c->begun[i] - c->freed[i]);
    if (cannot)
        return CANNOT;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        const uint8_t n = (uint8_t)(k.freed[i] - c->freed[i]);
        HIT(c, CREDITS, i, n < 2 ? n : 2);
        c->freed[i] = k.freed[i];
    }
    c->acked += ahead;
    c->tries = ahead ? 0 : c->tries;
    c->nack |= k.nack;
    return OWN;
}

static void came(struct tn_cl_link_cover *c)
{
    struct cl_header h;
    cl_header_get(c->in.word, &h);
    const unsigned ahead = (h.seq - c->taken) % CL_SEQS;
    unsigned is = fault(&c->in, &h);
    if (is == EXPECTED && h.type == TN_cl_hdr_type_LINK)
        is = heard(c, c->in.word + 2);
    else if (is == EXPECTED && ahead)
        is = ahead < CL_SEQS / 2 ? AHEAD : BEHIND;
    HIT(c, RUNS, is, c->wrong);
    c->wrong = (c->wrong || is < EXPECTED || is == AHEAD) && is != EXPECTED;
    if (is != EXPECTED)
        return;
    HIT(c, PACKETS, W_RECEIVED, h.prio, length(c->in.n));
    c->taken++;
}

/* A packet's run has ended on the line. */
static void sent(struct tn_cl_link_cover *c, const struct cl_header *h)
{
    const uint32_t n = c->fresh - ((c->fresh - h->seq) % CL_SEQS);
    if (h->prio < CL_PRIOS)
        HIT(c, PACKETS, W_SENT, h->prio, length(c->out.n));
    if (n < c->fresh && n != c->next) {
        HIT(c, BACKS, !c->nack, some(c->fresh - n) - 1);
        HIT(c, TRIES, c->tries == 0 ? 0 : c->tries < 15 ? 1 : 2);
        c->tries++;
        c->nack = false;
    }
    c->fresh += n == c->fresh;
    c->next = n + 1;
}

static void line(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    struct cl_header h;
    struct cl_ctl k;
    if (!p->wire_tx_k) {
        add(&c->out, p->wire_tx_data, false);
        return;
    }
    if (!c->out.n) {
        c->commas++;
        return;
    }
    cl_header_get(c->out.word, &h);
    if (h.type == TN_cl_hdr_type_LINK) {
        cl_ctl_get(c->out.word + 2, &k);
        const bool idle = c->commas > GAP;
        if (k.plane != c->par.plane)
            HIT(c, LINKS, L_X + idle);
        else if (k.nack)
            HIT(c, LINKS, L_NACK + idle);
        else
            HIT(c, LINKS, c->commas >= CL_IDLE_MAX ? L_64 : idle);
    } else {
        sent(c, &h);
    }
    c->out.n = 0;
    c->commas = 1;
}

/* Why a packet may not begin. */
static void closed(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    unsigned n = 0, out[CL_PRIOS];
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        out[i] = (uint8_t)(c->begun[i] - c->freed[i]);
        n += c->begun[i];
    }
    if (!c->up || (p->s_ok & 4))
        return;
    if (n - c->acked >= CL_WINDOW)
        HIT(c, CLOSED, 0);
    else if (out[0] + out[1] + out[2] >= (c->limits & 15))
        HIT(c, CLOSED, 1);
    else if (out[1] + out[2] >= (c->limits >> 8 & 15))
        HIT(c, CLOSED, 2);
    else if (out[2] >= (c->limits >> 16 & 15))
        HIT(c, CLOSED, 3);
}

static void source(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    struct cl_header h;
    closed(c, p);
    if (!p->s_valid || !p->s_ready)
        return;
    add(&c->s, p->s_data, false);
    cl_header_get(c->s.word, &h);
    const unsigned prio = h.prio < CL_PRIOS ? h.prio : CL_PRIOS - 1;
    c->begun[prio] += c->s.n == 1;
    if (!p->s_last)
        return;
    const unsigned is = fault(&c->s, &h);
    c->s.n = 0;
    if (is == EXPECTED && h.type != TN_cl_hdr_type_LINK) {
        c->given++;
        return;
    }
    c->begun[prio]--;
    HIT(c, SOURCE, is < ERR ? is : is == CRC ? DROP_CRC : is == PRIO_3 ? DROP_PRIO : DROP_LINK);
}

static void drain(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    if (c->up && !p->up)
        HIT(c, FALLS, c->tries >= 16, c->out.n != 0, c->s.n != 0);
    c->up = p->up;
    if (p->d_go && !p->up) {
        const uint32_t named = (p->d_ack + 1u - c->acked) % CL_SEQS, had = c->given - c->acked;
        const bool names = named && named <= had;
        HIT(c, DRAINS, some(names ? had - named : had), !names);
    }
}

static void registers(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    const unsigned r = p->reg_addr / 4 <= CLL_OUT ? p->reg_addr / 4 : CLL_OUT + 1u;
    if (p->reg_rd)
        HIT(c, ACCESSES, 0, r);
    if (!p->reg_wr || !writable(r))
        return;
    HIT(c, ACCESSES, 1, r);
    if (r == CLL_LIMITS)
        c->limits = p->reg_wdata;
}

void tn_cl_link_cover_cycle(struct tn_cl_link_cover *c, const struct tn_cl_link_pins *p)
{
    if (p->rst) {
        const struct tn_cl_link_cover was = *c;
        memset(c, 0, sizeof *c);
        c->counts = was.counts;
        c->par = was.par;
        c->limits = 0x80c0e;
        return;
    }
    source(c, p);
    line(c, p);
    drain(c, p);
    if (p->x_valid && p->x_ready)
        HIT(c, SIDES, 0, p->x_nack);
    registers(c, p);
    if (!p->wire_rx_k) {
        add(&c->in, p->wire_rx_data, p->wire_rx_err);
        return;
    }
    if (c->in.n && c->synced && c->up)
        came(c);
    c->synced = true;
    c->in.n = 0;
    c->in.err = false;
}
