/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Small things that the commands share.
 */
#include "tools.h"

#include <tn/say.h>

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int tn_usage(const char *command, const char *what, ...)
{
    char who[64], text[8192];
    va_list ap;
    va_start(ap, what);
    vsnprintf(text, sizeof text, what, ap);
    va_end(ap);
    snprintf(who, sizeof who, "tenter%s%s", *command ? " " : "", command);
    tn_say(who, text);
    return TN_EXIT_USAGE;
}

bool tn_number(const char *text, uint64_t max, uint64_t *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *out = strtoull(text, &end, 0);
    return errno == 0 && *end == 0 && *out <= max;
}

int tn_finish_output(const char *command, int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return tn_usage(command, "standard output: %s", strerror(errno));
}

void tn_words_add(struct tn_words *w, const char *word)
{
    if (w->n < sizeof w->word / sizeof *w->word)
        w->word[w->n++] = word;
}

void tn_words_join(const struct tn_words *w, const char *prefix, const char *last, char *text, size_t size)
{
    size_t at = 0;
    *text = 0;
    for (size_t i = 0; i < w->n && at < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == w->n ? last : ", ";
        int n = snprintf(text + at, size - at, "%s%s%s", between, prefix, w->word[i]);
        at += n > 0 ? (size_t)n : 0;
    }
}
