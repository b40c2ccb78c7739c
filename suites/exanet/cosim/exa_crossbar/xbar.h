/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the switch's suites: the bench's numbers, packets, and words seen.
 */
#ifndef XBAR_H
#define XBAR_H

#include "../../../cosim/rule.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    XBAR_PORTS = 16,
    XBAR_OWN = 0x1000,  /* the bench's register: coordinates from the next reset on */
    XBAR_PINS = 0x1004, /* 1: every cycle of the pins is shown */
    XBAR_KEEP = 512,    /* packets a port that are kept */
};

static inline struct tn_exa_source *xbar_source(unsigned port)
{
    char name[16];
    snprintf(name, sizeof name, "s_exa%u", port);
    return tn_exa_source_find(name);
}

static inline struct tn_sink *xbar_sink(unsigned port)
{
    char name[16];
    snprintf(name, sizeof name, "m_exa%u", port);
    return tn_sink_find(name);
}

/* An input that is neither link nor gateway, when DRAM is none of these either; else -1 after a
 * line that says so: such a bench has no port whose packets to DRAM never are LOOP. */
static inline int xbar_local(void)
{
    unsigned links = (unsigned)tn_sim_param("LINK_BASE"),
             gateways = (unsigned)tn_sim_param("GW_BASE");
    unsigned dram = (unsigned)tn_sim_param("DRAM_PORT");
    for (unsigned p = 0; p < (unsigned)tn_sim_param("PORT_N"); p++)
        if (p - links >= 4 && p - gateways >= 4 && dram - links >= 4 && dram - gateways >= 4)
            return (int)p;
    print_message(
        "1..0 # SKIP needs a DRAM port, and an input, that are neither link nor gateway\n");
    return -1;
}

/* Resets the bench; the switch stands at these coordinates then. */
static inline void xbar_reset(struct exa_node own)
{
    tn_reg_write(XBAR_OWN, exa_node_bits(own));
    tn_sim_reset(4);
}

/* A Write of n bytes (0: header and footer, as a ZReadReq) to that place, sealed; mark tells
 * packets apart. Returns its bytes. */
static inline size_t xbar_packet(uint8_t out[EXA_KEEP_MAX], struct exa_node dst, uint64_t addr,
                                 unsigned n, uint16_t mark)
{
    uint8_t data[EXA_MTU];
    struct exa_packet k = {.pdid = mark, .dst = dst, .type = n ? EXA_WRITE : EXA_ZREAD_REQ};
    for (unsigned i = 0; i < n; i++)
        data[i] = (uint8_t)(mark + 7 * i);
    assert_int_equal(exa_set_payload(&k, addr, data, n), 0);
    exa_seal(&k);
    long len = exa_encode(&k, out, EXA_KEEP_MAX);
    assert_true(len > 0);
    return (size_t)len;
}

/* The packets that were seen at one port. */
struct xbar_out {
    unsigned n;
    struct {
        uint64_t cycle;
        uint32_t span, len, waited;
        uint8_t bytes[EXA_MAX];
    } packet[XBAR_KEEP];
};
struct xbar_seen {
    struct xbar_out in[XBAR_PORTS], out[XBAR_PORTS];
    unsigned drops, last_cause, last_port;
    unsigned broken;
};

static inline void xbar_on_packet(void *ctx, const struct tn_event *ev)
{
    struct xbar_seen *s = ctx;
    struct xbar_out *o =
        tn_monitor_point(ev->point)[0] == 's' ? &s->in[ev->port] : &s->out[ev->port];
    if (o->n == XBAR_KEEP || ev->len > EXA_MAX)
        return;
    o->packet[o->n].cycle = ev->cycle;
    o->packet[o->n].span = ev->span;
    o->packet[o->n].len = ev->len;
    memcpy(o->packet[o->n++].bytes, ev->bytes, ev->len);
}

static inline void xbar_on_drop(void *ctx, uint64_t cycle, unsigned dir, unsigned cause,
                                unsigned port)
{
    struct xbar_seen *s = ctx;
    (void)cycle;
    (void)dir;
    s->drops++;
    s->last_cause = cause;
    s->last_port = port;
}

/* Channel violations: of the switch when its outputs break the rules, of us otherwise. */
static inline void xbar_on_broken(void *ctx, const struct tn_verdict *v)
{
    struct xbar_seen *s = ctx;
    if (s->broken++ >= RULES_SHOWN)
        return;
    print_message("%s cycle %llu: expected %s; found %s\n", v->rule, (unsigned long long)v->cycle,
                  v->expected, v->found);
}

/* Forgets all packets seen. */
static inline void xbar_forget(struct xbar_seen *s)
{
    memset(s, 0, sizeof *s);
}

/* What this input is sent is wrong on purpose: only how it is offered is judged. */
static inline void xbar_unjudged(unsigned port)
{
    char name[16];
    snprintf(name, sizeof name, "s_exa%u", port);
    assert_int_equal(tn_exa_monitor_judge(name, false), 0);
}

/* Forgets, and watches from now on. */
static inline void xbar_judge(struct xbar_seen *s)
{
    xbar_forget(s);
    tn_monitor_clear();
    tn_monitor_subscribe(xbar_on_packet, s);
    tn_reject_subscribe(xbar_on_drop, s);
    tn_handshake_subscribe(xbar_on_broken, s);
}

#endif
