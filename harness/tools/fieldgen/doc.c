/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A header as a 32-bit-wide diagram and a Markdown table, put between the markers of
 * a page: <!-- generated: HEADER --> and <!-- end -->. And the tables of a block, between
 * <!-- generated: ports of FOLDER --> and the same; the folder is relative to the page.
 */
#include "block.h"
#include "fieldgen.h"

#include <tn/protocol.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ROW_BITS = 32, LINE_BYTES = 4096, EXIT_UNUSABLE = 2 };

static const char begin_mark[] = "<!-- generated: ";
static const char end_mark[] = "<!-- end -->";

/* The part of a field that stands in one row: bits from..from+width-1 of the row. */
struct cell {
    const char *name;
    unsigned from, width;
};

/* The cells of the row that begins at bit start; returns their number. */
static unsigned cells_of(const struct tn_header *h, unsigned start, struct cell *cells)
{
    unsigned n = 0;
    for (size_t i = 0; i < h->field_n; i++) {
        const struct tn_field *f = &h->fields[i];
        unsigned a = f->off, b = (unsigned)f->off + f->width;
        if (b <= start || a >= start + ROW_BITS)
            continue;
        a = a < start ? start : a;
        b = b > start + ROW_BITS ? start + ROW_BITS : b;
        cells[n++] = (struct cell){f->name, a - start, b - a};
    }
    return n;
}

/* A bit is two columns: a cell of n bits holds 2n-1 characters between its bars. */
static unsigned inner(const struct cell *c)
{
    return 2 * c->width - 1;
}

/* A name too long for its cell is written downwards, cut to the cell's width. */
static unsigned lines_of(const struct cell *c)
{
    return ((unsigned)strlen(c->name) + inner(c) - 1) / inner(c);
}

/* The line between two rows (or at an edge, where one has no cells): a corner
 * wherever either row has a bar. */
static void print_rule_line(const struct cell *above, unsigned above_n, const struct cell *below,
                            unsigned below_n)
{
    char line[2 * ROW_BITS + 2] = "+";
    size_t end = 0;
    for (unsigned i = 0; i < above_n + below_n; i++) {
        const struct cell *c = i < above_n ? &above[i] : &below[i - above_n];
        size_t bar = 2u * (c->from + c->width);
        for (; end < bar; end++)
            line[end + 1] = '-';
    }
    for (unsigned i = 0; i < above_n; i++)
        line[2 * (above[i].from + above[i].width)] = '+';
    for (unsigned i = 0; i < below_n; i++)
        line[2 * (below[i].from + below[i].width)] = '+';
    printf("    %s\n", line);
}

static void print_row(const struct cell *cells, unsigned n, unsigned byte)
{
    unsigned height = 1;
    for (unsigned i = 0; i < n; i++)
        if (lines_of(&cells[i]) > height)
            height = lines_of(&cells[i]);
    for (unsigned y = 0; y < height; y++) {
        if (y == 0)
            printf("%3u |", byte);
        else
            fputs("    |", stdout);
        for (unsigned i = 0; i < n; i++) {
            unsigned w = inner(&cells[i]), len = (unsigned)strlen(cells[i].name);
            unsigned top = (height - lines_of(&cells[i])) / 2, at = (y - top) * w;
            unsigned part = y < top || at >= len ? 0 : len - at < w ? len - at : w;
            unsigned left = (w - part) / 2;
            printf("%*s%.*s%*s|", (int)left, "", (int)part, part ? cells[i].name + at : "",
                   (int)(w - left - part), "");
        }
        putchar('\n');
    }
}

static void print_diagram(const struct tn_header *h)
{
    struct cell above[ROW_BITS], cells[ROW_BITS];
    unsigned bits = 8u * h->bytes, above_n = 0;
    fputs("```\n    ", stdout);
    for (unsigned byte = 0; byte < 4 && byte < h->bytes; byte++)
        printf(" +%u%s", byte, byte < 3 && byte + 1u < h->bytes ? "             " : "\n    ");
    for (unsigned bit = 0; bit < ROW_BITS && bit < bits; bit++)
        printf(" %u", 7 - bit % 8);
    putchar('\n');
    for (unsigned start = 0; start < bits; start += ROW_BITS) {
        unsigned n = cells_of(h, start, cells);
        print_rule_line(above, above_n, cells, n);
        print_row(cells, n, start / 8);
        memcpy(above, cells, sizeof above);
        above_n = n;
    }
    print_rule_line(above, above_n, NULL, 0);
    puts("```\n");
}

static const char *kind_text(enum tn_field_kind kind)
{
    switch (kind) {
    case TN_FIELD_HEX:
        return "hex";
    case TN_FIELD_DEC:
        return "decimal";
    case TN_FIELD_BOOL:
        return "flag";
    case TN_FIELD_ENUM:
        return "value";
    case TN_FIELD_BDF:
        return "bus:dev.fn";
    default:
        return "reserved";
    }
}

static void print_table(const struct tn_header *h)
{
    size_t n = h->value_n, mine = 0;
    const struct tn_value *v = h->values;
    puts("| byte | bit | bits | field | shown as | meaning |\n|---|---|---|---|---|---|");
    for (size_t i = 0; i < h->field_n; i++) {
        const struct tn_field *f = &h->fields[i];
        printf("| %u | %u | %u | %s | %s | %s |\n", f->off / 8u, 7 - f->off % 8u, f->width, f->name,
               kind_text(f->kind), f->text);
    }
    for (size_t i = 0; i < n; i++)
        if (strcmp(v[i].header, h->name) == 0) {
            if (mine++ == 0)
                puts("\n| field | value | name | meaning |\n|---|---|---|---|");
            printf("| %s | %02xh | %s | %s |\n", v[i].field, v[i].value, v[i].name, v[i].text);
        }
}

static void print_header(const struct tn_header *h)
{
    printf("`%s`: %s, %u bytes (%s)\n\n", h->name, h->text, h->bytes, h->source);
    print_diagram(h);
    print_table(h);
}

static int unusable(const char *path, unsigned line, const char *what)
{
    fprintf(stderr, "fieldgen: %s:%u: %s\n", path, line, what);
    return EXIT_UNUSABLE;
}

/* The header that a begin mark names; NULL when the line is none or names none. */
static const struct tn_header *named(const char *line)
{
    char name[64];
    if (sscanf(line + sizeof begin_mark - 1, "%63s", name) != 1)
        return NULL;
    return tn_header_named(name);
}

/* Prints the table of a block that a begin mark names. Returns false when it names none. */
static bool print_block(const char *line, const char *path)
{
    static struct block b;
    char what[64], folder[256], at[512];
    const char *slash = strrchr(path, '/');
    if (sscanf(line + sizeof begin_mark - 1, "%63s of %255s", what, folder) != 2)
        return false;
    snprintf(at, sizeof at, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, folder);
    block_read(&b, folder, at);
    return block_print_doc(&b, what);
}

static int copy_page(FILE *f, const char *path)
{
    char line[LINE_BYTES];
    unsigned number = 0, open = 0;
    while (fgets(line, sizeof line, f)) {
        number++;
        if (strncmp(line, begin_mark, sizeof begin_mark - 1) == 0) {
            const struct tn_header *h = named(line);
            if (open)
                return unusable(path, number, "a marker inside a marker");
            open = number;
            fputs(line, stdout);
            if (h)
                print_header(h);
            else if (!print_block(line, path))
                return unusable(path, number, "no such header, and no table of a block");
        } else if (strncmp(line, end_mark, sizeof end_mark - 1) == 0) {
            if (!open)
                return unusable(path, number, "an end without its marker");
            open = 0;
        }
        if (!open)
            fputs(line, stdout);
    }
    return open ? unusable(path, open, "a marker without its end") : 0;
}

int print_page(const char *path)
{
    int code;
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "fieldgen: %s: %s\n", path, strerror(errno));
        return EXIT_UNUSABLE;
    }
    code = copy_page(f, path);
    fclose(f);
    return code;
}
