/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The descriptor tables of all.def.
 */
#include <tn/fields.h>

#include <string.h>

#define TN_TABLE "../../spec/all.def"
#include <tn/field_table.def>

const struct tn_header *tn_headers(size_t *n)
{
    *n = sizeof tn_table_headers / sizeof *tn_table_headers;
    return tn_table_headers;
}

const struct tn_header *tn_header_find(const char *name)
{
    for (size_t i = 0; i < sizeof tn_table_headers / sizeof *tn_table_headers; i++)
        if (strcmp(tn_table_headers[i].name, name) == 0)
            return &tn_table_headers[i];
    return NULL;
}

const struct tn_field *tn_field_find(const struct tn_header *h, const char *name)
{
    for (size_t i = 0; i < h->field_n; i++)
        if (strcmp(h->fields[i].name, name) == 0)
            return &h->fields[i];
    return NULL;
}

const struct tn_value *tn_values(size_t *n)
{
    *n = sizeof tn_table_values / sizeof *tn_table_values;
    return tn_table_values;
}

const struct tn_value *tn_field_value(const struct tn_header *h, const char *field, uint32_t value)
{
    for (size_t i = 0; i < h->value_n; i++)
        if (h->values[i].value == value && strcmp(h->values[i].header, h->name) == 0 &&
            strcmp(h->values[i].field, field) == 0)
            return &h->values[i];
    return NULL;
}
