/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert, as a command: input is a capture in any form. What it takes is read
 * again from the file it wrote as the same events; what it refuses leaves no file.
 */
#include "fuzz.h"

#include "../../harness/tools/tools.h"

#include <tn/capture.h>

#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

static char in_path[64], out_path[64];
static int in_fd = -1;

static void remove_output(void)
{
    *strrchr(out_path, '/') = 0;
    rmdir(out_path);
}

/* The input in memory, the output in a directory of its own, in memory too where that is. */
static void open_places(void)
{
    snprintf(out_path, sizeof out_path, "%s/fuzz-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    in_fd = memfd_create("capture", 0);
    FUZZ_REQUIRE(in_fd >= 0 && mkdtemp(out_path));
    snprintf(in_path, sizeof in_path, "/proc/self/fd/%d", in_fd);
    strcat(out_path, "/out.pcap");
    atexit(remove_output);
}

/* The next event but the first record's text, which conversion may add; *text becomes
 * false when that holds a NUL and so is no text. */
static int next(struct tn_reader *r, struct tn_event *ev, int *text)
{
    int rc = tn_reader_next(r, ev, NULL);
    if (rc == 1 && ev->packet <= 1 && ev->unit == TN_UNIT_NOTE) {
        *text = *text && !memchr(ev->bytes, 0, ev->len);
        rc = tn_reader_next(r, ev, NULL);
    }
    return rc;
}

static void same_event(const struct tn_event *a, const struct tn_event *b)
{
    FUZZ_REQUIRE(a->fabric == b->fabric && a->unit == b->unit && a->flags == b->flags);
    FUZZ_REQUIRE(a->dir == b->dir && a->port == b->port && a->point == b->point);
    FUZZ_REQUIRE(a->cycle == b->cycle && a->span == b->span);
    /* a file's time has 32 bits of seconds; without one it is made from the cycle */
    FUZZ_REQUIRE(a->time_ns == b->time_ns || a->time_ns == 0 || a->time_ns / 1000000000u > UINT32_MAX);
    FUZZ_REQUIRE(a->len == b->len && a->orig_len == b->orig_len);
    FUZZ_REQUIRE(a->len == 0 || memcmp(a->bytes, b->bytes, a->len) == 0);
}

static void same_capture(const uint8_t *data, size_t size)
{
    char err[512] = "";
    struct tn_event a, b;
    int rc, text = 1;
    size_t events = 0;
    struct tn_reader *before = tn_reader_open_memory(data, size, err, sizeof err);
    struct tn_reader *after = tn_reader_open(out_path, err, sizeof err);
    FUZZ_REQUIRE(before && after);
    while ((rc = next(before, &a, &text)) == 1) {
        FUZZ_REQUIRE(next(after, &b, &text) == 1);
        same_event(&a, &b);
        events++;
    }
    FUZZ_REQUIRE(rc == 0 && next(after, &b, &text) == 0);
    /* of a capture without packets nobody asks where they came from */
    FUZZ_REQUIRE(events == 0 || !text || strcmp(tn_reader_origin(before), tn_reader_origin(after)) == 0);
    tn_reader_close(before);
    tn_reader_close(after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[] = "convert";
    char *argv[] = {name, in_path, out_path, NULL};
    int code;
    fuzz_quiet();
    if (in_fd < 0)
        open_places();
    FUZZ_REQUIRE(ftruncate(in_fd, 0) == 0 && pwrite(in_fd, data, size, 0) == (ssize_t)size);
    optind = 0; /* glibc: start over */
    code = tn_cmd_convert(3, argv);
    FUZZ_REQUIRE(code == TN_EXIT_OK || code == TN_EXIT_USAGE);
    if (code == TN_EXIT_OK)
        same_capture(data, size);
    FUZZ_REQUIRE((access(out_path, F_OK) == 0) == (code == TN_EXIT_OK));
    unlink(out_path);
    return 0;
}
