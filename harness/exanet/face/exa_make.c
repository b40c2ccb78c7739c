/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets of transactions and messages (checkers/exanet/spec/exanet.md).
 */
#include "exa_make.h"

#include <string.h>

struct exa_node exa_make_node(unsigned i)
{
    return (struct exa_node){.fpga = i % 4, .x = i / 4 % 8, .y = (uint8_t)(i / 32)};
}

unsigned exa_transaction_step(const struct exa_transaction *t)
{
    unsigned room = EXA_MTU - (unsigned)(t->addr % EXA_MTU);
    return t->left < room ? t->left : room;
}

static void begin(const struct exa_transaction *t, unsigned type, struct exa_packet *k)
{
    *k = (struct exa_packet){.type = (uint8_t)type,
                             .pdid = t->pdid,
                             .src = t->src,
                             .dst = t->dst,
                             .tid = t->tid,
                             .seq = t->seq};
}

void exa_transaction_packet(struct exa_transaction *t, const uint8_t *data, struct exa_packet *k)
{
    unsigned n = exa_transaction_step(t);
    begin(t, EXA_WRITE, k);
    k->first = !t->begun;
    k->last = n == t->left;
    k->notify = t->notify;
    exa_set_payload(k, t->addr, data, n);
    t->begun = true;
    t->addr += n;
    t->left -= n;
}

void exa_transaction_control(const struct exa_transaction *t, const uint8_t note[EXA_WORD],
                             struct exa_packet *k)
{
    uint8_t payload[2 * EXA_WORD] = {0};
    uint64_t place = exa_place_bits(t->dst, exa_peripheral_addr(EXA_P_MAILBOX, 0));
    for (unsigned i = 0; i < sizeof place; i++)
        payload[i] = (uint8_t)(place >> (8 * i));
    memcpy(payload + EXA_WORD, note, EXA_WORD);
    begin(t, EXA_DMA_CTL, k);
    exa_set_payload(k, exa_peripheral_addr(EXA_P_RDMA, 0), payload, sizeof payload);
}

void exa_transaction_notification(const struct exa_transaction *t, const uint8_t note[EXA_WORD],
                                  struct exa_packet *k)
{
    begin(t, EXA_NOTIFY, k);
    k->src = t->dst;
    exa_set_payload(k, exa_peripheral_addr(EXA_P_MAILBOX, 0), note, EXA_WORD);
}

void exa_transaction_answer(const struct exa_transaction *t, unsigned code, struct exa_packet *k)
{
    begin(t, EXA_ACK, k);
    k->src = (struct exa_node){0};
    k->dst = t->src;
    k->code = code & 15;
    k->addr = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
}

void exa_message(struct exa_node src, struct exa_node dst, uint16_t pdid, unsigned chan,
                 uint16_t number, const uint8_t *data, size_t n, struct exa_packet *k)
{
    *k = (struct exa_packet){.type = EXA_WRITE,
                             .pdid = pdid,
                             .src = src,
                             .dst = dst,
                             .tid = exa_message_tid(chan),
                             .seq = number % EXA_NUMBER_MOD};
    exa_set_payload(k, exa_peripheral_addr(EXA_P_MAILBOX, 0), data, n);
}

void exa_message_answer(const struct exa_packet *message, unsigned code, struct exa_packet *k)
{
    *k = (struct exa_packet){.type = EXA_ACK,
                             .pdid = message->pdid,
                             .dst = message->src,
                             .addr = exa_peripheral_addr(EXA_P_PACKETIZER, 0),
                             .tid = message->tid,
                             .seq = message->seq % EXA_SEQ_MOD,
                             .code = code & 15};
}

int exa_write(struct tn_writer *w, const struct tn_event *place, struct exa_packet *k)
{
    uint8_t bytes[EXA_MAX];
    struct tn_event ev = *place;
    long n;
    exa_seal(k);
    n = exa_encode(k, bytes, sizeof bytes);
    if (n < 0)
        return (int)n;
    ev.fabric = TN_FABRIC_EXANET;
    ev.unit = TN_UNIT_PACKET;
    ev.bytes = bytes;
    ev.len = ev.orig_len = (uint32_t)n;
    ev.span = (uint32_t)(n / EXA_WORD) - 1;
    return tn_writer_event(w, &ev);
}
