/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An armed saboteur collects each packet and sends it on by a packet source of
 * its own, which keeps to the receiver's class gates and to PCIe's order, as
 * the sender did; on an ExaNet channel by a source of words.
 */
#include "saboteur.h"

#include "../bfm/bfm.h"

#include <tn/exanet/bfm_exa.h>
#include <tn/bug.h>
#include <tn/pcie/tlp.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARMED = 1, READY = 2, READY_1 = 4, VALID = 8, VALID_1 = 16, BITS = 5 };

static struct saboteur {
    char name[TN_BFM_NAME];
    bool declared, exa;
    tn_sabotage_fn *fn;
    uint64_t first; /* cycle of the packet's first beat */
    struct packet {
        enum tn_tlp_class cls;
        unsigned port, flags;
        size_t len;
        uint8_t bytes[TN_BFM_PACKET];
        uint8_t kinds[TN_BFM_PACKET / EXA_WORD]; /* ExaNet: of each word */
    } now, held; /* held: to go behind the next one */
} saboteurs[TN_CORE_SABOTEURS];
static uint32_t controls[TN_CORE_SABOTAGE_WORDS]; /* BITS a saboteur */

void tn_saboteur_declare(unsigned id, const char *name)
{
    tn_require(id < TN_CORE_SABOTEURS);
    tn_bfm_name(saboteurs[id].name, name);
    saboteurs[id].declared = true;
    /* A packet changed on a link out of the DUT is flagged where its sink sees it;
     * on a link into the DUT the monitor stands in front of the saboteur. */
    tn_source_declare(TN_CORE_SABOTEUR_SOURCE + id, name[0] == 'm' ? name : "");
}

void tn_saboteur_declare_exa(unsigned id, const char *name)
{
    tn_require(id < TN_CORE_SABOTEURS);
    tn_bfm_name(saboteurs[id].name, name);
    saboteurs[id].declared = saboteurs[id].exa = true;
    tn_exa_source_declare(TN_CORE_SABOTEUR_SOURCE + id, "");
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

/* The gate by which the sender let it begin; malformed TLPs go as P. */
static enum tn_tlp_class class_of(const uint8_t *bytes, size_t len)
{
    struct tn_tlp t;
    if (tn_monitor_carried() != TN_FABRIC_PCIE)
        return TN_CLASS_P;
    tn_tlp_decode(bytes, len, len, &t);
    return t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH ? TN_CLASS_P : tn_tlp_class(t.kind);
}

static void send_words(unsigned id, const struct packet *p, uint64_t not_before)
{
    static struct tn_exa_word words[TN_BFM_PACKET / EXA_WORD];
    size_t n = p->len / EXA_WORD;
    for (size_t i = 0; i < n; i++) {
        words[i].kind = p->kinds[i];
        if (p->kinds[i] == TN_EXA_PLD)
            memcpy(words[i].data, p->bytes + i * EXA_WORD, EXA_WORD);
        else
            exa_word_turn(p->bytes + i * EXA_WORD, words[i].data);
    }
    tn_exa_source_words(tn_exa_source_slot(TN_CORE_SABOTEUR_SOURCE + id), words, n, not_before);
}

static void send(unsigned id, const struct packet *p, uint64_t not_before)
{
    if (saboteurs[id].exa) {
        send_words(id, p, not_before);
        return;
    }
    tn_source_send(tn_source_slot(TN_CORE_SABOTEUR_SOURCE + id), p->bytes, p->len, p->cls, p->port,
                   not_before, p->flags);
}

/* What it is, for the text of a fault. */
static const char *name_of(const struct saboteur *s)
{
    static char with_address[48];
    struct tn_tlp t;
    struct exa_packet k;
    if (s->exa) {
        exa_decode(s->now.bytes, s->now.len, s->now.len, &k);
        return exa_type_name(k.type);
    }
    if (tn_monitor_carried() != TN_FABRIC_PCIE)
        return "packet";
    tn_tlp_decode(s->now.bytes, s->now.len, s->now.len, &t);
    if (t.kind != TN_TLP_MWR && t.kind != TN_TLP_MRD)
        return tn_tlp_name(t.kind);
    snprintf(with_address, sizeof with_address, "%s at %" PRIx64, tn_tlp_name(t.kind), t.addr);
    return with_address;
}

static void pass_on(unsigned id, struct saboteur *s, uint32_t number)
{
    struct tn_sabotage job = {.id = id, .packet = number, .cycle = s->first,
                              .bytes = s->now.bytes, .len = s->now.len, .copies = 1,
                              .unit = s->exa ? EXA_WORD : 4, .name = name_of(s)};
    bool was_held = s->held.len != 0;
    s->now.cls = s->exa ? TN_CLASS_P : class_of(s->now.bytes, s->now.len);
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
    if (s->now.len == 0) {
        s->first = cycle;
        s->now.port = port;
    }
    for (unsigned i = 0; i < TN_CORE_BEAT && s->now.len < TN_BFM_PACKET; i++)
        if (keep >> (i / 4) & 1)
            s->now.bytes[s->now.len++] = (uint8_t)(data[i / 4] >> (8 * (i % 4)));
    if (last && s->now.len > 0)
        pass_on(id, s, packet + 1);
}

void tn_core_exa_sabotage(unsigned id, uint64_t cycle, uint32_t packet, uint32_t kind,
                          const uint32_t data[4])
{
    struct saboteur *s = &saboteurs[id];
    struct exa_packet k;
    uint8_t lanes[EXA_WORD];
    if (kind == TN_EXA_HDR && s->now.len > 0) {
        pass_on(id, s, packet + 1); /* it has no footer */
        packet++;
    }
    if (s->now.len == 0)
        s->first = cycle;
    if (s->now.len + EXA_WORD > TN_BFM_PACKET)
        return;
    memcpy(lanes, data, sizeof lanes); /* byte 0 is bits 7:0: a little-endian host */
    s->now.kinds[s->now.len / EXA_WORD] = (uint8_t)kind;
    if (kind == TN_EXA_PLD)
        memcpy(s->now.bytes + s->now.len, lanes, EXA_WORD);
    else
        exa_word_turn(lanes, s->now.bytes + s->now.len);
    s->now.len += EXA_WORD;
    exa_decode(s->now.bytes, EXA_WORD, EXA_WORD, &k);
    if (kind == TN_EXA_FTR || (kind == TN_EXA_HDR && k.form == EXA_H))
        pass_on(id, s, packet + 1);
}
