/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Field descriptors of every header, made from <fabric>/spec/<layer>.def.
 *
 * The same tables give the codec its positions (TN_GET, TN_PUT), the printers their names, and the
 * generator the Verilog constants, the dissector's tables and the diagrams of the documents.
 */
#ifndef TN_FIELDS_H
#define TN_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tn_field_kind {
    TN_FIELD_HEX,
    TN_FIELD_DEC,
    TN_FIELD_BOOL,
    TN_FIELD_ENUM, /* has named values */
    TN_FIELD_BDF,  /* bus, device, function */
    TN_FIELD_RSV,  /* reserved: kept on round trip, a rule demands zero */
};

/* A field of a header. */
struct tn_field {
    const char *name;
    uint16_t off;   /* bits from the MSB of byte 0 */
    uint16_t width; /* bits, 1 to 32 */
    enum tn_field_kind kind;
    const char *text; /* for people */
};

/* A named value of a field. */
struct tn_value {
    const char *header; /* names of the header and of the field that has the value */
    const char *field;
    const char *name;
    uint32_t value;
    const char *text; /* for people */
};

/* A header: bytes that its fields tile. */
struct tn_header {
    const char *name;
    uint16_t bytes;     /* length */
    const char *text;   /* for people */
    const char *source; /* document and section */
    const struct tn_field *fields;
    size_t field_n;
    const struct tn_value *values; /* named values of all headers of the same table */
    size_t value_n;
};

/* Returns the headers of spec/all.def in table order; *n receives their number. Headers that a
 * fabric brings (struct tn_protocol) follow them in tn_header_at(). */
const struct tn_header *tn_headers(size_t *n);
/* Returns the header of spec/all.def with that name, or NULL. */
const struct tn_header *tn_header_find(const char *name);
/* Returns the field of h with that name, or NULL. */
const struct tn_field *tn_field_find(const struct tn_header *h, const char *name);
/* Returns the named values of all headers of spec/all.def; *n receives their number. */
const struct tn_value *tn_values(size_t *n);
/* Returns the named value of the field, or NULL when the value has no name. */
const struct tn_value *tn_field_value(const struct tn_header *h, const char *field, uint32_t value);

/* Returns the width bits (1 to 32) that begin at bit off of p, counted from the MSB of byte 0. The
 * caller has checked that the bytes are there. */
static inline uint32_t tn_bits_get(const uint8_t *p, unsigned off, unsigned width)
{
    uint64_t v = 0;
    unsigned first = off / 8, last = (off + width - 1) / 8;
    for (unsigned i = first; i <= last; i++)
        v = v << 8 | p[i];
    v >>= 8 * (last + 1) - (off + width);
    return (uint32_t)(v & (((uint64_t)1 << width) - 1));
}

/* Writes the low width bits of value to bit off of p; the other bits stay. */
static inline void tn_bits_put(uint8_t *p, unsigned off, unsigned width, uint32_t value)
{
    unsigned first = off / 8, last = (off + width - 1) / 8, right = 8 * (last + 1) - (off + width);
    uint64_t mask = (((uint64_t)1 << width) - 1) << right;
    uint64_t v = (uint64_t)value << right & mask;
    for (unsigned i = last + 1; i-- > first; v >>= 8, mask >>= 8)
        p[i] = (uint8_t)((p[i] & ~mask) | v);
}

/* For a header h with a field f: TN_OFF_h_f, TN_W_h_f, TN_BYTES_h, and TN_h_f_NAME for each named value. */
#define TN_TABLE "../../spec/all.def"
#include "field_positions.def"

/* Reads field f of header h, whose bytes begin at p. */
#define TN_GET(p, h, f) tn_bits_get((p), TN_OFF_##h##_##f, TN_W_##h##_##f)
/* Writes v to field f of header h, whose bytes begin at p. */
#define TN_PUT(p, h, f, v) tn_bits_put((p), TN_OFF_##h##_##f, TN_W_##h##_##f, (v))

#ifdef __cplusplus
}
#endif

#endif
