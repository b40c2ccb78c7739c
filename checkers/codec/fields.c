/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The descriptor tables, and the proof that each header's fields tile it.
 */
#include <tn/fields.h>

#include <string.h>

/* Tiling: an enumerator that counts on from the last bit of the field before
 * must agree with the field's stated offset. */
#define TN_HDR(h, nbytes, text, source) enum tiles_##h { tile_##h##_start = -1,
#define TN_FIELD(h, f, off, width, kind, text)                                                     \
    tile_##h##_##f, tile_last_##h##_##f = tile_##h##_##f + (width)-1,
#define TN_END(h) tile_##h##_bits };
#define TN_VAL(h, f, name, value, text)
#include "../spec/all.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL

#define TN_HDR(h, nbytes, text, source)                                                            \
    _Static_assert(tile_##h##_bits == (nbytes)*8, #h ": fields do not fill the header");
#define TN_FIELD(h, f, off, width, kind, text)                                                     \
    _Static_assert(tile_##h##_##f == (off), #h "." #f ": gap or overlap before this field");       \
    _Static_assert((width) >= 1 && (width) <= 32, #h "." #f ": width");
#define TN_END(h)
#define TN_VAL(h, f, name, value, text)                                                            \
    _Static_assert((uint64_t)(value) < (uint64_t)1 << TN_W_##h##_##f, #h "." #f "." #name);
#include "../spec/all.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL

#define HEX TN_FIELD_HEX
#define DEC TN_FIELD_DEC
#define BOOL TN_FIELD_BOOL
#define ENUM TN_FIELD_ENUM
#define BDF TN_FIELD_BDF
#define RSV TN_FIELD_RSV
#define TN_HDR(h, nbytes, text, source) static const struct tn_field fields_##h[] = {
#define TN_FIELD(h, f, off, width, kind, text) {#f, (off), (width), kind, text},
#define TN_END(h) };
#define TN_VAL(h, f, name, value, text)
#include "../spec/all.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL

/* The named values of every header; each knows its header's name. */
static const struct tn_value values[] = {
#define TN_HDR(h, nbytes, text, source)
#define TN_FIELD(h, f, off, width, kind, text)
#define TN_END(h)
#define TN_VAL(h, f, name, value, text) {#h, #f, #name, (value), text},
#include "../spec/all.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL
};

static const struct tn_header headers[] = {
#define TN_HDR(h, nbytes, text, source)                                                            \
    {#h, (nbytes), text, source, fields_##h, sizeof fields_##h / sizeof *fields_##h},
#define TN_FIELD(h, f, off, width, kind, text)
#define TN_END(h)
#define TN_VAL(h, f, name, value, text)
#include "../spec/all.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL
};

const struct tn_header *tn_headers(size_t *n)
{
    *n = sizeof headers / sizeof *headers;
    return headers;
}

const struct tn_header *tn_header_find(const char *name)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strcmp(headers[i].name, name) == 0)
            return &headers[i];
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
    *n = sizeof values / sizeof *values;
    return values;
}

const struct tn_value *tn_field_value(const struct tn_header *h, const char *field, uint32_t value)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i].value == value && strcmp(values[i].header, h->name) == 0 &&
            strcmp(values[i].field, field) == 0)
            return &values[i];
    return NULL;
}
