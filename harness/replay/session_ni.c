/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a block of ExaNet's network interface: stimulus, software's accesses, model,
 * and what is seen on the ports. The books are session_ni_books.c's.
 */
#include "session_ni_parts.h"

#include <tn/exa_ni_board.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE_CYC = 400, REST_CYC = 80 };
enum { QUIET_CYC = 450 }; /* longer than a packetizer waits for an answer, see session_packetizer.c */

/* Rules that one packet keeps or breaks alone. */
static const char alone[] = "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-LANE-*,EXA-BND-1,EXA-RSV-*,"
                            "EXA-TAG-*,EXA-ERR-*,EXA-DST-*,EXA-CTL-*";

static struct {
    const struct tn_ni_block *block;
    struct tn_session_tally *t;
    struct tn_exn *model;
    struct tn_exn_board *board;
    struct tn_checker *rules;
    struct tn_exa_source *source;
    uint64_t last_due;
    bool differed; /* model and block went apart: the first time was told */
    bool probing;
    unsigned said; /* packets that left */
} run;

/* What is seen. */

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind != TN_VERDICT_FAIL || run.probing)
        return;
    tn_session_tell(v);
    tn_session_hand_over(v);
}

/* The model stands beside the block itself: where the two go apart first is worth knowing, what
 * follows from it the books say. */
static void on_model(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (run.differed)
        return;
    run.differed = true;
    tn_session_note(v->cycle, v->rule);
    tn_session_hand_over(v);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    unsigned long told = run.t->told;
    struct exa_packet k;
    (void)ctx;
    if (tn_monitor_point(ev->point)[0] == 's') {
        if (run.probing)
            return;
        run.t->in++;
        if (!run.block->posts)
            tn_ni_books_entered();
        return;
    }
    run.said++;
    if (run.probing)
        return;
    run.t->out++;
    tn_checker_event(run.rules, ev, 0);
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    run.block->left(&k, run.t->told != told || ev->flags & TN_EV_MALFORMED);
}

static const char *const rule_of[TN_EXN_CAUSES] = {
    "EXN-CSE-1",  "EXN-CSE-1",  "EXN-CSE-2",  "EXN-CSE-3",  "EXN-CSE-4",  "EXN-CSE-5",  "EXN-CSE-6",  "EXN-CSE-7",
    "EXN-CSE-8",  "EXN-CSE-9",  "EXN-CSE-10", "EXN-CSE-11", "EXN-CSE-12", "EXN-CSE-13", "EXN-CSE-14", "EXN-CSE-15"};

/* Causes that sound traffic has, sent again at most. */
static bool sound(unsigned cause)
{
    return cause == TN_EXN_TAKEN || cause == TN_EXN_DUP || cause == TN_EXN_FLOW;
}

/* Other causes are signs. */
static void on_cause(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    char found[40];
    (void)ctx, (void)dir, (void)port;
    tn_exn_board_obs(run.board, cycle, cause);
    if (run.probing || sound(cause))
        return;
    snprintf(found, sizeof found, "cause %u on obs_rx", cause);
    tn_ni_sign(rule_of[cause], "every packet taken", found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    (void)ctx;
    tn_exn_board_pins(run.board, seen->cycle, &seen->in[0], &seen->out[0]);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    (void)ctx, (void)port;
    tn_exn_board_axi(run.board, seen);
}

/* The stimulus. */

void tn_ni_send(const struct exa_packet *k, uint64_t at)
{
    uint8_t bytes[EXA_KEEP_MAX];
    long n = exa_encode(k, bytes, sizeof bytes);
    if (n <= 0 || tn_exa_source_send(run.source, bytes, (size_t)n, at) < 0)
        exit(2);
}

int tn_ni_open(const struct tn_ni_block *b, const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_check_params p;
    uint32_t own;
    int rc;
    memset(&run, 0, sizeof run);
    run.block = b;
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return -EINVAL;
    }
    if ((rc = tn_ni_stimulus_open(b, o, err, err_size)) < 0)
        return rc;
    own = exa_node_bits(tn_ni_own());
    tn_check_defaults(&p);
    run.rules = tn_checker_new(&p, alone, NULL, on_rule, NULL);
    run.model = b->model(own, on_model, NULL);
    run.board = run.model ? tn_exn_board_new(run.model, on_model, NULL) : NULL;
    if (!run.rules || !run.board) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_state_settle("u_source"); /* a valid forced before its first word finds some word, too */
    tn_reg_write(TN_NI_OWN, own);
    tn_reg_write(TN_NI_PINS, 1);
    tn_sim_reset(4);
    run.source = tn_exa_source_find("s_exa");
    tn_ni_axi_begin(b);
    tn_exa_monitor_judge("s_exa", false);
    tn_monitor_subscribe(on_packet, NULL);
    tn_handshake_subscribe(on_rule, NULL);
    tn_reject_subscribe(on_cause, NULL);
    tn_axi_subscribe(on_axi, NULL);
    tn_exa_pins_subscribe(on_pins, NULL);
    run.t = tn_session_begin(o);
    tn_ni_books_begin(run.t, b->rule);
    b->prepare();
    run.t = tn_session_begin(o);
    return 0;
}

int tn_ni_next(uint64_t *at)
{
    struct exa_packet k;
    size_t words;
    int rc = tn_ni_stimulus_next(&k, at, &words);
    if (rc != 1)
        return rc;
    run.block->adapt(&k);
    exa_seal(&k);
    run.last_due = tn_session_start() + *at + words;
    if (!tn_ni_books_message(&k, tn_session_start() + *at))
        return 0; /* as many as the books hold */
    if (!run.block->posts)
        tn_ni_send(&k, tn_session_start() + *at);
    return 1;
}

unsigned long tn_ni_queued(void)
{
    return (tn_exa_source_pending(run.source) + 3) / 4;
}

void tn_ni_stall(uint64_t seed)
{
    tn_sink_stall(tn_sink_find("m_exa"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_ni_axi_stall(seed + 1);
}

void tn_ni_flush(void)
{
    if (!run.block->posts) /* what waits there are answers, else */
        tn_exa_source_flush(run.source);
    tn_ni_books_flush();
}

/* The end. */

unsigned tn_ni_mark(void)
{
    return run.said;
}

bool tn_ni_heard(unsigned mark)
{
    for (int i = 0; i < PROBE_CYC && run.said == mark; i++)
        tn_ni_step(1);
    return run.said != mark;
}

bool tn_ni_probe(void)
{
    struct exa_packet k = {.pdid = tn_ni_pdid(tn_ni_domains() - 1), .type = EXA_WRITE, .tag = EXA_TAG_MSG | 511,
                           .src = {127, 127, 63, 3}};
    unsigned mark = tn_ni_mark();
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_MAILBOX, 0), (const uint8_t[16]){0}, 16);
    run.block->adapt(&k);
    exa_seal(&k);
    tn_ni_send(&k, 0);
    return tn_ni_heard(mark);
}

/* Counters of what was not taken: where nothing was shown, they are the register that tells. The
 * others the model looks at. */
static void read_counters(void)
{
    for (unsigned c = TN_EXN_HCRC; c <= TN_EXN_TAKEN; c++) {
        uint32_t n;
        char found[40];
        int resp = tn_ni_get(TN_NI_CAUSE + 4 * c, &n);
        if (resp > TN_AXI_OKAY) {
            tn_ni_sign("AXS-ACC-4", "OKAY", "an error for a counter");
        } else if (n != 0 && !sound(c)) {
            snprintf(found, sizeof found, "counter of cause %u is %u", c, n);
            tn_ni_sign(rule_of[c], "0", found);
        }
    }
}

/* Until every message has come to its end, or nothing comes any more. */
static void let_come(uint64_t due, uint64_t drain)
{
    unsigned long before = 0;
    uint64_t moved = due;
    while (tn_sim_cycle() < due + drain && tn_sim_cycle() < moved + QUIET_CYC && !tn_ni_axi_deaf() &&
           (tn_ni_queued() > 0 || tn_ni_axi_busy() || !tn_ni_books_settled())) {
        tn_ni_step(1);
        if (run.t->out + run.t->matched != before && tn_sim_cycle() > due)
            moved = tn_sim_cycle();
        before = run.t->out + run.t->matched;
    }
    tn_ni_step(REST_CYC);
}

void tn_ni_finish(uint64_t drain)
{
    uint64_t now = tn_sim_cycle();
    let_come(run.last_due > now ? run.last_due : now, drain);
    read_counters();
    tn_ni_books_close();
    run.probing = true;
    tn_ni_axi_rest();
    run.t->hung = tn_ni_axi_deaf() || tn_ni_queued() > 0 || !run.block->probe() || tn_ni_axi_deaf();
    if (run.t->hung)
        tn_session_note(tn_sim_cycle(), "hang");
    tn_ni_step(REST_CYC);
    tn_exn_board_finish(run.board);
}

void tn_ni_summary(char *out, size_t size)
{
    struct exa_node n = tn_ni_own();
    snprintf(out, size, "%s of %u.%u.%u.%u: %u messages in %u domains, %lu packets in, %lu out", tn_sim_dut(),
             n.x, n.y, n.z, n.fpga, tn_ni_messages(), tn_ni_domains(), run.t->in, run.t->out);
}

void tn_ni_close(void)
{
    tn_monitor_clear();
    tn_exn_board_free(run.board);
    tn_exn_free(run.model);
    tn_checker_free(run.rules);
    tn_ni_stimulus_close();
}
