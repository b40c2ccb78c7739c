/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults as text. Input: the text up to the first NUL. What is taken, is written back as
 * a text that is taken as the same fault; what is refused gets one line.
 */
#include "fuzz.h"

#include <tn/fault.h>

#include <errno.h>

static void same(const struct tn_fault *a, const struct tn_fault *b)
{
    FUZZ_REQUIRE(a->kind == b->kind && a->has_arg == b->has_arg && a->arg == b->arg);
    FUZZ_REQUIRE(a->len == b->len && strcmp(a->where, b->where) == 0);
    FUZZ_REQUIRE(a->by_packet == b->by_packet && a->cycle == b->cycle);
    FUZZ_REQUIRE(a->packet == b->packet && a->time == b->time);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = strnlen((const char *)data, size);
    char *text = calloc(n + 1, 1), err[256] = "", out[TN_FAULT_TEXT];
    struct tn_fault f, back;
    int rc;
    FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, n);
    rc = tn_fault_parse(text, &f, err, sizeof err);
    if (rc == 0) {
        FUZZ_REQUIRE(tn_fault_kind_of(f.kind) && tn_fault_kind_of(f.kind)->about);
        tn_fault_format(&f, out);
        FUZZ_REQUIRE(tn_fault_parse(out, &back, err, sizeof err) == 0);
        same(&f, &back);
    } else {
        FUZZ_REQUIRE(rc == -EINVAL && err[0]);
    }
    free(text);
    return 0;
}
