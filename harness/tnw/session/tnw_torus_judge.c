/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What is wrong in a run of two nodes of a torus, and what tells of it. Wrong is a message with
 * other bytes, and a write elsewhere. A sign is an error that the library gives, a rule that the
 * lines break, a write elsewhere; where a message is missing, a register, too.
 */
#include "../../replay/session.h"
#include "tnw_torus_session.h"

#include <tn/bfm.h>
#include <tn/sim.h>
#include <tn/tnw/tnw_wire_fault.h>

#include <stdio.h>
#include <string.h>

/* A write of a node to its host's memory lies in a message's place, or in the notifications'. */
static void on_tlp(void *ctx, const struct tn_event *ev)
{
    struct tn_torus_run *r = ctx;
    struct tn_tlp t;
    char found[64];
    if (!r->judge.counting || ev->point % 2 == 0 || ev->point / 2 >= TN_TORUS_NODES ||
        tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) || t.kind != TN_TLP_MWR)
        return;
    const unsigned node = ev->point / 2;
    const uint64_t first = tn_torus_target(!node, 0), notes = first - 0x100000 + TN_TNW_AT_NOTES;
    const uint64_t end = t.addr + t.payload_len;
    if ((t.addr >= first && end <= tn_torus_target(!node, r->given[!node])) ||
        (t.addr >= notes && end <= notes + TNW_LIB_NOTES))
        return;
    snprintf(found, sizeof found, "%u bytes at %llx of node %u", (unsigned)t.payload_len,
             (unsigned long long)t.addr, node);
    r->s->tally.wrong += r->judge.strays++ == 0;
    tn_session_say(r->s, false, "TNW-TOR-7", "writes to the memory of credits and notifications",
                   found);
}

static void on_tap(void *ctx, const struct tn_tap_seen *seen)
{
    struct tn_torus_run *r = ctx;
    const unsigned node = seen->id / TN_TNW_BENCH_TAPS, tap = seen->id % TN_TNW_BENCH_TAPS;
    const struct tnw_word w = {(uint32_t)seen->data, (uint8_t)(seen->data >> 32 & 15)};
    if (seen->id == TN_TNW_BENCH_DEED)
        tn_tnw_wire_did((unsigned)seen->data & 7);
    if (seen->id >= TN_TNW_BENCH_WIRES || node >= TN_TORUS_NODES || tap >= TN_TNW_BENCH_TAP_TAKE)
        return;
    tn_tnw_wire_seen(node, tap, seen->cycle, seen->head & 1);
    if (!r->judge.restart && tn_tnw_wire_began() && tap < 2 && !(seen->head & 1) &&
        tnw_classify(w) == TNW_SET && tnw_ctl_decode(w.data).code == TNW_RESTART)
        r->judge.restart = seen->cycle;
}

int tn_torus_judge_open(struct tn_torus_run *r)
{
    const int rc = tn_monitor_subscribe(on_tlp, r);
    return rc < 0 ? rc : tn_tap_subscribe(on_tap, r);
}

void tn_torus_judge_begin(struct tn_torus_run *r)
{
    r->judge.counting = true;
}

/* (what an error has left of a packet breaks rules, too, and is no sign: nobody but us judges
 * lines) */
void tn_torus_judge_lines(struct tn_torus_run *r)
{
    for (; r->judge.counting && r->judge.verdicts < r->b.verdicts; r->judge.verdicts++)
        if (r->judge.verdicts == 0 && !tn_tnw_wire_began())
            tn_session_say(r->s, true, "TNW-TOR-6", "lines that keep TNW's rules", r->b.said);
}

static unsigned count(struct tn_torus_run *r)
{
    unsigned missing = 0;
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < r->want[k]; i++) {
            const struct tn_torus_post *p = &r->post[k][i];
            const uint64_t began = tn_tnw_wire_began();
            char found[64];
            snprintf(found, sizeof found, "message %u of node %u", i + 1, k);
            r->s->tally.out += p->end == TN_TORUS_RIGHT || p->end == TN_TORUS_OTHER;
            r->s->tally.matched += p->end == TN_TORUS_RIGHT;
            missing += p->end == TN_TORUS_OPEN || p->end == TN_TORUS_TOLD;
            if (p->end == TN_TORUS_OTHER) {
                r->s->tally.wrong++;
                tn_session_say(r->s, false, "TNW-TOR-6", "each message whole", found);
            } else if (p->end == TN_TORUS_TOLD) {
                tn_session_say(r->s, true, "TNW-TOR-7", "messages without a cause", found);
            } else if (p->end == TN_TORUS_RIGHT && r->judge.restart &&
                       p->cycle > r->judge.restart && began &&
                       (!r->s->tally.recovery || p->cycle - began < r->s->tally.recovery)) {
                r->s->tally.recovery = p->cycle - began;
            }
        }
    return missing;
}

static void say_signs(struct tn_torus_run *r)
{
    for (unsigned k = 0; k < TN_TORUS_NODES; k++) {
        char found[96];
        if (r->gave_up[k]) {
            snprintf(found, sizeof found, "%s at node %u", strerror(-r->gave_up[k]), k);
            tn_session_say(r->s, true, "TNW-TOR-7", "no error of the library", found);
        }
        if (r->told[k]) {
            snprintf(found, sizeof found, "register %04x of node %u", r->told[k], k);
            tn_session_say(r->s, true, "TNW-TOR-7", "no error in a register", found);
        }
    }
}

void tn_torus_judge_end(struct tn_torus_run *r)
{
    const unsigned missing = count(r);
    say_signs(r);
    if (missing && r->s->tally.told)
        r->s->tally.lost = missing;
    else if (missing) {
        r->s->tally.hung = true;
        tn_session_note(r->s, tn_sim_cycle(), "hang");
    }
    r->s->tally.corrected = r->judge.restart != 0;
}

void tn_torus_judge_summary(const struct tn_torus_run *r, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "%u messages from node 0, %u from node 1", r->want[0],
                                 r->want[1]);
    for (unsigned k = 0; k < TN_TORUS_NODES; k++)
        for (unsigned i = 0; i < r->want[k] && at < size; i++) {
            const struct tn_torus_post *p = &r->post[k][i];
            if (p->end == TN_TORUS_OPEN || p->get_open)
                at += (size_t)snprintf(
                    out + at, size - at, "; number %u of node %u by %s: credit %s, %s", i + 1, k,
                    p->m.get ? "Nget" : "Pput", p->credited ? "given" : "not given",
                    !p->sent                  ? "not sent"
                    : p->end != TN_TORUS_OPEN ? "came, but Nget has no end"
                                              : "sent");
        }
}
