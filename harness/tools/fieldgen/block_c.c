/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block's pins and registers as C: structs, their bits in the vectors of the bench, and the table
 * that programs read.
 */
#include "block.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD = 32 };

static const char *upper(const char *s)
{
    static char out[4][64];
    static unsigned turn;
    char *o = out[turn++ % 4];
    size_t i = 0;
    for (; s[i] && i < sizeof out[0] - 1; i++)
        o[i] = (char)toupper((unsigned char)s[i]);
    o[i] = '\0';
    return o;
}

void block_head(const struct block *b, const char *text)
{
    printf("/* Made by blockgen from %s%s%s.\n *\n * %s\n */\n", b->ports_path, b->regs_path ? " and " : "",
           b->regs_path ? b->regs_path : "", text);
}

/* ---- the header of structs and registers */

static const char *type_of(const struct block_port *p)
{
    return p->most == 1 ? "bool" : p->most <= 8 ? "uint8_t" : p->most <= 16 ? "uint16_t" : "uint32_t";
}

static unsigned words_of(const struct block_port *p)
{
    return (unsigned)(p->most + WORD - 1) / WORD;
}

static void print_members(const struct block *b, int each)
{
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        if (p->each != each)
            continue;
        printf("    %s %s", type_of(p), p->name);
        if (words_of(p) > 1)
            printf("[%u]", words_of(p));
        const bool first = p->stream != BLOCK_NONE && b->streams[p->stream].first == i;
        const char *text = first ? b->streams[p->stream].text : p->text;
        printf(*text ? "; /* %s%s */\n" : ";\n", p->in ? "in: " : "out: ", text);
    }
}

static void print_reg_enum(const struct block *b)
{
    printf("\n/* Words of the register window. */\nenum tn_%s_reg {\n", b->name);
    for (int i = 0; i < b->reg_n; i++)
        printf("    %s_%s = %lld, /* %s%s */\n", b->prefix, b->regs[i].name, (long long)b->regs[i].word,
               b->regs[i].each == BLOCK_NONE ? "" : "the first of many: ", b->regs[i].text);
    printf("    %s_REGS = %lld\n};\n", b->prefix, 1LL << (b->addr_bits - 2));
}

void block_print_header(const struct block *b)
{
    block_head(b, "Pins and registers of the block, by the names of its page.");
    printf("#ifndef TN_GEN_%s_H\n#define TN_GEN_%s_H\n\n#include <stdbool.h>\n#include <stdint.h>\n", upper(b->name), upper(b->name));
    for (int i = 0; i < b->each_n; i++) {
        const struct block_each *x = &b->eaches[i];
        printf("\nenum { TN_%s_%sS = %lld }; /* the most that any shape has */\n", upper(b->name), upper(x->name), (long long)x->most);
        printf("\n/* The pins of one %s in one cycle. */\nstruct tn_%s_%s {\n", x->name, b->name, x->name);
        print_members(b, i);
        puts("};");
    }
    printf("\n/* All pins in one cycle, as they stand at the rising edge that ends it. */\nstruct tn_%s_pins {\n    bool rst;\n", b->name);
    for (int i = 0; i < b->each_n; i++)
        printf("    struct tn_%s_%s %s[TN_%s_%sS];\n", b->name, b->eaches[i].name, b->eaches[i].name, upper(b->name), upper(b->eaches[i].name));
    print_members(b, BLOCK_NONE);
    puts("};");
    if (b->stream_n) {
        printf("\n/* Places of the streams in the block's table. */\nenum tn_%s_stream {\n", b->name);
        for (int i = 0; i < b->stream_n; i++)
            printf("    %s_%s,\n", upper(b->name), upper(b->streams[i].name));
        puts("};");
    }
    if (b->reg_n)
        print_reg_enum(b);
    puts("\n#endif");
}

/* ---- pins between the bench's vectors and the structs */

void block_print_player(const struct block *b)
{
    block_head(b, "Plays the block's inputs (tn/pins.h).");
    printf("#ifndef TN_GEN_%s_PINS_H\n#define TN_GEN_%s_PINS_H\n\n#include <tn/gen/%s.h>\n", upper(b->name), upper(b->name), b->name);
    printf("\n/* Who plays: cycle is called at each edge with the pins of the cycle that ends and fills in next,\n"
           " * which comes zeroed, the inputs of the next one; tell at falling edges, when test code may run.\n"
           " * unknown: an output that must always be known was not. */\n"
           "struct tn_%s_player {\n"
           "    void (*cycle)(void *ctx, uint64_t cycle, const struct tn_%s_pins *p, bool unknown,\n"
           "                  struct tn_%s_pins *next);\n"
           "    void (*tell)(void *ctx);\n    void *ctx;\n};\n", b->name, b->name, b->name);
    printf("/* Sets the player; NULL: all inputs are 0. */\nvoid tn_%s_play(const struct tn_%s_player *player);\n\n#endif\n", b->name, b->name);
}

/* One port from the vector, or into it. at: " + 3 * i" for the i-th. */
static void print_port(const struct block_port *p, const char *from, const char *index)
{
    for (unsigned k = 0; k < words_of(p); k++) {
        const unsigned width = p->most - WORD * k > WORD ? WORD : (unsigned)p->most - WORD * k;
        char member[96], at[64];
        snprintf(member, sizeof member, words_of(p) > 1 ? "%s%s[%u]" : "%s%s", from, p->name, k);
        snprintf(at, sizeof at, *index ? "%u + %lld * %s" : "%u", p->at + WORD * k, (long long)p->most, index);
        if (p->in)
            printf("    tn_pins_put(play, %s, %u, %s);\n", at, width, member);
        else if (p->most == 1)
            printf("    %s = tn_pins_get(pins, %s, 1);\n", member, at);
        else
            printf("    %s = (%s)tn_pins_get(pins, %s, %u);\n", member, type_of(p), at, width);
    }
}

static void print_ports(const struct block *b, int each, bool in)
{
    for (int i = 0; i < b->port_n; i++)
        if (b->ports[i].each == each && b->ports[i].in == in)
            print_port(&b->ports[i], each == BLOCK_NONE ? "p->" : "x->", each == BLOCK_NONE ? "" : "i");
}

/* The function of one direction; those of one of many come before. */
static void print_way(const struct block *b, bool in)
{
    const char *verb = in ? "put" : "get", *is = in ? "const " : "", *of = in ? "uint32_t *play" : "const uint32_t *pins";
    for (int k = 0; k < b->each_n; k++) {
        printf("\nstatic void %s_%s(%sstruct tn_%s_%s *x, %s, unsigned i)\n{\n", verb, b->eaches[k].name, is, b->name, b->eaches[k].name, of);
        print_ports(b, k, in);
        puts("}");
    }
    printf("\nstatic void %s(%sstruct tn_%s_pins *p, %s)\n{\n", verb, is, b->name, of);
    if (!in)
        puts("    p->rst = tn_pins_get(pins, 0, 1);");
    print_ports(b, BLOCK_NONE, in);
    for (int k = 0; k < b->each_n; k++)
        printf("    for (unsigned i = 0; i < %s_n; i++)\n        %s_%s(&p->%s[i], %s, i);\n", b->eaches[k].name, verb, b->eaches[k].name,
               b->eaches[k].name, in ? "play" : "pins");
    puts("}");
}

/* An expression with what stands for a parameter in the place of its name. */
static void print_expr(const char *text, const char *before, const char *behind)
{
    while (*text) {
        const size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
        if (n && !isdigit((unsigned char)*text))
            printf("%s%.*s%s", before, (int)n, text, behind);
        else
            printf("%.*s", n ? (int)n : 1, text);
        text += n ? n : 1;
    }
}

void block_print_pins(const struct block *b)
{
    block_head(b, "Pins of the block, bits to members and back.");
    printf("#include \"%s/pins.h\"\n\n#include <tn/pins.h>\n#include <tn/sim.h>\n\n", b->name);
    printf("static struct tn_%s_player player;\nstatic struct tn_%s_pins played; /* the inputs of the cycle that ends next */\n", b->name, b->name);
    for (int k = 0; k < b->each_n; k++)
        printf("static unsigned %s_n; /* of this shape */\n", b->eaches[k].name);
    print_way(b, false);
    print_way(b, true);
    printf("\nstatic void cycle(uint64_t now, const uint32_t *pins, uint32_t unknown, uint32_t *play)\n{\n"
           "    struct tn_%s_pins p = played, next = {0};\n    get(&p, pins);\n"
           "    if (player.cycle)\n        player.cycle(player.ctx, now, &p, unknown & 0x%x, &next);\n"
           "    put(&next, play);\n    played = next;\n}\n",
           b->name, block_known(b));
    printf("\nstatic void tell(void)\n{\n    if (player.tell)\n        player.tell(player.ctx);\n}\n");
    printf("\nstatic void clear(void)\n{\n    player = (struct tn_%s_player){0};\n}\n", b->name);
    printf("\nvoid tn_%s_play(const struct tn_%s_player *p)\n{\n    static const struct tn_pins_form form = {cycle, tell, clear};\n", b->name, b->name);
    printf("    player = p ? *p : (struct tn_%s_player){0};\n", b->name);
    for (int k = 0; k < b->each_n; k++) {
        printf("    %s_n = (unsigned)(", b->eaches[k].name);
        print_expr(b->eaches[k].count, "tn_sim_param(\"", "\")");
        puts(");");
    }
    puts("    tn_pins_use(&form);\n}");
}

/* ---- the table */

static void print_offset(const struct block *b, const struct block_port *p)
{
    if (p->each == BLOCK_NONE)
        printf("offsetof(struct tn_%s_pins, %s), 0", b->name, p->name);
    else
        printf("offsetof(struct tn_%s_pins, %s) + offsetof(struct tn_%s_%s, %s), sizeof(struct tn_%s_%s)", b->name, b->eaches[p->each].name,
               b->name, b->eaches[p->each].name, p->name, b->name, b->eaches[p->each].name);
}

/* Says whether a port's width depends on parameters. */
static bool varies(const struct block_port *p)
{
    return strcspn(p->width, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < strlen(p->width);
}

static void print_table_ports(const struct block *b)
{
    for (int i = 0; i < b->port_n; i++)
        if (varies(&b->ports[i])) {
            printf("\nstatic uint16_t bits_%s(unsigned (*of)(const char *param))\n{\n    return (uint16_t)(", b->ports[i].name);
            print_expr(b->ports[i].width, "of(\"", "\")");
            puts(");\n}");
        }
    puts("\nstatic const struct tn_block_port ports[] = {");
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        printf("    {\"%s\", \"%s\", %s, %d, %d, %d, %lld, %u, ", p->name, p->text, p->in ? "true" : "false", p->each, p->stream, p->with,
               (long long)p->most, p->at);
        print_offset(b, p);
        printf(varies(p) ? ", bits_%s},\n" : ", NULL},\n", p->name);
    }
    puts("};");
    if (b->stream_n) {
        puts("\nstatic const struct tn_block_stream streams[] = {");
        for (int i = 0; i < b->stream_n; i++) {
            const struct block_stream *s = &b->streams[i];
            printf("    {\"%s\", \"%s\", %s, %d, %d, %d, %d, %lld, %lld, %d},\n", s->name, s->text, s->in ? "true" : "false", s->each, s->first, s->n, s->ready,
                   (long long)s->low, (long long)s->high, s->hold);
        }
        puts("};");
    }
}

void block_print_table(const struct block *b)
{
    block_head(b, "What the block has, for programs (tn/block_table.h).");
    printf("#include <tn/block_table.h>\n#include <tn/gen/%s.h>\n\nextern const struct tn_block_table tn_table_%s;\n", b->name, b->name);
    if (b->param_n)
        puts("\nstatic const struct tn_block_param params[] = {");
    for (int i = 0; i < b->param_n; i++)
        printf("    {\"%s\", \"%s\", %lld, %lld, %lld},\n", b->params[i].name, b->params[i].text, (long long)b->params[i].low,
               (long long)b->params[i].high, (long long)b->params[i].value);
    if (b->param_n)
        puts("};");
    for (int k = 0; k < b->each_n; k++) {
        printf("\nstatic unsigned count_%s(unsigned (*of)(const char *param))\n{\n    return ", b->eaches[k].name);
        print_expr(b->eaches[k].count, "of(\"", "\")");
        puts(";\n}");
    }
    if (b->each_n)
        puts("\nstatic const struct tn_block_each eaches[] = {");
    for (int k = 0; k < b->each_n; k++)
        printf("    {\"%s\", %lld, count_%s},\n", b->eaches[k].name, (long long)b->eaches[k].most, b->eaches[k].name);
    if (b->each_n)
        puts("};");
    print_table_ports(b);
    if (b->reg_n)
        puts("\nstatic const struct tn_block_reg regs[] = {");
    for (int i = 0; i < b->reg_n; i++) {
        const struct block_reg *r = &b->regs[i];
        printf("    {\"%s\", \"%s\", %lld, %d, %s, %s, 0x%xu, %lldu},\n", r->name, r->text, (long long)r->word, r->each, r->writable ? "true" : "false",
               r->moves ? "true" : "false", r->mask, (long long)r->reset);
    }
    if (b->reg_n)
        puts("};");
    printf("\nconst struct tn_block_table tn_table_%s = {\n    .name = \"%s\",\n    .pins_size = sizeof(struct tn_%s_pins),\n    .known = 0x%x,\n    .addr_bits = %lld,\n",
           b->name, b->name, b->name, block_known(b), (long long)b->addr_bits);
    const struct {
        const char *all, *one;
        int n;
    } lists[] = {{"params", "param", b->param_n}, {"eaches", "each", b->each_n}, {"ports", "port", b->port_n},
                 {"streams", "stream", b->stream_n}, {"regs", "reg", b->reg_n}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].n)
            printf("    .%s = %s,\n    .%s_n = %d,\n", lists[i].all, lists[i].all, lists[i].one, lists[i].n);
    puts("};");
}
