/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The options that faces add to commands.
 */
#include "options.h"

#include <inttypes.h>

/* An option of a face, by its index among those of all faces. */
static const struct tn_face_option *option_at(size_t i, const struct tn_face **face, size_t *own)
{
    for (size_t k = 0; (*face = tn_face_at(k)) != NULL; k++)
        for (*own = 0; (*face)->check && (*face)->check->options && (*face)->check->options[*own].name; ++*own)
            if (i-- == 0)
                return &(*face)->check->options[*own];
    return NULL;
}

void tn_options_make(const struct option *own, struct option *to)
{
    size_t n = 0, index;
    const struct tn_face_option *o;
    const struct tn_face *face;
    for (; n < TN_OPTIONS_MAX && own[n].name; n++)
        to[n] = own[n];
    for (size_t i = 0; n < TN_OPTIONS_MAX && (o = option_at(i, &face, &index)) != NULL; i++)
        to[n++] = (struct option){o->name, o->value ? required_argument : no_argument, NULL, TN_OPTIONS_FACE + (int)i};
    to[n] = (struct option){NULL, 0, NULL, 0};
}

static const char *taking = "check";

const char *tn_options_command(void)
{
    return taking;
}

int tn_options_take(const char *command, struct tn_check_params *par, int opt, const char *text)
{
    const struct tn_face *face;
    size_t own;
    uint64_t n = 0;
    taking = command;
    const struct tn_face_option *o = option_at((size_t)(opt - TN_OPTIONS_FACE), &face, &own);
    if (o->max && !tn_number(text, o->max, &n))
        return tn_usage(command, "--%s: '%s' is not a number up to %" PRIu64, o->name, text, o->max);
    return face->check->option(par, own, text, n);
}
