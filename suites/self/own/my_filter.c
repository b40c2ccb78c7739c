/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * my_filter's descriptor: its rules, the words of its cases, and their runner.
 *   send in 07000000_11223344      words of 8 hex digits, the header first; byte 0 stands first
 *   expect out 07010000_xxxxxxxx within 1..20 cycles
 */
#include "case/parse.h"

#include <tn/dut.h>
#include <tn/event.h>
#include <tn/rules.h>

#include <string.h>

enum { BYTES = 1024 };

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "rules.def"
#undef TN_RULE
};

static const char *const streams[] = {"s_in", "m_out", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY"};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    *out = streams[!input];
    return strcmp(text, *out + 2) == 0 ? 0 : tn_case_fail(p, "no port '%.40s' here", text);
}

static const char *across(const char *stream)
{
    (void)stream;
    return streams[0];
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    uint8_t bytes[BYTES], mask[BYTES];
    size_t len = 0;
    int rc = end == at + 1 ? 0 : tn_case_fail(p, "a packet is one word of hex digits");
    (void)stream;
    if (rc == 0)
        rc = tn_case_data(p, p->word[at], masked, bytes, mask, sizeof bytes, &len);
    if (rc == 0)
        rc = tn_case_room(p, out, len);
    if (rc < 0)
        return rc;
    memcpy(out->bytes, bytes, len);
    if (masked)
        memcpy(out->mask, mask, len);
    return 0;
}

static int line(struct tn_case_parser *p)
{
    (void)p;
    return 1; /* no lines of its own */
}

static const struct tn_case_words words = {
    .ports = "in|out",
    .streams = streams,
    .classes = classes,
    .reject = "drop",
    .lines = "none",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};

#ifdef TN_SIMULATION
#include "case/run/run.h"
#include "model.h"

#include <tn/bfm.h>
#include <tn/sim.h>

#include <errno.h>

static void on_difference(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, v->rule, v->packet, v->cycle ? v->cycle : tn_run_now(r), "expected %s; found %s",
                v->expected, v->found);
}

static void on_handshake(void *ctx, const struct tn_verdict *v)
{
    struct runner *r = ctx;
    tn_run_fail(r, "MY-HSK-1", r->packets, v->cycle - r->start, "expected %s; found %s",
                v->expected, v->found);
}

static int watch(struct runner *r)
{
    if (!r->c->no_board)
        r->judges = my_expected_new((unsigned)tn_sim_param("KIND_MAX"), on_difference, r);
    tn_handshake_subscribe(on_handshake, r);
    return r->judges || r->c->no_board ? 0 : -ENOMEM;
}

static void unwatch(struct runner *r)
{
    my_expected_end(r->judges);
}

static void packet_seen(struct runner *r, const char *stream, const struct tn_event *ev)
{
    if (r->judges)
        my_expected_event(r->judges, stream, ev);
}

static bool pending(const struct runner *r)
{
    return r->judges && my_expected_left(r->judges);
}

static int send(const struct runner *r, const struct tn_case_step *s)
{
    int rc = 0;
    (void)r;
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_source_send(tn_source_find(s->point), s->tlp[0].bytes, s->tlp[0].len, 0, 0, 0, 0);
    return rc;
}

static bool under_way(const struct runner *r)
{
    (void)r;
    return tn_source_pending(tn_source_find(streams[0])) != 0;
}

static int stall_source(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    (void)r;
    return tn_source_stall(tn_source_find(stream), stall);
}

static const struct tn_run_ops runner = {
    .streams = streams,
    .reject = "a drop of ",
    .watch = watch,
    .unwatch = unwatch,
    .packet_seen = packet_seen,
    .pending = pending,
    .send = send,
    .under_way = under_way,
    .stall_source = stall_source,
};
#endif

const struct tn_dut tn_dut_my_filter = {
    .name = "my_filter",
    .fabric = "none",
    .packet = "packet",
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .carries = TN_FABRIC_NONE,
    .words = &words,
    TN_DUT_RUNNER(runner),
};
