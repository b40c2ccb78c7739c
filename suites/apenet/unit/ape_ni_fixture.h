/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the unit tests of the network interface's model: a model whose packets, events
 * and writes are kept.
 */
#ifndef APE_NI_FIXTURE_H
#define APE_NI_FIXTURE_H

#include <tn/apenet/ape_ni.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { OWN = 0x0421, PEER = 0x0842, PID = 9, PLACE = 0x10000, MOST = 32 };

/* What the model did since the last begin(). */
static struct {
    struct tn_apn ni;
    struct tn_apn_packet sent[MOST];
    uint64_t from[MOST], request[MOST];
    struct tn_apn_event event[MOST];
    uint64_t at[MOST]; /* physical addresses written */
    size_t n[MOST];
    unsigned sends, events, writes;
    enum tn_apn_page answer;
} x;

static inline void read_memory(void *ctx, uint64_t pa, uint8_t *bytes, size_t n)
{
    (void)ctx;
    memset(bytes, (int)(pa >> 12 & 0xff), n);
}

static inline enum tn_apn_page page(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa)
{
    (void)ctx, (void)pid;
    *pa = 0x5000000 + (vaddr & ~0xfffull);
    return x.answer;
}

static inline void write_memory(void *ctx, uint64_t message, uint64_t pa, const uint8_t *bytes,
                                size_t n)
{
    (void)ctx, (void)message, (void)bytes;
    x.at[x.writes] = pa;
    x.n[x.writes++] = n;
}

static inline void send(void *ctx, const struct tn_apn_packet *p, uint64_t request, uint64_t from)
{
    (void)ctx;
    x.from[x.sends] = from;
    x.request[x.sends] = request;
    x.sent[x.sends++] = *p;
}

static inline void event(void *ctx, const struct tn_apn_event *e, const struct tn_apn_why *why)
{
    (void)ctx, (void)why;
    x.event[x.events++] = *e;
}

static inline int begin(void **state)
{
    static const struct tn_apn_ops ops = {read_memory, page, write_memory, send, event};
    (void)state;
    memset(&x, 0, sizeof x);
    tn_apn_init(&x.ni, &(struct tn_apn_params){OWN, 4, 2, 2}, &ops, NULL);
    return 0;
}

static inline enum tn_apn_code reg(uint64_t vaddr, uint32_t length, unsigned flags, unsigned *index)
{
    return tn_apn_command(&x.ni, TN_APN_REGISTER, PID, vaddr, length, flags, index);
}

/* Lets a packet come, and returns the cause of its error event; 0: there is none. */
static inline unsigned come(struct tn_apn_packet p)
{
    const unsigned before = x.events;
    p.dst = p.dst ? p.dst : OWN;
    p.src = p.src ? p.src : PEER;
    p.pid = p.pid ? p.pid : PID;
    p.type = p.type ? p.type : TN_APN_PUT;
    p.words = (uint16_t)(p.alone ? 1 : 2 + (p.len + 15) / 16);
    tn_apn_packet(&x.ni, 0, &p);
    return x.events > before && x.event[before].kind == TN_APN_ERROR ? x.event[before].cause : 0;
}

#endif
