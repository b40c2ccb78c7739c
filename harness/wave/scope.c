/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The path of scopes.
 */
#include "scope.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 1 << 20 };

int tn_wave_path_init(struct tn_wave_path *p)
{
    *p = (struct tn_wave_path){.text = calloc(1, 256), .cap = 256};
    return p->text ? 0 : -1;
}

int tn_wave_path_push(struct tn_wave_path *p, const char *name)
{
    size_t len = strlen(name), want = p->n + len + 2;
    if (want > DEEPEST)
        return -1;
    if (want > p->cap) {
        char *text = realloc(p->text, 2 * want);
        if (!text)
            return -1;
        p->text = text;
        p->cap = 2 * want;
    }
    if (p->n)
        p->text[p->n++] = '.';
    for (size_t i = 0; i < len; i++) /* a name with dots in it is one scope */
        p->text[p->n++] = name[i] == '.' ? '_' : name[i];
    p->text[p->n] = 0;
    return 0;
}

void tn_wave_path_pop(struct tn_wave_path *p)
{
    char *dot = strrchr(p->text, '.');
    p->n = dot ? (size_t)(dot - p->text) : 0;
    p->text[p->n] = 0;
}

void tn_wave_path_free(struct tn_wave_path *p)
{
    free(p->text);
}
