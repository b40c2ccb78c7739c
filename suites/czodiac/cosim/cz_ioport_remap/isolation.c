/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Isolation (CZR-ISO-1), judged without the model: random tables, garbage included,
 * and any traffic at all; for each TLP that leaves, the table's text alone says
 * whether where it came from and where it goes are connected.
 *
 * Each TLP that is sent carries a number of its own, in its Tag and in its payload,
 * both of which pass through; a TLP that leaves is known by it. TN_TLPS sets how many
 * TLPs go each way in all (default 1500).
 */
#include "waits.h"

#include "../../../cosim/size.h"

#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Numbers 1 to 100 come from the user, 129 to 228 from the device. */
enum { ROUND = 100, FROM_DEVICE = 128, ENTRIES = 64, WINDOWS = 6, MOST_TRIES = 200 };
#define MARK 0x15a70000u

struct window {
    bool valid;
    uint64_t ubase, obase, size;
};

/* What was committed. */
static struct entry {
    bool valid;
    unsigned port;
    uint16_t uid, oid;
    struct window w[WINDOWS];
} table[ENTRIES];

static struct came {
    bool here;
    unsigned port;
    struct tn_tlp t;
} came[256];

static struct tn_rng rng;
static unsigned funcs, ports;
static unsigned long to_device, to_user, answered, refused;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void broken(const struct tn_event *ev, const char *expected, const char *found)
{
    char text[256];
    snprintf(text, sizeof text, "expected %s; found %s", expected, found);
    tn_sim_failed("CZR-ISO-1", ev->cycle, ev->packet, text);
    if (failures++ < 5)
        print_message("CZR-ISO-1 packet %llu cycle %llu at %s: expected %s; found %s\n",
                      (unsigned long long)ev->packet, (unsigned long long)ev->cycle,
                      tn_monitor_point(ev->point), expected, found);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    failures++;
    tn_sim_failed(v->rule, v->cycle, v->packet, v->found);
    print_message("%s cycle %llu: expected %s; found %s\n", v->rule, (unsigned long long)v->cycle,
                  v->expected, v->found);
}

/* The number it carries; 0 when none. */
static unsigned number_of(const struct tn_event *ev, const struct tn_tlp *t)
{
    if (t->payload_len >= 4) {
        const uint8_t *p = ev->bytes + t->payload_off;
        uint32_t mark = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        return (mark & 0xffffff00u) == MARK ? mark & 0xff : 0;
    }
    return t->tag;
}

static bool addressed(enum tn_tlp_kind kind)
{
    return kind == TN_TLP_MRD || kind == TN_TLP_MWR || kind >= TN_TLP_FETCHADD;
}

/* Entries of port that own uid, and the OID of the last. */
static unsigned owners(unsigned port, uint16_t uid, uint16_t *oid)
{
    unsigned n = 0;
    for (unsigned i = 0; i < funcs; i++)
        if (table[i].valid && table[i].port == port && table[i].uid == uid) {
            *oid = table[i].oid;
            n++;
        }
    return n;
}

/* Whether the port has a window that holds all of it on the device side, where the
 * user's address points. */
static bool reaches(unsigned port, uint64_t from, uint64_t to, uint64_t bytes)
{
    for (unsigned i = 0; i < funcs; i++)
        for (unsigned b = 0; b < WINDOWS; b++) {
            const struct window *w = &table[i].w[b];
            if (table[i].valid && table[i].port == port && w->valid && from >= w->ubase &&
                from - w->ubase < w->size && to >= w->obase && to - w->obase < w->size &&
                bytes <= w->size - (to - w->obase))
                return true;
        }
    return false;
}

static void judge_to_device(const struct tn_event *ev, const struct tn_tlp *t, const struct came *c)
{
    uint16_t oid = 0;
    if (owners(c->port, c->t.requester, &oid) != 1)
        broken(ev, "nothing: its port has no such function, or two", "it at the device");
    else if (t->requester != oid)
        broken(ev, "the OID of the function that sent it", "another function's");
    else if (addressed(t->kind) &&
             !reaches(c->port, c->t.addr, t->addr & ~(uint64_t)3, 4u * t->length_dw))
        broken(ev, "an address in a window of its port", "an address outside");
    to_device++;
}

static void judge_to_user(const struct tn_event *ev, const struct tn_tlp *t, const struct came *c)
{
    const struct entry *e = NULL;
    for (unsigned i = 0; i < funcs; i++)
        if (table[i].valid && table[i].oid == c->t.requester)
            e = &table[i];
    if (!e)
        broken(ev, "nothing: the tables do not have its OID", "it at the user side");
    else if (ev->port != e->port || t->dest_cpu != e->port)
        broken(ev, "the port of its function", "another port");
    else if (t->requester != e->uid)
        broken(ev, "the UID of its function", "another");
    to_user++;
}

/* A UR completion made here goes back where the request came from, to nobody else. */
static void judge_answer(const struct tn_event *ev, const struct tn_tlp *t, const struct came *c)
{
    bool user = tn_monitor_point(ev->point)[2] == 'u';
    if (t->kind != TN_TLP_CPL && t->kind != TN_TLP_CPLLK)
        broken(ev, "no TLP back to its own side", tn_tlp_name(t->kind));
    else if (t->requester != c->t.requester)
        broken(ev, "an answer to the requester", "another Requester ID");
    else if (user && (ev->port != c->port || t->dest_cpu != c->port))
        broken(ev, "an answer at the requester's port", "another port");
    answered++;
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    bool user = at[2] == 'u';
    struct tn_tlp t;
    (void)ctx;
    if (at[0] == 's')
        return;
    tn_tlp_decode(ev->bytes, ev->len, ev->len, &t);
    const struct came *c = &came[number_of(ev, &t) & 0xff];
    if (!c->here)
        broken(ev, "a TLP that was sent", "one from nowhere");
    else if (user == (number_of(ev, &t) < FROM_DEVICE))
        judge_answer(ev, &t, c);
    else if (user)
        judge_to_user(ev, &t, c);
    else
        judge_to_device(ev, &t, c);
}

static bool aligned(const struct window *w)
{
    return !w->valid || (w->size >= 16 && ((w->ubase | w->obase) & (w->size - 1)) == 0);
}

/* Section 2's refusals, from its text. */
static bool may_load(const struct entry *e, unsigned index)
{
    if (index >= funcs || e->port >= ports)
        return false;
    for (unsigned b = 0; b < WINDOWS; b++)
        if (!aligned(&e->w[b]))
            return false;
    for (unsigned i = 0; i < funcs; i++)
        if (i != index && table[i].valid && (table[i].oid & 0x1ff) == (e->oid & 0x1ff))
            return false;
    return true;
}

static uint16_t any_uid(void)
{
    return (uint16_t)(0x0100 + below(4));
}

/* OIDs that differ above the nine bits that RAM3 is indexed with. */
static uint16_t any_oid(void)
{
    return (uint16_t)(0x1b00 + below(12) + (below(3) << 9));
}

static struct window any_window(void)
{
    unsigned log2 = below(20) ? 4 + below(12) : below(5);
    struct window w = {.valid = below(3) != 0, .size = (uint64_t)1 << log2};
    w.ubase = ((uint64_t)below(3) << 32) + 0x80000000u + ((uint64_t)below(16) << 14);
    w.obase = ((uint64_t)below(3) << 32) + 0xa0000000u + ((uint64_t)below(256) << 15);
    if (below(40) == 0)
        w.obase += 8u << below(8);
    return w;
}

static void write_window(unsigned b, const struct window *w)
{
    unsigned log2 = 0;
    while ((uint64_t)1 << log2 < w->size)
        log2++;
    tn_reg_write(0x040 + 0x20 * b, (uint32_t)w->ubase);
    tn_reg_write(0x044 + 0x20 * b, (uint32_t)(w->ubase >> 32));
    tn_reg_write(0x048 + 0x20 * b, (uint32_t)w->obase);
    tn_reg_write(0x04c + 0x20 * b, (uint32_t)(w->obase >> 32));
    tn_reg_write(0x050 + 0x20 * b, (w->valid ? 0x80000000u : 0) | log2);
}

/* One COMMIT, of anything; the register must say what the text says. The field of the port
 * has four bits, that of the index six. */
static void change_table(void)
{
    unsigned index = below(funcs < ENTRIES ? funcs + 1 : funcs);
    bool clear = below(6) == 0, taken;
    struct entry e = {.valid = true, .port = below(ports < 16 ? ports + 1 : 16), .uid = any_uid(), .oid = any_oid()};
    for (unsigned b = 0; b < WINDOWS; b++)
        e.w[b] = any_window();
    taken = clear ? index < funcs : may_load(&e, index);
    tn_reg_write(0x020, e.port << 16 | e.uid);
    tn_reg_write(0x024, e.oid);
    for (unsigned b = 0; b < WINDOWS; b++)
        write_window(b, &e.w[b]);
    tn_reg_write(0x00c, 3);
    tn_reg_write(0x010, (clear ? 0xc0000000u : 0x40000000u) | index); /* FORCE: nobody answers the requests here */
    if (tn_reg_read(0x00c) != !taken) {
        print_message("CZR-REG-1 COMMIT of entry %u: should be %s\n", index, taken ? "taken" : "refused");
        tn_sim_failed("CZR-REG-1", 0, 0, "a COMMIT taken or refused against the rules");
        failures++;
    }
    refused += !taken;
    if (taken && clear)
        table[index].valid = false;
    else if (taken)
        table[index] = e;
}

static const enum tn_tlp_kind usual[] = {TN_TLP_MRD, TN_TLP_MWR, TN_TLP_MWR, TN_TLP_CPLD, TN_TLP_CPL,
                                         TN_TLP_CAS};

static void fill(struct tn_tlp *t, bool user, unsigned *port)
{
    const struct entry *e = &table[below(funcs)];
    const struct window *w = &e->w[below(WINDOWS)];
    *port = user ? below(3) ? e->port : below(16) : 0;
    t->requester = user ? below(4) ? e->uid : any_uid() : below(4) ? e->oid : any_oid();
    if (below(12) == 0)
        t->requester = (uint16_t)below(65536);
    t->addr = below(8) ? w->ubase + (tn_rng_below(&rng, w->size + 1) & ~(uint64_t)3)
                       : (tn_rng_next(&rng) >> (below(2) ? 32 : 0)) & ~(uint64_t)3;
    t->length_dw = (uint16_t)(below(12) ? 1 + below(16) : 1024);
}

/* Writes the number where the form has its Tag and its payload, whatever they were. */
static void mark(uint8_t *p, size_t len, unsigned number)
{
    struct tn_tlp t;
    tn_tlp_decode(p, len, len, &t);
    p[t.hdr_off + (tn_tlp_is_completion(t.kind) ? 10 : 6)] = (uint8_t)number;
    for (unsigned k = 0; k < 4 && t.payload_len >= 4; k++)
        p[t.payload_off + k] = (uint8_t)((MARK | number) >> (24 - 8 * k));
}

static void send(bool user, unsigned number)
{
    uint8_t payload[256], out[TN_TLP_MAX];
    unsigned port;
    enum tn_tlp_kind kind = below(4) ? usual[below(6)] : (enum tn_tlp_kind)(1 + below(TN_TLP_KINDS - 1));
    struct tn_tlp t = {.tc = (uint8_t)below(8), .attr = (uint8_t)below(8), .ep = below(8) == 0,
                       .first_be = (uint8_t)below(16), .last_be = (uint8_t)below(16),
                       .completer = (uint16_t)below(65536), .status = (uint8_t)below(8),
                       .byte_count = (uint16_t)(1 + below(4096)), .lower_addr = (uint8_t)below(128),
                       .msg_code = (uint8_t)below(256), .msg_route = (uint8_t)below(8),
                       .reg = (uint16_t)(4 * below(1024))};
    fill(&t, user, &port);
    if (!addressed(kind) && kind != TN_TLP_MRDLK && kind != TN_TLP_IORD && kind != TN_TLP_IOWR)
        t.addr = 0;
    tn_tlp_set_kind(&t, kind, t.addr >> 32 != 0 || below(2) != 0);
    if (t.hdr_dw == 3)
        t.addr &= 0xffffffffu;
    if (!user && kind == TN_TLP_MWR)
        t.th = below(4) == 0; /* its Tag is cleared; the payload has the number, too */
    if (user)
        tn_tlp_set_dest_cpu(&t, (uint8_t)below(16));
    size_t data = tn_tlp_has_data(kind) ? 4u * (t.length_dw > 64 ? 64 : t.length_dw) : 0;
    for (size_t k = 0; k < data; k++)
        payload[k] = (uint8_t)tn_rng_next(&rng);
    long n = tn_tlp_encode(&t, payload, data, out, sizeof out);
    if (n <= 0)
        fail_msg("%s: %s", tn_tlp_name(kind), tn_tlp_encode_error());
    if (below(20) == 0)
        out[0] = (uint8_t)below(256); /* any Fmt and Type */
    mark(out, (size_t)n, number);
    tn_tlp_decode(out, (size_t)n, (size_t)n, &t);
    came[number] = (struct came){.here = true, .port = port, .t = t};
    assert_int_equal(tn_source_send(tn_source_find(user ? "s_usr" : "s_dev"), out, (size_t)n,
                                    t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH
                                        ? TN_CLASS_P : tn_tlp_class(t.kind),
                                    port, 0, 0), 0);
}

static bool sent_all(void *ctx)
{
    (void)ctx;
    return tn_source_pending(tn_source_find("s_usr")) == 0 &&
           tn_source_pending(tn_source_find("s_dev")) == 0;
}

static bool any_valid(void)
{
    for (unsigned i = 0; i < funcs; i++)
        if (table[i].valid)
            return true;
    return false;
}

static void run(const struct tn_stall *sink, unsigned seed)
{
    const unsigned long total = size_asked("TN_TLPS", 1500, 1);
    tn_rng_seed(&rng, tn_sim_seed(), 200 + seed);
    tn_monitor_clear();
    tn_sim_reset(3);
    memset(table, 0, sizeof table);
    failures = 0;
    to_device = to_user = answered = refused = 0;
    tn_monitor_subscribe(on_packet, NULL);
    tn_monitor_subscribe(note_progress, NULL);
    tn_handshake_subscribe(on_handshake, NULL);
    tn_sink_stall(tn_sink_find("m_usr"), sink);
    tn_sink_stall(tn_sink_find("m_dev"), sink);
    unsigned long sent = 0;
    for (; sent < total && failures == 0; sent += ROUND) {
        memset(came, 0, sizeof came);
        for (unsigned n = 0, most = 2 + below(2 * funcs); n < most || (!any_valid() && n < MOST_TRIES); n++)
            change_table();
        for (unsigned k = 1; k <= ROUND; k++) {
            send(true, k);
            send(false, FROM_DEVICE + k);
        }
        if (!wait_for(sent_all, "readiness of the block for the TLPs that were sent"))
            fail();
        tn_sim_step(2000); /* whatever is under way comes out under this table */
    }
    print_message("%lu TLPs to the device, %lu to the user side, %lu answered, %lu COMMITs refused\n",
                  to_device, to_user, answered, refused);
    assert_int_equal(failures, 0);
    tn_sim_sent(sent);
    assert_true(to_device > 0 && to_user > 0 && answered > 0 && refused > 0);
}

static void nothing_crosses_where_the_tables_do_not_connect(void **state)
{
    const struct tn_stall none = {.kind = TN_STALL_NONE};
    (void)state;
    run(&none, 1);
}

static void nothing_crosses_while_the_sinks_stall(void **state)
{
    const struct tn_stall k = {TN_STALL_RANDOM, 1, 2, 8};
    (void)state;
    run(&k, 2);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_crosses_where_the_tables_do_not_connect),
        cmocka_unit_test(nothing_crosses_while_the_sinks_stall),
    };
    (void)argc;
    (void)argv;
    funcs = (unsigned)tn_sim_param("FUNC_N");
    ports = (unsigned)tn_sim_param("PORT_N");
    int rc = cmocka_run_group_tests(tests, NULL, NULL) != 0;
    return rc;
}
