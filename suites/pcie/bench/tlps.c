/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How many TLPs a second of processor time are decoded, judged by every rule and
 * encoded again, all in memory.
 *
 *   tlps CAPTURE
 *
 * Prints the rate. Traffic that breaks a rule, or a TLP that is not byte by byte what
 * it was, ends it with exit code 2.
 */
#include <tn/capture.h>
#include <tn/rules.h>
#include <tn/pcie/tlp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ENOUGH_S 0.5

static struct tn_event *events;
static size_t event_n, event_cap;

static double processor_seconds(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static int fail(const char *what, const char *detail)
{
    fprintf(stderr, "tlps: %s: %s\n", what, detail);
    return 2;
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    if (v->kind == TN_VERDICT_FAIL)
        snprintf(ctx, sizeof v->found + 32, "%s: %s", v->rule, v->found);
}

static bool keep(const struct tn_event *ev)
{
    uint8_t *bytes = malloc(ev->len);
    if (event_n == event_cap) {
        event_cap = event_cap ? 2 * event_cap : 1024;
        struct tn_event *more = realloc(events, event_cap * sizeof *events);
        if (!more) {
            free(bytes);
            return false;
        }
        events = more;
    }
    if (!bytes)
        return false;
    memcpy(bytes, ev->bytes, ev->len);
    events[event_n] = *ev;
    events[event_n++].bytes = bytes;
    return true;
}

static int load(const char *path)
{
    char err[512];
    struct tn_event ev;
    int rc;
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    if (!r)
        return fail("open", err);
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1)
        if (ev.unit == TN_UNIT_PACKET && ev.fabric == TN_FABRIC_PCIE && !keep(&ev))
            rc = fail(path, "out of memory");
    if (rc < 0)
        rc = fail(path, tn_reader_error(r));
    else if (rc == 0 && event_n == 0)
        rc = fail(path, "no TLPs in it");
    tn_reader_close(r);
    return rc;
}

/* Every TLP once. Time goes on from round to round. */
static int play(struct tn_checker *checker, uint64_t *time_ns)
{
    uint8_t out[TN_TLP_MAX];
    struct tn_tlp t;
    uint64_t from = *time_ns;
    for (size_t i = 0; i < event_n; i++) {
        struct tn_event ev = events[i];
        ev.time_ns = from + (ev.time_ns - events[0].time_ns);
        *time_ns = ev.time_ns + 1000;
        tn_tlp_decode(ev.bytes, ev.len, ev.orig_len, &t);
        tn_checker_event(checker, &ev, 0);
        long n = tn_tlp_encode(&t, ev.bytes + t.payload_off, t.payload_len, out, sizeof out);
        if (n != (long)ev.len || memcmp(out, ev.bytes, ev.len) != 0)
            return fail("a TLP encoded is not what was decoded", tn_tlp_name(t.kind));
    }
    return 0;
}

int main(int argc, char **argv)
{
    char broken[sizeof((struct tn_verdict *)NULL)->found + 32] = "";
    struct tn_check_params p;
    uint64_t time_ns = 0, played = 0;
    double spent, from;
    if (argc != 2)
        return fail("usage", "tlps CAPTURE");
    if (load(argv[1]) != 0)
        return 2;
    tn_check_defaults(&p);
    p.unordered = true; /* as tenter check takes a capture of this form */
    struct tn_checker *checker = tn_checker_new(&p, NULL, NULL, on_verdict, broken);
    if (!checker)
        return fail("checker", "out of memory");
    from = processor_seconds();
    do {
        if (play(checker, &time_ns) != 0)
            return 2;
        played += event_n;
        spent = processor_seconds() - from;
    } while (spent < ENOUGH_S);
    tn_checker_finish(checker);
    if (broken[0])
        return fail("legal traffic breaks a rule", broken);
    printf("%.0f\n", (double)played / spent);
    return 0;
}
