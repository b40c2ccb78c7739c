/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Serial lines by name, and whose faults strike them.
 */
#include "saboteur.h"

#include "../sim/core.h"

#include <tn/bug.h>
#include <tn/line_fault.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char names[TN_LINES][32];
static const struct tn_line_ops *lines; /* NULL: the bench has none */

void tn_line_behind(const struct tn_line_ops *ops, unsigned n)
{
    lines = ops;
    for (unsigned i = 0; i < TN_LINES; i++)
        snprintf(names[i], sizeof names[i], i < n && ops ? "line%u" : "", i);
}

void tn_line_declare(unsigned id, const char *name, const struct tn_line_ops *ops)
{
    tn_require(id < TN_LINES);
    lines = ops;
    snprintf(names[id], sizeof names[id], "%s", name);
}

int tn_line_find(const char *name)
{
    for (int i = 0; i < TN_LINES; i++)
        if (names[i][0] && strcmp(names[i], name) == 0)
            return i;
    return -ENOENT;
}

const char *tn_line_name(unsigned id)
{
    return id < TN_LINES ? names[id] : NULL;
}

int tn_line_arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    tn_require(lines != NULL);
    return lines->arm(id, f, seed, err, err_size);
}

void tn_line_done(unsigned id, struct tn_line_done *out)
{
    memset(out, 0, sizeof *out);
    if (lines)
        lines->done(id, out);
}

void tn_line_calm(void)
{
    if (lines)
        lines->calm();
}

void tn_line_clear(void)
{
    tn_line_calm();
    if (lines && lines->clear)
        lines->clear();
}

void tn_core_line(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc,
                  struct tn_core_line *out)
{
    tn_require(lines && lines->pass);
    lines->pass(id, cycle, block, is_nfc, out);
}
