/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The clock and the reset of a channel, by their names: in the channel's scope, else in a scope
 * around it.
 */
#include "wave.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TN_WAVE_MANY = TN_WAVE_NONE - 1 };

static const char *const clocks[] = {"aclk",    "clk",     "clock",    "aclk_i",        "clk_i",
                                     "i_clk",   "clock_i", "user_clk", "pcie_user_clk", "core_clk",
                                     "sys_clk", "pclk",    NULL};
static const char *const resets[] = {"rst",      "reset",   "areset",     "rst_i",
                                     "i_rst",    "reset_i", "user_reset", "pcie_user_reset",
                                     "core_rst", "sys_rst", "arst",       NULL};
static const char *const lows[] = {"aresetn",     "rst_n",     "resetn",   "reset_n", "rstn",
                                   "rst_ni",      "aresetn_i", "areset_n", "arst_n",  "arstn",
                                   "nreset",      "nrst",      "rst_n_i",  "i_rst_n", "reset_n_i",
                                   "user_resetn", NULL};

/* A signal of that width: n characters of a prefix and a name of the list. */
static int32_t behind(const struct tn_wave *w, uint32_t scope, const char *prefix, size_t n,
                      uint32_t width, const char *const *list)
{
    char name[TN_WAVE_NAME];
    for (unsigned i = 0; list[i]; i++) {
        int32_t v;
        if (snprintf(name, sizeof name, "%.*s%s", (int)n, prefix, list[i]) >= (int)sizeof name)
            continue;
        v = tn_wave_names_find(&w->names, scope, name);
        if (v != TN_WAVE_NONE && w->names.var[v].width == width)
            return v;
    }
    return TN_WAVE_NONE;
}

/* A signal of that width by the prefix, which loses its last words, then its first words, then
 * all. */
static int32_t look_wide(const struct tn_wave *w, uint32_t scope, const char *prefix, uint32_t width,
                         const char *const *list)
{
    int32_t v = TN_WAVE_NONE;
    for (size_t n = strlen(prefix); v == TN_WAVE_NONE && n;) {
        v = behind(w, scope, prefix, n, width, list);
        for (n--; n && prefix[n - 1] != '_'; n--)
            ;
    }
    for (const char *p = strchr(prefix, '_'); v == TN_WAVE_NONE && p && p[1]; p = strchr(p + 1, '_'))
        v = behind(w, scope, p + 1, strlen(p + 1), width, list);
    return v == TN_WAVE_NONE ? behind(w, scope, "", 0, width, list) : v;
}

/* A signal of one bit for each port, else one of 1 bit. */
static int32_t look(const struct tn_wave *w, uint32_t scope, const char *prefix, uint32_t ports,
                    const char *const *list)
{
    int32_t v = ports > 1 ? look_wide(w, scope, prefix, ports, list) : TN_WAVE_NONE;
    return v == TN_WAVE_NONE ? look_wide(w, scope, prefix, 1, list) : v;
}

/* Whether one of the words of a name, apart by underscores, is in the list. */
static bool has_word(const char *name, const char *const *list)
{
    for (size_t n; *name; name += n + (name[n] == '_')) {
        n = strcspn(name, "_");
        for (unsigned i = 0; list[i]; i++)
            if (strlen(list[i]) == n && strncasecmp(name, list[i], n) == 0)
                return true;
    }
    return false;
}

/* The only signal of 1 bit of a scope whose name has a word of the list, and none of those that
 * say that it is something else; TN_WAVE_MANY when there are several. */
static int32_t alone(const struct tn_wave *w, uint32_t scope, const char *const *list)
{
    static const char *const others[] = {"en",   "ena",  "enable", "valid", "ready",  "locked",
                                         "lock", "ok",   "done",   "req",   "ack",    "sel",
                                         "cnt",  "soft", "stable", "gate",  "detect", NULL};
    int32_t found = TN_WAVE_NONE;
    for (uint32_t i = 0; i < w->names.var_n; i++) {
        const struct tn_wave_var *v = &w->names.var[i];
        if (v->scope != scope || v->width != 1 || !has_word(v->name, list) ||
            has_word(v->name, others))
            continue;
        if (found != TN_WAVE_NONE && w->names.var[found].id != v->id)
            return TN_WAVE_MANY;
        found = (int32_t)i;
    }
    return found;
}

/* The scope around a scope; TN_WAVE_NONE when no signal is declared further up. */
static int32_t around(const struct tn_wave *w, uint32_t scope)
{
    char path[4 * TN_WAVE_NAME];
    char *dot;
    int32_t up = TN_WAVE_NONE;
    if (snprintf(path, sizeof path, "%s", w->names.scope[scope].path) >= (int)sizeof path)
        return TN_WAVE_NONE;
    while (up == TN_WAVE_NONE && (dot = strrchr(path, '.')) != NULL) {
        *dot = 0;
        up = tn_wave_names_scope(&w->names, path);
    }
    return up;
}

/* Takes the signal, or the port's bit of it. */
static void refer(const struct tn_wave *w, struct tn_wave_ref *ref, int32_t var,
                  struct tn_wave_port port)
{
    if (var >= 0)
        *ref = (struct tn_wave_ref){.var = (uint32_t)var,
                                    .width = 1,
                                    .lo = w->names.var[var].width > 1 ? port.index : 0};
}

/* The reset that stands beside a clock: by its whole name, or the only one there. */
static void find_reset(const struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope,
                       const char *prefix, struct tn_wave_port port)
{
    static const char *const high[] = {"rst", "reset", "areset", "arst", "rsti", NULL},
                             *const low[] = {"rstn",   "resetn", "aresetn", "arstn", "rstb",
                                             "resetb", "nrst",   "nreset",  "rstni", NULL},
                             *const n[] = {"n", "ni", "no", "b", "l", NULL};
    const char *const own[] = {ch->kind->reset_name, NULL};
    int32_t reset = look(w, scope, prefix, port.of, own), v;
    if (reset == TN_WAVE_NONE)
        reset = look(w, scope, prefix, port.of, resets);
    if (reset == TN_WAVE_NONE && (v = look(w, scope, prefix, port.of, lows)) != TN_WAVE_NONE) {
        ch->reset_low = true;
        reset = v;
    }
    if (reset == TN_WAVE_NONE && (reset = alone(w, scope, high)) >= 0)
        ch->reset_low = has_word(w->names.var[reset].name, n);
    if (reset == TN_WAVE_NONE)
        ch->reset_low = (reset = alone(w, scope, low)) >= 0;
    refer(w, &ch->reset, reset, port);
}

void tn_wave_find_clock(struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope,
                        const char *prefix, struct tn_wave_port port)
{
    static const char *const words[] = {"clk",  "clock", "aclk", "pclk", "clki",
                                        "uclk", "sclk",  "mclk", NULL};
    for (int32_t s = (int32_t)scope; s != TN_WAVE_NONE; s = around(w, (uint32_t)s), prefix = "") {
        const char *const own[] = {ch->kind->clock, NULL};
        int32_t clock = look(w, (uint32_t)s, prefix, port.of, own);
        if (clock == TN_WAVE_NONE)
            clock = look(w, (uint32_t)s, prefix, port.of, clocks);
        if (clock == TN_WAVE_NONE)
            clock = alone(w, (uint32_t)s, words);
        if (clock == TN_WAVE_MANY)
            return;
        if (clock == TN_WAVE_NONE)
            continue;
        refer(w, &ch->clock_ref, clock, port);
        for (; s != TN_WAVE_NONE && ch->reset.wire == TN_WAVE_NONE; s = around(w, (uint32_t)s))
            find_reset(w, ch, (uint32_t)s, prefix, port);
        return;
    }
}
