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
    int fd;          /* descriptor from which its lines are read */
    bool ended;      /* the end of file was read */
    size_t have;     /* characters in line */
    char line[4096]; /* the unfinished line */
};

/* The source tree and the build directory that hold the simulations. */
struct tn_home {
    char tree[400], build[400];
};
/* Fills in TENTER_HOME and TENTER_BUILD, or the directories in which this program was built. */
void tn_home_find(struct tn_home *h);
/* Says whether the image and the program of this simulator exist and captures are played into this
 * DUT. If not, a message on stderr tells the target to build. */
bool tn_home_ready(const struct tn_home *h, const char *sim, const char *dut, const char *program);

/* Writes the name of the DUT's image that keeps registers by name. Under Icarus that is its usual
 * image. */
void tn_home_image(const char *sim, const char *dut, char out[96]);

/* Starts run-sim on simulator sim with these arguments, which end with NULL. The worker's results,
 * or its standard output when results is false, come through w->fd. list, unless NULL, is a text
 * that the worker gets as a file; %LIST% and %RESULTS% among the arguments become the file's path
 * and the descriptor of results. Returns 0 or negative errno. The worker dies with this process. */
int tn_worker_start(struct tn_worker *w, const struct tn_home *h, const struct tn_plan *p,
                    const char *sim, const char *program, const char *const *args, const char *list,
                    bool results);

/* Receives a whole line; the head of a line of more than 4095 characters is dropped. */
typedef void tn_worker_line(void *ctx, const char *line);
/* Reads from a readable descriptor and calls fn for each whole line. */
void tn_worker_read(struct tn_worker *w, tn_worker_line *fn, void *ctx);

/* Waits for the end of the worker. Returns its exit status, or 128 + signal. */
int tn_worker_end(struct tn_worker *w);

/* Parses one line of results. Returns false when the line is none. */
bool tn_result_parse(const char *line, struct tn_result *r);

#endif
