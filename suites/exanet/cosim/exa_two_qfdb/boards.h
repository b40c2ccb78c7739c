/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the suites of the boards (checkers/exanet/spec/exa_qfdb.md): eight FPGAs with
 * their masters, and the scoreboards at every link and from end to end. FPGA n = 4b+f.
 */
#ifndef BOARDS_H
#define BOARDS_H

#include "../../../cosim/rule.h"

#include <tn/axi.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/exanet/exa_qfdb_board.h>
#include <tn/rng.h>
#include <tn/rules.h>
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
    FPGAS = TN_EXQ_FPGAS,
    /* the bench's registers */
    BD_BOARD = 0x1000, BD_STEP = 0x1010, BD_SWING = 0x1030, BD_NOISE = 0x1040, BD_BURST = 0x1060, BD_IN_PERIOD = 0x1070,
    BD_IN_KIND = 0x1080,
    BD_FPGA = 0x10000, BD_WAITING = 0x80000, /* to read; see harness/exanet/dut/exa_boards.vh */
    BD_RESET = 40,
    BD_UP = 66 * 600, /* cycles until the slowest line is aligned and locked, at most */
    /* AXI: blocks, and their kernel's page */
    A_PKT = 0, A_MBOX = 1 << 20, A_RT = 2 << 20, A_NONE = 3 << 20, A_KERNEL = 0x40000,
    P_DST = 0x40, P_CTRL = 0x48, P_STATUS = 0x50, P_TIMEOUT = A_KERNEL + 0x410,
    P_RETRY_MAX = A_KERNEL + 0x414, P_RETRIES = A_KERNEL + 0x484,
    M_INFO = 0x40, M_POP = 0x50, M_SLOT = 80, /* bytes read of a message, INFO to COUNT with it */
    RT_READ = A_RT + 0x1000, RT_LEVEL = A_RT + A_KERNEL + 0x410,
};
enum { S_IDLE, S_BUSY, S_ACKED, S_NACKED, S_TIMEOUT, S_REFUSED };

/* tor, z, y, x; others of boards that are not back to back */
#ifndef BD_XYZ
#define BD_XYZ {0x53 << 12 | 3 << 8 | 9 << 4 | 5, 0x53 << 12 | 12 << 8 | 9 << 4 | 5}
#endif
static const uint32_t bd_xyz[2] = BD_XYZ;

/* What a suite of boards that are not back to back does besides. NULL: nothing. */
static struct {
    void (*begin)(void); /* before the reset, when there are the scoreboards */
    void (*watch)(void); /* before the lines are awaited */
    void (*end)(void);   /* when the books are closed */
} bd_joint;

static struct {
    struct tn_axi_master *cpu[FPGAS];
    struct tn_exq_hops *hops;
    struct tn_exq_messages *messages;
    struct tn_checker *form, *transfer;
    uint8_t fpga[TN_EXQ_FPGAS * 2 * TN_EXQ_PORTS], out[TN_EXQ_FPGAS * 2 * TN_EXQ_PORTS]; /* by point */
    unsigned failures;
    uint64_t digest, packets, events;
    uint64_t rose[FPGAS]; /* cycle in which a bit of waiting rose last */
    bool noisy;           /* CRCs are not judged */
} bd;

static inline uint32_t bd_coords(unsigned n)
{
    return (bd_xyz[n / 4] >> 12) << 14 | (n % 4) << 12 | (bd_xyz[n / 4] & 0xfff);
}

static inline unsigned bd_of(uint32_t coords)
{
    unsigned n = 0;
    while (n < FPGAS && bd_coords(n) != coords)
        n++;
    return n;
}

static inline void bd_mix(uint64_t v)
{
    bd.digest = (bd.digest ^ v) * 0x100000001b3u;
    bd.digest ^= bd.digest >> 31;
}

static inline void bd_on_verdict(void *ctx, const struct tn_verdict *v)
{
    char text[256];
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    snprintf(text, sizeof text, "expected %s; found %s", v->expected, v->found);
    if (bd.failures++ < 8)
        print_message("%s cycle %llu packet %llu: %s\n", v->rule, (unsigned long long)v->cycle,
                      (unsigned long long)v->packet, text);
    tn_sim_failed(v->rule, v->cycle, v->packet, text);
}

static inline void bd_on_word(void *ctx, const struct tn_exa_seen *s)
{
    (void)ctx;
    if (bd.out[s->point])
        tn_exq_hops_out(bd.hops, bd.fpga[s->point], s->port, s->cycle, &s->word);
    else
        tn_exq_hops_in(bd.hops, bd.fpga[s->point], s->port, s->cycle, &s->word);
}

static inline void bd_on_packet(void *ctx, const struct tn_event *ev)
{
    struct tn_event e = *ev;
    (void)ctx;
    bd_mix(ev->cycle << 8 | ev->point);
    for (uint32_t i = 0; i < ev->len; i++)
        bd_mix(ev->bytes[i]);
    e.packet = ++bd.events;
    bd.packets += !bd.out[ev->point] && ev->port < TN_EXQ_LINKS;
    if (!bd.noisy)
        tn_checker_event(bd.form, &e, 0);
    if (!bd.noisy && !bd.out[ev->point] && ev->port >= 1 && ev->port <= 3)
        tn_checker_event(bd.transfer, &e, 0);
}

static inline void bd_on_rose(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx, (void)dir, (void)cause;
    bd.rose[port] = cycle;
}

/* "b0f1_o08": board, FPGA, way. */
static inline void bd_points(void)
{
    const char *name;
    for (unsigned i = 0; (name = tn_monitor_point(i)) != NULL; i++) {
        assert_true(i < sizeof bd.fpga);
        bd.fpga[i] = (uint8_t)(4 * (name[1] - '0') + name[3] - '0');
        bd.out[i] = name[5] == 'o';
    }
}

static unsigned bd_reset = BD_RESET; /* cycles of bd_fresh()'s */
static bool bd_mute; /* an access had no answer in this run: no later test makes one */

/* The end of an access to FPGA n. */
static inline void bd_answered(unsigned n, int resp)
{
    char what[48];
    bd_mute = bd_mute || resp == -ETIMEDOUT;
    snprintf(what, sizeof what, "an answer to an access of b%uf%u", n / 4, n % 4);
    if (bd_mute)
        RULE_WAITED("AXI-RSP-3", false, what);
    assert_int_equal(resp, TN_AXI_OKAY);
}

static inline uint32_t bd_read(unsigned n, uint32_t addr)
{
    uint32_t v = 0xdeadbeef;
    bd_answered(n, tn_axi_read32(bd.cpu[n], addr, &v));
    return v;
}

static inline void bd_write(unsigned n, uint32_t addr, uint32_t v)
{
    bd_answered(n, tn_axi_write32(bd.cpu[n], addr, v));
}

/* Lines as fast as the bench knows them, or with their own steps and drift. */
static inline void bd_clocks(const unsigned step[FPGAS], unsigned swing)
{
    for (unsigned n = 0; n < FPGAS; n++)
        tn_reg_write(BD_STEP + 4 * n, step[n]);
    tn_reg_write(BD_SWING, swing);
}

/* The first link whose STATUS does not say that its line is locked and aligned (exa_link.md section 6), as text; NULL: all do. */
static inline const char *bd_down(void)
{
    static char text[80];
    for (unsigned n = 0; n < FPGAS; n++)
        for (unsigned l = 0; l < (n % 4 ? 4 : 8); l++) {
            const uint32_t status = l == n % 4 ? 9 : tn_reg_read(BD_FPGA * n + ((1 + l) << 12) + 4);
            if ((status & 9) == 9 && status != UINT32_MAX)
                continue;
            snprintf(text, sizeof text, "line %u of b%uf%u to carry; its STATUS is %x", l, n / 4, n % 4, status);
            return text;
        }
    return NULL;
}

/* Waits until all lines carry. Nothing is waited for where a verdict has failed already, or where they never did in an
 * earlier test of the run. */
static inline void bd_await_lines(void)
{
    static bool never;
    const char *down = bd_down();
    for (unsigned i = 0; i < BD_UP / 40 && down && !never && bd.failures == 0; i++) {
        tn_sim_step(40);
        down = bd_down();
    }
    never = down != NULL;
    if (never)
        RULE_WAITED("EXL-LCK-1", false, down);
}

/* Resets everything and watches from then on; returns when the lines are up. */
static inline int bd_fresh(void **state)
{
    static const char *const form = "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-BND-1,EXA-LANE-*,"
                                    "EXA-RSV-*,EXA-TID-*,EXA-ERR-*,EXA-DST-*,EXA-CTL-*";
    struct tn_check_params par;
    (void)state;
    if (bd_mute)
        bd_answered(0, -ETIMEDOUT);
    memset(&bd, 0, sizeof bd);
    tn_monitor_clear();
    tn_check_defaults(&par);
    bd.hops = tn_exq_hops_new(bd_xyz, bd_on_verdict, NULL);
    bd.messages = tn_exq_messages_new(bd_on_verdict, NULL);
    bd.form = tn_checker_new(&par, form, "EXA-DST-1", bd_on_verdict, NULL); /* peripherals that there are not, too */
    bd.transfer = tn_checker_new(&par, NULL, form, bd_on_verdict, NULL);
    assert_true(bd.hops && bd.messages && bd.form && bd.transfer);
    if (bd_joint.begin)
        bd_joint.begin();
    for (unsigned b = 0; b < 2; b++)
        tn_reg_write(BD_BOARD + 4 * b, bd_xyz[b]);
    tn_sim_reset(bd_reset);
    for (unsigned n = 0; n < FPGAS; n++) {
        char name[8];
        snprintf(name, sizeof name, "b%uf%u", n / 4, n % 4);
        bd.cpu[n] = tn_axi_find(name);
        assert_non_null(bd.cpu[n]);
    }
    bd_points();
    tn_exa_word_subscribe(bd_on_word, NULL);
    tn_monitor_subscribe(bd_on_packet, NULL);
    tn_reject_subscribe(bd_on_rose, NULL);
    tn_handshake_subscribe(bd_on_verdict, NULL);
    if (bd_joint.watch)
        bd_joint.watch();
    bd_await_lines();
    return 0;
}

/* For the verdict of `make conformance`. */
static inline void bd_on_rule(void *ctx, const char *rule, uint64_t asked, uint64_t failed)
{
    (void)ctx;
    if (asked && !failed)
        tn_sim_kept(rule);
}

/* The books are closed. */
static inline int bd_clean(void **state)
{
    (void)state;
    if (bd_joint.end)
        bd_joint.end();
    tn_axi_judge_finish();
    tn_checker_finish(bd.transfer);
    tn_exq_hops_finish(bd.hops, tn_sim_cycle());
    tn_exq_messages_finish(bd.messages, tn_sim_cycle());
    tn_exq_hops_rules(bd.hops, bd_on_rule, NULL);
    tn_exq_messages_rules(bd.messages, bd_on_rule, NULL);
    tn_exq_hops_free(bd.hops);
    tn_exq_messages_free(bd.messages);
    tn_checker_free(bd.form);
    tn_checker_free(bd.transfer);
    tn_monitor_clear();
    return bd.failures ? -1 : 0;
}

/* The process that channel c of every FPGA belongs to: process m owns mailbox m, and where a board has more channels
 * than mailboxes, the channels take the processes in turn. */
static inline unsigned bd_process(unsigned c)
{
    return c % (unsigned)tn_sim_param("MBOX_N");
}

static inline uint16_t bd_pdid(unsigned c)
{
    return (uint16_t)(0x4100 + bd_process(c));
}

/* The binds of a block, of all FPGAs at once. */
static inline void bd_bind(uint32_t block, unsigned count)
{
    struct tn_axi_txn *t[FPGAS];
    uint32_t bind[64];
    for (unsigned i = 0; i < count; i++)
        bind[i] = 0x80000000u | bd_pdid(i);
    for (unsigned n = 0; n < FPGAS; n++) {
        t[n] = tn_axi_new((4 * count + 15) / 16);
        assert_non_null(t[n]);
        t[n]->write = true;
        t[n]->addr = block + A_KERNEL;
        tn_axi_fill(t[n], (const uint8_t *)bind, 4 * count);
        assert_int_equal(tn_axi_issue(bd.cpu[n], t[n]), 0);
    }
    for (unsigned n = 0; n < FPGAS; n++) {
        bd_answered(n, tn_axi_wait(bd.cpu[n], t[n]));
        tn_axi_free(t[n]);
    }
}

static inline void bd_bind_all(void)
{
    bd_bind(A_PKT, (unsigned)tn_sim_param("CHAN_N"));
    bd_bind(A_MBOX, (unsigned)tn_sim_param("MBOX_N"));
}

static inline uint64_t bd_mbox_addr(unsigned m, unsigned offset)
{
    return exa_peripheral_addr(EXA_P_MAILBOX, m << 12 | offset);
}

/* Of a read request the firmware sees 24 bytes; the last four of them say whose it is. */
enum { BD_RT_BYTES = 24 };

static inline void bd_sign(struct tn_exq_message *m)
{
    uint32_t key = m->src << 24 | m->channel << 16 | m->number; /* numbers below 2^14 */
    memcpy(m->bytes + BD_RT_BYTES - 4, &key, 4);
}

/* A read request from its eight words. */
static inline struct tn_exq_message bd_request(const uint8_t bytes[32], unsigned fpga)
{
    struct tn_exq_message m = {.dst = fpga, .mailbox = TN_EXQ_RT, .len = BD_RT_BYTES};
    uint32_t key, src, pdid;
    memcpy(&key, bytes + 20, 4);
    memcpy(&src, bytes + 24, 4);
    memcpy(&pdid, bytes + 28, 4);
    memcpy(m.bytes, bytes, BD_RT_BYTES);
    m.src = bd_of(src);
    m.channel = key >> 16 & 63;
    m.number = key & 0x3fff;
    m.pdid = (uint16_t)pdid;
    return m;
}

/* The burst of 76 bytes that writes a message and sends it; to be issued and freed. */
static inline struct tn_axi_txn *bd_post(const struct tn_exq_message *m)
{
    bool rt = m->mailbox == TN_EXQ_RT;
    uint64_t addr = rt ? exa_peripheral_addr(EXA_P_RT_MAILBOX, 0) : bd_mbox_addr(m->mailbox, m->offset);
    uint64_t dst = (uint64_t)bd_coords(m->dst) << 42 | addr;
    uint32_t ctrl = rt ? (uint32_t)EXA_READ_REQ << 8 | 32 : (uint32_t)EXA_WRITE << 8 | m->len;
    struct tn_axi_txn *t = tn_axi_new(5);
    uint8_t all[76];
    assert_non_null(t);
    memcpy(all, m->bytes, 64);
    memcpy(all + 64, &dst, 8);
    memcpy(all + 72, &ctrl, 4);
    t->write = true;
    t->addr = A_PKT + 0x1000 * m->channel;
    tn_axi_fill(t, all, sizeof all);
    return t;
}

/* A message from the 80 bytes of mailbox m's page; false: it was empty. */
static inline bool bd_taken(const uint8_t page[M_SLOT], unsigned fpga, unsigned m, struct tn_exq_message *out)
{
    uint32_t info, src, tid;
    memcpy(&info, page + M_INFO, 4);
    memcpy(&src, page + M_INFO + 4, 4);
    memcpy(&tid, page + M_INFO + 8, 4);
    if (!(info >> 31))
        return false;
    *out = (struct tn_exq_message){.src = bd_of(src), .channel = tid >> 16 & 63, .number = tid & 0x3fff,
                                   .dst = fpga, .mailbox = m, .offset = info >> 16 & 63,
                                   .len = info & 127};
    memcpy(out->bytes, page + out->offset, out->len <= 64 - out->offset ? out->len : 64 - out->offset);
    return true;
}

#endif
