/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the fields of a filter are called, and their values in a packet.
 */
#include "filter_value.h"

#include <string.h>

/* The types of each fabric are numbers of their own: TYPES for each face, in their order. */
enum { TYPES = 256 };

enum { F_BYTES, F_PACKET, F_CYCLE, F_PORT, F_DIR, F_POINT };
static const char *const event_names[] = {"bytes", "packet", "cycle", "port", "dir", "point", NULL};

/* The index of the n characters of text among names, or -1. */
static int index_of(const char *const *names, const char *text, size_t n)
{
    for (int i = 0; names && names[i]; i++)
        if (strlen(names[i]) == n && strncmp(names[i], text, n) == 0)
            return i;
    return -1;
}

bool tn_filter_field(const char *text, size_t n, struct tn_filter_field *field)
{
    bool known;
    field->of_event = index_of(event_names, text, n);
    field->is_type = n == 4 && strncmp(text, "type", n) == 0;
    known = field->of_event >= 0;
    for (size_t i = 0; i < TN_FILTER_FACES; i++) {
        const struct tn_face *face = tn_face_at(i);
        if (!face)
            break;
        field->of_face[i] = face->filter ? index_of(face->filter->names, text, n) : -1;
        known = known || field->of_face[i] >= 0;
    }
    return known;
}

/* What face i of the field has to do with the types before its own. */
static uint64_t base_of(const struct tn_filter_field *field, size_t i)
{
    return field->is_type ? (uint64_t)TYPES * i : 0;
}

const char *tn_filter_constant(const struct tn_filter_field *field, const char *word,
                               struct tn_filter_constant *c)
{
    bool knows[TN_FILTER_FACES] = {false}, known = false;
    const struct tn_face *face;
    uint64_t v = 0, first = 0;
    for (size_t i = 0; i < TN_FILTER_FACES && (face = tn_face_at(i)) != NULL; i++) {
        const char *wrong = "";
        if (field->of_face[i] >= 0 && face->filter->constant)
            wrong = face->filter->constant((size_t)field->of_face[i], word, &v);
        if (wrong && *wrong)
            return wrong;
        if (wrong)
            continue;
        c->value[i] = v + base_of(field, i);
        if (!known)
            first = c->value[i];
        known = knows[i] = true;
    }
    if (!known && !tn_number(word, UINT64_MAX, &first))
        return field->is_type ? "not a packet type" : "not a number";
    for (size_t i = 0; i < TN_FILTER_FACES; i++)
        if (!knows[i]) /* another fabric's word, or a number: no packet of this one is called so */
            c->value[i] = first;
    return NULL;
}

size_t tn_filter_view_size(void)
{
    size_t size = 1;
    for (size_t i = 0; tn_face_at(i); i++)
        if (tn_face_at(i)->filter && tn_face_at(i)->filter->view_size > size)
            size = tn_face_at(i)->filter->view_size;
    return size;
}

void tn_filter_look(const struct tn_event *ev, struct tn_filter_view *view)
{
    const struct tn_face *face;
    view->ev = ev;
    view->face = -1;
    for (int i = 0; ev->fabric && i < TN_FILTER_FACES && (face = tn_face_at((size_t)i)) != NULL;
         i++)
        if (face->fabric == ev->fabric && face->filter && face->filter->look(ev, view->view))
            view->face = i;
}

static bool of_event(int field, const struct tn_event *ev, uint64_t *v)
{
    switch (field) {
    case F_BYTES:
        *v = ev->orig_len;
        return true;
    case F_PACKET:
        *v = ev->packet;
        return true;
    case F_CYCLE:
        *v = ev->cycle;
        return true;
    case F_PORT:
        *v = ev->port;
        return true;
    case F_DIR:
        *v = ev->dir;
        return true;
    case F_POINT:
        *v = ev->point;
        return true;
    default:
        return false;
    }
}

bool tn_filter_value(const struct tn_filter_field *field, const struct tn_filter_view *view,
                     uint64_t *v)
{
    int of_face = view->face < 0 ? -1 : field->of_face[view->face];
    if (of_event(field->of_event, view->ev, v))
        return true;
    if (of_face < 0 ||
        !tn_face_at((size_t)view->face)->filter->value(view->view, (size_t)of_face, v))
        return false;
    *v += base_of(field, (size_t)view->face);
    return true;
}
