/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs that come, and packets handed on (cl_link.md 4).
 */
#include "judge_state.h"

#include <string.h>

/* Keeps a run that was dropped. */
static void drop(struct tn_cl_link_judge *j, unsigned rule, enum tn_cl_link_reg r)
{
    struct cl_link_rx *in = &j->in;
    cl_count(j, r);
    in->past_rule[in->pasts % PAST] = rule;
    in->past[in->pasts++ % PAST] = in->run;
}

/* A run that is not good, or a packet ahead, wants a NACK. */
static void want_nack(struct tn_cl_link_judge *j)
{
    if (!j->say.nacked)
        cl_cause(&j->say.nack, j->now, true);
    j->say.nacked = true;
}

/* The packet with the expected number came. */
static void take(struct tn_cl_link_judge *j)
{
    struct cl_link_rx *in = &j->in;
    in->out[in->in++ % RING] = in->run;
    j->say.took_at = j->now;
    j->say.nacked = false;
    if (!j->up) {
        tn_lag_maybe(&in->took, j->now, 1);
        return;
    }
    tn_lag_up(&in->took, j->now, 1);
    cl_count(j, CLL_RX_TAKEN);
}

static void link_packet(struct tn_cl_link_judge *j)
{
    struct cl_link_rx *in = &j->in;
    struct cl_ctl c;
    cl_count(j, CLL_RX_CTL);
    cl_ctl_get(in->run.word + 2, &c);
    if (c.plane != j->config.plane) {
        in->side_at[in->side_in % RING] = j->now;
        in->side[in->side_in++ % RING] = c;
        return;
    }
    if (c.nack)
        cl_count(j, CLL_RX_NACK);
    cl_link_heard(j, &c);
}

/* A run has ended. */
static void came(struct tn_cl_link_judge *j)
{
    struct cl_link_rx *in = &j->in;
    struct cl_header h;
    cl_header_get(in->run.word, &h);
    const bool link = h.type == TN_cl_hdr_type_LINK;
    const unsigned ahead = (h.seq - in->in) % CL_SEQS;
    in->run.at = in->came_at = j->now;
    in->vague |= !j->up;
    in->broke = !cl_run_whole(&in->run) || (link ? !cl_is_link(in->run.word) : h.prio >= CL_PRIOS);
    if (in->broke || in->rest) {
        drop(j, in->broke ? R_RX_1 : R_RX_4, CLL_RX_BAD);
        want_nack(j);
    } else if (link) {
        link_packet(j);
    } else if (ahead == 0) {
        take(j);
    } else if (ahead < CL_SEQS / 2) {
        drop(j, R_RX_2, CLL_RX_AHEAD);
        want_nack(j);
    } else {
        drop(j, R_RX_2, CLL_RX_BEHIND);
        j->say.again = j->now;
    }
}

/* The rule that a packet breaks which should not be at m, or not be counted in taken. */
static unsigned blame(const struct tn_cl_link_judge *j, const struct cl_run *m, unsigned seq)
{
    const struct cl_link_rx *in = &j->in;
    if (!j->up && j->now > j->up_at + KNOWN_CYC)
        return R_DWN_1;
    for (unsigned i = 1; i <= PAST && i <= in->pasts; i++) {
        const struct cl_run *r = &in->past[(in->pasts - i) % PAST];
        if (m ? cl_run_same(r, m) : (r->word[1] & (CL_SEQS - 1)) == seq)
            return in->past_rule[(in->pasts - i) % PAST];
    }
    for (unsigned i = 1; m && i <= PAST && i <= in->done; i++)
        if (cl_run_same(&in->out[(in->done - i) % RING], m))
            return R_RX_2;
    return m ? R_RX_3 : R_RX_2;
}

static void handed_on(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_rx *in = &j->in;
    const struct cl_run *due = &in->out[in->done % RING];
    const bool owed = in->in != in->done;
    if (owed && !in->m.n)
        tn_scope_judge(&j->rx, R_RX_3, j->now <= due->at + OUT_CYC || !j->up,
                       "a packet at m within 48 cycles", "none");
    if (in->m.n)
        tn_scope_judge(&j->rx, R_RX_3, p->m_valid && in->m.n < CL_WORDS_MAX,
                       "a packet's words in a row", "a pause, or no end");
    if (!p->m_valid)
        return;
    cl_run_add(&in->m, p->m_data, j->now);
    if (!p->m_last)
        return;
    tn_scope_judge(&j->rx, blame(j, &in->m, 0), owed && cl_run_same(due, &in->m),
                   "the packet that was taken, as it came", "%u words, seq %u", in->m.n,
                   in->m.word[1] & (CL_SEQS - 1));
    in->done += owed;
    in->m.n = 0;
}

static void side(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_rx *in = &j->in;
    const struct cl_ctl *c = &in->side[in->side_out % RING];
    const bool owed = in->side_in != in->side_out;
    tn_scope_judge(
        &j->rx, j->up ? R_RX_2 : R_DWN_1,
        p->y_valid ? owed && p->y_nack == c->nack && p->y_plane == c->plane && p->y_ack == c->ack
                   : !owed || !j->up || j->now <= in->side_at[in->side_out % RING] + OUT_CYC,
        "each side packet at y", "y_valid %d, plane %u ack %u", p->y_valid, p->y_plane, p->y_ack);
    in->side_out += p->y_valid && owed;
}

/* The pin taken; once the lane is down, it tells which of the last runs were taken. */
static void taken(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_rx *in = &j->in;
    const uint32_t least = tn_lag_least(&in->took, j->now), n = cl_count_of(least, p->taken);
    tn_scope_judge(&j->rx, blame(j, NULL, p->taken), n <= tn_lag_most(&in->took, j->now),
                   "the seq of the last packet taken", "%u", p->taken);
    if (j->up || j->now != j->up_at + KNOWN_CYC + ROOM_CYC || !tn_scope_is_open(&j->rx))
        return;
    tn_lag_init(&in->took, KNOWN_CYC);
    tn_lag_fasten(&in->took, j->now, n);
    in->took.hi = n;
    in->in = n;
    tn_scope_judge(&j->rx, R_RX_2, in->done <= n, "each packet at m counted in taken", "%u",
                   p->taken);
}

void cl_link_receive(struct tn_cl_link_judge *j, const struct tn_cl_link_pins *p)
{
    struct cl_link_rx *in = &j->in;
    handed_on(j, p);
    side(j, p);
    taken(j, p);
    if (!p->wire_rx_k) {
        if (!in->run.n)
            in->rest = in->broke;
        in->run.err |= p->wire_rx_err;
        cl_run_add(&in->run, p->wire_rx_data, j->now);
        return;
    }
    in->broke = false;
    if (in->run.n && in->synced && (j->up || j->now <= j->up_at + ROOM_CYC))
        came(j);
    in->synced = true;
    in->run.n = 0;
    in->run.err = false;
}
