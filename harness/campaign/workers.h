/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The simulations of a campaign: processes whose results come through pipes.
 */
#ifndef TN_WORKERS_H
#define TN_WORKERS_H

#include "store.h"

#include <sys/types.h>

enum { TN_WORKERS = 64 };

struct tn_worker {
    pid_t pid;
    int fd;     /* its lines */
    bool ended; /* end of file seen */
    size_t have;
    char line[4096];
};

/* Where the simulations are: the source tree and its build directory. */
struct tn_home {
    char tree[400], build[400];
};
/* TENTER_HOME and TENTER_BUILD, or where this program was built. */
void tn_home_find(struct tn_home *h);
/* False, with a message on stderr that says what to build, when the image or program
 * of this simulator is missing, or that nothing is played into this DUT. */
bool tn_home_ready(const struct tn_home *h, const char *sim, const char *dut, const char *program);

/* The image of a DUT that keeps its registers by name: its own under Icarus, whose
 * images all do. */
void tn_home_image(const char *sim, const char *dut, char out[96]);

/* Starts run-sim on simulator sim with these arguments (NULL-terminated). Its results, or its standard
 * output when results is false, come through w->fd. list, when not NULL, is a text
 * given to it as a file; %LIST% and %RESULTS% among the arguments become its path and
 * the descriptor. 0 or negative errno. The worker dies with this process. */
int tn_worker_start(struct tn_worker *w, const struct tn_home *h, const struct tn_plan *p,
                    const char *sim, const char *program, const char *const *args, const char *list, bool results);

/* The next whole line, or NULL when none has come. Cut at 4095 characters. Reads
 * what there is when the descriptor is readable. */
typedef void tn_worker_line(void *ctx, const char *line);
void tn_worker_read(struct tn_worker *w, tn_worker_line *fn, void *ctx);

/* Waits for its end: exit status, or 128 + signal. */
int tn_worker_end(struct tn_worker *w);

/* One line of results; false when it is none. */
bool tn_result_parse(const char *line, struct tn_result *r);

#endif
