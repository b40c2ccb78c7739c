/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_rdma.def the packets, writes and accesses of the RDMA receiver fall into. The
 * cause that obs_rx shows is believed: whether it is right is the suites' business.
 */
#include "cover.h"
#include "cover_port.h"
#include "cover_rx.h"

#include <tn/exanet/exa_rdma_rx.h>

#include <string.h>

enum kind { DATA, CONTROL, MESSAGE, NOTIFICATION, ANOTHER };
enum {
    FCRC,
    FLOW,
    UNEXP,
    PCRC,
    DUP,
    DECODE,
    PROT,
    NOCTX,
    TAKEN,
    STALE,
    DONE,
    MISMATCH,
    CTLDUP,
    CAUSES
};

/* The causes with a footer by their numbers (section 4), and FLOW. */
static unsigned cause_of(unsigned shown)
{
    return shown >= 6 && shown <= 8 ? shown - 6 : shown >= 10 && shown <= 19 ? shown - 7 : CAUSES;
}

static enum kind kind_of(const struct exa_packet *k)
{
    if (k->type == EXA_NOTIFY)
        return NOTIFICATION;
    if (exa_is_message(k))
        return k->type == EXA_WRITE || k->type == EXA_READ_REQ ? MESSAGE : ANOTHER;
    return k->type == EXA_WRITE ? DATA : k->type == EXA_DMA_CTL ? CONTROL : ANOTHER;
}

/* Says whether a packet of that kind can have that cause. */
static bool can_be(unsigned cause, unsigned kind)
{
    const bool of_context = kind == DATA || kind == CONTROL;
    switch (cause) {
    case FCRC:
        return true;
    case FLOW:
    case UNEXP:
        return kind == ANOTHER;
    case PCRC:
    case DECODE:
    case PROT:
    case TAKEN:
        return kind != ANOTHER;
    case DUP:
        return kind == MESSAGE;
    case CTLDUP:
        return kind == CONTROL;
    default:
        return of_context;
    }
}

#define COVER_DEF "../exanet/model/cover_rdma.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exv_cover_plan = COVER_PLAN;

enum { DEBUG_PAGE, KERNEL_PAGE, NO_PAGE };
enum {
    DEBUG_END = 0x4000,
    KERNEL = 0x40000,
    KERNEL_END = 0x41000,
    NACKS = 0x40490,
    B_LATE = 0x404b4,
    CONTEXT = 0x40,
    HELD = 128
};

struct rdma_cover {
    struct tn_exa_cover c;
    struct exa_cover_port port;
    struct exa_cover_turns turns;
    struct exa_cover_rx rx;
    struct exa_packet whole[HELD]; /* packets whose cause was not seen yet */
    unsigned wholes;
};

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct rdma_cover *m = (struct rdma_cover *)c;
    (void)own;
    exa_cover_rx_reset(&m->rx);
    m->wholes = 0;
    memset(&m->port, 0, sizeof m->port);
    memset(&m->turns, 0, sizeof m->turns);
}

static unsigned region_of(uint32_t addr)
{
    return addr < DEBUG_END                      ? DEBUG_PAGE
           : addr >= KERNEL && addr < KERNEL_END ? KERNEL_PAGE
                                                 : NO_PAGE;
}

static void answered(void *ctx, bool write, uint32_t addr, unsigned resp)
{
    struct rdma_cover *m = ctx;
    HIT(&m->c, ACCESS, write, region_of(addr), resp);
}

static void wrote(void *ctx, uint32_t addr, unsigned n, unsigned size, const uint8_t lanes[16])
{
    (void)ctx, (void)addr, (void)n, (void)size, (void)lanes;
}

static void register_read(void *ctx, uint32_t addr, uint32_t v)
{
    struct rdma_cover *m = ctx;
    if (region_of(addr) == DEBUG_PAGE && addr % CONTEXT == 0 && v >> 30 < 3)
        HIT(&m->c, CONTEXTS, v >> 30, v >> 30 && v >> 29 & 1);
    COVER_BANKS(&m->c, addr, v, KERNEL, KERNEL + 0x20);
    if (addr >= NACKS && addr <= B_LATE && v)
        HIT(&m->c, COUNTERS, (addr - NACKS) / 4);
}

static void axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    static const struct exa_cover_port_ops ops = {answered, wrote, register_read};
    exa_cover_port(&((struct rdma_cover *)c)->port, seen, &ops, c);
}

static void memory(struct tn_exa_cover *c, const struct tn_axi_seen *s)
{
    static const unsigned most[] = {1, 15};
    struct rdma_cover *m = (struct rdma_cover *)c;
    if (s->rst || !s->valid || !s->ready)
        return;
    if (s->channel == TN_AXI_CH_AW) {
        exa_cover_asked(&m->turns, s->word[2] & 7);
        HIT(c, WRITES, CLASS_OF(most, (s->word[3] & 255) + 1));
        HIT(c, BANKS, s->word[2] & 7);
    } else if (s->channel == TN_AXI_CH_B) {
        HIT(c, ANSWERS, exa_cover_resp(s), exa_cover_passes(&m->turns, s->word[4] & 7, true));
    }
}

static void sent(struct tn_exa_cover *c, const struct tn_exa_word *w, uint32_t waited)
{
    static const uint8_t code[16] = {0, 1, 2, 3, 4, UINT8_MAX, UINT8_MAX, 5};
    struct exa_packet k;
    if (w->kind != TN_EXA_HDR || !tn_exa_word_header(w->data, &k))
        return;
    HIT(c, SENT, k.type != EXA_ACK, waited > 0);
    if (k.type == EXA_ACK && k.code < 8 && code[k.code] != UINT8_MAX)
        HIT(c, ANSWERED, code[k.code], exa_peripheral(k.addr) == EXA_P_PACKETIZER);
}

static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    struct rdma_cover *m = (struct rdma_cover *)c;
    (void)port;
    if (!in) {
        sent(c, w, waited);
        return;
    }
    const unsigned shown = exa_cover_rx(&m->rx, w);
    for (unsigned early = 1; early <= 5; early++)
        if (shown >> early & 1)
            HIT(c, EARLY, early - 1);
    if (shown & EXA_COVER_WHOLE && m->wholes < HELD)
        m->whole[m->wholes++] = m->rx.packet;
}

/* Says whether a packet is the next to have that cause: the causes of headers alone may pass those of footers, and a
 * footer with a wrong CRC is never UNEXP. */
static bool is_its_turn(const struct exa_packet *k, unsigned cause)
{
    const bool alone = exa_form(k) == EXA_H;
    if (cause == FLOW)
        return k->type == EXA_FLOW_RATE;
    if (cause == UNEXP)
        return kind_of(k) == ANOTHER && k->type != EXA_FLOW_RATE && (alone || k->ftr_crc == exa_want_ftr_crc(k));
    return !alone;
}

static void cause(struct tn_exa_cover *c, unsigned shown)
{
    static const unsigned most[] = {16, 255};
    struct rdma_cover *m = (struct rdma_cover *)c;
    const unsigned at = cause_of(shown);
    unsigned i = 0;
    while (i < m->wholes && !is_its_turn(&m->whole[i], at))
        i++;
    if (at == CAUSES || i == m->wholes)
        return;
    const struct exa_packet k = m->whole[i];
    m->wholes--;
    memmove(&m->whole[i], &m->whole[i + 1], (m->wholes - i) * sizeof *m->whole);
    if (!can_be(at, kind_of(&k)))
        return; /* of two causes in one cycle the order does not show */
    HIT(c, JUDGED, at, kind_of(&k));
    if (at == TAKEN && kind_of(&k) == DATA)
        HIT(c, DATA, k.first + 2u * k.last, CLASS_OF(most, k.size));
}

static const struct exa_cover_ops ops = {
    .reset = reset, .word = word, .cause = cause, .axi = axi, .memory = memory};

struct tn_exa_cover *tn_exv_cover_new(void)
{
    struct tn_exa_cover *c = exa_cover_new(sizeof(struct rdma_cover), &ops, &tn_exv_cover_plan);
    if (c)
        reset(c, 0);
    return c;
}
