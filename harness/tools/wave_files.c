/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The files that tenter wave writes beside a capture: JUnit XML, and what GTKWave opens.
 */
#include "wave.h"

#include "check.h"
#include "tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int close_part(struct tn_part *part, const char *name)
{
    int rc = tn_part_close(part, true);
    return rc < 0 ? tn_usage("wave", "%s: %s", tn_part_name(name), strerror(-rc)) : TN_EXIT_OK;
}

static void test_case(FILE *f, const struct wave_job *j, const char *rule)
{
    uint64_t failed = tn_wave_failed(j, rule), open = j->open ? j->open[tn_rule_index(rule)] : 0;
    fprintf(f, "  <testcase classname=\"%s\" name=\"%s\">", tn_report_fabric(rule), rule);
    if (failed || open) {
        fprintf(f,
                failed ? "<failure message=\"%" PRIu64 " times in "
                       : "<skipped message=\"inconclusive: %" PRIu64 " times in ",
                failed ? failed : open);
        tn_xml_text(f, j->file);
        fputs("\"/>", f);
    } else if (!tn_wave_asked(j, rule)) {
        fputs("<skipped/>", f);
    }
    fputs("</testcase>\n", f);
}

int tn_wave_report_junit(const struct wave_job *j)
{
    size_t bad = 0, skipped = 0;
    const struct tn_rule *rule;
    struct tn_part part;
    if (tn_part_open(&part, j->junit) < 0)
        return tn_usage("wave", "%s: %s", j->junit, strerror(errno));
    for (size_t i = 0; (rule = tn_rule_at(i)) != NULL; i++) {
        uint64_t failed = tn_wave_failed(j, rule->id);
        bad += failed > 0;
        skipped += !failed && ((j->open && j->open[i]) || !tn_wave_asked(j, rule->id));
    }
    fprintf(part.file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tenter wave\" "
            "tests=\"%zu\" failures=\"%zu\" "
            "skipped=\"%zu\">\n",
            tn_rule_count(), bad, skipped);
    for (size_t i = 0; (rule = tn_rule_at(i)) != NULL; i++)
        test_case(part.file, j, rule->id);
    fputs("</testsuite>\n", part.file);
    return close_part(&part, j->junit);
}

/* Whether a verdict is about the channel's link; without verdicts all channels are shown. */
static bool marked(const struct wave_job *j, const struct tn_wave_channel *ch)
{
    for (unsigned i = 0; i < j->mark_n; i++)
        if (j->mark[i].link == tn_wave_link_of(ch))
            return true;
    return j->mark_n == 0;
}

static void signal_line(FILE *f, const char *path)
{
    if (path)
        fprintf(f, "%s\n%s\n",
                strrchr(path, '[') && strchr(strrchr(path, '['), ':') ? "@22" : "@28", path);
}

static void group(FILE *f, const struct tn_wave_channel *ch)
{
    const struct tn_wave_kind *k = tn_wave_kind_of(ch);
    bool low;
    fprintf(f, "@200\n-%s %s\n", k->name, tn_wave_path(ch));
    signal_line(f, tn_wave_clock(ch));
    signal_line(f, tn_wave_reset(ch, &low));
    for (unsigned i = 0; k->pins[i].name; i++)
        signal_line(f, tn_wave_full_signal(ch, i));
}

int tn_wave_report_gtkw(const struct wave_job *j)
{
    const struct tn_wave_channel *ch;
    char *file = realpath(j->file, NULL);
    struct tn_part part;
    uint64_t first = j->mark_n ? j->mark[0].tick : 0;
    if (tn_part_open(&part, j->gtkw) < 0) {
        free(file);
        return tn_usage("wave", "%s: %s", j->gtkw, strerror(errno));
    }
    fprintf(part.file, "[dumpfile] \"%s\"\n[size] 1600 1000\n[pos] -1 -1\n*-15.0 %" PRIu64,
            file ? file : j->file, first);
    for (unsigned i = 0; i < TN_WAVE_MARKS; i++)
        if (i < j->mark_n)
            fprintf(part.file, " %" PRIu64, j->mark[i].tick);
        else
            fputs(" -1", part.file);
    fputc('\n', part.file);
    for (unsigned i = 0; i < j->mark_n; i++)
        fprintf(part.file, "[markername] %c %s\n", 'A' + (int)i, j->mark[i].rules);
    for (size_t i = 0; (ch = tn_wave_channel_at(j->wave, i)) != NULL; i++)
        if (marked(j, ch) && tn_wave_clock(ch))
            group(part.file, ch);
    free(file);
    return close_part(&part, j->gtkw);
}
