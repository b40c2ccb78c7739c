/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The arrays made from spec/fabrics.def: no other file of the core knows which fabrics there are.
 */
#include <tn/fields.h>
#include <tn/protocol.h>

#include <stddef.h>
#include <string.h>

#define TN_FABRIC(name, code, n, text) extern const struct tn_protocol tn_protocol_##name;
#include "spec/fabrics.def"
#undef TN_FABRIC

const struct tn_fabric_line tn_fabrics[TN_FABRIC_N] = {
#define TN_FABRIC(name, code, n, text) {#name, text, (n), &tn_protocol_##name},
#include "spec/fabrics.def"
#undef TN_FABRIC
};

/* A record's byte holds the number, and 128 and above are a reader's own: <tn/capture.h>. */
#define TN_FABRIC(name, code, n, text) _Static_assert((n) >= 0 && (n) < TN_FABRIC_NONE, #name ": number");
#include "spec/fabrics.def"
#undef TN_FABRIC

/* The named values of record.def are those of <tn/event.h>. */
#define VAL_record_fabric(name) TN_FABRIC_##name
#define VAL_record_unit(name) TN_UNIT_##name
#define TN_HDR(h, nbytes, text, source)
#define TN_FIELD(h, f, off, width, kind, text)
#define TN_END(h)
#define TN_VAL(h, f, name, value, text)                                                            \
    _Static_assert((int)(VAL_##h##_##f(name)) == (int)(value), #h "." #f "." #name);
#include "spec/record.def"
#undef TN_HDR
#undef TN_FIELD
#undef TN_END
#undef TN_VAL

const struct tn_fabric_line *tn_fabric_find(unsigned number)
{
    for (size_t i = 0; number && i < TN_FABRIC_N; i++)
        if (tn_fabrics[i].number == number)
            return &tn_fabrics[i];
    return NULL;
}

bool tn_fabric_judged(unsigned number)
{
    const struct tn_fabric_line *f = tn_fabric_find(number);
    return f && f->protocol->event;
}

const struct tn_header *tn_header_at(size_t i)
{
    const struct tn_header *h = NULL;
    size_t n = 0;
    for (size_t f = 0; i >= n && f <= TN_FABRIC_N; f++) {
        i -= n;
        h = f < TN_FABRIC_N ? tn_fabrics[f].protocol->headers : tn_headers(&n);
        n = f < TN_FABRIC_N ? tn_fabrics[f].protocol->header_n : n;
    }
    return i < n ? &h[i] : NULL;
}

const struct tn_header *tn_header_named(const char *name)
{
    const struct tn_header *h;
    for (size_t i = 0; (h = tn_header_at(i)) != NULL; i++)
        if (strcmp(h->name, name) == 0)
            return h;
    return NULL;
}
