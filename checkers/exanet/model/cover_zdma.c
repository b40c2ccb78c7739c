/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_zdma.def the accesses, packets and answers of loads and stores to other nodes fall into.
 */
#include "cover.h"
#include "cover_port.h"

#include <tn/exanet/exa_axi.h>

#include <string.h>

#define COVER_DEF "../exanet/model/cover_zdma.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exz_cover_plan = COVER_PLAN;

enum { STORE, LOAD, LINE, ANSWER, SLOTS = 6, BANKS = 0x40040, BANK_LEVELS = 0x40080 };

struct axi_cover {
    struct tn_exa_cover c;
    struct exa_cover_port port;
    struct tn_exa_word head; /* of the request that is leaving */
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    (void)own;
    memset(&((struct axi_cover *)c)->port, 0, sizeof(struct exa_cover_port));
    memset(&((struct axi_cover *)c)->head, 0, sizeof(struct tn_exa_word));
}

static void answered(void *ctx, bool write, uint32_t addr, unsigned resp)
{
    (void)addr;
    HIT(&((struct axi_cover *)ctx)->c, REGISTERS, write, resp);
}

static void wrote(void *ctx, uint32_t addr, unsigned n, unsigned size, const uint8_t lanes[16])
{
    (void)ctx, (void)addr, (void)n, (void)size, (void)lanes;
}

static void register_read(void *ctx, uint32_t addr, uint32_t v)
{
    COVER_BANKS(&((struct axi_cover *)ctx)->c, addr, v, BANKS, BANK_LEVELS);
}

static void axi(struct tn_exa_cover *c, const struct tn_axi_seen *s)
{
    static const struct exa_cover_port_ops ops = {answered, wrote, register_read};
    exa_cover_port(&((struct axi_cover *)c)->port, s, &ops, c);
}

static void window(struct tn_exa_cover *c, const struct tn_axi_seen *s)
{
    if (!s->rst && s->valid && s->ready && (s->channel == TN_AXI_CH_B || s->channel == TN_AXI_CH_R))
        HIT(c, ENDS, s->channel == TN_AXI_CH_B, exa_cover_resp(s));
}

static void memory(struct tn_exa_cover *c, const struct tn_axi_seen *s)
{
    if (!s->rst && s->valid && s->ready && (s->channel == TN_AXI_CH_B || s->channel == TN_AXI_CH_R))
        HIT(c, MEMORY, s->channel == TN_AXI_CH_B, exa_cover_resp(s));
}

/* The code of an answer that leaves, by its place on the axis. */
static void code(struct tn_exa_cover *c, unsigned sent)
{
    static const unsigned codes[] = {0, 1, 3, 4, 7};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == sent)
            HIT(c, CODES, i);
}

static void leaves(struct axi_cover *m, const struct exa_packet *k, bool waited)
{
    static const unsigned most[] = {1, 15, 16, 63};
    struct tn_exa_cover *c = &m->c;
    const unsigned kind = k->type == EXA_ZWRITE ? STORE : k->type == EXA_ZREAD_REQ ? LOAD : k->type == EXA_ZREAD_RSP ? LINE : ANSWER;
    HIT(c, OUT, kind, waited);
    if (kind == STORE) {
        HIT(c, STORES, CLASS_OF(most, k->size));
        HIT(c, LANES, k->addr % EXA_WORD);
    } else if (kind == ANSWER) {
        code(c, k->code);
    }
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w, uint32_t waited)
{
    struct axi_cover *m = (struct axi_cover *)c;
    struct exa_packet k;
    (void)port;
    if (w->kind == TN_EXA_HDR && tn_exa_word_header(w->data, &k)) {
        if (in && k.type == EXA_ACK)
            HIT(c, ANSWERS, k.code == 0 ? 0 : k.code == 4 ? 1 : 2);
        if (in && k.type == EXA_ZREAD_RSP)
            HIT(c, ANSWERS, 3);
        m->head = in ? m->head : *w;
        if (!in)
            leaves(m, &k, waited > 0);
    } else if (!in && w->kind == TN_EXA_FTR) {
        const struct tn_exa_word ends[2] = {m->head, *w};
        tn_exa_words_decode(ends, 2, &k);
        if ((k.type == EXA_ZWRITE || k.type == EXA_ZREAD_REQ) && k.tid < SLOTS)
            HIT(c, SLOTS, k.type == EXA_ZWRITE ? STORE : LOAD, k.tid);
    }
}

static void cause(struct tn_exa_cover *c, unsigned shown)
{
    if (shown >= 1 && shown <= 15)
        HIT(c, CAUSES, shown - 1);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word, .cause = cause, .axi = axi, .memory = memory, .window = window};

struct tn_exa_cover *tn_exz_cover_new(void)
{
    return exa_cover_new(sizeof(struct axi_cover), &ops, &tn_exz_cover_plan);
}
