/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A block's bench, the wrapper around our RTL, and its registers, as Verilog; and its tables as
 * Markdown.
 */
#include "block.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 512 };

static void head(const struct block *b, const char *text)
{
    printf("// Made by blockgen from %s%s%s.\n//\n// %s\n\n", b->ports_path, b->regs_path ? " and " : "", b->regs_path ? b->regs_path : "", text);
}

static void print_params(const struct block *b)
{
    for (int i = 0; i < b->param_n; i++)
        printf("%s    parameter integer %s = %lld%s", i ? "" : " #(\n", b->params[i].name, (long long)b->params[i].value,
               i + 1 < b->param_n ? ",\n" : "\n)");
}

/* #(.A(A), ...) */
static void print_params_on(const struct block *b)
{
    for (int i = 0; i < b->param_n; i++)
        printf("%s.%s(%s)", i ? ", " : " #(", b->params[i].name, b->params[i].name);
    if (b->param_n)
        putchar(')');
}

/* The number of bits of all of a port in this shape, as an expression. */
static const char *bits(const struct block *b, const struct block_port *p)
{
    static char out[TEXT];
    const bool one = strcmp(p->width, "1") == 0;
    if (p->each == BLOCK_NONE)
        snprintf(out, sizeof out, "%s", p->width);
    else
        snprintf(out, sizeof out, one ? "(%s)" : "(%s) * %s", b->eaches[p->each].count, p->width);
    return out;
}

/* "[(PORT_N * PLANE_N) * 16-1:0] ", "[15:0] ", or nothing for one bit. */
static const char *range(const struct block *b, const struct block_port *p)
{
    static char out[TEXT + 16];
    if (p->each == BLOCK_NONE && strspn(p->width, "0123456789") == strlen(p->width))
        snprintf(out, sizeof out, p->most > 1 ? "[%lld:0] " : "", (long long)p->most - 1);
    else
        snprintf(out, sizeof out, "[%s-1:0] ", bits(b, p));
    return out;
}

/* The RTL's name of a port. */
static const char *rtl_name(const struct block *b, const struct block_port *p)
{
    static char out[TEXT];
    if (p->stream == BLOCK_NONE)
        return p->name;
    const char *stream = b->streams[p->stream].name, *first = strchr(b->rtl.pattern, '%'), *second = strchr(first + 1, '%');
    snprintf(out, sizeof out, "%.*s%s%.*s%s%s", (int)(first - b->rtl.pattern), b->rtl.pattern, stream, (int)(second - first - 1), first + 1,
             p->name + strlen(stream) + 1, second + 1);
    return out;
}

void block_print_wrapper(const struct block *b)
{
    head(b, "The documented ports around our RTL. To test your own, copy this module, put your RTL in it, and give it as WRAPPER=.");
    printf("`timescale 1ns / 1ps\n`default_nettype none\n\nmodule dut_%s", b->name);
    print_params(b);
    puts(" (\n    input  wire clk,\n    input  wire rst,");
    for (int i = 0; i < b->port_n; i++)
        printf("    %s wire %s%s%s\n", b->ports[i].in ? "input " : "output", range(b, &b->ports[i]), b->ports[i].name, i + 1 < b->port_n ? "," : "");
    printf(");\n    %s", b->rtl.module);
    print_params_on(b);
    const bool low = b->rtl.reset[0] == '!';
    printf(" u_block (\n        .%s(clk), .%s(%srst),\n", b->rtl.clock, b->rtl.reset + low, low ? "!" : "");
    for (int i = 0; i < b->port_n; i++)
        printf("        .%s(%s)%s\n", rtl_name(b, &b->ports[i]), b->ports[i].name, i + 1 < b->port_n ? "," : "");
    puts("    );\nendmodule\n\n`default_nettype wire");
}

/* What stands at the outputs, bit 0 last: each port at its place, as wide as in the largest shape. */
static void print_vector(const struct block *b)
{
    unsigned end = b->pin_bits;
    for (;;) {
        const struct block_port *next = NULL;
        for (int i = 0; i < b->port_n; i++)
            if (!b->ports[i].in && b->ports[i].at < end && (!next || b->ports[i].at > next->at))
                next = &b->ports[i];
        const unsigned bits_n = !next ? 1 : (unsigned)(next->most * (next->each == BLOCK_NONE ? 1 : b->eaches[next->each].most));
        const unsigned behind = next ? next->at + bits_n : 1;
        if (end > behind)
            printf("            %u'd0,\n", end - behind);
        if (!next)
            break;
        printf("            %u'd0 | %s,\n", bits_n, next->name);
        end = next->at;
    }
    puts("            rst");
}

void block_print_bench(const struct block *b)
{
    head(b, "The block with all its pins C's (harness/bfm/tn_bfm_pins.v).");
    printf("`timescale 1ns / 1ps\n`default_nettype none\n`include \"tn_sim.vh\"\n\nmodule %s_tb", b->name);
    print_params(b);
    puts("\n`ifdef VERILATOR\n(\n    `TN_BENCH_PORTS\n);\n`else\n();\n    `TN_BENCH_NETS\n`endif");
    puts("\n    wire [0:0] done;\n    `TN_BENCH_CLOCK(1)\n");
    for (int i = 0; i < b->port_n; i++)
        if (!b->ports[i].in)
            printf("    wire %s%s;\n", range(b, &b->ports[i]), b->ports[i].name);
    printf("    wire [%u:0] play; // a port has its bits in each shape where the largest one has them\n\n    tn_bfm_pins #(.PINS_W(%u), .PLAY_W(%u)) u_pins (\n        .clk(clk), .cycle(cycle), .play(play), .done(done),\n"
           "        .pins({\n", b->play_bits - 1, b->pin_bits, b->play_bits);
    print_vector(b);
    printf("        })\n    );\n\n    dut_%s", b->name);
    print_params_on(b);
    puts(" u_dut (\n        .clk(clk), .rst(rst),");
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        if (p->in)
            printf("        .%s(play[%u+:%s])%s\n", p->name, p->at, bits(b, p), i + 1 < b->port_n ? "," : "");
        else
            printf("        .%s(%s)%s\n", p->name, p->name, i + 1 < b->port_n ? "," : "");
    }
    printf("    );\n\n    initial begin\n        `TN_DECLARE(3, 0, \"%s\");\n", b->name);
    for (int i = 0; i < b->param_n; i++)
        printf("        `TN_PARAM(\"%s\", %s);\n", b->params[i].name, b->params[i].name);
    puts("    end\nendmodule\n\n`default_nettype wire");
}

void block_print_regs_vh(const struct block *b)
{
    const int width = (int)b->addr_bits - 2;
    head(b, "Words of the register window, and reset values. Include inside a module.");
    puts("// verilator lint_off UNUSEDPARAM");
    for (int i = 0; i < b->reg_n; i++) {
        const struct block_reg *r = &b->regs[i];
        printf("localparam [%d:0] %s_%s = %d'd%lld;\n", width - 1, b->prefix, r->name, width, (long long)r->word);
        if (r->writable)
            printf("localparam [31:0] %s_%s_RESET = 32'd%lld;\n", b->prefix, r->name, (long long)r->reset);
    }
    puts("// verilator lint_on UNUSEDPARAM");
}

/* ---- the tables of a page */

static void doc_params(const struct block *b)
{
    puts("| parameter | range | default | meaning |\n|---|---|---|---|");
    for (int i = 0; i < b->param_n; i++) {
        const struct block_param *p = &b->params[i];
        printf("| `%s` | %lld %s %lld | %lld | %s |\n", p->name, (long long)p->low, p->high - p->low == 1 ? "or" : "to", (long long)p->high,
               (long long)p->value, p->text);
    }
    for (int i = 0; i < b->legal_n; i++)
        printf("\nLegal is `%s`.\n", b->legal[i]);
}

/* One row: the n ports from the first one on. */
static void doc_row(const struct block *b, int first, int n, const char *text)
{
    putchar('|');
    for (int i = 0; i < n; i++)
        printf("%s `%s`", i ? "," : "", b->ports[first + i].name);
    bool same = true;
    for (int i = 1; i < n; i++)
        same &= b->ports[first + i].in == b->ports[first].in;
    fputs(" |", stdout);
    for (int i = 0; i < (same ? 1 : n); i++)
        printf("%s %s", i ? "," : "", b->ports[first + i].in ? "in" : "out");
    fputs(" |", stdout);
    for (int i = 0; i < n; i++)
        printf("%s %s", i ? "," : "", b->ports[first + i].width);
    printf(" | %s |\n", text);
}

static void doc_ports_of(const struct block *b, int each)
{
    if (each == BLOCK_NONE)
        puts("| port | dir | width | meaning |\n|---|---|---|---|\n| `clk`, `rst` | in | 1, 1 | clock; reset, synchronous, active high |");
    else
        printf("| port of each %s | dir | width | meaning |\n|---|---|---|---|\n", b->eaches[each].name);
    for (int i = 0; i < b->port_n; i++) {
        const struct block_port *p = &b->ports[i];
        const bool regs = strcmp(p->name, "reg_wr") == 0 && b->addr_bits;
        const int n = regs ? 5 : p->stream != BLOCK_NONE ? b->streams[p->stream].n : 1;
        if (p->each == each)
            doc_row(b, i, n, regs ? "registers: byte address; read data in the cycle after `reg_rd`" : n > 1 ? b->streams[p->stream].text : p->text);
        i += n - 1;
    }
}

static void doc_ports(const struct block *b)
{
    for (int k = 0; k < b->each_n; k++) {
        doc_ports_of(b, k);
        printf("\nA port of the block has the bits of all of its `%s` %ss, those of %s 0 lowest.\n\n", b->eaches[k].count, b->eaches[k].name,
               b->eaches[k].name);
    }
    doc_ports_of(b, BLOCK_NONE);
}

static void doc_regs(const struct block *b)
{
    puts("| word | name | | reset | |\n|---|---|---|---|---|");
    for (int i = 0; i < b->reg_n; i++) {
        const struct block_reg *r = &b->regs[i];
        printf("| %lld", (long long)r->word);
        if (r->each != BLOCK_NONE)
            printf(" + *%c*", b->eaches[r->each].name[0]);
        printf(" | %s | %s%s%s | ", r->name, r->writable ? "RW" : "R", *r->bits ? " " : "", r->bits);
        printf(r->reset > UINT16_MAX ? "0x%08llx | " : "%lld | ", (long long)r->reset);
        printf("%s |\n", r->text);
    }
}

bool block_print_doc(const struct block *b, const char *what)
{
    static const struct {
        const char *what;
        void (*print)(const struct block *b);
    } tables[] = {{"parameters", doc_params}, {"ports", doc_ports}, {"registers", doc_regs}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(tables[i].what, what) == 0) {
            tables[i].print(b);
            return true;
        }
    return false;
}
