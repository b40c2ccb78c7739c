/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The streams and registers of a block of the kit by name, from its table.
 */
#include "../case/parse.h"

#include <tn/bench.h>
#include <tn/block_table.h>
#include <tn/bug.h>

#include <stdio.h>
#include <string.h>

enum { REGISTERS = 64 };

/* The names of the block that was asked last. */
static struct {
    const struct tn_bench_text *text;
    char name[TN_BENCH_STREAMS * TN_BENCH_EACH][24];
    const char *list[TN_BENCH_STREAMS * TN_BENCH_EACH + 1];
    unsigned first[TN_BENCH_STREAMS], reg_n;
    struct tn_case_register reg[REGISTERS];
} names;

static unsigned most(const struct tn_block_table *t, int each)
{
    return each == TN_BLOCK_NONE ? 1 : t->eaches[each].most;
}

unsigned tn_bench_streams(const struct tn_bench_text *t)
{
    unsigned n = t->table->stream_n;
    for (const struct tn_bench_place *p = t->places; p && p->name; p++)
        n++;
    return n;
}

/* The place of the bench that is stream k, or NULL: k is a stream of the table. */
static const struct tn_bench_place *place(const struct tn_bench_text *t, unsigned k)
{
    return k < t->table->stream_n ? NULL : &t->places[k - t->table->stream_n];
}

const char *tn_bench_stream_kind(const struct tn_bench_text *t, unsigned k)
{
    return place(t, k) ? place(t, k)->name : t->table->streams[k].name;
}

bool tn_bench_stream_is(const struct tn_bench_text *t, unsigned k)
{
    return k < tn_bench_streams(t) && !(t->played >> k & 1);
}

bool tn_bench_stream_in(const struct tn_bench_text *t, unsigned k)
{
    return place(t, k) ? place(t, k)->in : t->table->streams[k].in;
}

unsigned tn_bench_stream_most(const struct tn_bench_text *t, unsigned k)
{
    return place(t, k) ? 1 : most(t->table, t->table->streams[k].each);
}

void tn_bench_shape(const struct tn_bench_text *t, unsigned (*of)(const char *),
                    unsigned count[TN_BENCH_STREAMS])
{
    for (unsigned k = 0; k < tn_bench_streams(t); k++) {
        const int each = place(t, k) ? TN_BLOCK_NONE : t->table->streams[k].each;
        count[k] = each == TN_BLOCK_NONE ? 1 : t->table->eaches[each].count(of);
    }
}

/* Makes the names of a block, unless it was asked last. */
static void make(const struct tn_bench_text *t)
{
    const struct tn_block_table *table = t->table;
    unsigned n = 0;
    if (names.text == t)
        return;
    tn_require(tn_bench_streams(t) <= TN_BENCH_STREAMS && table->reg_n <= REGISTERS);
    for (unsigned k = 0; k < tn_bench_streams(t); k++) {
        const unsigned of_it = tn_bench_stream_most(t, k);
        tn_require(of_it <= TN_BENCH_EACH);
        names.first[k] = n;
        for (unsigned i = 0; tn_bench_stream_is(t, k) && i < of_it; i++, n++) {
            snprintf(names.name[n], sizeof *names.name, of_it == 1 ? "%c_%.16s" : "%c_%.16s[%u]",
                     tn_bench_stream_in(t, k) ? 's' : place(t, k) ? 'o' : 'm', tn_bench_stream_kind(t, k), i);
            names.list[n] = names.name[n];
        }
    }
    names.list[n] = NULL;
    for (unsigned k = 0; k < table->reg_n; k++)
        names.reg[k] = (struct tn_case_register){table->regs[k].name, 4u * table->regs[k].word, 4,
                                                 most(table, table->regs[k].each)};
    names.text = t;
}

const char *const *tn_bench_stream_names(const struct tn_bench_text *t)
{
    make(t);
    return names.list;
}

const char *tn_bench_stream_name(const struct tn_bench_text *t, unsigned stream, unsigned index)
{
    make(t);
    return names.list[names.first[stream] + index];
}

void tn_bench_stream_of(const struct tn_bench_text *t, const char *name, unsigned *stream,
                        unsigned *index)
{
    for (unsigned k = 0; k < tn_bench_streams(t); k++)
        for (unsigned i = 0; tn_bench_stream_is(t, k) && i < tn_bench_stream_most(t, k); i++)
            if (strcmp(tn_bench_stream_name(t, k, i), name) == 0) {
                *stream = k;
                *index = i;
                return;
            }
    tn_bug("a stream that the block does not have");
}

const struct tn_case_register *tn_bench_registers(const struct tn_bench_text *t, unsigned *n)
{
    make(t);
    *n = t->table->reg_n;
    return names.reg;
}
