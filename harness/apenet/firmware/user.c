/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The application's library: messages and events.
 */
#include "pages.h"
#include "registers.h"
#include "user.h"

#include <errno.h>
#include <string.h>

static const uint32_t SECOND = UINT32_C(1) << 31; /* of message numbers at local port 1 */

/* Writes a register of 64 bits, the low word first. Returns 0 or the error of the access. */
static int put64(struct ape_user *u, uint32_t addr, uint64_t value)
{
    const int rc = tn_ape_put(u, addr, (uint32_t)value);
    return rc ? rc : tn_ape_put(u, addr + 4, (uint32_t)(value >> 32));
}

int tn_ape_put(struct ape_user *u, uint32_t addr, uint32_t value)
{
    return u->config.ops.put(u->config.ctx, addr, value);
}

int tn_ape_get(struct ape_user *u, uint32_t addr, uint32_t *value)
{
    return u->config.ops.get(u->config.ctx, addr, value);
}

static bool wrong(const struct ape_user_config *c)
{
    return c->ring_log2 < 4 || c->ring_log2 > 12 || c->queue_log2 < 4 || c->queue_log2 > 12 ||
           c->ring % APE_PAGE || c->queue % APE_PAGE || c->pages % APE_PAGE ||
           c->pages_end < c->pages + APE_PAGE;
}

int ape_open(struct ape_user *u, const struct ape_user_config *c)
{
    static const uint8_t none[APE_PAGE];
    int rc;
    if (wrong(c))
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->config = *c;
    u->msg = c->second ? SECOND : 0;
    u->free_page = c->pages + APE_PAGE;
    c->ops.poke(c->ctx, c->pages, none, sizeof none);
    for (uint64_t i = 0; i < (uint64_t)APE_EVENT << c->queue_log2; i += APE_EVENT)
        c->ops.poke(c->ctx, c->queue + i, none, APE_EVENT);
    if ((rc = put64(u, APE_TX_BASE, c->ring)) || (rc = put64(u, APE_EVQ_BASE, c->queue)) ||
        (rc = tn_ape_put(u, APE_EVQ_SIZE, c->queue_log2)))
        return rc;
    return tn_ape_put(u, APE_TX_SIZE, c->ring_log2);
}

static uint64_t node_bits(const struct ape_node *n)
{
    return (uint64_t)(n->x & 63) << 10 | (uint64_t)(n->y & 31) << 5 | (n->z & 31);
}

/* Puts a descriptor behind the last one. TX_WRITE does not move yet. */
static void add(struct ape_user *u, const uint64_t word[APE_DESC_WORDS])
{
    const uint32_t at = u->write & ((1u << u->config.ring_log2) - 1);
    uint8_t bytes[APE_DESC];
    for (unsigned i = 0; i < APE_DESC_WORDS; i++)
        ape_to_bytes(bytes + 8 * i, word[i]);
    u->config.ops.poke(u->config.ctx, u->config.ring + (uint64_t)APE_DESC * at, bytes,
                       sizeof bytes);
    u->write++;
}

/* Returns 0 when the ring has room for n descriptors, -EAGAIN when it may have room later,
 * -EMSGSIZE when never. */
static int room(struct ape_user *u, uint64_t n)
{
    const uint32_t mask = (1u << u->config.ring_log2) - 1;
    uint32_t read;
    if (n > mask)
        return -EMSGSIZE;
    const int rc = tn_ape_get(u, APE_TX_READ, &read);
    if (rc)
        return rc;
    return n > mask - ((u->write - read) & mask) ? -EAGAIN : 0;
}

/* Tells the network interface of all descriptors added so far. */
static int ring_doorbell(struct ape_user *u)
{
    return tn_ape_put(u, APE_TX_WRITE, u->write & ((1u << u->config.ring_log2) - 1));
}

/* Goes on to the next message's number. The two interfaces of a node have one half of the numbers
 * each. */
static void count_message(struct ape_user *u)
{
    u->msg = (u->msg & SECOND) | ((u->msg + 1) & ~SECOND);
}

/* Adds a message, one descriptor for each page of its source. first: word 2 of its first
 * descriptor. */
static int start(struct ape_user *u, const struct ape_message *m, unsigned type, uint64_t first)
{
    const uint64_t pages = (m->here % APE_PAGE + m->length + APE_PAGE - 1) / APE_PAGE;
    const uint32_t mark = u->write;
    int rc;
    if (m->length == 0)
        return -EINVAL;
    if (m->answer && u->config.second)
        return -EOPNOTSUPP;
    if ((rc = room(u, pages)))
        return rc;
    for (uint32_t at = 0, n; at < m->length; at += n) {
        const uint64_t left = m->length - at, page = APE_PAGE - (m->here + at) % APE_PAGE;
        uint64_t word[APE_DESC_WORDS] = {0};
        n = (uint32_t)(left < page ? left : page);
        if (!u->config.ops.pin(u->config.ctx, m->pid, m->here + at, &word[0])) {
            u->write = mark;
            return -EFAULT;
        }
        word[1] = node_bits(&m->node) << APE_D_NODE | (uint64_t)type << APE_D_TYPE |
                  (uint64_t)m->pid << APE_D_PID | n;
        if (n == left)
            word[1] |= (uint64_t)m->answer << APE_D_ANSWER | (uint64_t)m->event << APE_D_EVENT |
                       1ull << APE_D_LAST;
        word[2] = first + at;
        word[3] = (uint64_t)u->msg << APE_D_MSG | m->tag;
        add(u, word);
    }
    count_message(u);
    return ring_doorbell(u);
}

int ape_rdma_put(struct ape_user *u, const struct ape_message *m)
{
    return start(u, m, APE_TYPE_PUT, m->there);
}

int ape_rdma_send(struct ape_user *u, const struct ape_message *m)
{
    return start(u, m, APE_TYPE_SEND, 0);
}

int ape_rdma_get(struct ape_user *u, const struct ape_message *m)
{
    const uint64_t word[APE_DESC_WORDS] = {
        [1] = node_bits(&m->node) << APE_D_NODE | (uint64_t)m->event << APE_D_EVENT |
              1ull << APE_D_LAST | (uint64_t)APE_TYPE_GET << APE_D_TYPE |
              (uint64_t)m->pid << APE_D_PID,
        [2] = m->there,
        [3] = (uint64_t)u->msg << APE_D_MSG | m->tag,
        [4] = m->here,
        [5] = m->length,
    };
    int rc;
    if (m->length == 0)
        return -EINVAL;
    if (u->config.second)
        return -EOPNOTSUPP;
    if ((rc = room(u, 1)))
        return rc;
    add(u, word);
    count_message(u);
    return ring_doorbell(u);
}

/* Takes the event at the front of the queue. Returns whether there is one. */
static bool take_event(struct ape_user *u, struct ape_event *e)
{
    const uint32_t size = 1u << u->config.queue_log2, at = u->event % size;
    uint8_t bytes[APE_EVENT];
    uint64_t low, high;
    u->config.ops.peek(u->config.ctx, u->config.queue + (uint64_t)APE_EVENT * at, bytes,
                       sizeof bytes);
    low = ape_from_bytes(bytes);
    high = ape_from_bytes(bytes + 8);
    if ((low & 1) == (u->event / size & 1))
        return false;
    *e = (struct ape_event){
        .kind = (uint8_t)(low >> APE_E_KIND),
        .cause = (uint8_t)(low >> APE_E_CAUSE),
        .pid = (uint16_t)(low >> APE_E_PID),
        .source = {(uint8_t)(low >> (APE_E_NODE + 10) & 63),
                   (uint8_t)(low >> (APE_E_NODE + 5) & 31), (uint8_t)(low >> APE_E_NODE & 31)},
        .slot = (uint8_t)(low >> APE_E_SLOT & APE_SLOT_MASK),
        .number = (uint32_t)(high >> APE_E_NUMBER),
        .bytes = (uint32_t)high,
    };
    u->event++;
    return true;
}

int ape_wait_event(struct ape_user *u, struct ape_event *e, uint64_t timeout)
{
    const struct ape_ops *ops = &u->config.ops;
    const uint64_t begin = ops->now(u->config.ctx);
    while (!take_event(u, e)) {
        if (ops->now(u->config.ctx) - begin >= timeout)
            return -ETIMEDOUT;
        ops->idle(u->config.ctx);
    }
    return tn_ape_put(u, APE_EVQ_READ, u->event & ((1u << u->config.queue_log2) - 1));
}
