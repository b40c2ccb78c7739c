/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The field tables and the rule catalogue as one Lua table.
 */
#include "fieldgen.h"

#include <tn/protocol.h>
#include <tn/rules.h>

#include <stdio.h>
#include <string.h>

/* A Lua string literal; the tables hold printable text only. */
static void quoted(const char *s)
{
    putchar('"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putchar('\\');
        putchar(*s);
    }
    putchar('"');
}

static const char *kind_name(enum tn_field_kind kind)
{
    switch (kind) {
    case TN_FIELD_HEX:
        return "HEX";
    case TN_FIELD_DEC:
        return "DEC";
    case TN_FIELD_BOOL:
        return "BOOL";
    case TN_FIELD_ENUM:
        return "ENUM";
    case TN_FIELD_BDF:
        return "BDF";
    default:
        return "RSV";
    }
}

static void print_field(const struct tn_header *h, const struct tn_field *f)
{
    size_t n = h->value_n;
    const struct tn_value *v = h->values;
    printf("      { name = \"%s\", off = %u, width = %u, kind = \"%s\", text = ", f->name, f->off,
           f->width, kind_name(f->kind));
    quoted(f->text);
    printf(",\n        values = {");
    for (size_t i = 0; i < n; i++)
        if (strcmp(v[i].header, h->name) == 0 && strcmp(v[i].field, f->name) == 0) {
            printf(" [%u] = { \"%s\", ", v[i].value, v[i].name);
            quoted(v[i].text);
            printf(" },");
        }
    puts(" } },");
}

void print_lua(void)
{
    const struct tn_header *h;
    const struct tn_rule *r;
    puts("-- Generated from checkers/spec/all.def and rules_*.def.\nlocal TN = { headers = {}, rules "
         "= {} }");
    for (size_t i = 0; (h = tn_header_at(i)) != NULL; i++) {
        printf("TN.headers[\"%s\"] = { order = %zu, bytes = %u, source = \"%s\", text = ",
               h->name, i, h->bytes, h->source);
        quoted(h->text);
        puts(",\n  fields = {");
        for (size_t k = 0; k < h->field_n; k++)
            print_field(h, &h->fields[k]);
        puts("  } }");
    }
    for (size_t i = 0; (r = tn_rule_at(i)); i++) {
        printf("TN.rules[\"%s\"] = { must = %s, source = \"%s\", text = ", r->id,
               r->level == TN_MUST ? "true" : "false", r->source);
        quoted(r->text);
        puts(" }");
    }
}
