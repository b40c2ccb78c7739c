/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert: any supported capture into Tenter's own form, or into a form that a fabric's
 * face writes. The point table stands in the first record, so the input is read twice: once for
 * the points and for faults, once for the packets. Nothing is left of the output when either
 * finds a fault.
 */
#include "tools.h"

#include <tn/capture.h>

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct convert {
    const struct tn_converter *to;
    const char *in;
    FILE *spool; /* the input when it can be read only once, or NULL */
    char *meta;  /* the first record of the output */
    bool truncated;
    struct tn_convert job;
};

static struct tn_reader *open_input(const struct convert *c)
{
    char err[512];
    struct tn_reader *r = NULL;
    if (!c->spool) {
        r = tn_reader_open(c->in, err, sizeof err);
    } else {
        int fd = dup(fileno(c->spool));
        FILE *f = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(fd, "rb") : NULL;
        if (f)
            r = tn_reader_open_stream(f, c->job.name, err, sizeof err);
        else
            snprintf(err, sizeof err, "%s: %s", c->job.name, strerror(errno));
    }
    if (!r)
        tn_usage("convert", "%s", err);
    return r;
}

/* Whether what has come so far begins a capture; a device without an end would fill the disk. */
static bool begins_capture(const struct convert *c)
{
    struct tn_reader *r = fflush(c->spool) == 0 ? open_input(c) : NULL;
    tn_reader_close(r);
    return r != NULL && fseek(c->spool, 0, SEEK_END) == 0;
}

/* Standard input or a pipe goes into a temporary file; a regular file stays. */
static int spool(struct convert *c)
{
    struct stat st;
    bool std = strcmp(c->in, "-") == 0;
    char block[1 << 18]; /* the first block of a compressed capture fits */
    size_t n;
    FILE *f;
    c->job.name = std ? "standard input" : c->in;
    if (!std && (stat(c->in, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
        return TN_EXIT_OK;
    f = std ? stdin : fopen(c->in, "rb");
    c->spool = f ? tmpfile() : NULL;
    if (!c->spool) {
        tn_usage("convert", "%s: %s", f ? "temporary file" : c->job.name, strerror(errno));
        if (f && !std)
            fclose(f);
        return TN_EXIT_USAGE;
    }
    bool first = true, known = true;
    while (known && (n = fread(block, 1, sizeof block, f)) > 0 && fwrite(block, 1, n, c->spool) == n) {
        if (first)
            known = begins_capture(c);
        first = false;
    }
    bool bad = ferror(f) || ferror(c->spool) || fflush(c->spool) != 0;
    if (!std)
        fclose(f);
    if (!known)
        return TN_EXIT_USAGE;
    return bad ? tn_usage("convert", "%s: %s", c->job.name, strerror(errno)) : TN_EXIT_OK;
}

/* The text of a record made by us: where the packets come from and the points. */
static char *make_meta(const struct convert *c, const struct tn_reader *r)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "tool=tenter convert\nversion=%s\nfrom=%s\n", TN_VERSION, tn_reader_form(r));
    if (c->to->own)
        fputs("numbers=kept\n", f);
    if (c->truncated)
        fputs("truncated=1\n", f);
    if (c->job.left_out)
        fprintf(f, "left_out=%llu\n", (unsigned long long)c->job.left_out);
    for (unsigned i = 0; i < tn_reader_points(r); i++)
        if (tn_reader_point(r, i))
            fprintf(f, "point.%u=%s\n", i, tn_reader_point(r, i));
    return fclose(f) == 0 ? text : NULL;
}

/* The text of an own capture, which stays; with a line that says so when records are left out and
 * their places are kept. */
static char *keep_meta(const struct convert *c, const struct tn_reader *r)
{
    const char *text = tn_reader_text(r), *line = "";
    char *meta;
    bool has = strstr(text, "numbers=kept\n") || strstr(text, "places=kept\n");
    if (c->to->own && c->job.left_out && !has)
        line = "places=kept\n";
    return asprintf(&meta, "%s%s", text, line) < 0 ? NULL : meta;
}

/* A packet of a protocol that is a fabric's guest: the own form has no records of it. */
static bool is_guest(const struct tn_event *ev)
{
    return ev->fabric > TN_FABRIC_NONE;
}

/* First pass: faults, what cannot be carried, and the first record's text. */
static int survey(struct convert *c)
{
    struct tn_reader *r = open_input(c);
    struct tn_event ev;
    uint64_t guests = 0;
    int rc, code = TN_EXIT_OK;
    if (!r)
        return TN_EXIT_USAGE;
    if (c->to->guests || c->to->own)
        tn_reader_keep_roce(r);
    while (code == TN_EXIT_OK && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        guests += is_guest(&ev);
        if (c->to->own && !is_guest(&ev) && ev.len > TN_CAPTURE_MAX_PACKET)
            code = tn_usage("convert", "%s: record %llu: %u bytes, a record holds at most %u",
                            c->job.name, (unsigned long long)ev.packet, ev.len, TN_CAPTURE_MAX_PACKET);
    }
    if (code == TN_EXIT_OK && rc < 0)
        code = tn_usage("convert", "%s: %s", c->job.name, tn_reader_error(r));
    c->job.left_out = tn_reader_artefacts(r)[TN_ART_FOREIGN].count + (c->to->own ? guests : 0);
    c->truncated = tn_reader_artefacts(r)[TN_ART_TRUNCATED].count != 0;
    if (code == TN_EXIT_OK)
        c->meta = c->to->keeps_text && tn_reader_text(r) ? keep_meta(c, r) : make_meta(c, r);
    if (code == TN_EXIT_OK && !c->meta)
        code = tn_usage("convert", "out of memory");
    tn_reader_close(r);
    return code;
}

/* What stands for a guest's packet: its ICRC was wrong, right, or not compared, as the record is cut. */
static enum tn_place place_of_guest(unsigned art, bool compared)
{
    if (art >> TN_ART_ICRC & 1)
        return TN_PLACE_ICRC;
    return compared ? TN_PLACE_RIGHT : art >> TN_ART_SNAPPED & 1 ? TN_PLACE_PART : TN_PLACE_GUEST;
}

static int write_own(struct tn_convert *c, struct tn_reader *r)
{
    char err[512];
    struct tn_event ev;
    int rc, bad = 0;
    unsigned art;
    uint64_t compared = 0;
    bool first = true;
    struct tn_writer *w = tn_writer_open(c->out, c->meta, 1, err, sizeof err);
    if (!w)
        return tn_usage("convert", "%s", err);
    tn_reader_keep_places(r);
    tn_reader_keep_roce(r);
    while (bad == 0 && (rc = tn_reader_next(r, &ev, &art)) == 1) {
        if (is_guest(&ev))
            tn_place_make(&ev, place_of_guest(art, tn_reader_icrcs(r) > compared));
        compared = tn_reader_icrcs(r);
        if (!first || ev.unit != TN_UNIT_NOTE || !tn_reader_text(r))
            bad = tn_writer_event(w, &ev);
        first = false;
    }
    if (bad == 0 && rc < 0) {
        tn_writer_abandon(w);
        return tn_usage("convert", "%s: %s", c->name, tn_reader_error(r));
    }
    rc = tn_writer_close(w);
    return rc < 0 ? tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(-rc)) : TN_EXIT_OK;
}

static const struct tn_converter own_form = {
    .name = "own", .holder = "the own form", .keeps_text = true, .own = true, .write = write_own};

const struct tn_converter *tn_converter_at(size_t i)
{
    const struct tn_face *face;
    if (i-- == 0)
        return &own_form;
    for (size_t k = 0; (face = tn_face_at(k)) != NULL; k++)
        for (const struct tn_converter *to = face->converters; to && to->name; to++)
            if (i-- == 0)
                return to;
    return NULL;
}

/* The form called name; NULL with a message when there is none. */
static const struct tn_converter *find(const char *name)
{
    const struct tn_converter *to;
    struct tn_words words = {0};
    char all[256];
    for (size_t i = 0; (to = tn_converter_at(i)) != NULL; i++) {
        if (strcmp(to->name, name) == 0)
            return to;
        tn_words_add(&words, to->name);
    }
    tn_words_join(&words, "", " or ", all, sizeof all);
    tn_usage("convert", "--to is %s, not '%s'", all, name);
    return NULL;
}

static int run(struct convert *c)
{
    struct tn_reader *r;
    int code = spool(c);
    if (code == TN_EXIT_OK)
        code = survey(c);
    if (code != TN_EXIT_OK)
        return code;
    r = open_input(c);
    if (!r)
        return TN_EXIT_USAGE;
    if (c->to->guests)
        tn_reader_keep_roce(r);
    c->job.meta = c->meta;
    code = c->to->write(&c->job, r);
    tn_reader_close(r);
    if (code == TN_EXIT_OK && c->truncated)
        tn_usage("convert", "%s: ends inside a record; converted up to the last whole one",
                 c->job.name);
    if (code == TN_EXIT_OK && c->job.left_out)
        tn_usage("convert", "%s: %llu record%s left out: no packet that %s holds", c->job.name,
                 (unsigned long long)c->job.left_out, c->job.left_out == 1 ? "" : "s", c->to->holder);
    return code;
}

int tn_cmd_convert(int argc, char **argv)
{
    static const struct option options[] = {{"to", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    struct convert c = {.to = &own_form};
    int opt, code;
    while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (opt != 't')
            return TN_EXIT_USAGE;
        c.to = find(optarg);
        if (!c.to)
            return TN_EXIT_USAGE;
    }
    if (optind + 2 != argc)
        return tn_usage("convert", "give IN and OUT");
    c.in = argv[optind];
    c.job.out = argv[optind + 1];
    code = run(&c);
    if (c.spool)
        fclose(c.spool);
    free(c.meta);
    return code;
}
