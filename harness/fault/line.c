/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Serial lines by name, and the operations that strike them: of the bench's saboteurs, or of the
 * DUT.
 */
#include "saboteur.h"

#include "../sim/core.h"

#include <tn/bug.h>
#include <tn/dut.h>
#include <tn/line_fault.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the bench's saboteurs declared; NULL: they declared no line. */
static char names[TN_LINES][32];
static const struct tn_line_ops *declared;

void tn_line_declare(unsigned id, const char *name, const struct tn_line_ops *ops)
{
    tn_require(id < TN_LINES);
    declared = ops;
    snprintf(names[id], sizeof names[id], "%s", name);
}

static const struct tn_line_ops *strikes(void)
{
    const struct tn_dut *dut = declared ? NULL : tn_dut_find(tn_sim_dut());
    return dut ? dut->line_ops : declared;
}

const char *tn_line_name(unsigned id)
{
    const struct tn_dut *dut = declared ? NULL : tn_dut_find(tn_sim_dut());
    const char *const *line = dut ? dut->lines : NULL;
    for (unsigned i = 0; line && line[i] && i < TN_LINES; i++)
        if (i == id)
            return line[i];
    return id < TN_LINES ? names[id] : NULL;
}

int tn_line_find(const char *name)
{
    for (int i = 0; *name && i < TN_LINES; i++)
        if (strcmp(tn_line_name((unsigned)i), name) == 0)
            return i;
    return -ENOENT;
}

int tn_line_arm(unsigned id, const struct tn_fault *f, uint64_t seed, char *err, size_t err_size)
{
    const struct tn_line_ops *lines = strikes();
    tn_require(lines != NULL);
    return lines->arm(id, f, seed, err, err_size);
}

void tn_line_done(unsigned id, struct tn_line_done *out)
{
    const struct tn_line_ops *lines = strikes();
    memset(out, 0, sizeof *out);
    if (lines)
        lines->done(id, out);
}

void tn_line_calm(void)
{
    const struct tn_line_ops *lines = strikes();
    if (lines)
        lines->calm();
}

void tn_line_clear(void)
{
    const struct tn_line_ops *lines = strikes();
    tn_line_calm();
    if (lines && lines->clear)
        lines->clear();
}

void tn_core_line(unsigned id, uint64_t cycle, uint64_t block, bool is_nfc,
                  struct tn_core_line *out)
{
    tn_require(declared && declared->pass);
    declared->pass(id, cycle, block, is_nfc, out);
}
