/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Isolation of transactions (CZR-ISO-2), judged without the model: USERs and the device read from one another, each
 * request is answered after a while, and entries are moved to other ports and IDs all the time without FORCE. A COMMIT
 * is taken only while its entry has no open requests, and each answer comes to the function and port that asked.
 *
 * Requests have a Tag of their own in a round: 1 to 60 from the USERs, 129 to 188 from the device. TN_TLPS sets how
 * many requests go each way in all (default 1500).
 */
#include "waits.h"

#include "../../../cosim/size.h"

#include <tn/bfm.h>
#include <tn/pcie/tlp.h>
#include <tn/rng.h>
#include <tn/sim.h>

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ROUND = 60, FROM_DEVICE = 128, ENTRIES = 4, SETTLE = 12, UBASE = 0xa0000000, OBASE = 0x90000000 };

/* What was committed last; several may be on one port. */
static struct entry {
    bool valid;
    unsigned port;
    uint16_t uid, oid;
} table[ENTRIES];

/* A request, from the moment in which it is queued to its end. */
static struct request {
    enum { NONE, QUEUED, AT_FAR_END, ENDED } state;
    unsigned port, entry; /* of the USER that asked or is asked; entry: where it came out, known then */
    uint16_t id;          /* of the asker on its own side */
    uint64_t since;       /* cycle in which it came out at the far end */
    uint64_t answer;      /* the answer begins in this cycle or later */
    unsigned due;         /* bytes that are not answered */
} request[256];

static struct tn_rng rng;
static unsigned entries, ports;
static unsigned long taken, refused, ended, turned_away;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

static void broken(const char *rule, const char *expected, const char *found)
{
    char text[200];
    snprintf(text, sizeof text, "expected %s; found %s", expected, found);
    tn_sim_failed(rule, 0, 0, text);
    if (failures++ < 5)
        printf("%s cycle %llu: %s\n", rule, (unsigned long long)tn_sim_cycle(), text);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    broken(v->rule, v->expected, v->found);
}

static void send(bool user, const struct tn_tlp *t, unsigned port, uint64_t not_before)
{
    static const uint8_t data[64];
    uint8_t out[128];
    long n = tn_tlp_encode(t, data, tn_tlp_has_data(t->kind) ? 4u * t->length_dw : 0, out, sizeof out);
    if (n <= 0)
        fail_msg("%s", tn_tlp_encode_error());
    assert_int_equal(tn_source_send(tn_source_find(user ? "s_usr" : "s_dev"), out, (size_t)n, tn_tlp_class(t->kind),
                                    port, not_before, 0), 0);
}

/* The far end answers a request of 8 bytes in one piece, in two, or by an abort; the cycle of the first. */
static uint64_t answer(bool user, const struct tn_tlp *asked, unsigned port)
{
    uint64_t at = tn_sim_cycle() + below(250);
    unsigned pieces = 1 + below(2);
    bool abort = below(6) == 0;
    for (unsigned k = 0; k < pieces; k++) {
        struct tn_tlp t = {.requester = asked->requester, .tag = asked->tag, .completer = 0x1b00,
                           .byte_count = (uint16_t)(8 - 4 * k), .lower_addr = (uint8_t)(4 * k),
                           .length_dw = (uint16_t)(pieces == 1 ? 2 : 1)};
        if (abort && k + 1 == pieces) {
            t.status = 4;
            t.length_dw = 1024; /* none: the codec writes 0 so */
        }
        tn_tlp_set_kind(&t, t.status ? TN_TLP_CPL : TN_TLP_CPLD, 0);
        send(user, &t, port, at + 7 * k);
    }
    return at;
}

static unsigned entry_of(const struct tn_tlp *t, bool at_device, unsigned port)
{
    unsigned i = 0;
    while (i < entries && !(table[i].valid && (at_device ? table[i].oid == t->requester
                                                         : table[i].uid == t->requester && table[i].port == port)))
        i++;
    return i;
}

/* A request comes out at its far end. */
static void asked_of(bool at_device, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct request *r = &request[t->tag];
    if (r->state != QUEUED) {
        broken("CZR-DUP-1", "each request once, and nothing that nobody sent", "another");
        return;
    }
    r->state = AT_FAR_END;
    r->since = ev->cycle;
    r->entry = entry_of(t, at_device, ev->port);
    r->answer = answer(!at_device, t, ev->port);
}

/* An answer comes to one end. */
static void answered(bool at_device, const struct tn_event *ev, const struct tn_tlp *t)
{
    struct request *r = &request[t->tag];
    bool ur = t->status == TN_CPL_UR;
    if (r->state != AT_FAR_END && !(ur && r->state == QUEUED))
        broken("CZR-DUP-1", "answers to requests that are open", "another");
    else if (t->requester != r->id)
        broken("CZR-ISO-2", "the answer at the function that asked", "it at another");
    else if (!at_device && ev->port != r->port)
        broken("CZR-ISO-2", "the answer at the port that asked", "it at another");
    r->due -= tn_tlp_has_data(t->kind) ? 4u * t->length_dw : r->due;
    if (r->due == 0) {
        r->state = ENDED;
        ended++;
        turned_away += ur;
    }
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    bool at_device = at[2] == 'd';
    struct tn_tlp t;
    (void)ctx;
    if (at[0] == 's')
        return;
    tn_tlp_decode(ev->bytes, ev->len, ev->len, &t);
    if (tn_tlp_is_completion(t.kind))
        answered(at_device, ev, &t);
    else
        asked_of(at_device, ev, &t);
}

/* Has the entry a request that came out some time ago, and whose answer does not begin soon? */
static bool surely_open(unsigned entry)
{
    for (unsigned k = 0; k < 256; k++)
        if (request[k].state == AT_FAR_END && request[k].entry == entry &&
            request[k].since + SETTLE < tn_sim_cycle() && request[k].answer > tn_sim_cycle() + SETTLE)
            return true;
    return false;
}

/* Loads or clears an entry, and believes STATUS; what STATUS may say is judged before and behind. */
static void move(void)
{
    unsigned i = below(entries);
    bool clear = below(4) == 0;
    struct entry e = {.valid = !clear, .port = below(ports), .uid = (uint16_t)(0x0100 + 16 * below(3) + i),
                      .oid = (uint16_t)(0x1b00 + 16 * below(3) + i)};
    tn_reg_write(0x020, e.port << 16 | e.uid);
    tn_reg_write(0x024, e.oid);
    tn_reg_write(0x040, UBASE + 0x10000 * i);
    tn_reg_write(0x048, OBASE + 0x10000 * i);
    tn_reg_write(0x050, 0x8000000c);
    tn_reg_write(0x00c, 3);
    bool open = surely_open(i);
    tn_reg_write(0x010, (clear ? 0x80000000u : 0) | i);
    uint32_t status = tn_reg_read(0x00c);
    if (status != 0 && status != 3)
        broken("CZR-ISO-2", "STATUS 0, or 3 as requests are open", "another value");
    if (open && status == 0)
        broken("CZR-ISO-2", "a COMMIT refused, as requests of its entry are open", "it taken");
    refused += status != 0;
    taken += status == 0;
    if (status == 0 && clear)
        table[i].valid = false;
    else if (status == 0)
        table[i] = e;
}

static void ask(bool user, unsigned tag)
{
    const struct entry *e = &table[below(entries)];
    struct tn_tlp t = {.requester = user ? e->uid : e->oid, .tag = (uint8_t)tag, .length_dw = 2, .first_be = 15,
                       .last_be = 15, .addr = user ? UBASE + 0x10000 * (unsigned)(e - table) : 0x1000};
    tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
    request[tag] = (struct request){.state = QUEUED, .port = e->port, .id = t.requester, .due = 8};
    send(user, &t, user ? e->port : 0, tn_sim_cycle() + below(300));
}

static bool all_ended(void *ctx)
{
    (void)ctx;
    for (unsigned k = 0; k < 256; k++)
        if (request[k].state != NONE && request[k].state != ENDED)
            return false;
    return true;
}

/* Nothing is open: nothing is refused. */
static void all_can_go(void)
{
    tn_sim_step(SETTLE);
    tn_reg_write(0x00c, 3);
    for (unsigned i = 0; i < entries; i++) {
        tn_reg_write(0x014, i);
        if (tn_reg_read(0x018) != 0)
            broken("CZR-ISO-2", "OPEN at 0, as all is answered", "another number");
    }
    tn_reg_write(0x010, 0x80000000);
    table[0].valid = false;
    if (tn_reg_read(0x00c) != 0)
        broken("CZR-ISO-2", "a COMMIT taken, as all is answered", "it refused");
}

static void run(const struct tn_stall *sink, unsigned seed)
{
    const unsigned long total = size_asked("TN_TLPS", 1500, 1);
    tn_rng_seed(&rng, tn_sim_seed(), 300 + seed);
    tn_monitor_clear();
    tn_sim_reset(3);
    memset(table, 0, sizeof table);
    failures = 0;
    taken = refused = ended = turned_away = 0;
    tn_monitor_subscribe(on_packet, NULL);
    tn_monitor_subscribe(note_progress, NULL);
    tn_handshake_subscribe(on_handshake, NULL);
    tn_sink_stall(tn_sink_find("m_usr"), sink);
    tn_sink_stall(tn_sink_find("m_dev"), sink);
    unsigned long sent = 0;
    for (; sent < total && failures == 0; sent += ROUND) {
        memset(request, 0, sizeof request);
        for (unsigned k = 0; k < 2 * entries; k++)
            move();
        for (unsigned k = 1; k <= ROUND; k++) {
            ask(true, k);
            ask(false, FROM_DEVICE + k);
            if (below(3) == 0)
                move();
        }
        for (last_beat = tn_sim_cycle(); !all_ended(NULL) && failures == 0 && !stands_still(); tn_sim_step(below(20)))
            move();
        if (!wait_for(all_ended, "answer to each request"))
            failures++;
        all_can_go();
    }
    print_message("%lu requests ended, %lu of them turned away; %lu COMMITs taken, %lu refused\n", ended, turned_away,
                  taken, refused);
    assert_int_equal(failures, 0);
    tn_sim_sent(ended / 2);
    assert_true(ended > turned_away && taken > 0 && refused > 0);
}

static void answers_reach_those_who_asked(void **state)
{
    const struct tn_stall none = {.kind = TN_STALL_NONE};
    (void)state;
    run(&none, 1);
}

static void answers_reach_those_who_asked_while_sinks_stall(void **state)
{
    const struct tn_stall k = {TN_STALL_BURST, 20, 9, 4};
    (void)state;
    run(&k, 2);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_reach_those_who_asked),
        cmocka_unit_test(answers_reach_those_who_asked_while_sinks_stall),
    };
    (void)argc;
    (void)argv;
    entries = (unsigned)tn_sim_param("FUNC_N") < ENTRIES ? (unsigned)tn_sim_param("FUNC_N") : ENTRIES;
    ports = (unsigned)tn_sim_param("PORT_N");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
