/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Link packets that a lane's end sends (cl_link.md 5).
 */
#include "judge_state.h"

void cl_link_say_begins(struct tn_cl_link_judge *j)
{
    struct cl_link_ctl *s = &j->say;
    s->took_lo = tn_lag_least(&j->in.took, j->now);
    s->took_hi = tn_lag_most(&j->in.took, j->now);
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        s->freed_lo[i] = tn_lag_least(&s->freed[i], j->now);
        s->freed_hi[i] = tn_lag_most(&s->freed[i], j->now);
    }
}

/* A link packet of the lane itself is due. */
static void due(struct tn_cl_link_judge *j, uint64_t at)
{
    if (!j->say.due || !at) {
        j->say.due = at;
        j->say.runs = 0;
    }
}

/* NACK of a link packet that began in cycle from. */
static void nack(struct tn_cl_link_judge *j, bool told, uint64_t from)
{
    struct cl_causes *n = &j->say.nack;
    tn_scope_judge(&j->ctl, R_CTL_4, told ? n->may && n->may <= from : cl_not_caused(n, from),
                   "one NACK behind a run that is not good or ahead", "nack %d", told);
    if (!told)
        return;
    cl_caused(n, from);
    cl_count(j, CLL_TX_NACK);
}

/* A link packet that speaks of the lane itself. */
static void own(struct tn_cl_link_judge *j, const struct cl_ctl *c, uint64_t from)
{
    struct cl_link_ctl *s = &j->say;
    bool later = s->again > from;
    const uint32_t n = cl_count_of(s->took_lo, c->ack);
    tn_scope_judge(&j->ctl, R_CTL_2, n <= s->took_hi, "the seq of the last packet taken", "ack %u",
                   c->ack);
    later |= n != j->in.in;
    for (unsigned i = 0; i < CL_PRIOS; i++) {
        tn_scope_judge(&j->ctl, R_CTL_2,
                       (uint8_t)(c->freed[i] - s->freed_lo[i]) <= s->freed_hi[i] - s->freed_lo[i],
                       "the packets freed", "freed%u %u", i, c->freed[i]);
        later |= c->freed[i] != (uint8_t)s->freed[i].sure;
    }
    nack(j, c->nack, from);
    due(j, 0);
    if (later)
        due(j, j->now);
}

/* A link packet that speaks of another lane: what x has given, or gives now. */
static void of_x(struct tn_cl_link_judge *j, const struct cl_ctl *c,
                 const struct tn_cl_link_pins *p)
{
    struct cl_link_ctl *s = &j->say;
    const struct cl_ctl now = {.nack = p->x_nack, .plane = p->x_plane, .ack = p->x_ack};
    const bool owed = s->x_in != s->x_out, early = !owed && p->x_valid && !s->x_early;
    const struct cl_ctl *x = owed ? &s->x[s->x_out % 4] : &now;
    tn_scope_judge(&j->ctl, R_CTL_2,
                   (owed || early) && c->nack == x->nack && c->plane == x->plane &&
                       c->ack == x->ack && !(c->freed[0] | c->freed[1] | c->freed[2]),
                   "the side packet of x", "nack %d plane %u ack %u", c->nack, c->plane, c->ack);
    s->x_out += owed;
    s->x_early |= early;
    s->x_due = s->x_in != s->x_out || (p->x_valid && !s->x_early) ? j->now : 0;
}

void cl_link_say_sent(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_ctl *s = &j->say;
    const struct cl_run *r = &j->out.run;
    const uint64_t late = r->at - KNOWN_CYC; /* (a run never begins so soon behind reset) */
    struct cl_ctl c;
    if ((r->word[0] & 15) != TN_cl_hdr_type_LINK) {
        tn_scope_judge(&j->ctl, R_CTL_3,
                       !(s->nack.sure && s->nack.sure < late) && !(s->x_due && s->x_due < late),
                       "NACK or x as the next run", "a packet");
        s->runs += s->due && s->due < late;
        tn_scope_judge(&j->ctl, R_CTL_3, s->runs <= 3, "a link packet behind three packets",
                       "none behind %u", s->runs - 1);
        return;
    }
    cl_count(j, CLL_TX_CTL);
    cl_ctl_get(r->word + 2, &c);
    if (!tn_scope_judge(&j->ctl, R_CTL_2,
                        r->n == CL_CTL_WORDS && cl_is_link(r->word) && cl_run_whole(r) &&
                            !c.reserved,
                        "a link packet with its CRC, reserved bits 0", "%u words", r->n))
        return;
    if (c.plane == j->config.plane)
        own(j, &c, r->at);
    else
        of_x(j, &c, p);
}

void cl_link_say_waits(struct tn_cl_link_judge *j)
{
    const struct cl_link_ctl *s = &j->say;
    const unsigned commas = j->out.commas;
    if (!j->up)
        return;
    tn_scope_judge(&j->ctl, R_CTL_3, commas <= CL_IDLE_MAX || j->now <= j->up_at + CL_IDLE_MAX,
                   "a link packet behind 64 comma words", "%u", commas);
    if (commas > IDLE_CYC)
        tn_scope_judge(&j->ctl, R_CTL_3,
                       !(s->due && j->now > s->due + IDLE_CYC) &&
                           !(s->nack.sure && j->now > s->nack.sure + IDLE_CYC) &&
                           !(s->x_due && j->now > s->x_due + IDLE_CYC),
                       "a link packet that is due", "none for %u comma words", commas);
}

void cl_link_say(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_ctl *s = &j->say;
    for (unsigned i = 0; i < CL_PRIOS; i++)
        if (p->freed >> i & 1)
            tn_lag_up(&s->freed[i], j->now, 1);
    if (p->freed || s->took_at == j->now || s->again == j->now)
        due(j, j->now);
    if (p->x_valid && !s->x_early && !s->x_due)
        s->x_due = j->now;
    if (!p->x_valid || !p->x_ready)
        return;
    if (!s->x_early)
        s->x[s->x_in++ % 4] =
            (struct cl_ctl){.nack = p->x_nack, .plane = p->x_plane, .ack = p->x_ack};
    s->x_early = 0;
}
