/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case of the remapper on a bench of another shape than it was written for: ports and
 * entries count modulo PORT_N and FUNC_N, as long as no two of the case fall together.
 */
#include "cz.h"

#include <tn/sim.h>
#include <tn/pcie/tlp.h>

#include <stdio.h>
#include <string.h>

enum { COMMIT = 0x010, FETCH = 0x014, STAGE_UID = 0x020, INDEX_MASK = 0x3f, NO_ENTRY = 63, PORT_LSB = 16 };

/* Numbers of one kind that a case uses, a bit each. */
struct used {
    uint64_t ports, entries;
};

static bool names(const struct tn_case *c, const char *parameter)
{
    for (unsigned k = 0; k < c->need_n; k++)
        if (strcmp(c->needs[k].name, parameter) == 0)
            return true;
    return false;
}

static bool is_index(const struct tn_case_step *s)
{
    return s->op == TN_CASE_WRITE && (s->addr == COMMIT || s->addr == FETCH) &&
           (s->value & INDEX_MASK) != NO_ENTRY;
}

/* How many packets the step holds. */
static unsigned packets(const struct tn_case_step *s)
{
    return s->op == TN_CASE_SEND ? 1 : s->op == TN_CASE_EXPECT ? s->packet_n : 0;
}

static bool user_side(const struct tn_case_step *s)
{
    return strcmp(s->point + 2, "usr") == 0;
}

static void collect(const struct tn_case_step *s, struct used *u)
{
    if (is_index(s))
        u->entries |= UINT64_C(1) << (s->value & INDEX_MASK);
    if (s->op == TN_CASE_WRITE && s->addr == STAGE_UID)
        u->ports |= UINT64_C(1) << (s->value >> PORT_LSB & 15);
    if (packets(s) && user_side(s))
        for (unsigned k = 0; k < packets(s); k++)
            u->ports |= UINT64_C(1) << (s->tlp[k].port & 15);
    if (s->op == TN_CASE_EXPECT_REJECT && s->dir == 0)
        u->ports |= UINT64_C(1) << (s->port & 15);
}

/* Do the numbers stay different from one another modulo n? */
static bool apart(uint64_t used, unsigned n)
{
    uint64_t seen = 0;
    for (unsigned k = 0; k < 64; k++)
        if (used >> k & 1) {
            if (seen >> k % n & 1)
                return false;
            seen |= UINT64_C(1) << k % n;
        }
    return true;
}

/* Dest CPU of an expected TLP, where it counts: DW0 bits 23, 19, 17, 16. */
static void fold_dest(struct tn_case_tlp *t, unsigned ports)
{
    const uint8_t bits = 0x8b;
    uint8_t b = t->bytes[1];
    unsigned dest = (unsigned)(b >> 7 & 1) << 3 | (unsigned)(b >> 3 & 1) << 2 | (b & 3u);
    t->port %= ports;
    if ((t->mask[1] & bits) != bits)
        return;
    dest %= ports;
    t->bytes[1] = (uint8_t)((b & ~bits) | (dest >> 3 & 1) << 7 | (dest >> 2 & 1) << 3 | (dest & 3));
}

static void fold_ports(struct tn_case_step *s, unsigned ports)
{
    const uint32_t field = 15u << PORT_LSB;
    uint32_t port = s->value >> PORT_LSB & 15;
    if ((s->op == TN_CASE_WRITE || s->op == TN_CASE_EXPECT_REG) && s->addr == STAGE_UID)
        s->value = (s->value & ~field) | port % ports << PORT_LSB;
    if (s->op == TN_CASE_EXPECT_REJECT && s->dir == 0)
        s->port %= ports;
    if (packets(s) && user_side(s))
        for (unsigned k = 0; k < packets(s); k++) {
            if (s->op == TN_CASE_SEND)
                s->tlp[k].port %= ports;
            else
                fold_dest(&s->tlp[k], ports);
        }
}

static void fold_entries(struct tn_case_step *s, unsigned funcs)
{
    if (is_index(s))
        s->value = (s->value & ~(uint32_t)INDEX_MASK) | (s->value & INDEX_MASK) % funcs;
}

/* The longest payload, in bytes, that the case sends. */
static unsigned longest(const struct tn_case *c)
{
    unsigned most = 0;
    for (unsigned k = 0; k < c->step_n; k++)
        if (c->steps[k].op == TN_CASE_SEND) {
            const struct tn_case_tlp *w = &c->steps[k].tlp[0];
            struct tn_tlp t;
            tn_tlp_decode(w->bytes, (uint32_t)w->len, (uint32_t)w->len, &t);
            most = t.payload_len > most ? t.payload_len : most;
        }
    return most;
}

void tn_run_cz_fit(struct tn_case *c, char *why, size_t size)
{
    unsigned funcs = (unsigned)tn_sim_param("FUNC_N"), ports = (unsigned)tn_sim_param("PORT_N");
    unsigned bytes = longest(c), mps = (unsigned)tn_sim_param("MPS_B");
    bool fold = !names(c, "PORT_N"), fold_index = !names(c, "FUNC_N");
    struct used u = {0, 0};
    for (unsigned k = 0; k < c->step_n; k++)
        collect(&c->steps[k], &u);
    if (bytes > mps)
        snprintf(why, size, "sends %u bytes of payload; here MPS_B is %u", bytes, mps);
    else if (fold && !apart(u.ports, ports))
        snprintf(why, size, "keeps more ports apart than the %u here", ports);
    else if (fold_index && !apart(u.entries, funcs))
        snprintf(why, size, "needs more entries than the %u here", funcs);
    for (unsigned k = 0; k < c->step_n && !why[0]; k++) {
        if (fold)
            fold_ports(&c->steps[k], ports);
        if (fold_index)
            fold_entries(&c->steps[k], funcs);
    }
}
