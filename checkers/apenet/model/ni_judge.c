/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's judge: registers, the local port, events.
 */
#include "ni_judge.h"

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

const char *const tn_apn_rules[] = {"APN-LCL-1", "APN-AXI-1", "APN-RD-1",  "APN-FET-1", "APN-PKT-1",
                                    "APN-PKT-2", "APN-PKT-3", "APN-GET-1", "APN-ACK-1", "APN-EVT-1",
                                    "APN-EVT-2", "APN-EVT-3", "APN-EVT-4", "APN-MEM-1", "APN-MEM-2",
                                    "APN-TIM-1", "APN-CMD-1", "APN-CNT-1", NULL};

enum {
    HOST = 0x1000,
    HOST_END = 0x1100,
    TX_BASE = 0x1000,
    TX_SIZE = 0x1008,
    TX_WRITE = 0x1010,
    EVQ_SIZE = 0x1028,
    EVQ_READ = 0x1030,
    EVQ_BASE = 0x1020,
    CMD_PID = 0x1040,
    CMD_FLAGS = 0x1044,
    CMD_VADDR = 0x1048,
    CMD_LENGTH = 0x1050,
    CMD_OP = 0x1060,
    CMD_RESULT = 0x1064,
    COUNTERS = 0x3000,
    ACK_SENT = 0x3038,
    ACK_DROPPED = 0x303c,
    ACK_TIMEOUT = 0x1090,
    TX_READ = 0x1014,
    EVQ_WRITE = 0x1034
};
enum {
    DESC = 64,
    EVENT = 16,
    WORD = 16,
    INDEX_AT = 8,
    PENDING_BIT = 31,
    FLAGS = 15,
    ACK_TIMEOUT_RESET = 0x400000
};

static uint32_t *reg(struct tn_apn_judge *j, uint32_t addr)
{
    return &j->reg[(addr - HOST) / 4];
}

uint64_t tn_apn_reg64(const struct tn_apn_judge *j, uint32_t addr)
{
    const uint32_t *low = &j->reg[(addr - HOST) / 4];
    return (uint64_t)low[1] << 32 | low[0];
}

/* Lists. */

struct tn_apn_owed *tn_apn_owe(struct tn_apn_list *l, const void *bytes, unsigned n)
{
    struct tn_apn_owed *x = calloc(1, sizeof *x + 2 * (size_t)n), **at = &l->first;
    tn_require(x);
    while (*at)
        at = &(*at)->next;
    *at = x;
    l->n++;
    x->n = n;
    x->seen = x->bytes + n;
    memcpy(x->bytes, bytes, n);
    return x;
}

void tn_apn_paid(struct tn_apn_list *l, struct tn_apn_owed *x)
{
    struct tn_apn_owed **at = &l->first;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    l->n--;
    free(x);
}

/* The model's surroundings: all that it does becomes due. */

static void read_host(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    const struct tn_apn_judge *j = ctx;
    j->host.read(j->host.ctx, pa, bytes, n);
}

static enum tn_apn_page find_page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    const struct tn_apn_judge *j = ctx;
    return j->host.page(j->host.ctx, pid, vaddr, pa);
}

static void owe_data(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes, size_t n)
{
    struct tn_apn_judge *j = ctx;
    struct tn_apn_owed *x = tn_apn_owe(&j->data, bytes, (unsigned)n);
    x->number = message;
    x->pa = pa;
    j->open[message % TN_APN_MESSAGE_N]++;
}

static void owe_packet(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    struct tn_apn_judge *j = ctx;
    uint8_t word[TN_APN_WORDS][WORD];
    const unsigned n = tn_apn_encode(p, word);
    if (p->type == TN_APN_ACK) {
        tn_apn_owe_answer(j, word[0], from);
        return;
    }
    tn_apn_owe(request ? &j->replies : &j->ring, word, n * WORD)->number = request;
    j->ring_in += request == 0;
    if (p->type == TN_APN_GET || p->len == 0)
        return;
    tn_require(j->reads < TN_APN_READS);
    j->read[j->reads].addr = from & ~15ull;
    j->read[j->reads++].beats = (unsigned)((from % WORD + p->len + WORD - 1) / WORD);
}

static void owe_event(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why)
{
    struct tn_apn_judge *j = ctx;
    struct tn_apn_row_of *row =
        &j->row[why->of == TN_APN_OF_DESCRIPTOR ? TN_APN_ROW_DESC
                : why->of == TN_APN_OF_TIMER    ? TN_APN_ROW_TIMER
                                                : TN_APN_ROW_VC0 + (int)why->vc];
    tn_require(row->in - row->out < TN_APN_DUES);
    row->due[row->in++ % TN_APN_DUES] = (struct tn_apn_due){*e, *why, j->ring_in};
}

static const struct tn_apn_ops ops = {read_host, find_page, owe_data, owe_packet, owe_event};

struct tn_apn_judge *tn_apn_judge_new(const struct tn_apn_params *p, const struct tn_apn_host *host,
                                      tn_verdict_fn *fn, void *ctx)
{
    struct tn_apn_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, tn_apn_rules, fn, ctx);
    tn_scope_open(&j->scope, &j->judge, NULL);
    tn_apn_init(&j->model, p, &ops, j);
    j->host = *host;
    j->event_phase = true;
    *reg(j, ACK_TIMEOUT) = ACK_TIMEOUT_RESET;
    return j;
}

static void empty(struct tn_apn_list *l)
{
    while (l->first)
        tn_apn_paid(l, l->first);
}

void tn_apn_judge_free(struct tn_apn_judge *j)
{
    if (!j)
        return;
    empty(&j->ring);
    empty(&j->replies);
    empty(&j->answers);
    empty(&j->data);
    free(j);
}

uint64_t tn_apn_judge_asked(const struct tn_apn_judge *j, const char *rule)
{
    return tn_judge_asked(&j->judge, rule);
}

/* Registers. */

/* Gives the model all descriptors up to TX_WRITE. */
static void take_descriptors(struct tn_apn_judge *j)
{
    const uint32_t size = 1u << (*reg(j, TX_SIZE) & 15), end = *reg(j, TX_WRITE) % size;
    for (; j->taken != end; j->taken = (j->taken + 1) % size) {
        uint8_t bytes[DESC];
        uint64_t word[TN_APN_DESC_WORDS] = {0};
        j->host.read(j->host.ctx, tn_apn_reg64(j, TX_BASE) + (uint64_t)DESC * j->taken, bytes,
                     sizeof bytes);
        for (unsigned i = 0; i < DESC; i++)
            word[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
        tn_apn_descriptor(&j->model, word);
    }
}

static void command(struct tn_apn_judge *j, uint32_t op)
{
    unsigned index = 0;
    const enum tn_apn_code code =
        tn_apn_command(&j->model, (enum tn_apn_op)(op & 7), (uint16_t)*reg(j, CMD_PID),
                       tn_apn_reg64(j, CMD_VADDR) % (1ull << 48), *reg(j, CMD_LENGTH),
                       *reg(j, CMD_FLAGS) & FLAGS, &index);
    j->result = (uint32_t)code | index << INDEX_AT;
    j->result_unknown = op == TN_APN_UNMAP;
}

void tn_apn_judge_put(struct tn_apn_judge *j, uint32_t addr, uint32_t value)
{
    if (addr < HOST || addr >= HOST_END)
        return;
    *reg(j, addr) = value;
    switch (addr) {
    case TX_WRITE:
        take_descriptors(j);
        break;
    case TX_SIZE:
        j->taken = j->fetched = *reg(j, TX_WRITE) = 0;
        tn_apn_ring(&j->model);
        break;
    case EVQ_SIZE:
        j->event_write = *reg(j, EVQ_READ) = 0;
        j->event_phase = true;
        break;
    case CMD_OP:
        command(j, value);
        break;
    default:
        break;
    }
}

void tn_apn_judge_get(struct tn_apn_judge *j, uint32_t addr, uint32_t value, bool rest)
{
    if (addr == CMD_RESULT && !(value >> PENDING_BIT) && !j->result_unknown)
        TN_APN_ASK(j, TN_APN_CMD_1, value == j->result, "the result that the page gives",
                   "%08x instead of %08x", (unsigned)value, (unsigned)j->result);
    if (!rest)
        return;
    if (addr == TX_READ || addr == EVQ_WRITE) {
        const uint32_t is = addr == TX_READ ? j->taken : j->event_write;
        TN_APN_ASK(j, TN_APN_CNT_1, value == is, "the index at rest", "%05x reads %u instead of %u",
                   (unsigned)addr, (unsigned)value, (unsigned)is);
    }
    if (addr == ACK_SENT || addr == ACK_DROPPED) {
        const uint32_t is = addr == ACK_SENT ? j->ack_sent : j->ack_dropped;
        TN_APN_ASK(j, TN_APN_CNT_1, value == is, "the answers at rest",
                   "%05x reads %u instead of %u", (unsigned)addr, (unsigned)value, (unsigned)is);
    }
    if (addr < COUNTERS || addr >= COUNTERS + 4 * TN_APN_COUNTERS)
        return;
    const uint32_t is = j->model.count[(addr - COUNTERS) / 4];
    TN_APN_ASK(j, TN_APN_CNT_1, value == is, "the count at rest", "%05x reads %u instead of %u",
               (unsigned)addr, (unsigned)value, (unsigned)is);
}

/* The local port. */

/* Finds the reply that may leave next and equals the words, or else the first that may leave. */
static struct tn_apn_owed *reply_of(struct tn_apn_judge *j, unsigned n)
{
    struct tn_apn_owed *best = j->replies.first;
    for (struct tn_apn_owed *x = j->replies.first; x; x = x->next) {
        bool first = true;
        for (const struct tn_apn_owed *y = j->replies.first; y != x; y = y->next)
            first &= y->number != x->number;
        if (first && x->n == n && memcmp(x->bytes, j->tx, n) == 0)
            return x;
    }
    return best;
}

/* Judges a packet that left against the one that was due. */
static void compare(struct tn_apn_judge *j, const struct tn_apn_owed *x, unsigned n, bool reply)
{
    const unsigned rule = reply ? TN_APN_GET_1 : TN_APN_PKT_1;
    const struct tn_apn_owed *y = x;
    unsigned at = 0;
    while (y && (y->n != n || memcmp(y->bytes, j->tx, n)))
        y = y->next;
    if (y != x && y)
        TN_APN_ASK(j, TN_APN_PKT_3, false, "packets in the order of descriptors", "a later one");
    if (!TN_APN_ASK(j, rule, x->n == n, "the words of the packet that is due",
                    "%u words instead of %u", n / WORD, x->n / WORD))
        return;
    while (at < n && x->bytes[at] == ((const uint8_t *)j->tx)[at])
        at++;
    if (at < n - WORD)
        TN_APN_ASK(j, rule, false, "the packet that is due",
                   "word %u, byte %u is %02x instead of %02x", at / WORD, at % WORD,
                   ((const uint8_t *)j->tx)[at], x->bytes[at]);
    else
        TN_APN_ASK(j, reply ? TN_APN_GET_1 : TN_APN_PKT_2, at == n, "the footer that is due",
                   "byte %u is %02x instead of %02x", at % WORD,
                   at < n ? ((const uint8_t *)j->tx)[at] : 0, at < n ? x->bytes[at] : 0);
}

static void packet_left(struct tn_apn_judge *j)
{
    struct tn_apn_packet p;
    const unsigned n = j->tx_n * WORD;
    tn_apn_decode((const uint8_t(*)[WORD])j->tx, j->tx_n, &p);
    const bool reply = p.type == TN_APN_REPLY;
    if (j->tx_n == 1) {
        tn_apn_answer_left(j, j->tx[0]);
        return;
    }
    struct tn_apn_list *l = reply ? &j->replies : &j->ring;
    struct tn_apn_owed *x = reply ? reply_of(j, n) : l->first;
    if (!TN_APN_ASK(j, reply ? TN_APN_GET_1 : TN_APN_PKT_3, x, "each packet once",
                    "a packet of type %u when none is due", p.type))
        return;
    compare(j, x, n, reply);
    tn_judge_held(&j->judge, TN_APN_PKT_1);
    j->ring_out += !reply;
    tn_apn_asked_left(j, &p);
    tn_apn_paid(l, x);
}

/* The words of a port's packet. Returns whether the word fits. */
static bool add_word(uint8_t word[][WORD], unsigned *n, const uint8_t data[WORD], bool head)
{
    const bool fits = head ? *n == 0 : *n > 0 && *n < TN_APN_WORDS;
    if (head)
        *n = 0;
    if (*n <= TN_APN_WORDS)
        memcpy(word[(*n)++], data, WORD);
    return fits;
}

/* Says whether a word is the header of an answer. */
static bool is_answer(const uint8_t word[WORD], bool head)
{
    struct tn_apn_packet p;
    tn_apn_decode((const uint8_t(*)[WORD])word, 1, &p);
    return head && p.alone && p.type == TN_APN_ACK;
}

static void judge_tx(struct tn_apn_judge *j, const struct tn_apn_local *l)
{
    const struct tn_apn_local *w = &j->was;
    if (j->waited)
        TN_APN_ASK(j, TN_APN_LCL_1,
                   l->tx_valid && l->tx_head == w->tx_head && l->tx_last == w->tx_last &&
                       memcmp(l->tx_data, w->tx_data, WORD) == 0,
                   "a word holds until it is taken", "another word, or none");
    if (j->tx_n && l->tx_ready && !j->waited)
        TN_APN_ASK(j, TN_APN_LCL_1, l->tx_valid, "no idle cycle in a packet", "one behind word %u",
                   j->tx_n);
    j->waited = l->tx_valid && !l->tx_ready;
    if (!l->tx_valid || !l->tx_ready)
        return;
    TN_APN_ASK(j, TN_APN_LCL_1,
               add_word(j->tx, &j->tx_n, l->tx_data, l->tx_head) &&
                   (l->tx_head && l->tx_last) == is_answer(l->tx_data, l->tx_head),
               "a header first, then a packet's words, then a footer",
               "head %d, last %d as word %u", l->tx_head, l->tx_last, j->tx_n - 1);
    if (!l->tx_last)
        return;
    if (tn_scope_is_open(&j->scope))
        packet_left(j);
    j->tx_n = 0;
}

static void judge_rx(struct tn_apn_judge *j, const struct tn_apn_local *l)
{
    if (!l->rx_valid)
        return;
    add_word(j->rx, &j->rx_n, l->rx_data, l->rx_head);
    if (!l->rx_last)
        return;
    struct tn_apn_packet p;
    tn_apn_decode((const uint8_t(*)[WORD])j->rx, j->rx_n, &p);
    tn_apn_packet(&j->model, l->rx_vc, &p);
    j->rx_n = 0;
}

void tn_apn_judge_local(struct tn_apn_judge *j, uint64_t cycle, const struct tn_apn_local *l)
{
    j->judge.cycle = cycle;
    if (!tn_scope_is_open(&j->scope))
        return;
    judge_rx(j, l);
    judge_tx(j, l);
    j->was = *l;
}

/* Events. */

static bool is_same(const struct tn_apn_judge *j, const struct tn_apn_due *d, bool phase,
                    const uint64_t word[2])
{
    uint64_t want[2];
    (void)j;
    tn_apn_event_words(&d->e, phase, want);
    return want[0] == word[0] && want[1] == word[1];
}

/* Timers run out when the network interface says so; the model follows. */
static void follow_timer(struct tn_apn_judge *j, uint64_t offered, const uint64_t word[2])
{
    const unsigned cause = word[0] >> 48 & 0xff;
    const uint16_t node = (uint16_t)(word[0] >> 16), pid = (uint16_t)(word[0] >> 32);
    if (word[0] >> 56 != TN_APN_ERROR)
        return;
    if (cause == TN_APN_TIMEOUT)
        TN_APN_ASK(j, TN_APN_TIM_1, tn_apn_message_timeout(&j->model, node, 0, pid),
                   "the timer of an open message", "there is no such message");
    if (cause == TN_APN_GET_TIMEOUT)
        TN_APN_ASK(j, TN_APN_TIM_1, tn_apn_tag_timeout(&j->model, (uint32_t)(word[1] >> 32)),
                   "the timer of an open tag", "there is no such tag");
    if (cause == TN_APN_ACK_TIMEOUT)
        tn_apn_follow_ack_timer(j, offered, node, pid, (uint32_t)(word[1] >> 32));
}

/* Finds the row whose first event this is; -1: none. */
static int row_of(const struct tn_apn_judge *j, bool phase, const uint64_t word[2])
{
    for (int r = 0; r < TN_APN_ROWS; r++) {
        const struct tn_apn_row_of *row = &j->row[r];
        if (row->out < row->in && is_same(j, &row->due[row->out % TN_APN_DUES], phase, word))
            return r;
    }
    return -1;
}

/* Says why an event is not the next one of any row. */
static void blame(struct tn_apn_judge *j, const uint64_t word[2])
{
    if (row_of(j, !j->event_phase, word) >= 0)
        TN_APN_ASK(j, TN_APN_EVT_2, false, "the phase of this round", "the other one");
    for (int r = 0; r < TN_APN_ROWS; r++)
        for (size_t i = j->row[r].out; i < j->row[r].in; i++)
            if (is_same(j, &j->row[r].due[i % TN_APN_DUES], j->event_phase, word))
                TN_APN_ASK(j, TN_APN_EVT_4, false, "events in order", "a later one");
    TN_APN_ASK(j, TN_APN_EVT_1, false, "an event that is due", "%016llx %016llx",
               (unsigned long long)word[0], (unsigned long long)word[1]);
}

void tn_apn_judge_event(struct tn_apn_judge *j, uint64_t offered, uint64_t addr,
                        const uint64_t word[2])
{
    const uint32_t size = 1u << (*reg(j, EVQ_SIZE) & 15);
    TN_APN_ASK(j, TN_APN_EVT_2,
               addr == tn_apn_reg64(j, EVQ_BASE) + (uint64_t)EVENT * j->event_write,
               "an event in its place", "%llx", (unsigned long long)addr);
    TN_APN_ASK(j, TN_APN_EVT_2, (j->event_write + 1) % size != *reg(j, EVQ_READ) % size,
               "no event over one unread", "the queue is full");
    follow_timer(j, offered, word);
    const int r = row_of(j, j->event_phase, word);
    if (r < 0) {
        blame(j, word);
        return;
    }
    const struct tn_apn_due *d = &j->row[r].due[j->row[r].out++ % TN_APN_DUES];
    const uint64_t m = d->why.message % TN_APN_MESSAGE_N;
    TN_APN_ASK(j, TN_APN_EVT_1, d->why.of != TN_APN_OF_DESCRIPTOR || j->ring_out >= d->after,
               "an event behind the packets of its descriptor", "before them");
    if (d->why.message)
        TN_APN_ASK(j, TN_APN_EVT_3, j->open[m] == 0 && offered > j->done[m],
                   "an event behind the B of its data", "%u pieces open", (unsigned)j->open[m]);
    tn_judge_held(&j->judge, TN_APN_EVT_4);
    j->event_write = (j->event_write + 1) % size;
    j->event_phase ^= j->event_write == 0;
}

/* The end. */

static size_t events_open(const struct tn_apn_judge *j)
{
    size_t n = 0;
    for (int r = 0; r < TN_APN_ROWS; r++)
        n += j->row[r].in - j->row[r].out;
    return n;
}

size_t tn_apn_judge_open(const struct tn_apn_judge *j)
{
    return j->ring.n + j->replies.n + j->data.n + tn_apn_answers_open(j) + events_open(j);
}

void tn_apn_judge_rest(struct tn_apn_judge *j)
{
    TN_APN_ASK(j, TN_APN_PKT_3, j->ring.n == 0, "each packet of the descriptors",
               "%zu did not leave", j->ring.n);
    TN_APN_ASK(j, TN_APN_GET_1, j->replies.n == 0, "each reply", "%zu did not leave", j->replies.n);
    tn_apn_answers_rest(j);
    TN_APN_ASK(j, TN_APN_MEM_2, j->data.n == 0, "all data of accepted packets",
               "%zu pieces were not written", j->data.n);
    TN_APN_ASK(j, TN_APN_EVT_1, events_open(j) == 0, "each event", "%zu did not come",
               events_open(j));
    TN_APN_ASK(j, TN_APN_RD_1, j->reads == 0, "a read of all data", "%zu were not asked for",
               j->reads);
    TN_APN_ASK(j, TN_APN_FET_1, j->fetched == j->taken, "a read of all descriptors",
               "%u of them up to %u", (unsigned)j->fetched, (unsigned)j->taken);
    TN_APN_ASK(j, TN_APN_LCL_1, j->was.room == 3, "room for both VCs at rest", "room %u",
               j->was.room);
}
