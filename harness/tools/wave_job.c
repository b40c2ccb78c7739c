/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A waveform at work, from a file or from a simulation: its kinds, outputs and verdicts.
 */
#include "wave.h"

#include "links.h"
#include "tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 128 };

/* Kinds of a user's own: make WAVE_DIR=folder links them in. */
extern const struct tn_wave_kind *const tn_waves_own[] __attribute__((weak));

static size_t add_kinds(const struct tn_wave_kind **to, size_t n,
                        const struct tn_wave_kind *const *from)
{
    for (; from && *from && n < KINDS; from++)
        to[n++] = *from;
    return n;
}

/* The kinds of channels: a user's own, then those that faces bring, ending with NULL. */
static const struct tn_wave_kind *const *all_kinds(void)
{
    static const struct tn_wave_kind *kinds[KINDS + 1];
    size_t n = add_kinds(kinds, 0, tn_waves_own);
    for (size_t i = 0; tn_face_at(i); i++)
        n = add_kinds(kinds, n, tn_face_at(i)->waves);
    kinds[n] = NULL;
    return kinds;
}

static void on_packet(void *ctx, const struct tn_wave_channel *ch, const struct tn_event *ev,
                      const struct tn_wave_time *when)
{
    struct wave_job *j = ctx;
    j->packets++;
    j->when[ev->packet % TN_WAVE_SLOTS].packet = ev->packet;
    j->when[ev->packet % TN_WAVE_SLOTS].tick = when->tick;
    j->when[ev->packet % TN_WAVE_SLOTS].channel = ch;
    if (j->recent)
        tn_recent_keep(j->recent, ev);
    if (j->writer && j->write_error == 0)
        j->write_error = tn_writer_event(j->writer, ev);
}

/* A reset stands in the capture as an annotation, where packets came before it. */
static void on_reset(void *ctx, const struct tn_wave_channel *ch, const struct tn_wave_time *when)
{
    static const char text[] = "reset";
    struct wave_job *j = ctx;
    struct tn_event ev = {.unit = TN_UNIT_NOTE,
                          .fabric = TN_FABRIC_NONE,
                          .cycle = when->cycle,
                          .time_ns = when->time_ns};
    ev.point = (uint16_t)tn_wave_point(ch);
    ev.bytes = (const uint8_t *)text;
    ev.len = ev.orig_len = sizeof text - 1;
    if (!j->writer || j->write_error || j->packets == 0)
        return;
    j->write_error = tn_writer_event(j->writer, &ev);
    tn_wave_number_from(j->wave, tn_wave_numbered(j->wave) + 1);
}

static void on_verdict(void *ctx, const struct tn_wave_link *link, const struct tn_verdict *v)
{
    tn_wave_report_verdict(ctx, link, v);
}

static void on_link(void *ctx, const char *name, struct tn_check_params *par)
{
    (void)ctx;
    tn_links_name(par, name);
}

/* The first record of the capture: points and their links. */
static char *meta_of(const struct wave_job *j)
{
    const struct tn_wave_channel *ch;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "tool=tenter wave\nversion=%s\n%s", TN_VERSION,
            tn_wave_late(j->wave) ? "joined=1\n" : "");
    for (size_t i = 0; (ch = tn_wave_channel_at(j->wave, i)) != NULL; i++)
        fprintf(f, "point.%zu=%s\nlink.%zu=%s\n", i, tn_wave_path(ch), i,
                tn_wave_link_name(tn_wave_link_of(ch)));
    if (fclose(f) == 0)
        return text;
    free(text);
    return NULL;
}

static int open_output(struct wave_job *j)
{
    char err[512], *meta;
    if (!j->out)
        return TN_EXIT_OK;
    if (!(meta = meta_of(j)))
        return tn_usage("wave", "out of memory");
    j->writer = tn_writer_open(j->out, meta, 1, err, sizeof err);
    free(meta);
    return j->writer ? TN_EXIT_OK : tn_usage("wave", "%s", err);
}

static int close_output(struct wave_job *j, bool keep)
{
    int rc = j->write_error;
    if (!j->writer)
        return TN_EXIT_OK;
    if (keep && rc == 0)
        rc = tn_writer_close(j->writer);
    else
        tn_writer_abandon(j->writer);
    return rc < 0 ? tn_usage("wave", "%s: %s", tn_part_name(j->out), strerror(-rc)) : TN_EXIT_OK;
}

/* A time as ticks: "120", "1.5us"; nanoseconds without a unit. Returns false when the text is none.
 */
static bool to_ticks(const char *text, int exponent, uint64_t *ticks)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    char *end;
    long double v;
    int e = -9, i = 0;
    if (*text < '0' || *text > '9')
        return false;
    v = strtold(text, &end);
    while (*end && i < 6 && strcmp(end, units[i]) != 0)
        i++;
    if (i == 6)
        return false;
    for (e = (*end ? -3 * i : -9) - exponent; e > 0; e--)
        v *= 10;
    for (; e < 0; e++)
        v /= 10;
    if (v > 9e18L)
        return false;
    *ticks = (uint64_t)(v + 0.5L);
    return true;
}

static int set_range(struct wave_job *j)
{
    uint64_t from = 0, to = UINT64_MAX;
    const int e = tn_wave_exponent(j->wave);
    if (j->from && !to_ticks(j->from, e, &from))
        return tn_usage("wave", "--from: '%s' is no time (a number, and fs, ps, ns, us, ms or s)",
                        j->from);
    if (j->to && !to_ticks(j->to, e, &to))
        return tn_usage("wave", "--to: '%s' is no time (a number, and fs, ps, ns, us, ms or s)",
                        j->to);
    if (from > to)
        return tn_usage("wave", "--from is later than --to");
    tn_wave_range(j->wave, from, to);
    return TN_EXIT_OK;
}

/* Reads the map's text. */
static int read_map(struct wave_job *j)
{
    enum { MAP_MAX = 1 << 22 };
    FILE *f = j->map ? fopen(j->map, "rb") : NULL;
    size_t n;
    if (!j->map)
        return TN_EXIT_OK;
    if (!f || !(j->map_text = malloc(MAP_MAX))) {
        int code = tn_usage("wave", "%s: %s", j->map, strerror(errno));
        if (f)
            fclose(f);
        return code;
    }
    n = fread(j->map_text, 1, MAP_MAX - 1, f);
    j->map_text[n] = 0;
    fclose(f);
    tn_wave_map(j->wave, j->map_text);
    return TN_EXIT_OK;
}

int tn_wave_job_find(struct wave_job *j)
{
    int rc, code;
    tn_wave_scope(j->wave, j->scope);
    tn_wave_rules(j->wave, j->only, j->skip);
    tn_wave_number_from(j->wave, 1); /* of the capture's first record, its text */
    if ((code = set_range(j)) != TN_EXIT_OK || (code = read_map(j)) != TN_EXIT_OK)
        return code;
    rc = tn_wave_find(j->wave);
    if (rc == -EINVAL)
        return tn_usage("wave", "%s: %s", j->map, tn_wave_error(j->wave));
    if (rc < 0)
        return tn_usage("wave", "out of memory");
    if (!tn_wave_channel_at(j->wave, 0))
        return tn_usage(
            "wave", "%s: no channel found by the names of its signals (--map names them)", j->file);
    return open_output(j);
}

/* What was found, once the waveform has ended. */
static int conclude(struct wave_job *j)
{
    int code = TN_EXIT_OK;
    size_t used;
    if (j->no_memory)
        return tn_usage("wave", "out of memory");
    if (j->list)
        tn_wave_report_list(j);
    if (!j->check)
        return code;
    used = tn_wave_report_summary(j);
    if (!used && !j->cut)
        return tn_usage("wave", "%s: nothing to check: no rule applies to anything in it", j->file);
    code = j->failed ? TN_EXIT_FAIL : TN_EXIT_OK;
    if ((j->junit && tn_wave_report_junit(j) != TN_EXIT_OK) ||
        (j->gtkw && tn_wave_report_gtkw(j) != TN_EXIT_OK))
        return TN_EXIT_USAGE;
    return code;
}

int tn_wave_job_begin(struct wave_job *j)
{
    const struct tn_wave_sink sink = {.ctx = j,
                                      .packet = on_packet,
                                      .reset = on_reset,
                                      .link = on_link,
                                      .verdict = j->check ? on_verdict : NULL};
    j->wave = tn_wave_new(all_kinds(), &j->par, &sink);
    j->recent = j->check ? tn_recent_new() : NULL;
    return !j->wave || (j->check && !j->recent) ? tn_usage("wave", "out of memory") : TN_EXIT_OK;
}

int tn_wave_job_end(struct wave_job *j, int code)
{
    int closed;
    if (code == TN_EXIT_OK) {
        tn_wave_end(j->wave);
        code = conclude(j);
    }
    code = j->cut ? TN_EXIT_USAGE : code;
    closed = close_output(j, code != TN_EXIT_USAGE);
    tn_wave_free(j->wave);
    tn_recent_free(j->recent);
    free(j->open);
    free(j->map_text);
    return tn_finish_output("wave", closed != TN_EXIT_OK ? closed : code);
}
