/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The path of scopes in which a source declares its signals.
 */
#ifndef TN_WAVE_SCOPE_H
#define TN_WAVE_SCOPE_H

#include "file.h"

struct tn_wave_path {
    char *text; /* "tb.dut" */
    size_t n, cap;
};

/* Functions that can fail return 0 or -1. */
int tn_wave_path_init(struct tn_wave_path *p);
int tn_wave_path_push(struct tn_wave_path *p, const char *name);
void tn_wave_path_pop(struct tn_wave_path *p);
void tn_wave_path_free(struct tn_wave_path *p);

/* Walks the blocks of an FST file. Returns 0, or -1 with one line in err when they do not tile the
 * file: a file that is cut, damaged, or still being written. */
int tn_wave_fst_blocks(const char *path, const struct tn_wave_text *err);

#endif
