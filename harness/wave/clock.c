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

/* A signal of 1 bit: prefix and a name of the list, the prefix losing its last words until it is
 * empty. */
static int32_t look(const struct tn_wave *w, uint32_t scope, const char *prefix,
                    const char *const *list)
{
    char name[TN_WAVE_NAME];
    size_t n = strlen(prefix);
    for (;;) {
        for (unsigned i = 0; list[i]; i++) {
            int32_t v;
            if (snprintf(name, sizeof name, "%.*s%s", (int)n, prefix, list[i]) >= (int)sizeof name)
                continue;
            v = tn_wave_names_find(&w->names, scope, name);
            if (v != TN_WAVE_NONE && w->names.var[v].width == 1)
                return v;
        }
        if (n == 0)
            return TN_WAVE_NONE;
        for (n--; n && prefix[n - 1] != '_'; n--)
            ;
    }
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

static void refer(const struct tn_wave *w, struct tn_wave_ref *ref, int32_t var)
{
    if (var != TN_WAVE_NONE)
        *ref = (struct tn_wave_ref){.var = (uint32_t)var, .width = w->names.var[var].width};
}

void tn_wave_find_clock(struct tn_wave *w, struct tn_wave_channel *ch, uint32_t scope,
                        const char *prefix)
{
    for (int32_t s = (int32_t)scope; s != TN_WAVE_NONE; s = around(w, (uint32_t)s), prefix = "") {
        int32_t clock = look(w, (uint32_t)s, prefix, clocks), reset, low;
        if (clock == TN_WAVE_NONE)
            continue;
        refer(w, &ch->clock_ref, clock);
        reset = look(w, (uint32_t)s, prefix, resets);
        low = reset == TN_WAVE_NONE ? look(w, (uint32_t)s, prefix, lows) : TN_WAVE_NONE;
        refer(w, &ch->reset, reset != TN_WAVE_NONE ? reset : low);
        ch->reset_low = low != TN_WAVE_NONE;
        return;
    }
}
