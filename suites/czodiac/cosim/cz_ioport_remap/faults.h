/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the suite of faults does over and over: writes sent, a fault armed, what left compared with
 * what the contract gives for what the fault made of them.
 *
 * Six writes of 64 bytes go from the user to the device. Payload byte k of write n is 16 n + k mod
 * 16, so that no two writes are alike.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <tn/bfm.h>
#include <tn/inject.h>
#include <tn/pcie/tlp.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { WRITES = 6, BYTES = 12 + 64, SEEN = 32 };

static struct {
    uint8_t bytes[256];
    uint32_t len;
    uint64_t cycle;
    unsigned flags;
} seen[SEEN];
static unsigned seen_n, broken, rejects, longer;
static uint64_t sent_cycle[SEEN];
static unsigned sent_n;
static char err[512];
static bool links_wanted;

static inline void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    (void)ctx;
    if (strcmp(at, "s_usr") == 0 && sent_n < SEEN)
        sent_cycle[sent_n++] = ev->cycle;
    if (strcmp(at, "m_dev") != 0)
        return;
    if (seen_n == SEEN || ev->len > sizeof seen[0].bytes) {
        longer++;
        return;
    }
    seen[seen_n].len = ev->len;
    seen[seen_n].cycle = ev->cycle;
    seen[seen_n].flags = ev->flags;
    memcpy(seen[seen_n++].bytes, ev->bytes, ev->len);
}

static inline void on_broken(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    (void)v;
    broken++;
}

static inline void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    (void)cycle;
    (void)dir;
    (void)cause;
    (void)port;
    rejects++;
}

static inline int try_link(void)
{
    struct tn_fault f;
    assert_int_equal(tn_fault_parse("drop@s_usr@p1000", &f, err, sizeof err), 0);
    return tn_inject(&f, 1, err, sizeof err);
}

/* Skips the test under Verilator's fast model, which has no faults on links. */
static inline void need_links(void)
{
    int rc = try_link();
    tn_inject_clear();
    if (rc == -ENOSYS && !links_wanted)
        skip();
    assert_int_equal(rc, 0);
}

/* Returns port 2, modulo PORT_N when the bench has fewer ports. */
static inline unsigned port_here(void)
{
    return 2 % (unsigned)tn_sim_param("PORT_N");
}

static inline void fresh(void)
{
    need_links();
    tn_monitor_clear();
    tn_sim_reset(4);
    tn_reg_write(0x020, port_here() << 16 | 0x0300); /* UID 03:00.0 */
    tn_reg_write(0x024, 0x1b00);
    tn_reg_write(0x040, 0xd0000000);
    tn_reg_write(0x048, 0x90000000);
    tn_reg_write(0x050, 0x80000010);
    tn_reg_write(0x010, 0);
    seen_n = sent_n = broken = rejects = longer = 0;
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_broken, NULL);
    tn_reject_subscribe(on_reject, NULL);
}

/* Writes the bytes of write n, as the user sends them or as the device must see them. */
static inline void form(uint8_t b[BYTES], unsigned n, int at_device)
{
    const uint8_t head[12] = {0x40, 0, 0, 16, at_device ? 0x1b : 0x03, 0, (uint8_t)n, 0xff,
                              at_device ? 0x90 : 0xd0, 0, 1, 0};
    memcpy(b, head, sizeof head);
    for (unsigned k = 0; k < 64; k++)
        b[12 + k] = (uint8_t)(16 * n + k % 16);
}

static inline void arm(const char *text)
{
    struct tn_fault f;
    if (tn_fault_parse(text, &f, err, sizeof err) < 0 || tn_inject(&f, 1, err, sizeof err) < 0)
        fail_msg("%s", err);
}

static inline void send_writes(void)
{
    uint8_t b[BYTES];
    for (unsigned n = 0; n < WRITES; n++) {
        form(b, n, 0);
        tn_source_send(tn_source_find("s_usr"), b, BYTES, TN_CLASS_P, port_here(), 0, 0);
    }
    tn_sim_step(300);
}

static inline void run(const char *text)
{
    fresh();
    arm(text);
    send_writes();
}

/* Checks that these writes, and no others, left in this order. */
static inline void expect(const unsigned *order, unsigned n)
{
    uint8_t b[BYTES];
    assert_int_equal(seen_n, n);
    for (unsigned i = 0; i < n; i++) {
        form(b, order[i], 1);
        assert_int_equal(seen[i].len, BYTES);
        assert_memory_equal(seen[i].bytes, b, BYTES);
    }
}

static const unsigned all[WRITES] = {0, 1, 2, 3, 4, 5};

static inline void struck(bool whether)
{
    uint64_t cycle;
    const char *text;
    assert_int_equal(tn_inject_struck(0, &cycle, &text), whether);
}

/* A state fault strikes the staging register of our own RTL; the register port shows the effect. */
#define STAGED "u_dut.u_remap.u_tables.st_oid"

static inline void need_names(void)
{
    struct tn_state_bit b;
    if (tn_state_open(STAGED, 0, &b) < 0)
        skip(); /* the fast Verilator model, or a user's RTL, has no such register */
}

static inline void at(char *text, size_t size, const char *what, unsigned in)
{
    snprintf(text, size, "%s@" STAGED "@%llu", what, (unsigned long long)tn_sim_cycle() + in);
}

#endif
