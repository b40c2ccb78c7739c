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
static const struct tn_face_field event_fields[] = {
    [F_BYTES] = {"bytes", UINT32_MAX, false}, [F_PACKET] = {"packet", UINT64_MAX, false},
    [F_CYCLE] = {"cycle", UINT64_MAX, false}, [F_PORT] = {"port", UINT8_MAX, false},
    [F_DIR] = {"dir", TN_DIR_DOWN, false},    [F_POINT] = {"point", UINT16_MAX, false},
    {NULL, 0, false},
};
static const char *const dirs[] = {[TN_DIR_UNKNOWN] = "unknown", [TN_DIR_UP] = "up", [TN_DIR_DOWN] = "down"};

/* The index of the n characters of text among the names of fields, or -1. */
static int index_of(const struct tn_face_field *fields, const char *text, size_t n)
{
    for (int i = 0; fields && fields[i].name; i++)
        if (strlen(fields[i].name) == n && strncmp(fields[i].name, text, n) == 0)
            return i;
    return -1;
}

bool tn_filter_field(const char *text, size_t n, struct tn_filter_field *field)
{
    bool known;
    field->of_event = index_of(event_fields, text, n);
    field->is_type = n == 4 && strncmp(text, "type", n) == 0;
    field->hex = false;
    known = field->of_event >= 0;
    for (size_t i = 0; i < TN_FILTER_FACES; i++) {
        const struct tn_face *face = tn_face_at(i);
        if (!face)
            break;
        field->of_face[i] = face->filter ? index_of(face->filter->fields, text, n) : -1;
        known = known || field->of_face[i] >= 0;
        field->hex = field->hex || (field->of_face[i] >= 0 && face->filter->fields[field->of_face[i]].hex);
    }
    return known;
}

bool tn_filter_max(const struct tn_filter_field *field, const struct tn_check_params *par,
                   const bool *seen, uint64_t *max)
{
    const struct tn_face *face;
    bool has = field->of_event >= 0;
    *max = has ? event_fields[field->of_event].max : 0;
    for (size_t i = 0; i < TN_FILTER_FACES && (face = tn_face_at(i)) != NULL; i++) {
        uint64_t most;
        if (field->of_face[i] < 0 || (seen && !seen[i]))
            continue;
        has = true;
        most = face->filter->most ? face->filter->most((size_t)field->of_face[i], par)
                                  : face->filter->fields[field->of_face[i]].max;
        *max = most > *max ? most : *max;
    }
    return has;
}

/* What face i of the field has to do with the types before its own. */
static uint64_t base_of(const struct tn_filter_field *field, size_t i)
{
    return field->is_type ? (uint64_t)TYPES * i : 0;
}

/* The number that word is, decimal or hexadecimal, as lines print the field; NULL, or what is wrong. */
static const char *number_of(const struct tn_filter_field *field, const char *word, uint64_t *v,
                             enum tn_filter_reading *reading)
{
    char text[40];
    size_t digits = strspn(word, "0123456789");
    if (tn_number(word, UINT64_MAX, v)) {
        *reading = field->hex && !word[digits] && *v > 9 ? TN_FILTER_AS_DECIMAL : TN_FILTER_PLAIN;
        return NULL;
    }
    snprintf(text, sizeof text, "0x%s", word);
    if (!field->hex || word[strspn(word, "0123456789abcdefABCDEF")] || !tn_number(text, UINT64_MAX, v))
        return "not a number";
    *reading = TN_FILTER_AS_HEX;
    return NULL;
}

/* The direction that word names; false when it names none. */
static bool direction_of(const char *word, uint64_t *v)
{
    for (*v = 0; *v < sizeof dirs / sizeof *dirs; ++*v)
        if (strcmp(word, dirs[*v]) == 0)
            return true;
    return false;
}

const char *tn_filter_constant(const struct tn_filter_field *field, const char *word,
                               struct tn_filter_constant *c, enum tn_filter_reading *reading)
{
    bool knows[TN_FILTER_FACES] = {false}, known = false;
    const struct tn_face *face;
    const char *bad;
    uint64_t v = 0, first = 0;
    *reading = TN_FILTER_PLAIN;
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
    known = known || (field->of_event == F_DIR && direction_of(word, &first));
    c->number = !known;
    if (!known && field->is_type)
        return "not a packet type";
    if (!known && (bad = number_of(field, word, &first, reading)) != NULL)
        return bad;
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

void tn_filter_look(const struct tn_event *ev, const struct tn_check_params *par,
                    struct tn_filter_view *view)
{
    const struct tn_face *face;
    view->ev = ev;
    view->face = -1;
    for (int i = 0; ev->fabric && i < TN_FILTER_FACES && (face = tn_face_at((size_t)i)) != NULL;
         i++)
        if (face->fabric == ev->fabric && face->filter && face->filter->look(ev, par, view->view))
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
