/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An armed saboteur collects each packet and sends it on by a source of its own, which keeps to the
 * receiver's gates and to order, as the sender did. How packets are taken apart is said by a form.
 */
#include "saboteur.h"

#include "../bfm/bfm.h"

#include <tn/bug.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ARMED = 1, READY = 2, READY_1 = 4, VALID = 8, VALID_1 = 16, BITS = 5 };

static struct saboteur {
    char name[TN_BFM_NAME];
    bool declared;
    const struct tn_saboteur_form *form;
    tn_sabotage_fn *fn;
    uint64_t first;                  /* cycle of the packet's first beat */
    struct tn_held_packet now, held; /* held: to go behind the next one */
} saboteurs[TN_CORE_SABOTEURS];
static uint32_t controls[TN_CORE_SABOTAGE_WORDS]; /* BITS a saboteur */

/* A stream of packets: DWs of a beat that keep names. */
static bool take_lanes(struct tn_held_packet *p, const uint32_t data[4], uint32_t keep,
                       uint32_t last, uint32_t port)
{
    if (p->len == 0)
        p->port = port;
    for (unsigned i = 0; i < TN_CORE_BEAT && p->len < TN_BFM_PACKET; i++)
        if (keep >> (i / 4) & 1)
            p->bytes[p->len++] = (uint8_t)(data[i / 4] >> (8 * (i % 4)));
    return last && p->len > 0;
}

static void send_packet(unsigned source, const struct tn_held_packet *p, uint64_t not_before)
{
    tn_source_send(tn_source_slot(source), p->bytes, p->len, p->class, p->port, not_before,
                   p->flags);
}

/* A packet changed on a link out of the DUT is flagged where its sink sees it;
 * on a link into the DUT the monitor stands in front of the saboteur. */
static void declare_source(unsigned source, const char *name)
{
    tn_source_declare(source, name[0] == 'm' ? name : "");
}

static const struct tn_saboteur_form stream = {
    .unit = 4, .declare = declare_source, .take = take_lanes, .send = send_packet};

void tn_saboteur_declare_form(unsigned id, const char *name, const struct tn_saboteur_form *form)
{
    tn_require(id < TN_CORE_SABOTEURS);
    tn_bfm_name(saboteurs[id].name, name);
    saboteurs[id].declared = true;
    saboteurs[id].form = form;
    form->declare(TN_CORE_SABOTEUR_SOURCE + id, name);
}

void tn_saboteur_declare(unsigned id, const char *name)
{
    tn_saboteur_declare_form(id, name, &stream);
}

int tn_saboteur_find(const char *link)
{
    const char *wanted = getenv("TN_STATE");
    bool any = false;
    if (wanted && strcmp(wanted, "0") == 0)
        return -ENOSYS;
    for (int i = 0; i < TN_CORE_SABOTEURS; i++) {
        any |= saboteurs[i].declared;
        if (saboteurs[i].declared && strcmp(saboteurs[i].name, link) == 0)
            return i;
    }
    return any ? -ENOENT : -ENOSYS;
}

void tn_saboteur_reset(void)
{
    memset(controls, 0, sizeof controls);
    for (unsigned i = 0; i < TN_CORE_SABOTEURS; i++)
        saboteurs[i].now.len = saboteurs[i].held.len = 0;
}

void tn_saboteur_controls(uint32_t *out)
{
    memcpy(out, controls, sizeof controls);
}

/* Of saboteur id, those of mask become value. */
static void control(unsigned id, uint32_t mask, uint32_t value)
{
    tn_core_changed();
    for (unsigned k = 0; k < BITS; k++) {
        unsigned bit = BITS * id + k;
        if (mask >> k & 1) {
            controls[bit / 32] &= ~((uint32_t)1 << bit % 32);
            controls[bit / 32] |= (value >> k & 1) << bit % 32;
        }
    }
}

void tn_saboteur_arm(unsigned id, tn_sabotage_fn *fn)
{
    saboteurs[id].fn = fn;
    control(id, ARMED, ARMED);
}

void tn_saboteur_force(unsigned id, int ready, int valid)
{
    uint32_t c = 0;
    if (ready >= 0)
        c |= READY | (ready ? READY_1 : 0u);
    if (valid >= 0)
        c |= VALID | (valid ? VALID_1 : 0u);
    control(id, READY | READY_1 | VALID | VALID_1, c);
}

/* What is known of the packets of a saboteur; NULL: nothing. */
static const struct tn_stream_packets *packets_of(const struct saboteur *s)
{
    if (s->form->packets)
        return s->form->packets;
    for (const struct tn_bench_parts *const *f = tn_benches; *f; f++)
        if ((*f)->packets && (*f)->packets->fabric == tn_monitor_carried())
            return (*f)->packets;
    return NULL;
}

static void send(unsigned id, const struct tn_held_packet *p, uint64_t not_before)
{
    saboteurs[id].form->send(TN_CORE_SABOTEUR_SOURCE + id, p, not_before);
}

static void pass_on(unsigned id, struct saboteur *s, uint32_t number)
{
    const struct tn_stream_packets *of = packets_of(s);
    struct tn_sabotage job = {.id = id,
                              .packet = number,
                              .cycle = s->first,
                              .bytes = s->now.bytes,
                              .len = s->now.len,
                              .copies = 1,
                              .unit = s->form->unit,
                              .name = of ? of->name(s->now.bytes, s->now.len) : "packet"};
    bool was_held = s->held.len != 0;
    s->now.class = of && of->class_of ? of->class_of(s->now.bytes, s->now.len) : 0;
    s->fn(&job);
    s->now.flags = job.flags;
    s->now.len = job.len;
    if (job.behind && !was_held) {
        s->held = s->now;
    } else {
        for (unsigned i = 0; i < job.copies; i++)
            send(id, &s->now, job.not_before);
    }
    if (was_held) {
        send(id, &s->held, 0);
        s->held.len = 0;
    }
    s->now.len = 0;
}

void tn_core_sabotage(unsigned id, uint64_t cycle, uint32_t packet, const uint32_t data[4],
                      uint32_t keep, uint32_t last, uint32_t port)
{
    struct saboteur *s = &saboteurs[id];
    if (s->now.len > 0 && s->form->ends_before && s->form->ends_before(&s->now, keep))
        pass_on(id, s, ++packet);
    if (s->now.len == 0)
        s->first = cycle;
    if (s->form->take(&s->now, data, keep, last, port))
        pass_on(id, s, packet + 1);
}
