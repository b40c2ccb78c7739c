/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The descriptor of a block with the plain bench (tn/bench_plain.h): its knobs and fields as text,
 * and the functions of its judge.
 */
#include "block.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The fabric of a folder checkers/FABRIC/BLOCK; NULL: a block of one's own. */
static const char *fabric_of(const struct block *b)
{
    static char name[64];
    return sscanf(b->folder, "checkers/%63[a-z0-9_]/", name) == 1 ? name : NULL;
}

/* The name of a stream's signal without the stream's. */
static const char *signal_of(const struct block *b, const struct block_port *p)
{
    return p->name + strlen(b->streams[p->stream].name) + 1;
}

/* The fields that a mix may wish for: the number of words, and each signal beside the data, once. */
static void print_fields(const struct block *b)
{
    printf("static const char *const fields[] = {\"words\"");
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        bool first = p->stream != BLOCK_NONE && i != b->streams[p->stream].first && i != b->streams[p->stream].ready;
        if (!first || strstr("data keep last", signal_of(b, p)))
            continue;
        for (int k = 0; k < i; k++)
            first = first && !(b->ports[k].stream != BLOCK_NONE && strcmp(signal_of(b, &b->ports[k]), signal_of(b, p)) == 0);
        if (first)
            printf(", \"%s\"", signal_of(b, p));
    }
    puts(", NULL};");
}

/* A knob for each input that is of no stream and no register, in the order of the table. */
static void print_knobs(const struct block *b)
{
    puts("\nstatic const struct tn_bench_knob knobs[] = {");
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        if (!p->in || p->stream != BLOCK_NONE || strncmp(p->name, "reg_", 4) == 0)
            continue;
        printf("    {\"%s\", %lld, 0x%llxu, \"%s\"},\n", p->name, p->each == BLOCK_NONE ? 1LL : (long long)b->eaches[p->each].most,
               p->most >= 32 ? 0xffffffffULL : (1ULL << p->most) - 1, p->text);
    }
    puts("    {0},\n};");
}

/* The judge's functions, with the types of struct tn_plain. */
static void print_judge(const struct block *b)
{
    const char *x = b->name;
    printf("\n#ifdef TN_SIMULATION\n#include \"%s/judge.h\"\n#include \"%s/pins.h\"\n", b->folder, x);
    printf("\nstatic void *make(unsigned (*of)(const char *), tn_verdict_fn *fn, void *ctx)\n{\n    return tn_%s_judge_new(of, fn, ctx);\n}\n", x);
    printf("\nstatic void free_judge(void *judge)\n{\n    tn_%s_judge_free(judge);\n}\n", x);
    printf("\nstatic bool idle(const void *judge)\n{\n    return tn_%s_judge_idle(judge);\n}\n", x);
    printf("\nstatic const struct tn_judge *counts(const void *judge)\n{\n    return tn_%s_judge_of(judge);\n}\n", x);
    printf("\nstatic void cycle(void *bench, uint64_t now, const struct tn_%s_pins *p, bool unknown,\n"
           "                  struct tn_%s_pins *next)\n{\n"
           "    tn_%s_judge_cycle(tn_plain_judge(bench), p, now);\n    tn_plain_cycle(bench, now, p, unknown, next);\n}\n", x, x, x);
    printf("\nstatic void play(void *bench)\n{\n    const struct tn_%s_player player = {cycle, tn_plain_tell, bench};\n"
           "    tn_%s_play(bench ? &player : NULL);\n}\n", x, x);
    puts("\nstatic const struct tn_plain plain = {make, free_judge, idle, counts, play};\n#endif");
}

void block_print_dut(const struct block *b)
{
    const char *fabric = fabric_of(b);
    block_head(b, "The block's descriptor.");
    printf("#include <tn/bench_plain.h>\n#include <tn/dut.h>\n#include <tn/event.h>\n#include <tn/rules.h>\n\n"
           "extern const struct tn_block_table tn_table_%s;\n\n", b->name);
    print_fields(b);
    print_knobs(b);
    printf("\nstatic const struct tn_bench_text text = {\n    .table = &tn_table_%s,\n    .knobs = knobs,\n    .packet = tn_plain_packet,\n    .wishes = fields,\n};\n", b->name);
    if (!fabric)
        printf("\nstatic const struct tn_rule rules[] = {\n#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},\n"
               "#include \"%s/rules.def\"\n#undef TN_RULE\n};\n", b->folder);
    print_judge(b);
    printf("\nconst struct tn_dut tn_dut_%s = {\n    .name = \"%s\",\n    .fabric = \"%s\",\n    .packet = \"packet\",\n    .table = &tn_table_%s,\n    .text = &text,\n    .scope = \"u_dut\",\n",
           b->name, b->name, fabric ? fabric : "none", b->name);
    if (!fabric) {
        puts("    .carries = TN_FABRIC_NONE,\n    .rules = rules,\n    .rule_n = sizeof rules / sizeof *rules,");
    } else {
        printf("    .carries = TN_FABRIC_");
        for (const char *c = fabric; *c; c++)
            putchar(toupper((unsigned char)*c));
        puts(",");
    }
    puts("    TN_DUT_PLAIN(plain),\n};");
}
