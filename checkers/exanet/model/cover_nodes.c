/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_nodes.def two nodes with RDMA engines fall into.
 */
#include "cover_switch.h"

#include <string.h>

enum { NODES = 2, PORTS = TN_EXA_XBAR_PORTS, BLOCKS = 6, ATTEMPTS = 16, LATEST = 2 };
enum type { DATA, CONTROL, NOTIFICATION, RESPONSE, READ_REQUEST, MESSAGE_ACK, TYPES };
enum cause { FCRC, PCRC, PROT, TAKEN, DONE, CAUSES };
enum { BLOCK_AT = 20, BLOCK_MASK = 7, REGISTERS = 5, RESP_AT = 16, BANKS = 3, SLVERR = 2 };

#define COVER_DEF "../exanet/model/cover_nodes.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exa_nodes_cover_plan = COVER_PLAN;

struct nodes_cover {
    struct tn_exa_cover c;
    struct exa_cover_leaving out[NODES][BLOCKS];
};

static enum type type_of(const struct exa_packet *k)
{
    switch (k->type) {
    case EXA_WRITE:
        return exa_is_message(k) ? TYPES : DATA;
    case EXA_DMA_CTL:
        return CONTROL;
    case EXA_NOTIFY:
        return NOTIFICATION;
    case EXA_ACK:
        return exa_is_message(k) ? MESSAGE_ACK : RESPONSE;
    default:
        return k->type == EXA_READ_REQ ? READ_REQUEST : TYPES;
    }
}

static unsigned attempt_of(const struct exa_packet *k)
{
    const unsigned attempt = k->seq % ATTEMPTS;
    return attempt < LATEST ? attempt : LATEST;
}

static void hit_arrived(struct tn_exa_cover *c, unsigned node, const struct exa_packet *k)
{
    static const unsigned most[] = {16, 255};
    static const unsigned codes[] = {0, 1, 3, 7};
    const enum type type = type_of(k);
    if (type == TYPES)
        return;
    HIT(c, ARRIVED, type, node);
    if (type <= CONTROL)
        HIT(c, FROM, type, k->src.fpga == k->dst.fpga);
    if (type == DATA) {
        HIT(c, ATTEMPTS, attempt_of(k), node);
        HIT(c, PACKETS, k->first | (unsigned)k->last << 1, CLASS_OF(most, k->size));
        if (k->last)
            HIT(c, NOTIFY, k->notify, node);
    }
    for (unsigned i = 0; type == RESPONSE && i < sizeof codes / sizeof *codes; i++)
        if (k->code == codes[i])
            HIT(c, CODES, i, attempt_of(k));
}

/* port: 16 times the FPGA, and the switch's. */
static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w, uint32_t waited)
{
    struct nodes_cover *m = (struct nodes_cover *)c;
    const unsigned node = port / PORTS, at = port % PORTS;
    struct exa_packet k;
    (void)waited; /* how long words wait is the switch's plan */
    if (!in && node < NODES && at < BLOCKS && exa_cover_leaves(&m->out[node][at], w, &k))
        hit_arrived(c, node, &k);
}

/* The causes of a receiver, by their numbers on its page. */
static void cause(struct tn_exa_cover *c, unsigned number)
{
    static const unsigned numbers[CAUSES] = {6, 10, 13, 15, 17};
    for (unsigned i = 0; i < CAUSES; i++)
        if (numbers[i] == number)
            HIT(c, CAUSES, i);
}

static void axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    const unsigned block = seen->word[0] >> BLOCK_AT & BLOCK_MASK;
    if ((seen->channel == TN_AXI_CH_AW || seen->channel == TN_AXI_CH_AR) && seen->valid && seen->ready && block < REGISTERS)
        HIT(c, REGISTERS, seen->channel == TN_AXI_CH_AW, block);
}

static void memory(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    const bool asks = seen->channel == TN_AXI_CH_AW || seen->channel == TN_AXI_CH_AR;
    const bool answers = seen->channel == TN_AXI_CH_B || seen->channel == TN_AXI_CH_R;
    const unsigned write = seen->channel == TN_AXI_CH_AW || seen->channel == TN_AXI_CH_B;
    if (!seen->valid || !seen->ready)
        return;
    if (asks && (seen->word[2] & BLOCK_MASK) < BANKS)
        HIT(c, BANKS, write, seen->word[2] & BLOCK_MASK);
    if (answers && (seen->word[4] >> RESP_AT & 3) % SLVERR == 0)
        HIT(c, MEMORY, write, (seen->word[4] >> RESP_AT & 3) == SLVERR);
}

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct nodes_cover *m = (struct nodes_cover *)c;
    (void)own;
    memset(m->out, 0, sizeof m->out);
}

static const struct exa_cover_ops ops = {.reset = reset, .word = word, .cause = cause, .axi = axi, .memory = memory};

struct tn_exa_cover *tn_exa_nodes_cover_new(void)
{
    struct nodes_cover *m = exa_cover_new(sizeof *m, &ops, &tn_exa_nodes_cover_plan);
    return m ? &m->c : NULL;
}
