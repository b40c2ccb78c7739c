/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What became of each transfer between two nodes: bytes are compared when a user is told of an end
 * or of a notification, and all memory at the end. The judge of transfers (exa_transfer.md section
 * 5) and that of ends stand beside.
 */
#include "exa_nodes_session.h"

#include <tn/bfm.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AREA_LOG2 = 16, SOURCES = 1 << 28, PATIENCE = 120000, PIECE = 256 };
static const uint64_t TARGETS = 1ull << 30;

/* A rule of packets and memory is broken: what that does to a transfer, its bytes say. */
static void on_transfer(void *ctx, const struct tn_verdict *v)
{
    struct tn_nodes_run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    tn_session_differ(r->s, v);
}

/* A user was told of an end twice, or of none. */
static void on_end(void *ctx, const struct tn_verdict *v)
{
    struct tn_nodes_run *r = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    r->s->tally.wrong += strcmp(v->rule, "EXF-CMP-3") != 0;
    on_transfer(ctx, v);
}

/* A receiver sends a notification: one a generation of a number. */
static void on_notification(struct tn_nodes_run *r, unsigned node, const struct exa_packet *k)
{
    const uint16_t generation = (uint16_t)(k->seq / EXA_ATTEMPTS + 1);
    const bool again = r->notified[node][k->tid % TN_NODES_TIDS] == generation;
    r->notified[node][k->tid % TN_NODES_TIDS] = generation;
    if (!again)
        return;
    r->s->tally.wrong++;
    tn_session_say(r->s, false, "EXA-NTF-8", "one notification of a generation", "one more");
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct tn_nodes_run *r = ctx;
    const char *point = tn_monitor_point(ev->point);
    struct exa_packet k;
    tn_exf_board_packet(r->board, ev);
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (point[5] == 'i' && ev->port == 0 && k.type == EXA_NOTIFY)
        on_notification(r, (unsigned)(point[3] - '0') % TN_NODES, &k);
}

/* The engines' memories and the registers; zDMA's ports are no part of transfers. */
static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    if (port[0] == 'c' || port[0] == 'm')
        tn_exf_board_axi(((struct tn_nodes_run *)ctx)->board, port, seen);
}

int tn_nodes_judge_open(struct tn_nodes_run *r)
{
    r->board = tn_exf_board_new(r->own, (unsigned)tn_sim_param("OUT_N"), on_transfer, r);
    r->ends = tn_exu_judge_new(PATIENCE, on_end, r);
    if (!r->board || !r->ends || tn_monitor_subscribe(on_packet, r) < 0 ||
        tn_axi_subscribe(on_axi, r) < 0)
        return -ENOMEM;
    return 0;
}

void tn_nodes_place(struct tn_nodes_run *r, struct tn_nodes_job *j)
{
    const uint64_t area = (uint64_t)(j - r->job) << AREA_LOG2;
    const unsigned pdid = r->pdid[j->user];
    j->src += SOURCES + area;
    j->dst += TARGETS + area;
    tn_exf_board_map(r->board, j->holder, pdid, j->src & ~15ull, j->length + 32,
                     TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_map(r->board, !j->holder, pdid, j->dst, j->length,
                     TN_MEMORY_READ | TN_MEMORY_WRITE);
    tn_exf_board_poke(r->board, j->holder, pdid, j->src, j->bytes, j->length);
}

/* Takes a page away from a process, as if it were swapped out. */
static void take_away(struct tn_nodes_run *r, unsigned node, struct tn_nodes_page *p, unsigned pdid,
                      uint64_t va, unsigned length)
{
    if (!p->due)
        return;
    p->due = false;
    va += p->which == 0 ? 0 : p->which == 1 ? length / 2 : length - 1;
    if (tn_memory_arm(tn_exf_board_memory(r->board, node), pdid, va) != 0)
        return;
    if (r->struck_pages++ == 0)
        r->struck_at = tn_sim_cycle();
}

void tn_nodes_begun(struct tn_nodes_run *r, struct tn_nodes_job *j)
{
    const unsigned pdid = r->pdid[j->user];
    j->state = TN_JOB_BEGUN;
    j->begun = tn_sim_cycle();
    tn_exu_judge_begin(r->ends, j->begun, TN_NODES_USERS * j->node + j->user, j->get, j->handle);
    take_away(r, j->holder, &r->site[j->holder].source, pdid, j->src, j->length);
    take_away(r, !j->holder, &r->site[!j->holder].target, pdid, j->dst, j->length);
}

/* Says whether the bytes of a transfer are at their place. */
static bool is_there(struct tn_nodes_run *r, const struct tn_nodes_job *j)
{
    uint8_t found[PIECE];
    for (unsigned at = 0; at < j->length; at += PIECE) {
        const unsigned n = j->length - at < PIECE ? j->length - at : PIECE;
        tn_exf_board_peek(r->board, !j->holder, r->pdid[j->user], j->dst + at, found, n);
        if (memcmp(found, j->bytes + at, n) != 0)
            return false;
    }
    return true;
}

void tn_nodes_ended(struct tn_nodes_run *r, unsigned node, unsigned user, const struct exa_end *e)
{
    tn_exu_judge_end(r->ends, tn_sim_cycle(), TN_NODES_USERS * node + user, e->handle, e->err);
    for (unsigned i = 0; i < r->jobs; i++) {
        struct tn_nodes_job *j = &r->job[i];
        if (j->state != TN_JOB_BEGUN || j->node != node || j->user != user ||
            j->handle != e->handle)
            continue;
        j->state = TN_JOB_ENDED;
        j->err = e->err;
        j->wrong = e->err == 0 && !is_there(r, j);
        if (j->wrong)
            tn_session_say(r->s, false, "EXF-MEM-1", "the bytes of a transfer that has ended well",
                           "other bytes");
    }
}

void tn_nodes_note(struct tn_nodes_run *r, unsigned node, unsigned user, uint64_t low,
                   uint64_t high)
{
    struct tn_nodes_job *j = low < r->jobs ? &r->job[low] : NULL;
    const char *wrong = !j || high != ~low || !j->notify || (j->node == node) != j->home ||
                                j->user != user || j->state == TN_JOB_WAITS
                            ? "one of no transfer"
                        : !is_there(r, j) ? "one before the bytes"
                                          : NULL;
    if (!wrong) { /* a copy that the network made says the same */
        j->notes++;
        return;
    }
    r->s->tally.wrong++;
    tn_session_say(r->s, false, "EXF-MEM-4", "a notification of a transfer, behind its bytes",
                   wrong);
}

/* The end. */

/* Says whether the pages that n bytes at va touch hold nothing but these bytes, and zeros around:
 * with `old` zeros in their place, too. */
static bool is_only(struct tn_nodes_run *r, unsigned node, const struct tn_nodes_job *j,
                    uint64_t va, bool old)
{
    const uint64_t from = va / TN_PAGE * TN_PAGE,
                   to = (va + j->length + TN_PAGE - 1) / TN_PAGE * TN_PAGE;
    uint8_t found[PIECE];
    for (uint64_t at = from; at < to; at += PIECE) {
        tn_exf_board_peek(r->board, node, r->pdid[j->user], at, found, PIECE);
        for (unsigned i = 0; i < PIECE; i++) {
            const uint64_t off = at + i - va;
            const bool inside = at + i >= va && off < j->length;
            if (found[i] != (inside ? j->bytes[off] : 0) && !(inside && old && found[i] == 0))
                return false;
        }
    }
    return true;
}

static void close_job(struct tn_nodes_run *r, struct tn_nodes_job *j)
{
    struct tn_session_tally *t = &r->s->tally;
    const bool good = j->state == TN_JOB_ENDED && j->err == 0;
    char found[48];
    if (j->state == TN_JOB_WAITS || j->state == TN_JOB_NEVER)
        return;
    t->out += j->state == TN_JOB_ENDED;
    if (j->state == TN_JOB_ENDED && j->err) {
        t->lost++;
        snprintf(found, sizeof found, "error %u: %.30s", j->err, tn_fw_err_text(j->err));
        tn_session_say(r->s, true, "EXF-CMP-3", "a transfer that ends well", found);
    }
    if (!is_only(r, !j->holder, j, j->dst, !good) || !is_only(r, j->holder, j, j->src, false)) {
        t->wrong += !j->wrong;
        j->wrong = true;
        tn_session_say(r->s, false, "EXF-MEM-2", "the bytes of a transfer and nothing else",
                       "other bytes");
    }
    t->wrong += good && j->wrong;
    t->matched += good && !j->wrong;
    if (good && j->notify && j->notes == 0) {
        t->timeouts++; /* the process that waits for it has a timeout of its own */
        tn_session_say(r->s, false, "EXA-NTF-8", "a notification", "none");
    }
}

/* Register accesses that were answered with an error tell of a fault. */
static void look_at_software(struct tn_nodes_run *r)
{
    unsigned long asked[TN_NODES][TN_NODES_USERS] = {{0}};
    for (unsigned i = 0; i < r->jobs; i++)
        asked[r->job[i].node][r->job[i].user] +=
            r->job[i].state == TN_JOB_BEGUN || r->job[i].state == TN_JOB_ENDED;
    for (unsigned n = 0; n < TN_NODES; n++) {
        r->s->tally.corrected += r->site[n].firmware.stats.retries;
        for (unsigned u = 0; u < TN_NODES_USERS; u++)
            r->s->tally.corrected +=
                r->site[n].user[u].tags - asked[n][u]; /* reads that were asked for again */
        if (r->site[n].firmware.stats.bus_errors && !r->site[n].deaf)
            tn_session_say(r->s, true, "AXI-RSP-3", "OKAY",
                           "an error for an access of the firmware");
    }
}

void tn_nodes_judge_end(struct tn_nodes_run *r)
{
    look_at_software(r);
    for (unsigned i = 0; i < r->jobs; i++)
        close_job(r, &r->job[i]);
    tn_exf_judge_finish(tn_exf_board_judge(r->board));
    tn_exu_judge_finish(r->ends, tn_sim_cycle());
}

void tn_nodes_judge_close(struct tn_nodes_run *r)
{
    tn_exf_board_free(r->board);
    tn_exu_judge_free(r->ends);
}
