/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_dma.def the sender's accesses, reads and packets fall into.
 */
#include "cover.h"
#include "cover_port.h"

#include <tn/exanet/exa_dma.h>

#include <string.h>

#define COVER_DEF "../exanet/model/cover_dma.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_exd_cover_plan = COVER_PLAN;

enum { DESCRIPTORS, MESSAGES, KERNEL, NO_PAGE };
enum {
    REGION = 0x8000,
    REGION_BYTES = 0x4000,
    PAGE_40 = 0x40000,
    PAGE_41 = 0x41000,
    FAULT_LO = 0x40410,
    COUNTERS = 0x40440
};

struct dma_cover {
    struct tn_exa_cover c;
    struct exa_cover_port port;
    struct exa_cover_turns turns;
    struct tn_exa_word head[TN_EXD_OUTS]; /* of the packets that are leaving */
};

/* Regions of the default parameters of the bench: three outputs, 1024 descriptors. */
static unsigned region_of(uint32_t addr)
{
    if (addr < REGION)
        return DESCRIPTORS;
    if (addr < 4 * REGION && addr % REGION < REGION_BYTES)
        return MESSAGES;
    return addr >= PAGE_40 && addr < PAGE_41 ? KERNEL : NO_PAGE;
}

static void reset(struct tn_exa_cover *c, uint32_t own)
{
    struct dma_cover *m = (struct dma_cover *)c;
    (void)own;
    memset(&m->port, 0, sizeof m->port);
    memset(&m->turns, 0, sizeof m->turns);
}

static void answered(void *ctx, bool write, uint32_t addr, unsigned resp)
{
    struct dma_cover *m = ctx;
    HIT(&m->c, ACCESS, write, region_of(addr), resp);
}

static void wrote(void *ctx, uint32_t addr, unsigned n, unsigned size, const uint8_t lanes[16])
{
    struct dma_cover *m = ctx;
    const uint32_t at = addr / TN_EXD_DESC * TN_EXD_DESC + TN_EXD_CONTROL;
    const bool covered = addr <= at && at < addr + n;
    if (region_of(addr) == DESCRIPTORS)
        HIT(&m->c, WRITES, size, covered ? 1u + (lanes[at % 16] >> 7) : 0);
}

static void register_read(void *ctx, uint32_t addr, uint32_t v)
{
    struct dma_cover *m = ctx;
    static const uint8_t of_counter[] = {0, 1, 2, 3, 4, UINT8_MAX, 5};
    if (region_of(addr) == DESCRIPTORS && addr % TN_EXD_DESC == 20)
        HIT(&m->c, STATUS, v >> 31 ? 1 : v >> 25 & 1 ? 2 : v >> 28 & 1 ? 3 : 0);
    COVER_BANKS(&m->c, addr, v, PAGE_40, PAGE_40 + 0x20);
    if (addr == FAULT_LO)
        HIT(&m->c, FAULTS, v >> 31 ? v >> 10 & 3 : 0);
    if (addr >= COUNTERS && addr < COUNTERS + 4 * sizeof of_counter && v &&
        of_counter[(addr - COUNTERS) / 4] != UINT8_MAX)
        HIT(&m->c, COUNTERS, of_counter[(addr - COUNTERS) / 4]);
}

static void axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen)
{
    static const struct exa_cover_port_ops ops = {answered, wrote, register_read};
    exa_cover_port(&((struct dma_cover *)c)->port, seen, &ops, c);
}

static void memory(struct tn_exa_cover *c, const struct tn_axi_seen *s)
{
    static const unsigned most[] = {1, 15, 16};
    struct dma_cover *m = (struct dma_cover *)c;
    if (s->rst || !s->valid || !s->ready)
        return;
    if (s->channel == TN_AXI_CH_AR) {
        exa_cover_asked(&m->turns, s->word[2] & 7);
        HIT(c, READS, CLASS_OF(most, (s->word[3] & 255) + 1));
        HIT(c, BANKS, s->word[2] & 7);
    } else if (s->channel == TN_AXI_CH_R) {
        HIT(c, ANSWERS, exa_cover_resp(s),
            exa_cover_passes(&m->turns, s->word[4] & 7, s->word[4] >> 18 & 1));
    }
}

/* A header or a footer that leaves. */
static void word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                 uint32_t waited)
{
    static const unsigned most[] = {16, 255};
    struct dma_cover *m = (struct dma_cover *)c;
    struct exa_packet k;
    if (in || port >= 3)
        return;
    if (w->kind == TN_EXA_HDR && tn_exa_word_header(w->data, &k)) {
        m->head[port] = *w;
        HIT(c, OUT, port, k.type != EXA_WRITE, waited > 0);
        if (k.type == EXA_WRITE)
            HIT(c, LANES, k.addr % EXA_WORD);
    } else if (w->kind == TN_EXA_FTR) {
        const struct tn_exa_word ends[2] = {m->head[port], *w};
        tn_exa_words_decode(ends, 2, &k);
        if (k.type == EXA_WRITE)
            HIT(c, PACKETS, k.first + 2u * k.last, CLASS_OF(most, k.size));
    }
}

static void cause(struct tn_exa_cover *c, unsigned shown)
{
    if (shown >= 1 && shown <= 3)
        HIT(c, EVENTS, shown - 1);
}

static const struct exa_cover_ops ops = {
    .reset = reset, .word = word, .cause = cause, .axi = axi, .memory = memory};

struct tn_exa_cover *tn_exd_cover_new(void)
{
    return exa_cover_new(sizeof(struct dma_cover), &ops, &tn_exd_cover_plan);
}
