/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One run of a block of ExaNet's network interface: stimulus, software's accesses, model,
 * and what is seen on the ports. What became of each message: exa_ni_messages.c.
 */
#include "exa_ni_own.h"

#include <tn/exanet/exa_ni_board.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/state.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE_CYC = 400, REST_CYC = 80 };
enum {
    QUIET_CYC = 450
}; /* longer than a packetizer waits for an answer, see exa_packetizer_session.c */

/* Rules that one packet keeps or breaks alone. */
static const char alone[] =
    "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-LANE-*,EXA-BND-1,EXA-RSV-*,"
    "EXA-TID-*,EXA-ERR-*,EXA-DST-*,EXA-CTL-*";

/* What is seen. */

static void on_rule(void *ctx, const struct tn_verdict *v)
{
    struct tn_ni *ni = ctx;
    if (v->kind != TN_VERDICT_FAIL || ni->probing)
        return;
    tn_session_tell(ni->s, v);
}

/* The model stands beside the block itself: where the two go apart first is worth knowing, what
 * follows from it the messages say. */
static void on_model(void *ctx, const struct tn_verdict *v)
{
    struct tn_ni *ni = ctx;
    if (ni->differed)
        return;
    ni->differed = true;
    tn_session_differ(ni->s, v);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    struct tn_ni *ni = ctx;
    unsigned long told = ni->s->tally.told;
    struct exa_packet k;
    if (tn_monitor_point(ev->point)[0] == 's') {
        if (ni->probing)
            return;
        ni->s->tally.in++;
        if (!ni->block->posts)
            tn_ni_messages_entered(ni);
        return;
    }
    ni->said++;
    if (ni->probing)
        return;
    ni->s->tally.out++;
    tn_checker_event(ni->rules, ev, 0);
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    ni->block->left(ni, &k, ni->s->tally.told != told || ev->flags & TN_EV_MALFORMED);
}

static const char *const rule_of[TN_EXN_CAUSES] = {
    "EXN-CSE-1",  "EXN-CSE-1",  "EXN-CSE-2",  "EXN-CSE-3", "EXN-CSE-4",  "EXN-CSE-5",
    "EXN-CSE-6",  "EXN-CSE-7",  "EXN-CSE-8",  "EXN-CSE-9", "EXN-CSE-10", "EXN-CSE-11",
    "EXN-CSE-12", "EXN-CSE-13", "EXN-CSE-14", "EXN-CSE-15"};

/* Causes that sound traffic has, sent again at most. */
static bool sound(unsigned cause)
{
    return cause == TN_EXN_TAKEN || cause == TN_EXN_DUP || cause == TN_EXN_FLOW;
}

/* Other causes are signs. */
static void on_cause(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    struct tn_ni *ni = ctx;
    char found[40];
    (void)dir, (void)port;
    tn_exn_board_obs(ni->board, cycle, cause);
    if (ni->probing || sound(cause))
        return;
    snprintf(found, sizeof found, "cause %u on obs_rx", cause);
    tn_ni_sign(ni, rule_of[cause], "every packet taken", found);
}

static void on_pins(void *ctx, const struct tn_exa_pins_seen *seen)
{
    struct tn_ni *ni = ctx;
    tn_exn_board_pins(ni->board, seen->cycle, &seen->in[0], &seen->out[0]);
}

static void on_axi(void *ctx, const char *port, const struct tn_axi_seen *seen)
{
    struct tn_ni *ni = ctx;
    (void)port;
    tn_exn_board_axi(ni->board, seen);
}

/* The stimulus. */

void tn_ni_send(struct tn_ni *ni, const struct exa_packet *k, uint64_t at)
{
    uint8_t bytes[EXA_KEEP_MAX];
    long n = exa_encode(k, bytes, sizeof bytes);
    if (n <= 0 || tn_exa_source_send(ni->source, bytes, (size_t)n, at) < 0)
        exit(2);
}

int tn_ni_open(struct tn_session *s, const struct tn_ni_block *b,
               const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_ni *ni = s->own;
    struct tn_check_params p;
    uint32_t own;
    int rc;
    ni->s = s;
    ni->block = b;
    if (o->stim.digest) {
        snprintf(err, err_size, "ExaNet packets have no digest");
        return -EINVAL;
    }
    if ((rc = tn_ni_stimulus_open(ni, o, err, err_size)) < 0)
        return rc;
    own = exa_node_bits(tn_ni_own(ni));
    tn_check_defaults(&p);
    ni->rules = tn_checker_new(&p, alone, NULL, on_rule, ni);
    ni->model = b->model(own, on_model, ni);
    ni->board = ni->model ? tn_exn_board_new(ni->model, on_model, ni) : NULL;
    if (!ni->rules || !ni->board) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_state_settle("u_dut");
    tn_state_settle("u_source"); /* a valid forced before its first word finds some word, too */
    tn_reg_write(TN_NI_OWN, own);
    tn_reg_write(TN_NI_PINS, 1);
    tn_sim_reset(4);
    ni->source = tn_exa_source_find("s_exa");
    tn_ni_axi_begin(ni);
    tn_exa_monitor_judge("s_exa", false);
    tn_monitor_subscribe(on_packet, ni);
    tn_handshake_subscribe(on_rule, ni);
    tn_reject_subscribe(on_cause, ni);
    tn_axi_subscribe(on_axi, ni);
    tn_exa_pins_subscribe(on_pins, ni);
    tn_session_begin(ni->s, o);
    b->prepare(ni);
    tn_session_begin(ni->s, o);
    return 0;
}

int tn_ni_next(struct tn_session *s, uint64_t *at)
{
    struct tn_ni *ni = s->own;
    struct exa_packet k;
    size_t words;
    int rc = tn_ni_stimulus_next(ni, &k, at, &words);
    if (rc != 1)
        return rc;
    ni->block->adapt(ni, &k);
    exa_seal(&k);
    ni->last_due = ni->s->start + *at + words;
    if (!tn_ni_messages_add(ni, &k, ni->s->start + *at))
        return 0; /* as many as there is room for */
    if (!ni->block->posts)
        tn_ni_send(ni, &k, ni->s->start + *at);
    return 1;
}

unsigned long tn_ni_queued(struct tn_session *s)
{
    struct tn_ni *ni = s->own;
    return (tn_exa_source_pending(ni->source) + 3) / 4;
}

void tn_ni_stall(struct tn_session *s, uint64_t seed)
{
    struct tn_ni *ni = s->own;
    tn_sink_stall(tn_sink_find("m_exa"), &(struct tn_stall){TN_STALL_BURST, 3, 20, seed});
    tn_ni_axi_stall(ni, seed + 1);
}

void tn_ni_flush(struct tn_session *s)
{
    struct tn_ni *ni = s->own;
    if (!ni->block->posts) /* what waits there are answers, else */
        tn_exa_source_flush(ni->source);
    tn_ni_messages_flush(ni);
}

/* The end. */

unsigned tn_ni_mark(struct tn_ni *ni)
{
    return ni->said;
}

bool tn_ni_heard(struct tn_ni *ni, unsigned mark)
{
    for (int i = 0; i < PROBE_CYC && ni->said == mark; i++)
        tn_ni_step(ni->s, 1);
    return ni->said != mark;
}

bool tn_ni_probe(struct tn_ni *ni)
{
    struct exa_packet k = {.pdid = tn_ni_pdid(ni, tn_ni_domains(ni) - 1),
                           .type = EXA_WRITE,
                           .tid = EXA_TID_MSG,
                           .seq = EXA_SEQ_MOD - 1,
                           .src = {15, 15, 15, 3, 255}};
    unsigned mark = tn_ni_mark(ni);
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_MAILBOX, 0), (const uint8_t[16]){0}, 16);
    ni->block->adapt(ni, &k);
    exa_seal(&k);
    tn_ni_send(ni, &k, 0);
    return tn_ni_heard(ni, mark);
}

/* Counters of what was not taken: where nothing was shown, they are the register that tells. The
 * others the model looks at. */
static void read_counters(struct tn_ni *ni)
{
    for (unsigned c = TN_EXN_HCRC; c <= TN_EXN_TAKEN; c++) {
        uint32_t n;
        char found[40];
        int resp = tn_ni_get(ni, TN_NI_CAUSE + 4 * c, &n);
        if (resp > TN_AXI_OKAY) {
            tn_ni_sign(ni, "AXS-ACC-4", "OKAY", "an error for a counter");
        } else if (n != 0 && !sound(c)) {
            snprintf(found, sizeof found, "counter of cause %u is %u", c, n);
            tn_ni_sign(ni, rule_of[c], "0", found);
        }
    }
}

/* Until every message has come to its end, or nothing comes any more. */
static void let_come(struct tn_ni *ni, uint64_t due, uint64_t drain)
{
    unsigned long before = 0;
    uint64_t moved = due;
    while (tn_sim_cycle() < due + drain && tn_sim_cycle() < moved + QUIET_CYC &&
           !tn_ni_axi_deaf(ni) &&
           (tn_ni_queued(ni->s) > 0 || tn_ni_axi_busy(ni) || !tn_ni_messages_settled(ni))) {
        tn_ni_step(ni->s, 1);
        if (ni->s->tally.out + ni->s->tally.matched != before && tn_sim_cycle() > due)
            moved = tn_sim_cycle();
        before = ni->s->tally.out + ni->s->tally.matched;
    }
    tn_ni_step(ni->s, REST_CYC);
}

void tn_ni_finish(struct tn_session *s, uint64_t drain)
{
    struct tn_ni *ni = s->own;
    uint64_t now = tn_sim_cycle();
    let_come(ni, ni->last_due > now ? ni->last_due : now, drain);
    read_counters(ni);
    tn_ni_messages_close(ni);
    ni->probing = true;
    tn_ni_axi_rest(ni);
    ni->s->tally.hung = tn_ni_axi_deaf(ni) || tn_ni_queued(ni->s) > 0 || !ni->block->probe(ni) ||
                        tn_ni_axi_deaf(ni);
    if (ni->s->tally.hung)
        tn_session_note(ni->s, tn_sim_cycle(), "hang");
    tn_ni_step(ni->s, REST_CYC);
    tn_exn_board_finish(ni->board);
}

void tn_ni_summary(struct tn_session *s, char *out, size_t size)
{
    struct tn_ni *ni = s->own;
    char own[EXA_NODE_TEXT];
    snprintf(out, size, "%s of %s: %u messages in %u domains, %lu packets in, %lu out",
             tn_sim_dut(), exa_node_text(tn_ni_own(ni), own), tn_ni_message_n(ni),
             tn_ni_domains(ni), ni->s->tally.in, ni->s->tally.out);
}

void tn_ni_close(struct tn_session *s)
{
    struct tn_ni *ni = s->own;
    tn_monitor_clear();
    tn_exn_board_free(ni->board);
    tn_exn_free(ni->model);
    tn_checker_free(ni->rules);
    tn_ni_stimulus_close(ni);
}
