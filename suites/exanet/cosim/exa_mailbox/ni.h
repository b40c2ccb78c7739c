/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the network interface's blocks (checkers/exanet/spec/exa_ni.md):
 * the kernel's page, packets in, and everything that comes out.
 */
#ifndef NI_H
#define NI_H

#include "../../../cosim/size.h"
#include "../../../cosim/still.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    NI_OWN = 0x1000, /* the bench's register: coordinates from the next reset on */
    NI_KEEP = 4096,
    NI_KERNEL = 0x40000,
    NI_ID = 0x40400,
    NI_PARAMS = 0x40404,
    NI_OWN_REG = 0x40408,
    NI_DUP_CYC = 0x4041c,
    NI_CAUSE = 0x40440, /* + 4 * cause */
};

/* exa_ni.md section 3 */
enum ni_cause {
    NI_HCRC = 1, NI_MALF, NI_SHORT, NI_BROKEN, NI_STRAY, NI_FCRC, NI_FLOW, NI_UNEXP, NI_NOROOM,
    NI_PCRC, NI_DUP, NI_DECODE, NI_PROT, NI_FULL, NI_TAKEN, NI_CAUSES
};

static const struct exa_node ni_own = {5, 6, 7, 1, 0x42};

struct ni_packet {
    struct exa_packet k;
    uint64_t first, last; /* cycles of header and last word */
};

static struct {
    struct tn_axi_master *cpu;
    struct tn_exa_source *in;
    struct tn_sink *out;
    struct ni_packet sent[NI_KEEP], got[NI_KEEP]; /* on s_exa, on m_exa; rings */
    unsigned sent_n, got_n;
    struct {
        uint8_t cause;
        uint64_t cycle;
    } rx[NI_KEEP]; /* obs_rx */
    unsigned rx_n;
    const char *ours; /* a rule that the test breaks itself, on the block's input */
    unsigned broken;  /* rules of AXI or of the block's output */
} ni;

static inline void ni_on_packet(void *ctx, const struct tn_event *ev)
{
    bool in = tn_monitor_point(ev->point)[0] == 's';
    struct ni_packet *p = in ? &ni.sent[ni.sent_n++ % NI_KEEP] : &ni.got[ni.got_n++ % NI_KEEP];
    (void)ctx;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &p->k);
    p->first = ev->cycle;
    p->last = ev->cycle + ev->span;
}

static inline void ni_on_rx(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)port;
    ni.rx[ni.rx_n % NI_KEEP].cause = (uint8_t)cause;
    ni.rx[ni.rx_n++ % NI_KEEP].cycle = cycle;
}

static inline void ni_on_broken(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (strncmp(v->found, "s_exa", 5) == 0 || (ni.ours && strcmp(ni.ours, v->rule) == 0))
        return; /* what we send may be as it likes */
    rule_broken(&ni.broken, v->rule, v);
}

/* Resets block and bench, and watches from then on. */
static inline int ni_fresh(void **state)
{
    (void)state;
    memset(&ni, 0, sizeof ni);
    tn_monitor_clear();
    tn_reg_write(NI_OWN, exa_node_bits(ni_own));
    tn_sim_reset(4);
    ni.cpu = tn_axi_find("cpu");
    ni.in = tn_exa_source_find("s_exa");
    ni.out = tn_sink_find("m_exa");
    assert_non_null(ni.cpu);
    tn_monitor_subscribe(ni_on_packet, NULL);
    tn_reject_subscribe(ni_on_rx, NULL);
    tn_handshake_subscribe(ni_on_broken, NULL);
    return 0;
}

/* Nothing was broken, and every access was answered. */
static inline int ni_clean(void **state)
{
    (void)state;
    tn_axi_judge_finish();
    return ni.broken ? -1 : 0;
}

/* The response of an access to addr; one that has none ends the test, and has its row. */
static inline int ni_answered(int resp, uint32_t addr)
{
    char what[32];
    if (resp != -ETIMEDOUT)
        return resp;
    snprintf(what, sizeof what, "answer to an access to %05x", (unsigned)addr);
    still_failed(&ni.broken, "AXI-RSP-3", what);
    fail();
    return resp;
}

static inline uint32_t ni_read(uint32_t addr)
{
    uint32_t v = 0xdeadbeef;
    assert_int_equal(ni_answered(tn_axi_read32(ni.cpu, addr, &v), addr), TN_AXI_OKAY);
    return v;
}

static inline void ni_write(uint32_t addr, uint32_t v)
{
    assert_int_equal(ni_answered(tn_axi_write32(ni.cpu, addr, v), addr), TN_AXI_OKAY);
}

static inline uint32_t ni_count(enum ni_cause c)
{
    return ni_read(NI_CAUSE + 4 * c);
}

/* Sends it as it stands. */
static inline void ni_send(const struct exa_packet *k)
{
    uint8_t bytes[EXA_KEEP_MAX];
    long n = exa_encode(k, bytes, sizeof bytes);
    assert_true(n > 0);
    assert_int_equal(tn_exa_source_send(ni.in, bytes, (size_t)n, 0), 0);
}

/* Steps until all that was queued has gone in, and some cycles for what follows. */
static inline void ni_settle(void)
{
    struct still still;
    still_begin(&still);
    while (tn_exa_source_pending(ni.in) && !still_stands(&still, tn_exa_source_pending(ni.in)))
        tn_sim_step(1);
    if (tn_exa_source_pending(ni.in)) {
        still_failed(&ni.broken, "EXN-CHN-2", "readiness for the words that were sent");
        fail();
    }
    tn_sim_step(20);
}

/* A packet of n payload bytes with right CRCs; k says the rest. */
static inline void ni_make(struct exa_packet *k, uint64_t addr, const uint8_t *data, size_t n)
{
    assert_int_equal(exa_set_payload(k, addr, data, n), 0);
    exa_seal(k);
}

/* The acknowledgment that answers k with that code (exa_ni.md section 3). */
static inline void ni_expect_answer(const struct exa_packet *found, const struct exa_packet *k,
                                    unsigned code)
{
    assert_int_equal(found->type, EXA_ACK);
    assert_int_equal(found->word_n, 0);
    assert_false(found->has_footer);
    assert_int_equal(found->err, 0);
    assert_int_equal(found->size, 0);
    assert_int_equal(found->pdid, k->pdid);
    assert_int_equal(exa_node_bits(found->dst), exa_node_bits(k->src));
    assert_true(found->addr == exa_peripheral_addr(exa_is_message(k) ? EXA_P_PACKETIZER : EXA_P_RT_MAILBOX, 0));
    assert_int_equal(found->tid, k->tid);
    assert_int_equal(found->seq, k->seq & 0x1fff);
    assert_int_equal(found->code, code);
    assert_true(found->rsv == 0 && found->vc == 0);
    assert_int_equal(found->hdr_crc, exa_want_hdr_crc(found));
}

#endif
