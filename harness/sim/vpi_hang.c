/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A design that loops without delay never comes to its next time step, and Icarus runs on for ever: no cycle ends, so nothing that
 * counts cycles can end the run. (Verilator ends such a run by itself.)
 */
#include "core.h"
#include "vpi_call.h"

#include <tn/sim.h>

#include <vpi_user.h>

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECONDS = 30, SECONDS_MAX = 86400, NO_END = 124 };
enum { LOOKS_AT_LOAD = 10 }; /* a large image is read, and begins, at time 0: it has so many times as long */

static unsigned seconds;
static uint64_t seen = UINT64_MAX; /* the simulated time at the last look */
static unsigned looks;            /* before the bench first called */

/* Looks at the simulated time. It stood still since the last look although the simulator ran, not the program: the run ends. */
static void look(int sig)
{
    s_vpi_time t = {.type = vpiSimTime};
    char line[160];
    (void)sig;
    vpi_get_time(NULL, &t);
    const uint64_t now = (uint64_t)t.high << 32 | t.low;
    const bool loads = !tn_core_ran() && ++looks < LOOKS_AT_LOAD;
    if (now == seen && !tn_core_in_test() && !loads) {
        const int n = snprintf(line, sizeof line,
                               "tenter: the design loops without delay: cycle %llu does not end in %u s of processor time\n",
                               (unsigned long long)tn_sim_cycle(), seconds);
        const ssize_t said = write(STDERR_FILENO, line, (size_t)n);
        (void)said; /* the exit status says the same */
        _exit(NO_END);
    }
    seen = tn_core_in_test() ? UINT64_MAX : now;
}

void vpi_hang_watch(void)
{
    const char *given = getenv("TN_HANG");
    char *end = NULL;
    errno = 0;
    const unsigned long n = given && *given ? strtoul(given, &end, 10) : SECONDS;
    if (end && (*end || errno || n > SECONDS_MAX)) {
        fprintf(stderr, "tenter: TN_HANG=%s: not a number of seconds from 0 to %d\n", given, SECONDS_MAX);
        exit(2);
    }
    if (n == 0)
        return;
    seconds = (unsigned)n;
    const struct sigaction sa = {.sa_handler = look, .sa_flags = SA_RESTART};
    const struct itimerval every = {.it_interval.tv_sec = (time_t)n, .it_value.tv_sec = (time_t)n};
    sigaction(SIGVTALRM, &sa, NULL);
    setitimer(ITIMER_VIRTUAL, &every, NULL);
}
