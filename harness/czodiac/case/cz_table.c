/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines that fill the remapper's tables, as the register writes they stand for
 * (checkers/czodiac/spec/cz_ioport_remap.md section 2):
 *   stage port=2 uid=01:00.0 oid=1b:00.0 win0=0xa0000000->0x90000000:64K ...
 *   entry INDEX port=...   the same, then COMMIT of INDEX
 *   clear INDEX            COMMIT with bit 31
 */
#include "../../case/parse.h"

#include <errno.h>
#include <string.h>

enum {
    COMMIT = 0x010,
    STAGE_UID = 0x020,
    STAGE_OID = 0x024,
    WINDOWS = 0x040,
    STRIDE = 0x20,
    SIZE = 0x10,
    WINDOW_N = 6
};

struct window {
    bool set;
    uint64_t ubase, obase, log2;
};

/* 4K, 64K, 1M, 2G; or the size in bytes: a power of two */
static int size(struct tn_case_parser *p, char *text, uint64_t *log2)
{
    static const char units[] = "KMGT";
    size_t n = strlen(text);
    const char *unit = n ? strchr(units, text[n - 1]) : NULL;
    uint64_t v, scale = unit && *unit ? 10 * (uint64_t)(unit - units + 1) : 0;
    int rc;
    if (scale)
        text[n - 1] = 0;
    if ((rc = tn_case_number(p, "size", text, 1 << 20, &v)) < 0)
        return rc;
    if (v == 0 || v & (v - 1))
        return tn_case_fail(p, "size %s is not a power of two", text);
    for (*log2 = scale; v > 1; v >>= 1)
        ++*log2;
    return 0;
}

/* UBASE->OBASE:SIZE */
static int window(struct tn_case_parser *p, char *text, struct window *w)
{
    char *arrow = strstr(text, "->"), *colon = arrow ? strchr(arrow, ':') : NULL;
    int rc;
    if (!colon)
        return tn_case_fail(p, "a window is UBASE->OBASE:SIZE, not '%.60s'", text);
    *arrow = *colon = 0;
    w->set = true;
    if ((rc = tn_case_number(p, "UBASE", text, UINT64_MAX, &w->ubase)) < 0 ||
        (rc = tn_case_number(p, "OBASE", arrow + 2, UINT64_MAX, &w->obase)) < 0)
        return rc;
    return size(p, colon + 1, &w->log2);
}

static int write_window(struct tn_case_parser *p, unsigned k, const struct window *w)
{
    uint32_t at = WINDOWS + STRIDE * k;
    const uint32_t words[] = {(uint32_t)w->ubase, (uint32_t)(w->ubase >> 32), (uint32_t)w->obase,
                              (uint32_t)(w->obase >> 32)};
    int rc = 0;
    for (unsigned i = 0; w->set && i < 4 && rc == 0; i++)
        rc = tn_case_write(p, at + 4 * i, words[i]);
    return rc ? rc : tn_case_write(p, at + SIZE, w->set ? 0x80000000u | (uint32_t)w->log2 : 0);
}

static int stage(struct tn_case_parser *p, unsigned at)
{
    struct window w[WINDOW_N] = {0};
    uint64_t port = 16, uid = 0, oid = 0;
    unsigned seen = 0;
    int rc = 0;
    for (; at < p->word_n && rc == 0; at++) {
        char *word = p->word[at];
        if (strncmp(word, "port=", 5) == 0) {
            rc = tn_case_number(p, "port", word + 5, 15, &port);
            seen |= 1;
        } else if (strncmp(word, "uid=", 4) == 0) {
            rc = tn_case_bdf(p, "uid", word + 4, &uid);
            seen |= 2;
        } else if (strncmp(word, "oid=", 4) == 0) {
            rc = tn_case_bdf(p, "oid", word + 4, &oid);
            seen |= 4;
        } else if (strncmp(word, "win", 3) == 0 && word[3] >= '0' && word[3] < '0' + WINDOW_N &&
                   word[4] == '=') {
            rc = window(p, word + 5, &w[word[3] - '0']);
        } else {
            rc = tn_case_fail(p, "'%.40s' is none of port=, uid=, oid=, win0= to win5=", word);
        }
    }
    if (rc == 0 && seen != 7)
        rc = tn_case_fail(p, "an entry has port=, uid= and oid=");
    if (rc == 0)
        rc = tn_case_write(p, STAGE_UID, (uint32_t)(port << 16 | uid));
    if (rc == 0)
        rc = tn_case_write(p, STAGE_OID, (uint32_t)oid);
    for (unsigned k = 0; k < WINDOW_N && rc == 0; k++)
        rc = write_window(p, k, &w[k]);
    return rc;
}

int tn_case_table_line(struct tn_case_parser *p)
{
    uint64_t index;
    int rc;
    if (strcmp(p->word[0], "stage") == 0)
        return stage(p, 1);
    if (p->word_n < 2)
        return tn_case_fail(p, "%s of which index?", p->word[0]);
    if ((rc = tn_case_number(p, "index", p->word[1], 63, &index)) < 0)
        return rc;
    if (strcmp(p->word[0], "clear") == 0)
        return p->word_n == 2 ? tn_case_write(p, COMMIT, 0x80000000u | (uint32_t)index)
                              : tn_case_fail(p, "written so: clear INDEX");
    if ((rc = stage(p, 2)) < 0)
        return rc;
    return tn_case_write(p, COMMIT, (uint32_t)index);
}
