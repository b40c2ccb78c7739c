/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of hand-worked scenarios: the table, packets seen, TLPs as
 * hex DWs.
 *
 * Ports are written for a bench of three or more and count modulo PORT_N on a smaller one; a test that keeps
 * two ports or entries apart says so (needs()).
 *
 * Table: entry 0 UID 0100 OID 1b00 port 2, window 0 64 KiB a0000000 -> 90000000,
 * window 1 4 KiB b0000000 -> 1_00000000. Entry 1 UID 0101 OID 1b01 port 1, window 0
 * 4 KiB c0000000 -> 91000000 (where FUNC_N is 2 or more).
 */
#ifndef TN_SUITES_DIRECTED_H
#define TN_SUITES_DIRECTED_H

#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { KEEP = 64, BYTES = 2048 };

static struct seen {
    unsigned n, ports[KEEP];
    uint64_t first[KEEP];
    uint32_t len[KEEP];
    uint8_t bytes[KEEP][BYTES];
} dev, usr, in_usr;
static unsigned rejects, last_cause, last_port, broken;

#define RULE(id, cond)                                                                             \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("%s not kept, at %s:%d\n", id, __FILE__, __LINE__);                            \
            tn_sim_failed(id, 0, 0, "not kept");                                                   \
            fail();                                                                                \
        }                                                                                          \
    } while (0)

static inline void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    struct seen *s = strcmp(at, "m_dev") == 0 ? &dev : strcmp(at, "m_usr") == 0 ? &usr
                   : strcmp(at, "s_usr") == 0 ? &in_usr : NULL;
    (void)ctx;
    if (!s || s->n == KEEP || ev->len > BYTES)
        return;
    s->ports[s->n] = ev->port;
    s->first[s->n] = ev->cycle;
    s->len[s->n] = ev->len;
    memcpy(s->bytes[s->n++], ev->bytes, ev->len);
}

static inline void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    (void)cycle;
    (void)dir;
    rejects++;
    last_cause = cause;
    last_port = port;
}

/* Writes a FAIL row of its rule for the first handshake that a monitor saw broken. */
static inline void on_handshake(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (broken++ == 0) {
        printf("%s cycle %llu: expected %s; found %s\n", v->rule, (unsigned long long)v->cycle, v->expected, v->found);
        tn_sim_failed(v->rule, v->cycle, v->packet, v->found);
    }
}

static inline void forget(void)
{
    dev.n = usr.n = in_usr.n = rejects = 0;
}

/* Returns the bench's port for a port of the scenario: a bench may have fewer ports. */
static inline unsigned at_port(unsigned port)
{
    return port % (unsigned)tn_sim_param("PORT_N");
}

/* Skips the test on a bench with fewer ports or entries. */
static inline void needs(long ports, long funcs)
{
    if (tn_sim_param("PORT_N") < ports || tn_sim_param("FUNC_N") < funcs)
        skip();
}

/* Stages an entry with the port as it is written, whether or not the bench has such a port. */
static inline void stage_at(unsigned port, unsigned uid, unsigned oid)
{
    tn_reg_write(0x020, port << 16 | uid);
    tn_reg_write(0x024, oid);
    for (unsigned b = 0; b < 6; b++)
        tn_reg_write(0x050 + 0x20 * b, 0);
}

static inline void stage(unsigned port, unsigned uid, unsigned oid)
{
    stage_at(at_port(port), uid, oid);
}

static inline void window(unsigned b, uint64_t ubase, uint64_t obase, unsigned log2)
{
    tn_reg_write(0x040 + 0x20 * b, (uint32_t)ubase);
    tn_reg_write(0x044 + 0x20 * b, (uint32_t)(ubase >> 32));
    tn_reg_write(0x048 + 0x20 * b, (uint32_t)obase);
    tn_reg_write(0x04c + 0x20 * b, (uint32_t)(obase >> 32));
    tn_reg_write(0x050 + 0x20 * b, 0x80000000u | log2);
}

static inline int start(void **state)
{
    (void)state;
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_reg_write(0x008, 0x0018);
    stage(2, 0x0100, 0x1b00);
    window(0, 0xa0000000, 0x90000000, 16);
    window(1, 0xb0000000, 0x100000000u, 12);
    tn_reg_write(0x010, 0);
    if (tn_sim_param("FUNC_N") > 1) {
        stage(1, 0x0101, 0x1b01);
        window(0, 0xc0000000, 0x91000000, 12);
        tn_reg_write(0x010, 1);
    }
    tn_monitor_subscribe(on_packet, NULL);
    tn_reject_subscribe(on_reject, NULL);
    tn_handshake_subscribe(on_handshake, NULL);
    broken = 0;
    forget();
    return 0;
}

/* Writes DWs, given as big-endian hex numbers, to out. Returns the number of bytes. */
static inline size_t dws(const char *text, uint8_t *out)
{
    size_t n = 0;
    unsigned v;
    int used;
    for (; sscanf(text, " %8x%n", &v, &used) == 1; text += used)
        for (int k = 24; k >= 0; k -= 8)
            out[n++] = (uint8_t)(v >> k);
    return n;
}

static inline void put(const char *stream, enum tn_tlp_class cls, unsigned port, const char *text)
{
    uint8_t p[BYTES];
    size_t n = dws(text, p);
    assert_int_equal(tn_source_send(tn_source_find(stream), p, n, cls, at_port(port), 0, 0), 0);
}

/* Replaces Dest CPU (DW0 bits 23, 19, 17, 16) of a TLP that is expected on the user side by the
 * bench's port. */
static inline void fold(uint8_t *p)
{
    unsigned port = (unsigned)(p[1] >> 7 & 1) << 3 | (unsigned)(p[1] >> 3 & 1) << 2 | (p[1] & 3u);
    port = at_port(port);
    p[1] = (uint8_t)((p[1] & 0x74) | (port >> 3 & 1) << 7 | (port >> 2 & 1) << 3 | (port & 3));
}

static inline bool is(const struct seen *s, unsigned i, const char *text)
{
    uint8_t p[BYTES];
    size_t n = dws(text, p);
    if (s == &usr)
        fold(p);
    return i < s->n && s->len[i] == n && memcmp(s->bytes[i], p, n) == 0;
}

#endif
