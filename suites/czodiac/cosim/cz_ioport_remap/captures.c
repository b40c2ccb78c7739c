/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures of real devices and of a NIC made in software, with the Requester IDs that they have:
 * every one in each timing under every stall pattern of the sinks, beside the model, PCIe's rules
 * on both sides, and every TLP must come out. A run takes a twentieth of TN_TLPS at most.
 */
#include "../../../../harness/czodiac/session/cz_session.h"
#include "../../../cosim/size.h"

#include <tn/bfm.h>
#include <tn/capture.h>
#include <tn/rules.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { CAPTURES = 64, DRAIN_CYC = 5000, TURN_WAIT = 20000, QUEUE = 64 };

/* Captured time is mostly waiting: a hundredth of it is left. */
#define SCALE 0.01

static const struct {
    const char *name;
    struct tn_stall stall;
} stalls[] = {
    {"no stalls", {TN_STALL_NONE, 0, 0, 0}},
    {"random stalls", {TN_STALL_RANDOM, 1, 2, 11}},
    {"periodic stalls", {TN_STALL_PERIODIC, 1, 2, 0}},
    {"bursts of stalls", {TN_STALL_BURST, 20, 9, 12}},
};
static const char *const timings[] = {"fast", "captured", "random"};

static unsigned long verdicts;
static bool orderly; /* the capture's own order is to be trusted */

static void on_capture(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    orderly = orderly && strcmp(v->rule, "ART-ORDER") != 0;
}

/* Whether a capture has completions before their requests and the like: played as it
 * is, it breaks PCIe's rules by itself, and the remapper has no part in that. */
static void judge_order(const char *path)
{
    char err[512];
    struct tn_event ev;
    unsigned artefacts;
    struct tn_check_params p;
    tn_check_defaults(&p);
    p.unordered = true;
    struct tn_checker *c = tn_checker_new(&p, NULL, NULL, on_capture, NULL);
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    if (!r || !c)
        fail_msg("%s", r ? "out of memory" : err);
    orderly = true;
    while (tn_reader_next(r, &ev, &artefacts) == 1)
        tn_checker_event(c, &ev, artefacts);
    tn_checker_finish(c);
    tn_checker_free(c);
    tn_reader_close(r);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    if (!orderly && strncmp(v->rule, "CZR-", 4) != 0)
        return;
    if (verdicts++ < 3)
        print_message("%s %s packet %llu cycle %llu: expected %s; found %s\n", v->rule,
                      (const char *)ctx, (unsigned long long)v->packet,
                      (unsigned long long)v->cycle, v->expected, v->found);
}

/* Packets that were sent through a session. */
struct sent {
    const struct tn_session *session;
    unsigned long n;
};

static bool all_out(void *ctx)
{
    const struct sent *s = ctx;
    return s->session->tally.out >= s->n;
}

/* Is the TLP's payload larger than the bench's MPS_B, so that the remapper promises nothing of it? */
static bool too_large(const struct tn_cz_stim_packet *p)
{
    struct tn_tlp t;
    tn_tlp_decode(p->bytes, p->len, p->len, &t);
    return (long)t.payload_len > tn_sim_param("MPS_B");
}

/* Sends all of it, up to the first TLP that is too large. A stalled sink takes longer than the schedule says; what
 * goes the other way then waits, as the real device did, until what came before is through. */
static unsigned long play(struct tn_session *session, struct tn_cz_stimulus *s, bool waits)
{
    static struct tn_cz_stim_packet p;
    struct sent sent = {.session = session};
    bool from_device = false;
    int rc;
    while ((rc = tn_cz_stimulus_next(s, &p)) == 1 && !too_large(&p)) {
        if (waits && sent.n > 0 && p.from_device != from_device)
            tn_sim_step_until(all_out, &sent, TURN_WAIT);
        from_device = p.from_device;
        tn_cz_session_send(session, &p);
        sent.n++;
        for (int i = 0; session->ops->queued(session) > QUEUE && i < DRAIN_CYC; i++)
            tn_sim_step(1);
    }
    if (rc < 0)
        fail_msg("%s", tn_cz_stimulus_error(s));
    return sent.n;
}

static unsigned long one_run(const char *path, enum tn_stim_timing timing,
                             const struct tn_stall *stall, const char *what)
{
    struct tn_stim_options o = {.timing = timing,
                                .scale = SCALE,
                                .digest = timing == TN_STIM_RANDOM,
                                .max = getenv("TN_TLPS") ? size_of_run("TN_TLPS", 0, 20) : 0,
                                .seed = tn_sim_seed()};
    char err[512];
    struct tn_cz_stimulus *s = tn_cz_stimulus_open(path, &o, err, sizeof err);
    const uint16_t *ids;
    if (!s)
        fail_msg("%s", err);
    if ((long)tn_cz_stimulus_ids(s, &ids) > tn_sim_param("FUNC_N")) {
        tn_cz_stimulus_close(s); /* the session refuses it: functions_without_an_entry_are_told */
        skip();
    }
    verdicts = 0;
    struct tn_session *session = tn_session_new(tn_sim_dut());
    assert_non_null(session);
    assert_true(tn_cz_session_open(
        session, s, &(struct tn_session_options){.fn = on_verdict, .ctx = (void *)(size_t)what}));
    tn_sink_stall(tn_sink_find("m_usr"), stall);
    tn_sink_stall(tn_sink_find("m_dev"), stall);
    unsigned long sent = play(session, s, stall->kind != TN_STALL_NONE);
    session->ops->finish(session, DRAIN_CYC);
    const struct tn_session_tally tally = session->tally, *t = &tally;
    session->ops->close(session);
    tn_session_free(session);
    tn_cz_stimulus_close(s);
    if (verdicts || t->hung || t->in != sent || t->out != sent || t->matched != sent || sent == 0)
        fail_msg("%s, %s: %lu sent, %lu in, %lu out, %lu as the model says, %lu verdicts%s",
                 timings[timing], what, sent, t->in, t->out, t->matched, verdicts,
                 t->hung ? ", the DUT hangs" : "");
    return sent;
}

static void all_runs(void **state)
{
    const char *path = *state;
    unsigned long tlps = 0, runs = 0;
    judge_order(path);
    for (unsigned timing = 0; timing < sizeof timings / sizeof *timings; timing++)
        for (unsigned k = 0; k < sizeof stalls / sizeof *stalls; k++, runs++)
            tlps += one_run(path, (enum tn_stim_timing)timing, &stalls[k].stall, stalls[k].name);
    print_message("%lu runs, %lu TLPs in and out, cycle %llu%s\n", runs, tlps,
                  (unsigned long long)tn_sim_cycle(),
                  orderly ? "" : "; its own order is wrong, only differences count");
}

/* Writes a capture of a read by each of n functions. */
static void capture_of_functions(const char *path, unsigned n)
{
    char err[512];
    struct tn_writer *w = tn_writer_open(path, "", 4, err, sizeof err);
    if (!w)
        fail_msg("%s", err);
    for (unsigned i = 0; i < n; i++) {
        uint8_t bytes[16];
        struct tn_tlp t = {
            .requester = (uint16_t)(0x1b00 + i), .length_dw = 1, .first_be = 15, .addr = 0x1000};
        tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
        uint32_t len = (uint32_t)tn_tlp_encode(&t, NULL, 0, bytes, sizeof bytes);
        struct tn_event ev = {.cycle = i + 1, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET};
        ev.orig_len = ev.len = len;
        ev.bytes = bytes;
        assert_int_equal(tn_writer_event(w, &ev), 0);
    }
    assert_int_equal(tn_writer_close(w), 0);
}

/* Opens a session on a capture of n functions; its error in err. */
static int open_on(const char *path, unsigned n, char *err, size_t size)
{
    struct tn_session_options o = {.capture = path, .map = ""};
    struct tn_session *session = tn_session_new(tn_sim_dut());
    capture_of_functions(path, n);
    assert_non_null(session);
    int rc = session->ops->open(session, &o, err, size);
    if (rc == 0)
        session->ops->close(session);
    tn_session_free(session);
    return rc;
}

static void functions_without_an_entry_are_told(void **state)
{
    char path[] = "/tmp/tenter-functions-XXXXXX", err[512] = "", want[64];
    unsigned entries = (unsigned)tn_sim_param("FUNC_N");
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    close(fd);
    int enough = open_on(path, entries, err, sizeof err);
    int rc = open_on(path, entries + 1, err, sizeof err);
    unlink(path);
    assert_int_equal(enough, 0);
    assert_true(rc < 0);
    snprintf(want, sizeof want, "%u Requester IDs, and the remapper has FUNC_N = %u entries",
             entries + 1, entries);
    if (entries < TN_CZ_STIM_IDS)
        assert_non_null(strstr(err, want));
}

static void captures_are_absent(void **state)
{
    (void)state;
    skip();
}

/* A test for each file; one that skips where there are none. */
static size_t add(struct CMUnitTest *tests, size_t n, const char *pattern, glob_t *found)
{
    if (glob(pattern, 0, NULL, found) != 0) {
        tests[n] = (struct CMUnitTest){.name = pattern, .test_func = captures_are_absent};
        return n + 1;
    }
    for (size_t i = 0; i < found->gl_pathc && n < CAPTURES; i++) {
        const char *slash = strrchr(found->gl_pathv[i], '/');
        tests[n++] = (struct CMUnitTest){
            .name = slash + 1, .test_func = all_runs, .initial_state = found->gl_pathv[i]};
    }
    return n;
}

int tn_sim_main(int argc, char **argv)
{
    static struct CMUnitTest tests[CAPTURES + 4];
    static glob_t ours, real, soft;
    size_t n = add(tests, 0, "traces/pcie/*.pcap", &ours);
    n = add(tests, n, "../shared/captures/nettlp/x520/*.pcap", &real);
    n = add(tests, n, "../shared/captures/nettlp/simple-nic/*.pcap", &soft);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(functions_without_an_entry_are_told);
    (void)argc;
    (void)argv;
    int rc = _cmocka_run_group_tests("captures", tests, n, NULL, NULL) != 0;
    globfree(&ours);
    globfree(&real);
    globfree(&soft);
    return tn_sim_trace_stop() < 0 ? 2 : rc;
}
