/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Compressed captures: a stream of gzip or zstd, several members or frames behind one another
 * included, read as the stream of what is in it.
 */
#ifndef TN_CAPTURE_UNPACK_H
#define TN_CAPTURE_UNPACK_H

#include <stdio.h>

struct tn_unpack;

/* Returns a stream of what the compressed stream f holds, and its state in *u, which lives until that
 * stream is closed; or f itself and NULL in *u when it is not compressed. Closing closes f, but for
 * stdin. Returns NULL with errno when memory is out; f stays open then. */
FILE *tn_unpack_open(FILE *f, struct tn_unpack **u);
/* Returns the reason why reading ended early: "gzip: ..."; NULL when it did not. */
const char *tn_unpack_error(const struct tn_unpack *u);
/* Returns whether the compressed stream ended too soon. */
int tn_unpack_cut(const struct tn_unpack *u);

#endif
