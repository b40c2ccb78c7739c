/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Filter expressions. Input: an expression up to the first NUL, then a TLP. A malformed
 * one gets a message; X and !(X) never agree, X && X and X || X always do.
 */
#include "fuzz.h"

#include "../../harness/tools/filter.h"

#include <tn/rules.h>

static const struct tn_check_params par;

/* X put into a pattern; -1 when that is too long for the parser. */
static int variant(const char *pattern, const char *text, const struct tn_event *ev)
{
    size_t size = 2 * strlen(text) + strlen(pattern) + 1;
    char *s = malloc(size), err[256] = "";
    int verdict = -1;
    FUZZ_REQUIRE(s != NULL);
    snprintf(s, size, pattern, text, text);
    struct tn_filter *f = tn_filter_parse(s, &par, err, sizeof err);
    if (f)
        verdict = tn_filter_match(f, ev, &par);
    else
        FUZZ_REQUIRE(strstr(err, "too"));
    tn_filter_free(f);
    free(s);
    return verdict;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = strnlen((const char *)data, size), len;
    struct fuzz_input in = {data, size};
    char *text = calloc(n + 1, 1), err[256] = "";
    uint8_t *bytes;
    struct tn_event ev = {.packet = 3, .cycle = 7, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET};
    struct tn_filter *f;
    FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, n);
    in.p += n;
    in.left -= n;
    fuzz_take(&in, 1);
    bytes = fuzz_block(&in, in.left, &len);
    ev.bytes = bytes;
    ev.len = ev.orig_len = (uint32_t)len;
    f = tn_filter_parse(text, &par, err, sizeof err);
    if (f) {
        int is = tn_filter_match(f, &ev, &par), other;
        FUZZ_REQUIRE(err[0] == 0 || strncmp(err, "filter: ", 8) == 0);
        other = variant("!(%s)", text, &ev);
        FUZZ_REQUIRE(other == -1 || other == !is);
        other = variant("(%s)&&(%s)", text, &ev);
        FUZZ_REQUIRE(other == -1 || other == is);
        other = variant("(%s) || (%s)", text, &ev);
        FUZZ_REQUIRE(other == -1 || other == is);
    } else {
        FUZZ_REQUIRE(strncmp(err, "filter column ", 14) == 0);
    }
    tn_filter_free(f);
    free(bytes);
    free(text);
    return 0;
}
