/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_ni.def the pins of a network interface fall into. A model of its own has the
 * buffers, messages and tags; it finds each page, and follows what the events say of pages and
 * timers.
 */
#include "cover_ni.h"
#include "ni.h"

#include <tn/apenet/ape_ni_cover.h>

#include <string.h>

enum { O_REGISTER, O_UNREGISTER, O_MAP, O_UNMAP, O_RELEASE, O_ANOTHER };
enum { A_AWAITED, A_MESSAGE, A_NODE, A_OOL, A_AGAIN };
enum { FROM_RING, FROM_REPLIES, FROM_ANSWERS };
enum { E_DESCRIPTOR, E_DATA_READ, E_DATA_WRITTEN, E_EVENT };
enum { WORD = 16 };
/* Registers. */
enum {
    CMD_PID = 0x1040,
    CMD_FLAGS = 0x1044,
    CMD_VADDR = 0x1048,
    CMD_LENGTH = 0x1050,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    ANSWER = 0x2018,
    COUNTERS = 0x3000,
    PAGE_1 = 0x1000,
    PAGE_WORDS = 64
};

/* Says whether an op has that result. */
static bool code_of(unsigned op, unsigned code)
{
    static const unsigned codes[] = {1u << TN_APN_OK | 1u << TN_APN_FULL | 1u << TN_APN_BAD,
                                     1u << TN_APN_OK | 1u << TN_APN_NOTFOUND,
                                     1u << TN_APN_OK,
                                     1u << TN_APN_OK | 1u << TN_APN_NOTFOUND,
                                     1u << TN_APN_OK | 1u << TN_APN_NOTFOUND,
                                     1u << TN_APN_BAD};
    return codes[op] >> code & 1;
}

#define COVER_DEF "../apenet/model/cover_ni.def"
#include "../../base/cover_plan.h"
const struct tn_cover_plan tn_ape_ni_cover_plan = COVER_PLAN;

struct tn_ape_ni_cover {
    struct tn_cover *counts;
    struct tn_apn model;
    struct tn_apn_params par;
    struct ape_ni_axi axi;
    /* the register port */
    uint32_t reg[PAGE_WORDS];
    unsigned op;
    bool asked; /* the result of op has not been read */
    /* the local port */
    uint8_t tx[TN_APN_WORDS + 1][WORD], rx[TN_APN_WORDS + 1][WORD];
    unsigned tx_n, rx_n;
    int behind; /* source of the packet that left last; -1: none */
    /* of the packet under judgment */
    unsigned coming;           /* its type's place on the axis */
    unsigned answers, refused; /* reply packets, those with err */
    unsigned vc;               /* on which it comes */
    bool acked;                /* an answer had its event */
    uint64_t last_ack;         /* addr of the last one that had; of no process when 0 */
};

/* The model's surroundings. */

static void read_none(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    (void)ctx, (void)pa;
    memset(bytes, 0, n);
}

static enum tn_apn_page find_page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    (void)ctx, (void)pid, (void)vaddr;
    *pa = 0;
    return TN_APN_FOUND;
}

static void write_none(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes, size_t n)
{
    (void)ctx, (void)message, (void)pa, (void)bytes, (void)n;
}

static void answers(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    struct tn_ape_ni_cover *c = ctx;
    (void)from;
    if (p->type == TN_APN_ACK)
        HIT(c, ANSWERS, (p->addr >> 32 & 0xff) != 0, c->vc);
    c->answers += request != 0;
    c->refused += request != 0 && p->err;
}

/* An event that is due: of a packet, what became of it. */
static void due(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why)
{
    static const uint8_t of_cause[TN_APN_CAUSES] = {
        [TN_APN_NOBUF] = U_NOBUF,   [TN_APN_OVERRUN] = U_OVERRUN, [TN_APN_CRC] = U_CRC,
        [TN_APN_GAP] = U_GAP,       [TN_APN_BUSY] = U_BUSY,       [TN_APN_UNREG] = U_UNREG,
        [TN_APN_OOL] = U_OOL,       [TN_APN_GET_REFUSED] = U_GET, [TN_APN_CROSS] = U_CROSS,
        [TN_APN_REPEAT] = U_REPEAT, [TN_APN_NOT_ASKED] = U_REPLY};
    struct tn_ape_ni_cover *c = ctx;
    c->acked |= e->kind == TN_APN_ACKED;
    if (why->of == TN_APN_OF_PACKET && e->kind != TN_APN_ACKED)
        HIT(c, OUTCOMES, e->kind == TN_APN_RECEIVED ? U_RECEIVED : of_cause[e->cause], c->coming);
}

static const struct tn_apn_ops ops = {read_none, find_page, write_none, answers, due};

struct tn_ape_ni_cover *tn_ape_ni_cover_new(const struct tn_apn_params *par)
{
    struct tn_ape_ni_cover *c = tn_cover_state_new(&tn_ape_ni_cover_plan, sizeof *c);
    if (c)
        c->par = *par;
    return c;
}

void tn_ape_ni_cover_own(struct tn_ape_ni_cover *c, uint16_t own)
{
    c->par.own = own;
}

/* Sections 3 and 6: the register port. */

static uint32_t reg(const struct tn_ape_ni_cover *c, uint32_t addr)
{
    return c->reg[(addr - PAGE_1) / 4];
}

static void command(struct tn_ape_ni_cover *c, uint32_t op)
{
    static const int at_flags[] = {0, 1, 2, -1, 3, 4, 5, -1, 6, -1, 7, -1, 8, -1, -1, -1};
    const uint64_t vaddr = (uint64_t)(reg(c, CMD_VADDR + 4) & 0xffff) << 32 | reg(c, CMD_VADDR);
    const unsigned flags = reg(c, CMD_FLAGS) & 15, both = TN_APN_FOR_SEND | TN_APN_FOR_GET;
    const uint32_t length = reg(c, CMD_LENGTH);
    unsigned index;
    c->op = op >= TN_APN_REGISTER && op <= TN_APN_RELEASE ? op - TN_APN_REGISTER : O_ANOTHER;
    c->asked = true;
    const enum tn_apn_code code = tn_apn_command(
        &c->model, (enum tn_apn_op)op, (uint16_t)reg(c, CMD_PID), vaddr, length, flags, &index);
    if (op != TN_APN_REGISTER)
        return;
    if (code == TN_APN_OK && at_flags[flags] >= 0)
        HIT(c, REGISTERED, (unsigned)at_flags[flags]);
    if (length == 0)
        HIT(c, REGISTER_BAD, 0);
    else if (vaddr + length > 1ull << 48)
        HIT(c, REGISTER_BAD, 1);
    else if ((flags & both) == both)
        HIT(c, REGISTER_BAD, 2);
    else if (flags & TN_APN_FOR_SEND && flags & TN_APN_FOR_PUT)
        HIT(c, REGISTER_BAD, 4);
    else if (flags & TN_APN_FOR_SEND && vaddr % TN_APN_DATA)
        HIT(c, REGISTER_BAD, 3);
}

static void written(void *ctx, uint32_t addr, uint32_t value)
{
    struct tn_ape_ni_cover *c = ctx;
    static const uint16_t registers[] = {0x1000, 0x1008, 0x1010, 0x1020, 0x1028, 0x1030, 0x1038,
                                         0x1040, 0x1044, 0x1048, 0x1050, 0x1058, 0x1060, 0x1080,
                                         0x1084, 0x1088, 0x108c, 0x2010, 0x2018, 0x1090};
    for (unsigned i = 0; i < sizeof registers / sizeof *registers; i++)
        if (registers[i] == addr)
            HIT(c, WRITTEN, i);
    if (addr >= PAGE_1 && addr < PAGE_1 + 4 * PAGE_WORDS)
        c->reg[(addr - PAGE_1) / 4] = value;
    if (addr == CMD_OP)
        command(c, value & 7);
    if (addr == ANSWER && (value & 3) < 3)
        HIT(c, MISSES, value & 3, value >> 31);
}

static void was_read(void *ctx, uint32_t addr, uint32_t value)
{
    struct tn_ape_ni_cover *c = ctx;
    const unsigned k = (addr - COUNTERS) / 4;
    if (addr >= COUNTERS && k < axes[AXIS_COUNTER].n && value)
        HIT(c, COUNTED, k);
    if (addr != CMD_RESULT || !c->asked)
        return;
    if (value >> 31) {
        if (c->op == O_UNREGISTER || c->op == O_UNMAP)
            HIT(c, PENDING, c->op == O_UNMAP);
        return;
    }
    if ((value & 0xff) <= TN_APN_NOTFOUND)
        HIT(c, COMMANDS, c->op, value & 0xff);
    c->asked = false;
}

/* Section 4: descriptors. */

static void descriptor(void *ctx, const uint64_t word[TN_APN_DESC_WORDS])
{
    struct tn_ape_ni_cover *c = ctx;
    const unsigned at = ape_ni_descriptor_at(word);
    if (at != D_GET && at != D_NO_BYTES)
        HIT(c, DESCRIBED, ape_ni_under_way_at(&c->model, word, at > D_GET));
    if (at < D_GET && word[1] >> 39 & word[1] >> 41 & 1)
        HIT(c, DESCRIBED, M_ASKS);
    HIT(c, DESCRIPTORS, at, word[1] >> 40 & 1);
    tn_apn_descriptor(&c->model, word);
}

static void fetched(void *ctx, unsigned n)
{
    struct tn_ape_ni_cover *c = ctx;
    if (n && n <= axes[AXIS_FETCHED].n)
        HIT(c, FETCHES, n - 1);
}

/* Section 5: events. */

/* The model learns that no page was found for a message. */
static void lost(struct tn_ape_ni_cover *c, uint16_t source, uint16_t pid, uint32_t number)
{
    for (unsigned stream = 0; stream < 2; stream++) {
        struct tn_apn_message *e = tn_apn_message_of(&c->model, source, stream, pid);
        if (!e || e->msg != number)
            continue;
        e->state = stream ? TN_APN_FREE : TN_APN_FAILED;
        struct tn_apn_tag *t = stream ? tn_apn_tag_of(&c->model, number) : NULL;
        if (t)
            t->state = TN_APN_TAG_DEAD;
    }
}

static void event(void *ctx, const uint64_t word[2])
{
    struct tn_ape_ni_cover *c = ctx;
    static const int sent_at[] = {-1, 0, -1, 1, 2, -1}, received_at[] = {-1, 3, -1, 4, -1, 5};
    const unsigned kind = (uint8_t)(word[0] >> 56), what = word[0] >> 48 & 0xff;
    const uint16_t source = (uint16_t)(word[0] >> 16), pid = (uint16_t)(word[0] >> 32);
    const uint32_t number = (uint32_t)(word[1] >> 32);
    HIT(c, PHASES, word[0] & 1);
    if (kind == TN_APN_ERROR && what > 0 && what < TN_APN_CAUSES)
        HIT(c, EVENTS, 5 + what);
    else if (kind == TN_APN_ACKED)
        HIT(c, EVENTS, 5 + TN_APN_CAUSES + (what != 0));
    else if ((kind == TN_APN_SENT || kind == TN_APN_RECEIVED) && what <= TN_APN_REPLY &&
             (kind == TN_APN_SENT ? sent_at : received_at)[what] >= 0)
        HIT(c, EVENTS, (unsigned)(kind == TN_APN_SENT ? sent_at : received_at)[what]);
    if (kind != TN_APN_ERROR)
        return;
    const struct tn_apn_tag *t = tn_apn_tag_of(&c->model, number);
    if (what == TN_APN_TAG && t)
        HIT(c, TAGS, t->state == TN_APN_TAG_DEAD);
    if (what == TN_APN_TIMEOUT)
        (void)tn_apn_message_timeout(&c->model, source, 0, pid);
    if (what == TN_APN_GET_TIMEOUT)
        (void)tn_apn_tag_timeout(&c->model, number);
    if (what == TN_APN_PAGE || what == TN_APN_MISS)
        lost(c, source, pid, number);
    if (what == TN_APN_ACK_TIMEOUT)
        (void)tn_apn_ack_timeout(&c->model, source, pid, number);
}

static void error(void *ctx, unsigned id)
{
    struct tn_ape_ni_cover *c = ctx;
    HIT(c, ERRORS,
        id == 0                ? E_DESCRIPTOR
        : id < APE_NI_ID_DATA  ? E_DATA_READ
        : id == APE_NI_ID_DATA ? E_DATA_WRITTEN
                               : E_EVENT);
}

static const struct ape_ni_axi_ops axi_ops = {written, was_read, fetched, descriptor, event, error};

/* Sections 4 and 7: the local port. */

static unsigned length_at(unsigned len)
{
    return len < WORD ? 0 : len == WORD ? 1 : len < TN_APN_DATA ? 2 : 3;
}

static void leaves(struct tn_ape_ni_cover *c)
{
    struct tn_apn_packet p;
    tn_apn_decode((const uint8_t(*)[WORD])c->tx, c->tx_n < TN_APN_WORDS ? c->tx_n : TN_APN_WORDS,
                  &p);
    const unsigned from = p.type == TN_APN_REPLY ? FROM_REPLIES
                          : p.type == TN_APN_ACK ? FROM_ANSWERS
                                                 : FROM_RING;
    const unsigned type = p.type == TN_APN_PUT ? 0 : p.type == TN_APN_SEND ? 1 : 2;
    if (c->behind >= 0)
        HIT(c, BEHIND, from, (unsigned)c->behind);
    c->behind = (int)from;
    if (from == FROM_ANSWERS)
        return;
    if (p.type == TN_APN_GET) { /* a tag that died may be free */
        struct tn_apn_tag *t =
            tn_apn_tag_of(&c->model, p.data[12] | (uint32_t)p.data[13] << 8 |
                                         (uint32_t)p.data[14] << 16 | (uint32_t)p.data[15] << 24);
        if (t)
            t->state = TN_APN_TAG_OPEN;
        return;
    }
    HIT(c, MESSAGE_ENDS, type, p.last);
    if (p.len && p.len <= TN_APN_DATA)
        HIT(c, SENT, type, length_at(p.len));
}

static void request(struct tn_ape_ni_cover *c, const struct tn_apn_packet *p)
{
    if (p->err)
        HIT(c, REQUESTS, 4);
    else if (c->refused)
        HIT(c, REQUESTS, 3);
    else if (c->answers)
        HIT(c, REQUESTS, c->answers < 3 ? c->answers - 1 : 2);
}

/* An answer that came. */
static void answer(struct tn_ape_ni_cover *c, const struct tn_apn_packet *p)
{
    const struct tn_apn_awaited *w = tn_apn_awaited_of(&c->model, p->pid, (uint32_t)p->addr);
    const bool again = p->addr == c->last_ack;
    c->acked = false;
    tn_apn_packet(&c->model, c->vc, p);
    HIT(c, ANSWERS_IN,
        c->acked ? A_AWAITED
        : p->ool ? A_OOL
        : w      ? A_NODE
        : again  ? A_AGAIN
                 : A_MESSAGE);
    if (c->acked)
        c->last_ack = p->addr;
}

/* A packet that came whole: where it meets the tables, and what the model says becomes of it. */
static void comes(struct tn_ape_ni_cover *c, unsigned vc)
{
    static const uint8_t at[] = {[TN_APN_PUT] = G_PUT,
                                 [TN_APN_SEND] = G_SEND,
                                 [TN_APN_GET] = G_GET,
                                 [TN_APN_REPLY] = G_REPLY};
    struct tn_apn_packet p;
    tn_apn_decode((const uint8_t(*)[WORD])c->rx, c->rx_n < TN_APN_WORDS ? c->rx_n : TN_APN_WORDS,
                  &p);
    p.words = (uint16_t)c->rx_n;
    c->vc = vc;
    const int malformed = ape_ni_malformed_at(c->model.params.own, &p);
    if (malformed >= 0) {
        HIT(c, BAD, (unsigned)malformed, vc);
        return;
    }
    if (p.alone) {
        answer(c, &p);
        return;
    }
    const unsigned row = ape_ni_row_at(&c->model, &p);
    const bool judged = !p.crc_wrong && !p.ool, is_reply = p.type == TN_APN_REPLY;
    const uint32_t *n = c->model.count, out = n[TN_APN_RX_DROPPED] + n[TN_APN_RX_LATE],
                   taken = n[TN_APN_RX_PACKETS];
    c->coming = at[p.type];
    c->answers = c->refused = 0;
    if (judged && is_reply)
        HIT(c, REPLIES, ape_ni_reply_at(&c->model, &p));
    else if (judged && p.type != TN_APN_GET && !(row == S_NEXT && p.pkt == 0))
        HIT(c, TABLE, row, p.err ? K_ERR : p.pkt ? K_LATER : K_FIRST);
    tn_apn_packet(&c->model, vc, &p);
    if (n[TN_APN_RX_DROPPED] + n[TN_APN_RX_LATE] != out)
        HIT(c, OUTCOMES, U_DROPPED, c->coming);
    if (!judged || n[TN_APN_RX_PACKETS] == taken)
        return;
    if (p.type == TN_APN_GET) {
        request(c, &p);
        return;
    }
    const struct tn_apn_message *e = tn_apn_message_of(&c->model, p.src, is_reply, p.pid);
    if (e && e->state == TN_APN_OPEN && e->msg == p.msg && e->next == p.pkt + 1)
        HIT(c, OUTCOMES, U_ACCEPTED, c->coming);
    HIT(c, DATA, c->coming, p.len ? 1 + length_at(p.len) : 0, vc);
}

static void local(struct tn_ape_ni_cover *c, const struct tn_apn_local *l)
{
    if (l->tx_valid && !l->tx_ready)
        HIT(c, STALLS, l->tx_head ? 0 : l->tx_last ? 2 : 1);
    if (l->tx_valid && l->tx_ready) {
        c->tx_n = l->tx_head ? 0 : c->tx_n;
        memcpy(c->tx[c->tx_n], l->tx_data, WORD);
        c->tx_n += c->tx_n < TN_APN_WORDS;
        if (l->tx_last)
            leaves(c);
    }
    if (!l->rx_valid)
        return;
    c->rx_n = l->rx_head ? 0 : c->rx_n;
    memcpy(c->rx[c->rx_n], l->rx_data, WORD);
    c->rx_n += c->rx_n < TN_APN_WORDS;
    if (l->rx_last)
        comes(c, l->rx_vc);
}

/* Time. */

void tn_ape_ni_cover_axi(struct tn_ape_ni_cover *c, bool of_memory, const struct tn_axi_seen *seen)
{
    ape_ni_axi_put(&c->axi, of_memory, seen);
}

static void restart(struct tn_ape_ni_cover *c)
{
    tn_apn_init(&c->model, &c->par, &ops, c);
    memset(c->reg, 0, sizeof c->reg);
    ape_ni_axi_reset(&c->axi);
    c->asked = false;
    c->tx_n = c->rx_n = 0;
    c->behind = -1;
}

void tn_ape_ni_cover_cycle(struct tn_ape_ni_cover *c, uint64_t cycle, bool rst,
                           const struct tn_apn_local *l)
{
    if (rst) {
        restart(c);
        return;
    }
    ape_ni_axi_until(&c->axi, cycle, &axi_ops, c);
    local(c, l);
}
