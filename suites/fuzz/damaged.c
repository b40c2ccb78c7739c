/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter check, show, convert and decode, as commands, on captures that are cut, have bits flipped and bytes put in.
 * Each ends with one of the three exit codes, and says in one line why it refuses a file.
 */
#include "fuzz.h"

#include "../../harness/pcie/face/pcie.h"
#include "../../harness/tools/tools.h"

#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DAMAGES = 4, PIECE = 64 };

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static char in_path[64], out_path[64];
static int in_fd = -1, out_fd;

static uint32_t random_of(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* One damage: what is behind a place is gone, a bit is another, or bytes stand between. Returns the new size. */
static size_t damage(uint8_t *data, size_t size, size_t max, uint32_t *state)
{
    const size_t at = size ? random_of(state) % size : 0, n = 1 + random_of(state) % PIECE;
    switch (random_of(state) % 8) {
    case 0:
        return at;
    case 1: /* a piece is gone */
        if (at + n >= size)
            return at;
        memmove(data + at, data + at + n, size - at - n);
        return size - n;
    case 2:
        if (size + n > max)
            return size;
        memmove(data + at + n, data + at, size - at);
        for (size_t i = 0; i < n; i++)
            data[at + i] = (uint8_t)random_of(state);
        return size + n;
    default:
        if (size)
            data[at] ^= (uint8_t)(1u << random_of(state) % 8);
        return size;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    uint32_t state = seed;
    const unsigned n = 1 + random_of(&state) % DAMAGES;
    for (unsigned i = 0; i < n; i++)
        size = damage(data, size, max, &state);
    return size;
}

static void open_places(void)
{
    in_fd = memfd_create("capture", 0);
    out_fd = memfd_create("converted", 0);
    FUZZ_REQUIRE(in_fd >= 0 && out_fd >= 0);
    snprintf(in_path, sizeof in_path, "/proc/self/fd/%d", in_fd);
    snprintf(out_path, sizeof out_path, "/proc/self/fd/%d", out_fd);
}

/* Runs the command, whose messages are looked at. */
static void run(int (*command)(int, char **), const char *name, const char *option, const char *option2, char *last)
{
    char *argv[6] = {(char *)(uintptr_t)name}, *said = NULL;
    FILE *quiet = stderr;
    size_t len = 0, lines = 0;
    int argc = 1, code;
    if (option)
        argv[argc++] = (char *)(uintptr_t)option;
    if (option2)
        argv[argc++] = (char *)(uintptr_t)option2;
    argv[argc++] = in_path;
    if (last)
        argv[argc++] = last;
    stderr = open_memstream(&said, &len);
    FUZZ_REQUIRE(stderr != NULL);
    optind = 0; /* glibc: start over */
    code = command(argc, argv);
    fclose(stderr);
    stderr = quiet;
    for (size_t i = 0; i < len; i++)
        lines += said[i] == '\n';
    FUZZ_REQUIRE(code == TN_EXIT_OK || code == TN_EXIT_FAIL || code == TN_EXIT_USAGE);
    FUZZ_REQUIRE(code != TN_EXIT_USAGE || (lines == 1 && said[len - 1] == '\n'));
    free(said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    fuzz_quiet();
    if (in_fd < 0)
        open_places();
    FUZZ_REQUIRE(ftruncate(in_fd, 0) == 0 && pwrite(in_fd, data, size, 0) == (ssize_t)size);
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    run(tn_cmd_check, "check", "-q", NULL, NULL);
    sum %= 32;
    if (sum == 0) /* what makes large tables less often */
        run(tn_cmd_check, "check", "--json", "--strict", NULL);
    else if (sum == 1)
        run(tn_cmd_show, "show", "--stats", NULL, NULL);
    else if (sum < 10)
        run(tn_cmd_show, "show", "-v", NULL, NULL);
    else if (sum < 16)
        run(tn_cmd_show, "show", "--json", NULL, NULL);
    else if (sum < 28)
        run(tn_cmd_convert, "convert", NULL, NULL, out_path);
    else
        run(tn_cmd_decode, "decode", "-f", NULL, NULL);
    return 0;
}
