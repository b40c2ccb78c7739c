/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of help lines that the faces of the fabrics say.
 */
#include "tools.h"

#include <string.h>

/* The fabrics that have a generator, with bars between them. */
static void fabrics(FILE *f)
{
    const char *between = "";
    for (size_t i = 0; tn_face_at(i); i++) {
        if (!tn_face_at(i)->gen)
            continue;
        fprintf(f, "%s%s", between, tn_face_at(i)->name);
        between = "|";
    }
}

/* "this or that": what the generators make. */
static void makes(FILE *f)
{
    struct tn_words w = {0};
    char text[256];
    for (size_t i = 0; tn_face_at(i); i++)
        if (tn_face_at(i)->gen)
            tn_words_add(&w, tn_face_at(i)->gen->makes);
    tn_words_join(&w, "", " or ", text, sizeof text);
    fputs(text, f);
}

static void print_option(FILE *f, const struct tn_face_option *o)
{
    fprintf(f, " [--%s%s%s]", o->name, o->value ? " " : "", o->value ? o->value : "");
}

/* Says whether the generator of a fabric before the n-th has an option of this name. */
static bool said_before(size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        for (const struct tn_face_option *o = tn_face_at(i)->gen ? tn_face_at(i)->gen->options
                                                                 : NULL;
             o && o->name; o++)
            if (strcmp(o->name, name) == 0)
                return true;
    return false;
}

static void gen_options(FILE *f)
{
    for (size_t i = 0; tn_face_at(i); i++)
        for (const struct tn_face_option *o = tn_face_at(i)->gen ? tn_face_at(i)->gen->options
                                                                 : NULL;
             o && o->name; o++)
            if (!said_before(i, o->name))
                print_option(f, o);
}

static void check_options(FILE *f)
{
    for (size_t i = 0; tn_face_at(i); i++)
        for (const struct tn_face_option *o = tn_face_at(i)->check ? tn_face_at(i)->check->options
                                                                   : NULL;
             o && o->name; o++)
            print_option(f, o);
}

static void targets(FILE *f)
{
    for (size_t i = 0; tn_converter_at(i); i++)
        fprintf(f, "%s%s", i ? "|" : "", tn_converter_at(i)->name);
}

void tn_print_help(FILE *f, const char *text)
{
    static const struct {
        const char *name;
        void (*print)(FILE *f);
    } parts[] = {{"{fabrics}", fabrics},
                 {"{makes}", makes},
                 {"{gen}", gen_options},
                 {"{check}", check_options},
                 {"{targets}", targets}};
    while (*text) {
        size_t i = 0;
        while (i < sizeof parts / sizeof *parts &&
               strncmp(text, parts[i].name, strlen(parts[i].name)) != 0)
            i++;
        if (i < sizeof parts / sizeof *parts) {
            parts[i].print(f);
            text += strlen(parts[i].name);
        } else {
            fputc(*text++, f);
        }
    }
}
