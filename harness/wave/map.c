/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Channels that a map names, a line each:
 *
 *   KIND PATH [clock=SIGNAL] [reset=[!]SIGNAL] [link=NAME] [ROW=SIGNAL[[HI:LO]]...]
 *   none PATH
 *
 * ROW is a name of the kind's table. A SIGNAL is a full path, or the name of one in the scope of
 * PATH. A line for a channel that its names gave away changes what it says; "none" leaves a channel
 * out.
 */
#include "wave.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE = 65536 };

/* A line at work. */
struct line {
    struct tn_wave *w;
    struct tn_wave_channel *ch;
    unsigned number;
    uint32_t scope;
};

static int wrong(const struct line *l, const char *what, const char *word)
{
    snprintf(l->w->error, sizeof l->w->error, "line %u of the map: %s '%.200s'", l->number, what,
             word);
    return -EINVAL;
}

static const struct tn_wave_kind *kind_named(const struct tn_wave *w, const char *name)
{
    for (unsigned i = 0; w->kinds[i]; i++)
        if (strcmp(w->kinds[i]->name, name) == 0)
            return w->kinds[i];
    return NULL;
}

/* The signal with that path, or with that name in the line's scope. */
static int32_t signal_named(const struct line *l, const char *name)
{
    char scope[4 * TN_WAVE_NAME];
    const char *dot = strrchr(name, '.');
    int32_t s;
    if (!dot)
        return tn_wave_names_find(&l->w->names, l->scope, name);
    if ((size_t)(dot - name) >= sizeof scope)
        return TN_WAVE_NONE;
    snprintf(scope, sizeof scope, "%.*s", (int)(dot - name), name);
    s = tn_wave_names_scope(&l->w->names, scope);
    return s == TN_WAVE_NONE ? TN_WAVE_NONE
                             : tn_wave_names_find(&l->w->names, (uint32_t)s, dot + 1);
}

/* "tb.bus[63:32]": the bits of a signal. */
static int refer(const struct line *l, char *text, struct tn_wave_ref *ref)
{
    char *bracket = strrchr(text, '[');
    unsigned high = 0, low = 0;
    int32_t v = signal_named(l, text);
    int n = 0;
    if (v == TN_WAVE_NONE && bracket) {
        if (sscanf(bracket, "[%u:%u]%n", &high, &low, &n) != 2 &&
            sscanf(bracket, "[%u]%n", &high, &n) == 1)
            low = high;
        if (n == 0 || bracket[n] || high < low)
            return wrong(l, "no bits in", text);
        *bracket = 0;
        v = signal_named(l, text);
        if (v != TN_WAVE_NONE && high >= l->w->names.var[v].width)
            return wrong(l, "too few bits in", text);
    }
    if (v == TN_WAVE_NONE)
        return wrong(l, "no signal", text);
    *ref = (struct tn_wave_ref){
        .var = (uint32_t)v, .lo = low, .width = n ? high - low + 1 : l->w->names.var[v].width};
    return 0;
}

static int row(const struct line *l, const char *name, char *text)
{
    const struct tn_wave_pin *pins = l->ch->kind->pins;
    size_t len = strlen(name);
    for (unsigned i = 0; pins[i].name; i++)
        for (const char *word = pins[i].name; word; word = strchr(word, '|'), word += word != NULL)
            if (strcspn(word, "|") == len && strncasecmp(word, name, len) == 0)
                return refer(l, text, &l->ch->pin[i]);
    return wrong(l, "no such row in the kind's table:", name);
}

static int word(struct line *l, char *text)
{
    char *value = strchr(text, '=');
    if (!value)
        return wrong(l, "no '=' in", text);
    *value++ = 0;
    if (strcmp(text, "clock") == 0)
        return refer(l, value, &l->ch->clock_ref);
    if (strcmp(text, "reset") == 0) {
        l->ch->reset_low = *value == '!';
        return refer(l, value + l->ch->reset_low, &l->ch->reset);
    }
    if (strcmp(text, "link") == 0)
        return tn_wave_relink(l->w, l->ch, value);
    return row(l, text, value);
}

/* Whether the channel has what its table demands. */
static int complete(const struct line *l)
{
    const struct tn_wave_pin *pins = l->ch->kind->pins;
    for (unsigned i = 0; pins[i].name; i++) {
        const struct tn_wave_ref *r = &l->ch->pin[i];
        if (r->wire == TN_WAVE_NONE && !pins[i].may_lack)
            return wrong(l, "the channel lacks", pins[i].name);
        if (r->wire != TN_WAVE_NONE && (r->width < pins[i].min || r->width > pins[i].max))
            return wrong(l, "the width does not fit:", pins[i].name);
    }
    if (l->ch->kind->fits && !l->ch->kind->fits(l->ch))
        return wrong(l, "the signals do not fit the kind", l->ch->kind->name);
    return l->ch->clock_ref.wire == TN_WAVE_NONE ? wrong(l, "no clock for", l->ch->path) : 0;
}

static struct tn_wave_channel *channel_named(const struct tn_wave *w,
                                             const struct tn_wave_kind *kind, const char *path)
{
    for (uint32_t i = 0; i < w->channel_n; i++)
        if (w->channel[i]->kind == kind && strcmp(w->channel[i]->path, path) == 0)
            return w->channel[i];
    return NULL;
}

static int leave_out(const struct line *l, const char *path)
{
    bool any = false;
    for (uint32_t i = 0; i < l->w->channel_n; i++)
        if (strcmp(l->w->channel[i]->path, path) == 0)
            any = l->w->channel[i]->off = true;
    return any ? 0 : wrong(l, "no channel", path);
}

static int take_line(struct line *l, char *text)
{
    char *rest, *kind_name = strtok_r(text, " \t\r", &rest), *path = strtok_r(NULL, " \t\r", &rest),
                *dot;
    const struct tn_wave_kind *kind = kind_name ? kind_named(l->w, kind_name) : NULL;
    int rc = 0;
    if (!kind_name || *kind_name == '#')
        return 0;
    if (!path || (!kind && strcmp(kind_name, "none") != 0))
        return wrong(l, path ? "no such kind:" : "no path behind", kind_name);
    if (!kind)
        return leave_out(l, path);
    dot = strrchr(path, '.');
    rc = tn_wave_names_scope_of(&l->w->names, path, dot ? (size_t)(dot - path) : 0);
    if (rc < 0)
        return rc;
    l->scope = (uint32_t)rc;
    l->ch = channel_named(l->w, kind, path);
    if (!l->ch && !(l->ch = tn_wave_channel_add(l->w, kind, path, l->scope)))
        return -ENOMEM;
    l->ch->outer = NULL;
    rc = 0;
    for (char *w = strtok_r(NULL, " \t\r", &rest); w && *w != '#' && rc == 0;
         w = strtok_r(NULL, " \t\r", &rest))
        rc = word(l, w);
    l->ch->unread = rc == 0 && kind->unread ? kind->unread(l->ch) : NULL;
    return rc == 0 ? complete(l) : rc;
}

int tn_wave_take_map(struct tn_wave *w, const char *text)
{
    struct line l = {.w = w};
    char line[LINE];
    int rc = 0;
    while (*text && rc == 0) {
        size_t n = strcspn(text, "\n");
        l.number++;
        if (n >= sizeof line)
            return wrong(&l, "too long:", "the line");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        rc = take_line(&l, line);
        text += n + (text[n] == '\n');
    }
    return rc;
}
