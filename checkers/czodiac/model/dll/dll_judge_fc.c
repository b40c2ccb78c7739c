/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a cz_dll: InitFC and UpdateFC that leave, dl_active (cz_dll.md 3, 6).
 */
#include "dll_judge.h"

#include <string.h>

enum { INIT_EVERY = 8500, UPDATE_EVERY = 11250 /* 7500 and half of that */ };

void tn_czd_fc_down(struct tn_cz_dll_judge *j)
{
    memset(j->sure, 0, sizeof j->sure);
    memset(j->starved, 0, sizeof j->starved);
    j->init_began = false;
    j->init = TN_DLLP_INITFC1;
    j->init_next = 0;
    j->active_due = 0;
    for (unsigned i = 0; i < 6; i++)
        j->told[i / 2][i % 2] = j->m->credit[i / 2][i % 2].allocated;
}

static void init_sent(struct tn_cz_dll_judge *j, const struct tn_dllp *d)
{
    const struct tn_cz_dll_params *par = &j->m->par;
    if (d->kind != j->init) { /* FC_INIT2: a round of its own, whatever was left of the last */
        tn_scope_judge(&j->all, FC_1, d->kind == TN_DLLP_INITFC2 && j->m->state >= TN_CZ_FC_INIT2,
                       "InitFC2 when InitFC of all three kinds have come, never InitFC1 after it",
                       "%s", tn_dllp_name(d->kind));
        j->init = d->kind;
        j->init_next = 0;
    }
    tn_scope_judge(&j->all, FC_1, d->fc_class == j->init_next, "P, NP, Cpl in turn", "%s of %u",
                   tn_dllp_name(d->kind), d->fc_class);
    tn_scope_judge(
        &j->all, FC_2, d->hdr_fc == par->hdr[d->fc_class] && d->data_fc == par->data[d->fc_class],
        "the credits of the parameters", "%u and %u of %u", d->hdr_fc, d->data_fc, d->fc_class);
    if (d->fc_class == 0)
        j->init_since = j->now;
    j->init_began = true;
    j->init_next = (j->init_next + 1) % 3;
    if (d->kind == TN_DLLP_INITFC2 && j->init_next == 0)
        tn_cz_dll_round(j->m);
}

/* Judges the credit of headers or data in an UpdateFC. */
static void grant(struct tn_cz_dll_judge *j, unsigned c, unsigned k, uint32_t value,
                  uint16_t certain)
{
    const struct tn_cz_credit *cr = &j->m->credit[c][k];
    if (cr->got_free) {
        tn_scope_judge(&j->all, FC_5, value == 0, "0 where there is no limit", "%u", value);
        return;
    }
    tn_scope_judge(&j->all, FC_4, ((value - j->told[c][k]) & cr->mask) <= (cr->mask + 1) / 2,
                   "no credit taken back", "%u after %u", value, j->told[c][k]);
    tn_scope_judge(&j->all, UPD_1,
                   ((value - certain) & cr->mask) <= ((cr->allocated - certain) & cr->mask),
                   "what was granted at first and freed since", "%u, not %u", value, cr->allocated);
    j->told[c][k] = value;
}

void tn_czd_fc_sent(struct tn_cz_dll_judge *j, const struct tn_dllp *d, const struct czd_parts *t)
{
    const unsigned c = d->fc_class;
    if (d->kind != TN_DLLP_UPDATEFC) {
        init_sent(j, d);
        return;
    }
    if (!tn_scope_judge(&j->all, FC_6, j->m->state == TN_CZ_ACTIVE, "UpdateFC in DL_Active",
                        "UpdateFC of %u in state %u", c, j->m->state))
        return;
    grant(j, c, 0, d->hdr_fc, t->sure.allocated[c][0]);
    grant(j, c, 1, d->data_fc, t->sure.allocated[c][1]);
    j->told_at[c] = j->now;
    j->starved[c] = 0;
    tn_judge_held(&j->judge, FC_9);
}

/* Whether the far end can send none of the largest TLPs of the class, though credit was freed. */
static bool starving(const struct tn_cz_dll_judge *j, unsigned c)
{
    const unsigned needed[2] = {1, tn_cz_dll_largest(j->m, c, j->m->par.data[c])};
    bool none = false, freed = false;
    for (unsigned k = 0; k < 2; k++) {
        struct tn_cz_credit cr = j->m->credit[c][k];
        freed = freed || (!cr.got_free && cr.allocated != j->told[c][k]);
        cr.allocated = j->told[c][k];
        none = none || !tn_cz_credit_got(&cr, needed[k]);
    }
    return none && freed;
}

static void updates(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const uint32_t within = 4 * (j->ack_limit > CZD_LAG ? j->ack_limit : CZD_LAG);
    for (unsigned c = 0; c < 3; c++) {
        if (j->m->credit[c][0].got_free && j->m->credit[c][1].got_free)
            continue;
        if (j->now > j->told_at[c] + UPDATE_EVERY) {
            tn_scope_judge(&j->all, FC_9, false, "an UpdateFC within 45 us", "none of class %u", c);
            j->told_at[c] = j->now;
        }
        if (!starving(j, c))
            j->starved[c] = 0;
        else if (!(p->m_frm.valid && !p->m_frm_ready) && ++j->starved[c] > within) {
            tn_scope_judge(&j->all, UPD_2, false,
                           "an UpdateFC within 4 ACK_LIMIT, as the far end waits",
                           "none of class %u", c);
            j->starved[c] = 0;
        }
    }
}

static void active(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    const bool is = j->m->state == TN_CZ_ACTIVE;
    if (is && !j->active_due) {
        j->active_due = j->now;
        for (unsigned c = 0; c < 3; c++)
            j->told_at[c] = j->now;
    }
    /* the last InitFC2 of the round may still wait for the wire */
    const bool almost = j->m->got_second && j->init == TN_DLLP_INITFC2 && j->init_next == 2;
    if (p->dl_active && !is && !almost)
        tn_scope_judge(&j->all, FC_2, !czd_settled(j),
                       "dl_active when the initialisation has ended", "in state %u", j->m->state);
    if (is && j->now > j->active_due + CZD_LAG)
        tn_scope_judge(&j->all, FC_2, p->dl_active || !(j->sure[0] && j->sure[1] && j->sure[2]),
                       "dl_active when the initialisation has ended", "0");
}

void tn_czd_fc_cycle(struct tn_cz_dll_judge *j, const struct tn_cz_dll_pins *p)
{
    active(j, p);
    if (j->m->state == TN_CZ_ACTIVE)
        updates(j, p);
    const bool init = j->m->state == TN_CZ_FC_INIT1 || j->m->state == TN_CZ_FC_INIT2;
    if (init && p->m_frm.valid && !p->m_frm_ready)
        j->init_since++;
    if (init && j->now > j->init_since + (j->init_began ? INIT_EVERY : 0) + CZD_LAG) {
        tn_scope_judge(&j->all, FC_1, false, "InitFC at once, and again within 34 us", "none");
        j->init_since = j->now;
    }
}
