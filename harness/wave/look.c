/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What reports ask of a session: its channels and links.
 */
#include "wave.h"

#include <stdio.h>

const struct tn_wave_channel *tn_wave_channel_at(const struct tn_wave *w, size_t i)
{
    return i < w->channel_n ? w->channel[i] : NULL;
}

const struct tn_wave_link *tn_wave_link_at(const struct tn_wave *w, size_t i)
{
    return i < w->link_n ? w->link[i] : NULL;
}

const char *tn_wave_path(const struct tn_wave_channel *ch)
{
    return ch->path;
}

unsigned tn_wave_point(const struct tn_wave_channel *ch)
{
    return ch->index;
}

bool tn_wave_late(const struct tn_wave *w)
{
    return w->begin > 0 || w->from > 0;
}

uint64_t tn_wave_numbered(const struct tn_wave *w)
{
    return w->packets;
}

const struct tn_wave_kind *tn_wave_kind_of(const struct tn_wave_channel *ch)
{
    return ch->kind;
}

const struct tn_wave_link *tn_wave_link_of(const struct tn_wave_channel *ch)
{
    return ch->link;
}

/* The path of a signal. The text is valid until the next call. */
static const char *var_path(const struct tn_wave *w, uint32_t var)
{
    static char path[8 * TN_WAVE_NAME];
    const struct tn_wave_var *v = &w->names.var[var];
    const char *scope = w->names.scope[v->scope].path;
    snprintf(path, sizeof path, "%s%s%s", scope, *scope ? "." : "", v->name);
    return path;
}

const char *tn_wave_clock(const struct tn_wave_channel *ch)
{
    return ch->clock_ref.wire == TN_WAVE_NONE ? NULL : var_path(ch->wave, ch->clock_ref.var);
}

const char *tn_wave_reset(const struct tn_wave_channel *ch, bool *low)
{
    *low = ch->reset_low;
    return ch->reset.wire == TN_WAVE_NONE ? NULL : var_path(ch->wave, ch->reset.var);
}

bool tn_wave_left_out(const struct tn_wave_channel *ch)
{
    return ch->off;
}

const struct tn_wave_channel *tn_wave_outer(const struct tn_wave_channel *ch)
{
    return ch->outer;
}

const char *tn_wave_unread(const struct tn_wave_channel *ch)
{
    return ch->unread;
}

uint64_t tn_wave_repeated(const struct tn_wave *w)
{
    return w->repeated;
}

const char *tn_wave_signal_of(const struct tn_wave_channel *ch, unsigned pin)
{
    return ch->pin[pin].wire == TN_WAVE_NONE ? NULL : var_path(ch->wave, ch->pin[pin].var);
}

const char *tn_wave_full_signal(const struct tn_wave_channel *ch, unsigned pin)
{
    static char full[8 * TN_WAVE_NAME + 64];
    if (ch->pin[pin].wire == TN_WAVE_NONE)
        return NULL;
    snprintf(full, sizeof full, "%s%.60s", var_path(ch->wave, ch->pin[pin].var),
             ch->wave->names.var[ch->pin[pin].var].range);
    return full;
}

uint64_t tn_wave_transfers(const struct tn_wave_channel *ch)
{
    return ch->transfers;
}

const char *tn_wave_link_name(const struct tn_wave_link *l)
{
    return l->name;
}

const struct tn_checker *tn_wave_link_checker(const struct tn_wave_link *l)
{
    return l->checker;
}

bool tn_wave_link_ticks(const struct tn_wave_link *l)
{
    return l->ticks;
}

int tn_wave_exponent(const struct tn_wave *w)
{
    return w->exponent;
}
