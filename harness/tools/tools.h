/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The common part of the commands of tenter, which know only the faces of fabrics (<tn/face.h>).
 */
#ifndef TN_TOOLS_H
#define TN_TOOLS_H

#include <tn/capture.h>
#include <tn/event.h>
#include <tn/face.h>
#include <tn/part.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The commands: argv begins behind "tenter"; each returns an exit code. */
int tn_cmd_show(int argc, char **argv);
int tn_cmd_check(int argc, char **argv);
int tn_cmd_rules(int argc, char **argv);
int tn_cmd_convert(int argc, char **argv);
int tn_cmd_replay(int argc, char **argv);
int tn_cmd_campaign(int argc, char **argv);
int tn_cmd_wave(int argc, char **argv);
int tn_cmd_gen(int argc, char **argv);

/* Says whether each name in a list of rules is that of a rule, with a message when one is not, so that a
 * slip of the pen does not switch everything off. */
bool tn_names_rules(const char *command, const char *list);

/* Words as a sentence has them: "a", "a<last>b", "a, b<last>c". */
struct tn_words {
    size_t n;
    const char *word[64]; /* borrowed */
};
void tn_words_add(struct tn_words *w, const char *word);
void tn_words_join(const struct tn_words *w, const char *prefix, const char *last, char *text, size_t size);

/* A line of help: each {name} of text stands for what the faces say (help.c). */
void tn_print_help(FILE *f, const char *text);
/* The form of that index that tenter convert writes: its own first; NULL behind the last one. */
const struct tn_converter *tn_converter_at(size_t i);

void tn_print_hex(FILE *f, const uint8_t *p, size_t len);

#endif
