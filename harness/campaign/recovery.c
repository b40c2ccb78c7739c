/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Times of repair from what the runs said of themselves.
 */
#include "recovery.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 32, TIMES = 4096 };

struct times {
    char kind[32];
    unsigned n;
    long cycles[TIMES]; /* ascending */
};

/* By kind; how many kinds. *out is the caller's. */
static unsigned measured(sqlite3 *db, struct times **out)
{
    static const char sql[] =
        "SELECT kind, CAST(substr(what, instr(what, 'recovered in ') + 13) AS INTEGER) AS cycles"
        " FROM result JOIN fault USING(id) WHERE what LIKE '%recovered in %' ORDER BY kind, cycles";
    sqlite3_stmt *st = NULL;
    unsigned n = 0;
    *out = calloc(KINDS, sizeof **out);
    if (!*out || sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        return 0;
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *kind = (const char *)sqlite3_column_text(st, 0);
        if (n == 0 || strcmp((*out)[n - 1].kind, kind) != 0) {
            if (n == KINDS)
                break;
            snprintf((*out)[n++].kind, sizeof (*out)[0].kind, "%s", kind);
        }
        struct times *t = &(*out)[n - 1];
        if (t->n < TIMES)
            t->cycles[t->n++] = (long)sqlite3_column_int64(st, 1);
    }
    sqlite3_finalize(st);
    return n;
}

void tn_recovery_print(FILE *f, sqlite3 *db)
{
    struct times *t;
    const unsigned n = measured(db, &t);
    if (n)
        fprintf(f, "cycles from the fault to the first packet behind its repair:\n");
    for (unsigned i = 0; i < n; i++)
        fprintf(f, "  %-10s %4u repaired: least %ld, median %ld, most %ld\n", t[i].kind, t[i].n, t[i].cycles[0],
                t[i].cycles[t[i].n / 2], t[i].cycles[t[i].n - 1]);
    free(t);
}

void tn_recovery_page(FILE *f, sqlite3 *db)
{
    struct times *t;
    const unsigned n = measured(db, &t);
    if (n)
        fputs("<h2>Recovery</h2><p class=\"dim\">Cycles from the fault to the first packet behind its repair, "
              "of faults after which a link sent again.</p>\n<table><thead><tr><th>kind</th><th class=\"n\">repaired"
              "</th><th class=\"n\">least</th><th class=\"n\">median</th><th class=\"n\">most</th></tr></thead>"
              "<tbody>\n", f);
    for (unsigned i = 0; i < n; i++)
        fprintf(f, "<tr><td><code>%s</code></td><td class=\"n\">%u</td><td class=\"n\">%ld</td><td class=\"n\">%ld"
                   "</td><td class=\"n\">%ld</td></tr>\n", t[i].kind, t[i].n, t[i].cycles[0],
                t[i].cycles[t[i].n / 2], t[i].cycles[t[i].n - 1]);
    if (n)
        fputs("</tbody></table>\n", f);
    free(t);
}
