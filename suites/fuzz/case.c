/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parser of conformance cases. Input: the text of a case. What it takes keeps the
 * bounds that its header promises; what it refuses gets one line that names the place.
 */
#include "fuzz.h"

#include <tn/case.h>

static void step_holds(const struct tn_case_step *s)
{
    static volatile uint8_t sum;
    FUZZ_REQUIRE(s->packet_n <= TN_CASE_ALTERNATIVES && s->count <= TN_CASE_COUNT);
    FUZZ_REQUIRE(s->first <= TN_CASE_CYCLES && s->last <= TN_CASE_CYCLES);
    for (unsigned i = 0; i < s->packet_n; i++)
        for (size_t k = 0; k < s->tlp[i].len; k++)
            sum = (uint8_t)(sum + s->tlp[i].bytes[k] + s->tlp[i].mask[k]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char err[TN_CASE_ERROR] = "";
    struct tn_case *c;
    struct fuzz_input in = {data, size};
    size_t len;
    uint8_t *text = fuzz_block(&in, size, &len);
    int rc = tn_case_parse("fuzz.case", (const char *)text, len, &c, err);
    if (rc) {
        FUZZ_REQUIRE(rc < 0 && c == NULL && strncmp(err, "fuzz.case", 9) == 0);
        FUZZ_REQUIRE(strchr(err, '\n') == NULL);
    } else {
        FUZZ_REQUIRE(c->step_n <= TN_CASE_STEPS && c->rule_n <= TN_CASE_RULES);
        FUZZ_REQUIRE(c->need_n <= TN_CASE_NEEDS && memchr(c->dut, 0, sizeof c->dut));
        for (unsigned i = 0; i < c->step_n; i++)
            step_holds(&c->steps[i]);
    }
    free(text);
    tn_case_free(c);
    return 0;
}
