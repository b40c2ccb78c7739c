/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reports are queries. Faults that did not strike are in no share.
 */
#include "report.h"
#include "run.h"
#include "page.h"
#include "recovery.h"
#include "store.h"

#include <tn/part.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 512, WORST = 40, LISTED = 300, BINS = 16, AROUND = 60 /* cycles */ };

struct row {
    char name[TN_FAULT_WHERE];
    struct tn_counts c;
};

static int outcome_of(const char *name)
{
    for (int k = 0; k < TN_OUTCOMES; k++)
        if (strcmp(name, tn_outcome_name((enum tn_outcome)k)) == 0)
            return k;
    return -1;
}

static unsigned long danger(const struct row *r)
{
    return r->c.of[TN_SILENT] + r->c.of[TN_HANG];
}

/* Most dangerous first, by share and then by number. */
static int by_danger(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double p = (double)danger(x) / (double)(x->c.n ? x->c.n : 1);
    double q = (double)danger(y) / (double)(y->c.n ? y->c.n : 1);
    if (p < q || p > q)
        return p < q ? 1 : -1;
    return danger(x) < danger(y) ? 1 : danger(x) > danger(y) ? -1 : strcmp(x->name, y->name);
}

/* Counts by outcome for each value of a column of fault; the rows found. */
static unsigned group(sqlite3 *db, const char *column, struct row *rows)
{
    sqlite3_stmt *st = NULL;
    char sql[256];
    unsigned n = 0;
    snprintf(sql, sizeof sql, "SELECT %s, outcome, count(*) FROM result JOIN fault USING(id)"
             " GROUP BY 1, 2 ORDER BY 1", column);
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        return 0;
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(st, 0);
        int k = outcome_of((const char *)sqlite3_column_text(st, 1));
        unsigned long count = (unsigned long)sqlite3_column_int64(st, 2);
        if (k < 0)
            continue;
        if (n == 0 || strcmp(rows[n - 1].name, name) != 0) {
            if (n == ROWS)
                break;
            memset(&rows[n], 0, sizeof rows[n]);
            snprintf(rows[n++].name, sizeof rows[0].name, "%s", name);
        }
        rows[n - 1].c.of[k] += count;
        rows[n - 1].c.n += count;
    }
    sqlite3_finalize(st);
    return n;
}

static void outcomes(FILE *f, const struct tn_counts *all)
{
    fputs("<h2>Outcomes</h2>\n", f);
    fputs("<div style=\"font-size:2em\">", f);
    tn_page_bar(f, all);
    fputs("</div>\n", f);
    tn_page_legend(f);
    fputs("<table><thead><tr><th>outcome</th><th class=\"n\">faults</th><th class=\"n\">share</th>"
          "<th class=\"n\">95 % interval (Wilson)</th><th></th></tr></thead><tbody>\n", f);
    for (int k = 0; k < TN_OUTCOMES; k++) {
        fprintf(f, "<tr><td>%s</td>", tn_outcome_name((enum tn_outcome)k));
        tn_page_share(f, all->of[k], all->n);
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table>\n", f);
}

static void table(FILE *f, const char *title, const char *what, const struct row *rows, unsigned n)
{
    fprintf(f, "<h2>%s</h2>\n<div class=\"wrap\"><table><thead><tr><th class=\"s\">%s</th>"
               "<th class=\"n s\">struck</th><th>outcomes</th><th class=\"n s\">silent or hang</th>"
               "<th class=\"n s\">share</th><th class=\"n s\">95 %% interval</th><th></th></tr></thead>"
               "<tbody>\n", title, what);
    for (unsigned i = 0; i < n; i++) {
        fputs("<tr><td><code>", f);
        tn_page_text(f, rows[i].name);
        fprintf(f, "</code></td><td class=\"n\">%lu</td><td>", rows[i].c.n);
        tn_page_bar(f, &rows[i].c);
        fputs("</td>", f);
        tn_page_share(f, danger(&rows[i]), rows[i].c.n);
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n", f);
}

static void latency(FILE *f, sqlite3 *db)
{
    sqlite3_stmt *st = NULL;
    unsigned long bin[BINS] = {0}, n = 0;
    unsigned used = 1;
    if (sqlite3_prepare_v2(db, "SELECT told_cycle - struck FROM result WHERE told > 0 AND"
                               " outcome <> 'not struck' AND told_cycle >= struck", -1, &st, NULL) == SQLITE_OK)
        while (sqlite3_step(st) == SQLITE_ROW) {
            uint64_t cycles = (uint64_t)sqlite3_column_int64(st, 0);
            unsigned b = 0;
            while (b < BINS - 1 && cycles >> (b + 1))
                b++;
            bin[b]++;
            n++;
            used = b + 1 > used ? b + 1 : used;
        }
    sqlite3_finalize(st);
    fprintf(f, "<h2>Detection latency</h2><p class=\"dim\">Cycles from the fault to the first sign of it "
               "(a rule, a reject, an error register), for the %lu faults that left one; each column "
               "begins at the number under it and ends below the next.</p>\n", n);
    if (n)
        tn_page_histogram(f, bin, used);
}

/* A file's name as a shell takes it: in quotes where it is not plain. */
static void shell_word(FILE *f, const char *word)
{
    char one[2] = "";
    if (word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-")] == 0) {
        tn_page_text(f, word);
        return;
    }
    fputc('\'', f);
    for (; *word; word++) {
        one[0] = *word;
        if (*word == '\'')
            fputs("'\\''", f);
        else
            tn_page_text(f, one);
    }
    fputc('\'', f);
}

static void silent_list(FILE *f, sqlite3 *db)
{
    sqlite3_stmt *st = NULL;
    char stimulus[TN_PLAN_PATH] = "", replay[640] = "";
    uint64_t total = tn_store_number(db, "SELECT count(*) FROM result WHERE outcome = 'silent corruption'");
    tn_store_get(db, "stimulus", stimulus, sizeof stimulus);
    tn_store_get(db, "replay", replay, sizeof replay);
    fprintf(f, "<h2>Silent corruptions</h2><p class=\"dim\">%" PRIu64 " in all%s. Each opens to the command "
               "that plays it again and leaves a capture and a waveform around the fault.</p>\n", total,
            total > LISTED ? ", the first 300 here; the rest in the database" : "");
    if (sqlite3_prepare_v2(db, "SELECT r.id, f.text, r.what, r.first_rule, r.first_cycle, r.wrong, r.lost,"
                               " r.struck FROM result r JOIN fault f USING(id)"
                               " WHERE outcome = 'silent corruption' ORDER BY r.id LIMIT ?", -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_int(st, 1, LISTED);
        while (sqlite3_step(st) == SQLITE_ROW) {
            long long id = sqlite3_column_int64(st, 0);
            const char *text = (const char *)sqlite3_column_text(st, 1);
            long long from = sqlite3_column_int64(st, 7), to = sqlite3_column_int64(st, 4);
            fprintf(f, "<details><summary><code>");
            tn_page_text(f, text);
            fprintf(f, "</code> <span class=\"dim\">");
            tn_page_text(f, (const char *)sqlite3_column_text(st, 3));
            fprintf(f, " at cycle %lld: %lld wrong, %lld lost</span></summary><p>", sqlite3_column_int64(st, 4),
                    sqlite3_column_int64(st, 5), sqlite3_column_int64(st, 6));
            tn_page_text(f, (const char *)sqlite3_column_text(st, 2));
            fprintf(f, ", cycle %lld.</p><pre>tenter replay ", sqlite3_column_int64(st, 7));
            shell_word(f, stimulus);
            fputc(' ', f);
            tn_page_text(f, replay);
            fputs(" --fault '", f);
            tn_page_text(f, text);
            fprintf(f, "' --trace fault-%lld.pcap --waves fault-%lld.fst --cycles %lld:%lld</pre></details>\n",
                    id, id, from > AROUND ? from - AROUND : 0, (to > from ? to : from) + AROUND);
        }
    }
    sqlite3_finalize(st);
}

static void summary(sqlite3 *db, char *out, size_t size)
{
    char replay[640] = "", stimulus[TN_PLAN_PATH] = "";
    tn_store_get(db, "replay", replay, sizeof replay);
    tn_store_get(db, "stimulus", stimulus, sizeof stimulus);
    snprintf(out, size, "%" PRIu64 " of %" PRIu64 " faults run, %" PRIu64 " did not strike, %" PRIu64
             " runs broke; %s; %s", tn_store_number(db, "SELECT count(*) FROM result"),
             tn_store_number(db, "SELECT count(*) FROM fault"),
             tn_store_number(db, "SELECT count(*) FROM result WHERE outcome = 'not struck'"),
             tn_store_number(db, "SELECT count(*) FROM result WHERE outcome = 'broken run'"), stimulus, replay);
}

static void write_page(FILE *f, sqlite3 *db, const struct tn_counts *all)
{
    static struct row rows[ROWS];
    static char plan[1 << 20];
    char path[TN_PLAN_PATH] = "campaign", line[1200];
    unsigned n;
    tn_store_get(db, "plan_path", path, sizeof path);
    tn_page_head(f, path);
    fputs("<h1>Campaign ", f);
    tn_page_text(f, path);
    fputs("</h1>\n<p class=\"sub\">", f);
    summary(db, line, sizeof line);
    tn_page_text(f, line);
    fputs("</p>\n", f);
    outcomes(f, all);
    n = group(db, "kind", rows);
    qsort(rows, n, sizeof *rows, by_danger);
    table(f, "By kind of fault", "kind", rows, n);
    n = group(db, "module", rows);
    qsort(rows, n, sizeof *rows, by_danger);
    table(f, "By module or link", "module", rows, n);
    n = group(db, "target", rows);
    qsort(rows, n, sizeof *rows, by_danger);
    table(f, "The most dangerous registers, memories and links", "target", rows, n < WORST ? n : WORST);
    latency(f, db);
    tn_recovery_page(f, db);
    silent_list(f, db);
    fputs("<h2>The plan</h2>\n<pre>", f);
    if (tn_store_get(db, "plan", plan, sizeof plan))
        tn_page_text(f, plan);
    fputs("</pre>\n", f);
    tn_page_foot(f);
}

static int to_file(const char *path, sqlite3 *db, const struct tn_counts *all)
{
    struct tn_part part;
    char err[512];
    int rc;
    if (tn_part_open(&part, path) < 0) {
        rc = -errno;
    } else {
        write_page(part.file, db, all);
        rc = tn_part_close(&part, true);
    }
    if (rc == 0)
        return 0;
    snprintf(err, sizeof err, "%.300s: %s", tn_part_name(path), strerror(-rc));
    return tn_campaign_complain(err);
}

static void print(sqlite3 *db, const struct tn_counts *all)
{
    char line[1200];
    summary(db, line, sizeof line);
    printf("%s\n", line);
    for (int k = 0; k < TN_OUTCOMES; k++) {
        double low, high;
        tn_wilson(all->of[k], all->n, &low, &high);
        printf("  %-18s %6lu  %5.1f %%  (%.1f to %.1f)\n", tn_outcome_name((enum tn_outcome)k), all->of[k],
               all->n ? 100.0 * (double)all->of[k] / (double)all->n : 0.0, 100 * low, 100 * high);
    }
}

int tn_campaign_report(const char *path, const char *html)
{
    static struct row all[ROWS];
    char err[512];
    int rc = 0;
    sqlite3 *db = tn_store_open(path, false, err, sizeof err);
    if (!db)
        return tn_campaign_complain(err);
    memset(all, 0, sizeof all);
    group(db, "'all'", all);
    if (!html || strcmp(html, "-") != 0) {
        print(db, &all[0].c);
        tn_recovery_print(stdout, db);
    }
    if (html)
        rc = to_file(html, db, &all[0].c);
    sqlite3_close(db);
    return rc ? rc : tn_campaign_output();
}
