/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An InitFC1 amid traffic (PCIe 3.0 3.3): what follows tells whether the link came up again, or the DLLP stood alone.
 */
#include "pcie.h"

#include <tn/pcie/dllp.h>

#include <string.h>

/* The UpdateFC that was put off behind an InitFC1, now that it is known whether the link came up. */
static void update_behind(struct tn_checker *c, unsigned d)
{
    struct tn_dllp dllp;
    if (!pcie_rules(c)->init[d].update)
        return;
    pcie_rules(c)->init[d].update = false;
    c->ev = &pcie_rules(c)->init[d].update_ev;
    tn_dllp_decode(c->ev->bytes + 1, &dllp);
    tn_rules_flow_dllp(c, &dllp);
}

/* Judges an InitFC1 that was put off as what it was: one of a link that came up. */
static void take_up(struct tn_checker *c, unsigned d)
{
    const struct tn_event *now = c->ev;
    struct tn_dllp dllp;
    pcie_rules(c)->init[d].open = false;
    c->ev = &pcie_rules(c)->init[d].ev;
    tn_dllp_decode(c->ev->bytes + 1, &dllp);
    tn_rules_link_up(c);
    tn_rules_flow_dllp(c, &dllp);
    update_behind(c, d);
    c->ev = now;
}

void tn_rules_start_initialises(struct tn_checker *c)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    const unsigned first = s->init[0].open && s->init[1].open && s->init[1].ev.packet < s->init[0].ev.packet;
    for (unsigned i = 0; i < TN_LINKS; i++)
        if (s->init[first ^ i].open)
            take_up(c, first ^ i);
}

bool tn_rules_start_put_off(struct tn_checker *c, const uint8_t *p, bool tlps)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    const unsigned d = c->ev->dir & 1u;
    if (s->init[0].open || s->init[1].open || !c->ev->dir || c->ev->len != sizeof s->init[d].bytes ||
        !(tn_rules_flow_worked(c) || tlps))
        return false;
    memcpy(s->init[d].bytes, p, sizeof s->init[d].bytes);
    s->init[d].ev = *c->ev;
    s->init[d].ev.bytes = s->init[d].bytes;
    s->init[d].open = true;
    return true;
}

bool tn_rules_start_put_off_update(struct tn_checker *c, const uint8_t *p)
{
    struct tn_pcie_rules *s = pcie_rules(c);
    const unsigned d = c->ev->dir & 1u;
    if (!c->ev->dir || !s->init[d].open || s->init[d].update || c->ev->len != sizeof s->init[d].update_bytes)
        return false;
    memcpy(s->init[d].update_bytes, p, sizeof s->init[d].update_bytes);
    s->init[d].update_ev = *c->ev;
    s->init[d].update_ev.bytes = s->init[d].update_bytes;
    s->init[d].update = true;
    return true;
}

void tn_rules_start_works(struct tn_checker *c, unsigned d)
{
    const struct tn_event *now = c->ev;
    struct tn_dllp dllp;
    if (!now->dir || !pcie_rules(c)->init[d].open)
        return;
    pcie_rules(c)->init[d].open = false;
    c->ev = &pcie_rules(c)->init[d].ev;
    tn_dllp_decode(c->ev->bytes + 1, &dllp);
    RULE(c, FC_1, false, "P, NP, Cpl in turn, of a link that comes up", "%s-%s alone amid traffic", tn_dllp_name(dllp.kind),
         dllp.fc_class == 0 ? "P" : dllp.fc_class == 1 ? "NP" : "Cpl");
    update_behind(c, d);
    c->ev = now;
}

void tn_rules_start_tlp(struct tn_checker *c)
{
    const unsigned d = c->ev->dir & 1u;
    tn_rules_start_works(c, d);
    if (pcie_rules(c)->init[d ^ 1u].update)
        tn_rules_start_works(c, d ^ 1u);
}
