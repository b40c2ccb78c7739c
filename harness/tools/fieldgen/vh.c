/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The field tables as Verilog constants.
 */
#include "fieldgen.h"

#include <tn/fields.h>

#include <ctype.h>
#include <stdio.h>

static void upper(const char *s)
{
    for (; *s; s++)
        putchar(toupper((unsigned char)*s));
}

void print_vh(void)
{
    size_t n, vn;
    const struct tn_header *h = tn_headers(&n);
    const struct tn_value *v = tn_values(&vn);
    puts("// Generated from checkers/spec/all.def. Include inside a module.\n"
         "// verilator lint_off UNUSEDPARAM");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < h[i].field_n; k++) {
            const struct tn_field *f = &h[i].fields[k];
            printf("localparam integer ");
            upper(h[i].name);
            putchar('_');
            upper(f->name);
            printf("_LSB = %d;\nlocalparam integer ", h[i].bytes * 8 - f->off - f->width);
            upper(h[i].name);
            putchar('_');
            upper(f->name);
            printf("_W = %d;\n", f->width);
        }
    for (size_t i = 0; i < vn; i++) {
        const struct tn_field *f = tn_field_find(tn_header_find(v[i].header), v[i].field);
        printf("localparam [%d:0] ", f->width - 1);
        upper(v[i].header);
        putchar('_');
        upper(v[i].field);
        printf("_%s = %d'd%u;\n", v[i].name, f->width, v[i].value);
    }
    puts("// verilator lint_on UNUSEDPARAM");
}
