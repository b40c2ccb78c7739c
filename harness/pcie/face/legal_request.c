/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The requests of legal traffic: memory, I/O, configuration, AtomicOps and messages.
 */
#include "legal.h"

enum { ROOT = 0x0000, PEER = 0x0208, PAGE_DW = 1024, LN = 1 << 17, LOCAL = 4, BY_ID = 2 };
enum { MSI = 0xfee00000, DMWR = 0x1b };

/* What memory requests share. */

/* A Length: often short, at times the limit, in DWs. */
static unsigned length(struct tn_legal *l, unsigned bytes_max)
{
    const unsigned most = bytes_max / 4, how = tn_legal_below(l, 100);
    if (how < 30)
        return 1;
    if (how < 45)
        return 2;
    if (how < 60)
        return 3 + tn_legal_below(l, most - 2 < 30 ? most - 2 : 30);
    return how < 70 ? most : 1 + tn_legal_below(l, most);
}

/* Address and form; the request does not cross its page. */
static void place(struct tn_legal *l, struct tn_tlp *t, enum tn_tlp_kind kind, unsigned dw,
                  unsigned align)
{
    const unsigned how = tn_legal_below(l, 100), room = PAGE_DW - dw;
    const unsigned at = how < 15 ? room : how < 25 ? 0 : tn_legal_below(l, room + 1);
    const uint64_t high =
        tn_legal_chance(l, 40) ? (1 + tn_rng_below(&l->rng, 0xffffffff)) << 32 : 0;
    t->length_dw = (uint16_t)dw;
    t->addr = high | (uint64_t)tn_legal_below(l, 1 << 20) << 12 | 4 * (at & ~(align - 1));
    tn_tlp_set_kind(t, kind, high != 0);
    l->done[TN_LEGAL_FOUR_DW] += high != 0;
    l->done[TN_LEGAL_PAGE_END] += (t->addr & 0xfff) + 4 * dw == 4096;
    l->done[TN_LEGAL_WHOLE_PAGE] += dw == PAGE_DW;
}

static void enables(struct tn_legal *l, struct tn_tlp *t)
{
    static const uint8_t first[] = {15, 14, 12, 8}, last[] = {15, 7, 3, 1};
    if (t->length_dw == 1) {
        t->first_be = (uint8_t)tn_legal_below(l, 16);
        l->done[TN_LEGAL_BE_ANY]++;
    } else if (t->length_dw == 2 && t->addr % 8 == 0) {
        t->first_be = (uint8_t)(1 + tn_legal_below(l, 15));
        t->last_be = (uint8_t)(1 + tn_legal_below(l, 15));
        l->done[TN_LEGAL_BE_TWO]++;
    } else {
        t->first_be = first[tn_legal_below(l, 4)];
        t->last_be = last[tn_legal_below(l, 4)];
        l->done[TN_LEGAL_BE_ENDS] += t->first_be != 15 && t->last_be != 15;
    }
}

/* Traffic Class, attributes, address type. */
static void manner(struct tn_legal *l, struct tn_tlp *t, bool translated)
{
    t->tc = (uint8_t)(tn_legal_chance(l, 30) ? tn_legal_below(l, 8) : 0);
    t->attr = (uint8_t)(tn_legal_chance(l, 50) ? tn_legal_below(l, 8) : 0);
    t->at = translated && tn_legal_chance(l, 15) ? 2 : 0;
    l->done[TN_LEGAL_CLASS] += t->tc != 0;
    l->done[TN_LEGAL_ATTRIBUTES] += t->attr != 0;
    l->done[TN_LEGAL_TRANSLATED] += t->at == 2;
}

/* A steering tag: in the byte enables, or in the tag of a write. */
static void hint(struct tn_legal *l, struct tn_tlp *t)
{
    if (!tn_legal_chance(l, 12))
        return;
    t->th = 1;
    t->ph = (uint8_t)tn_legal_below(l, 4);
    if (t->kind != TN_TLP_MWR) {
        t->first_be = (uint8_t)tn_legal_below(l, 16);
        t->last_be = (uint8_t)tn_legal_below(l, 16);
    }
    l->done[TN_LEGAL_HINT]++;
}

/* Requests that wait for an answer. */

static void refuse(struct tn_legal *l, struct tn_legal_open *o, unsigned pieces, bool retry)
{
    if (!tn_legal_chance(l, retry ? 30 : pieces > 1 || o->t.kind == TN_TLP_MRDLK ? 25 : 10))
        return;
    o->end = retry && tn_legal_chance(l, 60) ? TN_CPL_CRS
             : tn_legal_chance(l, 50)        ? TN_CPL_UR
                                             : TN_CPL_CA;
    o->pieces = tn_legal_chance(l, 50) ? pieces - 1 : tn_legal_below(l, pieces);
}

static void reads(struct tn_legal *l, struct tn_legal_open *o, bool locked)
{
    struct tn_tlp *t = &o->t;
    const unsigned dw = length(l, l->mrrs);
    place(l, t, locked ? TN_TLP_MRDLK : TN_TLP_MRD, dw, 1);
    enables(l, t);
    manner(l, t, o->who->up);
    if (!locked)
        hint(l, t);
    l->done[TN_LEGAL_ZERO_READ] += !t->th && dw == 1 && t->first_be == 0;
    l->done[TN_LEGAL_MRRS_MET] += 4 * dw == l->mrrs;
    l->done[TN_LEGAL_LOCKED] += locked;
    o->total = t->th ? 4 * dw : tn_tlp_bytes_asked(t->length_dw, t->first_be, t->last_be);
    o->low = (uint32_t)t->addr + (t->th ? 0 : tn_tlp_first_byte(t->first_be));
    o->rcb = o->by == ROOT ? l->rcb : 128;
    o->shape = tn_legal_below(l, 3);
    /* so many pieces come at least, where each of them ends at the next boundary */
    refuse(l, o, o->shape == 1 ? 1 + (4 * dw - 1) / o->rcb : 1, false);
}

static void asks_translation(struct tn_legal *l, struct tn_legal_open *o)
{
    struct tn_tlp *t = &o->t;
    place(l, t, TN_TLP_MRD, 2u << tn_legal_below(l, 3), PAGE_DW);
    manner(l, t, false);
    t->attr &= 4;
    t->at = 1;
    t->first_be = t->last_be = 15;
    t->ph = (uint8_t)tn_legal_below(l, 2);
    o->by = ROOT;
    o->total = 4u * t->length_dw;
    l->done[TN_LEGAL_TRANSLATION]++;
    refuse(l, o, 1, false);
}

/* One line of a cache, which is answered whole. */
static void reads_line(struct tn_legal *l, struct tn_legal_open *o)
{
    struct tn_tlp *t = &o->t;
    place(l, t, TN_TLP_MRD, 16, 16);
    manner(l, t, false);
    t->rsv[0] = LN;
    t->first_be = t->last_be = 15;
    o->by = ROOT;
    o->rcb = 64;
    o->total = 64;
    o->low = (uint32_t)t->addr;
    l->done[TN_LEGAL_NOTIFIED]++;
}

static void writes_deferrable(struct tn_legal *l, struct tn_legal_open *o)
{
    struct tn_tlp *t = &o->t;
    place(l, t, TN_TLP_MWR, length(l, l->mps < 128 ? l->mps : 128), 1);
    enables(l, t);
    manner(l, t, o->who->up);
    t->type = DMWR;
    o->total = 4;
    l->done[TN_LEGAL_DEFERRED]++;
    refuse(l, o, 1, false);
}

static void atomic(struct tn_legal *l, struct tn_legal_open *o)
{
    const enum tn_tlp_kind kind = TN_TLP_FETCHADD + (enum tn_tlp_kind)tn_legal_below(l, 3);
    const unsigned operand = 1u << tn_legal_below(l, kind == TN_TLP_CAS ? 3 : 2); /* DWs */
    const unsigned dw = kind == TN_TLP_CAS ? 2 * operand : operand;
    place(l, &o->t, kind, dw, operand);
    if ((o->t.addr & 0xfff) + 4 * dw > 4096)
        o->t.addr -= 4 * dw;
    manner(l, &o->t, o->who->up);
    hint(l, &o->t);
    o->total = 4 * operand;
    l->done[TN_LEGAL_FETCHADD + (kind - TN_TLP_FETCHADD)]++;
    refuse(l, o, 1, false);
}

static void io(struct tn_legal *l, struct tn_legal_open *o)
{
    tn_tlp_set_kind(&o->t, tn_legal_chance(l, 50) ? TN_TLP_IORD : TN_TLP_IOWR, 0);
    o->t.length_dw = 1;
    o->t.first_be = (uint8_t)tn_legal_below(l, 16);
    o->t.addr = 4 * tn_rng_below(&l->rng, 1 << 30);
    o->total = 4;
    l->done[TN_LEGAL_IO]++;
    refuse(l, o, 1, false);
}

static void config(struct tn_legal *l, struct tn_legal_open *o)
{
    const unsigned type = tn_legal_below(l, 2);
    tn_tlp_set_kind(
        &o->t, (type ? TN_TLP_CFGRD1 : TN_TLP_CFGRD0) + (enum tn_tlp_kind)tn_legal_below(l, 2), 0);
    o->t.length_dw = 1;
    o->t.first_be = (uint8_t)tn_legal_below(l, 16);
    o->t.dest_id =
        (uint16_t)(type ? 0x1a00 + tn_legal_below(l, 256) : 0x1900 + tn_legal_below(l, 8));
    o->t.reg = (uint16_t)(4 * tn_legal_below(l, 1024));
    o->by = o->t.dest_id;
    o->total = 4;
    l->done[type ? TN_LEGAL_CONFIG_1 : TN_LEGAL_CONFIG_0]++;
    refuse(l, o, 1, true);
}

bool tn_legal_asks(struct tn_legal *l, struct tn_legal_open *o)
{
    const bool up = o->who->up, root = !up && o->who->id != PEER;
    const unsigned how = tn_legal_below(l, 100);
    o->by = up ? (tn_legal_chance(l, 80) ? ROOT : PEER) : (uint16_t)(0x1900 + tn_legal_below(l, 4));
    l->done[TN_LEGAL_PEER] += o->who->id == PEER;
    if (l->four && how < 8)
        writes_deferrable(l, o);
    else if (l->four && up && how < 14)
        reads_line(l, o);
    else if (how < 30)
        atomic(l, o);
    else if (root && how < 45)
        io(l, o);
    else if (root && how < 70)
        config(l, o);
    else if (up && how < 40)
        asks_translation(l, o);
    else
        reads(l, o, root && how < 80);
    return up;
}

/* Posted requests. */

enum way { UP, DOWN, BOTH };
static const struct {
    uint8_t code, route;
    enum way way;
    uint8_t data, any; /* DWs; 1: dw2, 2: dw3 hold anything, 4: dw2 has a destination */
} messages[] = {
    {0x20, LOCAL, UP, 0, 0},   {0x21, LOCAL, UP, 0, 0},   {0x22, LOCAL, UP, 0, 0},
    {0x23, LOCAL, UP, 0, 0},   {0x24, LOCAL, UP, 0, 0},   {0x25, LOCAL, UP, 0, 0},
    {0x26, LOCAL, UP, 0, 0},   {0x27, LOCAL, UP, 0, 0},   {0x14, LOCAL, DOWN, 0, 0},
    {0x18, 0, UP, 0, 0},       {0x19, 3, DOWN, 0, 0},     {0x1b, 5, UP, 0, 0},
    {0x30, 0, UP, 0, 0},       {0x31, 0, UP, 0, 0},       {0x33, 0, UP, 0, 0},
    {0x00, 3, DOWN, 0, 0},     {0x50, LOCAL, DOWN, 1, 0}, {0x10, LOCAL, UP, 0, 2},
    {0x12, LOCAL, DOWN, 0, 2}, {0x52, LOCAL, UP, 0, 0},   {0x53, LOCAL, DOWN, 0, 3},
    {0x53, LOCAL, DOWN, 1, 3}, {0x04, 0, UP, 0, 3},       {0x05, BY_ID, DOWN, 0, 4},
    {0x01, BY_ID, DOWN, 2, 4}, {0x02, BY_ID, UP, 0, 6},   {0x40, LOCAL, BOTH, 0, 0},
    {0x41, LOCAL, BOTH, 0, 0}, {0x43, LOCAL, BOTH, 0, 0}, {0x44, LOCAL, BOTH, 0, 0},
    {0x45, LOCAL, BOTH, 0, 0}, {0x47, LOCAL, BOTH, 0, 0}, {0x48, LOCAL, BOTH, 0, 0},
};

static uint16_t sender(struct tn_legal *l, bool up)
{
    const struct tn_legal_who *w;
    do
        w = &l->who[tn_legal_below(l, TN_LEGAL_WHO)];
    while (w->up != up);
    return w->id;
}

static bool vendor(struct tn_legal *l, struct tn_tlp *t)
{
    static const uint8_t routes[] = {0, 2, LOCAL, 3};
    const bool up = tn_legal_chance(l, 50), data = tn_legal_chance(l, 50);
    t->msg_code = (uint8_t)(0x7e + tn_legal_below(l, 2));
    t->msg_route = routes[tn_legal_below(l, up ? 3 : 4)];
    tn_tlp_set_kind(t, data ? TN_TLP_MSGD : TN_TLP_MSG, 1);
    t->length_dw = data ? (uint16_t)length(l, l->mps) : PAGE_DW;
    t->tc = (uint8_t)tn_legal_below(l, 8);
    t->attr = (uint8_t)tn_legal_below(l, 8);
    t->msg_dw2 = tn_legal_below(l, 0xffffffff);
    t->msg_dw3 = tn_legal_below(l, 0xffffffff);
    l->done[TN_LEGAL_VENDOR]++;
    l->done[TN_LEGAL_VENDOR_DATA] += data;
    l->done[TN_LEGAL_MPS_MET] += data && 4u * t->length_dw == l->mps;
    return up;
}

static bool message(struct tn_legal *l, struct tn_tlp *t)
{
    const size_t i = (size_t)(l->done[TN_LEGAL_MESSAGE]++ % (sizeof messages / sizeof *messages));
    t->msg_code = messages[i].code;
    t->msg_route = messages[i].route;
    tn_tlp_set_kind(t, messages[i].data ? TN_TLP_MSGD : TN_TLP_MSG, 1);
    t->length_dw = messages[i].data ? messages[i].data : PAGE_DW;
    t->attr =
        messages[i].any & 4 || messages[i].code == 0x04 ? 0 : (uint8_t)(4 * tn_legal_below(l, 2));
    t->msg_dw2 = messages[i].any & 4   ? 0x19000000u | tn_legal_below(l, 512)
                 : messages[i].any & 1 ? tn_legal_below(l, 0xffffffff)
                                       : 0;
    t->msg_dw3 = messages[i].any & 2 ? tn_legal_below(l, 0xffffffff) : 0;
    return messages[i].way == UP || (messages[i].way == BOTH && tn_legal_chance(l, 50));
}

static void writes(struct tn_legal *l, struct tn_tlp *t, bool up)
{
    place(l, t, TN_TLP_MWR, length(l, l->mps), 1);
    enables(l, t);
    manner(l, t, up);
    t->tag = (uint8_t)tn_legal_below(l, 256);
    hint(l, t);
    l->done[TN_LEGAL_ZERO_WRITE] += t->length_dw == 1 && t->first_be == 0;
    l->done[TN_LEGAL_MPS_MET] += 4u * t->length_dw == l->mps;
}

static void interrupts(struct tn_legal *l, struct tn_tlp *t)
{
    tn_tlp_set_kind(t, TN_TLP_MWR, 0);
    t->addr = MSI + 4 * tn_rng_below(&l->rng, 1 << 18);
    t->length_dw = 1;
    t->first_be = 15;
    l->done[TN_LEGAL_INTERRUPT]++;
}

bool tn_legal_posts(struct tn_legal *l, struct tn_tlp *t)
{
    const unsigned how = tn_legal_below(l, 100);
    bool up = tn_legal_chance(l, 60);
    if (how < 20)
        up = message(l, t);
    else if (how < 30)
        up = vendor(l, t);
    else if (how < 40 && up)
        interrupts(l, t);
    else
        writes(l, t, up);
    t->requester = sender(l, up);
    if (tn_tlp_has_data(t->kind) == 0 || t->kind == TN_TLP_MSGD)
        t->tag = (uint8_t)tn_legal_below(l, 256);
    return up;
}
