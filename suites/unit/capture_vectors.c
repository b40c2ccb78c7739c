/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Every capture of vectors/capture is read and told in words, which must be
 * those that stand in the file; read again with every byte cut off its end,
 * it may fail but never do harm.
 */
#include <tn/capture.h>

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FILE_MAX = 65536, VECTORS_MAX = 128 };

struct vector {
    char path[256], title[160];
    uint8_t bytes[FILE_MAX];
    size_t len;
    char expect[8192];
    bool keep_roce;
};

static unsigned seen[TN_ARTEFACTS]; /* records with that artefact, over all vectors */
static unsigned clean;              /* events without any */

static void add_hex(struct vector *v, const char *line)
{
    for (const char *p = line; *p && *p != '#' && *p != '\n'; p++) {
        unsigned byte;
        if (*p == ' ')
            continue;
        if (v->len == FILE_MAX || sscanf(p, "%2x", &byte) != 1)
            fail_msg("%s: no hex: %s", v->path, line);
        v->bytes[v->len++] = (uint8_t)byte;
        p++;
    }
}

static void load(struct vector *v, const char *path)
{
    enum { HEAD, BYTES, EXPECT } part = HEAD;
    char line[512];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    memset(v, 0, sizeof *v);
    snprintf(v->path, sizeof v->path, "%s", path);
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "# test: %159[^\n]", v->title) == 1)
            continue;
        if (strcmp(line, "bytes\n") == 0)
            part = BYTES;
        else if (strcmp(line, "expect\n") == 0)
            part = EXPECT;
        else if (part == BYTES)
            add_hex(v, line);
        else if (part == EXPECT && strcmp(line, "  keep roce\n") == 0)
            v->keep_roce = true;
        else if (part == EXPECT)
            strncat(v->expect, line + 2, sizeof v->expect - strlen(v->expect) - 1);
    }
    fclose(f);
}

static void tell_event(FILE *f, const struct tn_reader *r, const struct tn_event *ev, unsigned art)
{
    const char *point = tn_reader_point(r, ev->point);
    fprintf(f, "event %llu ns %llu unit %u", (unsigned long long)ev->packet,
            (unsigned long long)ev->time_ns, ev->unit);
    if (point)
        fprintf(f, " point %s", point);
    fprintf(f, " len %u of %u", ev->len, ev->orig_len);
    for (int a = 0; a < TN_ARTEFACTS; a++)
        if (art >> a & 1)
            fprintf(f, " %s", tn_artefact_id((enum tn_artefact)a));
    fputc('\n', f);
    clean += art == 0;
}

static void tell_end(FILE *f, const struct tn_reader *r, int rc)
{
    const struct tn_artefact_count *c = tn_reader_artefacts(r);
    for (int a = 0; a < TN_ARTEFACTS; a++) {
        if (!c[a].count)
            continue;
        fprintf(f, "artefact %s %llu:", tn_artefact_id((enum tn_artefact)a),
                (unsigned long long)c[a].count);
        for (uint64_t i = 0; i < c[a].count && i < TN_ARTEFACT_KEEP; i++)
            fprintf(f, " %llu", (unsigned long long)c[a].first[i]);
        fputc('\n', f);
        seen[a] += (unsigned)c[a].count;
    }
    fprintf(f, "form %s\n", tn_reader_form(r));
    if (strcmp(tn_reader_origin(r), tn_reader_form(r)) != 0)
        fprintf(f, "origin %s\n", tn_reader_origin(r));
    if (rc == 0)
        fputs("end\n", f);
    else
        fprintf(f, "error %s\n", tn_reader_error(r));
}

/* Reads len bytes of v; what was found goes to f. False when it could not be opened. */
static bool read_all(const struct vector *v, size_t len, FILE *f)
{
    char err[256];
    uint8_t *copy = malloc(len ? len : 1); /* exactly as long: a sanitizer sees one byte more */
    struct tn_event ev;
    unsigned art;
    int rc;
    assert_non_null(copy);
    memcpy(copy, v->bytes, len);
    struct tn_reader *r = tn_reader_open_memory(copy, len, err, sizeof err);
    if (!r) {
        free(copy);
        return false;
    }
    if (v->keep_roce)
        tn_reader_keep_roce(r);
    while ((rc = tn_reader_next(r, &ev, &art)) == 1) {
        assert_true(ev.len <= ev.orig_len);
        for (uint32_t i = 0; i < ev.len; i++) /* all of them can be read */
            art |= (unsigned)ev.bytes[i] << 31 & 0;
        if (f)
            tell_event(f, r, &ev, art);
    }
    assert_int_equal(tn_reader_next(r, &ev, &art), 0); /* the end stays the end */
    if (f)
        tell_end(f, r, rc);
    tn_reader_close(r);
    free(copy);
    return true;
}

/* Line by line; an expected error may be the beginning of what libpcap says. */
static void compare(const struct vector *v, char *expect, char *found)
{
    char *se, *sf, *e = strtok_r(expect, "\n", &se), *f = strtok_r(found, "\n", &sf);
    for (; e || f; e = strtok_r(NULL, "\n", &se), f = strtok_r(NULL, "\n", &sf)) {
        bool same =
            e && f && (strncmp(e, "error ", 6) ? strcmp(e, f) == 0 : strncmp(e, f, strlen(e)) == 0);
        if (!same)
            fail_msg("%s:\n  expected %s\n  found    %s", v->path, e ? e : "no more",
                     f ? f : "no more");
    }
}

static void one_vector(void **state)
{
    struct vector *v = *state;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    bool opened = read_all(v, v->len, f);
    fclose(f);
    if (!opened)
        fail_msg("%s: not opened", v->path);
    compare(v, v->expect, text);
    free(text);
    for (size_t len = 0; len < v->len; len++)
        read_all(v, len, NULL);
}

static void every_artefact_of_the_reader_is_seen_and_not_seen(void **state)
{
    (void)state;
    assert_true(clean > 0);
    for (int a = 0; a < TN_ARTEFACTS; a++)
        if (a != TN_ART_ORDER && !seen[a]) /* which the rules find: suites/cli/artefacts.sh */
            fail_msg("no vector shows %s", tn_artefact_id((enum tn_artefact)a));
}

int main(void)
{
    static struct CMUnitTest tests[VECTORS_MAX + 1];
    size_t n = 0;
    glob_t g;
    if (glob("vectors/capture/*.cap", 0, NULL, &g) != 0 || g.gl_pathc > VECTORS_MAX)
        return 2;
    struct vector *v = calloc(g.gl_pathc, sizeof *v);
    if (!v)
        return 2;
    for (; n < g.gl_pathc; n++) {
        load(&v[n], g.gl_pathv[n]);
        tests[n] = (struct CMUnitTest){v[n].title, one_vector, NULL, NULL, &v[n]};
    }
    tests[n++] =
        (struct CMUnitTest)cmocka_unit_test(every_artefact_of_the_reader_is_seen_and_not_seen);
    int rc = _cmocka_run_group_tests("capture", tests, n, NULL, NULL);
    free(v);
    globfree(&g);
    return rc;
}
