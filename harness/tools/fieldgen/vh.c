/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The field tables as Verilog constants.
 */
#include "fieldgen.h"

#include <tn/protocol.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void upper(const char *s)
{
    for (; *s; s++)
        putchar(toupper((unsigned char)*s));
}

static void print_places(const struct tn_header *h)
{
    for (size_t k = 0; k < h->field_n; k++) {
        const struct tn_field *f = &h->fields[k];
        printf("localparam integer ");
        upper(h->name);
        putchar('_');
        upper(f->name);
        printf("_LSB = %d;\nlocalparam integer ", h->bytes * 8 - f->off - f->width);
        upper(h->name);
        putchar('_');
        upper(f->name);
        printf("_W = %d;\n", f->width);
    }
}

static void print_values(const struct tn_header *h)
{
    for (size_t i = 0; i < h->value_n; i++) {
        const struct tn_value *v = &h->values[i];
        if (strcmp(v->header, h->name) != 0)
            continue;
        printf("localparam [%d:0] ", tn_field_find(h, v->field)->width - 1);
        upper(v->header);
        putchar('_');
        upper(v->field);
        printf("_%s = %d'd%u;\n", v->name, tn_field_find(h, v->field)->width, v->value);
    }
}

void print_vh(void)
{
    const struct tn_header *h;
    puts("// Generated from checkers/spec/all.def. Include inside a module.\n"
         "// verilator lint_off UNUSEDPARAM");
    for (size_t i = 0; (h = tn_header_at(i)) != NULL; i++)
        print_places(h);
    for (size_t i = 0; (h = tn_header_at(i)) != NULL; i++)
        print_values(h);
    puts("// verilator lint_on UNUSEDPARAM");
}
