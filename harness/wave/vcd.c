/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * VCD files, plain or packed by gzip: IEEE 1364-2005 section 18.2, read from its beginning to its
 * end.
 */
#include "file.h"
#include "scope.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { BUFFER = 1 << 18, TOKEN = 1 << 20, WIDEST = 1 << 20 };

/* A signal, by its identifier code. */
struct code {
    char *text; /* NULL: a free place */
    uint32_t width, id;
};

struct vcd {
    gzFile gz;
    char *path, *token, *bits;
    size_t len; /* of the token */
    bool end;   /* the file has ended */
    bool off;   /* it has left out some time */
    bool cut;   /* it ended amid a token, or its packing did */
    bool over;  /* a token was too long, or held a NUL */
    struct code *code;
    uint32_t code_n, code_cap;
    unsigned char buffer[BUFFER];
    int at, have;
};

static int next_char(struct vcd *f)
{
    if (f->at == f->have) {
        int err;
        f->at = 0;
        f->have = gzread(f->gz, f->buffer, sizeof f->buffer);
        gzerror(f->gz, &err);
        f->cut |= f->have < 0 || err == Z_BUF_ERROR;
        if (f->have <= 0) {
            f->have = 0;
            f->end = true;
            return EOF;
        }
    }
    return f->buffer[f->at++];
}

static bool blank(int c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Reads the next word. Returns false at the end of the file. */
static bool word(struct vcd *f)
{
    int c;
    f->len = 0;
    do
        c = next_char(f);
    while (blank(c));
    while (c != EOF && !blank(c)) {
        if (f->len == TOKEN - 1 || c == 0) {
            f->over = true;
            return false;
        }
        f->token[f->len++] = (char)c;
        c = next_char(f);
    }
    f->token[f->len] = 0;
    f->cut |= c == EOF && f->len > 0 && strcmp(f->token, "$end") != 0;
    return f->len > 0;
}

static bool is(const struct vcd *f, const char *text)
{
    return strcmp(f->token, text) == 0;
}

static void skip_to_end(struct vcd *f)
{
    while (word(f) && !is(f, "$end"))
        ;
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* The place of a code in the table: its own, or the free one where it belongs. */
static struct code *place(struct code *table, uint32_t cap, const char *text)
{
    uint32_t i = hash(text) & (cap - 1);
    while (table[i].text && strcmp(table[i].text, text) != 0)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

static bool grow(struct vcd *f)
{
    uint32_t cap = f->code_cap ? f->code_cap * 2 : 1024;
    struct code *table = calloc(cap, sizeof *table);
    if (!table)
        return false;
    for (uint32_t i = 0; i < f->code_cap; i++)
        if (f->code[i].text)
            *place(table, cap, f->code[i].text) = f->code[i];
    free(f->code);
    f->code = table;
    f->code_cap = cap;
    return true;
}

/* The signal of an identifier code; made, when width is not 0 and there is none. */
static struct code *code_of(struct vcd *f, const char *text, uint32_t width)
{
    struct code *c;
    if (width && f->code_n * 2 >= f->code_cap && !grow(f))
        return NULL;
    if (!f->code_cap)
        return NULL;
    c = place(f->code, f->code_cap, text);
    if (c->text || !width)
        return c->text ? c : NULL;
    if (!(c->text = strdup(text)))
        return NULL;
    c->width = width;
    c->id = f->code_n++;
    return c;
}

static void vcd_close(void *file)
{
    struct vcd *f = file;
    for (uint32_t i = 0; i < f->code_cap; i++)
        free(f->code[i].text);
    free(f->code);
    free(f->path);
    free(f->token);
    free(f->bits);
    if (f->gz)
        gzclose(f->gz);
    free(f);
}

static void *vcd_open(const char *path, const struct tn_wave_text *err)
{
    struct vcd *f = calloc(1, sizeof *f);
    if (f && (f->path = strdup(path)) && (f->token = malloc(TOKEN)) &&
        (f->bits = malloc(WIDEST + 1)) && (f->gz = gzopen(path, "rb")))
        return f;
    if (f)
        vcd_close(f);
    tn_wave_refuse(err, "%s: %s", path, strerror(errno ? errno : ENOMEM));
    return NULL;
}

static int refuse(const struct vcd *f, const struct tn_wave_text *err, const char *what)
{
    return tn_wave_refuse(err, "%s: %s", f->path, what);
}

/* $timescale 1 ns $end, with or without the blank. Returns the exponent, or 1 when there is none.
 */
static int timescale(struct vcd *f)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    char text[64] = "";
    size_t zeros = 0, n;
    while (word(f) && !is(f, "$end"))
        if (strlen(text) + f->len < sizeof text)
            strcat(text, f->token);
    n = strspn(text, "0123456789");
    for (size_t i = 1; i < n; i++)
        zeros += text[i] == '0';
    for (int i = 0; text[0] == '1' && zeros + 1 == n && i < 6; i++)
        if (strcmp(text + n, units[i]) == 0)
            return (int)zeros - 3 * i;
    return 1;
}

/* $var wire 8 # name [7:0] $end: signals without bits are left out. Returns 0, or -1 on nonsense.
 */
static int variable(struct vcd *f, struct tn_wave *w, const char *scope)
{
    char type[16], name[4096], *id;
    unsigned long width;
    struct code *c;
    int rc = 0;
    if (!word(f) || snprintf(type, sizeof type, "%s", f->token) < 0 || !word(f))
        return -1;
    width = strtoul(f->token, NULL, 10);
    if (!word(f) || is(f, "$end") || !(id = strdup(f->token)))
        return -1;
    if (!word(f) || is(f, "$end") || f->len >= sizeof name) {
        free(id);
        return -1;
    }
    memcpy(name, f->token, f->len + 1);
    while (word(f) && !is(f, "$end"))
        if (strlen(name) + f->len < sizeof name)
            strcat(name, f->token);
    if (strncmp(type, "real", 4) != 0 && strcmp(type, "event") != 0 &&
        strcmp(type, "string") != 0 && width >= 1 && width <= WIDEST) {
        c = code_of(f, id, (uint32_t)width);
        rc = !c ? -1
             : c->width != width
                 ? 0
                 : tn_wave_signal(w, scope, *name == '\\' ? name + 1 : name, c->width, c->id);
    }
    free(id);
    return rc;
}

/* One declaration. Returns 1 at the end of all, 0, or -1 on nonsense. */
static int declaration(struct vcd *f, struct tn_wave *w, struct tn_wave_path *scope, int *exponent)
{
    if (is(f, "$enddefinitions")) {
        skip_to_end(f);
        return 1;
    }
    if (is(f, "$var"))
        return variable(f, w, scope->text);
    if (is(f, "$scope")) {
        if (!word(f) || !word(f) || tn_wave_path_push(scope, f->token) < 0)
            return -1;
        skip_to_end(f);
    } else if (is(f, "$upscope")) {
        tn_wave_path_pop(scope);
        skip_to_end(f);
    } else if (is(f, "$timescale")) {
        *exponent = timescale(f);
        return *exponent > 0 ? -1 : 0;
    } else if (f->token[0] == '$') {
        skip_to_end(f);
    } else {
        return -1;
    }
    return 0;
}

/* Reads on to the first time stamp, at which the waveform begins; 0 when values come before one. */
static uint64_t first_time(struct vcd *f)
{
    while (word(f)) {
        if (is(f, "$comment"))
            skip_to_end(f);
        else
            return f->token[0] == '#' ? strtoull(f->token + 1, NULL, 10) : 0;
    }
    return 0;
}

static int vcd_signals(void *file, struct tn_wave *w, const struct tn_wave_text *err)
{
    struct vcd *f = file;
    struct tn_wave_path scope;
    int rc = tn_wave_path_init(&scope), exponent = -9;
    bool any = false;
    while (rc == 0 && word(f)) {
        if (!any && f->token[0] != '$')
            rc = -1;
        else
            rc = declaration(f, w, &scope, &exponent);
        any = true;
    }
    tn_wave_path_free(&scope);
    if (rc < 0 && !f->end)
        return refuse(f, err, f->code_n ? "damaged VCD file" : "neither FST nor VCD");
    if (rc != 1)
        return refuse(
            f, err, f->cut || f->end ? "cut short among its declarations" : "neither FST nor VCD");
    tn_wave_scale(w, exponent, first_time(f));
    return 0;
}

/* A vector's digits, filled up to the signal's width. */
static const char *fill(struct vcd *f, const struct code *c, const char *digits, size_t n)
{
    char first = n == 0 || digits[0] == '1' ? '0' : digits[0];
    if (n >= c->width)
        return digits + (n - c->width);
    memset(f->bits, first, c->width - n);
    memcpy(f->bits + c->width - n, digits, n);
    return f->bits;
}

/* A change of a vector: the word is "b0101", the next one the identifier code. */
static bool vector(struct vcd *f, struct tn_wave *w, uint64_t tick)
{
    size_t n = f->len - 1;
    char *digits = strndup(f->token + 1, n);
    bool ok = digits && word(f);
    struct code *c = ok ? code_of(f, f->token, 0) : NULL;
    if (c && !f->cut)
        tn_wave_change(w, tick, c->id, fill(f, c, digits, n));
    free(digits);
    return ok;
}

/* One word behind the declarations, and those that belong to it. Returns false on nonsense. */
static bool change(struct vcd *f, struct tn_wave *w, uint64_t *tick)
{
    struct code *c;
    uint64_t t;
    switch (f->token[0]) {
    case '#':
        if (f->cut)
            return true;
        t = strtoull(f->token + 1, NULL, 10);
        if (t < *tick)
            return false;
        *tick = t;
        return true;
    case '$':
        if (is(f, "$comment"))
            skip_to_end(f);
        else if (is(f, "$dumpon") && f->off)
            tn_wave_gap(w);
        f->off |= is(f, "$dumpoff");
        return true;
    case 'b':
    case 'B':
        return vector(f, w, *tick);
    case 'r':
    case 'R':
    case 's':
    case 'S':
        return word(f);
    default:
        if (!strchr("01xXzZuUwWlLhH-", f->token[0]))
            return false;
        c = code_of(f, f->token + 1, 0);
        if (c && !f->cut)
            tn_wave_change(w, *tick, c->id, fill(f, c, f->token, 1));
        return true;
    }
}

static int vcd_play(void *file, struct tn_wave *w, const struct tn_wave_text *err)
{
    struct vcd *f = file;
    uint64_t tick = 0;
    bool ok = true;
    while (ok && f->len > 0) {
        ok = change(f, w, &tick);
        if (ok && !word(f))
            break;
    }
    if (f->over || (!ok && !f->cut))
        return refuse(f, err, "damaged VCD file");
    return f->cut ? refuse(f, err, "cut short: looked at as far as it goes") : 0;
}

const struct tn_wave_form tn_wave_form_vcd = {
    .open = vcd_open, .signals = vcd_signals, .play = vcd_play, .close = vcd_close};
