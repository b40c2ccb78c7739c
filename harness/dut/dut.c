/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Finds blocks in the array that Make has generated, and which is given from above: no file below knows
 * all blocks.
 */
#include <tn/dut.h>
#include <tn/rules.h>

#include <stdio.h>
#include <string.h>

static const struct tn_dut *const no_duts[] = {NULL};
static const struct tn_dut *const *all = no_duts;

void tn_dut_all(const struct tn_dut *const *duts)
{
    all = duts;
    for (; *duts; duts++)
        if ((*duts)->rules)
            tn_rules_own((*duts)->rules, (*duts)->rule_n);
}

/* The block whose name is the first n characters of text. */
static const struct tn_dut *of_length(const char *text, size_t n)
{
    for (const struct tn_dut *const *d = all; *d; d++)
        if (strlen((*d)->name) == n && strncmp((*d)->name, text, n) == 0)
            return *d;
    return NULL;
}

const struct tn_dut *tn_dut_find(const char *name)
{
    return of_length(name, strlen(name));
}

const struct tn_dut *tn_dut_of_image(const char *image)
{
    return of_length(image, strcspn(image, "-"));
}

const char *tn_dut_played(char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (const struct tn_dut *const *d = all; *d && at < size; d++)
        if ((*d)->scope)
            at += (size_t)snprintf(out + at, size - at, "%s%s", at ? ", " : "", (*d)->name);
    return out;
}
