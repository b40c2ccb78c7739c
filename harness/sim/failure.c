/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The first failure of a run, written down for run-sim, which runs the same again with
 * waveforms around that cycle.
 */
#include "failure.h"

#include <tn/bfm.h>
#include <tn/bug.h>
#include <tn/sim.h>
#include <tn/trace.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 256 }; /* rules that tn_sim_kept() remembers, at most */

static bool failed;
static uint64_t asked, sent; /* packets that the suite was asked for, packets that it sent */

bool tn_failure_seen(void)
{
    return failed;
}

void tn_sim_failed(const char *rule, uint64_t cycle, uint64_t packet, const char *text)
{
    const char *path = getenv("TN_FAIL");
    char note[512];
    FILE *f;
    if (failed)
        return;
    failed = true;
    if (cycle == 0)
        cycle = tn_sim_cycle();
    snprintf(note, sizeof note, "%s broken at cycle %llu, packet %llu: %.400s", rule ? rule : "-",
             (unsigned long long)cycle, (unsigned long long)packet, text);
    tn_sim_trace_note(note);
    if (!path || !*path)
        return;
    f = fopen(path, "w");
    if (f)
        fprintf(f, "rule=%s\ncycle=%llu\npacket=%llu\nfound=%.400s\n", rule ? rule : "-",
                (unsigned long long)cycle, (unsigned long long)packet, text);
    if (!f || fclose(f) != 0)
        fprintf(stderr, "tenter: %s: %s\n", path, strerror(errno));
}

/* Writes a line of the verdict log: a rule, what became of it, the cycle, the number of packets,
 * and the program. */
static void log_line(const char *rule, const char *what, uint64_t packets)
{
    const char *path = getenv("TN_VERDICTS"), *program = getenv("TN_PROGRAM");
    FILE *log;
    if (!path || !*path)
        return;
    log = fopen(path, "a");
    if (log)
        fprintf(log, "%s %s suite cycle %llu packet %llu %s\n", rule, what, (unsigned long long)tn_sim_cycle(),
                (unsigned long long)packets, program && *program ? program : "-");
    if (!log || fclose(log) != 0)
        fprintf(stderr, "tenter: %s: %s\n", path, strerror(errno));
}

void tn_sim_kept(const char *rule)
{
    static const char *said[KEPT];
    static unsigned said_n;
    for (unsigned i = 0; i < said_n; i++)
        if (strcmp(said[i], rule) == 0)
            return;
    if (said_n == KEPT)
        return;
    said[said_n++] = rule;
    log_line(rule, "pass", 0);
}

void tn_sim_asked(uint64_t packets)
{
    asked += packets;
}

void tn_sim_sent(uint64_t packets)
{
    sent += packets;
}

bool tn_failure_end(void)
{
    char text[96];
    log_line("-", "end", tn_monitor_packets());
    if (asked) {
        log_line("-", "asked", asked);
        log_line("-", "sent", sent);
    }
    if (sent >= asked || failed)
        return true;
    snprintf(text, sizeof text, "%llu packets were asked for, %llu were sent", (unsigned long long)asked,
             (unsigned long long)sent);
    fprintf(stderr, "tenter: %s\n", text);
    tn_sim_failed(NULL, 0, 0, text);
    return false;
}

/* Replaces cmocka's _fail(), in which its assertions end, to keep the cycle of the first
 * failure. */
void _fail(const char *file, int line) __attribute__((noreturn));
void _fail(const char *file, int line)
{
    void (*next)(const char *, int);
    char text[256];
    *(void **)&next = dlsym(RTLD_NEXT, "_fail");
    tn_require(next != NULL);
    snprintf(text, sizeof text, "assertion at %.200s:%d", file, line);
    tn_sim_failed(NULL, 0, 0, text);
    next(file, line);
    abort();
}
