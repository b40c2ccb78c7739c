/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The generator's options. Input: words of a command line, a line each. A refusal leaves no file; what is
 * generated for ExaNet and TNW breaks no rule.
 */
#include "fuzz.h"

#include "../../harness/tools/tools.h"

#include <tn/rules.h>

#include <getopt.h>
#include <unistd.h>

enum { WORDS_MAX = 12 };

static char path[64];

static void remove_output(void)
{
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
}

static void open_place(void)
{
    snprintf(path, sizeof path, "%s/fuzz-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    FUZZ_REQUIRE(mkdtemp(path));
    strcat(path, "/out.pcap");
    atexit(remove_output);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind == TN_VERDICT_FAIL)
        dprintf(2, "%s at packet %llu: %s\n", v->rule, (unsigned long long)v->packet, v->found);
    FUZZ_REQUIRE(v->kind != TN_VERDICT_FAIL);
}

static void judge(void)
{
    char err[512];
    struct tn_event ev;
    struct tn_check_params par;
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    struct tn_checker *c;
    int rc;
    tn_check_defaults(&par);
    c = tn_checker_new(&par, "EXA-*,TNW-*", NULL, on_verdict, NULL);
    FUZZ_REQUIRE(r && c);
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1)
        tn_checker_event(c, &ev, 0);
    FUZZ_REQUIRE(rc == 0);
    tn_checker_finish(c);
    tn_checker_free(c);
    tn_reader_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[] = "gen", few[] = "--packets=24", *copy = calloc(size + 1, 1);
    char *argv[WORDS_MAX + 4] = {name};
    int argc = 1, code;
    FUZZ_REQUIRE(copy != NULL);
    if (!path[0])
        open_place();
    fuzz_quiet();
    memcpy(copy, data, size);
    for (char *save, *w = strtok_r(copy, "\n", &save); w && argc < WORDS_MAX; w = strtok_r(NULL, "\n", &save))
        if (w[0] == '-') /* no other file than ours */
            argv[argc++] = w;
    argv[argc++] = few; /* the last one counts */
    argv[argc++] = path;
    optind = 0; /* glibc: start over */
    code = tn_cmd_gen(argc, argv);
    FUZZ_REQUIRE(code == TN_EXIT_OK || code == TN_EXIT_USAGE);
    FUZZ_REQUIRE((access(path, F_OK) == 0) == (code == TN_EXIT_OK));
    if (code == TN_EXIT_OK)
        judge();
    unlink(path);
    free(copy);
    return 0;
}
