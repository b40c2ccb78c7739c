/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet event as one line, as its fields, as hex, as JSON.
 */
#include "tools.h"

#include <tn/fields.h>
#include <tn/protocol.h>

#include <ctype.h>

void tn_print_bdf(FILE *f, unsigned id)
{
    fprintf(f, "%02x:%02x.%x", id >> 8, id >> 3 & 31, id & 7);
}

void tn_print_line(FILE *f, const struct tn_event *ev, const char *point)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    fprintf(f, "%6llu %llu.%09llu ", (unsigned long long)ev->packet,
            (unsigned long long)(ev->time_ns / 1000000000u),
            (unsigned long long)(ev->time_ns % 1000000000u));
    if (ev->cycle)
        fprintf(f, "c%llu ", (unsigned long long)ev->cycle);
    if (point) {
        tn_print_text(f, point);
        fprintf(f, "%s%s ",
                ev->dir == TN_DIR_UP     ? "^"
                : ev->dir == TN_DIR_DOWN ? "v"
                                         : "",
                ev->flags & TN_EV_FAULT ? "!" : "");
    }
    if (ev->unit == TN_UNIT_NOTE) {
        for (uint32_t i = 0; i < ev->len; i++) {
            int c = ev->bytes[i];
            fputc(c == '\n' ? ';' : isprint(c) ? c : '?', f);
        }
    } else if (!face || !face->show.line || !face->show.line(f, ev)) {
        fprintf(f, "%u bytes of fabric %u", ev->len, ev->fabric);
    }
}

void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base)
{
    const struct tn_header *h = tn_header_named(name);
    if (left < h->bytes)
        return;
    for (size_t i = 0; i < h->field_n; i++) {
        const struct tn_field *d = &h->fields[i];
        uint32_t v = tn_bits_get(p, d->off, d->width);
        const struct tn_value *named = tn_field_value(h, d->name, v);
        fprintf(f, "        byte %2zu bit %u..%u  %-11s ", base + d->off / 8, 7 - d->off % 8u,
                (8u * h->bytes - d->off - d->width) % 8u, d->name);
        if (d->kind == TN_FIELD_BDF)
            tn_print_bdf(f, v);
        else
            fprintf(f, d->kind == TN_FIELD_DEC || d->width == 1 ? "%u" : "%xh", v);
        fprintf(f, "  %s%s%s\n", named ? named->text : "", named ? "; " : "", d->text);
    }
}

void tn_print_fields(FILE *f, const struct tn_event *ev)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    if (face && face->show.fields)
        face->show.fields(f, ev);
}

void tn_print_hex(FILE *f, const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        fprintf(f, "        %04zx ", i);
        for (size_t k = i; k < i + 16 && k < len; k++)
            fprintf(f, " %02x", p[k]);
        fputc('\n', f);
    }
}

void tn_print_json(FILE *f, const struct tn_event *ev, const char *point)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    fprintf(f, "{\"packet\":%llu,\"time_ns\":%llu,\"cycle\":%llu", (unsigned long long)ev->packet,
            (unsigned long long)ev->time_ns, (unsigned long long)ev->cycle);
    if (point) {
        fputs(",\"point\":", f);
        tn_json_string(f, point);
    }
    fprintf(f, ",\"dir\":%u,\"port\":%u,\"unit\":%u,\"bytes\":%u", ev->dir, ev->port, ev->unit,
            ev->orig_len);
    if (face && face->show.json)
        face->show.json(f, ev);
    fputs("}\n", f);
}
