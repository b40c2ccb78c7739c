/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rows of a kind's table among the signals of a waveform: names behind a prefix, directions in
 * front and behind, and pairs of scopes or prefixes that hold the signals of one end each.
 */
#include "wave.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Endings that say a port's direction and no more. */
static const char *const endings[] = {"", "_i", "_o", "_in", "_out", NULL};

const char *tn_wave_word_at(const char *words, unsigned i, size_t *len)
{
    for (; words; words = strchr(words, '|'), words += words != NULL) {
        *len = strcspn(words, "|");
        if (i-- == 0)
            return words;
    }
    return NULL;
}

long tn_wave_prefix_of(const char *name, const char *word, size_t len)
{
    size_t all = strlen(name);
    for (unsigned e = 0; endings[e]; e++) {
        size_t tail = strlen(endings[e]), at;
        if (all < len + tail || strcasecmp(name + all - tail, endings[e]) != 0)
            continue;
        at = all - tail - len;
        if (strncasecmp(name + at, word, len) == 0 &&
            (at == 0 || name[at - 1] == '_' || name[at - 1] == '.'))
            return (long)at;
    }
    return -1;
}

bool tn_wave_width_fits(const struct tn_wave_pin *p, uint32_t width, uint32_t ports)
{
    return width % ports == 0 && width / ports >= p->min && width / ports <= p->max;
}

/* The signal with that name; "aw.addr" is a signal of a scope inside. */
static int32_t named(const struct tn_wave *w, uint32_t scope, const char *name)
{
    char path[4 * TN_WAVE_NAME];
    const char *dot = strchr(name, '.');
    int32_t inner;
    if (!dot)
        return tn_wave_names_find(&w->names, scope, name);
    if (snprintf(path, sizeof path, "%s.%.*s", w->names.scope[scope].path, (int)(dot - name),
                 name) >= (int)sizeof path)
        return TN_WAVE_NONE;
    inner = tn_wave_names_scope(&w->names, path);
    return inner == TN_WAVE_NONE ? tn_wave_names_find(&w->names, scope, name)
                                 : named(w, (uint32_t)inner, dot + 1);
}

/* The signal of a row behind the prefix. */
static int32_t row(const struct tn_wave *w, const struct tn_wave_pin *p, uint32_t scope,
                   const char *prefix, uint32_t ports)
{
    char name[TN_WAVE_NAME];
    const char *word;
    size_t len;
    for (unsigned i = 0; (word = tn_wave_word_at(p->name, i, &len)) != NULL; i++) {
        for (unsigned e = 0; endings[e]; e++) {
            int32_t v;
            if (snprintf(name, sizeof name, "%s%.*s%s", prefix, (int)len, word, endings[e]) >=
                (int)sizeof name)
                continue;
            v = named(w, scope, name);
            if (v != TN_WAVE_NONE && tn_wave_width_fits(p, w->names.var[v].width, ports))
                return v;
        }
    }
    return TN_WAVE_NONE;
}

/* Words of names that say from which end signals come, in pairs. */
static const char *const ends[][2] = {{"req", "resp"},     {"req", "rsp"}, {"m2s", "s2m"},
                                      {"mosi", "miso"},    {"h2d", "d2h"}, {"i", "o"},
                                      {"input", "output"}, {NULL, NULL}};

/* The other word of pair k; a direction stands at an end of the name. */
static const char *opposite(const char *at, size_t n, unsigned k, bool outermost)
{
    for (unsigned side = 0; side < 2; side++)
        if (strlen(ends[k][side]) == n && strncasecmp(at, ends[k][side], n) == 0 &&
            (n > 1 || outermost))
            return ends[k][!side];
    return NULL;
}

/* Writes the name with the words of pair k, and those that say a direction, turned. Returns false
 * when it has none of the pair. */
static bool turn(const char *name, unsigned k, char to[TN_WAVE_NAME])
{
    enum { DIRECTION = 5 };
    const char *first = name;
    bool any = false;
    size_t at = 0;
    for (size_t n; *name; name += n + (name[n] != 0)) {
        const char *other = NULL;
        bool outermost;
        n = strcspn(name, "_.");
        outermost = name == first || name[n] == 0;
        other = opposite(name, n, k, outermost);
        any |= other != NULL;
        if (!other)
            other = opposite(name, n, DIRECTION, outermost);
        if (at + n + 8 >= TN_WAVE_NAME)
            return false;
        at += (size_t)sprintf(to + at, "%.*s%.*s", (int)(other ? strlen(other) : n),
                              other ? other : name, name[n] != 0, name + n);
    }
    return any;
}

/* The scope or the prefix where the other end's signals stand, of pair k: "resp" beside "req". */
static bool partner(const struct tn_wave *w, unsigned k, uint32_t *scope, const char *prefix,
                    char turned[TN_WAVE_NAME])
{
    char path[4 * TN_WAVE_NAME];
    const char *full = w->names.scope[*scope].path, *dot = strrchr(full, '.');
    const char *last = dot ? dot + 1 : full;
    int32_t s;
    if (*prefix)
        return turn(prefix, k, turned);
    if (!turn(last, k, turned) ||
        snprintf(path, sizeof path, "%.*s%s", (int)(last - full), full, turned) >= (int)sizeof path)
        return false;
    *turned = 0;
    s = tn_wave_names_scope(&w->names, path);
    *scope = (uint32_t)s;
    return s != TN_WAVE_NONE;
}

/* Whether a channel of the kind stands there by itself: its signals are no other one's. */
static bool has_anchor(const struct tn_wave *w, const struct tn_wave_kind *kind, uint32_t scope,
                       const char *prefix, uint32_t ports)
{
    for (unsigned i = 0; kind->pins[i].name; i++)
        if (kind->pins[i].anchor && row(w, &kind->pins[i], scope, prefix, ports) != TN_WAVE_NONE)
            return true;
    return false;
}

int32_t tn_wave_row(const struct tn_wave *w, const struct tn_wave_kind *kind, unsigned pin,
                    uint32_t scope, const char *prefix, uint32_t ports)
{
    const struct tn_wave_pin *p = &kind->pins[pin];
    int32_t v = row(w, p, scope, prefix, ports);
    for (unsigned k = 0; v == TN_WAVE_NONE && ends[k][0]; k++) {
        char turned[TN_WAVE_NAME];
        uint32_t there = scope;
        if (partner(w, k, &there, prefix, turned) && !has_anchor(w, kind, there, turned, ports))
            v = row(w, p, there, turned, ports);
    }
    return v;
}

uint32_t tn_wave_ports(const struct tn_wave *w, const struct tn_wave_kind *kind, uint32_t scope,
                       const char *prefix)
{
    enum { PORTS = 64 };
    struct tn_wave_pin any;
    int32_t v;
    if (!kind->ports_row)
        return 1;
    any = kind->pins[kind->ports_row];
    any.max = PORTS;
    v = row(w, &any, scope, prefix, 1);
    return v == TN_WAVE_NONE ? 1 : w->names.var[v].width;
}

bool tn_wave_says_ready(const char *name)
{
    static const char *const words[] = {"ready", "rdy", "read_en", NULL};
    for (unsigned i = 0; words[i]; i++)
        if (strcasestr(name, words[i]))
            return true;
    return false;
}

bool tn_wave_other_ready(const struct tn_wave *w, const struct tn_wave_channel *ch, uint32_t scope,
                         const char *prefix)
{
    const struct tn_wave_pin *pins = ch->kind->pins;
    const size_t n = strlen(prefix);
    const char *may = NULL;
    for (unsigned i = 0; pins[i].name; i++) {
        if (!tn_wave_says_ready(pins[i].name))
            continue;
        if (ch->pin[i].wire != TN_WAVE_NONE)
            return false;
        may = may ? may : pins[i].name;
    }
    for (uint32_t v = 0; may && v < w->names.var_n; v++) {
        const char *name = w->names.var[v].name;
        if (w->names.var[v].scope == scope && strncasecmp(name, prefix, n) == 0 &&
            tn_wave_says_ready(name + n) && (n || tolower((unsigned char)*name) == *may))
            return true;
    }
    return false;
}
