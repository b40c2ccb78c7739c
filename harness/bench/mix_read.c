/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The text of a mix, line by line.
 */
#include "mix.h"

#include "../case/parse.h"

#include <tn/block_table.h>
#include <tn/dut.h>

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64, LINE = 512 };

struct reader {
    const char *path;
    unsigned line;
    char *err;
    struct mix *m;
    const struct tn_bench_text *text; /* of the DUT; NULL: the mix has not named it yet */
    char buf[LINE];
    char *word[WORDS];
    unsigned n;
};

static int fail(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int fail(struct reader *r, const char *fmt, ...)
{
    int n = snprintf(r->err, MIX_ERROR, "%.120s:%u: ", r->path, r->line);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(r->err + n, (size_t)(MIX_ERROR - n), fmt, ap);
    va_end(ap);
    return -EINVAL;
}

/* N, 0x..., PARAMETER, PARAMETER-N or PARAMETER+N */
static int number(struct reader *r, const char *text, struct mix_number *out)
{
    char *end;
    *out = (struct mix_number){0};
    const size_t n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (isdigit((unsigned char)text[0])) {
        out->plus = strtol(text, &end, 0);
    } else if (isupper((unsigned char)text[0]) && n < sizeof out->parameter) {
        memcpy(out->parameter, text, n);
        if (text[n] && text[n] != '-' && text[n] != '+')
            return fail(r, "no number: '%.40s'", text);
        out->plus = text[n] ? strtol(text + n, &end, 10) : 0;
        end = text[n] ? end : (char *)text + n;
    } else {
        return fail(r, "no number: '%.40s'", text);
    }
    return *end ? fail(r, "no number: '%.40s'", text) : 0;
}

/* RANGE|RANGE...: each N or A..B, or a value of the field by its name */
static int value(struct reader *r, const char *field, char *text, struct mix_value *out)
{
    *out = (struct mix_value){0};
    for (char *at = text, *next; at; at = next) {
        uint32_t named;
        int rc = 0;
        if ((next = strchr(at, '|')))
            *next++ = 0;
        if (out->n == MIX_CHOICES)
            return fail(r, "more than %d choices", MIX_CHOICES);
        char *dots = strstr(at, "..");
        if (field && r->text->value && r->text->value(field, at, &named)) {
            out->range[out->n].low.plus = out->range[out->n].high.plus = (long)named;
        } else {
            if (dots)
                *dots = 0;
            if ((rc = number(r, at, &out->range[out->n].low)) == 0)
                rc = number(r, dots ? dots + 2 : at, &out->range[out->n].high);
        }
        if (rc < 0)
            return rc;
        out->n++;
    }
    return 0;
}

/* NAME, NAME[i], NAME[*] or NAME[any], of a name that has so many of them. Returns 0, -EINVAL, or 1
 * when text has another name. */
static int indexed(struct reader *r, const char *text, const char *name, unsigned most,
                   struct mix_index *out)
{
    const size_t n = strlen(name);
    char *end;
    *out = (struct mix_index){0};
    if (strncmp(text, name, n) != 0 || (text[n] && text[n] != '['))
        return 1;
    if (!text[n])
        return most == 1 ? 0 : fail(r, "'%.40s': written so: %s[i], %s[*] or %s[any]", text, name, name, name);
    if (strcmp(text + n, "[*]") == 0)
        out->of = MIX_ALL;
    else if (strcmp(text + n, "[any]") == 0)
        out->of = MIX_ANY;
    else if ((out->at = (unsigned)strtoul(text + n + 1, &end, 10)) >= most || strcmp(end, "]") != 0 ||
             !isdigit((unsigned char)text[n + 1]))
        return fail(r, "'%.40s': the index is 0 to %u, * or any", text, most - 1);
    return 0;
}

/* in: packets are to be sent there. A name may be that of a stream in and of one out. */
static int stream(struct reader *r, const char *text, bool in, struct mix_line *l)
{
    bool out = false;
    for (unsigned k = 0; k < tn_bench_streams(r->text); k++) {
        if (!tn_bench_stream_is(r->text, k))
            continue;
        const int rc = indexed(r, text, tn_bench_stream_kind(r->text, k),
                               tn_bench_stream_most(r->text, k), &l->index);
        l->place = k;
        out |= rc == 0;
        if (rc < 0 || (rc == 0 && (!in || tn_bench_stream_in(r->text, k))))
            return rc;
    }
    return fail(r, out ? "nothing is sent to '%.40s'" : "no stream '%.40s'", text);
}

/* STREAM|STREAM... */
static int streams(struct reader *r, char *text, struct mix_line *l)
{
    int rc = 0;
    for (char *at = text, *next; at && rc == 0; at = next) {
        if ((next = strchr(at, '|')))
            *next++ = 0;
        if (l->streams == MIX_STREAMS)
            return fail(r, "more than %d streams", MIX_STREAMS);
        rc = stream(r, at, true, l);
        l->stream[l->streams].place = l->place;
        l->stream[l->streams++].index = l->index;
    }
    return rc;
}

static int knob(struct reader *r, struct mix_line *l)
{
    int rc = 1;
    for (unsigned k = 0; r->text->knobs[k].name && rc == 1; k++) {
        rc = indexed(r, r->word[0], r->text->knobs[k].name, r->text->knobs[k].most, &l->index);
        l->place = k;
    }
    if (rc != 0)
        return rc;
    if (r->n > 2)
        return fail(r, "written so: %s VALUE", r->word[0]);
    char one[] = "1";
    return value(r, r->text->knobs[l->place].name, r->n == 2 ? r->word[1] : one, &l->value);
}

static int reg(struct reader *r, const char *text, uint32_t *addr)
{
    unsigned n;
    const struct tn_case_register *t = tn_bench_registers(r->text, &n);
    for (unsigned k = 0; k < n; k++) {
        struct mix_index index;
        const int rc = indexed(r, text, t[k].name, t[k].n, &index);
        if (rc < 0 || (rc == 0 && index.of != MIX_ONE))
            return rc ? rc : fail(r, "'%.40s': one register", text);
        *addr = t[k].addr + t[k].stride * index.at;
        if (rc == 0)
            return 0;
    }
    return fail(r, "no register '%.40s'", text);
}

/* send COUNT STREAM FIELD=VALUE ... or FIELD=VALUE ... */
static int send(struct reader *r, struct mix_line *l)
{
    if (r->n < 3)
        return fail(r, "written so: send COUNT STREAM FIELD=VALUE ...");
    const size_t n = strlen(r->word[1]);
    l->percent = n > 1 && r->word[1][n - 1] == '%';
    if (l->percent)
        r->word[1][n - 1] = 0;
    int rc = value(r, NULL, r->word[1], &l->value);
    if (rc == 0)
        rc = streams(r, r->word[2], l);
    l->packets = 1;
    for (unsigned k = 3; k < r->n && rc == 0; k++) {
        struct mix_packet *p = &l->packet[l->packets - 1];
        char *equal = strchr(r->word[k], '=');
        const char *const *name = r->text->wishes;
        if (strcmp(r->word[k], "or") == 0) {
            if (l->packets++ == MIX_CHOICES)
                return fail(r, "more than %d packets joined by or", MIX_CHOICES);
            continue;
        }
        if (equal)
            *equal = 0;
        while (equal && *name && strcmp(*name, r->word[k]) != 0)
            name++;
        if (!equal || !*name)
            return fail(r, "no field of a packet: '%.40s'", r->word[k]);
        if (p->n == TN_BENCH_WISHES)
            return fail(r, "more than %d fields", TN_BENCH_WISHES);
        p->wish[p->n].field = *name;
        rc = value(r, *name, equal + 1, &p->wish[p->n++].value);
    }
    return rc;
}

/* What one line does, from r->word[0] on. */
static int action(struct reader *r, struct mix_line *l)
{
    static const struct {
        const char *word;
        enum mix_op op;
        unsigned n;
        const char *form;
    } plain[] = {
        {"gap", MIX_GAP, 2, "gap CYCLES"},       {"wait", MIX_WAIT, 2, "wait CYCLES"},
        {"reset", MIX_RESET, 2, "reset CYCLES"}, {"repeat", MIX_REPEAT, 2, "repeat COUNT"},
        {"settle", MIX_SETTLE, 1, "settle"},     {"end", MIX_END, 1, "end"},
    };
    const char *w = r->word[0];
    int rc;
    for (unsigned k = 0; k < sizeof plain / sizeof *plain; k++) {
        if (strcmp(w, plain[k].word) != 0)
            continue;
        l->op = plain[k].op;
        if (r->n != plain[k].n)
            return fail(r, "written so: %s", plain[k].form);
        return r->n == 2 ? value(r, NULL, r->word[1], &l->value) : 0;
    }
    if (strcmp(w, "send") == 0) {
        l->op = MIX_SEND;
        return send(r, l);
    }
    if (strcmp(w, "write") == 0) {
        l->op = MIX_WRITE;
        if (r->n != 3)
            return fail(r, "written so: write REGISTER VALUE");
        rc = reg(r, r->word[1], &l->addr);
        return rc ? rc : value(r, NULL, r->word[2], &l->value);
    }
    if (strcmp(w, "stall") == 0) {
        l->op = MIX_STALL;
        if (r->n != 3)
            return fail(r, "written so: stall STREAM N; a word moves in N of 16 cycles");
        rc = stream(r, r->word[1], false, l);
        return rc ? rc : value(r, NULL, r->word[2], &l->value);
    }
    l->op = MIX_SET;
    rc = knob(r, l);
    return rc == 1 ? fail(r, "no line of a mix, and no knob of the bench: '%.40s'", w) : rc;
}

/* every CYCLES ACTION */
static int body(struct reader *r)
{
    struct mix_line *l = &r->m->line[r->m->lines];
    int rc = 0;
    if (!r->text)
        return fail(r, "dut = stands in front");
    if (r->m->lines == MIX_LINES)
        return fail(r, "more than %d lines", MIX_LINES);
    *l = (struct mix_line){.number = r->line};
    if (strcmp(r->word[0], "every") == 0) {
        if (r->n < 3)
            return fail(r, "written so: every CYCLES LINE");
        l->every = true;
        rc = value(r, NULL, r->word[1], &l->period);
        memmove(r->word, r->word + 2, (r->n - 2) * sizeof *r->word);
        r->n -= 2;
    }
    if (rc == 0)
        rc = action(r, l);
    if (rc == 0 && l->every && l->op != MIX_SET && l->op != MIX_WRITE && l->op != MIX_RESET &&
        l->op != MIX_STALL && (l->op != MIX_SEND || l->percent))
        return fail(r, "every: a knob, write, stall, reset, or a send of a number");
    r->m->lines += rc == 0;
    return rc;
}

static int key(struct reader *r)
{
    struct mix *m = r->m;
    if (strcmp(r->word[0], "dut") == 0 && r->n == 3) {
        const struct tn_dut *dut = tn_dut_find(r->word[2]);
        if (!dut || !dut->text)
            return fail(r, "'%.40s' is no block that mixes are written for", r->word[2]);
        snprintf(m->dut, sizeof m->dut, "%s", r->word[2]);
        r->text = dut->text;
        return 0;
    }
    if (strcmp(r->word[0], "requires") == 0 && r->n == 5 && m->needs < MIX_CHOICES &&
        strlen(r->word[2]) < sizeof m->need->name) {
        const char *op = r->word[3];
        char *end;
        snprintf(m->need[m->needs].name, sizeof m->need->name, "%s", r->word[2]);
        m->need[m->needs].op = op[0];
        m->need[m->needs].value = strtol(r->word[4], &end, 0);
        m->needs++;
        if (!*end && (strcmp(op, "==") == 0 || strcmp(op, "<=") == 0 || strcmp(op, ">=") == 0))
            return 0;
    }
    return fail(r, "a key is dut = BLOCK, spec = PAGE SECTION or requires = PARAMETER ==|<=|>= N");
}

/* Joins each end with its repeat. */
static int join(struct reader *r)
{
    unsigned open[MIX_LINES], n = 0;
    for (unsigned k = 0; k < r->m->lines; k++) {
        struct mix_line *l = &r->m->line[k];
        r->line = l->number;
        if (l->op == MIX_REPEAT)
            open[n++] = k;
        if (l->op == MIX_END) {
            if (n == 0)
                return fail(r, "an end without its repeat");
            l->to = open[--n];
            r->m->line[l->to].to = k;
        }
    }
    if (n == 0)
        return 0;
    r->line = r->m->line[open[n - 1]].number;
    return fail(r, "a repeat without its end");
}

static int one_line(struct reader *r)
{
    char *save, *hash = strchr(r->buf, '#');
    if (hash)
        *hash = 0;
    r->n = 0;
    for (char *w = strtok_r(r->buf, " \t\r\n", &save); w; w = strtok_r(NULL, " \t\r\n", &save)) {
        if (r->n == WORDS)
            return fail(r, "more than %d words", WORDS);
        r->word[r->n++] = w;
    }
    if (r->n == 0 || (r->n > 2 && strcmp(r->word[0], "spec") == 0 && strcmp(r->word[1], "=") == 0))
        return 0;
    return r->n > 2 && strcmp(r->word[1], "=") == 0 ? key(r) : body(r);
}

int tn_mix_read(const char *path, struct mix **out, char err[MIX_ERROR])
{
    struct reader r = {.path = path, .err = err};
    const char *base = strrchr(path, '/');
    FILE *f = fopen(path, "r");
    int rc = 0;
    *out = NULL;
    if (!f) {
        rc = -errno;
        snprintf(err, MIX_ERROR, "%.120s: %s", path, strerror(errno));
        return rc;
    }
    r.m = calloc(1, sizeof *r.m);
    if (!r.m) {
        fclose(f);
        snprintf(err, MIX_ERROR, "%.120s: out of memory", path);
        return -ENOMEM;
    }
    base = base ? base + 1 : path;
    snprintf(r.m->name, sizeof r.m->name, "%.*s", (int)strcspn(base, "."), base);
    while (rc == 0 && fgets(r.buf, sizeof r.buf, f)) {
        r.line++;
        rc = !strchr(r.buf, '\n') && !feof(f) ? fail(&r, "a line of more than %d characters", LINE - 2)
                                              : one_line(&r);
    }
    if (rc == 0 && ferror(f))
        rc = fail(&r, "cannot be read");
    if (rc == 0)
        rc = r.m->dut[0] ? join(&r) : fail(&r, "no line dut = BLOCK");
    fclose(f);
    if (rc == 0)
        *out = r.m;
    else
        free(r.m);
    return rc;
}
