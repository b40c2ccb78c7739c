/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of the network interface behind its registers (checkers/apenet/spec/ape_ni.md section
 * 3).
 */
#include <tn/apenet/ape_far.h>

#include <errno.h>
#include <string.h>

enum {
    HOST = 0x1000,
    COMMAND = 0x1040,
    TIMERS = 0x1080,
    MICRO = 0x2000,
    EVQ_LOST = 0x3028,
    REG_BYTES = 64
};
enum {
    TX_BASE = 0,
    TX_SIZE = 2,
    TX_WRITE = 4,
    TX_READ = 5,
    EVQ_BASE = 8,
    EVQ_SIZE = 10,
    EVQ_READ = 12,
    EVQ_WRITE = 13,
    EVQ_PHASE = 15
};
enum { PID, FLAGS, VADDR, LENGTH = 4, OP = 8, RESULT = 9 };
enum {
    ANSWER_PAGE = 4,
    ANSWER = 6,
    DESC = 64,
    EVENT = 16,
    VALID_BIT = 31,
    FAULT_BIT = 31,
    SLOT = 5,
    SLOT_AT = 16,
    INDEX_AT = 8
};

static uint64_t pair(const uint32_t *low)
{
    return (uint64_t)low[1] << 32 | low[0];
}

static void ring(struct tn_ape_far *f)
{
    const uint32_t mask = (1u << f->reg[TX_SIZE]) - 1;
    while (f->reg[TX_READ] != f->reg[TX_WRITE]) {
        uint8_t bytes[DESC];
        uint64_t word[TN_APN_DESC_WORDS] = {0};
        tn_memory_peek(f->host.memory, pair(f->reg + TX_BASE) + (uint64_t)DESC * f->reg[TX_READ],
                       bytes, sizeof bytes);
        for (unsigned i = 0; i < DESC; i++)
            word[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
        f->reg[TX_READ] = (f->reg[TX_READ] + 1) & mask;
        tn_apn_descriptor(&f->ni, word);
    }
}

static void do_command(struct tn_ape_far *f)
{
    const uint32_t *c = f->command;
    unsigned index = 0;
    const enum tn_apn_code code = tn_apn_command(&f->ni, (enum tn_apn_op)c[OP], (uint16_t)c[PID],
                                                 pair(c + VADDR), c[LENGTH], c[FLAGS], &index);
    f->command[RESULT] = (uint32_t)code | index << INDEX_AT;
}

static int get(void *ctx, uint32_t addr, uint32_t *value)
{
    struct tn_ape_far *f = ctx;
    f->time++;
    if (addr >= HOST && addr < HOST + REG_BYTES)
        *value = f->reg[(addr - HOST) / 4];
    else if (addr >= COMMAND && addr < COMMAND + REG_BYTES)
        *value = f->command[(addr - COMMAND) / 4];
    else if (addr >= TIMERS && addr < TIMERS + sizeof f->timer)
        *value = f->timer[(addr - TIMERS) / 4];
    else if (addr == EVQ_LOST)
        *value = f->lost;
    else if (addr >= MICRO && addr < MICRO + 12)
        *value = f->miss[(addr - MICRO) / 4];
    else
        return -ENXIO;
    return 0;
}

static int put(void *ctx, uint32_t addr, uint32_t value)
{
    struct tn_ape_far *f = ctx;
    const unsigned at = (addr - HOST) / 4;
    f->time++;
    if (addr >= HOST && addr < HOST + REG_BYTES) {
        f->reg[at] = value;
        if (at == TX_SIZE) {
            f->reg[TX_READ] = f->reg[TX_WRITE] = 0;
            tn_apn_ring(&f->ni);
        }
        if (at == EVQ_SIZE)
            f->reg[EVQ_READ] = f->reg[EVQ_WRITE] = f->reg[EVQ_PHASE] = 0;
        if (at == TX_WRITE)
            ring(f);
    } else if (addr >= COMMAND && addr < COMMAND + REG_BYTES) {
        f->command[(addr - COMMAND) / 4] = value;
        if ((addr - COMMAND) / 4 == OP)
            do_command(f);
    } else if (addr >= TIMERS && addr < TIMERS + sizeof f->timer) {
        f->timer[(addr - TIMERS) / 4] = value;
    } else if (addr >= MICRO + 4 * ANSWER_PAGE && addr <= MICRO + 4 * ANSWER) {
        f->answer[(addr - MICRO) / 4 - ANSWER_PAGE] = value;
        if (addr == MICRO + 4 * ANSWER)
            f->miss[0] = 0;
    } else {
        return -ENXIO;
    }
    return 0;
}

static uint64_t now(void *ctx)
{
    return ((struct tn_ape_far *)ctx)->time;
}

static void idle(void *ctx)
{
    ((struct tn_ape_far *)ctx)->time += 10;
}

static void read_memory(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    tn_memory_peek(((struct tn_ape_far *)ctx)->host.memory, pa, bytes, n);
}

/* Each search is a miss, which the firmware serves. */
static enum tn_apn_page page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    struct tn_ape_far *f = ctx;
    f->miss[0] = 1u << VALID_BIT | SLOT << SLOT_AT | pid;
    f->miss[1] = (uint32_t)(vaddr >> 12);
    f->miss[2] = (uint32_t)(vaddr >> 44);
    if (!tn_ape_fw_step(&f->host.fw) || f->miss[0])
        return TN_APN_NO_ANSWER;
    *pa = pair(f->answer) << 12;
    return f->answer[2] >> FAULT_BIT ? TN_APN_NO_PAGE : TN_APN_FOUND;
}

static void write_memory(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes, size_t n)
{
    (void)message;
    tn_memory_poke(((struct tn_ape_far *)ctx)->host.memory, pa, bytes, n);
}

static void leave(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    const struct tn_ape_far *f = ctx;
    (void)request, (void)from;
    f->send(f->ctx, p);
}

static void event(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why)
{
    struct tn_ape_far *f = ctx;
    const uint32_t mask = (1u << f->reg[EVQ_SIZE]) - 1, at = f->reg[EVQ_WRITE];
    uint64_t word[2];
    uint8_t bytes[EVENT];
    (void)why;
    if (((at + 1) & mask) == f->reg[EVQ_READ]) {
        f->lost++;
        return;
    }
    tn_apn_event_words(e, !f->reg[EVQ_PHASE], word);
    for (unsigned i = 0; i < EVENT; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    tn_memory_poke(f->host.memory, pair(f->reg + EVQ_BASE) + (uint64_t)EVENT * at, bytes,
                   sizeof bytes);
    f->reg[EVQ_WRITE] = (at + 1) & mask;
    f->reg[EVQ_PHASE] ^= f->reg[EVQ_WRITE] == 0;
}

int tn_ape_far_open(struct tn_ape_far *f, uint16_t own, struct tn_memory *m, unsigned ring_log2,
                    unsigned queue_log2, uint64_t seed,
                    void (*send)(void *ctx, const struct tn_apn_packet *p), void *ctx)
{
    static const struct tn_apn_ops ops = {read_memory, page, write_memory, leave, event};
    const struct tn_apn_params p = {.own = own,
                                    .buffers = TN_APN_BUFFERS,
                                    .messages = TN_APN_MESSAGES,
                                    .answers = TN_APN_MESSAGES};
    const struct tn_ape_port port = {get, put, now, idle, f};
    memset(f, 0, sizeof *f);
    f->send = send;
    f->ctx = ctx;
    tn_apn_init(&f->ni, &p, &ops, f);
    return tn_ape_host_open(&f->host, m, &port, ring_log2, queue_log2, seed);
}

void tn_ape_far_packet(struct tn_ape_far *f, const struct tn_apn_packet *p)
{
    tn_apn_packet(&f->ni, 0, p);
}

void tn_ape_far_timeout(struct tn_ape_far *f)
{
    for (unsigned i = 0; i < TN_APN_MESSAGES; i++)
        if (f->ni.message[i].state == TN_APN_OPEN)
            tn_apn_message_timeout(&f->ni, f->ni.message[i].source, f->ni.message[i].stream,
                                   f->ni.message[i].pid);
    for (unsigned i = 0; i < TN_APN_TAGS; i++)
        if (f->ni.tag[i].state == TN_APN_TAG_OPEN)
            tn_apn_tag_timeout(&f->ni, f->ni.tag[i].tag);
    for (unsigned i = 0; i < TN_APN_TAGS; i++) {
        const struct tn_apn_awaited *w = &f->ni.awaited[i];
        if (w->state == TN_APN_ACK_OPEN)
            tn_apn_ack_timeout(&f->ni, w->node, w->pid, w->tag);
    }
}
