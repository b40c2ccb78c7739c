/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter decode, as a command. Input: a first byte that is even for a kernel log and odd
 * for words on the command line, then the text. The exit code is one of the three, and
 * the same text gets the same one again.
 */
#include "fuzz.h"

#include "../../harness/pcie/face/pcie.h"

#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WORDS_MAX = 6 };

static int run(int argc, char **argv)
{
    optind = 0; /* glibc: start over */
    return tn_cmd_decode(argc, argv);
}

static int log_file(const uint8_t *text, size_t n)
{
    static int fd = -1;
    static char path[64];
    char name[] = "decode", option[] = "-f";
    char *argv[] = {name, option, path, NULL};
    if (fd < 0) {
        fd = memfd_create("log", 0);
        FUZZ_REQUIRE(fd >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, text, n, 0) == (ssize_t)n);
    return run(3, argv);
}

static int words(const uint8_t *text, size_t n)
{
    char *copy = calloc(n + 1, 1), name[] = "decode", end[] = "--";
    char *argv[WORDS_MAX + 3] = {name, end};
    int argc = 2, code;
    FUZZ_REQUIRE(copy != NULL);
    memcpy(copy, text, n);
    for (char *save, *w = strtok_r(copy, "\n", &save); w && argc < WORDS_MAX + 2;
         w = strtok_r(NULL, "\n", &save))
        argv[argc++] = w;
    if (argc == 2) /* without words it would read standard input */
        argv[argc++] = copy + n;
    code = run(argc, argv);
    free(copy);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int (*way)(const uint8_t *, size_t) = size && data[0] & 1 ? words : log_file;
    int code;
    if (size < 1)
        return 0;
    fuzz_quiet();
    code = way(data + 1, size - 1);
    FUZZ_REQUIRE(code == TN_EXIT_OK || code == TN_EXIT_FAIL || code == TN_EXIT_USAGE);
    FUZZ_REQUIRE(way(data + 1, size - 1) == code);
    return 0;
}
