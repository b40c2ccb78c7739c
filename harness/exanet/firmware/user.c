/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The user's library (exa_firmware.md section 8).
 */
#include "firmware.h"

#include <tn/exanet/exa_user.h>

#include <errno.h>
#include <string.h>

enum {
    READ_TIMEOUT = 1 << 22,
    BUSY_WAIT = 1 << 12,
    SLOTS = 8,
    /* page of a channel, a message */
    MSG = 0,
    DST = 0x40,
    STATUS = 0x50,
    REQUEST = 1 << 8 | 32,
    /* page of a mailbox */
    INFO = 0x40,
    POP = 0x50,
};

/* STATUS of a channel, bits 3:0. */
enum { S_BUSY = 1, S_ACKED, S_NACKED, S_TIMEOUT, S_REFUSED };

void exa_user_init(struct exa_user *u, const struct exa_user_config *c)
{
    memset(u, 0, sizeof *u);
    u->config = *c;
    if (u->config.read_timeout == 0)
        u->config.read_timeout = READ_TIMEOUT;
    if (u->config.slots == 0)
        u->config.slots = SLOTS;
    u->sending = -1;
}

static uint64_t now_of(const struct exa_user *u)
{
    return u->config.ops.now(u->config.ctx);
}

/* Reads n bytes, up to 8, as a number; an access that fails reads 0. */
static uint64_t get(const struct exa_user *u, uint32_t addr, unsigned n)
{
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    if (u->config.ops.read(u->config.ctx, addr, n, bytes) == 0)
        for (unsigned i = 0; i < n; i++)
            value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static bool put128(const struct exa_user *u, uint32_t addr, uint64_t low, uint64_t high)
{
    uint8_t bytes[16];
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(low >> 8 * i);
        bytes[8 + i] = (uint8_t)(high >> 8 * i);
    }
    return u->config.ops.write(u->config.ctx, addr, 16, bytes) == 0;
}

/* Returns a tag that no request of this life had before. */
static uint32_t next_tag(struct exa_user *u)
{
    return (uint32_t)u->config.life << TN_FW_LIFE_AT | (++u->tags & ((1u << TN_FW_LIFE_AT) - 1));
}

int exa_put(struct exa_user *u, const struct exa_put *p)
{
    for (int c = 0; c < TN_FW_WRITES; c++) {
        volatile uint64_t *w = u->config.page[c];
        if (u->put[c] || w[TN_FW_GO] >> 32)
            continue;
        w[TN_FW_SRC] = p->src;
        w[TN_FW_DST] = (uint64_t)p->node << FW_ADDR_BITS | p->dst;
        w[TN_FW_LENGTH] = p->length | (uint64_t)p->notify << 32;
        w[TN_FW_PLACE] = p->place;
        w[TN_FW_NOTE] = p->note[0];
        w[TN_FW_NOTE + 1] = p->note[1];
        w[TN_FW_GO] = 1ull << 32 | next_tag(u);
        u->put[c] = true;
        return c;
    }
    return -EAGAIN;
}

int exa_get(struct exa_user *u, const struct exa_get *g)
{
    for (int i = 0; i < EXA_GETS; i++) {
        if (u->op[i].state != EXA_GET_FREE)
            continue;
        u->op[i].get = *g;
        u->op[i].retries = 0;
        u->op[i].err = TN_FW_OK;
        u->op[i].at = 0;
        u->op[i].state = EXA_GET_TO_SEND;
        return TN_FW_WRITES + i;
    }
    return -EAGAIN;
}

static void end(struct exa_user *u, unsigned i, unsigned err)
{
    u->op[i].state = EXA_GET_ENDED;
    u->op[i].err = (uint8_t)err;
}

/* Asks again, not before cycle at, or ends the read. */
static void again(struct exa_user *u, unsigned i, uint64_t at, unsigned err)
{
    if (u->op[i].retries++ >= u->config.max_retries) {
        end(u, i, err);
        return;
    }
    u->op[i].state = EXA_GET_TO_SEND;
    u->op[i].at = at;
}

/* Gives a request with a new tag to the channel. */
static void send_request(struct exa_user *u, unsigned i)
{
    const struct exa_get *g = &u->op[i].get;
    const uint32_t page = FW_PACKETIZER + FW_CHANNEL * u->config.channel;
    const uint64_t dst = g->dst | 1ull << 63 | (uint64_t)u->config.mailbox << 57;
    const uint64_t to = (uint64_t)g->node << FW_ADDR_BITS | 7ull << (FW_ADDR_BITS - 3) | 1ull << 32;
    u->op[i].tag = next_tag(u);
    u->op[i].state = EXA_GET_SENDING;
    u->op[i].at = now_of(u) + u->config.read_timeout;
    u->sending = (int)i;
    u->sending_tag = u->op[i].tag;
    if (put128(u, page + MSG, g->src, dst) &&
        put128(u, page + MSG + 16, g->length | (uint64_t)u->op[i].tag << 32, 0))
        put128(u, page + DST, to, REQUEST);
}

/* Looks what became of the request that the channel has. One that ended without an answer may have
 * been taken. */
static void look_at_channel(struct exa_user *u)
{
    const uint32_t page = FW_PACKETIZER + FW_CHANNEL * u->config.channel;
    const unsigned status = (unsigned)get(u, page + STATUS, 4), state = status & 0xf,
                   code = status >> 4 & 0xf;
    const unsigned i = (unsigned)u->sending;
    if (state == S_BUSY)
        return;
    u->sending = -1;
    if (u->op[i].state != EXA_GET_SENDING || u->op[i].tag != u->sending_tag)
        return;
    if (state == S_NACKED && code != 3 && code != 6)
        end(u, i, code);
    else if (state == S_REFUSED)
        end(u, i, TN_FW_E_RANGE);
    else
        u->op[i].state = EXA_GET_AWAITED;
}

/* Takes one message from the mailbox. */
static void take_note(struct exa_user *u)
{
    const uint32_t page = FW_MAILBOX + FW_CHANNEL * u->config.mailbox;
    const uint8_t one[4] = {1};
    uint64_t low, high;
    if (!(get(u, page + INFO, 4) >> 31))
        return;
    low = get(u, page, 8);
    high = get(u, page + 8, 8);
    u->config.ops.write(u->config.ctx, page + POP, 4, one);
    if ((low >> TN_FW_LIFE_AT & 0xff) != u->config.life) {
        u->stale++;
        return;
    }
    for (unsigned i = 0; i < EXA_GETS; i++) {
        const unsigned err = (unsigned)(high >> 56);
        if ((u->op[i].state != EXA_GET_SENDING && u->op[i].state != EXA_GET_AWAITED) ||
            u->op[i].tag != (uint32_t)low || u->op[i].get.length != low >> 32)
            continue;
        if (err == TN_FW_E_BUSY)
            again(u, i, now_of(u) + BUSY_WAIT, err);
        else
            end(u, i, err);
        return;
    }
    u->dropped++;
}

/* Returns how many reads may be answered now. */
static unsigned asked(const struct exa_user *u)
{
    unsigned n = 0;
    for (unsigned i = 0; i < EXA_GETS; i++)
        n += u->op[i].state == EXA_GET_SENDING || u->op[i].state == EXA_GET_AWAITED;
    return n;
}

static void do_gets(struct exa_user *u)
{
    const uint64_t now = now_of(u);
    for (unsigned i = 0; i < EXA_GETS; i++)
        if ((u->op[i].state == EXA_GET_AWAITED || u->op[i].state == EXA_GET_SENDING) &&
            now >= u->op[i].at)
            again(u, i, now, TN_FW_E_RETRIES);
    for (unsigned k = 0; k < EXA_GETS && u->sending < 0 && asked(u) < u->config.slots; k++) {
        const unsigned i = u->get_next++ % EXA_GETS;
        if (u->op[i].state == EXA_GET_TO_SEND && now >= u->op[i].at)
            send_request(u, i);
    }
}

static bool ended_put(struct exa_user *u, struct exa_end *e)
{
    for (unsigned k = 0; k < TN_FW_WRITES; k++) {
        const unsigned c = u->put_next++ % TN_FW_WRITES;
        const volatile uint64_t *w = u->config.page[c];
        const uint64_t status = w[TN_FW_STATUS];
        if (!u->put[c] || w[TN_FW_GO] >> 32 || (uint8_t)status < TN_FW_DONE)
            continue;
        u->put[c] = false;
        *e = (struct exa_end){(int)c, (uint8_t)(status >> 8)};
        return true;
    }
    return false;
}

static bool ended_get(struct exa_user *u, struct exa_end *e)
{
    for (unsigned i = 0; i < EXA_GETS; i++) {
        if (u->op[i].state != EXA_GET_ENDED)
            continue;
        u->op[i].state = EXA_GET_FREE;
        *e = (struct exa_end){(int)(TN_FW_WRITES + i), u->op[i].err};
        return true;
    }
    return false;
}

static bool gets_under_way(const struct exa_user *u)
{
    for (unsigned i = 0; i < EXA_GETS; i++)
        if (u->op[i].state != EXA_GET_FREE)
            return true;
    return u->sending >= 0;
}

bool exa_poll(struct exa_user *u, struct exa_end *e)
{
    if (gets_under_way(u)) {
        if (u->sending >= 0)
            look_at_channel(u);
        take_note(u);
        do_gets(u);
    }
    return ended_put(u, e) || ended_get(u, e);
}
