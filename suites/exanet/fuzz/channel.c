/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The checker of ExaNet's channel on any cycles. Input: a byte of the one rule that is asked alone, then cycles: a byte
 * with valid in bits 2:0, ready in 5:3, reset in 6, a byte with what is unknown in bits 1:0, 16 bytes of data. A verdict
 * names a rule of the channel and a cycle that was; the rule alone gives the verdicts that it gives among all.
 */
#include "../../fuzz/fuzz.h"

#include <tn/exanet/exa_channel.h>
#include <tn/rules.h>

enum { RULES = 5, CYCLES_MAX = 256 };

struct log {
    const char *one; /* the rule counted */
    uint64_t cycles; /* so far */
    uint64_t failed; /* verdicts of that rule */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct log *l = ctx;
    FUZZ_REQUIRE(strncmp(v->rule, "EXA-CHN-", 8) == 0 && tn_rule_find(v->rule));
    FUZZ_REQUIRE(v->packet >= 1 && v->packet <= l->cycles);
    if (v->kind == TN_VERDICT_FAIL && strcmp(v->rule, l->one) == 0)
        l->failed++;
}

static struct tn_exa_cycle cycle(struct fuzz_input *in, uint64_t number)
{
    const unsigned wires = (unsigned)fuzz_take(in, 1), unknown = (unsigned)fuzz_take(in, 1);
    struct tn_exa_cycle y = {.cycle = number,
                             .time_ns = 4 * number,
                             .packet = number,
                             .valid = wires & 7,
                             .ready = wires >> 3 & 7,
                             .rst = wires >> 6 & 1,
                             .valid_unknown = unknown & 1,
                             .data_unknown = unknown >> 1 & 1};
    for (unsigned i = 0; i < sizeof y.data; i++)
        y.data[i] = (uint8_t)fuzz_take(in, 1);
    return y;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const ids[RULES] = {"EXA-CHN-1", "EXA-CHN-2", "EXA-CHN-3", "EXA-CHN-4", "EXA-CHN-5"};
    struct fuzz_input in = {data, size};
    struct log all = {.one = ids[fuzz_take(&in, 1) % RULES]}, alone = all;
    struct tn_check_params par;
    tn_check_defaults(&par);
    struct tn_checker *ca = tn_checker_new(&par, "EXA-CHN-*", NULL, on_verdict, &all);
    struct tn_checker *cb = tn_checker_new(&par, all.one, NULL, on_verdict, &alone);
    FUZZ_REQUIRE(ca && cb);
    while (in.left && all.cycles < CYCLES_MAX) {
        const struct tn_exa_cycle y = cycle(&in, all.cycles + 1);
        all.cycles = alone.cycles = y.cycle;
        tn_checker_exa_cycle(ca, &y);
        tn_checker_exa_cycle(cb, &y);
    }
    tn_checker_finish(ca);
    tn_checker_finish(cb);
    FUZZ_REQUIRE(all.failed == alone.failed);
    FUZZ_REQUIRE(tn_checker_failed(ca, all.one) <= tn_checker_asked(ca, all.one));
    tn_checker_free(ca);
    tn_checker_free(cb);
    return 0;
}
