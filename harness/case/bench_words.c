/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The words of a block of the kit, from what its struct tn_bench_text says: streams NAME[i],
 * registers, packets, and a line for each knob, "KNOB[i] VALUE".
 */
#include "parse.h"

#include <tn/bench.h>
#include <tn/block_table.h>
#include <tn/dut.h>

#include <errno.h>
#include <string.h>

int tn_case_indexed(struct tn_case_parser *p, const char *text, const char *name, unsigned most,
                    unsigned *index)
{
    const size_t n = strlen(name), len = strlen(text);
    char number[16];
    uint64_t v = 0;
    if (strncmp(text, name, n) != 0 || (text[n] && text[n] != '['))
        return 1;
    *index = 0;
    if (most == 1 && !text[n])
        return 0;
    if (most == 1 || len < n + 3 || len - n - 2 >= sizeof number || text[len - 1] != ']')
        return tn_case_fail(p, most == 1 ? "'%.40s' takes no index" : "'%.40s': written so: NAME[i]",
                            text);
    memcpy(number, text + n + 1, len - n - 2);
    number[len - n - 2] = 0;
    const int rc = tn_case_number(p, "index", number, most - 1, &v);
    *index = (unsigned)v;
    return rc;
}

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    const struct tn_bench_text *t = p->dut->text;
    const char *const *whole = tn_bench_stream_names(t);
    unsigned index;
    for (unsigned k = 0; k < tn_bench_streams(t); k++) {
        if (!tn_bench_stream_is(t, k) || tn_bench_stream_in(t, k) != input)
            continue;
        const int rc = tn_case_indexed(p, text, tn_bench_stream_kind(t, k),
                                       tn_bench_stream_most(t, k), &index);
        if (rc == 1)
            continue;
        if (rc == 0)
            *out = tn_bench_stream_name(t, k, index);
        return rc;
    }
    for (; *whole; whole++)
        if (strcmp(text, *whole) == 0 && input == ((*whole)[0] == 's')) {
            *out = *whole;
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    unsigned kind, index;
    tn_bench_stream_of(p->dut->text, stream, &kind, &index);
    return p->dut->text->packet(p, kind, at, end, masked, out);
}

/* KNOB[i] VALUE; without a value 1 */
static int line(struct tn_case_parser *p)
{
    const struct tn_bench_text *t = p->dut->text;
    const struct tn_bench_knob *knob = t->knobs;
    unsigned index = 0;
    for (unsigned k = 0; knob[k].name; k++) {
        uint64_t v = 1;
        int rc = tn_case_indexed(p, p->word[0], knob[k].name, knob[k].most, &index);
        if (rc == 1)
            continue;
        if (rc == 0 && p->word_n > 2)
            rc = tn_case_fail(p, "written so: %s VALUE", p->word[0]);
        uint32_t named;
        if (rc == 0 && p->word_n == 2 && t->value && t->value(knob[k].name, p->word[1], &named))
            v = named;
        else if (rc == 0 && p->word_n == 2)
            rc = tn_case_number(p, knob[k].name, p->word[1], knob[k].limit, &v);
        struct tn_case_step *s = rc == 0 ? tn_case_step(p, TN_CASE_LINE) : NULL;
        if (!s)
            return -EINVAL;
        s->cause = k;
        s->port = index;
        s->value = (uint32_t)v;
        return 0;
    }
    return 1;
}

const struct tn_case_words *tn_case_bench_words(struct tn_case_parser *p)
{
    static const char *const any[] = {"ANY", "ANY", "ANY", NULL}, *const none[] = {"-", "-"};
    const struct tn_bench_text *t = p->dut->text;
    unsigned n;
    const struct tn_case_register *registers = tn_bench_registers(t, &n);
    p->made = (struct tn_case_words){
        .ports = "STREAM",
        .streams = tn_bench_stream_names(t),
        .classes = any,
        .registers = registers,
        .register_n = n,
        .reject = "-",
        .causes = none,
        .cause_n = 2,
        .reg_max = (4u << (t->table->addr_bits - 2)) - 4,
        .lines = "a knob of the bench",
        .point = point,
        .form = form,
        .line = line,
    };
    return &p->made;
}
