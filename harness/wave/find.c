/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Finds channels: each signal that may be the anchor of a kind's table names a prefix, and the
 * other rows of the table are looked for in the same scope behind the same prefix.
 */
#include "wave.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How many characters two names have in common at their beginning. */
static size_t common(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]) && a[i])
        i++;
    return i;
}

/* The path of a channel: its scope, and all that the names of its signals have in common, of those
 * that it cannot lack where there are several. */
static char *path_of(const struct tn_wave *w, const struct tn_wave_channel *ch, uint32_t scope)
{
    const char *first = NULL;
    size_t n = 0;
    unsigned needed = 0;
    char *path;
    for (unsigned i = 0; ch->kind->pins[i].name; i++)
        needed += !ch->kind->pins[i].may_lack;
    for (unsigned i = 0; ch->kind->pins[i].name; i++) {
        const bool counts = ch->pin[i].wire != TN_WAVE_NONE &&
                            (needed < 2 || !ch->kind->pins[i].may_lack);
        const char *name = counts ? w->names.var[ch->pin[i].var].name : NULL;
        if (name && !first) {
            first = name;
            n = strlen(name);
        } else if (name) {
            n = common(first, name, n);
        }
    }
    while (n && first[n] && first[n - 1] != '_' && first[n - 1] != '.')
        n--;
    while (n && (first[n - 1] == '_' || first[n - 1] == '.'))
        n--;
    if (asprintf(&path, "%s%s%.*s", w->names.scope[scope].path,
                 n && *w->names.scope[scope].path ? "." : "", (int)n, n ? first : "") < 0)
        return NULL;
    return path;
}

/* The name of the link: the scope and the prefix without words that say a direction. */
static char *link_of(const struct tn_wave *w, const struct tn_wave_channel *ch, uint32_t scope,
                     const char *prefix)
{
    static const char *const words[] = {"s",   "m",   "axis", "tx", "rx",
                                        "req", "cpl", "rd",   "wr", NULL};
    char *name = malloc(strlen(w->names.scope[scope].path) + strlen(prefix) + 2);
    char *at;
    if (!name || !ch->kind->link) {
        free(name);
        return strdup(ch->path);
    }
    at = stpcpy(name, w->names.scope[scope].path);
    for (const char *p = prefix; *p;) {
        size_t len = strcspn(p, "_");
        unsigned k = 0;
        while (words[k] && (strlen(words[k]) != len || strncasecmp(words[k], p, len) != 0))
            k++;
        if (!words[k] && len)
            at += sprintf(at, "%s%.*s", at == name ? "" : at[-1] == '.' ? "" : ".", (int)len, p);
        p += len + (p[len] == '_');
    }
    return name;
}

void tn_wave_channel_free(struct tn_wave_channel *ch)
{
    if (ch) {
        free(ch->path);
        free(ch->pin);
        free(ch->state);
    }
    free(ch);
}

static struct tn_wave_channel *channel_new(struct tn_wave *w, const struct tn_wave_kind *kind)
{
    struct tn_wave_channel *ch = calloc(1, sizeof *ch);
    unsigned n = 0;
    while (kind->pins[n].name)
        n++;
    if (!ch)
        return NULL;
    ch->wave = w;
    ch->kind = kind;
    ch->clock = TN_WAVE_NONE;
    ch->clock_ref.wire = ch->reset.wire = TN_WAVE_NONE;
    ch->pin = calloc(n, sizeof *ch->pin);
    ch->state = calloc(1, kind->state_size ? kind->state_size : 1);
    if (ch->pin && ch->state)
        return ch;
    tn_wave_channel_free(ch);
    return NULL;
}

/* Gives the channel its signals. Until tn_wave_connect(), wire is 0 for a signal that is there.
 * Returns whether all that the table demands are there and the kind takes them. */
static bool fill(struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope, const char *prefix,
                 struct tn_wave_port port)
{
    for (unsigned i = 0; ch->kind->pins[i].name; i++) {
        int32_t v = ch->kind->pins[i].max ? tn_wave_row(w, ch->kind, i, scope, prefix, port.of)
                                          : TN_WAVE_NONE;
        ch->pin[i].wire = TN_WAVE_NONE;
        if (v == TN_WAVE_NONE && !ch->kind->pins[i].may_lack)
            return false;
        if (v != TN_WAVE_NONE)
            ch->pin[i] = (struct tn_wave_ref){.var = (uint32_t)v,
                                              .width = w->names.var[v].width / port.of,
                                              .lo = w->names.var[v].width / port.of * port.index};
    }
    return !ch->kind->fits || ch->kind->fits(ch);
}

/* Whether a row belongs to the handshake. */
static bool is_handshake(const struct tn_wave_pin *p)
{
    return p->max == 1 || strstr(p->name, "valid") || tn_wave_says_ready(p->name);
}

/* Whether every signal of b, or every one of its handshake, is one of a's, by the source's numbers.
 */
static bool alike(const struct tn_wave *w, const struct tn_wave_channel *a,
                  const struct tn_wave_channel *b, bool shakes)
{
    unsigned n = 0;
    for (unsigned i = 0; b->kind->pins[i].name; i++) {
        if (b->pin[i].wire == TN_WAVE_NONE || (shakes && !is_handshake(&b->kind->pins[i])))
            continue;
        if (a->pin[i].wire == TN_WAVE_NONE && tn_wave_says_ready(b->kind->pins[i].name))
            continue;
        n++;
        if (a->pin[i].wire == TN_WAVE_NONE || a->pin[i].lo != b->pin[i].lo ||
            w->names.var[a->pin[i].var].id != w->names.var[b->pin[i].var].id)
            return false;
    }
    return n > 0;
}

/* Whether b is the same channel, seen further down in the hierarchy: the signals of handshakes are
 * the same, or all where there are none. */
static bool same(const struct tn_wave *w, const struct tn_wave_channel *a,
                 const struct tn_wave_channel *b)
{
    bool shakes = false;
    for (unsigned i = 0; b->kind->pins[i].name; i++)
        shakes |= is_handshake(&b->kind->pins[i]);
    return a->kind == b->kind && alike(w, a, b, shakes);
}

static struct tn_wave_link *link_for(struct tn_wave *w, struct tn_wave_channel *ch, char *name)
{
    struct tn_wave_link *l, **all;
    for (uint32_t i = 0; i < w->link_n && ch->kind->link; i++)
        if (w->link[i]->kind->link && strcmp(w->link[i]->kind->link, ch->kind->link) == 0 &&
            strcmp(w->link[i]->name, name) == 0) {
            free(name);
            return w->link[i];
        }
    all = realloc(w->link, (w->link_n + 1) * sizeof *all);
    w->link = all ? all : w->link;
    l = all ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        free(name);
        return NULL;
    }
    *l = (struct tn_wave_link){.wave = w, .name = name, .kind = ch->kind, .par = w->par};
    w->link[w->link_n++] = l;
    l->shared = calloc(1, ch->kind->shared_size ? ch->kind->shared_size : 1);
    return l->shared ? l : NULL;
}

/* Adds the channel to the session's. */
static bool append(struct tn_wave *w, struct tn_wave_channel *ch)
{
    struct tn_wave_channel **all = realloc(w->channel, (w->channel_n + 1) * sizeof *all);
    if (!all)
        return false;
    w->channel = all;
    w->channel[w->channel_n++] = ch;
    return true;
}

int tn_wave_relink(struct tn_wave *w, struct tn_wave_channel *ch, const char *name)
{
    char *copy = strdup(name);
    ch->link = copy ? link_for(w, ch, copy) : NULL;
    return ch->link ? 0 : -ENOMEM;
}

struct tn_wave_channel *tn_wave_channel_add(struct tn_wave *w, const struct tn_wave_kind *kind,
                                            const char *path, uint32_t scope)
{
    struct tn_wave_channel *ch = channel_new(w, kind);
    if (!ch)
        return NULL;
    for (unsigned i = 0; kind->pins[i].name; i++)
        ch->pin[i].wire = TN_WAVE_NONE;
    ch->path = strdup(path);
    if (ch->path && tn_wave_relink(w, ch, kind->link ? w->names.scope[scope].path : path) == 0 &&
        append(w, ch)) {
        tn_wave_find_clock(w, ch, scope, "", (struct tn_wave_port){.of = 1});
        return ch;
    }
    tn_wave_channel_free(ch);
    return NULL;
}

/* The channel of the same kind and name in a scope around: the module there hands its packets on to
 * the one inside, and they are looked at once. Only for kinds that share links. */
static const struct tn_wave_channel *outer(const struct tn_wave *w,
                                           const struct tn_wave_channel *ch, uint32_t scope)
{
    const char *in = w->names.scope[scope].path, *name = ch->path + strlen(in);
    for (uint32_t i = 0; i < w->channel_n && ch->kind->link; i++) {
        const char *path = w->channel[i]->path;
        size_t n = strlen(path) > strlen(name) ? strlen(path) - strlen(name) : 0;
        if (w->channel[i]->kind == ch->kind && !w->channel[i]->outer && !w->channel[i]->unread && n &&
            strcmp(path + n, name) == 0 && strncmp(path, in, n) == 0 && in[n] == '.')
            return w->channel[i];
    }
    return NULL;
}

/* Whether a channel of the same kind on the same link differs by its direction only, "s_" and "m_":
 * packets pass through the module, and each of the two is a link of its own. */
static bool passes_through(const struct tn_wave *w, const struct tn_wave_channel *ch)
{
    const char *name = strrchr(ch->path, '.');
    name = name ? name + 1 : ch->path;
    for (uint32_t i = 0; i < w->channel_n && ch->kind->link && strlen(name) > 2; i++) {
        const char *other = strrchr(w->channel[i]->path, '.');
        other = other ? other + 1 : w->channel[i]->path;
        if (w->channel[i]->kind == ch->kind && w->channel[i]->link == ch->link &&
            !w->channel[i]->outer && name[1] == '_' && other[0] && other[1] == '_' &&
            strcmp(name + 2, other + 2) == 0)
            return true;
    }
    return false;
}

/* Adds the port's number to the path. */
static char *numbered(char *path, struct tn_wave_port port)
{
    char *with = NULL;
    if (!path || port.of == 1)
        return path;
    if (asprintf(&with, "%s[%u]", path, port.index) < 0)
        with = NULL;
    free(path);
    return with;
}

static int keep(struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope, const char *prefix,
                struct tn_wave_port port)
{
    char *link;
    ch->path = numbered(path_of(w, ch, scope), port);
    link = ch->path ? link_of(w, ch, scope, prefix) : NULL;
    if (ch->kind->link)
        link = numbered(link, port);
    ch->link = link ? link_for(w, ch, link) : NULL;
    ch->outer = ch->link ? outer(w, ch, scope) : NULL;
    if (ch->link && !ch->outer && passes_through(w, ch) && tn_wave_relink(w, ch, ch->path) < 0)
        ch->link = NULL;
    if (!ch->link || !append(w, ch)) {
        tn_wave_channel_free(ch);
        return -ENOMEM;
    }
    if (!ch->outer)
        tn_wave_find_clock(w, ch, scope, prefix, port);
    ch->unread = ch->kind->unread ? ch->kind->unread(ch) : NULL;
    if (!ch->unread && tn_wave_other_ready(w, ch, scope, prefix))
        ch->unread = "its ready has another name";
    return 0;
}

/* The channel that is there already: by another anchor, or further up in the hierarchy; or NULL. */
static struct tn_wave_channel *known(const struct tn_wave *w, const struct tn_wave_channel *ch)
{
    for (uint32_t i = 0; i < w->channel_n; i++)
        if (same(w, w->channel[i], ch))
            return w->channel[i];
    return NULL;
}

/* The channel is the known one, further down: a READY that lacks further up, where a constant or a
 * signal of another name stands for it, is the one from here. */
static void complete(struct tn_wave_channel *to, const struct tn_wave_channel *ch)
{
    for (unsigned i = 0; ch->kind->pins[i].name; i++)
        if (to->pin[i].wire == TN_WAVE_NONE && tn_wave_says_ready(ch->kind->pins[i].name) &&
            ch->pin[i].wire != TN_WAVE_NONE) {
            to->pin[i] = ch->pin[i];
            to->unread = ch->kind->unread ? ch->kind->unread(to) : NULL;
        }
}

/* Tries the kind behind the prefix, as that port. */
static int candidate(struct tn_wave *w, const struct tn_wave_kind *kind, uint32_t scope,
                     const char *prefix, struct tn_wave_port port)
{
    struct tn_wave_channel *ch = channel_new(w, kind), *before;
    if (!ch)
        return -ENOMEM;
    if (!fill(w, ch, scope, prefix, port)) {
        tn_wave_channel_free(ch);
        return 0;
    }
    if ((before = known(w, ch)) != NULL) {
        complete(before, ch);
        tn_wave_channel_free(ch);
        return 0;
    }
    return keep(w, ch, scope, prefix, port);
}

/* Tries the kind with the signal as its anchor: as that port, or as each of those that the kind's
 * own row tells. */
static int candidates(struct tn_wave *w, const struct tn_wave_kind *kind,
                      const struct tn_wave_var *v, size_t prefix_len, struct tn_wave_port port)
{
    const uint32_t scope = v->scope;
    uint32_t before;
    char prefix[TN_WAVE_NAME];
    int rc = 0;
    if (prefix_len >= sizeof prefix)
        return 0;
    memcpy(prefix, v->name, prefix_len);
    prefix[prefix_len] = 0;
    if (!kind->ports_row)
        return candidate(w, kind, scope, prefix, port);
    port.of = tn_wave_ports(w, kind, scope, prefix);
    before = w->channel_n;
    for (port.index = 0; rc == 0 && port.index < port.of; port.index++)
        rc = candidate(w, kind, scope, prefix, port);
    if (rc == 0 && port.of > 1 && w->channel_n == before) /* to be listed, and not judged */
        rc = candidate(w, kind, scope, prefix, (struct tn_wave_port){.of = 1});
    return rc;
}

/* Tries the kind with the signal as the anchor of that row, behind each of its words. */
static int try_row(struct tn_wave *w, const struct tn_wave_kind *kind, const struct tn_wave_var *v,
                   const struct tn_wave_pin *pin, struct tn_wave_port port)
{
    const char *word;
    size_t len;
    for (unsigned k = 0; (word = tn_wave_word_at(pin->name, k, &len)) != NULL; k++) {
        long prefix = tn_wave_prefix_of(v->name, word, len);
        int rc = prefix >= 0 ? candidates(w, kind, v, (size_t)prefix, port) : 0;
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int try_var(struct tn_wave *w, const struct tn_wave_kind *kind, const struct tn_wave_var *v)
{
    enum { PORTS = 64 };
    int rc = 0;
    for (unsigned i = 0; kind->pins[i].name; i++) {
        const struct tn_wave_pin *pin = &kind->pins[i];
        if (!pin->anchor)
            continue;
        if (kind->ports_row || tn_wave_width_fits(pin, v->width, 1))
            rc = try_row(w, kind, v, pin, (struct tn_wave_port){.of = 1});
        else if (kind->many && v->width <= PORTS && pin->max == 1)
            for (uint32_t p = 0; rc == 0 && p < v->width; p++)
                rc = try_row(w, kind, v, pin, (struct tn_wave_port){.of = v->width, .index = p});
        if (rc < 0)
            return rc;
    }
    return 0;
}

static unsigned depth(const char *path)
{
    unsigned n = *path != 0;
    for (; *path; path++)
        n += *path == '.';
    return n;
}

/* Whether a scope is the chosen one or below it. */
static bool chosen(const struct tn_wave *w, uint32_t scope)
{
    const char *path = w->names.scope[scope].path;
    size_t n = w->only_scope ? strlen(w->only_scope) : 0;
    return n == 0 || (strncmp(path, w->only_scope, n) == 0 && (path[n] == 0 || path[n] == '.'));
}

static int by_depth(const void *a, const void *b, void *names)
{
    const struct tn_wave_scope *scope = ((const struct tn_wave_names *)names)->scope;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    unsigned dx = depth(scope[x].path), dy = depth(scope[y].path);
    return dx != dy ? (dx > dy) - (dx < dy) : (x > y) - (x < y);
}

/* The signals of chosen scopes, those further up in the hierarchy first. */
static uint32_t *in_order(struct tn_wave *w, uint32_t *n)
{
    struct tn_wave_names *names = &w->names;
    uint32_t *scope = malloc((names->scope_n + 1u) * sizeof *scope),
             *count = calloc(names->scope_n + 1u, sizeof *count);
    uint32_t *var = malloc((names->var_n + 1u) * sizeof *var), at = 0;
    *n = 0;
    for (uint32_t i = 0; scope && i < names->scope_n; i++)
        scope[i] = i;
    if (scope && count && var) {
        qsort_r(scope, names->scope_n, sizeof *scope, by_depth, names);
        for (uint32_t i = 0; i < names->var_n; i++)
            count[names->var[i].scope]++;
        for (uint32_t i = 0; i < names->scope_n; i++) { /* counts become places */
            uint32_t k = count[scope[i]];
            count[scope[i]] = at;
            at += k;
        }
        for (uint32_t i = 0; i < names->var_n; i++)
            var[count[names->var[i].scope]++] = i;
        *n = names->var_n;
    } else {
        free(var);
        var = NULL;
    }
    free(scope);
    free(count);
    return var;
}

int tn_wave_find(struct tn_wave *w)
{
    uint32_t n, *order = NULL;
    int rc = tn_wave_names_gather(&w->names);
    if (rc == 0 && !(order = in_order(w, &n)))
        rc = -ENOMEM;
    for (unsigned k = 0; rc == 0 && w->kinds[k]; k++)
        for (uint32_t i = 0; rc == 0 && i < n; i++)
            if (chosen(w, w->names.var[order[i]].scope))
                rc = try_var(w, w->kinds[k], &w->names.var[order[i]]);
    free(order);
    if (rc == 0 && w->map)
        rc = tn_wave_take_map(w, w->map);
    return rc == 0 ? tn_wave_connect(w) : rc;
}
