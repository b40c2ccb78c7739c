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

void tn_print_time(FILE *f, uint64_t time_ns, uint64_t start_ns)
{
    const uint64_t second = 1000000000u;
    uint64_t ns = time_ns < start_ns ? start_ns - time_ns : time_ns - start_ns;
    fprintf(f, "%s%llu.%09llu", time_ns < start_ns ? "-" : "", (unsigned long long)(ns / second),
            (unsigned long long)(ns % second));
}

void tn_print_moment(FILE *f, const struct tn_event *ev, uint64_t start_ns)
{
    char text[40];
    uint64_t ns = ev->time_ns < start_ns ? start_ns - ev->time_ns : ev->time_ns - start_ns;
    snprintf(text, sizeof text, "%s%llu.%09llu", ev->time_ns < start_ns ? "-" : "",
             (unsigned long long)(ns / 1000000000u), (unsigned long long)(ns % 1000000000u));
    fprintf(f, "%6llu %14s ", (unsigned long long)ev->packet, text);
}

void tn_print_line(FILE *f, const struct tn_event *ev, const struct tn_look *look)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    fprintf(f, "%6llu ", (unsigned long long)ev->packet);
    tn_print_time(f, ev->time_ns, look->start_ns);
    fputc(' ', f);
    if (ev->cycle)
        fprintf(f, "c%llu ", (unsigned long long)ev->cycle);
    if (look->point) {
        tn_print_text(f, look->point);
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
    } else if (!face || !face->show.line || !face->show.line(f, ev, look->par)) {
        fprintf(f, "%u bytes of fabric %u", ev->len, ev->fabric);
    }
}

/* "byte  3 bit 7..5", or of a field in several bytes "byte  8..11 bit 31..2": bit 0 is the last bit of
 * the last byte. */
static void print_place(FILE *f, size_t first, size_t last, unsigned low, unsigned width)
{
    char bytes[48];
    snprintf(bytes, sizeof bytes, first == last ? "%zu" : "%zu..%zu", first, last);
    fprintf(f, "        byte %2s bit %u..%u  ", bytes, low + width - 1, low);
}

void tn_print_field(FILE *f, const struct tn_header *h, const struct tn_field *d, const uint8_t *p, size_t base,
                    const char *text)
{
    size_t first = d->off / 8u, last = (d->off + d->width - 1u) / 8u;
    uint32_t v = tn_bits_get(p, d->off, d->width);
    const struct tn_value *named = tn_field_value(h, d->name, v);
    print_place(f, base + first, base + last, (8u * h->bytes - d->off - d->width) % 8u, d->width);
    fprintf(f, "%-11s ", d->name);
    if (d->kind == TN_FIELD_BDF)
        tn_print_bdf(f, v);
    else
        fprintf(f, d->kind == TN_FIELD_DEC || d->width == 1 ? "%u" : "%xh", v);
    fprintf(f, "  %s%s%s\n", named ? named->text : "", named ? "; " : "", text);
}

void tn_print_wide(FILE *f, const char *name, size_t base, unsigned bytes, unsigned low, uint64_t value,
                   const char *text)
{
    print_place(f, base, base + bytes - 1, low, 8 * bytes - low);
    fprintf(f, "%-11s %llxh  %s\n", name, (unsigned long long)value, text);
}

void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base)
{
    const struct tn_header *h = tn_header_named(name);
    if (left < h->bytes)
        return;
    for (size_t i = 0; i < h->field_n; i++)
        tn_print_field(f, h, &h->fields[i], p, base, h->fields[i].text);
}

void tn_print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    if (face && face->show.fields)
        face->show.fields(f, ev, par);
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

void tn_print_json(FILE *f, const struct tn_event *ev, const struct tn_look *look, unsigned art)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    const char *between = "";
    fprintf(f, "{\"packet\":%llu,\"time_ns\":%llu,\"cycle\":%llu", (unsigned long long)ev->packet,
            (unsigned long long)ev->time_ns, (unsigned long long)ev->cycle);
    if (look->point) {
        fputs(",\"point\":", f);
        tn_json_string(f, look->point);
    }
    fprintf(f, ",\"dir\":%u,\"port\":%u,\"unit\":%u,\"flags\":%u,\"bytes\":%u,\"kept\":%u,\"artefacts\":[", ev->dir,
            ev->port, ev->unit, ev->flags, ev->orig_len, ev->len);
    for (int a = 0; a < TN_ARTEFACTS; a++) {
        if (!(art >> a & 1))
            continue;
        fprintf(f, "%s\"%s\"", between, tn_artefact_id((enum tn_artefact)a));
        between = ",";
    }
    fputc(']', f);
    if (face && face->show.json)
        face->show.json(f, ev, look->par);
    fputs("}\n", f);
}
