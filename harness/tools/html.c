/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The page of tenter show --html: packets as rows of a JSON array, the lines of their fields in a
 * table without repetition, then the verdicts.
 */
#include "html.h"

#include <tn/part.h>
#include <tn/rules.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_SHOWN = 128 };

static const char page[] =
#include <tn_show_page.h>
    ;

struct tn_html {
    struct tn_part part;
    uint64_t packets;
    bool no_memory;
    int error;   /* the first error of writing, or 0 */
    char **line; /* lines of fields, each once */
    size_t line_n, line_cap;
    uint32_t *slot; /* open addressing; 0 free, else index of the line + 1 */
    size_t slot_n;  /* a power of two */
    struct tn_verdict *verdict;
    size_t verdict_n, verdict_cap;
};

/* s as a JSON string that can stand in a page: no "<" begins a tag. */
static void put_string(struct tn_html *h, const char *s)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (f)
        tn_json_string(f, s);
    if (!f || fclose(f) != 0) {
        h->no_memory = true;
        free(text);
        return;
    }
    for (const char *p = text; *p; p++)
        if (*p == '<')
            fputs("\\u003c", h->part.file);
        else
            fputc(*p, h->part.file);
    free(text);
}

/* The page up to that mark, from at on; what follows the mark. */
static const char *put_until(struct tn_html *h, const char *at, const char *mark)
{
    const char *end = strstr(at, mark);
    fwrite(at, 1, (size_t)(end - at), h->part.file);
    return end + strlen(mark);
}

struct tn_html *tn_html_open(const char *path, const char *name)
{
    struct tn_html *h = calloc(1, sizeof *h);
    if (!h || tn_part_open(&h->part, path) < 0) {
        tn_usage("show", "%s: %s", tn_part_name(path), h ? strerror(errno) : "out of memory");
        free(h);
        return NULL;
    }
    put_until(h, page, "@DATA@");
    fputs("{\"name\":", h->part.file);
    put_string(h, name);
    fputs(",\"packets\":[", h->part.file);
    return h;
}

static uint64_t hash(const char *s)
{
    uint64_t v = 0xcbf29ce484222325u;
    for (; *s; s++)
        v = (v ^ (unsigned char)*s) * 0x100000001b3u;
    return v ^ v >> 32;
}

/* Twice the slots, so that at most half are taken. */
static bool grow_slots(struct tn_html *h)
{
    size_t n = h->slot_n ? 2 * h->slot_n : 1024;
    uint32_t *slot = calloc(n, sizeof *slot);
    if (!slot)
        return false;
    for (size_t i = 0; i < h->line_n; i++) {
        size_t k = hash(h->line[i]) & (n - 1);
        while (slot[k])
            k = (k + 1) & (n - 1);
        slot[k] = (uint32_t)i + 1;
    }
    free(h->slot);
    h->slot = slot;
    h->slot_n = n;
    return true;
}

/* The index of that line in the table. */
static size_t line_index(struct tn_html *h, const char *s)
{
    size_t k;
    if (2 * (h->line_n + 1) > h->slot_n && !grow_slots(h))
        goto no_memory;
    for (k = hash(s) & (h->slot_n - 1); h->slot[k]; k = (k + 1) & (h->slot_n - 1))
        if (strcmp(h->line[h->slot[k] - 1], s) == 0)
            return h->slot[k] - 1;
    if (h->line_n == h->line_cap) {
        size_t cap = h->line_cap ? 2 * h->line_cap : 256;
        char **line = realloc(h->line, cap * sizeof *line);
        if (!line)
            goto no_memory;
        h->line = line;
        h->line_cap = cap;
    }
    if (!(h->line[h->line_n] = strdup(s)))
        goto no_memory;
    h->slot[k] = (uint32_t)++h->line_n;
    return h->line_n - 1;
no_memory:
    h->no_memory = true;
    return 0;
}

/* The fields as indexes of their lines. */
static void put_fields(struct tn_html *h, const struct tn_event *ev, const struct tn_look *look)
{
    char *text = NULL, *at, *end;
    size_t size;
    const char *between = "";
    FILE *f = open_memstream(&text, &size);
    if (f)
        tn_print_fields(f, ev, look->par);
    if (!f || fclose(f) != 0) {
        h->no_memory = true;
        free(text);
        return;
    }
    for (at = text; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = 0;
        fprintf(h->part.file, "%s%zu", between, line_index(h, at + strspn(at, " ")));
        between = ",";
    }
    free(text);
}

/* What the packet is, as a line of show without number, time and point. */
static void put_label(struct tn_html *h, const struct tn_event *ev, const struct tn_look *look)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (f && ev->unit == TN_UNIT_NOTE)
        fprintf(f, "%.*s", (int)ev->len, (const char *)ev->bytes);
    else if (f && face && face->show.line)
        face->show.line(f, ev, look->par);
    if (f && fclose(f) == 0)
        put_string(h, text);
    else
        h->no_memory = true;
    free(text);
}

/* Names of the two ends between which it travels. */
static void put_ends(struct tn_html *h, const struct tn_event *ev, const struct tn_look *look)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    char from[TN_END_NAME] = "", to[TN_END_NAME] = "";
    bool up = ev->dir == TN_DIR_UP || (ev->dir == TN_DIR_UNKNOWN && ev->point & 1);
    if (!face || !face->show.ends || !face->show.ends(ev, look->par, from, to)) {
        snprintf(from, sizeof from, up ? "below" : "above");
        snprintf(to, sizeof to, up ? "above" : "below");
    }
    put_string(h, from);
    fputc(',', h->part.file);
    put_string(h, to);
}

/* Writes n bytes, BYTES_SHOWN at most, as hex digits. */
static void put_bytes(FILE *f, const uint8_t *p, uint32_t n)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * BYTES_SHOWN];
    for (uint32_t i = 0; i < n; i++) {
        hex[2 * i] = digits[p[i] >> 4];
        hex[2 * i + 1] = digits[p[i] & 15];
    }
    fwrite(hex, 2, n, f);
}

static void note_error(struct tn_html *h)
{
    if (!h->error && ferror(h->part.file))
        h->error = errno ? errno : EIO;
}

void tn_html_packet(struct tn_html *h, const struct tn_event *ev, const struct tn_look *look, long long latency_ns)
{
    const struct tn_face *face = tn_face_of(ev->fabric);
    enum tn_tone tone = face && face->show.tone && ev->unit != TN_UNIT_NOTE ? face->show.tone(ev) : TN_TONE_NONE;
    FILE *f = h->part.file;
    fprintf(f, "%s[%llu,\"", h->packets++ ? ",\n" : "\n", (unsigned long long)ev->packet);
    tn_print_time(f, ev->time_ns, look->start_ns);
    fprintf(f, "\",%d,%lld,", tone, latency_ns);
    put_ends(h, ev, look);
    fputc(',', f);
    put_string(h, look->point ? look->point : "");
    fputc(',', f);
    put_label(h, ev, look);
    fputs(",[", f);
    put_fields(h, ev, look);
    fprintf(f, "],%u,\"", ev->len);
    put_bytes(f, ev->bytes, ev->len < BYTES_SHOWN ? ev->len : BYTES_SHOWN);
    fputs("\"]", f);
    note_error(h);
}

void tn_html_verdict(struct tn_html *h, const struct tn_verdict *v)
{
    if (h->verdict_n == h->verdict_cap) {
        size_t cap = h->verdict_cap ? 2 * h->verdict_cap : 64;
        struct tn_verdict *p = realloc(h->verdict, cap * sizeof *p);
        if (!p) {
            h->no_memory = true;
            return;
        }
        h->verdict = p;
        h->verdict_cap = cap;
    }
    h->verdict[h->verdict_n++] = *v;
}

static void put_verdict(struct tn_html *h, const struct tn_verdict *v)
{
    const struct tn_rule *rule = tn_rule_find(v->rule);
    fprintf(h->part.file, "[%llu,%llu,%d,\"%s\",", (unsigned long long)v->packet, (unsigned long long)v->related,
            v->kind, v->rule);
    put_string(h, rule ? rule->source : "");
    fputc(',', h->part.file);
    put_string(h, v->expected);
    fputc(',', h->part.file);
    put_string(h, v->found);
    fputc(']', h->part.file);
}

int tn_html_close(struct tn_html *h, bool keep)
{
    int rc;
    fputs("],\"lines\":[", h->part.file);
    for (size_t i = 0; i < h->line_n; i++) {
        fputs(i ? ",\n" : "", h->part.file);
        put_string(h, h->line[i]);
        free(h->line[i]);
    }
    fputs("],\"verdicts\":[", h->part.file);
    for (size_t i = 0; i < h->verdict_n; i++) {
        fputs(i ? ",\n" : "", h->part.file);
        put_verdict(h, &h->verdict[i]);
    }
    fputs("]}", h->part.file);
    fputs(strstr(page, "@DATA@") + strlen("@DATA@"), h->part.file);
    note_error(h);
    rc = tn_part_close(&h->part, keep && !h->no_memory);
    if (rc < 0 && h->error)
        rc = -h->error;
    if (h->no_memory)
        rc = -ENOMEM;
    free(h->line);
    free(h->slot);
    free(h->verdict);
    free(h);
    return rc;
}
