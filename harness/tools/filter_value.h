/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields that a filter can name, and their values in a packet: those of every event here,
 * those of a fabric's packets in its face.
 */
#ifndef TN_FILTER_VALUE_H
#define TN_FILTER_VALUE_H

#include "tools.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TN_FILTER_FACES = TN_FABRIC_N };

/* A field by its name. Fabrics may share a name. */
struct tn_filter_field {
    int of_event;                 /* index among the fields of every event, or -1 */
    int of_face[TN_FILTER_FACES]; /* by index of the face: index of the face's field, or -1 */
    bool is_type;                 /* "type" */
    bool hex;                     /* a line of some fabric prints it in hexadecimal */
};

/* The value that a field is compared with; the meaning of a word depends on the fabric. */
struct tn_filter_constant {
    uint64_t value[TN_FILTER_FACES];
    bool number; /* the value, the same for all, was given as a number */
};

/* A packet as a filter sees it, decoded once. */
struct tn_filter_view {
    const struct tn_event *ev;
    int face;   /* index of the face that decoded it, or -1 */
    void *view; /* the face's; tn_filter_view_size() bytes, from malloc() */
};
size_t tn_filter_view_size(void);
/* view->view is set before; decodes ev. */
void tn_filter_look(const struct tn_event *ev, const struct tn_check_params *par,
                    struct tn_filter_view *view);

/* The field called by the n characters of text; false when there is none. */
bool tn_filter_field(const char *text, size_t n, struct tn_filter_field *field);
/* How a word was read. */
enum tn_filter_reading {
    TN_FILTER_PLAIN,
    TN_FILTER_AS_HEX,     /* as a hexadecimal number, though it does not begin with 0x */
    TN_FILTER_AS_DECIMAL, /* as a decimal one, though packets show the field in hexadecimal */
};
/* Gives the value that word stands for beside field. Returns NULL, or a message about the word. */
const char *tn_filter_constant(const struct tn_filter_field *field, const char *word,
                               struct tn_filter_constant *c, enum tn_filter_reading *reading);
/* Gives the largest value that the field has in a packet of any fabric; of those alone whose faces, by
 * index, are marked in seen unless it is NULL. Returns false when none of these has the field. */
bool tn_filter_max(const struct tn_filter_field *field, const struct tn_check_params *par,
                   const bool *seen, uint64_t *max);
/* Fetches the field's value in that packet; false when the packet has no such field. */
bool tn_filter_value(const struct tn_filter_field *field, const struct tn_filter_view *view,
                     uint64_t *v);

#endif
