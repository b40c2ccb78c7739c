/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The generator's outputs, one function a language. All print on stdout.
 */
#ifndef TN_FIELDGEN_H
#define TN_FIELDGEN_H

/* Verilog constants: bit positions in a header vector with byte 0 at the top, and
 * the named values. */
void print_vh(void);

/* A Lua table TN of headers, fields, values and rules. */
void print_lua(void);

/* The page at path with what stands between its markers made anew. Returns an exit
 * code; a page that cannot be used is told on stderr. */
int print_page(const char *path);

#endif
